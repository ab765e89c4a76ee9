/* movement.c: step 5 (map 7, 15.2): picking groups, moving them hex by hex, dropping, leaders alone, the end
 * of the step. */
#include <assert.h>

#include "engine/eagles/groups.h"
#include "engine/eagles/rowbits.h"

enum { PAGE = 48, ENTRENCH_SP = 3 };
/* SP that may not be taken into a group. */
enum { HELD = EAGLES_FLAG_FINISHED | EAGLES_FLAG_INSIDE | EAGLES_FLAG_LANDED };

/* ------------------------------------------------------------------ the step */

static void clear_leader_flags(EaglesState *s, unsigned flags)
{
    for (unsigned l = 0; l < EAGLES_LEADERS_MAX; l++) {
        s->leader_flag[l] = (uint8_t)(s->leader_flag[l] & ~flags);
    }
}

/* Every hex is offered again, groups of a hex in any order (15.2). */
static void forget_order(EaglesState *s)
{
    s->first_hex = 0;
    s->pick_hex = EAGLES_NO_HEX;
    s->pick_colour = 0;
    s->pick_leader = EAGLES_NONE;
    s->pick_size = EAGLES_ANY_SIZE;
}

/* 13.5: the English player moves ten SP of a pro-French Austria or Prussia that the Coalition has not
 * invaded. For so long it is France's side that moves, and the Coalition that decides. */
static void dismiss_guest(Play *p)
{
    p->s->campaign.guest = 0;
    p->s->campaign.guest_sp = 0;
    p->s->active = EAGLES_COALITION;
    forget_order(p->s);
}

static void invite_guest(Play *p, unsigned nation)
{
    EaglesState *s = p->s;
    if (s->campaign.guest > 0) {
        dismiss_guest(p);
    }
    if (s->active == EAGLES_COALITION && s->nation[nation].side == EAGLES_FRANCE &&
        eagles_sp_inside(p, nation, EAGLES_COALITION, false) == 0) {
        s->campaign.guest = (uint8_t)(nation + 1);
        s->active = EAGLES_FRANCE;
        eagles_flag_supply(p, EAGLES_FRANCE);
        forget_order(s);
        eagles_push(p, EAGLES_STEP_PICK);
    }
}

/* Spanish SP that the French player moves cost him Spanish patience; guests use up their ten SP. */
static void note_group(Play *p, const Body *body)
{
    EaglesCampaign *c = &p->s->campaign;
    for (unsigned i = 0; i < body->rows; i++) {
        if (body->row[i].going > 0 && p->d->unit[body->row[i].unit].nation == p->d->campaign.spain &&
            body->side == EAGLES_FRANCE) {
            c->spanish_flags |= EAGLES_SPAIN_MOVED;
        }
    }
    if (c->guest > 0) {
        c->guest_sp = (uint8_t)(c->guest_sp + eagles_body_sp(body));
    }
}

static void movement_part(Play *p)
{
    EaglesState *s = p->s;
    EaglesFrame *frame = eagles_top(p);
    switch (frame->phase++) {
    case 0:
        clear_leader_flags(s, EAGLES_LEADER_LATE); /* who is in a hex now may lead from it (7.1) */
        eagles_flag_supply(p, s->active);
        forget_order(s);
        if ((p->d->special & EAGLES_SEA_MOVE) != 0 && s->active == EAGLES_COALITION) {
            eagles_push(p, EAGLES_STEP_SEA_FROM);
        }
        if (eagles_in_campaign(p) && s->active == EAGLES_FRANCE) {
            eagles_push(p, EAGLES_STEP_CROSS);
        }
        break;
    case 1:
    case 2:
        if (eagles_in_campaign(p)) {
            invite_guest(p, frame->phase == 2 ? p->d->campaign.austria : p->d->campaign.prussia);
        }
        break;
    case 3:
        if (s->campaign.guest > 0) {
            dismiss_guest(p);
        }
        eagles_push(p, EAGLES_STEP_PICK);
        break;
    default:
        frame->step = EAGLES_STEP_MOVEMENT_END;
        frame->phase = 0;
        break;
    }
}

void eagles_movement_run(Play *p)
{
    const unsigned depth = p->s->depth;
    do {
        movement_part(p);
    } while (eagles_goes_on(p, depth, EAGLES_STEP_MOVEMENT));
}

/* 7.6: 3+ SP that stood still dig in, but not in major cities and capitals. */
static void dig_in(Play *p, unsigned hex)
{
    EaglesState *s = p->s;
    if (eagles_bit(s->trench[s->active], hex)) {
        return;
    }
    const unsigned city = p->d->hex[hex].city;
    if (city == EAGLES_NONE || p->d->city[city].level == EAGLES_MINOR) {
        eagles_set_bit(s->trench[s->active], hex, true);
        EAGLES_NOTE(p, EAGLES_EVENT_TRENCH, s->active, (int)hex);
    }
}

static void entrench(Play *p)
{
    const EaglesState *s = p->s;
    unsigned last = EAGLES_NO_HEX;
    unsigned rested = 0; /* SP of the active side in the hex of the last row that have not moved */
    const unsigned end = eagles_rows_on_map(s);
    EaglesRowLike still = eagles_like_side(s->active);
    still.with = EAGLES_FLAG_FINISHED | EAGLES_FLAG_INSIDE;
    for (unsigned word = 0; word < eagles_row_words(end); word++) {
        uint64_t rows = eagles_row_word(s, word, still) & eagles_row_range(word, 0, end);
        for (; rows != 0; rows &= rows - 1) {
            const unsigned row = word * EAGLES_ROW_WORD + (unsigned)__builtin_ctzll(rows);
            const unsigned hex = eagles_key_place(s->row_key[row]);
            rested = (hex == last ? rested : 0U) + s->row_count[row];
            last = hex;
            if (rested >= ENTRENCH_SP) {
                dig_in(p, hex);
            }
        }
    }
}

static void movement_end_part(Play *p)
{
    EaglesState *s = p->s;
    if (eagles_top(p)->phase++ == 0) {
        eagles_control_check(p);
        if (eagles_in_campaign(p)) {
            eagles_look_for_invasion(p);
        }
        entrench(p);
        eagles_rows_clear_flags(s, EAGLES_FLAG_FINISHED | EAGLES_FLAG_LANDED | EAGLES_FLAG_UNSUPPLIED);
        clear_leader_flags(s, EAGLES_FLAG_FINISHED | EAGLES_LEADER_LATE);
        forget_order(s);
        if (eagles_any_siege(p)) { /* nothing else asks for supply here */
            eagles_flag_supply(p, EAGLES_NEUTRAL);
            eagles_check_sieges(p);
        }
        return;
    }
    eagles_pop(p);
}

void eagles_movement_end_run(Play *p)
{
    const unsigned depth = p->s->depth;
    do {
        movement_end_part(p);
    } while (eagles_goes_on(p, depth, EAGLES_STEP_MOVEMENT_END));
}

