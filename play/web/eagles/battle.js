// battle.js: battles: attacks before they are declared, rounds before their dice, and the numbers behind the log.
import { el } from '/shell/dom.js';
import { term } from '/shell/tips.js';
import { SEAT_OF, SIDE, bar, other } from './words.js';

const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `\u2212${-n}` : '0');
const percent = (share) => `${Math.round(share * 100)}\u00A0%`;
const heading = (text, kind) => el('th', { scope: 'col', class: kind }, text);
const roles = (odds) => [odds.attacker, other(odds.attacker)];

const PARTS = [
  ['sp', 'Strength points', 'Those who fight.'], ['strength', 'Strength', 'Attackers out of supply count half, a garrison double.'], ['morale', 'Morale', 'What most of them have, less what was lost in this battle.'],
  ['leader', 'Leader', 'The best one of the main colour with the largest force.'], ['terrain', 'Ground', 'The defender\u2019s hex or a river before it, and an entrenchment.'], ['bonus', 'Charge, rear', 'A cavalry charge, a force that came round into the rear.'],
];

function sidesTable(odds) {
  const seats = roles(odds);
  const rows = PARTS.filter(([key]) => ['sp', 'morale'].includes(key) || seats.some((side) => odds.sides[side][key] && !(key === 'strength' && seats.every((one) => odds.sides[one].strength === odds.sides[one].sp))));
  return el('table', {}, el('thead', {}, el('tr', {}, el('td', {}), ...seats.map((side, i) => heading(`${SIDE[side].replace('The ', '')} ${i ? 'defends' : 'attacks'}`, 'n')))),
    el('tbody', {}, ...rows.map(([key, title, tip]) => el('tr', {}, el('th', { scope: 'row' }, term(title, tip)), ...seats.map((side) => el('td', { class: 'n' }, ['sp', 'strength'].includes(key) ? String(odds.sides[side][key]) : signed(odds.sides[side][key])))))));
}

const cellWords = (lost, morale) => `${lost ? `${lost} SP` : 'nothing'}${morale ? `, morale \u2212${morale}` : ''}`;

// All sums of two dice, those with the same result together.
function rollTable(odds) {
  const rows = [];
  for (const roll of odds.rolls) {
    const key = `${roll.attacker_loses} ${roll.attacker_morale} ${roll.defender_loses} ${roll.defender_morale}`;
    if (rows.at(-1)?.key === key) Object.assign(rows.at(-1), { to: roll.dice, ways: rows.at(-1).ways + roll.ways });
    else rows.push({ ...roll, key, to: roll.dice });
  }
  return el('table', {}, el('thead', {}, el('tr', {}, heading('Dice'), heading('Chance', 'n'), heading('Attacker loses'), heading('Defender loses'))),
    el('tbody', {}, ...rows.map((roll) => el('tr', {}, el('th', { scope: 'row' }, roll.to === roll.dice ? String(roll.dice) : `${roll.dice}\u2013${roll.to}`), el('td', { class: 'n' }, percent(roll.ways / 36)), el('td', {}, cellWords(roll.attacker_loses, roll.attacker_morale)), el('td', {}, cellWords(roll.defender_loses, roll.defender_morale))))));
}

function roundsTable(odds) {
  return el('table', {}, el('thead', {}, el('tr', {}, heading('After round'), heading('Attacker broken', 'n'), heading('Defender broken', 'n'), heading('Lost on average', 'n'))),
    el('tbody', {}, ...odds.after.map((after, i) => el('tr', {}, el('th', { scope: 'row' }, String(i + 1)), el('td', { class: 'n' }, percent(after.attacker_broken + after.both_broken)), el('td', { class: 'n' }, percent(after.defender_broken + after.both_broken)), el('td', { class: 'n' }, `${after.attacker_lost.toFixed(1)} : ${after.defender_lost.toFixed(1)}`)))));
}

function oddsBar(odds) {
  const end = odds.after.at(-1);
  return el('div', { class: 'odds', 'aria-hidden': 'true' }, bar(end.defender_broken, SEAT_OF[odds.attacker]), bar(1 - end.defender_broken - end.attacker_broken, 'none'), bar(end.attacker_broken, SEAT_OF[other(odds.attacker)]));
}

function summary(odds) {
  const end = odds.after.at(-1);
  const larger = SIDE[odds.larger].replace('The ', 'the ');
  const ratio = odds.ratio === '1:1' ? `Even strength (1:1); ${larger} throws the dice` : `${odds.ratio} in favour of ${larger}, who throws the dice`;
  const both = end.both_broken >= 0.005 ? `, both in ${percent(end.both_broken)}` : '';
  return `${ratio}${odds.modifier ? `, ${signed(odds.modifier)}` : ''}. If nobody gives way, three rounds break the defender in ${percent(end.defender_broken)} of all cases, the attacker in ${percent(end.attacker_broken)}${both}.`;
}

const NOTE = 'Broken: its morale is 0, it must withdraw. Counted over all rolls of the dice; charges, the Guard, joins and withdrawals are still to be chosen.';

function sheet(title, odds, open) {
  return el('div', { class: 'battle' }, el('p', {}, el('strong', {}, title)), sidesTable(odds), el('p', {}, summary(odds)), oddsBar(odds),
    el('details', { open }, el('summary', {}, 'The next round, die by die'), rollTable(odds)), el('details', { open }, el('summary', {}, 'Round by round'), roundsTable(odds), el('p', {}, NOTE)));
}

