// Makes the map of the web page, map.json beside this file, from coastlines, the board and points of its own (seeds.json). Prints it:
//
//   node scenarios/nae/map/make-map.mjs tests/page/node_modules > scenarios/nae/map/map.json
//
// The argument is a folder with world-atlas, topojson-client, d3-delaunay and polygon-clipping, as scripts/web-test installs it; the
// page tests make the map anew and compare.
//
// Coastlines: Natural Earth 1:50m land (public domain), as packaged in world-atlas (ISC licence). Each zone is the union of the
// Voronoi cells of its points, its inland borders roughened by a fixed noise field so that neighbours stay flush, cut to the coast;
// sea zones likewise, cut out of the water. Middle Europe, where most zones lie, is magnified, the far south and north are pressed
// together. Says on standard error where the picture and the board's list of edges disagree: edges without a common border
// become lines (links), borders without an edge walls.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { coastline, conic, depth, draw, inside, rectangle, round, roughener, size, tools, trail } from '../../../scripts/atlas.mjs';

const kit = await tools(process.argv[2]);
const { Delaunay, clipping } = kit;
const here = path.dirname(fileURLToPath(import.meta.url));
const board = JSON.parse(readFileSync(path.join(here, '../board.json'), 'utf8'));
const seeds = JSON.parse(readFileSync(path.join(here, 'seeds.json'), 'utf8'));

// ---- projection: Lambert conformal conic, parallels 41 and 58 north; then the lens ----
const SOUTH = 36.5, NORTH = 60.2, PRESSED = 0.5; // beyond these latitudes a degree is only so much of one
const press = (lat) => (lat < SOUTH ? SOUTH - (SOUTH - lat) * PRESSED : lat > NORTH ? NORTH + (lat - NORTH) * PRESSED : lat);
const cone = conic(12);
const pressed = ([lon, lat]) => cone([lon, press(lat)]);
const LENS = pressed([11, 49]), REACH = 0.19, POWER = 0.62; // magnifies by 1 + POWER in the middle, by nothing far away
const raw = (lonlat) => {
  const [x, y] = pressed(lonlat);
  const dx = x - LENS[0], dy = y - LENS[1], r = Math.hypot(dx, dy);
  const k = r > 1e-9 ? (r + POWER * REACH * Math.tanh(r / REACH)) / r : 1 + POWER;
  return [LENS[0] + dx * k, LENS[1] + dy * k];
};
const WIDTH = 1800;
const left = raw([-11.2, 43])[0], right = raw([38.4, 37])[0];
const top = -raw([16, 64.6])[1], bottom = -raw([15, 31.5])[1];
const SCALE = WIDTH / (right - left);
const HEIGHT = Math.round((bottom - top) * SCALE);
const project = (lonlat) => { const [x, y] = raw(lonlat); return [(x - left) * SCALE, (-y - top) * SCALE]; };
const at = ([lat, lon]) => project([lon, lat]);

// ---- land, projected and cut to the frame ----
const EDGE = 560; // drawn beyond the map's own frame, so that its rim is not seen when it is moved
const frame = rectangle(WIDTH, HEIGHT, EDGE);
const coast = coastline(kit, project, frame, 25).filter((part) => size(part[0]) > 6);
const rough = roughener([1.7, 1, 0.5]);

// ---- Voronoi cells: of zones, cut to the coast; of seas, cut out of it ----
function cells(named) { // [[id, [points]]] -> id -> [rings]
  const points = [], owner = [];
  for (const [id, list] of named) for (const point of list) { points.push(point); owner.push(id); }
  const voronoi = Delaunay.from(points).voronoi([-EDGE - 60, -EDGE - 60, WIDTH + EDGE + 60, HEIGHT + EDGE + 60]);
  const found = new Map(named.map(([id]) => [id, []]));
  points.forEach((_, i) => { const cell = voronoi.cellPolygon(i); if (cell) found.get(owner[i]).push([rough(cell)]); });
  return found;
}
const union = (list) => clipping.union(...list.map((cell) => [cell]));
const bounds = (parts) => { const all = parts.flatMap((part) => part[0]); return [Math.min(...all.map((p) => p[0])), Math.min(...all.map((p) => p[1])), Math.max(...all.map((p) => p[0])), Math.max(...all.map((p) => p[1]))]; };
const meet = (a, b) => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
const coastBounds = coast.map((part) => bounds([part]));
const coastNear = (parts) => { const here = bounds(parts); return coast.filter((_, i) => meet(here, coastBounds[i])); };

const zoneCells = cells([...board.zones.map((zone) => [zone.id, [[zone.lat, zone.lon], ...(seeds.zones[zone.id] ?? [])].map(at)]), ['out', seeds.out.map(at)]]);
const places = board.zones.map((zone) => {
  const whole = union(zoneCells.get(zone.id));
  const near = coastNear(whole);
  const parts = (near.length ? clipping.intersection(whole, near) : []).filter((part) => size(part[0]) > 10).sort((a, b) => size(b[0]) - size(a[0]));
  if (parts.length === 0) throw new Error(`${zone.id} is under water`);
  return { id: zone.id, parts };
});
const seaCells = cells(board.sea_zones.map((sea) => [sea.id, seeds.seas[sea.id].map(at)]));
const seas = board.sea_zones.map((sea) => {
  const whole = clipping.intersection(union(seaCells.get(sea.id)), [frame]);
  const parts = clipping.difference(whole, ...coastNear(whole).map((part) => [part])).filter((part) => size(part[0]) > 12).sort((a, b) => size(b[0]) - size(a[0]));
  return { id: sea.id, parts };
});

