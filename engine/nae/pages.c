/* pages.c: what a player of Napoleon against Europe looks at in a terminal: the map, forces, nations, cards
 * (NAE_PAGES). */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "engine/nae/fog.h"
#include "engine/nae/forecast.h"
#include "engine/nae/rules.h"
#include "engine/nae/words.h"
#include "engine/nae/zonemap.h"

static const char *const SIDES[3] = {"Empire", "Coalition", "nobody"};

typedef struct Page {
    const NaeData *d;
    const NaeState *s;
    NaePieces covered; /* from the reader, by fog of war */
    Seat reader;
    StrBuf *out;
} Page;

static Page page_for(const NaeData *d, const State *view, Seat reader, StrBuf *out)
{
    const NaeState *s = nae_state_const(view);
    return (Page){d, s, nae_covered(d, s, reader), reader, out};
}

static const char *side_name(unsigned side) { return SIDES[side < 2 ? side : 2]; }

/* Whether a name begins with what was typed, or is the id. */
static bool meant(const char *typed, const char *id, const char *name)
{
    return strcasecmp(typed, id) == 0 || strncasecmp(typed, name, strlen(typed)) == 0;
}

/* ---- forces ---- */

static void add_marks(const Page *page, unsigned piece)
{
    static const struct {
        unsigned bit;
        const char *word;
    } marks[] = {{NAE_UNSUPPLIED, "out of supply"}, {NAE_DEMORALISED, "demoralised"}};
    for (unsigned i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (nae_bit(page->s, piece, marks[i].bit)) {
            strbuf_addf(page->out, ", %s", marks[i].word);
        }
    }
}

static void add_piece(const Page *page, unsigned piece)
{
    nae_piece_words(page->d, page->s, piece, page->out);
    if (nae_is_general(piece)) {
        const NaeGeneral *g = nae_general(page->d, piece);
        strbuf_addf(page->out, " %u-%u-%u-%u%s", g->initiative, g->command, g->attack, g->defence,
                    nae_bit(page->s, piece, NAE_COMMANDS) ? " commands" : "");
    }
    if (nae_is_depot(piece)) {
        strbuf_add(page->out, nae_bit(page->s, piece, NAE_FIXED) ? " fixed" : " mobile");
    }
    add_marks(page, piece);
}

/* "    Empire, 10 steps, in supply: Napoleon ..., I corps ..." */
static void add_stack(const Page *page, NaePieces set, unsigned zone, unsigned side, bool inside)
{
    const NaePieces seen = nae_pieces_minus(set, page->covered);
    const char *comma = ": ";
    strbuf_addf(page->out, "    %s%s, %u steps", side_name(side), inside ? " in the fortress" : "",
                nae_steps(page->d, page->s, seen));
    if (side < 2 && !inside && nae_has_units(page->d, set) && !nae_pieces_meet(set, page->covered)) {
        strbuf_add(page->out, nae_is_supplied(page->d, page->s, set, zone, NAE_NONE) ? ", in supply"
                                                                                     : ", out of supply");
    }
    NAE_EACH_PIECE(piece, seen)
    {
        strbuf_add(page->out, comma);
        add_piece(page, piece);
        comma = "; ";
    }
    if (nae_pieces_meet(set, page->covered)) {
        strbuf_addf(page->out, "%s%u covered", comma, nae_pieces_count(nae_pieces_and(set, page->covered)));
    }
    strbuf_add_char(page->out, '\n');
}

static void add_stacks(const Page *page, unsigned zone)
{
    const NaePieces all = nae_at(page->d, page->s, zone);
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned inside = 0; inside < 2; inside++) {
            const NaePieces set = inside != 0 ? nae_garrison(page->d, page->s, zone, side)
                                              : nae_field(page->d, page->s, zone, side);
            if (!nae_pieces_empty(set)) {
                add_stack(page, set, zone, side, inside != 0);
            }
        }
    }
    const NaePieces neutral = nae_pieces_minus(all, nae_pieces_or(page->s->owned[0], page->s->owned[1]));
    if (!nae_pieces_empty(neutral)) {
        add_stack(page, neutral, zone, NAE_NOBODY, false);
    }
}

static void add_zone(const Page *page, unsigned zone)
{
    assert(zone < NAE_ZONES);
    const NaeState *s = page->s;
    strbuf_addf(page->out, "%s (%s", page->d->zone_name[zone], page->d->nation_name[s->owner[zone]]);
    if (nae_marker(s, zone) < 2) {
        strbuf_addf(page->out, ", held by the %s", side_name(nae_marker(s, zone)));
    }
    if (page->d->zone[zone].fortress > 0) {
        const unsigned level = nae_fortress_level(page->d, s, zone);
        if (level > 0) {
            strbuf_addf(page->out, ", fortress %u of the %s", level,
                        side_name(nae_fortress_side(page->d, s, zone)));
        } else {
            strbuf_add(page->out, ", fortress destroyed");
        }
    }
    if (nae_besieged(s, zone)) {
        strbuf_addf(page->out, ", besieged with marker %u", nae_siege_marker(s, zone));
    }
    strbuf_add(page->out, ")\n");
}

static bool write_forces(const void *data, const State *view, Seat reader, const char *topic, StrBuf *out)
{
    const Page page = page_for(data, view, reader, out);
    (void)topic;
    strbuf_add(out, "Generals: initiative-command-attack-defence.\n");
    for (unsigned zone = 0; zone < page.d->zones; zone++) {
        if (!nae_pieces_empty(nae_at(page.d, page.s, zone))) {
            add_zone(&page, zone);
            add_stacks(&page, zone);
        }
    }
    return true;
}

/* ---- the map ---- */

