/* cards_play.c: when an event may be played and how it begins (6.3; map 5, 21). What its pieces and choices
 * are is in cards_conditions.c, cards_choices.c, cards_pieces.c and cards_enemy.c; combat cards are played in
 * battle_cards.c. */
#include <assert.h>

#include "engine/nae/battle.h"
#include "engine/nae/cards.h"
#include "engine/nae/events.h"
#include "engine/nae/peace.h"
#include "engine/nae/rules.h"

/* ------------------------------------------------------------------ modifiers that last */

bool nae_modifier_runs(const NaeState *s, unsigned card)
{
    for (unsigned i = 0; i < NAE_MODIFIERS; i++) {
        if (s->modifier[i].card == card) {
            return true;
        }
    }
    return false;
}

int nae_modifier_value(const NaeState *s, unsigned card, unsigned target)
{
    int value = 0;
    for (unsigned i = 0; i < NAE_MODIFIERS; i++) {
        value += s->modifier[i].card == card && s->modifier[i].target == target ? s->modifier[i].value : 0;
    }
    return value;
}

static NaeModifier *place_for(NaeState *s, unsigned card, unsigned target)
{
    for (unsigned i = 0; i < NAE_MODIFIERS; i++) {
        if (s->modifier[i].card == card && s->modifier[i].target == target) {
            return &s->modifier[i];
        }
    }
    for (unsigned i = 0; i < NAE_MODIFIERS; i++) {
        if (s->modifier[i].card == NAE_NONE) {
            return &s->modifier[i];
        }
    }
    assert(false); /* there is room for more modifiers than cards that make them */
    return &s->modifier[0];
}

void nae_add_modifier(NaePlay *p, unsigned card, unsigned target, int value, unsigned turns)
{
    assert(turns > 0);
    *place_for(p->s, card, target) = (NaeModifier){(uint8_t)card, (uint8_t)target, (int8_t)value,
                                                   (uint8_t)(p->s->header.turn + turns - 1)};
}

/* ------------------------------------------------------------------ when (5.2, 21 timing) */

static bool is_timely(const NaeData *d, const NaeState *s, unsigned card, unsigned phase)
{
    const bool activation = phase == NAE_IN_ACTIVATION;
    switch ((enum nae_timing)d->card[card].timing) {
    case NAE_OWN_ACTION:
    case NAE_PHASE_PLAY:
        return phase != NAE_IN_COMBAT;
    case NAE_ROUND_5:
        return activation && s->round == 5;
    case NAE_ROUND_6:
        return activation && s->round == 6;
    case NAE_WINTER_ACTION:
        return activation && nae_winter(s);
    case NAE_START_OF_DIPLOMACY:
        return phase == NAE_IN_DIPLOMACY;
    case NAE_AT_CONQUESTS:
        return phase == NAE_IN_CONQUESTS;
    case NAE_ACTION_OR_REACTION:
    case NAE_BATTLE_OR_ACTION:
        return activation;
    case NAE_FREE_IN_ACTION:
        return activation && s->march.side == d->card[card].side && !nae_pieces_empty(nae_marchers(s));
    case NAE_IN_BATTLE:
    case NAE_AS_REACTION:
    case NAE_TIMING_COUNT:
        break;
    }
    return false;
}

bool nae_event_playable(const NaePlay *p, unsigned card, unsigned phase)
{
    assert(card < NAE_CARDS);
    const NaeState *s = p->s;
    const NaeCard *data = &p->d->card[card];
    const bool once = (data->flags & (NAE_SILVER_STAR | NAE_GOLD_STAR)) != 0;
    return nae_in_hand(s, card) && (data->phases & phase) != 0 && !(once && nae_event_played(s, card)) &&
           is_timely(p->d, s, card, phase) && nae_card_condition(p, card, phase);
}

/* ------------------------------------------------------------------ reactions (21) */

