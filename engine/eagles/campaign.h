/* campaign.h: what the chapters of the grand campaign share (map 13): statuses of nations, who goes home when
 * they change, production cities, and the one way into each chapter.
 *
 * A nation fights for a side, or is neutral or unformed (EaglesNation.side). SP of neutral nations stand
 * where they are, nobody's enemies; nobody stacks with them. What leaves the map for home waits at
 * EAGLES_ARRIVING (leaders: EAGLES_WAITING) for the next step 3 of its side; that of neutral nations for the
 * Coalition's.
 */
#ifndef MARSHAL_ENGINE_EAGLES_CAMPAIGN_H
#define MARSHAL_ENGINE_EAGLES_CAMPAIGN_H

#include "engine/eagles/naval.h"

static inline bool eagles_in_campaign(const Play *p) { return (p->d->special & EAGLES_CAMPAIGN) != 0; }
static inline bool eagles_city_in(const EaglesCitySet *set, unsigned city)
{
    return (set->bits[city / 8] >> (city % 8) & 1U) != 0;
}
/* Months since January 1800. */
static inline unsigned eagles_calendar(const Play *p) { return p->d->first_month + p->s->header.turn; }

/* ------------------------------------------------------------------ status.c: sides, and who goes home */

/* Colours of minors, and which side each colour fights for, from the sides of the nations. A minor of the
 * Coalition whose colour is that of a major aligned with France is red. */
void eagles_recolour(Play *p);
/* The nation fights for a side from now on; SP among enemies part, its cities are that side's. */
void eagles_take_side(Play *p, unsigned nation, unsigned side);
/* A conquered minor does: its ships are not removed from the map, but from coasts where enemies lie (13.7).
 */
void eagles_fall_to(Play *p, unsigned nation, unsigned side);
/* The nation is neutral from now on: its SP abroad and foreign SP in it go home. */
void eagles_turn_neutral(Play *p, unsigned nation);
/* Sieges, entrenchments and leaders everywhere as they follow from who stands where. */
void eagles_settle_all(Play *p);
/* SP of a hex that fulfil a condition go home, with the leaders of their nations if no SP of these stay. */
typedef bool (*EaglesGoes)(const Play *p, uint32_t key, unsigned argument);
void eagles_send_home(Play *p, unsigned hex, EaglesGoes goes, unsigned argument);
/* Conditions: SP of a side; of a nation; of any nation but one. */
bool eagles_is_of_side(const Play *p, uint32_t key, unsigned side);
bool eagles_is_of_nation(const Play *p, uint32_t key, unsigned nation);
bool eagles_is_foreign(const Play *p, uint32_t key, unsigned nation);
/* A ship, with what it carries, goes home. */
void eagles_send_ship_home(Play *p, unsigned ship);
/* Cargo that is no longer of the side and colour of its ship goes home; the ship sails on (reading 44). */
void eagles_put_strangers_off(Play *p, unsigned ship);
/* A leader leaves the map until the next arrivals of his nation. */
void eagles_send_leader_home(Play *p, unsigned leader);
/* Land units of a nation on the map outside its own country, or all of them, go to the pool. */
void eagles_disband(Play *p, unsigned nation, bool abroad_only);
/* SP of a nation on the map, aboard ships or on their way home; and those among them outside its country. */
unsigned eagles_nation_sp(const Play *p, unsigned nation);
/* SP of a side within the present borders of a nation; foreign_only: not the nation's own. */
unsigned eagles_sp_inside(const Play *p, unsigned nation, unsigned side, bool foreign_only);
/* Counters of a unit in the pool: SP, or ships that are sunk or not built yet. */
unsigned eagles_in_pool(const Play *p, unsigned unit);
/* Land SP of a nation that can still be built. */
unsigned eagles_pool_sp(const Play *p, unsigned nation);
/* Those among them that a conquered state has to raise before it can be won: no militia, partisans and
 * cavalry in training, Landwehr once its cities are active (13.7). */
unsigned eagles_unraised_sp(const Play *p, unsigned nation);
/* All provinces of a region change hands; of a country too (region EAGLES_NONE: those without region). */
void eagles_cede_region(Play *p, unsigned region, unsigned to);
void eagles_cede_city(Play *p, unsigned city, unsigned to);
/* SP and leaders of states that take no part go home from the land of a nation: a conquered Prussia's from
 * Magdeburg when it is Westphalian (13.6, 13.8). */
