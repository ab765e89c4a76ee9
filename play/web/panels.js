// panels.js: the tabs beside the map: hand, log, forces, cards, dice, rules; and the card of an area.
import { ALIGNMENT, GRADE, HELP, PHASES, SIDE, SIDE_SHORT, SYMBOLS, clauseWords } from './words.js';

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

export const dieFace = (value, seat) => el('span', { class: `die ${seat ?? ''}`, title: `${SIDE_SHORT[seat] ?? ''} die: ${value}` }, String(value));
const clause = (text) => (text ? el('abbr', { class: 'clause', title: clauseWords(text) }, text) : null);

// ---- hand and piles ----

const PHASE_NAMES = Object.fromEntries(PHASES.map(([id, name]) => [id, name]));
const when = (card) => card.phases.map((phase) => PHASE_NAMES[phase] ?? (phase === 'battle' ? 'Battle' : phase === 'anytime' ? 'Any time' : phase)).join(', ');

export function cardView(book, id, seat, play) {
  const card = book.cards.get(id);
  const usable = card.players === 'both' || card.players === seat;
  return el('article', { class: `playing-card ${card.players} ${card.red_title ? 'red' : ''} ${play ? 'playable' : ''}` },
    el('strong', {}, card.title), ' ',
    el('span', { class: 'when', title: card.timing }, `${when(card)}${usable || seat === 'both' ? '' : ' \u2013 an event of the other side: for you it only pays'}${card.red_title ? ' \u2013 red: the opponent may pick it up when you discard it' : ''}`),
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
  panel.replaceChildren(...parts);
}

export function renderPiles(panel, book, state) {
  const { position } = state;
  const list = (ids) => (ids.length ? el('div', {}, ...ids.map((id) => el('span', { class: 'chip', title: book.cards.get(id)?.effect }, book.cardTitle(id)))) : el('p', {}, 'none'));
  panel.replaceChildren(
    el('p', {}, `${position.deck_size} cards in the deck.`),
    el('h3', {}, `Discard pile, newest first (${position.discard.length})`), list(position.discard),
    el('h3', {}, 'Set aside'), list(position.set_aside),
    el('h3', {}, 'Lasting events'), el('p', {}, position.events.length ? position.events.map((id) => book.name(id)).join(', ') : 'none'),
    el('h3', {}, 'All cards'),
    el('details', {}, el('summary', {}, 'What each card does'), el('div', { class: 'cards' }, ...book.board.cards.map((card) => cardView(book, card.id, 'both', null)))));
}

// ---- forces ----

function corpsChip(book, id, corps, side) {
  return el('span', { class: `chip ${side} ${corps?.spent ? 'spent' : ''}`, title: `${book.corpsName(id)}: ${book.ratingWords(id, corps?.spent)}`, tabindex: '0' },
    book.corpsName(id), el('small', {}, ` ${book.rating(id, corps?.spent)?.battle}-${book.rating(id, corps?.spent)?.move}-${book.rating(id, corps?.spent)?.seniority}`));
}

export function renderForces(panel, book, state) {
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
    return el('tr', {}, el('td', {}, book.name(stack.area)), el('td', {}, SIDE_SHORT[stack.seat]), el('td', {}, ...known.map((id) => corpsChip(book, id, position.corps[id], stack.seat)), hidden > 0 ? ` and ${hidden} unseen` : ''));
  });
  panel.replaceChildren(...[el('p', {}, 'The numbers of a corps: battle rating, movement rating, seniority. A dashed frame: spent.'),
    el('h3', {}, 'On the map'),
    el('table', { class: 'plain' }, el('thead', {}, el('tr', {}, el('th', {}, 'Area'), el('th', {}, 'Side'), el('th', {}, 'Corps'))), el('tbody', {}, ...armies)),
    ...section('Reserve', 'reserve', 'May be brought on in the Reinforcement Phase, some only after an event.'),
    ...section('Prisoners Box', 'prisoners', 'Come back to the reserve at the end of the Reinforcement Phase.'),
    ...section('Lost for good', 'lost')].filter(Boolean));
}

// ---- log and battles ----

const cardChip = (book, id) => el('span', { class: 'chip', title: book.cards.get(id)?.effect, tabindex: '0' }, book.cardTitle(id));

