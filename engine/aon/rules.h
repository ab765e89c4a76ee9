/* rules.h: what the files of the rules share: the play in progress, the board, countries, cards, calls
 * between steps. Internal to engine/aon. Functions take a Play (data, state, dice) when they change
 * something, data and state when they only look. No function allocates, prints or recurses.
 */
#ifndef MARSHAL_ENGINE_AON_RULES_H
#define MARSHAL_ENGINE_AON_RULES_H

#include <assert.h>
#include <string.h>

#include "engine/aon/events.h"
#include "engine/aon/moves.h"
#include "engine/aon/state.h"
#include "engine/aon/steps.h"

typedef struct Play {
    const AonData *d;
    AonState *s;
    Dice *dice;
    uint64_t wanted; /* kinds of entries to be noted in the journal of the dice, as bits; none without one */
} Play;

/* Whether there is a journal at all; there are no dice where a decision is only looked at again (view.c). */
static inline bool aon_noting(const Play *p) { return p->dice != NULL && p->dice->journal != NULL; }

static inline Play aon_with_dice(const AonData *d, AonState *s, Dice *dice)
{
    Play play = {d, s, dice, 0};
    if (__builtin_expect(dice->journal != NULL, 0)) {
        play.wanted = dice->journal->wanted.bits[0];
    }
    return play;
}

/* ------------------------------------------------------------------ steps (flow.c) */

#define AON_DECLARE_AUTO(NAME, name) void name##_run(Play *p);
#define AON_DECLARE_ASK(NAME, name)                                                                          \
    void name##_run(Play *p);                                                                                \
    void name##_choose(Play *p, Move move);
AON_STEPS(AON_DECLARE_AUTO, AON_DECLARE_ASK)
#undef AON_DECLARE_AUTO
#undef AON_DECLARE_ASK

/* Goes on with a step. */
static inline void aon_go(Play *p, enum aon_step step) { p->s->header.step = (uint8_t)step; }
/* Goes on with a step at once: the same as aon_go, without the detour over the machine, for steps that follow
 * each other in every move. */
#define AON_THEN(p, NAME, name) (aon_go(p, AON_STEP_##NAME), name##_run(p))
/* Runs a procedure that ends with aon_return, and comes back to the step back. */
static inline void aon_call(Play *p, enum aon_step procedure, enum aon_step back)
{
    assert(p->s->depth < AON_STACK_MAX);
    p->s->stack[p->s->depth++] = (uint8_t)back;
    p->s->header.step = (uint8_t)procedure;
}
static inline void aon_return(Play *p)
{
    assert(p->s->depth > 0);
    p->s->header.step = p->s->stack[--p->s->depth];
    p->s->stack[p->s->depth] = 0;
}
/* Runs steps until a decision with at least two moves is open or the game is over. */
void aon_run(Play *p);
/* Carries out one move of the open decision and runs on. */
void aon_apply_move(Play *p, Move move);
/* Runs the present step once, to fill the choices of an asking step (view.c). */
void aon_open_decision(Play *p);
/* Whether a step can be a decision: one that a position may stand at. */
bool aon_step_asks(unsigned step);
/* Ends the game (6). */
void aon_end_game(Play *p, Seat winner, enum outcome_grade grade, enum aon_end why);

static inline bool aon_flag(const AonState *s, unsigned flag) { return (s->flags & flag) != 0; }
static inline void aon_flag_set(AonState *s, unsigned flag) { s->flags = (uint16_t)(s->flags | flag); }
static inline void aon_flag_clear(AonState *s, unsigned flag) { s->flags = (uint16_t)(s->flags & ~flag); }

/* ------------------------------------------------------------------ notes (notes.c, events.h) */

/* A number or a corps of seat's that its enemy may not know: 4.1.2 is in force, and not all of set have the
 * mark by which he would (LOCATED for who they are, SIDE_KNOWN for their sides). */
bool aon_is_secret(const Play *p, CorpsSet set, enum aon_set mark);
/* Adds an entry with open arguments, then the height of a stack and its corps as above. */
AON_COLD void aon_note_army(const Play *p, enum aon_note kind, Seat seat, CorpsSet set, const int *values,
                            unsigned count);
