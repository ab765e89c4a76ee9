/* brief.c: moves of Age of Napoleon in a few words, without their position, for lines that are expected. */
#include <assert.h>

#include "engine/aon/aon.h"
#include "engine/aon/moves.h"
#include "engine/aon/words.h"

/* What a move says before the name of its object, and what it says without one (object 255). */
typedef struct Brief {
    const char *words;
    const char *none;
} Brief;

static const Brief BRIEFS[AON_MOVE_KIND_COUNT] = {
    [AON_MOVE_CONTINUE] = {"go on", NULL},
    [AON_PLAY_CARD] = {"play ", NULL},
    [AON_PASS] = {"pass", NULL},
    [AON_CONVERSION] = {"conversion ", NULL},
    [AON_COUNTRY] = {"", NULL},
    [AON_COUNTER] = {"counter with ", "do not counter"},
    [AON_PICK_UP] = {"pick up by ", "leave the red card"},
    [AON_DISCARD] = {"discard ", NULL},
    [AON_CORPS_TAKE] = {"with ", NULL},
    [AON_CORPS_LEAVE] = {"without ", NULL},
    [AON_AREA] = {"to ", NULL},
    [AON_STOP] = {"stop", NULL},
    [AON_LAND] = {"by land", NULL},
    [AON_SEA] = {"by sea", NULL},
    [AON_FREE] = {"free move", NULL},
    [AON_PAY] = {"pay with ", NULL},
    [AON_DROP] = {"drop ", NULL},
    [AON_PICK] = {"pick up ", NULL},
    [AON_INTERCEPT] = {"intercept from ", "do not intercept"},
    [AON_ATTACK] = {"attack", NULL},
    [AON_DEFEND] = {"defend", NULL},
    [AON_BATTLE_ORDER] = {"battle in ", NULL},
    [AON_LOSS] = {"lose ", NULL},
    [AON_HERO] = {"lose ", NULL},
    [AON_RETREAT] = {"retreat to ", "become prisoners"},
    [AON_SEA_RETREAT] = {"by sea home: ", "do not go by sea"},
    [AON_RALLY] = {"rally in ", "do not rally"},
    [AON_RELEASE_INVASION] = {"release ", NULL},
    [AON_END_GAME] = {"end the game", NULL},
    [AON_GO_ON] = {"go on", NULL},
};

/* The name of what a move names; cards and corps are for their own side only. */
static void add_object(const AonData *d, Move move, bool hidden, StrBuf *out)
{
    const unsigned object = aon_move_object(move);
    switch (aon_move_names(move)) {
    case AON_OBJECT_CARD:
        strbuf_add(out, hidden ? "a card" : object < d->cards ? d->card[object].title : "?");
        break;
    case AON_OBJECT_CORPS:
    case AON_OBJECT_CORPS_AND_AREA:
        strbuf_add(out, hidden ? "a corps" : object < d->corps ? d->corps_name[object] : "?");
        break;
    case AON_OBJECT_AREA:
        strbuf_add(out, object < d->areas ? d->area_name[object] : "?");
        break;
    case AON_OBJECT_COUNTRY:
        strbuf_add(out, object < d->countries ? d->country_name[object] : "?");
        break;
    case AON_OBJECT_NUMBER:
        strbuf_addf(out, "%u", object + 1U);
        break;
    default:
        break;
    }
}

void aon_brief(const AonData *d, Move move, bool hidden, StrBuf *out)
{
    const unsigned kind = aon_move_kind(move);
    const unsigned object = aon_move_object(move);
    assert(kind < AON_MOVE_KIND_COUNT && out != NULL);
    if (kind == AON_CHOOSE_FIRST) {
        strbuf_add(out, object == 0 ? "go first" : "let the other side go first");
    } else if (kind == AON_WITHDRAW) {
        strbuf_add(out, object == 0 ? "stand" : "withdraw");
    } else if (object == AON_NONE && BRIEFS[kind].none != NULL) {
        strbuf_add(out, BRIEFS[kind].none);
    } else {
        strbuf_add(out, BRIEFS[kind].words);
        add_object(d, move, hidden, out);
    }
}
