/* consolidate.c: forces that meet by counter-march, retreat or interception become one force again (14.1,
 * map 12.1). */
#include "engine/nae/battle.h"
#include "engine/nae/force.h"

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
}
