/* notes.c: notes for the Journal that take some working out (events.h), and what of them is secret (4.1.2).
 */
#include "engine/aon/rules.h"

JournalEntry *aon_note(Journal *journal, enum aon_note kind, Seat seat, const int *values, unsigned count)
{
    JournalEntry *entry = journal_add(journal, kind, seat);
    assert(count <= JOURNAL_ARGS_MAX);
    for (unsigned i = 0; i < count; i++) {
        assert(values[i] != JOURNAL_UNSEEN);
        entry->args[i] = values[i];
    }
    entry->count = (uint8_t)count;
    return entry;
}

void aon_note_die(Journal *journal, enum aon_dice_purpose purpose, Seat seat, unsigned area, unsigned face)
{
    assert(seat_plays(seat));
    assert(area < AON_AREAS_MAX);
    const uint8_t faces[] = {(uint8_t)face};
    journal_dice(journal, seat, (int)purpose, (int)area, 6, faces, 1);
}

bool aon_is_secret(const Play *p, CorpsSet set, enum aon_set mark)
{
    return p->d->options.hidden_stacks && !corps_within(set, aon_set(p->s, mark));
}

static void add_corps(JournalEntry *entry, CorpsSet set, bool secret)
{
    while (!corps_empty(set) && entry->count < JOURNAL_ARGS_MAX) {
        journal_arg(entry, (int)corps_take_first(&set), secret);
    }
}

/* Appends corps to an entry, those the enemy knows first, the others secret; as many as there is room for. */
static void aon_note_corps(const Play *p, JournalEntry *entry, CorpsSet set)
{
    const CorpsSet known = p->d->options.hidden_stacks ? corps_and(set, aon_set(p->s, AON_SET_LOCATED)) : set;
    add_corps(entry, known, false);
    add_corps(entry, corps_minus(set, known), true);
}

void aon_note_army(const Play *p, enum aon_note kind, Seat seat, CorpsSet set, const int *values,
                   unsigned count)
{
    assert(seat_plays(seat));
    JournalEntry *entry = aon_note(p->dice->journal, kind, seat, values, count);
    journal_arg(entry, (int)corps_count(set), false);
    aon_note_corps(p, entry, set);
}

/* Whose corps it is that goes: of a country that changes sides nobody's any more. */
static Seat seat_of_going(const Play *p, unsigned corps, enum aon_fate fate)
{
    assert(corps < AON_CORPS_MAX);
    if (fate == AON_FATE_ALIGNMENT) {
        return SEAT_NONE;
    }
    return p->s->place[corps] < AON_PLACE_RESERVE ? aon_side_of(p->d, p->s, corps)
                                                  : aon_corps_seat(p->d, p->s, corps);
}

void aon_note_off(const Play *p, CorpsSet set, unsigned box, enum aon_fate fate)
{
    while (!corps_empty(set)) {
        const unsigned corps = corps_take_first(&set);
        const unsigned place = p->s->place[corps];
        const int values[] = {(int)corps, place < AON_PLACE_RESERVE ? (int)place : -1, (int)box, (int)fate};
        const enum aon_note kind = box == AON_PLACE_LOST ? AON_NOTE_CORPS_LOST : AON_NOTE_CORPS_OFF;
        (void)aon_note(p->dice->journal, kind, seat_of_going(p, corps, fate), values, 4);
    }
}

/* Afterwards the whole army is known to be fresh; how many of it were spent only if their sides were known
 * before. */
void aon_note_rally(const Play *p, Seat seat, unsigned area, bool after_battle)
{
    assert(seat_plays(seat));
    assert(area < AON_AREAS_MAX);
    const CorpsSet army = aon_army(p->d, p->s, area, seat);
    const CorpsSet spent = corps_and(army, aon_set(p->s, AON_SET_SPENT));
    const int values[] = {(int)area, after_battle, (int)corps_count(army)};
    JournalEntry *entry = aon_note(p->dice->journal, AON_NOTE_RALLIED, seat, values, 3);
    journal_arg(entry, (int)corps_count(spent), aon_is_secret(p, army, AON_SET_SIDE_KNOWN));
    aon_note_corps(p, entry, spent);
}

/* The die falls in the open, and that none falls tells that nobody was spent; else their number, and with it
 * the column of the table, is known only if the sides were. */
void aon_note_march(const Play *p, CorpsSet corps, unsigned cause, unsigned spent, unsigned die,
                    unsigned result)
{
    const unsigned first = corps_first(corps);
    const bool secret = die != 0 && aon_is_secret(p, corps, AON_SET_SIDE_KNOWN);
    const int values[] = {p->s->place[first], __builtin_ctz(cause), (int)corps_count(corps), (int)die,
                          p->s->attrition_losses};
    JournalEntry *entry =
        aon_note(p->dice->journal, AON_NOTE_MARCH_ATTRITION, aon_side_of(p->d, p->s, first), values, 5);
    journal_arg(entry, (int)spent, secret);
    journal_arg(entry, (int)result, secret);
}

int aon_note_mover_mr(const Play *p)
{
    const AonState *s = p->s;
    const bool headless = (s->move.flags & AON_MOVE_LEADER_LOST) != 0;
    const CorpsSet deciding = headless ? aon_set(s, AON_SET_ARMY) : corps_one(s->move.leader);
    return aon_is_secret(p, deciding, AON_SET_LOCATED) ? -1 : (int)aon_mover_mr(p->d, s);
}

void aon_note_drawn(const Play *p, Seat seat, unsigned title)
{
    assert(seat_plays(seat));
    assert(title < AON_CARDS_MAX);
    Journal *journal = p->dice->journal;
    JournalEntry *entry = journal->count > 0 ? &journal->entries[journal->count - 1] : NULL;
    if (entry == NULL || entry->kind != AON_NOTE_CARDS_DRAWN || entry->seat != seat) {
        const int none = 0;
        entry = aon_note(journal, AON_NOTE_CARDS_DRAWN, seat, &none, 1);
    }
    entry->args[0]++; /* cards, open */
    if (entry->count < JOURNAL_ARGS_MAX) {
        journal_arg(entry, (int)title, true);
    }
}

void aon_note_light(const Play *p, CorpsSet set, enum aon_set mark)
{
    if (!corps_empty(set) && aon_is_secret(p, set, mark)) {
        journal_reveal(p->dice->journal, (unsigned)seat_other(aon_side_of(p->d, p->s, corps_first(set))));
    }
}
