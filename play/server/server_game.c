/* server_game.c: games of the web server and their thinkers. */
#include "play/server/server_game.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/effort.h"
#include "engine/memory.h"
#include "engine/scenario.h"
#include "play/server/server_puzzles.h"
#include "play/server/server_shelf.h"

/* ---- keys ---- */

static bool random_key(char key[SERVER_KEY_BYTES])
{
    uint8_t bytes[(SERVER_KEY_BYTES - 1) / 2];
    FILE *file = fopen("/dev/urandom", "rb");
    const bool drawn = file != NULL && fread(bytes, 1, sizeof bytes, file) == sizeof bytes;
    if (file != NULL) {
        (void)fclose(file);
    }
    for (size_t i = 0; drawn && i < sizeof bytes; i++) {
        (void)snprintf(key + 2 * i, 3, "%02x", bytes[i]);
    }
    return drawn;
}

/* Compares without telling by its time how much was right. */
static bool same_key(const char *a, const char *b)
{
    unsigned different = 0;
    if (strlen(a) != SERVER_KEY_BYTES - 1 || strlen(b) != SERVER_KEY_BYTES - 1) {
        return false;
    }
    for (size_t i = 0; i < SERVER_KEY_BYTES - 1; i++) {
        different |= (unsigned)(unsigned char)a[i] ^ (unsigned)(unsigned char)b[i];
    }
    return different == 0;
}

Seat server_game_seat(const ServerGame *game, const char *key)
{
    static const Seat seats[] = {SEAT_FRENCH, SEAT_COALITION, SEAT_BOTH};
    for (size_t i = 0; i < sizeof seats / sizeof seats[0]; i++) {
        if (game->keys[seats[i]][0] != '\0' && same_key(key, game->keys[seats[i]])) {
            return seats[i];
        }
    }
    return SEAT_NONE;
}

bool server_game_is_open(const ServerGame *game)
{
    const Session *session = game->session;
    return session_is_over(session) || (!session->human[SEAT_FRENCH] && !session->human[SEAT_COALITION]);
}

void server_game_record(const ServerGame *game, StrBuf *out)
{
    if (game->source.length > 0) {
        strbuf_add_bytes(out, game->source.text, game->source.length);
    } else {
        session_record(game->session, out);
    }
}

void server_game_deal_keys(ServerGame *game)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        char *key = game->keys[seat];
        const bool has_one = game->session->human[seat] && (key[0] != '\0' || random_key(key));
        if (!has_one) {
            key[0] = '\0';
        }
    }
}

/* ---- policies from outside ---- */

static bool one_of(const char *text, size_t length, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (strlen(*words) == length && strncmp(*words, text, length) == 0) {
            return true;
        }
    }
    return false;
}

/* "key=value" or a bare value: only harmless characters, only keys that cost nothing but bounded time. */
static bool option_allowed(const char *text, size_t length)
{
    static const char *const keys[] = {"sims", "time", "noise", "strategy", "n", NULL};
    const char *equals = memchr(text, '=', length);
    const char *value = equals != NULL ? equals + 1 : text;
    const size_t left = length - (size_t)(value - text);
    if ((equals != NULL && !one_of(text, (size_t)(equals - text), keys)) || left == 0 || left > 40) {
        return false;
    }
    for (size_t i = 0; i < left; i++) {
        const char c = value[i];
        const bool fine = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || (c == '.' && i > 0);
        if (!fine) {
            return false;
        }
    }
    const bool counts = equals != NULL && (text[0] == 's' && text[1] == 'i');
    const bool lasts = equals != NULL && text[0] == 't';
    const double number = strtod(value, NULL);
    return !(counts && !(number >= 1 && number <= 200000)) && !(lasts && !(number > 0 && number <= 60));
}

