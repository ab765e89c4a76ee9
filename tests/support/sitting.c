/* sitting.c: games in play by random moves. */
#include "tests/support/sitting.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/support.h"

Session *sitting_open(const char *scenario, const char *french, const char *coalition, uint64_t seed)
{
    Err err;
    err_clear(&err);
    support_use_test_scenarios();
    const SessionSetup setup = {scenario, NULL, 0, {french, coalition}, true, seed};
    Session *session = session_open(&setup, &err);
    cr_assert_not_null(session, "%s", err.message);
    return session;
}

void sitting_play_random(Session *session, Rng *rng)
{
    MoveList list;
    Err err;
    err_clear(&err);
    const uint32_t count = session_legal(session, &list);
    cr_assert_gt(count, 0);
    const Move move = list.moves[rng_bounded(rng, count)];
    cr_assert(session_play(session, session_actor(session), move, &err), "%s", err.message);
}

void sitting_play_to_the_end(Session *session, uint64_t seed)
{
    Rng rng = rng_derive(seed, RNG_PURPOSE_FUZZ, 0);
    while (!session_is_over(session)) {
        sitting_play_random(session, &rng);
    }
}

/* Whether a move told the mover anything: in other worlds that he could not tell from this one, what he sees
 * after it would differ. */
static bool differs_elsewhere(const Session *session, const State *before, Seat seat, Move move)
{
    enum { WORLDS = 12 };
    const Game *game = &session->game;
    StateBuffer seen;
    StateBuffer world;
    game->rules->view(game->data, &session->state.header, seat, &seen.header);
    for (uint64_t i = 0; i < WORLDS; i++) {
        Rng rng = rng_derive(session_plies(session), RNG_PURPOSE_FUZZ, i);
        game->rules->view(game->data, before, seat, &world.header);
        game->rules->determinize(game->data, &world.header, seat, &rng);
        Dice dice = dice_from_stream(rng);
        game_apply(game, &world.header, move, &dice);
        game->rules->view(game->data, &world.header, seat, &world.header);
        if (memcmp(&seen, &world, game->rules->state_bytes) != 0) {
            return true;
        }
    }
    return false;
}

void sitting_expect_undo_tells_nothing(const char *scenario, uint64_t seed, SittingUndo *counts)
{
    Session *session = sitting_open(scenario, "human", "human", seed);
    Rng rng = rng_derive(seed, RNG_PURPOSE_FUZZ, 2);
    while (!session_is_over(session)) {
        StateBuffer before;
        const char *reason = NULL;
        memcpy(&before, &session->state, sizeof before);
        sitting_play_random(session, &rng);
        const HistoryStep *step = session_last(session);
        const bool can = session_can_undo(session, &reason);
        if (step->draw_count == 0) {
            const bool told = differs_elsewhere(session, &before.header, (Seat)step->seat, step->move);
            char text[MOVE_TEXT_BYTES];
            session->game.rules->move_text(session->game.data, step->move, text);
            cr_expect(!can || !told, "seed %u, ply %u: %s told something, step %u then %u", (unsigned)seed,
                      session_plies(session), text, before.header.step, session->state.header.step);
            counts->undone += can ? 1U : 0U;
            counts->careful += !can && !told ? 1U : 0U;
        }
    }
    session_close(session);
}

/* A number in the JSON of a position, as text. */
static void number_in(const Game *game, const State *state, Seat seat, const char *key, char number[32])
{
    char quoted[64];
    StrBuf json;
    strbuf_init(&json);
    (void)snprintf(quoted, sizeof quoted, "\"%s\":", key);
    game->rules->position_json(game->data, state, seat, &json);
    const char *at = strstr(json.text, quoted);
    cr_assert_not_null(at, "%s", key);
    (void)snprintf(number, 32, "%.*s", (int)strspn(at + strlen(quoted), "0123456789"), at + strlen(quoted));
    strbuf_release(&json);
}

void sitting_expect_draws_stay(const char *scenario, uint64_t seed, const char *key)
{
    Session *session = sitting_open(scenario, "human", "human", seed);
    const Game *game = &session->game;
    Rng rng = rng_derive(2, RNG_PURPOSE_FUZZ, 0);
    uint32_t seen = 0;
    while (!session_is_over(session)) {
        char before[32];
        char after[32];
        const char *reason = NULL;
        const Seat seat = session_actor(session);
        number_in(game, &session->state.header, seat, key, before);
        sitting_play_random(session, &rng);
        number_in(game, &session->state.header, seat, key, after);
        if (strcmp(before, after) != 0) { /* somebody drew */
            seen++;
            cr_expect_not(session_can_undo(session, &reason));
        }
    }
    cr_expect_gt(seen, 0);
    session_close(session);
}

void sitting_expect_words(const char *scenario, uint64_t seed)
{
    Session *session = sitting_open(scenario, "human", "human", seed);
    Rng rng = rng_derive(seed, RNG_PURPOSE_FUZZ, 0);
    StrBuf text;
    strbuf_init(&text);
    while (!session_is_over(session)) {
        MoveList list;
        char clause[WORDS_CLAUSE_BYTES];
        strbuf_clear(&text);
        session_question(session, &text, clause);
        cr_expect(clause[0] != '\0' && strcmp(text.text, "Decide.") != 0 && strchr(text.text, '{') == NULL &&
                      strchr(text.text, '?') == strrchr(text.text, '?'),
                  "%s", text.text);
        (void)session_legal(session, &list);
        for (uint32_t i = 0; i < list.count; i++) {
            strbuf_clear(&text);
            session_choice(session, list.moves[i], &text);
            cr_expect(text.length > 0 && strchr(text.text, '(') == NULL && strchr(text.text, '_') == NULL &&
                          strchr(text.text, '?') == NULL,
                      "%s", text.text);
        }
        sitting_play_random(session, &rng);
    }
    strbuf_release(&text);
    session_close(session);
}
