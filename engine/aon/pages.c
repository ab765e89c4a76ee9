/* pages.c: Age of Napoleon on pages of text (WordsPage): the map as a table, areas, hands, piles, tracks, the
 * reserve.
 *
 * All pages are made from the reader's view. Corps he cannot place are counted, never named: the view holds
 * them in an arrangement that means nothing (view.c). */
#include <string.h>

#include "engine/aon/aon.h"
#include "engine/aon/rules.h"
#include "engine/aon/words.h"
#include "engine/fold.h"

typedef struct Page {
    const AonData *d;
    const AonState *s;
    Seat reader;
    CorpsSet hidden; /* corps whose place the reader does not know */
    StrBuf *out;
} Page;

static Page page_for(const void *data, const State *view, Seat reader, StrBuf *out)
{
    const AonState *s = aon_state_const(view);
    return (Page){data, s, reader, aon_hidden_from(data, s, reader), out};
}

static const char *side(Seat seat) { return seat == SEAT_FRENCH ? "French" : "Coalition"; }

/* ------------------------------------------------------------------ corps */

/* The next corps in the order of a stack, taken from the set. */
static unsigned take_top(const AonData *d, CorpsSet *set)
{
    const unsigned top = aon_leader(d, *set);
    *set = corps_without(*set, top);
    return top;
}

/* Name and mark of a corps; with its ratings if wanted. */
static void add_corps(const Page *page, unsigned corps, bool ratings)
{
    const AonData *d = page->d;
    const bool spent = aon_set_has(page->s, AON_SET_SPENT, corps);
    strbuf_addf(page->out, "%s%s", d->corps_name[corps], spent ? "*" : "");
    if (ratings) {
        strbuf_addf(page->out, " (%u/%u/%u)", d->br[spent][corps], d->mr[spent][corps], d->sr[corps]);
    }
}

/* From the top of the stack down, those that are not seen as a number. */
static void add_corps_list(const Page *page, CorpsSet army, bool ratings)
{
    CorpsSet seen = corps_minus(army, page->hidden);
    const unsigned unseen = corps_count(corps_and(army, page->hidden));
    for (const char *between = ""; !corps_empty(seen); between = ", ") {
        strbuf_add(page->out, between);
        add_corps(page, take_top(page->d, &seen), ratings);
    }
    if (unseen > 0) {
        strbuf_addf(page->out, " and %u hidden", unseen);
    }
}

static void add_stack(const Page *page, unsigned area, Seat owner, bool ratings)
{
    const CorpsSet army = aon_army(page->d, page->s, area, owner);
    strbuf_addf(page->out, "%s %u: ", side(owner), corps_count(army));
    add_corps_list(page, army, ratings);
}

static void add_stacks(const Page *page, unsigned area, bool ratings)
{
    const char *between = "";
    for (unsigned owner = 0; owner < SEAT_COUNT; owner++) {
        if (area_in(page->s->occupied[owner], area)) {
            strbuf_add(page->out, between);
            add_stack(page, area, (Seat)owner, ratings);
            between = "  |  ";
        }
    }
}

/* ------------------------------------------------------------------ the map */

static void add_area_name(const Page *page, unsigned area)
{
    strbuf_addf(page->out, "%s%s%s", page->d->area_name[area],
                area_in(page->d->capitals, area) ? " [capital]" : "",
                area_in(page->d->terrain, area) ? " ^" : "");
}

static void add_country(const Page *page, unsigned country)
{
    const AreaSet areas = aon_country_areas(page->d, page->s, country);
    const AreaSet held = areas & (page->s->occupied[SEAT_FRENCH] | page->s->occupied[SEAT_COALITION]);
    const char *between = "";
    const unsigned alignment = aon_alignment(page->s, country);
    strbuf_addf(page->out, "%s%s%s%s\n", page->d->country_name[country], alignment == AON_FR ? "" : ": ",
                alignment == AON_FR ? "" : aon_alignment_in_words(alignment),
                aon_was_insurgent(page->s, country) && alignment != AON_IC ? ", has risen before" : "");
    for (AreaSet rest = held; rest != 0;) {
        const unsigned area = bits_take(&rest);
        strbuf_add(page->out, "    ");
        add_area_name(page, area);
        strbuf_add(page->out, ": ");
        add_stacks(page, area, false);
        strbuf_add_char(page->out, '\n');
    }
    if ((areas & ~held) != 0) {
        strbuf_add(page->out, "    empty: ");
    }
    for (AreaSet rest = areas & ~held; rest != 0; between = ", ") {
        strbuf_add(page->out, between);
        add_area_name(page, bits_take(&rest));
    }
    strbuf_add(page->out, (areas & ~held) != 0 ? "\n" : "");
}