bool server_policy_allowed(const char *spec, Err *err)
{
    static const char *const kinds[] = {"random", "heuristic", "level", "mcts", NULL};
    const size_t name = strcspn(spec, ":");
    bool fine = strlen(spec) < 128 && one_of(spec, name, kinds);
    if (strcmp(spec, SESSION_HUMAN) == 0) {
        return true;
    }
    const char *at = spec[name] == ':' ? spec + name + 1 : NULL;
    while (fine && at != NULL) {
        const size_t length = strcspn(at, ",");
        fine = option_allowed(at, length);
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    return fine || err_set(err, NULL, NULL,
                           "policy \"%.60s\": expected human, random, heuristic[:strategy=NAME], level:N, "
                           "mcts:sims=N (up to "
                           "200000) or mcts:time=SECONDS (up to 60)",
                           spec);
}

/* ---- the thinker ---- */

typedef struct Thinker {
    ServerGame *game;
    SessionQuery query;
    PolicyReport report;
    uint32_t best_count;
    uint32_t best[SERVER_BEST_MAX]; /* indices into the report, when reasons were looked for */
    Why why[SERVER_BEST_MAX];
} Thinker;

enum { REASON_WORLDS = 24 };

static const double HEAR_EVERY = 0.2; /* seconds between two looks at what a policy thinks */

enum task { TASK_NONE, TASK_MOVE, TASK_ADVISE };

static enum task next_task(const ServerGame *game)
{
    const Session *session = game->session;
    if (game->review || session_is_over(session)) {
        return TASK_NONE;
    }
    if (!session_human_acts(session)) {
        return game->paused ? TASK_NONE : TASK_MOVE;
    }
    const bool known = game->advice.version == session->version;
    if (game->hint && !(known && game->advice.deep)) {
        return TASK_ADVISE;
    }
    return game->bar && !known ? TASK_ADVISE : TASK_NONE;
}

/* Lets some time pass, or until somebody wakes the thinker (locked). */
static void pause_for(ServerGame *game, uint32_t milliseconds)
{
    struct timespec until;
    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(milliseconds % 1000U) * 1000000L;
    until.tv_sec += (time_t)(milliseconds / 1000U) + until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    const uint64_t version = game->session->version;
    while (!game->quit && !game->paused && game->session->version == version &&
           pthread_cond_timedwait(&game->wake, &game->lock, &until) != ETIMEDOUT) {
    }
}

/* Looks for the reasons behind the best moves of the report. */
static void explain(Thinker *thinker)
{
    const PolicyMove *moves[SERVER_BEST_MAX];
    const ServerGame *game = thinker->game;
    Err err;
    err_clear(&err);
    thinker->best_count = 0;
    if (!thinker->report.filled || !evaluation_explains(&game->evaluation)) {
        return;
    }
    const uint32_t count = policy_best(&thinker->report, SERVER_BEST_MAX, thinker->best);
    for (uint32_t i = 0; i < count; i++) {
        moves[i] = &thinker->report.moves[thinker->best[i]];
    }
    const WhyPlan plan = {.evaluation = &game->evaluation,
                          .view = &thinker->query.view.header,
                          .seat = thinker->query.query.seat,
                          .moves = moves,
                          .count = count,
                          .worlds = REASON_WORLDS,
                          .seed = thinker->query.query.ply,
                          .stop = &game->stop};
    thinker->best_count = count > 0 && why_explain(&plan, thinker->why, &err) ? count : 0;
}

/* Keeps what the policy makes of its decision so far (locked). */
static void keep_idea(ServerGame *game, const SessionQuery *query, const PolicyReport *report)
{
    uint32_t best = 0;
    ServerIdea *idea = &game->idea;
    if (!report->filled || policy_best(report, 1, &best) == 0) {
        return;
    }
    const PolicyMove *move = &report->moves[best];
    idea->known = true;
    idea->seat = query->query.seat;
    idea->ply = query->query.ply - 1;
    idea->win = report->win_probability;
    idea->iterations = report->iterations;
    idea->count = move->line_count;
    memcpy(idea->line, move->line, sizeof idea->line);
}

/* In the thinker's thread, while a policy thinks. */
static void hear(void *context, const PolicyReport *report)
{
    Thinker *thinker = context;
    ServerGame *game = thinker->game;
    (void)pthread_mutex_lock(&game->lock);
    if (thinker->query.version == game->session->version) {
        keep_idea(game, &thinker->query, report);
    }
    (void)pthread_mutex_unlock(&game->lock);
}

/* Thinks without the lock (locked before and after). */
static Move think(Thinker *thinker, const Policy *policy, void *mind, bool reasons)
{
    ServerGame *game = thinker->game;
    const PolicyWatch watch = {HEAR_EVERY, hear, thinker};
    atomic_store(&game->stop, false);
    session_query(game->session, &thinker->query, &game->stop, &thinker->report);
    thinker->query.query.watch = game->analysing ? NULL : &watch;
    game->thinking = true;
    game->thinking_for = thinker->query.query.seat;
    (void)clock_gettime(CLOCK_MONOTONIC, &game->since);
    (void)pthread_mutex_unlock(&game->lock);
    const Move move = policy_choose(policy, mind, &thinker->query.query);
    if (reasons) {
        explain(thinker);
    }
    (void)pthread_mutex_lock(&game->lock);
    game->thinking = false;
    (void)pthread_cond_broadcast(&game->idle);
    return move;
}

static void make_move(Thinker *thinker)
{
    ServerGame *game = thinker->game;
    Session *session = game->session;
    const Seat seat = session_actor(session);
    if (game->pace_ms > 0) {
        const uint64_t version = session->version;
        pause_for(game, game->pace_ms);
        if (game->quit || game->paused || session->version != version) {
            return;
        }
    }
    game->analysing = false;
    const Move move = think(thinker, &session->policies[seat], session->minds[seat], false);
    if (game->quit || thinker->query.version != session->version) {
        return;
    }
    if (move == POLICY_NO_MOVE) {
        (void)fprintf(stderr, "marshal: %s gives no move: its game waits\n", session->seat_spec[seat]);
        game->paused = true;
        return;
    }
    if (thinker->report.filled) {
        const double win = thinker->report.win_probability;
        game->watched_win = seat == SEAT_FRENCH ? win : 1.0 - win;
        keep_idea(game, &thinker->query, &thinker->report);
    }
    Err err;
    err_clear(&err);
    if (!session_play(session, seat, move, &err)) {
        (void)fprintf(stderr, "marshal: %s\n",
                      err.message); /* a fault in a policy: the game stands still, the server goes on */
        game->paused = true;
    }
}

static void keep_advice(ServerGame *game, const Thinker *thinker, bool deep)
{
    uint32_t best[SERVER_BEST_MAX];
    const PolicyReport *report = &thinker->report;
    ServerAdvice *advice = &game->advice;
    memset(advice, 0, sizeof *advice);
    advice->version = thinker->query.version;
    advice->deep = deep;
    advice->win = report->win_probability;
    advice->error = report->standard_error;
    advice->iterations = report->iterations;
    advice->count = policy_best(report, SERVER_BEST_MAX, best);
    for (uint32_t i = 0; i < advice->count; i++) {
        const PolicyMove *move = &report->moves[best[i]];
        advice->best[i].move = move->move;
        advice->best[i].win = move->visits > 0 ? move->win_probability : 0.0;
        advice->best[i].error = move->standard_error;
        advice->best[i].visits = move->visits;
        advice->best[i].line_count = move->line_count;
        memcpy(advice->best[i].line, move->line, sizeof advice->best[i].line);
        if (i < thinker->best_count) {
            advice->best[i].sentences = thinker->why[i].sentences;
            memcpy(advice->best[i].why, thinker->why[i].sentence, sizeof advice->best[i].why);
        }
    }
}

/* Who advises, opened when advice is first asked for: what he knows takes as long to read as the game itself.
 * NULL if he cannot be had: the game goes on without. */
static const Policy *analyst_of(ServerGame *game, bool deep)
{
    Policy *analyst = &game->analyst[deep ? 1 : 0];
    const Game *rules = &game->session->game;
    const Effort *effort = effort_of(rules->rules->id);
    Err err;
    err_clear(&err);
    if (analyst->kind != NULL || policy_init(analyst, rules, deep ? effort->advice : effort->glance, &err)) {
        return analyst;
    }
    (void)fprintf(stderr, "marshal: no advice: %s: %s\n", err.file, err.message);
    analyst->kind = NULL;
    game->hint = game->bar = false;
    return NULL;
}

static void advise(Thinker *thinker)
{
    ServerGame *game = thinker->game;
    const bool deep = game->hint;
    const Policy *analyst = analyst_of(game, deep);
    if (analyst == NULL) {
        return;
    }
    void *mind = policy_session_new(analyst, session_actor(game->session));
    game->analysing = true;
    thinker->best_count = 0;
    (void)think(thinker, analyst, mind, deep);
    policy_session_free(analyst, mind);
    const bool current = thinker->query.version == game->session->version;
    if (!game->quit && current && thinker->report.filled && thinker->report.iterations > 0) {
        keep_advice(game, thinker, deep);
    } else if (current) { /* stopped before it had looked: not again for this position */
        memset(&game->advice, 0, sizeof game->advice);
        game->advice.version = game->session->version;
        game->advice.deep = deep;
    }
    game->hint = game->hint && !deep;
}

/* Whether the shelf has an older game than this; when it is not urgent, asked once in two seconds (locked).
 */
static bool is_due_on_shelf(const ServerGame *game, bool urgent)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return game->shelf != NULL && game->shelved != game->session->version &&
           (urgent || now.tv_sec - game->shelved_at.tv_sec >= 2);
}

