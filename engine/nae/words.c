/* words.c: questions and choices of Napoleon against Europe in plain English (words.h). */
#include "engine/nae/words.h"

#include <stdio.h>
#include <string.h>

#include "engine/nae/budget.h"
#include "engine/nae/events.h"
#include "engine/nae/fog.h"
#include "engine/nae/forecast.h"
#include "engine/nae/march.h"
#include "engine/nae/rules.h"
#include "engine/nae/view.h"
#include "engine/nae/why.h"

/* ---- questions ---- */

/* What a step asks. {zone} the zone of the march, battle or frame, {general}, {card}, {nation}, {unit},
 * {left}: numbers of the frame; see put_name. */
typedef struct Asked {
    const char *question;
    const char *clause;
} Asked;

static const Asked ASKED[NAE_STEP_COUNT] = {
    [NAE_STEP_DECLARE] = {"War declarations: on whom do you declare war?", "7.1"},
    [NAE_STEP_DEPLOY] = {"Where does {unit} take the field?", "7.1"},
    [NAE_STEP_KEEP] = {"Keep {card} for the new year, or discard it?", "7.2"},
    [NAE_STEP_DISCARD] = {"Your hand is too large: which card goes?", "7.2"},
    [NAE_STEP_BUDGET_EVENT] = {"The budgets begin: play an event first?", "7.3"},
    [NAE_STEP_TRANSFER] = {"Who gives a point of resources to whom?", "7.3.1"},
    [NAE_STEP_REMOVAL] = {"{nation}: take anything off the map to use it again next year?", "7.3.7"},
    [NAE_STEP_REMOVAL_PIECE] = {"What is taken off the map?", "7.3.7"},
    [NAE_STEP_PURCHASE] = {"{nation}: what do you buy?", "7.3.2"},
    [NAE_STEP_RESERVE_GENERAL] = {"{nation}: which general of the reserve takes the field?", "7.3.5"},
    [NAE_STEP_MINOR_STEP] = {"A free step for your minor nations: for which corps?", "7.3.3"},
    [NAE_STEP_REINFORCE] = {"Where does {unit} come back?", "7.3.4"},
    [NAE_STEP_PLACE] = {"Where does {unit} go?", "7.3.4"},
    [NAE_STEP_REPLACE] = {"The army in {zone} has lost its commander: who takes over?", "11.3"},
    [NAE_STEP_NEUTRAL_FLEET] = {"Where does the neutral fleet lie?", "7.5"},
    [NAE_STEP_WALK_FORCE] = {"{nation}: which force moves?", "7.6"},
    [NAE_STEP_WALK_WHAT] = {"How much of the force in {zone} moves?", "7.6"},
    [NAE_STEP_DEPOT_MOBILE] = {"Does the fixed depot come along as a mobile one?", "13.4"},
    [NAE_STEP_WALK] = {"The force is in {zone}: where does it go?", "7.6"},
    [NAE_STEP_ACTION] = {"Your action of the round: a card, a single point, or nothing?", "9.1"},
    [NAE_STEP_USE] = {"What is {card} used for?", "6.1"},
    [NAE_STEP_SPEND] = {"Action points left: {left}. Activate land forces or fleets?", "9.1"},
    [NAE_STEP_SPEND_POWER] = {"Whose force is activated?", "9.1"},
    [NAE_STEP_SPEND_ZONE] = {"Which force is activated? Its zone.", "9.1"},
    [NAE_STEP_SPEND_FORCE] = {"How much of the force in {zone} is activated?", "9.1"},
    [NAE_STEP_SWAP] = {"Two armies march together: does a corps change its army?", "9.2"},
    [NAE_STEP_SPLIT] = {"Which corps go along?", "9.1"},
    [NAE_STEP_GATHER] = {"Does a neighbouring force join the army in {zone}? It then marches less far.",
                         "11.1"},
    [NAE_STEP_FORCED_MARCH] = {"A forced march of how many points?", "12.3"},
    [NAE_STEP_REPLACEMENTS] = {"Replacements for the army in {zone}, two steps: when do they arrive?", "21"},
    [NAE_STEP_REPLACEMENT] = {"Which corps gets a replacement ({left} still to come)?", "21"},
    [NAE_STEP_MOVE] = {"The force is in {zone}, movement points left: {left}. What does it do?", "12.1"},
    [NAE_STEP_DROP_WITH] = {"Which corps stays with the general?", "12.1"},
    [NAE_STEP_FORTRESS] = {"The fortress of {zone} bars the way: stop, besiege it or leave a covering force?",
                           "15.1"},
    [NAE_STEP_COVER_UNIT] = {"Which corps covers the fortress of {zone}?", "15.1"},
    [NAE_STEP_COVER_GENERAL] = {"Which general stays with the covering force?", "15.1"},
    [NAE_STEP_FREE_SIEGE] = {"A free attack on the fortress of {zone}?", "15.2"},
    [NAE_STEP_EXCESS] = {"Too much for one command in {zone}: what is lost?", "11.2"},
    [NAE_STEP_INTERCEPT] = {"The enemy has entered {zone}: intercept him?", "12.4"},
    [NAE_STEP_INTERCEPT_CARD] = {"Which card pays for the interception?", "12.4"},
    [NAE_STEP_COME] = {"Who comes along?", "12.4"},
    [NAE_STEP_REACTION] = {"Play a card before the die falls?", "6.5"}, /* more of it: REACTIONS */
    [NAE_STEP_EVADE] = {"The enemy attacks your force in {zone}: stand, or give way?", "12.5"},
    [NAE_STEP_EVADE_TO] = {"Where does the evading force go?", "12.5"},
    [NAE_STEP_EVADE_SPLIT] = {"Which corps go into the fortress of {zone}?", "12.5"},
    [NAE_STEP_CAMPAIGN_FIGHT] = {"Fight at once in {zone}, or wait for the other forces?", "12.6"},
    [NAE_STEP_CAMPAIGN_ORDER] = {"Interior lines: which force fights next?", "12.6"},
    [NAE_STEP_CAMPAIGN_STAY] = {"Interior lines: stay and fight on, or retreat?", "12.6"},
    [NAE_STEP_ATTRITION_DEPOT] = {"Spend a depot in {zone} to ease the attrition?", "13.6"},
    [NAE_STEP_ATTRITION_LOSS] = {"Attrition in {zone}: who loses a step?", "13.6"},
    [NAE_STEP_MORALE] = {"Which morale does your force in {zone} take? Two have as many steps.", "14.4"},
    [NAE_STEP_SPEARHEAD] = {"Battle of {zone}: does an elite corps lead the assault?", "14.5.5"},
    [NAE_STEP_SPECIAL] = {"Battle of {zone}: is the special unit engaged?", "14.5.5"},
    [NAE_STEP_SUBORDINATE] = {"Battle of {zone}: does a subordinate lend his skill?", "14.5.6"},
    [NAE_STEP_BATTLE_CARD] = {"Battle of {zone}: play a combat card?", "14.5.7"},
    [NAE_STEP_COUNTER_MARCH] = {"Battle of {zone}: does anyone march to the sound of the guns?", "14.1"},
    [NAE_STEP_BATTLE_LOSS] = {"Battle of {zone}: who loses a step ({left} still to take)?", "14.8"},
    [NAE_STEP_PURSUIT_LOSS] = {"The pursuit after {zone}: what is lost ({left} still to take)?", "14.9.2"},
    [NAE_STEP_RETREAT] = {"The battle of {zone} is lost: where to?", "14.10"},
    [NAE_STEP_RETREAT_LOSS] = {"The way out of {zone} costs a step: whose?", "14.10"},
    [NAE_STEP_WITHDRAW] = {"The force in {zone} falls back: where to?", "14.10"},
    [NAE_STEP_WITHDRAW_LOSS] = {"The way out of {zone} costs a step: whose?", "14.10"},
    [NAE_STEP_SIEGE_LOSS] = {"The attack on {zone} is repulsed: who loses a step?", "15.4"},
    [NAE_STEP_REACTIVATE] = {"The fortress of {zone} is taken: put it in order for a step or a depot?",
                             "15.5"},
    [NAE_STEP_TEST_DEPOT] = {"Which depot is spent for the test of attrition?", "13.6"},
    [NAE_STEP_WHICH_DEPOT] = {"Which depot is spent on the fortress of {zone}?", "15.5"},
    [NAE_STEP_SQUADRON_AT] = {"Which fleets sail? First their place.", "17.1"},
    [NAE_STEP_SQUADRON] = {"Does this fleet sail with the squadron?", "17.1"},
    [NAE_STEP_SAIL] = {"Movement points left to the squadron: {left}. What does it do?", "17.2"},
    [NAE_STEP_SEA_INTERCEPT] = {"An enemy squadron comes by: intercept it?", "17.2.5"},
    [NAE_STEP_SEA_ORDER] = {"Does a blockading squadron intercept?", "17.2.5"},
    [NAE_STEP_SEA_ATTACK] = {"Your squadron is attacked: stand, or try to evade?", "17.2.6"},
    [NAE_STEP_BOX_FIGHT] = {"The enemy comes to blockade: does the squadron fight?", "17.2.7"},
    [NAE_STEP_SEA_CARD] = {"Battle at sea: play a card?", "17.3"},
    [NAE_STEP_SEA_TIE] = {"The battle at sea hangs in the balance: fight on?", "17.3.1"},
    [NAE_STEP_FLEET_LOSS] = {"Which fleet is lost?", "17.3.1"},
    [NAE_STEP_SEA_RETREAT] = {"Where does the squadron go?", "17.3.2"},
    [NAE_STEP_BLOCKADE] = {"Follow the beaten enemy and blockade {zone}?", "17.3.2"},
    [NAE_STEP_FLEET_EXCESS] = {"Too many fleets in one place: which is lost?", "17.2.2"},
    [NAE_STEP_ASSAULT] = {"Who lands at {zone}?", "17.2.9"},
    [NAE_STEP_STAND_OFF] = {"The landing at {zone} has failed: where does the squadron lie?", "17.2.9"},
    [NAE_STEP_FLEE] = {"{zone} has fallen: to which port do the fleets flee?", "17.2.1"},
    [NAE_STEP_FREE_DIPLOMACY] = {"A free diplomatic action: with whom?", "7.1"},
    [NAE_STEP_START_CARD] = {"Diplomacy begins: play a card before the enemy?", "7.4"},
    [NAE_STEP_DIP_CARD] = {"Diplomacy: play a card?", "7.4"},
    [NAE_STEP_DIP_USE] = {"What is {card} used for?", "6.1"},
    [NAE_STEP_DIPLOMACY_TARGET] = {"With whom do you negotiate?", "8.2"},
    [NAE_STEP_PROTECTORATE_TARGET] = {"Which ally becomes a protectorate?", "8.3.1"},
    [NAE_STEP_SHARED] = {"Your men share {zone} with a new enemy: what do they do?", "8.2.3"},
    [NAE_STEP_DEFECTION_LOSS] = {"A nation changes sides in {zone}: whose step is lost?", "8.2.3"},
    [NAE_STEP_DEFECTION_ABROAD] = {"Where does the corps that changes sides go?", "8.2.3"},
    [NAE_STEP_FOREIGN_WAR_ZONE] = {"A foreign war: from where do the troops leave?", "6.4"},
    [NAE_STEP_FOREIGN_WAR_PIECE] = {"A foreign war: who leaves?", "6.4"},
    [NAE_STEP_END_WAR] = {"Which foreign war do you try to end?", "6.4"},
    [NAE_STEP_CONQUEST_CARD] = {"Play a card on the surrender?", "18.2"},
    [NAE_STEP_TILSIT] = {"On which power do you impose peace?", "18.2"},
    [NAE_STEP_MINOR_FATE] = {"What becomes of the conquered nation?", "18.1"},
    [NAE_STEP_ANNEXER] = {"Which power takes the land?", "18.1"},
    [NAE_STEP_VICTOR_BONUS] = {"The victor's bonus: a card or resources?", "18.2.2"},
    [NAE_STEP_BONUS_POWER] = {"Which power gets the resources?", "18.2.2"},
    [NAE_STEP_ANNEX] = {"What land does the victor take?", "18.2.2"},
    [NAE_STEP_BENEFICIARY] = {"Who receives it?", "18.2.2"},
    [NAE_STEP_FORCED_ALLIANCE] = {"Impose a forced alliance for a card?", "8.1.4"},
    [NAE_STEP_STAY_OR_GO] = {"Does the force in {zone} stay in the conquered land?", "18.2.3"},
    [NAE_STEP_RELOCATE_GUEST] = {"Where does the force go?", "18.2.3"},
    [NAE_STEP_RELOCATE_FORCE] = {"To which key zone does the force go?", "18.2.3"},
    [NAE_STEP_RELOCATE_FLEET] = {"To which port does the fleet go?", "18.2.3"},
    [NAE_STEP_CHOICE] = {"What should {card} bring about?", "6.5"},
    [NAE_STEP_CARD_TARGET] = {"What is {card} aimed at?", "6.5"},
    [NAE_STEP_CARD_PLACE] = {"Where does it go?", "6.5"},
    [NAE_STEP_PLACE_UNIT] = {"Which corps is raised?", "6.5"},
    [NAE_STEP_LEVY_PLACE] = {"Where does it go?", "6.5"},
    [NAE_STEP_CARD_STEP] = {"Which corps gets the step?", "6.5"},
    [NAE_STEP_CARD_DEPLOY] = {"Where does it take the field?", "6.5"},
    [NAE_STEP_TAKE_CORPS_ZONE] = {"An expeditionary corps: from which zone?", "6.5"},
    [NAE_STEP_TAKE_CORPS] = {"Which corps joins the expedition?", "6.5"},
    [NAE_STEP_TAKE_GENERAL] = {"Which general leads it?", "6.5"},
    [NAE_STEP_LOSE_STEP_ZONE] = {"Where does the enemy lose a step?", "6.5"},
    [NAE_STEP_CARD_LOSS] = {"Whose step is lost in {zone}?", "6.5"},
    [NAE_STEP_CARD_DEPOT] = {"Which depot is lost in {zone}?", "6.5"},
    [NAE_STEP_MOVE_ENEMY] = {"Which enemy force is led astray?", "6.5"},
    [NAE_STEP_MOVE_ENEMY_STEP] = {"Where does the enemy force go?", "6.5"},
    [NAE_STEP_CAMPAIGN_NEXT] =
        {"The major campaign, forces that may still act: {left}. Does one, or is it over?", "12.6"},
};

