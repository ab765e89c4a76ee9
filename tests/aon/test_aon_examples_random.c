/* test_aon_examples_random.c: what must never happen, looked for in games played at random: each decision is
 * compared with the position after it. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/aon/rules.h"
#include "tests/aon/aon_position.h"
#include "tests/support/support.h"

/* One decision: the position before it, the move, the position after it. */
typedef struct Ply {
    const AonData *d;
    const AonState *before;
    const AonState *after;
    Move move;
} Ply;

/* Where a game stands, for messages. */
static const char *where(const Ply *ply)
{
    char text[MOVE_TEXT_BYTES];
    aon_move_text(ply->d, ply->move, text);
    return aon_text("%d round %u, %s: %s", 1805 + ply->before->header.turn, ply->before->round,
                    aon_step_name(ply->before->header.step), text);
}

static bool step_is(const AonState *s, const char *name)
{
    return strcmp(aon_step_name(s->header.step), name) == 0;
}

/* 12.3.4, 13.4.1, 15.2: the lost come back by Veterans alone; 10.6: prisoners at the end of a Reinforcement
 * Phase. */
static void check_boxes(const Ply *ply)
{
    const bool veterans =
        step_is(ply->before, "veterans_lost") || step_is(ply->before, "veterans_replaced") ||
        (aon_move_kind(ply->move) == AON_PLAY_CARD && aon_move_object(ply->move) == card_id("veterans"));
    const bool repatriation =
        ply->before->phase == AON_PHASE_REINFORCEMENT && ply->after->phase != AON_PHASE_REINFORCEMENT;
    for (unsigned corps = 0; corps < ply->d->corps; corps++) {
        const unsigned from = ply->before->place[corps];
        const unsigned to = ply->after->place[corps];
        if (from == AON_PLACE_LOST && to != AON_PLACE_LOST) {
            cr_assert(veterans, "%s returns from the lost; %s", ply->d->corps_id[corps], where(ply));
        }
        if (from == AON_PLACE_PRISONERS && to != AON_PLACE_PRISONERS) {
            cr_assert(repatriation && to == AON_PLACE_RESERVE, "%s leaves prison; %s",
                      ply->d->corps_id[corps], where(ply));
        }
        if (from == AON_PLACE_RESERVE && to < AON_PLACE_RESERVE) { /* 10.7 */
            const bool named =
                aon_move_kind(ply->move) == AON_AREA || aon_move_kind(ply->move) == AON_CORPS_TAKE ||
                aon_move_kind(ply->move) == AON_PLAY_CARD || aon_move_kind(ply->move) == AON_COUNTRY;
            cr_assert(named, "%s comes from the reserve; %s", ply->d->corps_id[corps], where(ply));
        }
    }
}

/* 12.3.3, 13.4.1.6, 10.5, 13.4.3.2: corps turn spent in campaigns and are rallied with cards. */
static void check_sides(const Ply *ply)
{
    const bool rally = step_is(ply->before, "reinforcement_rally") ||
                       step_is(ply->before, "reinforcement_rally_pay") ||
                       step_is(ply->before, "battle_rally") || step_is(ply->before, "battle_rally_pay") ||
                       step_is(ply->before, "card_pick_up");
    const bool fighting =
        ply->before->phase == AON_PHASE_CAMPAIGN || ply->before->phase == AON_PHASE_INSURRECTION;
    for (unsigned corps = 0; corps < ply->d->corps; corps++) {
        if (ply->before->place[corps] >= AON_PLACE_RESERVE || ply->after->place[corps] >= AON_PLACE_RESERVE) {
            continue;
        }
        const bool was = aon_set_has(ply->before, AON_SET_SPENT, corps);
        const bool is = aon_set_has(ply->after, AON_SET_SPENT, corps);
        cr_assert(!was || is || rally, "%s is rallied; %s", ply->d->corps_id[corps], where(ply));
        cr_assert(was || !is || fighting, "%s turns spent; %s", ply->d->corps_id[corps], where(ply));
    }
}

/* 3.2 to 3.9: what an alignment may become in one decision. */
static bool change_allowed(unsigned from, unsigned to)
{
    switch (from) {
    case AON_FR:
        return false;
    case AON_CM:
        return to == AON_NC || to == AON_FA || to == AON_FD || to == AON_UNALIGNED;
    case AON_IC:
        return to == AON_CM || to == AON_FD;
    case AON_NC:
        return to == AON_CM || to == AON_FA || to == AON_FD || to == AON_IC;
    case AON_FA:
        return to == AON_NC || to == AON_CM || to == AON_FD || to == AON_UNALIGNED;
    case AON_FD:
        return to == AON_IC || to == AON_CM || to == AON_NC || to == AON_UNALIGNED;
    default:
        return to == AON_FD;
    }
}