static void add_neighbours(const Page *page, unsigned area)
{
    const char *between = "    borders on: ";
    for (AreaSet rest = aon_borders(page->d, area); rest != 0; between = ", ") {
        const unsigned next = bits_take(&rest);
        const bool french = area_in(page->s->occupied[SEAT_FRENCH], next);
        const bool coalition = area_in(page->s->occupied[SEAT_COALITION], next);
        strbuf_addf(page->out, "%s%s%s", between, page->d->area_name[next],
                    french && coalition ? " (both)"
                    : french            ? " (French)"
                    : coalition         ? " (Coalition)"
                                        : "");
    }
    strbuf_add_char(page->out, '\n');
}

static void add_area(const Page *page, unsigned area)
{
    const AonData *d = page->d;
    const unsigned owner = aon_owner(d, page->s, area);
    strbuf_addf(page->out, "%s in %s (%s)%s%s%s%s\n", d->area_name[area], d->country_name[owner],
                aon_alignment_in_words(aon_alignment(page->s, owner)),
                area_in(d->capitals, area) ? ", capital" : "",
                area_in(d->terrain, area) ? ", mountain or marsh" : "",
                area_in(d->barren, area) ? ", barren" : "", area_in(d->coastal, area) ? ", coast" : "");
    if (((page->s->occupied[SEAT_FRENCH] | page->s->occupied[SEAT_COALITION]) & area_bit(area)) != 0) {
        strbuf_add(page->out, "    ");
        add_stacks(page, area, true);
        strbuf_add_char(page->out, '\n');
    }
    add_neighbours(page, area);
}

static void add_map(const Page *page)
{
    for (unsigned country = 0; country < page->d->countries; country++) {
        if (aon_alignment(page->s, country) != AON_UNALIGNED) {
            add_country(page, country);
        }
    }
    strbuf_add(page->out,
               "[capital] capital, ^ mountain or marsh, * spent; corps from the top of the stack down\n");
}

/* Countries and areas whose names the words begin: all of them are shown. Returns how many. */
static unsigned add_named_places(const Page *page, const char *topic)
{
    unsigned found = 0;
    for (unsigned country = 0; country < page->d->countries; country++) {
        const bool one =
            bits_count(aon_country_areas(page->d, page->s, country)) <= 1; /* the area says all */
        if (!one && aon_alignment(page->s, country) != AON_UNALIGNED &&
            fold_has_words(page->d->country_name[country], topic)) {
            add_country(page, country);
            found++;
        }
    }
    for (unsigned area = 0; area < page->d->areas; area++) {
        if (fold_has_words(page->d->area_name[area], topic) || fold_equal(page->d->area_id[area], topic)) {
            add_area(page, area);
            found++;
        }
    }
    return found;
}

static bool write_map(const void *data, const State *view, Seat reader, const char *topic, StrBuf *out)
{
    const Page page = page_for(data, view, reader, out);
    if (topic[0] == '\0') {
        add_map(&page);
        return true;
    }
    if (add_named_places(&page, topic) > 0) {
        strbuf_add(out, "(ratings are battle/movement/seniority)\n");
        return true;
    }
    strbuf_add(out, "Countries:");
    for (unsigned country = 0; country < page.d->countries; country++) {
        strbuf_addf(out, "%s %s", country > 0 ? "," : "", page.d->country_name[country]);
    }
    strbuf_add(out, "\n");
    return false;
}