/* Whoever commands all of the defenders counts, of two armies the one above the other [12.6.1]. */
static bool defends_well(const NaeData *d, const NaeState *s, unsigned card)
{
    const unsigned side = nae_card_side(card);
    const unsigned general = nae_field_general(d, s, nae_field(d, s, s->march.zone, side));
    return general != NAE_NONE && nae_general(d, general)->defence >= 2 &&
           (card != NAE_F(1) || d->nation_of[general] == NAE_FRANCE);
}

bool nae_reaction_playable(const NaeData *d, const NaeState *s, unsigned card, enum nae_moment moment)
{
    if (!nae_in_hand(s, card)) {
        return false;
    }
    switch (moment) {
    case NAE_AT_EVASION:
        return card == NAE_F(19) || card == NAE_F(32);
    case NAE_AT_ANNOUNCED_REACTION:
        return card == NAE_F(32);
    case NAE_AT_ATTRITION:
        return card == NAE_F(21);
    case NAE_AT_FIRST_BATTLE:
        return (card == NAE_F(1) || card == NAE_C(15)) && defends_well(d, s, card);
    case NAE_AT_ENTRY_RUSSIA:
        return card == NAE_C(40) && nae_event_played(s, NAE_C(2));
    }
    return false;
}

/* ------------------------------------------------------------------ questions */

static NaeFrame *ask(NaePlay *p, enum nae_step step, unsigned seat, unsigned card)
{
    NaeFrame *frame = nae_push(p, step, seat);
    frame->a = (uint8_t)card;
    return frame;
}

static void ask_place(NaePlay *p, unsigned card, unsigned piece)
{
    NaeFrame *frame = ask(p, NAE_STEP_CARD_PLACE, nae_card_side(card), card);
    frame->b = (uint8_t)piece;
    frame->d = NAE_NONE;
}

/* ------------------------------------------------------------------ simple effects */

static void give(NaePlay *p, unsigned power, const NaeOp *op) { nae_add_resources(p, power, op->value); }

/* By lot, permanent cards and those that may not be discarded apart [25F, 7.2]. */
static void draw_and_discard(NaePlay *p, unsigned victim)
{
    uint8_t cards[NAE_DECK];
    unsigned count = 0;
    for (unsigned card = victim * NAE_DECK; card < (victim + 1) * NAE_DECK; card++) {
        if (nae_in_hand(p->s, card) && p->d->card[card].permanent == NAE_NONE &&
            (p->d->card[card].flags & NAE_NOT_DISCARDABLE) == 0) {
            cards[count++] = (uint8_t)card;
        }
    }
    if (count > 0) {
        const unsigned lost = cards[count == 1 ? 0 : dice_draw(p->dice, count) - 1];
        nae_put_card(p->s, lost, NAE_CARD_DISCARD);
        NAE_NOTE(p->dice, CARD_DISCARDED, (Seat)victim, (int)lost);
    }
}

/* The whole hand of the enemy becomes known. */
static void peek(NaePlay *p, unsigned victim)
{
    unsigned count = 0;
    journal_reveal(p->dice->journal, nae_other(victim));
    for (unsigned card = victim * NAE_DECK; card < (victim + 1) * NAE_DECK; card++) {
        if (nae_in_hand(p->s, card)) {
            p->s->card[card] |= NAE_KNOWN;
            count++;
        }
    }
    NAE_NOTE(p->dice, HAND_SEEN, (Seat)nae_other(victim), (int)count);
}

static void take_card(NaePlay *p, unsigned card)
{
    if (nae_card_place(p->s, card) == NAE_CARD_ABSENT) {
        return;
    }
    assert(nae_card_place(p->s, card) != NAE_CARD_PILE);
    nae_put_card(p->s, card, NAE_CARD_REMOVED);
    NAE_NOTE(p->dice, CARD_REMOVED, (Seat)nae_card_side(card), (int)card);
}

/* 55C: each power of the Coalition at war. */
static void give_all(NaePlay *p, const NaeOp *op)
{
    for (unsigned power = 0; power < NAE_MAJORS; power++) {
        if (nae_side_of(p->s, power) == NAE_COALITION) {
            give(p, power, op);
        }
    }
}

