/* why_sail.c: why a fleet may not sail, load, enter, run or be lost so (map 12). */
#include "engine/eagles/why.h"

enum { PORT_COST = 1, COAST_COST = 2 };

/* A place as the end of a sentence. */
static const char *place_name(EaglesWhy *w, unsigned place)
{
    return place >= EAGLES_SEA
               ? (place - EAGLES_SEA < w->p.d->seas ? w->p.d->sea[place - EAGLES_SEA].id : "that sea")
               : eagles_why_hex(w, eagles_sea_hex(&w->p, place));
}

static bool why_sail(EaglesWhy *w)
{
    const unsigned place = eagles_place_of_rank(w->argument);
    if (eagles_ships(&w->p, w->p.s->active, place, 0) == 0) {
        return eagles_because(w, "12", "%s has no ships in %s", eagles_side_words(w->p.s->active),
                              place_name(w, place));
    }
    if (w->argument < w->p.s->campaign.fleet.next) {
        return eagles_because(
            w, "15.2",
            "Fleets sail in the order of their places, and %s has been passed; dice open all again",
            place_name(w, place));
    }
    for (unsigned i = 0; eagles_in_campaign(&w->p) && i < w->p.d->ships; i++) {
        const unsigned nation = w->p.d->unit[w->p.d->ship_unit[i]].nation;
        if (w->p.s->ship_at[i] == place && eagles_is_half_hearted(&w->p, nation)) {
            return eagles_because(w, "13.5",
                                  "Of a pro-French Austria or Prussia France moves the expeditionary "
                                  "force alone: its ships stay in port");
        }
    }
    return eagles_because(w, "12", "The ships in %s have moved", place_name(w, place));
}

static bool has_squadron(const EaglesWhy *w)
{
    return eagles_squadrons(&w->p, w->p.s->active, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP) > 0;
}

static bool why_sea(EaglesWhy *w, unsigned area)
{
    const EaglesFleet *fleet = &w->p.s->campaign.fleet;
    const unsigned reach = fleet->at >= EAGLES_SEA ? w->p.d->sea[fleet->at - EAGLES_SEA].adjacent
                                                   : eagles_seas_of(&w->p, fleet->at);
    const char *name = area < w->p.d->seas ? w->p.d->sea[area].id : "that sea";
    if (area >= w->p.d->seas || (reach >> area & 1U) == 0) {
        return eagles_because(w, "12", "%s does not border %s", name, place_name(w, fleet->at));
    }
    if (fleet->at < EAGLES_OFF_MAP && eagles_is_blockaded(&w->p, fleet->at, w->p.s->active) &&
        (fleet->flags & EAGLES_FLEET_PASSAGE) == 0) {
        return eagles_because(w, "12", "%s is blockaded: who leaves it must run", place_name(w, fleet->at));
    }
    return fleet->left == 1 ? eagles_because(w, "12", "A fleet with cargo keeps a point for the coast")
                            : eagles_because(w, "12", "The fleet has no points left");
}

static bool why_port(EaglesWhy *w, unsigned hex)
{
    const unsigned side = w->p.s->active;
    const EaglesFleet *fleet = &w->p.s->campaign.fleet;
    const unsigned area = fleet->at - EAGLES_SEA;
    const unsigned city = hex < w->p.d->hexes ? w->p.d->hex[hex].city : EAGLES_NONE;
    if (city == EAGLES_NONE || !w->p.d->city[city].port) {
        return eagles_because(w, "12", "%s is no port", eagles_why_hex(w, hex));
    }
    if (fleet->at < EAGLES_SEA || (w->p.d->hex[hex].seas >> area & 1U) == 0) {
        return eagles_because(w, "12", "%s does not border %s", eagles_why_hex(w, hex),
                              place_name(w, fleet->at));
    }
    if (!eagles_is_haven(&w->p, hex, side)) {
        return eagles_because(w, "12", "%s is no port of %s", eagles_why_hex(w, hex),
                              eagles_side_words(side));
    }
    if (eagles_is_blockaded(&w->p, hex, side)) {
        return has_squadron(w)
                   ? eagles_because(w, "12", "%s is blockaded, and the fleet has tried its one run",
                                    eagles_why_hex(w, hex))
                   : eagles_because(w, "12", "Transports alone do not enter %s, which enemy squadrons watch",
                                    eagles_why_hex(w, hex));
    }
    return eagles_because(w, "12", "The fleet is to name a coast, or the country first");
}

static bool why_coast(EaglesWhy *w, unsigned hex)
{
    const unsigned side = w->p.s->active;
    const EaglesFleet *fleet = &w->p.s->campaign.fleet;
    if (fleet->at < EAGLES_SEA || hex >= w->p.d->hexes ||
        (w->p.d->hex[hex].seas >> (fleet->at - EAGLES_SEA) & 1U) == 0) {
        return eagles_because(w, "12", "%s does not border %s", eagles_why_hex(w, hex),
                              place_name(w, fleet->at));
    }
    const unsigned enemy = eagles_other(side);
    if (!has_squadron(w) &&
        eagles_squadrons(&w->p, enemy, hex, 0) + eagles_squadrons(&w->p, enemy, EAGLES_COAST + hex, 0) > 0) {
        return eagles_because(w, "12",
                              "Transports do not go where enemy squadrons lie, and some lie in or off %s",
                              eagles_why_hex(w, hex));
    }
    return eagles_because(w, "12",
                          "Off %s there is no port, nobody to fight or to take aboard and nothing to land, "
                          "or a port is to be named, or the country first",
                          eagles_why_hex(w, hex));
}

