// page.mjs: Napoleon against Europe played on the page in Chromium. Run by tests/page/run.mjs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { SHOTS, asked, clean, movesOf, newGame as startGame, openPage, over, parts, plyOf, shot, stepOf, take, text, findTheMoves, movesSmoothly, showOpenings } from '../page/support.mjs';

const newGame = (page, wish) => startGame(page, { scenario: 'nae/1815', coalition: 'heuristic', bar: false, ...wish });

export const { list, part } = parts();

// The choices as the page shows them: [move, text of the button].
const choicesOf = (page) => page.locator('#choices .choice-button').evaluateAll((buttons) => buttons.map((b) => [b.dataset.move, b.innerText]));
const wins = ([move, words]) => (move.startsWith('move(go') ? Number(/attack wins (\d+)/.exec(words)?.[1] ?? -1) : -1);

// Where the middle of a zone is on the screen.
const middleOf = (page, id) => page.evaluate(async (zone) => {
  const { app } = await import('/shell/state.js');
  const { view, places, box } = app.view.canvas, at = box.getBoundingClientRect(), { x, y } = places.get(zone);
  return [at.left + ((x - view.x) / view.w) * at.width, at.top + ((y - view.y) / view.h) * at.height];
}, id);

async function dragForce(page, from, to) {
  await page.evaluate(async (ids) => (await import('/shell/state.js')).app.view.canvas.frame(ids), [from, to]);
  await page.mouse.move(...(await middleOf(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(page, to)), { steps: 6 });
  await page.mouse.up();
}

// One click on Undo, and all that it undoes: between two decisions the page is never at rest.
async function undo(page) {
  const now = await plyOf(page);
  await page.click('#do-undo');
  await page.evaluate(async (before) => {
    const { app } = await import('/shell/state.js');
    while (app.busy || Number(document.body.dataset.ply) >= before) await new Promise((done) => { setTimeout(done, 20); });
  }, now);
}

// A player of sorts, the same every time: cards for their points, forces at the enemy where the chances are good.
function chooser(seed) {
  let state = seed;
  const draw = (n) => { state = (state * 1103515245 + 12345) % 2147483648; return Math.floor(state / 65536) % n; };
  return (choices, step) => {
    const first = (...kinds) => kinds.map((kind) => choices.find(([move]) => kind.test(move))).find(Boolean)?.[0];
    const attack = choices.filter((choice) => wins(choice) > 45).sort((a, b) => wins(b) - wins(a))[0];
    if (attack) return attack[0];
    const by = {
      action: () => first(/^action\((2|3|6|7|9)/, /^action\(\d/, /one_ap/), use: () => first(/\(ap\)/), spend: () => first(/land/), spend_zone: () => first(/soissons/, /strasbourg/, /bruxelles/),
      spend_force: () => first(/whole/), forced_march: () => first(/\(0\)/), fortress: () => first(/lay/), move: () => first(/go,(bruxelles|liege|luxembourg|anvers|lille)/, /stop/),
    };
    return by[step]?.() ?? choices[draw(choices.length)][0];
  };
}

// Plays until a condition holds or the game is over; returns the steps that were met.
async function playOn(page, next, until, most = 400) {
  const met = new Map();
  for (let i = 0; i < most && !(await over(page)) && !(await until()); i++) {
    const step = await stepOf(page);
    met.set(step, (met.get(step) ?? 0) + 1);
    await take(page, `#choices [data-move="${next(await choicesOf(page), step)}"]`);
  }
  return met;
}

// The page of a game of 1815 in which a condition holds; another game is begun where one ends without it.
async function playTo({ browser, url }, what, until, games = [[7, 5], [8, 3], [9, 3], [7, 3]]) {
  for (const [seed, player] of games) {
    const page = await openPage(browser, url);
    await newGame(page, { seed: String(seed), coalition: 'heuristic' });
    await asked(page);
    await playOn(page, chooser(player), () => until(page));
    if (await until(page)) return page;
    await page.context().close();
  }
  return assert.fail(`no game in which ${what}`);
}

// Records of games of two heuristic players: their files, the same every time.
function recordsOf(program, folder, games, scenario = 'nae/1815') {
  const match = spawnSync(program, ['match', scenario, '--games', String(games), '--french', 'heuristic', '--coalition', 'heuristic', '--seed', '4', '--records', folder], { encoding: 'utf8' });
  assert.equal(match.status, 0, match.stderr);
  return readdirSync(folder).sort().map((name) => `${folder}/${name}`);
}

// What a program says of a record, on which lines a condition looks for a decision: the record and the number of the decision.
function found(program, files, ...how) {
  const condition = how.pop();
  for (const file of files) {
    const { stdout } = spawnSync(program, ['replay', file, ...how], { encoding: 'utf8', maxBuffer: 1 << 28 });
    const ply = condition(stdout.split('\n'));
    if (ply) return { file, ply };
  }
  return assert.fail('no such decision in any record');
}

// Takes up a game as it stood after so many decisions; a person has the seats that are named.
async function takeUp(page, { file, ply }, people) {
  const [header, ...rest] = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  for (const seat of people) delete header.policies[seat];
  const lines = [header, ...rest.filter((line) => line.ply <= ply)].map((line) => JSON.stringify(line));
  if (await page.locator('#dialog').evaluate((d) => d.open)) await page.keyboard.press('Escape');
  const [box] = await Promise.all([page.waitForEvent('filechooser'), page.click('#do-load')]);
  await box.setFiles({ name: 'record.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(`${lines.join('\n')}\n`) });
  await page.waitForFunction((n) => Number(document.body.dataset.ply) >= n, ply);
  await asked(page);
}

// Pairs of names of zones on the map that lie on each other by more than their rims.
const overlaps = (page) => page.evaluate(() => {
  const RIM = 4;
  const names = [...document.querySelectorAll('.label')].map((label) => ({ text: label.textContent, box: label.getBoundingClientRect() })).filter(({ box }) => box.width > 0);
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > RIM && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > RIM;
  return names.flatMap((one, i) => names.slice(i + 1).filter((other) => over(one.box, other.box)).map((other) => `${one.text}, ${other.text}`));
});

// Names of occupied zones in sight that cannot be read: left out, or under a counter by more than its rim.
const unreadable = (page) => page.evaluate(() => {
  const RIM = 3;
  const frame = document.getElementById('map').getBoundingClientRect();
  const outside = (box) => box.right < frame.left || box.left > frame.right || box.bottom < frame.top || box.top > frame.bottom;
  const counters = [...document.querySelectorAll('.stack .counter')].map((counter) => ({ at: counter.closest('.stack').dataset.place, box: counter.getBoundingClientRect() })).filter(({ box }) => box.width > 0 && !outside(box));
  const labels = new Map([...document.querySelectorAll('.label')].map((label) => [label.dataset.zone, label]));
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > RIM && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > RIM;
  return [...new Set(counters.map(({ at }) => at))].filter((id) => {
    const box = labels.get(id).getBoundingClientRect();
    return box.width === 0 || counters.some((counter) => over(counter.box, box));
  });
});

part('the map of Napoleon against Europe is what its script makes of coastlines and board', async () => {
  const folder = new URL('../../scenarios/nae/map/', import.meta.url).pathname;
  const modules = new URL('../page/node_modules', import.meta.url).pathname;
  const made = spawnSync(process.execPath, [`${folder}make-map.mjs`, modules], { encoding: 'utf8', maxBuffer: 1 << 24 });
  assert.equal(made.status, 0, made.stderr);
  assert.ok(made.stdout === readFileSync(`${folder}map.json`, 'utf8'), 'map.json is another one: make it anew as make-map.mjs says, and look at it');
  const map = JSON.parse(made.stdout);
  const board = JSON.parse(readFileSync(new URL('../../scenarios/nae/board.json', import.meta.url), 'utf8'));
  assert.deepEqual(map.places.map((place) => place.id), board.zones.map((zone) => zone.id));
  assert.deepEqual(map.seas.map((place) => place.id), board.sea_zones.map((zone) => zone.id));
  assert.ok(map.links.every(({ terrain }) => terrain === 'strait'), 'zones that are neighbours over land touch on the map');
});

part('1815 to its end by clicks', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { seed: '7' });
  await asked(page);
  await clean(page, 'of the opening');
  await shot(page, 'nae-01-opening');
  assert.equal(await page.locator('.zone').count(), 234);
  assert.ok((await page.locator('.stack').count()) > 25, 'forces stand on the map');
  assert.deepEqual(await overlaps(page), [], 'names do not lie on each other');
  for (let i = 0; i < 3; i++) await page.click('#zoom-out');
  assert.deepEqual(await overlaps(page), [], 'nor where all of Europe is seen');
  for (let i = 0; i < 3; i++) await page.click('#zoom-in');
  const next = chooser(3);
  await playOn(page, next, async () => (await choicesOf(page)).some((choice) => wins(choice) > 45));
  const before = (await choicesOf(page)).find((choice) => wins(choice) > 45);
  assert.ok(before, 'the chances of an attack are told before one commits');
  await shot(page, 'nae-02-attack');
  const target = page.locator(`#choices [data-move="${before[0]}"]`);
  const place = await page.evaluate((words) => [...document.querySelectorAll('.choice')].find((one) => one.getAttribute('aria-label').includes(words))?.dataset.place, (await target.locator('span:nth-child(2)').innerText()));
  const ply = await plyOf(page);
  await page.locator(`.choice[data-place="${place}"]`).click({ force: true }); // the attack by a click on the map
  await page.waitForFunction((n) => Number(document.body.dataset.ply) !== n, ply);
  await asked(page);
  const met = await playOn(page, next, async () => (await page.locator('#question-note .battle').count()) > 0);
  assert.ok((await page.locator('#question-note .battle').count()) > 0, `a battle is fought; met ${[...met.keys()]}`);
  assert.match(await text(page, '#question-note'), /wins \d+.%/, 'with its chances');
  assert.match(await text(page, '#question-sheet'), /Added to two dice/, 'and what makes them');
  const inSight = await page.evaluate(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    return box('#choices .choice-button').bottom <= box('#do-undo').top && box('#choices').bottom <= box('#question-sheet').top;
  });
  assert.ok(inSight, 'a first choice is in sight, the sheet stands below them all');
  await shot(page, 'nae-03-battle');
  await page.click('#do-hint');
  await page.waitForSelector('#hint-box > ol > li', { timeout: 60000 }); // decisions in a battle are weighed, too
  assert.match(await text(page, '#hint-box'), /[1-9]\d* games tried/);
  await clean(page, 'of a battle');
  await playOn(page, next, async () => false);
  assert.ok(await over(page), 'the game comes to its end');
  assert.match(await text(page, '#question'), /victory|draw/);
  await page.click('#tab-log');
  assert.match(await text(page, '#panel-log'), /The game ends in 1815: .*(Napol\u00E9on is removed|France is )/, 'and tells why');
  assert.ok((await page.locator('#panel-log .battle').count()) > 0, 'the numbers behind battles are in the log');
  assert.equal(/null|undefined|NaN/.test(await text(page, 'body')), false, 'no word of a program');
  for (const [tab, name] of [['forces', 'nae-04-forces'], ['nations', 'nae-05-nations'], ['budget', 'nae-06-budget'], ['piles', 'nae-07-cards'], ['help', 'nae-08-rules']]) {
    await page.click(`#tab-${tab}`);
    await shot(page, name);
    await clean(page, `of the tab ${tab}`);
  }
  const cards = await page.locator('#panel-piles .playing-card').evaluateAll((all) => all.map((one) => one.textContent));
  assert.deepEqual(cards.filter((words) => /(Requires [^.]*\.).*\1/s.test(words)), [], 'a card says what it requires once');
  await page.click('#zoom-key');
  await clean(page, 'of the key');
  await shot(page, 'nae-09-key');
  return page;
});

part('nae: what has happened is read before what is asked, and what to press is in sight', async ({ browser, url }) => {
  const page = await openPage(browser, url, { viewport: { width: 1366, height: 768 } });
  await newGame(page, { seed: '7' });
  await asked(page);
  assert.match(await text(page, '#strip'), /3 of 3 key zones/, 'what the Hundred Days are about');
  const next = chooser(3);
  await playOn(page, next, async () => (await text(page, '#news')).includes(' rolls '));
  assert.match(await text(page, '#news'), /The Empire rolls/, 'one\u2019s own dice are news, too');
  assert.equal(await page.locator('#decision').evaluate((box) => box.scrollTop), 0, 'from its beginning');
  const sight = await page.evaluate(() => ['question', 'do-hint'].map((id) => { const at = document.getElementById(id).getBoundingClientRect(); return at.top >= 0 && at.bottom <= innerHeight; }));
  assert.deepEqual(sight, [true, true]);
  await playOn(page, next, async () => /(loses a step|is eliminated); /.test(await text(page, '#news')));
  const news = await text(page, '#news');
  assert.match(news, /(loses a step|is eliminated)(; .+ (loses a step|is eliminated))+ in \S+, in /, 'losses of one battle are told together');
  assert.equal(/Wound of .* no effect/.test(news), false, 'dice that changed nothing are no news');
  const places = await page.evaluate(() => ['#news', '#choices .choice-button', '#foot'].map((selector) => { const { top, bottom, height } = document.querySelector(selector).getBoundingClientRect(); return { top, bottom, height }; }));
  assert.ok(places[0].height > 190 || places[0].height === (await page.evaluate(() => document.getElementById('news').scrollHeight)) + 2, `room for what has happened: ${places[0].height}`);
  assert.ok(places[1].bottom <= places[2].top + 1, `the first choice is in sight below it: ${places[1].bottom}, ${places[2].top}`);
  await shot(page, 'nae-19-news');
  await page.click('#tab-log');
  assert.match(await text(page, '#panel-log'), /marches from .* to /, 'the log tells marches');
  assert.equal(/\b1 (steps|points)\b/.test(await text(page, 'body')), false, 'one step is a step');
  return page;
});

part('reach and supply are shown, and the card of a zone tells the same', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { seed: '7' });
  await asked(page);
  await page.locator('.stack[data-place="soissons"] .counter:visible').first().hover();
  await page.waitForSelector('.within');
  assert.ok((await page.locator('.within').count()) > 6, 'the Grande Armee reaches more than its neighbours');
  assert.ok((await page.locator('.supply-source').count()) === 1);
  await shot(page, 'nae-10-reach');
  await page.click('#tab-forces');
  await page.selectOption('#find-zone', 'soissons');
  assert.match(await text(page, '#place-card'), /In supply/);
  assert.match(await text(page, '#place-card'), /movement points it reaches .*Lille/);
  assert.match(await text(page, '#place-card'), /Napol/);
  await clean(page, 'of the card of a zone');
  await page.selectOption('#find-zone', 'manche');
  assert.match(await text(page, '#place-card'), /Ports: /, 'seas have cards too');
  await page.locator('#panel-forces button.link').first().focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.matches('#place-card .close')), true);
  await page.keyboard.press('Escape');
  await page.click('#tab-help');
  assert.match(await text(page, '#panel-help'), /Who wins[^]*Battles \(14\)/);
  await page.locator('#question .clause').focus();
  await page.keyboard.press('Enter');
  assert.match(await text(page, '#tip'), /^Rule 9\.1\. \w/);
  return page;
});

