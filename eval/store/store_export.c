/* store_export.c: see store_export.h. */
#include "eval/store/store_export.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/json.h"
#include "engine/jsonout.h"
#include "eval/run/runner.h"
#include "eval/store/store_internal.h"

/* ------------------------------------------------------------------ experiments */

static void copy_column(sqlite3_stmt *select, int column, char *text, size_t size)
{
    const unsigned char *value = sqlite3_column_text(select, column);
    (void)snprintf(text, size, "%s", value != NULL ? (const char *)value : "");
}

static void release_source(StoreSource *source)
{
    for (size_t i = 0; i < source->override_count; i++) {
        free(source->overrides[i]);
    }
    source->override_count = 0;
    strbuf_release(&source->overrides_json);
}

static char *copy_of(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

static bool read_overrides(StoreSource *source, const char *file, Err *err)
{
    JsonDoc doc;
    size_t count = 0;
    if (!json_parse(&doc, source->overrides_json.text, source->overrides_json.length, file, err)) {
        return false;
    }
    const JsonNode root = json_root(&doc);
    bool good = json_array(&root, SCENARIO_OVERRIDES_MAX, &count, err);
    for (size_t i = 0; good && i < count; i++) {
        const JsonNode item = json_at(&root, i);
        const char *text = NULL;
        good = json_string(&item, &text, err);
        if (good) {
            char *copy = copy_of(text);
            good = copy != NULL || err_set(err, NULL, NULL, "out of memory");
            source->overrides[source->override_count] = copy;
            source->override_count +=
                good ? 1U : 0U; /* NOLINT(clang-analyzer-unix.Malloc): freed with the source */
        }
    }
    json_release(&doc);
    return good;
}

static bool read_source(const Store *store, sqlite3_stmt *select, StoreSource *source, Err *err)
{
    char seed[32];
    char *end = NULL;
    memset(source, 0, sizeof *source);
    strbuf_init(&source->overrides_json);
    source->id = sqlite3_column_int64(select, 0);
    copy_column(select, 1, source->game, sizeof source->game);
    copy_column(select, 2, source->scenario, sizeof source->scenario);
    copy_column(select, 3, source->title, sizeof source->title);
    copy_column(select, 4, source->scenario_sha256, sizeof source->scenario_sha256);
    const unsigned char *overrides = sqlite3_column_text(select, 5);
    strbuf_add(&source->overrides_json, overrides != NULL ? (const char *)overrides : "");
    copy_column(select, 6, source->policies[SEAT_FRENCH], sizeof source->policies[0]);
    copy_column(select, 7, source->policies[SEAT_COALITION], sizeof source->policies[1]);
    copy_column(select, 8, seed, sizeof seed);
    copy_column(select, 9, source->version, sizeof source->version);
    source->repeatable = sqlite3_column_int(select, 10) != 0;
    copy_column(select, 11, source->files[SEAT_FRENCH], sizeof source->files[0]);
    copy_column(select, 12, source->files[SEAT_COALITION], sizeof source->files[0]);
    errno = 0;
    source->seed = strtoull(seed, &end, 10);
    if (errno != 0 || end == seed || *end != '\0') {
        return err_set(err, store->file, NULL,
                       "experiment %" PRId64 ": found the seed \"%s\", expected a whole number", source->id,
                       seed);
    }
    return read_overrides(source, store->file, err);
}

bool store_each_experiment(Store *store, bool (*take)(void *context, const StoreSource *source),
                           void *context, Err *err)
{
    static const char sql[] = "SELECT id, game, scenario, title, scenario_sha256, overrides, french, "
                              "coalition, seed, version, repeatable,"
                              " french_files, coalition_files FROM experiment ORDER BY id";
    sqlite3_stmt *select = NULL;
    if (sqlite3_prepare_v2(store->database, sql, -1, &select, NULL) != SQLITE_OK) {
        return store_error(store, "cannot read", err);
    }
    bool good = true;
    bool more = true;
    int step = SQLITE_DONE;
    while (good && more && (step = sqlite3_step(select)) == SQLITE_ROW) {
        StoreSource source;
        good = read_source(store, select, &source, err);
        more = good && take(context, &source);
        release_source(&source);
    }
    good = good && (step == SQLITE_ROW || step == SQLITE_DONE || store_error(store, "cannot read", err));
    (void)sqlite3_finalize(select);
    return good;
}

bool store_view_begin(Store *store, Err *err) { return store_execute(store, "BEGIN", "cannot read", err); }

/* Makes the policy of a seat, from the files that it was made of. */
static bool make_policy(const StoreSource *source, const Game *game, Seat seat, Policy *policy)
{
    if (!policy_init(policy, game, source->policies[seat], NULL)) {
        return false;
    }
    if (strcmp(policy->sources, source->files[seat]) != 0) {
        policy_release(policy);
        return false;
    }
    return true;
}

bool store_source_policies(const StoreSource *source, const Game *game, Policy policies[SEAT_COUNT])
{
    if (!source->repeatable || !make_policy(source, game, SEAT_FRENCH, &policies[SEAT_FRENCH])) {
        return false;
    }
    if (!make_policy(source, game, SEAT_COALITION, &policies[SEAT_COALITION])) {
        policy_release(&policies[SEAT_FRENCH]);
        return false;
    }
    return true;
}

bool store_moves_open(StoreMoves *moves, Store *store, Err *err)
{
    static const char sql[] = "SELECT moves FROM moves WHERE experiment = ?1 AND number = ?2";
    moves->select = NULL;
    return sqlite3_prepare_v2(store->database, sql, -1, &moves->select, NULL) == SQLITE_OK ||
           store_error(store, "cannot read", err);
}

void store_moves_close(StoreMoves *moves) { (void)sqlite3_finalize(moves->select); }

const uint8_t *store_moves_of(StoreMoves *moves, int64_t experiment, uint64_t number, size_t *count)
{
    (void)sqlite3_reset(moves->select);
    (void)sqlite3_bind_int64(moves->select, 1, experiment);
    (void)sqlite3_bind_int64(moves->select, 2, (sqlite3_int64)number);
    if (sqlite3_step(moves->select) != SQLITE_ROW) {
        return NULL;
    }
    const void *blob = sqlite3_column_blob(moves->select, 0);
    *count = (size_t)sqlite3_column_bytes(moves->select, 0);
    return blob != NULL ? blob : (const void *)"";
}

void store_view_end(Store *store) { (void)store_execute(store, "ROLLBACK", "cannot read", NULL); }

/* Loads the game that an experiment was about; false if there is none any more or it is another one now. */
static bool load_game(const StoreSource *source, Game *game, Err *err)
{
    if (!game_load(game, source->scenario, (const char *const *)source->overrides, source->override_count,
                   err)) {
        return false;
    }
    if (strcmp(game->sha256, source->scenario_sha256) != 0) {
        game_release(game);
        return err_set(err, source->scenario, NULL,
                       "the scenario or its board has changed since experiment %" PRId64
                       " was played (SHA-256 %.12s..., then %.12s...)",
                       source->id, game->sha256, source->scenario_sha256);
    }
    return true;
}

/* ------------------------------------------------------------------ CSV and JSON Lines */

typedef struct Export {
    Store *store;
    enum store_format format;
    FILE *out;
    uint64_t games;
    const StoreSource *source;
    const Game *game; /* NULL: not the one that was played any more */
    StrBuf line;
    Err *err;
} Export;

/* "french", "coalition"; without a winner how the game ended, "draw" or "both_lose". */
static const char *winner_name(const StoreGame *game)
{
    return game->outcome.winner < SEAT_NONE ? seat_name(game->outcome.winner)
                                            : outcome_grade_name(game->outcome.grade);
}

static void add_field(StrBuf *line, const char *text)
{
    if (line->length > 0) {
        strbuf_add_char(line, ',');
    }
    if (strpbrk(text, ",\"\r\n") == NULL) {
        strbuf_add(line, text);
        return;
    }
    strbuf_add_char(line, '"');
    for (const char *c = text; *c != '\0'; c++) {
        strbuf_addf(line, *c == '"' ? "\"\"" : "%c", *c);
    }
    strbuf_add_char(line, '"');
}

static void add_number(StrBuf *line, uint64_t number)
{
    strbuf_addf(line, line->length > 0 ? ",%" PRIu64 : "%" PRIu64, number);
}

static void csv_line(Export *out, const StoreGame *game, const GameSummary *summary)
{
    const StoreSource *source = out->source;
    StrBuf *line = &out->line;
    add_number(line, (uint64_t)source->id);
    add_field(line, source->game);
    add_field(line, source->scenario);
    add_field(line, source->scenario_sha256);
    add_field(line, source->overrides_json.text);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        add_field(line, source->policies[seat]);
        add_field(line, source->files[seat]);
    }
    add_number(line, source->seed);
    add_field(line, source->version);
    add_number(line, game->number);
    add_number(line, runner_game_seed(source->seed, game->number));
    add_field(line, winner_name(game));
    add_field(line, outcome_grade_name(game->outcome.grade));
    strbuf_addf(line, ",%d", game->outcome.turn);
    add_number(line, game->plies);
    add_number(line, summary->lost[SEAT_FRENCH]);
    add_number(line, summary->lost[SEAT_COALITION]);
    strbuf_add_char(line, ',');
    if (game->reason[0] != '\0') {
        line->length--; /* add_field brings its own comma */
        add_field(line, game->reason);
    }
    strbuf_add_char(line, '\n');
}

