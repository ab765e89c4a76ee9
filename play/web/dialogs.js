// dialogs.js: new game, settings, the curtain between two people, the tour.
import { el } from './panels.js';
import { SIDE, TOUR } from './words.js';

const $ = (id) => document.getElementById(id);
const dialog = $('dialog');

function open(title, ...content) {
  dialog.replaceChildren(el('h2', { id: 'dialog-title' }, title), ...content);
  if (!dialog.open) dialog.showModal();
}
export const closeDialog = () => dialog.open && dialog.close();

// Asks yes or no.
export const confirmBox = (title, text, yes) => new Promise((resolve) => {
  const answer = (value) => { dialog.close(); resolve(value); };
  dialog.addEventListener('close', () => resolve(false), { once: true });
  open(title, el('p', {}, text), el('div', { class: 'buttons' }, el('button', { onclick: () => answer(false) }, 'No'), el('button', { class: 'primary', onclick: () => answer(true) }, yes)));
});

const LEVELS = ['beginner', '', '', 'easy', '', 'fair', '', 'strong', '', 'strongest'];

function seatField(seat, chosen) {
  const options = [el('option', { value: 'human' }, 'A person at this screen'),
    ...LEVELS.map((word, i) => el('option', { value: `level:${i + 1}` }, `Level ${i + 1}${word ? ` (${word})` : ''}`)),
    ...[1, 3, 10].map((s) => el('option', { value: `mcts:time=${s}` }, `Full strength, ${s} s a decision`)),
    el('option', { value: 'heuristic' }, 'Rules of thumb'), el('option', { value: 'random' }, 'Random moves')];
  const select = el('select', { name: seat, id: `seat-${seat}` }, ...options);
  select.value = chosen;
  return el('div', { class: 'field' }, el('label', { for: `seat-${seat}` }, `${SIDE[seat]}, played by`), select);
}

function optionFields(scenario) {
  const setup = scenario.setup ?? {};
  const number = (label, name, value, min, max) => el('div', { class: 'field' }, el('label', { for: name }, label), el('input', { type: 'number', id: name, name, min: String(min), max: String(max), value: String(value), 'data-initial': String(value) }));
  const numbers = setup.hand ? [number('French hand', 'setup.hand.french', setup.hand.french, 0, 10), number('Coalition hand', 'setup.hand.coalition', setup.hand.coalition, 0, 10),
    number('Last year', 'setup.last_year', setup.last_year, setup.first_year, 1815)] : [];
  const switches = (scenario.option_definitions ?? []).map((option) => {
    const value = scenario.options?.[option.id] ?? option.default;
    const box = el('input', { type: 'checkbox', id: `option-${option.id}`, name: `options.${option.id}`, 'data-initial': String(value) });
    box.checked = value;
    return el('div', { class: 'field' }, box, el('label', { for: `option-${option.id}` }, `${option.name} (${option.clause})`));
  });
  return [...numbers, ...switches];
}

function overridesOf(form) {
  return [...form.querySelectorAll('[data-initial]')].flatMap((input) => {
    const value = input.type === 'checkbox' ? String(input.checked) : input.value;
    return value === input.dataset.initial ? [] : [`${input.name}=${value}`];
  });
}

const playerWords = (spec) => (spec === 'human' ? 'you' : spec.replace('level:', 'level '));

// Games of this browser that can be gone on with: known.list, known.open(game).
function goOnField(known) {
  if (!known.list.length) return null;
  const button = (game) => el('button', { type: 'button', class: 'go-on', onclick: () => { dialog.close(); known.open(game); } }, `${game.title}: ${game.where}`,
    el('small', {}, ` France: ${playerWords(game.seats.french)}, Coalition: ${playerWords(game.seats.coalition)}, ${new Date(game.at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}`));
  return el('details', { id: 'go-on', open: true }, el('summary', {}, 'Go on with a game of yours'), ...known.list.slice(0, 5).map(button));
}

// Asks for a new game; start(wish) must throw an Error if the server refuses.
export function newGameDialog(list, last, known, start, tour) {
  const select = el('select', { name: 'scenario', id: 'scenario' }, ...list.map((scenario) => el('option', { value: scenario.id }, scenario.title)));
  if (last?.scenario && list.some((s) => s.id === last.scenario)) select.value = last.scenario;
  const options = el('div');
  const fill = () => options.replaceChildren(...optionFields(list.find((scenario) => scenario.id === select.value)));
  const message = el('p', { role: 'alert', id: 'new-message' });
  const bar = el('input', { type: 'checkbox', id: 'with-bar' });
  bar.checked = last?.bar ?? true;
  const form = el('form', { method: 'dialog' },
    el('div', { class: 'field' }, el('label', { for: 'scenario' }, 'Scenario'), select),
    seatField('french', last?.french ?? 'human'), seatField('coalition', last?.coalition ?? 'level:3'),
    el('div', { class: 'field' }, bar, el('label', { for: 'with-bar' }, 'Show winning chances')),
    el('details', {}, el('summary', {}, 'Rules, set-up and seed'), options,
      el('div', { class: 'field' }, el('label', { for: 'seed' }, 'Seed (empty: nobody knows)'), el('input', { type: 'text', id: 'seed', name: 'seed', inputmode: 'numeric', pattern: '[0-9]*' }))),
    message,
    el('div', { class: 'buttons' }, el('button', { type: 'button', onclick: () => { dialog.close(); tour(); } }, 'Show me around'), el('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'), el('button', { type: 'submit', class: 'primary', id: 'start-game' }, 'Start')));
  select.addEventListener('change', fill);
  fill();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const wish = { scenario: select.value, french: form.elements.french.value, coalition: form.elements.coalition.value, bar: bar.checked, overrides: overridesOf(form), seed: form.elements.seed.value.trim() };
    const watched = wish.french !== 'human' && wish.coalition !== 'human';
    wish.pace_ms = watched ? 700 : 0;
    try {
      await start(wish);
      if (dialog.open) dialog.close();
    } catch (error) {
      message.textContent = error.message;
    }
  });
  open('New game', ...[goOnField(known)].filter(Boolean), form);
  select.focus();
}

