/* policy.c: cards, diplomacy, wars and the terms of peace (6, 7.1, 7.4, 8, 18). */
#include "ai/nae/scores.h"
#include "engine/nae/cards.h"
#include "engine/nae/peace.h"

enum {
    NEVER = NAE_IMPOSSIBLE,
    POLISH = 600,
    PROTECTION = 600
}; /* a province of Poland: a state and a victory level each */

/* ------------------------------------------------------------------ cards */

/* A power that fights for the Empire unbeaten will not be beaten by it any more (8.2). */
static bool may_still_fall(const NaeSense *se, unsigned power)
{
    return se->s->major[power].defeats[NAE_EMPIRE] > 0 || nae_side_of(se->s, power) != NAE_EMPIRE;
}

/* Tilsit needs a power of the continent that is at war, or may be. */
static bool has_foe_for_tilsit(const NaeSense *se)
{
    for (unsigned power = 0; power < NAE_MAJORS; power++) {
        if (power != NAE_BRITAIN && power != NAE_FRANCE && nae_side_of(se->s, power) != NAE_EMPIRE) {
            return true;
        }
    }
    return false;
}

/* The Confederation and Napoleonic Europe want Austria and Prussia beaten (20F, 45F). */
static bool may_rule_germany(const NaeSense *se)
{
    return may_still_fall(se, NAE_AUSTRIA) && may_still_fall(se, NAE_PRUSSIA);
}

/* The Snare of Bayonne lets Spain rise against the Empire (22C): worth that for the sake of 45F, or when no
 * budget follows in which an open port costs a level (19.4). */
static bool may_open_spain(const NaeSense *se)
{
    return nae_side_of(se->s, NAE_SPAIN) == NAE_EMPIRE &&
           (may_rule_germany(se) || nae_year(se->s) >= se->d->setup.last_year);
}

/* Whether the great events of the Empire can come true yet. */
static bool has_future(const NaeSense *se, unsigned card)
{
    const unsigned warsaw = nae_zone_by_id(se->d, "varsovie");
    switch (card) {
    case NAE_F(20):
    case NAE_F(45):
        return may_rule_germany(se);
    case NAE_F(22):
        return warsaw == NAE_NONE || nae_side_of_zone(se->s, warsaw) != NAE_EMPIRE;
    case NAE_F(24): /* in the last year at least */
        return nae_side_of(se->s, NAE_SPAIN) == NAE_EMPIRE;
    case NAE_F(26):
        return has_foe_for_tilsit(se);
    default:
        return true;
    }
}

/* What the Empire's events are worth when they can be played; 0: what is not listed is played for its points.
 */
static int worth_of_french_event(const NaeSense *se, unsigned card)
{
    switch (card) {
    case NAE_F(45):
        return 2000;
    case NAE_F(20):
        return 1500;
    case NAE_F(24):
        return may_open_spain(se) ? 900 : 0;
    case NAE_F(25):
        return 800;
    case NAE_F(22):
        return 500;
    case NAE_F(34):
        return 450;
    case NAE_F(10):
        return 150;
    case NAE_F(54):
        return 220;
    case NAE_F(49): /* its resources cost the point of a complete blockade */
        return nae_blockade_complete(se->d, se->s) ? 0 : 120;
    case NAE_F(39):
        return 300;
    case NAE_F(27):
        return 140;
    case NAE_F(7):
        return 120;
    case NAE_F(11):
        return 160;
    case NAE_F(14):
    case NAE_F(42):
        return 130;
    case NAE_F(2):
    case NAE_F(43):
        return 3 * se->w->action + 10;
    case NAE_F(1):
        return 150;
    case NAE_F(29):
        return 110;
    case NAE_F(18):
        return 120;
    case NAE_F(38):
        return 90;
    case NAE_F(40):
        return 130;
    case NAE_F(9):
    case NAE_F(16):
    case NAE_F(53):
        return 130;
    case NAE_F(44):
        return 70;
    case NAE_F(46):
        return 30;
    case NAE_F(35):
        return 60;
    default:
        (void)se;
        return 0;
    }
}

static int worth_of_coalition_event(const NaeSense *se, unsigned card)
{
    switch (card) {
    case NAE_C(22):
        return 900;
    case NAE_C(46):
    case NAE_C(47):
        return 900;
    case NAE_C(55):
        return 500;
    case NAE_C(6):
        return 250;
    case NAE_C(7):
        return 150;
    case NAE_C(13):
        return 220;
    case NAE_C(8):
        return 150;
    case NAE_C(45):
        return 220;
    case NAE_C(50):
        return 300;
    case NAE_C(53):
        return 260;
    case NAE_C(3):
        return 180;
    case NAE_C(2):
        return 400;
    case NAE_C(19):
    case NAE_C(20):
    case NAE_C(49):
    case NAE_C(17):
        return 170;
    case NAE_C(38):
        return 200;
    case NAE_C(34):
        return 150;
    case NAE_C(14):
    case NAE_C(43):
        return 6 * se->w->action;
    case NAE_C(29):
        return 110;
    case NAE_C(26):
        return 90;
    case NAE_C(41):
        return 200;
    case NAE_C(54):
        return 60;
    case NAE_C(51):
        return 70;
    case NAE_C(16):
        return 130;
    case NAE_C(52):
        return 150;
    case NAE_C(35):
    case NAE_C(36):
    case NAE_C(37):
        return 80;
    default:
        (void)se;
        return 0;
    }
}