static void check_countries(const Ply *ply)
{
    for (unsigned country = 0; country < ply->d->countries; country++) {
        const unsigned from = aon_alignment(ply->before, country);
        const unsigned to = aon_alignment(ply->after, country);
        if (from != to) {
            cr_assert(change_allowed(from, to) && country != AON_BRITAIN, "%s from %s to %s; %s",
                      ply->d->country_id[country], aon_alignment_name(from), aon_alignment_name(to),
                      where(ply));
        }
        if (aon_was_insurgent(ply->before, country) && to != AON_UNALIGNED) { /* 8.3.8 */
            cr_assert(aon_was_insurgent(ply->after, country), "%s; %s", ply->d->country_id[country],
                      where(ply));
        }
    }
}

/* 7.2.2, 7.2.3: in diplomacy nobody changes what is immune to him. */
static void check_diplomacy(const Ply *ply)
{
    if (ply->before->phase != AON_PHASE_DIPLOMACY || ply->after->phase != AON_PHASE_DIPLOMACY ||
        ply->before->header.turn != ply->after->header.turn) {
        return;
    }
    for (unsigned country = 0; country < ply->d->countries; country++) {
        const unsigned from = aon_alignment(ply->before, country);
        const unsigned to = aon_alignment(ply->after, country);
        if (from == to || from == AON_UNALIGNED || to == AON_IC) {
            continue;
        }
        const bool french = to == AON_FA || to == AON_FD || (from == AON_CM && to == AON_NC);
        if (french) {
            cr_assert_not(aon_was_insurgent(ply->before, country), "%s; %s", ply->d->country_id[country],
                          where(ply));
            cr_assert_not(aon_occupies(ply->d, ply->before, SEAT_COALITION, country, corps_none()), "%s; %s",
                          ply->d->country_id[country], where(ply));
        } else {
            cr_assert_neq(from, AON_FD, "%s; %s", ply->d->country_id[country], where(ply));
        }
        if (to == AON_FA && (country == AON_AUSTRIA || country == AON_PRUSSIA || country == AON_RUSSIA)) {
            cr_assert(area_in(ply->before->occupied[SEAT_FRENCH], ply->d->capital[country]), "%s",
                      where(ply));
        }
    }
}

/* 2.3.10, 2.2.1.8, 6.2.2: what stays once it has happened. */
static void check_history(const Ply *ply)
{
    cr_assert_eq(ply->before->events & ~ply->after->events, 0, "%s", where(ply));
    cr_assert_eq(ply->before->released & ~ply->after->released, 0, "%s", where(ply));
    cr_assert(!aon_flag(ply->before, AON_FLAG_RUSSIA_INVADED) ||
              aon_flag(ply->after, AON_FLAG_RUSSIA_INVADED));
    cr_assert(ply->before->invaded_year == 0 || ply->after->invaded_year == ply->before->invaded_year, "%s",
              where(ply));
    if (ply->after->place[ply->d->napoleon] == AON_PLACE_LOST) {
        cr_assert_neq(ply->after->header.over, 0, "%s", where(ply));
    }
}

/* 13.1.2: when a part begins all battles of the one before are fought; 12.5.4: and corps stand by side. */
static void check_battles(const Ply *ply)
{
    const AonState *s = ply->after;
    const bool both = (s->occupied[SEAT_FRENCH] & s->occupied[SEAT_COALITION]) != 0;
    const bool between = step_is(s, "round_window") || step_is(s, "campaign_first") ||
                         step_is(s, "insurrection_cards") ||
                         (step_is(s, "part_choice") && s->header.seat != ply->before->header.seat &&
                          step_is(ply->before, "part_choice") && aon_move_kind(ply->move) == AON_STOP);
    cr_assert(!between || !both, "%s", where(ply));
}

/* 12.3.4: where those go who are lost on the march. */
static void check_march_losses(const Ply *ply)
{
    if (aon_move_kind(ply->move) == AON_LOSS && step_is(ply->before, "march_loss")) {
        const unsigned place = ply->after->place[aon_move_object(ply->move)];
        cr_assert_eq(place, ply->before->round >= 5 ? AON_PLACE_LOST : AON_PLACE_PRISONERS, "%s", where(ply));
    }
}

/* Mobilization of a group (10.2.2), from the chart of the rules map. */
static unsigned mobilization(const AonData *d, const AonState *s, unsigned group, Seat seat)
{
    const bool radetzky = (s->events & AON_EVENT_RADETZKY) != 0;
    const bool stein = (s->events & AON_EVENT_STEIN) != 0;
    switch (group) {
    case AON_GROUP_FRANCE_HOME:
        return 10;
    case AON_GROUP_FRENCH_MINORS:
        return aon_minors_controlled(s, d, SEAT_FRENCH) / 2;
    case AON_GROUP_BRITAIN_HOME:
        return 3;
    case AON_GROUP_BRITISH_MINORS:
        return 2;
    case AON_GROUP_AUSTRIA:
        return seat == SEAT_FRENCH ? (radetzky ? 2 : 1) : radetzky ? 8 : 6;
    case AON_GROUP_PRUSSIA:
        return seat == SEAT_FRENCH ? 1 : stein ? 7 : 4;
    case AON_GROUP_RUSSIA:
        return seat == SEAT_FRENCH ? 2 : 8;
    default:
        return seat == SEAT_FRENCH ? 2 : aon_alignment(s, AON_SPAIN) == AON_IC ? 6 : 4;
    }
}

