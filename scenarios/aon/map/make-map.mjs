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
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const modules = path.resolve(process.argv[2] ?? 'node_modules');
const require = createRequire(path.join(modules, 'x.js'));
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);
const { Delaunay } = await load('d3-delaunay').catch(() => import(pathToFileURL(path.join(modules, 'd3-delaunay/src/index.js')).href));
const clipping = (await load('polygon-clipping')).default;
const topojson = await load('topojson-client');
const here = path.dirname(fileURLToPath(import.meta.url));
const land = JSON.parse(readFileSync(path.join(modules, 'world-atlas/land-50m.json'), 'utf8'));
const board = JSON.parse(readFileSync(path.join(here, '../board.json'), 'utf8'));
const seeds = JSON.parse(readFileSync(path.join(here, 'seeds.json'), 'utf8'));

// ---- projection: Lambert conformal conic, standard parallels 41 and 58 north, centred on 14 east ----
const RAD = Math.PI / 180;
const P1 = 41 * RAD, P2 = 58 * RAD, LON0 = 14 * RAD;
const t = (lat) => Math.tan(Math.PI / 4 + lat / 2);
const N = Math.log(Math.cos(P1) / Math.cos(P2)) / Math.log(t(P2) / t(P1));
const F = Math.cos(P1) * t(P1) ** N / N;
const raw = ([lon, lat]) => {
  const rho = F / t(lat * RAD) ** N;
  const theta = N * (lon * RAD - LON0);
  return [rho * Math.sin(theta), -rho * Math.cos(theta)];
};
const WIDTH = 1400;
const left = raw([-10.2, 39])[0] - 0.004, right = raw([40.2, 53])[0];
const top = -raw([14, 61.2])[1], bottom = -raw([14, 37.0])[1];
const SCALE = WIDTH / (right - left);
const HEIGHT = Math.round((bottom - top) * SCALE);
const project = (lonlat) => { const [x, y] = raw(lonlat); return [(x - left) * SCALE, (-y - top) * SCALE]; };

// ---- land, projected and cut to the frame ----
const EDGE = 170; // drawn beyond the map's own frame, so that its rim is not seen when it is moved
const frame = [[[-EDGE, -EDGE], [WIDTH + EDGE, -EDGE], [WIDTH + EDGE, HEIGHT + EDGE], [-EDGE, HEIGHT + EDGE], [-EDGE, -EDGE]]];
const shape = topojson.feature(land, land.objects.land);
const polygons = [];
for (const feature of shape.features ?? [shape]) {
  const parts = feature.geometry.type === 'Polygon' ? [feature.geometry.coordinates] : feature.geometry.coordinates;
  for (const part of parts) {
    const near = part[0].some(([lon, lat]) => lon > -25 && lon < 60 && lat > 30 && lat < 72);
    if (!near) continue;
    polygons.push(part.map((ring) => ring.filter(([lon, lat]) => lon > -40 && lon < 85 && lat > 15 && lat < 80).map(project))
      .filter((ring) => ring.length > 3).map((ring) => [...ring, ring[0]]));
  }
}
const coast = polygons.flatMap((polygon) => clipping.intersection([polygon], [frame]));

// ---- noise: three waves a coordinate, fixed ----
const wobble = (x, y, k) => Math.sin(x * 0.11 + k) * Math.cos(y * 0.13 - k) * 2.2 + Math.sin(x * 0.31 + y * 0.23 + 2 * k) * 1.3 + Math.sin(y * 0.7 - x * 0.57 + k) * 0.6;
const warp = ([x, y]) => [x + wobble(x, y, 1), y + wobble(y, x, 2)];
const rough = (ring) => {
  const out = [];
  for (let i = 0; i + 1 < ring.length; i++) {
    let [a, b] = [ring[i], ring[i + 1]];
    const flip = a[0] > b[0] || (a[0] === b[0] && a[1] > b[1]); // both neighbours must cut the edge alike
    if (flip) [a, b] = [b, a];
    const steps = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / 5));
    const points = [];
    for (let s = 0; s <= steps; s++) points.push(warp([a[0] + (b[0] - a[0]) * s / steps, a[1] + (b[1] - a[1]) * s / steps]));
    if (flip) points.reverse();
    out.push(...points.slice(0, -1));
  }
  out.push(out[0]);
  return out.map(([x, y]) => [Math.round(x * 100) / 100, Math.round(y * 100) / 100]);
};

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
const size = (ring) => Math.abs(ring.reduce((sum, [x, y], i) => { const [u, v] = ring[(i + 1) % ring.length]; return sum + x * v - u * y; }, 0) / 2);
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
const inside = (x, y, ring) => { let odd = false; for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) { const [a, b] = ring[i], [c, d] = ring[j]; if ((b > y) !== (d > y) && x < (c - a) * (y - b) / (d - b) + a) odd = !odd; } return odd; };
const depth = (x, y, ring) => Math.sqrt(ring.reduce((least, [a, b], i) => {
  const [c, d] = ring[(i + 1) % ring.length]; const l = (c - a) ** 2 + (d - b) ** 2; const k = l ? Math.max(0, Math.min(1, ((x - a) * (c - a) + (y - b) * (d - b)) / l)) : 0;
  return Math.min(least, (x - a - k * (c - a)) ** 2 + (y - b - k * (d - b)) ** 2); }, 1e9));
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

// ---- paths ----
const line = (ring) => 'M' + ring.slice(0, -1).map(([x, y]) => `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`).join('L') + 'Z';
const draw = (parts) => parts.map((part) => part.map((ring) => line(ring)).join('')).join('');

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
