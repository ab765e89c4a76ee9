// talk.js: talking to the server about the game that is played: opening it, following it, deciding.
import * as api from './api.js';
import { createView } from './contract.js';
import { $, el } from './dom.js';
import { curtain } from './dialogs.js';
import { choicesAt, look, placeClicked } from './place.js';
import { app, complain, forgetGame, noteCurrent, noteGame, say } from './state.js';
import { buildTabs, withDice } from './tabs.js';
import { closeTip } from './tips.js';

// What the canvas of a view reports.
const handlers = {
  place: (id) => { const pick = pressed(id); if (pick) answer(pick); else placeClicked(id, choose); },
  mayDrag: (place) => Boolean(!app.review && app.state?.choices && app.view?.mayDrag?.(place, app.state)),
  drag: (from, to) => answer(app.view.drag(from, to, app.state)),
};

// What a click on a place that no choice points at answers, or null.
function pressed(id) {
  if (!id || app.review || !app.state?.choices || app.state.puzzle || choicesAt(id).length) return null;
  return app.view?.press?.(id, app.state) ?? null;
}

const BACK = { back: true }; // what a pick gives instead of a choice to have the last decision undone

// Begins to answer decisions alike; Undo takes them back together, unless they restore what was there before.
export function answer(pick, { restores = false } = {}) {
  app.run = restores ? false : null;
  app.auto = pick;
  automatic(app.state);
}

// Makes moves again, one after the other, as long as they are possible; then ended(whether all were).
export function again(moves, ended = () => {}) {
  const left = [...moves];
  return (state) => {
    const choice = left.length ? state.choices.find(({ move }) => move === left[0]) : null;
    if (choice) left.shift();
    else ended(left.length === 0);
    return choice ?? null;
  };
}

// Makes the view of a game or of a review and mounts it; first: the position that it will show.
export async function mountView(game, first) {
  const { board, scenario } = await api.look(game, 'board');
  const about = app.catalogue.games.find((one) => one.id === scenario.game);
  if (!about) throw new Error(`The server has no game "${scenario.game}".`);
  app.about = about;
  app.state = first;
  const view = await createView(about, { about, board, scenario, handlers, choose, answer, again, back: BACK, made: () => app.made, look, say, state: () => app.state, log: () => app.log });
  $('map-holder').replaceChildren();
  $('strip').replaceChildren();
  $('place-card').hidden = true;
  $('why-not').open = false;
  $('why-not-move').value = '';
  document.body.dataset.game = about.id;
  view.mount($('map-holder'));
  app.view = view;
  const keys = view.key?.() ?? [];
  $('map-key').replaceChildren(...keys);
  $('map-key').hidden = true;
  $('zoom-key').hidden = !keys.length;
  $('map-tools').hidden = !view.canvas;
  $('strip').hidden = !view.strip;
  buildTabs();
}

export async function open(answer, note) {
  clearTimeout(app.timer);
  app.serial += 1;
  const seat = answer.seat ?? (answer.keys.french ? 'french' : answer.keys.coalition ? 'coalition' : 'both');
  const game = { id: answer.id, keys: answer.keys, seat, key: answer.keys[seat] };
  const first = await api.look(game, 'state');
  await mountView(game, first);
  Object.assign(app, { game, state: null, log: [], epoch: -1, seen: 0, auto: null, run: null, made: [] });
  noteCurrent();
  $('do-save').disabled = false;
  say(note);
  take(first);
  schedule();
}

// Not while a decision is on its way: what it answers would count as older than this, and what is being answered would stop there.
export async function refresh() {
  if (!app.game || app.review || app.busy) return;
  const serial = ++app.serial;
  const { state } = app;
  const advice = `${state?.advice?.iterations ?? 0}&deep=${Number(state?.advice?.deep ?? false)}`;
  try {
    const answer = await api.look(app.game, 'state', state ? `&version=${state.version}${known()}&advice=${advice}` : '');
    if (serial === app.serial) take(answer);
  } catch (error) {
    if (serial === app.serial) lost(error);
  }
  schedule();
}

function lost(error) {
  if (error.status === 404 || error.status === 403) {
    forgetGame(app.game.id);
    app.game = null;
    $('do-save').disabled = true;
    $('question').textContent = 'This game is no more';
    $('choices').replaceChildren(el('button', { class: 'primary', onclick: () => $('do-new').click() }, 'New game'));
  }
  complain(error.message);
}

const POLL_MS = { over: 10000, waiting: 130, hidden: 1000, idle: 2500 };

export function schedule() {
  clearTimeout(app.timer);
  if (!app.game || app.review) return;
  const { state } = app;
  const waiting = !state || state.thinking || !state.human_acts || state.hint_pending || (state.bar && !state.advice && state.choices);
  app.timer = setTimeout(refresh, state?.outcome ? POLL_MS.over : !waiting ? POLL_MS.idle : document.hidden ? POLL_MS.hidden : POLL_MS.waiting);
}

