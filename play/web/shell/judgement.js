// judgement.js: the review by searching (`marshal review`) of a recorded game: asked for, waited for, shown.
import * as api from './api.js';
import { el } from './dom.js';
import { term } from './tips.js';
import { seatTitle, sentence, sideWords } from './words.js';

const EFFORTS = [['300', 'quick: 300 iterations'], ['2000', 'normal: 2,000 iterations'], ['8000', 'thorough: 8,000 iterations']];
const points = (share) => (100 * share).toFixed(1);
const signed = (share) => `${share < 0 ? '\u2212' : '+'}${points(Math.abs(share))}`;
const percent = (share) => `${points(share)} %`;

export class Judgement {
  // handlers: go(ply) shows a position, report(report) hears of a new review
  constructor(game, handlers) {
    Object.assign(this, { game, handlers });
    this.report = null;
    this.decisions = new Map(); // by ply
    this.timer = 0;
    this.words = el('p', { id: 'judged', 'aria-live': 'polite', hidden: true });
    this.body = el('div');
    this.box = el('div', { id: 'judgement' }, this.words, this.body);
    this.#offer();
  }

  leave() { clearTimeout(this.timer); this.left = true; }

  #offer(message) {
    const effort = el('select', { id: 'review-effort' }, ...EFFORTS.map(([sims, words]) => el('option', { value: sims }, words)));
    effort.value = '2000';
    this.body.replaceChildren(el('p', { class: 'note' }, 'The line is the evaluation\u2019s opinion of each position. A review searches every decision with what its side could know, and tells mistakes from luck; it takes from some seconds to a few minutes.'),
      el('div', { class: 'buttons left' }, el('button', { class: 'primary', id: 'review-search', onclick: () => this.#begin(Number(effort.value)) }, 'Review with search'),
        el('label', { for: 'review-effort' }, 'Effort'), effort),
      ...(message ? [el('p', { role: 'alert' }, message)] : []));
  }

  async #begin(sims) {
    try {
      await api.act(this.game, 'review', { sims });
      this.bar = el('progress', { id: 'review-progress', 'aria-label': 'Decisions judged' });
      this.count = el('span', {}, 'Reading the record\u2026');
      this.body.replaceChildren(el('div', { class: 'buttons left' }, this.bar, this.count, el('button', { id: 'review-stop', onclick: () => api.act(this.game, 'review_stop').catch(() => {}) }, 'Stop here')));
      await this.#poll();
    } catch (error) {
      this.#offer(error.message);
    }
  }

  async #poll() {
    if (this.left) return;
    try {
      const answer = await api.look(this.game, 'review');
      if (answer.state === 'running') {
        if (answer.total > 0) {
          Object.assign(this.bar, { max: answer.total, value: answer.done });
          this.count.textContent = `${answer.done} of ${answer.total} decisions judged`;
        }
        this.timer = setTimeout(() => this.#poll(), 400);
      } else if (answer.state === 'done') this.#take(answer.report);
      else this.#offer(answer.error ?? 'The review has ended.');
    } catch (error) {
      this.#offer(error.message);
    }
  }

