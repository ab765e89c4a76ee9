// forces.js: where forces are: the list of them, sieges, supply; and the card of a hex.
import { el, redraw } from '/shell/dom.js';
import { oneStop, term } from '/shell/tips.js';
import { stacksOf } from './book.js';
import { COLOURS, MARKS, SEAT_OF, SIDE, TERRAIN, TYPES, colours, typeName } from './words.js';

const headings = (list) => el('thead', {}, el('tr', {}, ...list.map((text) => el('th', { scope: 'col' }, text))));
const placeLink = (book, id, look) => el('button', { class: 'link', onclick: () => look(id) }, book.name(id));
const marksOf = (one) => Object.entries(MARKS).filter(([mark]) => one[mark]).map(([, [, words]]) => words);

function chip(colour, text) {
  const part = el('span', { class: 'colour-chip' }, text);
  [part.style.background, part.style.color] = colours(colour);
  return part;
}

export function leaderChip(book, leader, side) {
  const facts = book.leaders.get(leader.id);
  return term(`${facts.name} ${facts.leadership}`, `${facts.name}: leadership ${facts.leadership}, leads up to ${facts.capacity} SP, rides ${facts.move} movement points without troops.`, { class: `chip ${SEAT_OF[side]}` });
}

export const unitWords = (book, unit) => (unit.hidden ? 'troops' : `${unit.sp} ${book.nations.get(unit.nation)?.adjective ?? unit.nation} ${TYPES[unit.type]}`);
const strengthWords = (one) => (one.hidden ? 'troops of unknown strength' : one.units.length ? `${one.sp} SP${one.cavalry ? `, ${one.cavalry} of them cavalry` : ''}` : 'no troops');

// ---- the list ----

function stackRow(book, one, look) {
  return el('tr', {}, el('td', {}, placeLink(book, one.hex, look), one.inside ? ' (in the city)' : ''), el('td', { class: 'n' }, one.colours.map((colour) => chip(colour, one.hidden ? '?' : String(one.units.filter((unit) => unit.colour === colour).reduce((n, unit) => n + unit.sp, 0))))[0] ?? '\u2013', ...one.colours.slice(1).map((colour) => chip(colour, one.hidden ? '?' : String(one.units.filter((unit) => unit.colour === colour).reduce((n, unit) => n + (unit.sp ?? 0), 0))))),
    el('td', {}, ...one.leaders.map((leader) => leaderChip(book, leader, one.side)), ' ', marksOf(one).join(', ')));
}

function sideForces(book, stacks, side, look) {
  const rows = [...stacks.values()].flat().filter((one) => one.side === side).sort((a, b) => b.sp - a.sp);
  if (!rows.length) return [];
  return [el('h3', {}, `${SIDE[side]}: ${rows.reduce((sum, one) => sum + one.sp, 0)} SP on the map${rows.some((one) => one.hidden) ? ' that are seen' : ''}`), el('table', { class: 'plain forces' }, headings(['Where', 'SP', 'Leaders']), el('tbody', {}, ...rows.map((one) => stackRow(book, one, look))))];
}

function sieges(book, position, look) {
  const rows = Object.entries(position.cities).filter(([, city]) => city.siege);
  if (!rows.length) return [];
  const garrison = (city) => position.units.filter((unit) => unit.hex === city.hex && unit.inside).reduce((n, unit) => n + (unit.sp ?? 0), 0);
  return [el('h3', {}, 'Sieges'), el('table', { class: 'plain sieges' }, headings(['City', 'Besieger', 'Falls on', 'Garrison']), el('tbody', {}, ...rows.map(([id, { siege, besieger }]) => el('tr', {}, el('td', {}, placeLink(book, book.cities.get(id).hex, look)), el('td', {}, SIDE[besieger]), el('td', {}, `a die of ${siege} or less (${Math.round((100 * siege) / 6)} %)`), el('td', { class: 'n' }, `${garrison(book.cities.get(id))} SP`)))))];
}

const AWAY = { withdrawn: 'called away', waiting: 'on his way back', injured: 'wounded', captured: 'captured', dead: 'killed' };
function away(book, position) {
  const list = position.leaders.filter((leader) => AWAY[leader.away]);
  return list.length ? [el('details', {}, el('summary', {}, `Leaders off the map (${list.length})`), el('p', {}, list.map((leader) => `${book.leaders.get(leader.id).name} (${AWAY[leader.away]}${leader.months && leader.away === 'injured' ? `, ${leader.months} more months` : ''})`).join('; '), '.'))] : [];
}

function citySelect(book, look) {
  const names = [...book.cities.values()].sort((a, b) => a.name.localeCompare(b.name));
  const select = el('select', { id: 'find-city' }, el('option', { value: '' }, 'choose one'), ...names.map((city) => el('option', { value: city.hex }, city.name)));
  select.addEventListener('change', () => { if (select.value) look(select.value, true); });
  return el('div', { class: 'field' }, el('label', { for: 'find-city' }, 'Look at a city'), select);
}

