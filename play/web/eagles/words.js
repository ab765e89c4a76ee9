// words.js: what the page calls things, and the colours of Napoleon's Eagles.
import { el } from '/shell/dom.js';

export const SIDE = { france: 'France', coalition: 'The Coalition', neutral: 'Neutral', unformed: 'Not formed' };
export const SEAT_OF = { france: 'french', coalition: 'coalition', neutral: 'none', unformed: 'none' };
export const SIDE_OF = { french: 'france', coalition: 'coalition' };
export const other = (side) => (side === 'france' ? 'coalition' : 'france');

// A part of a bar as wide as its share of it. The page's rules allow no style in the text of an element.
export function bar(share, kind = '') {
  const part = el('span', { class: kind });
  part.style.width = `${Math.round(share * 1000) / 10}%`;
  return part;
}

export const TYPES = {
  I: 'infantry', GI: 'Guard infantry', L: 'Landwehr', M: 'militia', P: 'partisans', K: 'legion infantry', C: 'cavalry', GC: 'Guard cavalry', CC: 'Cossacks', CT: 'recruits of cavalry', S: 'squadrons', T: 'transports',
};
// The name of so many counters of a type: squadron, squadrons.
const ONE = { S: 'squadron', T: 'transport', CC: 'Cossack', P: 'partisan' };
export const typeName = (type, n) => (n === 1 ? ONE[type] : null) ?? TYPES[type] ?? type;
export const CAVALRY = ['C', 'GC', 'CC'];

// Families of supply and command: ground and ink of their counters, and who they are.
export const COLOURS = {
  blue: ['#1c4f91', '#ffffff', 'Blue: France and her satellites'], red: ['#a3122b', '#ffffff', 'Red: England and her allies'], white: ['#f7f3e6', '#1d2530', 'White: Austria'],
  grey: ['#565f6b', '#ffffff', 'Grey: Prussia'], green: ['#2c6a3f', '#ffffff', 'Green: Russia'], yellow: ['#e8bb2d', '#1d1400', 'Yellow: Spain'],
};
export const colours = (colour) => COLOURS[colour] ?? ['#8a8474', '#ffffff', ''];

export const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
export const monthName = (month) => MONTHS[month - 1] ?? '';

export const TERRAIN = {
  clear: ['clear', '1 movement point'], forest: ['forest', '2 points, +1 for the defender'], swamp: ['swamp', '2 points, +1 for the defender; clear in winter'], low_mountain: ['low mountains', '2 points, +2 for the defender'],
  high_mountain: ['high mountains', '3 points, +2 for the defender'], lake: ['lake', 'no way across but in winter'], desert: ['desert', '2 points'], sand: ['sand', '2 points, +1 for the defender'],
};

// Signs of the map for its key: what is painted, and what it says.
export const GROUND = [
  ['france', 'Land of France and her friends'], ['coalition', 'Land of the Coalition'], ['none', 'Neutral land'], ['shut', 'Closed: nobody goes there in this scenario'],
  ['forest', 'Forest: 2 points, +1 for the defender'], ['low', 'Low mountains: 2 points, +2'], ['high', 'High mountains: 3 points, +2'], ['swamp', 'Swamp: 2 points, +1; clear in winter'],
];
export const SIGNS = [
  ['\u2605', 'Capital'], ['\u25A0', 'Major city; ringed in red, green or blue: produces troops, Landwehr or ships'], ['\u25CF', 'Minor city'], ['\u2693', 'Port'],
  ['\u25C9', 'Golden ring: the city decides the scenario'], [')(', 'Pass: mountains beyond it cost 1 point'], ['=', 'Bridge: a river costs no point there'], ['\u2694', 'Battle'], ['\u2228\u2228', 'Zigzag below a counter: entrenched, +1 for the defender'],
];
export const LINES = [['river', 'River: one more point, +2 for the defender behind it'], ['border', 'Border of a state'], ['ferry', 'Ferry across a strait'], ['passed', 'Passed over, but may still move: a click takes the stack up']];
export const MARKS = { unsupplied: ['?', 'out of supply'], moved: ['\u2713', 'has moved'], out: ['!', 'out of combat'] };

// What a side has just done itself, which is no news to it.
export const OWN_DEEDS = new Set(['moved', 'declared', 'control', 'entrenched', 'advance', 'built', 'sailed', 'war_declared', 'shelter', 'arrived']);

export const TOUR = [
  ['#map-holder', 'The map', 'Every hexagon is 40 miles across. Blue land belongs to France and her friends, orange to the Coalition. The wheel, two fingers or + and \u2212 zoom; a tap on a hex tells what is there.'],
  ['#map-holder', 'Stacks', 'A counter has the colour of its army and a frame of its side; the number is its strength points. Rest the mouse on one to see how far it can go; drag it to march the whole of it there. Red arrows are attacks that have been declared.'],
  ['#tab-victory', 'Who wins', 'Which cities decide, and who holds them now.'],
];
