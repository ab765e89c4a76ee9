/* test_aon_session.c: Age of Napoleon in play: what can be undone, what a seat gets to read, and words for
 * every question and choice. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/aon/rules.h"
#include "engine/rng.h"
#include "play/session/session.h"
#include "tests/support/support.h"

static Session *open_session(const char *scenario, const char *french, const char *coalition, uint64_t seed)
{
    Err err;
    err_clear(&err);
    const SessionSetup setup = {scenario, NULL, 0, {french, coalition}, true, seed};
    Session *session = session_open(&setup, &err);
    cr_assert_not_null(session, "%s", err.message);
    return session;
}

/* Plays a random legal move of whoever decides. */
static void play_random(Session *session, Rng *rng)
{
    MoveList list;
    Err err;
    err_clear(&err);
    const uint32_t count = session_legal(session, &list);
    cr_assert_gt(count, 0);
    const Move move = list.moves[rng_bounded(rng, count)];
    cr_assert(session_play(session, session_actor(session), move, &err), "%s", err.message);
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

/* The journal says what came to light; sampled worlds are the judge of it: whatever can be undone told the
 * mover nothing in any of them. It may be careful, but most of what tells nothing can be undone. */
Test(aon_session, what_can_be_undone_told_nothing)
{
    static const char *const scenarios[] = {"aon/1805", "aon/1809", "aon/1813"};
    uint32_t undone = 0;
    uint32_t careful = 0;
    for (uint64_t seed = 0; seed < 9; seed++) {
        Session *session = open_session(scenarios[seed % 3], "human", "human", seed);
        Rng rng = rng_derive(seed, RNG_PURPOSE_FUZZ, 2);
        while (!session_is_over(session)) {
            StateBuffer before;
            const char *reason = NULL;
            memcpy(&before, &session->state, sizeof before);
            play_random(session, &rng);
            const HistoryStep *step = session_last(session);
            const bool can = session_can_undo(session, &reason);
            if (step->draw_count == 0) {
                const bool told = differs_elsewhere(session, &before.header, (Seat)step->seat, step->move);
                char text[MOVE_TEXT_BYTES];
                session->game.rules->move_text(session->game.data, step->move, text);
                cr_expect(!can || !told, "seed %u, ply %u: %s told something, step %u then %u",
                          (unsigned)seed, session_plies(session), text, before.header.step,
                          session->state.header.step);
                undone += can ? 1U : 0U;
                careful += !can && !told ? 1U : 0U;
            }
        }
        session_close(session);
    }
    cr_expect_gt(undone, careful, "%u can be undone, %u are refused though nothing differs", undone, careful);
}

Test(aon_session, cards_drawn_cannot_be_undone)
{
    Session *session = open_session("aon/1805", "human", "human", 21);
    Rng rng = rng_derive(2, RNG_PURPOSE_FUZZ, 0);
    bool seen = false;
    while (!session_is_over(session)) {
        StateBuffer before;
        StateBuffer after;
        const Game *game = &session->game;
        memcpy(&before, &session->state, sizeof before);
        const Seat seat = session_actor(session);
        play_random(session, &rng);
        StrBuf a;
        StrBuf b;
        strbuf_init(&a);
        strbuf_init(&b);
        memcpy(&after, &session->state, sizeof after);
        game->rules->position_json(game->data, &before.header, seat, &a);
        game->rules->position_json(game->data, &after.header, seat, &b);
        const char *deck_a = strstr(a.text, "\"deck_size\":");
        const char *deck_b = strstr(b.text, "\"deck_size\":");
        if (strncmp(deck_a, deck_b, 15) != 0) { /* somebody drew */
            seen = true;
            const char *reason = NULL;
            cr_expect_not(session_can_undo(session, &reason));
        }
        strbuf_release(&a);
        strbuf_release(&b);
    }
    cr_expect(seen);
    session_close(session);
}

static CardSet unseen_hand(const AonData *d, const State *state, Seat seat)
{
    const AonState *s = aon_state_const(state);
    return s->hand[seat] & ~s->known[seat] & d->titles;
}

/* A title of one copy in the other hand, before and after, that this reader has not seen must not be named to
 * him. */
static void expect_silence(const Session *session, const State *before, const JournalEntry *entry,
                           Seat reader)
{
    const AonData *d = session->game.data;
    const Seat other = seat_other(reader);
    StrBuf text;
    if (entry->kind == AON_NOTE_CARD_DISCARDED) {
        return; /* in the open, and drawn again before anybody has decided anything */
    }
    strbuf_init(&text);
    session->game.rules->event_text(d, entry, reader, &text);
    for (CardSet secret = unseen_hand(d, before, other) & unseen_hand(d, &session->state.header, other);
         secret != 0;) {
        const unsigned title = bits_take(&secret);
        cr_expect(d->card[title].copies > 1 || strstr(text.text, d->card[title].title) == NULL ||
                      strcmp(d->card[title].title, "Stein") == 0 ||
                      strcmp(d->card[title].title, "Joseph") == 0,
                  "\"%s\" names %s", text.text, d->card[title].title);
    }
    strbuf_release(&text);
}

Test(aon_session, what_is_told_names_no_card_of_the_other_hand)
{
    HistoryWalk *walk = malloc(sizeof *walk);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        Session *session = open_session("aon/1805", "human", "human", seed);
        Rng rng = rng_derive(seed, RNG_PURPOSE_FUZZ, 0);
        while (!session_is_over(session)) {
            play_random(session, &rng);
            history_walk(walk, &session->history, session_plies(session) - 1);
            StateBuffer before;
            memcpy(&before, &walk->state, sizeof before);
            cr_assert(history_next(walk));
            for (uint32_t i = 0; i < walk->journal.count; i++) {
                expect_silence(session, &before.header, &walk->journal.entries[i], SEAT_FRENCH);
                expect_silence(session, &before.header, &walk->journal.entries[i], SEAT_COALITION);
            }
        }
        session_close(session);
    }
    free(walk);
}

Test(aon_session, every_question_and_choice_has_words)
{
    Session *session = open_session("aon/1805", "human", "human", 2);
    Rng rng = rng_derive(2, RNG_PURPOSE_FUZZ, 0);
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
        play_random(session, &rng);
    }
    strbuf_release(&text);
    session_close(session);
}
