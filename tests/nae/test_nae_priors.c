/* test_nae_priors.c: the shipped learned priors of Napoleon against Europe: sound and honest in random games;
 * what moves name. */
#include <criterion/criterion.h>

#include "ai/nae/move_inputs.h"
#include "tests/nae/nae_play.h"
#include "tests/support/priors_play.h"
#include "tests/support/support.h"

Test(nae_priors, priors_of_random_games_are_sound_and_honest)
{
    static const char *const scenarios[] = {"nae/1815", "nae/1805-year", "nae/1809-year"};
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        priors_play(scenarios[i], "scenarios/nae/priors.json", support_short() ? 1 : 20);
    }
}

Test(nae_priors, every_kind_of_decision_has_a_name_of_its_own) { priors_have_names("nae/1805"); }

static void expect_kind(const char *text, const char *expected)
{
    Move move = 0;
    char name[PRIOR_NAME_BYTES];
    cr_assert(nae_move_parse(nae_d(), text, &move), "%s", text);
    nae_prior_kind_name(nae_prior_kind_of_move(move), name);
    cr_expect_str_eq(name, expected, "%s: %s", text, name);
}

Test(nae_priors, a_move_tells_its_kind)
{
    nae_open("1805", NULL);
    expect_kind("move(go,ulm)", "move(go,ZONE)");
    expect_kind("move(stop)", "move(stop)");
    expect_kind("declare(done)", "declare(done)");
    expect_kind("declare(autriche)", "declare(NATION)");
    expect_kind("keep(2F,discard)", "keep(CARD,discard)");
    expect_kind("transfer(done)", "transfer(done)");
    expect_kind("purchase(done)", "purchase(done)");
}

Test(nae_priors, a_move_names_its_zone_piece_and_word)
{
    Move move = 0;
    nae_open("1805", NULL);
    cr_assert(nae_move_parse(nae_d(), "move(go,ulm)", &move));
    const NaeNamed go = nae_move_names(move);
    cr_expect_eq(go.zone, nae_zone("ulm"));
    cr_expect(go.piece == NAE_NONE && go.word == NAE_NONE && go.card == NAE_NONE && go.nation == NAE_NONE);
    cr_assert(nae_move_parse(nae_d(), "keep(2F,keep)", &move));
    const NaeNamed keep = nae_move_names(move);
    cr_expect(keep.card == NAE_F(2) && keep.word == NAE_W_KEEP && keep.zone == NAE_NONE);
    cr_assert(nae_move_parse(nae_d(), "declare(done)", &move));
    cr_expect_eq(nae_move_names(move).word, NAE_W_NONE);
}
