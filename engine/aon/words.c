/* words.c: questions and choices of Age of Napoleon in words (words.h). What happened: event_text.c. */
#include "engine/aon/words.h"

#include <stdio.h>
#include <string.h>

#include "engine/aon/aon.h"
#include "engine/aon/rules.h"

/* What a step asks. Names in braces are put in by place_name. */
typedef struct Asked {
    const char *question;
    const char *clause;
} Asked;

static const Asked ASKED[AON_STEP_COUNT] = {
    [AON_STEP_DIPLOMACY_FIRST] = {"You have the initiative: who begins the Diplomacy Phase?", "7.1.1"},
    [AON_STEP_DIPLOMACY_TURN] = {"Diplomacy: play a card to win over a country, or pass for good.", "7.1"},
    [AON_STEP_DIPLOMACY_CONVERSION] = {"What should {card} bring about?", "7.2"},
    [AON_STEP_DIPLOMACY_TARGET] = {"Which country is {card} aimed at?", "7.2"},
    [AON_STEP_DIPLOMACY_COUNTER] =
        {"The opponent plays {card} on {country}: cancel it with a diplomacy card?", "7.2.1"},
    [AON_STEP_DETACH_PARENT] = {"Territorial Concessions: which country loses territory?", "3.1.3.1"},
    [AON_STEP_DETACH_AREA] = {"Which territory becomes a French dominion?", "3.1.3.1"},
    [AON_STEP_DETACH_REFUGE] = {"Where do the corps in the detached territory go?", "3.1.3.1"},
    [AON_STEP_CARD_PICK_UP] = {"{pick} was discarded: discard a card of yours to take it?", "2.3.12"},
    [AON_STEP_CARD_RECOVER] = {"Napoleonica: which card do you take from the discard pile?", "2.3.11"},
    [AON_STEP_INSURRECTION_CARDS] = {"Start an insurrection?", "8.3"},
    [AON_STEP_INSURRECTION_TARGET] = {"Which country rises?", "8.3.1"},
    [AON_STEP_STRATEGY_CARDS] = {"Play events that last before the old hands are discarded?", "9.1"},
    [AON_STEP_STRATEGY_DRAWN_CARDS] = {"Play an event from your new hand?", "9.5"},
    [AON_STEP_STRATEGY_RETURN_CORPS] = {"Which corps goes home?", "9.5"},
    [AON_STEP_REINFORCEMENT_FIRST] = {"You have the initiative: who brings on reinforcements first?", "10.1"},
    [AON_STEP_REINFORCEMENT_CARDS] = {"Play reinforcement cards, or go on to deployment.", "10.2"},
    [AON_STEP_VETERANS_LOST] = {"Which lost corps comes back?", "10.2"},
    [AON_STEP_VETERANS_REPLACED] = {"Which corps on the map does it replace?", "10.2"},
    [AON_STEP_ROYALISTS_MAP] = {"Which French corps leaves the map?", "10.2"},
    [AON_STEP_ROYALISTS_RESERVE] = {"Which French corps takes its place?", "10.2"},
    [AON_STEP_OUT_OF_FAVOR] = {"Whose commander falls out of favour?", "10.2"},
    [AON_STEP_SUBSIDIES] = {"Which country is paid to deploy more corps?", "10.2"},
    [AON_STEP_REINFORCEMENT_RALLY] = {"Discard a card to make an army fresh again?", "10.5"},
    [AON_STEP_REINFORCEMENT_RALLY_PAY] = {"Which card pays for the rally?", "10.5"},
    [AON_STEP_DEPLOY_CORPS] = {"Which corps do you bring on from the reserve?", "10.3"},
    [AON_STEP_DEPLOY_AREA] = {"Where does {deploying} go?", "10.3"},
    [AON_STEP_CAMPAIGN_FIRST] = {"You have the initiative: whose armies move first this year?", "11.2.1"},
    [AON_STEP_ROUND_WINDOW] = {"A round begins: play a card that changes it?", "11.3"},
    [AON_STEP_PART_CHOICE] = {"Choose an army to move, or end your part of the round.", "12.1"},
    [AON_STEP_FORM_LEADER] = {"Who leads the army from {army}?", "12.1.3"},
    [AON_STEP_FORM_MEMBER] = {"{leader}'s army: does {corps} come along?", "12.1.4"},
    [AON_STEP_MOVE_LAND_SEA] = {"Does the army march or sail?", "12.4"},
    [AON_STEP_MOVE_PAY] = {"How is {leader}'s move paid? Each army after the first free one costs a card.",
                           "12.1.7"},
    [AON_STEP_MOVE_DECLARED] = {"An enemy army sets out from {army}: play a card against it?", "12.1.7"},
    [AON_STEP_MOVE_STEP] = {"{leader} is in {army}: march on ({left}), or stop?", "12.1.5"},
    [AON_STEP_MOVE_SEA] = {"Where does the fleet land the corps?", "12.4"},
    [AON_STEP_ENTER_COSSACKS] = {"The enemy has entered {army}: send the Cossacks?", "12.3.1"},
    [AON_STEP_WITHDRAW_OFFER] = {"The enemy marches into {army}: withdraw before battle is joined?", "12.5"},
    [AON_STEP_WITHDRAW_SEA] = {"Does a corps withdraw by sea?", "12.5.3"},
    [AON_STEP_WITHDRAW_MEMBER] = {"Withdrawal: does {corps} go with this group?", "12.5"},
    [AON_STEP_WITHDRAW_AREA] = {"Where does the group withdraw to?", "12.5.1"},
    [AON_STEP_WITHDRAW_COSSACKS] = {"The enemy withdraws: send the Cossacks?", "12.3.1"},
    [AON_STEP_INTERCEPT_OFFER] = {"An army is in {army}: intercept it from a neighbouring area?", "12.6"},
    [AON_STEP_INTERCEPT_LEADER] = {"Who leads the interception?", "12.6.2"},
    [AON_STEP_INTERCEPT_MEMBER] = {"Interception: does {corps} go along?", "12.6.2"},
    [AON_STEP_INTERCEPT_PAY] = {"How is the interception paid?", "12.6.3"},
    [AON_STEP_INTERCEPT_DECLARED] = {"The enemy intercepts: play a card against it?", "12.6"},
    [AON_STEP_INTERCEPT_COSSACKS] = {"The enemy has entered {army}: send the Cossacks?", "12.3.1"},
    [AON_STEP_INTERCEPT_ROLE] = {"Do your interceptors attack, or wait to be attacked?", "12.6.4"},
    [AON_STEP_VIOLATION_ROLE] = {"Corps deployed among the enemy: attack or defend?", "12.7.3"},
    [AON_STEP_MARCH_LOSS] = {"March attrition: which spent corps is lost?", "12.3.4"},
    [AON_STEP_RELEASE_INVASION] = {"Which Invasion corps joins the reserve?", "2.2.1.8"},
    [AON_STEP_BATTLE_ORDER] = {"Which battle is fought first?", "13.1.2"},
    [AON_STEP_BATTLE_ROLE] = {"Do the insurgents attack or defend in {battle}?", "8.3.7"},
    [AON_STEP_BATTLE_INTERIOR] = {"Battle in {battle}: fight the attacking armies one by one?", "13.2.1"},
    [AON_STEP_BATTLE_ARMY] = {"Interior Lines: which attacking army is fought first?", "13.2.1"},
    [AON_STEP_BATTLE_ENGAGE_ATTACKER] = {"Battle in {battle}: you attack. Does {corps} fight?", "13.2"},
    [AON_STEP_BATTLE_ENGAGE_DEFENDER] = {"Battle in {battle}: you defend. Does {corps} fight?", "13.2"},
    [AON_STEP_BATTLE_CARDS_ATTACKER] = {"Battle in {battle}: you attack. Play battle cards?", "13.3.3"},
    [AON_STEP_BATTLE_CARDS_DEFENDER] = {"Battle in {battle}: you defend. Play battle cards?", "13.3.3"},
    [AON_STEP_BATTLE_HERO_ATTACKER] = {"Choose one of the enemy's losses with Hero's Death?", "13.3.3"},
    [AON_STEP_BATTLE_HERO_DEFENDER] = {"Choose one of the enemy's losses with Hero's Death?", "13.3.3"},
    [AON_STEP_BATTLE_HERO_VICTIM] = {"Which enemy commander falls?", "13.3.3"},
    [AON_STEP_BATTLE_LOSS_ATTACKER] = {"Losses in {battle}: which corps ({losses})?", "13.4.1"},
    [AON_STEP_BATTLE_LOSS_DEFENDER] = {"Losses in {battle}: which corps ({losses})?", "13.4.1"},
    [AON_STEP_BATTLE_PURSUIT] = {"You have won in {battle}: pursue the enemy?", "13.4.1"},
    [AON_STEP_BATTLE_PURSUIT_LOSS] = {"You are pursued: which corps is taken prisoner?", "13.4.1"},
    [AON_STEP_BATTLE_RALLY] = {"You have won in {battle}: discard a card to make the army fresh again?",
                               "13.4.1"},
    [AON_STEP_BATTLE_RALLY_PAY] = {"Which card pays for the rally?", "13.4.1"},
    [AON_STEP_RETREAT_SEA] = {"Does a corps retreat by sea?", "13.4.2.4"},
    [AON_STEP_RETREAT_AREA] = {"You have lost in {battle}: where does the army retreat to?", "13.4.2"},
    [AON_STEP_SURRENDER_CHECK] = {"{country} is about to surrender: prevent it?", "14.0"},
    [AON_STEP_SURRENDER_RETURNS] = {"Let France surrender, so that Napol\xC3\xA9on may return?", "14.2.6"},
    [AON_STEP_SURRENDER_WINDOW] = {"{country} has surrendered to the French: play a card on it?", "14.2"},
    [AON_STEP_SURRENDER_DISPLACE_SEA] = {"Does a corps leave by sea?", "14.2.3"},
    [AON_STEP_SURRENDER_DISPLACE] = {"Where do the corps go that may not stay?", "14.2.3"},
    [AON_STEP_WINTER_SEVERE] = {"Winter sets in: make it a severe one?", "15.1"},
    [AON_STEP_WINTER_DEPOT] = {"Winter in {winter}: help your corps with a depot?", "15.1"},
    [AON_STEP_WINTER_SCORCHED] = {"The enemy winters in {winter}: scorch the earth?", "15.1"},
    [AON_STEP_WINTER_LOSS] = {"Winter in {winter}: which corps is lost?", "15.2"},
    [AON_STEP_VICTORY_FRENCH] = {"You have won: end the game now, or go on for more?", "16.2"},
    [AON_STEP_VICTORY_COALITION] = {"You have won: end the game now, or go on for more?", "16.2"},
};

