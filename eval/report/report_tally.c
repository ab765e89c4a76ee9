/* report_tally.c: counting games for a report. */
#include "eval/report/report_tally.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/report/report_stats.h"

void report_tally_release(ReportTally *tally)
{
    free(tally->plies);
    tally->plies = NULL;
    tally->plies_room = 0;
}

/* ---- lengths and turns ---- */

static bool make_room(ReportTally *tally, uint32_t plies)
{
    if (plies < tally->plies_room) {
        return true;
    }
    uint32_t room = tally->plies_room == 0 ? 256 : tally->plies_room;
    while (room <= plies) {
        room *= 2;
    }
    uint64_t *longer = realloc(tally->plies, room * sizeof *longer);
    if (longer == NULL) {
        return false;
    }
    memset(longer + tally->plies_room, 0, (room - tally->plies_room) * sizeof *longer);
    tally->plies = longer;
    tally->plies_room = room;
    return true;
}

/* The entry of a turn, made if there is none; NULL if there is no room. */
static ReportTurn *find_turn(ReportTally *tally, int turn)
{
    uint32_t at = 0;
    while (at < tally->turn_count && tally->turns[at].turn < turn) {
        at++;
    }
    if (at < tally->turn_count && tally->turns[at].turn == turn) {
        return &tally->turns[at];
    }
    if (tally->turn_count == REPORT_TURNS_MAX) {
        return NULL;
    }
    memmove(&tally->turns[at + 1], &tally->turns[at], (tally->turn_count - at) * sizeof tally->turns[0]);
    memset(&tally->turns[at], 0, sizeof tally->turns[0]);
    tally->turns[at].turn = turn;
    tally->turn_count++;
    return &tally->turns[at];
}

/* ---- summaries ---- */

static void add_sum(ReportSum *sum, uint64_t value)
{
    sum->games++;
    sum->sum += value;
    sum->squares += value * value;
}

static void add_cards(ReportTally *tally, const GameSummary *summary, unsigned seat, bool won)
{
    for (unsigned word = 0; word < SUMMARY_CARD_WORDS; word++) {
        for (uint64_t left = summary->cards[seat][word]; left != 0; left &= left - 1) {
            ReportCard *card = &tally->cards[seat][word * 64U + (unsigned)__builtin_ctzll(left)];
            card->played++;
            card->won += won;
        }
    }
}

static void add_places(ReportTally *tally, const GameSummary *summary, bool french)
{
    for (unsigned i = 0; i < summary->place_count; i++) {
        const SummaryPlace *entry = &summary->places[i];
        tally->battles += entry->fights;
        if (entry->place < REPORT_PLACES_MAX) {
            ReportPlace *place = &tally->places[entry->place];
            place->games++;
            place->fights += entry->fights;
            place->french += french;
        } else {
            tally->dropped += entry->fights;
        }
    }
}

static void add_summary(ReportTally *tally, const StoreGame *game)
{
    GameSummary summary;
    if (!summary_unpack(&summary, game->summary, game->summary_bytes)) {
        return; /* of a version that noted something else: counted as without */
    }
    const unsigned winner = game->outcome.winner;
    tally->summaries++;
    tally->dropped += summary.dropped;
    tally->summary_wins[winner]++;
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        add_cards(tally, &summary, seat, winner == seat);
        add_sum(&tally->lost[seat][winner == seat], summary.lost[seat]);
    }
    add_places(tally, &summary, winner == SEAT_FRENCH);
}

bool report_tally_add(ReportTally *tally, const StoreGame *game)
{
    const unsigned winner = game->outcome.winner;
    const unsigned grade = game->outcome.grade;
    const uint32_t plies = game->plies < REPORT_PLIES_MAX ? game->plies : REPORT_PLIES_MAX - 1;
    ReportTurn *turn = find_turn(tally, game->outcome.turn);
    if (turn == NULL || !make_room(tally, plies)) {
        return false;
    }
    tally->games++;
    tally->wins[winner]++;
    tally->grades[winner][grade]++;
    turn->games[winner][grade]++;
    tally->plies[plies]++;
    tally->plies_sum += plies;
    add_summary(tally, game);
    return true;
}

