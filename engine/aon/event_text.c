/* event_text.c: the entries of a journal in words: a sentence each, with the clause in brackets. */
#include "engine/aon/aon.h"
#include "engine/aon/events.h"

#include <assert.h>

/* An entry as its reader may see it. */
typedef struct Page {
    const AonData *d;
    const JournalEntry *entry;
    StrBuf *out;
} Page;

static const char *const ALIGNMENTS[AON_ALIGNMENT_COUNT] = {
    "French",        "a Coalition member", "insurgent",        "neutral",
    "a French ally", "a French dominion",  "part of its ruler"};
static const char *const PHASES[AON_PHASE_COUNT] = {"Diplomacy",        "Insurrection", "Strategy",
                                                    "Reinforcement",    "Campaign",     "Surrender",
                                                    "Winter Attrition", "Victory Check"};

/* ------------------------------------------------------------------ words */

static int arg(const Page *page, unsigned i)
{
    return i < page->entry->count ? page->entry->args[i] : JOURNAL_UNSEEN;
}
static bool is_seen(const Page *page, unsigned i) { return arg(page, i) != JOURNAL_UNSEEN; }
static bool flag(const Page *page, unsigned i) { return arg(page, i) == 1; }

static const char *name_in(const char (*names)[AON_NAME_BYTES], unsigned count, int index, const char *none)
{
    return index >= 0 && (unsigned)index < count ? names[index] : none;
}
static const char *area(const Page *page, unsigned i)
{
    return name_in(page->d->area_name, page->d->areas, arg(page, i), "elsewhere");
}
static const char *corps(const Page *page, unsigned i)
{
    return name_in(page->d->corps_name, page->d->corps, arg(page, i), "a corps");
}
static const char *country(const Page *page, unsigned i)
{
    return name_in(page->d->country_name, page->d->countries, arg(page, i), "no country");
}
static const char *card(const Page *page, unsigned i)
{
    const int title = arg(page, i);
    return title >= 0 && title < page->d->cards ? page->d->card[title].title : "a card";
}
static const char *word(const char *const *words, unsigned count, int index)
{
    return index >= 0 && (unsigned)index < count && words[index] != NULL ? words[index] : "?";
}

static bool are_french(const Page *page) { return page->entry->seat == SEAT_FRENCH; }
static const char *side_of(unsigned seat) { return seat == SEAT_FRENCH ? "the French" : "the Coalition"; }
static const char *side(const Page *page) { return side_of(page->entry->seat); }
static const char *enemy(const Page *page)
{
    return side_of(are_french(page) ? SEAT_COALITION : SEAT_FRENCH);
}
/* "The French <do>" or "The Coalition <does>". */
static void begin(const Page *page, const char *french, const char *coalition)
{
    strbuf_add(page->out, are_french(page) ? "The French " : "The Coalition ");
    strbuf_add(page->out, are_french(page) ? french : coalition);
}

static void add_count(const Page *page, int count, const char *one, const char *many)
{
    strbuf_addf(page->out, "%d %s", count, count == 1 ? one : many);
}

/* Names of the corps (or cards) from an argument on, with how many of total are not named: "Ney, Soult and 2
 * more". */
static void add_names(const Page *page, unsigned first, int total,
                      const char *(*name)(const Page *, unsigned))
{
    const int known = page->entry->count > first ? page->entry->count - (int)first : 0;
    const int more = total > known ? total - known : 0;
    for (int i = 0; i < known; i++) {
        strbuf_add(page->out, i == 0 ? "" : i + 1 == known && more == 0 ? " and " : ", ");
        strbuf_add(page->out, name(page, first + (unsigned)i));
    }
    if (known > 0 && more > 0) {
        strbuf_addf(page->out, " and %d more", more);
    }
}

/* ": Ney and Soult", or nothing where no name is known. */
static void add_members(const Page *page, unsigned first, int total)
{
    if (page->entry->count > first) {
        strbuf_add(page->out, ": ");
        add_names(page, first, total, corps);
    }
}

/* ------------------------------------------------------------------ sequence of play */

static void tell_turn(const Page *page) { strbuf_addf(page->out, "The game turn %d begins", arg(page, 0)); }

static void tell_phase(const Page *page)
{
    strbuf_addf(page->out, "The %s Phase begins", word(PHASES, AON_PHASE_COUNT, arg(page, 0)));
}

static void tell_round(const Page *page)
{
    strbuf_addf(page->out, "Campaign round %d begins%s", arg(page, 0), flag(page, 1) ? ", in winter" : "");
}