/* Clause of the rulebook behind a step, "" if none. */
static const char *aon_step_clause(unsigned step)
{
    return step < AON_STEP_COUNT && ASKED[step].clause != NULL ? ASKED[step].clause : "";
}

static const char *area_name(const AonData *d, unsigned area)
{
    return area < d->areas ? d->area_name[area] : "?";
}
static const char *corps_name(const AonData *d, unsigned corps)
{
    return corps < d->corps ? d->corps_name[corps] : "?";
}
static const char *card_title(const AonData *d, unsigned card)
{
    return card < d->cards ? d->card[card].title : "?";
}
static const char *country_name(const AonData *d, unsigned country)
{
    return country < d->countries ? d->country_name[country] : "?";
}

const char *aon_alignment_in_words(unsigned alignment)
{
    static const char *const words[AON_UNALIGNED + 1] = {
        "France",      "Coalition member", "insurgent",        "neutral",
        "French ally", "French dominion",  "part of its ruler"};
    return alignment <= AON_UNALIGNED ? words[alignment] : "?";
}

/* What a name in braces stands for in this position. */
static void add_place(const AonData *d, const AonState *s, const char *name, StrBuf *out)
{
    const CorpsSet asked = aon_choice_corps(s);
    if (strcmp(name, "card") == 0) {
        strbuf_add(out, card_title(d, s->scope.card));
    } else if (strcmp(name, "country") == 0) {
        strbuf_add(out, country_name(d, s->scope.country));
    } else if (strcmp(name, "pick") == 0) {
        strbuf_add(out, card_title(d, s->pick_title));
    } else if (strcmp(name, "army") == 0) {
        strbuf_add(out, area_name(d, s->move.area));
    } else if (strcmp(name, "leader") == 0) {
        strbuf_add(out, corps_name(d, s->move.leader));
    } else if (strcmp(name, "battle") == 0) {
        strbuf_add(out, area_name(d, s->battle.area));
    } else if (strcmp(name, "winter") == 0) {
        strbuf_add(out, area_name(d, s->scope.index));
    } else if (strcmp(name, "deploying") == 0) {
        strbuf_add(out, corps_name(d, s->cursor - 1U));
    } else if (strcmp(name, "corps") == 0) {
        strbuf_add(out, corps_empty(asked) ? "?" : corps_name(d, corps_first(asked)));
    } else if (strcmp(name, "left") == 0) {
        const unsigned allowance = aon_allowance(d, s);
        const unsigned left = allowance > s->move.used ? allowance - s->move.used : 0;
        strbuf_addf(out, "%u %s left", left, left == 1 ? "area" : "areas");
    } else if (strcmp(name, "losses") == 0) {
        const unsigned losses = s->battle.losses[s->header.seat & 1U];
        const bool permanent = (losses & 15U) != 0;
        strbuf_addf(out, "%u %s", permanent ? losses & 15U : losses >> 4U,
                    permanent ? "for good" : "for a time");
    }
}