/* Writes the game to its shelf: a copy of it, so that nobody waits for the disk (locked before and after). */
static void keep_on_shelf(ServerGame *game)
{
    Err err;
    err_clear(&err);
    game->shelved = game->session->version;
    (void)clock_gettime(CLOCK_MONOTONIC, &game->shelved_at);
    ServerShelfCopy *copy = server_shelf_copy(game);
    (void)pthread_mutex_unlock(&game->lock);
    if (!server_shelf_write(game->shelf, copy, &err)) {
        (void)fprintf(stderr, "marshal: %s: %s\n", err.file, err.message);
    }
    (void)pthread_mutex_lock(&game->lock);
}

/* One thing to do for the game (locked before and after). */
static void do_next(Thinker *thinker)
{
    ServerGame *game = thinker->game;
    const enum task task = next_task(game);
    if (is_due_on_shelf(game, task != TASK_MOVE)) {
        keep_on_shelf(game); /* the game may have gone on meanwhile: what is next is looked at again */
        return;
    }
    switch (task) {
    case TASK_MOVE:
        make_move(thinker);
        break;
    case TASK_ADVISE:
        advise(thinker);
        break;
    case TASK_NONE:
        (void)pthread_cond_wait(&game->wake, &game->lock);
        break;
    }
}

static void *run_thinker(void *context)
{
    Thinker *thinker = context;
    ServerGame *game = thinker->game;
    (void)pthread_mutex_lock(&game->lock);
    while (!game->quit) {
        if (game->held) {
            (void)pthread_cond_wait(&game->wake, &game->lock);
        } else {
            do_next(thinker);
        }
    }
    (void)pthread_mutex_unlock(&game->lock);
    free(thinker);
    return NULL;
}

