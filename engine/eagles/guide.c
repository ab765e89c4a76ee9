/* guide.c: the rules of Napoleon's Eagles in short, part by part, in our own words (EAGLES_HELP), and its
 * clauses in a sentence or two (EAGLES_CLAUSES). Numbers are those of the rules map in
 * scenarios/eagles/README.md. */
#include "engine/eagles/rules.h"
#include "engine/eagles/words.h"

const WordsHelp EAGLES_HELP[] = {
    {"aim", "Who wins (17)",
     "A few cities decide each scenario, most of them at its end: the tab or page on victory lists the "
     "conditions "
     "in order; the first that holds counts.\n"
     "In the grand campaign France wins by conquering England, Spain or Russia while she holds 15 production "
     "cities, or by standing unbeaten at the end; the Coalition by conquering France twice.\n"},
    {"turn", "A month (2)",
     "France has her turn, then the Coalition. A turn: attrition, alliances, reinforcements, fleets "
     "(campaign), "
     "movement, combat. From November to February it is winter: swamps and lakes are clear ground.\n"},
    {"attrition", "Attrition (3)",
     "A die for all stacks of the side. Three SP in a hex and more lose some, the larger the stack the more; "
     "besieged SP suffer, and so do those out of supply. In winter and far from home it is harder.\n"},
    {"alliance", "Alliance points (4)",
     "Each side has a point for every listed city it holds, and what its advances after battle brought: a "
     "point "
     "for a hex from which five or more SP were driven, two more for Napoleon's. A die and the difference, "
     "at "
     "most four, decide whether a state joins, leaves or sends troops.\n"},
    {"arrivals", "Reinforcements (5)",
     "Troops and leaders come in their month to the places listed, if the side still holds them; "
     "replacements "
     "come every month from the pool, to which lost counters go back.\n"},
    {"supply", "Supply (6)",
     "Each colour has its own sources, cities that it holds unbesieged. From a source supply goes over three "
     "movement points; every SP of the colour it reaches is a depot that hands it on as far again. A chain "
     "of "
     "single SP therefore feeds an army far from home, and one broken link starves it.\n"
     "SP out of supply lose more by attrition, attack at half strength and overrun nobody.\n"},
    {"movement", "Movement (7)",
     "Infantry moves 3 points under a leader, cavalry 4 with or without one; a leader alone rides 10 or 12. "
     "A "
     "leader takes ten SP along, one of rating 3 twelve; several leaders take no more. Clear ground and "
     "cities "
     "cost 1, forest, swamp and low mountains 2, high mountains 3; a river without a bridge one more; "
     "mountains over a pass cost 1.\n"
     "A group moves once and is then finished; what it leaves on the way stays as a depot. Enemies stop it, "
     "unless it is four times as strong, supplied and has as much cavalry: then it overruns them.\n"
     "At its end a group may try a forced march for one to three points more: a die decides how many it "
     "gets, "
     "and may cost an SP.\n"},
    {"combat", "Combat (8)",
     "A stack attacks one hex next to it. Round by round both sides' strength gives a ratio; morale, the "
     "best "
     "leader, ground and entrenchments add to two dice, for the larger force. Results are losses, and D: "
     "heavy "
     "losses and as many points of morale.\n"
     "Who has no morale left must withdraw, others may. Stacks next to a battle may march to the guns on a "
     "die "
     "of 5 with their leader's rating. Whoever empties the hex may advance into it.\n"},
    {"siege", "Cities (9)",
     "A minor city shelters few, a capital many. Whoever is inside is besieged or stormed: a garrison counts "
     "double. A siege begins with the value 1 and grows by one a month to 5: a die of that value or less "
     "makes the "
     "city surrender. Besieged SP are never in supply; they may sally.\n"},
    {"leaders", "Leaders (10)",
     "Who was in a battle is rolled for: on a 12 he is wounded or killed. A leader without troops whom "
     "enemies "
     "meet flees to the nearest SP of his colour; in a city that falls he is captured.\n"},
    {"options", "Optional rules (11)",
     "Attrition by area, rear manoeuvres of the French, charges of cavalry, the Imperial Guard, and closed "
     "information are switches of a new game.\n"},
    {"sea", "At sea (12)",
     "Only in the grand campaign. A fleet has four movement points; squadrons fight, blockade ports and "
     "close "
     "straits, a transport carries ten cargo points. Orders tell which enemy fleets a fleet tries to meet, "
     "on a "
     "die of 5 or more, in the enemy's turn and without being asked; they are secret. Several fleets may try "
     "to meet "
     "one and the same fleet while it sails, each once, the largest first: how many attempts are made in "
     "all, "
     "one to four, is said with the orders.\n"},
    {"campaign", "The grand campaign (13)",
     "States are on a side, neutral or not formed. Every month each side throws a die for "
     "production: "
     "cities give points, points buy counters of the pool. Neutrals are won by alliance points, attacked by "
     "declaration of war, or enter by their own rules. A state falls when its capital and cities are lost; "
     "what "
     "follows differs from one to the other. Spain, Tilsit, Holland, the crossing of the Channel, exile and "
     "return have rules of their own.\n"},
    {"production", "Production (13.3)",
     "Every month a side throws one die for all its states. Each city that produces gives its state a point, "
     "two if the die and the state's own modifier make 6 or more. Points of red cities buy anything, those "
     "of "
     "other ones Landwehr or ships alone.\n"
     "Militia and Landwehr cost half a point, infantry and Cossacks 1, cavalry and Guard infantry 2, Guard "
     "cavalry 3, a squadron or a transport 5. Only counters of the pool can be bought, and a city takes four "
     "SP "
     "at most. France and England spend five points on ships at most, England two on troops.\n"
     "States with a navy keep up to five points for later, the rest is lost. Spain and Portugal pay by a "
     "table "
     "of their own while they are invaded.\n"},
    {NULL, NULL, NULL},
};

