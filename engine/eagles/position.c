/* position.c: a position as text for people and as one JSON object. */
#include <assert.h>

#include "engine/eagles/campaign.h"
#include "engine/eagles/hidden.h"
#include "engine/eagles/ledger.h"
#include "engine/eagles/outlook.h"
#include "engine/eagles/phrases.h"
#include "engine/eagles/words.h"

static void month_of(const EaglesData *d, unsigned turn, unsigned *year, unsigned *month)
{
    *year = 1800 + (d->first_month + turn) / 12;
    *month = (d->first_month + turn) % 12 + 1;
}

/* ------------------------------------------------------------------ text */

/* What stands before the next item of a list that began where out had that length. */
static void text_comma(StrBuf *out, size_t start) { strbuf_add(out, out->length > start ? ", " : " "); }

static void text_leaders(const Play *p, StrBuf *out, unsigned hex, unsigned side)
{
    const size_t start = out->length;
    for (unsigned l = 0; l < p->d->leaders; l++) {
        if (p->s->leader_at[l] == hex && eagles_leader_side(p, l) == side) {
            text_comma(out, start);
            strbuf_add(out, p->d->leader_text[l].name);
        }
    }
}

/* What a seat sees of each hex; everything for both. */
static void look(const Play *p, Seat seat, EaglesSeen *seen)
{
    *seen = (EaglesSeen){.all = true};
    if (seat != SEAT_BOTH) {
        eagles_look_around(p->d, p->s, seat == SEAT_FRENCH ? EAGLES_FRANCE : EAGLES_COALITION, seen);
    }
}

static bool is_hidden(const Play *p, Seat seat, const EaglesSeen *seen, uint32_t key)
{
    return seat != SEAT_BOTH &&
           eagles_is_hidden(p->d, p->s, seat == SEAT_FRENCH ? EAGLES_FRANCE : EAGLES_COALITION, seen, key);
}

/* start: where the list of the hex began in out. */
static void text_rows(const Play *p, StrBuf *out, size_t start, unsigned hex, unsigned side, Seat seat,
                      const EaglesSeen *seen)
{
    const EaglesState *s = p->s;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        if (eagles_unit_side(p, eagles_row_unit(s, i)) != side) {
            continue;
        }
        const unsigned flags = eagles_row_flags(s, i);
        text_comma(out, start);
        if (is_hidden(p, seat, seen, s->row_key[i])) {
            strbuf_addf(out, "%s troops", EAGLES_COLOUR_IDS[eagles_unit_colour(p, eagles_row_unit(s, i))]);
            continue;
        }
        eagles_tell_sp(p->d, out, eagles_row_unit(s, i), s->row_count[i]);
        strbuf_addf(out, "%s%s%s", (flags & EAGLES_FLAG_INSIDE) != 0 ? " (inside)" : "",
                    (flags & EAGLES_FLAG_UNSUPPLIED) != 0 ? " (unsupplied)" : "",
                    (flags & EAGLES_FLAG_FINISHED) != 0 ? " (moved)" : "");
    }
}

/* Hexes where a side has SP or a leader. */
static void mark_side(const Play *p, unsigned side, uint8_t mark[EAGLES_HEXES_MAX / 8])
{
    const EaglesState *s = p->s;
    memset(mark, 0, EAGLES_HEXES_MAX / 8);
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        if (eagles_unit_side(p, eagles_row_unit(s, i)) == side) {
            eagles_set_bit(mark, eagles_key_place(s->row_key[i]), true);
        }
    }
    for (unsigned l = 0; l < p->d->leaders; l++) {
        if (eagles_leader_on_map(s, l) && eagles_leader_side(p, l) == side) {
            eagles_set_bit(mark, s->leader_at[l], true);
        }
    }
}

