// tabs.js: the tabs under the decision: those of the game, and the shell's own: log, dice, rules.
import { $, el, redraw } from './dom.js';
import { drawOpenings } from './openings.js';
import { app } from './state.js';
import { oneStop } from './tips.js';
import { clause, dieFace, seatTitle } from './words.js';

const OWN = {
  log: { id: 'log', title: 'Log', draw: (panel) => drawLog(panel, app.log) },
  dice: { id: 'dice', title: 'Dice', draw: (panel, state) => drawDice(panel, state) },
  openings: { id: 'openings', title: 'Openings', draw: (panel, state) => { if (app.game && !app.review) drawOpenings(panel, state); } },
  help: { id: 'help', title: 'Rules', draw: (panel, state) => drawHelp(panel, state) },
};
let tabs = [];
let opened = null; // the tab that opened by itself, and the one that was open before: { id, before }

const buttons = () => [...document.querySelectorAll('#tabs [role="tab"]')];
const panelOf = (id) => $(`panel-${id}`);
const tabNow = () => buttons().find((tab) => tab.getAttribute('aria-selected') === 'true')?.id.slice(4);

// Builds the tabs of the game that is mounted, or only the shell's.
export function buildTabs() {
  const [first, ...rest] = app.view?.tabs ?? [];
  opened = null;
  tabs = [first, OWN.log, ...rest, OWN.dice, OWN.openings, OWN.help].filter(Boolean);
  $('tabs').replaceChildren(...tabs.map(({ id, title }, i) => el('button', { role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}`, 'aria-selected': String(i === 0), tabindex: i === 0 ? null : '-1', onclick: () => openTab(id) }, title)));
  $('panels').replaceChildren(...tabs.map(({ id }, i) => el('div', { role: 'tabpanel', id: `panel-${id}`, 'aria-labelledby': `tab-${id}`, tabindex: '0', hidden: i > 0 })));
}

// The person opens a tab, and keeps it. What it offers is no longer, or again, among the choices.
export function openTab(name) {
  const offered = tabNow();
  if (opened) opened.before = null;
  showTab(name);
  if ([offered, name].some((id) => tabs.find((tab) => tab.id === id)?.offers)) app.draw();
}

// A tab opens by itself for what it is about; afterwards the one comes back that was open before.
export function tabFor(state) {
  const wanted = tabs.find((tab) => tab.opens?.(state))?.id ?? null;
  if (wanted === (opened?.id ?? null)) return;
  if (opened?.before && tabNow() === opened.id) showTab(opened.before);
  opened = wanted ? { id: wanted, before: tabNow() } : null;
  if (wanted && tabNow() !== wanted) showTab(wanted);
}

// Whether the tab that is open has a button for a choice.
export const isInTab = (choice) => Boolean(tabs.find(({ id }) => id === tabNow())?.offers?.(choice));

export function showTab(name) {
  for (const tab of buttons()) {
    const chosen = tab.id === `tab-${name}`;
    tab.setAttribute('aria-selected', String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    $(tab.getAttribute('aria-controls')).hidden = !chosen;
  }
  drawTab();
  if (name === 'log') toEnd(panelOf('log'));
}

export function drawTab() {
  const tab = tabs.find(({ id }) => id === tabNow());
  if (tab && app.state) tab.draw(panelOf(tab.id), app.state);
}

export function tabKey(event) {
  const all = buttons();
  const at = all.indexOf(document.activeElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (next === undefined || at < 0) return;
  event.preventDefault();
  const tab = all[(next + all.length) % all.length];
  openTab(tab.id.slice(4));
  tab.focus();
}

// ---- log ----

// The numbers behind a line, as the game shows them.
export const detailOf = (line) => (line.event ? app.view.detail?.(line.event) ?? null : null);

// Dice that the line after them tells of (without words of their own, with its clause) stand at its head, not on a line of their own.
export function withDice(lines) {
  const told = (line, next) => line.event?.kind === 'dice' && !line.text && next?.event?.clause === line.event.clause && next.ply === line.ply && next.event.kind !== 'dice';
  return lines.flatMap((line, i) => {
    if (told(line, lines[i + 1])) return [];
    return [i > 0 && told(lines[i - 1], line) ? { ...line, dice: lines[i - 1].event } : line];
  });
}

export function lineView(line, open) {
  const { kind, seat, clause: number, purpose } = line.event ?? { kind: 'move', seat: 'none' };
  const thrown = line.dice ?? (kind === 'dice' ? line.event : null);
  const dice = thrown ? [...thrown.faces.map((value) => dieFace(value, thrown.seat)), ' ', line.text ? '' : app.view.thrown?.(thrown) ?? purpose.replaceAll('_', ' ')] : [];
  const item = el('li', { class: `${kind} ${seat}` }, ...dice, line.text.replace(/\.? \[[^\]]*\]\.?$/, '.'), clause(number));
  const detail = detailOf(line);
  if (detail) item.append(el('details', { open }, el('summary', {}, 'The numbers behind it'), detail));
  return item;
}

// Puts a line at the end of a list; one that says the same as the last there is only counted: "(3 times)"; one that the game tells
// together with it (joined) is added to it.
export function addLine(list, line, open) {
  const last = list.lastElementChild;
  const joined = last?.line && last.times === 1 && line.event && !line.dice ? app.view.joined?.(last.line, line) : null;
  if (joined) {
    last.line = { ...last.line, text: joined };
    last.replaceChildren(...lineView(last.line, false).childNodes);
    return;
  }
  const same = last?.line && line.text && !line.dice && last.line.text === line.text && last.line.event?.seat === line.event?.seat && !last.querySelector('details');
  if (!same) {
    list.append(Object.assign(lineView(line, open), { line, times: 1 }));
    return;
  }
  last.times += 1;
  if (/^1 /.test(line.text) && app.view.addsUp?.(line.event)) { last.replaceChildren(...lineView({ ...line, text: line.text.replace(/^1 /, `${last.times} `) }, false).childNodes); return; }
  if (last.times === 2) last.append(' ', el('span', { class: 'times' }));
  last.lastElementChild.textContent = `(${last.times} times)`;
}

function toEnd(panel) {
  panel.scrollTop = panel.scrollHeight;
  panel.byHand = false;
}

// Whether somebody has scrolled away from the end: then lines that come are not followed. Only his own hand counts, for the panel's height
// changes with the decision above it.
function isReadBack(panel) {
  if (panel.byHand === undefined) for (const kind of ['wheel', 'touchmove', 'pointerdown', 'keydown']) panel.addEventListener(kind, () => { panel.byHand = true; }, { passive: true });
  const away = panel.scrollTop + panel.clientHeight < panel.scrollHeight - 40;
  panel.byHand = Boolean(panel.byHand) && away;
  return panel.byHand;
}

export function drawLog(panel, lines) {
  const atEnd = !isReadBack(panel);
  const have = panel.querySelector('ol');
  // lines are only ever added at the end or all replaced
  if (have && have.lines === lines && have.shown <= lines.length) {
    for (const line of lines.slice(have.shown)) addLine(have, line, false);
    have.shown = lines.length;
  } else {
    const list = Object.assign(el('ol', { class: 'log' }), { lines, shown: lines.length });
    for (const line of lines) addLine(list, line, false);
    const more = lines.first > 0 && !app.review ? [el('button', { id: 'log-earlier', onclick: () => app.earlier() }, 'Show what happened before')] : [];
    panel.replaceChildren(...more, list);
  }
  oneStop(panel.querySelector('ol'));
  if (atEnd) toEnd(panel);
}

// ---- dice ----

function diceRow(title, faces) {
  const sum = faces.reduce((a, b) => a + b, 0);
  const mean = sum ? (faces.reduce((a, n, i) => a + n * (i + 1), 0) / sum).toFixed(2) : '\u2013';
  return el('tr', {}, el('th', { scope: 'row' }, title), ...[...faces, sum, mean].map((n) => el('td', { class: 'n' }, String(n))));
}

function diceTable(dice) {
  const heading = (content) => el('th', { scope: 'col' }, content);
  const faces = Array.from({ length: dice.sides }, (_, i) => dieFace(i + 1));
  return el('table', { class: 'plain' }, el('thead', {}, el('tr', {}, heading('Side'), ...faces.map(heading), heading('Rolls'), heading('Mean'))),
    el('tbody', {}, ...['french', 'coalition'].map((seat) => diceRow(seatTitle(seat), dice[seat]))));
}

function seedWords(state) {
  if (!state.seed_sha256) return el('p', {}, 'The dice of this game were not all rolled by the program, so there is no seed to check.');
  return el('div', {}, el('p', {}, 'All luck of this game comes from one number, the seed. Its SHA-256 fingerprint was fixed before the first move:'), el('p', { class: 'seed' }, state.seed_sha256),
    state.seed ? el('p', {}, 'The game is over, here is the seed: ', el('strong', { class: 'seed' }, state.seed), '. Compare printf ', el('code', {}, state.seed), ' | sha256sum; marshal replay --check verifies every die of a saved game.')
      : el('p', {}, 'The seed itself is shown when the game is over.'));
}

function drawDice(panel, state) {
  if (!state.dice) { redraw(panel, el('p', {}, 'Dice are counted while a game is played.')); return; }
  const { sides, others } = state.dice;
  redraw(panel,
    el('p', {}, `Dice rolled in the open. The mean of many fair dice comes near ${((sides + 1) / 2).toFixed(1)}.${others ? ` ${others} more were nobody\u2019s, or have another number of sides.` : ''}`),
    diceTable(state.dice), el('h3', {}, 'Can anybody check them?'), seedWords(state));
}

// ---- rules ----

function drawHelp(panel, state) {
  const parts = app.about?.help ?? [];
  if (!parts.length) { redraw(panel, el('p', {}, 'The program has no help on the rules of this game.')); return; }
  redraw(panel, el('p', {}, 'The parts of the rules, in short. The numbers beside lines of the log name the clause of the rulebook.'),
    ...parts.map(({ name, title, text }) => el('details', { open: name === state?.help }, el('summary', {}, el('strong', {}, title)), ...text.split('\n').filter(Boolean).map((words) => el('p', {}, words)))));
}
