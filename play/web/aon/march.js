// march.js: several decisions in one go: an army dragged to its goal, corps answered for alike.

const YES_NO_STEPS = ['form_member', 'intercept_member', 'withdraw_member', 'battle_engage_attacker', 'battle_engage_defender'];

const ofVerb = (state, verb) => state.choices.filter((choice) => choice.verb === verb);

// Taking along, or leaving behind, all corps that are still asked about in this step.
export function repeats(state) {
  const { step } = state.position;
  if (!state.choices || !YES_NO_STEPS.includes(step)) return [];
  const all = (verb) => (now) => (now.position.step !== step ? null : ofVerb(now, verb)[0] ?? now.choices.find((choice) => choice.verb.startsWith('corps_')));
  return [{ id: 'take-all', label: 'Yes to all', pick: all('corps_take') }, { id: 'leave-all', label: 'No to the rest', pick: all('corps_leave') }];
}

export const mayMarch = (area, state) => state.position.step === 'part_choice' && ofVerb(state, 'area').some((choice) => choice.place === area);

// Answers until the army of an area stands in another one: the most senior leader, everybody along, the shortest way.
export function march(book, from, to, say) {
  let begun = false;
  return (state) => {
    const { army, step } = state.position;
    switch (step) {
      case 'part_choice': {
        if (begun) return null;
        begun = true;
        return ofVerb(state, 'area').find((choice) => choice.place === from);
      }
      case 'form_leader': return ofVerb(state, 'corps_take').sort((a, b) => book.rating(b.thing).seniority - book.rating(a.thing).seniority)[0];
      case 'form_member': return ofVerb(state, 'corps_take')[0] ?? state.choices[0];
      case 'move_land_sea': return ofVerb(state, 'land')[0];
      case 'move_pay': return ofVerb(state, 'free')[0];
      case 'move_step': {
        if (!army || army.area === to) return null;
        const next = firstStep(book, army.area, to, ofVerb(state, 'area'));
        if (!next) say(`The army cannot march on to ${book.name(to)}.`);
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
      for (const near of book.areas.get(id).adjacent) {
        if (near === from && legal(id)) return legal(id);
        if (!seen.has(near)) { seen.add(near); next.push(near); }
      }
    }
    front = next;
  }
  return legal(to) ?? null;
}
