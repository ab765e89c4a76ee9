// openings.js: what is played in the first turn of the scenario, and what it is worth: a tab.
import * as api from './api.js';
import { el, redraw } from './dom.js';
import { app } from './state.js';
import { percent, seatTitle } from './words.js';

let known = { scenario: null, answer: null }; // of the game that is on the page

const range = ([low, high]) => `${(100 * low).toFixed(0)}\u2013${(100 * high).toFixed(0)}`;
const points = (share) => `${share > 0 ? '+' : share < 0 ? '\u2212' : ''}${Math.abs(100 * share).toFixed(1)}`;
const heading = (text, numbers) => el('th', { scope: 'col', class: numbers ? 'n' : null }, text);
const cell = (text) => el('td', { class: 'n' }, text);

function table(caption, first, columns, rows) {
  return el('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': caption },
    el('table', { class: 'plain openings' }, el('caption', {}, caption), el('thead', {}, el('tr', {}, heading(first), ...columns.map((name) => heading(name, true)))), el('tbody', {}, ...rows)));
}

function planRow(text, { games, score, score_ci95: interval, judged }, all, searched) {
  return el('tr', {}, el('th', { scope: 'row' }, text), cell(percent(games / all)), cell(percent(score)), cell(range(interval)),
    searched ? cell(judged ? percent(judged.win_probability) : '') : null);
}

function plans(seat, about) {
  const searched = seat.groups.some(({ judged }) => judged);
  const rows = seat.groups.map((group) => planRow(group.text, group, seat.games, searched));
  if (seat.rest.plans > 0) rows.push(planRow(`the rest: ${seat.rest.plans.toLocaleString('en')} other plans`, seat.rest, seat.games, searched));
  return table(`Plans of ${seatTitle(seat.seat, about)}`, 'What is done', ['share', 'score', '95 %', ...(searched ? ['search'] : [])], rows);
}

function deeds(seat, about) {
  if (!seat.deeds.length) return null;
  const row = ({ heading: verb, text, times, games, difference, difference_ci95: [low, high] }) => {
    const sure = low > 0 || high < 0;
    return el('tr', {}, el('th', { scope: 'row' }, `${verb} ${text}${times > 1 ? ` (${times} times)` : ''}`), cell(percent(games / seat.games)),
      cell(high - low < 2 ? el(sure ? 'strong' : 'span', {}, points(difference)) : '?'), cell(high - low < 2 ? `${points(low)} to ${points(high)}` : ''));
  };
  return table(`What ${seatTitle(seat.seat, about)} does in some games, not in others`, 'Deed', ['share', 'difference', '95 %'], seat.deeds.map(row));
}

function seatView(seat, about) {
  return [el('h3', {}, seatTitle(seat.seat, about)), el('p', {}, `${seat.games.toLocaleString('en')} games, score ${percent(seat.score)}.${seat.common ? ` In all of them: ${seat.common}.` : ''}`), plans(seat, about), deeds(seat, about)];
}

function show(panel, answer) {
  if (!answer.seats.length) { redraw(panel, el('p', {}, answer.reason)); return; }
  const turns = answer.turns > 0 ? `the first ${answer.turns} turns` : 'the first turn';
  redraw(panel, el('p', {}, `What was done in ${turns} of ${answer.games.toLocaleString('en')} games of the machine, and the points of the side that did it (a game nobody won: one half). Plans are grouped by what they do.`),
    ...answer.seats.flatMap((seat) => seatView(seat, app.about)).filter(Boolean),
    el('p', { class: 'small' }, 'A score says who plays a plan, too; the difference of a deed compares games of the same two players, bold where chance does not explain it.', answer.judge ? ` Search: chances by ${answer.judge} at the end of the plan.` : ''));
}

export async function drawOpenings(panel, state) {
  if (known.scenario === `${app.game?.id} ${state.scenario}`) { if (known.answer) show(panel, known.answer); return; }
  const mine = { scenario: `${app.game?.id} ${state.scenario}`, answer: null };
  known = mine;
  redraw(panel, el('p', {}, 'One moment\u2026'));
  try {
    mine.answer = await api.look(app.game, 'openings');
  } catch (error) {
    mine.answer = { seats: [], reason: error.message };
  }
  if (known === mine) show(panel, mine.answer);
}
