// app.js: begins the page: menu, buttons, keys, and the game that was played last.
import * as api from './api.js';
import { confirmBox, curtainIsDown, newGameDialog, settingsDialog } from './dialogs.js';
import { $, el } from './dom.js';
import { draw } from './draw.js';
import { hoverPlaces } from './place.js';
import { choosePuzzle } from './puzzles.js';
import { fileChosen, openLeaving, pickFile, reviewThis, saveGame } from './records.js';
import { app, complain, currentGame, forgetGame, knownGames, recall, remember } from './state.js';
import { buildTabs, openTab, tabKey } from './tabs.js';
import { again, answer, doing, earlier, open, refresh } from './talk.js';
import { tour, tourIsOn } from './tour.js';

// ---- menu ----

async function askNew() {
  try {
    app.catalogue = await api.scenarios();
    await newGameDialog(app.catalogue, recall('marshal-last'), { list: knownGames().filter((one) => one.id !== app.game?.id), open: goOn }, async (wish) => {
      const answer = await api.newGame(wish);
      remember('marshal-last', wish);
      await openLeaving(answer);
    }, tour);
  } catch (error) {
    complain(error.message);
  }
}

// Back to a game of this browser; the server may have ended since, and kept it or not.
async function goOn(known) {
  try {
    await openLeaving(known);
  } catch (error) {
    if (error.status === 404 || error.status === 403) forgetGame(known.id);
    complain(error.status === 404 ? 'The server does not have this game any more.' : error.message);
  }
}

async function resign() {
  if (await confirmBox('Resign', 'The other side wins at once. Are you sure?', 'Resign')) doing('resign');
}

async function swap() {
  if (await confirmBox('Swap sides', 'You take the other side with its cards, and the opponent takes yours. The record notes it.', 'Swap')) doing('swap', {}, 'The sides are swapped.');
}

async function undo() {
  const { run } = app;
  if (!app.state?.can_undo) { complain(`This cannot be undone: ${app.state?.undo_reason ?? 'there is nothing yet'}.`); return; }
  app.auto = null;
  app.run = null;
  await doing('undo');
  while (run && app.state?.can_undo && app.state.ply > run.from && !app.busy) await doing('undo');
  if (run?.undone.length && !app.auto) answer(again(run.undone), { restores: true });
}

function takeBack() {
  app.auto = null;
  doing('take_back', {}, 'Taken back; the record notes it.');
}

async function hint() {
  await doing('hint');
  if (app.state) app.state.hint_pending = true;
  draw();
  $('hint-box').scrollIntoView({ block: 'nearest' }); // above the choices: who has gone down the list would not see it
  await refresh();
}

// Why a move is not among the choices: asked in the notation of records, answered by the program.
async function whyNot(event) {
  event.preventDefault();
  const move = $('why-not-move').value.trim();
  if (!move || !app.game) return;
  try {
    $('why-not-text').textContent = (await api.look(app.game, 'why-not', `&move=${encodeURIComponent(move)}`)).text;
  } catch (error) {
    $('why-not-text').textContent = error.message;
  }
  $('why-not-text').scrollIntoView({ block: 'nearest' });
}

function settings() {
  settingsDialog(app.settings, app.state, ({ bar, pace_ms, plans, ...mine }) => {
    app.settings = mine;
    remember('marshal-settings', mine);
    if (app.game && !app.review) doing('settings', { bar, pace_ms, plans }).then(() => { app.state = null; return refresh(); });
  });
}

function menu(show) {
  $('more').hidden = !show;
  $('do-more').setAttribute('aria-expanded', String(show));
}

function toggleKey() {
  const key = $('map-key');
  key.hidden = !key.hidden;
  $('zoom-key').setAttribute('aria-expanded', String(!key.hidden));
}

// ---- keys ----

function shortcut(event) {
  if (!app.settings.shortcuts || event.ctrlKey || event.metaKey || event.altKey || $('dialog').open || curtainIsDown() || tourIsOn()) return;
  if (event.target.closest('input, select, textarea')) return;
  const key = event.key.toLowerCase();
  const press = (id) => { const button = $(id); if (!button.disabled && !button.hidden) button.click(); };
  const choices = [...$('choices').querySelectorAll('.choice-button')];
  if (key >= '1' && key <= '9') choices[Number(key) - 1]?.click();
  else if (key === '0') { if (choices.length > 9) choices.at(-1).click(); } // the end of a long list
  else if (key === 'u') press('do-undo');
  else if (key === 'h') press('do-hint');
  else if (key === 'l') { openTab('log'); $('tab-log').focus(); } else if (key === 'm') $('map')?.focus();
  else return;
  event.preventDefault();
}

// Through the choices by arrow keys, Home and End; Tab goes its own way.
function choiceKey(event) {
  const buttons = [...$('choices').querySelectorAll('button:not(.about)')];
  const at = buttons.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  buttons[Math.max(0, Math.min(buttons.length - 1, to))].focus();
}

function escape() {
  menu(false);
  if (!$('place-card').hidden) $('place-card').closing();
}

function listen() {
  const clicks = {
    'do-new': askNew, 'do-save': saveGame, 'do-load': () => pickFile('play'), 'do-review': () => pickFile('review'), 'do-puzzles': choosePuzzle,
    'do-more': (event) => { event.stopPropagation(); menu($('more').hidden); },
    'do-swap': swap, 'do-resign': resign, 'do-tour': tour, 'do-settings': settings,
    'do-undo': undo, 'do-back': takeBack, 'do-hint': hint, 'do-stop': () => doing('stop'),
    'zoom-in': () => app.view.canvas?.zoom(1.35), 'zoom-out': () => app.view.canvas?.zoom(1 / 1.35), 'zoom-all': () => app.view.canvas?.all(), 'zoom-key': toggleKey,
  };
  for (const [id, action] of Object.entries(clicks)) $(id).addEventListener('click', action);
  $('why-not-form').addEventListener('submit', whyNot);
  $('file').addEventListener('change', fileChosen);
  $('tabs').addEventListener('keydown', tabKey);
  $('choices').addEventListener('keydown', choiceKey);
  document.addEventListener('keydown', shortcut);
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') escape(); });
  document.addEventListener('click', () => menu(false));
  hoverPlaces();
}

// ---- the beginning ----

// Opens the game that was played last; false: there is none any more.
async function openLast() {
  const saved = currentGame();
  if (!saved) return false;
  try {
    await open(saved);
    return true;
  } catch (error) {
    forgetGame(saved.id);
    if (error.status !== 404 && error.status !== 403) complain(error.message);
    return false;
  }
}

async function begin() {
  app.draw = draw;
  app.earlier = earlier;
  app.reviewThis = reviewThis;
  listen();
  buildTabs();
  app.catalogue = await api.scenarios();
  if (!(await openLast())) {
    const titles = new Intl.ListFormat('en', { type: 'disjunction' }).format(app.catalogue.games.map((game) => game.title));
    $('question-note').textContent = `Play ${titles} against the machine, against somebody beside you, or watch.`;
    $('choices').replaceChildren(el('button', { class: 'primary', onclick: askNew }, 'New game'), el('button', { onclick: tour }, 'Show me around'));
    await askNew();
    performance.mark('ready');
  }
  document.body.dataset.ready = 'yes';
}

begin().catch((error) => complain(error.message));
