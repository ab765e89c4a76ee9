/* position.c: a position as JSON and as text, for a seat or in full (game.h). */
#include "engine/aon/aon.h"
#include "engine/aon/rules.h"

static const char *const PHASES[AON_PHASE_COUNT] = {"diplomacy",        "insurrection", "strategy",
                                                    "reinforcement",    "campaign",     "surrender",
                                                    "winter_attrition", "victory_check"};

const char *aon_phase_name(unsigned phase) { return phase < AON_PHASE_COUNT ? PHASES[phase] : "?"; }

#define AON_WORD_AUTO(NAME, name) #name,
#define AON_WORD_ASK(NAME, name)  #name,
const char *aon_step_name(unsigned step)
{
    static const char *const names[AON_STEP_COUNT] = {AON_STEPS(AON_WORD_AUTO, AON_WORD_ASK)};
    return step < AON_STEP_COUNT ? names[step] : "?";
}
#undef AON_WORD_AUTO
#undef AON_WORD_ASK

typedef struct Page {
    const AonData *d;
    const AonState *s;
    Seat seat;       /* reader */
    CorpsSet hidden; /* corps whose place the reader does not know */
    StrBuf *out;
    bool first; /* no comma before the next member */
} Page;

static void comma(Page *page)
{
    if (!page->first) {
        strbuf_add_char(page->out, ',');
    }
    page->first = false;
}

static void key(Page *page, const char *name)
{
    comma(page);
    strbuf_add_json(page->out, name);
    strbuf_add_char(page->out, ':');
}

static void text_member(Page *page, const char *name, const char *value)
{
    key(page, name);
    strbuf_add_json(page->out, value);
}

static void int_member(Page *page, const char *name, int value)
{
    key(page, name);
    strbuf_addf(page->out, "%d", value);
}

static void bool_member(Page *page, const char *name, bool value)
{
    key(page, name);
    strbuf_add(page->out, value ? "true" : "false");
}

static void open(Page *page, const char *name, char bracket)
{
    key(page, name);
    strbuf_add_char(page->out, bracket);
    page->first = true;
}

static void close(Page *page, char bracket)
{
    strbuf_add_char(page->out, bracket);
    page->first = false;
}

static void item(Page *page, const char *text)
{
    comma(page);
    strbuf_add_json(page->out, text);
}

/* ------------------------------------------------------------------ JSON */

static void add_countries(Page *page)
{
    const AonState *s = page->s;
    open(page, "countries", '{');
    for (unsigned country = 0; country < page->d->countries; country++) {
        const unsigned alignment = aon_alignment(s, country);
        open(page, page->d->country_id[country], '{');
        if (alignment == AON_UNALIGNED) {
            key(page, "alignment");
            strbuf_add(page->out, "null");
        } else {
            text_member(page, "alignment", aon_alignment_name(alignment));
        }
        bool_member(page, "formerly_insurgent", aon_was_insurgent(s, country));
        bool_member(page, "detached",
                    page->d->kind[country] == AON_KIND_DETACHABLE && alignment != AON_UNALIGNED);
        close(page, '}');
    }
    close(page, '}');
}

static const char *place_name(const Page *page, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    const unsigned place = page->s->place[corps];
    if (corps_in(page->hidden, corps)) {
        return "hidden";
    }
    if (place < page->d->areas) {
        return page->d->area_id[place];
    }
    return place == AON_PLACE_RESERVE ? "reserve" : place == AON_PLACE_PRISONERS ? "prisoners" : "lost";
}

/* It has moved in the part under way (state.h, from). */
static bool has_moved(const AonState *s, unsigned corps)
{
    return s->from[corps] != AON_FROM_RESIDENT && s->from[corps] != AON_FROM_DEPLOYED;
}

