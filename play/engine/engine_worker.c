/* engine_worker.c: one line after another: sets games and positions, lists moves, thinks. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ai/clock.h"
#include "ai/lines.h"
#include "ai/policy.h"
#include "ai/protocol.h"
#include "engine/rng.h"
#include "engine/version.h"
#include "engine/words.h"
#include "play/engine/engine.h"
#include "play/engine/engine_position.h"

/* Options of the protocol: numbers as text, checked when set. X(name, type, default, least, most, help) */
#define NUMBERS(X)                                                                                           \
    X(threads, "count", 1, 1, 64, "threads of a search")                                                     \
    X(memory, "count", 256, 1, 65536, "megabytes of its tree")                                               \
    X(lines, "count", 1, 1, MOVE_LIST_MAX, "how many of the best moves info tells of")                       \
    X(every, "seconds", 1, 0.01, 3600, "between two lots of info while thinking")                            \
    X(seed, "count", 1, 0, 4294967295.0, "of the thinking, which is the same for the same seed")

typedef struct Worker {
    EngineShared *shared;
    int out;
    StrBuf answer; /* lines being made */
    EnginePosition position;
    char policy_option[POLICY_SPEC_BYTES]; /* option policy */
#define NUMBER_FIELD(name, type, initial, least, most, help) double name;
    NUMBERS(NUMBER_FIELD)
#undef NUMBER_FIELD
    bool thinks; /* there is a policy, made for the game there is */
    Policy policy;
    void *sessions[SEAT_COUNT]; /* NULL until asked */
    bool has_session[SEAT_COUNT];
    uint32_t goes; /* commands "go" so far */
    PolicyReport report;
} Worker;

/* ------------------------------------------------------------------ answering */

/* Writes the answer to the front; without a front there is nothing left to do. */
static void flush(Worker *worker)
{
    size_t done = 0;
    while (done < worker->answer.length) {
        const ssize_t count = write(worker->out, worker->answer.text + done, worker->answer.length - done);
        if (count < 0 && errno != EINTR) {
            _exit(1);
        }
        done += count > 0 ? (size_t)count : 0;
    }
    strbuf_clear(&worker->answer);
}

static void say_error(Worker *worker, const Err *err)
{
    char text[ERR_FILE_BYTES + ERR_PATH_BYTES + ERR_MESSAGE_BYTES];
    err_text(err, text, sizeof text);
    strbuf_addf(&worker->answer, "error %s\n", text);
}

static void say_identity(Worker *worker)
{
    strbuf_add(&worker->answer, "id name Marshal " MARSHAL_VERSION "\n");
    strbuf_addf(&worker->answer, "option policy type policy default %s\n", worker->policy_option);
#define SAY_NUMBER(name, type, initial, least, most, help)                                                   \
    strbuf_addf(&worker->answer, "option " #name " type " type " default %.15g min %.15g max %.15g\n",       \
                (double)(initial), (double)(least), (double)(most));
    NUMBERS(SAY_NUMBER)
#undef SAY_NUMBER
    strbuf_addf(&worker->answer, "marshalok %d\n", PROTOCOL_VERSION);
}

/* ------------------------------------------------------------------ the policy */

static void forget_sessions(Worker *worker)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if (worker->has_session[seat]) {
            policy_session_free(&worker->policy, worker->sessions[seat]);
            worker->has_session[seat] = false;
        }
    }
}

static void forget_policy(Worker *worker)
{
    if (worker->thinks) {
        forget_sessions(worker);
        policy_release(&worker->policy);
        worker->thinks = false;
    }
}

/* Whether a policy is of a kind that an engine may ask; its options are looked at when it is made for a game.
 */
