/* test_aon_search.c: the tree search on Age of Napoleon: its choices against the exact solution of endings
 * small enough to be solved, its honesty and repeatability in real games, and the edges of its limits.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ai/endings/solver.h"
#include "ai/evaluation.h"
#include "engine/aon/moves.h"
#include "engine/aon/rules.h"
#include "engine/strbuf.h"
#include "tests/ai/search_table.h"
#include "tests/ai/small_tictactoe.h"
#include "tests/aon/aon_exact.h"
#include "tests/aon/aon_position.h"
#include "tests/support/answers.h"
#include "tests/support/support.h"

enum { TABLE_BITS = 17 };

static const char *const scenarios[] = {"scenarios/aon/1805.json", "scenarios/aon/1809.json",
                                        "scenarios/aon/1813.json"};
enum { SCENARIOS = sizeof scenarios / sizeof scenarios[0] };

/* Too large for the stack; each test is a process of its own. */
static AonExactMoves exact_moves;
static PolicyReport report;
static PolicyReport other;

/* ------------------------------------------------------------------ the solver */

/* It knows games by their interface alone: noughts and crosses is a draw, and only the centre answers a
 * corner. */
Test(aon_search, solves_noughts_and_crosses)
{
    const Game game = small_tictactoe_game();
    AonExact *exact = aon_exact_new(&game, 13);
    SmallTictactoeState state;
    cr_assert(small_tictactoe_from_moves(&state, ""));
    cr_assert(aon_exact_solve(exact, &state.header, 100000, &exact_moves));
    cr_expect_eq(exact_moves.best, 0.5);
    cr_expect_eq(aon_exact_spread(&exact_moves), 0.0);
    cr_assert(small_tictactoe_from_moves(&state, "0"));
    cr_assert(aon_exact_solve(exact, &state.header, 100000, &exact_moves));
    cr_expect_eq(exact_moves.best, 0.5);
    for (Move cell = 1; cell < SMALL_TICTACTOE_CELLS; cell++) {
        cr_expect_eq(aon_exact_loss(&exact_moves, cell), cell == 4 ? 0.0 : 0.5, "cell %u", cell);
    }
    cr_expect_eq(aon_exact_loss(&exact_moves, 0), 1.0, "not legal");
    aon_exact_free(exact);
}

/* Chance that the losses of a march cost a lone spent corps. */
static double march_kills(void)
{
    unsigned bad = 0;
    for (unsigned die = 0; die < 6; die++) {
        bad += aon_d()->march_losses[1][die] > 0;
    }
    return bad / 6.0;
}

/* Chance that of two single corps of these strengths the attacker wins, stays, and leaves no defender near:
 * the defender is lost in battle or, after a tie, on his retreat in winter. */
static double clean_sweep(unsigned attacker, unsigned defender)
{
    const AonData *d = aon_d();
    double chance = 0.0;
    for (unsigned a = 0; a < 6; a++) {
        for (unsigned b = 0; b < 6; b++) {
            const unsigned inflicted = d->battle_losses[attacker][a];
            const unsigned suffered = d->battle_losses[defender][b];
            if (suffered > 0) {
                continue;
            }
            unsigned ties = 0;
            for (unsigned roll = 0; roll < 36; roll++) {
                ties += roll / 6 + d->battle_tbm[attacker] > roll % 6 + d->battle_tbm[defender];
            }
            chance += inflicted > 0 ? 1.0 / 36 : ties / 1296.0 * march_kills();
        }
    }
    return chance;
}

/* Blücher, spent by the winter march, against Brune at home: Paris falls if Brune is gone and Blücher is
 * there. */