static void tell_part(const Page *page)
{
    begin(page, "are", "is");
    strbuf_addf(page->out, " to move in round %d", arg(page, 0));
}

static void tell_first(const Page *page)
{
    begin(page, "go", "goes");
    strbuf_addf(page->out, " first in the %s Phase", word(PHASES, AON_PHASE_COUNT, arg(page, 0)));
}

static void tell_game_over(const Page *page)
{
    static const char *const reasons[AON_END_COUNT] = {"Napoléon is permanently lost",
                                                       "France surrenders",
                                                       "Napoleon Returns! is given up",
                                                       "all that a decisive victory asks for is held",
                                                       "all that a marginal victory asks for is held",
                                                       "the last year is over"};
    static const char *const grades[OUTCOME_GRADE_COUNT] = {"", "a decisive victory", "a marginal victory",
                                                            "a victory by tie-break", "a draw"};
    begin(page, "win", "wins");
    strbuf_addf(page->out, " the game in %d, %s: %s", arg(page, 2),
                word(grades, OUTCOME_GRADE_COUNT, arg(page, 0)), word(reasons, AON_END_COUNT, arg(page, 1)));
}

/* ------------------------------------------------------------------ cards */

static void tell_card_played(const Page *page)
{
    begin(page, "play", "plays");
    strbuf_addf(page->out, " %s%s", card(page, 0), arg(page, 1) == AON_USE_COUNTER ? " to counter" : "");
}

static void tell_card_target(const Page *page)
{
    strbuf_addf(page->out, arg(page, 0) >= 0 ? "%s is aimed at %s" : "%s helps %s",
                arg(page, 0) >= 0 ? card(page, 0) : "The card", country(page, 1));
    if (arg(page, 2) >= 0) {
        strbuf_addf(page->out, ", to make it %s", word(ALIGNMENTS, AON_ALIGNMENT_COUNT, arg(page, 2)));
    }
}

static void tell_card_discarded(const Page *page)
{
    static const char *const prices[AON_PRICE_COUNT] = {"to pay for a move", "to pay for an interception",
                                                        "to rally an army", "to rally after the battle",
                                                        "at the beginning of the Strategy Phase"};
    begin(page, "discard", "discards");
    strbuf_addf(page->out, " %s %s", card(page, 0), word(prices, AON_PRICE_COUNT, arg(page, 1)));
}

static void tell_card_picked_up(const Page *page)
{
    begin(page, "pick up", "picks up");
    strbuf_addf(page->out, " %s and %s %s for it", card(page, 0), are_french(page) ? "discard" : "discards",
                card(page, 1));
}

static void tell_card_recovered(const Page *page)
{
    begin(page, "take", "takes");
    strbuf_addf(page->out, " %s back from the discard pile", card(page, 0));
}

static void tell_cards_drawn(const Page *page)
{
    begin(page, "draw ", "draws ");
    add_count(page, arg(page, 0), "card", "cards");
    if (page->entry->count > 1) {
        strbuf_add(page->out, ": ");
        add_names(page, 1, arg(page, 0), card);
    }
}

static void tell_deck_shuffled(const Page *page)
{
    strbuf_addf(page->out, "%s, %d cards are shuffled into a new deck",
                flag(page, 1) ? "After the surrender of a major country" : "The deck being empty",
                arg(page, 0));
}

/* ------------------------------------------------------------------ countries */

static void tell_alignment(const Page *page)
{
    static const char *const reasons[AON_WHY_COUNT] = {"by diplomacy",
                                                       "detached from its ruler",
                                                       "rising with its neighbour",
                                                       "its insurrection having failed",
                                                       "its insurrection having succeeded",
                                                       "by insurrection",
                                                       "its neutrality violated",
                                                       "by its surrender",
                                                       "by a card after its surrender"};
    const int to = arg(page, 2);
    strbuf_addf(page->out, "%s %s %s, %s", country(page, 0), to == AON_UNALIGNED ? "is again" : "becomes",
                word(ALIGNMENTS, AON_ALIGNMENT_COUNT, to), word(reasons, AON_WHY_COUNT, arg(page, 3)));
}

static void tell_violation(const Page *page)
{
    begin(page, "violate", "violates");
    strbuf_addf(page->out, " the neutrality of %s", country(page, 0));
}

