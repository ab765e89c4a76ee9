/* turn.c: the sequence of a month (map 2): two player-turns of six steps, then the month's end. */
#include "engine/eagles/campaign.h"

/* The steps of a player-turn in order; frame.phase counts them. */
void eagles_player_turn_run(Play *p)
{
    static const uint8_t STEPS[] = {
        [EAGLES_PHASE_ATTRITION] = EAGLES_STEP_ATTRITION,     [EAGLES_PHASE_ALLIANCE] = EAGLES_STEP_ALLIANCE,
        [EAGLES_PHASE_REINFORCEMENT] = EAGLES_STEP_REINFORCE, [EAGLES_PHASE_NAVAL] = EAGLES_STEP_NAVAL,
        [EAGLES_PHASE_MOVEMENT] = EAGLES_STEP_MOVEMENT,       [EAGLES_PHASE_COMBAT] = EAGLES_STEP_COMBAT,
    };
    EaglesState *s = p->s;
    EaglesFrame *frame = eagles_top(p);
    const bool fleets = (p->d->special & EAGLES_CAMPAIGN) != 0;
    if (frame->phase == 0 && fleets) {
        eagles_spanish_turn_begins(p);
    }
    if (frame->phase == EAGLES_PHASE_MONTH_END && fleets && frame->a == 0) {
        eagles_spanish_turn_ends(p);
        eagles_check_liberation(p);
        memset(s->campaign.overseas_points, 0, sizeof s->campaign.overseas_points);
        memset(s->campaign.overseas_colour, 0, sizeof s->campaign.overseas_colour);
        memset(s->campaign.overseas_hex, 0, sizeof s->campaign.overseas_hex);
        frame->a = 1; /* ships leave ports that were taken in this player-turn (12) */
        eagles_push(p, EAGLES_STEP_EVICT);
        return;
    }
    frame->a = 0;
    if (frame->phase == EAGLES_PHASE_MONTH_END) {
        if (s->active == EAGLES_FRANCE) {
            s->active = EAGLES_COALITION;
            frame->phase = 0;
        } else {
            frame->phase = 0;
            s->active = EAGLES_FRANCE;
            eagles_push(p, EAGLES_STEP_MONTH_END);
        }
        return;
    }
    const unsigned phase = frame->phase++;
    const bool skipped = s->header.turn == 0 && phase <= EAGLES_PHASE_ALLIANCE; /* map 16, 25 */
    if (skipped || (phase == EAGLES_PHASE_NAVAL && !fleets)) {
        return;
    }
    EAGLES_NOTE(p, EAGLES_EVENT_PHASE, s->active, (int)phase, s->header.turn);
    eagles_push(p, (enum eagles_step)STEPS[phase]);
}

/* The campaign goes on while Napoleon is in exile, and until a year after his return (13.10). */
static bool is_last_month(const Play *p)
{
    const EaglesCampaign *c = &p->s->campaign;
    unsigned end = p->d->months;
    if ((c->exile_flags & EAGLES_RETURNED) != 0 && c->return_month + 13U > end) {
        end = c->return_month + 13U;
    }
    return p->s->header.turn + 1U >= end && (c->exile_flags & EAGLES_EXILED) == 0;
}

/* Siege values grow to 5, the injured recover. */
static void age(Play *p)
{
    EaglesState *s = p->s;
    const unsigned cities = eagles_any_siege(p) ? p->d->cities : 0;
    for (unsigned city = 0; city < cities; city++) {
        const unsigned value = eagles_siege_value(s, city);
        if (value > 0 && value < 5) {
            eagles_set_siege(p, city, eagles_besieger(s, city), value + 1);
        }
    }
    for (unsigned l = 0; l < EAGLES_LEADERS_MAX; l++) {
        s->leader_months[l] = (uint8_t)(s->leader_months[l] - (s->leader_months[l] > 0));
    }
}

static void campaign_month_end(Play *p)
{
    eagles_peace_month(p);
    if (eagles_calendar(p) % 12 == 0) {
        eagles_exchange_prisoners(p);
    }
}

/* The next month begins; of the exile it is one more, the first is that after the fall (13.10). */
static void begin_month(Play *p)
{
    EaglesCampaign *c = &p->s->campaign;
    p->s->header.turn++;
    c->exile_months = (uint8_t)(c->exile_months + ((c->exile_flags & EAGLES_EXILED) != 0 ? 1U : 0U));
}

/* Siege values grow to 5, the injured recover, victory is looked for; then the next month (map 2, step 7). */
void eagles_month_end_run(Play *p)
{
    EaglesState *s = p->s;
    EaglesFrame *frame = eagles_top(p);
    if (frame->phase == 0 && eagles_in_campaign(p)) {
        frame->phase = 1; /* captured leaders, then wars, then the rest */
        eagles_push(p, EAGLES_STEP_FOREIGN_WARS);
        age(p);
        eagles_release_leaders(p);
        return;
    }
    if (frame->phase == 0) {
        age(p);
    }
    eagles_pop(p);
    if (eagles_in_campaign(p)) {
        campaign_month_end(p);
    }
    const bool last = is_last_month(p);
    eagles_check_victory(p, last);
    assert(!last || s->header.over != 0);
    if (s->header.over == 0) {
        begin_month(p);
    }
}
