/* openings_write.c: groups of plans in words, as tables and as JSON. */
#include <inttypes.h>
#include <string.h>

#include "engine/words.h"
#include "eval/openings/openings.h"

/* ------------------------------------------------------------------ words */

static void add_times(const OpeningDeed *deed, StrBuf *out)
{
    if (deed->times > 1) {
        strbuf_addf(out, " (%" PRIu32 " times)", deed->times);
    }
}

void openings_deed_words(const OpeningDeed *deed, StrBuf *out)
{
    strbuf_addf(out, "%s%s%s", deed->heading, deed->heading[0] != '\0' ? " " : "", deed->text);
    add_times(deed, out);
}

/* Order of deeds within a plan: the more important, then by kind, then by text. */
static int compare_deeds(const OpeningDeed *a, const OpeningDeed *b)
{
    if (a->rank != b->rank) {
        return a->rank > b->rank ? -1 : 1;
    }
    const int heading = strcmp(a->heading, b->heading);
    return heading != 0 ? heading : strcmp(a->text, b->text);
}

/* Whether all plans hold a deed: it tells none apart, and is told once. Of a single plan it is all there is
 * to tell. */
static bool is_common(const OpeningsSeat *seat, const OpeningDeed *deed)
{
    return deed->games == seat->games && seat->plan_count > 1;
}

/* Deeds of a plan from a rank up, those that all plans hold or the others, in order; how many. */
static uint32_t deeds_of(const OpeningsSeat *seat, const OpeningPlan *plan, uint8_t level, bool common,
                         const OpeningDeed *deeds[PLAN_DEEDS_MAX])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < plan->deed_count; i++) {
        const OpeningDeed *deed = &seat->deeds[plan->deeds[i]];
        if (deed->rank < level || is_common(seat, deed) != common) {
            continue;
        }
        uint32_t at = count++;
        for (; at > 0 && compare_deeds(deed, deeds[at - 1U]) < 0; at--) {
            deeds[at] = deeds[at - 1U];
        }
        deeds[at] = deed;
    }
    return count;
}

/* "courts the duchy, the abbey; marches from the mill to the ford" */
static void list_words(const OpeningDeed *const *deeds, uint32_t count, StrBuf *out)
{
    for (uint32_t i = 0; i < count; i++) {
        const bool goes_on = i > 0 && strcmp(deeds[i]->heading, deeds[i - 1U]->heading) == 0;
        strbuf_add(out, i == 0 ? "" : goes_on ? ", " : "; ");
        if (!goes_on && deeds[i]->heading[0] != '\0') {
            strbuf_addf(out, "%s ", deeds[i]->heading);
        }
        strbuf_add(out, deeds[i]->text);
        add_times(deeds[i], out);
    }
}

void openings_common_words(const OpeningsSeat *seat, StrBuf *out)
{
    const OpeningDeed *deeds[PLAN_DEEDS_MAX];
    if (seat->plan_count > 0) {
        list_words(deeds, deeds_of(seat, &seat->plans[0], WORDS_DEED_DETAIL, true, deeds), out);
    }
}

void openings_group_words(const OpeningsSeat *seat, const OpeningGroup *group, StrBuf *out)
{
    const OpeningDeed *deeds[PLAN_DEEDS_MAX];
    const uint32_t count = deeds_of(seat, &seat->plans[group->plan], (uint8_t)group->level, false, deeds);
    list_words(deeds, count, out);
    if (count == 0) {
        strbuf_add(out, "nothing else to speak of");
    }
    if (group->plans > 1) {
        strbuf_add(out, group->level == WORDS_DEED_PART ? "; details differ" : "; the rest differs");
    }
}

/* ------------------------------------------------------------------ tables */

static double percent(double points, uint64_t games)
{
    return games > 0 ? 100.0 * points / (double)games : 0.0;
}

