/* report.c: reading a store for a report: experiments into cells, games into tallies, experiments into
 * meetings. */
#include "eval/report/report.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "engine/json.h"
#include "engine/scenario.h"
#include "eval/report/report_page.h"
#include "eval/report/report_table.h"
#include "eval/run/runner.h"

/* Columns of an experiment that are texts. */
enum text {
    TEXT_GAME,
    TEXT_SCENARIO,
    TEXT_TITLE,
    TEXT_SHA256,
    TEXT_OVERRIDES,
    TEXT_FRENCH,
    TEXT_COALITION,
    TEXT_SEED,
    TEXT_VERSION,
    TEXT_FRENCH_FILES,
    TEXT_COALITION_FILES,
    TEXT_COUNT
};

typedef struct Reader {
    Store *store;
    sqlite3 *database;
    Report *report;
    Err *err;
    uint32_t experiment; /* whose games are counted */
} Reader;

static bool out_of_memory(const Reader *reader)
{
    return err_set(reader->err, store_file(reader->store), NULL, "out of memory");
}

static bool damaged(const Reader *reader, const char *what)
{
    return err_set(reader->err, store_file(reader->store), NULL, "found %s; the store is damaged", what);
}

/* Room for one more in a list of count items; NULL if memory ran out, else the list. New items are all zero.
 */
static void *grow(void *items, uint32_t count, size_t bytes)
{
    const bool full = (count & (count - 1U)) == 0; /* room is the next power of two */
    if (full) {
        items = realloc(items, (count == 0 ? 1U : 2U * (size_t)count) * bytes);
    }
    if (items != NULL) {
        memset((char *)items + count * bytes, 0, bytes);
    }
    return items;
}

/* Appends an item to report->LIST; false if memory ran out, the list is as before then. */
#define APPEND(list, count) append((void **)&(list), &(count), sizeof *(list))
static bool append(void **items, uint32_t *count, size_t bytes)
{
    void *grown = grow(*items, *count, bytes);
    if (grown == NULL) {
        return false;
    }
    *items = grown;
    (*count)++;
    return true;
}

static char *copy(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *result = malloc(size);
    if (result != NULL) {
        memcpy(result, text, size);
    }
    return result;
}

/* ---- overrides ---- */

bool report_overrides_open(const ReportScenario *scenario, JsonDoc *doc)
{
    return json_parse(doc, scenario->overrides, strlen(scenario->overrides), "overrides", NULL);
}

const char *report_override(const JsonDoc *doc, size_t index)
{
    const JsonNode root = json_root(doc);
    const char *text = NULL;
    size_t count = 0;
    if (!json_array(&root, SCENARIO_OVERRIDES_MAX, &count, NULL) || index >= count) {
        return NULL;
    }
    const JsonNode node = json_at(&root, index);
    return json_string(&node, &text, NULL) ? text : NULL;
}

/* ---- scenarios, policies, cells: found, or added ---- */

static bool add_board(const Reader *reader, ReportScenario *scenario)
{
    const char *overrides[SCENARIO_OVERRIDES_MAX];
    size_t count = 0;
    JsonDoc doc;
    if (!report_overrides_open(scenario, &doc)) {
        return damaged(reader, "an experiment whose overrides are no list");
    }
    for (const char *text = NULL;
         count < SCENARIO_OVERRIDES_MAX && (text = report_override(&doc, count)) != NULL;) {
        overrides[count++] = text;
    }
    const bool good = report_board_read(&scenario->board, scenario->game, scenario->name, overrides, count,
                                        scenario->sha256);
    json_release(&doc);
    return good || out_of_memory(reader);
}

