// march.js: several decisions in one go: a force dragged to its goal, corps answered for alike.

import { groupsOf } from './book.js';
import { underWay, wayTo } from './map.js';

const ofVerb = (state, verb) => (state.choices ?? []).filter((choice) => choice.verb === verb);

// Steps that ask piece after piece, and steps that ask power after power, where nobody may want more.
const PIECE_STEPS = ['split', 'assault', 'take_corps'];
const POWER_STEPS = { walk_force: 'No walks for any further power', removal: 'Nothing is taken off for any power', reserve_general: 'No general for any further power' };

// Moves that name nothing: they end what is asked.
const ending = (state) => (state.choices ?? []).find((choice) => !choice.place && !choice.thing && !choice.remark) ?? null;

export function repeats(state) {
  const { step } = state.position;
  if (!state.choices) return [];
  if (step === 'keep') return [['keep', 'Keep them all'], ['discard', 'Discard all that are left']].map(([word, label]) => ({ id: `${word}-all`, label, pick: (now) => (now.position.step === step ? (now.choices ?? []).find(({ move }) => move.endsWith(`,${word})`)) : null) ?? null }));
  if (step === 'come') return [['come', 'All of them come along'], ['stay', 'All of them stay']].map(([word, label]) => ({ id: `${word}-all`, label, pick: (now) => (now.position.step === step ? (now.choices ?? []).find(({ move }) => move.endsWith(`,${word})`)) : null) ?? null }));
  if (step === 'gather') return [{ id: 'end-all', label: 'Nobody else joins', pick: (now) => (now.position.step === step ? (now.choices ?? []).find(({ move }) => move.endsWith(',stay)')) : null) }];
  if (POWER_STEPS[step]) return [{ id: 'end-all', label: POWER_STEPS[step], pick: (now) => (now.position.step === step ? ending(now) : null) }];
  if (!PIECE_STEPS.includes(step)) return [];
  const pieces = (now) => (now.position.step === step ? (now.choices ?? []).find((choice) => choice.thing) : null) ?? null;
  return [{ id: 'take-all', label: 'All of them', pick: pieces }];
}

export function mayMarch(zone, state) {
  const { position, choices } = state;
  if (['move', 'forced_march'].includes(position.step)) return position.march?.zone === zone;
  if (position.step === 'spend') return position.forces.some((force) => force.zone === zone && force.side === position.seat);
  return ['spend_zone', 'walk_force'].includes(position.step) && (choices ?? []).some((choice) => choice.place === zone);
}

// Steps between setting out and the march in which a force that is dragged has a plain answer.
const PLAIN = {
  spend: (choices) => choices.find((choice) => choice.thing === 'land'),
  spend_force: (choices) => choices.find((choice) => !choice.thing), // the whole of it
  walk_what: (choices) => choices.find((choice) => !choice.thing),
};

// The force that is to go from a zone: one that is still to be activated, or the one that is under way.
const forceFrom = (from, { step, seat, forces, ...position }) => (['spend', 'spend_power', 'spend_zone'].includes(step) ? forces.find((one) => one.zone === from && one.side === seat) : underWay({ step, forces, ...position }));

// The fewest points of a forced march by which a force comes to a zone beyond its reach; 0: no forced march takes it there.
const forcedTo = (force, to) => 1 + (force.forced ?? []).findIndex((zones) => zones.includes(to));
const ofPoints = (n) => `${n} ${n === 1 ? 'point' : 'points'}`;

// Whether a force can march to a zone and stay there.
const reaches = (force, to) => force.reach.includes(to) && !force.through?.includes(to);

// Whether friends of a force stand in a zone, who may leave it no room.
const meetsFriends = ({ side }, to, { zones }) => groupsOf(zones.find(({ id }) => id === to)).some((one) => one.side === side && one.units && !one.inside);

// Why a force cannot be dragged somewhere, before anything is spent on it: a march half the way would be all that it does. Null: it can.
function outOfReach(book, from, to, { position, choices }) {
  const { step } = position;
  const force = forceFrom(from, position);
  if (!force || reaches(force, to) || forcedTo(force, to) || (choices ?? []).some(({ verb, place }) => verb === step && place === to)) return null;
  const why = { walk: 'a walk at peace knows no forced march', move: 'a forced march is chosen before the first step (12.3)' }[step] ?? 'even by a forced march';
  const room = meetsFriends(force, to, position) ? ', or the friends there leave it no room (9.2)' : '';
  return `${book.name(to)} is out of reach of the force in ${book.name(from)}: ${step === 'walk' ? '' : `it has ${ofPoints(force.movement)}, `}${why}${room}.`;
}

// The pick of a force that is dragged from zone to zone. Null: it cannot go there, which is said.
export function dragged(book, from, to, state, say) {
  const reason = outOfReach(book, from, to, state);
  if (reason) say(reason);
  return reason ? null : march(book, from, to, say);
}

