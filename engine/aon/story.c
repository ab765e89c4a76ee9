/* story.c: what happened, in sentences (words.h): told from the positions before, after, and at each die on the way.
 *
 * A reader hears what is open by the rules: who leads a stack, how high it is, which corps are off the map, cards played
 * and discarded, dice. Corps are named only where his view shows them. That somebody passed is not told: it would show
 * that he had something to choose from. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/aon/aon.h"
#include "engine/aon/rules.h"
#include "engine/aon/words.h"

enum { SENTENCE_BYTES = 512 };

typedef struct Teller {
    const AonData *d;
    const AonState *before; /* NULL at the set-up; full */
    const AonState *after;
    CorpsSet hidden; /* corps the reader cannot place */
    Seat seat;
    Move move;
    const Story *story;
} Teller;

static const char *const SIDE[4] = {"France", "The Coalition", "Nobody", "Both"};

static const char *side_name(Seat seat) { return SIDE[seat & 3U]; }

static void say(const Teller *t, enum story_kind kind, Seat seat, const char *clause, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
static void say(const Teller *t, enum story_kind kind, Seat seat, const char *clause, const char *format, ...)
{
    char text[SENTENCE_BYTES];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    t->story->line(t->story->context, &(StoryLine){kind, seat, clause, text, NULL, 0, {0}});
}

/* ------------------------------------------------------------------ the move itself */

/* Cards shown by a move: everybody sees them. */
static void tell_card_move(const Teller *t)
{
    const unsigned kind = aon_move_kind(t->move);
    const unsigned object = aon_move_object(t->move);
    const char *clause = aon_step_clause(t->before->header.step);
    if (object >= t->d->cards) {
        return;
    }
    const char *title = t->d->card[object].title;
    const char *side = side_name(t->seat);
    switch (kind) {
    case AON_PLAY_CARD: say(t, STORY_MOVE, t->seat, clause, "%s plays %s.", side, title); break;
    case AON_COUNTER: say(t, STORY_MOVE, t->seat, clause, "%s cancels it with %s.", side, title); break;
    case AON_PAY: say(t, STORY_MOVE, t->seat, clause, "%s discards %s to pay for it.", side, title); break;
    case AON_DISCARD: say(t, STORY_MOVE, t->seat, clause, "%s discards %s.", side, title); break;
    case AON_PICK_UP:
        if (t->before->header.step == AON_STEP_CARD_RECOVER) {
            say(t, STORY_MOVE, t->seat, clause, "%s takes %s from the discard pile.", side, title);
        } else {
            say(t, STORY_MOVE, t->seat, clause, "%s discards %s to take %s.", side, title,
                t->d->card[t->before->pick_title].title);
        }
        break;
    default: break;
    }
}

static void tell_move(const Teller *t)
{
    const unsigned kind = aon_move_kind(t->move);
    const unsigned object = aon_move_object(t->move);
    const char *clause = aon_step_clause(t->before->header.step);
    tell_card_move(t);
    if (kind == AON_CHOOSE_FIRST) {
        say(t, STORY_MOVE, t->seat, clause, "%s chooses: %s first.", side_name(t->seat),
            object == 0 ? "its own side" : "the other side");
    } else if (kind == AON_COUNTRY) {
        say(t, STORY_MOVE, t->seat, clause, "%s chooses %s.", side_name(t->seat), t->d->country_name[object]);
    } else if (kind == AON_FREE) {
        say(t, STORY_MOVE, t->seat, clause, "%s uses its free move.", side_name(t->seat));
    }
}

/* ------------------------------------------------------------------ armies on the move */

/* How a group of a seat went, as done by one and by several. */
typedef struct Verb {
    const char *one, *several;
} Verb;

static Verb verb_for(const Teller *t, Seat seat)
{
    const unsigned step = t->before->header.step;
    if (step >= AON_STEP_BATTLE_ORDER && step <= AON_STEP_BATTLE_END) {
        return (Verb){"retreats", "retreat"};
    }
    if (t->before->phase != AON_PHASE_CAMPAIGN) {
        return (Verb){"goes", "go"};
    }
    if (seat == aon_mover(t->before)) {
        return step == AON_STEP_MOVE_SEA ? (Verb){"sails", "sail"} : (Verb){"marches", "march"};
    }
    const bool withdraws = step >= AON_STEP_WITHDRAW_OFFER && step <= AON_STEP_WITHDRAW_DONE;
    return withdraws ? (Verb){"withdraws", "withdraw"} : (Verb){"intercepts", "intercept"};
}

/* Corps of a seat that went from one area to another. */
static CorpsSet that_went(const Teller *t, unsigned from, unsigned to)
{
    return corps_and(aon_corps_at(t->before, from), aon_corps_at(t->after, to));
}

static void tell_group(const Teller *t, CorpsSet group, unsigned from, unsigned to)
{
    const Seat seat = aon_side_of(t->d, t->after, corps_first(group));
    const unsigned count = corps_count(group);
    const unsigned leader = aon_leader(t->d, corps_minus(group, t->hidden));
    const Verb verb = verb_for(t, seat);
    const char *clause = aon_step_clause(t->before->header.step);
    const char *origin = t->d->area_name[from];
    const char *goal = t->d->area_name[to];
    if (leader == AON_NONE) {
        say(t, STORY_MOVE, seat, clause, "%s: %u corps %s from %s to %s.", side_name(seat), count,
            count == 1 ? verb.one : verb.several, origin, goal);
    } else {
        say(t, STORY_MOVE, seat, clause, "%s (%u corps) %s from %s to %s.", t->d->corps_name[leader], count, verb.one, origin,
            goal);
    }
}

static void tell_marches(const Teller *t)
{
    CorpsSet rest = corps_and(aon_on_map(t->before), aon_on_map(t->after));
    while (!corps_empty(rest)) {
        const unsigned corps = corps_first(rest);
        const unsigned from = t->before->place[corps];
        const unsigned to = t->after->place[corps];
        const CorpsSet group = that_went(t, from, to);
        rest = corps_minus(rest, group);
        if (from != to) {
            tell_group(t, group, from, to);
        }
    }
}

/* ------------------------------------------------------------------ corps on and off the map */

static void tell_corps(const Teller *t, unsigned corps, unsigned was, unsigned is)
{
    const char *name = t->d->corps_name[corps];
    const Seat owner = aon_side_of(t->d, was < t->d->areas ? t->before : t->after, corps);
    if (is == AON_PLACE_LOST) {
        say(t, STORY_CHANGE, owner, "13.4.1", "%s is lost for good.", name);
    } else if (is == AON_PLACE_PRISONERS) {
        say(t, STORY_CHANGE, owner, "13.4.1", "%s is taken prisoner.", name);
    } else if (is == AON_PLACE_RESERVE && was < t->d->areas) {
        say(t, STORY_CHANGE, owner, "2.2.1.5", "%s goes to the reserve.", name);
    } else if (is == AON_PLACE_RESERVE && was == AON_PLACE_PRISONERS) {
        say(t, STORY_CHANGE, owner, "10.6", "%s comes back from captivity.", name);
    } else if (is < t->d->areas && was >= t->d->areas) {
        if (corps_in(t->hidden, corps)) {
            say(t, STORY_CHANGE, owner, "10.3", "%s takes the field.", name);
        } else {
            say(t, STORY_CHANGE, owner, "10.3", "%s takes the field in %s.", name, t->d->area_name[is]);
        }
    }
}

static void tell_pieces(const Teller *t)
{
    for (unsigned corps = 0; corps < t->d->corps; corps++) {
        const unsigned was = t->before->place[corps];
        const unsigned is = t->after->place[corps];
        if (was != is && (was >= t->d->areas || is >= t->d->areas)) {
            tell_corps(t, corps, was, is);
        }
    }
}

static void tell_rallies(const Teller *t)
{
    for (unsigned owner = 0; owner < SEAT_COUNT; owner++) {
        unsigned fresh = 0;
        for (CorpsSet rest = aon_side(t->d, t->after, (Seat)owner); !corps_empty(rest);) {
            const unsigned corps = corps_take_first(&rest);
            fresh += t->before->place[corps] < t->d->areas && t->after->place[corps] == t->before->place[corps]
                             && aon_set_has(t->before, AON_SET_SPENT, corps) && !aon_set_has(t->after, AON_SET_SPENT, corps)
                         ? 1U : 0U;
        }
        const unsigned step = t->before->header.step;
        const bool openly = step == AON_STEP_BATTLE_RALLY_PAY || step == AON_STEP_REINFORCEMENT_RALLY_PAY;
        if (fresh > 0 && openly) {
            say(t, STORY_CHANGE, (Seat)owner, "10.5", "%s rallies an army: its corps are fresh again.", side_name((Seat)owner));
        }
    }
}

/* ------------------------------------------------------------------ countries, events, cards */

static void tell_countries(const Teller *t)
{
    for (unsigned country = 0; country < t->d->countries; country++) {
        const unsigned was = aon_alignment(t->before, country);
        const unsigned is = aon_alignment(t->after, country);
        const char *name = t->d->country_name[country];
        if (was == is) {
            continue;
        }
        if (is == AON_UNALIGNED) {
            say(t, STORY_CHANGE, SEAT_NONE, "3.1.3.2", "%s returns to its ruler.", name);
        } else if (was == AON_UNALIGNED) {
            say(t, STORY_CHANGE, SEAT_NONE, "3.1.3.1", "%s is a country of its own: %s.", name, aon_alignment_in_words(is));
        } else if (t->after->phase == AON_PHASE_SURRENDER || t->before->phase == AON_PHASE_SURRENDER) {
            say(t, STORY_CHANGE, SEAT_NONE, "14.0", "%s surrenders: from %s to %s.", name, aon_alignment_in_words(was),
                aon_alignment_in_words(is));
        } else {
            say(t, STORY_CHANGE, SEAT_NONE, "3.2.3", "%s: from %s to %s.", name, aon_alignment_in_words(was),
                aon_alignment_in_words(is));
        }
    }
    if ((t->after->events & ~t->before->events & AON_EVENT_BRITANNIA) != 0) {
        say(t, STORY_CHANGE, SEAT_COALITION, "2.3.13", "Britannia rules the waves: the Coalition may use the sea.");
    }
    if (aon_flag(t->after, AON_FLAG_RUSSIA_INVADED) && !aon_flag(t->before, AON_FLAG_RUSSIA_INVADED)) {
        say(t, STORY_CHANGE, SEAT_NONE, "2.2.1.8", "Russia has been invaded: its Invasion corps may come on.");
    }
}

static void tell_draws(const Teller *t)
{
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        const unsigned was = t->before->hand_count[seat];
        const unsigned is = t->after->hand_count[seat];
        if (t->before->phase != t->after->phase && t->before->phase <= AON_PHASE_STRATEGY &&
            t->after->phase >= AON_PHASE_STRATEGY) {
            say(t, STORY_CHANGE, (Seat)seat, "9.3", "%s now holds %u cards.", side_name((Seat)seat), is);
        } else if (is > was) {
            say(t, STORY_CHANGE, (Seat)seat, "9.3", "%s holds %u cards, %u more than before.", side_name((Seat)seat), is,
                is - was);
        }
    }
}