part('undo, take back, hint, save, reload and load in Napoleon against Europe', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { seed: '7', bar: true });
  await asked(page);
  await take(page, '#choices [data-move="action(one_ap)"]');
  const ply = await plyOf(page);
  const before = await text(page, '#choices');
  await take(page, '#choices [data-move="spend(land)"]');
  await page.click('#do-undo');
  await page.waitForFunction((n) => Number(document.body.dataset.ply) === n, ply);
  assert.equal(await text(page, '#choices'), before, 'undone');
  await page.click('#why-not summary');
  await page.fill('#why-not-move', 'spend_zone(moscou)');
  await page.click('#why-not-form button');
  await page.waitForFunction(() => document.getElementById('why-not-text').textContent.length > 10);
  await page.fill('#why-not-move', 'move(go,paris)'); // a comma, which addresses escape
  await page.click('#why-not-form button');
  await page.waitForFunction(() => /asked|decided/.test(document.getElementById('why-not-text').textContent));
  await page.click('#do-hint');
  await page.waitForSelector('#hint-box > ol > li', { timeout: 60000 });
  assert.ok((await page.locator('#hint-box > ol > li').count()) >= 2, 'choices are weighed');
  await shot(page, 'nae-11-hint');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#do-save')]);
  const file = `${SHOTS}/nae-record.jsonl`;
  await download.saveAs(file);
  const question = await text(page, '#question');
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  await asked(page);
  assert.equal(await text(page, '#question'), question, 'the game goes on after a reload');
  await take(page, '#choices .choice-button');
  const [box] = await Promise.all([page.waitForEvent('filechooser'), page.click('#do-load')]);
  await box.setFiles(file);
  await page.waitForFunction((n) => Number(document.body.dataset.ply) === n, ply);
  assert.equal(await text(page, '#question'), question, 'and from its file');
  await page.waitForFunction(() => !document.getElementById('bar').hidden, null, { timeout: 60000 }); // with chances, as they were asked for in the game before
  await page.click('#do-back');
  await page.waitForFunction((n) => Number(document.body.dataset.ply) < n, ply);
  return page;
});

