"""Supply of the grand campaign: allied and conquered cities, ports, points landed this turn [6, 13.7]."""
import fleets as f
from supply import flood_costs
from world import SIDES


def more_cities(g, side, colour):
    rule = g.scenario['supply']['sources'][colour]
    found = []
    for c, d in g.w.cities.items():
        owner = g.owner(d['at'])
        if owner in rule.get('countries', ()) and g.status.get(owner) == side:
            found.append(c)
        elif rule.get('ports') and f.is_port(g, d['at']) and any(u.side == side and u.colour == colour and not g.besieged(u)
                                                                for u in g.sp(d['at'])):
            found.append(c)
        elif g.conquered_now(owner):       # of the side that holds it: city_counts looks at control
            found.append(c)
    return found


def overseas(g, supply):
    """Each point landed supplies an SP of its colour within 3 MP, the nearest first [6]."""
    for h, colour, points in g.landed_supply:
        for side in SIDES:
            costs = flood_costs(g, side, h, 3)
            units = [u for x in costs for u in g.sp(x, side) if u.colour == colour and u not in supply.good and not g.besieged(u)]
            units.sort(key=lambda u: (costs[u.hex], u.hex, g.w.unit_key(u.nation, u.kind)))
            supply.good.update(units[:points])