/* ------------------------------------------------------------------ time */

static void tell_time(const Teller *t)
{
    static const char *const names[AON_PHASE_COUNT] = {"Diplomacy", "Insurrections", "Strategy", "Reinforcements",
                                                       "Campaign", "Surrender", "Winter attrition", "Victory check"};
    static const char *const clauses[AON_PHASE_COUNT] = {"7.0", "8.0", "9.0", "10.0", "11.0", "14.0", "15.0", "16.0"};
    const AonState *a = t->after;
    const AonState *b = t->before;
    if (a->header.over != 0) {
        return;
    }
    const bool campaign = a->phase == AON_PHASE_CAMPAIGN && a->round > 0;
    if (b != NULL && b->phase == a->phase && b->header.turn == a->header.turn && b->round == a->round &&
        (!campaign || aon_mover(a) == aon_mover(b))) {
        return;
    }
    if (campaign && a->header.step != AON_STEP_CAMPAIGN_FIRST) {
        say(t, STORY_PHASE, aon_mover(a), "11.1", "%u, campaign round %u of %u%s: %s armies move.", 1800U + aon_year(a),
            a->round, t->d->rounds, aon_winter(t->d, a) ? " (winter)" : "",
            aon_mover(a) == SEAT_FRENCH ? "French" : "Coalition");
    } else {
        say(t, STORY_PHASE, SEAT_NONE, clauses[a->phase % AON_PHASE_COUNT], "%u, %s.", 1800U + aon_year(a),
            names[a->phase % AON_PHASE_COUNT]);
    }
}