Test(aon_search, knows_the_odds_of_a_battle_for_paris)
{
    aon_ending_load();
    AonExact *exact = aon_exact_new(aon_game(), TABLE_BITS);
    align("austria=CM prussia=CM russia=CM spain=CM");
    corps("ile_de_france", "brune");
    corps("lorraine", "bluecher");
    free_move_used(SEAT_FRENCH);
    at_part(SEAT_FRENCH, 6);
    expect_step("part_choice", SEAT_COALITION);
    cr_assert(aon_exact_solve(exact, &aon_s()->header, 100000, &exact_moves));
    const double falls =
        clean_sweep(aon_d()->br[1][corps_id("bluecher")], aon_d()->br[0][corps_id("brune")] + 1U);
    cr_expect_gt(falls, 0.1);
    cr_expect_lt(fabs(exact_moves.best - (1.0 - falls)), 1e-12, "%.6f, expected %.6f", exact_moves.best,
                 1.0 - falls);
    cr_expect_lt(fabs(aon_exact_spread(&exact_moves) - falls), 1e-12, "to stop is to lose");
    aon_exact_free(exact);
}

Test(aon_search, says_what_is_too_big)
{
    aon_ending_load();
    AonExact *exact = aon_exact_new(aon_game(), TABLE_BITS);
    AonExact *small = aon_exact_new(aon_game(), 3);
    align("austria=CM prussia=CM russia=CM spain=CM");
    corps("ile_de_france", "brune ney");
    corps("lorraine", "bluecher yorck");
    at_part(SEAT_COALITION, 6);
    cr_assert(aon_exact_solve(exact, &aon_s()->header, 1000000, &exact_moves));
    const uint64_t needed = aon_exact_applies(exact);
    cr_expect(aon_exact_solve(exact, &aon_s()->header, needed, &exact_moves));
    cr_expect_not(aon_exact_solve(exact, &aon_s()->header, needed - 1, &exact_moves));
    cr_expect_not(aon_exact_solve(small, &aon_s()->header, 1000000, &exact_moves), "the table is full");
    aon_exact_free(exact);
    aon_exact_free(small);
}

/* ------------------------------------------------------------------ endings */

enum { STREAMS = 3 };

/* Nothing in an ending is hidden from the seat that decides: whatever world is made up from its view is the
 * position itself, but for the order of a deck that nobody draws from. */
static void expect_open(uint64_t number)
{
    const AonState *s = aon_s();
    char message[GAME_CHECK_BYTES];
    cr_assert(aon_check(aon_d(), s, message), "ending %lu: %s", (unsigned long)number, message);
    for (uint64_t stream = 0; stream < STREAMS; stream++) {
        Rng rng = rng_derive(stream, RNG_PURPOSE_FUZZ, number);
        AonState world = *s;
        aon_view(aon_d(), &world, (Seat)s->header.seat);
        aon_determinize(aon_d(), &world, (Seat)s->header.seat, &rng);
        memcpy(world.pile, s->pile, s->deck_count);
        cr_assert_eq(memcmp(&world, s, sizeof world), 0, "ending %lu hides something", (unsigned long)number);
    }
}

/* Makes the next ending from *number on that is a real decision and can be solved; its values in exact_moves.
 */
static void next_ending(AonExact *exact, enum aon_ending family, uint64_t budget, uint64_t *number)
{
    for (;; ++*number) {
        cr_assert_lt(*number, 100000, "no more endings");
        if (aon_ending_make(family, *number) &&
            aon_exact_solve(exact, &aon_s()->header, budget, &exact_moves) &&
            aon_exact_spread(&exact_moves) > 0.01) {
            return;
        }
    }
}

static void describe_miss(StrBuf *text, uint64_t number, Move chosen)
{
    strbuf_addf(text, "\nending %lu, %s at %s\n", (unsigned long)number, seat_name(exact_moves.seat),
                aon_step_name(aon_s()->header.step));
    for (uint32_t i = 0; i < exact_moves.legal.count; i++) {
        const PolicyMove *move = &report.moves[i];
        const double found = move->win_probability;
        char name[MOVE_TEXT_BYTES];
        aon_move_text(aon_d(), exact_moves.legal.moves[i], name);
        strbuf_addf(text, "%s %-28s exact %.4f, search %.4f, prior %.3f, %lu visits\n",
                    exact_moves.legal.moves[i] == chosen ? "->" : "  ", name, exact_moves.value[i],
                    exact_moves.seat == SEAT_FRENCH ? found : 1.0 - found, move->prior,
                    (unsigned long)move->visits);
    }
    aon_game()->rules->position_text(aon_game()->data, &aon_s()->header, SEAT_BOTH, text);
}