/* What is built, and where: not what the phase of reinforcements is named after. */
static bool produces(unsigned step)
{
    return (step >= EAGLES_STEP_PRODUCTION && step <= EAGLES_STEP_STORE) ||
           (step >= EAGLES_STEP_IBERIA && step <= EAGLES_STEP_IBERIA_HEX);
}

const char *eagles_help_now(const void *data, const State *view)
{
    static const char *const PARTS[] = {"attrition", "alliance", "arrivals", "sea",
                                        "movement",  "combat",   "turn"};
    const EaglesState *s = eagles_state_const(view);
    (void)data;
    const unsigned phase = s->stack[0].phase > 0 ? s->stack[0].phase - 1U : 0U;
    return view->over != 0 ? "aim" : produces(view->step) ? "production" : PARTS[phase % 7];
}

const WordsClause EAGLES_CLAUSES[] = {
    {"2", "A month: France's turn, then the Coalition's, then the end of the month."},
    {"3",
     "Attrition: a die for the stacks of the side; three SP in a hex and more may lose some, besieged and "
     "unsupplied ones more."},
    {"4", "Alliances: cities held and advances after battle give points; a die and the difference decide."},
    {"5", "Reinforcements and replacements come to the places listed, if they are held."},
    {"6",
     "Supply: three movement points from a source of the colour, and as far again from every SP it reaches."},
    {"7.1", "Movement points: 3 with infantry, which needs a leader, 4 for cavalry alone, 10 or 12 for "
            "leaders alone."},
    {"7.2",
     "Neutral countries and hexes outside the theatre are closed, and special rules keep colours out."},
    {"7.3",
     "A group goes hex by hex as far as its points last; a river costs one more, mountains over a pass 1."},
    {"7.4", "Four times as many supplied SP with as much cavalry overrun enemies in the open, five times in "
            "mountains or against entrenchments. Leaders without troops are displaced."},
    {"7.5", "Forced march: a die for one to three points more, which may cost an SP."},
    {"7.6", "A city is controlled by who stood in it last. Three SP and more that did not move entrench "
            "outside great cities."},
    {"8.1", "Attacks are declared against hexes next to one's own stacks, each stack against one."},
    {"8.2",
     "A battle goes on by rounds: after the first the attacker chooses to go on, else the defender may "
     "counter-attack."},
    {"8.3", "Strength: attackers out of supply count half, a garrison double."},
    {"8.4",
     "Morale of most of the SP, less what was lost in the battle; the best leader of the main colour adds "
     "his rating."},
    {"8.5", "The best of hex and river helps the defender, an entrenchment adds one."},
    {"8.6", "Two dice and the modifier, four at most, for the larger force, on the row of the ratio."},
    {"8.7", "Cossacks and partisans may slip away before the dice."},
    {"8.8",
     "Morale 0 compels to withdraw, others may; with less cavalry than the enemy a withdrawal costs an SP."},
    {"8.9", "A stack next to a battle joins it on a die of 5 with its leader's rating."},
    {"8.10", "Whoever drove the enemy out may advance into the hex."},
    {"9.1", "SP shelter in a city up to its limit before the battle."},
    {"9.2", "The attacker of a city storms it, besieges it, or leaves it alone."},
    {"9.3", "A siege succeeds on a die of its value or less; the value grows by one a month, to 5."},
    {"9.4", "Besiegers must be at least as strong as the garrison, or the siege is over."},
    {"9.5", "An assault: the garrison counts double and has no ground; without morale it surrenders."},
    {"9.6", "A sortie: the garrison attacks its besiegers."},
    {"9.7", "Who surrenders is lost, his leaders are captured."},
    {"10", "After combat: leaders who fought are rolled for, then sieges."},
    {"11", "Optional rules: local attrition, rear manoeuvre, charge, the Guard."},
    {"12", "Fleets: four points, interception and pursuit on 5 or more, blockades are run on a 6."},
    {"13.1", "A state is on a side, neutral or not formed."},
    {"13.2",
     "Alliances and entries: points of both sides and a die; some states enter by rules of their own."},
    {"13.3",
     "Production: a die of the side and the cities of a state give points, which buy counters of the pool."},
    {"13.4", "Leaders enter in their month, in a capital or another city of their state."},
    {"13.5", "Allies against their will stay at home, but for an expeditionary force."},
    {"13.6", "War may be declared on neutrals. Spain counts the level of her friendship with France."},
    {"13.7", "A state falls when its capital, or all its cities, are the enemy's."},
    {"13.8", "The treaty of Tilsit, and what becomes of Holland."},
    {"13.9", "From Boulogne an army may cross the Channel, at a risk, while no squadrons bar it."},
    {"13.10", "Exile and return, foreign wars, prisoners."},
    {"15.2", "Groups are moved one by one, in the order of their hexes."},
    {"15.3", "SP are chosen one at a time, row by row."},
    {"15.5", "By sea from port to port, before the marches of a turn."},
    {"17", "The scenario's own conditions and rules."},
    {NULL, NULL},
};
