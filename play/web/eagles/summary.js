// summary.js: what happened since one's own turn, by what it was: cities, battles, losses, sieges, arrivals, diplomacy, fleets.
import { el, redraw } from '/shell/dom.js';
import { SEAT_OF, SIDE, SIDE_OF, monthName, typeName } from './words.js';

// Events of the log from the beginning of the enemy's last player-turn on; of both sides: of the last two.
export function eventsSince(log, you) {
  const events = log.filter((line) => line.event).map((line) => ({ ...line.event, text: line.text }));
  const turns = [];
  events.forEach((event, i) => { if (event.kind === 'phase' && turns.at(-1)?.seat !== event.seat) turns.push({ seat: event.seat, i }); });
  const from = you === 'both' ? turns.at(-2) : turns.findLast((turn) => turn.seat !== you);
  return events.slice(from?.i ?? 0);
}

const unitWords = (book, unit, sp) => { const [nation, type] = (unit ?? '').split(','); return `${sp} ${book.nations.get(nation)?.adjective ?? ''} ${typeName(type, sp) ?? 'SP'}`; };
const link = (book, hex, look) => (hex ? el('button', { class: 'link', onclick: () => look(hex) }, book.name(hex)) : 'off the map');

// Losses by side: { french: 3, coalition: 5 }, and their lines.
function losses(book, events, look) {
  const bySide = { france: new Map(), coalition: new Map() };
  for (const event of events.filter((one) => one.kind === 'lost')) {
    const side = SIDE_OF[event.seat] ?? null;
    if (!side) continue;
    const key = `${event.hex} ${event.unit}`;
    const known = bySide[side].get(key);
    bySide[side].set(key, { hex: event.hex, unit: event.unit, sp: (known?.sp ?? 0) + event.sp });
  }
  return ['france', 'coalition'].filter((side) => bySide[side].size).map((side) => {
    const list = [...bySide[side].values()];
    return el('li', { class: SEAT_OF[side] }, el('strong', {}, `${SIDE[side]} loses ${list.reduce((n, one) => n + one.sp, 0)} SP: `), ...list.flatMap((one, i) => [i ? '; ' : '', unitWords(book, one.unit, one.sp), book.cityAt.has(one.hex) ? ' at ' : ' ', link(book, one.hex, look)]));
  });
}

function battles(book, events, look) {
  const hexes = [...new Set(events.filter((one) => one.kind === 'battle_roll').map((one) => one.hex))];
  return hexes.map((hex) => {
    const rounds = events.filter((one) => one.kind === 'battle_roll' && one.hex === hex);
    const [first] = rounds, retreat = events.find((one) => one.kind === 'retreat' && one.from === hex), advance = events.find((one) => one.kind === 'advance' && one.to === hex);
    return el('li', {}, link(book, hex, look), `: ${first.attackers} SP attack ${first.defenders}, ${rounds.length} ${rounds.length === 1 ? 'round' : 'rounds'}${retreat ? '; the defender retreats' : ''}${advance ? '; the attacker advances' : ''}`);
  });
}

// What was built, by kind and city.
function buildings(book, events, look) {
  const made = new Map();
  for (const event of events.filter((one) => one.kind === 'built')) {
    const key = `${event.unit} ${event.city}`;
    made.set(key, { ...event, n: (made.get(key)?.n ?? 0) + 1 });
  }
  return [...made.values()].map(({ seat, unit, city, n }) => {
    const [nation, type] = unit.split(',');
    return el('li', { class: seat }, `${n} ${book.nations.get(nation)?.adjective ?? ''} ${typeName(type, n)} built at `, link(book, book.cities.get(city)?.hex, look));
  });
}

// Voyages from where they began to where they ended, by way of seas.
function voyages(book, events) {
  const place = (words) => (book.seas.has(words) ? `the ${book.seaName(words)}` : words);
  const list = [];
  for (const { seat, ships, from, to } of events.filter((one) => one.kind === 'sailed')) {
    const last = list.at(-1);
    if (last && last.seat === seat && last.ships === ships && last.way.at(-1) === from) last.way.push(to);
    else list.push({ seat, ships, way: [from, to] });
  }
  return list.map(({ seat, ships, way }) => el('li', { class: seat }, `${ships} ${ships === 1 ? 'ship sails' : 'ships sail'} from ${place(way[0])} to ${place(way.at(-1))}${way.length > 2 ? ` by ${way.slice(1, -1).map(place).join(', ')}` : ''}`));
}

// Where troops went, the largest first.
function marches(book, events, look) {
  const list = events.filter((one) => one.kind === 'moved' && one.sp > 0).sort((a, b) => b.sp - a.sp);
  return list.map((one) => el('li', { class: one.seat }, `${one.sp} SP${one.leader ? ` under ${book.leaders.get(one.leader)?.name}` : ''} from `, link(book, one.from, look), ' to ', link(book, one.to, look)));
}

// Arrows of the enemy's marches on the map, on or off.
function arrowsButton(canvas, draw) {
  const hidden = Boolean(canvas.hideMarches);
  return el('button', { class: 'small', 'aria-pressed': String(!hidden), onclick: () => { canvas.hideMarches = !hidden; canvas.showMarches(canvas.marches); draw(); } }, hidden ? 'Show the enemy\u2019s marches on the map' : 'Hide the arrows on the map');
}

const told = (events, kinds) => events.filter((one) => kinds.includes(one.kind)).map((one) => el('li', { class: one.seat }, one.text.replace(/\s*\[[^\]]*\]\s*$/, '')));
const part = (title, rows) => (rows.length ? [el('h3', {}, title), el('ul', { class: 'log summary' }, ...rows)] : []);

export function renderSummary(panel, book, log, state, look, canvas) {
  const events = eventsSince(log, state.you);
  const parts = [
    ...part('Cities', events.filter((one) => one.kind === 'control').map((one) => el('li', { class: SEAT_OF[one.side] }, link(book, book.cities.get(one.city)?.hex, look), one.side === 'neutral' ? ' is held by nobody now' : ` is taken by ${(SIDE[one.side] ?? '').replace('The ', 'the ')}`))),
    ...part('Battles', battles(book, events, look)), ...part('Losses', losses(book, events, look)), ...part('Sieges', told(events, ['siege', 'siege_roll', 'surrender', 'shelter'])), ...part('Leaders', told(events, ['casualty', 'leader', 'withdrawn', 'displaced'])),
    ...part('States', told(events, ['alliance', 'effect', 'status', 'national_entry', 'invaded', 'liberation', 'attempt', 'war_declared', 'expeditionary_force', 'conquered', 'spanish_level', 'treaty_of_tilsit', 'holland', 'exile', 'return', 'recognition', 'foreign_war', 'points_lent'])),
    ...part('Marches', marches(book, events, look)), ...part('Arrivals and production', [...told(events, ['arrived', 'production']), ...buildings(book, events, look)]), ...part('At sea', [...voyages(book, events), ...told(events, ['interception', 'naval_roll', 'ship', 'run_blockade', 'landed', 'pursuit'])])];
  const { year, month } = state.position;
  redraw(panel, el('p', {}, el('strong', {}, `${monthName(month)} ${year}. `), state.you === 'both' ? 'The last two turns of the sides.' : 'Since your last turn.', canvas?.marches?.length ? ' ' : null, canvas?.marches?.length ? arrowsButton(canvas, () => { panel.drawn = null; renderSummary(panel, book, log, state, look, canvas); }) : null), ...(parts.length ? parts : [el('p', {}, 'Nothing of note yet.')]));
}