static bool write_armies(const void *data, const State *view, Seat reader, const char *topic, StrBuf *out)
{
    const Page page = page_for(data, view, reader, out);
    (void)topic;
    for (unsigned owner = 0; owner < SEAT_COUNT; owner++) {
        strbuf_addf(out, "%s armies\n", side((Seat)owner));
        for (AreaSet rest = page.s->occupied[owner]; rest != 0;) {
            const unsigned area = bits_take(&rest);
            strbuf_add(out, "    ");
            add_area_name(&page, area);
            strbuf_add(out, ": ");
            add_stack(&page, area, (Seat)owner, true);
            strbuf_add_char(out, '\n');
        }
    }
    strbuf_add(out, "(ratings are battle/movement/seniority; * spent)\n");
    return true;
}

/* ------------------------------------------------------------------ cards */

static unsigned copies_in(const AonData *d, CardSet hand, unsigned title)
{
    unsigned copies = 0;
    while (hand != 0) {
        copies += d->extra_of[bits_take(&hand)] == title ? 1U : 0U;
    }
    return copies;
}

static void add_card(const Page *page, unsigned title, unsigned copies)
{
    const AonCard *card = &page->d->card[title];
    strbuf_addf(page->out, "%s", card->title);
    if (copies > 1) {
        strbuf_addf(page->out, " (%u copies)", copies);
    }
    strbuf_addf(page->out, "%s\n    %s\n",
                card->red_title ? " [red: who discards it offers it to the opponent]" : "", card->effect);
}

/* Cards of a seat that the reader knows, with what they do if wanted. */
static void add_hand(const Page *page, Seat seat, bool effects)
{
    const char *between = " ";
    for (unsigned title = 0; title < page->d->cards; title++) {
        const unsigned copies = copies_in(page->d, page->s->hand[seat], title);
        if (copies > 0 && effects) {
            add_card(page, title, copies);
        } else if (copies > 0) {
            strbuf_addf(page->out, "%s%s%s", between, page->d->card[title].title, copies > 1 ? " twice" : "");
            between = ", ";
        }
    }
}

static void add_opponents_hand(const Page *page, Seat seat)
{
    const unsigned known = bits_count(page->s->hand[seat]);
    strbuf_addf(page->out, "The %s side holds %u cards", side(seat), page->s->hand_count[seat]);
    if (known > 0) {
        strbuf_add(page->out, "; you have seen of them:");
        add_hand(page, seat, false);
    }
    strbuf_add_char(page->out, '\n');
}

static bool write_hand(const void *data, const State *view, Seat reader, const char *topic, StrBuf *out)
{
    const Page page = page_for(data, view, reader, out);
    (void)topic;
    for (unsigned owner = 0; owner < SEAT_COUNT; owner++) {
        if (reader == (Seat)owner || reader == SEAT_BOTH) {
            strbuf_addf(out, "%s hand, %u cards\n", side((Seat)owner), page.s->hand_count[owner]);
            add_hand(&page, (Seat)owner, true);
        }
    }
    if (reader < SEAT_NONE) {
        add_opponents_hand(&page, seat_other(reader));
    }
    return true;
}

static bool write_card(const void *data, const State *view, Seat reader, const char *topic, StrBuf *out)
{
    const Page page = page_for(data, view, reader, out);
    bool found = false;
    for (unsigned title = 0; title < page.d->cards && topic[0] != '\0'; title++) {
        if (fold_has_words(page.d->card[title].title, topic) || fold_equal(page.d->card[title].id, topic)) {
            add_card(&page, title, page.d->card[title].copies);
            found = true;
        }
    }
    if (!found) {
        strbuf_add(out, "Cards:");
        for (unsigned title = 0; title < page.d->cards; title++) {
            strbuf_addf(out, "%s %s", title > 0 ? "," : "", page.d->card[title].title);
        }
        strbuf_add_char(out, '\n');
    }
    return found || topic[0] == '\0';
}

