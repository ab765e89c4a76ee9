/* setting.c: what an open decision is about, for screens without a map (words.h). */
#include "engine/eagles/groups.h"
#include "engine/eagles/naval.h"
#include "engine/eagles/phrases.h"
#include "engine/eagles/words.h"

void eagles_tell_points(StrBuf *out, unsigned halves)
{
    strbuf_addf(out, halves % 2 != 0 ? "%u.5" : "%u", halves / 2);
}

/* What the state that builds has left, by what it may be spent on. */
static void tell_purse(const Play *p, StrBuf *out)
{
    const EaglesProduction *books = &p->s->campaign.production;
    const unsigned points[] = {books->red, books->landwehr, books->naval, books->legion};
    static const char *const USES[] = {"for anything", "for Landwehr alone", "for ships alone",
                                       "for the legion alone"};
    const char *comma = "";
    strbuf_add(out, "Production points left: ");
    for (unsigned i = 0; i < sizeof points / sizeof points[0]; i++) {
        if (points[i] > 0) {
            strbuf_add(out, comma);
            eagles_tell_points(out, points[i]);
            strbuf_addf(out, " %s", USES[i]);
            comma = ", ";
        }
    }
    strbuf_add(out, comma[0] == '\0' ? "none.\n" : ".\n");
}

static void tell_iberian_purse(const Play *p, StrBuf *out)
{
    strbuf_add(out, "Production points left: ");
    eagles_tell_points(out, eagles_top(p)->x);
    strbuf_add(out, ".\n");
}

/* What is left of a loss, and what narrows the choice (15.3). */
static void tell_loss_left(const Play *p, StrBuf *out)
{
    static const char *const CAUSES[] = {
        " to attrition", " on the forced march", " in battle", " in retreat", "", "", "", ""};
    const EaglesLoss *loss = &p->s->loss;
    strbuf_addf(out, "%u SP %s still to be lost%s", loss->left, loss->left == 1 ? "is" : "are",
                CAUSES[loss->cause & 7U]);
    strbuf_add(out, loss->guard == 1    ? ", first one of the Guard"
                    : loss->guard != 0  ? ", first one of the cavalry that charged"
                    : loss->cavalry > 0 ? ", first one of cavalry"
                                        : "");
    strbuf_add(out, ". What stands above the row that is taken loses no more.\n");
}

/* Where there are several hexes to attack, what taking one of them gives up (15.2). */
static void tell_order_of_attacks(const Play *p, StrBuf *out)
{
    MoveList list = {.count = 0};
    unsigned targets = 0;
    (void)eagles_options(p->d, p->s, &list);
    for (unsigned i = 0; i < list.count; i++) {
        targets += eagles_move_kind(list.moves[i]) == EAGLES_MOVE_TARGET ? 1U : 0U;
    }
    if (targets > 1) {
        strbuf_add(out,
                   "Attacks are declared in the order of this list: what stands above the one that is taken "
                   "is not attacked any more.\n");
    }
}

/* "4 squadrons, 1 transport". */
static void tell_ships(StrBuf *out, unsigned ships, unsigned squadrons)
{
    const unsigned transports = ships - squadrons;
    if (squadrons > 0 || transports == 0) {
        strbuf_addf(out, "%u squadron%s", squadrons, squadrons == 1 ? "" : "s");
    }
    if (transports > 0) {
        strbuf_addf(out, "%s%u transport%s", squadrons > 0 ? ", " : "", transports,
                    transports == 1 ? "" : "s");
    }
}

void eagles_tell_fleet(const Play *p, StrBuf *out, unsigned side, unsigned place, unsigned flags)
{
    tell_ships(out, eagles_ships(p, side, place, flags), eagles_squadrons(p, side, place, flags));
}

/* The fleet under way: its ships, where it is, how far it can sail, and who lies off the port (12). */
static void tell_fleet_under_way(const Play *p, StrBuf *out)
{
    const EaglesFleet *fleet = &p->s->campaign.fleet;
    const unsigned side = p->s->active;
    const bool chosen = eagles_ships(p, side, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP) > 0;
    strbuf_add(out, chosen ? "Under way: " : "There: ");
    eagles_tell_fleet(p, out, side, chosen ? (unsigned)EAGLES_ANYWHERE : fleet->at,
                      chosen ? EAGLES_SHIP_GROUP : 0);
    strbuf_add(out, ", ");
    eagles_tell_place(p->d, out, fleet->at);
    strbuf_addf(out, ", %u movement point%s left.\n", fleet->left, fleet->left == 1 ? "" : "s");
    if (fleet->at < EAGLES_OFF_MAP && eagles_is_blockaded(p, fleet->at, side)) {
        strbuf_add(out, "Off the port: ");
        eagles_tell_fleet(p, out, eagles_other(side), EAGLES_COAST + fleet->at, 0);
        strbuf_add(out, " of the enemy.\n");
    }
    if (p->s->header.step == EAGLES_STEP_RUN) {
        const int least = EAGLES_RUN_THROUGH - eagles_blockade_modifier(p, fleet->at);
        strbuf_addf(out,
                    least > 6 ? "No die gets it through: there is a battle.\n"
                              : "A die of %d%s gets it through, else there is a battle.\n",
                    least, least < 6 ? " or more" : "");
    }
}

