/* test_golden.c: a recorded playthrough of every scenario, in words: moves, dice, what happened, both views,
 * and hashes of the positions. Whoever changes what a game does sees here what changed, and so does whoever
 * reads the change.
 *
 * The files are tests/GAME/golden/SCENARIO.txt. `make golden` remakes them; git diff then shows what is
 * different. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/game.h"
#include "engine/hash.h"
#include "engine/scenario.h"
#include "tests/support/support.h"

enum {
    TOLD = 120,       /* decisions told one by one */
    VIEWS_EVERY = 40, /* of them, both views now and then */
    HASH_EVERY = 250, /* behind them a hash now and then, up to the end */
};

typedef struct Playthrough {
    Game game;
    StateBuffer state;
    Dice dice;
    Journal journal;
    uint8_t log[DICE_LOG_MAX];
    StrBuf out;
    StrBuf scratch;
    uint32_t plies;
} Playthrough;

/* The first digits of a SHA-256 over the position as JSON, everything shown. */
static void add_hash(Playthrough *play)
{
    char hex[HASH_SHA256_HEX_BYTES];
    strbuf_clear(&play->scratch);
    play->game.rules->position_json(play->game.data, &play->state.header, SEAT_BOTH, &play->scratch);
    hash_sha256(play->scratch.text, play->scratch.length, hex);
    strbuf_addf(&play->out, "%.12s", hex);
}

static void add_views(Playthrough *play)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        strbuf_addf(&play->out, "--- as %s sees it\n", seat_name((Seat)seat));
        play->game.rules->position_text(play->game.data, &play->state.header, (Seat)seat, &play->out);
        if (play->out.text[play->out.length - 1] != '\n') {
            strbuf_add_char(&play->out, '\n');
        }
    }
    strbuf_add(&play->out, "---\n");
}

static void add_events(Playthrough *play)
{
    const GameRules *rules = play->game.rules;
    for (uint32_t i = 0; i < play->journal.count && rules->event_text != NULL; i++) {
        strbuf_add(&play->out, "      ");
        rules->event_text(play->game.data, &play->journal.entries[i], SEAT_BOTH, &play->out);
        strbuf_add_char(&play->out, '\n');
    }
}

static void add_dice(Playthrough *play)
{
    if (play->dice.log_count > 0) {
        strbuf_add(&play->out, "  dice");
    }
    for (size_t i = 0; i < play->dice.log_count; i++) {
        strbuf_addf(&play->out, " %u", play->log[i]);
    }
}

static void play_one(Playthrough *play, Rng *rng)
{
    MoveList list;
    char text[MOVE_TEXT_BYTES];
    const uint32_t count = game_legal(&play->game, &play->state.header, &list);
    cr_assert_gt(count, 0);
    const Move move = list.moves[rng_bounded(rng, count)];
    const Seat seat = (Seat)play->state.header.seat;
    play->game.rules->move_text(play->game.data, move, text);
    journal_clear(&play->journal);
    dice_record(&play->dice, play->log, sizeof play->log);
    game_apply(&play->game, &play->state.header, move, &play->dice);
    play->plies++;
    if (play->plies <= TOLD) {
        strbuf_addf(&play->out, "%" PRIu32 " %s, of %" PRIu32 ": %s", play->plies, seat_name(seat), count,
                    text);
        add_dice(play);
        strbuf_add(&play->out, "  #");
        add_hash(play);
        strbuf_add_char(&play->out, '\n');
        add_events(play);
    }
    if (play->plies <= TOLD && play->plies % VIEWS_EVERY == 0) {
        add_views(play);
    } else if (play->plies > TOLD && play->plies % HASH_EVERY == 0) {
        strbuf_addf(&play->out, "%" PRIu32 " #", play->plies);
        add_hash(play);
        strbuf_add_char(&play->out, '\n');
    }
}

static void play_through(Playthrough *play)
{
    Rng rng = rng_derive(1, RNG_PURPOSE_FRENCH, 0);
    play->dice = dice_from_stream(rng_derive(1, RNG_PURPOSE_DICE, 0));
    journal_open(&play->journal, JOURNAL_ALL);
    play->dice.journal = &play->journal;
    dice_record(&play->dice, play->log, sizeof play->log);
    game_setup(&play->game, &play->state.header, &play->dice);
    strbuf_addf(&play->out, "%s: %s\nRandom moves, seed 1. Set up with %zu draws  #", play->game.scenario,
                play->game.title, play->dice.log_count);
    add_hash(play);
    strbuf_add_char(&play->out, '\n');
    add_views(play);
    while (play->state.header.over == 0) {
        cr_assert_lt(play->plies, play->game.rules->max_plies);
        play_one(play, &rng);
    }
    const Outcome outcome = game_outcome(&play->game, &play->state.header);
    strbuf_addf(&play->out, "end after %" PRIu32 " decisions: %s, %s, turn %d  #", play->plies,
                seat_name(outcome.winner), outcome_grade_name(outcome.grade), outcome.turn);
    add_hash(play);
    strbuf_add_char(&play->out, '\n');
}

/* Number of the first line that differs, from 1, and where it begins. */
static size_t first_difference(const StrBuf *a, const StrBuf *b, size_t *start)
{
    size_t line = 1;
    *start = 0;
    for (size_t i = 0; i < a->length && i < b->length && a->text[i] == b->text[i]; i++) {
        if (a->text[i] == '\n') {
            line++;
            *start = i + 1;
        }
    }
    return line;
}

static void compare(const Playthrough *play, const char *path)
{
    StrBuf kept;
    strbuf_init(&kept);
    (void)support_read(path, &kept); /* nothing, if there is none */
    if (kept.length != play->out.length || memcmp(kept.text, play->out.text, kept.length) != 0) {
        size_t start = 0;
        const size_t line = first_difference(&kept, &play->out, &start);
        cr_expect_fail("%s, line %zu: kept \"%.120s\", now \"%.120s\" (make golden remakes it)", path, line,
                       kept.length > start ? kept.text + start : "", play->out.text + start);
    }
    strbuf_release(&kept);
}

static void go_through(const ScenarioEntry *entry)
{
    Playthrough *play = calloc(1, sizeof *play);
    char path[512];
    char folder[256];
    cr_assert_not_null(play);
    cr_assert(game_load(&play->game, entry->path, NULL, 0, NULL), "%s", entry->path);
    (void)snprintf(play->game.scenario, sizeof play->game.scenario, "%s", entry->id); /* not where it lies */
    strbuf_init(&play->out);
    strbuf_init(&play->scratch);
    play_through(play);
    const char *name = strchr(entry->id, '/') + 1;
    (void)snprintf(folder, sizeof folder, "tests/%s/golden", play->game.rules->id);
    (void)snprintf(path, sizeof path, "%s/%s.txt", folder, name);
    if (getenv("MARSHAL_GOLDEN") != NULL) {
        (void)mkdir(folder, 0777);
        cr_assert(support_write(path, play->out.text, play->out.length), "cannot write %s", path);
    } else {
        compare(play, path);
    }
    strbuf_release(&play->scratch);
    strbuf_release(&play->out);
    game_release(&play->game);
    free(play);
}

Test(golden, playthroughs_are_as_they_were)
{
    static ScenarioEntry entries[SCENARIO_LIST_MAX];
    const size_t count = scenario_list(entries, SCENARIO_LIST_MAX);
    cr_assert_geq(count, 3);
    for (size_t i = 0; i < count; i++) {
        go_through(&entries[i]);
    }
}
