/* report_json.c: the numbers of a report as one JSON object. */
#include <inttypes.h>
#include <stdio.h>

#include "engine/jsonout.h"
#include "eval/report/report_html.h"
#include "eval/report/report_page.h"

static void add_share(JsonOut *out, const char *key, const char *interval, uint64_t part, uint64_t whole)
{
    jsonout_key_double(out, key, stats_rate(part, whole));
    stats_key_interval(out, interval, stats_wilson(part, whole, STATS_Z95));
}

/* ---- tallies ---- */

static void add_outcomes(JsonOut *out, const uint64_t games[REPORT_RESULTS][OUTCOME_GRADE_COUNT])
{
    jsonout_begin(out, '{');
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        for (int grade = OUTCOME_DECISIVE; grade < OUTCOME_GRADE_COUNT; grade++) {
            if (!outcome_is_shared((enum outcome_grade)grade)) {
                char key[64];
                (void)snprintf(key, sizeof key, "%s_%s", seat_name((Seat)seat),
                               outcome_grade_name((enum outcome_grade)grade));
                jsonout_key_u64(out, key, games[seat][grade]);
            }
        }
    }
    jsonout_key_u64(out, "draw", games[SEAT_NONE][OUTCOME_DRAW]);
    jsonout_key_u64(out, "both_lose", games[SEAT_NONE][OUTCOME_BOTH_LOSE]);
    jsonout_end(out, '}');
}

static void add_turns(JsonOut *out, const ReportTally *tally)
{
    jsonout_key(out, "turns");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < tally->turn_count; i++) {
        jsonout_begin(out, '{');
        jsonout_key_i64(out, "turn", tally->turns[i].turn);
        jsonout_key(out, "outcomes");
        add_outcomes(out, (const uint64_t(*)[OUTCOME_GRADE_COUNT])tally->turns[i].games);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
}

static void add_lengths(JsonOut *out, const ReportTally *tally)
{
    const ReportLengths lengths = report_tally_lengths(tally);
    jsonout_key(out, "decisions");
    jsonout_begin(out, '{');
    jsonout_key_double(out, "mean", lengths.mean);
    jsonout_key_u64(out, "least", lengths.least);
    jsonout_key_u64(out, "percentile_5", lengths.low);
    jsonout_key_u64(out, "median", lengths.median);
    jsonout_key_u64(out, "percentile_95", lengths.high);
    jsonout_key_u64(out, "most", lengths.most);
    jsonout_end(out, '}');
}

static void add_losses(JsonOut *out, const ReportTally *tally)
{
    jsonout_key(out, "losses");
    jsonout_begin(out, '{');
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const ReportSum sum = report_tally_lost(tally, (Seat)seat);
        const ReportMean mean = report_mean(&sum);
        jsonout_key(out, seat_name((Seat)seat));
        jsonout_begin(out, '{');
        jsonout_key_double(out, "mean", mean.mean);
        stats_key_interval(out, "ci95", mean.interval);
        jsonout_end(out, '}');
    }
    jsonout_end(out, '}');
}

/* Members of a cell and of a scenario. */
static void add_tally(JsonOut *out, const ReportTally *tally)
{
    jsonout_key_u64(out, "games", tally->games);
    jsonout_key_u64(out, "french_wins", tally->wins[SEAT_FRENCH]);
    jsonout_key_u64(out, "coalition_wins", tally->wins[SEAT_COALITION]);
    jsonout_key_u64(out, "draws", tally->grades[SEAT_NONE][OUTCOME_DRAW]);
    jsonout_key_u64(out, "both_lose", tally->grades[SEAT_NONE][OUTCOME_BOTH_LOSE]);
    add_share(out, "french_win_rate", "french_ci95", tally->wins[SEAT_FRENCH], tally->games);
    jsonout_key(out, "outcomes");
    add_outcomes(out, (const uint64_t(*)[OUTCOME_GRADE_COUNT])tally->grades);
    add_turns(out, tally);
    add_lengths(out, tally);
    jsonout_key_u64(out, "summaries", tally->summaries);
    jsonout_key_u64(out, "dropped", tally->dropped);
    add_losses(out, tally);
}

/* ---- scenarios ---- */

static void add_cards(JsonOut *out, const Report *report, uint32_t index, Seat seat)
{
    const ReportScenario *scenario = &report->scenarios[index];
    char room[REPORT_NAME_BYTES];
    jsonout_key(out, seat_name(seat));
    jsonout_begin(out, '[');
    for (unsigned i = 0; i < SUMMARY_CARDS_MAX; i++) {
        const ReportCard *card = &scenario->tally.cards[seat][i];
        if (card->played > 0) {
            const ReportDifference difference = report_card_difference(report, index, seat, i);
            jsonout_begin(out, '{');
            jsonout_key_text(out, "card", report_card_name(&scenario->board, i, room));
            jsonout_key_u64(out, "played", card->played);
            jsonout_key_u64(out, "won", card->won);
            add_share(out, "win_rate", "ci95", card->won, card->played);
            jsonout_key_double(out, "difference", difference.difference);
            stats_key_interval(out, "difference_ci95", difference.interval);
            jsonout_end(out, '}');
        }
    }
    jsonout_end(out, ']');
}

