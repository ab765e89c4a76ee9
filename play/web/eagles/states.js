// states.js: the sheets of the grand campaign: states and alliances, production, fleets and their orders.
import { el, redraw } from '/shell/dom.js';
import { term } from '/shell/tips.js';
import { SEAT_OF, SIDE, TYPES, colours, typeName } from './words.js';

const headings = (list) => el('thead', {}, el('tr', {}, ...list.map(([text, tip]) => el('th', { scope: 'col' }, tip ? term(text, tip) : text))));
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `\u2212${-n}` : '0');
const total = (list) => list.reduce((a, b) => a + b, 0);

function flag(book, position, id) {
  const chip = el('span', { class: 'colour-chip' }, '\u00A0');
  [chip.style.background] = colours(position.nations[id].colour);
  return chip;
}

const landSp = (position, id) => total(position.units.filter((unit) => unit.nation === id && unit.hex).map((unit) => unit.sp ?? 0));
const landPool = (position, id) => total(Object.entries(position.nations[id].pool).filter(([type]) => !['S', 'T'].includes(type)).map(([, n]) => n));

function stateRow(book, position, id, look) {
  const capital = book.cities.get(book.nations.get(id).capitals?.[0]);
  const { conquered } = position.campaign;
  const name = capital ? el('button', { class: 'link', onclick: () => look(capital.hex) }, book.nationName(id)) : book.nationName(id);
  const by = position.ledger.conqueror[id];
  const notes = [by ? `neutral, conquered by ${SIDE[by].replace('The ', 'the ')}` : '', conquered[id] ? `conquered ${conquered[id] === 1 ? 'once' : `${conquered[id]} times`}` : ''].filter(Boolean).join('; ');
  return el('tr', {}, el('th', { scope: 'row' }, flag(book, position, id), ' ', name), el('td', { class: 'n' }, String(landSp(position, id))), el('td', { class: 'n' }, String(landPool(position, id))),
    el('td', { class: 'n' }, position.ledger.states[id].modifier === undefined ? '' : signed(position.ledger.states[id].modifier)), el('td', {}, notes));
}

const STATE_COLUMNS = [['State'], ['SP', 'Strength points on the map'], ['Pool', 'Counters that can still be built'], ['Sway', 'Coalition less French points for an attempt at an alliance, four at most: France needs 0 or less with the die and this added, the Coalition 7 or more (13.2).'], ['']];

function sideStates(book, position, side, look) {
  const ids = book.nationIds.filter((id) => position.nations[id]?.side === side);
  if (!ids.length) return [];
  return [el('h3', { class: SEAT_OF[side] }, SIDE[side]), el('table', { class: 'plain states' }, headings(STATE_COLUMNS), el('tbody', {}, ...ids.map((id) => stateRow(book, position, id, look))))];
}

const TREATY = { no_poland: 'The treaty of Tilsit left no Poland.', grand_duchy: 'The treaty of Tilsit made the Grand Duchy of Warsaw.', kingdom: 'The treaty of Tilsit made a Kingdom of Poland.' };

function affairs({ campaign }) {
  return [campaign.spanish_level_counts ? `The level of Spain is ${campaign.spanish_level}: at 0 she turns on France.` : '', TREATY[campaign.treaty] ?? '', campaign.russian_peace_months ? `Russia keeps her peace for ${campaign.russian_peace_months} more months.` : '',
    campaign.exile ? `Napoleon is in exile, month ${campaign.exile_months}.` : '', campaign.returned ? 'Napoleon has come back.' : ''].filter(Boolean).map((words) => el('p', {}, words));
}

// The war as a whole: land strength, squadrons and production of both sides as bars.
function strategic(book, position) {
  const of = (side, list) => total(list(side));
  const rows = [
    ['Strength on the map', (side) => position.units.filter((unit) => unit.side === side && unit.hex).map((unit) => unit.sp ?? 0)],
    ['Squadrons', (side) => (position.ships ?? []).filter((ship) => ship.type === 'S' && position.nations[ship.nation]?.side === side).map(() => 1)],
    ['Production cities', (side) => [position.ledger.production_cities[side]]],
    ['Cities', (side) => [Object.values(position.cities).filter((city) => city.control === side).length]],
  ];
  return el('table', { class: 'plain war' }, el('thead', {}, el('tr', {}, el('td', {}), el('th', { scope: 'col' }, 'France'), el('td', {}), el('th', { scope: 'col' }, 'Coalition'))),
    el('tbody', {}, ...rows.map(([title, list]) => { const [a, b] = [of('france', list), of('coalition', list)]; const meter = el('div', { class: 'odds', 'aria-hidden': 'true' }); const part = el('span', { class: 'french' }); part.style.width = `${a + b ? (100 * a) / (a + b) : 50}%`; const rest = el('span', { class: 'coalition' }); rest.style.width = `${a + b ? (100 * b) / (a + b) : 50}%`; meter.append(part, rest); return el('tr', {}, el('th', { scope: 'row' }, title), el('td', { class: 'n' }, String(a)), el('td', {}, meter), el('td', { class: 'n' }, String(b))); })));
}

export function renderStates(panel, book, { position }, look) {
  redraw(panel, el('h3', {}, 'The war'), strategic(book, position), ...affairs(position), ...['france', 'coalition', 'neutral', 'unformed'].flatMap((side) => sideStates(book, position, side, look)));
}

// ---- production ----

const made = ({ red, landwehr, naval }) => [red ? `${red} for troops` : '', landwehr ? `${landwehr} for Landwehr` : '', naval ? `${naval} for ships` : ''].filter(Boolean).join(', ');
const poolWords = (pool) => Object.entries(pool).map(([type, n]) => `${n} ${typeName(type, n)}`).join(', ') || 'empty';

