// app.js: the game on the page: what is known of it, what the person does, and who draws it.
import * as api from './api.js';
import { MapView } from './map.js';
import { Book, clause, el, lineView, openBattleView, outcomeWords, redraw, renderArea, renderDice, renderForces, renderHand, renderHelp, renderKey, renderLog, renderPiles, renderTracks } from './panels.js';
import { confirmBox, curtain, curtainIsDown, newGameDialog, settingsDialog, tour } from './dialogs.js';
import { Review } from './review.js';
import { closeTip, oneStop, placeTip } from './tips.js';
import { ALIGNMENT, CARD_KINDS, SIDE, SIDE_SHORT, lineWords, parseMove } from './words.js';

const $ = (id) => document.getElementById(id);
const remember = (key, value) => { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* full or forbidden: the page works without */ } };
const recall = (key) => { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } };

const app = {
  game: null,       // { id, keys, seat, key }
  book: null,       // names and facts of the board
  state: null,      // the last answer of the server
  log: [],
  epoch: -1,
  seen: 0,          // lines that were there at the person's own last decision
  plan: null,       // an army being moved by dragging: { from, to }
  repeat: null,     // answering all questions of a step alike: { step, kind }
  busy: false,
  choosing: false,  // the focus was on a choice when there was none left: it comes back to the next
  timer: 0,
  serial: 0,        // answers to older requests are thrown away
  settings: { shortcuts: true, hover: true, ...(recall('marshal-settings') ?? {}) },
  review: null,
};
let map = null;

// ---- games of this browser, with the keys that open them ----

const GAMES_MAX = 12;
const knownGames = () => recall('marshal-games') ?? [];

function noteGame() {
  const { state, game } = app;
  const note = { id: game.id, keys: game.keys, seat: game.seat, title: state.title, where: state.outcome ? 'over' : whenWords(state.position), seats: state.seats, at: Date.now() };
  remember('marshal-games', [note, ...knownGames().filter((one) => one.id !== game.id)].slice(0, GAMES_MAX));
  remember('marshal-game', { id: game.id, keys: game.keys, seat: game.seat });
}

function forgetGame(id) {
  remember('marshal-games', knownGames().filter((one) => one.id !== id));
  if (recall('marshal-game')?.id === id) localStorage.removeItem('marshal-game');
}

// ---- talking to the server ----

const say = (text) => { $('message').textContent = text ?? ''; $('message').className = ''; };
const complain = (text) => { say(text); $('message').className = 'wrong'; };

async function open(answer, note) {
  clearTimeout(app.timer);
  app.serial += 1;
  const seat = answer.seat ?? (answer.keys.french ? 'french' : answer.keys.coalition ? 'coalition' : 'both');
  const game = { id: answer.id, keys: answer.keys, seat, key: answer.keys[seat] };
  const { board, scenario } = await api.look(game, 'board');
  app.game = game;
  app.book = new Book(board, scenario);
  app.state = null;
  app.log = [];
  app.epoch = -1;
  app.seen = 0;
  app.plan = null;
  app.repeat = null;
  map.setBoard(board);
  remember('marshal-game', { id: game.id, keys: game.keys, seat });
  $('do-save').disabled = false;
  say(note);
  await refresh();
}

async function refresh() {
  if (!app.game || app.review) return;
  const serial = ++app.serial;
  const { state } = app;
  const advice = state?.advice?.iterations ?? 0;
  try {
    const answer = await api.look(app.game, 'state', state ? `&version=${state.version}&lines=${app.log.length}&epoch=${app.epoch}&advice=${advice}` : '');
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
    $('choices').replaceChildren(el('button', { class: 'primary', onclick: askNew }, 'New game'));
  }
  complain(error.message);
}

function schedule() {
  clearTimeout(app.timer);
  if (!app.game || app.review) return;
  const { state } = app;
  const waiting = !state || state.thinking || !state.human_acts || state.hint_pending || (state.bar && !state.advice && state.choices);
  const over = state?.outcome;
  app.timer = setTimeout(refresh, over ? 10000 : waiting ? (document.hidden ? 1000 : 130) : 2500);
}