/* What a reaction card would meet, by its moment. */
static const char *const REACTIONS[] = {
    [NAE_AT_EVASION] = "The enemy in {zone} tries to give way: play a card before his die falls?",
    [NAE_AT_ANNOUNCED_REACTION] = "{leader} comes from {origin} to {zone}: play a card before his die falls?",
    [NAE_AT_ATTRITION] = "A test of attrition in {zone}: play a card that waives it?",
    [NAE_AT_FIRST_BATTLE] = "The enemy's major campaign has come to {zone}: play a card?",
    [NAE_AT_ENTRY_RUSSIA] = "The enemy has marched into Russia, to {zone}: play a card?",
};

/* The frame below, which waits for a reaction card or not. */
static const NaeFrame *awaited(const NaeState *s) { return &s->frame[s->frames > 1 ? s->frames - 2 : 0]; }

/* Whom a reaction card would hold up, and where he comes from: to the battle, or to intercept. */
static unsigned leader_asked(const NaeState *s)
{
    return awaited(s)->step == NAE_STEP_COUNTER_ROLL ? awaited(s)->b : s->reaction.general;
}

static unsigned origin_asked(const NaeState *s)
{
    return awaited(s)->step == NAE_STEP_COUNTER_ROLL ? awaited(s)->c : s->reaction.zone;
}

