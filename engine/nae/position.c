/* position.c: a position as text for people and as one JSON object for pages (view.h). */
#include "engine/jsonout.h"
#include "engine/nae/budget.h"
#include "engine/nae/fog.h"
#include "engine/nae/march.h"
#include "engine/nae/nae.h"
#include "engine/nae/position_war.h"
#include "engine/nae/rules.h"
#include "engine/nae/view.h"
#include "engine/nae/words.h"

static const char *const SIDES[3] = {"empire", "coalition", "none"};
static const char *const FORTRESS[] = {"owner", "empire", "coalition", "destroyed"};
static const char *const PLACES[] = {"reserve",    "later",       "out",    "reinforcement", "next_budget",
                                     "year_after", "foreign_war", "aboard", "held",          "corsaires"};
static const char *const FLEET_AT[] = {"special", "port", "box", "sea"};

typedef struct Page {
    const NaeData *d;
    const NaeState *s;
    NaePieces covered; /* from the reader, by fog of war */
    unsigned reader;   /* a seat, or more than the last one: sees everything */
    JsonOut out;
} Page;

static const char *nation_id(const Page *page, unsigned nation)
{
    return nation < NAE_NATIONS ? page->d->nation_id[nation] : NULL;
}
static const char *zone_id(const Page *page, unsigned zone)
{
    return zone < page->d->zones ? page->d->zone_id[zone] : NULL;
}

static const char *side_id(unsigned side) { return SIDES[side < 2 ? side : 2]; }

/* ---- what is general ---- */

static void put_header(Page *page)
{
    const NaeState *s = page->s;
    JsonOut *out = &page->out;
    jsonout_key_text(out, "game", "nae");
    jsonout_key_u64(out, "year", nae_year(s));
    jsonout_key_text(out, "phase", nae_phase_name(s->phase));
    jsonout_key_u64(out, "round", s->round);
    jsonout_key_text(out, "seat", s->header.seat < 2 ? SIDES[s->header.seat] : SIDES[2]);
    jsonout_key_bool(out, "over", s->header.over != 0);
    jsonout_key_text(out, "step", nae_step_name(s->frames > 0 ? s->frame[s->frames - 1].step : 0));
    jsonout_key_i64(out, "level", s->level);
    jsonout_key_u64(out, "escalade", s->escalade);
}

static void put_flags(Page *page)
{
    static const struct {
        unsigned flag;
        const char *name;
    } flags[] = {{NAE_PUNISHMENTS, "punishments"},
                 {NAE_LIBERATION, "war_of_liberation"},
                 {NAE_BLOCKADE, "continental_blockade"},
                 {NAE_BAVARIAN_KINGDOM, "kingdom_of_bavaria"},
                 {NAE_CORSAIRS_RUN, "corsairs"},
                 {NAE_IBERIA_OPEN, "iberia_open"},
                 {NAE_SKIP_WINTER, "no_winter_round"},
                 {NAE_EXTRA_ROUND, "seventh_round"},
                 {NAE_BLOCKADE_INCOMPLETE, "blockade_incomplete"},
                 {NAE_NAPOLEON_OUT, "napoleon_out"}};
    jsonout_key(&page->out, "flags");
    jsonout_begin(&page->out, '{');
    for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++) {
        jsonout_key_bool(&page->out, flags[i].name, (page->s->flags & flags[i].flag) != 0);
    }
    jsonout_end(&page->out, '}');
}

/* ---- cards ---- */

static void put_cards(Page *page, unsigned side, const char *key, unsigned place)
{
    jsonout_key(&page->out, key);
    jsonout_begin(&page->out, '[');
    for (unsigned i = 0; i < NAE_DECK; i++) {
        if (nae_card_place(page->s, side * NAE_DECK + i) == place) {
            jsonout_text(&page->out, page->d->card_id[side * NAE_DECK + i]);
        }
    }
    jsonout_end(&page->out, ']');
}

