// forces.js: where the corps are: the list of armies and boxes, and the card of an area.
import { el, redraw } from '/shell/dom.js';
import { oneStop, term } from '/shell/tips.js';
import { ALIGNMENT, SIDE } from './words.js';

export function corpsChip(book, id, corps, side) {
  const r = book.rating(id, corps?.spent);
  const chip = term(book.corpsName(id), `${book.corpsName(id)}: ${book.ratingWords(id, corps?.spent)}.`, { class: `chip ${side} ${corps?.spent ? 'spent' : ''}` });
  chip.append(el('small', {}, ` ${r?.battle}-${r?.move}-${r?.seniority}`));
  return chip;
}

const headings = (list) => el('thead', {}, el('tr', {}, ...list.map((text) => el('th', { scope: 'col' }, text))));
const knownOf = (book, position, stack) => book.corpsAt(stack.area, position).filter((id) => book.side(id, position) === stack.seat);

function stackRow(book, position, stack, look) {
  const known = knownOf(book, position, stack);
  const hidden = stack.height - known.length;
  return el('tr', {}, el('td', {}, el('button', { class: 'link', onclick: () => look(stack.area) }, book.name(stack.area))), el('td', {}, SIDE[stack.seat]),
    el('td', {}, ...known.map((id) => corpsChip(book, id, position.corps[id], stack.seat)), hidden > 0 ? ` and ${hidden} unseen` : ''));
}

// A box beside the map.
function section(book, position, title, place, note) {
  const ids = book.corpsAt(place, position);
  const sides = ['french', 'coalition', 'none'].map((side) => [side, ids.filter((id) => book.side(id, position) === side)]).filter(([, own]) => own.length);
  return [el('h3', {}, `${title} (${ids.length})`), note ? el('p', {}, note) : null,
    ...sides.map(([side, own]) => el('div', {}, el('strong', {}, `${SIDE[side]}: `), ...own.map((id) => corpsChip(book, id, position.corps[id], side))))];
}

function areaSelect(book, look) {
  const names = [...book.areas.values()].sort((a, b) => a.name.localeCompare(b.name));
  const select = el('select', { id: 'find-area' }, el('option', { value: '' }, 'choose one'), ...names.map((area) => el('option', { value: area.id }, area.name)));
  select.addEventListener('change', () => { if (select.value) look(select.value, true); });
  return el('div', { class: 'field' }, el('label', { for: 'find-area' }, 'Look at an area'), select);
}

export function renderForces(panel, book, { position }, look) {
  redraw(panel, ...[el('p', {}, 'The numbers of a corps: battle rating, movement rating, seniority. A dashed frame: spent.'),
    areaSelect(book, look),
    el('h3', {}, 'On the map'),
    el('table', { class: 'plain' }, headings(['Area', 'Side', 'Corps']), el('tbody', {}, ...position.stacks.map((stack) => stackRow(book, position, stack, look)))),
    ...section(book, position, 'Reserve', 'reserve', 'May be brought on in the Reinforcement Phase, some only after an event.'),
    ...section(book, position, 'Prisoners Box', 'prisoners', 'Come back to the reserve at the end of the Reinforcement Phase.'),
    ...section(book, position, 'Lost for good', 'lost')].filter(Boolean));
  oneStop(panel);
}

// ---- one area ----

function corpsRow(book, position, id, stack) {
  const { spent, fought, moved } = position.corps[id];
  const r = book.rating(id, spent);
  return el('tr', {}, el('td', {}, `${book.corpsName(id)}${id === stack.leader ? ' \u2605' : ''}`), ...[r.battle, r.move, r.seniority].map((n) => el('td', { class: 'n' }, String(n))),
    el('td', {}, `${spent ? 'spent' : 'fresh'}${fought ? ', fought' : moved ? ', moved' : ''}`));
}

function stackTable(book, position, stack) {
  const known = knownOf(book, position, stack);
  const hidden = stack.height - known.length;
  return el('div', {}, el('h3', {}, `${SIDE[stack.seat]}: ${stack.height} corps`),
    el('table', { class: 'plain' }, headings(['Corps', 'Battle', 'Moves', 'Seniority', '']), el('tbody', {}, ...known.map((id) => corpsRow(book, position, id, stack)))),
    hidden > 0 ? el('p', {}, `and ${hidden} unseen`) : null);
}

// Areas that can be marched to, with what lies between: [id, words].
function near(area, links) {
  const over = { strait: ' (strait)', ice: ' (over the ice, in winter)' };
  const linked = links.filter((link) => [link.a, link.b].includes(area.id)).map((link) => [link.a === area.id ? link.b : link.a, over[link.kind] ?? '']);
  return [...area.adjacent.filter((id) => !linked.some(([other]) => other === id)).map((id) => [id, '']), ...linked];
}

function terrainWords(book, area, position) {
  const capitals = book.board.countries.filter((country) => country.capital_area === area.id && (country.kind !== 'detachable' || position.countries[country.id]?.alignment));
  return [area.coastal ? 'coast' : '', area.mountain ? 'mountains' : '', area.marsh ? 'marsh' : '', area.barren ? 'barren' : '', capitals.length ? `capital of ${capitals.map((c) => c.name).join(', ')}` : ''].filter(Boolean).join(', ');
}

// What the card of an area says. look(id) shows another one.
export function placeBody(book, position, id, look) {
  const area = book.areas.get(id);
  const terrain = terrainWords(book, area, position);
  const neighbours = near(area, book.board.special_links).flatMap(([other, how], i) => [i ? ', ' : '', el('button', { class: 'link', onclick: () => look(other) }, book.name(other)), how]);
  return [el('p', {}, `${book.ownerName(id, position)}: ${ALIGNMENT[book.owners(position).get(id)] ?? ''}${terrain ? `; ${terrain}` : ''}.`),
    ...position.stacks.filter((stack) => stack.area === id).map((stack) => stackTable(book, position, stack)),
    el('p', {}, 'Neighbours: ', ...neighbours, '.')];
}