// Takes an answer of the server: the whole state, or that nothing has changed.
function take(answer) {
  if (answer.unchanged) {
    Object.assign(app.state, { thinking: answer.thinking, idea: answer.idea });
    drawStatus();
    drawBar();
    drawPlan();
    return;
  }
  if (answer.log.epoch !== app.epoch || answer.log.from === 0) {
    app.log = answer.log.lines;
    app.epoch = answer.log.epoch;
    app.seen = Math.min(app.seen, app.log.length);
  } else {
    app.log.push(...answer.log.lines.slice(app.log.length - answer.log.from));
  }
  const moved = app.state?.ply !== answer.ply;
  app.state = answer;
  if (moved) noteGame();
  if (handOver(answer)) return;
  if (automatic(answer)) return;
  draw();
}

// Two people: when the other one is to decide, the screen is hidden and his key is used.
function handOver(state) {
  const { keys, seat } = app.game;
  if (state.outcome || !keys[state.actor] || state.actor === seat) return false;
  const next = state.actor;
  clearTimeout(app.timer);
  document.body.classList.add('veiled');
  const go = () => {
    document.body.classList.remove('veiled');
    app.game = { ...app.game, seat: next, key: keys[next] };
    remember('marshal-game', { id: app.game.id, keys, seat: next });
    app.state = null;
    app.log = [];
    app.epoch = -1;
    refresh();
  };
  if (keys.french && keys.coalition) { blank(); curtain(next, go); } else go();
  return true;
}

function blank() {
  for (const id of ['choices', 'panel-hand', 'panel-log', 'panel-forces', 'panel-piles', 'news']) $(id).replaceChildren();
  $('area-card').hidden = true;
}

async function doing(what, body = {}, note) {
  if (app.busy || !app.game) return;
  app.busy = true;
  clearTimeout(app.timer);
  const serial = ++app.serial;
  const query = app.state ? `&lines=${app.log.length}&epoch=${app.epoch}` : '';
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
    app.plan = null;
    app.repeat = null;
    complain(error.message);
    if (error.status === 409 || error.status === 403) { app.state = null; await refresh(); }
  }
  schedule();
}

function choose(move) {
  const { state } = app;
  if (!state?.choices?.some((choice) => choice.move === move)) return;
  app.seen = app.log.length;
  $('area-card').hidden = true;
  closeTip();
  doing('move', { move, ply: state.ply });
}

// ---- several decisions in one go ----

const YES_NO_STEPS = ['form_member', 'intercept_member', 'withdraw_member', 'battle_engage_attacker', 'battle_engage_defender'];

// Carries a plan on; true if it made a move.
function automatic(state) {
  if (!state.choices || app.busy) return false;
  const moves = state.choices.map((choice) => choice.move);
  const step = state.position.step;
  let move = null;
  if (app.repeat) {
    if (app.repeat.step === step) move = moves.find((text) => text.startsWith(`${app.repeat.kind}(`)) ?? moves.find((text) => text.startsWith('corps_'));
    else app.repeat = null;
  }
  if (!move && app.plan) move = planned(state, moves, step);
  if (!move) return false;
  setTimeout(() => choose(move), 0);
  return true;
}

// The next answer that moves the army where it was dragged to; null: the person must decide, or it is over.
function planned(state, moves, step) {
  const { from, to } = app.plan;
  const has = (text) => (moves.includes(text) ? text : null);
  const { army } = state.position;
  switch (step) {
    case 'part_choice': {
      if (app.plan.begun) { app.plan = null; return null; }
      app.plan.begun = true;
      return has(`area(${from})`);
    }
    case 'form_leader': {
      const takes = moves.filter((text) => text.startsWith('corps_take('));
      return takes.sort((a, b) => app.book.rating(parseMove(b).args[0]).seniority - app.book.rating(parseMove(a).args[0]).seniority)[0] ?? null;
    }
    case 'form_member': return moves.find((text) => text.startsWith('corps_take(')) ?? moves[0];
    case 'move_land_sea': return has('land');
    case 'move_pay': return has('free');
    case 'move_step': {
      if (!army || army.area === to) { app.plan = null; return null; }
      const next = firstStep(army.area, to, moves);
      if (!next) { app.plan = null; complain(`The army cannot march on to ${app.book.name(to)}.`); }
      return next;
    }
    default: return null;
  }
}