static bool why_to(EaglesWhy *w)
{
    const unsigned place = eagles_place_of_rank(w->argument);
    const bool course = w->top->step == EAGLES_STEP_COURSE;
    if (place >= EAGLES_SEA) {
        return course ? why_sea(w, place - EAGLES_SEA)
                      : eagles_because(w, "12", "A port or coast is named now");
    }
    if (course) {
        return eagles_because(w, "15.2", "Ports and coasts of a sea are named after TO_PORT or TO_COAST");
    }
    return place >= EAGLES_COAST ? why_coast(w, place - EAGLES_COAST) : why_port(w, place);
}

static bool why_ashore(EaglesWhy *w, bool port)
{
    const EaglesFleet *fleet = &w->p.s->campaign.fleet;
    const unsigned cost = port ? PORT_COST : COAST_COST;
    if (fleet->at < EAGLES_SEA) {
        return eagles_because(w, "12", "The fleet is not at sea");
    }
    if (fleet->left < cost) {
        return eagles_because(w, "12", "A %s costs %u, and %u %s left", port ? "port" : "coast", cost,
                              fleet->left, fleet->left == 1 ? "is" : "are");
    }
    return port ? eagles_because(w, "12", "No port of this sea is open to the fleet")
                : eagles_because(w, "12",
                                 "No coast of this sea has a port, anybody to fight or to take aboard, or "
                                 "room to land");
}

static bool why_change(EaglesWhy *w)
{
    const EaglesFleet *fleet = &w->p.s->campaign.fleet;
    if ((fleet->flags & EAGLES_FLEET_CHANGED) != 0) {
        return eagles_because(w, "12", "The fleet has picked up or dropped ships here");
    }
    if (w->kind == EAGLES_MOVE_PICK_UP && fleet->at < EAGLES_OFF_MAP &&
        eagles_is_blockaded(&w->p, fleet->at, w->p.s->active)) {
        return eagles_because(w, "12", "The port is blockaded: who did not run the blockade stays in it");
    }
    return eagles_because(w, "12", "There are no ships here that have not moved, or the fleet cannot go on");
}

static bool why_port_of_retreat(EaglesWhy *w)
{
    const unsigned hex = w->argument;
    const unsigned side = w->top->a;
    if (!eagles_is_haven(&w->p, hex, side)) {
        return eagles_because(w, "12", "%s is no port of %s", eagles_why_hex(w, hex),
                              eagles_side_words(side));
    }
    return eagles_is_blockaded(&w->p, hex, side)
               ? eagles_because(w, "12", "%s is blockaded", eagles_why_hex(w, hex))
               : eagles_because(w, "12", "%s is not one of the nearest ports", eagles_why_hex(w, hex));
}

bool eagles_why_sail(EaglesWhy *w)
{
    switch (w->kind) {
    case EAGLES_MOVE_SAIL:
        return why_sail(w);
    case EAGLES_MOVE_TO:
        return why_to(w);
    case EAGLES_MOVE_TO_PORT:
        return why_ashore(w, true);
    case EAGLES_MOVE_TO_COAST:
        return why_ashore(w, false);
    case EAGLES_MOVE_PICK_UP:
        return why_change(w);
    case EAGLES_MOVE_IRELAND:
        return eagles_because(
            w, "13.10",
            "Once a game French troops land in Ireland, from a fleet in the Atlantic with a point left");
    case EAGLES_MOVE_RETREAT_PORT:
        return why_port_of_retreat(w);
    case EAGLES_MOVE_NAVAL_LOSS:
        return eagles_because(
            w, "12", "Units sunk are named before those damaged, squadrons while there are any, each once");
    case EAGLES_MOVE_SHIPS:
    case EAGLES_MOVE_LOAD_ROW:
    case EAGLES_MOVE_LOAD_SUPPLY:
    case EAGLES_MOVE_LOAD_POINTS:
        return eagles_because(w, "12",
                              "Rows are asked for one by one, with as many as there are and find room");
    case EAGLES_MOVE_COAST_OF:
        return eagles_because(w, "15.2", "No coast of that country is open, or the country is not asked for");
    case EAGLES_MOVE_INTERCEPT:
        return eagles_because(w, "12", "Seas with fleets of both sides are asked for one by one");
    case EAGLES_MOVE_ORDER:
        return eagles_because(w, "12", "Fleets with a squadron are asked for one by one");
    case EAGLES_MOVE_ATTEMPTS:
        return eagles_because(w, "12", "One to four attempts are made against a fleet");
    case EAGLES_MOVE_WAR_SHIP:
        return eagles_because(w, "13.10",
                              "Ships are called up in the order of their places, as many as the war takes");
    default:
        return false;
    }
}