static unsigned reaction_zone(const NaeState *s, unsigned moment)
{
    if (moment == NAE_AT_ATTRITION) {
        return awaited(s)->b;
    }
    return awaited(s)->step == NAE_STEP_COUNTER_ROLL ? s->battle.zone : s->march.zone;
}

/* The zone a step is about. */
static unsigned zone_asked(const NaeState *s, const NaeFrame *top)
{
    switch ((unsigned)top->step) {
    case NAE_STEP_MORALE:
    case NAE_STEP_SPEARHEAD:
    case NAE_STEP_SPECIAL:
    case NAE_STEP_SUBORDINATE:
    case NAE_STEP_BATTLE_CARD:
    case NAE_STEP_COUNTER_MARCH:
    case NAE_STEP_BATTLE_LOSS:
    case NAE_STEP_PURSUIT_LOSS:
    case NAE_STEP_RETREAT:
    case NAE_STEP_RETREAT_LOSS:
        return s->battle.zone;
    case NAE_STEP_ATTRITION_DEPOT: /* of the test below it */
    case NAE_STEP_TEST_DEPOT:
        return s->frames > 1 ? s->frame[s->frames - 2].b : (unsigned)NAE_NONE;
    case NAE_STEP_SPEND_FORCE:
    case NAE_STEP_ATTRITION_LOSS:
    case NAE_STEP_BLOCKADE:
        return top->b;
    case NAE_STEP_GATHER:
    case NAE_STEP_REPLACEMENTS:
    case NAE_STEP_WALK:
    case NAE_STEP_MOVE:
    case NAE_STEP_FORTRESS:
    case NAE_STEP_COVER_UNIT:
    case NAE_STEP_COVER_GENERAL:
    case NAE_STEP_INTERCEPT:
    case NAE_STEP_EVADE:
    case NAE_STEP_EVADE_TO:
    case NAE_STEP_EVADE_SPLIT:
    case NAE_STEP_CAMPAIGN_FIGHT:
        return s->march.zone;
    case NAE_STEP_REACTION:
        return reaction_zone(s, top->a);
    default:
        return top->a;
    }
}

/* The number a step counts down. */
static unsigned number_asked(const NaeState *s, const NaeFrame *top)
{
    switch ((unsigned)top->step) {
    case NAE_STEP_SPEND:
        return s->action.ap;
    case NAE_STEP_MOVE:
        return s->march.mp;
    case NAE_STEP_BATTLE_LOSS:
        return s->battle.to_place[top->a & 1U];
    case NAE_STEP_PURSUIT_LOSS:
        return s->battle.pursuit;
    case NAE_STEP_REPLACEMENT:
        return top->a;
    case NAE_STEP_CAMPAIGN_NEXT:
        return s->campaign.left;
    default:
        return s->voyage.mp;
    }
}

/* ---- names ---- */

static const char *const UNIT_TYPES[NAE_UNIT_TYPE_COUNT] = {
    "", "cavalry, ", "militia, ", "feudal troops, ", "guerrillas, ", "insurgents, "};

static unsigned unit_steps(const NaeData *d, const NaeState *s, unsigned piece)
{
    return s != NULL && nae_is_unit(piece) ? nae_unit_steps(d, s, piece) : 0;
}

/* With that many steps, if it is a unit; 0: without them. */
static void piece_words(const NaeData *d, const NaeState *s, unsigned piece, unsigned steps, StrBuf *out)
{
    if (piece >= NAE_PIECES) {
        strbuf_add(out, "nothing");
        return;
    }
    const char *nation = d->nation_of[piece] < NAE_NATIONS ? d->nation_name[d->nation_of[piece]] : "";
    strbuf_add(out, d->piece_name[piece][0] != '\0' ? d->piece_name[piece] : d->piece_id[piece]);
    if (steps > 0) {
        strbuf_addf(out, " (%s, %s%u step%s", nation, UNIT_TYPES[d->unit[piece].type], steps,
                    steps == 1 ? "" : "s");
        const unsigned stars = d->unit[piece].stars;
        if (stars > 0) {
            strbuf_addf(out, ", %u star%s", stars, stars == 1 ? "" : "s");
        }
        strbuf_add_char(out, ')');
    } else if (!nae_is_general(piece) && strncmp(d->piece_name[piece], nation, strlen(nation)) != 0) {
        strbuf_addf(out, " (%s)", nation);
    } else if (nae_is_depot(piece) && s != NULL && nae_on_map(s, piece)) {
        strbuf_add(out, nae_bit(s, piece, NAE_FIXED) ? " (fixed)" : " (mobile)");
    }
}

void nae_piece_words(const NaeData *d, const NaeState *s, unsigned piece, StrBuf *out)
{
    piece_words(d, s, piece, unit_steps(d, s, piece), out);
}

