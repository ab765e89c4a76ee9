/* review.c: reads the record, has every decision judged, adds up. */
#include "eval/review/review.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/effort.h"
#include "engine/history.h"
#include "engine/replay.h"
#include "engine/words.h"
#include "eval/review/review_judge.h"
#include "eval/run/jobs.h"

/* Dice that moved the game by less are no turning point. */
static const double LEAST_SWING = 0.01;

/* News are noisier: two searches of different positions stand behind them. */
static const double LEAST_NEWS = 0.05;

/* What the game as a whole says about the noise of a difference counts as so many batches beside a decision's
 * own. */
static const double BATCHES_OF_ALL = 6.0;

/* A move of the chances is the difference of the means of so many positions before and after. */
enum { REACH = 12 };

/* Everything that the threads work on. */
typedef struct Work {
    const ReviewPlan *plan;
    Review *review;
    ReviewJudge judge;
    ReviewBench *benches; /* one a thread */
    HistoryWalk *walks;   /* one a thread */
    History history;      /* of the record's decisions */
    StateBuffer last;     /* the position they lead to */
    uint32_t cases;       /* decisions, and the last position if the game is not over there */
    ReviewJudgement *judgements;
    double *worth; /* of each position for the French, roughly; NULL: all decisions are judged */
    double *moved; /* by how much it moved around each decision; those below `least` are not judged */
    double least;
} Work;

/* ------------------------------------------------------------------ reading */

/* What the record grows into while it is read. */
typedef struct Reader {
    Replay replay;
    History history; /* its game is the replay's until the work takes over */
    StrBuf decisions;
} Reader;

/* Where in the game a position is. */
static void place_of(const Game *game, const State *state, char place[REVIEW_PLACE_BYTES])
{
    StrBuf text;
    strbuf_init(&text);
    words_stand(game, state, &text);
    (void)snprintf(place, REVIEW_PLACE_BYTES, "%s", text.text);
    strbuf_release(&text);
}

static void note_decision(Reader *reader)
{
    const Replay *replay = &reader->replay;
    const State *state = &replay->state.header;
    const size_t shown =
        replay->step.dice_count < REVIEW_DICE_SHOWN ? replay->step.dice_count : REVIEW_DICE_SHOWN;
    ReviewDecision decision;
    memset(&decision, 0, sizeof decision);
    decision.ply = replay->plies + 1;
    decision.seat = (Seat)state->seat;
    decision.turn = game_outcome(&replay->game, state).turn;
    decision.played = replay->move;
    decision.dice_count = (uint32_t)replay->step.dice_count;
    memcpy(decision.shown, replay->step.dice, shown);
    place_of(&replay->game, state, decision.place);
    strbuf_add_bytes(&reader->decisions, &decision, sizeof decision);
}

/* Carries out the decision read last and keeps it. */
static bool play_decision(Reader *reader, Err *err)
{
    static const HistoryDice uncounted; /* reviews tell no dice by faces */
    Replay *replay = &reader->replay;
    const HistoryStep step = {.move = replay->move, .seat = replay->state.header.seat};
    if (!replay_apply(replay, err)) {
        return false;
    }
    history_add(&reader->history, &step, replay->step.dice, (uint32_t)replay->step.dice_count,
                &replay->state.header, &uncounted);
    return true;
}

static bool read_all(Reader *reader, Err *err)
{
    enum replay_status status = REPLAY_DECISION;
    while ((status = replay_next(&reader->replay, err)) == REPLAY_DECISION) {
        note_decision(reader);
        if (!play_decision(reader, err)) {
            return false;
        }
    }
    return status == REPLAY_END;
}