static bool find_scenario(const Reader *reader, const char *const texts[TEXT_COUNT], uint32_t *index)
{
    Report *report = reader->report;
    for (*index = 0; *index < report->scenario_count; (*index)++) {
        const ReportScenario *scenario = &report->scenarios[*index];
        if (strcmp(scenario->sha256, texts[TEXT_SHA256]) == 0 &&
            strcmp(scenario->game, texts[TEXT_GAME]) == 0) {
            return true;
        }
    }
    if (!APPEND(report->scenarios, report->scenario_count)) {
        return out_of_memory(reader);
    }
    ReportScenario *scenario = &report->scenarios[*index];
    scenario->game = copy(texts[TEXT_GAME]);
    scenario->name = copy(texts[TEXT_SCENARIO]);
    scenario->title = copy(texts[TEXT_TITLE]);
    scenario->sha256 = copy(texts[TEXT_SHA256]);
    scenario->overrides = copy(texts[TEXT_OVERRIDES]);
    if (scenario->game == NULL || scenario->name == NULL || scenario->title == NULL ||
        scenario->sha256 == NULL || scenario->overrides == NULL) {
        return out_of_memory(reader);
    }
    return add_board(reader, scenario);
}

static bool find_policy(const Reader *reader, const char *const texts[TEXT_COUNT], Seat seat, uint32_t *index)
{
    Report *report = reader->report;
    const char *spec = texts[seat == SEAT_FRENCH ? TEXT_FRENCH : TEXT_COALITION];
    const char *files = texts[seat == SEAT_FRENCH ? TEXT_FRENCH_FILES : TEXT_COALITION_FILES];
    const char *version = texts[TEXT_VERSION];
    for (*index = 0; *index < report->policy_count; (*index)++) {
        const ReportPolicy *policy = &report->policies[*index];
        if (strcmp(policy->spec, spec) == 0 && strcmp(policy->files, files) == 0 &&
            strcmp(policy->version, version) == 0) {
            return true;
        }
    }
    if (!APPEND(report->policies, report->policy_count)) {
        return out_of_memory(reader);
    }
    ReportPolicy *policy = &report->policies[*index];
    policy->spec = copy(spec);
    policy->files = copy(files);
    policy->version = copy(version);
    report->many_versions = report->many_versions ||
                            (policy->version != NULL && strcmp(report->policies[0].version, version) != 0);
    return (policy->spec != NULL && policy->files != NULL && policy->version != NULL) ||
           out_of_memory(reader);
}

static bool find_cell(const Reader *reader, const ReportCell *key, uint32_t *index)
{
    Report *report = reader->report;
    for (*index = 0; *index < report->cell_count; (*index)++) {
        const ReportCell *cell = &report->cells[*index];
        if (cell->scenario == key->scenario && cell->policies[SEAT_FRENCH] == key->policies[SEAT_FRENCH] &&
            cell->policies[SEAT_COALITION] == key->policies[SEAT_COALITION]) {
            return true;
        }
    }
    if (!APPEND(report->cells, report->cell_count)) {
        return out_of_memory(reader);
    }
    report->cells[*index].scenario = key->scenario;
    memcpy(report->cells[*index].policies, key->policies, sizeof key->policies);
    return true;
}

/* ---- experiments ---- */

static bool parse_seed(const char *text, uint64_t *seed)
{
    uint64_t value = 0;
    for (const char *c = text; *c != '\0'; c++) {
        const uint64_t digit = (uint64_t)(*c - '0');
        if (*c < '0' || *c > '9' || value > (UINT64_MAX - digit) / 10) {
            return false;
        }
        value = value * 10 + digit;
    }
    *seed = value;
    return *text != '\0';
}

