// module.js: Napoleon against Europe on the page (shell/contract.js): its map, tracks, cards, forces, nations, budgets and battles.
import { el } from '/shell/dom.js';
import { battleSheet, battleView, eventDetail } from './battle.js';
import { Book, groupsOf } from './book.js';
import { isOffer, renderBudget, spends, spentView } from './budget.js';
import { renderHand, renderPiles } from './cards.js';
import { farView, marchSheet, marchView, placeBody, renderForces, spendView } from './forces.js';
import { NaeMap, underWay } from './map.js';
import { activate, dragged, isAskedFirst, isToGo, march, marchOn, mayMarch, repeats } from './march.js';
import { renderNations } from './nations.js';
import { renderTracks } from './tracks.js';
import { BORDERS, GROUND, LINK_WORDS, MARKS, OWN_DEEDS, SIDE_OF, SYMBOLS, TOUR, leavingTogether, lossesTogether, marchTogether } from './words.js';

const THEATRE = 4; // borders between the forces of one theatre of war

export const style = '/nae/style.css';

class NaeView {
  constructor(table, mapData) {
    const { board, scenario } = table;
    this.table = table;
    this.mapData = mapData;
    this.book = new Book(board, scenario);
    this.tour = TOUR;
    this.offered = {}; // what could be bought last
    this.tabs = [
      { id: 'hand', title: 'Hand', draw: (panel, state) => renderHand(panel, this.book, state, table.choose) },
      { id: 'forces', title: 'Forces', draw: (panel, state) => renderForces(panel, this.book, state, table.look) },
      { id: 'nations', title: 'Nations', draw: (panel, state) => renderNations(panel, this.book, state, table.look) },
      { id: 'budget', title: 'Budget', draw: (panel, state) => renderBudget(panel, this.book, state, table.choose, this.offered), opens: spends, offers: isOffer },
      { id: 'piles', title: 'Cards', draw: (panel, state) => renderPiles(panel, this.book, state) },
    ];
  }

  mount(box) { this.canvas = new NaeMap(box, this.mapData, this.book, this.table.handlers); }

  show(state) {
    const { position } = state;
    this.canvas.show(position);
    const begins = position.phase === 'rounds' && (this.phase ?? 'rounds') !== 'rounds'; // after a budget all over Europe
    this.phase = position.phase;
    if (!this.framed || (begins && this.canvas.isFramed())) this.#frame(state);
    const { march: force, battle } = position;
    const at = battle?.zone ?? force?.zone ?? position.walk?.zone ?? this.#activated(state) ?? position.fleets.find((fleet) => fleet.sailing && fleet.at !== 'special')?.place;
    const standing = at && (battle || !state.choices?.some((choice) => choice.place === at));
    this.canvas.mark(standing ? [at] : []);
    if (at) this.canvas.centre(at);
    if (this.revealed !== state.ply) this.canvas.reveal((state.choices ?? []).map(({ place }) => place).filter(Boolean));
    this.revealed = state.ply; // once for each decision: who looks elsewhere is left in peace
    this.#showBuyer(position);
  }