/* Hands over what was read; the game changes its owner. */
static bool take_over(Reader *reader, Work *work, Err *err)
{
    Review *review = work->review;
    Replay *replay = &reader->replay;
    review->plies = replay->plies;
    review->finished = replay->state.header.over != 0;
    review->outcome = game_outcome(&replay->game, &replay->state.header);
    work->cases = review->plies + (review->finished ? 0U : 1U);
    work->judgements = calloc((size_t)work->cases + 1U, sizeof *work->judgements);
    review->decisions = calloc((size_t)review->plies + 1U, sizeof *review->decisions);
    if (work->judgements == NULL || review->decisions == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    memcpy(work->last.bytes, replay->state.bytes, replay->game.rules->state_bytes);
    if (review->plies > 0) {
        memcpy(review->decisions, reader->decisions.text, reader->decisions.length);
    }
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        memcpy(review->seats[seat].policy, replay->record.header.policies[seat], RECORD_TEXT_BYTES);
    }
    review->game = replay->game;
    memset(&replay->game, 0, sizeof replay->game);
    work->history = reader->history;
    work->history.game = &review->game;
    memset(&reader->history, 0, sizeof reader->history);
    return true;
}

static bool open_record(const ReviewPlan *plan, Replay *replay, Err *err)
{
    return plan->record != NULL
               ? replay_open_text(replay, plan->file, plan->record->text, plan->record->length, false, err)
               : replay_open(replay, plan->file, plan->scenario, false, err);
}

static bool read_record(Work *work, Err *err)
{
    Reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    if (!open_record(work->plan, &reader->replay, err)) {
        free(reader);
        return false;
    }
    history_open(&reader->history, &reader->replay.game, &reader->replay.state.header,
                 reader->replay.record.header.dice, (uint32_t)reader->replay.record.header.dice_count, NULL);
    strbuf_init(&reader->decisions);
    const bool good = read_all(reader, err) && take_over(reader, work, err);
    history_release(&reader->history);
    strbuf_release(&reader->decisions);
    if (reader->replay.game.rules != NULL) {
        game_release(&reader->replay.game);
    }
    record_release(&reader->replay.record);
    free(reader);
    return good;
}

/* ------------------------------------------------------------------ where to look */

static bool survey_one(void *context, int thread, uint64_t index, void *result)
{
    Work *work = context;
    HistoryWalk *walk = &work->walks[thread];
    history_seek(walk, (uint32_t)index);
    *(double *)result = review_survey(&work->judge, &walk->state.header, (uint32_t)index + 1U);
    return work->plan->stop == NULL || !atomic_load(work->plan->stop);
}

static bool keep_worth(void *context, uint64_t index, const void *result)
{
    Work *work = context;
    work->worth[index] = *(const double *)result;
    return true;
}

/* The mean worth of positions from first up to but not including last. */
static double mean_worth(const Work *work, uint32_t first, uint32_t last)
{
    double sum = 0.0;
    for (uint32_t i = first; i < last; i++) {
        sum += work->worth[i];
    }
    return last > first ? sum / (last - first) : 0.0;
}

/* A move of the chances counts for all decisions within reach of it. */
static void note_moves(Work *work)
{
    const uint32_t count = work->review->plies;
    for (uint32_t i = REACH; i + REACH <= count; i++) {
        const double jump = fabs(mean_worth(work, i, i + REACH) - mean_worth(work, i - REACH, i));
        for (uint32_t j = i - REACH; j < i + REACH; j++) {
            work->moved[j] = fmax(work->moved[j], jump);
        }
    }
}

static int by_falling_size(const void *left, const void *right)
{
    const double a = *(const double *)left;
    const double b = *(const double *)right;
    return (a < b) - (a > b);
}

