// state.js: what the page knows: the game that is played, the last answer of the server, the games of this browser.
import { $ } from './dom.js';

export const remember = (key, value) => { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* full or forbidden: the page works without */ } };
export const recall = (key) => { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } };

export const app = {
  catalogue: { games: [], scenarios: [] }, // what the server has to play: /api/scenarios
  about: null,      // the entry of the catalogue's games that is played: titles of the seats, help on the rules, ...
  view: null,       // the game's part of the page (contract.js)
  game: null,       // { id, keys, seat, key }
  state: null,      // the last answer of the server
  log: [],          // lines of decisions from log.first to log.last: { ply, text, event }
  epoch: -1,        // changes when decisions are taken back
  seen: 0,          // decisions made before the person's own last one
  made: [],         // { ply, move }: decisions of the person since the page was opened, as far as they stand
  run: null,        // { from, undone }: where one click or drag began that answered several decisions, as long as no other followed, and the
                    // moves that it took back for it; false: what is answered now is not undone together
  auto: null,       // answers decisions in the person's place as long as it gives one: state -> choice or null
  busy: false,
  choosing: false,  // the focus was on a choice when there was none left: it comes back to the next
  timer: 0,
  serial: 0,        // answers to older requests are thrown away
  lastWin: null,    // chances last shown by the bar
  settings: { shortcuts: true, hover: true, ...(recall('marshal-settings') ?? {}) },
  review: null,
  draw: () => {},   // draws the last answer; set by app.js
  earlier: () => {}, // fetches older lines of the log; set by app.js
};

export const say = (text) => { $('message').textContent = text ?? ''; $('message').className = ''; };
export const complain = (text) => { say(text); $('message').className = 'wrong'; };

// ---- games of this browser, with the keys that open them ----

const GAMES_MAX = 12;
export const knownGames = () => recall('marshal-games') ?? [];
export const currentGame = () => recall('marshal-game');

export function noteCurrent() {
  const { id, keys, seat } = app.game;
  remember('marshal-game', { id, keys, seat });
}

export function noteGame() {
  const { state, game } = app;
  const note = { id: game.id, keys: game.keys, seat: game.seat, game: state.game, title: state.title, where: state.outcome ? 'over' : state.when, seats: state.seats, at: Date.now() };
  remember('marshal-games', [note, ...knownGames().filter((one) => one.id !== game.id)].slice(0, GAMES_MAX));
  noteCurrent();
}

export function forgetGame(id) {
  remember('marshal-games', knownGames().filter((one) => one.id !== id));
  if (currentGame()?.id === id) localStorage.removeItem('marshal-game');
}
