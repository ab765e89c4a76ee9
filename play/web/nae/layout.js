// layout.js: where counters and names stand on the map so that both can be read. A box is { x0, y0, x1, y1 } in units of the map.

const WIDTH_SHIFTS = [0, -0.3, 0.3, -0.6, 0.6]; // of a counter or a name to the sides, in its widths
const RIM = 0.12;                               // share of a name that a counter may cover and leave it readable
const NUDGE = 0.5;                              // what a unit of a shift costs, in units of area that lie on something else

export const boxAt = (x, y, width, height) => ({ x0: x - width / 2, y0: y, x1: x + width / 2, y1: y + height });

const shared = (a, b) => Math.max(0, Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)) * Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0));
const covered = (box, others) => others.reduce((sum, other) => sum + shared(box, other), 0);

// The cheapest of some shifts [dx, dy], the first of those alike: { dx, dy, box, cost }.
function cheapest(shifts, at, price) {
  let best = null;
  for (const [dx, dy] of shifts) {
    const box = at(dx, dy);
    const cost = price(box) + NUDGE * (Math.abs(dx) + Math.abs(dy));
    if (!best || cost < best.cost) best = { dx, dy, box, cost };
  }
  return best;
}

// Counters of a zone stand under its middle, moved aside where they would lie on others or on the name of a zone that is held.
// stacks: [{ x, y, width, height }]; names: boxes of names at home; signs: boxes of what does not move. Sets dx, dy and box of each.
export function placeStacks(stacks, names, signs) {
  const taken = [];
  for (const stack of stacks) {
    const { x, y, width, height } = stack;
    const shifts = [0, 0.35].flatMap((down) => WIDTH_SHIFTS.map((aside) => [aside * width, down * height]));
    const { dx, dy, box } = cheapest(shifts, (right, down) => boxAt(x + right, y + down, width, height), (at) => 4 * covered(at, taken) + 2 * covered(at, names) + 3 * covered(at, signs));
    Object.assign(stack, { dx, dy, box });
    taken.push(box);
  }
}

// Names stand over the middle of their zone, moved where they would lie on a counter or another name; who is needed (a capital, a key
// zone, a zone where somebody stands) comes first, and others are left out where there is no room.
// names: [{ x, y, width, height, needed, under }], under: the least y below what stands in the zone. Sets dx, dy and box, or box null.
export function placeNames(names, stacks, signs) {
  const taken = [];
  for (const name of [...names].sort((a, b) => b.needed - a.needed)) {
    const { x, y, width, height } = name;
    const below = name.under === undefined ? height : name.under - y;
    const shifts = [0, -height, below].flatMap((down) => WIDTH_SHIFTS.map((share) => [share * width, down]));
    const { dx, dy, box } = cheapest(shifts, (right, down) => boxAt(x + right, y + down, width, height), (at) => 8 * covered(at, taken) + 4 * covered(at, stacks) + 2 * covered(at, signs));
    const room = covered(box, taken) === 0 && (name.needed || covered(box, stacks) <= RIM * width * height);
    Object.assign(name, { dx, dy, box: room ? box : null });
    if (room) taken.push(box);
  }
}