static bool add_experiment(const Reader *reader, int64_t id, const char *const texts[TEXT_COUNT],
                           bool repeatable)
{
    Report *report = reader->report;
    ReportCell key = {.scenario = 0};
    uint32_t cell = 0;
    uint64_t seed = 0;
    if (!parse_seed(texts[TEXT_SEED], &seed)) {
        return damaged(reader, "an experiment whose seed is no number");
    }
    if (!find_scenario(reader, texts, &key.scenario) ||
        !find_policy(reader, texts, SEAT_FRENCH, &key.policies[SEAT_FRENCH]) ||
        !find_policy(reader, texts, SEAT_COALITION, &key.policies[SEAT_COALITION]) ||
        !find_cell(reader, &key, &cell)) {
        return false;
    }
    if (!APPEND(report->experiments, report->experiment_count)) {
        return out_of_memory(reader);
    }
    ReportExperiment *experiment = &report->experiments[report->experiment_count - 1];
    experiment->id = id;
    experiment->cell = cell;
    experiment->seed = seed;
    experiment->repeatable = repeatable;
    return true;
}

static bool prepare(const Reader *reader, const char *sql, sqlite3_stmt **statement)
{
    return sqlite3_prepare_v2(reader->database, sql, -1, statement, NULL) == SQLITE_OK ||
           store_error(reader->store, "cannot read", reader->err);
}

/* Ends a statement after its last step. */
static bool finish(const Reader *reader, sqlite3_stmt *statement, int step, bool good)
{
    good = good && (step == SQLITE_DONE || store_error(reader->store, "cannot read", reader->err));
    (void)sqlite3_finalize(statement);
    return good;
}

static const char *column(sqlite3_stmt *statement, int index)
{
    const unsigned char *text = sqlite3_column_text(statement, index);
    return text != NULL ? (const char *)text : "";
}

static bool read_experiments(const Reader *reader)
{
    static const char sql[] =
        "SELECT id, repeatable, game, scenario, title, scenario_sha256, overrides, french, coalition, seed,"
        " version, french_files, coalition_files FROM experiment WHERE EXISTS (SELECT 1 FROM game WHERE "
        "game.experiment = id)"
        " OR EXISTS (SELECT 1 FROM crash WHERE crash.experiment = id) ORDER BY id";
    sqlite3_stmt *select = NULL;
    bool good = true;
    if (!prepare(reader, sql, &select)) {
        return false;
    }
    int step = sqlite3_step(select);
    for (; step == SQLITE_ROW && good; step = good ? sqlite3_step(select) : SQLITE_DONE) {
        const char *texts[TEXT_COUNT];
        for (int i = 0; i < TEXT_COUNT; i++) {
            texts[i] = column(select, i + 2);
        }
        good = add_experiment(reader, sqlite3_column_int64(select, 0), texts,
                              sqlite3_column_int(select, 1) != 0);
    }
    return finish(reader, select, step, good);
}

/* ---- games ---- */

static bool take_game(void *context, const StoreGame *game)
{
    Reader *reader = context;
    ReportExperiment *experiment = &reader->report->experiments[reader->experiment];
    experiment->games++;
    experiment->numbers = game->number + 1;
    reader->report->forfeited += game->outcome.grade == OUTCOME_FORFEIT;
    if (!report_tally_add(&reader->report->cells[experiment->cell].tally, game)) {
        return damaged(reader, "results that cannot be counted (memory, or too many different turns)");
    }
    return report_tables_add(reader->report, experiment, game, reader->err);
}

static void take_quarantined(void *context, uint64_t number)
{
    Reader *reader = context;
    Report *report = reader->report;
    ReportExperiment *experiment = &report->experiments[reader->experiment];
    experiment->quarantined++;
    report->quarantined++;
    if (report->quarantine_count < REPORT_QUARANTINED_MAX &&
        APPEND(report->quarantine, report->quarantine_count)) {
        report->quarantine[report->quarantine_count - 1] =
            (ReportQuarantine){reader->experiment, number, runner_game_seed(experiment->seed, number)};
    }
}

