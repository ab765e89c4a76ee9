// page.mjs: Age of Napoleon played on the page in Chromium. Run by tests/page/run.mjs.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { SHOTS, asked, clean, movesOf, newGame as startGame, openPage, over, parts, plyOf, shot, startServer, stepOf, take, text, findTheMoves, movesSmoothly, showOpenings } from '../page/support.mjs';

const newGame = (page, wish) => startGame(page, { scenario: 'aon/1805', ...wish });

export const { list, part } = parts();

// Texts that only the mouse can reach: titles, other than those which name a button that says the same.
const onlyHovered = (page) => page.evaluate(() => [...document.querySelectorAll('body [title]')].filter((one) => !one.matches('#zoom-all, #zoom-key, #do-back, #review .steps button')).map((one) => one.outerHTML.slice(0, 80)));

// Names of areas of which counters hide more than a seventh.
const hiddenNames = (page) => page.evaluate(() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const cover = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const counters = boxes('.stack .counter');
  return boxes('.label').filter((label) => counters.reduce((sum, counter) => sum + cover(label, counter), 0) > (label.width * label.height) / 7).length;
});

// A player of sorts, the same every time: cards in battle, armies towards the enemy, else a little of everything.
function chooser(seed) {
  let state = seed;
  const draw = (n) => { state = (state * 1103515245 + 12345) % 2147483648; return Math.floor(state / 65536) % n; };
  return (moves, step) => {
    const starting = (...kinds) => moves.filter((move) => kinds.some((kind) => move.startsWith(kind)));
    if (step.startsWith('battle_cards')) return starting('play_card')[0] ?? 'pass';
    if (step.startsWith('battle_engage') || step === 'form_member') return starting('corps_take')[0] ?? moves[0];
    if (step === 'part_choice') return starting('area')[draw(Math.max(1, starting('area').length))] ?? starting('stop')[0];
    if (step === 'move_pay') return starting('free')[0] ?? starting('pay')[0] ?? moves[0];
    if (step === 'move_step') { const ways = starting('area'); return ways.length && draw(4) > 0 ? ways[draw(ways.length)] : 'stop'; }
    return moves[draw(moves.length)];
  };
}

part('the map is what its script makes of coastlines and board', async () => {
  const folder = new URL('../../scenarios/aon/map/', import.meta.url).pathname;
  const modules = new URL('../page/node_modules', import.meta.url).pathname;
  const made = spawnSync(process.execPath, [`${folder}make-map.mjs`, modules], { encoding: 'utf8', maxBuffer: 1 << 24 });
  assert.equal(made.status, 0, made.stderr);
  assert.ok(made.stdout === readFileSync(`${folder}map.json`, 'utf8'), 'map.json is another one: make it anew as make-map.mjs says, and look at it');
});

part('loads in a second, with a dialog to start', async ({ browser, url, program }) => {
  const page = await openPage(browser, url);
  // the best of several, and longer by as much as programs wait for a processor: others may be keeping the machine busy
  const limit = () => 1000 * Math.max(1, loadavg()[0] / cpus().length);
  const times = [];
  while (times.length < 8 && !(Math.min(...times) < limit())) {
    await page.reload();
    await page.waitForSelector('body[data-ready] #start-game');
    times.push(await page.evaluate(() => performance.getEntriesByName('ready')[0].startTime));
  }
  assert.ok(Math.min(...times) < limit(), `interactive after ${times} ms, expected ${Math.round(limit())}`);
  await clean(page, 'of the first dialog');
  await shot(page, '01-new-game');
  return page;
});

// Two years of a game by clicks; what was met on the way.
async function playTwoYears(page, seed) {
  await newGame(page, { coalition: 'level:3', seed });
  await asked(page);
  await clean(page, 'of the opening');
  await shot(page, '02-opening');
  const next = chooser(7);
  const phases = new Set();
  let battleCards = 0, year = 1805, battleShot = false;
  for (let i = 0; i < 400 && year < 1807 && !(await over(page)); i++) {
    const step = await stepOf(page);
    const moves = await movesOf(page);
    const move = next(moves, step);
    phases.add(await page.evaluate(() => document.querySelector('.track.phases .now')?.textContent));
    if (step.startsWith('battle_cards') && move.startsWith('play_card')) battleCards += 1;
    if (step.startsWith('battle') && !battleShot) { battleShot = true; await shot(page, '03-battle'); }
    await take(page, `#choices [data-move="${move}"]`);
    year = Number((await text(page, '#when')).slice(0, 4));
  }
  await page.click('#tab-log');
  const log = await text(page, '#panel-log');
  const whole = ['Diplomacy', 'Strategy', 'Reinforcements', 'Campaign'].every((phase) => phases.has(phase) || log.includes(phase));
  return { year, phases, log, battleCards, all: whole && battleCards > 0 && /Winter attrition in/.test(log) && /Battle in/.test(log) };
}