/* Asks about so many endings of a family; returns how often the choice gave away more than 0.01. */
static unsigned count_misses(SearchTable *table, enum aon_ending family, unsigned endings, uint64_t budget,
                             StrBuf *text)
{
    AonExact *exact = aon_exact_new(aon_game(), TABLE_BITS);
    unsigned misses = 0;
    uint64_t number = 0;
    cr_assert_not_null(exact);
    for (unsigned i = 0; i < endings; i++, number++) {
        next_ending(exact, family, budget, &number);
        expect_open(number);
        const Move chosen = search_table_ask(table, &aon_s()->header, number, 1, &report);
        if (aon_exact_loss(&exact_moves, chosen) > 0.01) {
            misses++;
            describe_miss(text, number, chosen);
        }
    }
    cr_log_info("family %d: %u endings of the first %lu, %u missed", (int)family, endings,
                (unsigned long)number, misses);
    aon_exact_free(exact);
    return misses;
}

/* The moves chosen are optimal, or within 0.01 of it, in 95 of 100 endings, with the settings that people
 * play against. Of the first 1500 numbers of each family 102 battles and 140 rounds are real decisions that
 * can be solved. What is missed are moves that look bad to priors and to the first playouts, since most of
 * what follows them is a mistake: to play a card, to withdraw to the one right area, to leave a corps behind.
 * They are visited a few times only.
 */
Test(aon_search, chooses_as_exact_play_would)
{
    const unsigned battles = support_short() ? 8 : 80;
    const unsigned rounds = support_short() ? 6 : 60;
    SearchTable table;
    StrBuf text;
    aon_ending_load();
    strbuf_init(&text);
    search_table_open(&table, aon_game(), "mcts:sims=20000,memory=64,endings=0");
    const unsigned misses =
        count_misses(&table, AON_ENDING_BATTLE, battles, 200000, &text) +
        count_misses(&table, AON_ENDING_ROUND, rounds, support_short() ? 20000 : 100000, &text);
    const unsigned allowed = (battles + rounds) / 20 + (support_short() ? 1 : 0); /* few are a poor sample */
    cr_expect_leq(misses, allowed, "%u of %u missed:%s", misses, battles + rounds, text.text);
    search_table_close(&table);
    strbuf_release(&text);
}

/* The search solves what is left itself, by means of its own (ai/endings/): the same values, move by move. */
Test(aon_search, solves_endings_as_expectimax_does)
{
    const unsigned endings = support_short() ? 4 : 30;
    Evaluation evaluation;
    Err err = {0};
    aon_ending_load();
    cr_assert(evaluation_open(&evaluation, aon_game(), NULL, &err));
    AonExact *exact = aon_exact_new(aon_game(), TABLE_BITS);
    EndingSolver *solver = ending_solver_new(aon_game(), evaluation.ai, evaluation.knowledge);
    cr_assert(exact != NULL && solver != NULL);
    for (unsigned family = 0; family < AON_ENDING_COUNT; family++) {
        uint64_t number = 0;
        for (unsigned i = 0; i < endings; i++, number++) {
            next_ending(exact, (enum aon_ending)family, 50000, &number);
            atomic_bool stop = false;
            EndingLimit limit = {100000, 0.0, &stop};
            double chance[MOVE_LIST_MAX];
            ending_solver_clear(solver);
            cr_assert(ending_solve(solver, &aon_s()->header, &exact_moves.legal, &limit, chance));
            for (uint32_t m = 0; m < exact_moves.legal.count; m++) {
                cr_assert_lt(fabs(chance[m] - exact_moves.value[m]), 1e-6,
                             "family %u, ending %lu, move %u: %g, not %g", family, (unsigned long)number, m,
                             chance[m], exact_moves.value[m]);
            }
            limit.applies = 0;
            ending_solver_clear(solver);
            cr_assert_not(ending_solve(solver, &aon_s()->header, &exact_moves.legal, &limit, chance));
            limit.applies = 1024; /* a multiple of what lies between two looks at the flag */
            stop = true;
            cr_assert_not(ending_solve(solver, &aon_s()->header, &exact_moves.legal, &limit, chance));
        }
    }
    ending_solver_free(solver);
    aon_exact_free(exact);
    evaluation_release(&evaluation);
}

