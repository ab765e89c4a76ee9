// march.js: several decisions in one go: a stack dragged to its goal, an attack by a drag, losses taken alike.
import { el } from '/shell/dom.js';
import { wayTo } from './map.js';

const ofVerb = (state, verb) => (state.choices ?? []).filter((choice) => choice.verb === verb);

// Who is spared longest: the Guard, then cavalry.
const WORTH = [/militia/, /Landwehr/, / infantry/, /Cossack/, /recruits/, / cavalry/, /Guard/];
const worth = (choice) => WORTH.reduce((most, kind, i) => (kind.test(choice.words) ? i : most), 0);

const count = (choice) => Number(/(\d+)\)$/.exec(choice.move)?.[1] ?? 0);

// SP of a kind that stand in the hex of the group and are not in it yet: ROWS(france,GI,2) is about "france,GI".
const waiting = ({ position: { units, group, side } }, kinds) => units.filter((unit) => unit.hex === group.hex && unit.side === side && !unit.group && !unit.moved && !unit.inside && kinds.includes(`${unit.nation},${unit.type}`)).reduce((sum, unit) => sum + unit.sp, 0);

// As many of a row as can be led; where that is not all of it, room is kept for the Guard infantry, which is asked about later.
function mostOfRow(now) {
  const rows = ofVerb(now, 'ROWS').sort((a, b) => count(b) - count(a));
  const [, nation, type] = /^ROWS\((\w+),(\w+),/.exec(rows[0]?.move ?? '') ?? [];
  const limited = type === 'I' && count(rows[0]) < waiting(now, [`${nation},${type}`]);
  const most = count(rows[0] ?? { move: '' }) - (limited ? waiting(now, [`${nation},GI`]) : 0);
  return rows.find((row) => count(row) <= most) ?? rows[0] ?? null;
}

// Makes up the largest group: every leader, and whoever can be led.
const LARGEST = {
  leader: (now) => ofVerb(now, 'LEADER')[0] ?? null,
  take: (now) => ['TAKE(ALL)', 'TAKE(ROWS)'].map((move) => now.choices.find((choice) => choice.move === move)).find(Boolean) ?? null,
  take_rows: mostOfRow,
};

// What a choice orders, whichever fleet it is for: ORDER(0345,r2), "the port of Cadiz: intercept a fleet of half at most".
const orderOf = ({ move, words }) => ({ code: /,(\w+)\)$/.exec(move)?.[1], words: words.replace(/^[^:]*: /, '') });

export function repeats(state) {
  const { step } = state.position;
  if (!state.choices) return [];
  if (step === 'loss') return [{ id: 'lose-cheapest', label: 'Lose line infantry first, the Guard last', pick: (now) => (now.position.step === 'loss' ? [...now.choices].sort((a, b) => worth(a) - worth(b))[0] : null) }];
  if (step === 'order') return state.choices.map((choice, i) => ({ id: `all-fleets-${i}`, label: `All fleets from here on: ${orderOf(choice).words}`, pick: (now) => (now.position.step === 'order' ? now.choices.find((one) => orderOf(one).code === orderOf(choice).code) ?? null : null) }));
  if (LARGEST[step]) return [{ id: 'take-most', label: step === 'leader' ? 'All leaders, and as many as they can lead' : 'As many as can be led', pick: (now) => LARGEST[now.position.step]?.(now) ?? null }];
  return [];
}

const stands = (hex, { units, leaders, side }) => [...units, ...leaders].some((one) => one.hex === hex && one.side === side);
const mayStop = (state) => (state.choices ?? []).some((choice) => choice.move === 'STOP');

export function mayMarch(hex, state) {
  const { step, group } = state.position;
  if (step === 'pick') return stands(hex, state.position);
  if (step === 'step') return group?.hex === hex || (mayStop(state) && stands(hex, state.position));
  if (step === 'target') return state.position.units.some((unit) => unit.hex === hex && unit.side === state.position.side);
  return false;
}

// Attack of one stack on another hex: the target, then from where.
function attack(from, to, say) {
  let declared = false;
  return (state) => {
    const { step } = state.position;
    if (step === 'target' && !declared) {
      declared = true;
      const choice = state.choices.find((one) => one.place === to);
      if (!choice) say('That hex cannot be attacked from there.');
      return choice ?? null;
    }
    return step === 'from' ? state.choices.find((one) => one.place === from) ?? null : null;
  };
}