static void tell_surrender(const Page *page)
{
    strbuf_addf(page->out, "%s surrenders to %s", country(page, 0), side(page));
}
static void tell_surrender_prevented(const Page *page)
{
    strbuf_addf(page->out, "%s does not surrender", country(page, 0));
}
static void tell_britannia(const Page *page)
{
    strbuf_add(page->out, "Britannia takes effect by itself: the seas are open to the Coalition");
}

static void tell_russia_invaded(const Page *page)
{
    begin(page, "invade", "invades");
    strbuf_add(page->out, flag(page, 0) ? " Russia: all Invasion corps become available"
                                        : " Russia, which counts for a marginal victory later on");
}

static void tell_invasion_released(const Page *page)
{
    strbuf_addf(page->out, "The Invasion corps %s becomes available", corps(page, 0));
}

/* ------------------------------------------------------------------ corps */

static void tell_corps_off(const Page *page)
{
    static const char *const reasons[AON_FATE_COUNT] = {"in battle",
                                                        "by a hero's death",
                                                        "in the pursuit",
                                                        "having nowhere to retreat to",
                                                        "by march attrition",
                                                        "by winter attrition",
                                                        "being surrounded in a country that surrendered",
                                                        "finding no refuge",
                                                        "by a card",
                                                        "its country having changed sides",
                                                        "as all prisoners do"};
    const int box = arg(page, AON_OFF_BOX);
    strbuf_add(page->out, corps(page, AON_OFF_CORPS));
    if (arg(page, AON_OFF_AREA) >= 0) {
        strbuf_addf(page->out, " in %s", area(page, AON_OFF_AREA));
    }
    strbuf_addf(page->out, " %s %s",
                box == AON_PLACE_LOST        ? "is permanently lost"
                : box == AON_PLACE_PRISONERS ? "is taken prisoner"
                                             : "goes to the reserve",
                word(reasons, AON_FATE_COUNT, arg(page, AON_OFF_FATE)));
}

static void tell_corps_swapped(const Page *page)
{
    strbuf_addf(page->out, "%s takes the place of %s in %s", corps(page, 0), corps(page, 1), area(page, 2));
}

static void tell_corps_restored(const Page *page)
{
    strbuf_addf(page->out, "%s returns from the lost to the reserve", corps(page, 0));
}

static void tell_deployed(const Page *page)
{
    begin(page, "deploy", "deploys");
    strbuf_addf(page->out, " %s in %s%s", corps(page, 0), area(page, 1), flag(page, 2) ? " by sea" : "");
}

static void tell_rallied(const Page *page)
{
    begin(page, "rally", "rallies");
    strbuf_addf(page->out, " the army of %d corps in %s%s", arg(page, 2), area(page, 0),
                flag(page, 1) ? " after the battle" : "");
    if (is_seen(page, 3)) {
        strbuf_addf(page->out, ", %d of them spent", arg(page, 3));
        add_members(page, 4, arg(page, 3));
    }
}

/* "2 corps of the French go from A to B: X and Y" with a verb for one and for many. */
static void tell_going(const Page *page, unsigned from, unsigned count, const char *goes, const char *go,
                       const char *how)
{
    const int going = arg(page, count);
    strbuf_addf(page->out, "%d corps of %s %s from %s to %s%s", going, side(page), going == 1 ? goes : go,
                area(page, from), area(page, from + 1), how);
    add_members(page, count + 1, going);
}

static void tell_displaced(const Page *page)
{
    tell_going(page, 0, 4, "has to go", "have to go", flag(page, 2) ? " by sea" : "");
}

/* ------------------------------------------------------------------ movement */

static void tell_army_declared(const Page *page)
{
    static const char *const payments[AON_PAYMENT_COUNT] = {"as the free move", "paid with a card",
                                                            "as a Forced March"};
    begin(page, "declare a move of ", "declares a move of ");
    if (arg(page, 4) > 1) {
        strbuf_addf(page->out, "an army of %d corps under ", arg(page, 4));
    }
    strbuf_addf(page->out, "%s from %s%s, %s", corps(page, 0), area(page, 1), flag(page, 2) ? " by sea" : "",
                word(payments, AON_PAYMENT_COUNT, arg(page, 3)));
}

static void tell_army_enters(const Page *page)
{
    const int count = arg(page, 5);
    if (count > 1) {
        strbuf_addf(page->out, "The army of %d corps under ", count);
    }
    strbuf_addf(page->out, "%s goes from %s to %s%s", corps(page, 0), area(page, 1), area(page, 2),
                flag(page, 3)   ? " by sea"
                : flag(page, 4) ? " over the ice"
                                : "");
    if (count > 1) {
        add_members(page, 6, count);
    }
}

