/* keeping.c: see keeping.h. */
#include "play/cmd/keeping.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "eval/run/cluster.h"
#include "play/cmd/command.h"
#include "play/cmd/interrupt.h"

enum { SHARDS_MAX = 100000 };

/* "K/N" with K from 1 to N. */
static bool read_shard(const char *text, SeriesShard *shard, Err *err)
{
    unsigned long number = 0;
    unsigned long of = 0;
    char rest = '\0';
    if (strspn(text, "0123456789/") != strlen(text) ||
        sscanf(text, "%6lu/%6lu%c", &number, &of, &rest) != 2 || /* NOLINT(cert-err34-c) */
        number < 1 || number > of || of > SHARDS_MAX) {
        return err_set(err, NULL, NULL, "--shard: found \"%.32s\", expected K/N, K from 1 to N, as in 2/8",
                       text);
    }
    *shard = (SeriesShard){number - 1, of};
    return true;
}

/* Seconds from now to the next time the clock on the wall shows this. */
static double seconds_to(int hours, int minutes)
{
    const time_t now = time(NULL);
    struct tm day;
    if (localtime_r(&now, &day) == NULL) {
        return 0.0;
    }
    day.tm_hour = hours;
    day.tm_min = minutes;
    day.tm_sec = 0;
    day.tm_isdst = -1;
    if (difftime(mktime(&day), now) <= 0.0) {
        day.tm_mday++;
        day.tm_isdst = -1;
    }
    return difftime(mktime(&day), now);
}

/* "07:00", "90s", "30m", "8h". */
static bool read_until(const char *text, double *seconds, Err *err)
{
    int hours = 0;
    int minutes = 0;
    char rest = '\0';
    if (strlen(text) <= 5 &&
        sscanf(text, "%2d:%2d%c", &hours, &minutes, &rest) == 2 && /* NOLINT(cert-err34-c) */
        hours >= 0 && hours < 24 && minutes >= 0 && minutes < 60) {
        *seconds = seconds_to(hours, minutes);
        return true;
    }
    char *end = NULL;
    const double number = strtod(text, &end);
    const double unit = *end == 's' ? 1.0 : *end == 'm' ? 60.0 : *end == 'h' ? 3600.0 : 0.0;
    if (end == text || unit <= 0.0 || end[1] != '\0' || !(number > 0.0) || number * unit > 1e7) {
        return err_set(
            err, NULL, NULL,
            "--until: found \"%.32s\", expected a time of day (07:00) or a length of time (90s, 30m, 8h)",
            text);
    }
    *seconds = number * unit;
    return true;
}

/* An option, or what holds without it; NULL for neither. */
static const char *text_or(const Options *options, const char *name, const char *otherwise)
{
    const char *text = options_text(options, name);
    return text != NULL ? text : otherwise != NULL && otherwise[0] != '\0' ? otherwise : NULL;
}

bool keeping_open(Keeping *keeping, const Options *options, const char *db, const char *until, Err *err)
{
    memset(keeping, 0, sizeof *keeping);
    keeping->failure = EXIT_USAGE;
    const char *file = text_or(options, "db", db);
    const char *shard = options_known(options, "shard") ? options_text(options, "shard") : NULL;
    const bool moves = options_known(options, "moves") && options_flag(options, "moves");
    until = text_or(options, "until", until);
    double seconds = 0.0;
    if (file == NULL && (shard != NULL || moves)) {
        return err_set(err, NULL, NULL, "--shard and --moves need a store: --db FILE");
    }
    if ((shard != NULL && !read_shard(shard, &keeping->keep.shard, err)) ||
        (until != NULL && !read_until(until, &seconds, err))) {
        return false;
    }
    if (file != NULL && !cluster_is_worker()) {
        keeping->failure = EXIT_FAILED;
        keeping->store = store_open(file, STORE_WRITE, err);
        if (keeping->store == NULL) {
            return false;
        }
        interrupt_watch_crashes(keeping->store);
    }
    keeping->timed = until != NULL;
    if (keeping->timed) {
        interrupt_after(seconds);
    }
    keeping->keep.store = keeping->store;
    keeping->keep.overrides = options->list;
    keeping->keep.override_count = options->list_count;
    keeping->keep.moves = moves;
    return true;
}

bool keeping_close(Keeping *keeping, Err *err)
{
    if (keeping->store == NULL) {
        return true;
    }
    interrupt_watch_crashes(NULL);
    const bool closed = store_close(keeping->store, err);
    keeping->store = NULL;
    return closed;
}

uint64_t keeping_done(const Keeping *keeping, uint64_t games)
{
    const uint64_t waiting = keeping->store != NULL ? store_waiting(keeping->store) : 0;
    return games > waiting ? games - waiting : 0;
}

void keeping_tell_quarantine(const SeriesQuarantine *quarantine)
{
    if (quarantine->games > 0) {
        (void)fprintf(stderr,
                      "marshal: %" PRIu64
                      " games took the program down twice each and are left out; the first is number %" PRIu64
                      " (from 0), seed %" PRIu64 "\n",
                      quarantine->games, quarantine->first_number, quarantine->first_seed);
    }
}

int keeping_cut_short(const Keeping *keeping, uint64_t done, uint64_t asked, const char *things)
{
    const bool time_is_up = keeping->timed && interrupt_by_clock();
    (void)fprintf(stderr,
                  "marshal: %s: the first %" PRIu64 " of %" PRIu64
                  " %s are done and reported; the same command %s\n",
                  time_is_up ? "time is up" : "interrupted", done, asked, things,
                  keeping->keep.store != NULL ? "goes on from there" : "with the same seed plays them again");
    return time_is_up ? EXIT_GOOD : EXIT_INTERRUPTED;
}