/* A short search leaves nothing to chance where so little is left; its report says so. */
Test(aon_search, plays_endings_exactly)
{
    const unsigned endings = support_short() ? 5 : 30;
    SearchTable table;
    StrBuf text;
    aon_ending_load();
    strbuf_init(&text);
    search_table_open(&table, aon_game(), "mcts:sims=400,memory=16,endings=2000");
    cr_expect_eq(count_misses(&table, AON_ENDING_BATTLE, endings, 50000, &text), 0, "%s", text.text);
    cr_expect_eq(count_misses(&table, AON_ENDING_ROUND, endings, 50000, &text), 0, "%s", text.text);
    for (uint32_t i = 0; i < report.count; i++) {
        const double value =
            exact_moves.seat == SEAT_FRENCH ? exact_moves.value[i] : 1.0 - exact_moves.value[i];
        cr_expect_lt(fabs(report.moves[i].win_probability - value), 1e-6, "move %u", i);
        cr_expect_eq(report.moves[i].standard_error, 0.0);
    }
    search_table_close(&table);
    strbuf_release(&text);
}

/* After the last Surrender Phase the winner is known, but where the winter can take Napoleon. */
Test(aon_search, knows_when_nothing_is_left_to_decide)
{
    const GameAi *ai = game_ai_find("aon");
    double chance = -1.0;
    aon_ending_load();
    align("austria=FA prussia=CM russia=CM spain=CM");
    corps("ile_de_france", "napoleon ney davout soult");
    corps("lorraine", "bluecher yorck");
    at_part(SEAT_COALITION, 6);
    cr_expect(ai->is_ending(aon_game(), &aon_s()->header));
    cr_expect_not(ai->settled(aon_game(), &aon_s()->header, &chance), "there is a round to play");
    aon_s()->phase = AON_PHASE_WINTER_ATTRITION;
    cr_expect(ai->settled(aon_game(), &aon_s()->header, &chance), "Austria is with the French");
    cr_expect_eq(chance, 1.0);
    at_part(SEAT_COALITION, 5);
    cr_expect_not(ai->is_ending(aon_game(), &aon_s()->header));
}

/* All countries against France, the minor ones too. */
static void turn_all_against_france(void)
{
    const AonData *d = aon_d();
    align("austria=CM prussia=CM russia=CM spain=CM tirol=- dalmatien=- polen=- sachsen=-");
    for (CountrySet rest = d->minors; rest != 0;) {
        const unsigned country = bits_take32(&rest);
        if (aon_alignment(aon_s(), country) != AON_UNALIGNED) {
            aon_align(aon_text("%s=CM", d->country_id[country]));
        }
    }
}

/* A French corps, but not Napoléon, into the capital of a country that becomes neutral: it is held (6.1.1).
 */
static void occupy(unsigned country)
{
    const AonData *d = aon_d();
    aon_align(aon_text("%s=NC", d->country_id[country]));
    const unsigned corps = corps_first(corps_and(
        corps_without(aon_available(d, aon_s(), SEAT_FRENCH), d->napoleon), d->of_country[AON_FRANCE]));
    aon_corps(d->area_id[d->capital[country]], d->corps_id[corps]);
}

/* What is settled is what comes of it, worked out to the end; a card makes a decision of the winter. */
static void expect_winter(bool settled, double value)
{
    AonExact *exact = aon_exact_new(aon_game(), TABLE_BITS);
    double chance = value;
    hand(SEAT_FRENCH, "severe_winter");
    at_winter(SEAT_FRENCH);
    expect_step("winter_severe", SEAT_FRENCH);
    cr_expect_eq(game_ai_find("aon")->settled(aon_game(), &aon_s()->header, &chance), settled);
    cr_assert(aon_exact_solve(exact, &aon_s()->header, 1000000, &exact_moves));
    cr_expect(!settled || chance == value, "%g, not %g", chance, value);
    cr_expect_lt(fabs(exact_moves.best - value), 1e-12, "%g, not %g", exact_moves.best, value);
    aon_exact_free(exact);
}