static void tell_corps_dropped(const Page *page)
{
    strbuf_addf(page->out, "The army leaves %s behind in %s", corps(page, 1), area(page, 0));
}
static void tell_corps_picked(const Page *page)
{
    strbuf_addf(page->out, "The army takes %s along from %s", corps(page, 1), area(page, 0));
}
static void tell_halted(const Page *page)
{
    strbuf_addf(page->out, "The army under %s in %s stays where it is", corps(page, 0), area(page, 1));
}

static void tell_march_attrition(const Page *page)
{
    static const char *const causes[] = {"distance", "terrain", "winter", "a Forced March", "Cossacks"};
    strbuf_addf(page->out, "March attrition for %s in %s on %d corps of %s", word(causes, 5, arg(page, 1)),
                area(page, 0), arg(page, 2), side(page));
    if (arg(page, 3) == 0) {
        strbuf_add(page->out, ": none is spent, no die falls and all turn spent");
        return;
    }
    if (is_seen(page, 5)) {
        strbuf_addf(page->out, ", %d of them spent", arg(page, 5));
    }
    strbuf_addf(page->out, ": the die shows %d, ", arg(page, 3));
    if (arg(page, 4) == 0) {
        strbuf_add(page->out, "nobody is lost");
    } else {
        add_count(page, arg(page, 4), "corps is lost", "corps are lost");
    }
}

static void tell_stands(const Page *page)
{
    begin(page, "do", "does");
    strbuf_addf(page->out, " not withdraw from %s", area(page, 0));
}

static void add_ratings(const Page *page, unsigned own, unsigned needed, bool forced)
{
    if (is_seen(page, own)) {
        strbuf_addf(page->out, " with movement rating %d%s", arg(page, own),
                    forced ? " and a Forced March" : "");
    } else if (forced) {
        strbuf_add(page->out, " with a Forced March");
    }
    if (arg(page, needed) >= 0) {
        strbuf_addf(page->out, " against %d", arg(page, needed));
    }
}

static void tell_withdrawal_tried(const Page *page)
{
    begin(page, "withdraw", "withdraws");
    strbuf_addf(page->out, " from %s", area(page, 0));
    add_ratings(page, 3, 2, flag(page, 1));
}

static void tell_withdrawal(const Page *page)
{
    tell_going(page, 0, 3, "withdraws", "withdraw", flag(page, 2) ? " by sea" : "");
}

static void tell_interception_tried(const Page *page)
{
    strbuf_add(page->out, corps(page, 0));
    if (arg(page, 5) > 1) {
        strbuf_addf(page->out, " with %d corps", arg(page, 5));
    }
    strbuf_addf(page->out, " sets out from %s to %s in %s", area(page, 1),
                flag(page, 3) ? "meet the interceptors" : "intercept", area(page, 2));
    add_ratings(page, 7, 6, flag(page, 4));
}

static void tell_interception(const Page *page)
{
    tell_going(page, 0, 3, flag(page, 2) ? "counter-intercepts" : "intercepts",
               flag(page, 2) ? "counter-intercept" : "intercept", "");
}

static void tell_role(const Page *page)
{
    begin(page, "choose", "chooses");
    strbuf_addf(page->out, " to %s in %s", flag(page, 1) ? "attack" : "defend", area(page, 0));
}

/* ------------------------------------------------------------------ battle */

static void tell_battle_begins(const Page *page)
{
    strbuf_addf(page->out, "Battle in %s: %s with %d corps %s %s with %d", area(page, 0), side(page),
                arg(page, 1), are_french(page) ? "attack" : "attacks", enemy(page), arg(page, 2));
}

static void tell_battle_army(const Page *page)
{
    strbuf_addf(page->out, "Interior Lines: the army of %d corps that ", arg(page, 2));
    if (arg(page, 1) >= 0) {
        strbuf_addf(page->out, "came from %s", area(page, 1));
    } else {
        strbuf_add(page->out, "stood there");
    }
    strbuf_addf(page->out, " fights in %s", area(page, 0));
    add_members(page, 3, arg(page, 2));
}

static void add_part(const Page *page, const char *what, int value)
{
    if (value != 0) {
        strbuf_addf(page->out, ", %s %+d", what, value);
    }
}