static bool is_policy(const char *spec, Err *err)
{
    const size_t length = strcspn(spec, ":");
    if (strncmp(spec, POLICY_EXEC.name, strlen(POLICY_EXEC.name)) == 0) {
        return err_set(err, NULL, NULL, "an engine starts no programs: policy exec is not for it");
    }
    for (size_t i = 0; i < policy_kind_count(); i++) {
        const char *name = policy_kind_at(i)->name;
        if (strlen(name) == length && strncmp(name, spec, length) == 0) {
            return true;
        }
    }
    return err_set(
        err, NULL, NULL,
        "policy \"%.64s\": expected random, heuristic, flat, mcts or level, with options after a colon",
        spec);
}

/* Makes the policy, unless it is the one there is. */
static bool prepare_policy(Worker *worker, const char *spec, Err *err)
{
    if (!is_policy(spec, err)) {
        return false;
    }
    if (worker->thinks && strcmp(worker->policy.spec, spec) == 0) {
        return true;
    }
    forget_policy(worker);
    worker->thinks = policy_init(&worker->policy, &worker->position.game, spec, err);
    return worker->thinks;
}

static void *session_of(Worker *worker, Seat seat)
{
    if (!worker->has_session[seat]) {
        worker->sessions[seat] = policy_session_new(&worker->policy, seat);
        worker->has_session[seat] = true;
    }
    return worker->sessions[seat];
}

/* ------------------------------------------------------------------ options */

static bool set_number(const char *name, const char *text, double least, double most, double *value, Err *err)
{
    char *end = NULL;
    errno = 0;
    const double number = strtod(text, &end);
    if (end == text || *end != '\0' || errno != 0 || !(number >= least && number <= most)) {
        return err_set(err, NULL, NULL, "option %s: found \"%.64s\", expected a number from %g to %g", name,
                       text, least, most);
    }
    *value = number;
    return true;
}