static void tell_end(const Teller *t)
{
    static const char *const grades[] = {"", "a decisive victory", "a marginal victory", "a victory by the final count",
                                         "a draw"};
    if (t->after->header.over == 0) {
        return;
    }
    const Seat winner = (Seat)(t->after->header.over & 15U);
    const unsigned grade = t->after->header.over >> 4U;
    say(t, STORY_OUTCOME, winner, "6.0", "%s: %s in %u.", winner == SEAT_NONE ? "Nobody has won" : side_name(winner),
        grade < sizeof grades / sizeof grades[0] ? grades[grade] : "the end", 1800U + aon_year(t->after));
}

/* ------------------------------------------------------------------ dice */

static void add_battle_corps(const Teller *t, const AonState *s, Seat seat, CorpsSet corps, StrBuf *out)
{
    bool first = true;
    strbuf_add(out, "\"corps\":[");
    while (!corps_empty(corps)) {
        const unsigned one = corps_take_first(&corps);
        const bool home = area_in(aon_home_areas(t->d, s, one), s->battle.area);
        const bool sea = one == s->sea_corps && seat == aon_attacker(s);
        strbuf_addf(out, "%s{\"id\":", first ? "" : ",");
        strbuf_add_json(out, t->d->corps_id[one]);
        strbuf_addf(out, ",\"rating\":%u,\"spent\":%s,\"home\":%d,\"sea\":%d}", aon_br(t->d, s, one),
                    aon_set_has(s, AON_SET_SPENT, one) ? "true" : "false", home ? t->d->battle_home : 0,
                    sea ? t->d->battle_sea : 0);
        first = false;
    }
    strbuf_add(out, "],\"cards\":[");
    first = true;
    for (CardSet titles = t->d->battle_cards; titles != 0;) {
        const unsigned title = bits_take(&titles);
        if (aon_battle_card_played(t->d, s, seat, title)) {
            strbuf_add(out, first ? "" : ",");
            strbuf_add_json(out, t->d->card[title].id);
            first = false;
        }
    }
    strbuf_add(out, "]");
}