/* What the cards of a side's hand count now: the Grand Coalition adds to the printed values [6.3]. */
static void put_hand_values(Page *page, unsigned side)
{
    jsonout_key(&page->out, "hand_values");
    jsonout_begin(&page->out, '{');
    for (unsigned i = 0; i < NAE_DECK; i++) {
        const unsigned card = side * NAE_DECK + i;
        if (nae_in_hand(page->s, card)) {
            jsonout_key_u64(&page->out, page->d->card_id[card], nae_card_value(page->d, page->s, card));
        }
    }
    jsonout_end(&page->out, '}');
}

/* In a view the unseen cards of the other side stand in its pile: what exceeds the pile is its hand. */
static unsigned hidden_cards(const NaeState *s, unsigned side)
{
    unsigned count = 0;
    for (unsigned i = 0; i < NAE_DECK; i++) {
        count += nae_card_place(s, side * NAE_DECK + i) == NAE_CARD_PILE ? 1U : 0U;
    }
    return count > s->side[side].pile ? count - s->side[side].pile : 0;
}

static void put_side(Page *page, unsigned side)
{
    assert(side < SEAT_COUNT);
    const NaeSide *of = &page->s->side[side];
    JsonOut *out = &page->out;
    jsonout_begin(out, '{');
    jsonout_key_text(out, "side", SIDES[side]);
    jsonout_key_u64(out, "reserve_ap", of->reserve_ap);
    jsonout_key_u64(out, "hand_hidden", hidden_cards(page->s, side));
    jsonout_key_u64(out, "pile", of->pile);
    put_cards(page, side, "hand", NAE_CARD_HAND);
    if (side == page->reader || page->reader > SEAT_COALITION) {
        put_hand_values(page, side);
    }
    put_cards(page, side, "discards", NAE_CARD_DISCARD);
    put_cards(page, side, "aside", NAE_CARD_ASIDE);
    put_cards(page, side, "foreign_wars", NAE_CARD_BOX);
    put_cards(page, side, "removed", NAE_CARD_REMOVED);
    jsonout_key(out, "events_played");
    jsonout_begin(out, '[');
    for (unsigned i = 0; i < NAE_DECK; i++) {
        if (nae_event_played(page->s, side * NAE_DECK + i)) {
            jsonout_text(out, page->d->card_id[side * NAE_DECK + i]);
        }
    }
    jsonout_end(out, ']');
    jsonout_end(out, '}');
}

/* Order of a pile, for a reader who sees everything: the top card first. */
static void put_piles(Page *page)
{
    for (unsigned side = 0; side < 2; side++) {
        jsonout_key(&page->out, side == NAE_EMPIRE ? "empire_pile" : "coalition_pile");
        jsonout_begin(&page->out, '[');
        for (unsigned i = page->s->side[side].pile; i-- > 0;) {
            jsonout_text(&page->out, page->d->card_id[page->s->pile[side][i]]);
        }
        jsonout_end(&page->out, ']');
    }
}

/* ---- nations ---- */

static void put_nation(Page *page, unsigned nation)
{
    assert(nation < NAE_NATIONS);
    const NaeState *s = page->s;
    JsonOut *out = &page->out;
    jsonout_begin(out, '{');
    jsonout_key_text(out, "id", page->d->nation_id[nation]);
    jsonout_key_text(out, "status", nae_status_name(nae_status(s, nation)));
    jsonout_key_text(out, "side", side_id(nae_side_of(s, nation)));
    if (nation < NAE_MAJORS) {
        const NaeMajor *m = &s->major[nation];
        jsonout_key_text(out, "victor", nation_id(page, m->victor));
        jsonout_key_u64(out, "years", m->years);
        jsonout_key_u64(out, "defeats_by_empire", m->defeats[0]);
        jsonout_key_u64(out, "defeats_by_coalition", m->defeats[1]);
        jsonout_key_double(out, "resources", m->resources / 2.0);
        jsonout_key_bool(out, "reformed", (m->flags & NAE_REFORMED) != 0);
    } else {
        jsonout_key_text(out, "patron", nation_id(page, s->minor[nation - NAE_MAJORS].patron));
    }
    jsonout_end(out, '}');
}