/* A campaign has too many decisions to search each: finds those worth it. */
static bool survey(Work *work, Err *err)
{
    const uint32_t count = work->review->plies;
    const uint32_t most = work->plan->most > 0 ? work->plan->most : REVIEW_CLOSE_MOST;
    if (count <= most) {
        return true;
    }
    work->worth = calloc(count, sizeof *work->worth);
    work->moved = calloc((size_t)count + 1U, sizeof *work->moved);
    if (work->worth == NULL || work->moved == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    const JobsPlan jobs = {.count = count,
                           .threads = work->plan->threads,
                           .result_bytes = sizeof(double),
                           .context = work,
                           .stop = work->plan->stop,
                           .run = survey_one,
                           .emit = keep_worth};
    uint64_t done = 0;
    if (!jobs_run(&jobs, &done, err)) {
        return false;
    }
    note_moves(work);
    memcpy(work->worth, work->moved, count * sizeof *work->worth);
    qsort(work->worth, count, sizeof *work->worth, by_falling_size);
    work->least = work->worth[most - 1];
    return true;
}

/* ------------------------------------------------------------------ judging */

static bool is_judged(const Work *work, uint32_t i)
{
    return work->moved == NULL || work->moved[i] >= work->least;
}

static bool judge_one(void *context, int thread, uint64_t index, void *result)
{
    Work *work = context;
    const uint32_t i = (uint32_t)index;
    if (i == work->review->plies) { /* the record ends unfinished: what is the position worth? */
        const ReviewCase end = {.ply = i + 1, .state = &work->last.header};
        return review_judge(&work->judge, &work->benches[thread], &end, result);
    }
    if (!is_judged(work, i)) {
        memset(result, 0, sizeof(ReviewJudgement));
        return true;
    }
    const ReviewDecision *decision = &work->review->decisions[i];
    HistoryWalk *walk = &work->walks[thread];
    StateBuffer before;
    history_seek(walk, i);
    memcpy(before.bytes, walk->state.bytes, work->review->game.rules->state_bytes);
    (void)history_next(walk);
    const ReviewCase one = {
        i + 1, &before.header, true, decision->played, decision->dice_count > 0, &walk->state.header};
    return review_judge(&work->judge, &work->benches[thread], &one, result);
}

static bool keep_one(void *context, uint64_t index, const void *result)
{
    Work *work = context;
    work->judgements[index] = *(const ReviewJudgement *)result;
    return work->plan->listener == NULL || work->plan->listener(work->plan->context, index + 1, work->cases);
}

static bool judge_all(Work *work, Err *err)
{
    const JobsPlan jobs = {.count = work->cases,
                           .threads = work->plan->threads,
                           .result_bytes = sizeof(ReviewJudgement),
                           .context = work,
                           .stop = work->plan->stop,
                           .run = judge_one,
                           .emit = keep_one};
    uint64_t done = 0;
    if (!jobs_run(&jobs, &done, err)) {
        return false;
    }
    work->review->stopped = done < work->cases;
    if (work->review->stopped) { /* what was judged is as an unfinished record, without its last value */
        work->review->plies = done < work->review->plies ? (uint32_t)done : work->review->plies;
        work->review->finished = false;
    }
    return true;
}

/* ------------------------------------------------------------------ adding up */

/* A probability of a seat as one of the French. */
static double french(Seat seat, double probability)
{
    return seat == SEAT_FRENCH ? probability : 1.0 - probability;
}

/* By how much the variance of differences is larger than if iterations were independent: over all decisions,
 * for one alone has too few batches to tell. Never below 1. */
static double inflation(const Work *work)
{
    double batches = 0.0;
    double plain = 0.0;
    for (uint32_t i = 0; i < work->review->plies; i++) {
        batches += work->judgements[i].batch_variance;
        plain += work->judgements[i].plain_variance;
    }
    return plain > 0.0 && batches > plain ? batches / plain : 1.0;
}

/* Standard error of a difference: the decision's own batches and what is usual in this game, weighed
 * together. */
static double error_of(const ReviewJudgement *judgement, double factor)
{
    const double own = REVIEW_BATCHES - 1;
    return sqrt((own * judgement->batch_variance + BATCHES_OF_ALL * factor * judgement->plain_variance) /
                (own + BATCHES_OF_ALL));
}

static void fill_decision(ReviewDecision *decision, const ReviewJudgement *judgement, double factor)
{
    const ReviewValue *best = &judgement->best_value;
    const ReviewValue *played = &judgement->played_value;
    decision->legal = judgement->legal;
    decision->dice = judgement->dice.mean;
    decision->dice_error = judgement->dice.error;
    decision->judged = judgement->judged;
    decision->best = judgement->best;
    decision->best_probability = best->mean;
    decision->best_error = sqrt(factor) * best->error;
    decision->played_probability = played->mean;
    decision->played_error = sqrt(factor) * played->error;
    if (decision->best != decision->played) {
        decision->difference = judgement->difference;
        decision->error = error_of(judgement, factor);
    }
    decision->mistake = decision->judged && decision->difference >= REVIEW_LEAST_LOSS &&
                        decision->difference > REVIEW_ERRORS * decision->error;
    decision->loss = decision->mistake ? decision->difference : 0.0;
    decision->win_probability = played->mean + decision->loss;
}

/* French win probability where the review ends: the result, the value of the last position, or, if it was
 * stopped, that which the last decision left. */
static double value_at_end(const Work *work)
{
    const Review *review = work->review;
    if (review->finished) {
        return evaluation_of_outcome(&review->outcome);
    }
    if (!review->stopped) {
        const ReviewJudgement *last = &work->judgements[review->plies];
        return french((Seat)work->last.header.seat, last->best_value.mean);
    }
    for (uint32_t i = review->plies; i-- > 0;) {
        const ReviewDecision *decision = &review->decisions[i];
        if (decision->judged) {
            return french(decision->seat, decision->played_probability);
        }
    }
    return 0.5;
}

/* From the last decision to the first: the value that follows a decision makes its luck. */
static void add_luck(Review *review)
{
    double next = review->end;
    review->start = review->end;
    for (uint32_t i = review->plies; i-- > 0;) {
        ReviewDecision *decision = &review->decisions[i];
        if (decision->judged) {
            decision->luck = french(decision->seat, next) - decision->played_probability;
            next = french(decision->seat, decision->win_probability);
            review->start = next;
            review->luck += decision->seat == SEAT_FRENCH ? decision->luck : -decision->luck;
        }
    }
}

/* From the last decision to the first, with what has happened up to the next decision of each seat. */
static void add_news(Review *review)
{
    const ReviewDecision *next[SEAT_COUNT] = {NULL, NULL};
    double gone[SEAT_COUNT] = {0.0, 0.0}; /* dice and the other's losses since, for the seat */
    for (uint32_t i = review->plies; i-- > 0;) {
        ReviewDecision *decision = &review->decisions[i];
        const Seat other = seat_other(decision->seat);
        gone[decision->seat] += decision->dice;
        gone[other] += decision->loss - decision->dice;
        if (!decision->judged) {
            continue;
        }
        if (next[decision->seat] != NULL) {
            const double after = next[decision->seat]->win_probability;
            decision->news = after - decision->played_probability - gone[decision->seat];
            decision->news_ply = next[decision->seat]->ply;
        }
        next[decision->seat] = decision;
        gone[decision->seat] = 0.0;
    }
}

static void add_to_seat(ReviewSeat *seat, const ReviewDecision *decision)
{
    seat->decisions++;
    seat->best += decision->best == decision->played ? 1U : 0U;
    seat->mistakes += decision->mistake ? 1U : 0U;
    seat->loss += decision->loss;
    seat->difference += decision->difference;
    seat->difference_error += decision->error * decision->error; /* a square until all are in */
}

static void add_up(Work *work)
{
    Review *review = work->review;
    const double factor = inflation(work);
    for (uint32_t i = 0; i < review->plies; i++) {
        fill_decision(&review->decisions[i], &work->judgements[i], factor);
    }
    review->end = value_at_end(work);
    add_luck(review);
    add_news(review);
    for (uint32_t i = 0; i < review->plies; i++) {
        const ReviewDecision *decision = &review->decisions[i];
        review->skipped += is_judged(work, i) ? 0U : 1U;
        if (decision->judged) {
            add_to_seat(&review->seats[decision->seat], decision);
            review->judged++;
        }
        for (int seat = 0; seat < SEAT_COUNT; seat++) {
            review->seats[seat].dice += (Seat)seat == decision->seat ? decision->dice : -decision->dice;
            review->seats[seat].dice_error += decision->dice_error * decision->dice_error;
        }
    }
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        review->seats[seat].difference_error = sqrt(review->seats[seat].difference_error);
        review->seats[seat].dice_error = sqrt(review->seats[seat].dice_error);
    }
}

