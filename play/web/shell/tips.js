// tips.js: explanations of words, numbers and symbols. One mechanism for all: whatever has data-tip opens it by a click, a tap,
// Enter or the mouse resting on it; Escape, another click or the same one again closes it. Titles of the browser will not do:
// fingers and keyboards cannot reach them.
import { el } from './dom.js';

const REST_MS = 350; // the mouse rests so long before the text opens
const AWAY_MS = 250; // and may be away so long, on its way to the text, before that closes

const box = document.getElementById('tip'); // always there: a live region that is only then made is not read aloud
let anchor = null; // what is being explained
let kept = false;  // opened on purpose: stays until closed on purpose
let timer = 0;
let mouse = null;  // where it was last
let slid = false;  // what lies under it has come there by itself

// A word that explains itself.
export const term = (label, tip, attributes = {}) => el('button', { type: 'button', ...attributes, class: `term ${attributes.class ?? ''}`, 'data-tip': tip }, label);

export function closeTip() {
  clearTimeout(timer);
  anchor = null;
  kept = false;
  box.replaceChildren();
}

// Beside what it explains; closes it if that is no more to be seen.
export function placeTip() {
  if (!anchor) return;
  const at = anchor.getBoundingClientRect();
  if (!anchor.isConnected || at.width === 0) { closeTip(); return; }
  box.style.left = '0px'; // its natural width first
  const { offsetWidth: w, offsetHeight: h } = box;
  const above = at.top - h > 10; // what stands below has often not been read yet
  box.style.left = `${Math.max(6, Math.min(innerWidth - w - 6, at.left))}px`;
  box.style.top = `${above ? at.top - h - 5 : Math.max(6, Math.min(innerHeight - h - 6, at.bottom + 5))}px`;
}

function openTip(target, onPurpose) {
  clearTimeout(timer);
  anchor = target;
  kept = onPurpose;
  box.textContent = target.dataset.tip;
  placeTip();
}

function clicked(event) {
  const target = event.target.closest('[data-tip]');
  if (target && !(anchor === target && kept)) openTip(target, true);
  else closeTip();
}

function rested(event) {
  if (event.pointerType !== 'mouse' || kept) return;
  const target = event.target.closest?.('[data-tip]');
  if (event.target.closest?.('#tip') || (target && target === anchor)) { clearTimeout(timer); return; }
  clearTimeout(timer);
  if (target) timer = setTimeout(() => openTip(target, false), REST_MS);
  else if (anchor) timer = setTimeout(closeTip, AWAY_MS);
}

// What a new decision slides under a mouse at rest is not what the mouse has gone to: its text would lie on the choices.
function over(event) {
  slid = event.pointerType === 'mouse' && mouse !== null && event.clientX === mouse.x && event.clientY === mouse.y;
  if (!slid) rested(event);
  else if (anchor && !kept && !anchor.matches(':hover')) closeTip();
}

function moved(event) {
  if (event.pointerType !== 'mouse') return;
  mouse = { x: event.clientX, y: event.clientY };
  if (slid) rested(event);
  slid = false;
}

// In a list of many explanations only one is a stop of Tab; the arrow keys go through them.
export function oneStop(list) {
  const all = () => [...list.querySelectorAll('[data-tip]')];
  const stop = (target) => { for (const one of all()) one.tabIndex = one === target ? 0 : -1; };
  if (!list.oneStop) {
    list.oneStop = true;
    list.addEventListener('focusin', (event) => { if (event.target.matches('[data-tip]')) stop(event.target); });
    list.addEventListener('keydown', (event) => {
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      const tips = all();
      const next = tips[tips.indexOf(event.target) + step];
      if (!step || !event.target.matches('[data-tip]')) return;
      event.preventDefault();
      next?.focus();
    });
  }
  if (!list.contains(document.activeElement)) stop(all().at(-1));
}

document.addEventListener('click', clicked);
document.addEventListener('pointerover', over);
document.addEventListener('pointermove', moved, { passive: true });
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') closeTip(); });
document.addEventListener('scroll', placeTip, { capture: true, passive: true });
addEventListener('resize', placeTip);
