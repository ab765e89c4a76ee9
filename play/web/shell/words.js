// words.js: what the page calls things. The words of a game come from the program: titles of its seats, help on its rules.
import { el } from './dom.js';
import { term } from './tips.js';
import { app } from './state.js';

const NOBODY = { none: 'Nobody', both: 'Both sides' };

// "France": what a seat is called in a game of the catalogue, without one in that which is played.
export const seatTitle = (seat, about = app.about) => NOBODY[seat] ?? about?.seats[seat] ?? seat;

export const percent = (share) => `${Math.round(share * 100)} %`;

// "the French side", for sentences: titles are nouns in one game, adjectives in another.
export const sideWords = (seat) => `the ${seatTitle(seat)} side`;
export const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);

const GRADES = { decisive: 'decisive', marginal: 'marginal', tie_break: 'by the final count', forfeit: 'the other side gave up' };

export function outcomeWords({ winner, grade, when, resigned }) {
  if (resigned) return `${sentence(sideWords(resigned))} resigns: ${seatTitle(winner)} victory.`;
  if (grade === 'both_lose') return `Both sides have lost (${when}).`;
  return winner === 'none' ? `A draw (${when}).` : `${seatTitle(winner)} victory (${[when, GRADES[grade]].filter(Boolean).join(', ')}).`;
}

// What a clause of the rules says; one that is not told is told by the longest of its beginnings that is.
export function clauseWords(clause) {
  const told = app.about?.clauses ?? {};
  for (let key = clause.replace(/\.0$/, ''); key; key = key.includes('.') ? key.slice(0, key.lastIndexOf('.')) : '') {
    if (told[key]) return `Rule ${clause}. ${told[key]}`;
  }
  return `Rule ${clause}`;
}

// The number of a clause, which explains itself.
export const clause = (text) => (text ? term(text, clauseWords(text), { class: 'clause', 'aria-label': `Rule ${text}` }) : null);

export const dieFace = (value, seat) => el('span', { class: `die ${seat ?? ''}` }, String(value));

// A part of the program's help on the rules: { name, title, text }.
export const helpPart = (name) => app.about?.help.find((part) => part.name === name);

export const TOUR = {
  before: [
    ['#status', 'Where we are', 'Where play stands, and whose decision it is, is always told here.'],
  ],
  after: [
    ['#decision', 'Your decision', 'The question is put here, with every legal choice as a button; choices that are places also glow on the map and can be clicked there. Press 1 to 9 for the first nine, 0 for the end of a longer list; arrow keys go through them.'],
    ['#tools', 'Second thoughts', 'Undo works until dice fall or something hidden comes to light. Take back goes further, to your last decision, and is noted in the record. Hint shows the three best choices with their chances.'],
    ['#tab-log', 'What happened', 'Every event in words, with the rule behind it; some open up to show the numbers behind them.'],
    ['#tab-dice', 'Fair dice', 'Before the first move the fingerprint of the game\u2019s seed is shown, after the last the seed itself: so anybody can check that no die was chosen.'],
    ['#tab-help', 'Rules', 'What the parts of the rules are about. Now: your move.'],
  ],
};