static void add_corps(Page *page)
{
    const AonState *s = page->s;
    open(page, "corps", '{');
    for (unsigned corps = 0; corps < page->d->corps; corps++) {
        const bool known = !corps_in(page->hidden, corps);
        open(page, page->d->corps_id[corps], '{');
        text_member(page, "place", place_name(page, corps));
        if (known) {
            bool_member(page, "spent", aon_set_has(s, AON_SET_SPENT, corps));
            bool_member(page, "moved", has_moved(s, corps));
            bool_member(page, "fought", aon_set_has(s, AON_SET_FOUGHT, corps));
        }
        close(page, '}');
    }
    close(page, '}');
}

static void add_stack(Page *page, unsigned area, Seat owner)
{
    assert(area < AON_AREAS_MAX);
    assert(seat_plays(owner));
    const AonState *s = page->s;
    const CorpsSet army = aon_army(page->d, s, area, owner);
    const unsigned leader = aon_leader(page->d, corps_minus(army, page->hidden));
    comma(page);
    strbuf_add_char(page->out, '{');
    page->first = true;
    text_member(page, "area", page->d->area_id[area]);
    text_member(page, "seat", seat_name(owner));
    int_member(page, "height", (int)corps_count(army));
    if (leader != AON_NONE) {
        text_member(page, "leader", page->d->corps_id[leader]);
        bool_member(page, "spent", aon_set_has(s, AON_SET_SPENT, leader));
    }
    close(page, '}');
}

static void add_stacks(Page *page)
{
    open(page, "stacks", '[');
    for (unsigned area = 0; area < page->d->areas; area++) {
        for (unsigned owner = 0; owner < SEAT_COUNT; owner++) {
            if (area_in(page->s->occupied[owner], area)) {
                add_stack(page, area, (Seat)owner);
            }
        }
    }
    close(page, ']');
}

static void add_hand(Page *page, const char *name, CardSet hand)
{
    open(page, name, '[');
    for (unsigned title = 0; title < page->d->cards; title++) {
        for (CardSet rest = hand; rest != 0;) {
            if (page->d->extra_of[bits_take(&rest)] == title) {
                item(page, page->d->card[title].id);
            }
        }
    }
    close(page, ']');
}

static void add_hands(Page *page)
{
    open(page, "hands", '{');
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        add_hand(page, seat_name((Seat)seat), page->s->hand[seat]);
    }
    close(page, '}');
    open(page, "hand_sizes", '{');
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        int_member(page, seat_name((Seat)seat), page->s->hand_count[seat]);
    }
    close(page, '}');
    open(page, "known_cards", '{');
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        add_hand(page, seat_name((Seat)seat), page->s->known[seat]);
    }
    close(page, '}');
}

static void add_piles(Page *page)
{
    const AonData *d = page->d;
    const AonState *s = page->s;
    int_member(page, "deck_size", s->deck_count);
    if (page->seat == SEAT_BOTH) {
        open(page, "deck", '[');
        for (unsigned i = s->deck_count; i > 0; i--) {
            item(page, d->card[s->pile[i - 1]].id);
        }
        close(page, ']');
    }
    open(page, "discard", '[');
    const unsigned count = aon_discard_count(d, s);
    for (unsigned i = 0; i < count; i++) {
        item(page, d->card[s->pile[AON_COPIES_MAX - 1U - i]].id);
    }
    close(page, ']');
    open(page, "set_aside", '[');
    if ((s->events & AON_EVENT_CONTINENTAL_SYSTEM) == 0) {
        for (unsigned title = 0; title < d->cards; title++) {
            for (unsigned copy = 0; copy < d->setup.set_aside[title]; copy++) {
                item(page, d->card[title].id);
            }
        }
    }
    close(page, ']');
}