static bool read_games(Reader *reader)
{
    Report *report = reader->report;
    for (uint32_t i = 0; i < report->experiment_count; i++) {
        const int64_t id = report->experiments[i].id;
        reader->experiment = i;
        if (!store_each(reader->store, id, UINT64_MAX, take_game, reader, reader->err) || reader->err->set ||
            !store_each_quarantined(reader->store, id, take_quarantined, reader, reader->err)) {
            return false;
        }
        report->games += report->experiments[i].games;
    }
    for (uint32_t i = 0; i < report->cell_count; i++) {
        const ReportCell *cell = &report->cells[i];
        if (!report_tally_merge(&report->scenarios[cell->scenario].tally, &cell->tally)) {
            return out_of_memory(reader);
        }
    }
    return report->games > 0 || report->quarantined > 0 ||
           err_set(reader->err, store_file(reader->store), NULL,
                   "it holds no games yet: there is nothing to report");
}

static uint32_t find_experiment(const Report *report, int64_t id)
{
    uint32_t i = 0;
    while (i < report->experiment_count && report->experiments[i].id != id) {
        i++;
    }
    return i;
}

static bool add_forfeit(const Reader *reader, uint32_t experiment, int winner, const char *reason,
                        uint64_t games)
{
    Report *report = reader->report;
    if (experiment == report->experiment_count || winner < 0 || winner >= SEAT_COUNT) {
        return damaged(reader, "a forfeit that makes no sense");
    }
    if (!APPEND(report->forfeits, report->forfeit_count)) {
        return out_of_memory(reader);
    }
    ReportForfeit *forfeit = &report->forfeits[report->forfeit_count - 1];
    *forfeit = (ReportForfeit){experiment, seat_other((Seat)winner), copy(reason), games};
    return forfeit->reason != NULL || out_of_memory(reader);
}

static bool read_forfeits(const Reader *reader)
{
    static const char sql[] = "SELECT experiment, winner, ifnull(text, ''), count(*) FROM game LEFT JOIN "
                              "reason USING (experiment, number)"
                              " WHERE grade = ?1 GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3 LIMIT ?2";
    sqlite3_stmt *select = NULL;
    bool good = true;
    if (reader->report->forfeited == 0) {
        return true;
    }
    if (!prepare(reader, sql, &select)) {
        return false;
    }
    (void)sqlite3_bind_int(select, 1, OUTCOME_FORFEIT);
    (void)sqlite3_bind_int(select, 2, REPORT_FORFEITS_MAX);
    int step = sqlite3_step(select);
    for (; step == SQLITE_ROW && good; step = good ? sqlite3_step(select) : SQLITE_DONE) {
        good = add_forfeit(reader, find_experiment(reader->report, sqlite3_column_int64(select, 0)),
                           sqlite3_column_int(select, 1), column(select, 2),
                           (uint64_t)sqlite3_column_int64(select, 3));
    }
    return finish(reader, select, step, good);
}

/* ---- meetings ---- */

/* The meeting of a cell's policies; flipped: a plays the Coalition in it. */
static ReportMeeting *find_meeting(Report *report, const ReportCell *cell, bool *flipped)
{
    const uint32_t french = cell->policies[SEAT_FRENCH];
    const uint32_t coalition = cell->policies[SEAT_COALITION];
    const uint32_t a = french < coalition ? french : coalition;
    const uint32_t b = french < coalition ? coalition : french;
    *flipped = french != a;
    for (uint32_t i = 0; i < report->meeting_count; i++) {
        ReportMeeting *meeting = &report->meetings[i];
        if (meeting->scenario == cell->scenario && meeting->a == a && meeting->b == b) {
            return meeting;
        }
    }
    if (!APPEND(report->meetings, report->meeting_count)) {
        return NULL;
    }
    ReportMeeting *meeting = &report->meetings[report->meeting_count - 1];
    meeting->scenario = cell->scenario;
    meeting->a = a;
    meeting->b = b;
    return meeting;
}