/* Without a major ally and with three minor countries at most the French have lost, as long as they hold
 * neither Russia nor Austria; no winter helps them (6.2.1). */
Test(aon_search, knows_that_the_coalition_has_won)
{
    aon_ending_load();
    turn_all_against_france();
    corps("ile_de_france", "napoleon ney davout soult");
    corps("lorraine", "bluecher yorck buelow");
    expect_winter(true, 0.0);
}

/* With Austria and all neighbours occupied both sides meet the conditions of a victory, and France is looked
 * at first (6.1.1, 16.2): what the winter leaves of the garrisons decides, which is not known before. */
Test(aon_search, does_not_know_a_victory_of_both_beforehand)
{
    aon_ending_load();
    turn_all_against_france();
    occupy(AON_AUSTRIA);
    align("russia=NC");
    for (CountrySet rest = aon_d()->adjacent_to_france; rest != 0;) {
        const unsigned country = bits_take32(&rest);
        if (aon_alignment(aon_s(), country) != AON_UNALIGNED) {
            occupy(country);
        }
    }
    expect_winter(false, 1.0);
}

/* Napoléon is lost only with his whole army: where the table takes as many corps as there are (6.2.2, 15.2).
 */
Test(aon_search, winter_may_take_napoleon_with_all_his_army)
{
    enum { CORPS = 4 };
    const GameAi *ai = game_ai_find("aon");
    double chance = -1.0;
    aon_ending_load();
    align("austria=FA prussia=CM russia=CM spain=CM");
    corps("ile_de_france", "napoleon ney davout soult");
    hand(SEAT_FRENCH, "severe_winter");
    at_winter(SEAT_FRENCH);
    Game game = *aon_game();
    AonData *data = malloc(sizeof *data);
    cr_assert_not_null(data);
    *data = *aon_d();
    game.data = data;
    data->winter_losses[CORPS][0] = CORPS - 1;
    cr_expect(ai->settled(&game, &aon_s()->header, &chance), "the owner chooses who is lost");
    cr_expect_eq(chance, 1.0);
    data->winter_losses[CORPS][0] = CORPS;
    cr_expect_not(ai->settled(&game, &aon_s()->header, &chance));
    free(data);
}

/* ------------------------------------------------------------------ honesty */

/* Corps of the other seat that the one to decide cannot tell apart. */
static unsigned hidden_corps(const Game *game, const State *state)
{
    return corps_count(aon_hidden_from(game->data, aon_state_const(state), (Seat)state->seat));
}

/* A position of a real game with a decision, after so many, and then as soon as so many corps are hidden; the
 * last one if the game ends before. Every other move is the heuristic player's, the rest is random. */
static void real_position(const Game *game, uint64_t seed, uint32_t plies, unsigned hidden,
                          StateBuffer *state)
{
    Rng rng = rng_derive(seed, RNG_PURPOSE_FUZZ, 0);
    Dice dice = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 0));
    SearchTable table;
    StateBuffer next;
    MoveList legal;
    memset(&next, 0, sizeof next);
    game_setup(game, &next.header, &dice);
    search_table_open(&table, game, "heuristic");
    for (uint32_t ply = 0; game_legal(game, &next.header, &legal) > 0; ply++) {
        const Move sensible = search_table_ask(&table, &next.header, seed, ply + 1, NULL);
        const Move random = legal.moves[rng_bounded(&rng, legal.count)];
        *state = next;
        if (ply >= plies && hidden_corps(game, &next.header) >= hidden) {
            break;
        }
        game_apply(game, &next.header, rng_bounded(&rng, 2) == 0 ? sensible : random, &dice);
    }
    search_table_close(&table);
}

static bool only_minor(Move move)
{
    switch (aon_move_kind(move)) {
    case AON_LOSS:
    case AON_RETREAT:
    case AON_SEA_RETREAT:
    case AON_RALLY:
    case AON_PICK_UP:
    case AON_BATTLE_ORDER:
        return true;
    default:
        return false;
    }
}