static void add_places(JsonOut *out, const ReportScenario *scenario)
{
    char room[REPORT_NAME_BYTES];
    jsonout_key(out, "places");
    jsonout_begin(out, '[');
    for (unsigned i = 0; i < REPORT_PLACES_MAX; i++) {
        const ReportPlace *place = &scenario->tally.places[i];
        if (place->games > 0) {
            jsonout_begin(out, '{');
            jsonout_key_text(out, "place", report_place_name(&scenario->board, i, room));
            jsonout_key_u64(out, "battles", place->fights);
            jsonout_key_u64(out, "games", place->games);
            jsonout_key_u64(out, "french_wins", place->french);
            jsonout_end(out, '}');
        }
    }
    jsonout_end(out, ']');
}

static void add_cells(JsonOut *out, const Report *report, uint32_t scenario)
{
    jsonout_key(out, "cells");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < report->cell_count; i++) {
        const ReportCell *cell = &report->cells[i];
        if (cell->scenario == scenario) {
            jsonout_begin(out, '{');
            jsonout_key_text(out, "french", report->policies[cell->policies[SEAT_FRENCH]].spec);
            jsonout_key_text(out, "french_files", report->policies[cell->policies[SEAT_FRENCH]].files);
            jsonout_key_text(out, "coalition", report->policies[cell->policies[SEAT_COALITION]].spec);
            jsonout_key_text(out, "coalition_files", report->policies[cell->policies[SEAT_COALITION]].files);
            jsonout_key_text(out, "version", report->policies[cell->policies[SEAT_FRENCH]].version);
            add_tally(out, &cell->tally);
            jsonout_end(out, '}');
        }
    }
    jsonout_end(out, ']');
}

static void add_scenario(JsonOut *out, const Report *report, uint32_t index)
{
    const ReportScenario *scenario = &report->scenarios[index];
    JsonDoc doc;
    jsonout_begin(out, '{');
    jsonout_key_text(out, "scenario", scenario->name);
    jsonout_key_text(out, "title", scenario->title);
    jsonout_key_text(out, "scenario_sha256", scenario->sha256);
    jsonout_key(out, "overrides");
    jsonout_begin(out, '[');
    if (report_overrides_open(scenario, &doc)) {
        const char *text = NULL;
        for (size_t i = 0; (text = report_override(&doc, i)) != NULL; i++) {
            jsonout_text(out, text);
        }
        json_release(&doc);
    }
    jsonout_end(out, ']');
    add_tally(out, &scenario->tally);
    add_cells(out, report, index);
    jsonout_key(out, "cards");
    jsonout_begin(out, '{');
    add_cards(out, report, index, SEAT_FRENCH);
    add_cards(out, report, index, SEAT_COALITION);
    jsonout_end(out, '}');
    add_places(out, scenario);
    if (scenario->equilibrium.payoffs != NULL) {
        jsonout_key(out, "equilibrium");
        jsonout_begin(out, '{');
        equilibrium_json(&scenario->table, &scenario->equilibrium, out);
        jsonout_key_u64(out, "samples", scenario->samples);
        jsonout_end(out, '}');
    } else {
        jsonout_key_null(out, "equilibrium");
    }
    if (scenario->openings != NULL) {
        jsonout_key(out, "openings");
        jsonout_begin(out, '{');
        jsonout_key_u64(out, "games", scenario->openings->games);
        openings_write_json(scenario->openings, out);
        jsonout_end(out, '}');
    } else {
        jsonout_key_null(out, "openings");
    }
    jsonout_end(out, '}');
}

/* ---- ratings, duels ---- */

static void add_estimate(JsonOut *out, const RatingEstimate *estimate)
{
    jsonout_key_double(out, "elo", estimate->elo);
    stats_key_interval(out, "elo_ci95", estimate->interval);
}

static void add_ratings(JsonOut *out, const Report *report)
{
    jsonout_key(out, "ratings");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < report->policy_count && report->has_ratings; i++) {
        jsonout_begin(out, '{');
        jsonout_key_text(out, "policy", report->policies[i].spec);
        jsonout_key_text(out, "files", report->policies[i].files);
        jsonout_key_text(out, "version", report->policies[i].version);
        add_estimate(out, &report->ratings.policies[i]);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
    jsonout_key(out, "french_advantage");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < report->scenario_count && report->has_ratings; i++) {
        jsonout_begin(out, '{');
        jsonout_key_text(out, "scenario", report->scenarios[i].name);
        jsonout_key_text(out, "scenario_sha256", report->scenarios[i].sha256);
        add_estimate(out, &report->ratings.scenarios[i]);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
    jsonout_key_bool(out, "ratings_connected", report->has_ratings && report->ratings.connected);
}