static bool write_discards(const void *data, const State *view, Seat reader, const char *topic, StrBuf *out)
{
    const Page page = page_for(data, view, reader, out);
    const unsigned count = aon_discard_count(page.d, page.s);
    (void)topic;
    strbuf_addf(out, "Discard pile, newest first (%u): ", count);
    for (unsigned i = count; i > 0; i--) {
        strbuf_addf(out, "%s%s", i < count ? ", " : "", page.d->card[page.s->pile[AON_COPIES_MAX - i]].title);
    }
    strbuf_addf(out, "\nDeck: %u cards\n", page.s->deck_count);
    if ((page.s->events & AON_EVENT_CONTINENTAL_SYSTEM) == 0 && page.d->set_aside_count > 0) {
        const char *between = "Out of the game until Continental System is played: ";
        for (unsigned title = 0; title < page.d->cards; title++) {
            for (unsigned copy = 0; copy < page.d->setup.set_aside[title]; copy++, between = ", ") {
                strbuf_addf(out, "%s%s", between, page.d->card[title].title);
            }
        }
        strbuf_add_char(out, '\n');
    }
    return true;
}

/* ------------------------------------------------------------------ tracks and boxes */

static const char *const PHASES[AON_PHASE_COUNT] = {"Diplomacy",        "Insurrection", "Strategy",
                                                    "Reinforcement",    "Campaign",     "Surrender",
                                                    "Winter Attrition", "Victory Check"};

static void add_time(const Page *page)
{
    const AonState *s = page->s;
    strbuf_addf(page->out, "Year %u of 1805-%u, %s Phase", 1800U + aon_year(s),
                1800U + page->d->setup.last_year, PHASES[s->phase % AON_PHASE_COUNT]);
    if (s->phase == AON_PHASE_CAMPAIGN && s->round > 0) {
        strbuf_addf(page->out, ", round %u of %u%s, %s part", s->round, page->d->rounds,
                    aon_winter(page->d, s) ? " (winter)" : "", side(aon_mover(s)));
    }
    strbuf_addf(page->out, "\nInitiative: %s\n", side(aon_initiative(page->d, s)));
}

static void add_events(const Page *page)
{
    static const struct {
        unsigned event;
        const char *text;
    } events[] = {{AON_EVENT_BRITANNIA, "Britannia (the Coalition may use the sea)"},
                  {AON_EVENT_RADETZKY, "Radetzky (Austria reformed)"},
                  {AON_EVENT_STEIN, "Stein (Prussia reformed)"},
                  {AON_EVENT_CONTINENTAL_SYSTEM, "Continental System"},
                  {AON_EVENT_JOSEPH, "Joseph"}};
    const char *between = " ";
    strbuf_add(page->out, "Lasting events:");
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        if ((page->s->events & events[i].event) != 0) {
            strbuf_addf(page->out, "%s%s", between, events[i].text);
            between = ", ";
        }
    }
    strbuf_addf(page->out, "%s\n", between[0] == ' ' ? " none" : "");
    if (aon_flag(page->s, AON_FLAG_RUSSIA_INVADED)) {
        strbuf_add(page->out, "Russia has been invaded: its Invasion corps may come on.\n");
    }
}

static void add_country_names(const Page *page, CountrySet countries, const char *none)
{
    strbuf_add(page->out, countries == 0 ? none : "");
    for (const char *between = " "; countries != 0; between = ", ") {
        strbuf_addf(page->out, "%s%s", between, page->d->country_name[bits_take32(&countries)]);
    }
}

static void add_victory(const Page *page)
{
    static const unsigned asked[] = {AON_AUSTRIA, AON_PRUSSIA, AON_RUSSIA};
    const AonOutlook outlook = aon_outlook(page->d, page->s);
    strbuf_addf(page->out,
                "France controls %u minor countries (the Coalition wins at %u or fewer, if no other major "
                "country is French;"
                " now French:",
                outlook.french_minors, (unsigned)AON_MINORS_LEFT);
    add_country_names(page, outlook.french_majors, " none");
    strbuf_add(page->out, ").\nFor a French victory, held (controlled or occupied):");
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        strbuf_addf(page->out, " %s %s;", page->d->country_name[asked[i]],
                    ((outlook.held >> asked[i]) & 1U) != 0 ? "yes" : "no");
    }
    strbuf_add(page->out,
               outlook.missing == 0 ? " all neighbours of France yes" : " neighbours of France missing:");
    add_country_names(page, outlook.missing, "");
    strbuf_add(page->out, outlook.in_time
                              ? ".\n"
                              : "; and only from 1811 on, or after a year in which Russia was invaded.\n");
}

