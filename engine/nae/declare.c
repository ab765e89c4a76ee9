/* declare.c: declarations of war [7.1, map 4.1]; what one brings about is nae_declare_war (status.c). */
#include "engine/nae/rules.h"

void nae_declare_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
        if (nae_can_declare(p->d, p->s, frame->seat, nation)) {
            nae_option(list, nae_move1(NAE_M_DECLARE, nation));
        }
    }
    nae_option(list, nae_move1(NAE_M_DECLARE, NAE_NONE));
}

void nae_declare_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    if (nae_move_a(move) == NAE_NONE) {
        nae_pop(p);
        return;
    }
    nae_declare_war(p, frame->seat, nae_move_a(move));
}