/* ------------------------------------------------------------------ who can act */

/* A leader who may still be taken: unfinished, not besieged. */
static bool is_free_leader(const Play *p, unsigned leader, unsigned hex, unsigned colour)
{
    assert(leader < EAGLES_LEADERS_MAX);
    const EaglesState *s = p->s;
    const unsigned held = EAGLES_FLAG_FINISHED | EAGLES_FLAG_INSIDE | EAGLES_FLAG_GROUP;
    return s->leader_at[leader] == hex && (s->leader_flag[leader] & held) == 0 &&
           !p->d->leader[leader].naval && eagles_leader_side(p, leader) == s->active &&
           !(eagles_in_campaign(p) && eagles_is_leader_held(p, leader)) &&
           eagles_leader_colour(p, leader) == colour;
}

/* Whether a leader can still lead infantry; he is on the map, on the active side and has neither finished nor
 * is besieged. */
static bool is_leading(const Play *p, unsigned leader)
{
    const EaglesLeader *l = &p->d->leader[leader];
    const unsigned late = p->s->leader_flag[leader] & (EAGLES_LEADER_LATE | EAGLES_FLAG_GROUP);
    const bool leads = (late == 0) & (l->capacity > 0) & !l->naval &&
                       !(eagles_in_campaign(p) && eagles_is_leader_held(p, leader));
    assert(leads == ((p->s->leader_flag[leader] & EAGLES_LEADER_LATE) == 0 && l->capacity > 0 &&
                     is_free_leader(p, leader, p->s->leader_at[leader], eagles_leader_colour(p, leader))));
    return leads;
}

/* Where the order of groups stands for a colour of a hex: the least leader of the next group; EAGLES_NONE:
 * none any more. */
static unsigned least_leader(const EaglesState *s, unsigned hex, unsigned colour)
{
    if (s->pick_hex != hex || s->pick_colour != colour) {
        return 0;
    }
    return s->pick_leader == EAGLES_NONE ? EAGLES_NONE : s->pick_leader + 1U;
}

/* Most SP of the next group without leader: by falling size. */
static unsigned most_without_leader(const EaglesState *s, unsigned hex, unsigned colour)
{
    const unsigned size = s->pick_hex == hex && s->pick_colour == colour && s->pick_leader == EAGLES_NONE
                              ? s->pick_size
                              : (unsigned)EAGLES_ANY_SIZE;
    const unsigned room = s->campaign.guest > 0 ? EAGLES_GUEST_SP - s->campaign.guest_sp : EAGLES_ANY_SIZE;
    return size < room ? size : room;
}

/* An unfinished partisan of the colour in the hex, as a body of one; false if there is none. */
static bool partisan_body(const Play *p, Body *body, unsigned hex, unsigned colour)
{
    const EaglesState *s = p->s;
    if (s->partisans == 0) {
        return false;
    }
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned unit = eagles_row_unit(s, i);
        const unsigned held = EAGLES_FLAG_FINISHED | EAGLES_FLAG_INSIDE;
        if (p->d->unit[unit].type == EAGLES_P && eagles_unit_side(p, unit) == s->active &&
            eagles_unit_colour(p, unit) == colour && (eagles_row_flags(s, i) & held) == 0) {
            *body = (Body){.hex = hex, .side = s->active, .colour = colour};
            body->row[body->rows++] = (GroupRow){.unit = (uint8_t)unit, .have = 1, .going = 1};
            return true;
        }
    }
    return false;
}

/* Leaders of the body plus one more, and perhaps all behind him, for whom something can be found to do. */
static bool leader_completes(const Play *p, const Body *body, unsigned leader, const EaglesLeaders *here)
{
    Body more;
    if (body->leaders == EAGLES_GROUP_LEADERS_MAX) {
        return false;
    }
    eagles_body_copy(&more, body);
    more.leader[more.leaders++] = (uint8_t)leader;
    if (eagles_body_completes(p, &more, eagles_body_room(p, &more), true)) {
        return true;
    }
    for (unsigned k = 0; k < here->count && more.leaders < EAGLES_GROUP_LEADERS_MAX; k++) {
        const unsigned l = here->leader[k];
        if (l > leader && is_free_leader(p, l, body->hex, body->colour)) {
            more.leader[more.leaders++] = (uint8_t)l;
        }
    }
    return more.leaders > body->leaders + 1 &&
           eagles_body_completes(p, &more, eagles_body_room(p, &more), true);
}

static bool colour_acts(const Play *p, unsigned hex, unsigned colour, const EaglesLeaders *here)
{
    Body body;
    const EaglesState *s = p->s;
    assert(!(s->pick_hex == hex && colour < s->pick_colour));
    if (partisan_body(p, &body, hex, colour) && eagles_body_acts(p, &body)) {
        return true;
    }
    eagles_body_from_hex(p, &body, hex, colour);
    if (body.rows > 0 && eagles_body_completes(p, &body, most_without_leader(s, hex, colour), false)) {
        return true;
    }
    const unsigned least = least_leader(s, hex, colour);
    for (unsigned k = 0; k < here->count; k++) {
        const unsigned l = here->leader[k];
        if (l >= least && is_free_leader(p, l, hex, colour) && leader_completes(p, &body, l, here)) {
            return true;
        }
    }
    return false;
}

/* Colours of the active side, as bits, of which anything of it in a hex has not finished, and is not behind
 * the order of groups. */
static unsigned colours_that_may_act(const Play *p, unsigned hex, const EaglesLeaders *here)
{
    const EaglesState *s = p->s;
    const unsigned held = EAGLES_FLAG_FINISHED | EAGLES_FLAG_INSIDE;
    unsigned colours = 0;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned unit = eagles_row_unit(s, i);
        if ((eagles_row_flags(s, i) & held) == 0 && eagles_unit_side(p, unit) == s->active) {
            colours |= 1U << eagles_unit_colour(p, unit);
        }
    }
    for (unsigned k = 0; k < here->count; k++) {
        const unsigned l = here->leader[k];
        if ((s->leader_flag[l] & held) == 0 && eagles_leader_side(p, l) == s->active) {
            colours |= 1U << eagles_leader_colour(p, l);
        }
    }
    for (unsigned colour = 0; colour < EAGLES_COLOURS; colour++) {
        colours &= ~((unsigned)(s->colour_side[colour] != s->active) << colour);
    }
    return s->pick_hex == hex ? colours & ~0U << s->pick_colour : colours;
}

/* What can be told of a hex without making up groups. */
enum { AT_ONCE_NO, AT_ONCE_YES, AT_ONCE_UNSURE };

/* A hex with pieces of the active side that have not finished. Where nobody leads, infantry need not be asked
 * for. */
typedef struct Piece {
    unsigned hex;
    unsigned row;  /* the first one that may move */
    bool led;      /* leaders are among them */
    uint8_t leads; /* colours, as bits, of those who can still lead infantry */
} Piece;

