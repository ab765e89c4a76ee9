// tracks.js: the strip above the map: months, whose turn, alliance points, who would win now.
import { el, redraw } from '/shell/dom.js';
import { term } from '/shell/tips.js';
import { SIDE, monthName } from './words.js';
import { standing, standingWords } from './victory.js';

const name = (text) => el('span', { class: 'name' }, text);
const track = (kind, ...cells) => el('span', { class: `track ${kind}` }, ...cells);
const cell = (text, now, extra = '') => el('span', { class: `cell ${now ? 'now' : ''} ${extra}`, 'aria-current': now ? 'step' : null }, text);
const WINTER = [11, 12, 1, 2];

// The months of a short scenario; of a long one the year and the month.
function calendar(book, { year, month }) {
  const [first, last] = [book.scenario.start, book.scenario.end].map((text) => { const [y, m] = text.split('-').map(Number); return y * 12 + m - 1; });
  if (last - first > 13) return track('months', cell(`${monthName(month)} ${year}`, true), el('span', {}, `${year * 12 + month - 1 - first + 1} of ${last - first + 1}`));
  return track('months', ...Array.from({ length: last - first + 1 }, (_, i) => first + i).map((n) => {
    const now = n === year * 12 + month - 1, m = n % 12 + 1;
    return cell(now ? monthName(m) : monthName(m).slice(0, 3), now, WINTER.includes(m) ? 'winter' : '');
  }));
}

export function renderTracks(box, book, position) {
  const { alliance } = book.scenario;
  const points = [['france', position.french_points], ['coalition', position.coalition_points]];
  const counted = alliance?.active && !alliance.grand_campaign;
  redraw(box, calendar(book, position),
    ...(position.round ? [track('round', name('Round of battle'), el('strong', {}, String(position.round)))] : []),
    ...(counted ? [track('points', term('Victory points', 'For advances after battle: a point for a hex that five or more enemy strength points held, two more for Napoleon\u2019s. They count towards the rolls for alliances (4).', { class: 'name' }), el('strong', {}, points.map(([side, n]) => `${SIDE[side].replace('The ', '')} ${n}`).join(', ')))] : []),
    track('standing', term('As it stands', 'Who would win if the scenario ended now. The tab Victory tells what decides.', { class: 'name' }), el('strong', { id: 'standing' }, standingWords(standing(book, position)))));
}
