// site.mjs: looks at the static page of results (make site) in the system's Chromium, from disk. Arguments: its folder, then words: only
// pages in whose names one of them is are looked at. Each is
// opened at the width of a desk and of a phone: no fault on the console, nothing asked for but files, nothing wider than the
// screen, and at a desk no violation of WCAG 2 AA that axe can find. Screenshots of the first page go to build/web/. Last line:
// "N passed, N failed".
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SHOTS, axeSource, openBrowser } from './support.mjs';

const folder = resolve(process.argv[2] ?? 'build/site');
const wanted = process.argv.slice(3);
const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.html'))
  .filter((name) => !wanted.length || wanted.some((word) => name.includes(word))).sort();
const WIDTHS = { desk: 1280, phone: 360 };

async function look(browser, file, [device, width]) {
  // scripts of the page's own there are none; axe is put past its policy
  const context = await browser.newContext({ viewport: { width, height: 800 }, bypassCSP: true });
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) faults.push(message.text()); });
  page.on('request', (request) => { if (!/^(file|data):/.test(request.url())) faults.push(`asked for ${request.url()}`); });
  page.on('requestfailed', (request) => faults.push(`no ${request.url()}`));
  try {
    await page.goto(pathToFileURL(join(folder, file)).href);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${wide} pixels wide on a screen of ${width}`);
    if (device === 'desk') {
      await page.evaluate(axeSource);
      const found = await page.evaluate(() => axe.run(document, { preload: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }));
      assert.deepEqual(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`), [], 'accessibility');
    }
    if (file === 'index.html') await page.screenshot({ path: `${SHOTS}/site-${device}.png`, fullPage: true });
    assert.deepEqual(faults, [], 'faults');
  } finally {
    await context.close();
  }
}

mkdirSync(SHOTS, { recursive: true });
const browser = await openBrowser();
let passed = 0, failed = 0;
for (const file of pages) {
  for (const device of Object.entries(WIDTHS)) {
    try {
      await look(browser, file, device);
      passed += 1;
    } catch (error) {
      failed += 1;
      console.log(`FAIL  ${relative(folder, join(folder, file))}, ${device[0]}: ${error.message}`);
    }
  }
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