/* One of the SP of the active side in a hex can go somewhere by itself or with a leader; or nobody needs to
 * be asked, since all SP are such as need a leader and there is none. */
static unsigned acts_at_once(const Play *p, const Piece *piece)
{
    const EaglesState *s = p->s;
    bool nobody = !piece->led;
    if (s->pick_hex == piece->hex || s->campaign.guest > 0) {
        return AT_ONCE_UNSURE; /* the order of groups counts, or how many go */
    }
    for (unsigned i = piece->row; eagles_row_at(s, i, piece->hex); i++) {
        const uint32_t key = s->row_key[i];
        const unsigned unit = eagles_key_unit(key);
        const EaglesUnit *u = &p->d->unit[unit];
        const bool unled = u->infantry && (piece->leads >> eagles_unit_colour(p, unit) & 1U) == 0;
        if ((eagles_key_flags(key) & HELD) != 0 || unled || u->type == EAGLES_CT ||
            eagles_unit_side(p, unit) != s->active) {
            continue;
        }
        nobody = false;
        if (u->type != EAGLES_P && p->s->colour_side[eagles_unit_colour(p, unit)] == s->active &&
            !(eagles_in_campaign(p) && eagles_is_held(p, key)) && eagles_sp_goes_freely(p, piece->hex, key)) {
            return AT_ONCE_YES;
        }
    }
    return nobody ? AT_ONCE_NO : AT_ONCE_UNSURE;
}