/* Puts in what {name} stands for; names are those of ASKED. */
static void put_name(const NaeData *d, const NaeState *s, const NaeFrame *top, const char *name, StrBuf *out)
{
    const unsigned zone = zone_asked(s, top);
    if (strncmp(name, "zone", 4) == 0) {
        strbuf_add(out, zone < d->zones ? d->zone_name[zone] : "the field");
    } else if (strncmp(name, "leader", 6) == 0) {
        strbuf_add(out, leader_asked(s) < NAE_PIECES ? d->piece_name[leader_asked(s)] : "The enemy");
    } else if (strncmp(name, "origin", 6) == 0) {
        strbuf_add(out, origin_asked(s) < d->zones ? d->zone_name[origin_asked(s)] : "next door");
    } else if (strncmp(name, "card", 4) == 0) {
        strbuf_add(out, top->a < NAE_CARDS ? d->card_title[top->a] : "the card");
    } else if (strncmp(name, "nation", 6) == 0) {
        const unsigned power = s->budget.power;
        strbuf_add(out, power < NAE_NATIONS ? d->nation_name[power] : "Your powers");
    } else if (strncmp(name, "unit", 4) == 0) {
        const bool reduced = top->step == NAE_STEP_PLACE && top->b == NAE_PLACE_REDUCED;
        piece_words(d, s, top->a, reduced ? 1 : unit_steps(d, s, top->a), out);
    } else {
        strbuf_addf(out, "%u", number_asked(s, top));
    }
}

/* Under the fog of war who comes and what he tries is not told before it has happened. */
static const char *question_text(const NaeData *d, const NaeFrame *top)
{
    const bool reaction = top->step == NAE_STEP_REACTION && top->a < sizeof REACTIONS / sizeof REACTIONS[0];
    if (reaction && !d->option.fog_of_war) {
        return REACTIONS[top->a];
    }
    const char *text = ASKED[top->step < NAE_STEP_COUNT ? top->step : 0].question;
    return text != NULL ? text : "What do you decide?";
}

/* Walks are asked alike of powers at peace and in the redeployment. */
static const char *clause_asked(const NaeState *s, unsigned step)
{
    const bool walks = step == NAE_STEP_WALK_FORCE || step == NAE_STEP_WALK_WHAT || step == NAE_STEP_WALK;
    return walks ? nae_walk_clause(s) : ASKED[step].clause;
}

static void question(const void *data, const State *view, StrBuf *out, char clause[WORDS_CLAUSE_BYTES])
{
    const NaeState *s = nae_state_const(view);
    clause[0] = '\0';
    if (s->frames == 0) {
        return;
    }
    const NaeFrame *top = &s->frame[s->frames - 1];
    const char *cited = clause_asked(s, top->step < NAE_STEP_COUNT ? top->step : 0);
    const char *text = question_text(data, top);
    (void)snprintf(clause, WORDS_CLAUSE_BYTES, "%s", cited != NULL ? cited : "");
    for (const char *c = text; *c != '\0'; c++) {
        const char *end = *c == '{' ? strchr(c, '}') : NULL;
        if (end != NULL) {
            put_name(data, s, top, c + 1, out);
            c = end;
        } else {
            strbuf_add_char(out, *c);
        }
    }
}

/* ---- places ---- */

void nae_place_words(const NaeData *d, unsigned place_kind, unsigned place, StrBuf *out)
{
    switch (place_kind) {
    case NAE_P_SEA:
        strbuf_add(out, place < NAE_SEAS ? d->sea_name[place] : "the sea");
        break;
    case NAE_P_PORT:
        strbuf_addf(out, "the port of %s", place < d->zones ? d->zone_name[place] : "?");
        break;
    case NAE_P_BOX:
        strbuf_addf(out, "the blockade of %s", place < d->zones ? d->zone_name[place] : "?");
        break;
    default:
        strbuf_add(out, "the Corsairs");
        break;
    }
}

/* ---- choices ----
 * A phrase with %z zone, %p piece, %c card, %n nation, %s sea zone, %v province, %w word, %W the word as what
 * somebody does, %i number, %l place (two arguments); %y, at its end, is nothing for yes, and no is told by
 * "do not" before it; `none` is what NAE_NONE in the first argument means. */

typedef struct Said {
    const char *phrase;
    const char *none;
} Said;