part('a year through every phase by clicks', async ({ browser, url }) => {
  let page, met;
  for (let seed = 12; seed < 20 && !met?.all; seed++) { // a game can end early, or without a battle card; then another is played
    if (page) { assert.deepEqual(page.faults, []); await page.context().close(); }
    page = await openPage(browser, url);
    met = await playTwoYears(page, String(seed));
  }
  const { year, phases, log, battleCards } = met;
  await shot(page, '04-log');
  await clean(page, 'of the log');
  assert.ok(year >= 1807 || (await over(page)), `the year is ${year}`);
  for (const phase of ['Diplomacy', 'Strategy', 'Reinforcements', 'Campaign']) assert.ok(phases.has(phase) || log.includes(phase), `${phase} was seen: ${[...phases]}`);
  assert.match(log, /Winter attrition in/);
  assert.match(log, /Battle in/);
  assert.ok(battleCards > 0, 'a battle card was played');
  assert.ok((await page.locator('.battle table').count()) > 0, 'a battle is shown with its table');
  for (const [tab, name] of [['forces', '05-forces'], ['piles', '06-cards'], ['dice', '07-dice'], ['help', '08-rules']]) {
    await page.click(`#tab-${tab}`);
    await shot(page, name);
  }
  await clean(page, 'of the rules');
  const rolls = await page.evaluate(() => { document.getElementById('tab-dice').click(); return [...document.querySelectorAll('#panel-dice tbody tr')].map((r) => Number(r.cells[7].textContent)); });
  assert.ok(rolls[0] + rolls[1] > 0, 'dice were counted');
  assert.deepEqual(await onlyHovered(page), []);
  return page;
});

