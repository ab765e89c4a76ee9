// words.js: the key to the map of Age of Napoleon, and names of its phases.

export const SIDE = { french: 'France', coalition: 'Coalition', none: 'Of neutral countries' };
export const ALIGNMENT = {
  FR: 'France', FD: 'French dominion', FA: 'French ally', NC: 'Neutral', CM: 'Coalition member', IC: 'Insurgent',
};
// id in the position, name, chapter of the rules, part of the program's help
export const PHASES = [
  ['diplomacy', 'Diplomacy', '7', 'diplomacy'], ['insurrection', 'Insurrections', '8', 'insurrection'], ['strategy', 'Strategy', '9', 'strategy'],
  ['reinforcement', 'Reinforcements', '10', 'reinforcement'], ['campaign', 'Campaign', '11-13', 'campaign'], ['surrender', 'Surrender', '14', 'surrender'],
  ['winter_attrition', 'Winter', '15', 'winter'], ['victory_check', 'Victory', '16', 'victory'],
];

// Lines between areas that do not touch.
export const LINKS = {
  strait: 'Strait: armies may cross; the French only while neither shore is of the Coalition',
  ice: 'Frozen sea: armies may cross in the winter rounds',
};

// Symbols of the map.
export const SYMBOLS = [
  ['\u2605', 'Capital: holding it decides surrender and stops an army that enters it'],
  ['\u25B2', 'Mountains: entering them costs attrition'],
  ['\u2248', 'Marsh: entering it costs attrition'],
  ['\u2234', 'Barren land: winter is harder there'],
];

export const TOUR = [
  ['#map-holder', 'The map', 'Areas are coloured by alignment: blues for France and its friends, orange for the Coalition, cream for neutrals. Drag to move it, use the wheel, two fingers, or + and \u2212 to zoom. Tap an area to see who stands there. An army of yours can be dragged to where it is to go.'],
  ['#map-holder', 'Armies', 'A counter shows the leader on top of a stack and how many corps lie in it. Filled counters are fresh, hollow ones spent. Of the enemy you see the leader and the height only.'],
  ['#tab-hand', 'Your cards', 'Each card is an event, and any card pays for a move, an interception or a rally. You will not have enough of them.'],
];
