// words.js: the key to the map of Napoleon against Europe, and names of its phases and marks.

import { el } from '/shell/dom.js';

export const SIDE = { empire: 'Empire', coalition: 'Coalition', none: 'Neutral' };
export const SEAT_OF = { empire: 'french', coalition: 'coalition', none: 'none' };
export const SIDE_OF = { french: 'empire', coalition: 'coalition' };
export const other = (side) => (side === 'empire' ? 'coalition' : 'empire');

// A part of a bar as wide as its share of it. The page's rules allow no style in the text of an element.
export function bar(share, kind = '') {
  const part = el('span', { class: kind });
  part.style.width = `${Math.round(share * 100)}%`;
  return part;
}

// id in the position, name, clause of the rules, what happens
export const PHASES = [
  ['war_declarations', 'War', '7.1', 'Each side may declare war on neutral powers.'],
  ['hands', 'Hands', '7.2', 'Each side fills its hand from its draw pile, and may discard.'],
  ['budget', 'Budget', '7.3', 'Every power gets its resources and spends them on corps, armies, fleets and depots.'],
  ['diplomacy', 'Diplomacy', '7.4', 'Cards are played to win nations over, or to make protectorates.'],
  ['neutral_moves', 'Neutrals', '7.5', 'Powers at peace move their forces within their own land.'],
  ['redeployment', 'Redeploy', '7.6', 'Forces walk to new places through land where they are in supply.'],
  ['rounds', 'Rounds', '9', 'The sides take turns: a card for its action points or its event, or a single point, and forces march.'],
  ['end_of_activations', 'End of rounds', '5.1', 'Forces are tested for supply, generals come back.'],
  ['conquests', 'Conquests', '18', 'Powers whose key zones are held surrender; terms of peace are set.'],
  ['victory', 'Victory', '19', 'Points for what is held; the game may end.'],
];

export const STATUS = {
  belligerent: 'at war', neutral: 'neutral', empire_ally: 'ally of the Empire', coalition_ally: 'ally of the Coalition', forced_peace: 'forced peace', forced_alliance: 'forced alliance',
  protectorate: 'protectorate of the Empire', territory: 'annexed', not_created: 'not founded', dissolved: 'dissolved', part_of_naples: 'part of Naples',
};
export const statusWords = (status) => STATUS[status] ?? status.replaceAll('_', ' ');

// Colours of nations: background and ink of their counters.
const COLOURS = {
  france: ['#1c4f91', '#fff'], grande_bretagne: ['#a3122b', '#fff'], autriche: ['#f7f3e6', '#1d2530'], russie: ['#2c6a3f', '#fff'],
  prusse: ['#3b4350', '#fff'], espagne: ['#c98a00', '#1d1400'], turquie: ['#0f6f78', '#fff'],
};
export const colours = (nation) => COLOURS[nation] ?? ['#6b4a86', '#fff'];

// What the fill of a zone says, by the side that controls it and whether its owner is at war.
export const GROUND = [
  ['empire', 'Controlled by the Empire'], ['coalition', 'Controlled by the Coalition'], ['none', 'Of a power at peace or neutral'],
];
export const BORDERS = [
  ['river', 'River: one more point, the attacker fights at a disadvantage'], ['river_bridge', 'River with a bridge'], ['mountain_pass', 'Mountains with a pass: one more point'],
  ['mountain', 'Mountains: two more points; no line of supply'], ['strait', 'Strait: crossed while the enemy does not hold the sea alone'], ['wall', 'No way across: the two zones do not count as neighbours'],
];
export const LINK_WORDS = 'A line between zones that are neighbours without touching here';

// Entries of the log that only repeat what a side has decided: no news to it.
export const OWN_DEEDS = new Set(['action', 'card_played', 'card_discarded', 'war_declared', 'transfer', 'purchase', 'placed', 'step_gained', 'taken_off', 'activated', 'forced_march', 'moved', 'walked', 'redeployed', 'sailed', 'sailed_covered']);

// Lines of the log about pieces that a side loses in one place, for one reason, as one: "A loses a step; B is eliminated in Ulm, in
// battle."
export function lossesTogether(last, line) {
  const told = ({ text, event }) => (['step_lost', 'eliminated'].includes(event?.kind) ? /^(.+ (?:loses a step|is eliminated))( in .+)$/.exec(text) : null);
  const [first, second] = [told(last), told(line)];
  const together = first && second && last.event.seat === line.event.seat && first[2] === second[2];
  return together ? `${first[1]}; ${second[1]}${first[2]}` : null;
}

// Steps of one march as one line: "A marches from Hanovre by Berg to Erfurt, 3 points left."
export function marchTogether(last, line) {
  const told = ({ text, event }) => (event?.kind === 'moved' ? /^(.+ marches) from (.+?)(?: by (.+?))? to ([^,]+)(, \d+ points? left.*)$/.exec(text) : null);
  const [first, second] = [told(last), told(line)];
  if (!first || !second || first[1] !== second[1] || first[4] !== second[2]) return null;
  return `${first[1]} from ${first[2]} by ${[first[3], first[4]].filter(Boolean).join(', ')} to ${second[4]}${second[5]}`;
}

// Pieces that leave the map for one reason as one line: "A, B leave the map, to the reserve."
export function leavingTogether(last, line) {
  const told = ({ text, event }) => (event?.kind === 'taken_off' ? /^(.+) leaves? the map, (.+)$/.exec(text) : null);
  const [first, second] = [told(last), told(line)];
  return first && second && last.event.seat === line.event.seat && first[2] === second[2] ? `${first[1]}, ${second[1]} leave the map, ${first[2]}` : null;
}

// Signs on counters.
export const MARKS = { unsupplied: ['?', 'out of supply'], demoralised: ['~', 'demoralised'], activated: ['\u2713', 'has marched this round'] };

export const SYMBOLS = [
  ['\u2605', 'Capital'], ['\u25C6', 'Key zone: decides conquests'], ['1', 'Fortress and its level, in the colour of the side it obeys; crossed out: destroyed; a red ring with a number: besieged, with the siege marker'],
  ['\u2248', 'Marsh or desert: entering costs two points'], ['\u2234', 'Poor land: attrition is harder'],
];

export const TOUR = [
  ['#map-holder', 'The map', 'Blue land is controlled by the Empire, orange by the Coalition, cream belongs to powers at peace. Use the wheel, two fingers, or + and \u2212 to zoom: closer counters tell who commands. Tap a zone to see all that stands there.'],
  ['#map-holder', 'Forces', 'A counter has the colour of its nation and a frame of its side; the number is the strength in steps. Rest the mouse on one to see how far it can march and where its supply comes from. On its march a click on any zone within reach takes it there.'],
  ['#tab-hand', 'Your cards', 'A card is an event, or action points, or money for diplomacy: never all of it.'],
  ['#tab-nations', 'Nations', 'Who stands with whom, and what is known of conquests and forced peace. Budgets have a sheet of their own.'],
];
