// words.js: names, the key to symbols, and rules help, in our own words.

export const SIDE = { french: 'France', coalition: 'The Coalition', none: 'Nobody', both: 'Both sides' };
export const SIDE_SHORT = { french: 'France', coalition: 'Coalition' };
export const ALIGNMENT = {
  FR: 'France', FD: 'French dominion', FA: 'French ally', NC: 'Neutral', CM: 'Coalition member', IC: 'Insurgent',
};
export const GRADE = { decisive: 'a decisive victory', marginal: 'a marginal victory', tie_break: 'a victory by the final count', draw: 'a draw', none: '' };
export const PHASES = [
  ['diplomacy', 'Diplomacy', '7'], ['insurrection', 'Insurrections', '8'], ['strategy', 'Strategy', '9'],
  ['reinforcement', 'Reinforcements', '10'], ['campaign', 'Campaign', '11-13'], ['surrender', 'Surrender', '14'],
  ['winter_attrition', 'Winter', '15'], ['victory_check', 'Victory', '16'],
];

// Chapters of the rules, for the little numbers beside lines of the log; the longest prefix wins.
const CHAPTERS = {
  2: 'the pieces', '2.2.1.8': 'Invasion corps', '2.3': 'cards', '2.3.12': 'red cards may be picked up', '2.3.13': 'Britannia', 3: 'countries',
  '3.1.3': 'detached territories', '3.2': 'alignment', 4: 'armies', 5: 'sequence of play', 6: 'victory', 7: 'Diplomacy Phase',
  8: 'Insurrection Phase', '8.3': 'new insurrections', 9: 'Strategy Phase', '9.3': 'size of the hand', 10: 'Reinforcement Phase',
  '10.3': 'deployment', '10.5': 'rally', '10.6': 'return of prisoners', 11: 'Campaign Phase', '11.2': 'who moves first', 12: 'movement',
  '12.1': 'choosing, paying and moving an army', '12.3': 'march attrition', '12.4': 'movement by sea', '12.5': 'withdrawal',
  '12.6': 'interception', '12.7': 'violated neutrality', 13: 'battles', '13.2': 'who fights', '13.3': 'strength, cards and dice',
  '13.4.1': 'losses', '13.4.2': 'retreat', 14: 'Surrender Phase', 15: 'Winter Attrition Phase', 16: 'Victory Check Phase',
};
export function clauseWords(clause) {
  for (let key = clause; key; key = key.includes('.') ? key.slice(0, key.lastIndexOf('.')) : '') {
    if (CHAPTERS[key]) return `Rule ${clause}: ${CHAPTERS[key]}`;
  }
  return `Rule ${clause}`;
}

// Symbols of the map, for its key.
export const SYMBOLS = [
  ['\u2605', 'Capital: holding it decides surrender and stops an army that enters it'],
  ['\u25B2', 'Mountains: entering them costs attrition'],
  ['\u2248', 'Marsh: entering it costs attrition'],
  ['\u2234', 'Barren land: winter is harder there'],
];

// What a phase is about: for beginners, and as a reminder.
export const HELP = {
  diplomacy: ['Diplomacy', [
    'The side with the initiative says who begins. In turn, each side plays one diplomacy card or passes; who has passed is out until the phase is over.',
    'A card moves one country a step: a Coalition member becomes neutral, a neutral country a French ally, and the other way round for the Coalition. The opponent may cancel it by discarding a diplomacy card of his own.',
    'A country that joins a side brings its corps: they may be deployed at once. Britain and France never change sides.']],
  insurrection: ['Insurrections', [
    'Risings of earlier years end first: crushed where the French hold the capital, successful where no French corps is left in the country.',
    'Then the Coalition may start new ones with Insurrection cards, in French dominions and in neutral countries under French occupation.']],
  strategy: ['Strategy', [
    'Lasting events may be played from the old hand, then both hands are thrown away and new ones are drawn. The number of cards depends on the countries you control: hold capitals and minor countries.',
    'Cards are what everything costs: moves, rallies, battles. Spend them over the whole year.']],
  reinforcement: ['Reinforcements', [
    'Each side plays reinforcement cards, then brings corps from the reserve onto the map in areas of their home country. A chart limits how many may come.',
    'A card may be discarded to make a whole army fresh. Prisoners return to the reserve at the end.']],
  campaign: ['Campaign', [
    'Six rounds a year; the last two are winter. In each round each side may move one army: the first move of the year is free, every other one costs a card, any card.',
    'An army is a leader and the corps he takes along, as many as his seniority allows. It may enter as many areas as its leader\u2019s movement rating says, one less in winter and one less to attack.',
    'The third and fourth area, mountains, marshes, winter and forced marches wear corps down: fresh ones become spent, spent ones may be lost by a die.',
    'Where you march, the enemy may withdraw if his leader is quick enough, or intercept from a neighbouring area. Two sides in one area at the end of the round fight.']],
  battle: ['Battles', [
    'Each side engages corps up to its leader\u2019s seniority. Strength is the sum of battle ratings, +1 for each corps at home, plus battle cards.',
    'Both roll one die. The row of the table for your strength and the column of your die say how many corps the enemy loses. Who inflicts more wins and inflicts one more; a tie is broken by another die with a bonus for strength.',
    'Half of the losses are for good, half are prisoners. The winner may pursue or rally; the loser retreats, and all who were engaged are spent.']],
  surrender: ['Surrender', [
    'Minor countries surrender when the enemy stands in their capital area. A major country surrenders when its capital area is occupied and its own corps do not outnumber the occupiers there.',
    'Who surrenders to the French becomes a French ally or neutral; who surrenders to the Coalition joins it.']],
  winter_attrition: ['Winter', [
    'Every area with three or more corps of a side rolls a die: large armies, and armies in barren lands, lose corps for good; capitals shelter them. Depots help, Scorched Earth and a severe winter hurt.',
    'So spread out before the last round.']],
  victory_check: ['Victory', [
    'The French win decisively when Austria, Prussia and Russia are no more against them; from 1811 on, or once Russia was invaded, lesser success is enough for a marginal victory.',
    'The Coalition wins decisively when France surrenders or Napol\u00E9on is lost for good, and marginally when it has broken the French system of allies. In 1815 a final count decides.']],
};

