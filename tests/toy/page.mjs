// page.mjs: the toy game played on the page in Chromium, through the same shell as every other game; and the bare game, which has
// neither words nor a module. Run by tests/page/run.mjs.
import assert from 'node:assert/strict';
import { asked, clean, movesOf, newGame, openPage, over, parts, plyOf, shot, take, text } from '../page/support.mjs';

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

part('toy: a game to its end by clicks, with undo, hint, tabs and help', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { scenario: 'toy/plain', coalition: 'random', seed: '7' });
  await asked(page);
  assert.match(await text(page, '#turn'), /Smiths: your decision/);
  assert.match(await text(page, '#when'), /^fair of 1801/);
  assert.match(await text(page, '#question'), /guild/);
  await shot(page, '30-toy');
  await clean(page, 'of the toy');
  assert.deepEqual(await page.locator('#tabs [role="tab"]').allInnerTexts(), ['Purses', 'Log', 'Numbers', 'Dice', 'Rules']);
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