part('undo, hint, take back, save, reload, load', async ({ browser, url, program }) => {
  const page = await openPage(browser, url);
  await newGame(page, { seed: '5' });
  await asked(page);
  await take(page, '#choices .choice-button');
  const ply = await plyOf(page);
  const before = await text(page, '#choices');
  await take(page, '#choices [data-move="area(flandres)"]');
  assert.equal(await page.locator('#do-undo').isEnabled(), true, 'choosing an army can be undone');
  await page.click('#do-undo');
  await page.waitForFunction((n) => Number(document.body.dataset.ply) === n, ply);
  assert.equal(await text(page, '#choices'), before);
  await page.click('#do-hint');
  await page.waitForSelector('#hint-box > ol > li', { timeout: 20000 });
  const hints = await page.locator('#hint-box > ol > li').allInnerTexts();
  assert.ok(hints.length >= 2 && hints.length <= 3 && hints.every((hint) => /\d+ %/.test(hint)), hints.join('|'));
  await shot(page, '09-hint');
  await clean(page, 'with a hint');
  const next = chooser(3);
  for (let i = 0; i < 14; i++) await take(page, `#choices [data-move="${next(await movesOf(page), await stepOf(page))}"]`);
  await page.click('#do-back');
  await page.waitForFunction(() => /noted|notes/.test(document.getElementById('message').textContent));
  await asked(page);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#do-save')]);
  const file = `${SHOTS}/saved.jsonl`;
  await download.saveAs(file);
  assert.match(await text(page, '#message'), /Saved\. .*do not look into the file/);
  const check = spawnSync(program, ['replay', file, '--check'], { encoding: 'utf8' });
  assert.equal(check.status, 0, check.stderr);
  assert.match(readFileSync(file, 'utf8'), /"note":"take_back"/);
  const at = await plyOf(page);
  const question = await text(page, '#question');
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  await asked(page);
  assert.equal(await plyOf(page), at, 'the game goes on after a reload');
  assert.equal(await text(page, '#question'), question);
  await take(page, '#choices .choice-button');
  const [chooserBox] = await Promise.all([page.waitForEvent('filechooser'), page.click('#do-load')]);
  await chooserBox.setFiles(file);
  await page.waitForFunction((n) => Number(document.body.dataset.ply) === n, at);
  assert.equal(await text(page, '#question'), question, 'the record is taken up where it was left');
  await page.click('#do-more');
  await clean(page, 'of the menu');
  const [peek] = await Promise.all([page.waitForEvent('filechooser'), page.click('#do-review')]);
  await peek.setFiles(file);
  await page.waitForFunction(() => document.getElementById('dialog').open);
  assert.match(await text(page, '#dialog'), /not over[^]*both hands/, 'nobody looks at the other hand by accident');
  await clean(page, 'of the question before a review');
  await page.click('#dialog button:not(.primary)');
  assert.equal(await page.locator('#review').isHidden(), true);
  assert.equal(await text(page, '#question'), question, 'the game is still there');
  await page.click('#do-more');
  const [look] = await Promise.all([page.waitForEvent('filechooser'), page.click('#do-review')]);
  await look.setFiles(file);
  await page.click('#dialog .primary');
  await page.waitForSelector('#chart .chart-line');
  await page.getByText('Leave the review').click();
  await asked(page);
  assert.equal(await plyOf(page), at, 'and after the review');
  const [again] = await Promise.all([page.waitForEvent('filechooser'), page.click('#do-load')]);
  await again.setFiles({ name: 'broken.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(readFileSync(file, 'utf8').replace('"ply":3', '"ply":4')) });
  await page.waitForFunction(() => /record:\d+/.test(document.getElementById('message').textContent));
  await clean(page, 'with a record refused');
  page.faults = page.faults.filter((fault) => !/422/.test(fault)); // the browser reports the refusal itself
  return page;
});

part('explanations open by keyboard and close again', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { seed: '12', coalition: 'level:1', bar: false });
  await asked(page);
  const tip = () => text(page, '#tip');
  await page.click('#do-undo', { force: true });
  assert.match(await text(page, '#message'), /cannot be undone: nothing has been decided/);
  await page.locator('#question .clause').focus();
  await page.keyboard.press('Enter');
  assert.match(await tip(), /^Rule 11\.2\.1\. \w/);
  await clean(page, 'of an explanation');
  await page.keyboard.press('Enter');
  assert.equal(await tip(), '', 'the same key closes it');
  await page.keyboard.press('Space');
  assert.notEqual(await tip(), '');
  await page.keyboard.press('Escape');
  assert.equal(await tip(), '');
  assert.equal(await page.evaluate(() => document.activeElement.matches('#question .clause')), true, 'the focus stays');
  await page.click('#initiative');
  assert.match(await tip(), /Coalition from 1811/);
  assert.match(await text(page, '#initiative'), /France/);
  await page.click('#victory-french');
  assert.match(await text(page, '#victory-french'), /^France \d+ to go$/);
  assert.match(await tip(), /\u2717 it holds .sterreich or Russia/);
  await page.click('#victory-coalition');
  assert.match(await tip(), /at most 3 minor ones are: now \d+/);
  await shot(page, '24-explained');
  await page.click('.track.phases .now');
  assert.match(await tip(), /^Campaign \(rules 11-13\)/);
  await page.hover('#victory-french');
  await page.keyboard.press('Escape');
  await page.hover('#initiative');
  await page.waitForFunction(() => /initiative/.test(document.getElementById('tip').textContent));
  await page.hover('#tip'); // the mouse may go to the text
  await page.waitForTimeout(400);
  assert.match(await tip(), /initiative/);
  await page.hover('#decision');
  await page.waitForFunction(() => document.getElementById('tip').textContent === '');
  await take(page, '#choices .choice-button');
  const next = chooser(7);
  for (let i = 0; i < 60 && !(await page.locator('#choices .about').count()); i++) await take(page, `#choices [data-move="${next(await movesOf(page), await stepOf(page))}"]`);
  const ply = await plyOf(page);
  await page.locator('#choices .about').first().focus();
  await page.keyboard.press('Enter');
  assert.ok((await tip()).length > 20, 'what the card does');
  assert.equal(await plyOf(page), ply, 'and nothing is chosen by that');
  await page.click('#tab-log');
  const stops = await page.locator('#panel-log .clause').evaluateAll((all) => [all.length, all.filter((one) => one.tabIndex === 0).length]);
  assert.ok(stops[0] > 3 && stops[1] === 1, `one stop of Tab for ${stops[0]} clauses, found ${stops[1]}`);
  await page.locator('#panel-log .clause').last().focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  assert.match(await tip(), /^Rule /);
  await page.click('#tab-forces');
  await page.locator('#panel-forces button.link').first().focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.matches('#place-card .close')), true, 'the card of an area takes the focus');
  await clean(page, 'of the card of an area');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement.matches('#panel-forces button.link')), true, 'and gives it back');
  await page.selectOption('#find-area', 'sverige');
  assert.match(await text(page, '#place-card'), /Danmark \(strait\), Lithuania \(over the ice/);
  await page.keyboard.press('Escape');
  await page.click('#tab-piles');
  await page.locator('#panel-piles .chip').first().click();
  assert.ok((await tip()).length > 20, 'a card of the discard pile is explained');
  return page;
});