static void cheer(NaePlay *p)
{
    NAE_EACH_ZONE(zone, nae_cheering_zones(p))
    {
        NAE_EACH_PIECE(piece, nae_field(p->d, p->s, zone, NAE_EMPIRE))
        {
            nae_clear_bit(p->s, piece, NAE_DEMORALISED);
        }
    }
}

/* 46C, 47C: the power fights again, with its reform; what it now may be forced into is peace again (17.8). */
static void rejoin(NaePlay *p, unsigned power, unsigned cards)
{
    assert(power < NAE_MAJORS);
    p->s->major[power].flags |= NAE_ALLIANCE_DENIED;
    NaeFrame *gained = nae_push(p, NAE_STEP_GAINED_CARDS, SEAT_NONE); /* when all that it shares is settled */
    gained->a = NAE_COALITION;
    gained->b = (uint8_t)power;
    gained->c = (uint8_t)cards;
    nae_join_side(p, power, NAE_COALITION, NAE_JOIN_ATTACKED);
    nae_reform(p, power);
}

void nae_rejoined(NaePlay *p, unsigned power, unsigned cards)
{
    nae_draw(p, NAE_COALITION, cards);
    const unsigned holy_empire = NAE_C(3);
    if (power == NAE_AUSTRIA && nae_card_place(p->s, holy_empire) == NAE_CARD_ASIDE &&
        nae_permanent_due(p->d, p->s, holy_empire)) {
        nae_put_card(p->s, holy_empire, NAE_CARD_HAND);
        p->s->card[holy_empire] |= NAE_KNOWN;
    }
}

/* 41C: every force of the Empire in poor Russian land, lowest zone first. */
static void general_winter(NaePlay *p, const NaeOp *op)
{
    for (unsigned zone = p->d->zones; zone-- > 0;) {
        if (p->s->owner[zone] != NAE_RUSSIA || !nae_zone_is(p->d, zone, NAE_ZONE_POOR)) {
            continue;
        }
        const unsigned flags = NAE_TEST_POOR | NAE_TEST_WINTER;
        if (nae_has_units(p->d, nae_garrison(p->d, p->s, zone, NAE_EMPIRE))) {
            nae_push_attrition(p, NAE_EMPIRE, zone, NAE_STANDING | NAE_INSIDE, flags, op->value);
        }
        if (nae_field_units(p->d, p->s, zone, NAE_EMPIRE)) {
            nae_push_attrition(p, NAE_EMPIRE, zone, NAE_STANDING, flags, op->value);
        }
    }
}

/* 38C: Bernadotte changes sides and Sweden with him; who he was in France is seen to last, as the text has
 * it.
 */
static void crown_prince(NaePlay *p)
{
    const unsigned swedish = nae_named_piece(p->d, "bernadotte_suede");
    nae_put(p->s, swedish, NAE_RESERVE, false);
    ask_place(p, NAE_C(38), swedish); /* with the corps, when that has been deployed */
    if (nae_side_of(p->s, NAE_SWEDEN) != NAE_COALITION) {
        nae_join_side(p, NAE_SWEDEN, NAE_COALITION, NAE_JOIN_WON);
    }
}

void nae_bernadotte_leaves(NaePlay *p)
{
    const unsigned french = nae_named_piece(p->d, "bernadotte");
    const unsigned zone = p->s->place[french];
    const unsigned bits = p->s->bits[french];
    nae_put(p->s, french, NAE_OUT, false);
    if (zone < p->d->zones && (bits & NAE_COMMANDS) != 0) {
        nae_push_replacement(p, french, zone, NAE_EMPIRE, bits);
    } else if (zone < p->d->zones) {
        nae_tidy_zone(p, zone);
    }
}

/* 22C (map 21 war_of_liberation): the deployment comes after the settlement of shared zones, so it is pushed
 * first. */
static void dos_de_mayo(NaePlay *p)
{
    p->s->flags |= NAE_LIBERATION;
    nae_push(p, NAE_STEP_RISING, SEAT_NONE);
    if (nae_side_of(p->s, NAE_SPAIN) != NAE_COALITION) {
        NaeFrame *gained = &p->s->frame[p->s->frames - 1]; /* the cards come when all are deployed */
        gained->b = 1;
        nae_join_side(p, NAE_SPAIN, NAE_COALITION, NAE_JOIN_ATTACKED);
    }
}

