// draw.js: draws the last answer of the server: status, bar, question, choices, hint, news.
import { $, el, redraw } from './dom.js';
import { drawPuzzle } from './puzzles.js';
import { app } from './state.js';
import { answer, choose, doing, refresh } from './talk.js';
import { addLine, detailOf, drawTab, isInTab, tabFor } from './tabs.js';
import { oneStop, placeTip } from './tips.js';
import { clause, outcomeWords, percent, seatTitle, sentence, sideWords } from './words.js';

// ---- status ----

function drawStatus({ state, game } = app) {
  $('when').textContent = state.when;
  const turn = $('turn');
  const actor = state.outcome ? 'none' : state.actor;
  turn.className = actor;
  turn.textContent = state.outcome ? 'Game over' : state.puzzle ? `${seatTitle(actor)}: find the move` : game.keys[actor] ? `${seatTitle(actor)}: your decision` : `${seatTitle(actor)} ${state.paused ? 'waits' : 'is thinking'}`;
  const machine = state.thinking && !state.thinking.analysis && state.thinking.seconds > 0.6;
  $('do-stop').hidden = !machine;
  $('thinking').textContent = machine ? thinkingWords(state) : '';
}

// "4 of 10 s, 12,000 games tried"; not in the live region, which would be read aloud without end
function thinkingWords({ actor, seats, thinking }) {
  const limit = /time=([\d.]+)/.exec(seats[actor])?.[1];
  const tried = thinking.iterations ? `, ${thinking.iterations.toLocaleString('en')} games tried` : '';
  return `${thinking.seconds.toFixed(0)}${limit ? ` of ${limit}` : ''} s${tried}`;
}

// What the machine makes of the game: for watchers, and for players who asked for it in the settings.
function drawPlan({ state } = app) {
  const { idea } = state;
  const box = $('plan');
  box.hidden = !idea || idea.line.length === 0 || Boolean(state.outcome);
  if (box.hidden) return;
  box.textContent = `${sentence(sideWords(idea.seat))} sees ${sideWords('french')} at ${percent(idea.french)} and ${state.ply > idea.ply ? 'expected' : 'expects'}: ${idea.line.slice(0, 8).join('; ')}.`;
}

// The chances of the French seat as far as they are known, or null.
function frenchChances(state) {
  if (state.outcome) return { french: 1, coalition: 0 }[state.outcome.winner] ?? 0.5; // no longer a chance
  if (state.idea && (state.you === 'both' || (state.thinking && !state.thinking.analysis))) return state.idea.french;
  if (state.watched_win !== undefined) return state.watched_win;
  if (state.advice) return state.advice.seat === 'french' ? state.advice.win : 1 - state.advice.win;
  return null;
}

export function drawBar({ state } = app) {
  app.lastWin = frenchChances(state) ?? app.lastWin;
  $('bar').hidden = (!state.bar && state.you !== 'both') || app.lastWin === null;
  if ($('bar').hidden) return;
  $('bar-french').style.width = `${(app.lastWin * 100).toFixed(0)}%`;
  const proviso = app.view.proviso?.(state);
  $('bar-text').textContent = `${seatTitle('french')} ${percent(app.lastWin)}${proviso ? `, ${proviso}` : ''}`;
  $('bar-track').setAttribute('aria-label', `Winning chances: ${seatTitle('french')} ${percent(app.lastWin)}, ${seatTitle('coalition')} ${percent(1 - app.lastWin)}${proviso ? `, ${proviso}` : ''}`);
}

// ---- news and hint ----

function drawNews(state) {
  const NEWS_MAX = 60, NEWS_FEW = 6;
  const told = (line) => (line.event?.seat !== state.you || detailOf(line) || (line.event && app.view.news?.(line.event))) && !(line.event && app.view.trifle?.(line.event));
  const lines = app.log.filter((line) => line.ply > app.seen && told(line));
  const box = $('news');
  const loaded = app.seen === 0 && state.can_take_back; // a game that was loaded: all of it is not news; who has decided nothing yet reads what came before
  box.hidden = lines.length === 0 || state.you === 'both' || loaded;
  if (box.hidden) return;
  const shown = lines.slice(-NEWS_MAX);
  const lastDetail = shown.length <= NEWS_FEW && shown.findLast((line) => detailOf(line)); // opened, it would hide many lines
  const list = el('ul', { class: 'log' });
  for (const line of shown) addLine(list, line, line === lastDetail);
  if (!redraw(box, el('strong', {}, 'Since your last decision'), list)) return;
  oneStop(box.querySelector('ul'));
  const opened = box.querySelector('details[open]')?.parentElement;
  box.scrollTop = opened ? opened.offsetTop - box.querySelector('strong').offsetHeight : box.scrollHeight;
}