static const Said SAID[NAE_KIND_COUNT] = {
    [NAE_M_DECLARE] = {"declare war on %n", "no further declaration"},
    [NAE_M_DEPLOY] = {"put %p in %z", NULL},
    [NAE_M_KEEP] = {"%c: %w", NULL},
    [NAE_M_DISCARD] = {"discard %c", NULL},
    [NAE_M_BUDGET_EVENT] = {"play %c", "no further event"},
    [NAE_M_TRANSFER] = {"%n gives a point to %n", NULL},
    [NAE_M_TRANSFER_DONE] = {"no further transfer", NULL},
    [NAE_M_REMOVAL] = {"take something off in %z", "take nothing more off"},
    [NAE_M_REMOVAL_PLACE] = {"take a fleet off at %l", NULL},
    [NAE_M_REMOVAL_PIECE] = {"take off %p", NULL},
    [NAE_M_PURCHASE_UNIT] = {"%w: %p", NULL},
    [NAE_M_PURCHASE_MARKER] = {"form the army %p", NULL},
    [NAE_M_PURCHASE_SPECIAL] = {"raise %p", NULL},
    [NAE_M_PURCHASE_FLEET] = {"%w: %p", NULL},
    [NAE_M_PURCHASE] = {"%w", NULL},
    [NAE_M_PLACE] = {"in %z", NULL},
    [NAE_M_PLACE_PIECE] = {"%p in %z", NULL},
    [NAE_M_RESERVE_GENERAL] = {"send out %p", "no further general"},
    [NAE_M_MINOR_STEP] = {"a step for %p", "no further step"},
    [NAE_M_REPLACE] = {"%p takes over", NULL},
    [NAE_M_FREE_DIPLOMACY] = {"negotiate with %n", "decline"},
    [NAE_M_START_CARD] = {"play %c", "no card now"},
    [NAE_M_DIP_CARD] = {"play %c", "no further card"},
    [NAE_M_USE] = {"%w", NULL},
    [NAE_M_TARGET] = {"%n", "none"},
    [NAE_M_TARGET_ZONE] = {"%z", NULL},
    [NAE_M_TARGET_PIECE] = {"%p", NULL},
    [NAE_M_TARGET_CARD] = {"%c", NULL},
    [NAE_M_CHOICE] = {"%w", NULL},
    [NAE_M_NEUTRAL_FLEET] = {"%p to %l", NULL},
    [NAE_M_WALK_FORCE] = {"the force in %z", "no further force"},
    [NAE_M_WALK_WHAT] = {"%w", NULL},
    [NAE_M_WALK_UNIT] = {"%p alone", NULL},
    [NAE_M_DEPOT_MOBILE] = {"take %p along%y", NULL},
    [NAE_M_WALK_GO] = {"go to %z", NULL},
    [NAE_M_WALK_TAKE] = {"take along %p", NULL},
    [NAE_M_WALK_STOP] = {"stop here", NULL},
    [NAE_M_ACTION] = {"%w", NULL},
    [NAE_M_ACTION_CARD] = {"play %c", NULL},
    [NAE_M_SPEND] = {"%w", NULL},
    [NAE_M_SPEND_POWER] = {"%n", NULL},
    [NAE_M_SPEND_ZONE] = {"in %z", NULL},
    [NAE_M_SPEND_FORCE] = {"%w", NULL},
    [NAE_M_SPEND_PIECE] = {"%p alone", NULL},
    [NAE_M_SWAP] = {"%p changes its army", "no further change"},
    [NAE_M_SPLIT] = {"%p goes along", "no further corps"},
    [NAE_M_GATHER] = {"the force in %z %W", NULL},
    [NAE_M_GATHER_UNIT] = {"from %z %p joins", NULL},
    [NAE_M_FORCED_MARCH] = {"a forced march of %i", NULL},
    [NAE_M_GO] = {"march to %z", NULL},
    [NAE_M_MOVE] = {"%w", NULL},
    [NAE_M_DROP] = {"leave %p behind", NULL},
    [NAE_M_TAKE] = {"take along %p", NULL},
    [NAE_M_TURN_DEPOT] = {"turn %p", NULL},
    [NAE_M_DISMISS] = {"send %p to the reserve", NULL},
    [NAE_M_MOVE_CARD] = {"play %c", NULL},
    [NAE_M_DROP_WITH] = {"with %p", NULL},
    [NAE_M_FORTRESS] = {"%w", NULL},
    [NAE_M_COVER_UNIT] = {"%p stays", NULL},
    [NAE_M_COVER_GENERAL] = {"%p stays", NULL},
    [NAE_M_INTERCEPT] = {"from %z %p intercepts", NULL},
    [NAE_M_INTERCEPT_NONE] = {"no interception", NULL},
    [NAE_M_INTERCEPT_CARD] = {"for %c", NULL},
    [NAE_M_COME] = {"%p %W", NULL},
    [NAE_M_REACTION] = {"play %c", "no card"},
    [NAE_M_EVADE] = {"%w", NULL},
    [NAE_M_EVADE_TO] = {"to %z", NULL},
    [NAE_M_CAMPAIGN] = {"%w", NULL},
    [NAE_M_ORDER] = {"force number %i", NULL},
    [NAE_M_STAY] = {"%w", NULL},
    [NAE_M_COUNTER_MARCH] = {"from %z %p marches to the guns", NULL},
    [NAE_M_COUNTER_MARCH_NO] = {"nobody else", NULL},
    [NAE_M_EXCESS] = {"%p goes", NULL},
    [NAE_M_MORALE] = {"morale %i", NULL},
    [NAE_M_SPEARHEAD] = {"%p leads the assault", "no spearhead"},
    [NAE_M_SPECIAL] = {"engage %p%y", NULL},
    [NAE_M_SUBORDINATE] = {"%p lends his skill", "no subordinate"},
    [NAE_M_COMBAT_CARD] = {"play %c", "no further card"},
    [NAE_M_BATTLE_LOSS] = {"%p loses a step", NULL},
    [NAE_M_RETREAT_LOSS] = {"%p", NULL},
    [NAE_M_PURSUIT_LOSS] = {"%p loses a step", NULL},
    [NAE_M_SIEGE_LOSS] = {"%p loses a step", NULL},
    [NAE_M_ATTRITION_LOSS] = {"%p loses a step", NULL},
    [NAE_M_DEFECTION_LOSS] = {"%p loses a step", NULL},
    [NAE_M_LOSE_STEP] = {"%p loses a step", NULL},
    [NAE_M_RETREAT] = {"retreat to %z", NULL},
    [NAE_M_FREE_SIEGE] = {"attack the fortress%y", NULL},
    [NAE_M_ATTRITION_DEPOT] = {"spend a depot%y", NULL},
    [NAE_M_REACTIVATE] = {"put it in order: %w", NULL},
    [NAE_M_REACTIVATE_UNIT] = {"a step of %p", NULL},
    [NAE_M_WHICH_DEPOT] = {"%p", NULL},
    [NAE_M_SQUADRON_AT] = {"the fleets at %l", NULL},
    [NAE_M_SQUADRON_AT_DONE] = {"no further squadron", NULL},
    [NAE_M_SQUADRON] = {"%p %W", NULL},
    [NAE_M_SAIL_SEA] = {"sail to %s", NULL},
    [NAE_M_SAIL_BOX] = {"blockade %z", NULL},
    [NAE_M_SAIL_PORT] = {"enter the port of %z", NULL},
    [NAE_M_SAIL_PORT_ATTACK] = {"attack the fleets in the port of %z", NULL},
    [NAE_M_SAIL_ASSAULT] = {"land at %z", NULL},
    [NAE_M_SAIL_ATTACK] = {"attack the squadron at %l", NULL},
    [NAE_M_SAIL_LOAD] = {"take %p aboard", NULL},
    [NAE_M_SAIL_UNLOAD] = {"put the troops ashore at %z", NULL},
    [NAE_M_SAIL_LEAVE] = {"leave %p behind", NULL},
    [NAE_M_SAIL_HOME] = {"home to %z", NULL},
    [NAE_M_SAIL] = {"%w", NULL},
    [NAE_M_SEA_ORDER] = {"the squadron at %l", NULL},
    [NAE_M_SEA_ORDER_NONE] = {"none", NULL},
    [NAE_M_SEA_INTERCEPT] = {"%w", NULL},
    [NAE_M_SEA_INTERCEPT_AT] = {"intercept from %l%y", NULL},
    [NAE_M_SEA_EVADE] = {"%w", NULL},
    [NAE_M_SEA_TIE] = {"%w", NULL},
    [NAE_M_SEA_CARD] = {"play %c", "no card"},
    [NAE_M_SEA_RETREAT] = {"to %l", NULL},
    [NAE_M_BLOCKADE] = {"follow and blockade%y", NULL},
    [NAE_M_FLEET_LOSS] = {"%p is lost", NULL},
    [NAE_M_FLEET_EXCESS] = {"%p is lost", NULL},
    [NAE_M_STAND_OFF] = {"to %l", NULL},
    [NAE_M_FLEE] = {"to %z", NULL},
    [NAE_M_ASSAULT] = {"%p lands", "nobody else"},
    [NAE_M_FOREIGN_WAR_ZONE] = {"from %z", NULL},
    [NAE_M_FOREIGN_WAR] = {"%p", NULL},
    [NAE_M_MOVE_ENEMY] = {"to %z", NULL},
    [NAE_M_MOVE_ENEMY_WORD] = {"%w", NULL},
    [NAE_M_PLACE_UNIT] = {"%p", NULL},
    [NAE_M_TAKE_CORPS_ZONE] = {"in %z", NULL},
    [NAE_M_TAKE_CORPS] = {"%p", "no further corps"},
    [NAE_M_TAKE_GENERAL] = {"%p", "no general"},
    [NAE_M_LOSE_STEP_ZONE] = {"in %z", NULL},
    [NAE_M_DEFECTION_TO] = {"to %z", NULL},
    [NAE_M_SHARED] = {"%w", NULL},
    [NAE_M_SHARED_GO] = {"step aside to %z", NULL},
    [NAE_M_CONQUEST_CARD] = {"play %c", "no card"},
    [NAE_M_TILSIT] = {"peace with %n", "none"},
    [NAE_M_MINOR_FATE] = {"%n: %w", NULL},
    [NAE_M_ANNEXER] = {"%n", NULL},
    [NAE_M_FORCED_ALLIANCE] = {"impose it for %c", "no forced alliance"},
    [NAE_M_VICTOR_BONUS] = {"%w", NULL},
    [NAE_M_ANNEX_PROVINCE] = {"take %v", NULL},
    [NAE_M_ANNEX_MINOR] = {"take %n", NULL},
    [NAE_M_ANNEX_NONE] = {"take nothing more", NULL},
    [NAE_M_BENEFICIARY] = {"for %n", NULL},
    [NAE_M_RELOCATE] = {"%p and its force to %z", NULL},
    [NAE_M_RELOCATE_FLEET] = {"%p to %z", NULL},
    [NAE_M_STAY_OR_GO] = {"the force in %z %W", NULL},
    [NAE_M_REPLACEMENTS] = {"%w", NULL},
    [NAE_M_REPLACEMENT] = {"a step for %p", "no further replacement"},
};