static bool rises(const NaePlay *p, unsigned unit, bool militia)
{
    return p->d->nation_of[unit] == NAE_SPAIN &&
           (militia ? p->d->unit[unit].event == NAE_C(22)
                    : p->d->unit[unit].event == NAE_NONE && p->d->unit[unit].code == NAE_CODE_NONE &&
                          !p->d->unit[unit].army_only) &&
           (p->s->place[unit] == NAE_RESERVE || (militia && p->s->place[unit] == NAE_LATER));
}

/* The militia first, then the corps of the reserve, each in a zone of its own, which p->s->handled remembers;
 * a: next unit, militia and corps apart, b: whether the Coalition draws for what it gained. */
void nae_rising_run(NaePlay *p, NaeFrame *frame)
{
    if (frame->a == 0) {
        p->s->handled = nae_pieces_none();
    }
    while (frame->a < 2 * NAE_UNITS) {
        const unsigned unit = frame->a % NAE_UNITS;
        const bool militia = frame->a++ < NAE_UNITS;
        if (rises(p, unit, militia)) {
            NaeFrame *deploy = nae_push(p, NAE_STEP_CARD_DEPLOY, NAE_COALITION);
            deploy->a = NAE_C(22);
            deploy->b = (uint8_t)unit;
            return;
        }
    }
    const bool gained = frame->b != 0;
    nae_pop(p);
    if (gained) {
        nae_draw(p, NAE_COALITION, nae_slots_gained(p->d, p->s, NAE_COALITION, NAE_SPAIN));
    }
}

static void deploy_guerrillas(NaePlay *p)
{
    for (unsigned unit = NAE_UNITS; unit-- > 0;) {
        if (p->d->unit[unit].event == NAE_C(34)) {
            NaeFrame *frame = nae_push(p, NAE_STEP_CARD_DEPLOY, NAE_COALITION);
            frame->a = NAE_C(34);
            frame->b = (uint8_t)unit;
        }
    }
}

/* ------------------------------------------------------------------ effects that ask */

/* The revolts of 18C, 23C and 25C: their people become allies of the Coalition (glossary). */
static void revolt(NaePlay *p, unsigned card, unsigned nation)
{
    assert(nation < NAE_NATIONS);
    nae_set_status(p, nation, NAE_COALITION_ALLY);
    ask_place(p, card, nae_pieces_first(nae_pieces_and(p->d->nation[nation].pieces, p->d->units)));
}

/* Lowest first: pushed last. */
static void ask_places(NaePlay *p, unsigned card, NaePieces pieces)
{
    for (unsigned piece = NAE_PIECES; piece-- > 0;) {
        if (nae_pieces_in(pieces, piece)) {
            ask_place(p, card, piece);
        }
    }
}

/* The militia, the corps, then the general, who may command them [2C]. */
static void holy_russia(NaePlay *p)
{
    const NaePieces pieces = nae_holy_russia(p->d);
    NaePieces militia = nae_pieces_none();
    NAE_EACH_PIECE(unit, nae_pieces_and(pieces, p->d->units))
    {
        if (p->d->unit[unit].home_only) {
            nae_pieces_add(&militia, unit);
        }
    }
    nae_push_event_activation(p, NAE_COALITION, NAE_PICK_NATION, NAE_RUSSIA, NAE_MARCH_EVENT, NAE_NONE);
    ask_places(p, NAE_C(2), nae_pieces_minus(pieces, militia));
    ask_places(p, NAE_C(2), militia);
}

static void place_corps(NaePlay *p, unsigned card, unsigned corps)
{
    NaeFrame *frame = ask(p, NAE_STEP_PLACE_UNIT, nae_card_side(card), card);
    frame->b = (uint8_t)corps;
    frame->c = NAE_NONE;
}

static void free_steps(NaePlay *p, unsigned card, unsigned nation, unsigned steps)
{
    NaeFrame *frame = ask(p, NAE_STEP_CARD_STEP, nae_card_side(card), card);
    frame->b = (uint8_t)steps;
    frame->c = (uint8_t)nation;
}

