/* test_review.c: reviews of recorded games: sums that must be exact, blunders that must be found, records
 * that are broken. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/policy.h"
#include "engine/dice.h"
#include "engine/record.h"
#include "eval/review/review.h"
#include "eval/review/review_judge.h"
#include "tests/support/support.h"

/* ------------------------------------------------------------------ records */

/* Plays games by the program and gives the file of the first. */
static void play(const char *name, const char *arguments, char file[300])
{
    char folder[256];
    char line[700];
    Run run;
    support_folder(name, folder);
    (void)snprintf(line, sizeof line, "match %s --games 1 --records %s/r", arguments, folder);
    (void)snprintf(file, 300, "%s/r/00000001.jsonl", folder);
    support_run(&run, line);
    cr_assert_eq(run.code, 0, "%s", run.err.text);
    support_run_release(&run);
}

/* Keeps the first lines of a file. */
static void cut(const char *file, const char *to, int lines)
{
    StrBuf text;
    strbuf_init(&text);
    cr_assert(support_read(file, &text));
    size_t length = 0;
    for (int i = 0; i < lines; i++) {
        length += strcspn(text.text + length, "\n") + 1;
    }
    cr_assert_lt(length, text.length);
    cr_assert(support_write(to, text.text, length));
    strbuf_release(&text);
}

static void review_most(const char *file, uint64_t sims, uint32_t most, int threads, Review *review)
{
    Err err;
    err_clear(&err);
    const ReviewPlan plan = {.file = file, .sims = sims, .seed = 1, .most = most, .threads = threads};
    support_use_test_scenarios();
    cr_assert(review_run(&plan, review, &err), "%s: %s: %s", err.file, err.path, err.message);
}

static void review_file(const char *file, uint64_t sims, int threads, Review *review)
{
    review_most(file, sims, 0, threads, review);
}

/* ------------------------------------------------------------------ exact properties */

static bool is_chance(double value) { return value >= 0.0 && value <= 1.0; }

static void expect_decision(const ReviewDecision *decision)
{
    cr_expect(is_chance(decision->win_probability) && is_chance(decision->played_probability) &&
              is_chance(decision->best_probability));
    cr_expect(decision->loss >= 0.0 && decision->error >= 0.0);
    cr_expect_eq(decision->mistake, decision->loss > 0.0);
    if (decision->mistake) {
        cr_expect(decision->best != decision->played && decision->loss >= REVIEW_LEAST_LOSS);
        cr_expect(decision->loss > REVIEW_ERRORS * decision->error);
        cr_expect_eq(decision->loss, decision->difference);
    }
    if (decision->best == decision->played) {
        cr_expect_eq(decision->difference, 0.0);
    }
    if (decision->dice_count == 0) {
        cr_expect_eq(decision->dice, 0.0);
    }
}

/* Losses and luck lead from the first value to the last, exactly; and the totals are those of the decisions.
 */
static void expect_sums(const Review *review)
{
    double value = review->start;
    double loss[SEAT_COUNT] = {0.0, 0.0};
    double luck = 0.0;
    uint32_t judged = 0;
    for (uint32_t i = 0; i < review->plies; i++) {
        const ReviewDecision *decision = &review->decisions[i];
        if (!decision->judged) {
            continue;
        }
        expect_decision(decision);
        const double sign = decision->seat == SEAT_FRENCH ? 1.0 : -1.0;
        cr_expect_float_eq(value, sign > 0.0 ? decision->win_probability : 1.0 - decision->win_probability,
                           1e-9, "ply %u", decision->ply);
        value += sign * (decision->luck - decision->loss);
        luck += sign * decision->luck;
        loss[decision->seat] += decision->loss;
        judged++;
    }
    cr_expect_eq(judged, review->judged);
    cr_expect_float_eq(value, review->end, 1e-9);
    cr_expect_float_eq(luck, review->luck, 1e-9);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        cr_expect_float_eq(loss[seat], review->seats[seat].loss, 1e-9);
    }
    cr_expect_float_eq(review->end - review->start, luck - loss[SEAT_FRENCH] + loss[SEAT_COALITION], 1e-9);
    cr_expect_float_eq(review->seats[SEAT_FRENCH].dice, -review->seats[SEAT_COALITION].dice, 1e-9);
    cr_expect_eq(review->seats[SEAT_FRENCH].decisions + review->seats[SEAT_COALITION].decisions, judged);
}