// The first step of a shortest way over borders, if it is legal.
function firstStep(from, to, moves) {
  const legal = (id) => moves.includes(`area(${id})`);
  const seen = new Set([to]);
  let front = [to];
  while (front.length) {
    const next = [];
    for (const id of front) {
      for (const near of app.book.areas.get(id).adjacent) {
        if (near === from && legal(id)) return `area(${id})`;
        if (!seen.has(near)) { seen.add(near); next.push(near); }
      }
    }
    front = next;
  }
  return legal(to) ? `area(${to})` : null;
}

// ---- the decision ----

const AREA_KINDS = new Set(['area', 'intercept', 'retreat', 'rally', 'battle_order']);
const CORPS_KINDS = new Set(['corps_take', 'corps_leave', 'loss', 'hero', 'drop', 'pick', 'release_invasion']);

// Area a choice is about, null if none; countries count as their capital area.
function areaOf(move) {
  const { kind, args } = parseMove(move);
  if (kind === 'sea_retreat') return args[1] ?? null;
  if (kind === 'country') return app.book.countries.get(args[0])?.capital_area ?? null;
  return AREA_KINDS.has(kind) && app.book.areas.has(args[0]) ? args[0] : null;
}

const groupOf = (move) => {
  const { kind } = parseMove(move);
  return areaOf(move) ? 'On the map' : CARD_KINDS.has(kind) && parseMove(move).args[0] !== 'no' && parseMove(move).args[0] !== 'none' ? 'Cards' : CORPS_KINDS.has(kind) ? 'Corps' : 'Otherwise';
};

function extraOf(move) {
  const { kind, args } = parseMove(move);
  const { position } = app.state;
  if (CORPS_KINDS.has(kind) && app.book.corps.has(args[0])) {
    const spent = position.corps[args[0]]?.spent ?? false;
    const r = app.book.rating(args[0], spent);
    return [`${r.battle}-${r.move}-${r.seniority}${spent ? ' spent' : ''}`, ''];
  }
  if (CARD_KINDS.has(kind) && app.book.cards.has(args[0])) return ['', app.book.cards.get(args[0]).effect];
  if (kind === 'country') return [ALIGNMENT[position.countries[args[0]]?.alignment] ?? '', ''];
  return ['', ''];
}

// A button, and another beside it that tells what a card does without choosing it.
function choiceButton(choice, number, best) {
  const [extra, effect] = extraOf(choice.move);
  const rank = best.findIndex((b) => b.move === choice.move);
  const button = el('button', { class: `choice-button ${rank === 0 ? 'best' : ''}`, 'data-move': choice.move, onclick: () => { app.plan = null; app.repeat = null; choose(choice.move); } },
    el('span', { class: 'number', 'aria-hidden': 'true' }, number <= 9 ? String(number) : ''), el('span', {}, choice.words), extra || rank >= 0 ? el('span', { class: 'extra' }, `${extra}${rank >= 0 ? ` ${percent(best[rank].win)}` : ''}`) : null);
  return effect ? el('div', { class: 'choice-row' }, button, el('button', { class: 'about', 'aria-label': `What ${app.book.cardTitle(parseMove(choice.move).args[0])} does`, 'data-tip': effect }, '?')) : button;
}

const percent = (share) => `${Math.round(share * 100)} %`;

