// panels.js: the tabs beside the map: hand, log, forces, cards, dice, rules; and the card of an area.
import { ALIGNMENT, GRADE, HELP, LINKS, PHASES, SIDE, SIDE_SHORT, SYMBOLS, clauseWords } from './words.js';
import { oneStop, term } from './tips.js';

export const el = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === 'onclick') element.addEventListener('click', value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
};

// Puts children into a box unless the same stand there already: what is open in it stays open, what is focused stays so. If they
// differ the focus goes to what is now where it was. Returns whether they did.
export function redraw(box, ...children) {
  const html = children.map((child) => child?.outerHTML ?? child ?? '').join('');
  if (box.drawn?.html === html && box.drawn.first === box.firstChild) return false;
  const stops = () => [...box.querySelectorAll('button, select, summary')];
  const at = stops().indexOf(document.activeElement);
  box.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
  box.drawn = { html, first: box.firstChild };
  if (at >= 0) (stops()[at] ?? box).focus({ preventScroll: true });
  return true;
}

// Names and facts of a board, by id.
export class Book {
  constructor(board, scenario) {
    this.board = board;
    this.scenario = scenario;
    const index = (list) => new Map(list.map((item) => [item.id, item]));
    this.areas = index(board.areas);
    this.corps = index(board.corps);
    this.cards = index(board.cards);
    this.countries = index(board.countries);
    this.order = new Map(board.corps.map((corps, i) => [corps.id, i]));
  }

  name(id) {
    return this.areas.get(id)?.name ?? this.corps.get(id)?.name ?? this.cards.get(id)?.title ?? this.countries.get(id)?.name ?? id;
  }

  corpsName(id) { return this.corps.get(id)?.name ?? id; }
  cardTitle(id) { return this.cards.get(id)?.title ?? id; }

  rating(id, spent) {
    const corps = this.corps.get(id);
    if (!corps) return null;
    const side = spent ? corps.spent : corps.fresh;
    return { battle: side.br, move: side.mr, seniority: corps.sr };
  }

  // "battle 5, moves 4, seniority 5"
  ratingWords(id, spent) {
    const r = this.rating(id, spent);
    return r ? `battle ${r.battle}, moves ${r.move}, seniority ${r.seniority}${spent ? ', spent' : ', fresh'}` : '';
  }

  // area -> code of the alignment of the country that owns it now
  owners(position) {
    const owners = new Map();
    for (const area of this.board.areas) {
      const detached = this.board.countries.find((c) => c.kind === 'detachable' && c.areas.includes(area.id) && position.countries[c.id]?.alignment);
      const country = detached ? detached.id : area.country_1805;
      owners.set(area.id, position.countries[country]?.alignment ?? 'NC');
    }
    return owners;
  }

  ownerName(areaId, position) {
    const detached = this.board.countries.find((c) => c.kind === 'detachable' && c.areas.includes(areaId) && position.countries[c.id]?.alignment);
    return this.countries.get(detached ? detached.id : this.areas.get(areaId).country_1805)?.name ?? '';
  }

  // Side a corps serves: that of its patron.
  side(id, position) {
    const alignment = position.countries[this.corps.get(id)?.patron]?.alignment;
    return alignment === 'CM' || alignment === 'IC' ? 'coalition' : alignment === 'NC' ? 'none' : 'french';
  }
}

export const dieFace = (value, seat) => el('span', { class: `die ${seat ?? ''}` }, String(value));
export const clause = (text) => (text ? term(text, clauseWords(text), { class: 'clause', 'aria-label': `Rule ${text}` }) : null);

// ---- hand and piles ----

const PHASE_NAMES = Object.fromEntries(PHASES.map(([id, name]) => [id, name]));
const when = (card) => card.phases.map((phase) => PHASE_NAMES[phase] ?? (phase === 'battle' ? 'Battle' : phase === 'anytime' ? 'Any time' : phase)).join(', ');