static bool are_partners(const Report *report, uint32_t i, uint32_t j)
{
    const ReportExperiment *first = &report->experiments[i];
    const ReportExperiment *second = &report->experiments[j];
    const ReportCell *a = &report->cells[first->cell];
    const ReportCell *b = &report->cells[second->cell];
    return first->partner == 0 && second->partner == 0 && first->seed == second->seed &&
           a->scenario == b->scenario && a->policies[SEAT_FRENCH] == b->policies[SEAT_COALITION] &&
           a->policies[SEAT_COALITION] == b->policies[SEAT_FRENCH] &&
           a->policies[SEAT_FRENCH] != a->policies[SEAT_COALITION];
}

static void find_partners(Report *report)
{
    for (uint32_t i = 0; i < report->experiment_count; i++) {
        for (uint32_t j = i + 1; j < report->experiment_count; j++) {
            if (are_partners(report, i, j)) {
                report->experiments[i].partner = j + 1;
                report->experiments[j].partner = i + 1;
            }
        }
    }
}

/* Results of the games whose number both experiments hold: by winner of the first's, of the second's. */
static bool count_pairs(const Reader *reader, int64_t first, int64_t second,
                        uint64_t pairs[REPORT_RESULTS][REPORT_RESULTS])
{
    static const char sql[] =
        "SELECT a.winner, b.winner, count(*) FROM game AS a JOIN game AS b ON b.number = a.number"
        " WHERE a.experiment = ?1 AND b.experiment = ?2 GROUP BY 1, 2";
    sqlite3_stmt *select = NULL;
    if (!prepare(reader, sql, &select)) {
        return false;
    }
    (void)sqlite3_bind_int64(select, 1, first);
    (void)sqlite3_bind_int64(select, 2, second);
    int step = sqlite3_step(select);
    for (; step == SQLITE_ROW; step = sqlite3_step(select)) {
        const int x = sqlite3_column_int(select, 0); /* store_each has seen that winners are in range */
        const int y = sqlite3_column_int(select, 1);
        if (x >= 0 && x < REPORT_RESULTS && y >= 0 && y < REPORT_RESULTS) {
            pairs[x][y] = (uint64_t)sqlite3_column_int64(select, 2);
        }
    }
    return finish(reader, select, step, true);
}

/* Counts the pairs of two experiments, and takes their games off the single ones. */
static void add_pairs(ReportMeeting *meeting, bool flipped, uint64_t pairs[REPORT_RESULTS][REPORT_RESULTS])
{
    for (int x = 0; x < REPORT_RESULTS; x++) {
        for (int y = 0; y < REPORT_RESULTS; y++) {
            const int of_a = flipped ? y : x; /* winner of the game in which a had the French */
            const int of_b = flipped ? x : y;
            meeting->pairs[of_a][of_b] += pairs[x][y];
            meeting->single[0][of_a] -= pairs[x][y];
            meeting->single[1][of_b] -= pairs[x][y];
        }
    }
}

static bool read_meetings(const Reader *reader)
{
    Report *report = reader->report;
    bool flipped = false;
    for (uint32_t i = 0; i < report->cell_count; i++) {
        ReportMeeting *meeting = find_meeting(report, &report->cells[i], &flipped);
        if (meeting == NULL) {
            return out_of_memory(reader);
        }
        for (int x = 0; x < REPORT_RESULTS; x++) {
            meeting->single[flipped][x] += report->cells[i].tally.wins[x];
        }
    }
    find_partners(report);
    for (uint32_t i = 0; i < report->experiment_count; i++) {
        const ReportExperiment *experiment = &report->experiments[i];
        uint64_t pairs[REPORT_RESULTS][REPORT_RESULTS] = {{0}};
        if (experiment->partner > i + 1) {
            if (!count_pairs(reader, experiment->id, report->experiments[experiment->partner - 1].id,
                             pairs)) {
                return false;
            }
            ReportMeeting *meeting = find_meeting(report, &report->cells[experiment->cell], &flipped);
            add_pairs(meeting, flipped, pairs);
        }
    }
    return true;
}