function bulkButtons(state) {
  if (!YES_NO_STEPS.includes(state.position.step)) return [];
  const repeat = (kind) => () => { app.repeat = { step: state.position.step, kind }; automatic(app.state); };
  return [el('div', { class: 'buttons' }, el('button', { id: 'take-all', onclick: repeat('corps_take') }, 'Yes to all'), el('button', { id: 'leave-all', onclick: repeat('corps_leave') }, 'No to the rest'))];
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
  const groups = new Map();
  for (const choice of state.choices) {
    const name = groupOf(choice.move);
    groups.set(name, [...(groups.get(name) ?? []), choice]);
  }
  const best = state.advice?.best ?? [];
  const parts = [];
  let number = 0;
  for (const name of ['On the map', 'Corps', 'Cards', 'Otherwise']) {
    if (!groups.has(name)) continue;
    if (name === 'Corps') parts.push(el('p', { class: 'group-name' }, 'Corps (battle, movement, seniority rating)'));
    else if (groups.size > 1) parts.push(el('p', { class: 'group-name' }, name));
    for (const choice of groups.get(name)) parts.push(choiceButton(choice, ++number, best));
  }
  const replaced = redraw(box, ...parts, ...bulkButtons(state));
  app.choosing = false;
  if (waiting || (focused && replaced)) box.querySelector('button')?.focus();
}

function watchButtons(state) {
  if (state.you !== 'both' || state.outcome) return [];
  const set = (settings) => doing('settings', settings).then(() => { app.state = null; return refresh(); });
  return [el('div', { class: 'buttons' },
    el('button', { id: 'watch-pause', onclick: () => set({ paused: !app.state.paused }) }, state.paused ? 'Go on' : 'Pause'),
    el('button', { onclick: () => set({ pace_ms: Math.max(0, app.state.pace_ms - 300) }) }, 'Faster'),
    el('button', { onclick: () => set({ pace_ms: Math.min(10000, app.state.pace_ms + 300) }) }, 'Slower'))];
}

function drawMapChoices(state) {
  const choices = new Map();
  for (const choice of state.choices ?? []) {
    const area = areaOf(choice.move);
    if (area) choices.set(area, [...(choices.get(area) ?? []), choice.words]);
  }
  const { army, battle } = state.position;
  const marks = battle ? [battle.area] : army && !choices.has(army.area) ? [army.area] : [];
  map.setChoices(choices);
  map.mark(marks);
  if (battle) map.centre(battle.area); else if (army) map.centre(army.area);
}

function areaClicked(id) {
  if (!app.state || !app.book) return;
  const fitting = (app.state.choices ?? []).filter((choice) => areaOf(choice.move) === id);
  if (!id) { $('area-card').hidden = true; return; }
  if (fitting.length === 1 && !app.review) { app.plan = null; choose(fitting[0].move); return; }
  showArea(id);
  for (const button of $('choices').querySelectorAll('.choice-button')) button.classList.toggle('narrowed', fitting.some((choice) => choice.move === button.dataset.move));
  $('choices').querySelector('.narrowed')?.scrollIntoView({ block: 'nearest' });
}

// The card of an area. Who opened it by a button finds the focus there, and back at that button afterwards.
function showArea(id, opener) {
  const card = $('area-card');
  const close = () => { card.hidden = true; opener?.focus(); };
  renderArea(card, app.book, app.review?.state ?? app.state, id, close, (other) => showArea(other, opener ?? $('map')));
  card.closing = close;
  if (opener) { map.centre(id); card.querySelector('.close').focus(); }
}
const lookAt = (id, stay) => { showArea(id, stay ? null : document.activeElement); map.centre(id); };

// ---- drawing ----

const whenWords = (position) => `${position.year}, ${position.phase.replaceAll('_', ' ')}${position.phase === 'campaign' && position.round ? ` round ${position.round}` : ''}`;

