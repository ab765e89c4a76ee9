/* test_nae_why.c: why a move is not legal: the clause for marches, battles, purchases and the rest; a reason
 * for every choice of the open decision that is not on the list, and none for those that are. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/nae/march.h"
#include "engine/nae/nae.h"
#include "engine/nae/view.h"
#include "engine/nae/why.h"
#include "engine/words.h"
#include "tests/nae/nae_position.h"
#include "tests/support/support.h"

/* The reason for a move of the seat to act, from its view. */
static const char *reason(const char *move, char clause[WORDS_CLAUSE_BYTES])
{
    static char text[1024];
    StrBuf out;
    NaeState view = *ns();
    nae_view(nd(), &view, (Seat)view.header.seat);
    strbuf_init(&out);
    nae_why_not(nd(), &view.header, (Seat)view.header.seat, move, &out, clause);
    (void)snprintf(text, sizeof text, "%s", out.text);
    strbuf_release(&out);
    return text;
}

/* The move is not legal, and the reason has these words and this clause. */
static void expect_why(const char *move, const char *words, const char *clause)
{
    char found[WORDS_CLAUSE_BYTES];
    const char *text = reason(move, found);
    nae_expect_legal(move, false);
    cr_expect(strstr(text, words) != NULL, "line %d: %s: found \"%s\", expected \"%s\"", nae_line, move, text,
              words);
    cr_expect_str_eq(found, clause, "line %d: %s: \"%s\"", nae_line, move, text);
}
#define why(move, words, clause) (NAE_LINE, expect_why(move, words, clause))

static void march(const char *zone, const char *list)
{
    nae_start("1809", "");
    at(zone, list);
}

/* Pushes a march of all that stands there, without a forced march. */
static void set_out(const char *zone, unsigned side)
{
    nae_clear_march(ns());
    ns()->phase = NAE_PHASE_ROUNDS;
    ns()->round = 2;
    ns()->action.ap = 3;
    ns()->action.side = (uint8_t)side;
    ns()->action.event = NAE_NONE;
    nae_recompute_owned(nd(), ns());
    nae_march_from(zone, side);
}

Test(nae_why, marches)
{
    march("ulm", "davout fr_1 fr_2");
    at("stuttgart", "lannes fr_3 fr_4 fr_5-");
    set_out("ulm", NAE_EMPIRE);
    ns()->march.mp = 1;
    why("move(go,moscou)", "does not touch", "12.1");
    why("move(go,stuttgart)", "Friends stand in Stuttgart", "9.2");
    why("move(mark)", "The enemy does not control", "12.8");
    why("move(siege)", "No fortress of", "15.1");
    why("move(lay)", "No fortress of", "15.1");
    why("move(rally)", "not demoralised", "14.9.3");
    why("move(drop,davout)", "commands the force", "10.3");
    why("move(dismiss,davout)", "replaced in a budget", "10.3");
    why("move(drop,fr_3)", "is not with the force that marches", "12.1");
    why("move(take,fr_3)", "does not stand in", "12.1");
    why("move(card,33F)", "not in the hand", "6.1");
    why("forced_march(3)", "Something else is decided now", "12.1");
    why("purchase(full,fr_9)", "purchases are made in the budget", "12.1");
}

/* Movement points, neutral land, fortresses, supply. */
Test(nae_why, marches_that_end)
{
    march("ulm", "davout fr_1 fr_2");
    ns()->march.mp = 0;
    set_out("ulm", NAE_EMPIRE);
    ns()->march.mp = 0;
    why("move(go,stuttgart)", "movement point", "12.1");
    ns()->major[NAE_PRUSSIA].status = NAE_NEUTRAL;
    march("magdebourg", "davout fr_1 fr_2");
    ns()->major[NAE_PRUSSIA].status = NAE_NEUTRAL;
    ns()->owner[zone_of("magdebourg")] = NAE_FRANCE;
    set_out("magdebourg", NAE_EMPIRE);
    why("move(go,berlin)", "which is neutral", "12.1");
    march("vienne", "fr_1-");
    marker("vienne", NAE_COALITION);
    ns()->zone_bits[zone_of("vienne")] = 0;
    set_out("vienne", NAE_EMPIRE);
    why("move(mark)", "holds out for the enemy", "12.8");
    why("move(lay)", "takes", "15.1");
    why("move(siege)", "must be under siege first", "15.2");
    why("move(drop,fr_1)", "A corps without a general", "12.1");
}

Test(nae_why, activations)
{
    nae_start("1809", "");
    at("munich", "napoleon fr_1 fr_2 fr_3 fr_4 grande_armee lannes");
    at("ulm", "davout fr_5 fr_6");
    ns()->phase = NAE_PHASE_ROUNDS;
    ns()->round = 2;
    nae_recompute_owned(nd(), ns());
    nae_grant_points(np(), NAE_EMPIRE, 1, false);
    nae_go();
    play("spend(land)");
    cr_assert_eq(ns()->header.step, NAE_STEP_SPEND_ZONE);
    why("spend_zone(vienne)", "No corps of yours stands in", "9.1");
    play("spend_zone(munich)");
    why("spend_force(fr_6)", "is no corps and no general of yours in", "9.1");
    why("spend_force(in_whole)", "is in the fortress of", "9.1");
    why("spend_force(both)", "No two armies stand", "9.1");
    why("spend_force(fr_2)", "stands for both", "");
    why("move(go,vienne)", "a force marches in its activation", "9.1");
}