void report_pentanomial(const ReportMeeting *meeting, uint64_t pairs[ELO_VALUES])
{
    static const int of_french[REPORT_RESULTS] = {2, 0, 1}; /* half points by winner */
    memset(pairs, 0, ELO_VALUES * sizeof pairs[0]);
    for (int x = 0; x < REPORT_RESULTS; x++) {
        for (int y = 0; y < REPORT_RESULTS; y++) {
            pairs[of_french[x] + 2 - of_french[y]] += meeting->pairs[x][y];
        }
    }
}

/* ---- ratings ---- */

static RatingCell rating_cell(const ReportMeeting *meeting)
{
    static const int result[REPORT_RESULTS] = {RATING_WON, RATING_LOST,
                                               RATING_DRAWN}; /* of the French, by winner */
    RatingCell cell = {.a = meeting->a, .b = meeting->b, .scenario = meeting->scenario};
    for (int x = 0; x < REPORT_RESULTS; x++) {
        cell.single[0][result[x]] = meeting->single[0][x];
        cell.single[1][result[x]] = meeting->single[1][x];
        for (int y = 0; y < REPORT_RESULTS; y++) {
            cell.pairs[result[x]][result[y]] = meeting->pairs[x][y];
        }
    }
    return cell;
}

static bool rate(const Reader *reader)
{
    Report *report = reader->report;
    if (report->policy_count > RATING_POLICIES_MAX || report->scenario_count > RATING_SCENARIOS_MAX ||
        report->games == 0) {
        return true;
    }
    RatingCell *cells = calloc(report->meeting_count + 1U, sizeof *cells);
    if (cells == NULL) {
        return out_of_memory(reader);
    }
    for (uint32_t i = 0; i < report->meeting_count; i++) {
        cells[i] = rating_cell(&report->meetings[i]);
    }
    const bool good = rating_fit(cells, report->meeting_count, report->policy_count, report->scenario_count,
                                 &report->ratings, reader->err);
    free(cells);
    report->has_ratings = good;
    return good;
}

/* ---- all ---- */

bool report_read(Store *store, Report *report, Err *err)
{
    Reader reader = {.store = store, .database = store_database(store), .report = report, .err = err};
    memset(report, 0, sizeof *report);
    /* one transaction: a run that goes on meanwhile does not make numbers disagree */
    bool good = sqlite3_exec(reader.database, "BEGIN", NULL, NULL, NULL) == SQLITE_OK ||
                store_error(store, "cannot read", err);
    good = good && read_experiments(&reader) && report_tables_make(report, err) && read_games(&reader) &&
           read_forfeits(&reader) && read_meetings(&reader) && report_openings_read(report, store, err);
    (void)sqlite3_exec(reader.database, "ROLLBACK", NULL, NULL, NULL);
    good = good && rate(&reader) && report_tables_solve(report, err);
    if (!good) {
        report_release(report);
    }
    return good;
}

static void release_scenario(ReportScenario *scenario)
{
    free(scenario->game);
    free(scenario->name);
    free(scenario->title);
    free(scenario->sha256);
    free(scenario->overrides);
    report_tally_release(&scenario->tally);
    openings_release(scenario->openings);
    report_board_release(&scenario->board);
    report_tables_release(scenario);
}

void report_release(Report *report)
{
    for (uint32_t i = 0; i < report->scenario_count; i++) {
        release_scenario(&report->scenarios[i]);
    }
    for (uint32_t i = 0; i < report->policy_count; i++) {
        free(report->policies[i].spec);
        free(report->policies[i].files);
        free(report->policies[i].version);
    }
    for (uint32_t i = 0; i < report->cell_count; i++) {
        report_tally_release(&report->cells[i].tally);
    }
    for (uint32_t i = 0; i < report->forfeit_count; i++) {
        free(report->forfeits[i].reason);
    }
    free(report->scenarios);
    free(report->policies);
    free(report->cells);
    free(report->experiments);
    free(report->meetings);
    free(report->forfeits);
    free(report->quarantine);
    memset(report, 0, sizeof *report);
}