part('nae: switches of the rules say what they do', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await page.selectOption('#scenario', 'nae/1815');
  await page.locator('#dialog form summary').click();
  await page.waitForSelector('#option-fog_of_war');
  const words = await text(page, '#dialog form');
  assert.match(words, /Fog of war: stacks on the map are hidden from the other side \(9\.2\)/);
  assert.doesNotMatch(words, /undefined/);
  await clean(page, 'of switches');
  return page;
});

part('a force is dragged to its goal in Napoleon against Europe', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { seed: '7' });
  await asked(page);
  await take(page, '#choices [data-move="action(one_ap)"]');
  assert.equal(await stepOf(page), 'spend');
  const middle = async (selector) => { const box = await page.locator(selector).first().boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const dragTo = async (zone) => {
    await page.mouse.move(...(await middle('.stack[data-place="dijon"] .counter:visible')));
    await page.mouse.down();
    await page.mouse.move(...(await middle(`.zone[data-place="${zone}"] .fill`)), { steps: 8 });
    await page.mouse.up();
  };
  const ply = await plyOf(page);
  await page.mouse.click(...(await middle('.stack[data-place="dijon"] .counter:visible')));
  await page.waitForFunction(() => ['spend_force', 'forced_march', 'move'].includes(document.body.dataset.step), null, { timeout: 20000 });
  await page.click('#do-undo');
  await page.waitForFunction(() => document.body.dataset.step === 'spend', null, { timeout: 20000 }); // a click activates, one Undo takes it back
  await dragTo('munich');
  await page.waitForFunction(() => /Munich is out of reach of the force in Dijon: it has \d+ points, even by a forced march/.test(document.getElementById('message').textContent));
  assert.equal(await plyOf(page), ply, 'nothing is spent on a march that does not come there');
  await dragTo('clermont');
  await page.waitForSelector('.stack[data-place="clermont"]', { timeout: 20000, state: 'attached' });
  assert.equal(await page.locator('.stack[data-place="dijon"]').count(), 0, 'it has left');
  return page;
});

part('fleets sail by clicks on the sea', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { french: 'heuristic', coalition: 'human', scenario: 'nae/1805', seed: '7' });
  await asked(page);
  const toSea = (choices, step) => {
    const first = (kind) => choices.find(([move]) => kind.test(move))?.[0];
    return { action: first(/one_ap/) ?? first(/^action\(\d/), use: first(/\(ap\)/), spend: first(/naval/) ?? first(/stop/), squadron: first(/,yes\)|,take\)/) }[step] ?? first(/\((pass|none|done|stop|decline|no)\)$/) ?? choices[0][0];
  };
  await playOn(page, toSea, async () => (await stepOf(page)) === 'squadron_at', 120);
  assert.match((await choicesOf(page))[0][1], /the fleets at [^\n]+\n+\s*\p{Lu}\p{L}+/u, 'which fleets these are');
  await playOn(page, toSea, async () => (await stepOf(page)) === 'sail', 120);
  assert.equal(await stepOf(page), 'sail', 'a squadron is under way');
  const seas = await page.locator('.choice').evaluateAll((all) => all.map((one) => [one.dataset.place, one.getAttribute('aria-label')]));
  const sea = seas.find(([, words]) => /^sail to/.test(words));
  assert.ok(sea, `a sea can be chosen on the map: ${JSON.stringify(seas)}`);
  await shot(page, 'nae-18-sail');
  const ply = await plyOf(page);
  await page.locator(`.choice[data-place="${sea[0]}"]`).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction((n) => Number(document.body.dataset.ply) > n, ply);
  return page;
});

// Does as little as may be.
const still = (choices) => choices.find(([move]) => /\((pass|none|done|stop|decline|no|after)\)$|^evade\(stand\)|^keep\(.*,keep\)/.test(move))?.[0] ?? choices[0][0];

// Passes through the rounds of 1805 to the first budget.
async function toBudget(page) {
  await newGame(page, { scenario: 'nae/1805', seed: '11' });
  await asked(page);
  return playOn(page, still, async () => (await stepOf(page)) === 'purchase', 300);
}

part('nae: a force that walks at peace goes to any zone within its reach by one click or a drag', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { scenario: 'nae/1805', seed: '11' });
  await asked(page);
  await playOn(page, still, async () => (await stepOf(page)) === 'walk_force', 300);
  await take(page, '#choices [data-move="walk_force(constantinople)"]');
  assert.equal(await stepOf(page), 'walk');
  assert.match(await text(page, '#question-note'), /^Movement points left: 3\. A click on any zone within reach/);
  assert.ok((await page.locator('.within').count()) > 5, 'its reach is shown');
  await shot(page, 'nae-29-walk');
  await clean(page, 'of a walk');
  await page.mouse.click(...(await middleOf(page, 'salonique')));
  await page.waitForFunction(() => /in Salonique/.test(document.getElementById('question').textContent), null, { timeout: 20000 });
  await asked(page);
  assert.match(await page.evaluate(async () => (await import('/shell/state.js')).app.state.position.zones.find(({ id }) => id === 'salonique').neutral.map(({ id }) => id).join(' ')), /ali_pacha/, 'it is there');
  await playOn(page, () => 'walk(stop)', async () => (await stepOf(page)) === 'walk_force', 3);
  await page.evaluate(async () => (await import('/shell/state.js')).app.view.canvas.frame(['andrinople', 'athenes', 'sofia']));
  await page.mouse.move(...(await middleOf(page, 'andrinople')));
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(page, 'athenes')), { steps: 8 });
  await page.mouse.up();
  await page.waitForFunction(() => document.body.dataset.step === 'walk_force' && !document.querySelector('#choices [data-move="walk_force(andrinople)"]'), null, { timeout: 20000 });
  assert.equal(await page.locator('.stack[data-place="andrinople"]').count(), 0, 'the drag is all that it takes');
  return page;
});

