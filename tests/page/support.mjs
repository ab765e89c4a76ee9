// support.mjs: the server under test, the browser, and what every part of the test needs.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const require = createRequire(import.meta.url);
export const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
export const SHOTS = process.env.MARSHAL_SHOTS ?? 'build/web';
mkdirSync(SHOTS, { recursive: true });

// Starts `marshal serve`, on a free port unless told which; resolves to its address and how to end it.
export function startServer(program, more = [], port = '0', env = {}) {
  const child = spawn(program, ['serve', '--port', port, '--json', ...more], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      if (text.includes('\n')) resolve({ url: JSON.parse(text).url, child, end: () => new Promise((done) => { child.once('exit', (code) => done(code)); child.kill('SIGINT'); }) });
    });
    child.once('exit', (code) => reject(new Error(`marshal serve ended with ${code}: ${text}`)));
  });
}

export const openBrowser = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'] });

// A page that remembers everything that went wrong on it. Without moving edges, which are drawn anew all the time, unless told.
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, acceptDownloads: true, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on('console', (message) => { if (message.type() === 'error' || message.type() === 'warning') page.faults.push(`${message.type()}: ${message.text()}`); });
  page.on('pageerror', (error) => page.faults.push(`exception: ${error.message}`));
  await page.goto(url);
  await page.waitForSelector('body[data-ready]');
  return page;
}

export const shot = (page, name) => page.screenshot({ path: `${SHOTS}/${name}.png` });

// Serious or critical violations of accessibility rules, in words.
export async function violations(page) {
  await page.evaluate(axeSource);
  const found = await page.evaluate(() => axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }));
  return found.violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => `${v.id}: ${v.help} (${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(', ')})`);
}

// Starts a game through the dialog.
export async function newGame(page, { scenario, french = 'human', coalition = 'level:3', seed = '', bar = true, overrides = {} } = {}) {
  if (!(await page.locator('#dialog').evaluate((d) => d.open))) await page.click('#do-new');
  await page.selectOption('#scenario', scenario);
  await page.selectOption('#seat-french', french);
  await page.selectOption('#seat-coalition', coalition);
  await page.setChecked('#with-bar', bar);
  await page.locator('#dialog form summary').click();
  await page.fill('#seed', seed);
  for (const [name, value] of Object.entries(overrides)) await page.fill(`[id="${name}"]`, String(value));
  await page.click('#start-game');
  await page.waitForFunction(() => !document.getElementById('dialog').open && document.body.dataset.ply);
}

// Waits until the person is asked, or the game is over.
export const asked = (page) => page.waitForFunction(() => document.querySelector('#choices .choice-button') || /victory|draw|lost|resigns/.test(document.getElementById('question').textContent), null, { timeout: 30000 });

// Clicks a choice and waits until it has been taken.
export async function take(page, selector) {
  const before = await page.evaluate(() => document.body.dataset.ply);
  await page.locator(selector).first().click();
  await page.waitForFunction((ply) => document.body.dataset.ply !== ply, before, { timeout: 30000 });
  await asked(page);
}

// ---- puzzles ----

// Opens a puzzle from the list: "GAME/SET/NUMBER".
export async function openPuzzle(page, name) {
  if (await page.locator('#dialog').evaluate((d) => d.open)) await page.keyboard.press('Escape');
  await page.click('#do-more');
  await page.click('#do-puzzles');
  await page.locator(`[data-puzzle="${name}"]`).click();
  await page.waitForFunction((number) => document.getElementById('puzzle-box').textContent.includes(`puzzle ${number} of`), name.split('/')[2]);
  await asked(page);
}

// Solves puzzles of a file in scenarios/: the worst choice first, then the solution; as the file says it. The last one stands on the page.
export async function findTheMoves({ browser, url }, game, set, numbers) {
  const { puzzles } = JSON.parse(readFileSync(new URL(`../../scenarios/${game}/puzzles/${set}.json`, import.meta.url)));
  const page = await openPage(browser, url);
  for (const number of numbers) {
    const { plies, moves, solution } = puzzles[number - 1];
    await openPuzzle(page, `${game}/${set}/${number}`);
    assert.equal(await plyOf(page), plies);
    assert.deepEqual((await movesOf(page)).sort(), moves.map(({ move }) => move).sort());
    for (const [{ move, win_probability: win }, verdict] of [[moves.at(-1), 'wrong'], [moves[0], 'right']]) {
      await page.locator(`#choices [data-move="${move}"]`).click();
      await page.waitForSelector(`.verdict.${verdict}`);
      assert.ok((await text(page, '.verdict')).includes(`wins ${Math.round(100 * win)} %`), move);
    }
    assert.equal(moves[0].move, solution);
    assert.equal(await plyOf(page), plies, 'the moves are judged, not played');
  }
  await shot(page, `${game}-puzzle`);
  await clean(page, 'of a puzzle');
  return page;
}

