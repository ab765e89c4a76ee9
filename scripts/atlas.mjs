// atlas.mjs: what the scripts that make the maps of the page share (scenarios/<game>/map/make-map.mjs): coastlines, projection,
// cells with rough borders, and where a label goes in one.
//
// Coastlines: Natural Earth 1:50m land (public domain), as packaged in world-atlas (ISC licence).
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

// The packages in a folder of modules: { Delaunay, clipping, land }.
export async function tools(folder) {
  const modules = path.resolve(folder ?? 'node_modules');
  const require = createRequire(path.join(modules, 'x.js'));
  const load = async (name) => import(pathToFileURL(require.resolve(name)).href);
  const { Delaunay } = await load('d3-delaunay').catch(() => import(pathToFileURL(path.join(modules, 'd3-delaunay/src/index.js')).href));
  const topojson = await load('topojson-client');
  const atlas = JSON.parse(readFileSync(path.join(modules, 'world-atlas/land-50m.json'), 'utf8'));
  return { Delaunay, clipping: (await load('polygon-clipping')).default, land: topojson.feature(atlas, atlas.objects.land) };
}

// Lambert conformal conic about a meridian with two standard parallels north: [longitude, latitude] -> [x, y], y up, in radii of the
// Earth.
export function conic(meridian, parallels = [41, 58]) {
  const RAD = Math.PI / 180;
  const [P1, P2] = parallels.map((degrees) => degrees * RAD), LON0 = meridian * RAD;
  const t = (lat) => Math.tan(Math.PI / 4 + lat / 2);
  const N = Math.log(Math.cos(P1) / Math.cos(P2)) / Math.log(t(P2) / t(P1));
  const F = Math.cos(P1) * t(P1) ** N / N;
  return ([lon, lat]) => {
    const rho = F / t(lat * RAD) ** N;
    const theta = N * (lon * RAD - LON0);
    return [rho * Math.sin(theta), -rho * Math.cos(theta)];
  };
}

// A rectangle of the map with a margin around it, as a polygon.
export const rectangle = (width, height, margin) => [[[-margin, -margin], [width + margin, -margin], [width + margin, height + margin], [-margin, height + margin], [-margin, -margin]]];

// Land projected and cut to a frame; south: latitudes from where on pieces of land matter.
export function coastline({ clipping, land }, project, frame, south) {
  const polygons = [];
  for (const feature of land.features ?? [land]) {
    const parts = feature.geometry.type === 'Polygon' ? [feature.geometry.coordinates] : feature.geometry.coordinates;
    for (const part of parts) {
      if (!part[0].some(([lon, lat]) => lon > -25 && lon < 60 && lat > south && lat < 72)) continue;
      polygons.push(part.map((ring) => ring.filter(([lon, lat]) => lon > -40 && lon < 85 && lat > 15 && lat < 80).map(project))
        .filter((ring) => ring.length > 3).map((ring) => [...ring, ring[0]]));
    }
  }
  return polygons.flatMap((polygon) => clipping.intersection([polygon], [frame]));
}

// ---- rough borders: a fixed noise field of three waves a coordinate, so that neighbours stay flush ----

export function roughener([far, middle, near]) {
  const wobble = (x, y, k) => Math.sin(x * 0.11 + k) * Math.cos(y * 0.13 - k) * far + Math.sin(x * 0.31 + y * 0.23 + 2 * k) * middle + Math.sin(y * 0.7 - x * 0.57 + k) * near;
  const warp = ([x, y]) => [x + wobble(x, y, 1), y + wobble(y, x, 2)];
  return (ring) => {
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
    return out.map(([x, y]) => [round(x, 100), round(y, 100)]);
  };
}

// ---- shapes ----

export const round = (n, parts = 10) => Math.round(n * parts) / parts;
export const size = (ring) => Math.abs(ring.reduce((sum, [x, y], i) => { const [u, v] = ring[(i + 1) % ring.length]; return sum + x * v - u * y; }, 0) / 2);
export const inside = (x, y, ring) => { let odd = false; for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) { const [a, b] = ring[i], [c, d] = ring[j]; if ((b > y) !== (d > y) && x < (c - a) * (y - b) / (d - b) + a) odd = !odd; } return odd; };
export const depth = (x, y, ring) => Math.sqrt(ring.reduce((least, [a, b], i) => {
  const [c, d] = ring[(i + 1) % ring.length]; const l = (c - a) ** 2 + (d - b) ** 2; const k = l ? Math.max(0, Math.min(1, ((x - a) * (c - a) + (y - b) * (d - b)) / l)) : 0;
  return Math.min(least, (x - a - k * (c - a)) ** 2 + (y - b - k * (d - b)) ** 2); }, 1e9));

// ---- paths of SVG ----

export const trail = (points) => 'M' + points.map(([x, y]) => `${round(x)},${round(y)}`).join('L');
export const draw = (parts) => parts.map((part) => part.map((ring) => `${trail(ring.slice(0, -1))}Z`).join('')).join('');