static void tell_battle_side(const Page *page)
{
    begin(page, "engage ", "engages ");
    if (arg(page, 8) > 0) {
        add_names(page, 9, arg(page, 8), corps);
    } else {
        strbuf_add(page->out, "nobody");
    }
    strbuf_addf(page->out, " in %s: battle ratings %d", area(page, 0), arg(page, 3));
    add_part(page, "at home", arg(page, 4));
    add_part(page, "from the sea", arg(page, 5));
    add_part(page, "cards", arg(page, 6));
    strbuf_addf(page->out, ": strength %d", arg(page, 2));
    add_part(page, "die", arg(page, 7));
}

static void tell_battle_card(const Page *page)
{
    if (flag(page, 3)) {
        strbuf_addf(page->out, "%s of %s counts for nothing in the fog of war", card(page, 0), side(page));
    } else {
        strbuf_addf(page->out, "%s is worth %+d to the %s of %s", card(page, 0), arg(page, 1),
                    flag(page, 2) ? "die" : "strength", side(page));
    }
}

/* "the French (strength 18) roll 4, modified to 5, for 2 losses" */
static void add_roll(const Page *page, const char *who, unsigned strength)
{
    const int die = arg(page, strength + 2);
    const int modified = arg(page, strength + 4);
    strbuf_addf(page->out, "%s at strength %d, die %d", who, arg(page, strength), die);
    if (modified != die) {
        strbuf_addf(page->out, " as %d", modified);
    }
    strbuf_add(page->out, ": ");
    add_count(page, arg(page, strength + 6), "loss", "losses");
}

/* "the French 2 permanent and 1 temporary"; nothing if none. */
static void add_losses(const Page *page, const char *before, const char *who, unsigned permanent)
{
    const int lost = arg(page, permanent);
    const int taken = arg(page, permanent + 1);
    if (lost + taken == 0) {
        return;
    }
    strbuf_addf(page->out, "%s%s ", before, who);
    if (lost > 0) {
        strbuf_addf(page->out, "%d permanent%s", lost, taken > 0 ? " and " : "");
    }
    if (taken > 0) {
        strbuf_addf(page->out, "%d temporary", taken);
    }
}

static void tell_battle_roll(const Page *page)
{
    strbuf_addf(page->out, "Battle dice in %s: ", area(page, AON_ROLL_AREA));
    add_roll(page, side(page), AON_ROLL_STRENGTH_ATTACKER);
    strbuf_add(page->out, ", ");
    add_roll(page, enemy(page), AON_ROLL_STRENGTH_DEFENDER);
    if (arg(page, AON_ROLL_TIE_ATTACKER) > 0) {
        strbuf_addf(page->out, "; the tie is broken by %d%+d against %d%+d", arg(page, AON_ROLL_TIE_ATTACKER),
                    arg(page, AON_ROLL_TBM_ATTACKER), arg(page, AON_ROLL_TIE_DEFENDER),
                    arg(page, AON_ROLL_TBM_DEFENDER));
    }
    strbuf_addf(page->out, "; %s %s", side_of((unsigned)arg(page, AON_ROLL_WINNER)),
                arg(page, AON_ROLL_WINNER) == SEAT_FRENCH ? "win" : "wins");
    const bool attacker_loses =
        arg(page, AON_ROLL_PERMANENT_ATTACKER) + arg(page, AON_ROLL_TEMPORARY_ATTACKER) > 0;
    const bool defender_loses =
        arg(page, AON_ROLL_PERMANENT_DEFENDER) + arg(page, AON_ROLL_TEMPORARY_DEFENDER) > 0;
    strbuf_add(page->out, attacker_loses || defender_loses ? "; losses: " : "; no losses");
    add_losses(page, "", side(page), AON_ROLL_PERMANENT_ATTACKER);
    add_losses(page, attacker_loses ? ", " : "", enemy(page), AON_ROLL_PERMANENT_DEFENDER);
}

static void tell_battle_spent(const Page *page)
{
    strbuf_addf(page->out, "After the battle in %s ", area(page, 0));
    add_names(page, 2, arg(page, 1), corps);
    strbuf_add(page->out, arg(page, 1) == 1 ? " turns spent" : " turn spent");
}

static void tell_retreat(const Page *page)
{
    tell_going(page, 0, 3, "retreats", "retreat", flag(page, 2) ? " by sea" : "");
}