/* Words of moves that do not read well by themselves. */
static const char *const WORDS[NAE_WORD_COUNT] = {
    [NAE_W_FULL] = "a full corps",
    [NAE_W_REDUCED] = "a reduced corps",
    [NAE_W_FLIP_ARMY] = "strengthen, in an army",
    [NAE_W_FLIP_ZONE] = "strengthen",
    [NAE_W_FLEET] = "build a fleet",
    [NAE_W_FREE_FLEET] = "the free fleet",
    [NAE_W_DEPOT] = "a depot",
    [NAE_W_CARD] = "buy a card",
    [NAE_W_FREE_CARD] = "the free card",
    [NAE_W_DONE] = "buy no more",
    [NAE_W_AP] = "for its action points",
    [NAE_W_EVENT] = "as an event",
    [NAE_W_DIPLOMACY] = "for a diplomatic action",
    [NAE_W_PROTECTORATE] = "for a protectorate",
    [NAE_W_END_WAR] = "to end a foreign war",
    [NAE_W_RESOURCES_6] = "6 resources",
    [NAE_W_RESOURCES_3_AND_CARD] = "3 resources and a card",
    [NAE_W_WHOLE] = "the whole force",
    [NAE_W_BOTH] = "both armies",
    [NAE_W_ARMY0] = "the first army",
    [NAE_W_ARMY1] = "the second army",
    [NAE_W_IN_WHOLE] = "the whole garrison",
    [NAE_W_IN_BOTH] = "both armies inside",
    [NAE_W_IN_ARMY0] = "the first army inside",
    [NAE_W_IN_ARMY1] = "the second army inside",
    [NAE_W_ONE_AP] = "one action point without a card",
    [NAE_W_LAND] = "land forces",
    [NAE_W_NAVAL] = "fleets",
    [NAE_W_MARK] = "place a control marker",
    [NAE_W_SIEGE] = "besiege with all",
    [NAE_W_RALLY] = "rally the force",
    [NAE_W_LAY] = "lay siege",
    [NAE_W_COVER] = "leave a covering force and go on",
    [NAE_W_FORT] = "into the fortress",
    [NAE_W_SPLIT] = "part into the fortress, part away",
    [NAE_W_AGAIN] = "fight on",
    [NAE_W_LATER] = "decide after the attrition",
    [NAE_W_CORSAIRS] = "hunt the Corsairs",
    [NAE_W_ALLY] = "becomes an ally",
    [NAE_W_TERRITORY] = "is annexed",
    [NAE_W_BEFORE] = "before the action",
    [NAE_W_AFTER] = "after the action",
};

/* What somebody does. */
static const char *const DOES[NAE_WORD_COUNT] = {
    [NAE_W_STAY] = "stays",
    [NAE_W_JOIN] = "joins",
    [NAE_W_COME] = "comes along",
    [NAE_W_GO] = "goes",
};

static const char *word_of(unsigned word)
{
    return word < NAE_WORD_COUNT && WORDS[word] != NULL ? WORDS[word]
           : word < NAE_WORD_COUNT                      ? nae_word_text((enum nae_word)word)
                                                        : "?";
}

/* One argument; returns how many bytes of the move it took. */
static unsigned put_argument(const NaeData *d, const NaeState *s, char type, unsigned a, unsigned b,
                             StrBuf *out)
{
    switch (type) {
    case 'z':
        strbuf_add(out, a < d->zones ? d->zone_name[a] : "?");
        return 1;
    case 'p':
        nae_piece_words(d, s, a, out);
        return 1;
    case 'c':
        strbuf_addf(out, "%s (%s)", a < NAE_CARDS ? d->card_title[a] : "?",
                    a < NAE_CARDS ? d->card_id[a] : "?");
        return 1;
    case 'n':
        strbuf_add(out, a < NAE_NATIONS ? d->nation_name[a] : "nobody");
        return 1;
    case 's':
        strbuf_add(out, a < NAE_SEAS ? d->sea_name[a] : "?");
        return 1;
    case 'v':
        strbuf_add(out, a < d->provinces ? d->province_id[a] : "?");
        return 1;
    case 'w':
        strbuf_add(out, word_of(a));
        return 1;
    case 'W':
        strbuf_add(out, a < NAE_WORD_COUNT && DOES[a] != NULL ? DOES[a] : word_of(a));
        return 1;
    case 'y':
        return 1;
    case 'l':
        nae_place_words(d, a, b, out);
        return 2;
    default:
        strbuf_addf(out, "%u", a);
        return 1;
    }
}

/* Whether the answer of a phrase that ends with %y is no. */
static bool is_refused(const char *phrase, const unsigned *argument)
{
    unsigned next = 0;
    for (const char *c = phrase; *c != '\0' && next < 3; c++) {
        if (*c == '%') {
            c++;
            if (*c == 'y') {
                return argument[next] == NAE_W_NO;
            }
            next += *c == 'l' ? 2 : 1;
        }
    }
    return false;
}

/* Phrases that the table has not: no forced march, where an action or a march ends, what a depot becomes, a
 * corps raised with one step. */