/* ---- pieces ---- */

/* Which of the forces of a campaign that wait a piece is in: their slots follow each other by two. */
static unsigned waiting_number(const NaeState *s, unsigned piece)
{
    if ((s->bits[piece] & NAE_WAITING) != NAE_WAITING) {
        return 0;
    }
    return nae_pieces_in(s->campaign.group[0], piece)   ? 0U
           : nae_pieces_in(s->campaign.group[1], piece) ? 1U
                                                        : 2U;
}

static void put_piece(Page *page, unsigned piece)
{
    assert(piece < NAE_PIECES);
    const NaeState *s = page->s;
    JsonOut *out = &page->out;
    const unsigned bits = s->bits[piece];
    jsonout_begin(out, '{');
    jsonout_key_text(out, "id", page->d->piece_id[piece]);
    jsonout_key_text(out, "nation", nation_id(page, page->d->nation_of[piece]));
    if (nae_is_unit(piece)) {
        jsonout_key_u64(out, "steps", nae_unit_steps(page->d, s, piece));
    }
    if (nae_is_general(piece) && (bits & NAE_COMMANDS) != 0) {
        jsonout_key_bool(out, "commands", true);
    }
    if (nae_is_depot(piece)) {
        jsonout_key_bool(out, "fixed", (bits & NAE_FIXED) != 0);
    }
    static const struct {
        unsigned bit;
        const char *name;
    } marks[] = {{NAE_INSIDE, "inside"},
                 {NAE_ACTIVATED, "activated"},
                 {NAE_UNSUPPLIED, "unsupplied"},
                 {NAE_DEMORALISED, "demoralised"}};
    for (unsigned i = 0; i < sizeof marks / sizeof *marks; i++) {
        if ((bits & marks[i].bit) != 0) {
            jsonout_key_bool(out, marks[i].name, true);
        }
    }
    if ((bits & NAE_SLOT) != 0) {
        jsonout_key_u64(out, "slot", (bits & NAE_SLOT) + 2 * waiting_number(s, piece));
    }
    jsonout_end(out, '}');
}

static void put_pieces(Page *page, const char *key, NaePieces set)
{
    jsonout_key(&page->out, key);
    jsonout_begin(&page->out, '[');
    NAE_EACH_PIECE(piece, set) { put_piece(page, piece); }
    jsonout_end(&page->out, ']');
}

/* How many counters lie under the enemy's generals, where there are any. */
static void put_covered(Page *page, const char *key, NaePieces set)
{
    if (!nae_pieces_empty(set)) {
        jsonout_key_u64(&page->out, key, nae_pieces_count(set));
    }
}

static void put_zone(Page *page, unsigned zone)
{
    assert(zone < NAE_ZONES);
    const NaeState *s = page->s;
    JsonOut *out = &page->out;
    jsonout_begin(out, '{');
    jsonout_key_text(out, "id", page->d->zone_id[zone]);
    jsonout_key_text(out, "owner", nation_id(page, s->owner[zone]));
    jsonout_key_text(out, "owner_side", side_id(nae_side_of_zone(s, zone)));
    jsonout_key_text(out, "marker", nae_marker(s, zone) < 2 ? SIDES[nae_marker(s, zone)] : NULL);
    jsonout_key_text(out, "holder", side_id(nae_holder(s, zone)));
    if (page->d->zone[zone].fortress > 0) {
        jsonout_key_text(out, "fortress", FORTRESS[nae_fort_state(s, zone)]);
        jsonout_key_u64(out, "fortress_level", nae_fortress_level(page->d, s, zone));
        jsonout_key_text(out, "fortress_side", side_id(nae_fortress_side(page->d, s, zone)));
    }
    if (nae_besieged(s, zone)) {
        jsonout_key_u64(out, "siege", nae_siege_marker(s, zone));
    }
    const NaePieces all = nae_at(page->d, s, zone);
    const NaePieces here = nae_pieces_minus(all, page->covered);
    NaePieces neutral = nae_pieces_minus(here, nae_pieces_or(s->owned[0], s->owned[1]));
    if (!nae_pieces_empty(all)) {
        put_pieces(page, "empire", nae_pieces_and(here, s->owned[0]));
        put_pieces(page, "coalition", nae_pieces_and(here, s->owned[1]));
        put_pieces(page, "neutral", neutral);
    }
    if (nae_pieces_meet(all, page->covered)) {
        jsonout_key_text(out, "covered_side",
                         side_id(nae_side_of_piece(s, nae_pieces_first(nae_pieces_and(all, page->covered)))));
    }
    put_covered(page, "covered", nae_without(s, nae_pieces_and(all, page->covered), NAE_INSIDE));
    put_covered(page, "covered_inside", nae_with(s, nae_pieces_and(all, page->covered), NAE_INSIDE));
    jsonout_end(out, '}');
}