static void add_events(Page *page)
{
    static const struct {
        unsigned event;
        const char *name;
    } events[] = {{AON_EVENT_BRITANNIA, "britannia"},
                  {AON_EVENT_RADETZKY, "radetzky"},
                  {AON_EVENT_STEIN, "stein"},
                  {AON_EVENT_CONTINENTAL_SYSTEM, "continental_system"},
                  {AON_EVENT_JOSEPH, "joseph"}};
    const AonState *s = page->s;
    open(page, "events", '[');
    for (unsigned i = 0; i < sizeof events / sizeof events[0]; i++) {
        if ((s->events & events[i].event) != 0) {
            item(page, events[i].name);
        }
    }
    close(page, ']');
    open(page, "released_invasion", '[');
    unsigned order = 0;
    for (CorpsSet rest = page->d->invasion; !corps_empty(rest); order++) {
        const unsigned corps = corps_take_first(&rest);
        if (((s->released >> order) & 1U) != 0) {
            item(page, page->d->corps_id[corps]);
        }
    }
    close(page, ']');
    bool_member(page, "russia_invaded", aon_flag(s, AON_FLAG_RUSSIA_INVADED));
    key(page, "french_invaded_russia_year");
    if (s->invaded_year == 0) {
        strbuf_add(page->out, "null");
    } else {
        strbuf_addf(page->out, "%d", 1800 + s->invaded_year);
    }
    open(page, "free_move_available", '{');
    bool_member(page, "french", !aon_flag(s, AON_FLAG_FREE_USED_FRENCH));
    bool_member(page, "coalition", !aon_flag(s, AON_FLAG_FREE_USED_COALITION));
    close(page, '}');
}

/* The choices are the deciding seat's own affair. */
static void add_legal(Page *page)
{
    MoveList list = {0};
    open(page, "legal", '[');
    if (page->s->header.over == 0 && (page->seat == SEAT_BOTH || page->seat == (Seat)page->s->header.seat)) {
        (void)aon_choice_list(page->d, page->s, &list);
    }
    for (unsigned i = 0; i < list.count; i++) {
        char text[MOVE_TEXT_BYTES];
        aon_move_text(page->d, list.moves[i], text);
        item(page, text);
    }
    close(page, ']');
}

static void add_outcome(Page *page)
{
    const AonState *s = page->s;
    key(page, "outcome");
    if (s->header.over == 0) {
        strbuf_add(page->out, "null");
        return;
    }
    strbuf_add_char(page->out, '{');
    page->first = true;
    text_member(page, "winner", seat_name((Seat)(s->header.over & 15U)));
    text_member(page, "grade", outcome_grade_name((enum outcome_grade)(s->header.over >> 4U)));
    int_member(page, "year", 1805 + s->header.turn);
    close(page, '}');
}

static void add_procedure(Page *page)
{
    const AonState *s = page->s;
    text_member(page, "phase", aon_phase_name(s->phase));
    int_member(page, "round", s->round);
    key(page, "seat");
    if (s->header.over != 0) {
        strbuf_add(page->out, "null");
    } else {
        strbuf_add_json(page->out, seat_name((Seat)s->header.seat));
    }
    text_member(page, "step", aon_step_name(s->header.step));
}

static void add_ids(Page *page, const char *name, CorpsSet corps)
{
    open(page, name, '[');
    corps = corps_minus(corps, page->hidden);
    while (!corps_empty(corps)) {
        item(page, page->d->corps_id[corps_take_first(&corps)]);
    }
    close(page, ']');
}

static void add_country_ids(Page *page, const char *name, CountrySet countries)
{
    open(page, name, '[');
    while (countries != 0) {
        item(page, page->d->country_id[bits_take32(&countries)]);
    }
    close(page, ']');
}

/* How far victory is (6). */
static void add_victory(Page *page)
{
    const AonOutlook outlook = aon_outlook(page->d, page->s);
    open(page, "victory", '{');
    open(page, seat_name(SEAT_FRENCH), '{');
    add_country_ids(page, "held", outlook.held);
    add_country_ids(page, "neighbours_missing", outlook.missing);
    add_country_ids(page, "opposed", outlook.opposed);
    bool_member(page, "in_time", outlook.in_time);
    bool_member(page, "marginal", outlook.marginal[SEAT_FRENCH]);
    bool_member(page, "decisive", outlook.decisive[SEAT_FRENCH]);
    close(page, '}');
    open(page, seat_name(SEAT_COALITION), '{');
    add_country_ids(page, "french_majors", outlook.french_majors);
    int_member(page, "french_minors", (int)outlook.french_minors);
    int_member(page, "french_minors_allowed", AON_MINORS_LEFT);
    bool_member(page, "marginal", outlook.marginal[SEAT_COALITION]);
    close(page, '}');
    close(page, '}');
}

