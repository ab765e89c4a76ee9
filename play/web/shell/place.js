// place.js: places of the map: what a click on one means, and the card that describes it.
import { $, el } from './dom.js';
import { app } from './state.js';

export const choicesAt = (place) => (app.state?.choices ?? []).filter((choice) => place && choice.place === place);

// A click on a place, or on none: one choice there is taken at once by choose; of several the buttons are shown.
export function placeClicked(id, choose) {
  if (!app.state || !app.view) return;
  if (!id) { $('place-card').hidden = true; return; }
  const fitting = choicesAt(id);
  if (fitting.length === 1 && !app.review) { choose(fitting[0]); return; }
  showPlace(id);
  for (const button of $('choices').querySelectorAll('.choice-button')) button.classList.toggle('narrowed', fitting.some((choice) => choice.move === button.dataset.move));
  $('choices').querySelector('.narrowed')?.scrollIntoView({ block: 'nearest' });
}

// Where the pointer was last on the map, or null.
let pointer = null;

// The card stands at the right, or at the left where it would cover what the pointer is at: a stack that rests under it cannot be dragged.
function standClear(card) {
  const ROOM = 40; // pixels: a counter and what is next to it
  card.classList.remove('left');
  if (!pointer) return;
  const { left, right, top, bottom } = card.getBoundingClientRect();
  card.classList.toggle('left', pointer.x > left - ROOM && pointer.x < right + ROOM && pointer.y > top - ROOM && pointer.y < bottom + ROOM);
}

// The card of a place. Who opened it by a button finds the focus there, and back at that button afterwards.
export function showPlace(id, opener) {
  const about = app.view.place?.(id, app.state);
  if (!about) return;
  const card = $('place-card');
  const close = () => { card.hidden = true; opener?.focus(); };
  card.replaceChildren(el('h2', {}, about.title, el('button', { class: 'close', 'aria-label': 'Close', onclick: close }, '\u00D7')), ...about.body);
  card.hidden = false;
  card.closing = close;
  card.opener = opener;
  card.rested = false;
  standClear(card);
  if (opener) card.querySelector('.close').focus();
}

// Shows a place that something on the page names. stay: the focus remains where it is.
export function look(id, stay) {
  const card = $('place-card');
  const within = card.contains(document.activeElement);
  const opener = stay ? null : within ? (card.opener ?? $('map')) : document.activeElement;
  showPlace(id, opener);
  app.view.canvas?.centre(id);
}

// Puts a card away that nobody asked for by a click.
function unasked() {
  const card = $('place-card');
  if (card.rested && !card.contains(document.activeElement)) card.hidden = true;
}

function rest(id) {
  const card = $('place-card');
  if (!app.state || !app.view || card.contains(document.activeElement)) return;
  if (app.view.worthACard && !app.view.worthACard(id, app.state)) { unasked(); return; }
  showPlace(id);
  card.rested = true;
}

// Describes the place the mouse rests on.
export function hoverPlaces() {
  const REST_MS = 450;
  let timer = 0, last = null;
  const follow = (event) => { pointer = { x: event.clientX, y: event.clientY }; };
  $('map-holder').addEventListener('pointerdown', (event) => { follow(event); clearTimeout(timer); }); // what is dragged is not asked about
  $('map-holder').addEventListener('pointermove', (event) => {
    follow(event);
    if (event.buttons) unasked(); // it would lie where something is dragged to
    if (!app.settings.hover || event.pointerType !== 'mouse' || event.buttons || !app.state) return;
    const within = event.target.closest?.('[data-place]')?.dataset.place;
    const id = within ?? (app.view?.canvas?.svg.contains(event.target) ? app.view.canvas.placeAt(event) : null);
    if (id === last) return;
    last = id;
    clearTimeout(timer);
    if (id) timer = setTimeout(() => rest(id), REST_MS);
  });
  $('map-holder').addEventListener('pointerleave', () => { pointer = null; clearTimeout(timer); });
}
