// forces.js: where forces are: the list of them and of the boxes beside the map, and the card of a zone.
import { el, redraw } from '/shell/dom.js';
import { oneStop, term } from '/shell/tips.js';
import { groupsOf, withMarchers } from './book.js';
import { sentence } from '/shell/words.js';
import { underWay } from './map.js';
import { MARKS, SEAT_OF, SIDE, statusWords } from './words.js';

const headings = (list) => el('thead', {}, el('tr', {}, ...list.map((text) => el('th', { scope: 'col' }, text))));
const marksOf = (piece) => Object.entries(MARKS).filter(([mark]) => piece[mark]).map(([, [, words]]) => words);

// A piece as a word that tells its values.
export function pieceChip(book, piece, side) {
  const values = book.values(piece.id, piece.steps);
  const chip = term(`${book.name(piece.id)}${piece.commands ? ' \u2605' : ''}`, `${book.name(piece.id)}${piece.nation ? ` (${book.nationName(piece.nation)})` : ''}${values ? `: ${values}` : ''}${piece.commands ? '; commands' : ''}.`, { class: `chip ${SEAT_OF[side]}` });
  if (piece.steps !== undefined) chip.append(el('small', {}, ` ${piece.steps}`));
  return chip;
}

const listed = (book, ids) => new Intl.ListFormat('en').format(ids.map((id) => book.name(id)));

function strengthWords(one) {
  const parts = [];
  if (one.units || !one.covered) parts.push(`${one.steps} ${one.steps === 1 ? 'step' : 'steps'}`);
  if (one.covered) parts.push(`${one.covered} covered ${one.covered === 1 ? 'counter' : 'counters'}`);
  return parts.join(' and ');
}

// ---- the list ----

function forceRow(book, zone, one, look) {
  return el('tr', {}, el('td', {}, el('button', { class: 'link', onclick: () => look(zone.id) }, book.name(zone.id)), one.inside ? ' (fortress)' : ''),
    el('td', {}, strengthWords(one)), el('td', {}, ...(one.leader ? [pieceChip(book, one.leader, one.side)] : one.pieces.slice(0, 1).map((piece) => pieceChip(book, piece, one.side))),
      [...new Set(one.pieces.flatMap(marksOf))].join(', ')));
}

function sideForces(book, position, side, look) {
  const rows = position.zones.flatMap((zone) => groupsOf(zone).filter((one) => one.side === side).map((one) => ({ zone, one })));
  if (!rows.length) return [];
  const steps = rows.reduce((sum, { one }) => sum + one.steps, 0);
  rows.sort((a, b) => b.one.steps - a.one.steps);
  return [el('h3', {}, `${SIDE[side]}: ${steps} steps on the map`),
    el('table', { class: 'plain' }, headings(['Zone', 'Strength', 'Under']), el('tbody', {}, ...rows.map(({ zone, one }) => forceRow(book, zone, one, look))))];
}

const BOXES = { reserve: 'Reserve', reinforcement: 'To come as reinforcements', next_budget: 'Back in the next budget', year_after: 'Back in the budget of the year after', foreign_war: 'In foreign wars', aboard: 'Aboard fleets', held: 'Held back' };

function boxes(book, position) {
  return Object.entries(BOXES).filter(([id]) => position.off_map[id]?.length).map(([id, title]) => el('details', {}, el('summary', {}, `${title} (${position.off_map[id].length})`),
    el('p', {}, position.off_map[id].map((piece) => `${book.name(piece)}${book.values(piece) ? ` (${book.values(piece)})` : ''}`).join('; '))));
}

function zoneSelect(book, look) {
  const names = [...book.zones.values(), ...book.seas.values()].sort((a, b) => a.name.localeCompare(b.name));
  const select = el('select', { id: 'find-zone' }, el('option', { value: '' }, 'choose one'), ...names.map((zone) => el('option', { value: zone.id }, zone.name)));
  select.addEventListener('change', () => { if (select.value) look(select.value, true); });
  return el('div', { class: 'field' }, el('label', { for: 'find-zone' }, 'Look at a zone'), select);
}

export function renderForces(panel, book, { position }, look) {
  redraw(panel, zoneSelect(book, look), ...['empire', 'coalition', 'none'].flatMap((side) => sideForces(book, position, side, look)), el('h3', {}, 'Off the map'), ...boxes(book, position));
  oneStop(panel);
}

// Who stands where a force marches, in the field: the marchers apart from friends beside them.
const inTheField = (position, { zone, ...march }) => groupsOf(position.zones.find((one) => one.id === zone)).filter((one) => !one.inside).flatMap((one) => withMarchers(one, march));
const fieldTitle = (one) => `${one.beside ? 'beside it' : SIDE[one.side]}, ${strengthWords(one)}`;

// The same in short: choices are to stay in sight.
export function marchView(book, position, march) {
  const words = inTheField(position, march).map((one) => fieldTitle(one) + (one.leader ? ` under ${book.name(one.leader.id)}` : one.units === 1 ? `: ${book.name(one.pieces.find((piece) => piece.steps !== undefined).id)}` : ''));
  return el('div', { class: 'march' }, el('p', {}, el('strong', {}, words.join('; '))), farView(position));
}

// How a force under way is sent farther than a step; null: there is none.
export function farView(position) {
  const far = (underWay(position)?.reach.length ?? 0) > 0;
  if (position.step === 'walk') return el('p', { class: 'soft' }, `Movement points left: ${position.walk?.movement_points ?? 0}.${far ? ' A click on any zone within reach (edged in green) takes the force there; it then stops, or goes on.' : ''}`);
  const strained = underWay(position)?.forced?.flat().length > 0;
  return far || strained ? el('p', { class: 'soft' }, `A click on any zone within reach (edged in green) marches there${strained ? '; what only a forced march reaches is edged in red' : ''}.`) : null;
}

