// Makes the map of the web page, map.json beside this file, from the hexes of the board and coastlines. Prints it:
//
//   node scenarios/eagles/map/make-map.mjs tests/page/node_modules > scenarios/eagles/map/map.json
//
// The argument is a folder with world-atlas, topojson-client, d3-delaunay and polygon-clipping, as scripts/web-test installs it; the
// page tests make the map anew and compare.
//
// Coastlines: Natural Earth 1:50m land (public domain), as packaged in world-atlas (ISC licence), in the projection of the board
// (map.meta), so that they lie under its hexes. A land hex on the coast is cut to the coast, but never to less than a disc about
// its middle; land that belongs to no hex is scenery. Rivers and passes are the board's hexsides, joined to lines. Everything the
// page can work out from column and row (where a hex is) it does.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { coastline, conic, draw, rectangle, round, size, tools, trail } from '../../../scripts/atlas.mjs';

const kit = await tools(process.argv[2]);
const { clipping } = kit;
const here = path.dirname(fileURLToPath(import.meta.url));
const { map } = JSON.parse(readFileSync(path.join(here, '../board.json'), 'utf8'));

// ---- hexes: points up, odd rows half a hex to the east ----
const RADIUS = 16;
const WIDE = Math.sqrt(3) * RADIUS, DOWN = 1.5 * RADIUS;
const centre = ({ col, row }) => [(col + 0.5 + (row % 2) / 2) * WIDE, RADIUS + row * DOWN];
const corner = ([x, y], k, r = RADIUS) => [x + r * Math.sin((k * Math.PI) / 3), y - r * Math.cos((k * Math.PI) / 3)]; // from the top, clockwise
const corners = (hex, r) => [0, 1, 2, 3, 4, 5, 0].map((k) => corner(centre(hex), k, r));
const WIDTH = Math.round((map.meta.cols + 0.5) * WIDE), HEIGHT = Math.round((map.meta.rows - 1) * DOWN + 2 * RADIUS);
const hexes = new Map(map.hexes.map((hex) => [hex.id, hex]));
const isLand = (hex) => hex.type !== 'sea';

// ---- projection of the board: Lambert conformal conic, parallels 40 and 56 north, origin 48 north 15 east ----
const EARTH = 6371.0088; // km
const cone = conic(15, [40, 56]);
const zero = cone([15, 48]);
const UNITS = WIDE / map.meta.hex_km; // of the map in a km
const project = (lonlat) => {
  const [x, y] = cone(lonlat);
  const origin = map.meta.origin_km;
  return [((x - zero[0]) * EARTH - origin.x_of_col0_row0) * UNITS + WIDE / 2, (origin.y_of_col0_row0 - (y - zero[1]) * EARTH) * UNITS + RADIUS];
};
let worst = 0;
for (const hex of map.hexes) {
  const [x, y] = project([hex.lon, hex.lat]);
  const [u, v] = centre(hex);
  worst = Math.max(worst, Math.hypot(x - u, y - v));
}
if (worst > 1) throw new Error(`the projection misses the hexes of the board by ${worst.toFixed(2)} units`);

// ---- land and coast ----
const EDGE = 400; // drawn beyond the map's own frame, so that its rim is not seen when it is moved
const land = coastline(kit, project, rectangle(WIDTH, HEIGHT, EDGE), 25).filter((part) => size(part[0]) > 3);
const bounds = (ring) => [Math.min(...ring.map((p) => p[0])), Math.min(...ring.map((p) => p[1])), Math.max(...ring.map((p) => p[0])), Math.max(...ring.map((p) => p[1]))];
const meet = (a, b) => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
const landBounds = land.map((part) => bounds(part[0]));
const disc = (hex) => [Array.from({ length: 17 }, (_, k) => { const [x, y] = centre(hex); return [x + RADIUS * 0.62 * Math.cos((k * Math.PI) / 8), y + RADIUS * 0.62 * Math.sin((k * Math.PI) / 8)]; })];
const areaOf = (parts) => parts.reduce((sum, part) => sum + part.reduce((s, ring, i) => s + (i ? -1 : 1) * size(ring), 0), 0);
const HEX_AREA = (3 * Math.sqrt(3) / 2) * RADIUS * RADIUS;
const coast = [];
for (const hex of map.hexes) {
  if (hex.type !== 'coastal') continue;
  const ring = corners(hex, RADIUS + 0.15); // a little more, so that neighbours leave no seam
  const near = land.filter((_, i) => meet(landBounds[i], bounds(ring)));
  const parts = clipping.union(clipping.intersection(near, [[ring]]), clipping.intersection([disc(hex)], [[ring]]));
  if (areaOf(parts) < 0.985 * HEX_AREA) coast.push({ hex: hex.id, path: draw(parts) });
}