/* One side of a battle as JSON; returns the losses it inflicts by the table. */
static unsigned add_battle_side(const Teller *t, const AonState *s, Seat seat, unsigned die, StrBuf *out)
{
    const AonBattleSide side = aon_battle_side(t->d, s, seat);
    const int modified = (int)die + side.die_modifier;
    const unsigned face = modified > 6 ? 6U : modified < 1 ? 1U : (unsigned)modified;
    strbuf_addf(out, "{\"seat\":\"%s\",", seat_name(seat));
    add_battle_corps(t, s, seat, side.corps, out);
    strbuf_addf(out, ",\"card_strength\":%d,\"strength\":%u,\"die\":%u,\"die_modifier\":%d,\"face\":%u,\"row\":[", side.cards,
                side.strength, die, side.die_modifier, face);
    for (unsigned i = 0; i < 6; i++) {
        strbuf_addf(out, "%s%u", i == 0 ? "" : ",", t->d->battle_losses[side.strength][i]);
    }
    strbuf_addf(out, "],\"inflicts\":%u}", t->d->battle_losses[side.strength][face - 1U]);
    return t->d->battle_losses[side.strength][face - 1U];
}

/* A battle whose first die is draws[at]; returns how many dice it took. */
static uint32_t tell_battle(const Teller *t, const Passage *passage, uint32_t at)
{
    const AonState *s = aon_state_const(passage->draws[at].state);
    const Seat attacker = aon_attacker(s);
    StrBuf detail;
    if (at + 1 >= passage->draw_count) {
        return 1;
    }
    const unsigned dice[2] = {passage->draws[at].value, passage->draws[at + 1].value};
    strbuf_init(&detail);
    strbuf_add(&detail, "{\"area\":");
    strbuf_add_json(&detail, t->d->area_id[s->battle.area]);
    strbuf_addf(&detail, ",\"attacker\":\"%s\",\"sides\":[", seat_name(attacker));
    const unsigned first = add_battle_side(t, s, attacker, dice[0], &detail);
    strbuf_add_char(&detail, ',');
    const unsigned second = add_battle_side(t, s, seat_other(attacker), dice[1], &detail);
    strbuf_add_char(&detail, ']');
    bool attacker_wins = first > second;
    uint32_t used = 2;
    StoryLine line = {STORY_BATTLE, attacker, "13.3", NULL, NULL, 2, {(uint8_t)dice[0], (uint8_t)dice[1], 0, 0}};
    if (first == second && at + 3 < passage->draw_count) { /* 13.3.6 */
        const unsigned a = passage->draws[at + 2].value;
        const unsigned b = passage->draws[at + 3].value;
        const unsigned extra[2] = {t->d->battle_tbm[aon_battle_side(t->d, s, attacker).strength],
                                   t->d->battle_tbm[aon_battle_side(t->d, s, seat_other(attacker)).strength]};
        attacker_wins = a + extra[0] > b + extra[1];
        strbuf_addf(&detail, ",\"tie_break\":{\"dice\":[%u,%u],\"modifiers\":[%u,%u]}", a, b, extra[0], extra[1]);
        line.dice_count = 4;
        line.dice[2] = (uint8_t)a;
        line.dice[3] = (uint8_t)b;
        used = 4;
    }
    const Seat winner = attacker_wins ? attacker : seat_other(attacker);
    strbuf_addf(&detail, ",\"winner\":\"%s\"}", seat_name(winner));
    char text[SENTENCE_BYTES];
    (void)snprintf(text, sizeof text,
                   "Battle in %s: %s attacks with strength %u (die %u), %s defends with %u (die %u)%s. %s wins.",
                   t->d->area_name[s->battle.area], side_name(attacker), aon_battle_side(t->d, s, attacker).strength,
                   dice[0], attacker == SEAT_FRENCH ? "the Coalition" : "France",
                   aon_battle_side(t->d, s, seat_other(attacker)).strength, dice[1],
                   used == 4 ? "; the tie is broken by two more dice" : "", side_name(winner));
    line.text = text;
    line.detail = detail.text;
    t->story->line(t->story->context, &line);
    strbuf_release(&detail);
    return used;
}