/* What a siege takes, and who is in the city (9.2, 9.3). */
static void tell_garrison(const Play *p, StrBuf *out)
{
    const EaglesBattle *b = &p->s->battle[eagles_top(p)->a];
    strbuf_addf(
        out,
        "Inside: %u SP, doubled in an assault. A siege takes as many in supply; the city then falls on a "
        "die of 1 at the end of the turn, on one more after each month.\n",
        eagles_count(p, b->defend, eagles_other(b->attacker), EAGLES_INSIDE));
}

/* A fleet of one's own that shares a sea with enemies (12). */
static void tell_interception(const Play *p, StrBuf *out)
{
    const unsigned place = EAGLES_SEA + eagles_top(p)->x;
    if (eagles_top(p)->x >= p->d->seas) {
        return;
    }
    strbuf_add(out, "Yours: ");
    eagles_tell_fleet(p, out, p->s->active, place, 0);
    strbuf_add(out, "; the enemy: ");
    eagles_tell_fleet(p, out, eagles_other(p->s->active), place, 0);
    strbuf_addf(out, ". A die of %u or more meets him.\n",
                eagles_has_nelson(p, p->s->active, place, 0) ? 3U : 4U);
}

/* What the orders to the fleets are now. */
static void tell_orders_given(const Play *p, StrBuf *out)
{
    const unsigned side = p->s->active;
    EaglesFleets fleets;
    eagles_list_fleets(p, side, 0, 0, &fleets);
    const char *before = " Now: ";
    for (unsigned k = 0; k < fleets.count; k++) {
        const unsigned place = eagles_place_of_rank(fleets.rank[k]);
        if (eagles_squadrons(p, side, place, 0) > 0) {
            strbuf_add(out, before);
            eagles_tell_place(p->d, out, place);
            strbuf_addf(out, " intercepts %s", eagles_order_words(eagles_order_there(p, side, place)));
            before = "; ";
        }
    }
    strbuf_addf(out, "; %u attempts at most against one fleet.\n", eagles_attempts_at_most(p, side));
}

/* What orders to fleets are for, and how many attempts they make (12). */
static void tell_orders(const Play *p, unsigned step, StrBuf *out)
{
    if (step == EAGLES_STEP_ATTEMPTS) {
        strbuf_addf(out,
                    "While one fleet of the enemy sails, each of yours whose orders allow it throws a die to "
                    "meet it, the largest first. This is how many may do so: with few, small fleets do not "
                    "try where large ones have failed. Now: %u.\n",
                    eagles_attempts_at_most(p, p->s->active));
        return;
    }
    strbuf_add(out,
               "Orders hold in the enemy's turn, when you are not asked: a fleet of his that enters a sea "
               "beside yours is met by a die of 5 or more, 4 with Nelson, and has to fight. Squadrons are "
               "compared, not transports. He does not see the orders.");
    if (step == EAGLES_STEP_ORDERS) {
        tell_orders_given(p, out);
    } else {
        strbuf_add(out, "\n");
    }
}

/* Who a leader is that takes the field. */
static void tell_leader(const Play *p, StrBuf *out)
{
    const unsigned leader = eagles_top(p)->a;
    if (leader < p->d->leaders) {
        const EaglesLeader *l = &p->d->leader[leader];
        strbuf_addf(out, "%s: leadership %u, leads %u SP.\n", p->d->leader_text[leader].name, l->leadership,
                    l->capacity);
    }
}

/* The group under way: its leaders and SP, where it is, how far it can go (7). */
static void tell_group(const Play *p, StrBuf *out)
{
    Body body;
    if (p->s->group.hex >= p->d->hexes) {
        return;
    }
    eagles_body_from_group(p, &body);
    const unsigned all = eagles_body_allowance(p, &body);
    const char *between = "Under way: ";
    for (unsigned k = 0; k < body.leaders; k++) {
        strbuf_addf(out, "%s%s", between, p->d->leader_text[body.leader[k]].name);
        between = ", ";
    }
    const unsigned sp = eagles_body_sp(&body);
    if (sp > 0) {
        strbuf_addf(out, "%s%u SP", body.leaders > 0 ? " and " : between, sp);
    }
    strbuf_add(out, ", ");
    eagles_tell_spot(p->d, out, body.hex);
    strbuf_addf(out, "; %u of %u movement points left.\n", all > body.spent ? all - body.spent : 0U, all);
}

