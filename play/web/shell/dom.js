// dom.js: elements of the page, made and replaced.

export const $ = (id) => document.getElementById(id);

const there = (child) => child !== null && child !== undefined;

export const el = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === 'onclick') element.addEventListener('click', value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter(there));
  return element;
};

const SVG = 'http://www.w3.org/2000/svg';

export const svg = (name, attributes = {}, ...children) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (there(value)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

// Puts children into a box unless the same stand there already: what is open in it stays open, what is focused stays so. If they
// differ the focus goes to what is now where it was. Returns whether they did.
export function redraw(box, ...children) {
  const html = children.map((child) => child?.outerHTML ?? child ?? '').join('');
  if (box.drawn?.html === html && box.drawn.first === box.firstChild) return false;
  const stops = () => [...box.querySelectorAll('button, select, summary')];
  const at = stops().indexOf(document.activeElement);
  box.replaceChildren(...children.filter(there));
  box.drawn = { html, first: box.firstChild };
  if (at >= 0) (stops()[at] ?? box).focus({ preventScroll: true });
  return true;
}