// "kind(argument,second)" in its parts.
export function parseMove(text) {
  const open = text.indexOf('(');
  if (open < 0) return { kind: text, args: [] };
  return { kind: text.slice(0, open), args: text.slice(open + 1, -1).split(',') };
}

const LINE_WORDS = {
  area: 'to', corps_take: 'with', corps_leave: 'without', play_card: 'play', pay: 'pay with', intercept: 'intercept from', retreat: 'retreat to',
  rally: 'rally in', battle_order: 'battle in', loss: 'lose', discard: 'discard', country: '', counter: 'counter with', drop: 'drop', pick: 'pick up',
};
export const CARD_KINDS = new Set(['play_card', 'counter', 'pay', 'discard', 'pick_up']);
// A move of an expected line in a few words, without its position; ? is what the reader may not know.
export function lineWords(text, name) {
  const { kind, args } = parseMove(text);
  const what = args.map((id) => (id === '?' ? (CARD_KINDS.has(kind) ? 'a card' : 'a corps') : id === 'no' || id === 'none' || id === 'yes' || id === 'self' || id === 'other' ? id : name(id))).join(', ');
  const words = { pass: 'pass', stop: 'stop', free: 'free move', attack: 'attack', defend: 'defend', land: 'by land', sea: 'by sea', go_on: 'go on', end_game: 'end the game' };
  if (words[kind]) return words[kind];
  if (kind === 'withdraw') return args[0] === 'yes' ? 'withdraw' : 'stand';
  if (kind === 'choose_first') return args[0] === 'self' ? 'go first' : 'let the other side go first';
  return `${LINE_WORDS[kind] ?? kind.replaceAll('_', ' ')} ${what}`.trim();
}

export const TOUR = [
  ['#status', 'Where we are', 'Year, phase and round, and whose decision it is, always stand here.'],
  ['#map-holder', 'The map', 'Areas are coloured by alignment: blues for France and its friends, orange for the Coalition, cream for neutrals. Drag to move it, use the wheel, two fingers, or + and \u2212 to zoom. Tap an area to see who stands there.'],
  ['#map-holder', 'Armies', 'A counter shows the leader on top of a stack and how many corps lie in it. Filled counters are fresh, hollow ones spent. Of the enemy you see the leader and the height only.'],
  ['#decision', 'Your decision', 'The question is put here, with every legal choice as a button; choices that are places also glow on the map and can be clicked there. Press 1 to 9 for the first nine.'],
  ['#tools', 'Second thoughts', 'Undo works until dice fall or something hidden comes to light. Take back goes further, to your last decision, and is noted in the record. Hint shows the three best choices with their chances.'],
  ['#tab-hand', 'Your cards', 'Each card is an event, and any card pays for a move, an interception or a rally. You will not have enough of them.'],
  ['#tab-log', 'What happened', 'Every event in words, with the rule behind it; battles open up to show strength, dice and the row of the table.'],
  ['#tab-dice', 'Fair dice', 'Before the first move the fingerprint of the game\u2019s seed is shown, after the last the seed itself: so anybody can check that no die was chosen.'],
  ['#tab-help', 'Rules', 'What each phase is about. Now: drag an army onto an area next to it, or choose it and follow the questions.'],
];