void eagles_clear_neutrals(Play *p, unsigned nation);
/* All provinces a nation owns now. */
void eagles_cede_country(Play *p, unsigned from, unsigned to);
/* Land that a nation was given goes back to whom it belonged at the start. */
void eagles_undo_cessions(Play *p, unsigned nation);
/* Who owned each province at some moment. */
typedef struct {
    uint8_t of[EAGLES_PROVINCES_MAX];
} EaglesOwners;
EaglesOwners eagles_owners(const Play *p);
/* Cities of the land that has changed hands since: where no enemy stands they are its owner's side's; what is
 * open. Elsewhere control changes only when somebody stands in a city (rulebook: Control). */
void eagles_reclaim(Play *p, const EaglesOwners *before);
/* After owners changed: cities of a nation are its side's where no enemy stands; what is open. */
void eagles_settle_owner(Play *p, unsigned nation);
/* SP of a neutral nation are in a hex, or it is the capital of a state neutral by conquest: nobody may enter.
 */
bool eagles_is_shut(const Play *p, unsigned hex);
/* Whether SP of a side may enter a hex with nothing but SP of a state it has conquered, which are overrun. */
bool eagles_may_occupy(const Play *p, unsigned hex, unsigned side);

/* ------------------------------------------------------------------ production.c */

enum eagles_kind { EAGLES_KIND_RED, EAGLES_KIND_LANDWEHR, EAGLES_KIND_NAVAL, EAGLES_KINDS };
/* Production cities of a nation now, of one kind: those it owns (of the chosen ones the first that no enemy
 * holds); returns how many. Cities of Landwehr only once they are activated. */
unsigned eagles_production_cities(const Play *p, unsigned nation, unsigned kind, uint8_t cities[12]);
/* Whether a city is one of them, of any kind: Warsaw makes nothing for Prussia, though it will for Poland. */
bool eagles_is_production_city(const Play *p, unsigned nation, unsigned city);
/* Whether a production city of a nation makes points now: no enemy holds it, and Kiev makes none while Russia
 * is at war with Turkey. */
bool eagles_produces(const Play *p, unsigned nation, unsigned city);
/* Capitals and production cities that can take SP of a nation, or else its first four other cities that can:
 * where its SP and leaders come home. */
unsigned eagles_home_cities(const Play *p, unsigned nation, uint8_t cities[EAGLES_LIST_MAX]);
/* What a state adds to the die of its side. */
int eagles_production_modifier(const Play *p, unsigned nation);
/* iberia.c: a nation builds by the Iberian table. */
void eagles_build_in_iberia(Play *p, unsigned nation);
/* Whether Landwehr cities of the nation count now. */
bool eagles_landwehr_active(const Play *p, unsigned nation);
/* Whether a nation is invaded and builds by the Iberian table (13.3). */
bool eagles_builds_by_iberian_table(const Play *p, unsigned nation);

/* ------------------------------------------------------------------ diplomacy.c, entry.c: step 2 */

/* Coalition points less French points for an attempt of a side on a nation, from -4 to 4. */
int eagles_alliance_modifier(const Play *p, unsigned nation, unsigned side);
/* Whether a nation may be the target of an attempt of a side, whatever the points are. */
bool eagles_is_eligible(const Play *p, unsigned nation, unsigned side);
/* formation.c: minors that are formed, and those that revert to what they were made from. */
void eagles_form_minors(Play *p, unsigned side);
void eagles_revert_minor(Play *p, unsigned nation, unsigned conqueror);
/* entry.c: the rolls and risings of a side's alliance step. */
void eagles_national_entry(Play *p, unsigned side);
/* entry.c: a nation is at war with a side's enemies; the Prussian bloc comes along. */
void eagles_enter_war(Play *p, unsigned nation, unsigned side);
/* entry.c: whether Russia is invaded: "as soon as", so before battles cost the invaders SP, too. */
void eagles_look_for_invasion(Play *p);
/* entry.c: Russia invaded, the Liberation and what follows; after every player-turn. */
void eagles_check_liberation(Play *p);

/* ------------------------------------------------------------------ spain.c */

/* The level of Spain changes; at 0 it declares war on France when the player-turn is over. */
void eagles_change_spanish_level(Play *p, int by);
/* An attack of the Coalition on a force of which at least half are Spanish raises the level. */
void eagles_note_attack_on_spaniards(Play *p, unsigned hex);
void eagles_spanish_turn_begins(Play *p);
void eagles_spanish_turn_ends(Play *p);
/* Blue SP that may still enter a Spain that is France's friend; 255: as many as they like. */
unsigned eagles_spanish_room(const Play *p, unsigned side);

