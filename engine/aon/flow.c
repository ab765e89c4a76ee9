/* flow.c: the machine that runs the sequence of play (5.0), and the list of the open decision. */
#include "engine/aon/rules.h"

typedef struct Step {
    void (*run)(Play *p);
    void (*choose)(Play *p, Move move); /* NULL for steps that never ask */
} Step;

#define AON_TABLE_AUTO(NAME, name) {name##_run, NULL},
#define AON_TABLE_ASK(NAME, name)  {name##_run, name##_choose},
static const Step STEPS[AON_STEP_COUNT] = {AON_STEPS(AON_TABLE_AUTO, AON_TABLE_ASK)};
#undef AON_TABLE_AUTO
#undef AON_TABLE_ASK

/* ------------------------------------------------------------------ the open decision */

/* Sea retreats come as pairs: each corps with each area open to it. */
static unsigned sea_retreat_count(const AonData *d, const AonState *s)
{
    unsigned count = 0;
    for (CorpsSet rest = aon_choice_corps(s); !corps_empty(rest);) {
        count += bits_count(aon_sea_home_targets(d, s, corps_take_first(&rest)));
    }
    return count;
}

/* Number of moves in the open decision. */
static unsigned aon_choice_count(const AonData *d, const AonState *s)
{
    const unsigned others =
        bits_count(s->choice_play) + bits_count(s->choice_objects) + bits_count(s->choice_words);
    const unsigned corps =
        s->choice_corps_kind == AON_SEA_RETREAT ? sea_retreat_count(d, s) : corps_count(aon_choice_corps(s));
    return others + corps;
}

/* The list is written in runs of one kind each, in ascending order of kinds; each function returns where the
 * next goes. */
static inline Move *add_set(Move *out, unsigned kind, unsigned first, uint64_t set)
{
    while (set != 0) {
        *out++ = aon_move(kind, first + bits_take(&set));
    }
    return out;
}

static inline Move *add_corps(Move *out, unsigned kind, CorpsSet corps)
{
    return add_set(add_set(out, kind, 0, corps.lo), kind, 64, corps.hi);
}

static Move *add_sea_retreats(const AonData *d, const AonState *s, Move *out)
{
    for (CorpsSet rest = aon_choice_corps(s); !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        for (AreaSet areas = aon_sea_home_targets(d, s, corps); areas != 0;) {
            *out++ = aon_move2(AON_SEA_RETREAT, corps, bits_take(&areas));
        }
    }
    if ((s->choice_words & AON_WORD_SEA_NO) != 0) {
        *out++ = aon_move(AON_SEA_RETREAT, AON_NONE);
    }
    return out;
}

static inline Move *add_choice_corps(const AonData *d, const AonState *s, Move *out)
{
    const CorpsSet corps = aon_choice_corps(s);
    if (s->choice_corps_kind == AON_SEA_RETREAT) {
        return add_sea_retreats(d, s, out);
    }
    if (s->choice_corps_kind == AON_DROP) { /* members of the army may be dropped, others picked up */
        out = add_corps(out, AON_DROP, corps_and(corps, aon_set(s, AON_SET_ARMY)));
        return add_corps(out, AON_PICK, corps_minus(corps, aon_set(s, AON_SET_ARMY)));
    }
    out = add_corps(out, s->choice_corps_kind, corps);
    if ((s->choice_words & AON_WORD_LEAVE) != 0) {
        *out++ = aon_move(AON_CORPS_LEAVE, corps_first(corps));
    }
    return out;
}

static inline Move *add_choice_objects(const AonState *s, Move *out)
{
    out = add_set(out, s->choice_kind, 0, s->choice_objects);
    if ((s->choice_words & AON_WORD_NO) != 0) {
        *out++ = aon_move(s->choice_kind, AON_NONE);
    }
    return out;
}

/* Moves of the fixed words, by bit. */
static const Move WORD_MOVES[] = {
    AON_CHOOSE_FIRST << 16,
    AON_CHOOSE_FIRST << 16 | 1 << 8,
    AON_PASS << 16,
    AON_STOP << 16,
    AON_LAND << 16,
    AON_SEA << 16,
    AON_FREE << 16,
    AON_WITHDRAW << 16,
    AON_WITHDRAW << 16 | 1 << 8,
    AON_ATTACK << 16,
    AON_DEFEND << 16,
    AON_END_GAME << 16,
    AON_GO_ON << 16,
};

/* Fixed words of kinds below a limit; takes them off the set. */
static inline Move *add_words_below(Move *out, unsigned kind, uint32_t *words)
{
    while (*words != 0 && aon_move_kind(WORD_MOVES[bits_first(*words)]) < kind) {
        *out++ = WORD_MOVES[bits_take32(words)];
    }
    return out;
}

