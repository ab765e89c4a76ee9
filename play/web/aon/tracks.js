// tracks.js: the strip above the map: years, initiative, how far victory is, phases, rounds.
import { el, redraw } from '/shell/dom.js';
import { term } from '/shell/tips.js';
import { helpPart } from '/shell/words.js';
import { PHASES, SIDE } from './words.js';

// Condition by condition: what holds, what does not yet.
const conditions = (...list) => list.map(([holds, words]) => `${holds ? '\u2713' : '\u2717'} ${words}`).join('\n');
const listed = (book, ids) => new Intl.ListFormat('en').format(ids.map((id) => book.name(id)));
const toGo = (n) => `${n} to go`;

// How far victory is for France: a word or two, and all conditions behind it (6.1).
function frenchOutlook(book, french) {
  const key = ['austria', 'russia'];
  const hostile = key.filter((id) => french.opposed.includes(id));
  const holdsOne = key.some((id) => french.held.includes(id));
  const wanting = new Set([...french.neighbours_missing, ...hostile]).size + (holdsOne || hostile.length ? 0 : 1);
  const [austria, russia] = key.map((id) => book.name(id));
  const missing = french.neighbours_missing.length ? `, which it does not: ${listed(book, french.neighbours_missing)}` : '';
  return [french.decisive ? 'decisive' : french.marginal ? 'reached' : wanting ? toGo(wanting) : 'not before 1811',
    `France wins marginally if at the end of a year (countries to go: ${wanting})\n${conditions([french.neighbours_missing.length === 0, `it holds all its neighbours${missing}`],
      [holdsOne, `it holds ${austria} or ${russia}`], [hostile.length === 0, `neither of them stands with the Coalition${hostile.length ? `, as ${listed(book, hostile)} now` : ''}`],
      [french.in_time, 'it is 1811 or later, or Russia was invaded in a year before'])}
To hold is to control, or to have a foreign corps in the capital.
Decisively: with ${listed(book, ['austria', 'prussia', 'russia'])} held and nobody but ${book.name('britain')} against it. And in the last year France wins unless the Coalition does.`];
}

// The same for the Coalition (6.2).
function coalitionOutlook(book, coalition) {
  const surplus = Math.max(0, coalition.french_minors - coalition.french_minors_allowed);
  const wanting = surplus + coalition.french_majors.length;
  return [coalition.marginal ? 'reached' : toGo(wanting),
    `The Coalition wins marginally if at the end of a year (countries to go: ${wanting})\n${conditions([coalition.french_majors.length === 0, `no other major country is on the side of France${coalition.french_majors.length ? `, as now ${listed(book, coalition.french_majors)}` : ''}`],
      [surplus === 0, `at most ${coalition.french_minors_allowed} minor ones are: now ${coalition.french_minors}`])}
Decisively when France surrenders, or Napol\u00E9on is lost for good.`];
}

const cell = (text, now, extra = '') => el('span', { class: `cell ${now ? 'now' : ''} ${extra}`, 'aria-current': now ? 'step' : null }, text);
const track = (kind, ...cells) => el('span', { class: `track ${kind}` }, ...cells);
const name = (text) => el('span', { class: 'name' }, text);

function years(book, position) {
  const { first_year: first, last_year: last } = book.scenario.setup;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i).map((year) => cell(year === position.year ? String(year) : `\u2019${String(year).slice(2)}`, year === position.year));
}

function phases(position) {
  return PHASES.map(([id, title, rules, help]) => (id !== position.phase ? cell(title)
    : term(title, `${title} (rules ${rules})\n${helpPart(position.battle ? 'battle' : help)?.text ?? ''}`, { class: 'cell now', 'aria-current': 'step' })));
}

function rounds({ campaign_rounds: count, winter_from_round: winter }, position) {
  return Array.from({ length: count }, (_, i) => i + 1).map((round) => cell(String(round), position.phase === 'campaign' && round === position.round, round >= winter ? 'winter' : ''));
}

export function renderTracks(box, book, position) {
  const { sequence } = book.board.tables;
  const [french, coalition] = [frenchOutlook(book, position.victory.french), coalitionOutlook(book, position.victory.coalition)];
  redraw(box, track('years', name('Year'), ...years(book, position)),
    track('standing', name('Initiative'),
      term(SIDE[position.initiative], `The side with the initiative says who goes first: France until ${sequence.coalition_initiative_from - 1}, the Coalition from ${sequence.coalition_initiative_from} on.`, { id: 'initiative' })),
    track('standing', name('Victory'), term(`France ${french[0]}`, french[1], { id: 'victory-french' }), term(`Coalition ${coalition[0]}`, coalition[1], { id: 'victory-coalition' })),
    track('phases', ...phases(position)),
    track('rounds', term('Round', `A campaign has ${sequence.campaign_rounds} rounds. From round ${sequence.winter_from_round} on, framed here, it is winter: armies go one area less far, and every march tires them.`, { class: 'name' }), ...rounds(sequence, position)));
}