static void put_fleet(Page *page, unsigned fleet)
{
    const NaeState *s = page->s;
    JsonOut *out = &page->out;
    const unsigned at = s->bits[fleet] & NAE_AT;
    const unsigned place = s->place[fleet];
    jsonout_begin(out, '{');
    jsonout_key_text(out, "id", nae_pieces_in(page->covered, fleet) ? NULL : page->d->piece_id[fleet]);
    jsonout_key_text(out, "nation", nation_id(page, page->d->nation_of[fleet]));
    jsonout_key_text(out, "at", FLEET_AT[at]);
    jsonout_key_text(out, "place",
                     at == NAE_AT_SEA       ? page->d->sea_id[place]
                     : at == NAE_AT_SPECIAL ? PLACES[place - NAE_RESERVE]
                                            : page->d->zone_id[place]);
    jsonout_key_bool(out, "activated", (s->bits[fleet] & NAE_ACTIVATED) != 0);
    jsonout_key_bool(out, "sailing", (s->bits[fleet] & NAE_SAILING) != 0);
    jsonout_end(out, '}');
}

/* Land pieces that are not on the map, by where they are. */
static void put_off_map(Page *page)
{
    jsonout_key(&page->out, "off_map");
    jsonout_begin(&page->out, '{');
    for (unsigned place = NAE_RESERVE; place < NAE_CORSAIRS; place++) {
        const NaePieces set = nae_at(page->d, page->s, place);
        if (place == NAE_OUT || place == NAE_LATER || nae_pieces_empty(set)) {
            continue;
        }
        jsonout_key(&page->out, PLACES[place - NAE_RESERVE]);
        jsonout_begin(&page->out, '[');
        NAE_EACH_PIECE(piece, set) { jsonout_text(&page->out, page->d->piece_id[piece]); }
        jsonout_end(&page->out, ']');
    }
    jsonout_end(&page->out, '}');
}

/* ---- what is going on ---- */

/* Who marches, for others of the side may stand in the zone beside them. */
static void put_marchers(Page *page)
{
    const NaePieces set = nae_marchers(page->s);
    jsonout_key(&page->out, "pieces");
    jsonout_begin(&page->out, '[');
    NAE_EACH_PIECE(piece, nae_pieces_minus(set, page->covered))
    {
        jsonout_text(&page->out, page->d->piece_id[piece]);
    }
    jsonout_end(&page->out, ']');
    put_covered(page, "covered", nae_pieces_and(set, page->covered));
}

/* What the power that spends can buy, for who decides: the price of each, and where it may come to stand
 * [4.3.6]. */