static void text_side(const Play *p, StrBuf *out, unsigned side, Seat seat)
{
    uint8_t mark[EAGLES_HEXES_MAX / 8];
    EaglesSeen seen;
    look(p, seat, &seen);
    mark_side(p, side, mark);
    strbuf_addf(out, "%s:\n", side == EAGLES_FRANCE ? "France" : "Coalition");
    for (unsigned hex = 0; hex < p->d->hexes; hex++) {
        if (!eagles_bit(mark, hex)) {
            continue;
        }
        strbuf_add(out, "  ");
        eagles_tell_spot(p->d, out, hex);
        if (p->d->hex[hex].city != EAGLES_NONE) { /* for the notation */
            strbuf_addf(out, " (%02u%02u)", p->d->hex[hex].column, p->d->hex[hex].row);
        }
        strbuf_add_char(out, ':');
        const size_t start = out->length;
        text_leaders(p, out, hex, side);
        text_rows(p, out, start, hex, side, seat, &seen);
        if (eagles_bit(p->s->trench[side], hex)) {
            strbuf_add(out, ", entrenched");
        }
        if (eagles_is_besieged(p, hex, side)) {
            strbuf_addf(out, ", besieged (%u)", eagles_hex_siege(p, hex));
        }
        strbuf_add(out, "\n");
    }
}

/* Fleets of a side: place, squadrons and transports, damaged ones among them. */
static void text_fleets(const Play *p, StrBuf *out, unsigned side)
{
    for (unsigned rank = eagles_next_fleet(p, side, 0, 0); rank < EAGLES_NO_FLEET;
         rank = eagles_next_fleet(p, side, rank + 1, 0)) {
        const unsigned place = eagles_place_of_rank(rank);
        const unsigned squadrons = eagles_squadrons(p, side, place, 0);
        const unsigned damaged = eagles_ships(p, side, place, EAGLES_SHIP_DAMAGED);
        const unsigned transports = eagles_ships(p, side, place, 0) - squadrons;
        strbuf_add(out, "  ");
        eagles_tell_place(p->d, out, place);
        strbuf_add(out, ": ");
        if (squadrons > 0) {
            strbuf_addf(out, "%u squadron%s", squadrons, squadrons == 1 ? "" : "s");
        }
        if (transports > 0) {
            strbuf_addf(out, "%s%u transport%s", squadrons > 0 ? ", " : "", transports,
                        transports == 1 ? "" : "s");
        }
        if (damaged > 0) {
            strbuf_addf(out, ", %u damaged", damaged);
        }
        strbuf_add(out, "\n");
    }
}

/* The grand campaign: who is on which side, conquests, the level of Spain, the treaty, fleets. */
static void text_campaign(const Play *p, StrBuf *out)
{
    const EaglesCampaign *c = &p->s->campaign;
    for (unsigned side = 0; side < 4; side++) {
        static const char *const SIDES[] = {"with France", "with the Coalition", "neutral", "not formed"};
        strbuf_addf(out, "%s:", SIDES[side]);
        const size_t start = out->length;
        for (unsigned n = 0; n < p->d->nations; n++) {
            const EaglesNation *nation = &p->s->nation[n];
            if (nation->side == side) {
                text_comma(out, start);
                strbuf_add(out, p->d->nation[n].name);
                if (nation->conquered > 0) {
                    strbuf_addf(out, " (conquered %u)", nation->conquered);
                }
            }
        }
        strbuf_add(out, "\n");
    }
    if ((c->spanish_flags & (EAGLES_SPAIN_COUNTS | EAGLES_SPAIN_ROSE)) == EAGLES_SPAIN_COUNTS) {
        strbuf_addf(out, "Spanish level %u\n", c->spanish_level);
    }
    if (c->peace_months > 0) {
        strbuf_addf(out, "Russia keeps peace for %u months\n", c->peace_months);
    }
    if ((c->exile_flags & EAGLES_EXILED) != 0) {
        strbuf_addf(out, "Napoleon is in exile, month %u\n", c->exile_months);
    }
    for (unsigned side = 0; side < 2; side++) {
        strbuf_addf(out, "fleets of %s:\n", eagles_side_words(side));
        text_fleets(p, out, side);
    }
}