static bool hex_acts(const Play *p, const Piece *piece)
{
    EaglesLeaders here;
    const unsigned at_once = acts_at_once(p, piece);
    if (at_once != AT_ONCE_UNSURE) {
        return at_once == AT_ONCE_YES;
    }
    here.count = 0;
    if (piece->led) {
        eagles_leaders_in(p->s, piece->hex, &here);
    }
    for (unsigned colours = colours_that_may_act(p, piece->hex, &here); colours != 0;
         colours &= colours - 1) {
        if (colour_acts(p, piece->hex, (unsigned)__builtin_ctz(colours), &here)) {
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ PICK, COLOUR */

enum { WORD = 64, WORDS = EAGLES_HEXES_MAX / WORD };
_Static_assert(EAGLES_HEXES_MAX % WORD == 0, "hexes fill whole words");

/* The pieces of the active side that have not finished, from first_hex on: those that move without a leader,
 * and leaders, whose hexes are gone through side by side. */
typedef struct Pieces {
    unsigned word, words;            /* of rows */
    uint64_t rows[EAGLES_ROW_WORDS]; /* those that move without a leader, as bits; they are taken out */
    unsigned led_hex;                /* the next hex with leaders; EAGLES_HEXES_MAX: none */
    uint64_t led[WORDS];             /* hexes with leaders, as bits */
    struct {
        uint16_t row;       /* where SP stand: the first one */
        uint8_t leads;      /* where leaders are: colours, as bits, of those who can still lead infantry */
    } at[EAGLES_HEXES_MAX]; /* filled in only there: nobody else is asked */
} Pieces;

static void find_led(const Play *p, Pieces *pieces)
{
    const EaglesState *s = p->s;
    EaglesLeaders found;
    eagles_leaders_without(p, s->first_hex, EAGLES_FLAG_FINISHED | EAGLES_FLAG_INSIDE, &found);
    memset(pieces->led, 0, sizeof pieces->led);
    for (unsigned k = 0; k < found.count; k++) {
        const unsigned l = found.leader[k];
        if (eagles_leader_side(p, l) != s->active) {
            continue;
        }
        const unsigned hex = s->leader_at[l];
        const uint64_t bit = 1ULL << hex % WORD;
        const unsigned before = (pieces->led[hex / WORD] & bit) != 0 ? pieces->at[hex].leads : 0U;
        pieces->at[hex].leads = (uint8_t)(before | (unsigned)is_leading(p, l) << eagles_leader_colour(p, l));
        pieces->led[hex / WORD] |= bit;
    }
}

/* The first marked hex at or behind `from`; EAGLES_HEXES_MAX: none. */
static unsigned next_marked(const uint64_t mark[WORDS], unsigned from)
{
    unsigned word = from / WORD;
    uint64_t bits = word < WORDS ? mark[word] & ~0ULL << from % WORD : 0;
    while (bits == 0) {
        if (++word >= WORDS) {
            return EAGLES_HEXES_MAX;
        }
        bits = mark[word];
    }
    return word * WORD + (unsigned)__builtin_ctzll(bits);
}

static void find_pieces(const Play *p, Pieces *pieces)
{
    const EaglesState *s = p->s;
    const unsigned first = eagles_first_row(s, s->first_hex);
    const unsigned end = eagles_rows_on_map(s);
    EaglesRowLike like = eagles_like_side(s->active);
    like.with = EAGLES_FLAG_FINISHED | EAGLES_FLAG_INSIDE;
    pieces->word = first / EAGLES_ROW_WORD;
    pieces->words = eagles_row_words(end);
    for (unsigned word = pieces->word; word < pieces->words; word++) {
        pieces->rows[word] = eagles_row_word(s, word, like) & eagles_row_kind(s, word, p->d->unled) &
                             eagles_row_range(word, first, end);
    }
    for (unsigned row = end; row-- > first;) { /* the first of a hex comes last, and stays */
        pieces->at[eagles_key_place(s->row_key[row])].row = (uint16_t)row;
    }
    find_led(p, pieces);
    pieces->led_hex = next_marked(pieces->led, s->first_hex);
}

/* The next row that moves without a leader; s->rows: none. */
static unsigned next_unled(const Play *p, Pieces *pieces)
{
    while (pieces->word < pieces->words) {
        const uint64_t rows = pieces->rows[pieces->word];
        if (rows != 0) {
            return pieces->word * EAGLES_ROW_WORD + (unsigned)__builtin_ctzll(rows);
        }
        pieces->word++;
    }
    return p->s->rows;
}

/* The next hex with pieces; false: there is none any more. */
static bool next_piece(const Play *p, Pieces *pieces, Piece *piece)
{
    const EaglesState *s = p->s;
    unsigned row = next_unled(p, pieces);
    const unsigned unled = row < s->rows ? eagles_key_place(s->row_key[row]) : (unsigned)EAGLES_HEXES_MAX;
    const unsigned hex = unled < pieces->led_hex ? unled : pieces->led_hex;
    if (hex >= EAGLES_HEXES_MAX) {
        return false;
    }
    *piece = (Piece){.hex = hex, .row = row, .led = hex == pieces->led_hex};
    if (piece->led) { /* infantry may go, too */
        piece->row = eagles_presence(s, hex) == EAGLES_PRESENT_NOBODY ? s->rows : pieces->at[hex].row;
        assert(piece->row == eagles_rows_in(s, hex));
        piece->leads = pieces->at[hex].leads;
        pieces->led_hex = next_marked(pieces->led, hex + 1);
    }
    while (eagles_row_at(s, row, hex)) {
        pieces->rows[pieces->word] &= pieces->rows[pieces->word] - 1;
        row = next_unled(p, pieces);
    }
    return true;
}

Seat eagles_pick_options(const Play *p, MoveList *list)
{
    const EaglesState *s = p->s;
    Pieces pieces;
    Piece piece;
    find_pieces(p, &pieces);
    while (!eagles_enough(p, list) && next_piece(p, &pieces, &piece)) {
        if (!hex_acts(p, &piece)) {
            continue;
        }
        if (list->count == PAGE) {
            eagles_add(list, eagles_move(EAGLES_MOVE_LATER, 0));
            break;
        }
        eagles_add(list, eagles_move(EAGLES_MOVE_PICK, piece.hex));
    }
    eagles_add(list, eagles_move(EAGLES_MOVE_END, 0));
    return eagles_seat(s->active);
}

/* The page turned: hexes behind the 48 that were offered. */
static unsigned next_page(const Play *p)
{
    MoveList list = {.count = 0};
    Play all = *p;
    all.enough = 0;
    eagles_pick_options(&all, &list);
    assert(list.count == PAGE + 2); /* with LATER and END */
    assert(eagles_move_kind(list.moves[PAGE - 1]) == EAGLES_MOVE_PICK);
    return eagles_move_argument(list.moves[PAGE - 1]) + 1;
}

void eagles_pick_choose(Play *p, Move move)
{
    EaglesState *s = p->s;
    if (eagles_move_kind(move) == EAGLES_MOVE_END) {
        eagles_pop(p);
        return;
    }
    if (eagles_move_kind(move) == EAGLES_MOVE_LATER) {
        s->first_hex = (uint16_t)next_page(p);
        return;
    }
    const unsigned hex = eagles_move_argument(move);
    s->first_hex = (uint16_t)hex;
    s->group = (EaglesGroup){.hex = (uint16_t)hex};
    eagles_push(p, EAGLES_STEP_COLOUR);
}

Seat eagles_colour_options(const Play *p, MoveList *list)
{
    EaglesLeaders here;
    const unsigned hex = p->s->group.hex;
    eagles_leaders_in(p->s, hex, &here);
    unsigned colours = colours_that_may_act(p, hex, &here);
    if (__builtin_popcount(colours) == 1) { /* the hex was offered: somebody acts, and he can only be of it */
        assert(colour_acts(p, hex, (unsigned)__builtin_ctz(colours), &here));
        eagles_add(list, eagles_move(EAGLES_MOVE_COLOUR, (unsigned)__builtin_ctz(colours)));
        return eagles_seat(p->s->active);
    }
    for (; colours != 0; colours &= colours - 1) {
        const unsigned colour = (unsigned)__builtin_ctz(colours);
        if (colour_acts(p, hex, colour, &here)) {
            eagles_add(list, eagles_move(EAGLES_MOVE_COLOUR, colour));
        }
    }
    assert(list->count > 0);
    return eagles_seat(p->s->active);
}

/* Marks SP of a row in a hex (of those that carry none of the flags in `held`) as part of the group. */
static void take(Play *p, unsigned hex, unsigned unit, bool expedition, unsigned count, unsigned held)
{
    EaglesState *s = p->s;
    for (unsigned i = eagles_rows_in(s, hex); count > 0 && eagles_row_at(s, i, hex);) {
        const uint32_t key = s->row_key[i];
        const bool same = eagles_key_unit(key) == unit &&
                          ((eagles_key_flags(key) & EAGLES_FLAG_EXPEDITION) != 0) == expedition;
        if (!same || (eagles_key_flags(key) & (held | EAGLES_FLAG_GROUP)) != 0) {
            i++;
            continue;
        }
        if (count >= s->row_count[i]) {
            count -= s->row_count[i];
            i = eagles_row_becomes(s, i, eagles_key_flags(key) | EAGLES_FLAG_GROUP);
        } else {
            eagles_rows_change(s, key, key | EAGLES_FLAG_GROUP, count);
            count = 0;
        }
    }
    assert(count == 0);
}

#ifndef NDEBUG
static bool is_group(const Play *p, unsigned sp, unsigned leader)
{
    Body body;
    eagles_body_from_group(p, &body);
    return eagles_body_sp(&body) == sp &&
           leader == (body.leaders > 0 ? body.leader[0] : (unsigned)EAGLES_NONE);
}
#endif

/* The group of so many SP and the least of its leaders (EAGLES_NONE: it has none) is made up: note its place
 * in the order of groups and let it act. */
static void start_group(Play *p, unsigned sp, unsigned leader)
{
    EaglesState *s = p->s;
    assert(is_group(p, sp, leader));
    s->pick_hex = s->group.hex;
    s->pick_colour = s->group.colour;
    s->pick_leader = (uint8_t)leader;
    s->pick_size = leader != EAGLES_NONE ? EAGLES_ANY_SIZE : (uint8_t)sp;
    if (eagles_in_campaign(p)) {
        Body body;
        eagles_body_from_group(p, &body);
        note_group(p, &body);
    }
    EaglesFrame *frame = eagles_top(p);
    *frame = (EaglesFrame){.step = sp > 0 ? EAGLES_STEP_STEP : EAGLES_STEP_LEADER_TO};
}

void eagles_colour_choose(Play *p, Move move)
{
    EaglesState *s = p->s;
    Body body;
    const unsigned hex = s->group.hex;
    const unsigned colour = eagles_move_argument(move);
    s->group.colour = (uint8_t)colour;
    if (partisan_body(p, &body, hex, colour) && eagles_body_acts(p, &body)) {
        take(p, hex, body.row[0].unit, false, 1, HELD);
        start_group(p, 1, EAGLES_NONE);
        return;
    }
    *eagles_top(p) = (EaglesFrame){.step = EAGLES_STEP_LEADER, .a = (uint8_t)least_leader(s, hex, colour)};
}

/* ------------------------------------------------------------------ LEADER, TAKE */

/* The SP that could go and the leaders chosen so far. */
static void body_in_choice(const Play *p, Body *body)
{
    const EaglesState *s = p->s;
    eagles_body_from_hex(p, body, s->group.hex, s->group.colour);
    eagles_body_add_leaders(p, body);
}

/* SP that a group may be of at most. */
static unsigned most_of_group(const Play *p, const Body *body)
{
    return body->leaders > 0 ? eagles_body_room(p, body) : most_without_leader(p->s, body->hex, body->colour);
}

#ifndef NDEBUG
/* Whether the group can be made up of what was chosen so far. */
static bool has_future(const Play *p)
{
    Body body;
    body_in_choice(p, &body);
    return eagles_body_completes(p, &body, most_of_group(p, &body), body.leaders > 0);
}
#endif

/* Frame: a the least leader that may be named. */
Seat eagles_leader_options(const Play *p, MoveList *list)
{
    Body body;
    EaglesLeaders here;
    const EaglesGroup *group = &p->s->group;
    eagles_leaders_in(p->s, group->hex, &here);
    unsigned free = 0;
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        here.leader[free] = (uint8_t)l;
        free += l >= eagles_top(p)->a && is_free_leader(p, l, group->hex, group->colour);
    }
    here.count = free;
    if (free == 0) { /* it can only be enough: what was chosen so far has a future */
        assert(has_future(p));
        eagles_add(list, eagles_move(EAGLES_MOVE_ENOUGH, 0));
        return eagles_seat(p->s->active);
    }
    body_in_choice(p, &body);
    const bool led = p->s->campaign.guest == 0 && eagles_body_goes_led(p, &body); /* most often so */
    for (unsigned k = 0; k < here.count; k++) {
        const bool leads = led && body.leaders < EAGLES_GROUP_LEADERS_MAX && is_leading(p, here.leader[k]);
        assert(!leads || leader_completes(p, &body, here.leader[k], &here));
        if (leads || leader_completes(p, &body, here.leader[k], &here)) {
            eagles_add(list, eagles_move(EAGLES_MOVE_LEADER, here.leader[k]));
        }
    }
    if (eagles_body_completes(p, &body, most_of_group(p, &body), body.leaders > 0)) {
        eagles_add(list, eagles_move(EAGLES_MOVE_ENOUGH, 0));
    }
    assert(list->count > 0);
    return eagles_seat(p->s->active);
}

void eagles_leader_choose(Play *p, Move move)
{
    if (eagles_move_kind(move) == EAGLES_MOVE_ENOUGH) {
        *eagles_top(p) = (EaglesFrame){.step = EAGLES_STEP_TAKE};
        return;
    }
    const unsigned leader = eagles_move_argument(move);
    p->s->leader_flag[leader] |= EAGLES_FLAG_GROUP;
    eagles_top(p)->a = (uint8_t)(leader + 1);
}

/* Rows that can go with the leaders chosen, closed at all they have; how many SP that is. */
static unsigned take_all(const Play *p, Body *body)
{
    const bool leads = eagles_body_leads(p, body);
    unsigned sp = 0;
    for (unsigned i = 0; i < body->rows; i++) {
        GroupRow *row = &body->row[i];
        row->open = false;
        row->going = p->d->unit[row->unit].infantry && !leads ? 0 : row->have;
        row->have = row->going;
        sp += row->going;
    }
    return sp;
}

static void open_rows(Body *body)
{
    for (unsigned i = 0; i < body->rows; i++) {
        body->row[i].open = true;
        body->row[i].going = 0;
    }
}

Seat eagles_take_options(const Play *p, MoveList *list)
{
    Body body;
    body_in_choice(p, &body);
    const unsigned sp = take_all(p, &body);
    const unsigned most = most_of_group(p, &body);
    const bool anyhow = eagles_body_goes_anyhow(p, &body); /* most often so */
    if (sp > 0 && sp <= most && (anyhow || eagles_body_acts(p, &body))) {
        eagles_add(list, eagles_move(EAGLES_MOVE_TAKE_ALL, 0));
    }
    for (unsigned i = 0; sp > 1 && sp - 1 <= most && i < body.rows && !eagles_enough(p, list); i++) {
        GroupRow *row = &body.row[i];
        if (row->going > 0) {
            row->going--;
            assert(!anyhow || eagles_body_acts(p, &body));
            if (anyhow || eagles_body_acts(p, &body)) {
                const unsigned argument = eagles_row_argument(row->unit, row->expedition);
                eagles_add(list, eagles_move(EAGLES_MOVE_TAKE_LEAVE_ONE, argument));
            }
            row->going++;
        }
    }
    if (eagles_enough(p, list)) {
        return eagles_seat(p->s->active);
    }
    open_rows(&body);
    const unsigned few = sp < 3 ? 0 : most < sp - 2 ? most : sp - 2;
    assert(few == 0 || !anyhow || eagles_body_completes(p, &body, few, false));
    if (few > 0 && (anyhow || eagles_body_completes(p, &body, few, false))) {
        eagles_add(list, eagles_move(EAGLES_MOVE_TAKE_ROWS, 0));
    }
    for (unsigned i = 0; i < body.rows; i++) {
        body.row[i].open = false;
    }
    if (body.leaders > 0 && eagles_body_acts(p, &body)) {
        eagles_add(list, eagles_move(EAGLES_MOVE_TAKE_NONE, 0));
    }
    assert(list->count > 0);
    return eagles_seat(p->s->active);
}

void eagles_take_choose(Play *p, Move move)
{
    Body body;
    const unsigned kind = eagles_move_kind(move);
    if (kind == EAGLES_MOVE_TAKE_ROWS) {
        *eagles_top(p) = (EaglesFrame){.step = EAGLES_STEP_TAKE_ROWS};
        return;
    }
    unsigned sp = 0;
    body_in_choice(p, &body);
    take_all(p, &body);
    for (unsigned i = 0; kind != EAGLES_MOVE_TAKE_NONE && i < body.rows; i++) {
        const GroupRow *row = &body.row[i];
        const unsigned argument = eagles_row_argument(row->unit, row->expedition);
        const bool one_stays = kind == EAGLES_MOVE_TAKE_LEAVE_ONE && eagles_move_argument(move) == argument;
        const unsigned taken = row->going - (one_stays ? 1U : 0U);
        take(p, body.hex, row->unit, row->expedition, taken, HELD);
        sp += taken;
    }
    start_group(p, sp, body.leaders > 0 ? body.leader[0] : (unsigned)EAGLES_NONE);
}

/* Frame: a the rows decided so far. Rows behind are open, those before closed at what carries the flag of the
 * group. */
static GroupRow *body_of_rows(const Play *p, Body *body, unsigned *total)
{
    const EaglesState *s = p->s;
    const unsigned decided = eagles_top(p)->a;
    const unsigned hex = s->group.hex;
    body_in_choice(p, body);
    Body all; /* rows as they were before the choice began */
    eagles_body_copy(&all, body);
    all.rows = 0;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned unit = eagles_row_unit(s, i);
        const unsigned flags = eagles_row_flags(s, i);
        const unsigned type = p->d->unit[unit].type;
        if (eagles_unit_side(p, unit) != s->active || eagles_unit_colour(p, unit) != s->group.colour ||
            (flags & HELD) != 0 || type == EAGLES_P || type == EAGLES_CT ||
            (eagles_in_campaign(p) && eagles_is_held(p, s->row_key[i]))) {
            continue;
        }
        GroupRow *row = all.rows > 0 ? &all.row[all.rows - 1] : NULL;
        const bool expedition = (flags & EAGLES_FLAG_EXPEDITION) != 0;
        if (row == NULL || row->unit != unit || row->expedition != expedition) {
            row = &all.row[all.rows++];
            *row = (GroupRow){.unit = (uint8_t)unit, .expedition = expedition};
        }
        row->have = (uint8_t)(row->have + s->row_count[i]);
        row->going = (uint8_t)(row->going + ((flags & EAGLES_FLAG_GROUP) != 0 ? s->row_count[i] : 0));
        row->unsupplied = row->unsupplied || (flags & EAGLES_FLAG_UNSUPPLIED) != 0;
    }
    const bool leads = eagles_body_leads(p, &all);
    body->rows = 0;
    *total = 0;
    for (unsigned i = 0; i < all.rows; i++) {
        if (leads || !p->d->unit[all.row[i].unit].infantry) {
            all.row[i].open = body->rows >= decided;
            *total += all.row[i].have;
            body->row[body->rows++] = all.row[i];
        }
    }
    return decided < body->rows ? &body->row[decided] : NULL;
}

Seat eagles_take_rows_options(const Play *p, MoveList *list)
{
    Body body;
    unsigned total = 0;
    GroupRow *row = body_of_rows(p, &body, &total);
    const unsigned most = most_of_group(p, &body);
    assert(row != NULL && total >= 3);
    row->open = false;
    for (unsigned n = 0; n <= row->have; n++) {
        row->going = (uint8_t)n;
        if (eagles_body_completes(p, &body, most < total - 2 ? most : total - 2, false)) {
            eagles_add(list,
                       eagles_move_row(EAGLES_MOVE_ROWS, eagles_row_argument(row->unit, row->expedition), n));
        }
    }
    assert(list->count > 0);
    return eagles_seat(p->s->active);
}

void eagles_take_rows_choose(Play *p, Move move)
{
    Body body;
    unsigned total = 0;
    const unsigned argument = eagles_move_argument(move);
    const unsigned row = argument >> 8U;
    take(p, p->s->group.hex, row >> 1U, (row & 1U) != 0, argument & 0xFFU, HELD);
    eagles_top(p)->a++;
    if (body_of_rows(p, &body, &total) == NULL) {
        eagles_body_from_group(p, &body);
        start_group(p, eagles_body_sp(&body), body.leaders > 0 ? body.leader[0] : (unsigned)EAGLES_NONE);
    }
}

/* ------------------------------------------------------------------ DROP */

/* Whether some leaders may go on with what is closed and something of what is open, and something stays. body
 * holds all leaders of the group; `sure` of the first `decided` ones go (bits), those behind may. stays: what
 * is left behind already. */
static bool drop_completes(const Play *p, const Body *body, unsigned decided, uint32_t sure, unsigned stays)
{
    unsigned group_sp = 0;
    for (unsigned i = 0; i < body->rows; i++) {
        group_sp += body->row[i].open ? body->row[i].have : body->row[i].going;
    }
    /* Of those undecided nobody, all, one, or all but one go: alone the fastest is best, with SP the ablest,
     * and nothing else about the choice matters. */
    const unsigned undecided = body->leaders - decided;
    const uint32_t everybody = (1U << undecided) - 1U;
    Body part;
    eagles_body_copy(&part, body);
    part.free_way = true;
    for (unsigned way = 0; way < 2 + 2 * undecided; way++) {
        const uint32_t one = 1U << (way - 2) % (undecided + 1);
        const uint32_t pick = way == 0              ? 0
                              : way == 1            ? everybody
                              : way < 2 + undecided ? one
                                                    : everybody & ~(1U << (way - 2 - undecided));
        const uint32_t mask = sure | pick << decided;
        part.leaders = 0;
        for (unsigned k = 0; k < body->leaders; k++) {
            if ((mask >> k & 1U) != 0) {
                part.leader[part.leaders++] = body->leader[k];
            }
        }
        bool unled = false;
        for (unsigned i = 0; i < part.rows; i++) {
            const GroupRow *row = &part.row[i];
            unled = unled || (!row->open && row->going > 0 && p->d->unit[row->unit].infantry);
        }
        if (unled && !eagles_body_leads(p, &part)) {
            continue;
        }
        unsigned most = eagles_body_capacity(p, &part);
        if (stays + body->leaders - part.leaders == 0) {
            most = most < group_sp - 1 ? most : group_sp - 1;
        }
        if ((group_sp > 0 || part.leaders > 0) && eagles_body_completes(p, &part, most, part.leaders > 0)) {
            return true;
        }
    }
    return false;
}

/* body: the group as it stands, without its leaders; it is changed. free: as EaglesWays has it. */
static bool can_drop(const Play *p, Body *body, bool free)
{
    const EaglesGroup *group = &p->s->group;
    const unsigned wanted = group->flags & (EAGLES_GROUP_MOVED | EAGLES_GROUP_DROPPED);
    if (wanted != EAGLES_GROUP_MOVED) {
        return false;
    }
    const unsigned sp = eagles_body_sp(body);
    body->free_way = true; /* for those who go on (15.2) */
    open_rows(body);
    if (sp > 1 && eagles_body_goes_freely(p, body, free)) {
        return true; /* most often so: one goes on by itself, another stays */
    }
    eagles_body_add_leaders(p, body);
    if (sp + body->leaders < 2) {
        return false;
    }
    if (sp > 1 && eagles_body_capacity(p, body) > 0 && eagles_body_goes_freely(p, body, free)) {
        assert(drop_completes(p, body, 0, 0, 0));
        return true; /* or else so: one goes on with all the leaders */
    }
    return drop_completes(p, body, 0, 0, 0);
}

/* Frame: a row argument of the last row decided + 1, b whether anything stays. Without leaders. */
static GroupRow *body_of_drop(const Play *p, Body *body)
{
    const unsigned next = eagles_top(p)->x;
    GroupRow *current = NULL;
    eagles_body_sp_of_group(p, body);
    for (unsigned i = 0; i < body->rows; i++) {
        GroupRow *row = &body->row[i];
        if (eagles_row_argument(row->unit, row->expedition) < next) {
            continue;
        }
        if (current == NULL) {
            current = row;
        } else {
            row->open = true;
            row->going = 0;
        }
    }
    return current;
}

Seat eagles_drop_rows_options(const Play *p, MoveList *list)
{
    Body body;
    GroupRow *row = body_of_drop(p, &body);
    assert(row != NULL);
    eagles_body_add_leaders(p, &body);
    for (unsigned n = 0; row != NULL && n <= row->have; n++) {
        row->going = (uint8_t)(row->have - n);
        if (drop_completes(p, &body, 0, 0, eagles_top(p)->b + n)) {
            eagles_add(list,
                       eagles_move_row(EAGLES_MOVE_ROWS, eagles_row_argument(row->unit, row->expedition), n));
        }
    }
    assert(list->count > 0);
    return eagles_seat(p->s->active);
}

/* The rest goes on as soon as all rows and leaders are decided; visited hexes are free again (15.2). */
static void end_drop(Play *p)
{
    EaglesGroup *group = &p->s->group;
    Body body;
    group->flags |= EAGLES_GROUP_DROPPED;
    group->left_count = 0;
    memset(group->left, 0, sizeof group->left);
    eagles_body_sp_of_group(p, &body);
    *eagles_top(p) =
        (EaglesFrame){.step = eagles_body_sp(&body) > 0 ? EAGLES_STEP_STEP : EAGLES_STEP_LEADER_TO};
}

static void ask_leaders(Play *p)
{
    EaglesFrame *frame = eagles_top(p);
    const uint8_t stays = frame->b;
    *frame = (EaglesFrame){.step = EAGLES_STEP_DROP_LEADERS, .b = stays};
    Body body;
    eagles_body_from_group(p, &body);
    if (body.leaders == 0) {
        end_drop(p);
    }
}

void eagles_drop_rows_choose(Play *p, Move move)
{
    EaglesState *s = p->s;
    Body body;
    const unsigned row = eagles_move_argument(move) >> 8U;
    unsigned n = eagles_move_argument(move) & 0xFFU;
    eagles_top(p)->b = (uint8_t)(eagles_top(p)->b + n);
    for (unsigned i = eagles_rows_in(s, s->group.hex); n > 0 && eagles_row_at(s, i, s->group.hex);) {
        const uint32_t key = s->row_key[i];
        const unsigned flags = eagles_key_flags(key);
        const bool same =
            eagles_row_argument(eagles_key_unit(key), (flags & EAGLES_FLAG_EXPEDITION) != 0) == row;
        if (!same || (flags & EAGLES_FLAG_GROUP) == 0) {
            i++;
            continue;
        }
        const unsigned dropped = n < s->row_count[i] ? n : s->row_count[i];
        eagles_rows_change(s, key, (key & ~(uint32_t)EAGLES_FLAG_GROUP) | EAGLES_FLAG_FINISHED, dropped);
        n -= dropped;
        i = eagles_rows_in(s, s->group.hex);
    }
    eagles_top(p)->x = (uint16_t)(row + 1);
    if (body_of_drop(p, &body) == NULL) {
        ask_leaders(p);
    }
}

/* Frame: a the leaders asked so far (as an index + 1 of the last), b what stays already. */
static unsigned next_leader(const Play *p, const Body *body, unsigned *decided)
{
    *decided = 0;
    while (*decided < body->leaders && body->leader[*decided] < eagles_top(p)->a) {
        (*decided)++;
    }
    return *decided < body->leaders ? body->leader[*decided] : EAGLES_NONE;
}

Seat eagles_drop_leaders_options(const Play *p, MoveList *list)
{
    Body body;
    unsigned decided = 0;
    eagles_body_from_group(p, &body);
    const unsigned leader = next_leader(p, &body, &decided);
    assert(leader != EAGLES_NONE);
    const unsigned sure = (1U << decided) - 1U;
    if (drop_completes(p, &body, decided + 1, sure, eagles_top(p)->b)) {
        eagles_add(list, eagles_move_with(leader, false));
    }
    if (drop_completes(p, &body, decided + 1, sure | 1U << decided, eagles_top(p)->b)) {
        eagles_add(list, eagles_move_with(leader, true));
    }
    assert(list->count > 0);
    return eagles_seat(p->s->active);
}

void eagles_drop_leaders_choose(Play *p, Move move)
{
    Body body;
    EaglesFrame *frame = eagles_top(p);
    unsigned decided = 0;
    const unsigned leader = eagles_move_argument(move) >> 1U;
    if ((move & 1U) == 0) {
        uint8_t *flags = &p->s->leader_flag[leader];
        *flags = (uint8_t)((*flags & ~EAGLES_FLAG_GROUP) | EAGLES_FLAG_FINISHED);
        frame->b = (uint8_t)(frame->b + 1);
    }
    frame->a = (uint8_t)(leader + 1);
    eagles_body_from_group(p, &body);
    if (next_leader(p, &body, &decided) == EAGLES_NONE) {
        end_drop(p);
    }
}

/* ------------------------------------------------------------------ STEP, LEADER_TO */

static void add_directions(MoveList *list, enum eagles_move_kind kind, unsigned directions)
{
    for (; directions != 0; directions &= directions - 1) {
        eagles_add(list, eagles_move(kind, (unsigned)__builtin_ctz(directions)));
    }
}

Seat eagles_step_options(const Play *p, MoveList *list)
{
    Body body;
    const EaglesGroup *group = &p->s->group;
    eagles_body_sp_of_group(p, &body);
    const bool partisan = body.rows > 0 && p->d->unit[body.row[0].unit].type == EAGLES_P;
    EaglesWays ways;
    eagles_body_ways(p, &body, &ways);
    const bool stops = (group->flags & EAGLES_GROUP_MOVED) != 0;
    const unsigned others =
        (unsigned)(__builtin_popcount(ways.step) + __builtin_popcount(ways.march)) + stops;
    add_directions(list, EAGLES_MOVE_STEP, ways.step);
    if (!partisan && !(p->enough > 0 && others >= p->enough) && can_drop(p, &body, ways.free)) {
        eagles_add(list, eagles_move(EAGLES_MOVE_DROP, 0));
    }
    add_directions(list, EAGLES_MOVE_FM_STEP, ways.march);
    if (stops) {
        eagles_add(list, eagles_move(EAGLES_MOVE_STOP, 0));
    }
    assert(list->count > 0);
    return eagles_seat(p->s->active);
}

/* 7.4: everybody there is eliminated, leaders flee: those of a conquered state here (13.7), others when the
 * group has come. */
static void overrun_hex(Play *p, unsigned hex, unsigned moved)
{
    EaglesState *s = p->s;
    const unsigned enemy = eagles_other(s->active);
    unsigned lost = 0;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex);) {
        if (eagles_unit_side(p, eagles_row_unit(s, i)) == enemy ||
            eagles_unit_side(p, eagles_row_unit(s, i)) == EAGLES_NEUTRAL) {
            lost += s->row_count[i];
            eagles_eliminate(p, s->row_key[i], s->row_count[i]);
        } else {
            i++;
        }
    }
    EaglesLeaders here;
    eagles_leaders_in(s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        if (eagles_leader_side(p, here.leader[k]) == EAGLES_NEUTRAL) {
            eagles_displace(p, here.leader[k]);
        }
    }
    EAGLES_NOTE(p, EAGLES_EVENT_OVERRUN, s->active, (int)hex, (int)lost, (int)moved);
    s->group.flags |= EAGLES_GROUP_RESET;
}