void server_game_quiesce(ServerGame *game)
{
    game->idea.known = false;
    game->held = true; /* else the thinker, which need not wait for the lock, would begin anew for ever */
    while (game->thinking) {
        atomic_store(&game->stop, true);
        game->session->version++; /* whatever it answers is void */
        (void)pthread_cond_wait(&game->idle, &game->lock);
    }
    game->held = false;
    (void)pthread_cond_broadcast(&game->wake);
}

void server_game_wake(ServerGame *game)
{
    if (game->thinking && game->analysing) {
        atomic_store(&game->stop, true);
    }
    (void)pthread_cond_broadcast(&game->wake);
}

/* ---- the table ---- */

static void release_analysts(ServerGame *game)
{
    for (int i = 0; i < 2; i++) {
        if (game->analyst[i].kind != NULL) {
            policy_release(&game->analyst[i]);
        }
    }
    evaluation_release(&game->evaluation);
}

/* Board and scenario as they were loaded, with the overrides: what the page draws and explains. */
static bool write_board(ServerGame *game, Err *err)
{
    const Session *session = game->session;
    Scenario scenario;
    if (!scenario_read(&scenario, session->game.scenario, (const char *const *)(uintptr_t)session->overrides,
                       session->override_count, err)) {
        return false;
    }
    const JsonNode board = json_root(&scenario.board);
    const JsonNode set_up = json_root(&scenario.scenario);
    strbuf_add(&game->board, "{\"board\":");
    json_write(&board, &game->board);
    strbuf_add(&game->board, ",\"scenario\":");
    json_write(&set_up, &game->board);
    strbuf_add(&game->board, "}");
    scenario_release(&scenario);
    return true;
}

static void free_game(ServerGame *game)
{
    release_analysts(game);
    session_close(game->session);
    strbuf_release(&game->board);
    strbuf_release(&game->source);
    server_puzzle_free(game->puzzle);
    (void)pthread_mutex_destroy(&game->lock);
    (void)pthread_cond_destroy(&game->wake);
    (void)pthread_cond_destroy(&game->idle);
    free(game);
}