static void write_figures(const OpeningsSeat *seat, const OpeningGroup *group, bool judged, StrBuf *out)
{
    strbuf_addf(out, "  %7" PRIu64 "  %5.1f%%  %6" PRIu64 "  %5.1f%%  [%5.1f, %5.1f]", group->games,
                percent((double)group->games, seat->games), group->plans,
                percent(group->points, group->games), 100.0 * group->interval.low,
                100.0 * group->interval.high);
    if (group->judged > 0) {
        strbuf_addf(out, "  %5.1f%% +- %4.1f", 100.0 * group->value, 100.0 * group->error);
    } else if (judged) {
        strbuf_addf(out, "  %14s", "");
    }
}

static bool any_judged(const OpeningsSeat *seat)
{
    for (uint32_t i = 0; i < seat->group_count; i++) {
        if (seat->groups[i].judged > 0) {
            return true;
        }
    }
    return false;
}

static void write_plans(const OpeningsSeat *seat, StrBuf *out)
{
    const bool judged = any_judged(seat);
    strbuf_addf(out, "    games   share   plans   score  95%%           %s  what is done\n",
                judged ? "  search says   " : "");
    for (uint32_t i = 0; i < seat->group_count; i++) {
        write_figures(seat, &seat->groups[i], judged, out);
        strbuf_add(out, "  ");
        openings_group_words(seat, &seat->groups[i], out);
        strbuf_add_char(out, '\n');
    }
    if (seat->rest.plans > 0) {
        write_figures(seat, &seat->rest, judged, out);
        strbuf_addf(out, "  the rest: %" PRIu64 " other plans\n", seat->rest.plans);
    }
}

static void write_deeds(const OpeningsSeat *seat, StrBuf *out)
{
    if (seat->listed == 0) {
        return;
    }
    strbuf_add(out, "    games   score  difference  95%             with it, less without it, between the "
                    "same players\n");
    for (uint32_t i = 0; i < seat->listed; i++) {
        const OpeningDeed *deed = &seat->deeds[seat->list[i]];
        const ReportDifference *d = &deed->difference;
        strbuf_addf(out, "  %7" PRIu64 "  %5.1f%%  ", deed->games, percent(deed->points, deed->games));
        if (d->interval.high - d->interval.low >= 2.0) {
            strbuf_addf(out, "%10s  %-14s  ", "?", "never without");
        } else {
            strbuf_addf(out, "%+10.1f  [%+5.1f, %+5.1f]%s ", 100.0 * d->difference, 100.0 * d->interval.low,
                        100.0 * d->interval.high,
                        d->interval.low > 0.0 || d->interval.high < 0.0 ? "*" : " ");
        }
        openings_deed_words(deed, out);
        strbuf_add_char(out, '\n');
    }
}

static void write_common(const OpeningsSeat *seat, StrBuf *out)
{
    StrBuf words;
    strbuf_init(&words);
    openings_common_words(seat, &words);
    if (words.length > 0) {
        strbuf_addf(out, "  in all games: %s\n", words.text);
    }
    strbuf_release(&words);
}

void openings_write_text(const Openings *openings, StrBuf *out)
{
    for (Seat s = SEAT_FRENCH; s <= SEAT_COALITION; s++) {
        const OpeningsSeat *seat = &openings->seats[s];
        if (seat->games == 0) {
            continue;
        }
        const Interval all = stats_wilson_score(seat->points, seat->games, STATS_Z95);
        strbuf_addf(out, "\n%s: %" PRIu64 " games, %" PRIu32 " plans, score %.1f%% [%.1f, %.1f]\n",
                    words_seat(openings->game->rules, s), seat->games, seat->plan_count,
                    percent(seat->points, seat->games), 100.0 * all.low, 100.0 * all.high);
        write_common(seat, out);
        write_plans(seat, out);
        write_deeds(seat, out);
        if (seat->left_out > 0) {
            strbuf_addf(out, "  (%" PRIu64 " deeds were left out: a plan holds %d)\n", seat->left_out,
                        PLAN_DEEDS_MAX);
        }
    }
}

/* ------------------------------------------------------------------ JSON */

static const char *rank_name(unsigned rank)
{
    static const char *const names[] = {"none", "detail", "part", "main"};
    return names[rank & 3U];
}