int nae_worth_of_event(NaeSense *se, unsigned card)
{
    return nae_card_side(card) == NAE_EMPIRE ? worth_of_french_event(se, card)
                                             : worth_of_coalition_event(se, card);
}

/* Cards whose event is yet to come are kept; combat cards for the battles of the year. */
int nae_worth_of_keeping(const NaeSense *se, unsigned card)
{
    switch (card) {
    case NAE_F(45):
    case NAE_F(20):
    case NAE_F(24):
    case NAE_F(25):
        return nae_event_played(se->s, card) || !has_future(se, card) ? 0 : 1000;
    case NAE_F(22):
        return nae_event_played(se->s, card) || nae_status(se->s, NAE_POLAND) != NAE_NOT_CREATED ||
                       !has_future(se, card)
                   ? 0
                   : 250;
    case NAE_F(26):
        return has_future(se, card) ? 400 : 0;
    case NAE_C(27):
        return 400;
    case NAE_C(22):
    case NAE_C(46):
    case NAE_C(47):
        return 300;
    case NAE_F(10):
    case NAE_F(54):
    case NAE_F(39):
    case NAE_C(6):
    case NAE_C(13):
    case NAE_C(55):
        return 90;
    default:
        return (se->d->card[card].flags & NAE_COMBAT_CARD) != 0 ? 25 : 0;
    }
}

/* A hand is worth its points; what is worth less than a new card goes. */
int nae_score_card_kept(NaeSense *se, Move move)
{
    const unsigned card = nae_move_a(move);
    if (nae_move_kind(move) == NAE_M_BUDGET_EVENT) { /* may name no card */
        return card == NAE_NONE ? 1 : nae_worth_of_event(se, card);
    }
    const int worth =
        (int)nae_card_value(se->d, se->s, card) * se->w->action + nae_worth_of_keeping(se, card);
    switch (nae_move_kind(move)) {
    case NAE_M_KEEP:
        return nae_move_b(move) == NAE_W_KEEP ? worth * se->w->keep / 100
                                              : 2 * se->w->action + se->w->action / 2;
    case NAE_M_DISCARD:
        return -worth;
    default:
        return 0;
    }
}

/* ------------------------------------------------------------------ diplomacy (8.2) */

/* Chances out of six of winning a nation, before the bonus of the card. */
static int chance(const NaeSense *se, unsigned nation)
{
    const NaeTables *t = &se->d->table;
    int modifier = se->d->nation[nation].influence[se->side];
    if (nae_is_major(nation)) {
        modifier += se->s->major[nation].defeats[nae_other(se->side)] > 0 ? t->beaten_by_enemy : 0;
        modifier += se->s->major[nation].defeats[se->side] > 0 ? t->beaten_by_friend : 0;
    }
    const int faces = 7 + modifier - t->diplomacy;
    return faces < 0 ? 0 : faces > 6 ? 6 : faces;
}

static int worth_of_nation(const NaeSense *se, unsigned nation)
{
    const unsigned kind = se->d->nation[nation].protectorate;
    const bool prize = !nae_is_major(nation) && (kind == NAE_ELIGIBLE || kind == NAE_FROM_START);
    const bool confederate =
        se->d->nation[nation].confederate && nae_status(se->s, NAE_CONFEDERATION) == NAE_NOT_CREATED;
    return (nae_is_major(nation) ? se->w->majors : se->w->diplomacy) + (prize ? se->w->protectorate : 0) +
           (confederate ? 60 : 0);
}

/* What a diplomatic action with a card may be expected to bring: the best of its targets. */
static int worth_of_talks(const NaeSense *se, unsigned card, bool minors_only)
{
    const unsigned value = nae_card_value(se->d, se->s, card);
    int best = 0;
    for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
        if (nae_is_target(se->d, se->s, se->side, nation, minors_only ? NAE_TARGET_MINORS : NAE_TARGET_ANY,
                          value)) {
            const int worth = worth_of_nation(se, nation) * chance(se, nation) / 6;
            best = worth > best ? worth : best;
        }
    }
    return best;
}

/* The best card of the phase: events that are worth it, protectorates, then diplomacy with a card that can be
 * spared. */