// What a state has, and below what it can still build.
function producerRows(book, position, id) {
  const state = position.ledger.states[id];
  return [el('tr', {}, el('th', { scope: 'row' }, flag(book, position, id), ' ', book.nationName(id)), el('td', {}, made(state.made) || 'none'), el('td', { class: 'n' }, state.dice ? signed(state.dice) : '\u2013'), el('td', { class: 'n' }, state.stored ? String(state.stored) : '\u2013')),
    el('tr', { class: 'pool' }, el('td', { colspan: '4' }, `In the pool: ${poolWords(position.nations[id].pool)}.`))];
}

export function renderProduction(panel, book, { position }) {
  const costs = book.board.tables.production_costs.cost;
  const rows = book.nationIds.filter((id) => ['france', 'coalition'].includes(position.nations[id]?.side) && (made(position.ledger.states[id].made) || landPool(position, id)));
  redraw(panel, el('p', {}, 'In its turn each side throws a die; what a state adds to it, and its cities, give its points. What they buy comes from the pool: lost counters go back to it (13.3).'),
    el('table', { class: 'plain states production' }, headings([['State'], ['Cities', 'Cities that produce, by what they make'], ['Die', 'What the state adds to the die of its side'], ['Kept', 'Production points kept from the last time']]),
      el('tbody', {}, ...rows.flatMap((id) => producerRows(book, position, id)))),
    el('h3', {}, 'What it costs'), el('p', {}, Object.entries(costs).map(([type, cost]) => `${TYPES[type] ?? type} ${cost}`).join('; '), '.'));
}

// The purse of the state that is building, above its choices, and what it can buy costs.
export function purseView(book, { position, choices }) {
  const points = position.ledger?.points;
  if (!points) return null;
  const [, nation] = /^(?:BUILD|STORE)\((\w+),/.exec(choices?.[0]?.move ?? '') ?? [];
  const kinds = [['red', 'for anything'], ['landwehr', 'for Landwehr alone'], ['naval', 'for ships alone'], ['legion', 'for the legion alone']].filter(([kind]) => points[kind]);
  const order = position.step === 'build' ? ' Counters are built in the order of this list: what stands above the one that is built cannot be built after it.' : '';
  return el('p', {}, `${nation ? `${book.nationName(nation)}, production` : 'Production'} points left: ${kinds.map(([kind, words]) => `${points[kind]} ${words}`).join(', ') || 'none'}.${order}`);
}

// ---- at sea ----

const ORDERS = { always: 'intercepts whatever comes', never: 'intercepts nothing', r1: 'intercepts fleets no larger than itself', r32: 'intercepts fleets of two thirds of its size at most', r2: 'intercepts fleets of half its size at most' };

function fleetRows(book, position, side, look) {
  const places = new Map();
  for (const ship of position.ships ?? []) {
    if (position.nations[ship.nation]?.side !== side) continue;
    const key = `${ship.sea ?? ship.hex} ${ship.sea ? '' : ship.in_port}`;
    places.set(key, [...(places.get(key) ?? []), ship]);
  }
  return [...places.values()].map((ships) => {
    const [first] = ships, id = first.sea ?? first.hex;
    const squadrons = ships.filter((ship) => ship.type === 'S').length, damaged = ships.filter((ship) => ship.damaged).length;
    const orders = position.ledger.fleets.find((fleet) => fleet.place === id && fleet.side === side && (first.sea || fleet.in_port === first.in_port));
    const where = first.sea ? '' : first.in_port ? ' (port)' : ' (off the coast)';
    const what = [squadrons ? `${squadrons} ${squadrons === 1 ? 'squadron' : 'squadrons'}` : '', ships.length - squadrons ? `${ships.length - squadrons} ${ships.length - squadrons === 1 ? 'transport' : 'transports'}` : '', damaged ? `${damaged} damaged` : ''].filter(Boolean).join(', ');
    return el('tr', {}, el('td', {}, el('button', { class: 'link', onclick: () => look(id) }, book.name(id)), where), el('td', {}, what), el('td', {}, orders ? ORDERS[orders.orders] ?? '' : 'orders unknown'));
  });
}

const FLEET_COLUMNS = [['Where'], ['Ships'], ['Orders', 'Which enemy fleets this one tries to meet when they enter a sea beside it in the enemy\u2019s turn; squadrons are compared. They are given at the end of one\u2019s own naval step.']];

// How many attempts the fleets of a side make against one and the same fleet.
function attemptsWords(position, side) {
  const attempts = position.ledger.fleets.find((fleet) => fleet.side === side)?.attempts;
  return attempts ? [el('p', { class: 'small' }, `Attempts of all of them to meet one and the same fleet: ${attempts} at most, the largest fleet first.`)] : [];
}

function sideFleets(book, position, side, look) {
  const rows = fleetRows(book, position, side, look);
  return rows.length ? [el('h3', {}, SIDE[side]), el('table', { class: 'plain fleets' }, headings(FLEET_COLUMNS), el('tbody', {}, ...rows)), ...attemptsWords(position, side)] : [];
}

export function renderSea(panel, book, { position }, look) {
  redraw(panel, el('p', {}, 'Squadrons fight and blockade ports, transports carry up to ten cargo points. Orders say which enemy fleets yours intercept: in his turn each of them tries to meet such a fleet when it enters a sea beside it, by a die of 5 or more (4 with Nelson), and then they fight. They are hidden from him (12).'),
    ...['france', 'coalition'].flatMap((side) => sideFleets(book, position, side, look)));
}