export function renderForces(panel, book, { position }, look) {
  const stacks = stacksOf(book, position);
  redraw(panel, citySelect(book, look), ...sieges(book, position, look), ...['france', 'coalition', 'neutral'].flatMap((side) => sideForces(book, stacks, side, look)), ...away(book, position));
  oneStop(panel);
}

// ---- supply ----

export function renderSupply(panel, book, { position }, look, canvas) {
  const rows = Object.keys(position.supply).map((colour) => {
    const own = position.units.filter((unit) => unit.colour === colour && unit.hex && unit.side !== 'neutral');
    const cut = own.filter((unit) => !unit.inside && !book.supplied(colour, book.hexes.get(unit.hex), position));
    const hexes = [...new Set(cut.map((unit) => unit.hex))];
    return el('div', { class: 'supply' }, el('p', {}, chip(colour, `${own.reduce((n, unit) => n + (unit.sp ?? 0), 0)} SP${own.some((unit) => unit.hidden) ? ' seen' : ''}`), ` ${COLOURS[colour][2]} `,
      el('button', { class: 'small', 'aria-pressed': String(canvas.fixed === colour), onclick: () => { canvas.keepSupply(canvas.fixed === colour ? null : colour); renderSupply(panel, book, { position }, look, canvas); } }, canvas.fixed === colour ? 'Hide' : 'Show on the map')),
    hexes.length ? el('p', { class: 'bad' }, 'Out of supply: ', ...hexes.flatMap((id, i) => [i ? ', ' : '', placeLink(book, id, look)]), '.') : el('p', {}, own.length ? 'All are in supply.' : 'No troops on the map.'));
  });
  panel.drawn = null; // buttons say what is shown
  redraw(panel, el('p', {}, 'Supply comes from the cities of a colour and is handed on over three movement points from hex to hex by its strength points, each a depot (6). Green on the map: where it comes now.'), ...rows);
}

// ---- one hex ----

function stackView(book, position, one) {
  const force = position.forces?.find((other) => other.hex === one.hex && one.colours.includes(other.colour));
  const supply = one.inside || !one.units.length || one.hidden ? null : one.colours.every((colour) => book.supplied(colour, book.hexes.get(one.hex), position));
  const unled = position.forces && !force && one.side === position.side && one.units.length > 0 && !one.leaders.length && !one.moved && !one.inside;
  return el('div', {}, el('h3', {}, `${SIDE[one.side]}${one.inside ? ' in the city' : ''}: ${strengthWords(one)}`),
    one.leaders.length ? el('p', {}, ...one.leaders.map((leader) => leaderChip(book, leader, one.side))) : null,
    one.units.length && (!one.hidden || marksOf(one).length) ? el('p', {}, one.units.map((unit) => unitWords(book, unit)).join(', '), marksOf(one).length ? ` (${marksOf(one).join(', ')})` : '', '.') : null,
    supply === null ? null : el('p', { class: supply ? '' : 'bad' }, supply ? 'In supply here.' : 'Out of supply here.'),
    force ? el('p', {}, `The stack has ${force.movement} movement points and reaches ${force.reach.length} hexes.`) : null,
    unled ? el('p', {}, 'It stays: infantry marches only under a leader (7.1).') : null);
}

function cityWords(book, position, city) {
  const { control, siege, besieger } = position.cities[city.id] ?? {};
  const level = { capital: 'capital', major: 'major city', minor: 'minor city' }[city.level];
  const parts = [`${level}${city.port ? ' and port' : ''}`, control === 'neutral' || !control ? 'held by nobody' : `held by ${SIDE[control].replace('The ', 'the ')}`, `shelters ${city.garrison_limit} SP`,
    { red: 'produces troops', landwehr: 'produces Landwehr', naval: 'produces ships' }[city.production] ?? '', book.deciding.has(city.id) ? 'decides the scenario' : '', siege ? `besieged by ${SIDE[besieger].replace('The ', 'the ')}, falls on a die of ${siege} or less` : ''];
  return `${city.name}: ${parts.filter(Boolean).join(', ')}.`;
}

function wayWords(book, hex, next) {
  const side = book.side(hex.id, next.id);
  const words = { river: side?.bridge ? ' (bridge)' : ' (river)', pass: ' (pass)', ferry: ' (ferry)', strait: ' (strait)' };
  return side ? words[side.kind] : '';
}

function seaBody(book, position, id) {
  const ships = (position.ships ?? []).filter((ship) => ship.sea === id);
  const side = (name) => ships.filter((ship) => position.nations[ship.nation]?.side === name).length;
  return [el('p', {}, ships.length ? `Ships here: ${['france', 'coalition'].filter(side).map((name) => `${SIDE[name]} ${side(name)}`).join(', ')}.` : 'No ships here.')];
}