/* The army on the move, as far as the reader may know it. */
static void add_army(Page *page)
{
    const AonState *s = page->s;
    key(page, "army");
    if (s->phase != AON_PHASE_CAMPAIGN || s->battle.flags != 0 || corps_empty(aon_set(s, AON_SET_ARMY)) ||
        s->move.area >= page->d->areas) {
        strbuf_add(page->out, "null");
        return;
    }
    strbuf_add_char(page->out, '{');
    page->first = true;
    text_member(page, "area", page->d->area_id[s->move.area]);
    text_member(page, "seat", seat_name(aon_mover(s)));
    if (s->move.leader < page->d->corps) {
        text_member(page, "leader", page->d->corps_id[s->move.leader]);
    }
    add_ids(page, "corps", aon_set(s, AON_SET_ARMY));
    int_member(page, "areas_entered", s->move.used);
    close(page, '}');
}

static void add_battle_side(Page *page, Seat seat)
{
    const AonState *s = page->s;
    const bool shown =
        s->header.step >= AON_STEP_BATTLE_CARDS_ATTACKER && s->header.step <= AON_STEP_BATTLE_ROLL;
    open(page, seat_name(seat), '{');
    add_ids(page, "engaged", corps_and(aon_set(s, AON_SET_ARMY), aon_fighters(page->d, s, seat)));
    open(page, "cards", '[');
    for (CardSet titles = page->d->battle_cards; titles != 0;) {
        const unsigned title = bits_take(&titles);
        if (aon_battle_card_played(page->d, s, seat, title)) {
            item(page, page->d->card[title].id);
        }
    }
    close(page, ']');
    key(page, "strength");
    if (shown) {
        strbuf_addf(page->out, "%u", aon_battle_side(page->d, s, seat).strength);
    } else {
        strbuf_add(page->out, "null");
    }
    close(page, '}');
}

/* The battle being fought; those to come are areas with stacks of both seats. */
static void add_battle(Page *page)
{
    const AonState *s = page->s;
    key(page, "battle");
    if (s->battle.flags == 0) {
        strbuf_add(page->out, "null");
        return;
    }
    strbuf_add_char(page->out, '{');
    page->first = true;
    text_member(page, "area", page->d->area_id[s->battle.area]);
    text_member(page, "attacker", seat_name(aon_attacker(s)));
    add_battle_side(page, SEAT_FRENCH);
    add_battle_side(page, SEAT_COALITION);
    close(page, '}');
}

static Page make_page(const AonData *d, AonState *view, Seat seat, StrBuf *out)
{
    if (seat != SEAT_BOTH) {
        aon_view(d, view, seat);
    }
    return (Page){d, view, seat, aon_hidden_from(d, view, seat), out, true};
}

void aon_position_json(const AonData *d, const AonState *s, Seat seat, StrBuf *out)
{
    AonState view = *s;
    Page page = make_page(d, &view, seat, out);
    strbuf_add_char(out, '{');
    text_member(&page, "schema", "marshal/aon/position/1");
    text_member(&page, "view", seat_name(seat));
    int_member(&page, "year", 1805 + s->header.turn);
    add_procedure(&page);
    text_member(&page, "initiative", seat_name(aon_initiative(d, s)));
    add_victory(&page);
    add_countries(&page);
    add_corps(&page);
    add_stacks(&page);
    add_hands(&page);
    add_piles(&page);
    add_events(&page);
    add_army(&page);
    add_battle(&page);
    add_legal(&page);
    add_outcome(&page);
    close(&page, '}');
}

/* ------------------------------------------------------------------ text */

