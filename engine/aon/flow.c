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

static void add(MoveList *list, Move move)
{
    assert(list->count < MOVE_LIST_MAX);
    list->moves[list->count++] = move;
}

static void add_corps(MoveList *list, unsigned kind, CorpsSet corps)
{
    while (!corps_empty(corps)) {
        add(list, aon_move(kind, corps_take_first(&corps)));
    }
}

static void add_sea_retreats(const AonData *d, const AonState *s, MoveList *list)
{
    for (CorpsSet rest = aon_choice_corps(s); !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        for (AreaSet areas = aon_sea_home_targets(d, s, corps); areas != 0;) {
            add(list, aon_move2(AON_SEA_RETREAT, corps, bits_take(&areas)));
        }
    }
}

static void add_choice_corps(const AonData *d, const AonState *s, MoveList *list)
{
    const CorpsSet corps = aon_choice_corps(s);
    if (s->choice_corps_kind == AON_SEA_RETREAT) {
        add_sea_retreats(d, s, list);
    } else if (s->choice_corps_kind == AON_DROP) { /* members of the army may be dropped, others picked up */
        add_corps(list, AON_DROP, corps_and(corps, aon_set(s, AON_SET_ARMY)));
        add_corps(list, AON_PICK, corps_minus(corps, aon_set(s, AON_SET_ARMY)));
    } else {
        add_corps(list, s->choice_corps_kind, corps);
    }
}

/* The move a word stands for. */
static Move word_move(const AonState *s, unsigned word)
{
    switch ((enum aon_word)word) {
    case AON_WORD_FIRST_SELF: return aon_move(AON_CHOOSE_FIRST, 0);
    case AON_WORD_FIRST_OTHER: return aon_move(AON_CHOOSE_FIRST, 1);
    case AON_WORD_PASS: return aon_move(AON_PASS, 0);
    case AON_WORD_STOP: return aon_move(AON_STOP, 0);
    case AON_WORD_LAND: return aon_move(AON_LAND, 0);
    case AON_WORD_SEA: return aon_move(AON_SEA, 0);
    case AON_WORD_FREE: return aon_move(AON_FREE, 0);
    case AON_WORD_WITHDRAW_NO: return aon_move(AON_WITHDRAW, 0);
    case AON_WORD_WITHDRAW_YES: return aon_move(AON_WITHDRAW, 1);
    case AON_WORD_ATTACK: return aon_move(AON_ATTACK, 0);
    case AON_WORD_DEFEND: return aon_move(AON_DEFEND, 0);
    case AON_WORD_END_GAME: return aon_move(AON_END_GAME, 0);
    case AON_WORD_GO_ON: return aon_move(AON_GO_ON, 0);
    case AON_WORD_LEAVE: return aon_move(AON_CORPS_LEAVE, corps_first(aon_choice_corps(s)));
    case AON_WORD_NO: return aon_move(s->choice_kind, AON_NONE);
    case AON_WORD_SEA_NO: return aon_move(AON_SEA_RETREAT, AON_NONE);
    }
    return aon_move(AON_MOVE_CONTINUE, 0);
}

/* Insertion sort: lists come nearly sorted, words mostly being last. */
static void sort(MoveList *list)
{
    for (unsigned i = 1; i < list->count; i++) {
        const Move move = list->moves[i];
        unsigned j = i;
        for (; j > 0 && list->moves[j - 1] > move; j--) {
            list->moves[j] = list->moves[j - 1];
        }
        list->moves[j] = move;
    }
}

unsigned aon_choice_list(const AonData *d, const AonState *s, MoveList *list)
{
    list->count = 0;
    for (CardSet titles = s->choice_play; titles != 0;) {
        add(list, aon_move(AON_PLAY_CARD, bits_take(&titles)));
    }
    for (uint64_t objects = s->choice_objects; objects != 0;) {
        add(list, aon_move(s->choice_kind, bits_take(&objects)));
    }
    if (s->choice_corps_kind != 0) {
        add_choice_corps(d, s, list);
    }
    for (uint64_t words = s->choice_words; words != 0;) {
        add(list, word_move(s, 1U << bits_take(&words)));
    }
    sort(list);
    if (list->count == 0 && !s->header.over) {
        add(list, aon_move(AON_MOVE_CONTINUE, 0));
    }
    return list->count;
}

Move aon_choice_only(const AonData *d, const AonState *s)
{
    if (s->choice_play != 0) {
        return aon_move(AON_PLAY_CARD, bits_first(s->choice_play));
    }
    if (s->choice_objects != 0) {
        return aon_move(s->choice_kind, bits_first(s->choice_objects));
    }
    if (s->choice_words != 0) {
        return word_move(s, s->choice_words);
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
        aon_ask(s, (Seat)s->header.seat);
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
    aon_ask(p->s, (Seat)p->s->header.seat);
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
    aon_ask(s, SEAT_NONE);
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