/* News span a seat's own decisions: with dice and the other's losses they lead from one to the next. */
static void expect_news(const Review *review)
{
    for (uint32_t i = 0; i < review->plies; i++) {
        const ReviewDecision *decision = &review->decisions[i];
        if (!decision->judged || decision->news_ply == 0) {
            continue;
        }
        double value = decision->played_probability + decision->news + decision->dice;
        uint32_t k = i + 1;
        for (; review->decisions[k].seat != decision->seat || !review->decisions[k].judged; k++) {
            const bool own = review->decisions[k].seat == decision->seat;
            value += own ? review->decisions[k].dice : review->decisions[k].loss - review->decisions[k].dice;
        }
        cr_expect_eq(review->decisions[k].ply, decision->news_ply);
        cr_expect_float_eq(value, review->decisions[k].win_probability, 1e-9);
    }
}

static void expect_turns(const Review *review)
{
    expect_news(review);
    for (uint32_t i = 0; i < review->news_count; i++) {
        const ReviewDecision *decision = &review->decisions[review->news[i].decision];
        cr_expect_eq(review->news[i].by, REVIEW_BY_NEWS);
        cr_expect_float_eq(fabs(review->news[i].swing), fabs(decision->news), 1e-12);
        cr_expect(i == 0 || decision->ply >= review->decisions[review->news[i - 1].decision].news_ply);
    }
    cr_expect_leq(review->turn_count, REVIEW_TURNING_POINTS);
    for (uint32_t i = 0; i < review->turn_count; i++) {
        const ReviewTurn *turn = &review->turns[i];
        const ReviewDecision *decision = &review->decisions[turn->decision];
        const double own = turn->by == REVIEW_BY_DICE ? decision->dice : -decision->loss;
        cr_expect_neq(turn->by, REVIEW_BY_NEWS);
        StrBuf words;
        cr_expect_float_eq(turn->swing, decision->seat == SEAT_FRENCH ? own : -own, 1e-12);
        cr_expect(i == 0 || turn->decision >= review->turns[i - 1].decision, "in order of plies");
        strbuf_init(&words);
        review_turn_words(review, turn, &words);
        cr_expect(strstr(words.text, decision->place) != NULL);
        strbuf_release(&words);
    }
}

Test(review, sums_of_a_toy_game_are_exact)
{
    char file[300];
    Review review;
    play("review-toy", "toy/plain --french heuristic --coalition random --seed 3", file);
    review_file(file, 100, 2, &review);
    cr_expect(review.finished);
    cr_expect_eq(review.end, review.outcome.winner == SEAT_FRENCH      ? 1.0
                             : review.outcome.winner == SEAT_COALITION ? 0.0
                                                                       : 0.5);
    expect_sums(&review);
    expect_turns(&review);
    review_release(&review);
}

Test(review, random_play_against_a_search_loses_far_more)
{
    char file[300];
    Review review;
    play("review-random",
         "toy/wide --set options.both_lose=0 --french mcts:sims=100 --coalition random --seed 2", file);
    review_file(file, support_short() ? 60 : 200, 2, &review);
    const ReviewSeat *search = &review.seats[SEAT_FRENCH];
    const ReviewSeat *random = &review.seats[SEAT_COALITION];
    expect_sums(&review);
    expect_turns(&review);
    cr_expect_str_eq(random->policy, "random");
    const double search_loss = search->difference / search->decisions;
    const double random_loss = random->difference / random->decisions;
    cr_expect_gt(random_loss, 3.0 * search_loss, "%f a decision against %f", random_loss, search_loss);
    cr_expect_gt(random->mistakes, search->mistakes);
    cr_expect_gt(random->loss, 0.2);
    cr_expect_lt((double)random->best / random->decisions, (double)search->best / search->decisions);
    uint32_t told = 0;
    for (uint32_t i = 0; i < review.turn_count; i++) {
        told += review.turns[i].by == REVIEW_BY_DECISION && review.turns[i].why.worlds > 0;
        cr_expect_eq(review.turns[i].by == REVIEW_BY_DECISION, review.turns[i].why.worlds > 0);
    }
    cr_expect_gt(told, 0);
    review_release(&review);
}

/* ------------------------------------------------------------------ a planted blunder */

/* A toy game in which the French never roll but pass, at plies from `from` to `to`; else both roll all they
 * may. */