/* The step comes first: the corps that it raises may be the force that is activated [26C]. */
static void gustavus(NaePlay *p)
{
    nae_push_event_activation(p, NAE_COALITION, NAE_PICK_NATION, NAE_SWEDEN, NAE_MARCH_EVENT, NAE_NONE);
    free_steps(p, NAE_C(26), NAE_SWEDEN, 1);
}

static void schulmeister(NaePlay *p)
{
    const unsigned napoleon = p->d->napoleon;
    if (nae_event_activation_possible(p->d, p->s, NAE_EMPIRE, NAE_PICK_GENERAL, napoleon)) {
        nae_push_event_activation(p, NAE_EMPIRE, NAE_PICK_GENERAL, napoleon, NAE_MARCH_EVENT, NAE_NONE);
    }
    nae_push(p, NAE_STEP_MOVE_ENEMY, NAE_EMPIRE);
}

static void start_blockade(NaePlay *p, unsigned phase)
{
    p->s->flags |= NAE_BLOCKADE;
    if (phase == NAE_IN_ACTIVATION) {
        nae_grant_points(p, NAE_EMPIRE, (unsigned)p->d->card[NAE_F(25)].op[1].value, true);
    }
}

static void westphalia(NaePlay *p)
{
    nae_create_state(p, NAE_WESTPHALIA);
    const unsigned jerome = nae_named_piece(p->d, "jerome");
    if (p->s->place[jerome] == NAE_LATER) {
        nae_put(p->s, jerome, NAE_RESERVE, false);
    }
}

static void torres_vedras(NaePlay *p)
{
    const NaeCard *card = &p->d->card[NAE_C(33)];
    nae_add_modifier(p, NAE_C(33), nae_named_zone(p->d, "lisbonne"), card->op[0].value, 1);
    nae_add_modifier(p, NAE_C(33), nae_named_zone(p->d, "coimbra"), card->op[1].value, 1);
    nae_check_siege(p, nae_named_zone(p->d, "lisbonne"));
}

/* ------------------------------------------------------------------ every event */