export function cardView(book, id, seat, play) {
  const card = book.cards.get(id);
  const usable = card.players === 'both' || card.players === seat;
  return el('article', { class: `playing-card ${card.players} ${card.red_title ? 'red' : ''} ${play ? 'playable' : ''}` },
    el('strong', {}, card.title), ' ',
    term(when(card), `${card.title} is played: ${card.timing}.`, { class: 'when' }),
    el('span', { class: 'when' }, `${usable || seat === 'both' ? '' : ' \u2013 an event of the other side: for you it only pays'}${card.red_title ? ' \u2013 red: the opponent may pick it up when you discard it' : ''}`),
    el('p', {}, card.effect),
    play ? el('button', { class: 'primary', onclick: play }, 'Play it') : null);
}

export function renderHand(panel, book, state, playCard) {
  const { position } = state;
  const parts = [];
  for (const seat of state.you === 'both' ? ['french', 'coalition'] : [state.you]) {
    const hand = position.hands[seat];
    parts.push(el('h2', {}, `${state.you === 'both' ? `${SIDE_SHORT[seat]}: ` : ''}${hand.length} ${hand.length === 1 ? 'card' : 'cards'} in hand`));
    parts.push(el('div', { class: 'cards' }, ...hand.map((id, i) => cardView(book, id, seat, hand.indexOf(id) === i ? playCard(id) : null))));
  }
  if (state.you !== 'both') {
    const other = state.you === 'french' ? 'coalition' : 'french';
    const known = position.known_cards[other];
    parts.push(el('p', {}, `${SIDE[other]} ${'holds'} ${position.hand_sizes[other]} cards${known.length ? `; you have seen: ${known.map((id) => book.cardTitle(id)).join(', ')}` : ''}.`));
    const free = position.free_move_available[state.you];
    parts.push(el('p', {}, free ? 'Your free move of this year is still to be used.' : 'Your free move of this year is used.'));
  }
  redraw(panel, ...parts);
}

export function renderPiles(panel, book, state) {
  const { position } = state;
  const list = (ids) => (ids.length ? el('div', {}, ...ids.map((id) => cardChip(book, id))) : el('p', {}, 'none'));
  redraw(panel, 
    el('p', {}, `${position.deck_size} cards in the deck.`),
    el('h3', {}, `Discard pile, newest first (${position.discard.length})`), list([...position.discard].reverse()),
    el('h3', {}, 'Set aside'), list(position.set_aside),
    el('h3', {}, 'Lasting events'), el('p', {}, position.events.length ? position.events.map((id) => book.name(id)).join(', ') : 'none'),
    el('h3', {}, 'All cards'),
    el('details', {}, el('summary', {}, 'What each card does'), el('div', { class: 'cards' }, ...book.board.cards.map((card) => cardView(book, card.id, 'both', null)))));
}

// ---- forces ----

function corpsChip(book, id, corps, side) {
  const r = book.rating(id, corps?.spent);
  const chip = term(book.corpsName(id), `${book.corpsName(id)}: ${book.ratingWords(id, corps?.spent)}.`, { class: `chip ${side} ${corps?.spent ? 'spent' : ''}` });
  chip.append(el('small', {}, ` ${r?.battle}-${r?.move}-${r?.seniority}`));
  return chip;
}