part('a budget is one sheet, and a purchase can be undone', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await toBudget(page);
  assert.equal(await stepOf(page), 'purchase');
  const left = async () => Number(/([\d.]+) points? left/.exec(await text(page, '#question-note'))[1]);
  const points = await left();
  assert.equal(await page.getAttribute('#tab-budget', 'aria-selected'), 'true', 'the sheet opens by itself');
  assert.ok(await page.evaluate(async () => {
    const { view, places } = (await import('/shell/state.js')).app.view.canvas, { x, y } = places.get('constantinople');
    return x > view.x && x < view.x + view.w && y > view.y && y < view.y + view.h;
  }), 'the land of the power that buys is in sight');
  assert.ok((await page.locator('#panels').evaluate((panel) => panel.clientHeight)) > 380, 'and there is room for it');
  assert.deepEqual(await movesOf(page), ['purchase(done)'], 'what the sheet offers is not listed twice');
  await shot(page, 'nae-12-budget');
  await clean(page, 'of a budget');
  await page.click('#tab-hand');
  assert.ok((await movesOf(page)).length > 4, 'who opens another tab finds all choices listed');
  await page.click('#tab-budget');
  const offers = page.locator('#panel-budget button[aria-label^="Buy"]');
  assert.ok((await offers.count()) > 0, 'something can be bought');
  const numbers = await page.evaluate(async () => { // prices and places are numbers and names of the position, not words
    const { app } = await import('/shell/state.js'), { openTab } = await import('/shell/tabs.js');
    const sheet = () => [...document.querySelectorAll('#panel-budget .offers tbody tr')].map((row) => row.textContent);
    const before = sheet(), remarks = app.state.choices.map(({ remark }) => remark);
    for (const choice of app.state.choices) choice.remark = choice.remark.replace(/^[\d.]+ points?/, 'so many florins');
    openTab('hand');
    openTab('budget');
    const after = sheet();
    app.state.choices.forEach((choice, i) => { choice.remark = remarks[i]; });
    return { before, after };
  });
  assert.ok(numbers.before.some((row) => /in .+ and \d+ more/.test(row)), numbers.before.join());
  assert.deepEqual(numbers.after, numbers.before);
  const row = await page.locator('#panel-budget tr', { has: page.locator('button[aria-label^="Buy"]') }).first().innerText();
  const [price, then] = row.split('\t').slice(-3, -1).map(Number);
  assert.equal(then, points - price, 'the row tells what would be left');
  const ply = await plyOf(page);
  await offers.first().click();
  await page.waitForFunction((n) => Number(document.body.dataset.ply) > n, ply);
  await asked(page);
  assert.equal(await left(), points - price, 'the price is paid');
  await page.click('#do-undo');
  await page.waitForFunction((n) => Number(document.body.dataset.ply) === n, ply);
  assert.equal(await left(), points, 'and comes back');
  const labels = () => offers.evaluateAll((all) => all.map((one) => `${one.getAttribute('aria-label')}${one.getAttribute('aria-disabled') ? ' (no)' : ''}`));
  const at = (await labels()).findIndex((label) => /depot/.test(label)), rows = (await labels()).length;
  await offers.nth(at).focus();
  for (const spent of [0.5, 1]) { // the same by the same button, which stays where it is and keeps the focus
    const now = await plyOf(page);
    assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /depot/);
    await page.keyboard.press('Enter');
    await page.waitForFunction((n) => Number(document.body.dataset.ply) > n, now);
    await asked(page);
    if ((await stepOf(page)) === 'place') {
      assert.ok((await labels()).every((label) => label.endsWith('(no)')), 'first it is asked where');
      await take(page, '#choices .choice-button');
    }
    assert.match(await text(page, '#question-note'), new RegExp(`Bought for ${spent} points?: Depot`));
    assert.equal(await left(), points - spent);
    assert.match((await labels())[at], /depot/, 'in its row');
    assert.ok((await labels()).length >= rows, 'and no row goes');
  }
  await clean(page, 'of purchases');
  await shot(page, 'nae-30-bought');
  await page.click('#tab-nations');
  await shot(page, 'nae-13-nations');
  assert.match(await text(page, '#strip'), /Victory[^]*Escalade/, 'both tracks');
  return page;
});

part('two heuristic players are watched, and a record is stepped through', async ({ browser, url, program }) => {
  const page = await openPage(browser, url);
  await newGame(page, { french: 'heuristic', coalition: 'heuristic', seed: '3' });
  await page.waitForFunction(() => Number(document.body.dataset.ply) >= 2, null, { timeout: 20000 });
  await page.click('#watch-pause');
  await page.waitForFunction(() => document.getElementById('watch-pause')?.textContent === 'Go on');
  await clean(page, 'of watching');
  await shot(page, 'nae-14-watch');
  const folder = `${SHOTS}/nae-records`;
  const match = spawnSync(program, ['match', 'nae/1815', '--games', '1', '--french', 'heuristic', '--coalition', 'heuristic', '--seed', '4', '--records', folder], { encoding: 'utf8' });
  assert.equal(match.status, 0, match.stderr);
  await page.click('#do-more');
  const [box] = await Promise.all([page.waitForEvent('filechooser'), page.click('#do-review')]);
  await box.setFiles(`${folder}/00000001.jsonl`);
  await page.waitForSelector('#step-on');
  const plies = await page.evaluate(() => Number(document.querySelector('#review input[type="range"]').max));
  for (let i = 1; i <= 6; i++) {
    const ply = Math.floor((plies * i) / 7);
    await page.evaluate((n) => { const slider = document.querySelector('#review input[type="range"]'); slider.value = n; slider.dispatchEvent(new Event('input')); }, ply);
    await page.waitForFunction((n) => new RegExp(`Decision ${n} of`).test(document.getElementById('review').textContent), ply);
    assert.ok((await page.locator('.stack').count()) > 10);
  }
  assert.equal(/null|undefined|NaN/.test(await text(page, 'body')), false, 'no word of a program');
  await shot(page, 'nae-15-review');
  await clean(page, 'of the review');
  return page;
});

part('two people at one screen, with a curtain', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { coalition: 'human', seed: '5' });
  await asked(page);
  const mine = await text(page, '#panel-hand');
  await page.click('#choices [data-move="action(pass)"]');
  await page.waitForFunction(() => document.getElementById('curtain').open);
  assert.equal(await page.locator('#curtain').innerText().then((words) => /Coalition/.test(words)), true);
  await page.click('#lift-curtain');
  await asked(page);
  assert.match(await text(page, '#news'), /The Empire passes/, 'who decides first as the second side reads what the first has done');
  assert.notEqual(await text(page, '#panel-hand'), mine, 'the other hand');
  assert.equal((await text(page, '#turn')).startsWith('Coalition'), true);
  return page;
});