part('an army is dragged to its goal', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { seed: '5', bar: false });
  await asked(page);
  await take(page, '#choices .choice-button');
  const centre = async (area) => { const box = await page.locator(`.stack[data-place="${area}"] .counter`).first().boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const goal = await page.locator('.area[data-place="lorraine"] .fill').boundingBox();
  await page.mouse.move(...(await centre('flandres')));
  await page.mouse.down();
  await page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2 - 8, { steps: 8 });
  await shot(page, '10-drag');
  await page.mouse.up();
  await page.waitForFunction(() => document.body.dataset.step === 'move_pay' || document.querySelector('.stack[data-place="lorraine"]'), null, { timeout: 15000 });
  if ((await stepOf(page)) === 'move_pay') await page.locator('#choices .choice-button').first().click();
  await page.waitForSelector('.stack[data-place="lorraine"]');
  assert.match(await page.locator('.stack[data-place="lorraine"] title').textContent(), /Napol/);
  return page;
});

part('watching two policies, pause, then the whole record step by step', async ({ browser, url, program }) => {
  const page = await openPage(browser, url);
  await newGame(page, { scenario: 'aon/1813', french: 'level:1', coalition: 'level:1', seed: '3' });
  await page.waitForFunction(() => Number(document.body.dataset.ply) >= 2, null, { timeout: 20000 });
  await page.click('#watch-pause');
  await page.waitForFunction(() => document.getElementById('watch-pause')?.textContent === 'Go on');
  const at = await plyOf(page);
  await page.waitForTimeout(900);
  assert.ok((await plyOf(page)) <= at + 1, 'paused');
  await shot(page, '11-watch');
  await clean(page, 'of watching');
  const file = `${SHOTS}/records`;
  const match = spawnSync(program, ['match', 'aon/1813', '--games', '1', '--french', 'heuristic', '--coalition', 'heuristic', '--seed', '4', '--records', file], { encoding: 'utf8' });
  assert.equal(match.status, 0, match.stderr);
  await page.click('#do-more');
  const [box] = await Promise.all([page.waitForEvent('filechooser'), page.click('#do-review')]);
  await box.setFiles(`${file}/00000001.jsonl`);
  await page.waitForSelector('#chart .chart-line');
  await page.click('#step-on');
  await page.waitForFunction(() => /Decision 1 of/.test(document.getElementById('review').textContent));
  assert.equal(/null|undefined/.test(await text(page, 'body')), false, 'no word of a program');
  let hidden = 0;
  const plies = await page.evaluate(() => Number(document.querySelector('#review input[type="range"]').max));
  for (let i = 1; i <= 8; i++) {
    const ply = Math.floor((plies * i) / 9);
    await page.evaluate((n) => { const slider = document.querySelector('#review input[type="range"]'); slider.value = n; slider.dispatchEvent(new Event('input')); }, ply);
    await page.waitForFunction((n) => new RegExp(`Decision ${n} of`).test(document.getElementById('review').textContent), ply);
    hidden += await hiddenNames(page);
  }
  assert.ok(hidden <= 8, `counters hide ${hidden} names in eight positions of many armies; without stepping aside it is four in each`);
  await page.click('#step-back');
  await page.click('#step-turn');
  await shot(page, '12-review');
  await clean(page, 'of the review');
  await page.click('#step-end');
  await page.waitForFunction(() => /The end of the record/.test(document.getElementById('review').textContent));
  return page;
});