/* ------------------------------------------------------------------ turning points */

static int by_size(const void *left, const void *right)
{
    const ReviewTurn *a = left;
    const ReviewTurn *b = right;
    const double difference = fabs(b->swing) - fabs(a->swing);
    return difference > 0.0            ? 1
           : difference < 0.0          ? -1
           : a->decision < b->decision ? -1
           : a->decision > b->decision ? 1
                                       : 0;
}

static int by_ply(const void *left, const void *right)
{
    const ReviewTurn *a = left;
    const ReviewTurn *b = right;
    return a->decision != b->decision ? (a->decision < b->decision ? -1 : 1) : (int)a->by - (int)b->by;
}

/* Keeps a swing if it is among the largest. */
static void offer_turn(Review *review, uint32_t decision, enum review_turn by, double own)
{
    ReviewTurn turns[REVIEW_TURNING_POINTS + 1];
    const double swing = review->decisions[decision].seat == SEAT_FRENCH ? own : -own;
    memcpy(turns, review->turns, review->turn_count * sizeof turns[0]);
    memset(&turns[review->turn_count], 0, sizeof turns[0]);
    turns[review->turn_count].decision = decision;
    turns[review->turn_count].by = by;
    turns[review->turn_count].swing = swing;
    qsort(turns, review->turn_count + 1U, sizeof turns[0], by_size);
    review->turn_count += review->turn_count < REVIEW_TURNING_POINTS ? 1U : 0U;
    memcpy(review->turns, turns, review->turn_count * sizeof turns[0]);
}