static int worth_of_phase_card(NaeSense *se, unsigned card)
{
    const NaePlay play = nae_reader(se->d, se->s);
    const bool event = nae_event_playable(&play, card, NAE_IN_DIPLOMACY);
    const int as_event = event ? nae_worth_of_event(se, card) : 0;
    const int price =
        (int)nae_card_value(se->d, se->s, card) * se->w->action / 2 + nae_worth_of_keeping(se, card);
    int other = nae_can_protect(se->d, se->s, card) ? PROTECTION - price : 0;
    if (nae_can_negotiate(se->d, se->s, card, false)) {
        const int talk = worth_of_talks(se, card, false) - price;
        other = talk > other ? talk : other;
    }
    return as_event > other ? as_event : other;
}

int nae_worth_of_statecraft(const NaeSense *se, unsigned card)
{
    const int price = (int)nae_card_value(se->d, se->s, card); /* of equals the least card */
    const bool talks = se->s->side[se->side].diplomacy_rounds < 2;
    const int talk = talks ? worth_of_talks(se, card, true) - price : 0;
    const int protection = nae_can_protect(se->d, se->s, card) ? PROTECTION - price : 0;
    return talk > protection ? talk : protection;
}

int nae_score_use(NaeSense *se, Move move)
{
    const NaeFrame *frame = &se->s->frame[se->s->frames > 0 ? se->s->frames - 1 : 0];
    const unsigned card = frame->a;
    switch (nae_move_a(move)) {
    case NAE_W_EVENT:
        return nae_worth_of_event(se, card) * se->w->event / 100;
    case NAE_W_PROTECTORATE:
        return PROTECTION;
    case NAE_W_DIPLOMACY:
        return worth_of_talks(se, card, se->s->phase != NAE_PHASE_DIPLOMACY);
    case NAE_W_END_WAR:
        return 20;
    default:
        return (int)nae_card_value(se->d, se->s, card) * se->w->action - nae_worth_of_keeping(se, card);
    }
}

/* A zone that a card is aimed at: 48C at a force of the enemy, 54C at land. */
static int worth_of_target(NaeSense *se, unsigned zone)
{
    return nae_sense_field(se, zone) +
           10 * (int)nae_steps(se->d, se->s, nae_field(se->d, se->s, zone, nae_other(se->side)));
}

static bool aims_at_zones(const NaeSense *se)
{
    const NaeFrame *frame = &se->s->frame[se->s->frames > 0 ? se->s->frames - 1 : 0];
    return frame->step == NAE_STEP_CARD_TARGET && nae_aims_at_zones(frame->a);
}

int nae_score_diplomacy(NaeSense *se, Move move)
{
    const unsigned a = nae_move_a(move);
    switch (nae_move_kind(move)) {
    case NAE_M_DIP_CARD:
        return a == NAE_NONE ? 1 : worth_of_phase_card(se, a);
    case NAE_M_START_CARD:
        return a == NAE_NONE ? 1 : 0;
    case NAE_M_TARGET:
        if (aims_at_zones(se)) {
            return worth_of_target(se, nae_targeted_zone(se->d, move));
        }
        return a == NAE_NONE ? 0 : worth_of_nation(se, a) * (1 + chance(se, a));
    case NAE_M_FREE_DIPLOMACY:
        return a == NAE_NONE ? 0 : worth_of_nation(se, a) * (1 + chance(se, a));
    default:
        return 0;
    }
}

/* ------------------------------------------------------------------ wars (7.1) */

/* Key zones of powers at war with the side that are not in its hands: what is still to be done. */
static int still_to_do(const NaeSense *se)
{
    int keys = 0;
    for (unsigned power = 0; power < NAE_MAJORS; power++) {
        const NaeNation *nation = &se->d->nation[power];
        if (nae_side_of(se->s, power) != nae_other(se->side) || power == NAE_BRITAIN) {
            continue;
        }
        for (unsigned i = 0; i < nation->conquest_keys; i++) {
            keys += nae_holder(se->s, nation->conquest_key[i]) != se->side;
        }
    }
    return keys;
}

/* Movement points from the nearest general of the side to a zone. */
static unsigned march_to(const NaeSense *se, unsigned zone)
{
    unsigned nearest = NAE_FAR;
    NAE_EACH_PIECE(general, nae_pieces_and(se->s->owned[se->side], se->d->generals))
    {
        const unsigned at = se->s->place[general];
        const unsigned way = at < se->d->zones ? se->strategy->distance[at][zone] : (unsigned)NAE_FAR;
        nearest = way < nearest ? way : nearest;
    }
    return nearest;
}

