// Makes the map of the web page, map.json beside this file, from coastlines, the board and points of its own (seeds.json). Prints it:
//
//   node scenarios/aon/map/make-map.mjs tests/page/node_modules > scenarios/aon/map/map.json
//
// The argument is a folder with world-atlas, topojson-client, d3-delaunay and polygon-clipping, as scripts/web-test installs it; the
// page tests make the map anew and compare.
//
// Coastlines: Natural Earth 1:50m land (public domain), as packaged in world-atlas (ISC licence). Each area is the union of
// the Voronoi cells of its points (seeds.json and the board's own), its inland borders roughened by a fixed noise field
// so that neighbours stay flush, cut to the coast. Says on standard error where the picture and the board's list of
// adjacent areas disagree, so that points can be moved until they do not.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { coastline, conic, depth, draw, inside, rectangle, roughener, size, tools } from '../../../scripts/atlas.mjs';

const kit = await tools(process.argv[2]);
const { Delaunay, clipping } = kit;
const here = path.dirname(fileURLToPath(import.meta.url));
const board = JSON.parse(readFileSync(path.join(here, '../board.json'), 'utf8'));
const seeds = JSON.parse(readFileSync(path.join(here, 'seeds.json'), 'utf8'));

// ---- projection: Lambert conformal conic, standard parallels 41 and 58 north, centred on 14 east ----
const raw = conic(14);
const WIDTH = 1400;
const left = raw([-10.2, 39])[0] - 0.004, right = raw([40.2, 53])[0];
const top = -raw([14, 61.2])[1], bottom = -raw([14, 37.0])[1];
const SCALE = WIDTH / (right - left);
const HEIGHT = Math.round((bottom - top) * SCALE);
const project = (lonlat) => { const [x, y] = raw(lonlat); return [(x - left) * SCALE, (-y - top) * SCALE]; };

// ---- land, projected and cut to the frame ----
const EDGE = 170; // drawn beyond the map's own frame, so that its rim is not seen when it is moved
const coast = coastline(kit, project, rectangle(WIDTH, HEIGHT, EDGE), 30);
const rough = roughener([2.2, 1.3, 0.6]);

// ---- Voronoi cells by area ----
const points = [], owner = [];
for (const area of board.areas) {
  for (const [lat, lon] of [[area.lat, area.lon], ...(seeds.areas[area.id] ?? [])]) {
    points.push(project([lon, lat]));
    owner.push(area.id);
  }
}
for (const [lat, lon] of seeds.out) { points.push(project([lon, lat])); owner.push('out'); }
const voronoi = Delaunay.from(points).voronoi([-EDGE - 60, -EDGE - 60, WIDTH + EDGE + 60, HEIGHT + EDGE + 60]);
const touching = new Map();
const touch = (a, b) => { if (a !== b && a !== 'out' && b !== 'out') touching.set(a < b ? `${a} ${b}` : `${b} ${a}`, true); };

const islands = { britain: 1, danmark: 1, sverige: 1 }; // several pieces are fine; elsewhere only large ones stay
const places = [];
for (const area of board.areas) {
  const cells = points.map((_, i) => i).filter((i) => owner[i] === area.id).map((i) => [rough(voronoi.cellPolygon(i))]);
  const whole = clipping.union(...cells.map((cell) => [cell]));
  let parts = clipping.intersection(whole, coast).filter((part) => size(part[0]) > 12);
  if (parts.length === 0) throw new Error(`${area.id} is under water`);
  parts.sort((a, b) => size(b[0]) - size(a[0]));
  if (!islands[area.id]) parts = parts.filter((part) => size(part[0]) > 60 || part === parts[0]);
  places.push({ id: area.id, parts });
}
const pieces = new Map(places.map((place) => [place.id, place.parts]));

// which areas share a border: points of one near points of the other, on land
const grid = new Map();
for (const place of places) for (const part of place.parts) for (const ring of part) for (const [x, y] of ring) {
  const key = `${Math.round(x * 10)},${Math.round(y * 10)}`;
  if (!grid.has(key)) grid.set(key, new Set());
  grid.get(key).add(place.id);
}
const shared = new Map();
for (const set of grid.values()) if (set.size > 1) {
  const list = [...set].sort();
  for (let i = 0; i < list.length; i++) for (let j = i + 1; j < list.length; j++) {
    const key = `${list[i]} ${list[j]}`;
    shared.set(key, (shared.get(key) ?? 0) + 1);
  }
}
const wanted = new Set(board.areas.flatMap((a) => a.adjacent.map((b) => (a.id < b ? `${a.id} ${b}` : `${b} ${a.id}`))));
for (const [key, count] of shared) if (count > 1) touch(...key.split(' '));
const missing = [...wanted].filter((key) => !touching.has(key)).sort();
const false_ones = [...touching.keys()].filter((key) => !wanted.has(key)).sort();
if (missing.length) console.error(`adjacent, but not touching on the map:\n  ${missing.join('\n  ')}`);
if (false_ones.length) console.error(`touching on the map, but not adjacent:\n  ${false_ones.map((k) => `${k} (${shared.get(k)})`).join('\n  ')}`);

// ---- where labels and stacks go: the point deepest inside the largest part ----
const centre = (part) => {
  const ring = part[0]; const xs = ring.map((p) => p[0]), ys = ring.map((p) => p[1]);
  let best = [0, 0, -1];
  for (let x = Math.max(6, Math.min(...xs)); x < Math.min(WIDTH - 6, Math.max(...xs)); x += 4) for (let y = Math.max(6, Math.min(...ys)); y < Math.min(HEIGHT - 6, Math.max(...ys)); y += 4) {
    if (!inside(x, y, ring)) continue;
    const margin = Math.min(depth(x, y * 1.0, ring), x, y, WIDTH - x, HEIGHT - y);
    if (margin > best[2]) best = [x, y, margin];
  }
  return best;
};

// dashed links where the board says adjacent but water lies between
const links = missing.concat(board.special_links.map((l) => (l.a < l.b ? `${l.a} ${l.b}` : `${l.b} ${l.a}`)));
const result = {
  note: 'Made by scenarios/aon/map/make-map.mjs. Coastlines: Natural Earth (public domain).',
  width: WIDTH, height: HEIGHT,
  land: draw(coast.filter((part) => size(part[0]) > 15)),
  places: places.map(({ id, parts }) => { const [x, y, room] = centre(parts[0]); return { id, x: Math.round(x), y: Math.round(y), room: Math.round(room), path: draw(parts) }; }),
  links: links.map((key) => key.split(' ')),
  barriers: false_ones.map((key) => key.split(' ')),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
console.error(`${result.places.length} areas, ${WIDTH}x${HEIGHT}, ${missing.length} links, ${false_ones.length} barriers`);