void eagles_group_goes(Play *p, unsigned to)
{
    EaglesState *s = p->s;
    const unsigned from = s->group.hex;
    eagles_move_flagged(p, from, to, EAGLES_FLAG_GROUP, 0, 0);
    s->group.hex = (uint16_t)to;
    assert(s->group.left_count < EAGLES_PATH_MAX);
    s->group.left[s->group.left_count++] = (uint16_t)from;
    s->group.flags = (uint8_t)((s->group.flags | EAGLES_GROUP_MOVED) & ~EAGLES_GROUP_DROPPED);
    eagles_settle(p, from);
    eagles_settle(p, to);
}

void eagles_note_way(const Play *p, unsigned from, unsigned to, unsigned sp, bool led)
{
    EaglesLeaders here;
    if (from == to || !eagles_is_told(p, EAGLES_EVENT_MOVED)) {
        return;
    }
    eagles_leaders_flagged(p->s, p->s->group.hex, EAGLES_FLAG_GROUP, &here);
    int first = 255;
    for (unsigned k = 0; led && k < here.count; k++) {
        const unsigned l = here.leader[k];
        if (first == 255 || p->d->leader[l].leadership > p->d->leader[first].leadership) {
            first = (int)l;
        }
    }
    EAGLES_NOTE(p, EAGLES_EVENT_MOVED, p->s->active, (int)from, (int)to, (int)sp, first);
}

