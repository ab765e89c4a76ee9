/* test_session.c: one game in play: steps, undo, taking back, records, dice, and what a seat gets to read. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/replay.h"
#include "engine/rng.h"
#include "play/session/session.h"
#include "tests/support/sitting.h"
#include "tests/support/support.h"

static void save_to(const Session *session, const char *name, char path[512])
{
    char folder[256];
    Err err;
    err_clear(&err);
    support_folder("session", folder);
    (void)snprintf(path, 512, "%s/%s", folder, name);
    cr_assert(session_save(session, path, &err), "%s", err.message);
}

static Session *load_from(const char *path)
{
    Err err;
    err_clear(&err);
    Session *session = session_load(path, NULL, &err);
    cr_assert_not_null(session, "%s:%s", err.file, err.message);
    return session;
}

static void expect_same(const Session *a, const Session *b)
{
    StrBuf left;
    StrBuf right;
    strbuf_init(&left);
    strbuf_init(&right);
    session_record(a, &left);
    session_record(b, &right);
    cr_expect_str_eq(left.text, right.text);
    cr_expect_arr_eq(&a->state, &b->state, a->game.rules->state_bytes);
    cr_expect_arr_eq(&a->fallen, &b->fallen, sizeof a->fallen);
    cr_expect_eq(a->told, b->told);
    strbuf_release(&left);
    strbuf_release(&right);
}

Test(session, a_whole_game_is_saved_and_loaded)
{
    Session *session = sitting_open("toy/wide", "human", "human", 7);
    char path[512];
    cr_expect_str_eq(session->seed_sha256,
                     "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451");
    sitting_play_to_the_end(session, 1);
    save_to(session, "whole.jsonl", path);
    Session *loaded = load_from(path);
    cr_expect(session_is_over(loaded));
    expect_same(session, loaded);
    session_close(loaded);
    session_close(session);
}

Test(session, a_game_broken_off_goes_on_with_the_same_dice)
{
    Session *whole = sitting_open("toy/wide", "human", "human", 11);
    Session *part = sitting_open("toy/wide", "human", "human", 11);
    Rng rng = rng_derive(3, RNG_PURPOSE_FUZZ, 0);
    Rng again = rng;
    char path[512];
    for (int i = 0; i < 150; i++) {
        sitting_play_random(whole, &rng);
        sitting_play_random(part, &again);
    }
    save_to(part, "part.jsonl", path);
    session_close(part);
    part = load_from(path);
    while (!session_is_over(whole)) {
        sitting_play_random(whole, &rng);
        sitting_play_random(part, &again);
    }
    expect_same(whole, part);
    session_close(part);
    session_close(whole);
}

Test(session, undo_restores_and_refuses)
{
    Session *session = sitting_open("toy/wide", "human", "human", 5);
    Rng rng = rng_derive(9, RNG_PURPOSE_FUZZ, 0);
    uint32_t undone = 0;
    uint32_t refused = 0;
    const char *reason = NULL;
    Err err;
    err_clear(&err);
    cr_expect_not(session_undo(session, &err));
    while (!session_is_over(session)) {
        StateBuffer before;
        memcpy(&before, &session->state, sizeof before);
        const Rng dice = session->rng;
        const HistoryDice fallen = session->fallen;
        sitting_play_random(session, &rng);
        const HistoryStep *step = session_last(session);
        if (session_can_undo(session, &reason)) {
            const Move move = step->move;
            const Seat seat = (Seat)step->seat;
            cr_expect_eq(step->draw_count, 0);
            cr_assert(session_undo(session, &err));
            cr_expect_arr_eq(&before, &session->state, session->game.rules->state_bytes);
            cr_expect_eq(session->rng.state, dice.state);
            cr_expect_arr_eq(&session->fallen, &fallen, sizeof fallen);
            cr_assert(session_play(session, seat, move, &err));
            undone++;
        } else {
            cr_expect_not_null(reason);
            cr_expect(session->told || step->draw_count > 0);
            refused++;
        }
    }
    cr_expect_gt(undone, 20);
    cr_expect_gt(refused, 10);
    session_close(session);
}

/* It may be careful, but most of what tells nothing can be undone. */
Test(session, what_can_be_undone_told_nothing)
{
    static const char *const scenarios[] = {"toy/wide", "toy/plain", "toy/short"};
    SittingUndo counts = {0, 0};
    for (uint64_t seed = 0; seed < 9; seed++) {
        sitting_expect_undo_tells_nothing(scenarios[seed % 3], seed, &counts);
    }
    cr_expect_gt(counts.undone, counts.careful, "%u can be undone, %u are refused though nothing differs",
                 counts.undone, counts.careful);
}

Test(session, cards_drawn_cannot_be_undone) { sitting_expect_draws_stay("toy/wide", 21, "deck_count"); }

