/* wear.c: what attrition is likely to take from a stack before it moves again (map 3). */
#include "ai/eagles/sense.h"

/* Modifiers of the die in a hex at the next attrition of the side, supply left out. */
static int modifiers(const Sense *sense, unsigned hex, unsigned colour)
{
    const Play *p = &sense->p;
    const EaglesHex *h = &p->d->hex[hex];
    const unsigned owner = eagles_owner(p, hex);
    const bool home = owner != EAGLES_NONE && p->s->nation[owner].side == sense->side &&
                      p->s->nation[owner].colour == colour && p->d->nation[owner].major;
    return (h->area == 1 || h->area == 4 ? 1 : 0) + (eagles_winter(p->d, p->s->header.turn + 1U) ? 1 : 0) -
           (colour == EAGLES_BLUE ? 1 : 0) - (home ? 1 : 0);
}

double eagles_sense_wear(const Sense *sense, unsigned hex, unsigned colour, bool fed, unsigned sp)
{
    const EaglesTables *t = &sense->p.d->tables;
    unsigned column = 4;
    unsigned sum = 0;
    if (sense->last || sp < t->attrition_column[0]) {
        return 0; /* too few, or no month follows */
    }
    while (column > 0 && sp < t->attrition_column[column]) {
        column--;
    }
    const int modifier = modifiers(sense, hex, colour) + (fed ? 0 : 1);
    for (int face = 1; face <= 6; face++) {
        const int die = face + modifier;
        sum += t->attrition_loss[die < 1 ? 0 : die > 6 ? 5 : die - 1][column];
    }
    return sum / 6.0;
}
