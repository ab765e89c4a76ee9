/* neutrality.c: violations of neutrality (12.7, 14.2.4). */
#include "engine/aon/rules.h"

bool aon_violates(const AonData *d, const AonState *s, Seat seat, unsigned area, CorpsSet acting)
{
    assert(seat_plays(seat));
    assert(area < AON_AREAS_MAX);
    const unsigned country = aon_owner(d, s, area);
    return aon_alignment(s, country) == AON_NC && !aon_occupies(d, s, seat, country, acting);
}

/* 12.7.2: the country joins the other side, even one that was insurgent once. */
void aon_violate(Play *p, Seat violator, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    AON_NOTE(p, VIOLATION, violator, (int)country);
    aon_convert(p, country, violator == SEAT_FRENCH ? AON_CM : AON_FA, AON_WHY_VIOLATION);
}

void aon_violate_and_deploy(Play *p, Seat violator, unsigned country, enum aon_step back)
{
    assert(country < AON_COUNTRIES_MAX);
    aon_violate(p, violator, country);
    aon_deploy(p, country, true, back);
}

/* Called when the corps of a country violated by an army on the move may come on (12.7.3). */
void violation_deploy_run(Play *p)
{
    AonState *s = p->s;
    const unsigned country = s->move.violated;
    const enum aon_step back = (enum aon_step)s->stack[s->depth - 1];
    s->move.violated = AON_NONE;
    aon_return(p);
    aon_deploy(p, country, true, back);
}