Test(session, taking_back_goes_to_the_humans_decision_and_says_so)
{
    Session *session = sitting_open("toy/wide", "human", "random", 4);
    Rng rng = rng_derive(6, RNG_PURPOSE_FUZZ, 0);
    Err err;
    err_clear(&err);
    cr_expect_not(session_take_back(session, SEAT_FRENCH, &err));
    for (int i = 0; i < 120 || session_human_acts(session); i++) {
        sitting_play_random(session, &rng);
    }
    const uint32_t before = session_plies(session);
    uint32_t last = before;
    while (!session->history.steps[last - 1].by_human) {
        last--;
    }
    err_clear(&err);
    cr_expect_not(session_take_back(session, SEAT_COALITION, &err), "a machine takes nothing back");
    cr_assert(session_take_back(session, SEAT_FRENCH, &err), "%s", err.message);
    cr_expect_eq(session_plies(session), last - 1);
    cr_expect(session_human_acts(session));
    StrBuf text;
    strbuf_init(&text);
    session_record(session, &text);
    cr_expect_not_null(strstr(text.text, "{\"note\":\"take_back\",\"seat\":\"french\""));
    strbuf_release(&text);
    sitting_play_to_the_end(session, 8);
    char path[512];
    save_to(session, "back.jsonl", path);
    Session *loaded = load_from(path);
    expect_same(session, loaded);
    session_close(loaded);
    session_close(session);
}

Test(session, resignation_and_swap_are_kept)
{
    Session *session = sitting_open("toy/plain", "human", "random", 4);
    Err err;
    err_clear(&err);
    char path[512];
    cr_assert(session_swap(session, &err));
    cr_expect(session->human[SEAT_COALITION] && !session->human[SEAT_FRENCH]);
    cr_expect_str_eq(session->seat_spec[SEAT_FRENCH], "random");
    cr_assert(session_resign(session, SEAT_COALITION, &err));
    cr_expect(session_is_over(session));
    cr_expect_eq(session_actor(session), SEAT_NONE);
    cr_expect_eq(session_outcome(session).winner, SEAT_FRENCH);
    cr_expect_not(session_resign(session, SEAT_FRENCH, &err));
    cr_expect_not(session_swap(session, &err), "nobody wants the side that has resigned");
    save_to(session, "resigned.jsonl", path);
    Session *loaded = load_from(path);
    cr_expect_eq(loaded->resigned, SEAT_COALITION);
    cr_expect(session_is_over(loaded));
    session_close(loaded);
    session_close(session);
}

static uint32_t count_of(const char *text, const char *part)
{
    uint32_t count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) {
        count++;
    }
    return count;
}

/* Once noted at decision 21, the resignation must not come true again when a save is made at decision 21. */
Test(session, a_resignation_that_was_taken_back_does_not_come_true_in_a_save)
{
    Session *session = sitting_open("toy/wide", "human", "human", 5);
    Rng rng = rng_derive(9, RNG_PURPOSE_FUZZ, 0);
    Err err;
    err_clear(&err);
    char path[512];
    for (int i = 0; i < 21; i++) {
        sitting_play_random(session, &rng);
    }
    const Seat seat = session_actor(session);
    cr_assert(session_resign(session, seat, &err));
    cr_assert(session_take_back(session, seat, &err), "%s", err.message);
    while (session_plies(session) < 21) {
        sitting_play_random(session, &rng);
    }
    save_to(session, "resigned-not.jsonl", path);
    Session *loaded = load_from(path);
    cr_expect_not(session_is_over(loaded));
    cr_expect_eq(loaded->resigned, SEAT_NONE);
    expect_same(session, loaded);
    session_close(loaded);
    session_close(session);
}

Test(session, that_plans_were_shown_is_noted_once_a_seat)
{
    Session *session = sitting_open("toy/wide", "human", "random", 5);
    Rng rng = rng_derive(9, RNG_PURPOSE_FUZZ, 0);
    StrBuf text;
    char path[512];
    for (int i = 0; i < 7; i++) {
        sitting_play_random(session, &rng);
    }
    session_note_plans(session, SEAT_FRENCH);
    session_note_plans(session, SEAT_FRENCH);
    session_note_plans(session, SEAT_BOTH);
    sitting_play_random(session, &rng);
    strbuf_init(&text);
    session_record(session, &text);
    cr_expect_not_null(strstr(text.text, "{\"note\":\"plans\",\"seat\":\"french\",\"ply\":7,"), "%s",
                       text.text);
    cr_expect_eq(count_of(text.text, "\"note\""), 1);
    strbuf_release(&text);
    save_to(session, "plans.jsonl", path);
    Session *loaded = load_from(path);
    session_note_plans(loaded, SEAT_FRENCH);
    expect_same(session, loaded);
    session_close(loaded);
    session_close(session);
}

Test(session, only_the_seat_to_act_and_only_legal_moves)
{
    Session *session = sitting_open("toy/wide", "human", "human", 4);
    MoveList list;
    Err err;
    err_clear(&err);
    (void)session_legal(session, &list);
    const Seat actor = session_actor(session);
    cr_expect_not(session_play(session, seat_other(actor), list.moves[0], &err));
    cr_expect_not_null(strstr(err.message, "it is for"));
    err_clear(&err);
    cr_expect_not(session_play(session, actor, 0xFFFFFFFFU, &err));
    cr_expect_not_null(strstr(err.message, "not legal"));
    cr_expect_eq(session_plies(session), 0);
    session_close(session);
}