  // Where the force stands of which it is asked how much is activated.
  #activated({ position, choices }) {
    const piece = position.step === 'spend_force' && choices?.find(({ thing }) => thing)?.thing;
    return piece ? position.zones.find((zone) => zone[position.seat]?.some(({ id }) => id === piece))?.id : undefined;
  }

  // When a power begins to buy its capital comes into sight; who looks elsewhere afterwards is left in peace.
  #showBuyer({ step, budget }) {
    if (!budget) this.buyer = null;
    if (step !== 'purchase' || budget.power === this.buyer) return;
    this.buyer = budget.power;
    this.canvas.bring(this.book.nations.get(budget.power).capitals);
  }

  // First of all the theatre of war: the led forces about the own one that meets the strongest enemies.
  #frame(state) {
    const led = state.position.zones.flatMap((zone) => groupsOf(zone).filter((one) => one.leader && one.side !== 'none').map((one) => ({ id: zone.id, side: one.side, steps: one.steps })));
    const own = led.filter(({ side }) => state.you === 'both' || side === SIDE_OF[state.you]);
    if (!this.canvas.sized || !own.length) return;
    const theatres = own.map((force) => {
      const near = this.book.within(force.id, THEATRE);
      return { force, all: led.filter(({ id }) => near.has(id)) };
    });
    const weight = ({ force, all }) => force.steps + all.filter(({ side }) => side !== force.side).reduce((sum, { steps }) => sum + steps, 0);
    const [first] = theatres.sort((a, b) => weight(b) - weight(a));
    const [greatest] = [...own].sort((a, b) => b.steps - a.steps);
    const ids = first.all.map(({ id }) => id);
    this.framed = true;
    if (!ids.includes(greatest.id) && this.canvas.frame([...ids, greatest.id])) return; // one's greatest army, too, if names can be read then
    this.canvas.frame(ids);
  }

  strip(box, state) { renderTracks(box, this.book, state.position); }

  key() {
    const item = (sign, words) => el('li', {}, sign, words);
    return [el('ul', {},
      ...GROUND.map(([side, words]) => item(el('span', { class: `swatch ground-${side}` }), words)),
      item(el('span', { class: 'swatch ground-held' }), 'Striped: taken, with a control marker'),
      ...SYMBOLS.map(([symbol, words]) => item(el('span', { class: 'swatch' }, symbol), words)),
      ...BORDERS.map(([kind, words]) => item(el('span', { class: `swatch line ${kind}` }), words)),
      item(el('span', { class: 'swatch line link' }), LINK_WORDS),
      ...Object.values(MARKS).map(([sign, words]) => item(el('span', { class: 'swatch' }, sign), `On a counter: ${words}`)))];
  }

  place(id, state) { return { title: this.book.name(id), body: placeBody(this.book, state.position, id, this.table.look) }; }

  // A force is activated, dragged, or sent on within its reach.
  isOnMap(state) { return Boolean(spendView(state) ?? farView(state.position)); }

  about(choice) { return this.book.cards.get(choice.thing)?.effect; }

  first({ move, verb }) { return move === 'spend_force(whole)' || move === 'move(stop)' || move === 'walk(stop)' || (verb === 'morale' && move === this.table.state().choices.at(-1).move); } // a tie of morale: the better one

  setting(state) {
    const { position } = state;
    if (position.battle) return battleView(this.book, position.battle);
    if (position.march?.zone) return marchView(this.book, position, position.march);
    return farView(position) ?? spendView(state) ?? spentView(this.book, state, this.table.log()); // a walk at peace, an activation, a budget; else the program's words
  }

  sheet({ position }) {
    if (position.battle) return battleSheet(this.book, position.battle);
    return position.march?.zone ? marchSheet(this.book, position, position.march) : null;
  }

  // What leaves the map outside a budget was lost with a fortress: nobody has chosen that.
  news(event) { return !OWN_DEEDS.has(event.kind) || (event.kind === 'taken_off' && this.table.state().position.phase !== 'budget'); }

  trifle(event) { return event.kind === 'wound' && event.result === 'safe'; }

  joined(last, line) { return lossesTogether(last, line) ?? marchTogether(last, line) ?? leavingTogether(last, line); }

  detail(event) { return eventDetail(this.book, event); }

  repeats(state) { return repeats(state); }

  mayDrag(place, state) { return mayMarch(place, state); }

  // Any zone within the reach of the force on its march or walk, however far; or a force that is to be activated.
  press(place, state) {
    const pick = marchOn(this.book, place, state, this.table.say);
    return pick ? this.#send({ from: underWay(state.position).zone, to: place }, pick) : activate(this.book, place, state);
  }

  drag(from, to) {
    const pick = dragged(this.book, from, to, this.table.state(), this.table.say);
    return pick ? this.#send({ from, to }, pick) : () => null;
  }

  // The pick of a force that is sent somewhere. What is asked before its first step, such as a forced march, does not end that.
  #send(goal, pick) {
    return (state) => {
      const choice = pick(state);
      this.goal = !choice && isAskedFirst(state) ? { ply: state.ply, ...goal } : null;
      return choice;
    };
  }

  resume(state) {
    const { goal } = this;
    if (!goal || !isToGo(goal, state)) this.goal = null;
    else if (['forced_march', 'move'].includes(state.position.step)) return this.#send(goal, march(this.book, goal.from, goal.to, this.table.say));
    return null;
  }
}

let mapData = null; // of all games alike: fetched once

export async function create(table) {
  mapData ??= await (await fetch('/nae/map/map.json')).json();
  return new NaeView(table, mapData);
}