// ---- borders: runs of points that two zones have in common ----
const key = ([x, y]) => `${Math.round(x * 10)},${Math.round(y * 10)}`;
const pair = (a, b) => (a < b ? `${a} ${b}` : `${b} ${a}`);
const owners = new Map();
for (const { id, parts } of places) for (const part of parts) for (const ring of part) for (const point of ring) {
  if (!owners.has(key(point))) owners.set(key(point), new Set());
  owners.get(key(point)).add(id);
}
const borders = new Map(); // "a b" -> [[points]]
for (const { id, parts } of places) for (const part of parts) for (const ring of part) for (let i = 0; i + 1 < ring.length; i++) {
  const [p, q] = [ring[i], ring[i + 1]];
  for (const other of owners.get(key(p))) {
    if (other <= id || !owners.get(key(q)).has(other)) continue;
    const runs = borders.get(pair(id, other)) ?? [];
    const last = runs.at(-1);
    if (last && key(last.at(-1)) === key(p)) last.push(q); else runs.push([p, q]);
    borders.set(pair(id, other), runs);
  }
}
const long = (runs) => runs.reduce((sum, run) => sum + run.slice(1).reduce((s, [x, y], i) => s + Math.hypot(x - run[i][0], y - run[i][1]), 0), 0);
const wanted = new Map(board.edges.map((edge) => [pair(edge.a, edge.b), edge.terrain]));
const missing = [...wanted.keys()].filter((k) => !borders.has(k)).sort();
const walls = [...borders.keys()].filter((k) => !wanted.has(k)).sort();

// ---- where labels and stacks go: the point deepest inside the largest part ----
const within = (x, y, part) => inside(x, y, part[0]) && !part.slice(1).some((hole) => inside(x, y, hole));
const room = (x, y, part) => Math.min(x, y, WIDTH - x, HEIGHT - y, ...part.map((ring) => depth(x, y, ring)));
const centre = (part, step) => {
  const [x0, y0, x1, y1] = bounds([part]);
  let best = [(x0 + x1) / 2, (y0 + y1) / 2, -1];
  for (let x = Math.max(6, x0); x < Math.min(WIDTH - 6, x1); x += step) for (let y = Math.max(6, y0); y < Math.min(HEIGHT - 6, y1); y += step) {
    if (!within(x, y, part)) continue;
    const margin = room(x, y, part);
    if (margin > best[2]) best = [x, y, margin];
  }
  return best;
};

// ---- ports: the anchorage off the town, and the blockade box further out ----
const PORT_ROOM = 7, BOX_ROOM = 9, BOX_OFF = 20;
const taken = [];
function water(zone, from, least, roomy, order) { // the nearest free point of a port's seas
  const parts = order.flatMap((id) => seas.find((sea) => sea.id === id).parts);
  for (let r = least; r < 130; r += 3) for (let k = 0; k < 24; k++) {
    const x = from[0] + r * Math.cos(k * Math.PI / 12), y = from[1] + r * Math.sin(k * Math.PI / 12);
    if (taken.some(([a, b]) => Math.hypot(a - x, b - y) < 15)) continue;
    const part = parts.find((one) => within(x, y, one));
    if (part && room(x, y, part) > roomy) { taken.push([x, y]); return [round(x), round(y)]; }
  }
  return null;
}
const ports = board.ports.map(({ zone, sea_zones: near }) => {
  const { lat, lon } = board.zones.find((one) => one.id === zone);
  const town = at([lat, lon]);
  const port = water(zone, town, 3, PORT_ROOM, near) ?? water(zone, town, 3, 2, near);
  if (!port) throw new Error(`${zone}: no water within reach`);
  return { zone, port, box: water(zone, port, BOX_OFF, BOX_ROOM, near) ?? water(zone, port, BOX_OFF, 3, near) ?? port };
});

// ---- paths ----
const placed = (id, parts, step) => {
  const [x, y, margin] = centre(parts[0], step);
  return { id, x: Math.round(x), y: Math.round(y), room: Math.round(margin), path: draw(parts) };
};
const seaPlace = ({ id, parts }) => {
  const place = placed(id, parts, 10);
  if (seeds.labels[id]) [place.x, place.y] = at(seeds.labels[id]).map(Math.round);
  return place;
};
const runsOf = (k) => borders.get(k).map(trail).join('');
const result = {
  note: 'Made by scenarios/nae/map/make-map.mjs. Coastlines: Natural Earth (public domain).',
  width: WIDTH, height: HEIGHT,
  land: draw(coast.filter((part) => size(part[0]) > 15)),
  places: places.map(({ id, parts }) => placed(id, parts, 3)),
  seas: seas.map(seaPlace),
  ports,
  // each border with the two zones and the terrain of the edge, "wall" where there is none
  borders: [...borders.keys()].sort().map((k) => ({ pair: k.split(' '), terrain: wanted.get(k) ?? 'wall', path: runsOf(k) })),
  links: missing.map((k) => ({ pair: k.split(' '), terrain: wanted.get(k) })),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
if (missing.length) console.error(`an edge, but no border on the map:\n  ${missing.map((k) => `${k} (${wanted.get(k)})`).join('\n  ')}`);
if (walls.length) console.error(`a border on the map, but no edge:\n  ${walls.map((k) => `${k} (${Math.round(long(borders.get(k)))})`).join('\n  ')}`);
console.error(`${result.places.length} zones, ${WIDTH}x${HEIGHT}, ${missing.length} links, ${walls.length} walls`);
