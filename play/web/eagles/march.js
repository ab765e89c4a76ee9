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

export const MAKING_UP = ['colour', 'leader', 'take', 'take_rows']; // steps at which a group is made up

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
// passed: how many stacks were passed over and may still move.
export function orderView(state, passed) {
  const { position, choices } = state;
  if (position.step === 'target' && (choices ?? []).length > 2) return el('p', {}, state.question?.setting ?? '');
  if (position.step !== 'pick') return null;
  const order = (choices ?? []).filter((choice) => choice.place).length < 2 ? '' : 'The list goes by hexes, and passes over those before the one that is taken (it \u201Cskips\u201D so many). They may still be moved as long as no die was thrown.';
  const left = !passed ? '' : passed === 1 ? 'A stack was passed over and may still move: a click on it takes it up. End of movement leaves it where it is.'
    : `${passed} stacks were passed over and may still move: a click on one takes it up. End of movement leaves them where they are.`;
  return order || left ? el('p', {}, [order, left].filter(Boolean).join(' ')) : null;
}

// ---- stacks that were passed over ----

// Stacks that could move if they had been picked before those that were: the list goes on from the last hex.
export function passedOver({ position, choices }, table) {
  if (position.step !== 'pick' || !choices) return [];
  return (position.forces ?? []).map((force) => force.hex).filter((hex, i, all) => all.indexOf(hex) === i && !choices.some((choice) => choice.place === hex) && firstSince(table.made(), hex) >= 0);
}

// A button for each of them.
export function passedView(book, state, table, takeUp) {
  const hexes = passedOver(state, table);
  if (!hexes.length) return null;
  const { units, leaders, side } = state.position;
  const words = (hex) => [...leaders.filter((leader) => leader.hex === hex && leader.side === side).map((leader) => book.leaders.get(leader.id).name), `${units.filter((unit) => unit.hex === hex && unit.side === side).reduce((sum, unit) => sum + unit.sp, 0)} SP`];
  return el('details', { class: 'passed' }, el('summary', {}, `Passed over, but may still move (${hexes.length})`), el('p', {}, 'What has moved since is taken back for it, and moves again when it has stopped.'),
    ...hexes.map((hex) => el('button', { 'data-passed': hex, onclick: () => takeUp(hex) }, `${book.Name(hex)}: ${new Intl.ListFormat('en').format(words(hex))}`)));
}

// The first of the decisions made, without a die or another one between them, since stacks beyond a hex were picked; -1: none.
function firstSince(made, hex) {
  let first = -1;
  for (let i = made.length - 1; i >= 0; i--) {
    const [, verb, place] = /^(\w+)(?:\((\d{4})\))?/.exec(made[i].move);
    const gap = i + 1 < made.length && made[i + 1].ply !== made[i].ply + 1;
    if (gap || /^(FM_GO|FM_FRENCH|END)$/.test(verb) || (verb === 'PICK' && place <= hex)) break;
    if (verb === 'PICK') first = i;
  }
  return first;
}

export const AGAIN = 'Those who had moved already have moved again.', NOT_AGAIN = 'Not all who had moved could move again: look at them.';

// Goes back to where a hex could be picked, lets begin(state, say) move it, and moves those again that had moved: the order that the
// rules ask for. putOff({ ply, moves }) is told what is left to be moved again where the person goes on with the group himself.
export function outOfTurn(book, table, hex, begin, putOff = null) {
  const made = [...table.made()], goal = made[firstSince(made, hex)].ply;
  let own = null, ownEnds = false, rest = null, said = '';
  const ended = (all) => table.say([said, all ? AGAIN : NOT_AGAIN].join(' ').trim());
  return (now) => {
    if (!rest) {
      if (now.ply > goal && now.can_undo) return table.back;
      const undone = made.filter(({ ply }) => ply >= now.ply).map(({ move }) => move);
      rest = table.again(undone, (all) => (own ? ended(all) : table.say(said || staysWords(book, hex))));
      own = now.ply > goal ? null : begin(now, (words) => { said = words; });
      if (own && putOff) putOff({ ply: goal, moves: undone });
    }
    const choice = ownEnds ? null : own?.(now);
    if (choice) return choice;
    if (own && putOff) return null;
    const stop = ownEnds || now.position.step !== 'step' ? null : now.choices.find(({ move }) => move === 'STOP');
    ownEnds = true;
    return stop ?? rest(now);
  };
}

// What keeps a stack from moving now.
const staysWords = (book, from) => `${book.Name(from)} cannot be moved now.`;

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

// The group in hand stays where it is; then another one is dragged, or, if that cannot be, it is in hand again.
function afterStop(table, begin) {
  let stopped = false, next = null, said = '';
  return (now) => {
    if (!next && now.position.step === 'step') { stopped = true; return now.choices.find((choice) => choice.move === 'STOP') ?? null; }
    if (!next) {
      next = begin(now, (words) => { said = words; });
      if (!next && stopped) { next = () => null; return table.back; }
    }
    const choice = next?.(now) ?? null;
    if (!choice) table.say(said);
    return choice;
  };
}

// Why a stack cannot be dragged to a hex; who drags it at the enemy learns how one comes to fight him.
function outOfReach(book, to, { units, side }, { movement }) {
  const enemy = units.some((unit) => unit.hex === to && unit.side !== side && unit.side !== 'neutral');
  return enemy ? `The enemy stands ${book.at(to)}: troops march next to him, and attack when all have moved.` : `${book.Name(to)} is out of reach of that stack, which has ${movement} movement points.`;
}

// Answers until everything that can go from a hex stands in another one, by the cheapest way, as long as nothing else is asked; null
// where nothing can be done.
export function march(book, from, to, state, table, say = table.say) {
  const { position: { step, group: inHand, forces }, choices } = state;
  if (step === 'target') return attack(from, to, say);
  const force = forces?.find((one) => one.hex === from);
  if (force && !force.reach.some((entry) => entry.hex === to)) { say(outOfReach(book, to, state.position, force)); return null; }
  const offered = step === 'pick' ? choices.some((choice) => choice.place === from) : inHand?.hex === from;
  if (!offered && firstSince(table.made(), from) >= 0) return outOfTurn(book, table, from, (now, told) => march(book, from, to, now, table, told));
  if (step === 'step' && !offered) return afterStop(table, (now, told) => march(book, from, to, now, table, told));
  if (!offered) { say(staysWords(book, from)); return null; }
  const making = MAKING_UP.includes(step);
  let begun = making;
  const plain = {
    pick: (now) => { if (begun) return null; begun = true; return now.choices.find((choice) => choice.place === from) ?? null; },
    colour: (now) => now.choices.find((choice) => choice.move === `COLOUR(${force?.colour})`) ?? null,
    ...LARGEST,
    leader: (now) => (needsLeader(book, now) ? now.choices.find((choice) => choice.move === 'ENOUGH') : null) ?? LARGEST.leader(now),
    step: (now) => {
      begun = true;
      const { group } = now.position;
      if (!group || group.hex === to) { if (force || making) say(leftWords(book, from, now)); return null; }
      const way = wayTo(group.reach ?? [], group.hex, to);
      const next = ofVerb(now, 'STEP').find((choice) => choice.place === way[1]);
      if (!next) say(`The group cannot go on to ${book.name(to)}.`);
      return next ?? null;
    },
  };
  return (now) => (plain[now.position.step] && (begun || now.position.step === 'pick' || now.position.step === 'step') ? plain[now.position.step](now) : null);
}
