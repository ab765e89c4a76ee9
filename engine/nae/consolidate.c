/* consolidate.c: forces that meet by counter-march, retreat or interception become one force again (14.1,
 * map 12.1). */
#include "engine/nae/battle.h"
#include "engine/nae/force.h"

/* Who stops with a demoralised force is demoralised too; two armies are treated apart [14.9.3]. */
static void spread_demoralisation(NaePlay *p, NaePieces set)
{
    if (!nae_pieces_empty(nae_with(p->s, nae_pieces_and(set, p->d->units), NAE_DEMORALISED))) {
        NAE_EACH_PIECE(piece, set) { nae_set_bit(p->s, piece, NAE_DEMORALISED); }
    }
}

void nae_unite(NaePlay *p, NaePieces arrivals, NaePieces standers, unsigned slot)
{
    const NaePieces all = nae_pieces_or(arrivals, standers);
    nae_join(p, arrivals, standers);
    NaePieces left = nae_pieces_none();
    NAE_EACH_PIECE(piece, all)
    {
        if (nae_on_map(p->s, piece)) {
            nae_pieces_add(&left, piece);
        }
    }
    nae_set_slot(p->s, left, slot);
    spread_demoralisation(p, nae_army_part(p->s, left, 0));
    spread_demoralisation(p, nae_army_part(p->s, left, NAE_SECOND_ARMY));
}