static void tell_winter_attrition(const Page *page)
{
    strbuf_addf(page->out, "Winter attrition in %s on %d corps of %s: the die shows %d", area(page, 0),
                arg(page, 1), side(page), arg(page, 2));
    add_part(page, "severe winter", arg(page, 3));
    add_part(page, "cards", arg(page, 4));
    add_part(page, "capital", arg(page, 5));
    add_part(page, "barren", arg(page, 6));
    strbuf_addf(page->out, ", counted as %d: ", arg(page, 7));
    if (arg(page, 9) == 0) {
        strbuf_add(page->out, "nobody is lost");
    } else {
        add_count(page, arg(page, 9), "corps is lost", "corps are lost");
    }
}

/* ------------------------------------------------------------------ all kinds */

static void (*const TELL[AON_NOTE_COUNT])(const Page *page) = {
    [AON_NOTE_TURN] = tell_turn,
    [AON_NOTE_PHASE] = tell_phase,
    [AON_NOTE_ROUND] = tell_round,
    [AON_NOTE_PART] = tell_part,
    [AON_NOTE_FIRST] = tell_first,
    [AON_NOTE_GAME_OVER] = tell_game_over,
    [AON_NOTE_CARD_PLAYED] = tell_card_played,
    [AON_NOTE_CARD_TARGET] = tell_card_target,
    [AON_NOTE_CARD_DISCARDED] = tell_card_discarded,
    [AON_NOTE_CARD_PICKED_UP] = tell_card_picked_up,
    [AON_NOTE_CARD_RECOVERED] = tell_card_recovered,
    [AON_NOTE_CARDS_DRAWN] = tell_cards_drawn,
    [AON_NOTE_DECK_SHUFFLED] = tell_deck_shuffled,
    [AON_NOTE_ALIGNMENT] = tell_alignment,
    [AON_NOTE_VIOLATION] = tell_violation,
    [AON_NOTE_SURRENDER] = tell_surrender,
    [AON_NOTE_SURRENDER_PREVENTED] = tell_surrender_prevented,
    [AON_NOTE_BRITANNIA] = tell_britannia,
    [AON_NOTE_RUSSIA_INVADED] = tell_russia_invaded,
    [AON_NOTE_INVASION_RELEASED] = tell_invasion_released,
    [AON_NOTE_CORPS_LOST] = tell_corps_off,
    [AON_NOTE_CORPS_OFF] = tell_corps_off,
    [AON_NOTE_CORPS_SWAPPED] = tell_corps_swapped,
    [AON_NOTE_CORPS_RESTORED] = tell_corps_restored,
    [AON_NOTE_DEPLOYED] = tell_deployed,
    [AON_NOTE_RALLIED] = tell_rallied,
    [AON_NOTE_DISPLACED] = tell_displaced,
    [AON_NOTE_ARMY_DECLARED] = tell_army_declared,
    [AON_NOTE_ARMY_ENTERS] = tell_army_enters,
    [AON_NOTE_CORPS_DROPPED] = tell_corps_dropped,
    [AON_NOTE_CORPS_PICKED] = tell_corps_picked,
    [AON_NOTE_HALTED] = tell_halted,
    [AON_NOTE_MARCH_ATTRITION] = tell_march_attrition,
    [AON_NOTE_STANDS] = tell_stands,
    [AON_NOTE_WITHDRAWAL_TRIED] = tell_withdrawal_tried,
    [AON_NOTE_WITHDRAWAL] = tell_withdrawal,
    [AON_NOTE_INTERCEPTION_TRIED] = tell_interception_tried,
    [AON_NOTE_INTERCEPTION] = tell_interception,
    [AON_NOTE_ROLE] = tell_role,
    [AON_NOTE_BATTLE_BEGINS] = tell_battle_begins,
    [AON_NOTE_BATTLE_ARMY] = tell_battle_army,
    [AON_NOTE_BATTLE_SIDE] = tell_battle_side,
    [AON_NOTE_BATTLE_CARD] = tell_battle_card,
    [AON_NOTE_BATTLE_ROLL] = tell_battle_roll,
    [AON_NOTE_BATTLE_SPENT] = tell_battle_spent,
    [AON_NOTE_RETREAT] = tell_retreat,
    [AON_NOTE_WINTER_ATTRITION] = tell_winter_attrition,
};

void aon_event_text(const AonData *d, const JournalEntry *entry, Seat seat, StrBuf *out)
{
    const JournalEntry seen = journal_seen_by(entry, seat);
    const Page page = {d, &seen, out};
    if (seen.kind == JOURNAL_DICE) {
        return; /* told by what they were rolled for */
    }
    assert(seen.kind < AON_NOTE_COUNT);
    TELL[seen.kind](&page);
    strbuf_addf(out, " [%s].", aon_note_clause(&seen));
}
