// page.mjs: the toy game played on the page in Chromium, through the same shell as every other game; and the bare game, which has
// neither words nor a module. Run by tests/page/run.mjs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { SHOTS, asked, clean, movesOf, newGame, openPage, openPuzzle, over, parts, plyOf, shot, take, text } from '../page/support.mjs';

export const toy = true; // served by the program that has these games
export const { list, part } = parts();

part('toy: scenarios stand under the titles of their games', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  const groups = await page.locator('#scenario optgroup').evaluateAll((all) => all.map((one) => [one.label, [...one.children].map((option) => option.value)]));
  for (const [, ids] of groups) assert.equal(new Set(ids.map((id) => id.split('/')[0])).size, 1, `one game a group: ${ids}`);
  assert.ok(groups.some(([, ids]) => ids.includes('toy/plain')), JSON.stringify(groups));
  assert.ok(groups.length >= 2, 'more games than one');
  await page.selectOption('#scenario', 'toy/plain');
  assert.match(await text(page, 'label[for="seat-french"]'), /^Smiths, /, 'sides are called as the game calls them');
  return page;
});

part('toy: a game that takes its time to begin says so at once, and begins once', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  let asked = 0;
  await page.route('**/api/games', async (route) => {
    asked += 1;
    await new Promise((done) => { setTimeout(done, 3000); });
    await route.continue();
  });
  if (!(await page.locator('#dialog').evaluate((d) => d.open))) await page.click('#do-new');
  await page.selectOption('#scenario', 'toy/plain');
  await page.selectOption('#seat-coalition', 'heuristic');
  await page.click('#start-game');
  await page.waitForFunction(() => /Setting up/.test(document.getElementById('new-message').textContent), null, { timeout: 2500 });
  assert.ok(await page.locator('#start-game').isDisabled());
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !document.getElementById('dialog').open && document.body.dataset.ply);
  assert.equal(asked, 1);
  return page;
});

part('toy: a game to its end by clicks, with undo, hint, tabs and help', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { scenario: 'toy/plain', coalition: 'random', seed: '7' });
  await asked(page);
  assert.match(await text(page, '#turn'), /Smiths: your decision/);
  assert.match(await text(page, '#when'), /^fair of 1801/);
  assert.match(await text(page, '#question'), /guild/);
  await shot(page, '30-toy');
  await clean(page, 'of the toy');
  assert.deepEqual(await page.locator('#tabs [role="tab"]').allInnerTexts(), ['Purses', 'Log', 'Numbers', 'Dice', 'Openings', 'Rules']);
  await page.click('#do-hint');
  await page.waitForSelector('#hint-box > ol > li', { timeout: 20000 });
  await page.click('#why-not summary');
  await page.fill('#why-not-move', 'keep');
  await page.click('#why-not button');
  await page.waitForFunction(() => /waits to be kept/.test(document.getElementById('why-not-text').textContent));
  await clean(page, 'with the answer why a move is not to be had');
  await page.locator('.choice[data-place="gate"]').click();
  assert.equal(await plyOf(page), 0, 'several choices point there: none is made');
  assert.ok((await page.locator('.choice-button.narrowed').count()) >= 2, 'but they are shown');
  for (let i = 0; i < 200 && !(await over(page)); i++) {
    const moves = await movesOf(page);
    await take(page, `#choices [data-move="${moves.find((move) => move === 'roll(2)' || move === 'keep') ?? moves[0]}"]`);
  }
  assert.match(await text(page, '#question'), /victory|draw|lost/);
  await page.click('#tab-log');
  assert.match(await text(page, '#panel-log'), /coins/);
  await page.click('#tab-help');
  assert.ok((await page.locator('#panel-help details').count()) >= 2, 'the rules in short, from the program');
  await page.click('#tab-log');
  await page.locator('#panel-log .clause').last().click();
  assert.match(await text(page, '#tip'), /^Rule \d[\d.]*\. \w/, 'and what a clause says');
  await page.keyboard.press('Escape');
  await shot(page, '31-toy-over');
  await clean(page, 'of the toy at its end');
  await page.getByText('Step through this game').click();
  await page.waitForSelector('#step-on');
  await page.click('#step-on');
  await page.waitForFunction(() => /Decision 1 of/.test(document.getElementById('review').textContent));
  assert.match(await text(page, '#step-turn'), /Next fair/);
  await page.click('#step-turn');
  await shot(page, '32-toy-review');
  return page;
});

part('toy: a fair is thrown through by one button, and a number explains itself', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { scenario: 'toy/plain', coalition: 'human', seed: '9', overrides: { 'setup.last_year': 1802 } });
  await asked(page);
  assert.match(await text(page, '#strip'), /of 2/, 'the option of the new game');
  await page.locator('#panel-purse .term').first().click();
  assert.match(await text(page, '#tip'), /Counts \d+ in the end/);
  await page.click('#throw-on');
  await page.waitForFunction(() => document.getElementById('curtain').open); // the other person's turn
  assert.equal((await text(page, '#panel-purse')), '', 'what the first one sees is gone');
  await page.click('#lift-curtain');
  await asked(page);
  assert.match(await text(page, '#turn'), /Bakers/);
  await page.waitForTimeout(500);
  assert.match(await text(page, '#turn'), /Bakers: your decision/, 'what one asked for is not done for the other');
  return page;
});

