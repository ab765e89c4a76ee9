"""Set-up of a scenario [20]."""
from world import COALITION, EMPIRE, SIDES

STATUS = {'belligerent': 'belligerent', 'coalition_ally': 'ally_coalition', 'empire_ally': 'ally_empire',
          'neutral': 'neutral', 'forced_peace': 'forced_peace', 'protectorate': 'protectorate',
          'neutral_prusse': 'neutral', 'empire_territory': 'territory', 'coalition_territory': 'territory',
          'part_of_naples': 'part_of_naples', 'not_created': 'not_created', 'dissolved': 'dissolved'}


def set_up(g):
    s, w = g.scenario, g.w
    g.year, g.level, g.escalade, g.period = s['year'], s['victory_level'], s['escalade_level'], s['period']
    for n in list(w.majors) + list(w.minors):
        g.status[n] = STATUS[s['statuses'][n]]
    g.patron.update(s['patrons'])
    g.owner.update(s['territory'])
    for z in s.get('empire_control', []):
        g.control[z] = EMPIRE
    g.events |= set(s.get('events_played', []))
    flags(g, s)
    place_forces(g, s)
    place_squadrons(g, s, False)
    place_rest(g, s)
    deal(g, s)
    place_squadrons(g, s, True)


def flags(g, s):
    if s.get('kingdom_of_bavaria'):
        g.flags.add('kingdom_of_bavaria')
    if '25F' in g.events:
        g.flags.add('blockade')
    if '22C' in g.events:
        g.flags.add('war_of_liberation')
    if s['austrians_first']:
        g.flags.add('restriction_1805')
    if s['year'] == 1809:
        g.flags.add('poland_second')
        g.reform |= {'autriche', 'prusse'}
    for power, d in s.get('forced_peace', {}).items():
        g.victor[power] = EMPIRE if d['victor'] == 'france' else COALITION
        g.until[power] = d['until_end_of']
        if d.get('then') == 'forced_alliance':
            g.after_peace[power] = 'forced_alliance'
    for power, d in s.get('defeats', {}).items():
        for winner, n in d.items():
            g.defeats[(power, EMPIRE if winner == 'france' else COALITION)] = n


def place_squadrons(g, s, drawn):
    """Fleets of the sea rows: those that stand where the text says, or the seats that chance fills (option random_fleets)."""
    for r in s['sea']:
        place = ('sea:' if r['box'] == 'sea' else 'box:') + r['where']
        for fl in r['fleets']:
            if ('random_fleets' in g.options and fl in r['random_draw']) != drawn:
                continue
            power = g.pieces[fl].power
            pool = [f for f in g.at('reserve', ('fleet',)) if f.power == power] if drawn else [g.pieces[fl]]
            g.put(pool[g.dice.draw(len(pool)) - 1], place)


def place_forces(g, s):
    for f in s['forces']:
        for u in f['units']:
            g.put(g.pieces[u['id']], f['zone'])
            g.pieces[u['id']].reduced = u['reduced']
        for x in [f['commander'], f['army']] + f['subordinates'] + f['special_units']:
            if x:
                g.put(g.pieces[x], f['zone'])
        for k in range(f['mobile_depots']):
            depot = next(d for d in g.of('depot') if d.power == f['power'] and d.place == 'unavailable')
            g.put(depot, f['zone'])
        for fl in f['fleets_in_port']:
            g.put(g.pieces[fl], 'port:' + f['zone'])


def place_rest(g, s):
    """What is not on the map: reserve, not yet available, or out of the game [setup rule 5]."""
    removed = set(s['removed_generals']) | set(s['removed_fleets'])
    extra = set(s.get('reserve_extra', []))
    for p in g.pieces.values():
        if p.place != 'unavailable':
            continue
        if p.id in removed:
            g.put(p, 'gone')
        elif p.id in extra or available(g, p):
            g.put(p, 'reserve')
        elif p.kind == 'general' and p.d['removal_year'] and p.d['removal_year'] <= g.year:
            g.put(p, 'gone')


def available(g, p):
    """Could this counter be used at the date of the scenario?"""
    if p.kind in ('army', 'depot'):
        return True
    if p.kind == 'special':
        return p.d['event'] in g.events and p.id not in g.scenario.get('removed_specials', [])
    minor = p.power in g.w.minors
    if minor and g.side_of(p.power) is None:
        return False
    if p.kind == 'fleet':
        return True
    if p.kind == 'general':
        entry = p.d['entry']
        if 'event' in entry:
            return entry['event'] in g.events
        gone = p.d['removal_year'] and p.d['removal_year'] <= g.year
        return entry['year'] <= g.year and not gone
    code = p.d['code']
    if code == 'E':
        return p.d['event'] in g.events
    if code == 'V':
        return g.owner['venise'] == 'italie'
    return code is None


def deal(g, s):
    """Piles and hands: Empire first."""
    for side, letter in ((EMPIRE, 'F'), (COALITION, 'C')):
        deck = [str(n) + letter for n in s['decks'][letter]]
        permanent = [c for c in deck if g.w.cards[c]['permanent']]
        fixed = [str(n) + letter for n in s['hands'][side]['fixed']]
        held = fixed + ([c for c in permanent if c not in fixed] if s['hundred_days'] else [])
        pile = sorted((c for c in deck if c not in held and c not in permanent), key=g.w.card_order.get)
        for c in permanent:
            g.cards[c] = 'aside'
        for c in held:
            g.cards[c] = 'hand'
        for c in pile:
            g.cards[c] = 'pile'
        g.piles[side] = pile
    for side in SIDES:
        g.dice.shuffle(g.piles[side])
    for side in SIDES:
        h = s['hands'][side]
        g.draw_cards(side, h['cards'] - len(g.hand(side)))
