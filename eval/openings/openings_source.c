/* openings_source.c: games from a store, from records, from a position. */
#include "eval/openings/openings_source.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/replay.h"
#include "engine/version.h"
#include "eval/run/jobs.h"
#include "eval/run/runner.h"
#include "eval/store/store_export.h"

static bool out_of_memory(Err *err) { return err_set(err, NULL, NULL, "out of memory"); }

static bool is_stopped(const OpeningsSource *source)
{
    return source->stop != NULL && atomic_load_explicit(source->stop, memory_order_relaxed);
}

static bool is_asked_for(const OpeningsFilter *filter, Seat seat, const char *name)
{
    bool found = filter->counts[seat] == 0;
    for (size_t i = 0; i < filter->counts[seat]; i++) {
        found = found || strcmp(filter->names[seat][i], name) == 0;
    }
    return found;
}

/* ------------------------------------------------------------------ pairs of players */

/* Numbers of the pairs of players met so far. */
typedef struct Pairs {
    uint32_t count;
    char (*names)[SEAT_COUNT][RECORD_POLICY_BYTES]; /* owned */
} Pairs;

/* Number of a pair; UINT32_MAX without memory. */
static uint32_t pair_of(Pairs *pairs, const char *french, const char *coalition)
{
    for (uint32_t i = 0; i < pairs->count; i++) {
        if (strcmp(pairs->names[i][SEAT_FRENCH], french) == 0 &&
            strcmp(pairs->names[i][SEAT_COALITION], coalition) == 0) {
            return i;
        }
    }
    void *grown = realloc(pairs->names, (pairs->count + 1U) * sizeof *pairs->names);
    if (grown == NULL) {
        return UINT32_MAX;
    }
    pairs->names = grown;
    (void)snprintf(pairs->names[pairs->count][SEAT_FRENCH], RECORD_POLICY_BYTES, "%s", french);
    (void)snprintf(pairs->names[pairs->count][SEAT_COALITION], RECORD_POLICY_BYTES, "%s", coalition);
    return pairs->count++;
}

/* Runs jobs all the way, unless they are stopped or something failed. */
static bool run_jobs(const JobsPlan *jobs, const OpeningsSource *source, const bool *failed, Err *err)
{
    uint64_t emitted = 0;
    if (!jobs_run(jobs, &emitted, err) || *failed) {
        return false;
    }
    return emitted == jobs->count || is_stopped(source) ||
           err_set(err, NULL, NULL, "a player could not play its game to the end");
}

/* ------------------------------------------------------------------ a store */

/* A game whose players are asked again. */
typedef struct Asked {
    uint64_t number;
    Outcome outcome;
    uint32_t plies;
} Asked;

typedef struct FromStore {
    Openings *openings;
    OpeningsSource *source;
    Store *store;
    StoreMoves moves;
    Pairs pairs;
    Err *err;
    PlanWatch *watch; /* for games with moves */
    uint64_t done;
    /* of the experiment at hand: */
    const StoreSource *experiment;
    Policy policies[SEAT_COUNT];
    bool has_policies;
    uint32_t cell;
    uint64_t games;
    Asked *asked; /* owned */
    uint64_t asked_count, asked_room;
    bool failed;
} FromStore;

static bool add_game(FromStore *from, const PlanWatch *watch, uint64_t number, const Outcome *outcome)
{
    char source[OPENING_SOURCE_BYTES];
    (void)snprintf(source, sizeof source, "experiment %" PRId64 ", game %" PRIu64, from->experiment->id,
                   number);
    const OpeningEntry entry = {watch, *outcome, from->cell, source};
    if (!openings_add(from->openings, &entry)) {
        from->failed = true;
        return out_of_memory(from->err);
    }
    if (from->source->listener != NULL) {
        from->source->listener(from->source->context, ++from->done);
    }
    return true;
}

/* Plays the first turn of a game from its kept moves; false and err if they are not legal. */
static bool play_moves(FromStore *from, const StoreGame *stored, const uint8_t *moves, size_t count)
{
    const Game *game = from->openings->game;
    StateBuffer state;
    StateBuffer before;
    MoveList legal;
    Dice dice = dice_from_stream(
        rng_derive(runner_game_seed(from->experiment->seed, stored->number), RNG_PURPOSE_DICE, 0));
    game_setup(game, &state.header, &dice);
    plan_watch_begin(from->watch, game, &state.header, 0, SEAT_BOTH, from->openings->wish.turns);
    bool more = !state.header.over;
    for (size_t i = 0; more && i < count && !state.header.over; i++) {
        (void)game_legal(game, &state.header, &legal);
        if (moves[i] >= legal.count) {
            from->failed = true;
            return err_set(from->err, store_file(from->store), NULL,
                           "game %" PRIu64 " of experiment %" PRId64 ": decision %zu is not legal any more",
                           stored->number, from->experiment->id, i + 1);
        }
        memcpy(&before, &state, game->rules->state_bytes);
        game_apply(game, &state.header, legal.moves[moves[i]], &dice);
        more = plan_watch_move(from->watch, &before.header, legal.moves[moves[i]], &state.header);
    }
    plan_watch_end(from->watch);
    return true;
}

