"""Expeditionary forces of Austria and Prussia [13.2]."""
from politics import modifier
from world import FRANCE


def request(g):
    targets = []
    for n in g.rules['expeditionary']['nations']:
        if g.status.get(n) != FRANCE or n in g.requested or g.treaty == 'kingdom':
            continue
        if places(g, n):
            targets.append(n)
    n = yield from g.ask(FRANCE, [('REQUEST_EXP(none)', None)] + [('REQUEST_EXP(%s)' % n, n) for n in targets])
    if n is not None:
        raise NotImplementedError('the draw of an expeditionary force is not in the reference yet')


def places(g, n):
    from campaign import homes
    return homes(g, n, FRANCE)


__all__ = ['request', 'modifier']
