// tracks.js: the strip above the map: year, phase, round, victory, escalade, action points.
import { el, redraw } from '/shell/dom.js';
import { term } from '/shell/tips.js';
import { PHASES, bar } from './words.js';

// what goes on: flag of the position, title, what it is
const LASTING = [['war_of_liberation', 'Liberation', 'The War of Liberation goes on, an event of the Coalition.'], ['continental_blockade', 'Blockade', 'The Continental Blockade is in force, an event of the Empire.']];

const cell = (text, now, extra = '') => el('span', { class: `cell ${now ? 'now' : ''} ${extra}`, 'aria-current': now ? 'step' : null }, text);
const track = (kind, ...cells) => el('span', { class: `track ${kind}` }, ...cells);
const listed = (book, zones) => (zones.length ? new Intl.ListFormat('en').format(zones.map((zone) => book.name(zone.id))) : 'none');
const name = (text) => el('span', { class: 'name' }, text);

function years(book, position) {
  const { first_year: first, last_year: last } = book.scenario.setup;
  if (first === last) return [];
  return [track('years', name('Year'), cell(String(position.year), true), el('span', { class: 'last' }, `of ${first} to ${last}`))];
}

// Phases of the scenario: one that has no interphase begins with the rounds.
const phasesOf = (book) => (book.scenario.setup.first_year === book.scenario.setup.last_year && !book.scenario.setup.interphase ? PHASES.slice(PHASES.findIndex(([id]) => id === 'rounds')) : PHASES);
const phases = (book, position) => phasesOf(book).map(([id, title, clause, words]) => (id === position.phase ? term(title, `${title} (rules ${clause})\n${words}`, { class: 'cell now', 'aria-current': 'step' }) : cell(title)));

function rounds(position) {
  const last = position.flags.seventh_round ? 7 : 6;
  return Array.from({ length: last }, (_, i) => i + 1).map((round) => cell(String(round), position.phase === 'rounds' && round === position.round, round >= 5 ? 'winter' : ''));
}

function outlook(book) {
  const table = book.board.tables.victory;
  return `Points for conquests, protectorates and events. The Empire wins at once at ${table.empire_automatic}, the Coalition at ${table.coalition_automatic}; ${book.scenario.setup.victory.kind === 'level' ? `else at the end of the year the Empire with ${book.scenario.setup.victory.empire} or more, the Coalition with ${book.scenario.setup.victory.coalition} or less` : 'else it is counted in the last year'}.`;
}

// Levels as a bar: where the marker stands between the two ends.
function victory(book, position) {
  if (book.scenario.setup.victory_level === null) return [];
  const table = book.board.tables.victory;
  const share = (position.level - table.coalition_automatic) / (table.empire_automatic - table.coalition_automatic);
  return [track('standing', name('Victory'), el('span', { class: 'gauge', 'aria-hidden': 'true' }, bar(Math.max(0, Math.min(1, share)))), term(String(position.level), outlook(book), { id: 'victory-level' }))];
}

// The Hundred Days have no level: what they are about, and how France stands.
function aim(book, position) {
  if (book.scenario.setup.victory_level !== null) return [];
  const keys = position.zones.filter((zone) => zone.owner === 'france' && book.zones.get(zone.id).key);
  const held = keys.filter((zone) => zone.holder === 'empire');
  const lost = Object.values(position.off_map).flat().includes('napoleon');
  return [track('standing', name('France'), term(`${held.length} of ${keys.length} key zones${lost ? ', Napol\u00E9on lost' : ''}`, `After the sixth round the Coalition wins if France is conquered and has no army in good order, or if Napol\u00E9on is out of the game; the Empire if France stands and has such an army; else it is a draw. Held by the Empire: ${listed(book, held)}; lost: ${listed(book, keys.filter((zone) => !held.includes(zone)))}.`, { id: 'aim' }))];
}

function escalade(book, position) {
  if (book.scenario.setup.escalade_level === null) return [];
  const at = book.board.tables.victory.punishments_at_escalade;
  return [track('standing', name('Escalade'), term(String(position.escalade), `The escalade rises with what the Empire takes. At ${at} the cards of the Punishments come into play${position.flags.punishments ? ': they are.' : '.'}`, { id: 'escalade' }))];
}

export function renderTracks(box, book, position) {
  const acting = position.action_points ? [track('standing', name('Action points'), el('strong', {}, String(position.action_points)))] : [];
  const points = position.march?.movement_points ? [track('standing', name('Movement'), el('strong', {}, String(position.march.movement_points)))] : [];
  const lasting = LASTING.filter(([flag]) => position.flags[flag]).map(([, title, words]) => track('standing', term(title, words)));
  redraw(box, ...years(book, position), ...victory(book, position), ...aim(book, position), ...escalade(book, position), ...acting, ...points, ...lasting, track('phases', ...phases(book, position)),
    track('rounds', term('Round', 'A year has six rounds. In those framed here the weather is bad: marches are a point shorter. The sixth is winter: every march is a test of attrition.', { class: 'name' }), ...rounds(position)));
}