void eagles_position_text(const EaglesData *d, const EaglesState *s, Seat seat, StrBuf *out)
{
    EaglesState copy;
    eagles_copy(d, &copy, s);
    if (seat != SEAT_BOTH) {
        eagles_view(d, &copy, seat);
    }
    const Play p = {d, &copy, NULL, 0, NULL};
    strbuf_addf(out, "%s; ", d->title);
    EAGLES_WORDS.turn_text(d, (int)(d->first_month + s->header.turn), out);
    strbuf_addf(out, ", turn of %s", eagles_side_words(s->active));
    if (s->header.over != 0) {
        strbuf_add(out, "; the game is over");
    }
    strbuf_addf(out, "\nvictory points: France %u, Coalition %u\n", s->victory_points[0],
                s->victory_points[1]);
    text_side(&p, out, EAGLES_FRANCE, seat);
    text_side(&p, out, EAGLES_COALITION, seat);
    if (eagles_in_campaign(&p)) {
        text_campaign(&p, out);
    }
}

/* ------------------------------------------------------------------ JSON */

static void json_hex(const EaglesData *d, JsonOut *out, unsigned hex)
{
    if (hex >= d->hexes) {
        jsonout_null(out);
        return;
    }
    const char id[5] = {(char)('0' + d->hex[hex].column / 10), (char)('0' + d->hex[hex].column % 10),
                        (char)('0' + d->hex[hex].row / 10), (char)('0' + d->hex[hex].row % 10), '\0'};
    jsonout_text(out, id);
}

static void json_flags(JsonOut *out, unsigned flags)
{
    static const struct {
        unsigned flag;
        const char *key;
    } KEYS[] = {
        {EAGLES_FLAG_FINISHED, "moved"},        {EAGLES_FLAG_GROUP, "group"}, {EAGLES_FLAG_INSIDE, "inside"},
        {EAGLES_FLAG_UNSUPPLIED, "unsupplied"}, {EAGLES_FLAG_OUT, "out"},     {EAGLES_FLAG_SORTIE, "sortie"},
        {EAGLES_FLAG_EXPEDITION, "expedition"},
    };
    for (unsigned i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
        if ((flags & KEYS[i].flag) != 0) {
            jsonout_key_bool(out, KEYS[i].key, true);
        }
    }
}

