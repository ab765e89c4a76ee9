// dialogs.js: new game, settings, yes or no, the curtain between two people.
import { optionsOf } from './contract.js';
import { $, el } from './dom.js';
import { seatTitle, sentence, sideWords } from './words.js';

const dialog = $('dialog');

function open(title, ...content) {
  dialog.replaceChildren(el('h2', { id: 'dialog-title' }, title), ...content);
  if (!dialog.open) dialog.showModal();
}

export const showDialog = open;

// Asks yes or no.
export const confirmBox = (title, text, yes) => new Promise((resolve) => {
  const answer = (value) => { dialog.close(); resolve(value); };
  dialog.addEventListener('close', () => resolve(false), { once: true });
  open(title, el('p', {}, text), el('div', { class: 'buttons' }, el('button', { onclick: () => answer(false) }, 'No'), el('button', { class: 'primary', onclick: () => answer(true) }, yes)));
});

// ---- a new game ----

const LEVELS = ['beginner', '', '', 'easy', '', 'fair', '', 'strong', '', 'strongest'];
const SECONDS = [1, 3, 10];

function seatField(seat, chosen) {
  const options = [el('option', { value: 'human' }, 'A person at this screen'),
    ...LEVELS.map((word, i) => el('option', { value: `level:${i + 1}` }, `Level ${i + 1}${word ? ` (${word})` : ''}`)),
    ...SECONDS.map((s) => el('option', { value: `mcts:time=${s}` }, `Full strength, ${s} s a decision`)),
    el('option', { value: 'heuristic' }, 'Rules of thumb'), el('option', { value: 'random' }, 'Random moves')];
  const select = el('select', { name: seat, id: `seat-${seat}` }, ...options);
  select.value = chosen;
  if (!select.value) select.value = 'human';
  const label = el('label', { for: `seat-${seat}` });
  const field = el('div', { class: 'field' }, label, select);
  return { field, name: (about) => { label.textContent = `${seatTitle(seat, about)}, played by`; } };
}

// Switches for the options of the rules that the scenario's board defines.
function ruleFields(scenario) {
  return (scenario.option_definitions ?? []).map((option) => {
    const value = scenario.options?.[option.id] ?? option.default;
    const box = el('input', { type: 'checkbox', id: `option-${option.id}`, name: `options.${option.id}`, 'data-initial': String(value) });
    box.checked = value;
    return el('div', { class: 'field' }, box, el('label', { for: `option-${option.id}` }, `${option.name}${option.clause ? ` (${option.clause})` : ''}`));
  });
}

function overridesOf(form) {
  return [...form.querySelectorAll('[data-initial]')].flatMap((input) => {
    const value = input.type === 'checkbox' ? String(input.checked) : input.value;
    return value === input.dataset.initial ? [] : [`${input.name}=${value}`];
  });
}

const playerWords = (spec) => (spec === 'human' ? 'you' : spec.replace('level:', 'level '));

// Games of this browser that can be gone on with: known.list, known.open(game).
function goOnField(catalogue, known) {
  const SHOWN_MAX = 5;
  if (!known.list.length) return null;
  const button = (game) => {
    const about = catalogue.games.find(({ id }) => id === game.game);
    const players = ['french', 'coalition'].map((seat) => `${seatTitle(seat, about)}: ${playerWords(game.seats[seat])}`).join(', ');
    return el('button', { type: 'button', class: 'go-on', onclick: () => { dialog.close(); known.open(game); } }, `${game.title}: ${game.where}`,
      el('small', {}, ` ${players}, ${new Date(game.at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}`));
  };
  return el('details', { id: 'go-on', open: true }, el('summary', {}, 'Go on with a game of yours'), ...known.list.slice(0, SHOWN_MAX).map(button));
}

// Scenarios under the titles of their games.
function scenarioSelect({ games, scenarios }, last) {
  const option = (scenario) => el('option', { value: scenario.id }, scenario.title);
  const groups = games.map((game) => [game.title, scenarios.filter((scenario) => scenario.game === game.id)]).filter(([, list]) => list.length);
  const select = el('select', { name: 'scenario', id: 'scenario' }, ...groups.map(([title, list]) => el('optgroup', { label: title }, ...list.map(option))));
  if (scenarios.some(({ id }) => id === last)) select.value = last;
  return select;
}

function wishOf(form, bar) {
  const { scenario, french, coalition, seed } = form.elements;
  const watched = french.value !== 'human' && coalition.value !== 'human';
  return { scenario: scenario.value, french: french.value, coalition: coalition.value, bar: bar.checked, overrides: overridesOf(form), seed: seed.value.trim(), pace_ms: watched ? 700 : 0 };
}

