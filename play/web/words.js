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

// What the rules say, in our words, for the numbers beside questions and lines of the log; a clause that is not here is told by
// the longest of its beginnings that is.
const CLAUSES = {
  2: 'The pieces.',
  '2.2.1.5': 'A corps that goes to the reserve may come on again in a later Reinforcement Phase.',
  '2.2.1.8': 'Once the French have invaded Russia, its Invasion corps may come on like others.',
  '2.3': 'A card is an event, or it is discarded to pay for a move, an interception or a rally.',
  '2.3.11': 'Napoleonica brings a card of your choice back from the discard pile.',
  '2.3.12': 'Who discards a card with a red title offers it to the opponent, who may take it up by discarding one of his own.',
  '2.3.13': 'Britannia also takes effect by itself when neither Austria, Prussia nor Russia is left in the Coalition.',
  3: 'Countries and who is with whom.',
  '3.1.3': 'Territories that can be detached from a country and given back to it.',
  '3.1.3.1': 'A territory taken from its ruler becomes a country of its own, with an alignment of its own.',
  '3.1.3.2': 'Territory that was detached returns to the country it was taken from.',
  '3.2': 'Alignment: French dominion, French ally, neutral, Coalition member or insurgent.',
  '3.2.3': 'A country that changes its alignment changes hands with its corps; those that nobody controls then leave the map.',
  4: 'Armies and stacks. Of an enemy stack only the top corps and the height are seen.',
  5: 'The order of play in a year.',
  6: 'How the game is won; the numbers behind "Victory" beside the calendar say how far that is.',
  7: 'Diplomacy Phase: the sides take turns to win over countries by cards.',
  '7.1': 'The sides take turns to play one diplomacy card or pass; who has passed is out until the phase is over.',
  '7.1.1': 'The side with the initiative says who begins.',
  '7.2': 'A card moves a country one step between Coalition member, neutral and French ally. Some are safe: France and Britain, dominions, countries that are or were insurgent, and neutral ones the other side occupies.',
  '7.2.1': 'A diplomacy card may be cancelled at once by discarding a diplomacy card of one\u2019s own.',
  8: 'Insurrection Phase: old risings end or succeed, then new ones may begin.',
  '8.3': 'The Coalition may raise French dominions, and neutral countries whose capital the French occupy, by Insurrection cards.',
  '8.3.7': 'Where insurgents rise among French corps, a battle follows; the insurgents say whether they attack or defend.',
  9: 'Strategy Phase: events that last, then new hands.',
  '9.1': 'Before the old hands are thrown away, events of this phase may be played, the side with the initiative first.',
  '9.3': 'A new hand has 6 to 10 cards, by the countries a side controls.',
  '9.5': 'Events of the Strategy Phase that have just been drawn may be played at once.',
  10: 'Reinforcement Phase: corps come on from the reserve, armies rally, prisoners return.',
  '10.1': 'The side with the initiative says who brings on reinforcements first.',
  '10.2': 'Reinforcement cards come before deployment. Each country may have only so many corps on the map and bring on only so many a year.',
  '10.3': 'Corps come from the reserve into areas of their own country where no enemy stands, fresh.',
  '10.5': 'A card discarded rallies an army: all its spent corps are fresh again.',
  '10.6': 'At the end of the Reinforcement Phase prisoners go back to the reserve.',
  11: 'Campaign Phase: six rounds, the last two in winter.',
  '11.1': 'In each round each side has a part, in which it may move one army.',
  '11.2': 'The side with the initiative says whose part comes first, for the whole year.',
  '11.3': 'Some cards change a round and are played before any army moves in it.',
  12: 'Movement of armies.',
  '12.1': 'An army is chosen, its move is declared and paid, then it goes from area to area.',
  '12.1.3': 'One corps leads: his seniority says how many may come along, his movement rating how far they go.',
  '12.1.4': 'The leader takes along as many corps as his seniority allows, himself counted.',
  '12.1.5': 'An army may enter as many areas as its leader\u2019s movement rating says, one less in winter and one less to attack; it stops where the enemy stands.',
  '12.1.7': 'The first move or interception of a year is free, every other one costs a card, any card.',
  '12.3': 'March attrition: if all corps are fresh they become spent; if some were spent, a die says how many of those are lost, and the rest become spent.',
  '12.3.1': 'What tires an army: the third and the fourth area, mountains and marshes, winter, a forced march, Cossacks; each of them once.',
  '12.3.4': 'Whose corps are lost on the march chooses which.',
  '12.4': 'Only the Coalition goes by sea, one corps from coast to coast, while Britannia is in effect.',
  '12.5': 'When an army comes in, the other side may leave, if its leader is at least as fast.',
  '12.5.1': 'Who withdraws goes to a neighbouring area, not to the one the enemy came from.',
  '12.5.3': 'A corps on a coast may withdraw home by sea, if its side may use it.',
  '12.6': 'An army on the move may be met by enemies from a neighbouring area, if their leader is at least as fast.',
  '12.6.2': 'One corps leads the interception and may take others along, as for a move.',
  '12.6.3': 'An interception costs a card, unless the free move of the year is still to be used.',
  '12.6.4': 'Interceptors say whether they attack, or wait to be attacked.',
  '12.7': 'To end a move in a neutral country, or to enter its capital, violates it: it joins the other side.',
  13: 'Battles.',
  '13.1.2': 'Battles are fought one after the other at the end of a part.',
  '13.2': 'Each side engages as many corps as its leader\u2019s seniority rating allows, the attacker first.',
  '13.2.1': 'With Interior Lines the defender fights the attacking armies one by one.',
  '13.3': 'Strength is the sum of battle ratings, one more for a corps at home, two less for one from the sea, and cards. Both roll a die; strength and die give the losses inflicted. Who inflicts more wins.',
  '13.3.3': 'Battle cards are played by the attacker first, then by the defender.',
  '13.4.1': 'Half of the losses are for good, half are prisoners. Who engaged is spent afterwards. The winner may pursue with a card, or rally for one.',
  '13.4.2': 'The loser retreats to a neighbouring area; where he cannot, his corps are prisoners.',
  '13.4.2.4': 'From a coast corps may retreat by sea, if their side may use it.',
  14: 'Surrender Phase: a minor country surrenders when the enemy holds its capital, a major one when its own corps there are outnumbered or gone.',
  '14.2': 'A major country that surrenders to the French turns neutral, or a dominion by a card.',
  '14.2.3': 'Corps that may not stay in a country that has surrendered leave it.',
  '14.2.6': 'Optional: France may surrender so that Napol\u00E9on may return.',
  15: 'Winter Attrition Phase: large stacks starve.',
  '15.1': 'A die for every area with three corps or more of a side; better in capitals, worse in barren land, changed by cards.',
  '15.2': 'Corps lost in winter are lost for good; their owner chooses which.',
  16: 'Victory Check Phase, at the end of every year.',
  '16.2': 'A decisive victory ends the game; with a marginal one the winner may end it, or go on for more.',
};
export function clauseWords(clause) {
  for (let key = clause.replace(/\.0$/, ''); key; key = key.includes('.') ? key.slice(0, key.lastIndexOf('.')) : '') {
    if (CLAUSES[key]) return `Rule ${clause}. ${CLAUSES[key]}`;
  }
  return `Rule ${clause}`;
}

// Lines between areas that do not touch.
export const LINKS = {
  strait: 'Strait: armies may cross; the French only while neither shore is of the Coalition',
  ice: 'Frozen sea: armies may cross in the winter rounds',
};

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