part('a record is judged by searching, and a turning point leads to its position', async ({ browser, url, program }) => {
  const page = await openPage(browser, url);
  const file = `${SHOTS}/judged`;
  const match = spawnSync(program, ['match', 'aon/1813', '--games', '1', '--seed', '4', '--french', 'random', '--coalition', 'heuristic', '--records', file], { encoding: 'utf8' });
  assert.equal(match.status, 0, match.stderr);
  await page.keyboard.press('Escape');
  await page.click('#do-more');
  const [box] = await Promise.all([page.waitForEvent('filechooser'), page.click('#do-review')]);
  await box.setFiles(`${file}/00000001.jsonl`);
  await page.waitForSelector('#chart .chart-line');
  await page.selectOption('#review-effort', '300');
  await page.click('#review-search');
  await page.waitForFunction(() => document.getElementById('review-progress')?.value > 3, null, { timeout: 120000 });
  await page.click('#step-on'); // the page goes on meanwhile
  await page.waitForFunction(() => /Decision 1 of/.test(document.getElementById('review').textContent), null, { timeout: 10000 });
  await clean(page, 'of a review under way');
  await page.waitForSelector('#review-table', { timeout: 300000 });
  assert.match(await text(page, '#review-table'), /random[^]*heuristic/, 'who played');
  const turns = page.locator('#turning-points button');
  assert.ok((await turns.count()) > 0 && (await turns.count()) <= 5, 'random play has turning points');
  const ply = Number(await turns.first().getAttribute('data-ply'));
  await turns.first().click();
  await page.waitForFunction((n) => new RegExp(`Decision ${n - 1} of`).test(document.getElementById('review').textContent), ply);
  assert.match(await text(page, '#judged'), /best/);
  assert.ok((await page.locator('.chart-mistake').count()) > 0, 'mistakes are marked on the chart');
  await shot(page, '21-judged');
  await clean(page, 'of a review');
  return page;
});

part('what the machine expects is shown only when asked for, and without names', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { coalition: 'mcts:time=3', seed: '5' });
  await asked(page);
  await page.click('#do-more');
  await page.click('#do-settings');
  await clean(page, 'of the settings');
  assert.equal(await page.isChecked('#set-plans'), false);
  await page.check('#set-plans');
  await page.click('#dialog .primary');
  await page.click('#choices [data-move="choose_first(other)"]');
  await page.waitForFunction(() => !document.getElementById('plan').hidden && /tried/.test(document.getElementById('thinking').textContent), null, { timeout: 20000 });
  const plan = await text(page, '#plan');
  assert.match(plan, /The Coalition side sees the French side at \d+ %/);
  for (const name of ['Mack', 'Ferdinand', 'Karl', 'Kutuzov', 'Bennigsen']) assert.equal(plan.includes(`with ${name}`), false, plan);
  await shot(page, '22-plan');
  return page;
});

part('a game goes on after the server has ended', async ({ browser, program }) => {
  const folder = `${SHOTS}/kept`;
  rmSync(folder, { recursive: true, force: true });
  const first = await startServer(program, ['--games', folder]);
  const page = await openPage(browser, first.url);
  await newGame(page, { coalition: 'level:1', seed: '5' });
  await asked(page);
  await take(page, '#choices .choice-button');
  const ply = await plyOf(page);
  const question = await text(page, '#question');
  const { port } = new URL(first.url);
  first.child.kill('SIGKILL'); // not even a chance to say goodbye
  await new Promise((done) => { first.child.once('exit', done); });
  const second = await startServer(program, ['--games', folder], port);
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  await asked(page);
  assert.equal(await plyOf(page), ply);
  assert.equal(await text(page, '#question'), question);
  await newGame(page, { coalition: 'level:1', seed: '6' });
  await asked(page);
  await page.click('#do-new');
  await clean(page, 'of the dialog with games to go on with');
  await shot(page, '23-go-on');
  assert.match(await text(page, '#go-on button'), /French: you, Coalition: level 1/);
  await page.click('#go-on button');
  await page.waitForFunction((words) => document.getElementById('question').textContent === words, question);
  await second.end();
  page.faults = page.faults.filter((fault) => !/ERR_CONNECTION_REFUSED|Failed to load/.test(fault)); // while there was no server
  return page;
});