// "4 French squadrons, 1 French transport (damaged)".
function shipsWords(book, ships) {
  const kinds = new Map();
  for (const ship of ships) {
    const marks = `${ship.damaged ? ' (damaged)' : ''}${ship.in_port ? '' : ' off the coast'}`;
    const key = `${ship.nation} ${ship.type}${marks}`;
    kinds.set(key, { ship, marks, n: (kinds.get(key)?.n ?? 0) + 1 });
  }
  return [...kinds.values()].map(({ ship, marks, n }) => `${n} ${book.nations.get(ship.nation).adjective} ${typeName(ship.type, n)}${marks}`).join(', ');
}

// Whose land a hex is: "Bavaria (France)", but "France".
function ownerWords(book, owner, position) {
  const name = book.nationName(owner), side = SIDE[position.nations[owner].side];
  return name === side ? name : `${name} (${side})`;
}

// What the card of a hex says. look(id) shows another one.
export function placeBody(book, position, id, look) {
  if (book.seas.has(id)) return seaBody(book, position, id);
  const hex = book.hexes.get(id);
  const city = book.cityAt.get(id);
  const [terrain, cost] = TERRAIN[hex.terrain] ?? [hex.terrain, ''];
  const owner = book.owner(hex, position);
  const shut = { '#': 'Nobody may go there in this scenario.', f: 'Only France may go there.', c: 'Only the Coalition may go there.' }[position.shut[hex.index]];
  const groups = stacksOf(book, position).get(id) ?? [];
  const ships = (position.ships ?? []).filter((ship) => ship.hex === id);
  return [el('p', {}, `${owner ? ownerWords(book, owner, position) : 'Land of no state in play'}; ${terrain}: ${city ? '1 movement point into the city' : cost}; hex ${id}.`), city ? el('p', {}, cityWords(book, position, city)) : null,
    shut ? el('p', {}, shut) : null, position.entrenched.includes(id) ? el('p', {}, 'Entrenched: +1 for the defender.') : null,
    ...groups.map((one) => stackView(book, position, one)), ships.length ? el('p', {}, `Ships: ${shipsWords(book, ships)}.`) : null,
    el('p', { class: 'neighbours' }, 'Next to it: ', ...book.neighbours(hex).filter((next) => next && next.type !== 'sea').flatMap((next, i) => [i ? ', ' : '', placeLink(book, next.id, look), wayWords(book, hex, next)]), '.')].filter(Boolean);
}

// A group that is being made up: who stands there, who goes so far, and how many the leaders take along (7.1).
function makingView(book, { units, group, side, own, led }) {
  const here = units.filter((unit) => unit.hex === group.hex && unit.side === side && unit.colour === group.colour && !unit.moved && !unit.inside);
  const sum = (list) => list.reduce((n, unit) => n + unit.sp, 0);
  const place = book.name(group.hex).replace(/^./, (first) => first.toUpperCase());
  if (!here.length) return el('div', { class: 'march' }, el('p', {}, `${place}: no troops, leaders alone.`), led.length ? el('p', {}, 'Going: ', ...led.map((leader) => leaderChip(book, leader, leader.side))) : null);
  const most = Math.max(...led.map((leader) => book.leaders.get(leader.id).capacity));
  const limit = led.length ? `They take up to ${most} SP along, however many leaders go.` : 'A leader takes ten SP along, one of leadership 3 twelve; without one only cavalry goes.';
  return el('div', { class: 'march' }, el('p', {}, `${place}: ${sum(here)} SP (${here.filter((unit) => !unit.group).map((unit) => unitWords(book, unit)).join(', ') || 'all go'}).`),
    el('p', {}, ...(led.length ? ['Going: ', ...led.map((leader) => leaderChip(book, leader, leader.side)), own.length ? ` ${own.map((unit) => unitWords(book, unit)).join(', ')} (${sum(own)} SP). ` : ' '] : []), limit));
}

// The group in hand, above the decisions of its march; of the program's words what these do not say.
export function groupView(book, { units, leaders, group, step, side }, words) {
  const own = units.filter((unit) => unit.hex === group.hex && unit.group), led = leaders.filter((leader) => leader.hex === group.hex && leader.group);
  if (['leader', 'take', 'take_rows'].includes(step)) return makingView(book, { units, group, side, own, led });
  if (!own.length && !led.length) return null;
  const left = group.allowance - group.spent;
  return el('div', { class: 'march' }, el('p', {}, ...led.map((leader) => leaderChip(book, leader, leader.side)), ` ${own.map((unit) => unitWords(book, unit)).join(', ') || 'no troops'}, ${book.name(group.hex)}: ${left > 0 ? `${left} of ${group.allowance} movement points left` : 'all movement points are spent'}.`), ...(words ?? '').split('\n').filter((line) => line && !line.startsWith('Under way')).map((line) => el('p', {}, line)));
}