static void put_offers(Page *page)
{
    const NaePlay p = nae_reader(page->d, page->s);
    JsonOut *out = &page->out;
    MoveList list;
    char text[MOVE_TEXT_BYTES];
    jsonout_key(out, "offers");
    jsonout_begin(out, '[');
    for (uint32_t i = 0, count = nae_list(&p, &list); i < count; i++) {
        nae_move_text(page->d, list.moves[i], text);
        jsonout_begin(out, '{');
        jsonout_key_text(out, "move", text);
        jsonout_key_double(out, "points", nae_price(page->d, list.moves[i]) / 2.0);
        jsonout_key(out, "zones");
        jsonout_begin(out, '[');
        NAE_EACH_ZONE(zone, nae_purchase_places(&p, list.moves[i]))
        {
            jsonout_text(out, page->d->zone_id[zone]);
        }
        jsonout_end(out, ']');
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
}

static void put_budget(Page *page)
{
    const NaeState *s = page->s;
    JsonOut *out = &page->out;
    jsonout_key(out, "budget");
    jsonout_begin(out, '{');
    jsonout_key_text(out, "power", nation_id(page, s->budget.power));
    jsonout_key_double(out, "points", s->major[s->budget.power].resources / 2.0);
    if (s->header.step == NAE_STEP_PURCHASE && page->reader == s->header.seat) {
        put_offers(page);
    }
    jsonout_end(out, '}');
}

static void put_action(Page *page)
{
    const NaeState *s = page->s;
    JsonOut *out = &page->out;
    jsonout_key_u64(out, "action_points", s->action.ap);
    if (s->phase == NAE_PHASE_BUDGET && s->budget.power < NAE_MAJORS) {
        put_budget(page);
    }
    if (s->march.side < 2) {
        jsonout_key(out, "march");
        jsonout_begin(out, '{');
        jsonout_key_text(out, "side", SIDES[s->march.side]);
        jsonout_key_text(out, "zone", zone_id(page, s->march.zone));
        jsonout_key_text(out, "from", zone_id(page, s->march.from));
        jsonout_key_u64(out, "movement_points", s->march.mp);
        jsonout_key_u64(out, "forced", s->march.forced);
        put_marchers(page);
        jsonout_end(out, '}');
    }
    nae_put_walk(page->d, s, page->covered, out);
    if (s->battle.attacker < 2) {
        nae_put_battle(page->d, s, page->covered, out);
    }
    if (s->voyage.side < 2) {
        jsonout_key(out, "voyage");
        jsonout_begin(out, '{');
        jsonout_key_text(out, "side", SIDES[s->voyage.side]);
        jsonout_key_text(out, "at", FLEET_AT[s->voyage.at & NAE_AT]);
        jsonout_key_u64(out, "movement_points", s->voyage.mp);
        jsonout_end(out, '}');
    }
}

static void put_modifiers(Page *page)
{
    jsonout_key(&page->out, "modifiers");
    jsonout_begin(&page->out, '[');
    for (unsigned i = 0; i < NAE_MODIFIERS; i++) {
        const NaeModifier *m = &page->s->modifier[i];
        if (m->card < NAE_CARDS) {
            jsonout_begin(&page->out, '{');
            jsonout_key_text(&page->out, "card", page->d->card_id[m->card]);
            jsonout_key_i64(&page->out, "value", m->value);
            jsonout_key_u64(&page->out, "until", 1805U + m->until);
            jsonout_end(&page->out, '}');
        }
    }
    jsonout_end(&page->out, ']');
}

void nae_position_json(const NaeData *d, const NaeState *s, Seat seat, StrBuf *buf)
{
    NaeState view = *s;
    if (seat <= SEAT_COALITION) {
        nae_view(d, &view, seat);
    }
    Page page = {d, &view, nae_covered(d, &view, seat), seat, jsonout_on(buf)};
    JsonOut *out = &page.out;
    jsonout_begin(out, '{');
    put_header(&page);
    put_flags(&page);
    jsonout_key(out, "sides");
    jsonout_begin(out, '[');
    put_side(&page, NAE_EMPIRE);
    put_side(&page, NAE_COALITION);
    jsonout_end(out, ']');
    if (seat > SEAT_COALITION) {
        put_piles(&page);
    }
    jsonout_key(out, "nations");
    jsonout_begin(out, '[');
    for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
        put_nation(&page, nation);
    }
    jsonout_end(out, ']');
    jsonout_key(out, "zones");
    jsonout_begin(out, '[');
    for (unsigned zone = 0; zone < d->zones; zone++) {
        put_zone(&page, zone);
    }
    jsonout_end(out, ']');
    jsonout_key(out, "fleets");
    jsonout_begin(out, '[');
    for (unsigned fleet = NAE_FIRST_FLEET; fleet < NAE_PIECES; fleet++) {
        put_fleet(&page, fleet);
    }
    jsonout_end(out, ']');
    nae_put_forces(d, page.s, page.covered, out);
    put_off_map(&page);
    put_modifiers(&page);
    put_action(&page);
    jsonout_end(out, '}');
}