// Said before somebody moves his best army first and finds that the others are passed over.
export function orderView(state) {
  const { position, choices } = state;
  if (position.step === 'target' && (choices ?? []).length > 2) return el('p', {}, state.question?.setting ?? '');
  if (position.step !== 'pick' || (choices ?? []).filter((choice) => choice.place).length < 2) return null;
  return el('p', {}, 'Stacks move in the order of this list: those before the one that is taken stay where they are (it \u201Cskips\u201D so many), until a die is thrown.');
}

// What keeps a stack from moving now: hexes are picked in the order of their list, and none before the last one.
function staysWords(book, from, { choices }) {
  const stacks = (choices ?? []).filter((choice) => choice.place);
  const passed = stacks.every((choice) => choice.place > from);
  return `${book.name(from)} cannot be moved now${passed ? ': stacks move in the order of the list, and it has been passed' : ''}.`;
}

// Whether the last leader of a hex is wanted by those whom the others cannot take along.
function needsLeader(book, now) {
  const FEW = 3; // SP
  const { units, leaders, group, side } = now.position;
  const led = leaders.filter((leader) => leader.hex === group.hex && leader.side === side && leader.group);
  const here = units.filter((unit) => unit.hex === group.hex && unit.side === side && unit.colour === group.colour && !unit.moved && !unit.inside).reduce((sum, unit) => sum + unit.sp, 0);
  return ofVerb(now, 'LEADER').length === 1 && led.length > 0 && here >= Math.max(...led.map((leader) => book.leaders.get(leader.id).capacity)) + FEW;
}

// Who stays where a group came from, which a drag does not ask.
function leftWords(book, from, { position: { units, leaders, side, group } }) {
  const sp = units.filter((unit) => unit.hex === from && unit.side === side && unit.colour === group?.colour && !unit.inside).reduce((sum, unit) => sum + unit.sp, 0);
  const chiefs = leaders.filter((leader) => leader.hex === from && leader.side === side).map((leader) => book.leaders.get(leader.id).name);
  return sp ? `${sp} SP stay ${book.at(from)}${chiefs.length ? ` under ${chiefs.join(', ')}` : ', without a leader'}.` : '';
}

// The group in hand stays where it is; then another one is dragged.
function afterStop(begin) {
  let next = null;
  return (now) => {
    if (now.position.step === 'step' && !next) return now.choices.find((choice) => choice.move === 'STOP') ?? null;
    if (now.position.step === 'pick') next ??= begin(now);
    return next?.(now) ?? null;
  };
}

// Answers until everything that can go from a hex stands in another one, by the cheapest way, as long as nothing else is asked.
export function march(book, from, to, state, say) {
  if (state.position.step === 'target') return attack(from, to, say);
  if (state.position.step === 'step' && state.position.group?.hex !== from) return afterStop((now) => march(book, from, to, now, say));
  if (state.position.step === 'pick' && !state.choices.some((choice) => choice.place === from)) { say(staysWords(book, from, state)); return () => null; }
  const force = state.position.forces?.find((one) => one.hex === from);
  if (force && !force.reach.some((entry) => entry.hex === to)) { say(`${book.name(to)} is out of reach of that stack.`); return () => null; }
  let begun = false;
  const plain = {
    pick: (now) => { if (begun) return null; begun = true; return now.choices.find((choice) => choice.place === from) ?? null; },
    colour: (now) => now.choices.find((choice) => choice.move === `COLOUR(${force?.colour})`) ?? null,
    ...LARGEST,
    leader: (now) => (needsLeader(book, now) ? now.choices.find((choice) => choice.move === 'ENOUGH') : null) ?? LARGEST.leader(now),
    step: (now) => {
      begun = true;
      const { group } = now.position;
      if (!group || group.hex === to) { if (force) say(leftWords(book, from, now)); return null; }
      const way = wayTo(group.reach ?? [], group.hex, to);
      const next = ofVerb(now, 'STEP').find((choice) => choice.place === way[1]);
      if (!next) say(`The group cannot go on to ${book.name(to)}.`);
      return next ?? null;
    },
  };
  return (now) => (plain[now.position.step] && (begun || now.position.step === 'pick' || now.position.step === 'step') ? plain[now.position.step](now) : null);
}
