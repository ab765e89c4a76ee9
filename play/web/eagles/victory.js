// victory.js: what decides a scenario, and how it stands.
import { el, redraw } from '/shell/dom.js';
import { SEAT_OF, SIDE } from './words.js';

// ---- conditions: { words, holds: true, false or null where the page cannot tell } ----

function controlOf(book, position, clause) {
  return clause.control.map((id) => {
    const city = position.cities[id] ?? {};
    const held = city.control === clause.side, besieged = Boolean(city.siege);
    const troops = !clause.supplied || position.units.some((unit) => unit.hex === book.cities.get(id).hex && unit.side === clause.side && book.supplied(unit.colour, book.hexes.get(unit.hex), position));
    return { id, held, besieged, holds: held && !(clause.unbesieged && besieged) && troops, supplied: troops };
  });
}

const listed = (words) => new Intl.ListFormat('en').format(words);

const CONDITIONS = {
  control: (book, position, clause) => {
    const cities = controlOf(book, position, clause);
    const more = [clause.unbesieged ? 'not besieged' : '', clause.supplied ? 'with troops in supply' : ''].filter(Boolean).join(' and ');
    return { words: `${SIDE[clause.side]} holds ${listed(cities.map(({ id }) => book.name(id)))}${more ? ` (${more})` : ''}`, holds: cities.every((one) => one.holds), cities };
  },
  max_cities: (book, position, clause) => {
    const held = [...book.cities.values()].filter((city) => clause.countries.includes(book.owner(book.hexes.get(city.hex), position)) && position.cities[city.id]?.control === clause.side).length;
    return { words: `${SIDE[clause.side]} holds at most ${clause.max_cities} cities of ${listed(clause.countries.map((id) => book.nationName(id)))} (now ${held})`, holds: held <= clause.max_cities };
  },
  conquered: (book, position, clause) => {
    const cities = [...book.cities.values()].filter((city) => position.cities[city.id] && clause.conquered.includes(book.owner(book.hexes.get(city.hex), position)));
    const done = cities.filter((city) => position.cities[city.id].control === clause.side && !position.cities[city.id].siege && position.units.some((unit) => unit.hex === city.hex && unit.side === clause.side));
    return { words: `${SIDE[clause.side]} has troops in every city of ${listed(clause.conquered.map((id) => book.nationName(id)))}, none besieged (now ${done.length} of ${cities.length})`, holds: done.length === cities.length };
  },
  conquered_any: (book, position, clause) => ({ words: `${listed(clause.conquered_any.map((id) => book.nationName(id))).replace(' and ', ' or ')} is conquered by ${SIDE[clause.side]}`, holds: clause.conquered_any.some((id) => position.ledger?.conqueror?.[id] === clause.side) }),
  production_cities_min: (book, position, clause) => { const n = position.ledger?.production_cities?.[clause.side] ?? 0; return { words: `${SIDE[clause.side]} holds ${clause.production_cities_min} production cities (now ${n})`, holds: n >= clause.production_cities_min }; },
  conquered_times: (book, position, clause) => { const [id, times] = clause.conquered_times; const n = position.campaign?.conquered?.[id] ?? 0; return { words: `${book.nationName(id)} is conquered ${times === 2 ? 'twice' : `${times} times`} (so far ${n})`, holds: n >= times }; },
  napoleon_exile_months_min: (book, position, clause) => ({ words: `Napoleon is in exile for ${clause.napoleon_exile_months_min} months${position.campaign?.exile ? ` (now ${position.campaign.exile_months})` : ''}`, holds: Boolean(position.campaign?.exile) && position.campaign.exile_months >= clause.napoleon_exile_months_min }),
  france_never_conquered: (book, position, clause) => ({ words: clause.france_never_conquered ? 'France was never conquered' : 'France was conquered', holds: !position.campaign?.conquered?.france === clause.france_never_conquered }),
  france_neutral: (book, position, clause) => ({ words: clause.france_neutral ? 'France is neutral' : 'France is at war', holds: (position.nations.france?.side === 'neutral') === clause.france_neutral }),
  after_return_roll: () => ({ words: 'After Napoleon\u2019s return the powers come to terms with him', holds: false }),
};

function condition(book, position, clause) {
  const kind = Object.keys(CONDITIONS).find((key) => key in clause);
  return kind ? CONDITIONS[kind](book, position, clause) : { words: 'a condition that the page does not know', holds: null };
}

