// contract.js: what the shell asks of a game, and what it gives it.
//
// The shell draws whatever is the same for all games: status, question, choices, log, dice, rules, hints, review, dialogs. All
// that it needs to know of a game in words comes from the program: titles of the seats, when it is, the question, what each
// choice says, where it points, help on the rules. What only a picture can tell is the game's own: play/web/<game>/module.js,
// served as /<game>/module.js. A game without one is played by plain.js: its position as text, and the list of choices.
//
// A module may import dom.js, tips.js, canvas.js and words.js of this folder, and exports
//
//   style          optional: path of its stylesheet, "/GAME/style.css"
//   options(scenario) -> [element]
//                  optional: fields for the dialog of a new game, besides the options of the rules, which the shell offers
//                  itself. A field is an input with name "path of the scenario's JSON" and data-initial its present value;
//                  those that were changed are sent as overrides.
//   create(table) -> view, or a promise of one
//                  called for each game or review that is opened. table:
//     about        the game in words: { id, title, seats: { french, coalition }, help: [{ name, title, text }], clauses }
//     board, scenario   their files as JSON
//     state()      the position shown now, as for show
//     log()        what has happened, as far as it is known: [{ ply, text, event }], event as event_json writes it, or null
//     choose(choice)    makes a choice of state().choices
//     answer(pick)      answers decisions as a button of repeats does
//     made()            what the person has decided, as far as it stands: [{ ply, move }], the last one at the end
//     back              what a pick gives instead of a choice to have the last decision undone
//     again(moves, ended)   a pick that makes moves again; ended(all) is called when there are no more, or one is impossible
//     look(place, stay) opens the card of a place and brings it into sight; stay: the focus remains where it is
//     say(text)    a line under the choices
//     handlers     to be handed on to a Canvas: clicks on places, and stacks that are dragged
//
// A view has
//
//   mount(box)     draws what never changes into the empty box, where the map is
//   show(state)    draws a position. state.position is the JSON of the rules (position_json) as state.you may know it ("french",
//                  "coalition", "both"); state.choices what the person may choose, or null:
//                  [{ move, verb, words, place, thing, group, remark }], verb the move's first word, place and thing ids or "";
//                  in a review there are no choices. Called often, so it must cost little.
// and may have
//   canvas         the Canvas (canvas.js) that was mounted: choices are then offered on it too, and it can be panned and zoomed
//   strip(box, state)  draws the strip above the map: calendar, standing
//   tabs           [{ id, title, draw(panel, state), opens(state), offers(choice) }]: the first stands before the log, the others behind it.
//                  opens, optional: whether the tab is open by itself now; once, for whoever opens another one has it. offers,
//                  optional: whether the tab has a button for a choice, which is then not listed with the others while the tab is open
//   key()          [element]: the key to the map
//   place(id, state) -> { title, body: [element] } or null: the card of a place
//   worthACard(id, state)  whether a mouse that rests on a place opens its card; without it every place does
//   isOnMap(state) whether the open decision can be answered by a click or a drag on the map though most of its choices name no place:
//                  on a phone the map then stays in sight
//   where(choice, state) -> id of the place on the map that a choice points at, where the game counts fewer places than its map
//                  has; else choice.place is that of the program
//   about(choice)  text: what the thing of a choice is good for; a button beside the choice shows it
//   first(choice)  whether a choice stands before the others, above their headings
//   setting(state) element or null: what the open decision is about, instead of the program's words (state.question.setting)
//   sheet(state)   element or null: what it is worth in numbers, below the choices, which it must not push out of sight
//   news(event)    whether what befell the person's own side (event_json) is told as having happened since his last decision: dice,
//                  losses; not what he has just chosen
//   trifle(event)  whether a line of the log is left out of what has happened since: dice that changed nothing
//   addsUp(event)  whether lines that say the same of one thing each, "1 ...", are told as one of several, "3 ..."
//   joined(last, line)  text of a line of the log that tells both, or null: losses of one battle are one line
//   detail(event)  element or null: the numbers behind a line of the log, from its event (event_json); opened from the line
//   repeats(state) [{ id, label, pick(state) -> choice or null }]: buttons that answer several decisions alike, for as long as
//                  pick finds a choice
//   mayDrag(place, state) -> whether something may be dragged from there
//   drag(from, to, state) -> pick, as in repeats: takes it there by one decision after the other
//   resume(state)  pick, as in repeats, or null: what was put off until now, asked whenever nothing else is being answered
//   press(place, state) -> pick, as in repeats, or null: what a click on a place that no choice points at answers
//   thrown(event)  what dice are about that no other line tells, or null for the name of their purpose
//   proviso(state)  what the winning chances take for granted just now, for the bar ("if 2 stacks stay"), or null
//   tour           [[selector, title, text]]: what the tour shows besides the shell
//
// When it is, where play stands, is told by the program (state.when), so a view says nothing about it.
import { el } from './dom.js';

const REQUIRED = ['mount', 'show'];
const loaded = new Map(); // path -> module
const styles = new Map(); // path of a stylesheet -> its link; only that of the game on the page is on

async function load(about) {
  if (!loaded.has(about.module)) {
    const module = await import(about.module);
    if (typeof module.create !== 'function') throw new Error(`${about.module} does not create a view.`);
    if (module.style) await addStyle(module.style);
    loaded.set(about.module, module);
  }
  return loaded.get(about.module);
}

const addStyle = (path) => new Promise((resolve, reject) => {
  const link = el('link', { rel: 'stylesheet', href: path });
  link.addEventListener('load', resolve);
  link.addEventListener('error', () => reject(new Error(`There is no ${path}.`)));
  document.head.append(link);
  styles.set(path, link);
});

// The view of a game, which takes the place of the one before; throws an Error if its module does not keep to the contract.
export async function createView(about, table) {
  const module = await load(about);
  const view = await module.create(table);
  const missing = REQUIRED.filter((name) => typeof view[name] !== 'function');
  if (missing.length) throw new Error(`${about.module}: the view has no ${missing.join(' and no ')}.`);
  for (const [path, link] of styles) link.disabled = path !== module.style;
  return view;
}

// Fields for the dialog of a new game.
export const optionsOf = async (about, scenario) => (await load(about)).options?.(scenario) ?? [];