static bool write_tracks(const void *data, const State *view, Seat reader, const char *topic, StrBuf *out)
{
    const Page page = page_for(data, view, reader, out);
    (void)topic;
    add_time(&page);
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        strbuf_addf(
            out,
            "%s: %u cards in hand, %u corps on the map, %s; next year's hand as things stand: %u cards\n",
            side((Seat)seat), page.s->hand_count[seat],
            corps_count(corps_and(aon_on_map(page.s), aon_side(page.d, page.s, (Seat)seat))),
            aon_free_left(page.s, (Seat)seat) ? "free move not yet used" : "free move used",
            aon_hand_size(page.d, page.s, (Seat)seat));
    }
    add_events(&page);
    add_victory(&page);
    return true;
}

static void add_box(const Page *page, const char *heading, CorpsSet corps, bool ratings)
{
    strbuf_addf(page->out, "%s (%u):", heading, corps_count(corps));
    for (const char *between = " "; !corps_empty(corps); between = ", ") {
        const unsigned one = corps_take_first(&corps);
        strbuf_addf(page->out, "%s%s", between, page->d->corps_name[one]);
        if (ratings) {
            strbuf_addf(page->out, " (%u/%u/%u)", page->d->br[0][one], page->d->mr[0][one], page->d->sr[one]);
        }
    }
    strbuf_add_char(page->out, '\n');
}

static bool write_reserve(const void *data, const State *view, Seat reader, const char *topic, StrBuf *out)
{
    const Page page = page_for(data, view, reader, out);
    const CorpsSet reserve = aon_corps_at(page.s, AON_PLACE_RESERVE);
    const CorpsSet french = aon_available(page.d, page.s, SEAT_FRENCH);
    const CorpsSet coalition = aon_available(page.d, page.s, SEAT_COALITION);
    (void)topic;
    add_box(&page, "French reserve", french, true);
    add_box(&page, "Coalition reserve", coalition, true);
    add_box(&page, "Not available yet", corps_minus(reserve, corps_or(french, coalition)), false);
    add_box(&page, "Prisoners Box", aon_corps_at(page.s, AON_PLACE_PRISONERS), false);
    add_box(&page, "Lost for good", aon_corps_at(page.s, AON_PLACE_LOST), false);
    strbuf_add(out, "(ratings are battle/movement/seniority, fresh)\n");
    return true;
}

/* ------------------------------------------------------------------ remarks on choices */

static void remark_on_corps(const Page *page, unsigned corps)
{
    const bool spent = page->s->place[corps] < page->d->areas && aon_set_has(page->s, AON_SET_SPENT, corps);
    strbuf_addf(page->out, "%u/%u/%u%s", page->d->br[spent][corps], page->d->mr[spent][corps],
                page->d->sr[corps], spent ? " spent" : "");
}

/* What marching on into an area costs the army: the causes of march attrition (12.3.1). */
static void remark_on_march(const Page *page, unsigned area)
{
    const AonState *s = page->s;
    const unsigned causes = aon_area_causes(page->d, s, area);
    const bool far =
        corps_meet(aon_set(s, AON_SET_ARMY), aon_set(s, AON_SET_STEPS_1)); /* two areas or more behind it */
    const bool forced = (s->move.flags & AON_MOVE_FORCED_MARCH) != 0;
    const struct {
        bool holds;
        const char *text;
    } all[] = {{far, "distance"},
               {(causes & AON_CAUSE_TERRAIN) != 0, "terrain"},
               {(causes & AON_CAUSE_WINTER) != 0, "winter"},
               {forced, "forced march"}};
    const char *between = "attrition: ";
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i].holds) {
            strbuf_addf(page->out, "%s%s", between, all[i].text);
            between = ", ";
        }
    }
}

