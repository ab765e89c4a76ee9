// terrain.js: paints the land of the map on a canvas under its counters: terrain, states, rivers, cities, names. Far away it is one
// picture that is only moved; close by what is in sight is painted anew, a band a frame, and kept as long as the view stays.

const SEA = '#aecbdc', SCENERY = '#d3cfc4';
const FILL = { clear: '#f3ecd8', forest: '#d5dfbb', swamp: '#cfdcd2', low_mountain: '#e2d0ab', high_mountain: '#c9ad85', lake: '#a9c9de', desert: '#efe0b5', sand: '#ead7a0' };
const TINT = { france: ['#5596ff', 0.27], coalition: ['#f08a24', 0.24], neutral: ['#ffffff', 0.12] };
const VEIL = ['#aaa69c', 0.55];
const MARGIN = 220;     // painted beyond the frame
const PICTURE = 1.5;    // pixels of the picture in a unit of the map
const CLOSE = 1.55;     // pixels in a unit from which on it is painted anew
const BANDS = 8;        // in which that is painted: all at once takes longer than a frame
const CITY = { france: '#1c4f91', coalition: '#b85300', neutral: '#ffffff', unformed: '#ffffff' };
const PRODUCES = { red: '#c4001d', landwehr: '#2c7a3f', naval: '#1769b0' };

function mix(colour, [over, share]) {
  const part = (hex, at) => parseInt(hex.slice(at, at + 2), 16);
  return `#${[1, 3, 5].map((at) => Math.round(part(colour, at) * (1 - share) + part(over, at) * share).toString(16).padStart(2, '0')).join('')}`;
}

const EDGES = [[1, 2], [0, 1], [5, 0], [4, 5], [3, 4], [2, 3]]; // corners of the edge to the east, north-east, north-west, west, south-west, south-east

// Where a name may go, the best first: how large, and by how much of its half width aside; minor: that of a small city, too.
const NAME_PLACES = [{ k: 1, aside: 0, minor: true }, { k: 0.86, aside: 0 }, { k: 0.86, aside: 0.3 }, { k: 0.86, aside: -0.3 }, { k: 0.86, aside: 0.6 }, { k: 0.86, aside: -0.6 }];

