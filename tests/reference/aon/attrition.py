"""March attrition [12.3]."""
from world import COALITION, FRENCH


def losses_of(g, spent, die):
    """The table; more corps than its last row has count as that row and the rest, with the same die."""
    rows = g.w.tables['march_attrition']['rows']
    total = 0
    while spent > 0:
        step = min(spent, len(rows))
        total += rows[step - 1]['losses_by_die_1_to_6'][die - 1]
        spent -= step
    return total


def rough(g, area):
    return g.w.areas[area]['mountain'] or g.w.areas[area]['marsh']


def terrain_causes(g, area, forced=False, reaction=False):
    """How many causes meet every corps that enters an area: terrain, winter, Forced March [12.3.1, A16]."""
    free = reaction and not g.options['reaction_attrition_everywhere']
    return int(rough(g, area)) + (0 if free else int(g.winter()) + int(forced))


def one_cause(g, seat, corps):
    """One die for the spent corps; then the fresh ones turn spent [12.3.2-4]."""
    corps = g.w.by_order(corps)
    spent = [x for x in corps if x in g.spent]
    if spent:
        count = losses_of(g, len(spent), g.dice.d6())
        yield from g.choose_losses(seat, spent, min(count, len(spent)), lambda x: g.lose(x, g.winter()))
    g.spent.update(x for x in corps if g.on_map(x))


def suffer(g, seat, corps, area, causes):
    """The same number of causes for all corps that entered an area together."""
    for _ in range(causes):
        left = [x for x in corps if g.place[x] == area]
        if left:
            yield from one_cause(g, seat, left)


def cossacks(g, seat, area):
    """The card against French-controlled corps that have entered a barren area. The value is the number of causes."""
    if seat != FRENCH or g.align['russia'] != 'CM' or not g.w.areas[area]['barren'] \
            or g.w.areas[area]['country_1805'] in g.w.roles['no_cossacks']:
        return 0
    count = 0
    if (yield from g.window(COALITION, 'enemy_entered_area')):
        count += 1
    return count