static void tell_die(const Teller *t, Seat seat, const char *clause, unsigned die, const char *text)
{
    t->story->line(t->story->context, &(StoryLine){STORY_DICE, seat, clause, text, NULL, 1, {(uint8_t)die, 0, 0, 0}});
}

static void tell_march_die(const Teller *t, const AonState *s, unsigned die)
{
    static const char *const causes[5] = {"the long march", "rough terrain", "winter", "the forced march", "Cossacks"};
    const unsigned cause = bits_first(s->attrition & 31U);
    const CorpsSet marching = aon_marching(s);
    char text[SENTENCE_BYTES];
    (void)snprintf(text, sizeof text, "March attrition by %s: die %u.", cause < 5 ? causes[cause] : "the march", die);
    tell_die(t, corps_empty(marching) ? SEAT_NONE : aon_side_of(t->d, s, corps_first(marching)), "12.3", die, text);
}

static void tell_winter_die(const Teller *t, const AonState *s, unsigned die)
{
    const AonData *d = t->d;
    const unsigned area = s->scope.index < d->areas ? s->scope.index : 0;
    const int capital = area_in(d->capitals, area) ? d->winter_capital : 0;
    const int barren = area_in(d->barren, area) ? d->winter_barren : 0;
    const int sum = (int)die + s->scope.winter + s->scope.area_die + capital + barren;
    const Seat owner = area_in(s->occupied[SEAT_FRENCH], area) ? SEAT_FRENCH : SEAT_COALITION;
    char text[SENTENCE_BYTES];
    (void)snprintf(text, sizeof text, "Winter in %s: die %u%s, modified to %d.", d->area_name[area], die,
                   barren != 0 ? " in barren land" : capital != 0 ? " in a capital" : "", sum);
    tell_die(t, owner, "15.1", die, text);
}