static void json_rows(const Play *p, JsonOut *out, Seat seat)
{
    const EaglesState *s = p->s;
    EaglesSeen seen;
    look(p, seat, &seen);
    jsonout_key(out, "units");
    jsonout_begin(out, '[');
    for (unsigned i = 0; i < s->rows; i++) {
        const EaglesUnit *unit = &p->d->unit[eagles_row_unit(s, i)];
        jsonout_begin(out, '{');
        jsonout_key(out, "hex");
        json_hex(p->d, out, eagles_key_place(s->row_key[i]));
        const bool hidden = is_hidden(p, seat, &seen, s->row_key[i]);
        if (!hidden) {
            jsonout_key_text(out, "nation", p->d->nation[unit->nation].id);
            jsonout_key_text(out, "type", EAGLES_TYPE_IDS[unit->type]);
        }
        jsonout_key_text(out, "side", EAGLES_SIDE_IDS[s->nation[unit->nation].side]);
        jsonout_key_text(out, "colour", EAGLES_COLOUR_IDS[s->nation[unit->nation].colour]);
        if (hidden) {
            jsonout_key_bool(out, "hidden", true);
        } else {
            jsonout_key_u64(out, "sp", s->row_count[i]);
        }
        json_flags(out, eagles_row_flags(s, i));
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
}

static void json_leaders(const Play *p, JsonOut *out)
{
    static const char *const AWAY[] = {"withdrawn", "waiting", "injured", "captured", "dead", "unused"};
    const EaglesState *s = p->s;
    jsonout_key(out, "leaders");
    jsonout_begin(out, '[');
    for (unsigned l = 0; l < p->d->leaders; l++) {
        const unsigned at = s->leader_at[l];
        if (at == EAGLES_UNUSED) {
            continue;
        }
        jsonout_begin(out, '{');
        jsonout_key_text(out, "id", p->d->leader_text[l].id);
        jsonout_key_text(out, "side", EAGLES_SIDE_IDS[eagles_leader_side(p, l)]);
        if (at >= EAGLES_WITHDRAWN) {
            jsonout_key_text(out, "away", AWAY[at - EAGLES_WITHDRAWN]);
            jsonout_key_u64(out, "months", s->leader_months[l]);
        } else {
            jsonout_key(out, "hex");
            json_hex(p->d, out, at);
        }
        json_flags(out, s->leader_flag[l] & (EAGLES_FLAG_FINISHED | EAGLES_FLAG_GROUP | EAGLES_FLAG_INSIDE |
                                             EAGLES_FLAG_OUT));
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
}

static void json_cities(const Play *p, JsonOut *out)
{
    const EaglesState *s = p->s;
    jsonout_key(out, "cities");
    jsonout_begin(out, '{');
    for (unsigned city = 0; city < p->d->cities; city++) {
        if (!p->d->hex[p->d->city[city].hex].playable) {
            continue;
        }
        jsonout_key(out, p->d->city[city].id);
        jsonout_begin(out, '{');
        jsonout_key_text(out, "control", EAGLES_SIDE_IDS[eagles_control(s, city)]);
        if (eagles_siege_value(s, city) > 0) {
            jsonout_key_u64(out, "siege", eagles_siege_value(s, city));
            jsonout_key_text(out, "besieger", EAGLES_SIDE_IDS[eagles_besieger(s, city)]);
        }
        jsonout_end(out, '}');
    }
    jsonout_end(out, '}');
}

static void json_nations(const Play *p, JsonOut *out)
{
    const EaglesState *s = p->s;
    jsonout_key(out, "nations");
    jsonout_begin(out, '{');
    for (unsigned n = 0; n < p->d->nations; n++) {
        jsonout_key(out, p->d->nation[n].id);
        jsonout_begin(out, '{');
        jsonout_key_text(out, "side", EAGLES_SIDE_IDS[s->nation[n].side]);
        if (s->nation[n].colour < EAGLES_COLOURS) { /* neutral nations are of none */
            jsonout_key_text(out, "colour", EAGLES_COLOUR_IDS[s->nation[n].colour]);
        }
        jsonout_key(out, "pool");
        jsonout_begin(out, '{');
        for (unsigned type = 0; type < EAGLES_TYPES; type++) {
            const unsigned unit = p->d->nation[n].unit[type];
            const unsigned left = unit != EAGLES_NONE ? eagles_in_pool(p, unit) : 0;
            if (left > 0) {
                jsonout_key_u64(out, EAGLES_TYPE_IDS[type], left);
            }
        }
        jsonout_end(out, '}');
        jsonout_end(out, '}');
    }
    jsonout_end(out, '}');
}

static void json_trenches(const Play *p, JsonOut *out)
{
    jsonout_key(out, "entrenched");
    jsonout_begin(out, '[');
    for (unsigned hex = 0; hex < p->d->hexes; hex++) {
        if (eagles_bit(p->s->trench[0], hex) || eagles_bit(p->s->trench[1], hex)) {
            json_hex(p->d, out, hex);
        }
    }
    jsonout_end(out, ']');
}

static void json_battles(const Play *p, JsonOut *out)
{
    const EaglesState *s = p->s;
    jsonout_key(out, "battles");
    jsonout_begin(out, '[');
    for (unsigned i = 0; i < s->battles; i++) {
        const EaglesBattle *b = &s->battle[i];
        jsonout_begin(out, '{');
        jsonout_key_u64(out, "number", i + 1U);
        jsonout_key(out, "attack");
        json_hex(p->d, out, b->attack);
        jsonout_key(out, "defend");
        json_hex(p->d, out, b->defend);
        jsonout_key_text(out, "attacker", EAGLES_SIDE_IDS[b->attacker]);
        jsonout_key_u64(out, "french_morale_lost", b->lost[0]);
        jsonout_key_u64(out, "coalition_morale_lost", b->lost[1]);
        jsonout_key_bool(out, "over", (b->flags & EAGLES_BATTLE_OVER) != 0);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
}

static void json_ships(const Play *p, JsonOut *out)
{
    jsonout_key(out, "ships");
    jsonout_begin(out, '[');
    for (unsigned i = 0; i < p->d->ships; i++) {
        const EaglesUnit *unit = &p->d->unit[p->d->ship_unit[i]];
        const unsigned at = p->s->ship_at[i];
        if (at >= EAGLES_SUNK || (at >= EAGLES_OFF_MAP && at < EAGLES_COAST)) {
            continue; /* in the pool, on its way home, in a foreign war */
        }
        jsonout_begin(out, '{');
        jsonout_key_text(out, "nation", p->d->nation[unit->nation].id);
        jsonout_key_text(out, "type", EAGLES_TYPE_IDS[unit->type]);
        if (at >= EAGLES_SEA) {
            jsonout_key_text(out, "sea", p->d->sea[at - EAGLES_SEA].id);
        } else {
            jsonout_key(out, "hex");
            json_hex(p->d, out, eagles_sea_hex(p, at));
            jsonout_key_bool(out, "in_port", at < EAGLES_OFF_MAP);
        }
        jsonout_key_bool(out, "damaged", (p->s->ship_flag[i] & EAGLES_SHIP_DAMAGED) != 0);
        jsonout_key_u64(out, "supply_points", p->s->ship_supply[i]);
        jsonout_key_u64(out, "production_points", p->s->ship_points[i]);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
}

/* How often nations were conquered, those never left out. */
static void json_conquests(const Play *p, JsonOut *out, const char *key, bool by_france)
{
    jsonout_key(out, key);
    jsonout_begin(out, '{');
    for (unsigned n = 0; n < p->d->nations; n++) {
        const EaglesNation *nation = &p->s->nation[n];
        const unsigned times = by_france ? nation->by_france : nation->conquered;
        if (times > 0) {
            jsonout_key_u64(out, p->d->nation[n].id, times);
        }
    }
    jsonout_end(out, '}');
}

static void json_campaign(const Play *p, JsonOut *out)
{
    static const char *const TREATIES[] = {"none", "no_poland", "grand_duchy", "kingdom"};
    const EaglesCampaign *c = &p->s->campaign;
    jsonout_key(out, "campaign");
    jsonout_begin(out, '{');
    jsonout_key_bool(out, "spanish_level_counts",
                     (c->spanish_flags & (EAGLES_SPAIN_COUNTS | EAGLES_SPAIN_ROSE)) == EAGLES_SPAIN_COUNTS);
    jsonout_key_u64(out, "spanish_level", c->spanish_level);
    jsonout_key_text(out, "treaty", TREATIES[c->tilsit & 3U]);
    jsonout_key_u64(out, "russian_peace_months", c->peace_months);
    jsonout_key_bool(out, "exile", (c->exile_flags & EAGLES_EXILED) != 0);
    jsonout_key_u64(out, "exile_months", c->exile_months);
    jsonout_key_bool(out, "returned", (c->exile_flags & EAGLES_RETURNED) != 0);
    json_conquests(p, out, "conquered", false);
    json_conquests(p, out, "conquered_by_france", true);
    jsonout_end(out, '}');
}

void eagles_position_json(const EaglesData *d, const EaglesState *s, Seat seat, StrBuf *buf)
{
    EaglesState copy;
    eagles_copy(d, &copy, s);
    if (seat != SEAT_BOTH) {
        eagles_view(d, &copy, seat);
    }
    const Play p = {d, &copy, NULL, 0, NULL};
    JsonOut out = jsonout_on(buf);
    unsigned year = 0;
    unsigned month = 0;
    month_of(d, s->header.turn, &year, &month);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "game", "eagles");
    jsonout_key_text(&out, "scenario", d->id);
    jsonout_key_u64(&out, "year", year);
    jsonout_key_u64(&out, "month", month);
    jsonout_key_text(&out, "side", EAGLES_SIDE_IDS[s->active]);
    jsonout_key_text(&out, "seat", seat_name((Seat)s->header.seat));
    jsonout_key_bool(&out, "over", s->header.over != 0);
    jsonout_key_u64(&out, "round", s->round);
    jsonout_key_u64(&out, "french_points", s->victory_points[0]);
    jsonout_key_u64(&out, "coalition_points", s->victory_points[1]);
    json_rows(&p, &out, seat);
    json_leaders(&p, &out);
    json_cities(&p, &out);
    json_nations(&p, &out);
    json_trenches(&p, &out);
    json_battles(&p, &out);
    eagles_outlook_json(&p, seat, &out);
    if (eagles_in_campaign(&p)) {
        json_ships(&p, &out);
        json_campaign(&p, &out);
        eagles_ledger_json(&p, seat, &out);
    }
    jsonout_end(&out, '}');
}