// Takes what has happened: what follows on what is known, or all of it, as far back as the server tells at once.
function takeLog({ epoch, first, last, lines: told }) {
  const lines = withDice(told);
  if (epoch === app.epoch && first === app.log.last + 1) {
    app.log.push(...lines);
  } else {
    app.log = Object.assign(lines, { first });
    app.epoch = epoch;
    app.seen = Math.min(app.seen, last);
  }
  app.log.last = last;
}

// The lines of decisions before those that are known.
export async function earlier() {
  const { first } = app.log;
  const { log } = await api.look(app.game, 'log', `&first=0&last=${first - 1}`);
  if (app.log.first !== first || log.epoch !== app.epoch) return;
  app.log = Object.assign([...withDice(log.lines), ...app.log], { first: log.first, last: app.log.last });
  app.draw();
}

const known = () => (app.epoch >= 0 ? `&known=${app.log.last}&epoch=${app.epoch}` : '');

// Takes an answer of the server: the whole state, or that nothing has changed.
function take(answer) {
  if (answer.unchanged) {
    const ended = app.state.hint_pending && !answer.hint_pending; // without a result: that would be a change
    Object.assign(app.state, { thinking: answer.thinking, idea: answer.idea, hint_pending: answer.hint_pending });
    if (ended) say('The hint ended before anything was weighed.');
    app.draw(ended ? undefined : 'thinking');
    return;
  }
  takeLog(answer.log);
  for (const choice of answer.choices ?? []) choice.place = app.view.where?.(choice, answer) ?? choice.place;
  const moved = app.state?.ply !== answer.ply;
  app.made = app.made.filter(({ ply }) => ply < answer.ply);
  app.state = answer;
  if (moved && !answer.puzzle) noteGame();
  if (handOver(answer)) return;
  if (automatic(answer)) return;
  app.draw();
}

// Two people: when the other one is to decide, the screen is hidden and his key is used.
function handOver(state) {
  const { keys, seat } = app.game;
  if (state.outcome || !keys[state.actor] || state.actor === seat) return false;
  const next = state.actor;
  app.auto = null; // what one asked for is not for the other
  clearTimeout(app.timer);
  document.body.classList.add('veiled');
  const go = () => {
    document.body.classList.remove('veiled');
    app.game = { ...app.game, seat: next, key: keys[next] };
    noteCurrent();
    Object.assign(app, { state: null, log: [], epoch: -1 });
    refresh();
  };
  if (keys.french && keys.coalition) { blank(); curtain(next, go); } else go();
  return true;
}

function blank() {
  for (const box of [$('choices'), $('news'), $('question-note'), $('question-sheet'), $('hint-box'), ...document.querySelectorAll('#panels > div')]) box.replaceChildren();
  $('place-card').hidden = true;
}

export async function doing(what, body = {}, note) {
  if (app.busy || !app.game) return;
  app.busy = true;
  clearTimeout(app.timer);
  const serial = ++app.serial;
  const query = app.state ? known() : '';
  try {
    const answer = await api.act(app.game, what, body, query);
    app.busy = false;
    if (serial !== app.serial) return;
    say(note);
    if (answer.position) take(answer);
    else if (answer.keys) await open(answer, note);
    else await refresh();
  } catch (error) {
    app.busy = false;
    app.auto = null;
    complain(error.message);
    if (error.status === 409 || error.status === 403) { app.state = null; await refresh(); }
  }
  schedule();
}

function decide(choice) {
  const { state } = app;
  if (!state?.choices?.some(({ move }) => move === choice.move)) return; // a button may be older than the state
  app.seen = app.auto && app.run ? app.run.from : state.ply;
  app.made.push({ ply: state.ply, move: choice.move });
  $('place-card').hidden = true;
  closeTip();
  doing('move', { move: choice.move, ply: state.ply });
}

// The person decides; what was being answered for him ends.
export function choose(choice) {
  app.auto = null;
  app.run = null;
  decide(choice);
}

// Answers for the person, if he has asked for that; true if it did.
export function automatic(state) {
  if (!state.choices || app.busy) return false;
  app.auto ??= app.view.resume?.(state) ?? null;
  if (!app.auto) return false;
  let choice = app.auto(state);
  if (state.puzzle) app.auto = null; // a decision that is judged, not made: it would be made for ever
  if (choice === BACK && !state.can_undo) choice = null;
  if (!choice) { app.auto = null; return false; }
  app.run ??= { from: state.ply, undone: [] };
  if (choice === BACK) oneBack(); // at once: a state that came between would be answered twice
  else decide(choice);
  return true;
}

// The last decision is undone for what is being answered; what it was is kept, for Undo to bring it back.
function oneBack() {
  if (app.run) {
    app.run.undone.unshift(...app.made.slice(-1).map(({ move }) => move));
    app.run.from = Math.min(app.run.from, app.state.ply - 1);
  }
  doing('undo');
}