/* ---- several together ---- */

/* Adds lists of counts. */
static void add_all(uint64_t *to, const uint64_t *from, size_t bytes)
{
    for (size_t i = 0; i < bytes / sizeof *to; i++) {
        to[i] += from[i];
    }
}

static bool merge_turns(ReportTally *tally, const ReportTally *other)
{
    for (uint32_t i = 0; i < other->turn_count; i++) {
        ReportTurn *turn = find_turn(tally, other->turns[i].turn);
        if (turn == NULL) {
            return false;
        }
        add_all(turn->games[0], other->turns[i].games[0], sizeof turn->games);
    }
    return true;
}

static void merge_summaries(ReportTally *tally, const ReportTally *other)
{
    tally->summaries += other->summaries;
    tally->battles += other->battles;
    tally->dropped += other->dropped;
    add_all(tally->summary_wins, other->summary_wins, sizeof tally->summary_wins);
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        for (unsigned i = 0; i < SUMMARY_CARDS_MAX; i++) {
            tally->cards[seat][i].played += other->cards[seat][i].played;
            tally->cards[seat][i].won += other->cards[seat][i].won;
        }
        for (unsigned won = 0; won < 2; won++) {
            tally->lost[seat][won].games += other->lost[seat][won].games;
            tally->lost[seat][won].sum += other->lost[seat][won].sum;
            tally->lost[seat][won].squares += other->lost[seat][won].squares;
        }
    }
    for (unsigned i = 0; i < REPORT_PLACES_MAX; i++) {
        tally->places[i].games += other->places[i].games;
        tally->places[i].fights += other->places[i].fights;
        tally->places[i].french += other->places[i].french;
    }
}

bool report_tally_merge(ReportTally *tally, const ReportTally *other)
{
    if (!merge_turns(tally, other) || (other->plies_room > 0 && !make_room(tally, other->plies_room - 1))) {
        return false;
    }
    tally->games += other->games;
    tally->plies_sum += other->plies_sum;
    add_all(tally->wins, other->wins, sizeof tally->wins);
    add_all(tally->grades[0], other->grades[0], sizeof tally->grades);
    add_all(tally->plies, other->plies, other->plies_room * sizeof *other->plies);
    merge_summaries(tally, other);
    return true;
}

/* ---- what the counts say ---- */

/* The smallest length such that at least `share` of the games are no longer. */
static uint32_t quantile(const ReportTally *tally, double share)
{
    uint64_t seen = 0;
    for (uint32_t plies = 0; plies < tally->plies_room; plies++) {
        seen += tally->plies[plies];
        if (seen > 0 && (double)seen >= share * (double)tally->games) {
            return plies;
        }
    }
    return 0;
}

ReportLengths report_tally_lengths(const ReportTally *tally)
{
    ReportLengths lengths = {0, 0, 0, 0, 0, 0.0};
    if (tally->games > 0) {
        lengths = (ReportLengths){
            .least = quantile(tally, 0.0),
            .low = quantile(tally, 0.05),
            .median = quantile(tally, 0.5),
            .high = quantile(tally, 0.95),
            .most = quantile(tally, 1.0),
            .mean = (double)tally->plies_sum / (double)tally->games,
        };
    }
    return lengths;
}

ReportMean report_mean(const ReportSum *sum)
{
    if (sum->games == 0) {
        return (ReportMean){0.0, {-HUGE_VAL, HUGE_VAL}};
    }
    const double n = (double)sum->games;
    const double mean = (double)sum->sum / n;
    if (sum->games == 1) {
        return (ReportMean){mean, {-HUGE_VAL, HUGE_VAL}};
    }
    const double variance = fmax(0.0, ((double)sum->squares - n * mean * mean) / (n - 1.0));
    const double half = report_t95(sum->games - 1) * sqrt(variance / n);
    return (ReportMean){mean, {mean - half, mean + half}};
}

ReportSum report_tally_lost(const ReportTally *tally, Seat seat)
{
    const ReportSum *lost = tally->lost[seat];
    return (ReportSum){lost[0].games + lost[1].games, lost[0].sum + lost[1].sum,
                       lost[0].squares + lost[1].squares};
}