static bool put_off(FromStore *from, const StoreGame *stored)
{
    if (from->asked_count == from->asked_room) {
        const uint64_t room = from->asked_room == 0 ? 256 : 2 * from->asked_room;
        Asked *grown = realloc(from->asked, room * sizeof *grown);
        if (grown == NULL) {
            from->failed = true;
            return out_of_memory(from->err);
        }
        from->asked = grown;
        from->asked_room = room;
    }
    from->asked[from->asked_count++] = (Asked){stored->number, stored->outcome, stored->plies};
    return true;
}

static bool take_game(void *context, const StoreGame *stored)
{
    FromStore *from = context;
    size_t count = 0;
    if (from->games >= from->source->games || is_stopped(from->source)) {
        return false;
    }
    from->games++;
    const uint8_t *moves = store_moves_of(&from->moves, from->experiment->id, stored->number, &count);
    if (moves != NULL) {
        return play_moves(from, stored, moves, count) &&
               add_game(from, from->watch, stored->number, &stored->outcome);
    }
    if (!from->has_policies) {
        from->source->impossible++;
        return true;
    }
    return put_off(from, stored);
}

/* ---- players asked again, several games at a time ---- */

typedef struct AskedWatch {
    PlanWatch *watch;
    const Openings *openings;
} AskedWatch;

static bool watch_asked(void *context, const State *before, Move move, const State *after)
{
    AskedWatch *asked = context;
    if (asked->watch->game == NULL) {
        plan_watch_begin(asked->watch, asked->openings->game, before, 0, SEAT_BOTH,
                         asked->openings->wish.turns);
    }
    return plan_watch_move(asked->watch, before, move, after);
}

static GamePlan asked_plan(const FromStore *from, uint64_t number)
{
    return (GamePlan){.game = from->openings->game,
                      .policies = {&from->policies[SEAT_FRENCH], &from->policies[SEAT_COALITION]},
                      .seed = runner_game_seed(from->experiment->seed, number),
                      .stop = from->source->stop};
}

static bool ask_again(void *context, int thread, uint64_t index, void *result)
{
    const FromStore *from = context;
    AskedWatch asked = {result, from->openings};
    (void)thread;
    asked.watch->game = NULL;
    GamePlan plan = asked_plan(from, from->asked[index].number);
    plan.watch = watch_asked;
    plan.context = &asked;
    (void)runner_play(&plan);
    if (asked.watch->game == NULL || is_stopped(from->source)) {
        return false;
    }
    plan_watch_end(asked.watch);
    return true;
}

static bool take_asked(void *context, uint64_t index, const void *result)
{
    FromStore *from = context;
    return add_game(from, result, from->asked[index].number, &from->asked[index].outcome);
}

/* Plays one game to its end: whether it ends as the store says. */
static bool check_asked(FromStore *from, const Asked *asked)
{
    const GamePlan plan = asked_plan(from, asked->number);
    const GameResult result = runner_play(&plan);
    if (result.status == RUNNER_STOPPED) {
        return true;
    }
    if (runner_has_outcome(&result) && result.plies == asked->plies &&
        result.outcome.winner == asked->outcome.winner && result.outcome.grade == asked->outcome.grade &&
        result.outcome.turn == asked->outcome.turn) {
        return true;
    }
    from->failed = true;
    return err_set(from->err, store_file(from->store), NULL,
                   "game %" PRIu64 " of experiment %" PRId64
                   " ended otherwise when it was played again: rules or players have changed since",
                   asked->number, from->experiment->id);
}

static bool ask_all(FromStore *from)
{
    if (from->asked_count == 0 || is_stopped(from->source)) {
        return true;
    }
    if (!check_asked(from, &from->asked[0])) {
        return false;
    }
    const JobsPlan jobs = {.count = from->asked_count,
                           .threads = from->source->threads,
                           .result_bytes = sizeof(PlanWatch),
                           .context = from,
                           .stop = from->source->stop,
                           .run = ask_again,
                           .emit = take_asked};
    return run_jobs(&jobs, from->source, &from->failed, from->err);
}