void server_game_close(ServerGames *games, ServerGame *game)
{
    (void)pthread_mutex_lock(&game->lock);
    game->quit = true;
    atomic_store(&game->stop, true);
    (void)pthread_cond_broadcast(&game->wake);
    (void)pthread_mutex_unlock(&game->lock);
    (void)pthread_join(game->thinker, NULL);
    server_review_end(&game->search_review);
    server_game_return(game);
    if (is_due_on_shelf(game, true)) {
        keep_on_shelf(game);
    }
    server_game_leave(game);
    for (int i = 0; i < SERVER_GAMES_MAX; i++) {
        if (games->games[i] == game) {
            games->games[i] = NULL;
        }
    }
    free_game(game);
}

void server_games_close(ServerGames *games)
{
    for (int i = 0; i < SERVER_GAMES_MAX; i++) {
        if (games->games[i] != NULL) {
            server_game_close(games, games->games[i]);
        }
    }
}

uint32_t server_games_reviewed(const ServerGames *games)
{
    uint32_t count = 0;
    for (int i = 0; i < SERVER_GAMES_MAX; i++) {
        const ServerGame *game = games->games[i];
        count += game != NULL && server_review_state(&game->search_review) == SERVER_REVIEW_RUNNING ? 1U : 0U;
    }
    return count;
}

static ServerGame *find_running(const ServerGames *games, const char *id)
{
    for (int i = 0; i < SERVER_GAMES_MAX; i++) {
        if (games->games[i] != NULL && same_key(games->games[i]->id, id)) {
            return games->games[i];
        }
    }
    return NULL;
}

/* A free place; if there is none, that of the game nobody has looked at for longest, if that is an hour. */
static ServerGame **find_place(ServerGames *games)
{
    enum { FORGOTTEN_AFTER_S = 3600 };
    ServerGame **oldest = NULL;
    for (int i = 0; i < SERVER_GAMES_MAX; i++) {
        if (games->games[i] == NULL) {
            return &games->games[i];
        }
        if (oldest == NULL || games->games[i]->used < (*oldest)->used) {
            oldest = &games->games[i];
        }
    }
    if (time(NULL) - (*oldest)->used < FORGOTTEN_AFTER_S) {
        return NULL;
    }
    server_game_close(games, *oldest);
    return oldest;
}

static bool start_thinker(ServerGame *game)
{
    pthread_attr_t attributes;
    Thinker *thinker = malloc(sizeof *thinker);
    if (thinker == NULL) {
        return false;
    }
    thinker->game = game;
    (void)pthread_attr_init(&attributes);
    (void)pthread_attr_setstacksize(&attributes, 2U << 20U);
    const bool started = pthread_create(&game->thinker, &attributes, run_thinker, thinker) == 0;
    (void)pthread_attr_destroy(&attributes);
    if (!started) {
        free(thinker);
    }
    return started;
}

/* A game of a session, which it takes over: complete, but in no table, and nobody thinks yet. NULL and err if
 * it cannot be (the session is closed then). */
static ServerGame *make_game(Session *session, bool review, Err *err)
{
    ServerGame *game = memory_zeroed(sizeof *game);
    game->session = session;
    game->review = review;
    game->watched_win = -1.0;
    game->used = time(NULL);
    strbuf_init(&game->board);
    strbuf_init(&game->source);
    (void)pthread_mutex_init(&game->lock, NULL);
    (void)pthread_cond_init(&game->wake, NULL);
    (void)pthread_cond_init(&game->idle, NULL);
    server_game_deal_keys(game);
    if (!random_key(game->id) || !random_key(game->keys[SEAT_BOTH])) {
        (void)err_set(err, NULL, NULL, "no keys can be made for the game");
    } else if (evaluation_open(&game->evaluation, &session->game, NULL, err) && write_board(game, err)) {
        return game;
    }
    free_game(game);
    return NULL;
}

void server_game_discard(ServerGame *game) { free_game(game); }

bool server_game_enter(ServerGames *games, ServerGame *game, bool *full, Err *err)
{
    const bool known = find_running(games, game->id) != NULL; /* somebody else has just taken it up too */
    ServerGame **place = known ? NULL : find_place(games);
    *full = place == NULL && !known;
    if (*full) {
        (void)err_set(err, NULL, NULL, "there are %d games already; close one first", SERVER_GAMES_MAX);
    } else if (place != NULL) {
        game->shelf = game->review || game->puzzle != NULL ? NULL : games->shelf;
        game->shelved = UINT64_MAX;
        if (start_thinker(game)) {
            *place = game;
            return true;
        }
        (void)err_set(err, NULL, NULL, "the game cannot be started: no thread can be had");
    }
    free_game(game);
    return known;
}