#define AON_NOTE_ARMY(p, KIND, seat, set, ...)                                                               \
    do {                                                                                                     \
        if (AON_NOTES(p, KIND)) {                                                                            \
            const int values_[] = {__VA_ARGS__};                                                             \
            aon_note_army(p, AON_NOTE_##KIND, seat, set, values_, sizeof values_ / sizeof *values_);         \
        }                                                                                                    \
    } while (0)
/* Where corps that leave the map go, and why; before they go. */
AON_COLD void aon_note_off(const Play *p, CorpsSet set, unsigned box, enum aon_fate fate);
/* An army has been rallied (10.5, 13.4.3.2); before it is. after_battle: by the winner of one. */
AON_COLD void aon_note_rally(const Play *p, Seat seat, unsigned area, bool after_battle);
/* One cause of march attrition has been resolved for corps, spent of them spent (12.3.2); die 0: none fell.
 */
AON_COLD void aon_note_march(const Play *p, CorpsSet corps, unsigned cause, unsigned spent, unsigned die,
                             unsigned result);
/* The mover's rating as it may be told to both (12.5.2, 12.6.2): -1 where hidden corps decide it. */
int aon_note_mover_mr(const Play *p);
/* A card was drawn: one entry for all cards drawn in a row. */
AON_COLD void aon_note_drawn(const Play *p, Seat seat, unsigned title);

/* ------------------------------------------------------------------ seats and time (flow.c) */

/* French to 1810, Coalition from 1811 (7.1.1, 9.1, 10.1, 11.2.1). */
static inline Seat aon_initiative(const AonData *d, const AonState *s)
{
    return aon_year(s) >= d->coalition_initiative_from ? SEAT_COALITION : SEAT_FRENCH;
}
static inline Seat aon_mover(const AonState *s)
{
    return aon_flag(s, AON_FLAG_MOVER_COALITION) ? SEAT_COALITION : SEAT_FRENCH;
}
static inline bool aon_winter(const AonData *d, const AonState *s)
{
    return s->phase == AON_PHASE_CAMPAIGN && s->round >= d->winter_from; /* 11.1.2 */
}
/* Notes who goes first from the answer of the seat that decides it (10.1, 11.2.1). */
static inline void aon_set_first(AonState *s, Move move)
{
    const Seat seat = (Seat)s->header.seat;
    const Seat first = aon_move_object(move) == 0 ? seat : seat_other(seat);
    aon_flag_clear(s, AON_FLAG_FIRST_COALITION);
    aon_flag_set(s, first == SEAT_COALITION ? AON_FLAG_FIRST_COALITION : 0);
}
static inline Seat aon_first_seat(const AonState *s)
{
    return aon_flag(s, AON_FLAG_FIRST_COALITION) ? SEAT_COALITION : SEAT_FRENCH;
}
/* The seat at it in a step that both seats take in order, the first being first. */
static inline Seat aon_in_order(const AonState *s, Seat first)
{
    return aon_flag(s, AON_FLAG_SECOND) ? seat_other(first) : first;
}

/* ------------------------------------------------------------------ corps and areas (board.c) */

/* Corps whose place (or from) equals value. */
CorpsSet aon_corps_equal(const uint8_t bytes[AON_CORPS_MAX], uint8_t value);
/* Corps whose byte is at least value. */
CorpsSet aon_corps_at_least(const uint8_t bytes[AON_CORPS_MAX], uint8_t value);
/* Corps on the map. */
CorpsSet aon_on_map(const AonState *s);
static inline CorpsSet aon_corps_at(const AonState *s, unsigned place)
{
    return aon_corps_equal(s->place, (uint8_t)place);
}
/* All corps whose patron a seat controls; meant for corps on the map, where that decides whose they are. */
static inline CorpsSet aon_side(const AonData *d, const AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    const unsigned majors = seat == SEAT_COALITION
                                ? s->coalition_majors
                                : ~(unsigned)s->coalition_majors & ((1U << AON_MAJORS) - 1U);
    return d->patron_set[majors];
}
static inline CorpsSet aon_army(const AonData *d, const AonState *s, unsigned area, Seat seat)
{
    assert(area < AON_AREAS_MAX);
    assert(seat_plays(seat));
    return corps_and(aon_corps_at(s, area), aon_side(d, s, seat));
}
static inline Seat aon_side_of(const AonData *d, const AonState *s, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    return ((s->coalition_majors >> d->patron[corps]) & 1U) != 0 ? SEAT_COALITION : SEAT_FRENCH;
}
/* Highest seniority in a set, 0 if empty (4.2). */
unsigned aon_top_sr(const AonData *d, CorpsSet set);
/* The corps on top: highest SR, of equals the lower index (A112); AON_NONE if empty. */
unsigned aon_leader(const AonData *d, CorpsSet set);
static inline unsigned aon_mr(const AonData *d, const AonState *s, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    return d->mr[aon_set_has(s, AON_SET_SPENT, corps)][corps];
}
static inline unsigned aon_br(const AonData *d, const AonState *s, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    return d->br[aon_set_has(s, AON_SET_SPENT, corps)][corps];
}
/* Movement rating of an army's leader, the best among equals of SR (A112); 0 if empty. */
unsigned aon_army_mr(const AonData *d, const AonState *s, CorpsSet army);

/* Areas a country owns now: without detached areas (3.1.3). */
AreaSet aon_country_areas(const AonData *d, const AonState *s, unsigned country);
/* The country an area belongs to now. */
unsigned aon_owner(const AonData *d, const AonState *s, unsigned area);
/* Areas where a corps is at home (2.1.1.5). */
AreaSet aon_home_areas(const AonData *d, const AonState *s, unsigned corps);
/* Areas of all countries a seat controls. */
AreaSet aon_controlled_areas(const AonData *d, const AonState *s, Seat seat);
/* Neighbours over ordinary borders and the Sund, open or not. */
AreaSet aon_borders(const AonData *d, unsigned area);
/* Neighbours over ordinary borders and, if open to seat, the Sund (12.2.4). */
AreaSet aon_neighbours(const AonData *d, const AonState *s, unsigned area, Seat seat);
static inline AreaSet aon_enemy_free(const AonData *d, const AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    return d->all_areas & ~s->occupied[seat_other(seat)];
}
/* seat has a foreign corps, other than those of ignored, in the capital area of country (6.1, 14.2.4, A73).
 */
bool aon_occupies(const AonData *d, const AonState *s, Seat seat, unsigned country, CorpsSet ignored);
/* seat controls country or occupies it. */
bool aon_holds(const AonData *d, const AonState *s, Seat seat, unsigned country);
/* Minor and detached countries a seat controls. */
unsigned aon_minors_controlled(const AonState *s, const AonData *d, Seat seat);
/* What victory takes (6.1, 6.2.1) and what of it there is. */
typedef struct AonOutlook {
    CountrySet held;    /* Austria, Prussia, Russia, as far as the French hold them */
    CountrySet missing; /* countries that border on France and are not held by it */
    CountrySet
        opposed; /* with the Coalition, Britain left out: what stands against a decisive French victory */
    CountrySet french_majors; /* on the French side, France left out: what stands against the Coalition */
    unsigned french_minors;   /* likewise; AON_MINORS_LEFT are allowed */
    bool in_time;             /* 6.1.1: it is late enough, or Russia was invaded in an earlier year */
    bool decisive[SEAT_COUNT], marginal[SEAT_COUNT]; /* would be stated by a Victory Check Phase now */
} AonOutlook;
enum { AON_MINORS_LEFT = 3 };
/* As a seat sees it if s is its view: all of this is open to both. victory.c */
AonOutlook aon_outlook(const AonData *d, const AonState *s);
/* Corps of insurgent countries, minor allies of insurgent minors included (10.3, A83). */
CorpsSet aon_insurgents(const AonData *d, const AonState *s);
/* Areas an insurgent corps may be in (10.3.1); all areas for other corps. */
AreaSet aon_corps_range(const AonData *d, const AonState *s, unsigned corps);
/* The country a corps belongs to: a minor that is attached counts as part of its ruler. */
static inline unsigned aon_nation(const AonData *d, const AonState *s, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    const unsigned country = d->country[corps];
    return aon_alignment(s, country) == AON_UNALIGNED ? d->parent[country] : country;
}
static inline bool aon_is_insurgent(const AonData *d, const AonState *s, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    return aon_alignment(s, aon_nation(d, s, corps)) == AON_IC;
}
/* Corps of a country with those of its colour from areas attached to it. */
CorpsSet aon_national_corps(const AonData *d, const AonState *s, unsigned country);
/* Areas all corps of a set may be in. */
AreaSet aon_group_range(const AonData *d, const AonState *s, CorpsSet group);
/* Areas open to sea movement in this season from (or to) any Baltic area: 12.4.3. */
AreaSet aon_sea_targets(const AonData *d, const AonState *s, unsigned from);
/* Enemy-free coastal home areas a Coalition corps may reach by sea from where it stands (12.5.3, 13.4.2.4).
 */
AreaSet aon_sea_home_targets(const AonData *d, const AonState *s, unsigned corps);

/* Before corps get a mark that shows them to their enemy: tells the journal, if it is news to him (notes.c).
 */
void aon_note_light(const Play *p, CorpsSet set, enum aon_set mark);
static inline void aon_comes_to_light(const Play *p, CorpsSet set, enum aon_set mark)
{
    if (__builtin_expect(aon_noting(p), 0)) {
        aon_note_light(p, set, mark);
    }
}

/* A seat is asked something, or would have been if its hand or its hidden corps were other: that tells its
 * enemy of them. */
static inline void aon_spares(const Play *p, Seat seat)
{
    assert(seat_plays(seat));
    if (__builtin_expect(aon_noting(p), 0)) {
        journal_reveal(p->dice->journal, (unsigned)seat_other(seat));
    }
}

/* Puts corps into an area (their from and flags are the caller's business). */
void aon_put(Play *p, CorpsSet set, unsigned area);
/* Takes corps off the map into a box: all their marks are cleared. */
void aon_take_off(Play *p, CorpsSet set, unsigned box, enum aon_fate fate);
/* Recomputes who is in an area, and shows the tops of its armies (4.2.3). */
void aon_refresh_area(Play *p, unsigned area);
/* An army of before is about to split, part leaving: the enemy loses track of who is where (4.1.2), but for
 * those of named, whose way he was told (B11). */
void aon_split(Play *p, CorpsSet before, CorpsSet part, CorpsSet named);
static inline void aon_locate(Play *p, CorpsSet set)
{
    aon_comes_to_light(p, set, AON_SET_LOCATED);
    aon_set_add(p->s, AON_SET_LOCATED, set);
    aon_set_add(p->s, AON_SET_SIDE_KNOWN, set);
}
/* Turns corps to their spent side, openly. */
void aon_make_spent(Play *p, CorpsSet set);
void aon_make_fresh(Play *p, CorpsSet set);
/* Of a subset of need corps built in index order: those that may be named next, from the cursor on. */
CorpsSet aon_ordered(CorpsSet set, unsigned cursor, unsigned need);
/* A corps off the map takes the place of one on it, with its side and marks; the other goes to the reserve.
 */
void aon_swap(Play *p, unsigned newcomer, unsigned old);
/* Corps permanently lost: to the Lost box; ends the game with Napoléon (6.2.2), releases Invasion corps
 * (2.2.1.8). May call RELEASE_INVASION: the step to come back to must be set before. */
void aon_lose(Play *p, CorpsSet set, enum aon_fate fate);

/* ------------------------------------------------------------------ countries (countries.c) */

/* Seat a corps in a box would serve (2.2.1.7, A44), SEAT_NONE if nobody. */
Seat aon_corps_seat(const AonData *d, const AonState *s, unsigned corps);
/* Corps in the reserve that seat could bring on (2.2.1.5-8). */
CorpsSet aon_available(const AonData *d, const AonState *s, Seat seat);
/* Changes an alignment without any consequence but whose the corps are. */
void aon_set_alignment(Play *p, unsigned country, enum aon_alignment alignment, enum aon_why why);
/* Changes an alignment by diplomacy, violation or surrender with 7.3 and the checks of the sequence of play:
 * corps leave, Tirol rises, Britannia, invasion of Russia. Deployment is the caller's. */
void aon_convert(Play *p, unsigned country, enum aon_alignment alignment, enum aon_why why);
/* Makes a country insurgent (8.3.4-8.3.8). */
void aon_make_insurgent(Play *p, unsigned country);
/* Checks after any change of alignment (2.3.13, 3.1.3.3, 2.2.1.7). joined: a country that has just become CM
 * or IC, or AON_NONE. */
void aon_check_countries(Play *p, unsigned joined);
/* Russia counts as invaded from now on if it is (A9, A10). */
void aon_check_invasion(Play *p);
/* A country would surrender if this were its turn in a Surrender Phase (14.1.1, 14.2.1); never Britain, a
 * neutral or an insurgent one. surrender.c */
bool aon_surrenders(const AonData *d, const AonState *s, unsigned country);
/* The conditions of 8.1.1 for a failed insurrection. */
bool aon_insurrection_failed(const AonData *d, const AonState *s, unsigned country);

/* ------------------------------------------------------------------ cards (cards.c) */

unsigned aon_discard_count(const AonData *d, const AonState *s);
/* Titles on the discard pile. */
CardSet aon_discard_titles(const AonData *d, const AonState *s);
static inline CardSet aon_hand_titles(const AonData *d, const AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    return s->hand[seat] & d->titles;
}
static inline bool aon_holds_card(const AonState *s, Seat seat, unsigned title)
{
    assert(seat_plays(seat));
    assert(title < AON_CARDS_MAX);
    return title != AON_NONE && ((s->hand[seat] >> title) & 1U) != 0;
}
/* A set of hand bits with one more copy of a title. */
CardSet aon_with_copy(const AonData *d, CardSet hand, unsigned title);
void aon_hand_add(Play *p, Seat seat, unsigned title);
/* Titles of seat's hand that may be played now in a window, with Napoleonica where the pile holds something
 * to take (9.1). */
CardSet aon_playable_anytime(const AonData *d, const AonState *s, Seat seat, enum aon_window window);
/* Plays a card as an event: to the discard pile. */
void aon_play_card(Play *p, Seat seat, unsigned title);
/* Napoleonica was played: lets seat take a card, then asks the present step again. */
void aon_recover(Play *p, Seat seat);
/* Discards a card for its use; a red title is offered to the other seat (2.3.12) before the step already set
 * goes on. */
void aon_discard(Play *p, Seat seat, unsigned title);
/* Offers a red card on the pile to seat, then goes on with the step already set. */
void aon_offer(Play *p, Seat seat, unsigned title);
/* Draws the top card into a hand; a spent deck is made anew (9.4). */
void aon_draw(Play *p, Seat seat);
/* Cards the strategy chart gives (9.3). */
unsigned aon_hand_size(const AonData *d, const AonState *s, Seat seat);

/* ------------------------------------------------------------------ shared by phases */

/* Deployment (deployment.c): opens DEPLOY_CORPS for the seat that controls country; AON_NONE: the seat whose
 * reinforcements it is, with all of its countries (10.2). Comes back to the step back. */
void aon_deploy(Play *p, unsigned country, bool violation, enum aon_step back);
/* The same for the country whose neutrality was violated by seat, alignment and all (12.7.2). */
void aon_violate_and_deploy(Play *p, Seat violator, unsigned country, enum aon_step back);
/* A seat violates the neutrality of country (neutrality.c, 12.7): the alignment changes at once. */
void aon_violate(Play *p, Seat violator, unsigned country);
/* An action of seat that ends in an area violates its country: neutral and not occupied, the acting corps not
 * counted. */
bool aon_violates(const AonData *d, const AonState *s, Seat seat, unsigned area, CorpsSet acting);
/* March attrition of corps for a set of causes (march_attrition.c), then on to the step back. */
enum {
    AON_CAUSE_DISTANCE = 1,
    AON_CAUSE_TERRAIN = 2,
    AON_CAUSE_WINTER = 4,
    AON_CAUSE_FORCED_MARCH = 8,
    AON_CAUSE_COSSACKS = 16,
    AON_CAUSE_GROUP = 64,   /* those subject are the group, not the moving army */
    AON_CAUSE_ROLLED = 128, /* internal: the die of the lowest cause has fallen */
};
void aon_march(Play *p, unsigned causes, enum aon_step back);
/* Card Cossacks, when corps of seat have just entered an area by moving, intercepting or withdrawing: true if
 * the Coalition has been asked; else nothing is asked and march attrition follows. */
bool aon_ask_cossacks(Play *p, Seat seat, unsigned area);
/* Carries out its answer: true if that settles it, with the cause to be added (or none); false to ask again.
 */
bool aon_answer_cossacks(Play *p, Move move, unsigned *cause);
/* Terrain and winter causes of an area (12.3.1). */
unsigned aon_area_causes(const AonData *d, const AonState *s, unsigned area);
/* Corps subject to the attrition being resolved: the moving army or the reacting group (march_attrition.c).
 */
CorpsSet aon_marching(const AonState *s);

/* Parts of other files that more than one needs. */
unsigned aon_allowance(const AonData *d, const AonState *s);      /* movement.c, 12.2.2 */
bool aon_can_pay(const AonData *d, const AonState *s, Seat seat); /* movement.c, 12.1.7 */
bool aon_free_left(const AonState *s, Seat seat);                 /* movement.c, 12.1.7 */
void aon_use_free(AonState *s, Seat seat);
void aon_start_army(Play *p, unsigned area);                                    /* movement.c */
AreaSet aon_movable_areas(const AonData *d, const AonState *s);                 /* movement.c */
CorpsSet aon_movable_corps(const AonData *d, const AonState *s, unsigned area); /* movement.c */
void aon_enter(Play *p, unsigned area, unsigned cost);                          /* entry.c */
unsigned aon_mover_mr(const AonData *d, const AonState *s);                     /* entry.c, 12.5.2 */
void aon_begin_battles(Play *p, enum aon_step back);                            /* battle.c */
CorpsSet aon_fighters(const AonData *d, const AonState *s, Seat seat);          /* battle.c */
Seat aon_attacker(const AonState *s);                                           /* battle.c */
Seat aon_winner(const AonState *s);                                             /* battle.c */
/* What a seat brings to the battle under way: for those who watch. */
typedef struct AonBattleSide {
    CorpsSet corps;    /* engaged */
    int cards;         /* strength by cards, cancelled ones left out */
    int die_modifier;  /* by cards */
    unsigned strength; /* all in all, as looked up in the table */
} AonBattleSide;
AonBattleSide aon_battle_side(const AonData *d, const AonState *s, Seat seat); /* battle.c */
bool aon_battle_card_played(const AonData *d, const AonState *s, Seat seat,
                            unsigned title); /* battle.c: a title of d->battle_cards */
AreaSet aon_entry_areas(const AonData *d, const AonState *s, Seat seat);                     /* battle.c */
bool aon_diplomacy_playable(const AonData *d, const AonState *s, Seat seat, unsigned title); /* diplomacy.c */
void aon_start_diplomacy(Play *p, enum aon_step back);                                       /* diplomacy.c */
void aon_start_strategy(Play *p);                                                            /* strategy.c */
void aon_start_reinforcement(Play *p); /* reinforcement.c */
void aon_start_campaign(Play *p);      /* campaign.c */
void aon_start_surrender(Play *p);     /* surrender.c */
void aon_start_winter(Play *p);        /* winter_attrition.c */
CountrySet aon_conversion_targets(const AonData *d, const AonState *s, Seat seat,
                                  const AonConversion *conversion); /* diplomacy.c */
bool aon_battle_card_playable(const AonData *d, const AonState *s, Seat seat, unsigned title); /* battle.c */
bool aon_reinforcement_playable(const AonData *d, const AonState *s, Seat seat,
                                unsigned title);                                    /* reinforcement.c */
bool aon_winter_card_playable(const AonData *d, const AonState *s, unsigned title); /* winter_attrition.c */

#endif
