// module.js: Napoleon's Eagles on the page (shell/contract.js): its map of hexes, forces, supply, victory and battles.
import { el } from '/shell/dom.js';
import { eventDetail, fightSheet, fightWords, fightsAsked } from './battle.js';
import { Book, stacksOf } from './book.js';
import { groupView, placeBody, renderForces, renderSupply } from './forces.js';
import { EaglesMap } from './map.js';
import { AGAIN, MAKING_UP, NOT_AGAIN, march, mayMarch, orderView, outOfTurn, passedOver, passedView, repeats } from './march.js';
import { purseView, renderProduction, renderSea, renderStates } from './states.js';
import { eventsSince, renderSummary } from './summary.js';
import { renderTracks } from './tracks.js';
import { renderVictory } from './victory.js';
import { GROUND, LINES, MARKS, OWN_DEEDS, SIDE_OF, SIGNS, TOUR } from './words.js';

const BY_COMBAT = 2; // the cause of a loss

export const style = '/eagles/style.css';

class EaglesView {
  constructor(table, mapData) {
    const { board, scenario } = table;
    this.table = table;
    this.mapData = mapData;
    this.book = new Book(board, scenario, mapData);
    this.tour = TOUR;
    const campaign = Boolean(scenario.alliance?.grand_campaign);
    this.tabs = [
      { id: 'victory', title: 'Victory', draw: (panel, state) => renderVictory(panel, this.book, state, table.look) },
      { id: 'forces', title: 'Forces', draw: (panel, state) => renderForces(panel, this.book, state, table.look) },
      { id: 'supply', title: 'Supply', draw: (panel, state) => renderSupply(panel, this.book, state, table.look, this.canvas) },
      { id: 'since', title: 'Last turn', draw: (panel, state) => renderSummary(panel, this.book, table.log(), state, table.look, this.canvas) },
      ...(campaign ? [
        { id: 'states', title: 'States', draw: (panel, state) => renderStates(panel, this.book, state, table.look) },
        { id: 'production', title: 'Production', draw: (panel, state) => renderProduction(panel, this.book, state) },
        { id: 'sea', title: 'Sea', draw: (panel, state) => renderSea(panel, this.book, state, table.look) },
      ] : []),
    ];
  }

  mount(box) { this.canvas = new EaglesMap(box, this.mapData, this.book, this.table.handlers); }

  show(state) {
    const { position } = state;
    if (position.forces) this.forces = position.forces;
    const { group, step } = position;
    if (MAKING_UP.includes(step) && group) group.reach ??= this.forces?.find((force) => force.hex === group.hex && force.colour === group.colour)?.reach; // of the whole stack
    this.canvas.forced = new Set((state.choices ?? []).filter((choice) => choice.verb === 'FM_STEP').map((choice) => choice.place));
    this.canvas.show(position);
    this.canvas.showPassed(passedOver(state, this.table));
    this.canvas.showMarches(state.you === 'both' ? [] : eventsSince(this.table.log(), state.you).filter((event) => event.kind === 'moved' && event.seat !== state.you && event.sp > 0));
    const at = position.group?.hex ?? position.fleet?.at ?? this.#battlefield(state);
    if (!this.framed) this.#frame(state);
    else if (state.ply !== this.ply) this.#lookTo(state, at);
    this.ply = state.ply;
    const choosing = state.choices?.some((choice) => choice.place === at);
    this.canvas.mark(at && !choosing ? [at] : []);
  }

