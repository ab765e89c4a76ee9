/* clauses.c: clauses of the rulebook of Age of Napoleon in one or two sentences of our own, for the numbers
 * beside questions and lines of the log. */
#include "engine/aon/words.h"

const WordsClause AON_CLAUSES[] = {
    {"2", "The pieces."},
    {"2.2.1.5", "A corps that goes to the reserve may come on again in a later Reinforcement Phase."},
    {"2.2.1.8", "Once the French have invaded Russia, its Invasion corps may come on like others."},
    {"2.3", "A card is an event, or it is discarded to pay for a move, an interception or a rally."},
    {"2.3.11", "Napoleonica brings a card of your choice back from the discard pile."},
    {"2.3.12", "Who discards a card with a red title offers it to the opponent, who may take it up by "
               "discarding one of his own."},
    {"2.3.13", "Britannia also takes effect by itself when neither Austria, Prussia nor Russia is left in "
               "the Coalition."},
    {"3", "Countries and who is with whom."},
    {"3.1.3", "Territories that can be detached from a country and given back to it."},
    {"3.1.3.1",
     "A territory taken from its ruler becomes a country of its own, with an alignment of its own."},
    {"3.1.3.2", "Territory that was detached returns to the country it was taken from."},
    {"3.2", "Alignment: French dominion, French ally, neutral, Coalition member or insurgent."},
    {"3.2.3", "A country that changes its alignment changes hands with its corps; those that nobody controls "
              "then leave the map."},
    {"4", "Armies and stacks. Of an enemy stack only the top corps and the height are seen."},
    {"5", "The order of play in a year."},
    {"6", "How the game is won; the numbers behind \"Victory\" beside the calendar say how far that is."},
    {"7", "Diplomacy Phase: the sides take turns to win over countries by cards."},
    {"7.1", "The sides take turns to play one diplomacy card or pass; who has passed is out until the phase "
            "is over."},
    {"7.1.1", "The side with the initiative says who begins."},
    {"7.2", "A card moves a country one step between Coalition member, neutral and French ally. Some are "
            "safe: France and Britain, dominions, countries that are or were insurgent, and neutral ones the "
            "other side occupies."},
    {"7.2.1",
     "A diplomacy card may be cancelled at once by discarding a diplomacy card of one\xE2\x80\x99s own."},
    {"8", "Insurrection Phase: old risings end or succeed, then new ones may begin."},
    {"8.3", "The Coalition may raise French dominions, and neutral countries whose capital the French "
            "occupy, by Insurrection cards."},
    {"8.3.7", "Where insurgents rise among French corps, a battle follows; the insurgents say whether they "
              "attack or defend."},
    {"9", "Strategy Phase: events that last, then new hands."},
    {"9.1", "Before the old hands are thrown away, events of this phase may be played, the side with the "
            "initiative first."},
    {"9.3", "A new hand has 6 to 10 cards, by the countries a side controls."},
    {"9.5", "Events of the Strategy Phase that have just been drawn may be played at once."},
    {"10", "Reinforcement Phase: corps come on from the reserve, armies rally, prisoners return."},
    {"10.1", "The side with the initiative says who brings on reinforcements first."},
    {"10.2", "Reinforcement cards come before deployment. Each country may have only so many corps on the "
             "map and bring on only so many a year."},
    {"10.3", "Corps come from the reserve into areas of their own country where no enemy stands, fresh."},
    {"10.5", "A card discarded rallies an army: all its spent corps are fresh again."},
    {"10.6", "At the end of the Reinforcement Phase prisoners go back to the reserve."},
    {"11", "Campaign Phase: six rounds, the last two in winter."},
    {"11.1", "In each round each side has a part, in which it may move one army."},
    {"11.2", "The side with the initiative says whose part comes first, for the whole year."},
    {"11.3", "Some cards change a round and are played before any army moves in it."},
    {"12", "Movement of armies."},
    {"12.1", "An army is chosen, its move is declared and paid, then it goes from area to area."},
    {"12.1.3",
     "One corps leads: his seniority says how many may come along, his movement rating how far they go."},
    {"12.1.4", "The leader takes along as many corps as his seniority allows, himself counted."},
    {"12.1.5", "An army may enter as many areas as its leader\xE2\x80\x99s movement rating says, one less in "
               "winter and one less to attack; it stops where the enemy stands."},
    {"12.1.7", "The first move or interception of a year is free, every other one costs a card, any card."},
    {"12.3", "March attrition: if all corps are fresh they become spent; if some were spent, a die says how "
             "many of those are lost, and the rest become spent."},
    {"12.3.1", "What tires an army: the third and the fourth area, mountains and marshes, winter, a forced "
               "march, Cossacks; each of them once."},
    {"12.3.4", "Whose corps are lost on the march chooses which."},
    {"12.4", "Only the Coalition goes by sea, one corps from coast to coast, while Britannia is in effect."},
    {"12.5", "When an army comes in, the other side may leave, if its leader is at least as fast."},
    {"12.5.1", "Who withdraws goes to a neighbouring area, not to the one the enemy came from."},
    {"12.5.3", "A corps on a coast may withdraw home by sea, if its side may use it."},
    {"12.6", "An army on the move may be met by enemies from a neighbouring area, if their leader is at "
             "least as fast."},
    {"12.6.2", "One corps leads the interception and may take others along, as for a move."},
    {"12.6.3", "An interception costs a card, unless the free move of the year is still to be used."},
    {"12.6.4", "Interceptors say whether they attack, or wait to be attacked."},
    {"12.7",
     "To end a move in a neutral country, or to enter its capital, violates it: it joins the other side."},
    {"13", "Battles."},
    {"13.1.2", "Battles are fought one after the other at the end of a part."},
    {"13.2", "Each side engages as many corps as its leader\xE2\x80\x99s seniority rating allows, the "
             "attacker first."},
    {"13.2.1", "With Interior Lines the defender fights the attacking armies one by one."},
    {"13.3",
     "Strength is the sum of battle ratings, one more for a corps at home, two less for one from the sea, "
     "and cards. Both roll a die; strength and die give the losses inflicted. Who inflicts more wins."},
    {"13.3.3", "Battle cards are played by the attacker first, then by the defender."},
    {"13.4.1", "Half of the losses are for good, half are prisoners. Who engaged is spent afterwards. The "
               "winner may pursue with a card, or rally for one."},
    {"13.4.2", "The loser retreats to a neighbouring area; where he cannot, his corps are prisoners."},
    {"13.4.2.4", "From a coast corps may retreat by sea, if their side may use it."},
    {"14", "Surrender Phase: a minor country surrenders when the enemy holds its capital, a major one when "
           "its own corps there are outnumbered or gone."},
    {"14.2", "A major country that surrenders to the French turns neutral, or a dominion by a card."},
    {"14.2.3", "Corps that may not stay in a country that has surrendered leave it."},
    {"14.2.6", "Optional: France may surrender so that Napol\xC3\xA9on may return."},
    {"15", "Winter Attrition Phase: large stacks starve."},
    {"15.1", "A die for every area with three corps or more of a side; better in capitals, worse in barren "
             "land, changed by cards."},
    {"15.2", "Corps lost in winter are lost for good; their owner chooses which."},
    {"16", "Victory Check Phase, at the end of every year."},
    {"16.2",
     "A decisive victory ends the game; with a marginal one the winner may end it, or go on for more."},
    {NULL, NULL},
};