/* The group as it stands has come here from the first hex that it may not enter again. */
static void note_march(const Play *p)
{
    Body body;
    if (p->s->group.left_count > 0 && eagles_is_told(p, EAGLES_EVENT_MOVED)) {
        eagles_body_sp_of_group(p, &body);
        eagles_note_way(p, p->s->group.left[0], p->s->group.hex, eagles_body_sp(&body), true);
    }
}

#ifndef NDEBUG
static unsigned group_step(const Play *p, unsigned direction)
{
    Body body;
    bool overrun = false;
    eagles_body_sp_of_group(p, &body);
    return eagles_body_step(p, &body, direction, &overrun);
}
#endif

static void step_to(Play *p, unsigned direction)
{
    EaglesState *s = p->s;
    Body body;
    bool overrun = false;
    const unsigned next = p->d->hex[s->group.hex].neighbour[direction];
    const unsigned presence = eagles_presence(s, next);
    if (s->partisans == 0 && (presence == EAGLES_PRESENT_NOBODY || presence == s->active + 1U)) {
        /* most often so: the step was offered, and nobody is in the way */
        const unsigned mp = eagles_cost(p, s->group.hex, direction, s->active);
        assert(mp == group_step(p, direction));
        s->group.spent = (uint8_t)(s->group.spent + mp);
        eagles_group_goes(p, next);
        return;
    }
    eagles_body_sp_of_group(p, &body);
    const bool partisan = body.rows > 0 && p->d->unit[body.row[0].unit].type == EAGLES_P;
    const unsigned cost = eagles_body_step(p, &body, direction, &overrun);
    assert(cost > 0);
    if (overrun) {
        overrun_hex(p, next, eagles_body_sp(&body));
    }
    s->group.spent = (uint8_t)(s->group.spent + cost);
    eagles_group_goes(p, next);
    if (overrun) { /* it overran since it left any hex, the last one included (15.2) */
        note_march(p);
        s->group.left_count = 0;
        memset(s->group.left, 0, sizeof s->group.left);
    }
    if (partisan) {
        eagles_top(p)->step = EAGLES_STEP_GROUP_END;
    }
}