/* Moves of minor decisions in the lines expected, those to choose from aside, over some positions of real
 * games. */
static unsigned minor_moves_expected(const Game *game, const char *spec)
{
    unsigned found = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        StateBuffer state;
        real_position(game, seed, 30 * (uint32_t)seed, 0, &state);
        (void)search_table_ask_once(game, spec, &state.header, seed, &report);
        for (uint32_t i = 0; i < report.count; i++) {
            for (uint32_t k = 1; k < report.moves[i].line_count; k++) {
                found += only_minor(report.moves[i].line[k]) ? 1U : 0U;
            }
        }
    }
    return found;
}

Test(aon_search, minor_decisions_have_a_node_only_if_asked)
{
    aon_ending_load();
    cr_expect_gt(minor_moves_expected(aon_game(), "mcts:sims=1500,memory=64,minor=0"), 0,
                 "or the test says nothing");
    cr_expect_eq(minor_moves_expected(aon_game(), "mcts:sims=1500,memory=64"), 0);
}

/* In how many worlds that look the same to the seat that decides something hidden was different. */
typedef struct Differences {
    unsigned worlds, hands, decks, stacks;
} Differences;

static void count_differences(Differences *differences, const State *state, const State *world)
{
    const AonState *a = aon_state_const(state);
    const AonState *b = aon_state_const(world);
    const Seat enemy = seat_other((Seat)state->seat);
    differences->worlds++;
    differences->hands += a->hand[enemy] != b->hand[enemy];
    differences->decks += memcmp(a->pile, b->pile, a->deck_count) != 0;
    differences->stacks += memcmp(a->place, b->place, sizeof a->place) != 0 ||
                           memcmp(a->set_lo, b->set_lo, sizeof a->set_lo) != 0;
}

static void expect_blind(SearchTable *table, const StateBuffer *state, uint64_t seed,
                         Differences *differences)
{
    const Game *game = table->policy.game;
    const Seat seat = (Seat)state->header.seat;
    const Move move = search_table_ask(table, &state->header, seed, 1, &report);
    for (uint64_t stream = 0; stream < STREAMS; stream++) {
        StateBuffer world = *state;
        StateBuffer view = *state;
        StateBuffer again;
        Rng rng = rng_derive(stream, RNG_PURPOSE_FUZZ, seed);
        game->rules->view(game->data, &state->header, seat, &view.header);
        game->rules->view(game->data, &state->header, seat, &world.header);
        game->rules->determinize(game->data, &world.header, seat, &rng);
        count_differences(differences, &state->header, &world.header);
        again = world;
        game->rules->view(game->data, &again.header, seat, &again.header);
        cr_assert_eq(memcmp(&again, &view, game->rules->state_bytes), 0, "seed %lu: the view tells",
                     (unsigned long)seed);
        cr_expect_eq(search_table_ask(table, &world.header, seed, 1, &other), move);
        cr_expect_eq(memcmp(&report, &other, sizeof report), 0, "seed %lu: reports differ",
                     (unsigned long)seed);
    }
}

/* The other hand, the deck and the hidden stacks are changed; the search neither sees nor feels it. */
Test(aon_search, does_not_see_what_is_hidden)
{
    const uint64_t positions = support_short() ? 4 : 20;
    Differences differences = {0};
    for (unsigned scenario = 0; scenario < SCENARIOS; scenario++) {
        Game game;
        SearchTable table;
        support_load(&game, scenarios[scenario], NULL);
        search_table_open(&table, &game, "mcts:sims=200,memory=16");
        for (uint64_t seed = 0; seed < positions; seed++) {
            StateBuffer state;
            Rng rng = rng_derive(seed, RNG_PURPOSE_SAMPLE, scenario);
            real_position(&game, seed, rng_bounded(&rng, 400), seed % 2 == 0 ? 0 : 2, &state);
            expect_blind(&table, &state, seed, &differences);
        }
        search_table_close(&table);
        game_release(&game);
    }
    cr_assert_eq(differences.worlds, SCENARIOS * positions * STREAMS);
    cr_expect_gt(differences.hands * 2, differences.worlds, "%u other hands", differences.hands);
    cr_expect_gt(differences.decks * 2, differences.worlds, "%u other decks", differences.decks);
    cr_expect_gt(differences.stacks * 20, differences.worlds, "%u other stacks", differences.stacks);
}