// The tab of openings of a scenario with its figures, from its file.
export async function showOpenings(page, game, name) {
  const { seats, games } = JSON.parse(readFileSync(new URL(`../../scenarios/${game}/openings/${name}.json`, import.meta.url)));
  await page.click('#tab-openings');
  await page.waitForSelector('table.openings');
  const panel = await text(page, '#panel-openings');
  assert.ok(panel.includes(`${games.toLocaleString('en')} games`), panel.slice(0, 200));
  for (const { groups } of seats) assert.ok(panel.includes(groups[0].text), groups[0].text);
  await shot(page, `${game}-openings`);
  await clean(page, 'of openings');
}

// ---- what stands on the page ----

export const text = (page, selector) => page.locator(selector).innerText();
export const plyOf = (page) => page.evaluate(() => Number(document.body.dataset.ply));
export const stepOf = (page) => page.evaluate(() => document.body.dataset.step);
export const movesOf = (page) => page.locator('#choices .choice-button').evaluateAll((buttons) => buttons.map((b) => b.dataset.move));
export const over = (page) => page.evaluate(() => document.getElementById('turn').textContent === 'Game over');
export const clean = async (page, where) => assert.deepEqual(await violations(page), [], `accessibility ${where}`);

// Drags the map to and fro: while it moves nothing is drawn anew, what was grabbed stays under the pointer, and what is shown is drawn
// when it rests. Answers the median time from frame to frame, in milliseconds.
export async function dragMap(page) {
  const told = await page.evaluate(async () => {
    const { app } = await import('/shell/state.js');
    const { canvas } = app.view, { svg } = canvas, box = canvas.box.getBoundingClientRect();
    const frame = () => new Promise((done) => { requestAnimationFrame(done); });
    const at = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const fire = (type) => svg.dispatchEvent(new PointerEvent(type, { clientX: at.x, clientY: at.y, pointerId: 1, bubbles: true, buttons: 1, pointerType: 'touch' }));
    svg.setPointerCapture = () => {}; // there is no such pointer
    canvas.handlers.mayDrag = () => false;
    let drawn = 0, place = null;
    const times = [], astray = [];
    const observer = new MutationObserver((changes) => { drawn += changes.length; });
    observer.observe(svg, { attributes: true, attributeFilter: ['viewBox'] });
    fire('pointerdown');
    for (let i = 0; i < 40; i++) {
      at.x += i % 20 < 10 ? 13 : -13;
      at.y += i % 20 < 10 ? 7 : -7;
      const begun = performance.now();
      fire('pointermove');
      await frame();
      times.push(performance.now() - begun);
      place ??= canvas.placeAt({ clientX: at.x, clientY: at.y });
      const now = canvas.placeAt({ clientX: at.x, clientY: at.y });
      if (now !== place) astray.push(`${now} instead of ${place}`);
    }
    const redrawn = drawn;
    fire('pointerup');
    await new Promise((done) => { setTimeout(done, 400); });
    observer.disconnect();
    delete svg.setPointerCapture;
    const { x, y } = canvas.view;
    return { redrawn, astray, rested: canvas.sheet.style.transform, box: svg.getAttribute('viewBox'), view: `${x.toFixed(1)} ${y.toFixed(1)} `, median: times.sort((a, b) => a - b)[20] };
  });
  assert.equal(told.redrawn, 0, 'nothing is drawn anew while the map moves');
  assert.deepEqual(told.astray, [], 'what was grabbed stays under the pointer');
  assert.equal(told.rested, '');
  assert.ok(told.box.startsWith(told.view), `what is shown is drawn in the end: ${told.box}, ${told.view}`);
  return told.median;
}

// The map of a game as it opens (wish: as for newGame), with the moving edges of the choices.
export async function movesSmoothly({ browser, url }, wish) {
  const page = await openPage(browser, url, { reducedMotion: 'no-preference' });
  await newGame(page, { seed: '7', ...wish });
  await asked(page);
  const median = await dragMap(page);
  console.log(`      ${(1000 / median).toFixed(0)} frames a second`);
  assert.ok(median < 100, `smooth even on a busy machine without a graphics card: ${median} ms a frame`);
  return page;
}

// ---- parts of a test ----

// A list of parts and how to add to it: part(name, async ({ browser, url, program }) => page).
export function parts() {
  const list = [];
  return { list, part: (name, run) => list.push({ name, run }) };
}