part('Napoleon against Europe by keyboard only', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { seed: '7' });
  await asked(page);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'decision', 'who starts a game by keys is at its question');
  await page.locator('#choices .choice-button').first().focus();
  const press = async (key) => { const ply = await plyOf(page); await page.keyboard.press(key); await page.waitForFunction((n) => Number(document.body.dataset.ply) > n, ply); await asked(page); };
  await page.locator('#choices [data-move="action(one_ap)"]').focus();
  await press('Enter');
  await page.locator('#choices [data-move="spend(land)"]').focus();
  await press('Enter');
  await page.keyboard.press('m');
  const box = await page.evaluate(() => document.getElementById('map').getAttribute('viewBox'));
  await page.keyboard.press('+');
  assert.notEqual(await page.evaluate(() => document.getElementById('map').getAttribute('viewBox')), box, 'the map is zoomed');
  const zone = page.locator('.choice[data-place="dijon"]');
  assert.match(await zone.getAttribute('aria-label'), /in Dijon/);
  await zone.focus();
  await press('Enter');
  await press('1');
  assert.ok((await plyOf(page)) >= 4);
  await clean(page, 'after a few keys');
  await page.locator('#choices .choice-button').first().focus();
  const next = chooser(3);
  const rounds = new Set(), enough = process.env.MARSHAL_TEST_SHORT === undefined ? 3 : 2;
  for (let i = 0; i < 120 && rounds.size < enough && !(await over(page)); i++) { // two rounds of one's own by keys alone
    rounds.add(await text(page, '#when'));
    const choices = await choicesOf(page);
    const move = next(choices, await stepOf(page));
    await page.keyboard.press('Home');
    for (let k = choices.findIndex(([one]) => one === move); k > 0; k--) await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.move), move, 'the focus comes back to the choices');
    await press('Enter');
  }
  assert.ok(rounds.size >= enough || (await over(page)), [...rounds].join('; '));
  return page;
});

part('Napoleon against Europe on a phone', async ({ browser, url }) => {
  const page = await openPage(browser, url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await newGame(page, { seed: '7' });
  await asked(page);
  await shot(page, 'nae-16-phone');
  await clean(page, 'on a phone');
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'nothing is wider than the screen');
  const next = chooser(3);
  for (let i = 0; i < 14 && !(await over(page)); i++) {
    const before = await plyOf(page);
    await page.locator(`#choices [data-move="${next(await choicesOf(page), await stepOf(page))}"]`).tap();
    await page.waitForFunction((n) => Number(document.body.dataset.ply) !== n, before, { timeout: 30000 });
    await asked(page);
  }
  await shot(page, 'nae-17-phone-later');
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  for (const tab of ['forces', 'nations', 'budget', 'piles']) {
    await page.click(`#tab-${tab}`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, `the tab ${tab} fits`);
  }
  return page;
});

part('nae: on a phone what the map answers is asked with the map in sight', async ({ browser, url }) => {
  const page = await openPage(browser, url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await newGame(page, { seed: '7', coalition: 'heuristic' });
  await asked(page);
  const sight = () => page.evaluate(() => ['#map-box', '#question'].map((selector) => { const { top, bottom } = document.querySelector(selector).getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }));
  await take(page, '#choices [data-move="action(one_ap)"]'); // far down a long list
  assert.equal(await stepOf(page), 'spend');
  assert.match(await text(page, '#question-note'), /A click on a force/);
  assert.deepEqual(await sight(), [true, true], 'a force is activated on the map');
  await shot(page, 'nae-30-phone-spend');
  const next = (choices, step) => ({ spend: 'spend(land)', spend_zone: 'spend_zone(soissons)', spend_force: 'spend_force(whole)', forced_march: 'forced_march(0)' }[step] ?? choices.find(([move]) => /^(gather.*stay|move.go)/.test(move))?.[0] ?? choices[0][0]);
  const met = new Set();
  for (let i = 0; i < 40 && !met.has('news'); i++) {
    await take(page, `#choices [data-move="${next(await choicesOf(page), await stepOf(page))}"]`);
    const [placed, all, news] = await page.evaluate(async () => {
      const { choices } = (await import('/shell/state.js')).app.state;
      return [choices.filter(({ place }) => place).length, choices.length, !document.getElementById('news').hidden];
    });
    if (2 * placed < all) continue;
    met.add(news ? 'news' : 'none');
    assert.deepEqual(await sight(), [true, true], `at ${await stepOf(page)}${news ? ', with news' : ''}`);
    if (news) await shot(page, 'nae-30b-phone-news');
  }
  assert.ok(met.has('news'), [...met].join());
  return page;
});

part('the map of Napoleon against Europe moves smoothly', (where) => movesSmoothly(where, { scenario: 'nae/1805', coalition: 'heuristic', bar: false }));

part('nae: find the move, and what is played in the first turn', async ({ browser, url }) => {
  const page = await findTheMoves({ browser, url }, 'nae', '1809-year', [1, 4]);
  await startGame(page, { scenario: 'nae/1815', seed: '3' });
  await asked(page);
  await showOpenings(page, 'nae', '1815');
  return page;
});

part('nae: who may march to the guns reads what the battle would be then', async (tools) => {
  const page = await playTo(tools, 'somebody may march to the guns', async (now) => (await stepOf(now)) === 'counter_march');
  const [move, words] = (await choicesOf(page))[0];
  assert.match(move, /^counter_march\(/);
  assert.match(words, /(succeeds with|no die is enough).*; with (its|all) \d+ steps? you (win \d+ %: .*losses of|would)/);
  await shot(page, 'nae-20-guns');
  return page;
});

part('nae: a hand tells what its cards are worth now', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { french: 'heuristic', coalition: 'human', seed: '7' });
  await asked(page);
  await playOn(page, chooser(3), async () => (await choicesOf(page)).some(([, words]) => /value \d/.test(words)));
  const cards = await page.locator('#panel-hand .playing-card').evaluateAll((all) => all.map((one) => [one.querySelector('strong').textContent, one.querySelector('.value').textContent, one.querySelector('.when').textContent]));
  assert.ok(cards.some(([, , when]) => /printed \d/.test(when)), `the Grand Coalition adds to some: ${JSON.stringify(cards)}`);
  const told = (await choicesOf(page)).map(([, words]) => [cards.find(([title]) => words.includes(title)), /value (\d)/.exec(words)?.[1]]).filter(([card, value]) => card && value);
  assert.ok(told.length > 0);
  for (const [[title, worth], value] of told) assert.equal(worth, value, title);
  await shot(page, 'nae-21-worth');
  return page;
});

part('nae: the hand does not repeat the cards of the open question, and has room for who reads them', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { scenario: 'nae/1805', seed: '21' });
  await asked(page);
  const shown = () => page.locator('#panel-hand .playing-card:visible').count();
  const sight = () => page.evaluate(() => { // how much of the hand is seen, and what there is of it
    const panel = document.getElementById('panel-hand');
    return { height: panel.clientHeight, whole: panel.scrollHeight };
  });
  assert.equal(await stepOf(page), 'action');
  assert.equal(await shown(), 0, 'the question lists them');
  const low = await sight();
  assert.ok(low.whole <= low.height + 60, `nearly all of it is in sight at 860 pixels: ${JSON.stringify(low)}`);
  await shot(page, 'nae-29-hand');
  await page.locator('#panel-hand summary', { hasText: 'Read them all' }).click();
  assert.equal(await shown(), 7);
  assert.ok((await sight()).height > 300, 'room to read');
  assert.equal(await page.locator('#choices .choice-button').count(), 9, 'the question stays');
  await clean(page, 'of the hand');
  await shot(page, 'nae-29b-hand-read');
  await take(page, '#choices [data-move="action(2F)"]');
  assert.ok((await shown()) > 4, 'a question about something else leaves the hand as it is');
  return page;
});

part('nae: who marches out of a stack is told apart from those who stay', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { seed: '7', coalition: 'heuristic' });
  await asked(page);
  const alone = (choices, step) => {
    const first = (...kinds) => kinds.map((kind) => choices.find(([move]) => kind.test(move))).find(Boolean)?.[0];
    return { action: first(/^action\((2|3|6|7|9)/, /one_ap/), use: first(/\(ap\)/), spend: first(/land/), spend_zone: first(/soissons/), spend_force: first(/fr_/), forced_march: first(/\(0\)/) }[step] ?? choices[0][0];
  };
  await playOn(page, alone, async () => (await stepOf(page)) === 'move', 20);
  const note = await text(page, '#question-note');
  assert.match(note, /^Empire, [12] steps?: .+; beside it, \d+ steps under Napol\u00E9on$/m);
  const [marchers, others] = await page.locator('#question-sheet .march p').evaluateAll((all) => all.map((one) => one.innerText));
  assert.ok(marchers && others && !marchers.includes('Napol') && others.includes('Napol'), `${marchers} / ${others}`);
  await shot(page, 'nae-22-alone');
  return page;
});