/* ------------------------------------------------------------------ sessions */

enum { SEGMENT = 60 };

/* Part of a game in which the search decides for both seats, one session each; what it chose. Returns how
 * many decisions began with something from the one before. */
static unsigned play_segment(const Game *game, const char *spec, uint64_t seed, Move moves[SEGMENT])
{
    StateBuffer state;
    SearchTable table;
    Dice dice = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 1));
    unsigned kept = 0;
    memset(moves, 0, SEGMENT * sizeof moves[0]);
    real_position(game, seed, 100, 0, &state);
    search_table_open(&table, game, spec);
    for (uint32_t i = 0; i < SEGMENT && !state.header.over; i++) {
        moves[i] = search_table_ask(&table, &state.header, seed, i + 1, &report);
        cr_assert(game_move_is_legal(game, &state.header, moves[i]), "%s, seed %lu, decision %u", spec,
                  (unsigned long)seed, i + 1);
        kept += search_table_visits(&report) > report.iterations;
        game_apply(game, &state.header, moves[i], &dice);
    }
    search_table_close(&table);
    return kept;
}

/* Returns how many decisions of the first kept something. */
static unsigned expect_same_segment(const Game *game, const char *first, const char *second, uint64_t seed)
{
    Move moves[SEGMENT];
    Move again[SEGMENT];
    const unsigned kept = play_segment(game, first, seed, moves);
    (void)play_segment(game, second, seed, again);
    cr_expect_eq(memcmp(moves, again, sizeof moves), 0, "%s and %s part", first, second);
    return kept;
}

/* A session lives through a game: what it keeps between decisions is part of what replays alike. */
Test(aon_search, sessions_replay_alike)
{
    const uint64_t segments = support_short() ? 1 : 2;
    const char *one = "mcts:sims=150,memory=16";
    const char *root = "mcts:sims=150,memory=16,parallel=root,trees=3,threads=1";
    unsigned kept = 0;
    for (unsigned scenario = 0; scenario < SCENARIOS; scenario++) {
        Game game;
        support_load(&game, scenarios[scenario], NULL);
        for (uint64_t seed = 0; seed < segments; seed++) {
            kept += expect_same_segment(&game, one, one, seed);
            kept += expect_same_segment(&game, root,
                                        "mcts:sims=150,memory=16,parallel=root,trees=3,threads=2", seed);
            kept += expect_same_segment(&game, root,
                                        "mcts:sims=150,memory=16,parallel=root,trees=3,threads=3", seed);
        }
        game_release(&game);
    }
    cr_expect_gt(kept, 60 * segments, "%u decisions kept something", kept);
}

/* ------------------------------------------------------------------ edges */

/* Real positions of every scenario and an ending of each family, given to a function. */
static void at_the_edges(void (*expect)(const Game *game, const StateBuffer *state, uint64_t seed))
{
    for (unsigned scenario = 0; scenario < SCENARIOS; scenario++) {
        Game game;
        support_load(&game, scenarios[scenario], NULL);
        for (uint64_t seed = 0; seed < 3; seed++) {
            StateBuffer state;
            real_position(&game, seed, 40 * (uint32_t)seed, 0, &state);
            expect(&game, &state, seed);
        }
        game_release(&game);
    }
    aon_ending_load();
    for (unsigned family = 0; family < AON_ENDING_COUNT; family++) {
        StateBuffer state;
        uint64_t number = 0;
        while (!aon_ending_make((enum aon_ending)family, number)) {
            number++;
        }
        memcpy(&state, aon_s(), sizeof *aon_s());
        expect(aon_game(), &state, number);
    }
}

