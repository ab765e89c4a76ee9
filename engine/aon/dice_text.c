/* dice_text.c: what dice are for: asked of people who roll their own, noted where they have fallen. */
#include "engine/aon/aon.h"
#include "engine/aon/rules.h"
#include "engine/aon/words.h"

void aon_die_words(const AonData *d, const AonState *s, uint32_t before, StrBuf *out)
{
    static const char *const causes[5] = {"the long march", "rough terrain", "winter", "the forced march",
                                          "Cossacks"};
    if (s->header.step == AON_STEP_BATTLE_ROLL) {
        const Seat attacker = aon_attacker(s);
        const Seat seat = before % 2 == 0 ? attacker : seat_other(attacker);
        strbuf_addf(out, "%s in %s: the die of %s, which %s with strength %u",
                    before < 2 ? "battle" : "tie-break of the battle", d->area_name[s->battle.area],
                    seat == SEAT_FRENCH ? "France" : "the Coalition",
                    seat == attacker ? "attacks" : "defends", aon_battle_side(d, s, seat).strength);
    } else if (s->header.step == AON_STEP_MARCH_CAUSE) {
        const unsigned cause = bits_first(s->attrition & 31U);
        const CorpsSet marching = aon_marching(s);
        strbuf_addf(out, "march attrition by %s", cause < 5 ? causes[cause] : "the march");
        if (!corps_empty(marching)) {
            strbuf_addf(out, " in %s", d->area_name[s->place[corps_first(marching)] % AON_AREAS_MAX]);
        }
    } else if (s->header.step == AON_STEP_WINTER_ROLL) {
        strbuf_addf(out, "winter attrition in %s", d->area_name[s->scope.index % AON_AREAS_MAX]);
    }
}

void aon_dice_json(const AonData *d, const JournalEntry *entry, StrBuf *out)
{
    static const char *const purposes[AON_DICE_COUNT] = {
        [AON_DICE_BATTLE] = "battle",
        [AON_DICE_TIE] = "tie_break",
        [AON_DICE_MARCH] = "march_attrition",
        [AON_DICE_WINTER] = "winter_attrition",
    };
    const int purpose = entry->args[JOURNAL_DICE_PURPOSE];
    const int area = entry->args[JOURNAL_DICE_PLACE];
    assert(purpose >= 0 && purpose < AON_DICE_COUNT && area < d->areas);
    journal_dice_json(entry, aon_note_clause(entry), purposes[purpose], area >= 0 ? d->area_id[area] : NULL,
                      out);
}
