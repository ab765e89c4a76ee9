/* foreign_wars.c: wars off the map (map 13.10). */
#include "engine/eagles/campaign.h"

void eagles_begin_war(Play *p, enum eagles_war war)
{
    (void)p;
    (void)war; /* NOT YET WRITTEN: see mark_unfinished in load_scenario.c */
}