/* ------------------------------------------------------------------ restrictions.c */

enum { EAGLES_GUEST_SP = 10 }; /* SP of a nation that the English player moves in a turn */

/* Whether SP of a unit may not go into a hex by the rules of the campaign; what depends on where they come
 * from and how many go is asked of the others. */
bool eagles_campaign_bars(const Play *p, unsigned unit, unsigned hex);
/* The same for SP of an expeditionary force: not farther than 7 hexes from a city of their home. */
bool eagles_expedition_bars(const Play *p, unsigned unit, unsigned hex);
/* A pro-French Austria or Prussia. */
bool eagles_is_half_hearted(const Play *p, unsigned nation);
/* Whether the player whose turn it is may not move SP of a row, or a leader, at all. */
bool eagles_is_held(const Play *p, uint32_t key);
bool eagles_is_leader_held(const Play *p, unsigned leader);
/* Whether SP of a pro-French Austria or Prussia may not go to a hex: only the expeditionary force leaves
 * home, and not far. */
bool eagles_leaves_home_barred(const Play *p, unsigned unit, bool expedition, unsigned hex);

/* ------------------------------------------------------------------ tilsit.c, holland.c */

/* The treaty is made, with one of its three options. */
void eagles_make_treaty(Play *p, unsigned option);
/* Whether a nation is a formed state: a Poland that has fallen is none, though her men stay loyal (13.7). */
bool eagles_is_state(const Play *p, unsigned nation);
/* Poland's share of Austria, once that has been conquered twice: Western Galicia, for a kingdom Eastern too.
 */
void eagles_cede_galicia(Play *p);
/* A month of Russia's peace is over. */
void eagles_peace_month(Play *p);
/* France annexes Holland; the annexed Holland is lost or won back. */
void eagles_annex_holland(Play *p);
void eagles_check_holland(Play *p);
/* Holland fights for the Coalition, with Belgium; an annexed one is formed again. Conquered: her ships sail
 * on.
 */
void eagles_join_holland_to_coalition(Play *p, bool conquered);

/* ------------------------------------------------------------------ conquest.c, exile.c */

/* victory.c: red and Landwehr cities a side controls, France's own as far as they count. */
unsigned eagles_held_production_cities(const Play *p, unsigned side);
/* A nation gives up to a side: majors and minors each with their effects (13.7). */
void eagles_conquer(Play *p, unsigned nation, unsigned by);
/* France is conquered for the first time: exile; cessions; who goes home. */
void eagles_exile(Play *p);
/* France's alliance step while Napoleon is in exile, and after his return. */
void eagles_exile_step(Play *p);

/* ------------------------------------------------------------------ foreign_wars.c, prisoners.c */

/* SP of a nation become prisoners or, outside the campaign, go to the pool. */
void eagles_capture_sp(Play *p, uint32_t key, unsigned count);
/* Prisoners of a nation go free to its pool; its captured leaders are free and wait to come back. */
void eagles_free_prisoners(Play *p, unsigned nation);
void eagles_free_leaders(Play *p, unsigned nation);
/* January: one for one, at random. */
void eagles_exchange_prisoners(Play *p);
/* Month end: leaders whose twelve months are over, or whose nation is neutral, wait to come home. */
void eagles_release_leaders(Play *p);
/* Whether the moving fleet can put its French SP ashore in Ireland, and that it does. */
bool eagles_can_land_in_ireland(const Play *p);
void eagles_land_in_ireland(Play *p);
/* Napoleon's exile: the French there, or on their way back, go to the pool like all who are not in France; a
 * rising that broke out goes on without them, and nobody stirs one up any more. */
void eagles_give_up_ireland(Play *p);
/* loans.c: whether English points can go aboard where the moving fleet lies; points of a ship go ashore. */
bool eagles_can_load_points(const Play *p);
void eagles_land_points(Play *p, unsigned ship, unsigned hex);
/* Begins a war, if it may: frames are pushed. */
void eagles_begin_war(Play *p, enum eagles_war war);
/* SP and leaders of neutral nations who stand on land that is another's now go home. */
void eagles_leave_ceded_land(Play *p, unsigned region);

#endif