/* The question of the step that is open, and its clause. s is the view of the seat that decides. */
static void aon_question(const AonData *d, const AonState *s, StrBuf *out, char clause[WORDS_CLAUSE_BYTES])
{
    const unsigned step = s->header.step;
    const char *text =
        step < AON_STEP_COUNT && ASKED[step].question != NULL ? ASKED[step].question : "Decide.";
    (void)snprintf(clause, WORDS_CLAUSE_BYTES, "%s", aon_step_clause(step));
    for (const char *open = strchr(text, '{'); open != NULL; open = strchr(text, '{')) {
        const char *close = strchr(open, '}');
        char name[16];
        (void)snprintf(name, sizeof name, "%.*s", (int)(close - open - 1), open + 1);
        strbuf_add_bytes(out, text, (size_t)(open - text));
        add_place(d, s, name, out);
        text = close + 1;
    }
    strbuf_add(out, text);
}

/* ------------------------------------------------------------------ choices */

/* Words of a kind of move in one step; step AON_STEP_COUNT: in all others. %s is the object. */
typedef struct Phrase {
    uint8_t kind;
    uint8_t step;
    const char *text;
    const char *no; /* where the object is 255 */
} Phrase;

static const Phrase PHRASES[] = {
    {AON_MOVE_CONTINUE, AON_STEP_COUNT, "Go on", NULL},
    {AON_PLAY_CARD, AON_STEP_COUNT, "Play %s", NULL},
    {AON_PASS, AON_STEP_DIPLOMACY_TURN, "Pass: no more diplomacy this time", NULL},
    {AON_PASS, AON_STEP_BATTLE_CARDS_ATTACKER, "No more battle cards", NULL},
    {AON_PASS, AON_STEP_BATTLE_CARDS_DEFENDER, "No more battle cards", NULL},
    {AON_PASS, AON_STEP_SURRENDER_CHECK, "Let it surrender", NULL},
    {AON_PASS, AON_STEP_BATTLE_PURSUIT, "Do not pursue", NULL},
    {AON_PASS, AON_STEP_COUNT, "Play no card", NULL},
    {AON_COUNTRY, AON_STEP_COUNT, "%s", NULL},
    {AON_COUNTER, AON_STEP_COUNT, "Cancel it with %s", "Let it happen"},
    {AON_PICK_UP, AON_STEP_CARD_RECOVER, "Take %s", NULL},
    {AON_PICK_UP, AON_STEP_COUNT, "Discard %s to take it", "Leave it on the pile"},
    {AON_DISCARD, AON_STEP_COUNT, "Discard %s", NULL},
    {AON_CORPS_TAKE, AON_STEP_FORM_LEADER, "%s leads", NULL},
    {AON_CORPS_TAKE, AON_STEP_INTERCEPT_LEADER, "%s leads", NULL},
    {AON_CORPS_TAKE, AON_STEP_BATTLE_ARMY, "The army of %s", NULL},
    {AON_CORPS_TAKE, AON_STEP_BATTLE_ENGAGE_ATTACKER, "%s fights", NULL},
    {AON_CORPS_TAKE, AON_STEP_BATTLE_ENGAGE_DEFENDER, "%s fights", NULL},
    {AON_CORPS_LEAVE, AON_STEP_BATTLE_ENGAGE_ATTACKER, "%s stands by", NULL},
    {AON_CORPS_LEAVE, AON_STEP_BATTLE_ENGAGE_DEFENDER, "%s stands by", NULL},
    {AON_CORPS_TAKE, AON_STEP_FORM_MEMBER, "%s comes along", NULL},
    {AON_CORPS_TAKE, AON_STEP_INTERCEPT_MEMBER, "%s goes along", NULL},
    {AON_CORPS_TAKE, AON_STEP_WITHDRAW_MEMBER, "%s goes with this group", NULL},
    {AON_CORPS_TAKE, AON_STEP_DEPLOY_CORPS, "Bring on %s", NULL},
    {AON_CORPS_TAKE, AON_STEP_COUNT, "%s", NULL},
    {AON_CORPS_LEAVE, AON_STEP_COUNT, "%s stays", NULL},
    {AON_AREA, AON_STEP_PART_CHOICE, "Move an army from %s", NULL},
    {AON_AREA, AON_STEP_MOVE_STEP, "March to %s", NULL},
    {AON_AREA, AON_STEP_MOVE_SEA, "Sail to %s", NULL},
    {AON_AREA, AON_STEP_DEPLOY_AREA, "Place it in %s", NULL},
    {AON_AREA, AON_STEP_WITHDRAW_AREA, "Withdraw to %s", NULL},
    {AON_AREA, AON_STEP_COUNT, "%s", NULL},
    {AON_STOP, AON_STEP_PART_CHOICE, "End your part of the round", NULL},
    {AON_STOP, AON_STEP_MOVE_STEP, "Stop here", NULL},
    {AON_STOP, AON_STEP_DEPLOY_CORPS, "Bring on no more", NULL},
    {AON_STOP, AON_STEP_INSURRECTION_CARDS, "No insurrection", NULL},
    {AON_STOP, AON_STEP_DETACH_AREA, "No more territory", NULL},
    {AON_STOP, AON_STEP_VETERANS_REPLACED, "Put it into the reserve", NULL},
    {AON_STOP, AON_STEP_REINFORCEMENT_CARDS, "No more cards: deploy", NULL},
    {AON_STOP, AON_STEP_COUNT, "No more cards", NULL},
    {AON_LAND, AON_STEP_COUNT, "March by land", NULL},
    {AON_SEA, AON_STEP_COUNT, "Go by sea", NULL},
    {AON_FREE, AON_STEP_COUNT, "Use the free move", NULL},
    {AON_PAY, AON_STEP_COUNT, "Pay with %s", NULL},
    {AON_DROP, AON_STEP_COUNT, "Leave %s behind", NULL},
    {AON_PICK, AON_STEP_COUNT, "Pick up %s", NULL},
    {AON_INTERCEPT, AON_STEP_COUNT, "Intercept from %s", "Do not intercept"},
    {AON_ATTACK, AON_STEP_COUNT, "Attack", NULL},
    {AON_DEFEND, AON_STEP_COUNT, "Defend", NULL},
    {AON_BATTLE_ORDER, AON_STEP_COUNT, "Fight in %s first", NULL},
    {AON_LOSS, AON_STEP_COUNT, "Lose %s", NULL},
    {AON_HERO, AON_STEP_COUNT, "%s falls", NULL},
    {AON_RETREAT, AON_STEP_COUNT, "Retreat to %s", "Surrender the army: all become prisoners"},
    {AON_RALLY, AON_STEP_COUNT, "Rally the army in %s", "No rally"},
    {AON_RELEASE_INVASION, AON_STEP_COUNT, "%s", NULL},
    {AON_END_GAME, AON_STEP_SURRENDER_RETURNS, "France surrenders", NULL},
    {AON_GO_ON, AON_STEP_SURRENDER_RETURNS, "France fights on", NULL},
    {AON_END_GAME, AON_STEP_COUNT, "End the game", NULL},
    {AON_GO_ON, AON_STEP_COUNT, "Go on", NULL},
};