// A battle fought: strength, die and the row of the table of each side, then what made the strength.
export function battleView(book, detail) {
  const role = (s, i) => `${SIDE_SHORT[s.seat]} ${i === 0 ? 'attacks' : 'defends'}`;
  const signed = (n) => (n ? ` ${n > 0 ? '+' : '\u2212'}${Math.abs(n)}` : '');
  const row = (s, i) => el('tr', { class: s.seat }, el('th', { scope: 'row' }, role(s, i)), el('td', {}, el('strong', {}, String(s.strength))),
    el('td', {}, dieFace(s.die, s.seat), signed(s.die_modifier)),
    ...s.row.map((n, k) => el('td', { class: `cell ${k + 1 === s.face ? 'hit' : ''}`, title: `strength ${s.strength}, die ${k + 1}: ${n} losses` }, String(n))));
  const made = (s, i) => {
    const corps = s.corps.map((c) => `${book.corpsName(c.id)} ${c.rating}${c.home ? ` +${c.home} at home` : ''}${c.sea ? ` ${c.sea} from the sea` : ''}`);
    if (s.card_strength) corps.push(`cards ${signed(s.card_strength).trim()}`);
    return el('p', {}, el('strong', {}, `${role(s, i)}: `), `${corps.join(', ')} \u2013 strength ${s.strength}. `, ...s.cards.map((id) => cardChip(book, id)));
  };
  const tie = detail.tie_break;
  return el('div', { class: 'battle' },
    el('table', {}, el('thead', {}, el('tr', {}, ...['Side', 'Strength', 'Die'].map((t) => el('th', { scope: 'col' }, t)), ...[1, 2, 3, 4, 5, 6].map((n) => el('th', { scope: 'col', class: 'cell', title: `losses inflicted by a ${n}` }, String(n))))), el('tbody', {}, ...detail.sides.map(row))),
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
      el('td', {}, ...(corps.length ? corps : ['nobody yet']), ...s.cards.map((id) => cardChip(book, id))), el('td', {}, el('strong', { title: 'battle ratings, corps at home and cards so far' }, s.strength === null ? '\u2013' : String(s.strength))));
  };
  const other = battle.attacker === 'french' ? 'coalition' : 'french';
  return el('div', { class: 'battle' }, el('table', {}, el('thead', {}, el('tr', {}, ...['Side', 'Engaged, with cards', 'Strength'].map((t) => el('th', { scope: 'col' }, t)))), el('tbody', {}, side(battle.attacker), side(other))));
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
  panel.replaceChildren(
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
  panel.replaceChildren(el('p', {}, 'What each phase is about, in short. The numbers beside lines of the log name the clause of the rulebook.'),
    ...Object.entries(HELP).map(([id, [title, texts]]) => el('details', { open: id === now }, el('summary', {}, el('strong', {}, title)), ...texts.map((text) => el('p', {}, text)))));
}

// ---- the map's key, the tracks, an area ----

export function renderKey(box) {
  box.replaceChildren(el('ul', {},
    ...Object.entries(ALIGNMENT).map(([code, words]) => el('li', {}, el('span', { class: `swatch ${code}` }), words)),
    ...SYMBOLS.map(([symbol, words]) => el('li', {}, el('span', { class: 'swatch' }, symbol), words)),
    el('li', {}, 'Counters: height of the stack and its leader; filled is fresh, hollow is spent.')));
}

export function renderTracks(box, book, position) {
  const setup = book.scenario.setup;
  const rounds = book.board.tables.sequence;
  const cell = (text, now, extra = '', title) => el('span', { class: `cell ${now ? 'now' : ''} ${extra}`, 'aria-current': now ? 'step' : null, title }, text);
  const years = [];
  for (let year = setup.first_year; year <= setup.last_year; year++) years.push(cell(String(year), year === position.year));
  const phases = PHASES.map(([id, name, rule]) => cell(name, id === position.phase, '', `Rules ${rule}`));
  const campaign = [];
  for (let round = 1; round <= rounds.campaign_rounds; round++) campaign.push(cell(String(round), position.phase === 'campaign' && round === position.round, round >= rounds.winter_from_round ? 'winter' : '', round >= rounds.winter_from_round ? 'winter' : ''));
  box.replaceChildren(el('span', { class: 'track years' }, el('span', { class: 'name' }, 'Year'), ...years), el('span', { class: 'track phases' }, ...phases), el('span', { class: 'track rounds' }, el('span', { class: 'name' }, 'Round'), ...campaign));
}

export function renderArea(box, book, state, id, close) {
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
    ...stacks, el('p', {}, `Neighbours: ${area.adjacent.map((n) => book.name(n)).join(', ') || 'by sea only'}.`));
  box.hidden = false;
}

export const outcomeWords = (outcome) => (outcome.resigned ? `${SIDE[outcome.resigned]} resigns: ${SIDE[outcome.winner]} wins.` : outcome.winner === 'none' ? `A draw in ${outcome.year}.` : `${SIDE[outcome.winner]} wins: ${GRADE[outcome.grade]} in ${outcome.year}.`);
