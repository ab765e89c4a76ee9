/* guide.c: the rules of Age of Napoleon in short, part by part, in our own words (AON_HELP). */
#include <assert.h>

#include "engine/aon/rules.h"
#include "engine/aon/words.h"

const WordsHelp AON_HELP[] = {
    {"aim", "Who wins",
     "The French win marginally (6.1.1) at the end of a year when they hold every country that borders on "
     "France and one of "
     "Russia and \xC3\x96sterreich, neither of the two stands with the Coalition, and Russia was invaded in "
     "an earlier year or it is 1811 "
     "or later. They win decisively (6.1.2) with Russia, \xC3\x96sterreich and Preu\xC3\x9F"
     "en held and nobody but Britain left in the Coalition.\n"
     "The Coalition wins marginally (6.2.1) when France has no other major country and at most three minor "
     "ones; decisively "
     "(6.2.2) when France surrenders or Napol\xC3\xA9on's corps is lost for good.\n"
     "If the last year ends without any of this, the French have won (6.3): time works for them.\n"
     "To hold means to control, or to have a foreign corps in the capital area.\n"},
    {"turn", "A year",
     "Diplomacy, Insurrection, Strategy (new hands), Reinforcement, Campaign (six rounds, the last two in "
     "winter), Surrender, "
     "Winter Attrition, Victory Check. Up to 1810 the French have the initiative, from 1811 on the "
     "Coalition: it decides who "
     "goes first.\n"
     "A card can be played for its event in the phases it names, or be discarded for something else: to move "
     "another army, to "
     "intercept, to rally. So a hand is both money and events; what is left of it at the Strategy Phase is "
     "lost.\n"},
    {"diplomacy", "Diplomacy Phase (7)",
     "The sides take turns to play one diplomacy card on a country, or pass; who passes is out until next "
     "year (7.1.2). The other "
     "side may cancel it at once with a diplomacy card of its own (7.2.1). A country moves a step: Coalition "
     "member, neutral, "
     "French ally.\n"
     "Safe from the Coalition are France, French dominions and neutral countries whose capital French corps "
     "stand in; safe from "
     "the French are Britain, countries that are or were insurgent, and those the Coalition occupies (7.2.2, "
     "7.2.3).\n"
     "A country that turns neutral takes its corps off the map; one that joins a side may deploy at once "
     "(7.3).\n"},
    {"insurrection", "Insurrection Phase (8)",
     "An insurgent country without any French corps in it joins the Coalition (8.2). One with more than half "
     "of its areas and "
     "the capital in French hands, and no insurgent corps left, becomes a French dominion (8.1).\n"
     "Then the Coalition may play Insurrection cards on French dominions and on neutral countries whose "
     "capital the French "
     "occupy (8.3). Insurgent corps fight in their own country and never go further than one area beyond "
     "it.\n"},
    {"strategy", "Strategy Phase (9)",
     "Play what lasts, then all cards left are discarded and new hands drawn: 6 to 10 cards, by the "
     "countries controlled (9.3). "
     "Drawn cards of this phase may be played at once (9.5). Cards with a red title that are discarded are "
     "offered to the "
     "opponent, who gives a card of his own for them (2.3.12). A major country that surrendered last year "
     "has the whole deck "
     "shuffled anew (9.2).\n"},
    {"reinforcement", "Reinforcement Phase (10)",
     "Corps come from the reserve into areas of their own country where no enemy stands. Each country may "
     "have only so many on "
     "the map (mobilization) and bring on only so many a year (deployment) (10.2). New corps are fresh.\n"
     "A card rallies an army: all its spent corps turn fresh (10.5). At the end prisoners go back to the "
     "reserve (10.6).\n"},
    {"campaign", "Campaign Phase (11, 12)",
     "Six rounds; in each both sides have a part, in which one army may move, or three with Major Campaign "
     "(12.1.2). The first move or "
     "interception of the year is free, every other costs a card (12.1.7).\n"
     "An army is the corps you take from one area, at most as many as its leader's seniority rating. His "
     "movement rating is how many areas it may enter: one less in winter and "
     "when it attacks, one more with a Forced March (12.2.2). It may pick up corps and leave corps behind; "
     "it stops where the "
     "enemy stands.\n"
     "Moving tires. The third and fourth area, mountains and marshes, winter, forced marches: for each of "
     "these fresh corps become spent, and "
     "if some were spent already a die says how many of those are lost (12.3); see rules attrition.\n"
     "When an army comes in, the other side may withdraw if its leader is at least as fast (12.5), or "
     "intercept from next door "
     "on the same condition (12.6). At the end of a part battles are fought where both sides stand; see "
     "rules battle.\n"
     "To end a move in a neutral country, or to enter a neutral capital, violates it: it joins the other "
     "side (12.7).\n"},
    {"attrition", "March attrition (12.3)",
     "For every cause one look at the table: the third or fourth area, terrain, winter, forced march, "
     "Cossacks. If none of "
     "the corps is spent, all of them become so and no die falls. Otherwise one die and the number of spent "
     "corps give the losses, "
     "then the rest becomes spent too. Lost corps go to the Prisoners Box; in winter they are lost for good. "
     "Rest a tired army, or rally it "
     "with a card, before it marches far.\n"},
    {"battle", "Battles (13)",
     "Each side chooses who fights, the attacker first: at most as many corps as the leader's seniority "
     "rating allows (13.2). Strength is the sum of battle "
     "ratings, one more for each corps at home, two less for one that came by sea (13.3.2). Then cards: "
     "attacker, defender.\n"
     "Both roll a die; strength and die give on the table the losses that are inflicted (13.3.4). Who "
     "inflicts more wins; a tie "
     "is broken by another die with a bonus for strength, and the defender wins what is still even "
     "(13.3.6).\n"
     "Half the losses are for good, half are prisoners. All engaged corps are spent afterwards. The loser "
     "retreats; where he "
     "cannot, his corps are prisoners (13.4.2). The winner may pursue with a card, or rally his army for "
     "one.\n"},
    {"surrender", "Surrender Phase (14)",
     "A minor country whose capital the enemy holds surrenders and joins him (14.1). A major one surrenders "
     "when its capital is "
     "held and its own corps are outnumbered in it or gone (14.2). No Surrender can prevent it. A major "
     "country that "
     "surrenders to the French turns neutral or, with Napoleonic Dynasty, a dominion.\n"},
    {"winter", "Winter Attrition Phase (15)",
     "Large stacks starve. A die for every area with three corps or more, better in capitals, worse in "
     "barren land, changed by cards "
     "(Depot, Scorched Earth, Severe Winter), gives how many corps are lost (15.1, 15.2). Spread out before "
     "round six ends.\n"},
    {"victory", "Victory Check Phase (16)",
     "A decisive victory ends the game. Who has reached a marginal victory may end it or go on for more "
     "(16.2). See rules aim.\n"},
    {"cards", "Cards (2.3)",
     "55 cards, six to ten a year. Either side may discard any card; who may play it for its event stands on "
     "it. A card played "
     "or discarded goes face up on the discard pile, which all may look through. Red titles: whoever "
     "discards one offers it to "
     "the other side for a card in exchange (2.3.12). What each of them does stands beside it.\n"},
    {NULL, NULL, NULL},
};

const char *aon_help_now(const AonState *s)
{
    static const char *const of_phase[AON_PHASE_COUNT] = {
        [AON_PHASE_DIPLOMACY] = "diplomacy",     [AON_PHASE_INSURRECTION] = "insurrection",
        [AON_PHASE_STRATEGY] = "strategy",       [AON_PHASE_REINFORCEMENT] = "reinforcement",
        [AON_PHASE_CAMPAIGN] = "campaign",       [AON_PHASE_SURRENDER] = "surrender",
        [AON_PHASE_WINTER_ATTRITION] = "winter", [AON_PHASE_VICTORY_CHECK] = "victory",
    };
    const bool battle = s->header.step >= AON_STEP_BATTLE_ORDER && s->header.step <= AON_STEP_BATTLE_END;
    assert(s->phase < AON_PHASE_COUNT);
    return battle ? "battle" : of_phase[s->phase];
}
