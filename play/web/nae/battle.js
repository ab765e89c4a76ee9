// battle.js: battles: one that is being fought, with the modifiers and chances of both sides; and the numbers behind its log.
import { el } from '/shell/dom.js';
import { term } from '/shell/tips.js';
import { cardChip } from './cards.js';
import { sentence } from '/shell/words.js';
import { SEAT_OF, SIDE, bar } from './words.js';

// key in the position and in events, heading, what it is
const MODIFIERS = [
  ['odds', 'Odds', 'Strength against strength, to the nearest whole; counts for the attacker only.'],
  ['cavalry', 'Cavalry', 'One for the side with more cavalry.'],
  ['terrain', 'Terrain', 'The border the attacker comes over; marsh or desert helps the defender.'],
  ['commander', 'Commander', 'His attack or defence value.'],
  ['subordinate', 'Subordinate', 'The value of one who lends his skill, and may be wounded for it.'],
  ['spearhead', 'Spearhead', 'The stars of an elite corps that leads the assault.'],
  ['special', 'Special units', 'The bonus of each one engaged.'],
  ['cards', 'Cards', 'Combat cards played so far.'],
  ['other', 'Other', 'Landing, fortified lines, interception, want of supply.'],
];
const LEVELS = { skirmish: 'a skirmish', minor: 'a minor battle', major: 'a major battle' };
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `\u2212${-n}` : '0');
const heading = (content) => el('th', { scope: 'col' }, ...[content].flat());

// Modifiers line by line, a column for each side; only those that are not nothing on both.
function modifierTable(columns, corner = '') {
  const rows = MODIFIERS.filter(([key]) => columns.some(({ modifiers }) => modifiers[key]));
  const row = (title, cells, strong) => el('tr', { class: strong ? 'sum' : '' }, el('th', { scope: 'row' }, title), ...cells.map((text, i) => el('td', { class: columns[i].seat }, text)));
  return el('table', {}, el('thead', {}, el('tr', {}, el('td', {}, corner), ...columns.map(({ title }) => heading(title)))),
    el('tbody', {}, ...rows.map(([key, title, tip]) => row(term(title, tip), columns.map(({ modifiers }) => signed(modifiers[key] ?? 0)))), row('Added to two dice', columns.map(({ sum }) => signed(sum)), true)));
}

function engagedWords(book, role) {
  const names = [role.general ? `under ${book.name(role.general)}` : 'without a general', role.subordinate ? `helped by ${book.name(role.subordinate)}` : '', role.spearhead ? `${book.name(role.spearhead)} leads` : ''];
  return `${role.points} ${role.points === 1 ? 'point' : 'points'} ${names.filter(Boolean).join(', ')}`;
}

const roleTitle = (role, attacks) => `${SIDE[role.side]} ${attacks ? 'attacks' : 'defends'}`;
const column = (book, role, attacks) => ({ title: [roleTitle(role, attacks), el('small', {}, engagedWords(book, role))], seat: SEAT_OF[role.side], modifiers: role.modifiers, sum: role.sum });

function chancesWords(battle) {
  const { attack, defence } = battle;
  if (battle.overrun) return `As it stands the ${SIDE[battle.overrun > 0 ? attack.side : defence.side]} overruns the enemy: at five to one he is destroyed without a die.`;
  const percent = Math.round(battle.attacker_wins * 100);
  return `As it stands the ${SIDE[attack.side]} wins ${percent}\u00A0%, the ${SIDE[defence.side]} ${100 - percent}\u00A0%; they lose ${attack.expected_losses.toFixed(1)} and ${defence.expected_losses.toFixed(1)} steps on average.`;
}

// What is fought about, above the choices: short, for these are to stay in sight.
function before(book, battle) {
  const { attack, defence } = battle;
  return [battle.overrun ? el('p', {}, `The ${SIDE[attack.side]} attacks, ${engagedWords(book, attack)}; the ${SIDE[defence.side]} has ${engagedWords(book, defence)}.`) : null,
    el('p', {}, el('strong', {}, chancesWords(battle))),
    battle.overrun ? null : el('div', { class: 'odds', 'aria-hidden': 'true' }, bar(battle.attacker_wins, SEAT_OF[attack.side]), bar(1 - battle.attacker_wins, SEAT_OF[defence.side]))];
}

function after(book, battle) {
  const line = (role, attacks) => `${roleTitle(role, attacks)}: dice ${role.dice}, loses ${role.losses} ${role.losses === 1 ? 'step' : 'steps'}${role.to_place ? ` (${role.to_place} still to take)` : ''}. `;
  return [el('p', {}, battle.winner ? el('strong', {}, `The ${SIDE[battle.winner]} has won ${LEVELS[battle.level]}. `) : `${sentence(LEVELS[battle.level])}. `, line(battle.attack, true), line(battle.defence, false),
    battle.winner && battle.pursuit ? `Losses of the pursuit: ${battle.pursuit}.` : null)];
}

// A battle being fought, in short.
export function battleView(book, battle) {
  if (!battle.attack) return el('div', { class: 'battle' }, el('p', {}, `A battle in ${book.name(battle.zone)} between covered forces.`));
  return el('div', { class: 'battle' }, ...(battle.attacker_wins === undefined ? after(book, battle) : before(book, battle)).filter(Boolean));
}

// Its modifiers and cards, or null where they no longer or not yet count.
export function battleSheet(book, battle) {
  const { attack, defence } = battle;
  if (!attack || battle.attacker_wins === undefined) return null;
  const cards = [...attack.cards, ...defence.cards];
  const parts = [battle.overrun ? null : modifierTable([column(book, attack, true), column(book, defence, false)], sentence(LEVELS[battle.level])),
    cards.length ? el('p', {}, 'Cards played: ', ...cards.map((id) => cardChip(book, id))) : null].filter(Boolean);
  return parts.length ? el('div', { class: 'battle' }, ...parts) : null;
}

const sideOf = (event) => ({ french: 'empire', coalition: 'coalition' }[event.seat] ?? 'none');

// The numbers behind a line of the log, or null.
export function eventDetail(book, event) {
  if (event.kind === 'battle_modifiers') return el('div', { class: 'battle' }, modifierTable([{ title: SIDE[sideOf(event)], seat: event.seat, modifiers: event, sum: event.modifier }]));
  if (event.kind === 'siege_roll') return siegeTable(book, event);
  return null;
}

function siegeTable(book, event) {
  const net = event.die + event.modifier;
  const { rows } = book.board.tables.siege;
  const words = { repulsed: 'repulsed, a step is lost', stable: 'no result', honours: 'surrender with the honours of war', breach: 'breach: taken' };
  return el('div', { class: 'battle' }, el('table', {}, el('tbody', {}, ...rows.map(({ min = -Infinity, max = Infinity, result }) => el('tr', { class: net >= min && net <= max ? 'hit' : '' },
    el('th', { scope: 'row' }, Number.isFinite(min) ? (Number.isFinite(max) ? `${min} to ${max}` : `${min} and more`) : `up to ${max}`), el('td', {}, words[result] ?? result))))), el('p', {}, `Die ${event.die}, modifiers ${signed(event.modifier)}.`));
}