part('nae: the names of occupied zones can be read where one begins to look', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  for (const scenario of ['nae/1815', 'nae/1805', 'nae/1809']) {
    await newGame(page, { scenario, seed: '7', coalition: 'heuristic' });
    await asked(page);
    assert.deepEqual(await unreadable(page), [], scenario);
    assert.deepEqual(await overlaps(page), [], scenario);
    await shot(page, `nae-23-names-${scenario.slice(4)}`);
  }
  await newGame(page, { seed: '7', coalition: 'heuristic' });
  await asked(page);
  const next = chooser(3);
  for (let i = 0; i < 8; i++) { // and while forces meet
    await playOn(page, next, async () => false, 8);
    assert.deepEqual(await unreadable(page), [], `after ${await plyOf(page)} decisions`);
  }
  return page;
});

part('nae: a choice of a force says which corps it is', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { seed: '7', coalition: 'heuristic' });
  await asked(page);
  await take(page, '#choices [data-move="action(one_ap)"]');
  await take(page, '#choices [data-move="spend(land)"]');
  const words = new Map(await choicesOf(page));
  assert.match(words.get('spend_zone(dijon)'), /in Dijon\s+Empire: 2 steps \(IX corps\); 1 action point/);
  assert.match(words.get('spend_zone(soissons)'), /steps under Napol\u00E9on/);
  await shot(page, 'nae-24-corps');
  return page;
});

part('nae: who is eliminated in pursuit is told so', async ({ browser, url, program }) => {
  const page = await openPage(browser, url);
  let told = '';
  const decision = found(program, recordsOf(program, `${SHOTS}/nae-pursued`, 40), '--events', (lines) => {
    let ply = 0;
    for (const line of lines) {
      ply = Number(/^(\d+)\. /.exec(line)?.[1] ?? ply);
      told = /corps.* is eliminated in .*, in the pursuit/i.exec(line)?.[0].trim() ?? '';
      if (told) return ply;
    }
    return 0;
  });
  await takeUp(page, decision, ['french']);
  await page.click('#tab-log');
  const log = await text(page, '#panel-log');
  const [, who, where] = /^ *(.*) is eliminated( in .*)$/.exec(told);
  assert.ok(log.includes(`${who} is eliminated`) && log.includes(where.trim()), `${told} in the log`);
  assert.equal(log.includes(`${who} loses a step${where}`), false, 'not that it loses a step');
  return page;
});

part('nae: a rally tells its dice', async ({ browser, url, program }) => {
  const page = await openPage(browser, url);
  const decision = found(program, recordsOf(program, `${SHOTS}/nae-rallies`, 40), '--positions', (lines) => {
    const at = lines.filter((line) => line.includes('"move(rally)"')).map((line) => JSON.parse(line)).find(({ seat }) => seat === 'french');
    return at ? at.ply - 1 : 0;
  });
  await takeUp(page, decision, ['french']);
  const words = new Map(await choicesOf(page)).get('move(rally)');
  assert.match(words, /rally/);
  assert.match(words, /\d points?; in good order with (any die|up to \d)/);
  await shot(page, 'nae-25-rally');
  return page;
});

part('nae: the log follows the game until somebody reads back', async ({ browser, url }) => {
  const page = await openPage(browser, url, { viewport: { width: 1360, height: 700 } });
  await newGame(page, { seed: '7', coalition: 'heuristic' });
  await asked(page);
  const next = chooser(3);
  await page.click('#tab-log');
  const log = () => page.evaluate(() => { const { scrollTop, clientHeight, scrollHeight } = document.getElementById('panel-log'); return { scrollTop, clientHeight, away: scrollHeight - scrollTop - clientHeight }; });
  const heights = new Set();
  for (let i = 0; i < 25; i++) { // the panel's height changes with the decision above it
    await playOn(page, next, async () => false, 1);
    const { away, clientHeight } = await log();
    heights.add(clientHeight);
    assert.ok(away < 3, `the last line is in sight after ${await plyOf(page)} decisions: ${away}`);
  }
  assert.ok(heights.size > 2, `heights of the panel: ${[...heights]}`);
  await page.hover('#panel-log');
  await page.mouse.wheel(0, -2000);
  await page.waitForFunction(() => document.getElementById('panel-log').scrollTop === 0);
  await playOn(page, next, async () => false, 6);
  assert.equal((await log()).scrollTop, 0, 'who reads back is left there');
  return page;
});

part('nae: a hint that ends empty says so', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { seed: '7', coalition: 'heuristic' });
  await asked(page);
  await page.route(/\/api\/games\/.*\/hint\b/, (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{}' })); // begins nothing
  await page.click('#do-hint');
  await page.waitForFunction(() => /ended before anything was weighed/.test(document.body.innerText));
  assert.equal(await page.locator('#hint-box').isVisible(), false, 'nobody waits any more');
  return page;
});

part('nae: an army that nobody is to join asks once, and an attack names who may march to its guns', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { seed: '7', coalition: 'heuristic' });
  await asked(page);
  for (const move of ['action(one_ap)', 'spend(land)', 'spend_zone(soissons)', 'spend_force(whole)']) await take(page, `#choices [data-move="${move}"]`);
  await playOn(page, (choices) => choices[0][0], async () => (await stepOf(page)) === 'gather', 2); // replacements come first
  assert.equal(await stepOf(page), 'gather');
  await page.locator('button', { hasText: 'Nobody else joins' }).click();
  await page.waitForFunction(() => document.body.dataset.step === 'forced_march');
  await asked(page);
  await take(page, '#choices [data-move="forced_march(0)"]');
  const words = new Map(await choicesOf(page)).get('move(go,bruxelles)');
  assert.match(words, /the attack wins \d+ %.*; .*Bl\u00FCcher.* may march to its guns/);
  await shot(page, 'nae-26-guns');
  return page;
});

part('nae: a march is one line, transfers tell purses, and the rounds of a new year begin at the theatre of war', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { scenario: 'nae/1805', french: 'heuristic', coalition: 'human', seed: '11' });
  await asked(page);
  const near = () => page.evaluate(() => document.getElementById('map').classList.contains('is-near'));
  assert.ok(await near());
  await playOn(page, still, async () => (await stepOf(page)) === 'declare', 100);
  assert.match(await text(page, '#choices'), /declare war on Prusse\s+\d+ steps on the map/);
  await playOn(page, still, async () => (await stepOf(page)) === 'keep', 100);
  assert.match(await text(page, '#when'), /^1806, hands$/, 'a phase in words');
  assert.match(await text(page, '#question-note'), /\d cards in hand; a hand of this year has \d/);
  await page.locator('button', { hasText: 'Keep them all' }).click();
  await page.waitForFunction(() => document.body.dataset.step !== 'keep', null, { timeout: 20000 });
  await asked(page);
  await playOn(page, still, async () => (await stepOf(page)) === 'transfer', 100);
  assert.match(await text(page, '#question-note'), /Grande-Bretagne has \d+(\.5)? points?, \S+ has \d/);
  await page.click('#tab-log');
  const log = await text(page, '#panel-log');
  assert.match(log, / marches from \S+ by .+ to .+, \d+ points? left/);
  const pairs = log.split('\n').map((line) => /^(.+) marches from (\S+).* to (\S+), /.exec(line));
  assert.equal(pairs.some((one, i) => one && pairs[i + 1] && one[1] === pairs[i + 1][1] && one[3] === pairs[i + 1][2]), false, 'no march goes on on the next line');
  await page.click('#tab-hand');
  await playOn(page, still, async () => (await stepOf(page)) === 'action', 300);
  assert.ok(await near(), 'the map shows names and generals again');
  await shot(page, 'nae-27-year');
  return page;
});