static void make_players(FromStore *from, const StoreSource *experiment)
{
    from->has_policies = strcmp(experiment->version, MARSHAL_VERSION) == 0 &&
                         store_source_policies(experiment, from->openings->game, from->policies);
    if (from->has_policies && from->source->only_moves &&
        (from->policies[SEAT_FRENCH].kind->searches || from->policies[SEAT_COALITION].kind->searches)) {
        policy_release(&from->policies[SEAT_FRENCH]);
        policy_release(&from->policies[SEAT_COALITION]);
        from->has_policies = false;
    }
}

static bool take_experiment(void *context, const StoreSource *experiment)
{
    FromStore *from = context;
    if (strcmp(experiment->scenario_sha256, from->openings->game->sha256) != 0 ||
        !is_asked_for(&from->source->filter, SEAT_FRENCH, experiment->policies[SEAT_FRENCH]) ||
        !is_asked_for(&from->source->filter, SEAT_COALITION, experiment->policies[SEAT_COALITION])) {
        from->source->others++;
        return true;
    }
    from->cell =
        pair_of(&from->pairs, experiment->policies[SEAT_FRENCH], experiment->policies[SEAT_COALITION]);
    if (from->cell == UINT32_MAX) {
        from->failed = true;
        return out_of_memory(from->err);
    }
    from->experiment = experiment;
    from->games = 0;
    from->asked_count = 0;
    make_players(from, experiment);
    const bool good = store_each(from->store, experiment->id, UINT64_MAX, take_game, from, from->err) &&
                      !from->failed && ask_all(from);
    if (from->has_policies) {
        policy_release(&from->policies[SEAT_FRENCH]);
        policy_release(&from->policies[SEAT_COALITION]);
    }
    return good && !is_stopped(from->source);
}

bool openings_add_store(Openings *openings, Store *store, OpeningsSource *source, Err *err)
{
    Err failure;
    err_clear(&failure);
    FromStore from = {.openings = openings, .source = source, .store = store, .err = &failure};
    source->impossible = 0;
    source->others = 0;
    from.watch = malloc(sizeof *from.watch);
    bool good = from.watch != NULL || out_of_memory(&failure);
    if (good && store_moves_open(&from.moves, store, &failure)) {
        good = store_each_experiment(store, take_experiment, &from, &failure);
        store_moves_close(&from.moves);
    }
    source->cells = from.pairs.count;
    free(from.pairs.names);
    free(from.asked);
    free(from.watch);
    return (good && !failure.set) || err_set(err, failure.file, failure.path, "%s", failure.message);
}

/* ------------------------------------------------------------------ records */

typedef struct FromRecords {
    Openings *openings;
    OpeningsSource *source;
    Pairs pairs;
    PlanWatch *watch;
    Replay *replay;
    uint64_t records; /* looked at so far */
} FromRecords;

/* Plays a record from where it is to its end. */
static bool play_record(FromRecords *from, Err *err)
{
    Replay *replay = from->replay;
    StateBuffer before;
    enum replay_status status = REPLAY_END;
    plan_watch_begin(from->watch, from->openings->game, &replay->state.header, 0, SEAT_BOTH,
                     from->openings->wish.turns);
    bool more = true;
    while ((status = replay_next(replay, err)) == REPLAY_DECISION) {
        memcpy(&before, &replay->state, replay->game.rules->state_bytes);
        if (!replay_apply(replay, err)) {
            return false;
        }
        more = more && plan_watch_move(from->watch, &before.header, replay->move, &replay->state.header);
    }
    plan_watch_end(from->watch);
    return status == REPLAY_END;
}

static bool add_record(FromRecords *from, const char *name, Err *err)
{
    Replay *replay = from->replay;
    const RecordHeader *header = &replay->record.header;
    if (strcmp(replay->game.sha256, from->openings->game->sha256) != 0 ||
        !is_asked_for(&from->source->filter, SEAT_FRENCH, header->policies[SEAT_FRENCH]) ||
        !is_asked_for(&from->source->filter, SEAT_COALITION, header->policies[SEAT_COALITION])) {
        from->source->others++;
        return true;
    }
    if (!play_record(from, err)) {
        return false;
    }
    if (!replay->complete) {
        from->source->impossible++;
        return true;
    }
    const uint32_t cell =
        pair_of(&from->pairs, header->policies[SEAT_FRENCH], header->policies[SEAT_COALITION]);
    const OpeningEntry entry = {from->watch, replay->outcome, cell, name};
    return (cell != UINT32_MAX && openings_add(from->openings, &entry)) || out_of_memory(err);
}

static bool read_record(FromRecords *from, const char *path, const char *name, Err *err)
{
    if (!record_looks_like_one(path)) {
        from->source->others++;
        return true;
    }
    if (!replay_open(from->replay, path, NULL, false, err)) {
        return false;
    }
    const bool good = add_record(from, name, err);
    replay_release(from->replay);
    return good;
}