/* setoption NAME VALUE */
static bool set_option(Worker *worker, char *text, Err *err)
{
    const char *name = protocol_word(&text);
    if (name == NULL) {
        return err_set(err, NULL, NULL, "setoption: expected a name and a value");
    }
    if (strcmp(name, "policy") == 0) {
        if (strlen(text) >= sizeof worker->policy_option) {
            return err_set(err, NULL, NULL, "option policy: more than %zu bytes",
                           sizeof worker->policy_option - 1);
        }
        if (!is_policy(text, err)) {
            return false;
        }
        memcpy(worker->policy_option, text, strlen(text) + 1);
        return true;
    }
#define SET_NUMBER(option, type, initial, least, most, help)                                                 \
    if (strcmp(name, #option) == 0) {                                                                        \
        return set_number(name, text, (double)(least), (double)(most), &worker->option, err);                \
    }
    NUMBERS(SET_NUMBER)
#undef SET_NUMBER
    return err_set(err, NULL, NULL,
                   "option \"%.64s\": expected policy, threads, memory, lines, every or seed", name);
}

/* ------------------------------------------------------------------ info */

static void add_line(Worker *worker, const PolicyMove *move)
{
    const Game *game = &worker->position.game;
    strbuf_add(&worker->answer, " line");
    for (uint32_t i = 0; i < move->line_count; i++) {
        char text[MOVE_TEXT_BYTES];
        game->rules->move_text(game->data, move->line[i], text);
        strbuf_add_char(&worker->answer, ' ');
        strbuf_add(&worker->answer, text);
    }
}

static void add_info(Worker *worker, const PolicyReport *report, uint32_t rank, const PolicyMove *move)
{
    char text[MOVE_TEXT_BYTES];
    worker->position.game.rules->move_text(worker->position.game.data, move->move, text);
    strbuf_addf(&worker->answer,
                "info iterations %" PRIu64 " seconds %.3f rank %" PRIu32 " move %s visits %" PRIu64,
                report->iterations, report->seconds, rank, text, move->visits);
    strbuf_addf(&worker->answer, " win %.4f error %.4f prior %.4f", move->win_probability,
                move->standard_error, move->prior);
    add_line(worker, move);
    strbuf_add_char(&worker->answer, '\n');
}

/* The best moves, one a line. */
static void tell(void *context, const PolicyReport *report)
{
    Worker *worker = context;
    uint32_t best[MOVE_LIST_MAX];
    const uint32_t count = policy_best(report, MOVE_LIST_MAX, best);
    for (uint32_t i = 0; i < count && i < (uint32_t)worker->lines; i++) {
        add_info(worker, report, i + 1, &report->moves[best[i]]);
    }
    flush(worker);
}

/* ------------------------------------------------------------------ go */

typedef struct Limits {
    double sims;     /* 0: not said */
    double time;     /* seconds; 0: not said */
    double deadline; /* seconds until the answer must be there; 0: not said */
    bool endless;
    const char *policy; /* NULL: not said */
} Limits;

static bool read_limits(Limits *limits, char *text, Err *err)
{
    memset(limits, 0, sizeof *limits);
    for (const char *word = protocol_word(&text); word != NULL; word = protocol_word(&text)) {
        double *value = strcmp(word, "sims") == 0       ? &limits->sims
                        : strcmp(word, "time") == 0     ? &limits->time
                        : strcmp(word, "deadline") == 0 ? &limits->deadline
                                                        : NULL;
        if (strcmp(word, "policy") == 0) {
            limits->policy = text;
            return true;
        }
        if (strcmp(word, "infinite") == 0) {
            limits->endless = true;
            continue;
        }
        const char *number = value != NULL ? protocol_word(&text) : NULL;
        if (value == NULL || number == NULL) {
            return err_set(
                err, NULL, NULL,
                "go: found \"%.64s\", expected sims N, time S, deadline S, infinite or policy POLICY", word);
        }
        const bool counts = value == &limits->sims;
        if (!set_number(word, number, counts ? 1.0 : 0.001, counts ? 4e9 : 86400.0, value, err)) {
            return false;
        }
    }
    return true;
}

/* The policy that these limits ask for. */
static void write_spec(const Worker *worker, const Limits *limits, char spec[POLICY_SPEC_BYTES])
{
    if (limits->policy != NULL || (!limits->endless && limits->sims <= 0.0 && limits->time <= 0.0)) {
        (void)snprintf(spec, POLICY_SPEC_BYTES, "%s",
                       limits->policy != NULL ? limits->policy : worker->policy_option);
        return;
    }
    (void)snprintf(spec, POLICY_SPEC_BYTES, "mcts:sims=%.0f,time=%.17g,early=%d,threads=%.0f,memory=%.0f",
                   limits->endless ? 0.0 : limits->sims, limits->endless ? 86400.0 : limits->time,
                   limits->endless ? 0 : 1, worker->threads, worker->memory);
}

/* A little before the deadline, so that the answer is there in time. */
static uint64_t deadline_of(double seconds)
{
    const double slack = seconds * 0.1 < 1.0 ? seconds * 0.1 : 1.0;
    return seconds > 0.0 ? (uint64_t)((clock_seconds() + seconds - slack) * 1e6) : 0;
}

static Move think(Worker *worker, const Limits *limits, MoveList *legal)
{
    const EnginePosition *position = &worker->position;
    const Game *game = &position->game;
    const Seat seat = (Seat)position->state.header.seat;
    const uint64_t purpose = seat == SEAT_FRENCH ? RNG_PURPOSE_FRENCH : RNG_PURPOSE_COALITION;
    const PolicyWatch watch = {worker->every, tell, worker};
    StateBuffer view = position->state;
    if (position->viewer == SEAT_BOTH) {
        game->rules->view(game->data, &position->state.header, seat, &view.header);
    }
    worker->report.filled = false;
    PolicyQuery query = {
        .view = &view.header,
        .legal = legal,
        .seat = seat,
        .ply = position->plies + 1,
        .rng = rng_derive((uint64_t)worker->seed, purpose, position->plies + 1),
        .stop = &worker->shared->stops[worker->goes % ENGINE_GOES_MAX],
        .report = &worker->report,
        .watch = &watch,
    };
    atomic_store(&worker->shared->endless, limits->endless);
    atomic_store(&worker->shared->deadline, deadline_of(limits->deadline));
    atomic_store(&worker->shared->begun, worker->goes);
    const Move move = policy_choose(&worker->policy, session_of(worker, seat), &query);
    atomic_store(&worker->shared->deadline, 0);
    atomic_store(&worker->shared->endless, false);
    return move;
}

static bool go(Worker *worker, char *text, Err *err)
{
    const EnginePosition *position = &worker->position;
    char spec[POLICY_SPEC_BYTES];
    char move_text[MOVE_TEXT_BYTES];
    Limits limits;
    MoveList legal;
    if (!read_limits(&limits, text, err)) {
        return false;
    }
    if (!position->set) {
        return err_set(err, NULL, NULL, "go: no position is set");
    }
    if (game_legal(&position->game, &position->state.header, &legal) == 0) {
        return err_set(err, NULL, NULL, "go: the game is over");
    }
    write_spec(worker, &limits, spec);
    if (!prepare_policy(worker, spec, err)) {
        return false;
    }
    const Move move = think(worker, &limits, &legal);
    if (worker->report.filled) {
        tell(worker, &worker->report);
    }
    position->game.rules->move_text(position->game.data, move, move_text);
    strbuf_addf(&worker->answer, "bestmove %s\n", move_text);
    return true;
}

/* ------------------------------------------------------------------ what there is to see */

static bool list_legal(Worker *worker, Err *err)
{
    const EnginePosition *position = &worker->position;
    MoveList legal;
    if (!position->set) {
        return err_set(err, NULL, NULL, "legal: no position is set");
    }
    (void)game_legal(&position->game, &position->state.header, &legal);
    strbuf_add(&worker->answer, "legal");
    protocol_write_moves(&worker->answer, &position->game, &legal);
    strbuf_add_char(&worker->answer, '\n');
    return true;
}

/* why-not MOVE: for the seat that decides. */
static bool tell_why_not(Worker *worker, const char *move, Err *err)
{
    const EnginePosition *position = &worker->position;
    StateBuffer view;
    if (!position->set) {
        return err_set(err, NULL, NULL, "why-not: no position is set");
    }
    const Seat seat = (Seat)position->state.header.seat;
    const Seat reader = seat < SEAT_NONE ? seat : SEAT_FRENCH;
    if (position->viewer != SEAT_BOTH && position->viewer != reader) {
        return err_set(err, NULL, NULL, "why-not: the choices are those of %s, whose view was not given",
                       seat_name(reader));
    }
    position->game.rules->view(position->game.data, &position->state.header, reader, &view.header);
    strbuf_add(&worker->answer, "why-not ");
    words_why_not(&position->game, &view.header, reader, move, &worker->answer);
    strbuf_add_char(&worker->answer, '\n');
    return true;
}

/* board [french|coalition|both] */
static bool show_board(Worker *worker, const char *seat, Err *err)
{
    const EnginePosition *position = &worker->position;
    Seat viewer = position->viewer;
    if (!position->set) {
        return err_set(err, NULL, NULL, "board: no position is set");
    }
    const bool known = seat[0] == '\0' || (seat_parse(seat, &viewer) && viewer != SEAT_NONE);
    if (!known || (position->viewer != SEAT_BOTH && viewer != position->viewer)) {
        return err_set(err, NULL, NULL, "board: found \"%.32s\", expected %s", seat,
                       position->viewer == SEAT_BOTH ? "french, coalition or both"
                                                     : "the seat whose view was given");
    }
    const ProtocolBoard board = {
        &position->game, &position->state.header, position->plies, viewer, NULL, false};
    strbuf_add(&worker->answer, "board ");
    protocol_write_board(&worker->answer, &board);
    strbuf_add_char(&worker->answer, '\n');
    return true;
}

/* ------------------------------------------------------------------ lines */

/* Lines that set something and are answered only if they fail. NULL result: the line is none of them. */
static const bool *set_something(Worker *worker, char *line, Err *err, bool *good)
{
    char *rest = NULL;
    if ((rest = protocol_after(line, "setoption")) != NULL) {
        *good = set_option(worker, rest, err);
    } else if ((rest = protocol_after(line, "scenario")) != NULL) {
        forget_policy(worker); /* it is about the game there was */
        *good = engine_position_scenario(&worker->position, rest, err);
    } else if ((rest = protocol_after(line, "override")) != NULL) {
        forget_policy(worker);
        *good = engine_position_override(&worker->position, rest, err);
    } else if ((rest = protocol_after(line, "position")) != NULL) {
        if (protocol_after(rest, "record") != NULL) {
            forget_policy(worker); /* brings its own game */
        }
        *good = engine_position_set(&worker->position, rest, err);
    } else if (protocol_after(line, "newgame") != NULL) {
        forget_sessions(worker);
        *good = true;
    } else if (protocol_after(line, "moves") != NULL) {
        *good = true; /* for bots without rules */
    } else {
        return NULL;
    }
    return good;
}

static void answer(Worker *worker, char *line)
{
    Err err;
    char *rest = NULL;
    bool good = true;
    err_clear(&err);
    if (line[0] == '\0') {
        return;
    }
    if (set_something(worker, line, &err, &good) != NULL) {
        /* done */
    } else if ((rest = protocol_after(line, "go")) != NULL) {
        worker->goes++;
        good = go(worker, rest, &err);
        if (!good) {
            say_error(worker, &err);
            strbuf_add(&worker->answer, "bestmove none\n");
            good = true;
        }
    } else if (protocol_after(line, "legal") != NULL) {
        good = list_legal(worker, &err);
    } else if ((rest = protocol_after(line, "why-not")) != NULL) {
        good = tell_why_not(worker, rest, &err);
    } else if ((rest = protocol_after(line, "board")) != NULL) {
        good = show_board(worker, rest, &err);
    } else if (protocol_after(line, "marshal") != NULL) {
        say_identity(worker);
    } else if (protocol_after(line, "isready") != NULL) {
        strbuf_add(&worker->answer, "readyok\n");
    } else {
        good = err_set(&err, NULL, NULL, "unknown command \"%.64s\"", line);
    }
    if (!good) {
        say_error(worker, &err);
    }
}

static void init(Worker *worker, const EngineSetup *setup, EngineShared *shared, int out)
{
    memset(worker, 0, sizeof *worker);
    worker->shared = shared;
    worker->out = out;
    strbuf_init(&worker->answer);
    engine_position_init(&worker->position);
    (void)snprintf(worker->policy_option, sizeof worker->policy_option, "%s", setup->policy);
#define INIT_NUMBER(name, type, initial, least, most, help) worker->name = (initial);
    NUMBERS(INIT_NUMBER)
#undef INIT_NUMBER
    worker->seed = (double)setup->seed;
    if (setup->scenario != NULL) {
        char line[1024];
        (void)snprintf(line, sizeof line, "scenario %s", setup->scenario);
        answer(worker, line);
        flush(worker);
    }
}

void engine_worker(const EngineSetup *setup, EngineShared *shared, int in, int out)
{
    Lines lines;
    char *line = NULL;
    enum lines_fill fill = LINES_MORE;
    Worker *worker = malloc(sizeof *worker);
    if (worker == NULL) {
        return;
    }
    init(worker, setup, shared, out);
    lines_init(&lines, in, PROTOCOL_LINE_MAX);
    while (fill != LINES_END) {
        fill = lines_fill(&lines);
        while (lines_next(&lines, &line) == LINE_GOOD) { /* the front passes on nothing else */
            answer(worker, line);
            flush(worker);
        }
    }
    forget_policy(worker);
    engine_position_release(&worker->position);
    strbuf_release(&worker->answer);
    lines_release(&lines);
    free(worker);
}