static void add_names(JsonOut *json, const Export *out, const GameSummary *summary)
{
    const GameRules *rules = out->game->rules;
    const uint32_t cards = rules->card_count != NULL ? rules->card_count(out->game->data) : 0;
    jsonout_key(json, "cards");
    jsonout_begin(json, '{');
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        jsonout_key(json, seat_name((Seat)seat));
        jsonout_begin(json, '[');
        for (uint32_t i = 0; i < cards && i < SUMMARY_CARDS_MAX; i++) {
            if (summary_has_card(summary, (Seat)seat, i)) {
                jsonout_text(json, rules->card_name(out->game->data, i).id);
            }
        }
        jsonout_end(json, ']');
    }
    jsonout_end(json, '}');
    jsonout_key(json, "battles");
    jsonout_begin(json, '{');
    for (uint32_t i = 0; i < summary->place_count; i++) {
        jsonout_key_u64(json, rules->place_name(out->game->data, summary->places[i].place).id,
                        summary->places[i].fights);
    }
    jsonout_end(json, '}');
}

static void json_line(Export *out, const StoreGame *game, const GameSummary *summary)
{
    const StoreSource *source = out->source;
    char seed[32];
    JsonOut json = jsonout_on(&out->line);
    jsonout_begin(&json, '{');
    jsonout_key_i64(&json, "experiment", source->id);
    jsonout_key_text(&json, "game", source->game);
    jsonout_key_text(&json, "scenario", source->scenario);
    jsonout_key_text(&json, "scenario_sha256", source->scenario_sha256);
    jsonout_key_raw(&json, "overrides", source->overrides_json.text);
    jsonout_key_text(&json, "french", source->policies[SEAT_FRENCH]);
    jsonout_key_text(&json, "french_files", source->files[SEAT_FRENCH]);
    jsonout_key_text(&json, "coalition", source->policies[SEAT_COALITION]);
    jsonout_key_text(&json, "coalition_files", source->files[SEAT_COALITION]);
    (void)snprintf(seed, sizeof seed, "%" PRIu64, source->seed);
    jsonout_key_text(&json, "seed", seed); /* as text: JSON numbers lose 64 bits */
    jsonout_key_text(&json, "version", source->version);
    jsonout_key_u64(&json, "number", game->number);
    (void)snprintf(seed, sizeof seed, "%" PRIu64, runner_game_seed(source->seed, game->number));
    jsonout_key_text(&json, "game_seed", seed);
    jsonout_key_text(&json, "winner", winner_name(game));
    jsonout_key_text(&json, "grade", outcome_grade_name(game->outcome.grade));
    jsonout_key_i64(&json, "turn", game->outcome.turn);
    jsonout_key_u64(&json, "plies", game->plies);
    jsonout_key_u64(&json, "french_lost", summary->lost[SEAT_FRENCH]);
    jsonout_key_u64(&json, "coalition_lost", summary->lost[SEAT_COALITION]);
    if (summary->dropped > 0) {
        jsonout_key_u64(&json, "dropped", summary->dropped); /* cards, losses, battles without room */
    }
    if (game->reason[0] != '\0') {
        jsonout_key_text(&json, "reason", game->reason);
    }
    if (out->game != NULL && game->summary_bytes > 0) {
        add_names(&json, out, summary);
    }
    jsonout_end(&json, '}');
    strbuf_add_char(&out->line, '\n');
}