/* One record of the folder, unless there are enough. */
static bool take_record(void *context, const char *path, const char *name, Err *err)
{
    FromRecords *from = context;
    if (from->openings->games >= from->source->games || is_stopped(from->source)) {
        return true;
    }
    const bool good = read_record(from, path, name, err);
    from->records++;
    if (from->source->listener != NULL) {
        from->source->listener(from->source->context, from->records);
    }
    return good;
}

bool openings_add_records(Openings *openings, const char *folder, OpeningsSource *source, Err *err)
{
    FromRecords from = {.openings = openings, .source = source};
    source->impossible = 0;
    source->others = 0;
    from.watch = malloc(sizeof *from.watch);
    from.replay = malloc(sizeof *from.replay);
    const bool room = from.watch != NULL && from.replay != NULL;
    const bool good = room ? record_each(folder, take_record, &from, err) : out_of_memory(err);
    source->cells = from.pairs.count;
    free(from.pairs.names);
    free(from.watch);
    free(from.replay);
    return good;
}

/* ------------------------------------------------------------------ from a position */

typedef struct FromPosition {
    Openings *openings;
    OpeningsSource *source;
    const OpeningsFrom *from;
    Seat seat;
    Err *err;
    bool failed;
} FromPosition;

typedef struct Continued {
    PlanWatch watch;
    Outcome outcome;
} Continued;

static bool watch_on(void *context, const State *before, Move move, const State *after)
{
    return plan_watch_move(context, before, move, after);
}

static bool play_on(void *context, int thread, uint64_t index, void *result)
{
    const FromPosition *position = context;
    const OpeningsFrom *from = position->from;
    const Game *game = position->openings->game;
    const Policy *policy = &from->policies[index / position->source->games];
    const uint64_t seed = runner_game_seed(from->seed, index % position->source->games);
    Continued *continued = result;
    StateBuffer world;
    Rng rng = rng_derive(seed, RNG_PURPOSE_ANALYSIS, 0);
    (void)thread;
    game->rules->view(game->data, from->state, position->seat, &world.header);
    game->rules->determinize(game->data, &world.header, position->seat, &rng);
    plan_watch_begin(&continued->watch, game, &world.header, from->plies, position->seat,
                     position->openings->wish.turns);
    GamePlan plan = {.game = game,
                     .policies = {policy, policy},
                     .seed = seed,
                     .stop = position->source->stop,
                     .start = &world.header,
                     .start_plies = from->plies,
                     .watch = watch_on,
                     .context = &continued->watch};
    GameResult end = runner_play(&plan);
    if (end.status == RUNNER_STOPPED && !is_stopped(position->source)) {
        StateBuffer now;
        memcpy(&now, &continued->watch.now, game->rules->state_bytes);
        /* dice of their own: those of the turn must not fall again */
        GamePlan rest = {.game = game,
                         .policies = {from->then, from->then},
                         .seed = runner_game_seed(~from->seed, index % position->source->games),
                         .stop = position->source->stop,
                         .start = &now.header,
                         .start_plies = continued->watch.plies};
        end = runner_play(&rest);
    }
    plan_watch_end(&continued->watch);
    continued->outcome = end.outcome;
    return runner_has_outcome(&end);
}

static bool take_continued(void *context, uint64_t index, const void *result)
{
    FromPosition *position = context;
    const Continued *continued = result;
    char source[OPENING_SOURCE_BYTES];
    const uint64_t games = position->source->games;
    (void)snprintf(source, sizeof source, "%.100s, game %" PRIu64,
                   position->from->policies[index / games].spec, index % games);
    const OpeningEntry entry = {&continued->watch, continued->outcome, (uint32_t)(index / games), source};
    if (!openings_add(position->openings, &entry)) {
        position->failed = true;
        return out_of_memory(position->err);
    }
    if (position->source->listener != NULL) {
        position->source->listener(position->source->context, index + 1);
    }
    return true;
}

bool openings_add_from(Openings *openings, const OpeningsFrom *from, OpeningsSource *source, Err *err)
{
    FromPosition position = {openings, source, from, (Seat)from->state->seat, err, false};
    assert(from->count > 0 && source->games > 0);
    if (from->state->over || !seat_plays(position.seat)) {
        return err_set(err, NULL, NULL, "the game is over there: there is nothing to plan");
    }
    source->impossible = 0;
    source->others = 0;
    source->cells = (uint32_t)from->count;
    const JobsPlan jobs = {.count = from->count * source->games,
                           .threads = source->threads,
                           .result_bytes = sizeof(Continued),
                           .context = &position,
                           .stop = source->stop,
                           .run = play_on,
                           .emit = take_continued};
    return run_jobs(&jobs, source, &position.failed, err);
}