  // Where the battle is that the open decision is about, if it is a single one.
  #battlefield({ position, choices }) {
    if (position.step === 'target') return null; // that is about the next one; those declared have their arrows
    const asked = fightsAsked(position, choices), open = position.battles.filter((battle) => !battle.over);
    return asked.length ? asked[0].target : open.length === 1 ? open[0].defend : null;
  }

  // First of all the theatre of war: where one's own great armies stand, and the cities that decide.
  #frame(state) {
    if (!this.canvas.sized) return;
    const ARMY = 5; // SP
    const led = [...stacksOf(this.book, state.position).values()].flat().filter((one) => one.leader && one.side !== 'neutral');
    const own = led.filter((one) => one.sp >= ARMY && (state.you === 'both' || one.side === SIDE_OF[state.you]));
    this.framed = true;
    this.canvas.frame([...(own.length > 1 ? own : led).map((one) => one.hex), ...[...this.book.deciding].map((id) => this.book.cities.get(id)?.hex)]);
  }

  // What a decision is about is brought into sight: the hex where a group, a battle or a fleet is, and most of the hexes to choose
  // from; of those to attack any, of stacks to march, which are all over Europe, none. The next decision that is about what was in sight before brings
  // that back, unless the person has looked elsewhere since.
  #lookTo(state, at) {
    const { choices, position: { group, step } } = state, { canvas } = this;
    const RIM = 0.06; // what a decision is about is not cut off, nor are those next to it
    const places = group ? [] : [...new Set((choices ?? []).map((choice) => choice.place).filter(Boolean))];
    const least = step === 'pick' ? 0 : step === 'target' ? Math.min(1, places.length) : places.length / 2;
    const shows = (view) => places.filter((id) => canvas.sees(id, view)).length >= least && (!at || canvas.sees(at, view, RIM));
    const home = this.left?.shown === JSON.stringify(canvas.view) ? this.left.view : { ...canvas.view };
    if (!places.length && !at) return;
    if (state.choices && shows(home)) { if (this.left) canvas.see(home); this.left = null; return; }
    if (shows(canvas.view)) return;
    if (places.filter((id) => canvas.sees(id)).length < least) canvas.frame(places);
    if (at) canvas.centre(at);
    this.left = { view: home, shown: JSON.stringify(canvas.view) };
  }

  strip(box, state) { renderTracks(box, this.book, state.position); }

  key() {
    const item = (sign, words) => el('li', {}, sign, words);
    return [el('ul', {},
      ...GROUND.map(([kind, words]) => item(el('span', { class: `swatch ground-${kind}` }), words)),
      ...LINES.map(([kind, words]) => item(el('span', { class: `swatch line ${kind}` }), words)),
      ...SIGNS.map(([sign, words]) => item(el('span', { class: 'swatch' }, sign), words)),
      ...Object.values(MARKS).map(([sign, words]) => item(el('span', { class: 'swatch' }, sign), `On a counter: ${words}`)))];
  }

  where(choice, state) { return state.position.targets?.[choice.move] ?? null; }

  place(id, state) { return { title: this.book.Name(id), body: placeBody(this.book, state.position, id, this.table.look) }; }

  // A group is made up, or on its march: a click takes it there.
  isOnMap({ position: { step, group } }) { return Boolean(group?.reach?.length) && (step === 'step' || MAKING_UP.includes(step)); }

  // Bare land says nothing that would be worth covering the map for; a click tells it.
  worthACard(id, { position }) {
    if (position.group?.reach?.some((entry) => entry.hex === id)) return false; // he looks where the group may go
    return this.book.cityAt.has(id) || this.canvas.stacks.has(id) || (position.ships ?? []).some((ship) => ship.sea === id || ship.hex === id);
  }

  setting(state) { const { position } = state; return fightWords(this.book, state) ?? purseView(this.book, state) ?? (position.group ? groupView(this.book, position, state.question?.setting) : orderView(state, passedOver(state, this.table).length)); }

  // A march ends with it, most of them at once where the group was dragged to; a forced one by its die.
  first(choice) { return choice.move === 'STOP' || choice.move === 'FM_GO'; }

  sheet(state) { return fightSheet(this.book, state) ?? passedView(this.book, state, this.table, (hex) => this.table.answer(this.#takeUp(hex))); }

  // Of one's own losses those in battle are told by its dice.
  news(event) { return !OWN_DEEDS.has(event.kind) && !(event.kind === 'lost' && event.cause === BY_COMBAT); }

  // Leaders whom nothing befell; how the enemy came by the points of a march that is told anyway.
  trifle(event) { return event.kind === 'unhurt' || (event.kind === 'forced_march' && !event.lost && event.seat !== this.table.state()?.you); }

  addsUp(event) { return event?.kind === 'lost'; }

  detail(event) { return eventDetail(this.book, event); }

  repeats(state) { return repeats(state); }

  mayDrag(place, state) { return mayMarch(place, state); }

  // Dice of which the log has no line of its own.
  thrown({ purpose, faces }) {
    if (purpose === 'nelson') return faces.length > 1 ? 'Nelson has fought: he is hurt by 11 or more.' : 'Nelson is hurt: months until he is back.';
    return { removal: 'Troops of the conquered state: by 1 to 3 they leave the map.', wound: 'A wounded leader: months until he is back.' }[purpose] ?? null;
  }

  // The program takes stacks that were passed over to stay, though they may still be taken up: those before, and those that the group
  // in hand left behind.
  proviso(state) {
    const { step, group } = state.position;
    if (step === 'pick') Object.assign(this, { passed: passedOver(state, this.table).length, offered: (state.choices ?? []).map(({ move }) => move) });
    if (step !== 'pick' && !group) return null;
    const picked = step === 'pick' ? null : this.table.made().findLast(({ move }) => move.startsWith('PICK('))?.move;
    const stay = (this.passed ?? 0) + Math.max(0, (this.offered ?? []).indexOf(picked));
    return stay ? `if ${stay} ${stay === 1 ? 'stack stays' : 'stacks stay'}` : null;
  }

  // A stack that was passed over: what moved since moves again when it has stopped.
  #takeUp(hex) {
    return outOfTurn(this.book, this.table, hex, () => this.table.again([`PICK(${hex})`]), (putOff) => { this.putOff = putOff; });
  }

  resume({ ply, position: { step } }) {
    const { putOff } = this;
    if (!putOff || (ply > putOff.ply && step !== 'pick')) return null;
    this.putOff = null;
    return ply < putOff.ply || step !== 'pick' ? null : this.table.again(putOff.moves, (all) => this.table.say(all ? AGAIN : NOT_AGAIN));
  }

  // A group in hand, or the largest that can be made up, goes to the hex that is clicked, as far as that is within its reach.
  press(place, state) {
    const { step, group } = state.position;
    if (passedOver(state, this.table).includes(place)) return this.#takeUp(place);
    return (step === 'step' || MAKING_UP.includes(step)) && group?.reach?.some((entry) => entry.hex === place) ? march(this.book, group.hex, place, state, this.table) : null;
  }

  drag(from, to, state) { return march(this.book, from, to, state, this.table); }
}

let mapData = null; // of all games alike: fetched once

export async function create(table) {
  mapData ??= await (await fetch('/eagles/map/map.json')).json();
  return new EaglesView(table, mapData);
}
