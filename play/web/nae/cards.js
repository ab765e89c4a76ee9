// cards.js: the hands, the piles, and what each card does.
import { el, redraw } from '/shell/dom.js';
import { term } from '/shell/tips.js';
import { SIDE, SIDE_OF, other } from './words.js';

const SIDES = ['empire', 'coalition'];
const SEVERAL = 3; // cards that a question lists, from which on the hand does not repeat them
const counted = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;
const marks = (card) => [card.combat_card ? 'battle' : '', card.foreign_war ? 'foreign war' : '', card.permanent ? 'permanent' : '', card.not_discardable ? 'is never discarded' : ''].filter(Boolean);

// A card as a word that tells what it does.
export const cardChip = (book, id) => term(`${book.cardTitle(id)} ${book.cards.get(id)?.value ?? ''}`, book.cards.get(id)?.effect ?? '', { class: 'chip' });

// plays: choices that are about this card, of the seat that holds it; worth: what it counts now, if that is known.
function cardView(book, id, plays, choose, worth) {
  const card = book.cards.get(id);
  const now = worth ?? card.value;
  return el('article', { class: `playing-card ${card.side} ${plays.length ? 'playable' : ''}` },
    el('span', { class: 'value', 'aria-label': `worth ${now}` }, String(now)), el('strong', {}, card.title), ' ', el('span', { class: 'when' }, [id, ...(now === card.value ? [] : [`printed ${card.value}`]), ...marks(card)].join(', ')),
    card.requires && !card.effect.startsWith(card.requires) ? el('p', { class: 'when' }, card.requires) : null, // most texts begin with it
    el('p', {}, card.effect),
    ...plays.map((choice) => el('button', { class: 'primary', onclick: () => choose(choice) }, choice.words)));
}

// The cards of a hand: those that the open question lists, with what each is good for beside it, are not told again, only on demand.
function cardsOf(book, hand, values, plays, choose) {
  const views = (ids, buttons) => el('div', { class: 'cards' }, ...ids.map((id) => cardView(book, id, buttons ? plays(id) : [], choose, values?.[id])));
  const asked = hand.filter((id) => plays(id).length);
  if (asked.length < SEVERAL) return [views(hand, true)];
  const rest = hand.filter((id) => !plays(id).length);
  return [el('p', {}, `${rest.length ? `${asked.length} of them stand` : 'They stand'} in the question above; the ? beside each tells what it does.`), ...(rest.length ? [views(rest)] : []),
    el('details', { class: 'asked' }, el('summary', {}, 'Read them all here'), views(asked))];
}

function handOf(book, state, side, choose) {
  const { hand, hand_values: values, hand_hidden: hidden, reserve_ap: reserve } = state.position.sides[SIDES.indexOf(side)];
  const whose = state.you === 'both' || SIDE_OF[state.you] !== side ? `${SIDE[side]}: ` : '';
  const plays = (id) => (state.choices ?? []).filter((choice) => choice.thing === id);
  return [el('h2', {}, `${whose}${hand.length} ${hand.length === 1 ? 'card' : 'cards'} in hand`), reserve ? el('p', {}, `${reserve} action ${reserve === 1 ? 'point' : 'points'} in reserve.`) : null,
    hidden ? el('p', {}, `${hidden} more unseen.`) : null, ...cardsOf(book, hand, values, plays, choose)];
}

export function renderHand(panel, book, state, choose) {
  const sides = state.you === 'both' ? SIDES : [SIDE_OF[state.you]];
  const parts = sides.flatMap((side) => handOf(book, state, side, choose));
  if (state.you !== 'both') {
    const theirs = other(SIDE_OF[state.you]);
    const { hand, hand_hidden: hidden, reserve_ap: reserve } = state.position.sides[SIDES.indexOf(theirs)];
    parts.push(el('p', {}, `The ${SIDE[theirs]} holds ${counted(hand.length + hidden, 'card')}${hand.length ? `; you have seen: ${hand.map((id) => book.cardTitle(id)).join(', ')}` : ''}${reserve ? `; ${counted(reserve, 'action point')} in its reserve` : ''}.`));
  }
  redraw(panel, ...parts.filter(Boolean));
}

const list = (book, ids) => (ids.length ? el('div', {}, ...ids.map((id) => cardChip(book, id))) : el('p', {}, 'none'));

function pilesOf(book, of) {
  const more = [['Discarded', of.discards], ['Events played', of.events_played], ['In foreign wars', of.foreign_wars], ['Set aside', of.aside], ['Out of the game', of.removed]];
  return [el('h3', {}, `${SIDE[of.side]}: ${of.pile} cards in the pile`), ...more.filter(([, ids]) => ids.length).flatMap(([title, ids]) => [el('p', {}, el('strong', {}, title)), list(book, ids)])];
}

export function renderPiles(panel, book, { position }) {
  const lasting = position.modifiers.map(({ card, value, until }) => el('li', {}, `${book.cardTitle(card)}${value ? ` (${value > 0 ? '+' : '\u2212'}${Math.abs(value)})` : ''}, until ${until}`));
  redraw(panel, ...position.sides.flatMap((of) => pilesOf(book, of)),
    ...(lasting.length ? [el('h3', {}, 'Lasting effects'), el('ul', {}, ...lasting)] : []),
    el('h3', {}, 'All cards'),
    ...SIDES.map((side) => el('details', {}, el('summary', {}, `What the cards of the ${SIDE[side]} do`), el('div', { class: 'cards' }, ...book.board.cards.filter((card) => card.side === side).map((card) => cardView(book, card.id, []))))));
}