part('toy: a press where no choice points answers as the view says, and lines that say the same are counted', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { scenario: 'toy/plain', coalition: 'random', seed: '9' });
  await asked(page);
  const stalls = await page.locator('.stall').evaluateAll((all) => all.map((one) => one.dataset.place));
  const pointed = new Set(await page.locator('.choice[data-place]').evaluateAll((all) => all.map((one) => one.dataset.place)));
  const bare = stalls.find((id) => !pointed.has(id));
  assert.ok(bare && pointed.size, `a stall without a choice among ${stalls}`);
  const press = (id) => page.locator(`.stall[data-place="${id}"] path`).click({ force: true });
  await press(bare);
  assert.equal(await plyOf(page), 0, 'a view that has no answer makes no decision');
  await page.evaluate(async () => {
    const { app } = await import('/shell/state.js');
    app.pressed = [];
    app.view.press = (id) => { app.pressed.push(id); return ({ ply, choices }) => (ply === 0 ? choices[0] : null); };
  });
  await press([...pointed][0]);
  assert.equal(await plyOf(page), 0, 'where choices point, these are shown');
  await press(bare);
  await page.waitForFunction(() => Number(document.body.dataset.ply) > 0);
  await asked(page);
  assert.deepEqual(await page.evaluate(async () => (await import('/shell/state.js')).app.pressed), [bare]);
  const lines = await page.evaluate(async () => {
    const { app } = await import('/shell/state.js');
    const { addLine } = await import('/shell/tabs.js');
    app.view.addsUp = (event) => event.kind === 'lost';
    const list = document.createElement('ol');
    const line = (text, kind, seat) => addLine(list, { text, event: { kind, seat } }, false);
    for (const seat of ['french', 'french', 'french', 'coalition']) line('1 coin is lost. [1]', 'lost', seat);
    line('The gate is shut.', 'gate', 'none');
    line('The gate is shut.', 'gate', 'none');
    return [...list.children].map((one) => one.textContent);
  });
  assert.deepEqual(lines, ['3 coin is lost.', '1 coin is lost.', 'The gate is shut. (2 times)']);
  return page;
});

part('toy: on a phone', async ({ browser, url }) => {
  const page = await openPage(browser, url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await newGame(page, { scenario: 'toy/plain', coalition: 'random', seed: '5' });
  await asked(page);
  await page.locator('#choices .choice-button').first().tap();
  await page.waitForFunction(() => Number(document.body.dataset.ply) > 0);
  await asked(page);
  await shot(page, '33-toy-phone');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 1, `the page is ${wide} pixels too wide`);
  await clean(page, 'of the toy on a phone');
  return page;
});

part('bare: a game without words and module is played by its position and its moves', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { scenario: 'bare/plain', coalition: 'random', seed: '5' });
  await asked(page);
  assert.match(await text(page, '#plain'), /points, hand/, 'the position as text');
  assert.ok((await movesOf(page)).includes('roll(2)'));
  await shot(page, '34-bare');
  await clean(page, 'of a game without a module');
  for (let i = 0; i < 100 && !(await over(page)); i++) await take(page, '#choices .choice-button');
  assert.match(await text(page, '#question'), /victory|draw|lost/);
  return page;
});

part('toy: from one game to another and back', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { scenario: 'toy/plain', coalition: 'random', seed: '5' });
  await asked(page);
  await newGame(page, { scenario: 'bare/plain', coalition: 'random', seed: '5' });
  await asked(page);
  assert.equal(await page.locator('#map').count(), 0);
  await page.click('#do-new');
  await page.click('#go-on button');
  await page.waitForSelector('#map .stall.open');
  await asked(page);
  assert.equal(await page.locator('#plain').count(), 0);
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  await asked(page);
  assert.equal(await page.locator('#map .stall.open').count(), 1, 'after a reload it is the last one');
  return page;
});

const puzzlesFile = () => JSON.parse(readFileSync(new URL('../scenarios/toy/puzzles/plain.json', import.meta.url)));

