/* deeds.c: what decisions of Napoleon's Eagles add to a plan: alliances and wars, groups and where they
 * march, fleets, attacks, what is built. A plan of a side ends with its player-turn. */
#include <stdio.h>

#include "engine/eagles/phrases.h"
#include "engine/eagles/words.h"

/* SP from which on a group is what a plan is called by, or part of it. */
enum { GREAT_GROUP = 12, GROUP = 4 };

/* A nation as argument, counted from 1; 0: none. */
static void tell_nation(const EaglesData *d, enum words_deed_rank rank, const char *heading,
                        unsigned argument, WordsDeed *deed)
{
    if (argument > 0 && argument <= d->nations) {
        words_tell_deed(deed, rank, heading, "%s", d->nation[argument - 1].name);
    }
}

static void tell_hex(const EaglesData *d, enum words_deed_rank rank, const char *heading, unsigned hex,
                     WordsDeed *deed)
{
    StrBuf spot;
    strbuf_init(&spot);
    eagles_tell_near(d, &spot, hex);
    words_tell_deed(deed, rank, heading, "%s", spot.text != NULL ? spot.text : "?");
    strbuf_release(&spot);
}

/* SP of the group in hand. */
static unsigned group_size(const EaglesState *s)
{
    unsigned size = 0;
    for (unsigned i = eagles_rows_in(s, s->group.hex); eagles_row_at(s, i, s->group.hex); i++) {
        size += (eagles_row_flags(s, i) & EAGLES_FLAG_GROUP) != 0 ? s->row_count[i] : 0U;
    }
    return size;
}

/* The best leader of the group in hand; EAGLES_NONE without. */
static unsigned group_leader(const EaglesData *d, const EaglesState *s)
{
    EaglesLeaders here;
    unsigned best = EAGLES_NONE;
    eagles_leaders_flagged(s, s->group.hex, EAGLES_FLAG_GROUP, &here);
    for (unsigned i = 0; i < here.count; i++) {
        const unsigned leader = here.leader[i];
        best =
            best == EAGLES_NONE || d->leader[leader].leadership > d->leader[best].leadership ? leader : best;
    }
    return best;
}

/* The group in hand goes to a hex; where it began tells groups apart that have no leader. */
static void tell_march(const EaglesData *d, const EaglesState *s, unsigned hex, WordsDeed *deed)
{
    StrBuf to;
    StrBuf from;
    if (s->group.hex >= d->hexes || hex >= d->hexes) {
        return;
    }
    const unsigned size = group_size(s);
    const enum words_deed_rank rank = size >= GREAT_GROUP ? WORDS_DEED_MAIN
                                      : size >= GROUP     ? WORDS_DEED_PART
                                                          : WORDS_DEED_DETAIL;
    const unsigned leader = group_leader(d, s);
    strbuf_init(&to);
    strbuf_init(&from);
    eagles_tell_near(d, &to, hex);
    eagles_tell_near(d, &from, s->group.left_count > 0 ? s->group.left[0] : s->group.hex);
    if (leader != EAGLES_NONE) {
        words_tell_deed(deed, rank, "marches", "%s to %s", d->leader_text[leader].name, to.text);
        (void)snprintf(deed->subject, sizeof deed->subject, "%s", d->leader_text[leader].id);
    } else {
        words_tell_deed(deed, rank, "marches", "from %s to %s", from.text, to.text);
        (void)snprintf(deed->subject, sizeof deed->subject, "from %s", from.text);
    }
    strbuf_release(&to);
    strbuf_release(&from);
}

static unsigned path_end(const EaglesGroup *g)
{
    return g->path_count > 0 ? g->path[g->path_count - 1] : g->hex;
}

static bool tell_politics(const EaglesData *d, Move move, WordsDeed *deed)
{
    const unsigned argument = eagles_move_argument(move);
    switch (eagles_move_kind(move)) {
    case EAGLES_MOVE_ALLY:
        tell_nation(d, WORDS_DEED_MAIN, "allies with", argument, deed);
        return true;
    case EAGLES_MOVE_WAR:
        tell_nation(d, WORDS_DEED_MAIN, "declares war on", argument, deed);
        return true;
    case EAGLES_MOVE_REQUEST_EXP:
        tell_nation(d, WORDS_DEED_PART, "asks for troops of", argument, deed);
        return true;
    case EAGLES_MOVE_ANNEX:
        if ((argument & 1U) != 0) {
            words_tell_deed(deed, WORDS_DEED_MAIN, "annexes", "Holland");
        }
        return true;
    case EAGLES_MOVE_BUILD:
        if (argument >> 4U < d->nations) {
            words_tell_deed(deed, WORDS_DEED_DETAIL, "builds for", "%s", d->nation[argument >> 4U].name);
        }
        return true;
    default:
        return false;
    }
}

void eagles_deed(const EaglesData *d, const EaglesState *before, Move move, WordsDeed *deed)
{
    EaglesState copy;
    if (tell_politics(d, move, deed)) {
        return;
    }
    eagles_copy(d, &copy, before);
    const Play p = {d, &copy, NULL, 0, NULL};
    const unsigned spot = eagles_move_spot(&p, move);
    switch (eagles_move_kind(move)) {
    case EAGLES_MOVE_STEP:
        tell_march(d, &copy, spot, deed);
        break;
    case EAGLES_MOVE_FM_GO:
        tell_march(d, &copy, path_end(&copy.group), deed);
        break;
    case EAGLES_MOVE_TARGET:
        tell_hex(d, WORDS_DEED_MAIN, "attacks", spot, deed);
        break;
    case EAGLES_MOVE_SEA_TO:
        tell_hex(d, WORDS_DEED_MAIN, "goes by sea to", spot, deed);
        break;
    case EAGLES_MOVE_PLACE:
        tell_hex(d, WORDS_DEED_DETAIL, "brings troops in at", spot, deed);
        break;
    default:
        break;
    }
}

bool eagles_plan_over(const EaglesState *start, const EaglesState *now, Seat seat)
{
    const unsigned side = seat == SEAT_FRENCH ? EAGLES_FRANCE : EAGLES_COALITION;
    return now->header.turn != start->header.turn || (now->active != start->active && now->active != side);
}