static void expect_any_move(const Game *game, const char *spec, const StateBuffer *state, uint64_t seed,
                            const atomic_bool *stop)
{
    SearchTable table;
    search_table_open(&table, game, spec);
    table.stop = stop;
    cr_expect(
        game_move_is_legal(game, &state->header, search_table_ask(&table, &state->header, seed, 1, &report)),
        "%s, seed %lu", spec, (unsigned long)seed);
    search_table_close(&table);
}

static void expect_hasty_moves(const Game *game, const StateBuffer *state, uint64_t seed)
{
    static const char *const specs[] = {
        "mcts:sims=1,memory=1", "mcts:sims=1,memory=1,parallel=root,threads=2", "mcts:time=0.000001,memory=1",
        "mcts:time=0.000001,memory=1,threads=2,parallel=shared", "mcts:budget=0.000001,memory=1"};
    atomic_bool stop;
    atomic_init(&stop, true);
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        expect_any_move(game, specs[i], state, seed, NULL);
        cr_expect_lt(report.iterations, 10000, "%s: %lu iterations", specs[i],
                     (unsigned long)report.iterations);
    }
    expect_any_move(game, "mcts:sims=1000000000,memory=1", state, seed, &stop);
    cr_expect_lt(report.iterations, 1000);
    expect_any_move(game, "mcts:time=3600,memory=1,parallel=root,threads=2", state, seed, &stop);
    cr_expect_lt(report.iterations, 1000);
}

Test(aon_search, moves_in_no_time) { at_the_edges(expect_hasty_moves); }

/* The machine asks no question with one answer, but a caller may. */
static void expect_only_move(const Game *game, const StateBuffer *state, uint64_t seed)
{
    SearchTable table;
    StateBuffer view;
    MoveList legal;
    const Seat seat = (Seat)state->header.seat;
    search_table_open(&table, game, "mcts:sims=50,memory=1");
    game->rules->view(game->data, &state->header, seat, &view.header);
    (void)game_legal(game, &state->header, &legal);
    for (uint32_t i = 0; i < legal.count; i++) {
        const MoveList one = {.count = 1, .moves = {legal.moves[i]}};
        PolicyQuery query = {.view = &view.header,
                             .legal = &one,
                             .seat = seat,
                             .ply = 1,
                             .rng = rng_derive(seed, RNG_PURPOSE_FRENCH, i),
                             .report = &report};
        cr_expect_eq(policy_choose(&table.policy, table.sessions[seat], &query), legal.moves[i]);
    }
    search_table_close(&table);
}

Test(aon_search, a_single_move_is_played) { at_the_edges(expect_only_move); }

static unsigned trees_filled; /* by expect_full_tree */

static void expect_full_tree(const Game *game, const StateBuffer *state, uint64_t seed)
{
    static const char *const specs[] = {
        "mcts:sims=20000,memory=1,early=0,priors=0,c=3",
        "mcts:sims=20000,memory=1,early=0,priors=0,c=3,parallel=root,trees=2,threads=2",
        "mcts:sims=20000,memory=1,early=0,priors=0,c=3,threads=2,parallel=shared"};
    for (size_t i = 0; i < (support_short() ? 1 : sizeof specs / sizeof specs[0]); i++) {
        expect_any_move(game, specs[i], state, seed, NULL);
        cr_expect_eq(report.iterations, 20000, "%s, seed %lu", specs[i], (unsigned long)seed);
        cr_expect_eq(search_table_visits(&report), report.iterations);
        cr_expect_leq(report.bytes, 1024U * 1024U);
        trees_filled += report.full ? 1 : 0;
    }
}

/* Endings have too few lines to fill a tree; real games fill it at once. */
Test(aon_search, goes_on_when_the_tree_is_full)
{
    at_the_edges(expect_full_tree);
    cr_expect_geq(trees_filled, support_short() ? 8U : 24U, "%u trees were full", trees_filled);
}

/* The levels offered to people, far apart: pairs of games with seats swapped. */
Test(aon_search, a_much_higher_level_wins)
{
    cJSON *json = answer_run("duel aon/1813 --a level:5 --b level:1 --pairs 5 --seed 1 --json", 0);
    cr_expect_gt(answer_number(answer_key(json, "a"), "score"), 0.7);
    cJSON_Delete(json);
}
