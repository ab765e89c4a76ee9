// cards.js: the hand, the piles, and what each card does.
import { el, redraw } from '/shell/dom.js';
import { term } from '/shell/tips.js';
import { PHASES, SIDE } from './words.js';

const SEATS = ['french', 'coalition'];
const WHEN = { ...Object.fromEntries(PHASES.map(([id, name]) => [id, name])), battle: 'Battle', anytime: 'Any time' };

// A card as a word that tells what it does.
export const cardChip = (book, id) => term(book.cardTitle(id), book.cards.get(id)?.effect ?? '', { class: 'chip' });

// plays: choices that are about this card, of the seat that holds it.
function cardView(book, id, seat, plays, choose) {
  const card = book.cards.get(id);
  const usable = card.players === 'both' || card.players === seat || seat === 'both';
  return el('article', { class: `playing-card ${card.players} ${card.red_title ? 'red' : ''} ${plays.length ? 'playable' : ''}` },
    el('strong', {}, card.title), ' ',
    term(card.phases.map((phase) => WHEN[phase] ?? phase).join(', '), `${card.title} is played: ${card.timing}.`, { class: 'when' }),
    el('span', { class: 'when' }, `${usable ? '' : ' \u2013 an event of the other side: for you it only pays'}${card.red_title ? ' \u2013 red: the opponent may pick it up when you discard it' : ''}`),
    el('p', {}, card.effect),
    ...plays.map((choice) => el('button', { class: 'primary', onclick: () => choose(choice) }, 'Play it')));
}

function handOf(book, state, seat, choose) {
  const hand = state.position.hands[seat];
  const title = `${state.you === 'both' ? `${SIDE[seat]}: ` : ''}${hand.length} ${hand.length === 1 ? 'card' : 'cards'} in hand`;
  // the second of two like cards is no other choice
  const plays = (id, i) => (hand.indexOf(id) === i ? (state.choices ?? []).filter((choice) => choice.verb === 'play_card' && choice.thing === id) : []);
  return [el('h2', {}, title), el('div', { class: 'cards' }, ...hand.map((id, i) => cardView(book, id, seat, plays(id, i), choose)))];
}

export function renderHand(panel, book, state, choose) {
  const { position, you } = state;
  const parts = (you === 'both' ? SEATS : [you]).flatMap((seat) => handOf(book, state, seat, choose));
  if (you !== 'both') {
    const other = you === 'french' ? 'coalition' : 'french';
    const known = position.known_cards[other].map((id) => book.cardTitle(id));
    parts.push(el('p', {}, `${SIDE[other]} holds ${position.hand_sizes[other]} cards${known.length ? `; you have seen: ${known.join(', ')}` : ''}.`));
    parts.push(el('p', {}, position.free_move_available[you] ? 'Your free move of this year is still to be used.' : 'Your free move of this year is used.'));
  }
  redraw(panel, ...parts);
}

export function renderPiles(panel, book, { position }) {
  const list = (ids) => (ids.length ? el('div', {}, ...ids.map((id) => cardChip(book, id))) : el('p', {}, 'none'));
  redraw(panel,
    el('p', {}, `${position.deck_size} cards in the deck.`),
    el('h3', {}, `Discard pile, newest first (${position.discard.length})`), list([...position.discard].reverse()),
    el('h3', {}, 'Set aside'), list(position.set_aside),
    el('h3', {}, 'Lasting events'), el('p', {}, position.events.length ? position.events.map((id) => book.name(id)).join(', ') : 'none'),
    el('h3', {}, 'All cards'),
    el('details', {}, el('summary', {}, 'What each card does'), el('div', { class: 'cards' }, ...book.board.cards.map((card) => cardView(book, card.id, 'both', [])))));
}