void eagles_step_choose(Play *p, Move move)
{
    EaglesFrame *frame = eagles_top(p);
    switch (eagles_move_kind(move)) {
    case EAGLES_MOVE_STEP:
        step_to(p, eagles_move_argument(move));
        break;
    case EAGLES_MOVE_DROP:
        note_march(p);
        *frame = (EaglesFrame){.step = EAGLES_STEP_DROP_ROWS};
        break;
    case EAGLES_MOVE_FM_STEP:
        eagles_march_begin(p, eagles_move_argument(move));
        break;
    default:
        assert(eagles_move_kind(move) == EAGLES_MOVE_STOP);
        frame->step = EAGLES_STEP_GROUP_END;
        break;
    }
}

/* The group is done: it has finished, and where dice fell or enemies were overrun every hex is offered again.
 */
static void finish_in(Play *p, unsigned hex)
{
    EaglesState *s = p->s;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex);) {
        const uint32_t key = s->row_key[i];
        const unsigned flags = eagles_key_flags(key);
        if ((flags & EAGLES_FLAG_GROUP) != 0) {
            i = eagles_row_becomes(s, i, (flags & ~(unsigned)EAGLES_FLAG_GROUP) | EAGLES_FLAG_FINISHED);
        } else {
            i++;
        }
    }
    EaglesLeaders here;
    eagles_leaders_flagged(s, hex, EAGLES_FLAG_GROUP, &here);
    for (unsigned k = 0; k < here.count; k++) {
        uint8_t *flag = &s->leader_flag[here.leader[k]];
        *flag = (uint8_t)((*flag & ~EAGLES_FLAG_GROUP) | EAGLES_FLAG_FINISHED);
    }
}