  #take(report) {
    this.report = report;
    this.decisions = new Map(report.decisions.map((d) => [d.ply, d]));
    const mistakes = report.decisions.filter((d) => d.mistake).sort((a, b) => b.loss - a.loss);
    this.body.replaceChildren(...[
      report.stopped ? el('p', {}, `Stopped: the first ${report.plies} decisions are judged.`) : null,
      el('h3', {}, 'Turning points'),
      report.turning_points.length ? el('ol', { id: 'turning-points' }, ...report.turning_points.map((turn) => this.#turn(turn))) : el('p', {}, 'None: no mistake and no die moved the game by much.'),
      el('h3', {}, 'Skill and luck'), el('p', {}, this.#balance()), this.#table(),
      report.news.length ? el('h3', {}, 'News that changed most') : null,
      report.news.length ? el('ul', {}, ...report.news.map((turn) => el('li', {}, this.#link(turn.ply, `${this.decisions.get(turn.ply)?.place ?? ''}: what ${sideWords(turn.seat)} learned, ${this.#worth(turn.swing)}`)))) : null,
      el('h3', {}, `Mistakes (${mistakes.length})`),
      mistakes.length ? el('ol', { id: 'mistakes' }, ...mistakes.slice(0, 20).map((d) => el('li', {}, this.#link(d.ply, this.#mistake(d))))) : el('p', {}, 'None that stand out of the noise.'),
      el('p', { class: 'note' }, `Each decision was searched with ${report.sims} iterations, its best and its played move again alone. A mistake is a loss of more than 2.5 standard errors and half a point; points are hundredths of the chance to win.`)].filter(Boolean));
    this.handlers.report(report);
  }

  #link(ply, words) { return el('button', { class: 'link', 'data-ply': String(ply), onclick: () => this.handlers.go(ply - 1) }, words); }

  #move(words) { return `\u201C${words}\u201D`; }

  #worth(swing) { return `worth ${points(Math.abs(swing))} points to ${sideWords(swing > 0 ? 'french' : 'coalition')}`; }

  #mistake(d) { return `${d.place}: ${sideWords(d.seat)} plays ${this.#move(d.played_words)}; ${this.#move(d.best_words)} was better by ${points(d.loss)} points`; }

  #turn(turn) {
    const d = this.decisions.get(turn.ply);
    const where = d?.place ?? turn.text.split(',').slice(0, 2).join(',');
    const words = turn.by === 'decision' && d ? this.#mistake(d)
      : `${where}: the dice${d ? ` after ${this.#move(d.played_words)}` : ''}, ${this.#worth(turn.swing)}`;
    const why = turn.explained > 0 ? turn.why : [];
    return el('li', {}, this.#link(turn.ply, words), why.length ? el('ul', {}, ...why.map((reason) => el('li', {}, reason))) : null);
  }

  #balance() {
    const { start, end, french, coalition, luck } = this.report;
    return `${sentence(sideWords('french'))} went from ${percent(start)} to ${percent(end)}: ${signed(-french.loss)} by its mistakes, ${signed(coalition.loss)} by those of ${sideWords('coalition')}, ${signed(french.dice)} by dice, ${signed(luck - french.dice)} by all else: cards, what only one side knew, what a search sees only from near.`;
  }

  #table() {
    const row = (seat) => {
      const s = this.report[seat];
      return el('tr', {}, el('th', { scope: 'row' }, seatTitle(seat)), ...[s.decisions, s.best_played, s.mistakes, points(s.loss), signed(s.dice)].map((value) => el('td', { class: 'n' }, String(value))), el('td', {}, s.policy ?? ''));
    };
    return el('table', { class: 'plain', id: 'review-table' },
      el('thead', {}, el('tr', {}, ...[['Side'], ['Judged', 'Decisions with a choice'], ['Best', 'Decisions in which the best move found was played'], ['Mistakes'], ['Lost', 'Points lost by mistakes'], ['Dice', 'Points brought by dice, against the average throw'], ['Player']].map(([title, tip]) => el('th', { scope: 'col' }, tip ? term(title, tip) : title)))),
      el('tbody', {}, row('french'), row('coalition')));
  }

  // What is to be said of the decision that follows a position.
  show(ply) {
    const d = this.decisions.get(ply + 1);
    this.words.hidden = !this.report;
    if (!this.report) return;
    this.words.className = d?.mistake ? 'mistake' : '';
    this.words.textContent = !d ? 'Nothing to judge here: there was no choice.'
      : d.best === d.played ? `${sentence(sideWords(d.seat))} plays the best move found (${percent(d.best_win_probability)} for its side).`
        : `${sentence(sideWords(d.seat))} plays ${this.#move(d.played_words)} (${percent(d.played_win_probability)}); the best found is ${this.#move(d.best_words)} (${percent(d.best_win_probability)}). ${d.mistake ? `A mistake: ${points(d.loss)} points.` : 'Within the noise: no mistake.'}`;
  }
}