// Attacks that may be declared, best first; the first of them opened.
function attacksView(book, attacks) {
  const value = (odds) => odds.after.at(-1).defender_broken - odds.after.at(-1).attacker_broken;
  const sorted = [...attacks].sort((a, b) => value(b) - value(a));
  const title = (odds) => (odds.from === odds.target ? `Storm ${book.name(odds.target)}` : `${book.at(odds.target)}, from ${book.name(odds.from)}`.replace(/^at /, '').replace(/^./, (first) => first.toUpperCase()));
  return el('div', {}, ...sorted.map((odds) => el('details', { class: 'battle', open: sorted.length === 1 }, el('summary', {}, `${title(odds)}: ${odds.sides[odds.attacker].sp} against ${odds.sides[other(odds.attacker)].sp} SP, defender broken in ${percent(odds.after.at(-1).defender_broken)}`), sidesTable(odds), el('p', {}, summary(odds)), oddsBar(odds), rollTable(odds), roundsTable(odds), el('p', {}, NOTE))));
}

// The battles that an open decision is about: the one whose turn it is, those that can be joined, that of the hex that withdraws.
export function fightsAsked({ fights, fight, step }, choices) {
  const ofNumbers = (numbers) => (fights ?? []).filter((one) => numbers.includes(one.number));
  if (['continue', 'counter', 'charge', 'guard', 'rear', 'shelter', 'city_choice', 'besiege', 'evade'].includes(step)) return ofNumbers([fight]);
  if (step === 'join') return ofNumbers((choices ?? []).map(({ move }) => Number(/,(\d+)\)$/.exec(move)?.[1])));
  if (step !== 'withdraw') return [];
  const hex = /\((\d{4})/.exec(choices?.[0]?.move ?? '')?.[1];
  const there = (fights ?? []).filter((one) => one.from === hex || one.target === hex);
  return there.length ? there : fights ?? [];
}

const fightTitle = (book, odds, { round, step }) => `${odds.assault ? `Assault on ${book.name(odds.target)}` : step === 'counter' ? `Counter-attack on ${book.name(odds.target)}` : `Battle ${book.at(odds.target)}`}, round ${round}${odds.from === odds.target ? '' : `: ${step === 'counter' ? '' : 'attack '}from ${book.name(odds.from)}`}`;

// The battles of a decision in a line each, or null.
export function fightWords(book, { position, choices, question }) {
  const asked = fightsAsked(position, choices);
  const line = (odds) => {
    const [end, [attacker, defender]] = [odds.after.at(-1), roles(odds)];
    return el('p', {}, `${fightTitle(book, odds, position)}: ${odds.sides[attacker].sp} against ${odds.sides[defender].sp} SP. Defender broken in ${percent(end.defender_broken)}, attacker in ${percent(end.attacker_broken)}.`);
  };
  return asked.length ? el('div', {}, ...asked.map(line), position.step === 'city_choice' && question?.setting ? el('p', {}, question.setting) : null) : null;
}

// The numbers of the battles that the open decision is about, or null.
export function fightSheet(book, { position, choices }) {
  if (position.attacks?.length) return attacksView(book, position.attacks);
  const asked = fightsAsked(position, choices);
  return asked.length ? el('div', {}, ...asked.map((odds) => sheet(fightTitle(book, odds, position), odds, false))) : null;
}

// What a cell of the combat table means for a side.
const CELLS = { '-': 'nothing; 1 SP beside a heavier loss', 1: '1 SP', L: 'light loss', D1: 'loss, morale \u22121', D2: 'heavy loss, morale \u22122', D3: 'heavy loss, morale \u22123' };

// Columns of a row of the table, those with the same result together: { from, to, cell }.
function columnsOf(combat, row) {
  const columns = [];
  combat.rows[row].forEach((cell, i) => {
    if (columns.at(-1)?.cell === cell) columns.at(-1).to = combat.columns[i];
    else columns.push({ from: combat.columns[i], to: combat.columns[i], cell });
  });
  return columns;
}

// The numbers behind a line of the log, or null.
export function eventDetail(book, event) {
  const combat = book.board.tables.land_combat;
  const row = Object.keys(combat.rows)[event.row];
  if (event.kind !== 'battle_roll' || !row) return null;
  const sum = Math.max(2, Math.min(12, event.first_die + event.second_die + event.modifier));
  const [larger, smaller] = [event.larger, other(event.larger)].map((side) => SIDE[side].replace('The ', ''));
  return el('div', { class: 'battle' }, el('p', {}, `${event.attackers} SP attack ${event.defenders}: the ${row} row. Dice ${event.first_die} and ${event.second_die}, modifier ${signed(event.modifier)}: column ${sum}.`),
    el('table', {}, el('thead', {}, el('tr', {}, heading('Column'), heading(`${larger}, the larger`), heading(smaller))),
      el('tbody', {}, ...columnsOf(combat, row).map(({ from, to, cell }) => el('tr', { class: sum >= from && sum <= to ? 'hit' : '' }, el('th', { scope: 'row' }, from === to ? String(from) : `${from}\u2013${to}`), ...cell.split('/').map((code) => el('td', {}, CELLS[code] ?? code)))))));
}