// ---- sea areas: the outline of their hexes ----
const key = ([x, y]) => `${Math.round(x * 10)},${Math.round(y * 10)}`;
function outline(list) { // rings around hexes, land inside not counted
  const sides = new Map(); // of one hex alone: from corner to corner
  for (const hex of list) for (let k = 0; k < 6; k++) {
    const [a, b] = [corner(centre(hex), k), corner(centre(hex), k + 1)];
    if (!sides.delete(`${key(b)} ${key(a)}`)) sides.set(`${key(a)} ${key(b)}`, [a, b]);
  }
  const from = new Map();
  for (const side of sides.values()) from.set(key(side[0]), [...(from.get(key(side[0])) ?? []), side]);
  const rings = [];
  for (const start of sides.values()) {
    if (start.used) continue;
    const ring = [start[0]];
    for (let side = start; !side.used; side = from.get(key(side[1])).find((one) => !one.used) ?? start) { side.used = true; ring.push(side[1]); }
    rings.push(ring);
  }
  return rings;
}
const seas = map.sea_areas.map(({ id }) => {
  const own = map.hexes.filter((hex) => hex.sea === id);
  const [mx, my] = own.map(centre).reduce(([x, y], [u, v]) => [x + u / own.length, y + v / own.length], [0, 0]);
  const middle = own.map(centre).sort((a, b) => Math.hypot(a[0] - mx, a[1] - my) - Math.hypot(b[0] - mx, b[1] - my))[0];
  return { id, x: Math.round(middle[0]), y: Math.round(middle[1]), path: outline(own).map((ring) => `${trail(ring.slice(0, -1))}Z`).join('') };
});

// ---- hexsides, joined to lines ----
function side(a, b) { // the two corners they share
  const near = new Set(corners(hexes.get(b)).map(key));
  const shared = corners(hexes.get(a)).slice(0, 6).filter((point) => near.has(key(point)));
  if (shared.length !== 2) throw new Error(`${a} and ${b} are no neighbours`);
  return shared;
}
function chains(sides) {
  const at = new Map();
  for (const one of sides) for (const point of one) at.set(key(point), [...(at.get(key(point)) ?? []), one]);
  const used = new Set();
  const walk = (point) => {
    const line = [point];
    for (;;) {
      const next = at.get(key(line.at(-1))).find((one) => !used.has(one));
      if (!next) return line;
      used.add(next);
      line.push(key(next[0]) === key(line.at(-1)) ? next[1] : next[0]);
    }
  };
  const ends = [...sides.flat().filter((point) => at.get(key(point)).length === 1), ...sides.flat()];
  return ends.map(walk).filter((line) => line.length > 1);
}
const ofKind = (kind) => map.hexsides.filter((one) => one.kind === kind);
const rivers = [...new Set(ofKind('river').map((one) => one.name))].sort().map((name) => {
  const own = ofKind('river').filter((one) => one.name === name);
  return { name, path: chains(own.map(({ a, b }) => side(a, b))).map(trail).join('') };
});
const middle = (a, b) => { const [u, v] = [centre(hexes.get(a)), centre(hexes.get(b))]; return [round((u[0] + v[0]) / 2), round((u[1] + v[1]) / 2)]; };
const crossing = ({ a, b, name, bridge }) => ({ pair: [a, b], at: middle(a, b), name: name ?? bridge ?? '' });

const result = {
  note: 'Made by scenarios/eagles/map/make-map.mjs. Coastlines: Natural Earth (public domain).',
  width: WIDTH, height: HEIGHT, radius: RADIUS,
  land: draw(land), coast, seas, rivers,
  bridges: ofKind('river').filter((one) => one.bridge).map(crossing),
  passes: ofKind('pass').map(crossing), ferries: ofKind('ferry').map(crossing), straits: ofKind('strait').map(crossing),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
console.error(`${map.hexes.filter(isLand).length} land hexes, ${coast.length} of them cut to the coast, ${rivers.length} rivers, ${WIDTH}x${HEIGHT}, projection within ${worst.toFixed(2)}`);