/* ---- text ---- */

static void text_side(const NaeData *d, const NaeState *s, unsigned side, StrBuf *out)
{
    strbuf_addf(out, "%s: %u cards in the pile, %u action points in reserve\n  hand:",
                side == NAE_EMPIRE ? "Empire" : "Coalition", s->side[side].pile, s->side[side].reserve_ap);
    for (unsigned i = 0; i < NAE_DECK; i++) {
        if (nae_in_hand(s, side * NAE_DECK + i)) {
            strbuf_addf(out, " %s", d->card_id[side * NAE_DECK + i]);
        }
    }
    if (hidden_cards(s, side) > 0) {
        strbuf_addf(out, " and %u unseen", hidden_cards(s, side));
    }
    strbuf_add(out, "\n  discards:");
    for (unsigned i = 0; i < NAE_DECK; i++) {
        if (nae_card_place(s, side * NAE_DECK + i) == NAE_CARD_DISCARD) {
            strbuf_addf(out, " %s", d->card_id[side * NAE_DECK + i]);
        }
    }
    strbuf_add_char(out, '\n');
}

static void text_nations(const NaeData *d, const NaeState *s, StrBuf *out)
{
    for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
        const unsigned status = nae_status(s, nation);
        if (status == NAE_NOT_CREATED || status == NAE_DISSOLVED) {
            continue;
        }
        strbuf_addf(out, "%s%s %s", nation == 0 ? "" : ", ", d->nation_id[nation], nae_status_name(status));
    }
    strbuf_add_char(out, '\n');
}

static void text_set(const NaeData *d, const NaeState *s, const char *label, NaePieces set, StrBuf *out)
{
    if (nae_pieces_empty(set)) {
        return;
    }
    strbuf_addf(out, " %s:", label);
    NAE_EACH_PIECE(piece, set)
    {
        strbuf_addf(out, " %s", d->piece_id[piece]);
        if (nae_is_unit(piece) && nae_bit(s, piece, NAE_REDUCED)) {
            strbuf_add_char(out, '-');
        }
        if (nae_is_general(piece) && nae_bit(s, piece, NAE_COMMANDS)) {
            strbuf_add_char(out, '!');
        }
        if (nae_is_depot(piece) && nae_bit(s, piece, NAE_FIXED)) {
            strbuf_add_char(out, '=');
        }
        strbuf_add(out, nae_bit(s, piece, NAE_INSIDE) ? "(in)" : "");
        strbuf_add(out, nae_bit(s, piece, NAE_UNSUPPLIED) ? "?" : "");
        strbuf_add(out, nae_bit(s, piece, NAE_DEMORALISED) ? "~" : "");
    }
}

