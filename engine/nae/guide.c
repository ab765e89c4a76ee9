/* guide.c: the rules of Napoleon against Europe in short, part by part, in our own words (NAE_HELP). */
#include "engine/nae/rules.h"
#include "engine/nae/words.h"

const WordsHelp NAE_HELP[] = {
    {"aim", "Who wins (19)",
     "In a campaign the victory level tells: the Empire wins at once at 20, the Coalition at 0. It moves "
     "with "
     "conquests, "
     "protectorates, new states and some events, and falls every year in which the Coalition holds Bordeaux, "
     "Lyon, Antwerp, Mantua or, twice, Paris.\n"
     "At the end of the last year the Coalition wins if it controls every key zone of old France; the Empire "
     "if it controls all of "
     "them and Mantua and has played 45F. Otherwise both have lost.\n"
     "One-year scenarios are decided by the level at the end of the year.\n"
     "1815: the Coalition wins if France is conquered and has no army in good order left, or if Napoleon is "
     "out of the game; the Empire if France stands and has such an army; anything else is a draw.\n"},
    {"year", "A year (5)",
     "First the interphase: declarations of war, hands, budgets, diplomacy, moves of powers at peace, "
     "redeployment. Then the rounds: in each the Empire has an action, then the Coalition. There are six; in "
     "the fifth and sixth marches are a point shorter, and the sixth is winter: attrition is harder, gulfs "
     "freeze, nobody lands from the sea.\n"
     "After the rounds besiegers attack once more, all forces are tested for supply, conquests are settled "
     "and the level is counted.\n"},
    {"war", "Declarations of war (7.1)",
     "The Coalition declares, then the Empire, as often as both like. Who is attacked joins the other side "
     "with all his allies. The first declaration on each neutral power raises the escalade.\n"
     "At no other time may anybody declare war, and no force enters the land of a power at peace.\n"},
    {"hands", "Hands and cards (6, 7.2)",
     "Cards are kept or discarded, then hands are filled: one card for each open slot, six to ten. Slots are "
     "capitals, "
     "key towns and states that a side holds; a permanent card comes with some of the capitals.\n"
     "A card is used in one way only: for its points, as its event, for diplomacy, or to pay for an "
     "interception. Gold-starred events leave the game, silver-starred ones happen once but the card stays.\n"
     "When the escalade reaches 15, or a power that was beaten is attacked again, the cards of the "
     "Punishments are shuffled in.\n"},
    {"budget", "Budgets (7.3)",
     "Every power gets its resources, four less for each key zone that the enemy holds, and spends them in "
     "turn: Turkey, Spain, Prussia, Austria, Russia, Britain, France. What is not spent is lost. Powers of a "
     "side at war may give each other whole points before.\n"
     "New corps come to the capital or a fortress that is joined to it over own land; a reduced corps is "
     "restored there, or in a supplied army anywhere. Cavalry of the reserve, special units and markers "
     "belong to armies. A depot costs half a point, a fleet five.\n"
     "At the end each side has free steps for its minor nations.\n"},
    {"diplomacy", "Diplomacy (7.4, 8)",
     "The Coalition plays up to two cards, then the Empire. A nation is won over with a die, the influence "
     "of "
     "the side and modifiers, with 6 or more. The card must be worth 3 for a great power, 2 for a minor with "
     "troops, else 1. In the rounds a card may be used on a minor as well.\n"
     "The Empire makes allies into protectorates with a card of 2 or more: a point of victory and of "
     "escalade.\n"},
    {"peace", "Powers at peace (7.5)",
     "Powers at peace move within their own land; the side that has a hand in their affairs moves them. They "
     "do not fight and are not attacked.\n"},
    {"redeployment", "Redeployment (7.6)",
     "Forces in supply walk through friendly, supplied land: a corps as far as it marches, a force with a "
     "general twice as far, with a test of attrition if it goes further than one march. Nobody is met, "
     "nobody "
     "intercepts.\n"},
    {"rounds", "Actions (9)",
     "The side whose action it is plays a card for its points, a card as event, uses a card for diplomacy, "
     "takes a single "
     "point without a card, or passes. Points left over go to its reserve, to be added to later ones of "
     "the year.\n"
     "To activate a force costs the initiative of its commander; a corps alone costs one, a fleet one. A "
     "force acts once a round. An army takes in forces next door as it starts.\n"},
    {"command", "Forces and generals (10, 11)",
     "A corps stands alone, or corps stand under a general who leads as many steps as his command value, "
     "twice that with an army marker. An army may have three subordinates and two steps of heavy cavalry. "
     "The lower number of rank commands within a nation. One force of a side may end in a zone; what is too "
     "much is lost.\n"
     "Allies: the commander's nation must have the most steps, and allied powers together at most half.\n"},
    {"march", "Marches (12)",
     "A zone costs a point, marsh and desert two; a river without bridge or a mountain pass one more, "
     "mountains without pass two more. Up to three points more by a forced march, each for one more on the "
     "test of attrition.\n"
     "Points also pay for a control marker (1), an attack on a fortress (1) and rallying (2). An enemy "
     "fortress stops you unless you leave twice its level in steps before it, or besiege it.\n"
     "Who is entered may be met by interception, which costs a card of the initiative of him who comes. Who "
     "is attacked may try to evade; armies next door may march to the guns.\n"},
    {"supply", "Supply (13)",
     "A line of supply goes from the force over fortresses and fixed depots, each within two points of "
     "movement of the next, to the capital or a fortress of its own nation. From port to port it crosses any "
     "sea that the enemy does not hold alone. Enemies, their fortresses and their towns bar the way.\n"
     "Out of supply a force suffers attrition when it is activated and at the end, fights at -3, attacks no "
     "fortress and does not rally.\n"},
    {"attrition", "Attrition (13.6)",
     "A die, changed by forced march, poor land, winter, being out of supply, besieged or demoralised, and "
     "by the number of steps. One depot of the nation may be spent for -2. In their own land, and for the "
     "French, it is easier.\n"},
    {"battle", "Battles (14)",
     "Strength is counted in steps. At five to one the weaker side is destroyed without a die. Up to 7 steps "
     "in all it is a skirmish, from 22 with 10 on the weaker side a major battle.\n"
     "Each side rolls two dice and adds: odds (the attacker), one for more cavalry, terrain (an army bridges "
     "rivers), the commander's value, one subordinate, the stars of a spearhead, special units, cards. The "
     "table says what the enemy loses; who takes more from the other wins, and a tie is the defender's.\n"
     "A subordinate who lends his skill may be wounded; the spearhead loses the first step; half the losses "
     "come from troops of good morale. The loser tests his morale, may be pursued, and retreats.\n"},
    {"siege", "Sieges (15)",
     "Besiegers need twice the level of the fortress in steps. A die with the commander's attack value, the "
     "army, the siege marker, less two for a citadel: 2 or less is repulsed, 6 to 7 surrender with honours, "
     "8 "
     "or more a breach. The marker rises with each try. A fortress taken is destroyed until a step or a "
     "depot, "
     "or the end of the year in supply, puts it in order.\n"},
    {"sea", "Fleets (17)",
     "A squadron is one to three fleets. It sails from zone to zone, into ports, into boxes from where it "
     "blockades, and may meet an interception in each. Both sides roll a die for each fleet and add its "
     "value.\n"
     "A fleet carries two steps, a depot, a general and a marker, from port to port or onto an enemy shore: "
     "not in winter, and a landing fights at -3.\n"},
    {"conquest", "Conquests and peace (18)",
     "A minor falls with its capital and its fortresses. A power surrenders when all its key zones are held, "
     "or all but one, its capital among them, and it has no army in good order at home. Then there is a "
     "forced peace, the victor takes up to three provinces, and a card or four resources.\n"
     "From the second year on a die of 5 or more ends the peace. A second defeat is for good.\n"},
    {NULL, NULL, NULL},
};

const char *nae_help_now(const NaeState *s)
{
    static const char *const of_phase[NAE_PHASE_COUNT] = {
        [NAE_PHASE_WAR] = "war",           [NAE_PHASE_HANDS] = "hands",
        [NAE_PHASE_BUDGET] = "budget",     [NAE_PHASE_DIPLOMACY] = "diplomacy",
        [NAE_PHASE_NEUTRALS] = "peace",    [NAE_PHASE_REDEPLOY] = "redeployment",
        [NAE_PHASE_ROUNDS] = "rounds",     [NAE_PHASE_END] = "attrition",
        [NAE_PHASE_CONQUEST] = "conquest", [NAE_PHASE_VICTORY] = "aim",
    };
    const bool marching = s->march.side < 2 && s->phase == NAE_PHASE_ROUNDS;
    return s->battle.attacker < 2       ? "battle"
           : s->voyage.side < 2         ? "sea"
           : marching                   ? "march"
           : s->phase < NAE_PHASE_COUNT ? of_phase[s->phase]
                                        : "";
}