Test(nae_why, battles)
{
    nae_start("1805", "");
    at("ulm", "mack au_1 au_2");
    at("innsbruck", "jean au_3 au_4");
    at("stuttgart", "napoleon fr_1 fr_2 fr_3");
    nae_move_pieces(np(), nae_land(nd(), ns(), zone_of("stuttgart"), NAE_EMPIRE), zone_of("ulm"),
                    NAE_STANDING);
    battle("ulm", NAE_EMPIRE, "stuttgart", 0);
    cr_assert_str_eq(NAE_STEPS[ns()->header.step].name, "counter_march");
    why("counter_march(innsbruck,mack)", "does not stand in the field", "12.4");
    why("counter_march(vienne,jean)", "does not touch", "12.4");
    why("counter_march(innsbruck,au_3)", "no general", "12.4");
    why("retreat(munich)", "a force retreats after a battle lost", "14.1");
    play("counter_march(no)");
    why("spearhead(au_1)", "does not fight on your side", "14");
}

Test(nae_why, interceptions)
{
    march("stuttgart", "davout fr_1 fr_2");
    at("munich", "charles au_1 au_2");
    hand("4C 5C");
    set_out("stuttgart", NAE_EMPIRE);
    play("move(go,ulm)");
    cr_assert_eq(ns()->header.step, NAE_STEP_INTERCEPT);
    why("intercept(vienne,charles)", "does not touch", "12.4");
    why("intercept(munich,au_1)", "no general", "12.4");
    why("intercept(munich,jean)", "does not stand", "12.4");
    why("evade(evade)", "Something else is decided now", "12.4");
    why("move(stop)", "a force marches in its activation", "12.4");
}

Test(nae_why, purchases)
{
    nae_start("1809", "");
    at("paris", "fr_1");
    ns()->phase = NAE_PHASE_BUDGET;
    ns()->budget.power = NAE_FRANCE;
    ns()->budget.manager = NAE_EMPIRE;
    ns()->major[NAE_FRANCE].resources = 1;
    nae_recompute_owned(nd(), ns());
    nae_push(np(), NAE_STEP_PURCHASE, NAE_EMPIRE);
    nae_go();
    cr_assert_eq(ns()->header.step, NAE_STEP_PURCHASE);
    why("purchase(full,fr_9)", "0.5 left", "7.3.2");
    why("purchase(full,fr_1)", "is on the map already", "7.3.2");
    why("purchase(full,au_1)", "belongs to", "7.3.2");
    why("purchase(flip_zone,fr_9)", "No corps of that kind", "7.3.2");
    why("purchase(card)", "Britain alone", "7.3.6");
    why("purchase(free_card)", "Britain alone", "7.3.6");
    ns()->major[NAE_FRANCE].flags |= NAE_FLEET_BUILT;
    ns()->major[NAE_FRANCE].resources = 60;
    why("purchase(fleet,fl_cosmao)", "fleet of this year", "7.3.6");
    why("purchase(marker,grande_armee)", "No general of", "7.3.4");
}

/* ---- random games: a reason for all that is of the open decision, none for what is legal ---- */

/* Moves of a kind like those on the list, with other arguments: those a player might look for. */
static Move variation(const NaeData *d, Move like, Rng *rng)
{
    const unsigned kind = nae_move_kind(like);
    const unsigned limits[] = {d->zones, NAE_PIECES, NAE_CARDS, NAE_NATIONS, NAE_WORD_COUNT, 6};
    const unsigned other = rng_bounded(rng, limits[rng_bounded(rng, 6)]);
    return rng_bounded(rng, 2) == 0
               ? nae_move3((enum nae_kind)kind, other, nae_move_b(like), nae_move_c(like))
               : nae_move3((enum nae_kind)kind, nae_move_a(like), other, nae_move_c(like));
}

/* Kinds whose chapter knows reasons; the others say what is asked (engine/words.c). */
static bool is_told(const char *text)
{
    static const char *const verbs[] = {"declare(",     "discard(",     "budget_event(",  "transfer(",
                                        "purchase(",    "place(",       "minor_step(",    "reserve_general(",
                                        "dip_card(",    "use(",         "walk_force(",    "walk(",
                                        "action(",      "spend(",       "spend_power(",   "spend_zone(",
                                        "spend_force(", "split(",       "gather(",        "forced_march(",
                                        "move(",        "fortress(",    "intercept(",     "intercept_card(",
                                        "evade(",       "evade_to(",    "counter_march(", "spearhead(",
                                        "subordinate(", "combat_card(", "battle_loss(",   "retreat(",
                                        "squadron_at(", "sail("};
    for (unsigned i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strncmp(text, verbs[i], strlen(verbs[i])) == 0) {
            return true;
        }
    }
    return false;
}