// look(id, stay) shows an area; the focus goes there unless it is to stay.
export function renderForces(panel, book, state, look) {
  const { position } = state;
  const at = (place) => Object.entries(position.corps).filter(([, corps]) => corps.place === place).map(([id]) => id);
  const bySide = (ids) => ['french', 'coalition', 'none'].flatMap((side) => {
    const own = ids.filter((id) => book.side(id, position) === side);
    return own.length ? [el('div', {}, el('strong', {}, `${side === 'none' ? 'Of neutral countries' : SIDE_SHORT[side]}: `), ...own.map((id) => corpsChip(book, id, position.corps[id], side)))] : [];
  });
  const section = (title, place, note) => [el('h3', {}, `${title} (${at(place).length})`), note ? el('p', {}, note) : null, ...bySide(at(place))];
  const armies = position.stacks.map((stack) => {
    const known = at(stack.area).filter((id) => book.side(id, position) === stack.seat);
    const hidden = stack.height - known.length;
    return el('tr', {}, el('td', {}, el('button', { class: 'link', onclick: () => look(stack.area) }, book.name(stack.area))), el('td', {}, SIDE_SHORT[stack.seat]), el('td', {}, ...known.map((id) => corpsChip(book, id, position.corps[id], stack.seat)), hidden > 0 ? ` and ${hidden} unseen` : ''));
  });
  const areas = el('select', { id: 'find-area' }, el('option', { value: '' }, 'choose one'), ...[...book.areas.values()].sort((a, b) => a.name.localeCompare(b.name)).map((area) => el('option', { value: area.id }, area.name)));
  areas.addEventListener('change', () => { if (areas.value) look(areas.value, true); });
  redraw(panel, ...[el('p', {}, 'The numbers of a corps: battle rating, movement rating, seniority. A dashed frame: spent.'),
    el('div', { class: 'field' }, el('label', { for: 'find-area' }, 'Look at an area'), areas),
    el('h3', {}, 'On the map'),
    el('table', { class: 'plain' }, el('thead', {}, el('tr', {}, el('th', {}, 'Area'), el('th', {}, 'Side'), el('th', {}, 'Corps'))), el('tbody', {}, ...armies)),
    ...section('Reserve', 'reserve', 'May be brought on in the Reinforcement Phase, some only after an event.'),
    ...section('Prisoners Box', 'prisoners', 'Come back to the reserve at the end of the Reinforcement Phase.'),
    ...section('Lost for good', 'lost')].filter(Boolean));
  oneStop(panel);
}

// ---- log and battles ----

const cardChip = (book, id) => term(book.cardTitle(id), book.cards.get(id)?.effect ?? '', { class: 'chip' });

// A battle fought: strength, die and the row of the table of each side, then what made the strength.
export function battleView(book, detail) {
  const role = (s, i) => `${SIDE_SHORT[s.seat]} ${i === 0 ? 'attacks' : 'defends'}`;
  const signed = (n) => (n ? ` ${n > 0 ? '+' : '\u2212'}${Math.abs(n)}` : '');
  const row = (s, i) => el('tr', { class: s.seat }, el('th', { scope: 'row' }, role(s, i)), el('td', {}, el('strong', {}, String(s.strength))),
    el('td', {}, dieFace(s.die, s.seat), signed(s.die_modifier)),
    ...s.row.map((n, k) => el('td', { class: `cell ${k + 1 === s.face ? 'hit' : ''}` }, String(n))));
  const made = (s, i) => {
    const corps = s.corps.map((c) => `${book.corpsName(c.id)} ${c.rating}${c.home ? ` +${c.home} at home` : ''}${c.sea ? ` ${c.sea} from the sea` : ''}`);
    if (s.card_strength) corps.push(`cards ${signed(s.card_strength).trim()}`);
    return el('p', {}, el('strong', {}, `${role(s, i)}: `), `${corps.join(', ')} \u2013 strength ${s.strength}. `, ...s.cards.map((id) => cardChip(book, id)));
  };
  const tie = detail.tie_break;
  return el('div', { class: 'battle' },
    el('table', {}, el('thead', {}, el('tr', {}, ...['Side', 'Strength', 'Die'].map((t) => el('th', { scope: 'col' }, t)), ...[1, 2, 3, 4, 5, 6].map((n) => el('th', { scope: 'col', class: 'cell' }, String(n))))), el('tbody', {}, ...detail.sides.map(row))),
    el('p', {}, 'The columns 1 to 6: losses inflicted with that die; the one that counted is dark.'),
    ...detail.sides.map(made),
    tie ? el('p', {}, 'Tie: ', dieFace(tie.dice[0], detail.sides[0].seat), `+${tie.modifiers[0]} against `, dieFace(tie.dice[1], detail.sides[1].seat), `+${tie.modifiers[1]}`) : null,
    el('p', {}, el('strong', {}, `${SIDE[detail.winner]} wins in ${book.name(detail.area)}.`)));
}