// How a force is activated by the mouse; null: it is not asked for one.
export function spendView({ choices, position: { step } }) {
  const asked = step === 'spend' ? choices?.some(({ thing }) => thing === 'land') : choices && ['spend_power', 'spend_zone'].includes(step);
  return asked ? el('p', { class: 'soft' }, 'A click on a force of yours activates it; dragged, all of it marches to where you let go. Edged in red under the mouse: only by a forced march.') : null;
}

// The same side by side, as words that explain themselves.
export function marchSheet(book, position, march) {
  return el('div', { class: 'march' }, ...inTheField(position, march).map((one) => el('p', {}, el('strong', {}, `${sentence(fieldTitle(one))}: `), ...one.pieces.map((piece) => pieceChip(book, piece, one.side)))));
}

// ---- one zone ----

function pieceRow(book, piece) {
  return el('tr', {}, el('td', {}, `${book.name(piece.id)}${piece.commands ? ' \u2605' : ''}${book.kind(piece.id) === 'depot' ? (piece.fixed ? ' (fixed)' : ' (mobile)') : ''}`), el('td', { class: 'n' }, piece.steps === undefined ? '' : String(piece.steps)),
    el('td', {}, [book.values(piece.id, piece.steps), ...marksOf(piece)].filter(Boolean).join(', ')));
}

function supplyWords(book, force) {
  if (force.supplied === undefined) return [];
  const line = force.line ?? [];
  const reach = (force.reach ?? []).filter((id) => !force.through?.includes(id));
  const way = line.length > 2 ? ` by way of ${listed(book, line.slice(1, -1))}` : '';
  const supply = force.supplied ? (line.length > 1 ? `In supply from ${book.name(line.at(-1))}${way}.` : 'In supply here.') : 'Out of supply.';
  return [el('p', { class: force.supplied ? '' : 'bad' }, supply),
    el('p', {}, reach.length ? `With ${force.movement} movement points it reaches ${listed(book, reach)}.` : `It has ${force.movement} movement points.`)];
}

function groupView(book, position, zone, one) {
  const force = one.inside ? null : position.forces?.find((other) => other.zone === zone && other.side === one.side);
  const title = `${SIDE[one.side]}${one.inside ? ' in the fortress' : ''}: ${strengthWords(one)}`;
  return el('div', {}, el('h3', {}, title), one.pieces.length ? el('table', { class: 'plain' }, headings(['', 'Steps', '']), el('tbody', {}, ...one.pieces.map((piece) => pieceRow(book, piece)))) : null,
    ...(force ? supplyWords(book, force) : []));
}

function fortressWords(zone) {
  if (!zone.fortress) return [];
  if (zone.fortress === 'destroyed') return ['a destroyed fortress'];
  const siege = zone.siege === undefined ? '' : `, besieged with marker ${zone.siege}`;
  return [`a fortress of level ${zone.fortress_level}, active for ${zone.fortress_side === 'none' ? 'nobody' : `the ${SIDE[zone.fortress_side]}`}${siege}`];
}

const TERRAIN = { river: ' (river)', river_bridge: ' (bridge)', mountain_pass: ' (pass)', mountain: ' (mountains)', strait: ' (strait)', full_movement: ' (takes all movement points)', none: '' };

function fleetsAt(book, position, id) {
  const where = { port: 'in port', box: 'blockading', sea: 'at sea' };
  return position.fleets.filter((fleet) => fleet.place === id && fleet.at !== 'special').map((fleet) => `${fleet.id ? book.name(fleet.id) : 'A fleet'} (${book.nationName(fleet.nation)}, ${where[fleet.at]})`);
}

const linksTo = (book, list, look) => list.flatMap(([id, how], i) => [i ? ', ' : '', el('button', { class: 'link', onclick: () => look(id) }, book.name(id)), how]);

function seaBody(book, position, sea, look) {
  const fleets = fleetsAt(book, position, sea.id);
  const ports = book.board.ports.filter((port) => port.sea_zones.includes(sea.id)).map((port) => [port.zone, '']);
  return [el('p', {}, fleets.length ? `Here: ${fleets.join('; ')}.` : 'No fleet at sea here.'), el('p', {}, 'Ports: ', ...linksTo(book, ports, look), '.'), el('p', {}, 'Next to it: ', ...linksTo(book, sea.adjacent.map((id) => [id, '']), look), '.')];
}

// What the card of a zone says. look(id) shows another one.
export function placeBody(book, position, id, look) {
  const sea = book.seas.get(id);
  if (sea) return seaBody(book, position, sea, look);
  const facts = book.zones.get(id);
  const zone = position.zones.find((one) => one.id === id);
  const nation = position.nations.find((one) => one.id === zone.owner);
  const is = [book.capitals.has(id) ? 'a capital' : '', facts.key ? 'a key zone' : '', ...fortressWords(zone), facts.port ? 'a port' : '', facts.terrain === 'normal' ? '' : facts.terrain, facts.poor ? 'poor land' : ''].filter(Boolean);
  const fleets = fleetsAt(book, position, id);
  return [el('p', {}, `${book.nationName(zone.owner)} (${statusWords(nation?.status ?? '')})${zone.marker ? `, held by the ${SIDE[zone.marker]}` : ''}${is.length ? `: ${is.join(', ')}` : ''}.`),
    ...groupsOf(zone).map((one) => groupView(book, position, id, one)), fleets.length ? el('p', {}, `Fleets: ${fleets.join('; ')}.`) : null,
    el('p', {}, 'Neighbours: ', ...linksTo(book, book.neighbours.get(id).map(([next, terrain]) => [next, TERRAIN[terrain] ?? '']), look), '.')].filter(Boolean);
}