// Games tried that all end alike leave no error to be estimated, and that is not certainty.
function winsWords({ win, error }) {
  if (error === 0 && (win === 0 || win === 1)) return `wins ${win ? 'all' : 'none'} of the games tried`;
  return `wins ${(win * 100).toFixed(1)} % \u00B1 ${(error * 200).toFixed(1)}`;
}

function hintRow(best, i) {
  return el('li', {}, el('strong', {}, best.words), ` \u2013 ${winsWords(best)}`,
    best.why.length ? el('details', { open: i === 0 }, el('summary', {}, i === 0 ? 'Why: compared with the next best' : 'Why: compared with the best'), el('ul', {}, ...best.why.map((reason) => el('li', {}, reason)))) : null,
    best.line.length > 1 ? el('div', { class: 'line' }, `expected then: ${best.line.slice(1, 7).join('; ')}`) : null);
}

function drawHint(state) {
  const box = $('hint-box');
  const best = state.advice?.best ?? [];
  box.hidden = !state.hint_pending && best.length === 0;
  if (state.hint_pending && best.length === 0) { box.textContent = 'Thinking about the best choices\u2026'; return; }
  redraw(box, el('strong', {}, 'Best choices, and why'), el('ol', {}, ...best.map(hintRow)), el('div', { class: 'line' }, `${state.advice?.iterations ?? 0} games tried in thought, from what your side knows.`));
}

// ---- the decision ----

const EXTRA_SHORT = 10; // letters, up to which a remark stands at the right; a longer one is a text, to be read from the left

// A button, and another beside it that tells what its card is good for without choosing it.
// number: what its key shows, "" for none.
function choiceButton(choice, number, best) {
  const about = app.view.about?.(choice);
  const rank = best.findIndex((b) => b.move === choice.move);
  const extra = [choice.remark, rank >= 0 ? percent(best[rank].win) : ''].filter(Boolean).join(' ');
  const answer = app.state.puzzle?.answer;
  const judged = answer?.best === choice.move ? 'right' : answer?.move === choice.move ? 'wrong' : '';
  const button = el('button', { class: `choice-button ${extra.length > EXTRA_SHORT ? 'remarked' : ''} ${rank === 0 ? 'best' : ''} ${judged}`, 'data-move': choice.move, onclick: () => choose(choice) },
    el('span', { class: 'number', 'aria-hidden': 'true' }, number), el('span', {}, choice.words), extra ? el('span', { class: 'extra' }, extra) : null);
  return about ? el('div', { class: 'choice-row' }, button, el('button', { class: 'about', 'aria-label': `What it is good for: ${choice.words}`, 'data-tip': about }, '?')) : button;
}

function repeatButtons(state) {
  if (state.puzzle) return []; // one decision is asked, and it stays open
  const repeats = app.view.repeats?.(state) ?? [];
  if (!repeats.length) return [];
  return [el('div', { class: 'buttons' }, ...repeats.map(({ id, label, pick }) => el('button', { id, onclick: () => answer(pick) }, label)))];
}

// Choices under their headings, in the order in which these first occur; those without one come last.
function grouped(choices) {
  const groups = new Map();
  for (const choice of choices) groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
  const rest = groups.get('');
  groups.delete('');
  return [...groups, ...(rest ? [['', rest]] : [])];
}

const KEYS = 9; // choices that a digit chooses

function choiceButtons(state) {
  const best = state.advice?.best ?? [];
  const listed = state.puzzle ? state.choices : state.choices.filter((choice) => !isInTab(choice));
  const first = listed.filter((choice) => app.view.first?.(choice));
  const groups = grouped(listed.filter((choice) => !first.includes(choice)));
  let place = 0;
  const number = () => { place += 1; return place <= KEYS ? String(place) : place === listed.length ? '0' : ''; }; // of a long list the end, too
  return [...first.map((choice) => choiceButton(choice, number(), best)), ...groups.flatMap(([name, choices]) => [
    name || groups.length > 1 ? el('p', { class: 'group-name' }, name || 'Otherwise') : null,
    ...choices.map((choice) => choiceButton(choice, number(), best))]).filter(Boolean)];
}

function drawChoices(state) {
  const box = $('choices');
  // While the machine thinks there is nothing to choose: whoever chose by keyboard waits on the question and comes back.
  const waiting = document.activeElement === $('decision') && app.choosing;
  const focused = box.contains(document.activeElement) || waiting;
  if (!state.choices) {
    const shown = $('watch-pause')?.textContent; // left alone while they say the same: a button that is replaced cannot be pressed
    if (!shown || state.outcome || state.you !== 'both' || shown !== (state.paused ? 'Go on' : 'Pause')) box.replaceChildren(...watchButtons(state));
    if (focused && !box.contains(document.activeElement)) {
      app.choosing = true;
      $('decision').focus({ preventScroll: true });
    }
    return;
  }
  const replaced = redraw(box, ...choiceButtons(state), ...repeatButtons(state));
  app.choosing = false;
  if (waiting || (focused && replaced)) box.querySelector('button')?.focus({ preventScroll: true });
}