// A battle being fought: who is engaged, with what, how strong so far.
export function openBattleView(book, position) {
  const { battle } = position;
  const side = (seat) => {
    const s = battle[seat];
    const corps = s.engaged.map((id) => corpsChip(book, id, position.corps[id], seat));
    return el('tr', { class: seat }, el('th', { scope: 'row' }, `${SIDE_SHORT[seat]} ${battle.attacker === seat ? 'attacks' : 'defends'}`),
      el('td', {}, ...(corps.length ? corps : ['nobody yet']), ...s.cards.map((id) => cardChip(book, id))), el('td', {}, el('strong', {}, s.strength === null ? '\u2013' : String(s.strength))));
  };
  const other = battle.attacker === 'french' ? 'coalition' : 'french';
  return el('div', { class: 'battle' }, el('table', {}, el('thead', {}, el('tr', {}, ...['Side', 'Engaged, with cards', term('Strength', 'Battle ratings of the corps engaged, one more for each at home, and cards so far.')].map((t) => el('th', { scope: 'col' }, t)))), el('tbody', {}, side(battle.attacker), side(other))));
}

export function lineView(book, line, open) {
  const dice = line.kind === 'dice' ? line.dice.map((value) => dieFace(value, line.seat)) : [];
  const item = el('li', { class: `${line.kind} ${line.seat}` }, ...dice, line.text, clause(line.clause));
  if (line.kind === 'battle' && line.detail) item.append(el('details', { open }, el('summary', {}, 'Strength, dice and table'), battleView(book, line.detail)));
  return item;
}

export function renderLog(panel, book, lines) {
  const atEnd = panel.scrollTop + panel.clientHeight >= panel.scrollHeight - 40;
  const have = panel.querySelector('ol');
  // lines are only ever added at the end or all replaced
  if (have && have.lines === lines && have.children.length <= lines.length) {
    for (let i = have.children.length; i < lines.length; i++) have.append(lineView(book, lines[i], false));
  } else {
    const list = el('ol', { class: 'log' }, ...lines.map((line) => lineView(book, line, false)));
    list.lines = lines;
    panel.replaceChildren(list);
  }
  oneStop(panel.querySelector('ol'));
  if (atEnd) panel.scrollTop = panel.scrollHeight;
}

// ---- dice ----