static bool write_game(void *context, const StoreGame *game)
{
    Export *out = context;
    GameSummary summary;
    if (!summary_unpack(&summary, game->summary, game->summary_bytes)) {
        memset(&summary, 0, sizeof summary); /* none was kept */
    }
    strbuf_clear(&out->line);
    if (out->format == STORE_CSV) {
        csv_line(out, game, &summary);
    } else {
        json_line(out, game, &summary);
    }
    out->games++;
    return fwrite(out->line.text, 1, out->line.length, out->out) == out->line.length;
}

static bool write_experiment(void *context, const StoreSource *source)
{
    Export *out = context;
    Game game;
    const bool loaded = out->format == STORE_JSON_LINES && load_game(source, &game, NULL);
    out->source = source;
    out->game = loaded && game.rules->card_count != NULL && game.rules->place_count != NULL ? &game : NULL;
    const bool good = store_each(out->store, source->id, UINT64_MAX, write_game, out, out->err);
    if (loaded) {
        game_release(&game);
    }
    return good && ferror(out->out) == 0;
}

bool store_export(Store *store, enum store_format format, FILE *out, uint64_t *games, Err *err)
{
    static const char header[] = "experiment,game,scenario,scenario_sha256,overrides,french,french_files,"
                                 "coalition,coalition_files,seed,version,number,"
                                 "game_seed,winner,grade,turn,plies,french_lost,coalition_lost,reason\n";
    Err failure;
    err_clear(&failure);
    Export export = {.store = store, .format = format, .out = out, .err = &failure};
    strbuf_init(&export.line);
    bool good = format != STORE_CSV || fputs(header, out) >= 0;
    good = good && store_each_experiment(store, write_experiment, &export, &failure) && !failure.set;
    strbuf_release(&export.line);
    *games = export.games;
    if (failure.set) {
        return err_set(err, failure.file, failure.path, "%s", failure.message);
    }
    return (good && fflush(out) == 0 && ferror(out) == 0) ||
           err_set(err, NULL, NULL, "cannot write the games: %s", strerror(errno));
}

