/* test_nae_setup.c: how the scenarios of Napoleon against Europe begin, against the figures of the files. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "engine/nae/march.h"
#include "engine/nae/rules.h"
#include "eval/report/report_shapes.h"
#include "tests/nae/nae_play.h"
#include "tests/support/support.h"

typedef struct Start {
    const char *name;
    unsigned year, round;
    unsigned hands[2];
    int level;
    unsigned empire_units; /* on the map, counted in the file; 0: not counted */
} Start;

static const Start STARTS[] = {
    {"1815", 1815, 2, {6, 8}, 0, 20},      {"1805", 1805, 2, {7, 7}, 5, 23},
    {"1809", 1809, 1, {9, 7}, 15, 0},      {"1805-year", 1805, 2, {7, 7}, 5, 23},
    {"1809-year", 1809, 1, {9, 7}, 15, 0},
};

static unsigned on_map(unsigned side)
{
    unsigned units = 0;
    NAE_EACH_PIECE(unit, nae_pieces_and(nae_s()->owned[side], nae_d()->units))
    {
        units += nae_on_map(nae_s(), unit) ? 1U : 0U;
    }
    return units;
}

Test(nae_setup, figures)
{
    for (unsigned i = 0; i < sizeof STARTS / sizeof STARTS[0]; i++) {
        const Start *want = &STARTS[i];
        nae_open(want->name, NULL);
        cr_expect_eq(nae_year(nae_s()), want->year, "%s", want->name);
        cr_expect_eq(nae_s()->round, want->round, "%s", want->name);
        cr_expect_eq(nae_hand_count(nae_s(), NAE_EMPIRE), want->hands[0], "%s", want->name);
        cr_expect_eq(nae_hand_count(nae_s(), NAE_COALITION), want->hands[1], "%s", want->name);
        cr_expect_eq(nae_s()->level, want->level, "%s", want->name);
        if (want->empire_units != 0) {
            cr_expect_eq(on_map(NAE_EMPIRE), want->empire_units, "%s: %u Empire units", want->name,
                         on_map(NAE_EMPIRE));
        }
    }
}

/* Every force of a set-up stands where the file has it, under its commander, and is legal. */
Test(nae_setup, forces)
{
    for (unsigned i = 0; i < sizeof STARTS / sizeof STARTS[0]; i++) {
        nae_open(STARTS[i].name, NULL);
        const NaeData *d = nae_d();
        for (unsigned k = 0; k < d->setup.forces; k++) {
            const NaeSetupForce *f = &d->setup.force[k];
            for (unsigned u = 0; u < f->units; u++) {
                cr_expect_eq(nae_s()->place[f->unit[u]], f->zone, "%s: %s", STARTS[i].name,
                             d->piece_id[f->unit[u]]);
                cr_expect_eq(nae_bit(nae_s(), f->unit[u], NAE_REDUCED), (f->reduced >> u & 1U) != 0);
            }
            if (f->commander != NAE_NONE) {
                cr_expect(nae_bit(nae_s(), f->commander, NAE_COMMANDS), "%s", d->piece_id[f->commander]);
            }
            const NaePieces set = nae_at(d, nae_s(), f->zone);
            cr_expect(nae_pieces_empty(set) || nae_force_legal(d, nae_s(), set), "%s: %s", STARTS[i].name,
                      d->zone_id[f->zone]);
        }
    }
}

Test(nae_setup, campaign_of_1809)
{
    nae_open("1809", NULL);
    cr_expect_eq(nae_s()->header.seat, SEAT_COALITION, "the first round is the Coalition's");
    cr_expect_eq(nae_status(nae_s(), NAE_PRUSSIA), NAE_FORCED_PEACE);
    cr_expect((nae_s()->flags & NAE_LIBERATION) != 0 && (nae_s()->flags & NAE_BLOCKADE) != 0);
    cr_expect_eq(nae_marker(nae_s(), nae_zone("madrid")), NAE_EMPIRE);
    cr_expect_eq(nae_s()->owner[nae_zone("varsovie")], NAE_POLAND);
}

/* The Empire's provinces in the peninsula are Spanish [20.3]: Soult stands in Porto, but has not marked it,
 * and what is Portugal's is the Coalition's at the start [4]. */
Test(nae_setup, porto_of_1809_is_not_the_empires)
{
    static const char *const scenarios[] = {"1809", "1809-year"};
    for (unsigned i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        nae_open(scenarios[i], NULL);
        const unsigned porto = nae_zone("porto");
        const NaePieces soult = nae_at(nae_d(), nae_s(), porto);
        cr_expect_eq(nae_holder(nae_s(), porto), NAE_COALITION);
        cr_expect_eq(nae_holder(nae_s(), nae_zone("la_corogne")), NAE_EMPIRE);
        cr_expect(nae_has_units(nae_d(), soult));
        cr_expect(nae_may_mark(nae_d(), nae_s(), porto, NAE_EMPIRE), "a movement point takes it");
    }
}

Test(nae_setup, random_fleets)
{
    nae_open("1805", "options.random_fleets=true");
    unsigned at_sea = 0;
    NAE_EACH_PIECE(fleet, nae_of_nation(nae_d(), nae_d()->fleets, NAE_BRITAIN))
    {
        at_sea += (nae_s()->bits[fleet] & NAE_AT) != NAE_AT_SPECIAL ? 1U : 0U;
    }
    cr_expect_eq(at_sea, 9, "as many as with the default fleets");
}

/* The report draws battles on the outlines only if the map has one of each zone and of each sea. */
Test(nae_setup, the_map_has_all_places)
{
    StrBuf text;
    ReportShapes shapes;
    Err err;
    strbuf_init(&text);
    err_clear(&err);
    nae_open("1815", NULL);
    cr_assert(support_read("scenarios/nae/map/map.json", &text));
    cr_assert(report_shapes_read(&shapes, text.text, text.length, "map.json", &err), "%s", err.message);
    for (unsigned zone = 0; zone < nae_d()->zones; zone++) {
        const ReportShape *shape = report_shape(&shapes, nae_d()->zone_id[zone]);
        cr_expect(shape != NULL && !shape->sea, "%s", nae_d()->zone_id[zone]);
    }
    for (unsigned sea = 0; sea < NAE_SEAS; sea++) {
        const ReportShape *shape = report_shape(&shapes, nae_d()->sea_id[sea]);
        cr_expect(shape != NULL && shape->sea, "%s", nae_d()->sea_id[sea]);
    }
    report_shapes_release(&shapes);
    strbuf_release(&text);
}