// Checks of the scenario in their order, each with what it asks: { winner, when, all, any, holds }.
export function checksOf(book, position) {
  return (book.scenario.victory?.checks ?? []).map((check) => {
    const all = (check.all ?? []).map((clause) => condition(book, position, clause)), any = (check.any ?? []).map((clause) => condition(book, position, clause));
    return { ...check, all, any, holds: all.every((one) => one.holds) && (!any.length || any.some((one) => one.holds)) };
  });
}

// Who would win if the scenario ended now.
export function standing(book, position) {
  const first = checksOf(book, position).find((check) => check.holds);
  if (!first) return 'draw';
  if (first.winner !== 'most_production_cities') return first.winner;
  const { france = 0, coalition = 0 } = position.ledger?.production_cities ?? {};
  return france === coalition ? 'draw' : france > coalition ? 'france' : 'coalition';
}

export const standingWords = (winner) => (winner === 'draw' ? 'a draw' : `${SIDE[winner].replace('The ', 'the ')} wins`);

// ---- the panel ----

const sign = (holds) => el('span', { class: `tick ${holds ? 'yes' : 'no'}` }, el('span', { 'aria-hidden': 'true' }, holds ? '\u2714 ' : '\u2718 '), el('span', { class: 'unseen' }, holds ? 'holds: ' : 'does not hold: '));

function conditionItem(book, { words, holds, cities }, look) {
  const row = ({ id, held, besieged }) => el('li', {}, el('button', { class: 'link', onclick: () => look(book.cities.get(id).hex) }, book.name(id)), ` \u2013 ${held ? 'held' : 'not held'}${besieged ? ', besieged' : ''}`);
  return el('li', {}, sign(holds), words, cities && cities.length > 1 ? el('ul', {}, ...cities.map(row)) : null);
}

function checkView(book, check, look) {
  const who = check.winner === 'draw' ? 'A draw' : check.winner === 'most_production_cities' ? 'Who holds more production cities wins' : `${SIDE[check.winner]} wins`;
  const when = check.when === 'end' ? 'at the end' : 'at the end of any turn';
  if (check.otherwise) return el('div', { class: `check ${SEAT_OF[check.winner] ?? 'none'}` }, el('p', {}, el('strong', {}, who), ' in any other case.'));
  return el('div', { class: `check ${SEAT_OF[check.winner] ?? 'none'}` }, el('p', {}, el('strong', {}, who), ` ${when}${check.all.length + check.any.length > 1 || check.all.length ? ', if' : ', if'}`),
    check.all.length ? el('ul', {}, ...check.all.map((one) => conditionItem(book, one, look))) : null,
    check.any.length ? el('p', {}, check.all.length ? 'and any one of these:' : 'any one of these:') : null,
    check.any.length ? el('ul', {}, ...check.any.map((one) => conditionItem(book, one, look))) : null);
}

// Cities that count for the rolls for alliances, and who has them.
function allianceView(book, position, look) {
  const points = book.scenario.alliance?.city_points;
  if (!points || !book.scenario.alliance.active) return [];
  const list = (key, side) => el('p', {}, `${SIDE[side]} has a point for each it holds of: `, ...points[key].flatMap((id, i) => [i ? ', ' : '', el('button', { class: 'link', onclick: () => look(book.cities.get(id).hex) }, book.name(id)), position.cities[id]?.control === side ? ' (held)' : '']), '.');
  return [el('h3', {}, 'What counts for alliances (4)'), list('france_controls', 'france'), list('coalition_controls', 'coalition'),
    el('p', {}, `Points from advances after battle: France ${position.french_points}, the Coalition ${position.coalition_points}.`)];
}

// Strength on the map, as two bars.
function strengthView(position) {
  const sum = (side) => position.units.filter((unit) => unit.side === side && unit.hex).reduce((n, unit) => n + (unit.sp ?? 0), 0);
  const lost = (side) => Object.values(position.nations).filter((nation) => nation.side === side).reduce((n, nation) => n + Object.values(nation.pool).reduce((a, b) => a + b, 0), 0);
  const hidden = position.units.some((unit) => unit.hidden);
  return [el('h3', {}, 'Strength'), el('p', {}, ...['france', 'coalition'].flatMap((side, i) => [i ? ' ' : '', `${SIDE[side]}: ${sum(side)} SP on the map${hidden ? ' that are seen' : ''}, ${lost(side)} counters off it.`]))];
}

export function renderVictory(panel, book, { position }, look) {
  const checks = checksOf(book, position);
  redraw(panel, el('p', {}, 'As it stands: ', el('strong', {}, standingWords(standing(book, position))), '. The first of these that holds decides.'), ...checks.map((check) => checkView(book, check, look)),
    ...allianceView(book, position, look), ...strengthView(position));
}