function drawStatus() {
  const { state } = app;
  $('when').textContent = whenWords(state.position);
  const turn = $('turn');
  const actor = state.outcome ? 'none' : state.actor;
  const own = app.game.keys[actor] && actor !== 'both';
  turn.className = actor;
  turn.textContent = state.outcome ? 'Game over' : own ? `${SIDE_SHORT[actor]}: your decision` : `${SIDE_SHORT[actor]} ${state.paused ? 'waits' : 'is thinking'}`;
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
function drawPlan() {
  const { idea, outcome } = app.state;
  const box = $('plan');
  box.hidden = !idea || idea.line.length === 0 || Boolean(outcome);
  if (box.hidden) return;
  const line = idea.line.slice(0, 8).map((text) => lineWords(text, (id) => app.book.name(id))).join('; ');
  box.textContent = `${SIDE[idea.seat]} sees France at ${percent(idea.french)} and ${app.state.ply > idea.ply ? 'expected' : 'expects'}: ${line}.`;
}

function drawBar() {
  const { state } = app;
  let french = null;
  if (state.outcome) french = { french: 1, coalition: 0 }[state.outcome.winner] ?? 0.5; // no longer a chance
  else if (state.idea && (state.you === 'both' || (state.thinking && !state.thinking.analysis))) french = state.idea.french;
  else if (state.watched_win !== undefined) french = state.watched_win;
  else if (state.advice) french = state.advice.seat === 'french' ? state.advice.win : 1 - state.advice.win;
  if (french !== null) app.lastWin = french;
  $('bar').hidden = !state.bar && state.you !== 'both';
  if (app.lastWin === undefined || app.lastWin === null || $('bar').hidden) { $('bar').hidden = true; return; }
  $('bar-french').style.width = `${(app.lastWin * 100).toFixed(0)}%`;
  $('bar-text').textContent = `France ${percent(app.lastWin)}`;
  $('bar-track').setAttribute('aria-label', `Winning chances: France ${percent(app.lastWin)}, Coalition ${percent(1 - app.lastWin)}`);
}

function drawNews(state) {
  const lines = app.log.slice(app.seen).filter((line) => line.seat !== state.you || line.kind === 'battle' || line.kind === 'dice');
  const box = $('news');
  box.hidden = lines.length === 0 || state.you === 'both' || app.seen === 0;
  if (box.hidden) return;
  const shown = lines.slice(-14);
  const lastBattle = shown.findLast((line) => line.kind === 'battle');
  if (!redraw(box, el('strong', {}, 'Since your last decision'), el('ul', { class: 'log' }, ...shown.map((line) => lineView(app.book, line, line === lastBattle))))) return;
  oneStop(box.querySelector('ul'));
  const fought = box.querySelector('details[open]')?.parentElement;
  box.scrollTop = fought ? fought.offsetTop : box.scrollHeight;
}

function drawHint(state) {
  const box = $('hint-box');
  const best = state.advice?.best ?? [];
  box.hidden = !state.hint_pending && best.length === 0;
  if (state.hint_pending && best.length === 0) { box.textContent = 'Thinking about the best choices\u2026'; return; }
  const rows = best.map((b, i) => el('li', {}, el('strong', {}, b.words), ` \u2013 wins ${(b.win * 100).toFixed(1)} % \u00B1 ${(b.error * 200).toFixed(1)}`,
    b.why.length ? el('details', { open: i === 0 }, el('summary', {}, i === 0 ? 'Why: compared with the next best' : 'Why: compared with the best'), el('ul', {}, ...b.why.map((reason) => el('li', {}, reason)))) : null,
    b.line.includes(' ') ? el('div', { class: 'line' }, `expected then: ${b.line.split(' ').slice(1, 7).map((text) => lineWords(text, (id) => app.book.name(id))).join('; ')}`) : null));
  redraw(box, el('strong', {}, 'Best choices, and why'), el('ol', {}, ...rows), el('div', { class: 'line' }, `${state.advice?.iterations ?? 0} games tried in thought, from what your side knows.`));
}

function drawDecision(state) {
  const question = $('question');
  if (state.outcome) question.textContent = outcomeWords(state.outcome);
  else if (state.question) redraw(question, ...[state.question.text, clause(state.question.clause)].filter(Boolean));
  else question.textContent = state.you === 'both' ? `${SIDE[state.actor]} decides` : `${SIDE[state.actor]} is to decide`;
  const note = state.outcome ? (state.seed ? `The seed of the dice was ${state.seed}.` : '') : state.position.battle ? openBattleView(app.book, state.position) : '';
  redraw($('question-note'), ...[note].filter(Boolean));
  drawChoices(state);
  if (state.outcome) $('choices').replaceChildren(el('button', { onclick: () => reviewThis() }, 'Step through this game'), el('button', { class: 'primary', onclick: askNew }, 'New game'));
  drawHint(state);
  $('do-undo').disabled = false; // pressed in vain it says why
  $('do-undo').setAttribute('aria-disabled', String(!state.can_undo));
  $('do-back').disabled = !state.can_take_back;
  $('do-back').title = 'Back to your last decision; the record notes it';
  $('do-hint').disabled = !state.choices;
  $('do-resign').disabled = state.you === 'both' || Boolean(state.outcome);
  $('do-swap').disabled = $('do-resign').disabled || Boolean(app.game.keys.french && app.game.keys.coalition);
}

const PANELS = {
  hand: () => renderHand($('panel-hand'), app.book, app.state, (id) => (app.state.choices?.some((c) => c.move === `play_card(${id})`) ? () => choose(`play_card(${id})`) : null)),
  log: () => renderLog($('panel-log'), app.book, app.log),
  forces: () => renderForces($('panel-forces'), app.book, app.state, lookAt),
  piles: () => renderPiles($('panel-piles'), app.book, app.state),
  dice: () => renderDice($('panel-dice'), app.state),
  help: () => renderHelp($('panel-help'), app.state),
};
const tabNow = () => document.querySelector('#tabs [aria-selected="true"]').id.slice(4);
const drawPanel = () => { if (app.state && app.book && !app.review) PANELS[tabNow()](); else if (tabNow() === 'help') renderHelp($('panel-help'), app.state); };

function draw() {
  const { state } = app;
  if (!state || app.review) return;
  document.body.dataset.step = state.position.step;
  document.body.dataset.ply = state.ply;
  drawStatus();
  drawBar();
  drawPlan();
  drawDecision(state);
  drawNews(state);
  map.show(state.position, app.book.owners(state.position), (id) => app.book.corpsName(id));
  drawMapChoices(state);
  renderTracks($('tracks'), app.book, state.position);
  drawPanel();
  placeTip();
}

// ---- menu ----

async function askNew() {
  try {
    const { scenarios } = await api.scenarios();
    newGameDialog(scenarios, recall('marshal-last'), { list: knownGames().filter((one) => one.id !== app.game?.id), open: goOn }, async (wish) => {
      const answer = await api.newGame(wish);
      remember('marshal-last', wish);
      leaveReview();
      app.lastWin = null;
      await open(answer);
      $('decision').focus({ preventScroll: true });
    }, tour);
  } catch (error) {
    complain(error.message);
  }
}

// Back to a game of this browser; the server may have ended since, and kept it or not.
async function goOn(known) {
  try {
    leaveReview();
    app.lastWin = null;
    await open(known);
  } catch (error) {
    if (error.status === 404 || error.status === 403) forgetGame(known.id);
    complain(error.status === 404 ? 'The server does not have this game any more.' : error.message);
  }
}

async function saveGame() {
  try {
    const text = await api.record(app.game);
    const link = el('a', { href: URL.createObjectURL(new Blob([text], { type: 'application/jsonl' })), download: `marshal-${app.state?.position.year ?? 'game'}.jsonl` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 5000);
    say(app.state?.outcome ? 'Saved.' : 'Saved. The file also holds what you may not know yet: the seed with all dice to come, and the other side\u2019s decisions. Load takes the game up again without showing them; do not look into the file before the game is over.');
  } catch (error) {
    complain(error.message);
  }
}

const RECORD_BYTES_MAX = 4 * 1024 * 1024; // the server takes no more
let fileFor = 'play';
function pickFile(purpose) {
  fileFor = purpose;
  $('file').value = '';
  $('file').click();
}

async function fileChosen() {
  const [file] = $('file').files;
  if (!file) return;
  try {
    if (file.size > RECORD_BYTES_MAX) throw new Error('That is too long for a record of a game.');
    const text = await file.text();
    const answer = await api.loadRecord(text, fileFor === 'review');
    if (fileFor === 'review') await startReview(answer);
    else { leaveReview(); app.lastWin = null; await open(answer, `${file.name} is loaded.`); }
  } catch (error) {
    complain(`${file.name}: ${error.message}`);
  }
}

// A review shows both hands: of a game that is not over only on purpose.
async function mayReview(game) {
  const { outcome } = await api.look(game, 'state');
  return outcome || confirmBox('This game is not over', 'A review shows both hands and every decision of the other side. If you mean to play on, leave it.', 'Show it all');
}

async function startReview(answer) {
  const game = { id: answer.id, key: answer.keys.both };
  if (!(await mayReview(game))) { api.act(game, 'close').catch(() => {}); return; }
  leaveReview();
  clearTimeout(app.timer);
  const { board, scenario } = await api.look(game, 'board');
  app.book = new Book(board, scenario);
  map.setBoard(board);
  app.review = new Review(game, app.book, map, $('review'), { close: endReview, lines: (lines) => { $('panel-log').replaceChildren(); renderLog($('panel-log'), app.book, lines); $('panel-log').scrollTop = 1e6; }, state: (state) => reviewPanels(state) });
  for (const id of ['decision']) $(id).hidden = true;
  $('review').hidden = false;
  showTab('log');
  await app.review.start();
}

function reviewPanels(state) {
  app.state = state;
  $('when').textContent = whenWords(state.position);
  $('turn').textContent = 'Review';
  $('turn').className = 'none';
  drawBar();
  renderTracks($('tracks'), app.book, state.position);
  renderForces($('panel-forces'), app.book, state, lookAt);
  renderHand($('panel-hand'), app.book, state, () => null);
  renderPiles($('panel-piles'), app.book, state);
}

async function reviewThis() {
  try {
    await startReview(await api.loadRecord(await api.record(app.game), true));
  } catch (error) {
    complain(error.message);
  }
}

function leaveReview() {
  app.review?.stop();
  app.review = null;
  $('review').hidden = true;
  $('decision').hidden = false;
}

async function endReview() {
  leaveReview();
  app.state = null;
  if (app.game) await open({ id: app.game.id, keys: app.game.keys, seat: app.game.seat }); else askNew();
}

async function resign() {
  if (await confirmBox('Resign', 'The other side wins at once. Are you sure?', 'Resign')) doing('resign');
}

async function swap() {
  if (await confirmBox('Swap sides', 'You take the other side with its cards, and the opponent takes yours. The record notes it.', 'Swap')) doing('swap', {}, 'The sides are swapped.');
}

function undo() {
  if (!app.state?.can_undo) { complain(`This cannot be undone: ${app.state?.undo_reason ?? 'there is nothing yet'}.${app.state?.can_take_back ? ' Take back goes further.' : ''}`); return; }
  app.plan = null;
  app.repeat = null;
  doing('undo');
}

function settings() {
  settingsDialog(app.settings, app.state, ({ bar, pace_ms, plans, ...mine }) => {
    app.settings = mine;
    remember('marshal-settings', mine);
    if (app.game && !app.review) doing('settings', { bar, pace_ms, plans }).then(() => { app.state = null; return refresh(); });
  });
}

// ---- tabs, keys ----

function showTab(name) {
  for (const tab of document.querySelectorAll('#tabs [role="tab"]')) {
    const chosen = tab.id === `tab-${name}`;
    tab.setAttribute('aria-selected', String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    $(tab.getAttribute('aria-controls')).hidden = !chosen;
  }
  drawPanel();
  if (name === 'log') $('panel-log').scrollTop = 1e6;
}

function tabKey(event) {
  const tabs = [...document.querySelectorAll('#tabs [role="tab"]')];
  const at = tabs.indexOf(document.activeElement);
  const next = event.key === 'ArrowRight' ? at + 1 : event.key === 'ArrowLeft' ? at - 1 : event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : null;
  if (next === null || at < 0) return;
  event.preventDefault();
  const tab = tabs[(next + tabs.length) % tabs.length];
  showTab(tab.id.slice(4));
  tab.focus();
}

function shortcut(event) {
  if (!app.settings.shortcuts || event.ctrlKey || event.metaKey || event.altKey || $('dialog').open || curtainIsDown() || !$('tour').hidden) return;
  if (event.target.closest('input, select, textarea')) return;
  const key = event.key.toLowerCase();
  const press = (id) => { const button = $(id); if (!button.disabled && !button.hidden) button.click(); };
  if (key >= '1' && key <= '9') $('choices').querySelectorAll('.choice-button')[Number(key) - 1]?.click();
  else if (key === 'u') press('do-undo');
  else if (key === 'h') press('do-hint');
  else if (key === 'l') { showTab('log'); $('tab-log').focus(); } else if (key === 'm') $('map').focus();
  else return;
  event.preventDefault();
}

function menu(show) {
  $('more').hidden = !show;
  $('do-more').setAttribute('aria-expanded', String(show));
}

function listen() {
  const on = (id, action) => $(id).addEventListener('click', action);
  on('do-new', askNew);
  on('do-save', saveGame);
  on('do-load', () => pickFile('play'));
  on('do-review', () => pickFile('review'));
  on('do-more', (event) => { event.stopPropagation(); menu($('more').hidden); });
  on('do-swap', swap);
  on('do-resign', resign);
  on('do-tour', tour);
  on('do-settings', settings);
  on('do-undo', undo);
  on('do-back', () => { app.plan = null; app.repeat = null; doing('take_back', {}, 'Taken back; the record notes it.'); });
  on('do-hint', () => doing('hint').then(() => { if (app.state) app.state.hint_pending = true; draw(); return refresh(); }));
  on('do-stop', () => doing('stop'));
  on('zoom-in', () => map.zoom(1.35));
  on('zoom-out', () => map.zoom(1 / 1.35));
  on('zoom-all', () => map.all());
  on('zoom-key', () => { $('map-key').hidden = !$('map-key').hidden; $('zoom-key').setAttribute('aria-expanded', String(!$('map-key').hidden)); });
  $('file').addEventListener('change', fileChosen);
  for (const tab of document.querySelectorAll('#tabs [role="tab"]')) tab.addEventListener('click', () => showTab(tab.id.slice(4)));
  $('tabs').addEventListener('keydown', tabKey);
  document.addEventListener('keydown', shortcut);
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') { menu(false); if (!$('area-card').hidden) $('area-card').closing(); } });
  document.addEventListener('click', () => menu(false));
  hoverAreas();
}

// Describes the area the mouse rests on.
function hoverAreas() {
  let timer = 0, last = null;
  $('map-holder').addEventListener('pointermove', (event) => {
    if (!app.settings.hover || event.pointerType !== 'mouse' || event.buttons || !app.state) return;
    const id = event.target.closest?.('[data-area]')?.dataset.area ?? null;
    if (id === last) return;
    last = id;
    clearTimeout(timer);
    if (id) timer = setTimeout(() => { if (app.state && app.book && !$('area-card').contains(document.activeElement)) showArea(id); }, 450);
  });
  $('map-holder').addEventListener('pointerleave', () => clearTimeout(timer));
}

async function begin() {
  const answer = await fetch('map.json');
  map = new MapView($('map-holder'), await answer.json(), {
    area: areaClicked,
    mayDrag: (id) => app.state?.position.step === 'part_choice' && app.state.choices?.some((choice) => choice.move === `area(${id})`),
    drag: (from, to) => { app.plan = { from, to }; automatic(app.state); },
  });
  renderKey($('map-key'));
  renderHelp($('panel-help'), null);
  listen();
  const saved = recall('marshal-game');
  if (saved) {
    try {
      await open(saved);
      document.body.dataset.ready = 'yes';
      return;
    } catch (error) {
      forgetGame(saved.id);
      if (error.status !== 404 && error.status !== 403) complain(error.message);
    }
  }
  $('question-note').textContent = 'Play Age of Napoleon against the machine, against somebody beside you, or watch.';
  $('choices').replaceChildren(el('button', { class: 'primary', onclick: askNew }, 'New game'), el('button', { onclick: tour }, 'Show me around'));
  await askNew();
  performance.mark('ready');
  document.body.dataset.ready = 'yes';
}


begin().catch((error) => complain(error.message));