static void text_corps(const Page *page, CorpsSet army)
{
    unsigned unknown = 0;
    while (!corps_empty(army)) {
        const unsigned corps = corps_take_first(&army);
        if (corps_in(page->hidden, corps)) {
            unknown++;
        } else {
            strbuf_addf(page->out, " %s%s", page->d->corps_name[corps],
                        aon_set_has(page->s, AON_SET_SPENT, corps) ? "*" : "");
        }
    }
    if (unknown > 0) {
        strbuf_addf(page->out, " and %u more", unknown);
    }
}

static void text_armies(const Page *page)
{
    for (unsigned owner = 0; owner < SEAT_COUNT; owner++) {
        strbuf_addf(page->out, "%s armies (* spent):\n", owner == SEAT_FRENCH ? "French" : "Coalition");
        for (AreaSet rest = page->s->occupied[owner]; rest != 0;) {
            const unsigned area = bits_take(&rest);
            strbuf_addf(page->out, "  %s:", page->d->area_name[area]);
            text_corps(page, aon_army(page->d, page->s, area, (Seat)owner));
            strbuf_add_char(page->out, '\n');
        }
    }
}

static void text_countries(const Page *page)
{
    static const char *const words[AON_UNALIGNED] = {"France",  "Coalition",     "Insurgent",
                                                     "Neutral", "French allies", "French dominions"};
    for (unsigned alignment = AON_CM; alignment < AON_UNALIGNED; alignment++) {
        bool any = false;
        for (unsigned country = 0; country < page->d->countries; country++) {
            if (aon_alignment(page->s, country) == alignment) {
                strbuf_addf(page->out, "%s%s", any ? ", " : words[alignment], any ? "" : ": ");
                strbuf_add(page->out, page->d->country_name[country]);
                any = true;
            }
        }
        strbuf_add(page->out, any ? "\n" : "");
    }
}

static void text_hand(const Page *page, Seat seat)
{
    unsigned shown = 0;
    strbuf_addf(page->out, "%s hand (%u):", seat == SEAT_FRENCH ? "French" : "Coalition",
                page->s->hand_count[seat]);
    for (CardSet rest = page->s->hand[seat]; rest != 0; shown++) {
        strbuf_addf(page->out, "%s %s", shown > 0 ? "," : "",
                    page->d->card[page->d->extra_of[bits_take(&rest)]].title);
    }
    strbuf_add(page->out, shown == page->s->hand_count[seat] ? "\n" : " and cards not seen\n");
}

static void text_choices(const Page *page)
{
    MoveList list = {0};
    if (page->s->header.over != 0 || (page->seat != SEAT_BOTH && page->seat != (Seat)page->s->header.seat)) {
        return;
    }
    strbuf_add(page->out, "Choices:");
    (void)aon_choice_list(page->d, page->s, &list);
    for (unsigned i = 0; i < list.count; i++) {
        char text[MOVE_TEXT_BYTES];
        aon_move_text(page->d, list.moves[i], text);
        strbuf_addf(page->out, " %s", text);
    }
    strbuf_add_char(page->out, '\n');
}

void aon_stand_text(const AonState *s, StrBuf *out)
{
    strbuf_addf(out, "%d, %s", 1805 + s->header.turn, aon_phase_name(s->phase));
    if (s->round > 0) {
        strbuf_addf(out, ", round %u", s->round);
    }
}

void aon_position_text(const AonData *d, const AonState *s, Seat seat, StrBuf *out)
{
    AonState view = *s;
    const Page page = make_page(d, &view, seat, out);
    aon_stand_text(s, out);
    if (s->header.over != 0) {
        strbuf_addf(out, "; over: %s, %s\n", seat_name((Seat)(s->header.over & 15U)),
                    outcome_grade_name((enum outcome_grade)(s->header.over >> 4U)));
    } else {
        strbuf_addf(out, "; %s to decide (%s)\n", seat_name((Seat)s->header.seat),
                    aon_step_name(s->header.step));
    }
    text_countries(&page);
    text_armies(&page);
    text_hand(&page, SEAT_FRENCH);
    text_hand(&page, SEAT_COALITION);
    strbuf_addf(out, "Deck %u, discard pile %u\n", view.deck_count, aon_discard_count(d, &view));
    text_choices(&page);
}