export function settingsDialog(settings, state, apply) {
  const box = (id, label, value) => {
    const input = el('input', { type: 'checkbox', id });
    input.checked = value;
    return [input, el('div', { class: 'field' }, input, el('label', { for: id }, label))];
  };
  const [bar, barField] = box('set-bar', 'Show winning chances', state ? state.bar : true);
  const [plans, plansField] = box('set-plans', 'Show what the machine expects and its own view of the chances (this tells of its hand; cards and corps are not named)', state?.plans ?? false);
  const [keys, keyField] = box('set-keys', 'Keyboard shortcuts: 1 to 9 choose, U undo, H hint, L log, M map', settings.shortcuts);
  const [hover, hoverField] = box('set-hover', 'Describe areas under the mouse', settings.hover);
  const pace = el('input', { type: 'number', id: 'set-pace', min: '0', max: '10000', step: '100', value: String(state?.pace_ms ?? 0) });
  open('Settings', barField, plansField, keyField, hoverField, el('div', { class: 'field' }, el('label', { for: 'set-pace' }, 'Pause before each decision of the machine (ms)'), pace),
    el('div', { class: 'buttons' }, el('button', { onclick: () => dialog.close() }, 'Cancel'), el('button', { class: 'primary', onclick: () => { dialog.close(); apply({ bar: bar.checked, plans: plans.checked, shortcuts: keys.checked, hover: hover.checked, pace_ms: Math.max(0, Math.min(10000, Number(pace.value) || 0)) }); } }, 'Use these')));
}

// Two people at one screen: hides everything until the other one is there.
export function curtain(seat, lift) {
  const box = $('curtain');
  box.replaceChildren(el('h2', { id: 'curtain-title' }, `${SIDE[seat]} decides`), el('p', {}, 'Hand the screen over. What the other side may not see is hidden now.'),
    el('button', { id: 'lift-curtain', onclick: () => { box.close(); lift(); } }, `I play ${SIDE[seat]}`));
  box.addEventListener('cancel', (event) => event.preventDefault());
  if (!box.open) box.showModal();
  $('lift-curtain').focus();
}
export const curtainIsDown = () => $('curtain').open;

export function tour() {
  let at = 0;
  const box = $('tour'), ring = $('tour-ring'), card = $('tour-card');
  const back = document.activeElement;
  const end = () => { box.hidden = true; document.removeEventListener('keydown', key); localStorage.setItem('marshal-toured', '1'); back?.focus?.(); };
  const show = () => {
    const [selector, title, text] = TOUR[at];
    const target = document.querySelector(selector);
    target.scrollIntoView({ block: 'nearest' });
    const r = target.getBoundingClientRect();
    Object.assign(ring.style, { left: `${r.left - 4}px`, top: `${r.top - 4}px`, width: `${r.width + 8}px`, height: `${r.height + 8}px` });
    card.replaceChildren(el('h2', { id: 'tour-title' }, title), el('p', {}, text), el('p', {}, `${at + 1} of ${TOUR.length}`),
      el('div', { class: 'buttons' }, el('button', { onclick: end }, 'Close'), el('button', { onclick: () => { at -= 1; show(); }, disabled: at === 0 }, 'Back'),
        el('button', { class: 'primary', id: 'tour-next', onclick: () => { at += 1; if (at < TOUR.length) show(); else end(); } }, at + 1 < TOUR.length ? 'Next' : 'Done')));
    const w = card.offsetWidth, h = card.offsetHeight;
    const below = r.bottom + h + 16 < innerHeight;
    const above = r.top - h - 16 > 0;
    const x = Math.max(8, Math.min(innerWidth - w - 8, r.left));
    const y = below ? r.bottom + 12 : above ? r.top - h - 12 : Math.max(8, (innerHeight - h) / 2);
    Object.assign(card.style, { left: `${x}px`, top: `${y}px` });
    $('tour-next').focus();
  };
  const key = (event) => { if (event.key === 'Escape') end(); };
  document.addEventListener('keydown', key);
  box.hidden = false;
  show();
}