/* ------------------------------------------------------------------ records */

typedef struct Again {
    Store *store;
    StoreRecords *records;
    const StoreSource *source;
    Game game;
    Policy policies[SEAT_COUNT];
    bool has_policies;
    StoreMoves moves;
    RecordInfo info;
    StrBuf record;
    Err *err;
} Again;

/* Plays a game from its kept moves; false if they are not legal. */
static bool play_moves(Again *again, const uint8_t *moves, size_t count, GameResult *result)
{
    const Game *game = &again->game;
    uint8_t log[DICE_LOG_MAX];
    StateBuffer state;
    MoveList legal;
    RecordInfo info = again->info;
    Dice dice = dice_from_stream(rng_derive(result->seed, RNG_PURPOSE_DICE, 0));
    info.has_seed = true;
    info.seed = result->seed;
    dice_record(&dice, log, DICE_LOG_MAX);
    game_setup(game, &state.header, &dice);
    record_write_header(&again->record, &info, &dice);
    for (result->plies = 0; !state.header.over && result->plies < count; result->plies++) {
        const Seat seat = (Seat)state.header.seat;
        (void)game_legal(game, &state.header, &legal);
        if (moves[result->plies] >= legal.count) {
            return false;
        }
        const Move move = legal.moves[moves[result->plies]];
        dice_record(&dice, log, DICE_LOG_MAX);
        game_apply(game, &state.header, move, &dice);
        record_write_decision(&again->record, game, result->plies + 1, seat, move, &dice);
    }
    result->outcome = game_outcome(game, &state.header);
    return true;
}