/* What draws[at] and those that belong to it were for; returns how many these are. */
static uint32_t tell_roll(const Teller *t, const Passage *passage, uint32_t at)
{
    const AonState *s = aon_state_const(passage->draws[at].state);
    const unsigned die = passage->draws[at].value;
    switch (s->header.step) {
    case AON_STEP_BATTLE_ROLL: return tell_battle(t, passage, at);
    case AON_STEP_MARCH_CAUSE: tell_march_die(t, s, die); break;
    case AON_STEP_WINTER_ROLL: tell_winter_die(t, s, die); break;
    default: break;
    }
    return 1;
}

void aon_die_words(const AonData *d, const AonState *s, uint32_t before, StrBuf *out)
{
    static const char *const causes[5] = {"the long march", "rough terrain", "winter", "the forced march", "Cossacks"};
    if (s->header.step == AON_STEP_BATTLE_ROLL) {
        const Seat attacker = aon_attacker(s);
        const Seat seat = before % 2 == 0 ? attacker : seat_other(attacker);
        strbuf_addf(out, "%s in %s: the die of %s, which %s with strength %u", before < 2 ? "battle" : "tie-break of the battle",
                    d->area_name[s->battle.area], seat == SEAT_FRENCH ? "France" : "the Coalition",
                    seat == attacker ? "attacks" : "defends", aon_battle_side(d, s, seat).strength);
    } else if (s->header.step == AON_STEP_MARCH_CAUSE) {
        const unsigned cause = bits_first(s->attrition & 31U);
        const CorpsSet marching = aon_marching(s);
        strbuf_addf(out, "march attrition by %s", cause < 5 ? causes[cause] : "the march");
        if (!corps_empty(marching)) {
            strbuf_addf(out, " in %s", d->area_name[s->place[corps_first(marching)] % AON_AREAS_MAX]);
        }
    } else if (s->header.step == AON_STEP_WINTER_ROLL) {
        strbuf_addf(out, "winter attrition in %s", d->area_name[s->scope.index % AON_AREAS_MAX]);
    }
}

/* ------------------------------------------------------------------ all of it */

/* What changed from one position to the next, between dice. */
static void tell_changes(const Teller *t)
{
    tell_marches(t);
    tell_pieces(t);
    tell_rallies(t);
    tell_countries(t);
    tell_draws(t);
    tell_time(t);
}

/* From before to the first die, from die to die, to the end: so that everything is told in the order in which it
 * happened, several phases of it if need be. */
void aon_tell(const AonData *d, const Passage *passage, Seat reader, const Story *story)
{
    const AonState *end = aon_state_const(passage->after);
    Teller t = {d, NULL, end, corps_none(), passage->seat, passage->move, story};
    if (passage->before == NULL) {
        tell_time(&t);
        return;
    }
    t.before = aon_state_const(passage->before);
    tell_move(&t);
    for (uint32_t at = 0; at < passage->draw_count;) {
        t.after = aon_state_const(passage->draws[at].state);
        t.hidden = aon_hidden_from(d, t.after, reader);
        tell_changes(&t);
        at += tell_roll(&t, passage, at);
        t.before = t.after;
    }
    t.after = end;
    t.hidden = aon_hidden_from(d, end, reader);
    tell_changes(&t);
    tell_end(&t);
}