static bool say_special(const NaeData *d, const NaeState *s, Move move, StrBuf *out)
{
    const unsigned a = nae_move_a(move);
    switch ((unsigned)nae_move_kind(move)) {
    case NAE_M_FORCED_MARCH:
        strbuf_add(out, a == 0 ? "no forced march" : "");
        return a == 0;
    case NAE_M_SPEND:
        strbuf_add(out, a == NAE_W_STOP ? "end the action" : "");
        return a == NAE_W_STOP;
    case NAE_M_MOVE:
        strbuf_add(out, a == NAE_W_STOP    ? "end the march here"
                        : a == NAE_W_SIEGE ? "attack the fortress" /* it is besieged already */
                                           : "");
        return a == NAE_W_STOP || a == NAE_W_SIEGE;
    case NAE_M_TURN_DEPOT:
        if (s != NULL && a < NAE_PIECES) {
            const bool fixed = nae_bit(s, a, NAE_FIXED) != 0;
            strbuf_add(out, fixed ? "make " : "fix ");
            nae_piece_words(d, NULL, a, out);
            strbuf_add(out, fixed ? " mobile" : " here");
        }
        return s != NULL && a < NAE_PIECES;
    case NAE_M_PURCHASE_UNIT: /* in the reserve a unit has all its steps */
        if (a == NAE_W_REDUCED) {
            strbuf_addf(out, "%s: ", word_of(a));
            piece_words(d, s, nae_move_b(move), s != NULL ? 1 : 0, out);
        }
        return a == NAE_W_REDUCED;
    case NAE_M_MINOR_STEP:
    case NAE_M_REPLACEMENT: /* out of the reserve it comes with one step */
        if (s != NULL && nae_is_unit(a) && !nae_on_map(s, a)) {
            strbuf_add(out, "raise ");
            piece_words(d, s, a, 1, out);
            return true;
        }
        return false;
    default:
        return false;
    }
}

/* A move as a phrase; s NULL: without its position. */
static void say(const NaeData *d, const NaeState *s, Move move, StrBuf *out)
{
    const Said *said = &SAID[nae_move_kind(move)];
    const unsigned argument[4] = {nae_move_a(move), nae_move_b(move), nae_move_c(move), 0};
    unsigned next = 0;
    if (said->none != NULL && argument[0] == NAE_NONE) {
        strbuf_add(out, said->none);
        return;
    }
    if (say_special(d, s, move, out)) {
        return;
    }
    strbuf_add(out, said->phrase != NULL && is_refused(said->phrase, argument) ? "do not " : "");
    for (const char *c = said->phrase != NULL ? said->phrase : "?"; *c != '\0'; c++) {
        if (*c == '%' && c[1] != '\0' && next < 3) {
            c++;
            next += put_argument(d, s, *c, argument[next], argument[next + 1], out);
        } else {
            strbuf_add_char(out, *c);
        }
    }
}

static void choice(const void *data, const State *view, Move move, StrBuf *out)
{
    say(data, nae_state_const(view), move, out);
}

/* Which card is used, and under fog of war which piece, only their own side may know. */
static void brief(const void *data, Move move, bool hidden, StrBuf *out)
{
    const NaeData *d = data;
    const WordsTarget target = nae_move_target(d, move);
    const bool piece = strcmp(target.group, "Forces") == 0;
    if (hidden && strcmp(target.group, "Cards") == 0) {
        strbuf_add(out, "use a card");
    } else if (hidden && piece && d->option.fog_of_war) {
        strbuf_add(out, target.place[0] != '\0' ? "something with a force there" : "something with a piece");
    } else {
        say(d, NULL, move, out);
    }
}

static const char *help_now(const void *data, const State *view)
{
    (void)data;
    return nae_help_now(nae_state_const(view));
}

/* What the phrase of a move names first, by its letter; 0: nothing. */
char nae_named(Move move)
{
    const Said *said = &SAID[nae_move_kind(move)];
    const char *first = said->phrase != NULL ? strchr(said->phrase, '%') : NULL;
    const bool none = nae_move_a(move) == NAE_NONE && said->none != NULL;
    return first == NULL || none ? '\0' : first[1];
}

static void remark(const void *data, const State *view, Move move, StrBuf *out)
{
    nae_choice_remark(data, nae_state_const(view), move, out);
}

/* ---- the setting ---- */

static void list_force(const NaeData *d, const NaeState *s, NaePieces set, StrBuf *out)
{
    const char *comma = "";
    NAE_EACH_PIECE(piece, nae_pieces_minus(set, d->fleets))
    {
        strbuf_add(out, comma);
        nae_piece_words(d, s, piece, out);
        comma = ", ";
    }
}

/* "4 steps: Davout, I Corps (2 steps), ..." */
static void tell_force(const NaeData *d, const NaeState *s, NaePieces set, StrBuf *out)
{
    nae_force_words(d, s, set, out);
    strbuf_add(out, ": ");
    list_force(d, s, nae_pieces_minus(set, nae_covered(d, s, s->header.seat)), out);
}

/* What the power that spends has left. */
static void purse(const NaeData *d, const NaeState *s, StrBuf *out)
{
    if (s->budget.power < NAE_MAJORS) {
        strbuf_addf(out, "%s has ", d->nation_name[s->budget.power]);
        nae_points_words(s->major[s->budget.power].resources, out);
        strbuf_add(out, " left.\n");
    }
}

/* What the powers of the side that decides have, one beside the other. */
static void purses(const NaeData *d, const NaeState *s, StrBuf *out)
{
    const char *comma = "";
    for (unsigned power = 0; power < NAE_MAJORS; power++) {
        if (s->header.seat < 2 && nae_side_of(s, power) == s->header.seat) {
            strbuf_addf(out, "%s%s has ", comma, d->nation_name[power]);
            nae_points_words(s->major[power].resources, out);
            comma = ", ";
        }
    }
    strbuf_add(out, *comma != '\0' ? ".\n" : "");
}

/* Why one decides for a power that is at peace [7.3, 7.5]. */
static void stewardship(const NaeData *d, const NaeState *s, StrBuf *out)
{
    const unsigned power = s->budget.power;
    if (power < NAE_MAJORS && nae_side_of(s, power) == NAE_NOBODY) {
        strbuf_addf(out, "%s is at peace; your side acts for it this year.\n", d->nation_name[power]);
    }
}

/* How many cards the new hand takes [6.3, 7.2]. */
static void hand(const NaeData *d, const NaeState *s, StrBuf *out)
{
    const unsigned seat = s->header.seat;
    if (seat < 2) {
        const unsigned cards = nae_hand_count(s, seat);
        strbuf_addf(out, "%u card%s in hand; a hand of this year has %u.\n", cards, cards == 1 ? "" : "s",
                    nae_hand_size(d, s, seat));
    }
}

/* What the event does that asks for something [6.5]; false: none asks. */
static bool event_setting(const NaeData *d, const NaeState *s, unsigned step, StrBuf *out)
{
    const unsigned card = s->frames > 0 ? s->frame[s->frames - 1].a : (unsigned)NAE_NONE;
    if ((step != NAE_STEP_CHOICE && step != NAE_STEP_CARD_TARGET) || card >= NAE_CARDS ||
        d->card_effect[card] == NULL) {
        return false;
    }
    strbuf_addf(out, "%s\n", d->card_effect[card]);
    return true;
}

