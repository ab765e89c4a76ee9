/* select.h: what each purpose of a selection (rules.h) answers: which rows and leaders may be chosen, and
 * what then happens. frame: x the hex, phase the side, z and w as eagles_select's caller set them. Internal
 * to select.c and the chapters. */
#ifndef MARSHAL_ENGINE_EAGLES_SELECT_H
#define MARSHAL_ENGINE_EAGLES_SELECT_H

#include "engine/eagles/rules.h"

#define EAGLES_PURPOSE(name)                                                                                 \
    bool eagles_##name##_row(const Play *p, const EaglesFrame *frame, uint32_t key);                         \
    bool eagles_##name##_leader(const Play *p, const EaglesFrame *frame, unsigned leader);                   \
    void eagles_##name##_done(Play *p, EaglesFrame frame);
EAGLES_PURPOSE(sortie)
EAGLES_PURPOSE(shelter)
EAGLES_PURPOSE(besiege)
EAGLES_PURPOSE(retreat)
EAGLES_PURPOSE(advance)
EAGLES_PURPOSE(sea)
EAGLES_PURPOSE(crossing)
#undef EAGLES_PURPOSE

/* declaration.c: SP inside a city come out for a sortie: all, or those chosen. */
void eagles_come_out(Play *p, unsigned hex, unsigned side, bool all);

#endif