part('toy: find the move', async ({ browser, url }) => {
  const { puzzles } = puzzlesFile();
  const page = await openPage(browser, url);
  const answers = [];
  page.on('response', async (response) => { if (/state|move|board|log/.test(response.url())) answers.push(await response.text().catch(() => '')); });
  await openPuzzle(page, 'toy/plain/1');
  const [puzzle] = puzzles;
  assert.match(await text(page, '#puzzle-box'), new RegExp(`puzzle 1 of ${puzzles.length}, level ${puzzle.difficulty.level}`));
  assert.match(await text(page, '#turn'), /find the move/);
  assert.deepEqual((await movesOf(page)).sort(), puzzle.moves.map(({ move }) => move).sort());
  const before = await plyOf(page);
  assert.equal(before, puzzle.plies);
  assert.ok(answers.length > 0 && !answers.some((words) => /"answer":\{/.test(words) || words.includes('win_probability')), 'nothing tells the solution before a move is tried');
  for (const words of answers) assert.ok(!/"seed":"\d/.test(words), 'no seed is told');
  await shot(page, '34-puzzle');
  await clean(page, 'of a puzzle');
  assert.ok(await page.locator('#tools').isHidden(), 'no hint, nothing to take back');
  assert.ok(await page.locator('#do-save').isDisabled(), 'its record knows more than the side that decides');
  const refused = await page.evaluate(async () => {
    const { id, keys } = JSON.parse(localStorage.getItem('marshal-game'));
    const key = Object.values(keys).find(Boolean);
    const ask = async (what, method) => (await fetch(`/api/games/${id}/${what}?key=${key}`, { method, headers: { 'X-Marshal': '1', 'Content-Type': 'application/json' }, body: method === 'POST' ? '{}' : undefined })).status;
    return { seats: Object.keys(keys), record: await ask('record', 'GET'), hint: await ask('hint', 'POST'), resign: await ask('resign', 'POST'), step: await ask('step', 'GET') };
  });
  assert.deepEqual(refused, { seats: [puzzle.seat, 'both'], record: 403, hint: 403, resign: 403, step: 403 });
  page.faults.length = 0; // the refusals above
  const wrong = puzzle.moves.at(-1);
  await page.click(`#choices [data-move="${wrong.move}"]`);
  await page.waitForSelector('.verdict.wrong');
  assert.match(await text(page, '.verdict'), new RegExp(`Wrong: .*wins ${Math.round(100 * wrong.win_probability)} %.*wins ${Math.round(100 * puzzle.moves[0].win_probability)} %`));
  assert.equal(await plyOf(page), before, 'the move is judged, not played');
  await shot(page, '35-puzzle-wrong');
  await clean(page, 'of a puzzle answered wrongly');
  await page.click(`#choices [data-move="${puzzle.solution}"]`);
  await page.waitForSelector('.verdict.right');
  await shot(page, '36-puzzle-right');
  await page.click('#puzzle-next');
  await page.waitForFunction(() => /puzzle 2 of/.test(document.getElementById('puzzle-box').textContent));
  await asked(page);
  // by keyboard: the number of the solution
  const at = (await movesOf(page)).indexOf(puzzles[1].solution);
  assert.ok(at >= 0 && at < 9);
  await page.locator('#decision').focus();
  await page.keyboard.press(String(at + 1));
  await page.waitForSelector('.verdict.right');
  await page.click('#puzzle-list');
  await page.waitForSelector('.puzzle.wrong');
  assert.equal(await page.locator('.puzzle.wrong').count(), 1, 'the first try counts');
  assert.equal(await page.locator('.puzzle.right').count(), 1);
  await shot(page, '37-puzzle-list');
  await clean(page, 'of the list of puzzles');
  return page;
});

part('toy: find the move on a phone', async ({ browser, url }) => {
  const page = await openPage(browser, url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await openPuzzle(page, 'toy/plain/1');
  await page.locator('#choices .choice-button').first().tap();
  await page.waitForSelector('.verdict');
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'nothing is wider than the screen');
  await page.screenshot({ path: `${SHOTS}/38-puzzle-phone.png`, fullPage: true });
  await clean(page, 'of a puzzle on a phone');
  await page.click('#tab-openings');
  await page.waitForSelector('table.openings');
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'nothing is wider than the screen');
  await clean(page, 'of openings on a phone');
  return page;
});

part('toy: openings of the scenario in a tab', async ({ browser, url }) => {
  const { seats, games } = JSON.parse(readFileSync(new URL('../scenarios/toy/openings/plain.json', import.meta.url)));
  const page = await openPage(browser, url);
  await newGame(page, { scenario: 'toy/plain', coalition: 'random', seed: '7' });
  await asked(page);
  await page.locator('#tab-log').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-openings', 'by keyboard');
  await page.waitForSelector('table.openings');
  const panel = await text(page, '#panel-openings');
  assert.match(panel, new RegExp(`${games} games`));
  for (const { title, groups } of seats) assert.ok(panel.includes(title) && panel.includes(groups[0].text), title);
  await shot(page, '39-openings');
  await clean(page, 'of openings');
  await newGame(page, { scenario: 'toy/plain', coalition: 'random', seed: '7', overrides: { 'setup.last_year': 1802 } });
  await asked(page);
  await page.click('#tab-openings');
  await page.waitForFunction(() => /other rules or another set-up/.test(document.getElementById('panel-openings').textContent));
  await newGame(page, { scenario: 'toy/short', coalition: 'random', seed: '7' });
  await asked(page);
  await page.click('#tab-openings');
  await page.waitForFunction(() => /Nobody has looked/.test(document.getElementById('panel-openings').textContent));
  return page;
});