// How far a march to a zone is forced: not at all, without asking, where it need not be; else that is the person's to choose, who is
// told what it takes and reads beside each choice what it costs.
function forcedAnswer(book, to, { position, choices }, say) {
  const force = underWay(position);
  if (!force || reaches(force, to)) return choices[0]; // they ascend: none at all
  const points = forcedTo(force, to);
  const offered = points && choices.some(({ move }) => move === `forced_march(${points})`);
  say(offered ? `${book.name(to)} takes a forced march of ${ofPoints(points)}: its cost stands beside the choice. Once you choose it the force goes there.` : `${book.name(to)} is out of reach, even by a forced march.`);
  return null;
}

const SETTING_OUT = ['replacements', 'gather', 'gather_unit', 'forced_march']; // what is asked before the first step

// Whether a force that was sent somewhere stands still because something is asked before its first step.
export const isAskedFirst = ({ position: { step } }) => SETTING_OUT.includes(step);

// Whether a force that was sent somewhere and was asked something first, { from, to, ply }: at which ply, is still to go there. It is not when
// that question was undone, or another force acts.
export function isToGo({ from, to, ply }, state) {
  const { step, march: now } = state.position;
  if (state.ply < ply || now?.zone !== from || now.from) return false;
  const force = underWay(state.position);
  return isAskedFirst(state) || (step === 'move' && Boolean(force && reaches(force, to)));
}

// Answers until the force of a zone stands in another one: the whole of it, by the cheapest way, as long as nothing else is asked.
export function march(book, from, to, say) {
  let begun = false;
  return (state) => {
    const { step } = state.position;
    if (PLAIN[step]) return PLAIN[step](state.choices ?? []) ?? null;
    if (step === 'forced_march') return forcedAnswer(book, to, state, say);
    if (step === 'spend_power') return powerOf(book, state, from);
    if (step === 'spend_zone' || step === 'walk_force') {
      if (begun) return null;
      begun = true;
      const force = state.choices.find((choice) => choice.place === from);
      if (!force) say(`The force in ${book.name(from)} cannot be activated now.`);
      return force ?? null;
    }
    const zone = { move: state.position.march, walk: state.position.walk }[step]?.zone;
    if (zone === to && begun && step === 'walk') return state.choices.find(({ move }) => move === 'walk(stop)') ?? null; // there it was sent
    if (!zone || zone === to) return null;
    const steps = ofVerb(state, step).filter((choice) => choice.place);
    const now = underWay(state.position);
    const at = (id) => steps.find((choice) => choice.place === id);
    const next = at(now && wayTo(now, to)[1]) ?? at(to) ?? (now ? null : firstStep(book, zone, to, steps)); // no detour: it could not be taken back
    if (!next) say(`The force cannot march on to ${book.name(to)}.`);
    return next;
  };
}

// The way of the force on its march or walk to a zone within its reach that is clicked, as a pick; on a march it stops before an enemy
// farther off, so that the chances of an attack are read first. Null: it is out of reach.
export function marchOn(book, zone, { position }, say) {
  const now = underWay(position);
  const way = now && reaches(now, zone) ? wayTo(now, zone) : [];
  if (way.length < 2) return now && position.step === 'forced_march' && forcedTo(now, zone) ? march(book, now.zone, zone, say) : null;
  const at = position.zones.find((one) => one.id === zone);
  const enemy = position.step !== 'walk' && groupsOf(at).some((one) => one.side !== now.side && one.side !== 'none' && !one.inside);
  const before = enemy && way.length > 2;
  if (before) say(`It stops before ${book.name(zone)}: the chances of an attack stand beside the choice.`);
  return march(book, now.zone, before ? way.at(-2) : zone, say);
}

// A click on a force of one's own that can still act, before it is asked whose force and where: its activation as a pick. Null: it is none.
export function activate(book, zone, { position, choices }) {
  const { step, seat } = position;
  const at = position.zones.find((one) => one.id === zone);
  const own = at && groupsOf(at).some((one) => one.side === seat && !one.inside && one.units && !one.activated);
  if (!own || !(step === 'spend' ? PLAIN.spend(choices) : step === 'spend_power')) return null;
  return (state) => ({ spend: () => PLAIN.spend(state.choices ?? []), spend_power: () => powerOf(book, state, zone), spend_zone: () => state.choices.find(({ place }) => place === zone) }[state.position.step]?.() ?? null);
}

// The power whose general, or first corps, stands in the zone on the side that acts.
function powerOf(book, state, zone) {
  const group = groupsOf(state.position.zones.find((one) => one.id === zone)).find((one) => one.side === state.position.seat && !one.inside);
  return state.choices.find((choice) => choice.thing === group?.nation) ?? null;
}

// The choice that is the first step of a shortest way over borders, if that is legal.
function firstStep(book, from, to, steps) {
  const legal = (id) => steps.find((choice) => choice.place === id);
  const seen = new Set([to]);
  let front = [to];
  while (front.length) {
    const next = [];
    for (const id of front) {
      for (const [near] of book.neighbours.get(id) ?? []) {
        if (near === from && legal(id)) return legal(id);
        if (!seen.has(near)) { seen.add(near); next.push(near); }
      }
    }
    front = next;
  }
  return null;
}