part('nae: what slides under a mouse at rest explains itself only when the mouse moves', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { seed: '7', coalition: 'heuristic' });
  await asked(page);
  const tip = () => text(page, '#tip');
  await page.mouse.move(1150, 400);
  await page.mouse.move(1151, 400);
  await page.evaluate(() => {
    const word = document.createElement('button');
    Object.assign(word.dataset, { tip: 'explained' });
    Object.assign(word.style, { position: 'fixed', left: '1100px', top: '370px', width: '100px', height: '60px', zIndex: 30 });
    word.id = 'slid';
    document.body.append(word);
  });
  await page.waitForFunction(() => document.getElementById('slid').matches(':hover'));
  await page.waitForTimeout(600); // longer than a mouse has to rest
  assert.equal(await tip(), '', 'it does not lie on the choices');
  await page.mouse.move(1153, 401);
  await page.waitForFunction(() => document.getElementById('tip').textContent === 'explained');
  await page.mouse.move(600, 700);
  await page.waitForFunction(() => document.getElementById('tip').textContent === '');
  return page;
});

part('nae: pieces that leave the map together are one line', async ({ browser, url, program }) => {
  const page = await openPage(browser, url);
  const leaves = (line) => /leaves the map, to return/.test(line ?? '');
  const decision = found(program, recordsOf(program, `${SHOTS}/nae-leaving`, 6, 'nae/1805'), '--events', (lines) => {
    const at = lines.findIndex((line, i) => leaves(line) && leaves(lines[i + 1]));
    return at < 0 ? 0 : Number(/^(\d+)\. /.exec(lines.slice(0, at).findLast((line) => /^\d+\. /.test(line)))[1]);
  });
  await takeUp(page, decision, ['french']);
  await page.click('#tab-log');
  const log = await text(page, '#panel-log');
  assert.match(log, /\S.*, .* leave the map, to return/);
  assert.equal(/leaves the map, to return.*\n.*leaves the map, to return/.test(log), false);
  return page;
});

part('nae: all that the strip can tell stands in two lines', async ({ browser, url }) => {
  const page = await openPage(browser, url, { viewport: { width: 1440, height: 900 } });
  await newGame(page, { scenario: 'nae/1805', seed: '7' });
  await asked(page);
  assert.match(await text(page, '#strip'), /Year\s*1805\s*of 1805 to 1814/);
  const { height, line } = await page.evaluate(async () => { // a late year in which everything goes on at once
    const { app } = await import('/shell/state.js');
    const { position } = app.state, strip = document.getElementById('strip');
    Object.assign(position, { year: 1808, escalade: 12, level: 12, action_points: 5, march: { ...position.march, movement_points: 10 } });
    position.flags.war_of_liberation = position.flags.continental_blockade = true;
    app.view.strip(strip, app.state);
    return { height: strip.clientHeight, line: strip.querySelector('.rounds').offsetHeight };
  });
  assert.match(await text(page, '#strip'), /Action points[^]*Movement[^]*Liberation[^]*Blockade/);
  assert.ok(height < 4 * line, `${height} pixels, lines of ${line}`);
  await page.setViewportSize({ width: 860, height: 860 });
  assert.deepEqual(await page.evaluate(() => {
    const rim = document.getElementById('strip').getBoundingClientRect().right;
    return [...document.querySelectorAll('#strip .cell')].filter((cell) => cell.getBoundingClientRect().right > rim).map((cell) => cell.textContent);
  }), [], 'nothing runs out of it over the question');
  await shot(page, 'nae-32-narrow');
  return page;
});

part('nae: of values of morale that tie the better one is offered first', async ({ browser, url, program }) => {
  const page = await openPage(browser, url);
  const decision = found(program, recordsOf(program, `${SHOTS}/nae-ties`, 8, 'nae/1805'), '--positions', (lines) => {
    const at = lines.filter((line) => line.includes('"morale(')).map((line) => JSON.parse(line)).find(({ seat, move }) => seat === 'french' && /^morale/.test(move));
    return at ? at.ply - 1 : 0;
  });
  await takeUp(page, decision, ['french']);
  assert.equal(await stepOf(page), 'morale');
  const values = (await movesOf(page)).map((move) => Number(/\d+/.exec(move)[0]));
  assert.deepEqual(values, [...values].sort((a, b) => b - a));
  assert.ok(values.length > 1);
  assert.match((await choicesOf(page))[0][1], /after a defeat good order is kept/);
  return page;
});

part('nae: one\u2019s greatest army is in sight at first, and a force marches to any zone within reach by one click', async ({ browser, url }) => {
  const page = await openPage(browser, url, { viewport: { width: 1440, height: 900 } });
  await newGame(page, { scenario: 'nae/1805', seed: '21' });
  await asked(page);
  const sees = (id) => page.evaluate(async (zone) => {
    const { app } = await import('/shell/state.js');
    const { view, places } = app.view.canvas, { x, y } = places.get(zone);
    return x > view.x && x < view.x + view.w && y > view.y && y < view.y + view.h;
  }, id);
  assert.deepEqual([await sees('lille'), await sees('salzbourg'), await sees('milan')], [true, true, true], 'Napol\u00E9on, Mack and Mass\u00E9na');
  for (const move of ['action(2F)', 'use(ap)', 'spend(land)', 'spend_power(france)', 'spend_zone(lille)', 'spend_force(whole)', 'forced_march(0)']) await take(page, `#choices [data-move="${move}"]`);
  assert.equal(await stepOf(page), 'move');
  assert.ok((await page.locator('.within').count()) > 10, 'the reach of the force that marches is shown');
  assert.match(await text(page, '#question-note'), /A click on any zone within reach/);
  await page.mouse.move(...(await middleOf(page, 'metz')), { steps: 3 });
  await page.waitForSelector('.way', { state: 'attached' });
  await shot(page, 'nae-28-way');
  await page.mouse.click(...(await middleOf(page, 'metz')));
  await page.waitForFunction(() => /in Metz/.test(document.getElementById('question').textContent), null, { timeout: 20000 });
  await asked(page);
  assert.equal(await page.locator('.stack[data-place="lille"]').count(), 0, 'all of it has gone');
  await clean(page, 'of a march');
  return page;
});

part('nae: a drag goes on though the page asks how the game stands while a decision is on its way', async ({ browser, url }) => {
  const page = await openPage(browser, url, { viewport: { width: 1440, height: 900 } });
  await newGame(page, { scenario: 'nae/1805', seed: '21', bar: false });
  await asked(page);
  for (const move of ['action(2F)', 'use(ap)']) await take(page, `#choices [data-move="${move}"]`);
  let late = true;
  await page.route(/\/api\/games\/[^/]*\/(state|move)\b/, async (route) => { // the first decision is taken at once, and answered after the page has asked again
    const move = /\/move\b/.test(route.request().url()), response = await route.fetch();
    if (late) await new Promise((done) => { setTimeout(done, move ? 4000 : 400); });
    if (move) late = false;
    await route.fulfill({ response });
  });
  await page.evaluate(async () => { (await import('/shell/talk.js')).refresh(); }); // on its way when the first decision is sent
  await dragForce(page, 'lille', 'metz');
  await page.waitForFunction(() => /in Metz/.test(document.getElementById('question').textContent), null, { timeout: 20000 });
  assert.equal(late, false);
  return page;
});