ServerGame *server_game_new(ServerGames *games, const SessionSetup *setup, bool bar, uint32_t pace_ms,
                            bool *full, Err *err)
{
    *full = false;
    Session *session = session_open(setup, err);
    ServerGame *game = session != NULL ? make_game(session, false, err) : NULL;
    if (game == NULL) {
        return NULL;
    }
    game->bar =
        bar; /* before the thinker starts: two quick players would have ended the game without a pause */
    game->pace_ms = pace_ms;
    return server_game_enter(games, game, full, err) ? game : NULL;
}

/* Gives the seats of a game just loaded to the policies its record names, as far as they are allowed. */
static void take_policies(Session *session, char specs[SEAT_COUNT][RECORD_POLICY_BYTES])
{
    for (int i = 0; i < SEAT_COUNT; i++) {
        Err refused;
        err_clear(&refused);
        if (specs[i][0] != '\0' && server_policy_allowed(specs[i], &refused)) {
            (void)session_set_seat(session, (Seat)i, specs[i], &refused);
        }
    }
}

ServerGame *server_game_read(const StrBuf *text, bool review, Err *err)
{
    static const char *const watchers[SEAT_COUNT] = {"random", "random"};
    static const char *const humans[SEAT_COUNT] = {SESSION_HUMAN, SESSION_HUMAN};
    char specs[SEAT_COUNT][RECORD_POLICY_BYTES];
    Record *record = memory_zeroed(sizeof *record);
    if (!record_open_text(record, "record", text->text, text->length, err)) {
        memory_free(record);
        return NULL;
    }
    memcpy(specs, record->header.policies, sizeof specs);
    record_release(record);
    memory_free(record);
    /* nothing the record names is started before it has been looked at */
    Session *session = session_load_text("record", text->text, text->length, review ? watchers : humans, err);
    if (session == NULL) {
        return NULL;
    }
    if (!review) {
        take_policies(session, specs);
    }
    ServerGame *game = make_game(session, review, err);
    if (game != NULL && review) {
        strbuf_add_bytes(&game->source, text->text, text->length);
    }
    return game;
}

ServerGame *server_game_puzzle(ServerPuzzle *puzzle, Err *err)
{
    static const char *const humans[SEAT_COUNT] = {SESSION_HUMAN, SESSION_HUMAN};
    const StrBuf *record = &puzzle->puzzle.record;
    Session *session = session_load_text("puzzle", record->text, record->length, humans, err);
    ServerGame *game = session != NULL ? make_game(session, false, err) : NULL;
    if (game != NULL) {
        game->puzzle = puzzle;
    } else {
        server_puzzle_free(puzzle);
    }
    return game;
}

/* Its version is one that no page can have seen: pages that still show the game must not think that nothing
 * has changed. */
ServerGame *server_game_read_shelved(const ServerShelved *shelved, const StrBuf *record, Err *err)
{
    const uint64_t now = (uint64_t)time(NULL);
    ServerGame *game = server_game_read(record, false, err);
    if (game == NULL) {
        return NULL;
    }
    memcpy(game->id, shelved->id, sizeof game->id);
    for (int seat = 0; seat <= SEAT_BOTH; seat++) {
        if (game->keys[seat][0] != '\0') {
            memcpy(game->keys[seat], shelved->keys[seat], sizeof game->keys[seat]);
        }
    }
    server_game_deal_keys(game);
    game->bar = shelved->bar;
    game->plans = shelved->plans;
    game->pace_ms = (uint32_t)shelved->pace_ms;
    game->session->version += now * 1000U;
    game->epoch = (uint32_t)now;
    game->paused = server_game_is_open(game); /* nobody may be watching any more */
    return game;
}

ServerGame *server_game_find(ServerGames *games, const char *id)
{
    ServerGame *game = find_running(games, id);
    if (game != NULL) {
        game->used = time(NULL);
        (void)pthread_mutex_lock(&game->lock);
    }
    return game;
}

void server_game_leave(ServerGame *game) { (void)pthread_mutex_unlock(&game->lock); }

void server_game_return(ServerGame *game) { (void)pthread_mutex_lock(&game->lock); }