/* Of decisions before the rounds; false: it is another one. */
static bool interphase_setting(const NaeData *d, const NaeState *s, unsigned step, StrBuf *out)
{
    if (s->phase == NAE_PHASE_HANDS && (step == NAE_STEP_KEEP || step == NAE_STEP_DISCARD)) {
        hand(d, s, out);
        return true;
    }
    if (s->phase == NAE_PHASE_BUDGET && step == NAE_STEP_TRANSFER) {
        purses(d, s, out);
    } else if (s->phase == NAE_PHASE_BUDGET && (step == NAE_STEP_PURCHASE || step == NAE_STEP_PLACE)) {
        purse(d, s, out);
        stewardship(d, s, out);
    } else if (step == NAE_STEP_REMOVAL || step == NAE_STEP_RESERVE_GENERAL || step == NAE_STEP_WALK_FORCE) {
        stewardship(d, s, out);
    }
    return s->phase == NAE_PHASE_BUDGET || step == NAE_STEP_WALK_FORCE;
}

static void setting(const void *data, const State *view, StrBuf *out)
{
    const NaeData *d = data;
    const NaeState *s = nae_state_const(view);
    const bool battle = s->battle.attacker < 2;
    const unsigned zone = battle ? s->battle.zone : s->march.zone;
    const unsigned step = s->frames > 0 ? s->frame[s->frames - 1].step : NAE_STEP_NOTHING;
    if (event_setting(d, s, step, out) || interphase_setting(d, s, step, out)) {
        return;
    }
    if ((!battle && s->march.side > 1) || zone >= d->zones) {
        return;
    }
    for (unsigned side = 0; side < 2; side++) {
        const NaePieces set = nae_field(d, s, zone, side);
        if (nae_has_units(d, set)) {
            const NaePieces marchers = battle ? nae_pieces_none() : nae_pieces_and(set, nae_marchers(s));
            const NaePieces others = nae_pieces_minus(set, marchers);
            strbuf_addf(out, "%s in %s, ", side == NAE_EMPIRE ? "The Empire" : "The Coalition",
                        d->zone_name[zone]);
            tell_force(d, s, nae_pieces_empty(marchers) ? set : marchers, out);
            if (!nae_pieces_empty(marchers) && !nae_pieces_empty(others)) {
                strbuf_add(out, "; beside it, ");
                tell_force(d, s, others, out);
            }
            strbuf_add(out, ".\n");
        }
    }
    if (battle && s->battle.stage <= NAE_STAGE_ROLL &&
        !nae_pieces_meet(nae_at(d, s, zone), nae_covered(d, s, s->header.seat))) {
        const NaeForecast f = nae_battle_forecast(d, s);
        strbuf_add(out, "As it stands, ");
        nae_forecast_words(&f, out);
        strbuf_add(out, ".\n");
    }
}

/* Dice with six sides are rolled; everything else is a shuffle or a draw. */
static bool is_die(const void *data, const State *state, uint32_t sides)
{
    (void)data;
    (void)state;
    return sides == 6;
}

/* What a die is thrown for, by the step that throws it or, where it is over by then, that it goes back to. */
static void die(const void *data, const State *state, uint32_t before, StrBuf *out)
{
    static const char *const DICE[NAE_STEP_COUNT] = {
        [NAE_STEP_BATTLE] = "the battle",
        [NAE_STEP_COUNTER_ROLL] = "the march to the guns",
        [NAE_STEP_COUNTER_JOIN] = "attrition on the march to the guns",
        [NAE_STEP_SEA_ENTER] = "interception or evasion at sea",
        [NAE_STEP_SEA_ORDER] = "interception at sea",
        [NAE_STEP_SEA_BATTLE] = "the battle at sea",
        [NAE_STEP_FREE_DIPLOMACY] = "the negotiation",
        [NAE_STEP_DIP_CARD] = "the negotiation",
        [NAE_STEP_ROUND] = "the negotiation",
        [NAE_STEP_END_WAR] = "the foreign war",
        [NAE_STEP_END_PHASE] = "sieges, then attrition, at the end of the year",
        [NAE_STEP_WALK_END] = "attrition on the way",
        [NAE_STEP_MARCH] = "attrition of the march",
        [NAE_STEP_ATTRITION] = "attrition",
        [NAE_STEP_ATTRITION_DEPOT] = "attrition",
        [NAE_STEP_MOVE] = "rallying, or the attack on a fortress",
        [NAE_STEP_ENTER] = "attrition, or the attack on a fortress",
        [NAE_STEP_INTERCEPT_ROLL] = "the interception",
        [NAE_STEP_EVADE_ROLL] = "the evasion",
    };
    const NaeData *d = data;
    const NaeState *s = nae_state_const(state);
    const unsigned step = s->frames > 0 ? s->frame[s->frames - 1].step : NAE_STEP_COUNT;
    const char *what = step < NAE_STEP_COUNT ? DICE[step] : NULL;
    (void)before;
    if (what == NULL) {
        return;
    }
    strbuf_add(out, what);
    if (step == NAE_STEP_BATTLE && s->battle.zone < d->zones) {
        strbuf_addf(out, " of %s", d->zone_name[s->battle.zone]);
    }
}

static void turn_text(const void *data, int turn, StrBuf *out)
{
    (void)data;
    strbuf_addf(out, "%d", turn);
}

static void stand_text(const void *data, const State *state, StrBuf *out)
{
    (void)data;
    nae_stand_text((const NaeState *)(const void *)state, out);
}

static void choice_target(const void *data, const State *view, Move move, WordsTarget *target)
{
    (void)view;
    *target = nae_move_target(data, move);
}

static void deed(const void *data, const State *before, Move move, const State *after, WordsDeed *out)
{
    (void)after;
    nae_deed(data, nae_state_const(before), move, out);
}

static bool plan_over(const void *data, const State *start, const State *now, Seat seat)
{
    (void)data;
    (void)seat;
    return nae_plan_over(nae_state_const(start), nae_state_const(now));
}

const GameWords NAE_WORDS = {
    .seat_titles = {"Empire", "Coalition"},
    .turn_noun = "year",
    .place_noun = "zone",
    .place_nouns = "zones",
    .loss_noun = "step",
    .loss_nouns = "steps",
    .turn_text = turn_text,
    .stand_text = stand_text,
    .choice_target = choice_target,
    .question = question,
    .choice = choice,
    .is_die = is_die,
    .die = die,
    .remark = remark,
    .setting = setting,
    .pages = NAE_PAGES,
    .brief = brief,
    .help = NAE_HELP,
    .help_now = help_now,
    .clauses = NAE_CLAUSES,
    .why_not = nae_why_not,
    .deed = deed,
    .plan_over = plan_over,
};