static void end_record(Again *again, const StoreGame *stored, GameResult *result)
{
    if (stored->outcome.grade == OUTCOME_FORFEIT) {
        result->outcome = stored->outcome; /* whoever gave up made no move */
        record_write_forfeit(&again->record, &stored->outcome, stored->reason);
    } else {
        record_write_outcome(&again->record, &result->outcome);
    }
}

/* Plays the game again; false if there is no way to. */
static bool play_again(Again *again, const StoreGame *stored, GameResult *result)
{
    memset(result, 0, sizeof *result);
    result->seed = runner_game_seed(again->source->seed, stored->number);
    strbuf_clear(&again->record);
    size_t count = 0;
    const uint8_t *moves = store_moves_of(&again->moves, again->source->id, stored->number, &count);
    if (moves != NULL) {
        const bool legal = play_moves(again, moves, count, result);
        end_record(again, stored, result);
        result->plies = legal ? result->plies : UINT32_MAX; /* differs from what the store says */
        return true;
    }
    if (!again->source->repeatable || !again->has_policies) {
        return false;
    }
    const GamePlan plan = {.game = &again->game,
                           .policies = {&again->policies[SEAT_FRENCH], &again->policies[SEAT_COALITION]},
                           .seed = result->seed,
                           .record = &again->record,
                           .info = &again->info};
    *result = runner_play(&plan);
    return true;
}

static bool save(Again *again, uint64_t number)
{
    char path[STORE_NAME_BYTES];
    const int length = snprintf(path, sizeof path, "%s/%" PRId64 "-%08" PRIu64 ".jsonl",
                                again->records->folder, again->source->id, number);
    return (length > 0 && (size_t)length < sizeof path)
               ? record_save(&again->record, path, again->err)
               : err_set(again->err, again->records->folder, NULL, "the folder's name is too long");
}

static bool take_game(void *context, const StoreGame *stored)
{
    Again *again = context;
    GameResult result;
    if (again->records->one && stored->number != again->records->number) {
        return true;
    }
    if (!play_again(again, stored, &result)) {
        again->records->impossible++;
        return true;
    }
    const Outcome *outcome = &result.outcome;
    if (outcome->winner != stored->outcome.winner || outcome->grade != stored->outcome.grade ||
        outcome->turn != stored->outcome.turn || result.plies != stored->plies) {
        return err_set(again->err, again->store->file, NULL,
                       "game %" PRIu64 " of experiment %" PRId64 " (seed %" PRIu64
                       ") ended otherwise when it was played again",
                       stored->number, again->source->id, result.seed);
    }
    again->records->written++;
    return save(again, stored->number);
}

static bool take_experiment(void *context, const StoreSource *source)
{
    Again *again = context;
    if (again->records->experiment != 0 && source->id != again->records->experiment) {
        return true;
    }
    if (!load_game(source, &again->game, again->err)) {
        return false;
    }
    again->source = source;
    again->info = (RecordInfo){
        .game = &again->game,
        .overrides = (const char *const *)source->overrides,
        .override_count = source->override_count,
        .policies = {source->policies[SEAT_FRENCH], source->policies[SEAT_COALITION]},
    };
    again->has_policies = store_source_policies(source, &again->game, again->policies);
    const bool good = store_each(again->store, source->id, UINT64_MAX, take_game, again, again->err);
    if (again->has_policies) {
        policy_release(&again->policies[SEAT_FRENCH]);
        policy_release(&again->policies[SEAT_COALITION]);
    }
    game_release(&again->game);
    return good && !again->err->set;
}

bool store_export_records(Store *store, StoreRecords *records, Err *err)
{
    Err failure;
    err_clear(&failure);
    Again again = {.store = store, .records = records, .err = &failure};
    records->written = 0;
    records->impossible = 0;
    strbuf_init(&again.record);
    bool good = store_moves_open(&again.moves, store, &failure);
    if (good) {
        good = store_each_experiment(store, take_experiment, &again, &failure);
        store_moves_close(&again.moves);
    }
    strbuf_release(&again.record);
    return (good && !failure.set) || err_set(err, failure.file, failure.path, "%s", failure.message);
}
