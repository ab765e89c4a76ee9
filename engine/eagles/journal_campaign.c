/* journal_campaign.c: what happens in the grand campaign, told in words (map 13). */
#include "engine/eagles/journal.h"
#include "engine/eagles/phrases.h"

static const char *nation_name(const EaglesData *d, int nation)
{
    return nation >= 0 && nation < (int)d->nations ? d->nation[nation].name : "nobody";
}

static const char *status_name(int side)
{
    static const char *const NAMES[] = {"fights for France", "fights for the Coalition", "is neutral",
                                        "is no state any more"};
    return NAMES[side & 3];
}

static const char *const WARS[] = {"the war with the United States", "the war in Finland",
                                   "the war with Turkey", "the rising in Ireland"};

static void tell_politics(const EaglesData *d, const JournalEntry *e, StrBuf *out)
{
    static const char *const OPTIONS[] = {"no Poland", "a Grand Duchy of Warsaw", "a Kingdom of Poland"};
    const int32_t *a = e->args;
    switch (e->kind) {
    case EAGLES_EVENT_STATUS:
        strbuf_addf(out, "%s %s", nation_name(d, a[0]), status_name(a[1]));
        break;
    case EAGLES_EVENT_ENTRY:
        strbuf_addf(out, "entry of %s: dice %d, %d added, %s", nation_name(d, a[0]), a[1], a[2],
                    a[3] != 0 ? "war" : "not yet");
        break;
    case EAGLES_EVENT_INVADED:
        strbuf_addf(out, "%s is invaded", nation_name(d, a[0]));
        break;
    case EAGLES_EVENT_LIBERATION:
        strbuf_add(out, "no French soldier is left in Russia: the Liberation begins");
        break;
    case EAGLES_EVENT_ATTEMPT:
        strbuf_addf(out, "alliance with %s: die %d, modifier %+d, %s", nation_name(d, a[0]), a[1], a[2],
                    a[3] != 0 ? "success" : "nothing");
        break;
    case EAGLES_EVENT_WAR_DECLARED:
        strbuf_addf(out, "war is declared on %s", nation_name(d, a[0]));
        break;
    case EAGLES_EVENT_CONQUERED:
        strbuf_addf(out, "%s is conquered", nation_name(d, a[0]));
        if (a[1] > 1) {
            strbuf_addf(out, " (%d times now)", a[1]);
        }
        break;
    case EAGLES_EVENT_SPANISH_LEVEL:
        strbuf_addf(out, "the Spanish level goes to %d (%+d)", a[0], a[1]);
        break;
    default:
        strbuf_addf(out, "treaty of Tilsit: %s", OPTIONS[a[0] % 3]);
        break;
    }
}

void eagles_tell_campaign(const EaglesData *d, const JournalEntry *e, StrBuf *out)
{
    const int32_t *a = e->args;
    switch (e->kind) {
    case EAGLES_EVENT_WENT_HOME:
        eagles_tell_sp(d, out, (unsigned)a[1], (unsigned)a[2]);
        strbuf_addf(out, " %s home from ", a[2] == 1 ? "goes" : "go");
        eagles_tell_hex(d, out, a[0]);
        break;
    case EAGLES_EVENT_EXPEDITION:
        strbuf_addf(out, "%s sends %d SP to ", nation_name(d, a[0]), a[2]);
        eagles_tell_hex(d, out, a[1]);
        break;
    case EAGLES_EVENT_PRODUCTION:
        strbuf_addf(out, "production die %d: a state that makes 6 of it with its modifier gets double points",
                    a[0]);
        break;
    case EAGLES_EVENT_BUILT:
        strbuf_add(out, "1 ");
        eagles_tell_unit(d, out, (unsigned)a[0], false);
        strbuf_addf(out, " is built at %s", d->city[a[1]].name);
        break;
    case EAGLES_EVENT_HOLLAND:
        strbuf_add(out, a[0] == 1 ? "Holland is annexed" : "Holland is lost to the Coalition");
        break;
    case EAGLES_EVENT_EXILE:
        strbuf_add(out, "France is conquered, Napoleon goes into exile");
        break;
    case EAGLES_EVENT_RETURN:
        strbuf_add(out, "Napoleon is back in Paris");
        break;
    case EAGLES_EVENT_RECOGNITION:
        strbuf_addf(out, "recognition: dice %d, with everything %d, %s", a[0], a[1],
                    a[2] != 0 ? "peace is made" : "the war goes on");
        break;
    case EAGLES_EVENT_EXCHANGE:
        strbuf_addf(out, "%d prisoners of each side are exchanged", a[0]);
        break;
    case EAGLES_EVENT_FOREIGN_WAR:
        strbuf_addf(out, "%s %s", WARS[a[0] & 3], a[1] != 0 ? "begins" : "is over");
        break;
    case EAGLES_EVENT_TO_WAR:
        strbuf_add(out, "1 ");
        eagles_tell_unit(d, out, (unsigned)a[1], false);
        strbuf_add(out, " leaves ");
        eagles_tell_hex(d, out, a[0]);
        strbuf_addf(out, " for %s", WARS[a[2] & 3]);
        break;
    case EAGLES_EVENT_IRELAND:
        strbuf_addf(out, "%d SP land in Ireland", a[0]);
        break;
    case EAGLES_EVENT_LENT:
        strbuf_addf(out, "%s is sent %d English points", nation_name(d, a[0]), a[1]);
        break;
    default:
        tell_politics(d, e, out);
        break;
    }
}
