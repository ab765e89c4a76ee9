/* test_aon_session.c: Age of Napoleon in play: what can be undone, what a seat gets to read, and words for
 * every question and choice. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/aon/rules.h"
#include "engine/rng.h"
#include "play/session/session.h"
#include "tests/support/sitting.h"

Test(aon_session, what_can_be_undone_told_nothing)
{
    static const char *const scenarios[] = {"aon/1805", "aon/1809", "aon/1813"};
    SittingUndo counts = {0, 0};
    for (uint64_t seed = 0; seed < 9; seed++) {
        sitting_expect_undo_tells_nothing(scenarios[seed % 3], seed, &counts);
    }
    cr_expect_gt(counts.undone, counts.careful, "%u can be undone, %u are refused though nothing differs",
                 counts.undone, counts.careful);
}

Test(aon_session, cards_drawn_cannot_be_undone) { sitting_expect_draws_stay("aon/1805", 21, "deck_size"); }

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
        Session *session = sitting_open("aon/1805", "human", "human", seed);
        Rng rng = rng_derive(seed, RNG_PURPOSE_FUZZ, 0);
        while (!session_is_over(session)) {
            sitting_play_random(session, &rng);
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

Test(aon_session, every_question_and_choice_has_words) { sitting_expect_words("aon/1805", 2); }