static void play_french(NaePlay *p, unsigned card, unsigned phase)
{
    assert(card < NAE_CARDS);
    const NaeOp *op = p->d->card[card].op;
    const unsigned napoleon = p->d->napoleon;
    switch (card) {
    case NAE_F(1):
        nae_push_event_activation(p, NAE_EMPIRE, NAE_PICK_GENERAL, napoleon,
                                  NAE_MARCH_EVENT | NAE_MARCH_FREE_FORCED, NAE_NONE);
        break;
    case NAE_F(2):
        nae_push_campaign(p, card, (unsigned)op->value, NAE_NONE);
        break;
    case NAE_F(43):
        nae_push_campaign(p, card, (unsigned)op->value, (unsigned)op->second);
        break;
    case NAE_F(4):
    case NAE_F(15):
        nae_push_event_sailing(p, NAE_EMPIRE, card);
        break;
    case NAE_F(7):
        ask(p, NAE_STEP_CHOICE, NAE_EMPIRE, card);
        break;
    case NAE_F(9):
    case NAE_F(16):
    case NAE_F(23):
    case NAE_F(37):
    case NAE_F(53):
        nae_push_foreign_war(p, card);
        break;
    case NAE_F(10):
        give(p, NAE_FRANCE, op);
        break;
    case NAE_F(11):
        nae_push_diplomacy(p, NAE_EMPIRE, NAE_TARGET_ANY, nae_card_value(p->d, p->s, card), op->value);
        break;
    case NAE_F(14):
        nae_push_diplomacy(p, NAE_EMPIRE, NAE_TARGET_14F, nae_card_value(p->d, p->s, card), op->value);
        break;
    case NAE_F(42):
        nae_push_diplomacy(p, NAE_EMPIRE, NAE_TARGET_42F, nae_card_value(p->d, p->s, card), op->value);
        break;
    case NAE_F(12):
        schulmeister(p);
        break;
    case NAE_F(13):
        p->s->flags |= NAE_SKIP_WINTER;
        break;
    case NAE_F(17):
        nae_add_modifier(p, card, NAE_PRUSSIA, 0, 1);
        break;
    case NAE_F(52):
        nae_add_modifier(p, card, NAE_NONE, op->value, 1);
        break;
    case NAE_F(18):
        ask_place(p, card, nae_card_special(p->d, card));
        break;
    case NAE_F(20):
        nae_create_state(p, NAE_CONFEDERATION);
        break;
    case NAE_F(22):
        nae_add_modifier(p, card, NAE_POLAND, 0, 1);
        break;
    case NAE_F(24):
        p->s->flags |= NAE_IBERIA_OPEN;
        break;
    case NAE_F(25):
        start_blockade(p, phase);
        break;
    case NAE_F(27):
    case NAE_F(39):
        place_corps(p, card, (unsigned)op->second);
        break;
    case NAE_F(29):
        nae_push_event_activation(p, NAE_EMPIRE, NAE_PICK_NATION, NAE_FRANCE,
                                  NAE_MARCH_EVENT | NAE_MARCH_FREE_FORCED, (unsigned)op->value);
        break;
    case NAE_F(33):
        p->s->action.free_siege = (uint8_t)op->value;
        break;
    case NAE_F(36):
        p->s->action.rivers = 1;
        break;
    case NAE_F(34):
        nae_add_modifier(p, card, NAE_AUSTRIA, 0, (unsigned)op->value);
        break;
    case NAE_F(35):
        p->s->flags |= NAE_CORSAIRS_RUN;
        break;
    case NAE_F(38):
        free_steps(p, card, NAE_POLAND, (unsigned)op->value);
        break;
    case NAE_F(40):
        ask(p, NAE_STEP_CARD_TARGET, NAE_EMPIRE, card);
        break;
    case NAE_F(41):
        peek(p, NAE_COALITION);
        draw_and_discard(p, NAE_COALITION);
        break;
    case NAE_F(44):
        nae_push_event_activation(p, NAE_EMPIRE, NAE_PICK_IBERIA, 0, NAE_MARCH_EVENT | NAE_MARCH_SUPPLIED,
                                  NAE_NONE);
        break;
    case NAE_F(45):
        westphalia(p);
        break;
    case NAE_F(46):
        ask(p, NAE_STEP_CARD_TARGET, NAE_EMPIRE, card);
        break;
    case NAE_F(48):
        p->s->rounds_to_skip = (uint8_t)op->value;
        break;
    case NAE_F(49):
        give(p, NAE_FRANCE, op);
        p->s->flags |= NAE_BLOCKADE_INCOMPLETE;
        break;
    case NAE_F(50):
        cheer(p);
        break;
    case NAE_F(54):
        give(p, NAE_FRANCE, op);
        p->s->side[NAE_EMPIRE].hand_modifier = (int8_t)(p->s->side[NAE_EMPIRE].hand_modifier + op[1].value);
        break;
    default:
        break; /* 26F: conquest.c; combat cards and reactions: where they are played */
    }
}

