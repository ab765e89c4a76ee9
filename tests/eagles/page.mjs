// page.mjs: Napoleon's Eagles played on the page in Chromium. Run by tests/page/run.mjs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { SHOTS, asked, clean, newGame as startGame, openPage, over, parts, plyOf, shot, stepOf, take, text } from '../page/support.mjs';

const newGame = (page, wish) => startGame(page, { scenario: 'eagles/1805', coalition: 'heuristic', bar: false, ...wish });

export const { list, part } = parts();

// The choices as the page shows them: [move, text of the button].
const choicesOf = (page) => page.locator('#choices .choice-button').evaluateAll((buttons) => buttons.map((b) => [b.dataset.move, b.innerText]));
const noProgram = async (page) => assert.equal(/null|undefined|NaN|\[object/.test(await text(page, 'body')), false, 'no word of a program');

// A player of sorts, the same every time: whole stacks, by fits and starts to the east, every attack taken.
function chooser(seed) {
  let state = seed;
  const draw = (n) => { state = (state * 1103515245 + 12345) % 2147483648; return Math.floor(state / 65536) % n; };
  return (choices, step) => {
    const first = (...kinds) => kinds.map((kind) => choices.find(([move]) => kind.test(move))).find(Boolean)?.[0];
    const by = {
      pick: () => first(/PICK/), take: () => first(/ALL/), leader: () => first(/LEADER/), step: () => first(/STEP\(E\)/, /STEP\(SE\)/, /STEP\(NE\)/, /STOP/), march_path: () => first(/STOP/, /FM_GO/),
      target: () => first(/TARGET/), continue: () => first(/yes/), withdraw: () => first(/stay/), advance: () => first(/,all\)/),
    };
    return (draw(12) ? by[step]?.() : null) ?? choices[draw(choices.length)][0];
  };
}

// Plays until a condition holds or the game is over; returns the steps that were met.
async function playOn(page, next, until, most = 900) {
  const met = new Map();
  for (let i = 0; i < most && !(await over(page)) && !(await until()); i++) {
    const step = await stepOf(page);
    met.set(step, (met.get(step) ?? 0) + 1);
    await take(page, `#choices [data-move="${next(await choicesOf(page), step)}"]`);
  }
  return met;
}

part('the map of Napoleon\u2019s Eagles is what its script makes of coastlines and board', async () => {
  const folder = new URL('../../scenarios/eagles/map/', import.meta.url).pathname;
  const modules = new URL('../page/node_modules', import.meta.url).pathname;
  const made = spawnSync(process.execPath, [`${folder}make-map.mjs`, modules], { encoding: 'utf8', maxBuffer: 1 << 24 });
  assert.equal(made.status, 0, made.stderr);
  assert.ok(made.stdout === readFileSync(`${folder}map.json`, 'utf8'), 'map.json is another one: make it anew as make-map.mjs says, and look at it');
  const map = JSON.parse(made.stdout);
  const { map: board } = JSON.parse(readFileSync(new URL('../../scenarios/eagles/board.json', import.meta.url), 'utf8'));
  assert.deepEqual(map.seas.map((sea) => sea.id), board.sea_areas.map((sea) => sea.id));
  assert.equal(map.passes.length, board.hexsides.filter((side) => side.kind === 'pass').length);
  assert.deepEqual(map.rivers.map((river) => river.name), [...new Set(board.hexsides.filter((side) => side.kind === 'river').map((side) => side.name))].sort());
});

part('1805 of Napoleon\u2019s Eagles to its end by clicks', async ({ browser, url }) => {
  const page = await openPage(browser, url, { viewport: { width: 1200, height: 800 } });
  await newGame(page, { seed: '7' });
  await asked(page);
  await page.waitForTimeout(400);
  await clean(page, 'of the opening');
  await shot(page, 'eagles-01-opening');
  assert.ok((await page.locator('.stack').count()) > 15, 'stacks stand on the map');
  assert.match(await text(page, '#standing'), /wins|draw/);
  const ply = await plyOf(page);
  await page.locator('.choice[data-place="2526"]').click({ force: true }); // Strasbourg, by a click on the map
  await page.waitForFunction((n) => Number(document.body.dataset.ply) > n, ply);
  await asked(page);
  assert.ok(['leader', 'take', 'colour'].includes(await stepOf(page)), `a group is made: ${await stepOf(page)}`);
  const next = chooser(3);
  await playOn(page, next, async () => (await stepOf(page)) === 'step');
  assert.ok((await page.locator('.within').count()) > 2, 'where the group can go');
  await shot(page, 'eagles-02-group');
  await clean(page, 'of a group');
  const met = await playOn(page, next, async () => false);
  assert.ok(await over(page), `the game comes to its end; met ${[...met.keys()]}`);
  assert.ok(met.get('target') > 0 && met.get('loss') > 0, `battles were fought: ${[...met.keys()]}`);
  assert.match(await text(page, '#question'), /victory|draw/);
  for (const [tab, name] of [['victory', 'eagles-04-victory'], ['forces', 'eagles-05-forces'], ['supply', 'eagles-06-supply'], ['log', 'eagles-07-log'], ['help', 'eagles-08-rules']]) {
    await page.click(`#tab-${tab}`);
    await shot(page, name);
    await clean(page, `of the tab ${tab}`);
  }
  await page.click('#zoom-all');
  await page.click('#zoom-key');
  await page.waitForTimeout(300);
  await clean(page, 'of the key');
  await shot(page, 'eagles-09-key');
  await noProgram(page);
  return page;
});