static unsigned ask_about(const Game *game, const State *view, const MoveList *legal, Move move)
{
    char text[MOVE_TEXT_BYTES];
    char clause[WORDS_CLAUSE_BYTES];
    Move parsed = 0;
    StrBuf out;
    unsigned asked = 0;
    nae_move_text(game->data, move, text);
    if (!game_is_notation(text, false) || !nae_move_parse(game->data, text, &parsed) || parsed != move) {
        return 0;
    }
    bool is_legal = false;
    for (uint32_t i = 0; i < legal->count; i++) {
        is_legal = is_legal || legal->moves[i] == move;
    }
    strbuf_init(&out);
    nae_why_not(game->data, view, (Seat)view->seat, text, &out, clause);
    if (is_legal) {
        cr_assert_eq(out.length, 0, "%s is legal: \"%s\"", text, out.text);
    } else if (is_told(text)) {
        cr_assert_gt(out.length, 10, "%s (step %s): no reason", text, NAE_STEPS[view->step].name);
        cr_assert((clause[0] != 0 || strstr(out.text, "stands for both") != NULL) &&
                      strchr(out.text, 10) == NULL,
                  "%s: \"%s\"", text, out.text);
        asked = 1;
    }
    strbuf_release(&out);
    return asked;
}

/* Land that is closed is never entered: the reason is not given for a march that is legal. */
static void closed_is_true(const Game *game, const State *view, Move move)
{
    const NaeState *s = nae_state_const(view);
    const NaePlay play = {game->data, (NaeState *)(uintptr_t)s, NULL, NULL};
    char clause[WORDS_CLAUSE_BYTES];
    StrBuf out;
    if (nae_move_kind(move) != NAE_M_GO || nae_move_a(move) == s->march.zone) {
        return;
    }
    strbuf_init(&out);
    const NaeWhy w = {play, &s->frame[s->frames - 1], NAE_M_GO, nae_move_a(move), 0, 0, &out, clause};
    cr_assert(!nae_why_closed(&w, nae_marchers(s), s->march.side, s->march.zone, nae_move_a(move)), "%s",
              out.text);
    strbuf_release(&out);
}

static unsigned ask_here(const Game *game, const State *state, Rng *rng)
{
    StateBuffer view;
    MoveList legal;
    unsigned asked = 0;
    game->rules->view(game->data, state, (Seat)state->seat, &view.header);
    (void)game_legal(game, &view.header, &legal);
    for (unsigned i = 0; i < 6; i++) {
        const Move like = legal.moves[rng_bounded(rng, legal.count)];
        asked += ask_about(game, &view.header, &legal, variation(game->data, like, rng));
        (void)ask_about(game, &view.header, &legal, like);
        closed_is_true(game, &view.header, like);
    }
    return asked;
}

/* Why a walk is not allowed is told by the clause of the walk: of powers at peace [7.5], of redeployment
 * [7.6]. */
Test(nae_why, walks)
{
    static const struct {
        unsigned phase;
        const char *zone, *piece, *clause;
    } walks[] = {{NAE_PHASE_NEUTRALS, "berlin", "pr_1", "7.5"}, {NAE_PHASE_REDEPLOY, "lille", "fr_1", "7.6"}};
    for (unsigned i = 0; i < sizeof walks / sizeof walks[0]; i++) {
        char open[48];
        nae_start("1805", "");
        at(walks[i].zone, walks[i].piece);
        nae_walks_in(walks[i].phase);
        why("walk_force(madrid)", "No corps of yours", walks[i].clause);
        (void)snprintf(open, sizeof open, "walk_force(%s)", walks[i].zone);
        play(open);
        why("walk(go,madrid)", "does not touch", walks[i].clause);
    }
}

static unsigned ask_through(const char *scenario, uint64_t seed, unsigned decisions)
{
    Game game;
    StateBuffer state;
    MoveList legal;
    unsigned asked = 0;
    support_load(&game, scenario, NULL);
    Rng rng = rng_derive(seed, RNG_PURPOSE_FUZZ, 0);
    Dice dice = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 0));
    game_setup(&game, &state.header, &dice);
    for (unsigned i = 0; i < decisions && state.header.over == 0; i++) {
        asked += ask_here(&game, &state.header, &rng);
        const uint32_t count = game_legal(&game, &state.header, &legal);
        game_apply(&game, &state.header, legal.moves[rng_bounded(&rng, count)], &dice);
    }
    game_release(&game);
    return asked;
}

Test(nae_why, every_choice_is_told)
{
    unsigned asked = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        asked += ask_through("nae/1815", seed, 1000);
    }
    asked += ask_through("nae/1805", 5, 1500);
    asked += ask_through("nae/1809", 6, 1500);
    cr_expect_gt(asked, 4000, "%u", asked);
}