static void write_passing(const char *file, uint32_t from, uint32_t to)
{
    Game game;
    StateBuffer state;
    StrBuf lines;
    Err err;
    uint8_t log[DICE_LOG_MAX];
    Move pass = 0;
    err_clear(&err);
    support_load(&game, "toy/plain", NULL);
    cr_assert(game.rules->move_parse(game.data, "pass", &pass));
    strbuf_init(&lines);
    const RecordInfo info = {.game = &game, .has_seed = true, .seed = 11, .policies = {"passing", "rolling"}};
    Dice dice = dice_from_stream(rng_derive(11, RNG_PURPOSE_DICE, 0));
    dice_record(&dice, log, sizeof log);
    game_setup(&game, &state.header, &dice);
    record_write_header(&lines, &info, &dice);
    for (uint32_t ply = 1; !state.header.over; ply++) {
        MoveList legal;
        const Seat seat = (Seat)state.header.seat;
        (void)game_legal(&game, &state.header, &legal);
        const bool passes =
            seat == SEAT_FRENCH && ply >= from && ply <= to && game_move_is_legal(&game, &state.header, pass);
        const Move roll = legal.count > 2 ? legal.moves[2] : legal.moves[0];
        const Move move = passes ? pass : roll;
        dice_record(&dice, log, sizeof log);
        game_apply(&game, &state.header, move, &dice);
        record_write_decision(&lines, &game, ply, seat, move, &dice);
    }
    const Outcome outcome = game_outcome(&game, &state.header);
    record_write_outcome(&lines, &outcome);
    cr_assert(record_save(&lines, file, &err), "%s", err.message);
    strbuf_release(&lines);
    game_release(&game);
}

Test(review, a_planted_blunder_is_found)
{
    char folder[256];
    char file[300];
    Review review;
    support_folder("review-blunder", folder);
    (void)snprintf(file, sizeof file, "%s/blunder.jsonl", folder);
    write_passing(file, 5, 7); /* one or two passes of the French, no more */
    review_file(file, 20000, 2, &review);
    expect_sums(&review);
    uint32_t found = 0;
    double others = 0.0;
    double planted = 0.0;
    for (uint32_t i = 0; i < review.plies; i++) {
        const ReviewDecision *decision = &review.decisions[i];
        const bool is_planted =
            decision->seat == SEAT_FRENCH && decision->ply >= 5 && decision->ply <= 7 && decision->legal == 5;
        if (is_planted) {
            cr_expect(decision->mistake, "ply %u: %f +- %f", decision->ply, decision->difference,
                      decision->error);
            planted = decision->loss > planted ? decision->loss : planted;
            found++;
        } else if (decision->seat == SEAT_FRENCH) {
            others = decision->loss > others ? decision->loss : others;
        }
    }
    cr_expect_gt(found, 0);
    cr_expect_gt(planted, 0.1);
    cr_expect_gt(planted, others);
    cr_expect_gt(review.turn_count, 0);
    review_release(&review);
}

/* ------------------------------------------------------------------ honesty */

/* What a decision is worth depends on what its seat could know. */
Test(review, hidden_information_changes_no_judgement)
{
    Game game;
    StateBuffer state;
    ReviewJudge judge;
    static ReviewBench bench;
    Err err;
    err_clear(&err);
    support_load(&game, "toy/plain", NULL);
    cr_assert(review_judge_open(&judge, &game, 100, 1, NULL, &err), "%s", err.message);
    review_bench_open(&bench, &judge);
    Dice dice = dice_from_stream(rng_derive(4, RNG_PURPOSE_DICE, 0));
    game_setup(&game, &state.header, &dice);
    for (uint32_t ply = 1; ply <= 12; ply++) {
        StateBuffer other;
        MoveList legal;
        ReviewJudgement real;
        ReviewJudgement guess;
        Rng rng = rng_derive(6, RNG_PURPOSE_FUZZ, ply);
        const Seat seat = (Seat)state.header.seat;
        (void)game_legal(&game, &state.header, &legal);
        const Move move = legal.moves[rng_bounded(&rng, legal.count)];
        game.rules->view(game.data, &state.header, seat, &other.header);
        game.rules->determinize(game.data, &other.header, seat, &rng);
        const ReviewCase cases[2] = {{ply, &state.header, true, move, false, NULL},
                                     {ply, &other.header, true, move, false, NULL}};
        cr_assert(review_judge(&judge, &bench, &cases[0], &real) &&
                  review_judge(&judge, &bench, &cases[1], &guess));
        cr_expect_eq(real.best, guess.best);
        cr_expect_eq(real.best_value.mean, guess.best_value.mean);
        cr_expect_eq(real.played_value.mean, guess.played_value.mean);
        cr_expect_eq(real.difference, guess.difference);
        game_apply(&game, &state.header, move, &dice);
    }
    review_bench_close(&bench, &judge);
    review_judge_close(&judge);
    game_release(&game);
}

