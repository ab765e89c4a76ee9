// march.js: several decisions in one go: a force dragged to its goal, corps answered for alike.

const ofVerb = (state, verb) => (state.choices ?? []).filter((choice) => choice.verb === verb);

// Steps that ask piece after piece; and the choice that ends them.
const PIECE_STEPS = ['split', 'assault', 'take_corps'];

export function repeats(state) {
  const { step } = state.position;
  if (!state.choices || !PIECE_STEPS.includes(step)) return [];
  const pieces = (now) => (now.position.step === step ? (now.choices ?? []).find((choice) => choice.thing) : null) ?? null;
  return [{ id: 'take-all', label: 'All of them', pick: pieces }];
}

export function mayMarch(zone, state) {
  if (state.position.step === 'move') return state.position.march?.zone === zone;
  return ['spend_zone', 'walk_force'].includes(state.position.step) && (state.choices ?? []).some((choice) => choice.place === zone);
}

// Answers until the force of a zone stands in another one: the whole of it, by the shortest way, as long as nothing else is asked.
export function march(book, from, to, say) {
  let begun = false;
  return (state) => {
    const { march: force, step } = state.position;
    switch (step) {
      case 'spend_zone': case 'walk_force': {
        if (begun) return null;
        begun = true;
        return state.choices.find((choice) => choice.place === from);
      }
      case 'spend_force': case 'walk_what': return state.choices.find((choice) => !choice.thing) ?? null;
      case 'move': case 'walk': {
        if (!force || force.zone === to) return null;
        const next = firstStep(book, force.zone, to, ofVerb(state, step).filter((choice) => choice.place));
        if (!next) say(`The force cannot march on to ${book.name(to)}.`);
        return next;
      }
      default: return null;
    }
  };
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