part('nae: a drag of a force under way that is undone is not made again', async ({ browser, url }) => {
  const page = await openPage(browser, url, { viewport: { width: 1440, height: 900 } });
  await newGame(page, { scenario: 'nae/1805', seed: '21', bar: false });
  await asked(page);
  for (const move of ['action(2F)', 'use(ap)', 'spend(land)', 'spend_power(france)', 'spend_zone(lille)', 'spend_force(whole)', 'forced_march(0)']) await take(page, `#choices [data-move="${move}"]`);
  const before = await plyOf(page);
  await dragForce(page, 'lille', 'soissons');
  await page.waitForFunction(() => /in Soissons/.test(document.getElementById('question').textContent), null, { timeout: 20000 });
  await undo(page);
  await page.waitForTimeout(500);
  assert.match(await text(page, '#question'), /in Lille/);
  assert.equal(await plyOf(page), before);
  return page;
});

part('nae: a force that is dragged beyond its reach is asked for a forced march, and goes on when it is chosen', async ({ browser, url }) => {
  const page = await openPage(browser, url, { viewport: { width: 1440, height: 900 } });
  await newGame(page, { scenario: 'nae/1805', seed: '21' });
  await asked(page);
  const drag = (from, to) => dragForce(page, from, to);
  const stands = (words) => page.waitForFunction((question) => document.getElementById('question').textContent.includes(question) && document.querySelector('#choices .choice-button'), words, { timeout: 20000 });
  await take(page, '#choices [data-move="action(2F)"]');
  await take(page, '#choices [data-move="use(ap)"]');
  const before = await plyOf(page);
  await drag('lille', 'vienne');
  await page.waitForFunction(() => /Vienne is out of reach .* 4 points, even by a forced march/.test(document.getElementById('message').textContent));
  assert.equal(await plyOf(page), before, 'nothing is spent on what cannot be');
  await page.mouse.move(...(await middleOf(page, 'lille')));
  await page.waitForSelector('.strained', { state: 'attached' }); // what only a forced march reaches
  await drag('lille', 'stuttgart');
  await page.waitForFunction(() => /Stuttgart takes a forced march of 2 points/.test(document.getElementById('message').textContent), null, { timeout: 20000 });
  assert.equal(await stepOf(page), 'forced_march');
  assert.match(await text(page, '#choices [data-move="forced_march(2)"]'), /steps are lost with \d+ %/, 'what it costs is read before it is chosen');
  assert.ok((await page.locator('.within').count()) > 10, 'what it reaches without');
  await shot(page, 'nae-31-forced');
  await clean(page, 'of a forced march');
  await page.click('#do-undo');
  await page.waitForFunction((n) => Number(document.body.dataset.ply) === n, before); // all that the drag did
  await drag('lille', 'stuttgart');
  await stands('A forced march');
  await page.click('#choices [data-move="forced_march(2)"]');
  await stands('in Stuttgart');
  for (let i = 0; i < 12 && (await plyOf(page)) > before; i++) await undo(page);
  assert.equal(await plyOf(page), before);
  await drag('lille', 'stuttgart');
  await stands('A forced march');
  await take(page, '#choices [data-move="forced_march(0)"]'); // he has thought better of it
  await page.waitForTimeout(500);
  assert.match(await text(page, '#question'), /in Lille/);
  await drag('lille', 'stuttgart');
  await page.waitForFunction(() => /a forced march is chosen before the first step/.test(document.getElementById('message').textContent));
  return page;
});

part('nae: a force that would find no room beside friends does not set out', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { seed: '7' });
  await asked(page);
  await take(page, '#choices [data-move="action(one_ap)"]');
  const ply = await plyOf(page);
  await page.mouse.move(...(await middleOf(page, 'soissons')));
  const reached = await page.locator('.within').count();
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(page, 'metz')), { steps: 6 });
  assert.ok(reached > 10);
  assert.equal(await page.locator('.within').count(), reached, 'the reach of what is dragged stays');
  await page.mouse.move(...(await middleOf(page, 'soissons')), { steps: 6 });
  await page.mouse.up();
  await dragForce(page, 'paris', 'lille'); // two points away, where a corps stands that is too much for Davout
  await page.waitForFunction(() => /Lille is out of reach of the force in Paris: it has 2 points.*no room/.test(document.getElementById('message').textContent));
  assert.equal(await plyOf(page), ply, 'once it went by Boulogne to Soissons instead');
  return page;
});

part('nae: what is asked of a force is shown on the map, its reach stays while others are looked at, and a lost emperor is told', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { seed: '7' });
  await asked(page);
  await take(page, '#choices [data-move="action(one_ap)"]');
  await page.mouse.click(...(await middleOf(page, 'soissons')));
  await page.waitForFunction(() => document.body.dataset.step === 'spend_force', null, { timeout: 20000 });
  assert.equal(await page.locator('#map .mark').count(), 1, 'where it stands');
  await page.click('#tab-nations');
  assert.match(await text(page, '#panel-nations tr:has-text("France")'), /0 of 3/, 'Anvers is not its own in 1815, as the strip knows');
  await page.click('#tab-hand');
  const [left, indent] = await page.locator('#choices .remarked .extra').first().evaluate((text) => [getComputedStyle(text).textAlign, getComputedStyle(text).paddingLeft]);
  assert.ok(left === 'left' && parseFloat(indent) > 10, 'a long remark is a text');
  await shot(page, 'nae-33-activated');
  await playOn(page, () => 'spend_force(whole)', async () => (await stepOf(page)) !== 'spend_force', 2);
  await playOn(page, still, async () => (await stepOf(page)) === 'forced_march', 6);
  const reached = () => page.locator('.within').evaluateAll((zones) => zones.map((zone) => zone.getAttribute('d').length).join());
  const own = await reached();
  await page.mouse.move(...(await middleOf(page, 'bruxelles')));
  await page.waitForTimeout(300);
  assert.equal(await reached(), own, 'the zones edged in green are those of the force that marches');
  const told = await page.evaluate(async () => {
    const { app } = await import('/shell/state.js');
    const { position } = app.state;
    position.off_map = { ...position.off_map, next_budget: ['napoleon'] };
    app.view.strip(document.getElementById('strip'), app.state);
    return [app.view.news({ kind: 'taken_off', seat: 'french' }), app.view.news({ kind: 'moved', seat: 'french' })];
  });
  assert.deepEqual(told, [true, false], 'what was lost with a fortress is news, what one has decided is not');
  assert.match(await text(page, '#aim'), /3 of 3 key zones, Napol\u00E9on lost/);
  return page;
});

part('nae: who comes along is answered for all of them at once', async ({ browser, url }) => {
  const page = await openPage(browser, url);
  await newGame(page, { seed: '3' });
  await asked(page);
  const eager = (choices) => (choices.find(([move]) => /^(guns|intercept|counter)/.test(move) && !/none/.test(move)) ?? choices.find(([move]) => /soissons|whole|go,bruxelles|\(0\)/.test(move)) ?? choices[0])[0];
  await playOn(page, (choices, step) => (['action', 'use', 'spend'].includes(step) ? choices[0][0] : eager(choices)), async () => (await stepOf(page)) === 'come', 80);
  assert.equal(await stepOf(page), 'come');
  assert.match(await text(page, '#question-note'), /As it stands the Coalition overruns the enemy/);
  await shot(page, 'nae-34-come');
  await clean(page, 'of who comes along');
  await page.click('#come-all');
  await page.waitForFunction(() => document.body.dataset.step !== 'come', null, { timeout: 20000 });
  await asked(page);
  assert.match(await text(page, '#question-sheet'), /[6-9] points under Napol/);
  return page;
});