/* Zones where anything is worth a line: pieces, a marker, a siege, a fortress not as at first. */
static void text_zone(const NaeData *d, const NaeState *s, unsigned zone, NaePieces covered, StrBuf *out)
{
    const NaePieces all = nae_at(d, s, zone);
    const NaePieces here = nae_pieces_minus(all, covered);
    const unsigned fort = nae_fort_state(s, zone);
    if (nae_pieces_empty(here) && nae_marker(s, zone) > 1 && !nae_besieged(s, zone) &&
        fort == NAE_FORT_OWNER) {
        return;
    }
    strbuf_addf(out, "  %s (%s)", d->zone_id[zone], d->nation_id[s->owner[zone]]);
    if (nae_marker(s, zone) < 2) {
        strbuf_addf(out, " held by the %s", nae_marker(s, zone) == NAE_EMPIRE ? "Empire" : "Coalition");
    }
    if (fort != NAE_FORT_OWNER) {
        strbuf_addf(out, " fortress %s", FORTRESS[fort]);
    }
    if (nae_besieged(s, zone)) {
        strbuf_addf(out, " besieged %u", nae_siege_marker(s, zone));
    }
    text_set(d, s, "E", nae_pieces_and(here, s->owned[0]), out);
    text_set(d, s, "C", nae_pieces_and(here, s->owned[1]), out);
    text_set(d, s, "neutral", nae_pieces_minus(here, nae_pieces_or(s->owned[0], s->owned[1])), out);
    if (nae_pieces_meet(all, covered)) {
        strbuf_addf(out, " and %u covered", nae_pieces_count(nae_pieces_and(all, covered)));
    }
    strbuf_add_char(out, '\n');
}

static void text_fleets(const NaeData *d, const NaeState *s, NaePieces covered, StrBuf *out)
{
    strbuf_add(out, "fleets:");
    for (unsigned fleet = NAE_FIRST_FLEET; fleet < NAE_PIECES; fleet++) {
        const unsigned at = s->bits[fleet] & NAE_AT;
        if (at == NAE_AT_SPECIAL && s->place[fleet] != NAE_CORSAIRS) {
            continue;
        }
        strbuf_addf(out, " %s@%s%s",
                    nae_pieces_in(covered, fleet) ? d->nation_id[d->nation_of[fleet]] : d->piece_id[fleet],
                    at == NAE_AT_PORT  ? ""
                    : at == NAE_AT_BOX ? "box:"
                    : at == NAE_AT_SEA ? "sea:"
                                       : "",
                    at == NAE_AT_SEA       ? d->sea_id[s->place[fleet]]
                    : at == NAE_AT_SPECIAL ? "corsaires"
                                           : d->zone_id[s->place[fleet]]);
    }
    strbuf_add_char(out, '\n');
}

void nae_stand_text(const NaeState *s, StrBuf *out)
{
    static const char *const words[NAE_PHASE_COUNT] = {
        "declarations of war", "hands",  "budgets",           "diplomacy",           "powers at peace",
        "redeployment",        "rounds", "end of the rounds", "conquests and peace", "victory"};
    assert(s->phase < NAE_PHASE_COUNT);
    strbuf_addf(out, "%u, %s", nae_year(s), words[s->phase]);
    if (s->round > 0) {
        strbuf_addf(out, ", round %u", s->round);
    }
}

void nae_position_text(const NaeData *d, const NaeState *s, Seat seat, StrBuf *out)
{
    NaeState view = *s;
    if (seat <= SEAT_COALITION) {
        nae_view(d, &view, seat);
    }
    s = &view;
    const NaePieces covered = nae_covered(d, s, seat);
    nae_stand_text(s, out);
    strbuf_addf(out, "; victory level %d, escalade %u; %s decides: %s\n", s->level, s->escalade,
                s->header.seat == NAE_EMPIRE      ? "the Empire"
                : s->header.seat == NAE_COALITION ? "the Coalition"
                                                  : "nobody",
                nae_step_name(s->frames > 0 ? s->frame[s->frames - 1].step : 0));
    text_side(d, s, NAE_EMPIRE, out);
    text_side(d, s, NAE_COALITION, out);
    text_nations(d, s, out);
    for (unsigned zone = 0; zone < d->zones; zone++) {
        text_zone(d, s, zone, covered, out);
    }
    text_fleets(d, s, covered, out);
}