static void play_coalition(NaePlay *p, unsigned card, unsigned phase)
{
    assert(card < NAE_CARDS);
    const NaeOp *op = p->d->card[card].op;
    const unsigned side = NAE_COALITION;
    switch (card) {
    case NAE_C(1):
    case NAE_C(9):
    case NAE_C(24):
        nae_push_event_sailing(p, side, card);
        break;
    case NAE_C(2):
        holy_russia(p);
        break;
    case NAE_C(3):
    case NAE_C(13):
        ask(p, NAE_STEP_CHOICE, side, card);
        break;
    case NAE_C(6):
        give(p, NAE_BRITAIN, op);
        nae_add_modifier(p, card, NAE_NONE, op[1].value, 1);
        break;
    case NAE_C(7):
    case NAE_C(45):
    case NAE_C(50):
        ask(p, NAE_STEP_CARD_TARGET, side, card);
        break;
    case NAE_C(8):
        give(p, NAE_BRITAIN, op);
        give(p, NAE_SPAIN, &op[1]);
        break;
    case NAE_C(14):
    case NAE_C(43):
        nae_push_campaign(p, card, (unsigned)op->value, NAE_NONE);
        if (card == NAE_C(43)) {
            nae_add_modifier(p, card, NAE_NONE, 0, 1);
        }
        break;
    case NAE_C(16):
        p->s->flags |= NAE_EXTRA_ROUND;
        nae_grant_points(p, side, (unsigned)op[1].value, true);
        break;
    case NAE_C(17):
        nae_push_diplomacy(p, side, NAE_TARGET_17C, NAE_NO_MINIMUM, op->value);
        break;
    case NAE_C(18):
        revolt(p, card, NAE_TYROL);
        break;
    case NAE_C(23):
        revolt(p, card, NAE_SERBIA);
        break;
    case NAE_C(25):
        revolt(p, card, NAE_CHOUANS);
        break;
    case NAE_C(19):
        nae_push_diplomacy(p, side, NAE_TARGET_ANY, NAE_NO_MINIMUM, op->value);
        break;
    case NAE_C(20):
        nae_push_diplomacy(p, side, NAE_TARGET_20C, NAE_NO_MINIMUM, op->value);
        break;
    case NAE_C(49):
        nae_push_diplomacy(p, side, NAE_TARGET_49C, NAE_NO_MINIMUM, op->value);
        break;
    case NAE_C(22):
        dos_de_mayo(p);
        break;
    case NAE_C(26):
        gustavus(p);
        break;
    case NAE_C(29):
        nae_push_event_activation(p, side, NAE_PICK_ANY, 0, NAE_MARCH_EVENT | NAE_MARCH_FREE_FORCED,
                                  (unsigned)op->value);
        break;
    case NAE_C(33):
        torres_vedras(p);
        break;
    case NAE_C(34):
        deploy_guerrillas(p);
        break;
    case NAE_C(35):
    case NAE_C(36):
    case NAE_C(37):
        ask_place(p, card, nae_card_special(p->d, card));
        break;
    case NAE_C(38):
        crown_prince(p);
        break;
    case NAE_C(39):
        peek(p, NAE_EMPIRE);
        draw_and_discard(p, NAE_EMPIRE);
        break;
    case NAE_C(41):
        general_winter(p, op);
        break;
    case NAE_C(46):
        rejoin(p, NAE_PRUSSIA, (unsigned)op[2].value);
        break;
    case NAE_C(47):
        rejoin(p, NAE_AUSTRIA, (unsigned)op[2].value);
        break;
    case NAE_C(48):
    case NAE_C(54):
        ask(p, NAE_STEP_CARD_TARGET, side, card);
        break;
    case NAE_C(51):
        nae_add_modifier(p, card, NAE_NONE, 0, phase == NAE_IN_BUDGET ? 1 : 2);
        ask(p, NAE_STEP_LOSE_STEP_ZONE, NAE_EMPIRE, card);
        break;
    case NAE_C(52):
        p->s->side[side].hand_ceiling = (uint8_t)op->value;
        break;
    case NAE_C(53):
        take_card(p, NAE_F(1));
        draw_and_discard(p, NAE_EMPIRE);
        break;
    case NAE_C(55):
        give_all(p, op);
        nae_draw(p, side, (unsigned)op[1].value);
        break;
    default:
        break; /* 27C: conquest.c; combat cards and reactions: where they are played */
    }
}

void nae_play_event(NaePlay *p, unsigned card, unsigned phase)
{
    assert(card < NAE_CARDS);
    const NaeCard *data = &p->d->card[card];
    NAE_NOTE(p->dice, CARD_PLAYED, (Seat)data->side, (int)card, NAE_TOLD_AS_EVENT);
    nae_card_used(p, card, true);
    if (data->side == NAE_EMPIRE) {
        play_french(p, card, phase);
    } else {
        play_coalition(p, card, phase);
    }
    if ((data->flags & NAE_SCORES_LATER) == 0) {
        nae_change_escalade(p, data->escalade);
        nae_change_level(p, data->level);
    }
}