static void add_borders(const Page *page, unsigned zone)
{
    assert(zone < NAE_ZONES);
    static const char *const over[] = {
        "", " (bridge)", " (river)", " (pass)", " (mountains)", " (strait)", " (whole allowance)"};
    const NaeZone *z = &page->d->zone[zone];
    strbuf_add(page->out, "    next to");
    for (unsigned i = 0; i < z->neighbors; i++) {
        strbuf_addf(page->out, "%s %s%s", i == 0 ? "" : ",", page->d->zone_name[z->edge[i].zone],
                    over[z->edge[i].terrain]);
    }
    strbuf_add_char(page->out, '\n');
}

/* A zone with its neighbours, a nation's zones, or without a topic how many zones each nation has. */
static bool write_map(const void *data, const State *view, Seat reader, const char *topic, StrBuf *out)
{
    const Page page = page_for(data, view, reader, out);
    bool found = false;
    for (unsigned zone = 0; zone < page.d->zones && topic[0] != '\0'; zone++) {
        const unsigned owner = page.s->owner[zone];
        const bool named = meant(topic, page.d->zone_id[zone], page.d->zone_name[zone]);
        if (named || meant(topic, page.d->nation_id[owner], page.d->nation_name[owner])) {
            found = true;
            add_zone(&page, zone);
            add_stacks(&page, zone);
            if (named) {
                add_borders(&page, zone);
            }
        }
    }
    for (unsigned n = 0; n < NAE_NATIONS && !found; n++) {
        const NaeZones land = nae_land_of(page.s, n);
        if (!nae_zones_empty(land)) {
            strbuf_addf(out, "%s:", page.d->nation_name[n]);
            NAE_EACH_ZONE(zone, land) { strbuf_addf(out, " %s,", page.d->zone_name[zone]); }
            out->text[out->length - 1] = '\n';
        }
    }
    return found || topic[0] == '\0';
}

/* ---- nations ---- */

static bool write_nations(const void *data, const State *view, Seat reader, const char *topic, StrBuf *out)
{
    const Page page = page_for(data, view, reader, out);
    (void)topic;
    for (unsigned n = 0; n < NAE_NATIONS; n++) {
        const unsigned status = nae_status(page.s, n);
        if (status == NAE_NOT_CREATED || status == NAE_DISSOLVED) {
            continue;
        }
        strbuf_addf(out, "%s: %s", page.d->nation_name[n], nae_status_name(status));
        if (n < NAE_MAJORS) {
            strbuf_add(out, ", ");
            nae_points_words(page.s->major[n].resources, out);
            strbuf_add(out, " left");
        } else if (page.s->minor[n - NAE_MAJORS].patron < NAE_MAJORS) {
            strbuf_addf(out, " (%s)", page.d->nation_name[page.s->minor[n - NAE_MAJORS].patron]);
        }
        strbuf_add_char(out, '\n');
    }
    return true;
}

/* ---- cards ---- */

static void add_card(const Page *page, unsigned card)
{
    assert(card < NAE_CARDS);
    const NaeData *d = page->d;
    strbuf_addf(page->out, "%s %s, value %u: %s\n", d->card_id[card], d->card_title[card],
                nae_card_value(d, page->s, card), d->card_effect[card] != NULL ? d->card_effect[card] : "");
}

static void add_cards(const Page *page, unsigned side, unsigned place, const char *title)
{
    bool any = false;
    for (unsigned i = 0; i < NAE_DECK; i++) {
        if (nae_card_place(page->s, side * NAE_DECK + i) == place) {
            if (!any) {
                strbuf_addf(page->out, "%s of the %s:\n", title, side_name(side));
            }
            any = true;
            add_card(page, side * NAE_DECK + i);
        }
    }
}

static bool write_hand(const void *data, const State *view, Seat reader, const char *topic, StrBuf *out)
{
    const Page page = page_for(data, view, reader, out);
    (void)topic;
    for (unsigned side = 0; side < 2; side++) {
        if (reader > SEAT_COALITION || side == (unsigned)reader) {
            add_cards(&page, side, NAE_CARD_HAND, "Hand");
        }
    }
    for (unsigned side = 0; side < 2; side++) {
        strbuf_addf(out, "%s: %u action points in reserve, %u cards in the pile.\n", side_name(side),
                    page.s->side[side].reserve_ap, page.s->side[side].pile);
    }
    return true;
}

static bool write_discards(const void *data, const State *view, Seat reader, const char *topic, StrBuf *out)
{
    const Page page = page_for(data, view, reader, out);
    (void)topic;
    for (unsigned side = 0; side < 2; side++) {
        add_cards(&page, side, NAE_CARD_DISCARD, "Discards");
        add_cards(&page, side, NAE_CARD_REMOVED, "Cards out of the game");
    }
    return true;
}

static bool write_card(const void *data, const State *view, Seat reader, const char *topic, StrBuf *out)
{
    const Page page = page_for(data, view, reader, out);
    bool found = false;
    for (unsigned card = 0; card < NAE_CARDS; card++) {
        if (topic[0] == '\0' || meant(topic, page.d->card_id[card], page.d->card_title[card])) {
            found = true;
            add_card(&page, card);
        }
    }
    return found;
}

const WordsPage NAE_PAGES[] = {
    {"map", "[NATION or ZONE]", "the map by nation; or the zones of one, or one with its neighbours",
     write_map},
    {"forces", "", "all forces with their generals and supply", write_forces},
    {"nations", "", "who stands with whom, and what they can spend", write_nations},
    {"hand", "", "your cards and what they do", write_hand},
    {"card", "[TITLE or NUMBER]", "what a card does", write_card},
    {"discards", "", "the discard piles and cards out of the game", write_discards},
    {NULL, NULL, NULL, NULL},
};