static void find_turns(Review *review)
{
    for (uint32_t i = 0; i < review->plies; i++) {
        const ReviewDecision *decision = &review->decisions[i];
        if (decision->mistake) {
            offer_turn(review, i, REVIEW_BY_DECISION, -decision->loss);
        }
        if (fabs(decision->dice) >= LEAST_SWING && fabs(decision->dice) > 2.0 * decision->dice_error) {
            offer_turn(review, i, REVIEW_BY_DICE, decision->dice);
        }
    }
    qsort(review->turns, review->turn_count, sizeof review->turns[0], by_ply);
}

/* Both seats may learn of the same thing, and a seat's news end where its next begin. */
static bool overlaps(const Review *review, const ReviewDecision *decision)
{
    for (uint32_t i = 0; i < review->news_count; i++) {
        const ReviewDecision *other = &review->decisions[review->news[i].decision];
        if (decision->ply < other->news_ply && other->ply < decision->news_ply) {
            return true;
        }
    }
    return false;
}

/* The largest news that overlap none found already. */
static void find_news(Review *review)
{
    while (review->news_count < REVIEW_NEWS) {
        uint32_t best = review->plies;
        for (uint32_t i = 0; i < review->plies; i++) {
            const double size = fabs(review->decisions[i].news);
            if (size >= LEAST_NEWS && (best == review->plies || size > fabs(review->decisions[best].news)) &&
                !overlaps(review, &review->decisions[i])) {
                best = i;
            }
        }
        if (best == review->plies) {
            break;
        }
        const ReviewDecision *decision = &review->decisions[best];
        ReviewTurn *turn = &review->news[review->news_count++];
        turn->decision = best;
        turn->by = REVIEW_BY_NEWS;
        turn->swing = decision->seat == SEAT_FRENCH ? decision->news : -decision->news;
    }
    qsort(review->news, review->news_count, sizeof review->news[0], by_ply);
}

/* Why the best move would have been better than the one played. */
static bool explain_turn(Work *work, ReviewTurn *turn, Err *err)
{
    const ReviewDecision *decision = &work->review->decisions[turn->decision];
    PolicyMove thoughts[2];
    const PolicyMove *const moves[2] = {&thoughts[0], &thoughts[1]};
    StateBuffer view;
    Why why[2];
    const Game *game = &work->review->game;
    history_seek(&work->walks[0], turn->decision);
    game->rules->view(game->data, &work->walks[0].state.header, decision->seat, &view.header);
    review_judge_move(&work->judge, &work->benches[0], &view.header, decision->ply, decision->best,
                      &thoughts[0]);
    review_judge_move(&work->judge, &work->benches[0], &view.header, decision->ply, decision->played,
                      &thoughts[1]);
    const WhyPlan plan = {
        &work->judge.evaluation,          &view.header,    decision->seat, moves, 2, WHY_WORLDS,
        work->plan->seed + decision->ply, work->plan->stop};
    if (!why_explain(&plan, why, err)) {
        return false;
    }
    turn->why = why[0];
    return true;
}