Test(session, bad_setups_are_refused)
{
    Err err;
    const SessionSetup bad[] = {
        {"toy/none", NULL, 0, {"human", "human"}, true, 1},
        {"toy/wide", NULL, 0, {"human", "wizard"}, true, 1},
        {"toy/wide", (const char *const[]){"setup.frogs=3"}, 1, {"human", "human"}, true, 1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        err_clear(&err);
        cr_expect_null(session_open(&bad[i], &err));
        cr_expect(err.set);
    }
}

Test(session, damaged_records_are_refused_with_their_line)
{
    Session *session = sitting_open("toy/wide", "human", "human", 4);
    Rng rng = rng_derive(6, RNG_PURPOSE_FUZZ, 0);
    char path[512];
    for (int i = 0; i < 40; i++) {
        sitting_play_random(session, &rng);
    }
    save_to(session, "good.jsonl", path);
    StrBuf text;
    strbuf_init(&text);
    cr_assert(support_read(path, &text));
    char *line = text.text;
    for (int i = 1; i < 20; i++) {
        line = strchr(line, '\n') + 1;
    }
    char *seat = strstr(line, "\"move\":\"");
    seat[8] = '#';
    cr_assert(support_write(path, text.text, text.length));
    Err err;
    err_clear(&err);
    cr_expect_null(session_load(path, NULL, &err));
    cr_expect_not_null(strstr(err.file, ":20"), "%s: %s", err.file, err.message);
    err_clear(&err);
    cr_expect_null(session_load("tests/scenarios/toy/plain.json", NULL, &err));
    cr_expect(err.set);
    err_clear(&err);
    cr_expect_null(session_load("nowhere.jsonl", NULL, &err));
    cr_expect(err.set);
    strbuf_release(&text);
    session_close(session);
}

/* Dice typed by people: ones and sixes in turn. */
static bool roll_in_turn(void *context, const char *what, uint32_t sides, uint32_t *value)
{
    uint32_t *rolls = context;
    (void)what;
    *value = (*rolls)++ % 2 == 0 ? 1 : sides;
    return true;
}

static bool roll_nothing(void *context, const char *what, uint32_t sides, uint32_t *value)
{
    (void)context;
    (void)what;
    (void)sides;
    (void)value;
    return false;
}

Test(session, typed_dice)
{
    Session *session = sitting_open("toy/wide", "human", "human", 4);
    uint32_t rolls = 0;
    char path[512];
    session_type_dice(session, roll_in_turn, &rolls);
    sitting_play_to_the_end(session, 12);
    cr_expect_not(session->has_seed);
    save_to(session, "typed.jsonl", path);
    Session *loaded = load_from(path);
    expect_same(session, loaded);
    session_close(loaded);
    session_close(session);
}

Test(session, without_dice_no_move)
{
    Session *session = sitting_open("toy/wide", "human", "human", 4);
    Rng rng = rng_derive(1, RNG_PURPOSE_FUZZ, 0);
    session_type_dice(session, roll_nothing, NULL);
    bool refused = false;
    while (!session_is_over(session) && !refused) {
        MoveList list;
        Err err;
        err_clear(&err);
        StateBuffer before;
        memcpy(&before, &session->state, sizeof before);
        const uint32_t count = session_legal(session, &list);
        refused = !session_play(session, session_actor(session), list.moves[rng_bounded(&rng, count)], &err);
        if (refused) {
            cr_expect_arr_eq(&before, &session->state, session->game.rules->state_bytes);
            cr_expect_not_null(strstr(err.message, "no dice"));
        }
    }
    cr_expect(refused);
    session_close(session);
}

Test(session, hints_come_from_the_view)
{
    Session *session = sitting_open("toy/wide", "human", "level:1", 4);
    Policy policy;
    Err err;
    err_clear(&err);
    PolicyReport *report = malloc(sizeof *report);
    SessionQuery *query = malloc(sizeof *query);
    cr_assert(policy_init(&policy, &session->game, "mcts:sims=60", &err));
    session_query(session, query, NULL, report);
    void *mind = policy_session_new(&policy, session_actor(session));
    const Move move = policy_choose(&policy, mind, &query->query);
    uint32_t best[3];
    cr_expect(game_move_is_legal(&session->game, &session->state.header, move));
    const uint32_t count = policy_best(report, 3, best);
    cr_expect_geq(count, 2);
    cr_expect_eq(report->moves[best[0]].move, move);
    cr_expect_geq(report->moves[best[0]].visits, report->moves[best[1]].visits);
    policy_session_free(&policy, mind);
    policy_release(&policy);
    free(query);
    free(report);
    session_close(session);
}

Test(session, every_question_and_choice_has_words) { sitting_expect_words("toy/wide", 2); }