/* The luck of one die, averaged over its faces, is none; and a six is better than a two. */
Test(review, dice_are_fair_on_average)
{
    Game game;
    StateBuffer state;
    ReviewJudge judge;
    static ReviewBench bench;
    ReviewJudgement faces[6];
    Move roll = 0;
    Err err;
    err_clear(&err);
    support_load(&game, "toy/short", NULL);
    cr_assert(review_judge_open(&judge, &game, 50, 1, NULL, &err), "%s", err.message);
    review_bench_open(&bench, &judge);
    Dice deal = dice_from_stream(rng_derive(8, RNG_PURPOSE_DICE, 0));
    game_setup(&game, &state.header, &deal);
    cr_assert(game.rules->move_parse(game.data, "roll(1)", &roll));
    double sum = 0.0;
    double squares = 0.0;
    for (uint8_t face = 1; face <= 6; face++) {
        StateBuffer after = state;
        Dice dice = dice_from_script(&face, 1);
        game_apply(&game, &after.header, roll, &dice);
        cr_assert_not(dice.failed);
        const ReviewCase one = {1, &state.header, true, roll, true, &after.header};
        cr_assert(review_judge(&judge, &bench, &one, &faces[face - 1]));
        sum += faces[face - 1].dice.mean;
        squares += faces[face - 1].dice.error * faces[face - 1].dice.error;
    }
    cr_expect_lt(fabs(sum), 6.0 * sqrt(squares), "%f +- %f", sum,
                 sqrt(squares)); /* errors go together: the throws are shared */
    cr_expect_gt(faces[5].dice.mean, faces[1].dice.mean);
    review_bench_close(&bench, &judge);
    review_judge_close(&judge);
    game_release(&game);
}

/* ------------------------------------------------------------------ other records */

Test(review, an_unfinished_record_is_reviewed_as_far_as_it_goes)
{
    char file[300];
    char part[320];
    Review review;
    play("review-part", "toy/wide --seed 5", file);
    (void)snprintf(part, sizeof part, "%s.part", file);
    cut(file, part, 1 + 30);
    review_file(part, 60, 2, &review);
    cr_expect_not(review.finished);
    cr_expect_eq(review.plies, 30);
    cr_expect(review.end > 0.0 && review.end < 1.0);
    expect_sums(&review);
    review_release(&review);
    cut(file, part, 1); /* a header only: a value, no decisions */
    review_file(part, 60, 1, &review);
    cr_expect_eq(review.plies, 0);
    cr_expect(review.end > 0.0 && review.end < 1.0);
    cr_expect_eq(review.start, review.end);
    expect_sums(&review);
    review_release(&review);
}

static void expect_run(const char *arguments, int code, const char *message)
{
    Run run;
    support_run(&run, arguments);
    cr_expect_eq(run.code, code, "marshal %s: %d: %s", arguments, run.code, run.err.text);
    cr_expect(strstr(run.err.text, message) != NULL, "marshal %s: %s", arguments, run.err.text);
    support_run_release(&run);
}

Test(review, broken_records_are_refused_with_their_line)
{
    char file[300];
    char bad[320];
    char arguments[800];
    StrBuf text;
    play("review-broken", "toy/plain --seed 5", file);
    (void)snprintf(bad, sizeof bad, "%s.bad", file);
    strbuf_init(&text);
    cr_assert(support_read(file, &text));
    char *seat = strstr(text.text, "\"seat\":\"coalition\"");
    cr_assert_not_null(seat);
    memcpy(seat, "\"seat\":\"french\"   ", 18);
    cr_assert(support_write(bad, text.text, text.length));
    (void)snprintf(arguments, sizeof arguments, "review %s --json", bad);
    expect_run(arguments, 1, "found french");
    cr_assert(support_write(bad, text.text, 100));
    expect_run(arguments, 1, bad);
    (void)snprintf(arguments, sizeof arguments, "review %s.none", file);
    expect_run(arguments, 1, ".none");
    expect_run("review toy/plain", 1, "toy/plain");
    expect_run("review", 2, "RECORD");
    (void)snprintf(arguments, sizeof arguments, "review %s --sims 0", file);
    expect_run(arguments, 2, "--sims");
    (void)snprintf(arguments, sizeof arguments, "review %s --sims 5 --svg /nonexistent/folder/x.svg", file);
    expect_run(arguments, 1, "plot");
    strbuf_release(&text);
}