export class Terrain {
  constructor(book, data) {
    Object.assign(this, { book, data });
    this.landPath = new Path2D(data.land);
    this.coast = new Map(data.coast.map(({ hex, path }) => [hex, new Path2D(path)]));
    this.rivers = new Path2D(data.rivers.map(({ path }) => path).join(''));
    this.shapes = new Map(book.land.map((hex) => [hex.id, this.coast.get(hex.id) ?? this.#polygon(hex)]));
    this.grid = this.#edges(book.land);
    this.seaGrid = this.#edges([...book.hexes.values()].filter((hex) => hex.type === 'sea'));
    const rank = (city) => ['capital', 'major', 'minor'].indexOf(city.level) - (book.deciding.has(city.id) ? 2 : 0);
    this.ranked = [...book.cities.values()].sort((a, b) => rank(a) - rank(b));
    this.picture = document.createElement('canvas');
    this.close = document.createElement('canvas'); // the land of this.sheet, sharp
    this.sheet = null;
    this.overlay = null; // { colour }: where supply of a colour comes
  }

  #polygon(hex) { return new Path2D(`M${this.book.corners(hex).map((point) => point.join(',')).join('L')}Z`); }

  // The edges of hexes, each once.
  #edges(hexes) {
    const path = new Path2D(), own = new Set(hexes);
    for (const hex of hexes) {
      const corners = this.book.corners(hex);
      this.book.neighbours(hex).forEach((next, k) => {
        if (k >= 3 && own.has(next)) return; // drawn from there
        const [a, b] = EDGES[k];
        path.moveTo(...corners[a]);
        path.lineTo(...corners[b]);
      });
    }
    return path;
  }

  // ---- a position: who owns the land ----

  show(position) {
    this.position = position;
    const key = `${position.owners} ${position.shut} ${Object.values(position.nations).map((nation) => nation.side[0]).join('')}`;
    if (key === this.key) return;
    this.key = key;
    this.byColour = new Map();
    for (const hex of this.book.land) {
      const base = mix(FILL[hex.terrain] ?? FILL.clear, TINT[this.book.ownerSide(hex, position)] ?? TINT.neutral);
      const colour = position.shut[hex.index] === '#' ? mix(base, VEIL) : base;
      this.byColour.set(colour, [...(this.byColour.get(colour) ?? []), hex]);
    }
    this.borders = this.#borders(position);
    this.states = this.#states(position);
    this.stale = true;
    this.leave();
    this.sheet = null;
  }

  // States with room for their name, and where it goes: in the hex nearest to the middle of their land.
  #states(position) {
    const land = new Map();
    for (const hex of this.book.land) { const owner = this.book.owner(hex, position); if (owner) land.set(owner, [...(land.get(owner) ?? []), hex]); }
    return [...land].filter(([, hexes]) => hexes.length >= 9).map(([owner, hexes]) => {
      const [mx, my] = ['x', 'y'].map((axis) => hexes.reduce((sum, hex) => sum + hex[axis], 0) / hexes.length);
      const { x, y } = hexes.reduce((best, hex) => (Math.hypot(hex.x - mx, hex.y - my) < Math.hypot(best.x - mx, best.y - my) ? hex : best));
      return { name: this.book.nationName(owner).toUpperCase(), x, y, room: Math.sqrt(hexes.length) };
    });
  }

  #borders(position) {
    const path = new Path2D();
    for (const hex of this.book.land) {
      const corners = this.book.corners(hex);
      this.book.neighbours(hex).slice(0, 3).forEach((next, k) => {
        if (!next || next.type === 'sea' || this.book.owner(hex, position) === this.book.owner(next, position)) return;
        const [a, b] = EDGES[k];
        path.moveTo(...corners[a]);
        path.lineTo(...corners[b]);
      });
    }
    return path;
  }

  // ---- painting: ctx is scaled to units of the map ----