static const Phrase *phrase_for(unsigned kind, unsigned step)
{
    for (size_t i = 0; i < sizeof PHRASES / sizeof PHRASES[0]; i++) {
        if (PHRASES[i].kind == kind && (PHRASES[i].step == step || PHRASES[i].step == AON_STEP_COUNT)) {
            return &PHRASES[i];
        }
    }
    return NULL;
}

/* The object of a move by its name. */
static const char *object_name(const AonData *d, Move move)
{
    const unsigned object = aon_move_object(move);
    switch (aon_move_names(move)) {
    case AON_OBJECT_CARD:
        return card_title(d, object);
    case AON_OBJECT_COUNTRY:
        return country_name(d, object);
    case AON_OBJECT_CORPS:
        return corps_name(d, object);
    default:
        return area_name(d, object);
    }
}

static void add_conversion(const AonData *d, const AonState *s, unsigned index, StrBuf *out)
{
    static const char *const situations[] = {"", "occupied neutral country", "occupied neutral major country",
                                             "country that just surrendered"};
    const unsigned card = s->scope.card;
    if (card >= d->cards || index >= d->card[card].conversion_count) {
        strbuf_addf(out, "Effect %u", index);
        return;
    }
    const AonConversion *conversion = &d->card[card].conversions[index];
    strbuf_addf(out, "%s becomes %s",
                conversion->from_kind == AON_FROM_ALIGNMENT ? aon_alignment_in_words(conversion->from)
                                                            : situations[conversion->from_kind & 3U],
                aon_alignment_in_words(conversion->to));
}