static void json_deed(const OpeningDeed *deed, JsonOut *out)
{
    jsonout_key_text(out, "rank", rank_name(deed->rank));
    jsonout_key_text(out, "heading", deed->heading);
    jsonout_key_text(out, "text", deed->text);
    jsonout_key_u64(out, "times", deed->times);
}

static void json_counts(const OpeningGroup *group, JsonOut *out)
{
    jsonout_key_u64(out, "plans", group->plans);
    jsonout_key_u64(out, "games", group->games);
    jsonout_key_double(out, "score", group->games > 0 ? group->points / (double)group->games : 0.0);
    stats_key_interval(out, "score_ci95", group->interval);
}

static void json_group(const OpeningsSeat *seat, const OpeningGroup *group, JsonOut *out)
{
    const OpeningDeed *deeds[PLAN_DEEDS_MAX];
    StrBuf words;
    strbuf_init(&words);
    openings_group_words(seat, group, &words);
    jsonout_begin(out, '{');
    jsonout_key_text(out, "text", words.text);
    jsonout_key_text(out, "level", rank_name(group->level));
    json_counts(group, out);
    jsonout_key_text(out, "example", group->source);
    if (group->judged > 0) {
        jsonout_key(out, "judged");
        jsonout_begin(out, '{');
        jsonout_key_u64(out, "positions", group->judged);
        jsonout_key_double(out, "win_probability", group->value);
        jsonout_key_double(out, "standard_error", group->error);
        jsonout_end(out, '}');
    }
    jsonout_key(out, "deeds");
    jsonout_begin(out, '[');
    const uint32_t count = deeds_of(seat, &seat->plans[group->plan], (uint8_t)group->level, false, deeds);
    for (uint32_t i = 0; i < count; i++) {
        jsonout_begin(out, '{');
        json_deed(deeds[i], out);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
    jsonout_end(out, '}');
    strbuf_release(&words);
}

static void json_listed(const OpeningDeed *deed, JsonOut *out)
{
    jsonout_begin(out, '{');
    json_deed(deed, out);
    jsonout_key_u64(out, "games", deed->games);
    jsonout_key_double(out, "score", deed->points / (double)deed->games);
    stats_key_interval(out, "score_ci95", deed->interval);
    jsonout_key_double(out, "difference", deed->difference.difference);
    stats_key_interval(out, "difference_ci95", deed->difference.interval);
    jsonout_end(out, '}');
}

static void json_seat(const Openings *openings, Seat s, JsonOut *out)
{
    const OpeningsSeat *seat = &openings->seats[s];
    jsonout_begin(out, '{');
    jsonout_key_text(out, "seat", seat_name(s));
    jsonout_key_text(out, "title", words_seat(openings->game->rules, s));
    jsonout_key_u64(out, "games", seat->games);
    jsonout_key_u64(out, "plans", seat->plan_count);
    jsonout_key_double(out, "score", seat->points / (double)seat->games);
    stats_key_interval(out, "score_ci95", stats_wilson_score(seat->points, seat->games, STATS_Z95));
    StrBuf common;
    strbuf_init(&common);
    openings_common_words(seat, &common);
    jsonout_key_text(out, "common", common.text != NULL ? common.text : "");
    strbuf_release(&common);
    jsonout_key(out, "groups");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < seat->group_count; i++) {
        json_group(seat, &seat->groups[i], out);
    }
    jsonout_end(out, ']');
    jsonout_key(out, "rest");
    jsonout_begin(out, '{');
    json_counts(&seat->rest, out);
    jsonout_end(out, '}');
    jsonout_key(out, "deeds");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < seat->listed; i++) {
        json_listed(&seat->deeds[seat->list[i]], out);
    }
    jsonout_end(out, ']');
    jsonout_key_u64(out, "left_out", seat->left_out);
    jsonout_end(out, '}');
}

void openings_write_json(const Openings *openings, JsonOut *out)
{
    jsonout_key(out, "seats");
    jsonout_begin(out, '[');
    for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION; seat++) {
        if (openings->seats[seat].games > 0) {
            json_seat(openings, seat, out);
        }
    }
    jsonout_end(out, ']');
}
