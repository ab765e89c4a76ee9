// run.mjs: plays with the real page in the system's Chromium. Arguments: the program (build/marshal), the one with the toy
// (build/debug/marshal-toy), then words: only parts of whose names one is a part are run. Parts are in tests/<game>/page.mjs,
// which exports list and perhaps toy: it is then about the toy game. Screenshots go to build/web/. Last line: "N passed, N failed".
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { openBrowser, shot, startServer } from './support.mjs';

const [program = 'build/marshal', programWithToy = 'build/debug/marshal-toy', ...wanted] = process.argv.slice(2);
const TESTS = new URL('..', import.meta.url);
const TOY_SCENARIOS = new URL('scenarios', TESTS).pathname;
let passed = 0, failed = 0;

const fail = (words) => { failed += 1; console.log(`FAIL  ${words}`); };

// The lines of the test in which it failed, the innermost first.
const lineOf = ({ stack }) => [...(stack ?? '').matchAll(/tests\/(\w+\/\w+\.mjs:\d+)/g)].map(([, line]) => line).join(', ');

async function runPart({ name, run }, tools) {
  const begun = Date.now();
  try {
    const page = await run(tools);
    assert.deepEqual(page?.faults ?? [], [], 'no fault on the console');
    passed += 1;
    console.log(`ok    ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    fail(`${name}: ${error.message} (${lineOf(error)})`);
    const open = tools.browser.contexts().at(-1)?.pages()[0];
    if (open) await shot(open, `failed-${name.replaceAll(/[^a-z0-9]+/gi, '-')}`).catch(() => {});
  }
  for (const context of tools.browser.contexts()) await context.close();
}

// The parts of one game, on a server of their own.
async function runGame({ list, toy }, browser) {
  const chosen = list.filter(({ name }) => !wanted.length || wanted.some((word) => name.includes(word)));
  if (!chosen.length) return;
  const served = toy ? programWithToy : program;
  if (!existsSync(served)) { fail(`there is no ${served}`); return; }
  const server = await startServer(served, [], '0', toy ? { MARSHAL_SCENARIOS: TOY_SCENARIOS } : {});
  for (const one of chosen) await runPart(one, { browser, url: server.url, program: served });
  const code = await server.end();
  if (code !== 0) fail(`the server ended with ${code}`);
}

const browser = await openBrowser();
for (const folder of readdirSync(TESTS).sort()) {
  const file = new URL(`${folder}/page.mjs`, TESTS);
  if (existsSync(file)) await runGame(await import(file), browser);
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