static bool explain_turns(Work *work, Err *err)
{
    Review *review = work->review;
    if (!evaluation_explains(&work->judge.evaluation) || review->stopped) {
        return true;
    }
    for (uint32_t i = 0; i < review->turn_count; i++) {
        if (review->turns[i].by == REVIEW_BY_DECISION && !explain_turn(work, &review->turns[i], err)) {
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ in words */

const char *review_words(const Review *review, uint32_t place) { return review->words.text + place; }

/* Ends a text of the review's words. */
static void end_words(Review *review) { strbuf_add_bytes(&review->words, "", 1); }

static uint32_t add_choice(Review *review, const State *view, Move move)
{
    const uint32_t place = (uint32_t)review->words.length;
    words_choice(&review->game, view, move, &review->words);
    end_words(review);
    return place;
}

/* As whoever decided was asked and saw his choices, by his view. */
static void put_in_words(Work *work, uint32_t index)
{
    Review *review = work->review;
    ReviewDecision *decision = &review->decisions[index];
    StateBuffer view;
    history_seek(&work->walks[0], index);
    review->game.rules->view(review->game.data, &work->walks[0].state.header, decision->seat, &view.header);
    decision->asked_words = (uint32_t)review->words.length;
    words_asked(&review->game, &view.header, &review->words);
    end_words(review);
    decision->played_words = add_choice(review, &view.header, decision->played);
    decision->best_words = decision->judged && decision->best != decision->played
                               ? add_choice(review, &view.header, decision->best)
                               : decision->played_words;
}

static void put_all_in_words(Work *work)
{
    end_words(work->review);
    for (uint32_t i = 0; i < work->review->plies; i++) {
        if (is_judged(work, i)) {
            put_in_words(work, i);
        }
    }
}

/* ------------------------------------------------------------------ the whole */

/* Iterations that the plan or, where it leaves them to it, the game asks for. */
static void settle_effort(Review *review)
{
    if (review->sims == 0) {
        review->sims = effort_of(review->game.rules->id)->review_sims;
    }
}

static bool work_through(Work *work, Err *err)
{
    settle_effort(work->review);
    if (!review_judge_open(&work->judge, &work->review->game, work->review->sims, work->plan->seed,
                           work->plan->stop, err)) {
        return false;
    }
    work->benches = calloc((size_t)work->plan->threads, sizeof *work->benches);
    work->walks = calloc((size_t)work->plan->threads, sizeof *work->walks);
    bool good = (work->benches != NULL && work->walks != NULL) || err_set(err, NULL, NULL, "out of memory");
    for (int i = 0; good && i < work->plan->threads; i++) {
        review_bench_open(&work->benches[i], &work->judge);
        history_walk(&work->walks[i], &work->history, 0);
    }
    if (good) {
        good = survey(work, err) && judge_all(work, err);
        if (good) {
            add_up(work);
            put_all_in_words(work);
            find_turns(work->review);
            find_news(work->review);
            good = explain_turns(work, err);
        }
        for (int i = 0; i < work->plan->threads; i++) {
            review_bench_close(&work->benches[i], &work->judge);
        }
    }
    free(work->benches);
    free(work->walks);
    review_judge_close(&work->judge);
    return good;
}

bool review_run(const ReviewPlan *plan, Review *review, Err *err)
{
    Work work;
    assert(plan->threads > 0);
    memset(&work, 0, sizeof work);
    memset(review, 0, sizeof *review);
    work.plan = plan;
    work.review = review;
    strbuf_init(&review->words);
    review->sims = plan->sims;
    review->seed = plan->seed;
    (void)snprintf(review->file, sizeof review->file, "%s", plan->file);
    const bool good = read_record(&work, err) && work_through(&work, err);
    history_release(&work.history);
    free(work.judgements);
    free(work.worth);
    free(work.moved);
    if (!good) {
        review_release(review);
    }
    return good;
}

void review_release(Review *review)
{
    if (review->game.rules != NULL) {
        game_release(&review->game);
    }
    review->game.rules = NULL;
    free(review->decisions);
    review->decisions = NULL;
    strbuf_release(&review->words);
}