/* What the conquest of a nation at peace would bring, faded by the way to it. */
static int worth_of_conquest(const NaeSense *se, unsigned nation)
{
    const NaeNation *n = &se->d->nation[nation];
    const int worth = nae_is_major(nation)
                          ? nae_sense_power(se, nation) * n->conquest_keys
                          : se->w->minor + (n->protectorate == NAE_ELIGIBLE ? se->w->protectorate : 0);
    const unsigned way = n->capitals > 0 ? march_to(se, n->capital[0]) : (unsigned)NAE_FAR;
    return way >= NAE_DECAY_STEPS ? 0 : worth * se->strategy->decay[se->side][way] / 1024;
}

/* War pays when it brings conquests within reach, once those begun are done. The Coalition waits: whom it
 * attacks joins the Empire. */
int nae_score_war(NaeSense *se, Move move)
{
    const unsigned nation = nae_move_a(move);
    if (nation == NAE_NONE) {
        return 0;
    }
    if (se->side == NAE_COALITION) {
        return se->w->war - 200;
    }
    const bool closed = nae_is_major(nation) && se->s->major[nation].defeats[NAE_EMPIRE] > 0 &&
                        (se->s->flags & NAE_BLOCKADE) != 0;
    return closed ? NEVER /* it is beaten, and its ports are shut (18.2.3) */
                  : worth_of_conquest(se, nation) - se->w->war - still_to_do(se) * se->w->patience;
}

/* ------------------------------------------------------------------ terms (18.2) */

int nae_score_terms(NaeSense *se, Move move)
{
    const unsigned a = nae_move_a(move);
    switch (nae_move_kind(move)) {
    case NAE_M_CONQUEST_CARD:
        return a != NAE_NONE;
    case NAE_M_TILSIT:
        return a == NAE_NONE ? 0 : 1 + nae_sense_power(se, a);
    case NAE_M_MINOR_FATE:
        return nae_move_b(move) == NAE_W_ALLY;
    case NAE_M_FORCED_ALLIANCE:
        return a == NAE_NONE ? 0 : 100 - nae_worth_of_keeping(se, a);
    case NAE_M_VICTOR_BONUS:
        return a == NAE_W_CARD;
    case NAE_M_ANNEX_PROVINCE: {
        const NaeProvince *province = &se->d->province[a];
        int worth = 10;
        for (unsigned i = 0; i < province->zones; i++) {
            worth += 5 + (se->d->zone[province->zone[i]].fortress > 0 ? 5 : 0);
        }
        worth += (province->symbols & NAE_SYMBOL_P) != 0 && se->side == NAE_EMPIRE ? POLISH : 0; /* 8.3.5 */
        return worth + (province->symbols != 0 ? 200 : 0);
    }
    case NAE_M_ANNEX_MINOR:
        return 120 + worth_of_nation(se, a);
    case NAE_M_BENEFICIARY:
        return a == NAE_POLAND || a == NAE_BAVARIA || a == NAE_ITALY ? 3 : a == NAE_FRANCE ? 2 : 1;
    case NAE_M_STAY_OR_GO:
        return nae_move_b(move) == NAE_W_GO;
    case NAE_M_RELOCATE:
        return nae_sense_rally(se, nae_move_b(move));
    case NAE_M_SHARED:
        return a == NAE_W_FORT ? 2 : 0;
    case NAE_M_SHARED_GO:
        return 1;
    case NAE_M_REPLACEMENTS:
        return a == NAE_W_BEFORE ? 2 : a == NAE_W_AFTER ? 1 : 0;
    case NAE_M_REPLACEMENT:
        return a == NAE_NONE ? 0 : nae_sense_piece(se, a);
    default:
        return 0;
    }
}

int nae_score_choice(NaeSense *se, Move move)
{
    const unsigned a = nae_move_a(move);
    switch (nae_move_kind(move)) {
    case NAE_M_CHOICE:
        return a == NAE_W_REFORM || a == NAE_W_RESOURCES_3_AND_CARD || a == NAE_W_TRANSFER ? 2 : 1;
    case NAE_M_TARGET_ZONE:
        return worth_of_target(se, a);
    case NAE_M_TARGET_PIECE:
    case NAE_M_PLACE_UNIT:
    case NAE_M_TAKE_CORPS:
        return a == NAE_NONE ? 0 : nae_sense_piece(se, a);
    case NAE_M_TAKE_GENERAL:
        return a == NAE_NONE ? 0 : 1;
    case NAE_M_FOREIGN_WAR:
        return -nae_sense_piece(se, a);
    case NAE_M_FOREIGN_WAR_ZONE:
        return -nae_sense_field(se, a);
    case NAE_M_DEPLOY:
        return nae_sense_rally(se, nae_move_b(move)) + nae_sense_field(se, nae_move_b(move));
    case NAE_M_MOVE_ENEMY:
        return 0;
    case NAE_M_MOVE_ENEMY_WORD:
        return 1;
    default:
        return 0;
    }
}