/* Whoever is deployed is fresh, and his group within its limit. */
static void check_deployment(const Ply *ply)
{
    for (unsigned corps = 0; corps < ply->d->corps; corps++) {
        if (ply->before->place[corps] != AON_PLACE_RESERVE || ply->after->place[corps] >= AON_PLACE_RESERVE ||
            (!step_is(ply->before, "deploy_corps") && !step_is(ply->before, "deploy_area"))) {
            continue;
        }
        const unsigned group = ply->d->group[corps];
        const unsigned count = corps_count(corps_and(aon_on_map(ply->after), ply->d->of_group[group]));
        const Seat seat = aon_side_of(ply->d, ply->after, corps);
        cr_assert_leq(count, mobilization(ply->d, ply->after, group, seat), "%s; %s", ply->d->corps_id[corps],
                      where(ply));
        if (ply->after->phase == AON_PHASE_REINFORCEMENT) {
            cr_assert_not(aon_set_has(ply->after, AON_SET_SPENT, corps), "%s; %s", ply->d->corps_id[corps],
                          where(ply));
        }
    }
}

/* 12.4.4: no French-controlled corps crosses the sea: none in Britain. 4.1.3: stacks move within their
 * leader's limit. */
static void check_map(const Ply *ply)
{
    cr_assert_not(area_in(ply->after->occupied[SEAT_FRENCH], area_id("britain")), "%s", where(ply));
}

static void check_ply(const Ply *ply)
{
    char message[GAME_CHECK_BYTES];
    cr_assert(aon_check(ply->d, ply->after, message), "%s; %s", message, where(ply));
    check_history(ply);
    if (ply->after->header.over != 0) {
        return; /* the game may end in the middle of anything */
    }
    check_boxes(ply);
    check_sides(ply);
    check_countries(ply);
    check_diplomacy(ply);
    check_battles(ply);
    check_march_losses(ply);
    check_deployment(ply);
    check_map(ply);
}

/* Some decisions are made with a bias, or nobody would ever march far or hold a capital. */
static Move choose(const MoveList *list, Rng *rng)
{
    const Move last = list->moves[list->count - 1];
    if (aon_move_kind(last) == AON_STOP && list->count > 1 && rng_bounded(rng, 4) > 0) {
        return list->moves[rng_bounded(rng, list->count - 1)];
    }
    return list->moves[rng_bounded(rng, list->count)];
}

static unsigned play_game(const char *scenario, const char *overrides, uint64_t number)
{
    unsigned plies = 0;
    Rng rng = rng_derive(1815, RNG_PURPOSE_FUZZ, number);
    Dice dice_of_game = dice_from_stream(rng_derive(1815, RNG_PURPOSE_DICE, number));
    aon_load(scenario, overrides);
    game_setup(aon_game(), &aon_s()->header, &dice_of_game);
    for (; aon_s()->header.over == 0; plies++) {
        const AonState before = *aon_s();
        MoveList list;
        (void)game_legal(aon_game(), &before.header, &list);
        const Move move = choose(&list, &rng);
        game_apply(aon_game(), &aon_s()->header, move, &dice_of_game);
        const Ply ply = {aon_d(), &before, aon_s(), move};
        check_ply(&ply);
    }
    return plies;
}

static unsigned games(void)
{
    const char *more = getenv("MARSHAL_AON_GAMES");
    return more != NULL ? (unsigned)strtoul(more, NULL, 10) : support_short() ? 5 : 40;
}

Test(aon_random, nothing_happens_that_never_may)
{
    static const char *const scenarios[] = {"1805", "1809", "1813"};
    uint64_t plies = 0;
    for (unsigned i = 0; i < games(); i++) {
        plies += play_game(scenarios[i % 3], "", i);
    }
    cr_expect_gt(plies, 1000);
}

/* The same with every switch the other way. */
Test(aon_random, nor_with_the_switches_turned)
{
    const char *const turned =
        "options.hidden_stacks=false options.reaction_attrition_everywhere=false "
        "options.danmark_winter_sea_both_ways=true options.red_title_pickup_after_event=true "
        "options.sea_move_is_extra=true options.counter_after_pass=true "
        "options.unengaged_corps_frozen=true options.counter_must_match=true";
    for (unsigned i = 0; i < games() / 2; i++) {
        (void)play_game(i % 2 == 0 ? "1805" : "1809", turned, 1000U + i);
    }
}