#ifndef NDEBUG
static bool is_group_finished(const EaglesState *s)
{
    unsigned flags = 0;
    for (unsigned i = 0; i < s->rows; i++) {
        flags |= eagles_row_flags(s, i);
    }
    for (unsigned l = 0; l < EAGLES_LEADERS_MAX; l++) {
        flags |= s->leader_flag[l];
    }
    return (flags & EAGLES_FLAG_GROUP) == 0;
}
#endif

void eagles_group_end_run(Play *p)
{
    EaglesState *s = p->s;
    if (s->group.path_count == 0) { /* a forced march has told where each part of it came */
        note_march(p);
    }
    finish_in(p, s->group.hex);
    for (unsigned i = 0; i < s->group.path_count; i++) { /* a failed march leaves parts of it on the way */
        finish_in(p, s->group.path[i]);
    }
    assert(is_group_finished(s));
    if ((s->group.flags & EAGLES_GROUP_RESET) != 0) {
        forget_order(s);
    }
    s->group = (EaglesGroup){.hex = EAGLES_NO_HEX};
    eagles_pop(p);
}

/* Frame: a the map area chosen, 0 for none. */
Seat eagles_leader_to_options(const Play *p, MoveList *list)
{
    Body body;
    uint16_t reach[EAGLES_REACH_MAX];
    const unsigned area = eagles_top(p)->a;
    unsigned areas = 0;
    eagles_body_from_group(p, &body);
    const unsigned count = eagles_leader_reach(p, &body, reach);
    assert(count > 0);
    for (unsigned i = 0; i < count; i++) {
        areas |= 1U << p->d->hex[reach[i]].area;
        if ((count <= PAGE || area == p->d->hex[reach[i]].area) && list->count < MOVE_LIST_MAX) {
            eagles_add(list, eagles_move(EAGLES_MOVE_LEADER_TO, reach[i]));
        }
    }
    for (unsigned i = 1; count > PAGE && area == 0 && i <= 4; i++) {
        if ((areas >> i & 1U) != 0) {
            eagles_add(list, eagles_move(EAGLES_MOVE_LEADER_AREA, i));
        }
    }
    return eagles_seat(p->s->active);
}

void eagles_leader_to_choose(Play *p, Move move)
{
    if (eagles_move_kind(move) == EAGLES_MOVE_LEADER_AREA) {
        eagles_top(p)->a = (uint8_t)eagles_move_argument(move);
        return;
    }
    eagles_group_goes(p, eagles_move_argument(move));
    eagles_top(p)->step = EAGLES_STEP_GROUP_END;
}