export function renderDice(panel, state) {
  const rows = ['french', 'coalition'].map((seat) => {
    const faces = state.dice[seat];
    const sum = faces.reduce((a, b) => a + b, 0);
    const mean = sum ? faces.reduce((a, n, i) => a + n * (i + 1), 0) / sum : 0;
    return el('tr', {}, el('th', { scope: 'row' }, SIDE_SHORT[seat]), ...faces.map((n) => el('td', { class: 'n' }, String(n))), el('td', { class: 'n' }, String(sum)), el('td', { class: 'n' }, sum ? mean.toFixed(2) : '\u2013'));
  });
  redraw(panel, 
    el('p', {}, 'Dice rolled in the open: battles, attrition, winter. The mean of many fair dice comes near 3.5.'),
    el('table', { class: 'plain' }, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Side'), ...[1, 2, 3, 4, 5, 6].map((n) => el('th', { scope: 'col' }, dieFace(n))), el('th', { scope: 'col' }, 'Rolls'), el('th', { scope: 'col' }, 'Mean'))), el('tbody', {}, ...rows)),
    el('h3', {}, 'Can anybody check them?'),
    state.seed_sha256
      ? el('div', {}, el('p', {}, 'All luck of this game comes from one number, the seed. Its SHA-256 fingerprint was fixed before the first move:'), el('p', { class: 'seed' }, state.seed_sha256),
        state.seed ? el('p', {}, 'The game is over, here is the seed: ', el('strong', { class: 'seed' }, state.seed), '. Compare printf ', el('code', {}, state.seed), ' | sha256sum; marshal replay --check verifies every die of a saved game.')
          : el('p', {}, 'The seed itself is shown when the game is over.'))
      : el('p', {}, 'The dice of this game were not all rolled by the program, so there is no seed to check.'));
}

// ---- rules ----

export function renderHelp(panel, state) {
  const now = state?.position.battle ? 'battle' : state?.position.phase;
  redraw(panel, el('p', {}, 'What each phase is about, in short. The numbers beside lines of the log name the clause of the rulebook.'),
    ...Object.entries(HELP).map(([id, [title, texts]]) => el('details', { open: id === now }, el('summary', {}, el('strong', {}, title)), ...texts.map((text) => el('p', {}, text)))));
}

// ---- the map's key, the tracks, an area ----

export function renderKey(box) {
  box.replaceChildren(el('ul', {},
    ...Object.entries(ALIGNMENT).map(([code, words]) => el('li', {}, el('span', { class: `swatch ${code}` }), words)),
    ...SYMBOLS.map(([symbol, words]) => el('li', {}, el('span', { class: 'swatch' }, symbol), words)),
    ...Object.entries(LINKS).map(([kind, words]) => el('li', {}, el('span', { class: `swatch link ${kind}` }), words)),
    el('li', {}, 'Counters: height of the stack and its leader; filled is fresh, hollow is spent.')));
}

// Condition by condition: what holds, what does not yet.
const conditions = (...list) => list.map(([holds, words]) => `${holds ? '\u2713' : '\u2717'} ${words}`).join('\n');
const listed = (book, ids) => new Intl.ListFormat('en').format(ids.map((id) => book.name(id)));

// How far victory is for each side: a word or two, and all conditions behind it.
export function outlook(book, { victory: { french, coalition } }) {
  const key = ['austria', 'russia'];
  const hostile = key.filter((id) => french.opposed.includes(id));
  const holdsOne = key.some((id) => french.held.includes(id));
  const wanting = new Set([...french.neighbours_missing, ...hostile]).size + (holdsOne || hostile.length ? 0 : 1);
  const [austria, russia] = key.map((id) => book.name(id));
  const surplus = Math.max(0, coalition.french_minors - coalition.french_minors_allowed);
  const far = (n) => `${n} to go`;
  return {
    french: [french.decisive ? 'decisive' : french.marginal ? 'reached' : wanting ? far(wanting) : 'not before 1811',
      `France wins marginally if at the end of a year (countries to go: ${wanting})\n${conditions([french.neighbours_missing.length === 0, `it holds all its neighbours${french.neighbours_missing.length ? `, which it does not: ${listed(book, french.neighbours_missing)}` : ''}`],
        [holdsOne, `it holds ${austria} or ${russia}`], [hostile.length === 0, `neither of them stands with the Coalition${hostile.length ? `, as ${listed(book, hostile)} now` : ''}`],
        [french.in_time, 'it is 1811 or later, or Russia was invaded in a year before'])}
To hold is to control, or to have a foreign corps in the capital.
Decisively: with ${listed(book, ['austria', 'prussia', 'russia'])} held and nobody but ${book.name('britain')} against it. And in the last year France wins unless the Coalition does.`],
    coalition: [coalition.marginal ? 'reached' : far(surplus + coalition.french_majors.length),
      `The Coalition wins marginally if at the end of a year (countries to go: ${surplus + coalition.french_majors.length})\n${conditions([coalition.french_majors.length === 0, `no other major country is on the side of France${coalition.french_majors.length ? `, as now ${listed(book, coalition.french_majors)}` : ''}`],
        [surplus === 0, `at most ${coalition.french_minors_allowed} minor ones are: now ${coalition.french_minors}`])}
Decisively when France surrenders, or Napol\u00E9on is lost for good.`],
  };
}

export function renderTracks(box, book, position) {
  const setup = book.scenario.setup;
  const rounds = book.board.tables.sequence;
  const cell = (text, now, extra = '') => el('span', { class: `cell ${now ? 'now' : ''} ${extra}`, 'aria-current': now ? 'step' : null }, text);
  const years = [];
  for (let year = setup.first_year; year <= setup.last_year; year++) years.push(cell(year === position.year ? String(year) : `\u2019${year - 1800 < 10 ? '0' : ''}${year - 1800}`, year === position.year));
  const phases = PHASES.map(([id, name, rule]) => (id === position.phase
    ? term(name, `${name} (rules ${rule})\n${(HELP[position.battle ? 'battle' : id] ?? HELP[id])[1].join('\n')}`, { class: 'cell now', 'aria-current': 'step' }) : cell(name)));
  const campaign = [];
  for (let round = 1; round <= rounds.campaign_rounds; round++) campaign.push(cell(String(round), position.phase === 'campaign' && round === position.round, round >= rounds.winter_from_round ? 'winter' : ''));
  const { french, coalition } = outlook(book, position);
  redraw(box, el('span', { class: 'track years' }, el('span', { class: 'name' }, 'Year'), ...years),
    el('span', { class: 'track standing' }, el('span', { class: 'name' }, 'Initiative'),
      term(SIDE_SHORT[position.initiative], `The side with the initiative says who goes first: France until ${rounds.coalition_initiative_from - 1}, the Coalition from ${rounds.coalition_initiative_from} on.`, { id: 'initiative' })),
    el('span', { class: 'track standing' }, el('span', { class: 'name' }, 'Victory'), term(`France ${french[0]}`, french[1], { id: 'victory-french' }), term(`Coalition ${coalition[0]}`, coalition[1], { id: 'victory-coalition' })),
    el('span', { class: 'track phases' }, ...phases),
    el('span', { class: 'track rounds' }, term('Round', `A campaign has ${rounds.campaign_rounds} rounds. From round ${rounds.winter_from_round} on, framed here, it is winter: armies go one area less far, and every march tires them.`, { class: 'name' }), ...campaign));
}

// look(id) shows another area.
export function renderArea(box, book, state, id, close, look) {
  const { position } = state;
  const area = book.areas.get(id);
  const alignment = book.owners(position).get(id);
  const capitals = book.board.countries.filter((country) => country.capital_area === id && (country.kind !== 'detachable' || position.countries[country.id]?.alignment));
  const terrain = [area.coastal ? 'coast' : '', area.mountain ? 'mountains' : '', area.marsh ? 'marsh' : '', area.barren ? 'barren' : '', capitals.length ? `capital of ${capitals.map((c) => c.name).join(', ')}` : ''].filter(Boolean).join(', ');
  const stacks = position.stacks.filter((stack) => stack.area === id).map((stack) => {
    const known = Object.entries(position.corps).filter(([corps, at]) => at.place === id && book.side(corps, position) === stack.seat).map(([corps]) => corps);
    const hidden = stack.height - known.length;
    return el('div', {}, el('h3', {}, `${SIDE_SHORT[stack.seat]}: ${stack.height} corps`),
      el('table', { class: 'plain' }, el('thead', {}, el('tr', {}, ...['Corps', 'Battle', 'Moves', 'Seniority', ''].map((t) => el('th', { scope: 'col' }, t)))),
        el('tbody', {}, ...known.map((corps) => {
          const here = position.corps[corps];
          const r = book.rating(corps, here.spent);
          return el('tr', {}, el('td', {}, `${book.corpsName(corps)}${corps === stack.leader ? ' \u2605' : ''}`), el('td', { class: 'n' }, String(r.battle)), el('td', { class: 'n' }, String(r.move)), el('td', { class: 'n' }, String(r.seniority)), el('td', {}, `${here.spent ? 'spent' : 'fresh'}${here.fought ? ', fought' : here.moved ? ', moved' : ''}`));
        }))), hidden > 0 ? el('p', {}, `and ${hidden} unseen`) : null);
  });
  box.replaceChildren(el('h2', {}, area.name, el('button', { class: 'close', 'aria-label': 'Close', onclick: close }, '\u00D7')),
    el('p', {}, `${book.ownerName(id, position)}: ${ALIGNMENT[alignment] ?? ''}${terrain ? `; ${terrain}` : ''}.`),
    ...stacks, el('p', {}, 'Neighbours: ', ...near(area, book.board.special_links).flatMap(([other, how], i) => [i ? ', ' : '',
      el('button', { class: 'link', onclick: () => look(other) }, book.name(other)), how]), '.'));
  box.hidden = false;
}

// Areas that can be marched to, with what lies between: [id, words].
function near(area, links) {
  const over = { strait: ' (strait)', ice: ' (over the ice, in winter)' };
  const linked = links.filter((link) => [link.a, link.b].includes(area.id)).map((link) => [link.a === area.id ? link.b : link.a, over[link.kind] ?? '']);
  return [...area.adjacent.filter((id) => !linked.some(([other]) => other === id)).map((id) => [id, '']), ...linked];
}

export function outcomeWords(outcome) {
  const winner = SIDE[outcome.winner];
  if (outcome.resigned) return `${SIDE[outcome.resigned]} resigns: ${winner.replace('The', 'the')} wins.`;
  return outcome.winner === 'none' ? `A draw in ${outcome.year}.` : `${winner} wins: ${GRADE[outcome.grade]} in ${outcome.year}.`;
}
