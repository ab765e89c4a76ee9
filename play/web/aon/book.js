// book.js: names and facts of the board of Age of Napoleon, by id.

export class Book {
  constructor(board, scenario) {
    this.board = board;
    this.scenario = scenario;
    const index = (list) => new Map(list.map((item) => [item.id, item]));
    this.areas = index(board.areas);
    this.corps = index(board.corps);
    this.cards = index(board.cards);
    this.countries = index(board.countries);
  }

  name(id) {
    return this.areas.get(id)?.name ?? this.corps.get(id)?.name ?? this.cards.get(id)?.title ?? this.countries.get(id)?.name ?? id;
  }

  corpsName(id) { return this.corps.get(id)?.name ?? id; }
  cardTitle(id) { return this.cards.get(id)?.title ?? id; }

  rating(id, spent) {
    const corps = this.corps.get(id);
    if (!corps) return null;
    const side = spent ? corps.spent : corps.fresh;
    return { battle: side.br, move: side.mr, seniority: corps.sr };
  }

  // "battle 5, moves 4, seniority 5, fresh"
  ratingWords(id, spent) {
    const r = this.rating(id, spent);
    return r ? `battle ${r.battle}, moves ${r.move}, seniority ${r.seniority}${spent ? ', spent' : ', fresh'}` : '';
  }

  // The country that owns an area now.
  #owner(area, position) {
    const detached = this.board.countries.find((c) => c.kind === 'detachable' && c.areas.includes(area.id) && position.countries[c.id]?.alignment);
    return detached ? detached.id : area.country_1805;
  }

  // area -> code of the alignment of the country that owns it now
  owners(position) {
    return new Map(this.board.areas.map((area) => [area.id, position.countries[this.#owner(area, position)]?.alignment ?? 'NC']));
  }

  ownerName(id, position) { return this.countries.get(this.#owner(this.areas.get(id), position))?.name ?? ''; }

  // Side a corps serves: that of its patron.
  side(id, position) {
    const alignment = position.countries[this.corps.get(id)?.patron]?.alignment;
    return alignment === 'CM' || alignment === 'IC' ? 'coalition' : alignment === 'NC' ? 'none' : 'french';
  }

  // Corps known to be at a place: an area, "reserve", "prisoners", "lost".
  corpsAt(place, position) { return Object.entries(position.corps).filter(([, corps]) => corps.place === place).map(([id]) => id); }
}
