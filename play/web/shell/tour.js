// tour.js: shows a newcomer around: what stands where, and what it is for.
import { $, el } from './dom.js';
import { app } from './state.js';
import { TOUR } from './words.js';

const visible = ([selector]) => { const target = document.querySelector(selector); return target && target.getClientRects().length > 0; };

export const tourIsOn = () => !$('tour').hidden;

export function tour() {
  const steps = [...TOUR.before, ...(app.view?.tour ?? []), ...TOUR.after].filter(visible);
  const box = $('tour'), ring = $('tour-ring'), card = $('tour-card');
  const back = document.activeElement;
  let at = 0;
  const end = () => { box.hidden = true; document.removeEventListener('keydown', key); back?.focus?.(); };
  const to = (next) => { at = next; if (at < steps.length) show(); else end(); };
  const show = () => {
    const [selector, title, text] = steps[at];
    const target = document.querySelector(selector);
    target.scrollIntoView({ block: 'nearest' });
    const r = target.getBoundingClientRect();
    Object.assign(ring.style, { left: `${r.left - 4}px`, top: `${r.top - 4}px`, width: `${r.width + 8}px`, height: `${r.height + 8}px` });
    card.replaceChildren(el('h2', { id: 'tour-title' }, title), el('p', {}, text), el('p', {}, `${at + 1} of ${steps.length}`),
      el('div', { class: 'buttons' }, el('button', { onclick: end }, 'Close'), el('button', { onclick: () => to(at - 1), disabled: at === 0 }, 'Back'),
        el('button', { class: 'primary', id: 'tour-next', onclick: () => to(at + 1) }, at + 1 < steps.length ? 'Next' : 'Done')));
    placeCard(card, r);
    $('tour-next').focus();
  };
  const key = (event) => { if (event.key === 'Escape') end(); };
  document.addEventListener('keydown', key);
  box.hidden = false;
  show();
}

// Below what is shown, or above it, or where there is room for neither in the middle.
function placeCard(card, r) {
  const w = card.offsetWidth, h = card.offsetHeight;
  const below = r.bottom + h + 16 < innerHeight;
  const above = r.top - h - 16 > 0;
  card.style.left = `${Math.max(8, Math.min(innerWidth - w - 8, r.left))}px`;
  card.style.top = `${below ? r.bottom + 12 : above ? r.top - h - 12 : Math.max(8, (innerHeight - h) / 2)}px`;
}
