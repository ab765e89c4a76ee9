/* flow.c: the machine that runs the sequence of play (5.0), and the list of the open decision. */
#include "engine/aon/rules.h"

typedef struct Step {
    void (*run)(Play *p);
    void (*choose)(Play *p, Move move); /* NULL for steps that never ask */
} Step;

#define AON_TABLE_AUTO(NAME, name) {name##_run, NULL},
#define AON_TABLE_ASK(NAME, name) {name##_run, name##_choose},
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

unsigned aon_choice_count(const AonData *d, const AonState *s)
{
    const unsigned others = bits_count(s->choice_play) + bits_count(s->choice_objects) + bits_count(s->choice_words);
    const unsigned corps = s->choice_corps_kind == AON_SEA_RETREAT ? sea_retreat_count(d, s) : corps_count(aon_choice_corps(s));
    return others + corps;
}

/* A list being written: runs of one kind each, in ascending order of kinds. */
typedef struct Writer {
    const AonData *d;
    const AonState *s;
    MoveList *list;
} Writer;

static void add(Writer *w, Move move)
{
    assert(w->list->count < MOVE_LIST_MAX);
    w->list->moves[w->list->count++] = move;
}

static void add_set(Writer *w, unsigned kind, uint64_t set)
{
    while (set != 0) {
        add(w, aon_move(kind, bits_take(&set)));
    }
}

static void add_corps(Writer *w, unsigned kind, CorpsSet corps)
{
    add_set(w, kind, corps.lo);
    while (corps.hi != 0) {
        add(w, aon_move(kind, 64U + bits_take(&corps.hi)));
    }
}

static void add_sea_retreats(Writer *w)
{
    for (CorpsSet rest = aon_choice_corps(w->s); !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        for (AreaSet areas = aon_sea_home_targets(w->d, w->s, corps); areas != 0;) {
            add(w, aon_move2(AON_SEA_RETREAT, corps, bits_take(&areas)));
        }
    }
    if ((w->s->choice_words & AON_WORD_SEA_NO) != 0) {
        add(w, aon_move(AON_SEA_RETREAT, AON_NONE));
    }
}

static void add_choice_corps(Writer *w)
{
    const AonState *s = w->s;
    const CorpsSet corps = aon_choice_corps(s);
    if (s->choice_corps_kind == AON_SEA_RETREAT) {
        add_sea_retreats(w);
    } else if (s->choice_corps_kind == AON_DROP) { /* members of the army may be dropped, others picked up */
        add_corps(w, AON_DROP, corps_and(corps, aon_set(s, AON_SET_ARMY)));
        add_corps(w, AON_PICK, corps_minus(corps, aon_set(s, AON_SET_ARMY)));
    } else {
        add_corps(w, s->choice_corps_kind, corps);
        if ((s->choice_words & AON_WORD_LEAVE) != 0) {
            add(w, aon_move(AON_CORPS_LEAVE, corps_first(corps)));
        }
    }
}

static void add_choice_objects(Writer *w)
{
    add_set(w, w->s->choice_kind, w->s->choice_objects);
    if ((w->s->choice_words & AON_WORD_NO) != 0) {
        add(w, aon_move(w->s->choice_kind, AON_NONE));
    }
}

/* Moves of the fixed words, by bit. */
static const Move WORD_MOVES[] = {
    AON_CHOOSE_FIRST << 16, AON_CHOOSE_FIRST << 16 | 1 << 8, AON_PASS << 16, AON_STOP << 16,   AON_LAND << 16,
    AON_SEA << 16,          AON_FREE << 16,                  AON_WITHDRAW << 16, AON_WITHDRAW << 16 | 1 << 8,
    AON_ATTACK << 16,       AON_DEFEND << 16,                AON_END_GAME << 16, AON_GO_ON << 16,
};

/* Fixed words of kinds below a limit; takes them off the set. */
static void add_words_below(Writer *w, unsigned kind, uint32_t *words)
{
    while (*words != 0 && aon_move_kind(WORD_MOVES[bits_first(*words)]) < kind) {
        add(w, WORD_MOVES[bits_take32(words)]);
    }
}

unsigned aon_choice_list(const AonData *d, const AonState *s, MoveList *list)
{
    Writer w = {d, s, list};
    uint32_t words = s->choice_words & AON_WORD_FIXED;
    list->count = 0;
    add_set(&w, AON_PLAY_CARD, s->choice_play);
    const bool corps_first_run = s->choice_corps_kind < s->choice_kind;
    for (unsigned run = 0; run < 2; run++) {
        const bool corps = (run == 0) == corps_first_run;
        const unsigned kind = corps ? s->choice_corps_kind : s->choice_kind;
        if (kind != 0) {
            add_words_below(&w, kind, &words);
            if (corps) {
                add_choice_corps(&w);
            } else {
                add_choice_objects(&w);
            }
        }
    }
    add_words_below(&w, AON_MOVE_KIND_COUNT, &words);
    if (list->count == 0) {
        add(&w, aon_move(AON_MOVE_CONTINUE, 0));
    }
    return list->count;
}

Move aon_choice_only(const AonData *d, const AonState *s)
{
    if ((s->choice_words & AON_WORD_FIXED) != 0) { /* by far the most frequent: nothing to do but to pass */
        return WORD_MOVES[bits_first(s->choice_words)];
    }
    MoveList list;
    (void)aon_choice_list(d, s, &list);
    return list.moves[0];
}

/* ------------------------------------------------------------------ the machine */

/* Carries out the chosen move. With the switch red_title_pickup_after_event a red card played as an event is offered to
 * the other seat like a discarded one (A3). */
static void choose(Play *p, Move move)
{
    const Seat seat = (Seat)p->s->header.seat;
    aon_clear_choices(p->s);
    STEPS[p->s->header.step].choose(p, move);
    if (p->d->options.red_title_pickup_after_event && aon_move_kind(move) == AON_PLAY_CARD && !p->s->header.over
        && ((p->d->red >> aon_move_object(move)) & 1U) != 0) {
        aon_offer(p, seat_other(seat), aon_move_object(move));
    }
}

void aon_run(Play *p)
{
    AonState *s = p->s;
    while (!s->header.over) {
        const unsigned step = s->header.step;
        STEPS[step].run(p);
        if (STEPS[step].choose == NULL || s->header.over) {
            continue;
        }
        const unsigned count = aon_choice_count(p->d, s);
        if (count == 1) {
            choose(p, aon_choice_only(p->d, s)); /* a single choice is not asked */
        } else if (count >= 2 || s->header.step == step) {
            return; /* a decision; an empty one can only be met in a world that determinize made up */
        }
    }
}

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

void aon_end_game(Play *p, Seat winner, enum outcome_grade grade)
{
    AonState *s = p->s;
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
    memset(&s->scope, 0, sizeof s->scope);
    aon_flag_clear(s, AON_FLAG_SECOND | AON_FLAG_RUSSIA_BARRED | AON_FLAG_BRITAIN_BARRED | AON_FLAG_SEA_DEPLOYED);
    aon_start_diplomacy(p, AON_STEP_INSURRECTION_OUTCOMES);
}