static void remark_on_area(const Page *page, unsigned area)
{
    const size_t before = page->out->length;
    const unsigned alignment = aon_alignment(page->s, aon_owner(page->d, page->s, area));
    const bool held =
        ((page->s->occupied[SEAT_FRENCH] | page->s->occupied[SEAT_COALITION]) & area_bit(area)) != 0;
    const bool own = area_in(page->s->occupied[page->reader], area) &&
                     !area_in(page->s->occupied[seat_other(page->reader)], area);
    if (held && own) {
        add_corps_list(page, aon_army(page->d, page->s, area, page->reader), false);
    } else if (held) {
        add_stacks(page, area, false);
    }
    if (alignment == AON_NC) {
        strbuf_addf(page->out, "%sneutral", page->out->length > before ? "; " : "");
    }
    if (page->s->header.step == AON_STEP_MOVE_STEP) {
        const size_t length = page->out->length;
        strbuf_add(page->out, length > before ? "; " : "");
        const size_t marked = page->out->length;
        remark_on_march(page, area);
        if (page->out->length == marked) { /* nothing behind the mark */
            page->out->length = length;
            page->out->text[length] = '\0';
        }
    } else if (area_in(page->d->terrain, area)) {
        strbuf_addf(page->out, "%smountain or marsh", page->out->length > before ? "; " : "");
    }
}

void aon_remark(const AonData *d, const AonState *view, Move move, StrBuf *out)
{
    const Page page = {d, view, (Seat)(view->header.seat & 1U),
                       aon_hidden_from(d, view, (Seat)(view->header.seat & 1U)), out};
    const unsigned object = aon_move_object(move);
    switch (aon_move_names(move)) {
    case AON_OBJECT_CORPS:
        if (object < d->corps) {
            remark_on_corps(&page, object);
        }
        break;
    case AON_OBJECT_AREA:
        if (object < d->areas) {
            remark_on_area(&page, object);
        }
        break;
    case AON_OBJECT_COUNTRY:
        if (object < d->countries) {
            strbuf_add(out, aon_alignment_in_words(aon_alignment(view, object)));
        }
        break;
    default:
        break;
    }
}

/* ------------------------------------------------------------------ the setting of a decision */

/* Who fights so far, and how strongly. */
static void add_battle(const Page *page)
{
    const AonState *s = page->s;
    for (unsigned i = 0; i < SEAT_COUNT; i++) {
        const Seat seat = i == 0 ? aon_attacker(s) : seat_other(aon_attacker(s));
        const AonBattleSide fighting = aon_battle_side(page->d, s, seat);
        const CorpsSet seen = corps_minus(fighting.corps, page->hidden);
        strbuf_add(page->out, "    ");
        add_stack(page, s->battle.area, seat, true);
        if (!corps_empty(seen)) {
            strbuf_add(page->out, "; fighting: ");
            add_corps_list(page, fighting.corps, false);
        }
        if (!corps_empty(seen) && corps_equal(seen, fighting.corps)) {
            strbuf_addf(page->out, ", strength %u", fighting.strength);
        }
        strbuf_add_char(page->out, '\n');
    }
}

void aon_setting(const AonData *d, const AonState *view, StrBuf *out)
{
    const unsigned step = view->header.step;
    const Page page = page_for(d, &view->header, (Seat)(view->header.seat & 1U), out);
    if (step > AON_STEP_BATTLE_ROLE && step <= AON_STEP_BATTLE_CARDS_DEFENDER &&
        view->battle.area < d->areas) {
        add_battle(&page);
    } else if (step >= AON_STEP_MOVE_DECLARED && step <= AON_STEP_INTERCEPT_ROLE &&
               step != AON_STEP_MOVE_STEP && view->move.area < d->areas) {
        strbuf_addf(out, "    %s: ", d->area_name[view->move.area]);
        add_stacks(&page, view->move.area, true);
        strbuf_add_char(out, '\n');
    }
}

const WordsPage AON_PAGES[] = {
    {"map", "[COUNTRY or AREA]",
     "the map by country: whose it is, armies, empty areas; or one place with its borders", write_map},
    {"armies", "", "all armies with their ratings", write_armies},
    {"hand", "", "your cards and what they do", write_hand},
    {"card", "[TITLE]", "what a card does", write_card},
    {"discards", "", "the discard pile and the deck", write_discards},
    {"tracks", "", "year, phase, round, initiative, events, how far victory is", write_tracks},
    {"reserve", "", "corps off the map: reserve, prisoners, lost", write_reserve},
    {NULL, NULL, NULL, NULL},
};
