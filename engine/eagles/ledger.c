/* ledger.c: the books of the grand campaign for the web page (ledger.h). */
#include "engine/eagles/ledger.h"

static void put_victory(const Play *p, JsonOut *out)
{
    jsonout_key(out, "production_cities");
    jsonout_begin(out, '{');
    for (unsigned side = 0; side < 2; side++) {
        jsonout_key_u64(out, EAGLES_SIDE_IDS[side], eagles_held_production_cities(p, side));
    }
    jsonout_end(out, '}');
    jsonout_key(out, "conqueror");
    jsonout_begin(out, '{');
    for (unsigned n = 0; n < p->d->nations; n++) {
        const unsigned by = p->s->campaign.conqueror[n];
        if ((p->s->nation[n].flags & EAGLES_NATION_NOW) != 0 && by > 0) {
            jsonout_key_text(out, p->d->nation[n].id, EAGLES_SIDE_IDS[(by - 1U) & 3U]);
        }
    }
    jsonout_end(out, '}');
}

static void put_state(const Play *p, unsigned nation, JsonOut *out)
{
    static const char *const KINDS[EAGLES_KINDS] = {"red", "landwehr", "naval"};
    const EaglesNation *n = &p->s->nation[nation];
    jsonout_key(out, p->d->nation[nation].id);
    jsonout_begin(out, '{');
    jsonout_key_u64(out, "stored", n->stored);
    if (n->side == EAGLES_NEUTRAL) {
        jsonout_key_i64(out, "modifier", eagles_alliance_modifier(p, nation, p->s->active));
    }
    if (n->side <= EAGLES_COALITION) {
        jsonout_key_i64(out, "dice", eagles_production_modifier(p, nation));
    }
    jsonout_key(out, "made");
    jsonout_begin(out, '{');
    for (unsigned kind = 0; kind < EAGLES_KINDS; kind++) {
        uint8_t cities[12];
        jsonout_key_u64(out, KINDS[kind], eagles_production_cities(p, nation, kind, cities));
    }
    jsonout_end(out, '}');
    jsonout_end(out, '}');
}

static void put_points(const Play *p, JsonOut *out)
{
    const EaglesProduction *books = &p->s->campaign.production;
    const unsigned step = p->s->header.step;
    if (step != EAGLES_STEP_BUILD && step != EAGLES_STEP_BUILD_AT && step != EAGLES_STEP_STORE) {
        return;
    }
    jsonout_key(out, "points");
    jsonout_begin(out, '{');
    jsonout_key_double(out, "red", books->red / 2.0);
    jsonout_key_double(out, "landwehr", books->landwehr / 2.0);
    jsonout_key_double(out, "naval", books->naval / 2.0);
    jsonout_key_double(out, "legion", books->legion / 2.0);
    jsonout_end(out, '}');
}

static void put_place(const Play *p, JsonOut *out, unsigned place)
{
    char text[MOVE_TEXT_BYTES];
    const unsigned hex = eagles_sea_hex(p, place);
    if (place >= EAGLES_SEA) {
        jsonout_key_text(out, "place", p->d->sea[place - EAGLES_SEA].id);
        return;
    }
    assert(hex < p->d->hexes);
    (void)eagles_move_text(p->d, eagles_move(EAGLES_MOVE_PICK, hex), text);
    text[strlen(text) - 1] = '\0'; /* "PICK(2329)" */
    jsonout_key_text(out, "place", text + strlen("PICK("));
    jsonout_key_bool(out, "in_port", place < EAGLES_OFF_MAP);
}

static void put_fleets(const Play *p, Seat seat, JsonOut *out)
{
    static const char *const BANDS[8] = {"always", "never", "r1", "r32", "r2", "", "", ""};
    jsonout_key(out, "fleets");
    jsonout_begin(out, '[');
    for (unsigned side = 0; side < 2; side++) {
        if (seat != SEAT_BOTH && eagles_seat(side) != seat) {
            continue;
        }
        for (unsigned rank = eagles_next_fleet(p, side, 0, 0); rank < EAGLES_NO_FLEET;
             rank = eagles_next_fleet(p, side, rank + 1, 0)) {
            const unsigned place = eagles_place_of_rank(rank);
            unsigned ship = 0;
            while (ship < p->d->ships && !eagles_ship_is(p, ship, side, place, 0)) {
                ship++;
            }
            assert(ship < p->d->ships);
            jsonout_begin(out, '{');
            put_place(p, out, place);
            jsonout_key_text(out, "side", EAGLES_SIDE_IDS[side]);
            jsonout_key_text(out, "orders", BANDS[p->s->ship_order[ship] & 7U]);
            jsonout_key_u64(out, "attempts", eagles_attempts_at_most(p, side));
            jsonout_end(out, '}');
        }
    }
    jsonout_end(out, ']');
}

void eagles_ledger_json(const Play *p, Seat seat, JsonOut *out)
{
    jsonout_key(out, "ledger");
    jsonout_begin(out, '{');
    put_victory(p, out);
    jsonout_key(out, "states");
    jsonout_begin(out, '{');
    for (unsigned n = 0; n < p->d->nations; n++) {
        put_state(p, n, out);
    }
    jsonout_end(out, '}');
    put_points(p, out);
    put_fleets(p, seat, out);
    jsonout_end(out, '}');
}