part('a phone', async ({ browser, url }) => {
  const page = await openPage(browser, url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await shot(page, '13-phone-new');
  await newGame(page, { coalition: 'level:1', seed: '5' });
  await asked(page);
  await page.locator('#choices .choice-button').first().tap();
  await page.waitForFunction(() => Number(document.body.dataset.ply) > 0);
  await asked(page);
  await shot(page, '14-phone');
  const before = await plyOf(page);
  await page.locator('.stack[data-place="flandres"] .counter').last().tap({ force: true });
  await page.waitForFunction((n) => Number(document.body.dataset.ply) > n, before);
  const next = chooser(5);
  for (let i = 0; i < 6; i++) await take(page, `#choices [data-move="${next(await movesOf(page), await stepOf(page))}"]`);
  await page.locator('#news .clause:visible, #question .clause:visible').first().tap();
  const seen = await page.locator('#tip').evaluate((tip) => { const r = tip.getBoundingClientRect(); return tip.textContent.startsWith('Rule') && r.left >= 0 && r.right <= innerWidth && r.top >= 0 && r.bottom <= innerHeight; });
  assert.equal(seen, true, 'a finger opens the explanation of a clause, all of it on the screen');
  await page.locator('#question').tap({ position: { x: 2, y: 2 } });
  assert.equal(await text(page, '#tip'), '', 'and closes it');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 1, `the page is ${wide} pixels too wide`);
  await page.screenshot({ path: `${SHOTS}/15-phone-whole.png`, fullPage: true });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  assert.equal(await page.locator('#turn').evaluate((turn) => turn.getBoundingClientRect().top >= 0), true, 'whose turn it is stays on the screen');
  await clean(page, 'on a phone');
  return page;
});

part('keyboard only', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await page.waitForSelector('#start-game');
  const focusOn = async (selector) => { for (let i = 0; i < 60; i++) { if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return; await page.keyboard.press('Tab'); } assert.fail(`${selector} cannot be reached by Tab`); };
  await page.locator('#seed').evaluate((seed) => { seed.value = '3'; });
  await focusOn('#start-game');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.body.dataset.step);
  await asked(page);
  await focusOn('#choices .choice-button');
  await shot(page, '16-keyboard');
  let waited = 0; // times that there was nothing to choose, because the machine was thinking
  await page.exposeFunction('nothingToChoose', () => { waited++; });
  await page.evaluate(() => new MutationObserver(() => { if (!document.querySelector('#choices .choice-button')) window.nothingToChoose(); }).observe(document.getElementById('choices'), { childList: true }));
  for (let i = 0; i < 8 || (i < 30 && !waited); i++) {
    const ply = await plyOf(page);
    await page.keyboard.press('Enter');
    await page.waitForFunction((n) => Number(document.body.dataset.ply) > n, ply);
    await asked(page);
    const [back, ring] = await page.evaluate(() => [document.activeElement.matches('#choices .choice-button'), getComputedStyle(document.activeElement).outlineStyle]);
    assert.equal(back, true, 'the focus is on the choices again');
    assert.notEqual(ring, 'none', 'focus is seen');
  }
  assert.ok(waited, 'the machine decided in between');
  const at = await plyOf(page);
  await page.keyboard.press('1');
  await page.waitForFunction((n) => Number(document.body.dataset.ply) > n, at);
  await asked(page);
  await page.keyboard.press('m');
  const box = await page.evaluate(() => document.getElementById('map').getAttribute('viewBox'));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('+');
  assert.notEqual(await page.evaluate(() => document.getElementById('map').getAttribute('viewBox')), box);
  if (await page.locator('.choice').count()) {
    await page.locator('.choice').first().focus();
    const now = await plyOf(page);
    await page.keyboard.press('Enter');
    await page.waitForFunction((n) => Number(document.body.dataset.ply) > n, now);
  }
  await page.keyboard.press('l');
  assert.equal(await page.getAttribute('#tab-log', 'aria-selected'), 'true');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.getAttribute('#tab-forces', 'aria-selected'), 'true');
  return page;
});

part('two people and a curtain', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { coalition: 'human', seed: '5', bar: false });
  await asked(page);
  const mine = await text(page, '#panel-hand');
  assert.match(mine, /in hand/);
  await page.click('#choices [data-move="choose_first(other)"]');
  await page.waitForFunction(() => document.getElementById('curtain').open);
  await shot(page, '17-curtain');
  await clean(page, 'of the curtain');
  const cards = mine.split('\n').filter((line) => line.length > 4)[2];
  assert.equal((await page.evaluate(() => document.body.innerHTML)).includes(cards), false, 'the other hand is gone');
  await page.click('#lift-curtain');
  await asked(page);
  assert.match(await text(page, '#turn'), /Coalition/);
  return page;
});