static void aon_choice_words(const AonData *d, const AonState *s, Move move, StrBuf *out)
{
    const unsigned kind = aon_move_kind(move);
    const unsigned object = aon_move_object(move);
    const Phrase *phrase = phrase_for(kind, s->header.step);
    if (kind == AON_CHOOSE_FIRST) {
        strbuf_add(out, object == 0 ? "We go first" : "The opponent goes first");
    } else if (kind == AON_WITHDRAW) {
        strbuf_add(out, object == 0 ? "Stand and fight" : "Withdraw");
    } else if (kind == AON_CONVERSION) {
        add_conversion(d, s, object, out);
    } else if (kind == AON_SEA_RETREAT && object == AON_NONE) {
        strbuf_add(out, "Nobody goes by sea");
    } else if (kind == AON_SEA_RETREAT) {
        strbuf_addf(out, "%s sails to %s", corps_name(d, object), area_name(d, aon_move_second(move)));
    } else if (phrase == NULL) {
        char text[MOVE_TEXT_BYTES];
        aon_move_text(d, move, text);
        strbuf_add(out, text);
    } else if (object == AON_NONE && phrase->no != NULL) {
        strbuf_add(out, phrase->no);
    } else {
        const char *gap = strstr(phrase->text, "%s");
        strbuf_add_bytes(out, phrase->text,
                         gap != NULL ? (size_t)(gap - phrase->text) : strlen(phrase->text));
        if (gap != NULL) {
            strbuf_add(out, object_name(d, move));
            strbuf_add(out, gap + 2);
        }
    }
}