function watchButtons(state) {
  const PACE_STEP_MS = 300, PACE_MAX_MS = 10000;
  if (state.you !== 'both' || state.outcome) return [];
  const set = (settings) => doing('settings', settings).then(() => { app.state = null; return refresh(); });
  const pace = (ms) => () => set({ pace_ms: Math.max(0, Math.min(PACE_MAX_MS, app.state.pace_ms + ms)) });
  return [el('div', { class: 'buttons' },
    el('button', { id: 'watch-pause', onclick: () => set({ paused: !app.state.paused }) }, state.paused ? 'Go on' : 'Pause'),
    el('button', { onclick: pace(-PACE_STEP_MS) }, 'Faster'), el('button', { onclick: pace(PACE_STEP_MS) }, 'Slower'))];
}

function endButtons() {
  return [el('button', { onclick: () => app.reviewThis() }, 'Step through this game'), el('button', { class: 'primary', onclick: () => $('do-new').click() }, 'New game')];
}

function drawQuestion(state) {
  const question = $('question');
  if (state.outcome) question.textContent = outcomeWords(state.outcome);
  else if (state.question) redraw(question, ...[state.question.text || 'Choose', clause(state.question.clause)].filter(Boolean));
  else question.textContent = state.you === 'both' ? `${sentence(sideWords(state.actor))} decides` : `${sentence(sideWords(state.actor))} is to decide`;
  const note = state.outcome ? (state.seed ? `The seed of the dice was ${state.seed}.` : '') : (app.view.setting?.(state) ?? state.question?.setting);
  redraw($('question-note'), ...[note].filter(Boolean));
  redraw($('question-sheet'), ...[state.outcome ? null : app.view.sheet?.(state)].filter(Boolean));
}

function drawTools(state) {
  $('do-save').disabled = Boolean(state.puzzle); // its record tells what the seat does not know
  $('do-undo').disabled = false; // pressed in vain it says why
  $('do-undo').setAttribute('aria-disabled', String(!state.can_undo));
  $('do-back').disabled = !state.can_take_back;
  $('do-back').title = 'Back to your last decision; the record notes it';
  $('do-hint').disabled = !state.choices;
  $('why-not').hidden = !state.choices;
  if ($('why-not').dataset.ply !== String(state.ply)) $('why-not-text').textContent = ''; // the answer was about an earlier decision
  $('why-not').dataset.ply = state.ply;
  $('do-resign').disabled = state.you === 'both' || Boolean(state.outcome) || Boolean(state.puzzle);
  $('do-swap').disabled = $('do-resign').disabled || Boolean(app.game.keys.french && app.game.keys.coalition);
}

function drawDecision(state) {
  drawQuestion(state);
  drawChoices(state);
  if (state.outcome) $('choices').replaceChildren(...endButtons());
  drawPuzzle(state);
  drawHint(state);
  drawTools(state);
}

// The position by the game's view, and the choices on its map.
export function drawPosition(state) {
  const places = new Map();
  for (const { place, words } of state.choices ?? []) if (place) places.set(place, [...(places.get(place) ?? []), words]);
  app.view.show(state);
  app.view.canvas?.setChoices(places);
  app.view.strip?.($('strip'), state);
}

// Whether the open decision is one that the map answers: most of its choices are places, or the game says that a click is enough.
function isOnMap(state) {
  const { choices } = state;
  if (!app.view.canvas || !choices?.length) return false;
  return 2 * choices.filter(({ place }) => place).length >= choices.length || Boolean(app.view.isOnMap?.(state));
}

// A new decision is read from its beginning: what has happened, then the question. The page of a phone scrolls as a whole, and only
// back: who has decided on the map stays there; what is asked about places of it is asked with the map in sight, news and all.
function showFromTop(state) {
  const box = $('decision');
  box.scrollTop = 0;
  const onMap = isOnMap(state);
  document.body.classList.toggle('on-map', onMap);
  const first = onMap ? $('map-box') : box;
  if (first.getBoundingClientRect().top < parseFloat(getComputedStyle(first).scrollMarginTop)) first.scrollIntoView({ block: 'start' }); // under the line that stays, too
}

// what: "thinking" if nothing else has changed.
export function draw(what) {
  const { state } = app;
  if (!state || app.review) return;
  drawStatus();
  drawBar();
  drawPlan();
  if (what === 'thinking') return;
  const another = document.body.dataset.ply !== String(state.ply);
  document.body.dataset.ply = state.ply;
  document.body.dataset.step = state.position.step ?? '';
  tabFor(state);
  drawDecision(state);
  drawNews(state);
  if (another) showFromTop(state);
  drawPosition(state);
  drawTab();
  placeTip();
}