/* Who fights for which hex (8). */
static void tell_battle(const Play *p, unsigned battle, StrBuf *out)
{
    if (battle >= p->s->battles) {
        return;
    }
    const EaglesBattle *b = &p->s->battle[battle];
    strbuf_add(out, "Battle");
    eagles_tell_at(p->d, out, b->defend);
    strbuf_add(out, ": ");
    for (unsigned role = 0; role < 2; role++) {
        const unsigned side = role == 0 ? b->attacker : eagles_other(b->attacker);
        strbuf_addf(out, "%s%s with %u SP", role == 0 ? "" : " against ", eagles_side_words(side),
                    eagles_battle_count(p, battle, side, false));
        if (b->lost[side] > 0) {
            strbuf_addf(out, " (%u of morale lost)", b->lost[side]);
        }
    }
    strbuf_add(out, ".\n");
}

/* A force that may stay in a battle, leave it or join it. */
static void tell_force(const Play *p, StrBuf *out)
{
    const EaglesFrame *top = eagles_top(p);
    if (top->x < p->d->hexes) {
        strbuf_add(out, "The force: ");
        eagles_tell_stack(p, out, top->x, top->step == EAGLES_STEP_WITHDRAW ? top->b : p->s->active);
        eagles_tell_at(p->d, out, top->x);
        strbuf_add(out, ".\n");
    }
}

/* Of the decisions that everybody fights through; false: it is none of them. */
static bool tell_fight(const Play *p, StrBuf *out)
{
    const EaglesFrame *top = eagles_top(p);
    switch (p->s->header.step) {
    case EAGLES_STEP_CONTINUE:
    case EAGLES_STEP_COUNTER:
    case EAGLES_STEP_CHARGE:
    case EAGLES_STEP_GUARD:
    case EAGLES_STEP_REAR:
    case EAGLES_STEP_EVADE:
    case EAGLES_STEP_SHELTER:
        tell_battle(p, top->a, out);
        return true;
    case EAGLES_STEP_WITHDRAW:
        tell_battle(p, top->a, out);
        tell_force(p, out);
        return true;
    case EAGLES_STEP_JOIN:
        tell_force(p, out);
        return true;
    default:
        return false;
    }
}

void eagles_setting(const void *data, const State *view, StrBuf *out)
{
    EaglesState copy;
    const Play play = {data, &copy, NULL, 0, NULL};
    const Play *p = &play;
    eagles_copy(data, &copy, eagles_state_const(view));
    if (tell_fight(p, out)) {
        return;
    }
    switch (view->step) {
    case EAGLES_STEP_BUILD:
    case EAGLES_STEP_STORE:
        tell_purse(p, out);
        break;
    case EAGLES_STEP_ENTER:
        tell_leader(p, out);
        break;
    case EAGLES_STEP_IBERIA_BUILD:
        tell_iberian_purse(p, out);
        break;
    case EAGLES_STEP_LOSS:
        if (copy.loss.scope == EAGLES_LOSS_BATTLE) {
            tell_battle(p, copy.loss.battle, out);
        }
        tell_loss_left(p, out);
        break;
    case EAGLES_STEP_TARGET:
        tell_order_of_attacks(p, out);
        break;
    case EAGLES_STEP_STEP:
    case EAGLES_STEP_DROP_ROWS:
    case EAGLES_STEP_DROP_LEADERS:
    case EAGLES_STEP_LEADER_TO:
    case EAGLES_STEP_MARCH_PATH:
        tell_group(p, out);
        break;
    case EAGLES_STEP_MARCH_FRENCH:
        tell_group(p, out);
        strbuf_add(out,
                   "With them the die counts 2 less for the Guard and 1 less for other French; the group may "
                   "part on the way.\n");
        break;
    case EAGLES_STEP_CITY_CHOICE:
        tell_garrison(p, out);
        break;
    case EAGLES_STEP_STATIONARY:
        tell_interception(p, out);
        break;
    case EAGLES_STEP_ORDERS:
    case EAGLES_STEP_ORDER:
    case EAGLES_STEP_ATTEMPTS:
        tell_orders(p, view->step, out);
        break;
    default:
        if (eagles_moves_fleet(view->step)) {
            tell_fleet_under_way(p, out);
        }
        break;
    }
    if (view->step == EAGLES_STEP_BUILD || view->step == EAGLES_STEP_IBERIA_BUILD) {
        strbuf_add(out,
                   "Counters are built in the order of this list: what stands above the next one is over.\n");
    }
}
