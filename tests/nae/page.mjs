// page.mjs: Napoleon against Europe played on the page in Chromium. Run by tests/page/run.mjs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parts } from '../page/support.mjs';

export const { list, part } = parts();

part('the map of Napoleon against Europe is what its script makes of coastlines and board', async () => {
  const folder = new URL('../../scenarios/nae/map/', import.meta.url).pathname;
  const modules = new URL('../page/node_modules', import.meta.url).pathname;
  const made = spawnSync(process.execPath, [`${folder}make-map.mjs`, modules], { encoding: 'utf8', maxBuffer: 1 << 24 });
  assert.equal(made.status, 0, made.stderr);
  assert.ok(made.stdout === readFileSync(`${folder}map.json`, 'utf8'), 'map.json is another one: make it anew as make-map.mjs says, and look at it');
  const map = JSON.parse(made.stdout);
  const board = JSON.parse(readFileSync(new URL('../../scenarios/nae/board.json', import.meta.url), 'utf8'));
  assert.deepEqual(map.places.map((place) => place.id), board.zones.map((zone) => zone.id));
  assert.ok(map.links.every(({ terrain }) => terrain === 'strait'), 'zones that are neighbours over land touch on the map');
});
