// puzzles.js: "find the move": positions with one clearly best decision, from the files beside the scenarios.
import * as api from './api.js';
import { showDialog } from './dialogs.js';
import { $, el, redraw } from './dom.js';
import { openLeaving } from './records.js';
import { app, complain, recall, remember } from './state.js';
import { percent, seatTitle } from './words.js';

const nameOf = ({ game, set, number }) => `${game}/${set}/${number}`;
const results = () => recall('marshal-puzzles') ?? {}; // name -> "right" or "wrong", by the first try

function note(name, right) {
  const all = results();
  if (!(name in all)) remember('marshal-puzzles', { ...all, [name]: right ? 'right' : 'wrong' });
}

// ---- choosing one ----

const MARKS = { right: '\u2713', wrong: '\u2717' };
const MARK_WORDS = { right: ', found at the first try', wrong: ', tried' };

function puzzleButton(set, puzzle, number, about, open) {
  const result = results()[nameOf({ ...set, number })];
  const words = `${number}: ${seatTitle(puzzle.seat, about)}, ${puzzle.place}, level ${puzzle.level}${MARK_WORDS[result] ?? ''}`;
  return el('button', { type: 'button', class: `puzzle ${result ?? ''}`, title: words, 'data-puzzle': nameOf({ ...set, number }), onclick: () => open({ game: set.game, set: set.set, number }) },
    el('strong', {}, `${number} `), el('span', {}, `level ${puzzle.level} ${MARKS[result] ?? ''}`));
}

function setView(set, open) {
  const about = app.catalogue.games.find(({ id }) => id === set.game);
  const title = el('h3', {}, `${about?.title ?? set.game}: ${set.title ?? set.set}`);
  if (set.error) return el('section', {}, title, el('p', { class: 'wrong' }, set.error));
  return el('section', {}, title, el('div', { class: 'puzzles' }, ...set.puzzles.map((puzzle, i) => puzzleButton(set, puzzle, i + 1, about, open))));
}

export async function choosePuzzle() {
  try {
    const { sets } = await api.puzzles();
    const message = el('p', { role: 'alert' });
    const open = async (wish) => {
      try {
        await openPuzzle(wish);
        $('dialog').close();
        $('decision').focus({ preventScroll: true });
      } catch (error) {
        message.textContent = error.message;
      }
    };
    showDialog('Find the move', el('p', {}, sets.length ? 'Positions in which one choice is clearly better than all others, seen by the side that decides. The higher the level, the longer a search takes to find it.' : 'There are no puzzles beside the scenarios.'),
      ...sets.map((set) => setView(set, open)), message, el('div', { class: 'buttons' }, el('button', { onclick: () => $('dialog').close() }, 'Close')));
  } catch (error) {
    complain(error.message);
  }
}

const openPuzzle = async (wish) => openLeaving(await api.openPuzzle(wish));

// The one behind this, in its set.
async function next() {
  const { game, puzzle } = app.state;
  try {
    await openPuzzle({ game, set: puzzle.set, number: puzzle.number + 1 });
    $('decision').focus({ preventScroll: true });
  } catch (error) {
    complain(error.message);
  }
}

// ---- the verdict ----

function verdict({ words, right, win, best_words: best, best_win: bestWin, margin, why }) {
  const points = `${(100 * margin).toFixed(0)} points`;
  return [el('p', { class: `verdict ${right ? 'right' : 'wrong'}` }, el('strong', {}, right ? 'Right: ' : 'Wrong: '), right
    ? `${words} wins ${percent(win)}, ${points} more than any other choice.`
    : `${words} wins ${percent(win)}. ${best} wins ${percent(bestWin)}, ${points} more than any other choice.`),
  why.length ? el('div', {}, 'Why, compared with the next best:', el('ul', {}, ...why.map((reason) => el('li', {}, reason)))) : null].filter(Boolean);
}

export function drawPuzzle(state) {
  const box = $('puzzle-box');
  const { puzzle } = state;
  document.body.classList.toggle('puzzling', Boolean(puzzle));
  box.hidden = !puzzle;
  if (!puzzle) return;
  const { answer, number, count, level, sims, heuristic, set } = puzzle;
  if (answer) note(nameOf({ game: state.game, set, number }), answer.right);
  const found = `A search finds it with ${sims.toLocaleString('en')} games tried${heuristic ? ', and rules of thumb find it, too' : '; rules of thumb do not'}.`;
  redraw(box, el('strong', {}, `Find the move: puzzle ${number} of ${count}, level ${level}`),
    ...(answer ? [...verdict(answer), el('p', {}, found)] : [el('p', {}, 'One choice is clearly better than all others, from what your side knows. Choose it.')]),
    el('div', { class: 'buttons' }, number < count ? el('button', { id: 'puzzle-next', class: answer ? 'primary' : null, onclick: next }, 'Next puzzle') : null, el('button', { id: 'puzzle-list', onclick: choosePuzzle }, 'All puzzles')));
}