/* ------------------------------------------------------------------ the interface */

static void question(const void *data, const State *view, StrBuf *out, char clause[WORDS_CLAUSE_BYTES])
{
    aon_question(data, aon_state_const(view), out, clause);
}

static void choice(const void *data, const State *view, Move move, StrBuf *out)
{
    aon_choice_words(data, aon_state_const(view), move, out);
}

static bool is_die(const void *data, const State *state, uint32_t sides)
{
    (void)data;
    return sides == 6 && (state->step == AON_STEP_BATTLE_ROLL || state->step == AON_STEP_MARCH_CAUSE ||
                          state->step == AON_STEP_WINTER_ROLL);
}

static void die(const void *data, const State *state, uint32_t before, StrBuf *out)
{
    aon_die_words(data, aon_state_const(state), before, out);
}

static void remark(const void *data, const State *view, Move move, StrBuf *out)
{
    aon_remark(data, aon_state_const(view), move, out);
}

static void setting(const void *data, const State *view, StrBuf *out)
{
    aon_setting(data, aon_state_const(view), out);
}

static void outline(const void *data, Move move, char text[MOVE_TEXT_BYTES])
{
    aon_move_outline(data, move, text);
}

static void turn_text(const void *data, int turn, StrBuf *out)
{
    (void)data;
    strbuf_addf(out, "%d", turn);
}