unsigned aon_choice_list(const AonData *d, const AonState *s, MoveList *list)
{
    Move *out = add_set(list->moves, AON_PLAY_CARD, 0, s->choice_play);
    uint32_t words = s->choice_words & AON_WORD_FIXED;
    const bool corps_lead = s->choice_corps_kind < s->choice_kind;
    if (corps_lead && s->choice_corps_kind != 0) {
        out = add_choice_corps(d, s, add_words_below(out, s->choice_corps_kind, &words));
    }
    if (s->choice_kind != 0) {
        out = add_choice_objects(s, add_words_below(out, s->choice_kind, &words));
    }
    if (!corps_lead && s->choice_corps_kind != 0) {
        out = add_choice_corps(d, s, add_words_below(out, s->choice_corps_kind, &words));
    }
    out = add_words_below(out, AON_MOVE_KIND_COUNT, &words);
    if (out == list->moves) {
        *out++ = aon_move(AON_MOVE_CONTINUE, 0);
    }
    list->count = (uint32_t)(out - list->moves);
    assert(list->count <= MOVE_LIST_MAX);
    return list->count;
}

/* The only move of a decision with one. */
static Move aon_choice_only(const AonData *d, const AonState *s)
{
    if ((s->choice_words & AON_WORD_FIXED) != 0) { /* by far the most frequent: nothing to do but to pass */
        return WORD_MOVES[bits_first(s->choice_words)];
    }
    MoveList list;
    (void)aon_choice_list(d, s, &list);
    return list.moves[0];
}

/* ------------------------------------------------------------------ the machine */

/* Carries out the chosen move. With the switch red_title_pickup_after_event a red card played as an event is
 * offered to the other seat like a discarded one (A3). */
static void choose(Play *p, Move move)
{
    const Seat seat = (Seat)p->s->header.seat;
    aon_clear_choices(p->s);
    STEPS[p->s->header.step].choose(p, move);
    if (p->d->options.red_title_pickup_after_event && aon_move_kind(move) == AON_PLAY_CARD &&
        !p->s->header.over && ((p->d->red >> aon_move_object(move)) & 1U) != 0) {
        aon_clear_choices(p->s); /* the step that follows is asked again afterwards */
        aon_offer(p, seat_other(seat), aon_move_object(move));
    }
}

void aon_run(Play *p)
{
    AonState *s = p->s;
    while (!s->header.over) {
        const unsigned step = s->header.step;
        STEPS[step].run(p);
        const bool asks = (s->choice_play | s->choice_objects | s->choice_corps_lo | s->choice_corps_hi |
                           s->choice_words) != 0;
        const unsigned count = asks ? aon_choice_count(p->d, s) : 0;
        if (asks) {
            aon_spares(p, (Seat)s->header.seat);
        }
        if (count >= 2) {
            return;
        }
        if (count == 1) {
            choose(p, aon_choice_only(p->d, s)); /* a single choice is not asked */
        } else if (s->header.step == step && STEPS[step].choose != NULL) {
            return; /* an empty decision: to be met only in a world that determinize made up */
        }
    }
}

bool aon_step_asks(unsigned step) { return step < AON_STEP_COUNT && STEPS[step].choose != NULL; }

void aon_open_decision(Play *p)
{
    const Step *step = &STEPS[p->s->header.step];
    aon_clear_choices(p->s);
    if (step->choose != NULL) {
        step->run(p);
    }
}

void aon_apply_move(Play *p, Move move)
{
    if (aon_move_kind(move) != AON_MOVE_CONTINUE) {
        choose(p, move);
    }
    aon_run(p);
}

void aon_end_game(Play *p, Seat winner, enum outcome_grade grade, enum aon_end why)
{
    AonState *s = p->s;
    AON_NOTE(p, GAME_OVER, winner, (int)grade, (int)why, (int)aon_year(s) + 1800);
    aon_clear_choices(s);
    s->header.seat = SEAT_NONE;
    s->header.over = (uint8_t)(winner | (unsigned)grade << 4U);
}

/* The next game turn; the first turn of a scenario begins in its Campaign Phase (11.1.1). */
void turn_next_run(Play *p)
{
    AonState *s = p->s;
    s->header.turn++;
    s->phase = AON_PHASE_DIPLOMACY;
    s->round = 0;
    AON_NOTE(p, TURN, SEAT_NONE, (int)aon_year(s) + 1800);
    AON_NOTE(p, PHASE, SEAT_NONE, AON_PHASE_DIPLOMACY);
    memset(&s->scope, 0, sizeof s->scope);
    aon_flag_clear(s, AON_FLAG_SECOND | AON_FLAG_RUSSIA_BARRED | AON_FLAG_BRITAIN_BARRED |
                          AON_FLAG_SEA_DEPLOYED);
    aon_start_diplomacy(p, AON_STEP_INSURRECTION_OUTCOMES);
}