  #paint(ctx, { x, y, w, h }, px) {
    const inSight = (hex) => hex.x > x - 30 && hex.x < x + w + 30 && hex.y > y - 30 && hex.y < y + h + 30;
    ctx.fillStyle = SEA;
    ctx.fillRect(x, y, w, h);
    ctx.lineWidth = 0.5;
    ctx.strokeStyle = '#9fbccd66';
    ctx.stroke(this.seaGrid);
    ctx.fillStyle = SCENERY;
    ctx.fill(this.landPath);
    ctx.strokeStyle = '#8a94967a';
    ctx.lineWidth = 0.7;
    ctx.stroke(this.landPath);
    for (const [colour, hexes] of this.byColour) {
      ctx.fillStyle = colour;
      for (const hex of hexes) if (inSight(hex)) ctx.fill(this.shapes.get(hex.id));
    }
    ctx.strokeStyle = '#7a6d4d3d';
    ctx.lineWidth = 0.6;
    ctx.stroke(this.grid);
    for (const hex of this.book.land) if (inSight(hex)) this.#sign(ctx, hex);
    ctx.lineJoin = ctx.lineCap = 'round';
    ctx.strokeStyle = '#5b3d66';
    ctx.setLineDash([4, 3]);
    ctx.lineWidth = 1.7;
    ctx.stroke(this.borders);
    ctx.setLineDash([]);
    ctx.strokeStyle = '#2f74b8';
    ctx.lineWidth = 2.3;
    ctx.stroke(this.rivers);
    this.#crossings(ctx, px);
  }

  #sign(ctx, { x, y, terrain, city }) {
    if (terrain === 'clear') return;
    ctx.lineWidth = 1;
    const spots = city ? [[-9, -5], [8, -6]] : [[-6, -2], [1, -6], [6, 1], [-2, 6]];
    for (const [dx, dy] of spots) this.#glyph(ctx, terrain, x + dx, y + dy);
  }

  #glyph(ctx, terrain, x, y) {
    ctx.beginPath();
    if (terrain === 'forest') {
      ctx.fillStyle = '#6f8f4c';
      ctx.moveTo(x, y - 4.2); ctx.lineTo(x + 2.8, y + 2); ctx.lineTo(x - 2.8, y + 2);
      ctx.fill();
    } else if (terrain === 'low_mountain' || terrain === 'high_mountain') {
      const tall = terrain === 'high_mountain' ? 5.4 : 3.4;
      ctx.strokeStyle = terrain === 'high_mountain' ? '#62421d' : '#9a7440';
      ctx.lineWidth = terrain === 'high_mountain' ? 1.5 : 1.1;
      ctx.moveTo(x - 4, y + 2.4); ctx.lineTo(x, y + 2.4 - tall); ctx.lineTo(x + 4, y + 2.4);
      ctx.stroke();
    } else if (terrain === 'swamp' || terrain === 'lake') {
      ctx.strokeStyle = terrain === 'lake' ? '#ffffffaa' : '#5c8a80';
      ctx.moveTo(x - 3.4, y); ctx.lineTo(x + 3.4, y); ctx.moveTo(x - 2, y + 2); ctx.lineTo(x + 2, y + 2);
      ctx.stroke();
    }
  }

  #crossings(ctx, px) {
    ctx.strokeStyle = '#3a2a10';
    ctx.lineWidth = 1.3;
    for (const { pair, at: [x, y] } of this.data.bridges) {
      const [a, b] = pair.map((id) => this.book.hexes.get(id));
      const d = Math.hypot(b.x - a.x, b.y - a.y), u = (b.x - a.x) / d, v = (b.y - a.y) / d;
      ctx.beginPath();
      for (const s of [-1.6, 1.6]) { ctx.moveTo(x - 3.4 * u - s * v, y - 3.4 * v + s * u); ctx.lineTo(x + 3.4 * u - s * v, y + 3.4 * v + s * u); }
      ctx.stroke();
    }
    if (px < 0.9) return;
    ctx.font = 'bold 9px system-ui, sans-serif';
    ctx.textAlign = 'center';
    ctx.fillStyle = '#5a2f00';
    for (const { at: [x, y] } of this.data.passes) ctx.fillText(')(', x, y + 3);
    ctx.setLineDash([2, 2.5]);
    for (const { pair } of this.data.ferries) {
      const [a, b] = pair.map((id) => this.book.hexes.get(id));
      ctx.beginPath(); ctx.moveTo(a.x, a.y); ctx.lineTo(b.x, b.y); ctx.stroke();
    }
    ctx.setLineDash([]);
  }

  #makePicture() {
    const { width, height } = this.data;
    this.picture.width = (width + 2 * MARGIN) * PICTURE;
    this.picture.height = (height + 2 * MARGIN) * PICTURE;
    const ctx = this.picture.getContext('2d');
    ctx.setTransform(PICTURE, 0, 0, PICTURE, MARGIN * PICTURE, MARGIN * PICTURE);
    this.#paint(ctx, { x: -MARGIN, y: -MARGIN, w: width + 2 * MARGIN, h: height + 2 * MARGIN }, PICTURE);
    this.stale = false;
  }

  // Makes the picture when nothing else is to be done, for maps that are moved fast.
  prepare() {
    if (!this.stale || this.preparing) return;
    this.preparing = true;
    const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 500));
    idle(() => { this.preparing = false; if (this.stale) this.#makePicture(); });
  }

  // ---- close by. A sheet: { view: { x, y, w, h }, px, density, width, height }: what is shown, pixels of the screen in a unit of it,
  // pixels of the canvas in one of those, the size of the canvas ----

  // Whether a sheet can be drawn sharply at once: it is far away or painted already, or there is nothing else to be shown.
  ready(sheet) { return sheet.px < CLOSE || this.stale || (this.#keeps(sheet) && this.band === BANDS); }

  #keeps({ view, px, width, height }) {
    const kept = this.sheet;
    return Boolean(kept) && kept.px === px && kept.view.x === view.x && kept.view.y === view.y && kept.width === width && kept.height === height;
  }

  // Paints a sheet a band a frame, unless that is under way, and calls done.
  sharpen(sheet, done) {
    if (this.#keeps(sheet) && this.coming) return;
    this.leave();
    this.#begin(sheet);
    const next = () => {
      this.#nextBand();
      this.coming = this.band < BANDS ? requestAnimationFrame(next) : 0;
      if (!this.coming) done();
    };
    this.coming = requestAnimationFrame(next);
  }

  // Paints no more of the sheet that is under way: the map moves.
  leave() {
    if (!this.coming) return;
    cancelAnimationFrame(this.coming);
    this.coming = 0;
    this.sheet = null;
  }

  #begin(sheet) {
    const { close } = this;
    this.sheet = sheet;
    this.band = 0;
    if (close.width !== sheet.width || close.height !== sheet.height) Object.assign(close, { width: sheet.width, height: sheet.height });
  }

  #nextBand() {
    const { view, px, density, width, height } = this.sheet;
    const ctx = this.close.getContext('2d'), k = px * density;
    const [top, bottom] = [this.band, this.band + 1].map((band) => Math.round((height * band) / BANDS)); // whole pixels: no seams
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.beginPath();
    ctx.rect(0, top, width, bottom - top);
    ctx.clip();
    ctx.setTransform(k, 0, 0, k, -view.x * k, -view.y * k);
    this.#paint(ctx, { x: view.x, y: view.y + top / k, w: width / k, h: (bottom - top) / k }, px);
    ctx.restore();
    this.band += 1;
  }

  #paintAll(sheet) {
    this.leave();
    this.#begin(sheet);
    while (this.band < BANDS) this.#nextBand();
  }

  // Draws a sheet. rough: from the picture, if there is one.
  draw(canvas, sheet, rough = false) {
    if (!this.position) return;
    const { view, px, density } = sheet;
    const ctx = canvas.getContext('2d');
    const k = px * density;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    if (px < CLOSE || (rough && !this.stale)) {
      if (this.stale) this.#makePicture();
      ctx.fillStyle = SEA;
      ctx.fillRect(0, 0, canvas.width, canvas.height);
      ctx.setTransform(k, 0, 0, k, -view.x * k, -view.y * k);
      ctx.drawImage(this.picture, -MARGIN, -MARGIN, this.picture.width / PICTURE, this.picture.height / PICTURE);
    } else {
      if (!this.#keeps(sheet) || this.band < BANDS) this.#paintAll(sheet);
      ctx.drawImage(this.close, 0, 0);
      ctx.setTransform(k, 0, 0, k, -view.x * k, -view.y * k);
    }
    if (this.overlay) this.#drawSupply(ctx, view);
    this.#drawCities(ctx, view, px);
  }

  // Where supply of a colour comes: green; its land that is cut off: hatched red.
  #drawSupply(ctx, { x, y, w, h }) {
    for (const hex of this.book.land) {
      if (hex.x < x - 20 || hex.x > x + w + 20 || hex.y < y - 20 || hex.y > y + h + 20) continue;
      const letter = this.position.supply[this.overlay]?.[hex.index] ?? '.';
      if (letter === '.') continue;
      ctx.fillStyle = ['#1b8a4a30', '#1b8a4a3c', '#1b8a4a4a', '#1b8a4a5c'][Number(letter)] ?? '#1b8a4a5c';
      ctx.fill(this.shapes.get(hex.id));
    }
  }

  // Signs and names keep their size on the screen.
  #drawCities(ctx, { x, y, w, h }, px) {
    const size = Math.max(0.45, Math.min(1.35, 1 / px ** 0.72)); // units of the map in a unit of the sign
    ctx.textAlign = 'center';
    ctx.lineJoin = 'round';
    const taken = this.taken = []; // boxes of names
    if (px < 0.95) this.#stateNames(ctx, px, taken);
    for (const city of this.ranked) {
      const hex = this.book.hexes.get(city.hex);
      if (hex.x < x - 40 || hex.x > x + w + 40 || hex.y < y - 30 || hex.y > y + h + 30) continue;
      const great = city.level !== 'minor' || this.book.deciding.has(city.id);
      if (!great && px < 0.62) continue;
      const shut = this.position.shut[hex.index] === '#';
      ctx.globalAlpha = shut ? 0.55 : 1;
      this.#citySign(ctx, city, hex, size);
      if (px > 1.25 || (great && px > 0.62) || (city.level === 'capital' && !shut)) this.#cityName(ctx, city, hex, size, px, taken);
    }
    ctx.globalAlpha = 1;
  }

  // From afar the map is one of states.
  #stateNames(ctx, px, taken) {
    for (const { name, x, y, room } of this.states) {
      const size = Math.min(17, 8 + room * 0.7) / px;
      ctx.font = `800 ${size}px system-ui, sans-serif`;
      const half = ctx.measureText(name).width / 2;
      ctx.strokeStyle = '#fffdf4b8';
      ctx.lineWidth = 3 / px;
      ctx.strokeText(name, x, y);
      ctx.fillStyle = '#4a2f55';
      ctx.fillText(name, x, y);
      taken.push({ left: x - half, right: x + half, top: y - size, bottom: y + size * 0.3 });
    }
  }

  #citySign(ctx, city, { x, y }, size) {
    const control = this.position.cities[city.id]?.control ?? 'neutral';
    const r = { capital: 6, major: 4.4, minor: 2.7 }[city.level] * size;
    if (this.book.deciding.has(city.id)) this.#ring(ctx, x, y, r + 3.4 * size, '#d9a400', 2.6 * size);
    if (city.production) this.#ring(ctx, x, y, r + 1.6 * size, PRODUCES[city.production], 1.3 * size);
    ctx.fillStyle = CITY[control];
    ctx.strokeStyle = control === 'neutral' || control === 'unformed' ? '#2a241a' : '#ffffff';
    ctx.lineWidth = 1.1 * size;
    ctx.beginPath();
    if (city.level === 'capital') for (let k = 0; k < 10; k++) { const t = (k * Math.PI) / 5, q = k % 2 ? r * 0.48 : r * 1.15; ctx.lineTo(x + q * Math.sin(t), y - q * Math.cos(t)); }
    else if (city.level === 'major') ctx.rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8);
    else ctx.arc(x, y, r, 0, 2 * Math.PI);
    ctx.closePath();
    ctx.fill();
    ctx.stroke();
  }

  #ring(ctx, x, y, r, colour, width) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.beginPath(); ctx.arc(x, y, r, 0, 2 * Math.PI); ctx.stroke();
  }

  // A name stands aside or is smaller where a greater city has its own, and is left out where that does not help.
  #cityName(ctx, city, { x, y }, size, px, taken) {
    const great = city.level !== 'minor';
    const text = `${city.name}${city.port && px > 1.25 ? ' \u2693' : ''}`;
    const font = (k) => `${great ? 700 : 500} ${(great ? 11 : 9.6) * size * k}px system-ui, sans-serif`;
    ctx.font = font(1);
    const half = ctx.measureText(text).width / 2 + 1, top = y - 17 * size, bottom = y - 6 * size;
    const place = NAME_PLACES.find(({ k, aside, minor }) => {
      const at = x + aside * half;
      return (great || minor) && !taken.some((box) => at - half * k < box.right && at + half * k > box.left && top < box.bottom && bottom > box.top);
    });
    if (!place) return;
    const at = x + place.aside * half;
    ctx.font = font(place.k);
    taken.push({ left: at - half * place.k, right: at + half * place.k, top, bottom, text });
    ctx.strokeStyle = '#fffdf4d0';
    ctx.lineWidth = 2.6 * size;
    ctx.strokeText(text, at, y - 7.4 * size);
    ctx.fillStyle = '#241c10';
    ctx.fillText(text, at, y - 7.4 * size);
  }
}