part('resigning shows the seed', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { seed: '77', coalition: 'level:1' });
  await asked(page);
  await page.click('#tab-dice');
  const hash = await text(page, '#panel-dice .seed');
  await page.click('#do-more');
  await page.click('#do-swap');
  await clean(page, 'of the question before swapping');
  await page.keyboard.press('Escape');
  await page.click('#do-more');
  await page.click('#do-resign');
  await clean(page, 'of the question before resigning');
  await page.click('#dialog .primary');
  await page.waitForFunction(() => /resigns/.test(document.getElementById('question').textContent));
  assert.match(await text(page, '#question-note'), /77/);
  assert.equal(hash, createHash('sha256').update('77').digest('hex'));
  await shot(page, '18-resigned');
  await clean(page, 'of the end of a game');
  for (const tab of ['hand', 'forces', 'piles', 'dice']) { await page.click(`#tab-${tab}`); await clean(page, `of the tab ${tab}`); }
  return page;
});

part('a click is answered at once while the machine thinks', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { french: 'mcts:time=10', coalition: 'human', seed: '5', bar: false });
  await page.waitForFunction(() => /of 10 s/.test(document.getElementById('thinking').textContent), null, { timeout: 20000 });
  const times = await page.evaluate(async () => {
    const { id, keys, seat } = JSON.parse(localStorage.getItem('marshal-game'));
    const all = [];
    for (let i = 0; i < 20; i++) {
      const begun = performance.now();
      await (await fetch(`/api/games/${id}/state?key=${keys[seat]}`)).text();
      all.push(performance.now() - begun);
    }
    return all.sort((a, b) => a - b);
  });
  assert.ok(times[10] < 50, `median ${times[10]} ms, worst ${times[19]} ms`);
  const ply = await plyOf(page);
  await page.click('#do-stop');
  await page.waitForFunction((n) => Number(document.body.dataset.ply) > n, ply, { timeout: 5000 });
  return page;
});

part('the tour points at things', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { seed: '5' });
  await asked(page);
  await page.click('#zoom-key');
  await shot(page, '19-key');
  await clean(page, 'of the key to the map');
  await page.click('#zoom-key');
  await page.click('#do-more');
  await page.click('#do-tour');
  for (let i = 0; i < 9; i++) {
    if (i === 3) { await shot(page, '20-tour'); await clean(page, 'of the tour'); }
    await page.click('#tour-next');
  }
  assert.equal(await page.locator('#tour').isHidden(), true);
  return page;
});

// Tables that are wider than their frame: title, room, width.
const tooWide = (page) => page.evaluate(() => [...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => [one.getAttribute('aria-label'), one.clientWidth, one.scrollWidth]));

part('the tables of a report fit a screen of 1,200 pixels', async ({ browser, program }) => {
  const store = `${SHOTS}/report.db`, file = `${SHOTS}/report.html`;
  for (const name of [store, `${store}-wal`, `${store}-shm`]) rmSync(name, { force: true });
  const run = (...args) => { const done = spawnSync(program, args, { encoding: 'utf8' }); assert.equal(done.status, 0, done.stderr); };
  // specifications as long as people write them
  for (const [a, b] of [['heuristic:strategy=scenarios/aon/strategy-french-russia.json,noise=0.05', 'heuristic:strategy=scenarios/aon/strategy-coalition-peninsula.json'], ['mcts:sims=20,horizon=60,threads=1', 'random']]) {
    run('duel', 'aon/1813', '--a', a, '--b', b, '--pairs', '4', '--db', store, '--seed', '3');
  }
  run('report', store, '--out', file);
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  const page = await context.newPage();
  page.faults = [];
  await page.goto(`file://${process.cwd()}/${file}`);
  await page.locator('#duels').scrollIntoViewIfNeeded();
  await shot(page, '25-report-duels');
  assert.ok((await page.locator('#duels tbody tr').count()) >= 2, 'duels are told');
  assert.deepEqual(await tooWide(page), []);
  return page;
});

part('aon: find the move, and what is played in the first turn', async ({ browser, url }) => {
  const page = await findTheMoves({ browser, url }, 'aon', '1813', [1, 2]);
  await startGame(page, { scenario: 'aon/1813', seed: '3' });
  await asked(page);
  await showOpenings(page, 'aon', '1813');
  return page;
});

part('the map of Age of Napoleon moves smoothly', (where) => movesSmoothly(where, { scenario: 'aon/1805' }));