static void stand_text(const void *data, const State *state, StrBuf *out)
{
    (void)data;
    const size_t before = out->length;
    aon_stand_text(aon_state_const(state), out);
    for (size_t i = before; i < out->length; i++) {
        out->text[i] = out->text[i] == '_' ? ' ' : out->text[i]; /* ids of phases, as words */
    }
}

/* A country stands for its capital on the map; a card or a corps has no place of its own there. */
static void choice_target(const void *data, const State *view, Move move, WordsTarget *target)
{
    const AonData *d = data;
    const unsigned object = aon_move_object(move);
    const unsigned named = object == AON_NONE ? AON_OBJECT_NOTHING : aon_move_names(move);
    (void)view;
    *target = (WordsTarget){"", "", ""};
    if (named == AON_OBJECT_AREA) {
        *target = (WordsTarget){d->area_id[object], "", "On the map"};
    } else if (named == AON_OBJECT_COUNTRY) {
        *target = (WordsTarget){d->area_id[d->capital[object]], d->country_id[object], "On the map"};
    } else if (named == AON_OBJECT_CORPS_AND_AREA) {
        *target = (WordsTarget){d->area_id[aon_move_second(move)], d->corps_id[object], "On the map"};
    } else if (named == AON_OBJECT_CORPS) {
        *target = (WordsTarget){"", d->corps_id[object], "Corps (battle, movement, seniority rating)"};
    } else if (named == AON_OBJECT_CARD) {
        *target = (WordsTarget){"", d->card[object].id, "Cards"};
    }
}

static void brief(const void *data, Move move, bool hidden, StrBuf *out)
{
    aon_brief(data, move, hidden, out);
}

static const char *help_now(const void *data, const State *view)
{
    (void)data;
    return aon_help_now(aon_state_const(view));
}

static void deed(const void *data, const State *before, Move move, const State *after, WordsDeed *out)
{
    aon_deed(data, aon_state_const(before), move, aon_state_const(after), out);
}

static bool plan_over(const void *data, const State *start, const State *now, Seat seat)
{
    (void)data;
    (void)seat;
    return aon_plan_over(aon_state_const(start), aon_state_const(now));
}

const GameWords AON_WORDS = {
    .seat_titles = {"French", "Coalition"},
    .turn_noun = "year",
    .place_noun = "area",
    .place_nouns = "areas",
    .loss_noun = "corps",
    .loss_nouns = "corps",
    .turn_text = turn_text,
    .stand_text = stand_text,
    .choice_target = choice_target,
    .question = question,
    .choice = choice,
    .is_die = is_die,
    .die = die,
    .remark = remark,
    .setting = setting,
    .pages = AON_PAGES,
    .outline = outline,
    .brief = brief,
    .help = AON_HELP,
    .help_now = help_now,
    .clauses = AON_CLAUSES,
    .deed = deed,
    .plan_over = plan_over,
};
