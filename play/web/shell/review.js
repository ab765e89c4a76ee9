// review.js: a recorded game, step by step, with the chances of winning as a chart, and judged by searching if asked.
import * as api from './api.js';
import { el, svg } from './dom.js';
import { Judgement } from './judgement.js';
import { app } from './state.js';
import { percent, seatTitle, sideWords } from './words.js';

export class Review {
  // handlers: close() when it is left, shown(state, lines) at every step
  constructor(game, box, handlers) {
    Object.assign(this, { game, box, handlers });
    this.ply = 0;
    this.plies = 0;
    this.playing = 0;
  }

  async start() {
    this.chart = await api.look(this.game, 'chart');
    this.plies = this.chart.plies.at(-1);
    this.judgement = new Judgement(this.game, { go: (ply) => this.go(ply), report: (report) => this.#reported(report) });
    this.#build();
    await this.go(0);
  }

  stop() {
    clearTimeout(this.playing);
    this.playing = 0;
    this.judgement?.leave();
    api.act(this.game, 'close').catch(() => {});
  }

  #build() {
    const button = (label, title, action, id) => el('button', { title, 'aria-label': title, id, onclick: action }, label);
    this.slider = el('input', { type: 'range', min: '0', max: String(this.plies), value: '0', 'aria-label': 'Decision' });
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    this.words = el('p', { 'aria-live': 'polite' });
    this.#drawChart();
    this.box.replaceChildren(el('h2', {}, 'Review'), this.svg, this.slider,
      el('div', { class: 'steps' }, button('|\u25C0', 'To the start', () => this.go(0)), button('\u25C0', 'One step back', () => this.go(this.ply - 1), 'step-back'),
        button('\u25B6', 'One step on', () => this.go(this.ply + 1), 'step-on'), button('\u25B6|', 'To the end', () => this.go(this.plies), 'step-end'),
        button('Play', 'Play on, several steps a second', () => this.#play(), 'step-play'), button(`Next ${app.about.turn}`, `To the next ${app.about.turn}`, () => this.#nextTurn(), 'step-turn'),
        el('button', { onclick: () => this.handlers.close() }, 'Leave the review')),
      this.words, this.judgement.box);
  }

  // The search has spoken: its chances beside those of the evaluation, a stroke for every mistake.
  #reported(report) {
    const french = (d) => 100 - 100 * (d.seat === 'french' ? d.win_probability : 1 - d.win_probability);
    const line = report.decisions.map((d) => `${d.ply - 1},${french(d).toFixed(1)}`);
    if (line.length > 1) this.#draw('path', { class: 'chart-search', d: `M${line.join('L')}` });
    for (const d of report.decisions.filter((one) => one.mistake)) this.#draw('line', { class: `chart-mistake ${d.seat}`, x1: d.ply - 1, x2: d.ply - 1, y1: 88, y2: 100 });
    this.go(this.ply);
  }

  #draw(name, attributes) {
    const element = svg(name, attributes);
    this.svg.append(element);
    return element;
  }

  // The last point of the chart that is not after a decision: long games have a point now and then.
  #point(ply) { return this.chart.plies.findLastIndex((one) => one <= ply); }

  #drawChart() {
    const values = this.chart.french;
    const width = Math.max(1, this.plies);
    this.svg = svg('svg', { id: 'chart', viewBox: `0 0 ${width} 100`, preserveAspectRatio: 'none', role: 'img',
      'aria-label': `Chances of ${sideWords('french')} over the game, by the evaluation of each position: top is certain to win` });
    this.#draw('line', { class: 'chart-mid', x1: 0, x2: width, y1: 50, y2: 50 });
    if (values.length > 1) this.#draw('path', { class: 'chart-line', d: `M${values.map((v, i) => `${this.chart.plies[i]},${(100 - v * 100).toFixed(1)}`).join('L')}` });
    this.now = this.#draw('line', { class: 'chart-now', x1: 0, x2: 0, y1: 0, y2: 100 });
    this.svg.addEventListener('click', (event) => {
      const r = this.svg.getBoundingClientRect();
      this.go(Math.round(((event.clientX - r.left) / r.width) * this.plies));
    });
  }

  async go(ply) {
    const wanted = Math.max(0, Math.min(this.plies, ply));
    this.wanted = wanted;
    const step = await api.look(this.game, 'step', `&ply=${wanted}`);
    if (this.wanted !== wanted) return;
    this.ply = wanted;
    this.slider.value = String(wanted);
    this.now.setAttribute('x1', wanted);
    this.now.setAttribute('x2', wanted);
    const chance = this.chart.french[this.#point(wanted)];
    const next = step.next ? `Next: ${step.next}.` : 'The end of the record.';
    this.words.textContent = `Decision ${wanted} of ${this.plies}${chance === undefined ? '' : `, ${seatTitle('french')} ${percent(chance)}`}. ${next}`;
    this.judgement.show(wanted);
    this.handlers.shown({ ...step, watched_win: chance }, step.log.lines);
  }

  async #play() {
    if (this.playing) {
      clearTimeout(this.playing);
      this.playing = 0;
      return;
    }
    const step = async () => {
      if (this.ply >= this.plies) { this.playing = 0; return; }
      await this.go(this.ply + 1);
      if (this.playing) this.playing = setTimeout(step, 200);
    };
    this.playing = setTimeout(step, 0);
  }

  #nextTurn() {
    const at = this.#point(this.ply);
    const next = this.chart.turns.findIndex((other, i) => i > at && other !== this.chart.turns[at]);
    this.go(next < 0 ? this.plies : this.chart.plies[next]);
  }
}