// Asks for a new game; start(wish) must throw an Error if the server refuses.
export async function newGameDialog(catalogue, last, known, start, tour) {
  const select = scenarioSelect(catalogue, last?.scenario);
  const seats = [seatField('french', last?.french ?? 'human'), seatField('coalition', last?.coalition ?? 'level:3')];
  const options = el('div');
  const message = el('p', { role: 'alert', id: 'new-message' });
  const fill = async () => {
    const scenario = catalogue.scenarios.find(({ id }) => id === select.value);
    const about = catalogue.games.find(({ id }) => id === scenario?.game);
    for (const seat of seats) seat.name(about);
    if (!about) return;
    try {
      const own = await optionsOf(about, scenario);
      if (select.value === scenario.id) options.replaceChildren(...own, ...ruleFields(scenario));
    } catch (error) {
      message.textContent = error.message;
    }
  };
  const bar = el('input', { type: 'checkbox', id: 'with-bar' });
  bar.checked = last?.bar ?? true;
  const form = el('form', { method: 'dialog' },
    el('div', { class: 'field' }, el('label', { for: 'scenario' }, 'Scenario'), select), ...seats.map(({ field }) => field),
    el('div', { class: 'field' }, bar, el('label', { for: 'with-bar' }, 'Show winning chances')),
    el('details', {}, el('summary', {}, 'Rules, set-up and seed'), options,
      el('div', { class: 'field' }, el('label', { for: 'seed' }, 'Seed (empty: nobody knows)'), el('input', { type: 'text', id: 'seed', name: 'seed', inputmode: 'numeric', pattern: '[0-9]*' }))),
    message,
    el('div', { class: 'buttons' }, el('button', { type: 'button', onclick: () => { dialog.close(); tour(); } }, 'Show me around'), el('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'), el('button', { type: 'submit', class: 'primary', id: 'start-game' }, 'Start')));
  select.addEventListener('change', fill);
  await fill();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('#start-game');
    if (button.disabled) return;
    button.disabled = true;
    message.textContent = 'Setting up the game \u2026'; // boards and what the machine knows take a second or more to load
    try {
      await start(wishOf(form, bar));
      if (dialog.open) dialog.close();
      $('decision').focus({ preventScroll: true }); // not before: what lies under the dialog takes none
    } catch (error) {
      message.textContent = error.message;
    } finally {
      button.disabled = false;
    }
  });
  open('New game', ...[goOnField(catalogue, known)].filter(Boolean), form);
  select.focus();
}

// ---- settings ----

function checkField(id, label, value) {
  const input = el('input', { type: 'checkbox', id });
  input.checked = value;
  return [input, el('div', { class: 'field' }, input, el('label', { for: id }, label))];
}

export function settingsDialog(settings, state, apply) {
  const PACE_MAX_MS = 10000;
  const [bar, barField] = checkField('set-bar', 'Show winning chances', state ? state.bar : true);
  const [plans, plansField] = checkField('set-plans', 'Show what the machine expects and its own view of the chances (this tells of its hand; what only it may know is not named)', state?.plans ?? false);
  const [keys, keyField] = checkField('set-keys', 'Keyboard shortcuts: 1 to 9 choose, 0 the end of a longer list, U undo, H hint, L log, M map', settings.shortcuts);
  const [hover, hoverField] = checkField('set-hover', 'Describe places under the mouse', settings.hover);
  const pace = el('input', { type: 'number', id: 'set-pace', min: '0', max: String(PACE_MAX_MS), step: '100', value: String(state?.pace_ms ?? 0) });
  const use = () => {
    dialog.close();
    apply({ bar: bar.checked, plans: plans.checked, shortcuts: keys.checked, hover: hover.checked, pace_ms: Math.max(0, Math.min(PACE_MAX_MS, Number(pace.value) || 0)) });
  };
  open('Settings', barField, plansField, keyField, hoverField, el('div', { class: 'field' }, el('label', { for: 'set-pace' }, 'Pause before each decision of the machine (ms)'), pace),
    el('div', { class: 'buttons' }, el('button', { onclick: () => dialog.close() }, 'Cancel'), el('button', { class: 'primary', onclick: use }, 'Use these')));
}

// ---- two people ----

// Hides everything until the other one is there.
export function curtain(seat, lift) {
  const box = $('curtain');
  box.replaceChildren(el('h2', { id: 'curtain-title' }, `${sentence(sideWords(seat))} decides`), el('p', {}, 'Hand the screen over. What the other side may not see is hidden now.'),
    el('button', { id: 'lift-curtain', onclick: () => { box.close(); lift(); } }, `I play ${sideWords(seat)}`));
  box.addEventListener('cancel', (event) => event.preventDefault());
  if (!box.open) box.showModal();
  $('lift-curtain').focus();
}
export const curtainIsDown = () => $('curtain').open;