/* ------------------------------------------------------------------ the command */

/* Of a long record only what moved the game is looked at: what was skipped is luck, so all sums stay exact.
 */
Test(review, of_a_long_record_the_lively_part_is_judged)
{
    char file[300];
    Review whole;
    Review part;
    Review again;
    play("review-long",
         "toy/wide --set options.both_lose=0 --french mcts:sims=100 --coalition random --seed 2", file);
    review_file(file, 20, 2, &whole);
    const uint32_t most = whole.plies / 4;
    review_most(file, 20, most, 2, &part);
    review_most(file, 20, most, 1, &again);
    expect_sums(&part);
    expect_turns(&part);
    cr_expect_eq(whole.skipped, 0);
    cr_expect_gt(part.judged, 0);
    cr_expect_geq(part.plies - part.skipped, most);
    cr_expect_leq(part.plies - part.skipped, most + 24, "one move of the chances counts for 24 decisions");
    cr_expect_eq(part.skipped, again.skipped);
    for (uint32_t i = 0; i < part.plies; i++) {
        const ReviewDecision *decision = &part.decisions[i];
        cr_expect_eq(decision->judged, again.decisions[i].judged);
        if (decision->judged) {
            cr_expect_eq(decision->difference, whole.decisions[i].difference, "ply %u", decision->ply);
        }
    }
    review_release(&whole);
    review_release(&part);
    review_release(&again);
}

Test(review, json_is_the_same_for_every_number_of_jobs)
{
    char file[300];
    char arguments[700];
    char *first = NULL;
    play("review-jobs", "toy/plain --seed 6 --coalition random", file);
    for (int jobs = 1; jobs <= 3; jobs++) {
        Run run;
        (void)snprintf(arguments, sizeof arguments, "review %s --sims 60 --json --jobs %d", file, jobs);
        support_run(&run, arguments);
        cr_assert_eq(run.code, 0, "%s", run.err.text);
        if (first == NULL) {
            first = strdup(run.out.text);
        } else {
            cr_expect_str_eq(run.out.text, first);
        }
        support_run_release(&run);
    }
    cJSON *json = cJSON_Parse(first);
    cr_assert_not_null(json);
    const cJSON *decisions = cJSON_GetObjectItemCaseSensitive(json, "decisions");
    cr_assert_gt(cJSON_GetArraySize(decisions), 10);
    const cJSON *decision = NULL;
    cJSON_ArrayForEach(decision, decisions)
    {
        static const char *const keys[] = {"ply",  "seat", "played", "best",
                                           "loss", "luck", "dice",   "standard_error"};
        for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
            cr_expect_not_null(cJSON_GetObjectItemCaseSensitive(decision, keys[i]), "%s", keys[i]);
        }
    }
    cJSON_Delete(json);
    free(first);
}

Test(review, text_and_picture)
{
    char file[300];
    char svg[320];
    char arguments[1000];
    StrBuf picture;
    Run run;
    play("review-picture", "toy/plain --seed 7 --coalition random", file);
    (void)snprintf(svg, sizeof svg, "%s.svg", file);
    (void)snprintf(arguments, sizeof arguments, "review %s --sims 100 --svg %s", file, svg);
    support_run(&run, arguments);
    cr_assert_eq(run.code, 0, "%s", run.err.text);
    cr_expect(strstr(run.out.text, "turning points") != NULL && strstr(run.out.text, "best played") != NULL,
              "%s", run.out.text);
    support_run_release(&run);
    strbuf_init(&picture);
    cr_assert(support_read(svg, &picture));
    cr_expect(strstr(picture.text, "<svg") != NULL && strstr(picture.text, "</svg>") != NULL);
    cr_expect(strstr(picture.text, "1803") != NULL, "years are marked");
    strbuf_release(&picture);
}

Test(review, interrupted_it_tells_what_is_judged)
{
    char file[300];
    char arguments[700];
    Run run;
    play("review-interrupt", "toy/wide --seed 5", file);
    (void)snprintf(arguments, sizeof arguments, "review %s --sims 300000 --json", file);
    support_run_interrupted(&run, arguments, 1500);
    cr_expect_eq(run.code, 130, "%d: %s", run.code, run.err.text);
    cr_expect(strstr(run.err.text, "interrupted: the first") != NULL, "%s", run.err.text);
    cJSON *json = cJSON_Parse(run.out.text);
    cr_assert_not_null(json, "%s", run.out.text);
    cr_expect(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "stopped")));
    cJSON_Delete(json);
    support_run_release(&run);
}