static void add_duel(JsonOut *out, const Report *report, const ReportMeeting *meeting)
{
    uint64_t pairs[ELO_VALUES];
    uint64_t count = 0;
    report_pentanomial(meeting, pairs);
    for (int i = 0; i < ELO_VALUES; i++) {
        count += pairs[i];
    }
    if (count == 0) {
        return;
    }
    const EloScore score = elo_score(pairs);
    jsonout_begin(out, '{');
    jsonout_key_text(out, "scenario", report->scenarios[meeting->scenario].name);
    jsonout_key_text(out, "a", report->policies[meeting->a].spec);
    jsonout_key_text(out, "b", report->policies[meeting->b].spec);
    jsonout_key_u64(out, "pairs", count);
    jsonout_key_double(out, "score", score.score);
    jsonout_key_double(out, "elo", elo_from_score(score.score));
    stats_key_interval(out, "elo_ci95", elo_interval(&score));
    jsonout_key_double(out, "los", elo_los(pairs));
    jsonout_key(out, "pentanomial");
    jsonout_begin(out, '[');
    for (int i = 0; i < ELO_VALUES; i++) {
        jsonout_u64(out, pairs[i]);
    }
    jsonout_end(out, ']');
    jsonout_end(out, '}');
}

/* ---- experiments, faults ---- */

static void add_experiment(JsonOut *out, const Report *report, uint32_t index)
{
    const ReportExperiment *experiment = &report->experiments[index];
    const ReportCell *cell = &report->cells[experiment->cell];
    StrBuf command;
    char seed[24];
    strbuf_init(&command);
    report_command(report, index, &command);
    (void)snprintf(seed, sizeof seed, "%" PRIu64, experiment->seed);
    jsonout_begin(out, '{');
    jsonout_key_i64(out, "id", experiment->id);
    jsonout_key_text(out, "scenario", report->scenarios[cell->scenario].name);
    jsonout_key_text(out, "french", report->policies[cell->policies[SEAT_FRENCH]].spec);
    jsonout_key_text(out, "coalition", report->policies[cell->policies[SEAT_COALITION]].spec);
    jsonout_key_text(out, "seed", seed);
    jsonout_key_u64(out, "games", experiment->games);
    jsonout_key_u64(out, "quarantined", experiment->quarantined);
    jsonout_key_bool(out, "repeatable", experiment->repeatable);
    jsonout_key_text(out, "command", command.text);
    jsonout_end(out, '}');
    strbuf_release(&command);
}

static void add_faults(JsonOut *out, const Report *report)
{
    jsonout_key(out, "forfeits");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < report->forfeit_count; i++) {
        const ReportForfeit *forfeit = &report->forfeits[i];
        jsonout_begin(out, '{');
        jsonout_key_i64(out, "experiment", report->experiments[forfeit->experiment].id);
        jsonout_key_text(out, "seat", seat_name(forfeit->seat));
        jsonout_key_text(out, "reason", forfeit->reason);
        jsonout_key_u64(out, "games", forfeit->games);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
    jsonout_key(out, "quarantine");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < report->quarantine_count; i++) {
        char seed[24];
        (void)snprintf(seed, sizeof seed, "%" PRIu64, report->quarantine[i].seed);
        jsonout_begin(out, '{');
        jsonout_key_i64(out, "experiment", report->experiments[report->quarantine[i].experiment].id);
        jsonout_key_u64(out, "number", report->quarantine[i].number);
        jsonout_key_text(out, "seed", seed);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
}

void report_json(const Report *report, const char *store, const char *out_file, StrBuf *text)
{
    JsonOut out = jsonout_on(text);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "store", store);
    jsonout_key_text(&out, "out", out_file);
    jsonout_key_u64(&out, "games", report->games);
    jsonout_key_u64(&out, "forfeited", report->forfeited);
    jsonout_key_u64(&out, "quarantined", report->quarantined);
    jsonout_key(&out, "scenarios");
    jsonout_begin(&out, '[');
    for (uint32_t i = 0; i < report->scenario_count; i++) {
        add_scenario(&out, report, i);
    }
    jsonout_end(&out, ']');
    add_ratings(&out, report);
    jsonout_key(&out, "duels");
    jsonout_begin(&out, '[');
    for (uint32_t i = 0; i < report->meeting_count; i++) {
        add_duel(&out, report, &report->meetings[i]);
    }
    jsonout_end(&out, ']');
    jsonout_key(&out, "experiments");
    jsonout_begin(&out, '[');
    for (uint32_t i = 0; i < report->experiment_count; i++) {
        add_experiment(&out, report, i);
    }
    jsonout_end(&out, ']');
    add_faults(&out, report);
    jsonout_end(&out, '}');
}
