/* command.c: what commands share. */
#include "play/cmd/command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/scenario.h"
#include "eval/run/jobs.h"

const Command *command_find(const CommandList *commands, const char *name)
{
    for (size_t i = 0; i < commands->count; i++) {
        if (strcmp(commands->rows[i]->name, name) == 0) {
            return commands->rows[i];
        }
    }
    return NULL;
}

bool command_load(Game *game, const char *name, const Options *options)
{
    Err err;
    err_clear(&err);
    if (game_load(game, name, options->list, options->list_count, &err)) {
        return true;
    }
    (void)command_fail(&err, EXIT_FAILED);
    return false;
}

bool command_has_scenarios(void)
{
    ScenarioEntry *entry = malloc(sizeof *entry);
    const bool there = entry != NULL && scenario_list(entry, 1) > 0;
    free(entry);
    if (!there) {
        (void)fprintf(stderr,
                      "marshal: no scenarios found; set MARSHAL_SCENARIOS to the folder that holds them\n");
    }
    return there;
}

int command_jobs(const Options *options)
{
    if (!options_given(options, "jobs")) {
        return jobs_processors();
    }
    const uint64_t jobs = options_number(options, "jobs");
    return jobs < JOBS_THREADS_MAX ? (int)jobs : JOBS_THREADS_MAX;
}

int command_games_at_once(const Options *options, const Policy *policies, size_t count)
{
    unsigned threads = 1;
    for (size_t i = 0; i < count; i++) {
        threads = policies[i].threads > threads ? policies[i].threads : threads;
    }
    const int jobs = command_jobs(options);
    const int fitting = jobs / (int)threads;
    return options_given(options, "jobs") ? jobs : fitting > 1 ? fitting : 1;
}

int command_fail(const Err *err, enum exit_code code)
{
    char text[ERR_FILE_BYTES + ERR_PATH_BYTES + ERR_MESSAGE_BYTES];
    err_text(err, text, sizeof text);
    (void)fprintf(stderr, "marshal: %s\n", text);
    return (int)code;
}

void command_print(const StrBuf *text) { printf("%s\n", text->text); }

bool command_share(const Options *options, const char *name, double most, double *out, Err *err)
{
    const char *text = options_text(options, name);
    char *end = NULL;
    errno = 0;
    const double value = strtod(text, &end);
    if (end == text || *end != '\0' || errno != 0 || !(value >= 0.0 && value <= most)) {
        return err_set(err, NULL, NULL, "--%s: found \"%.32s\", expected a number from 0 to %g", name, text,
                       most);
    }
    *out = value;
    return true;
}

bool command_can_write(const char *out, Err *err)
{
    char folder[1024];
    const char *slash = strrchr(out, '/');
    const int length = slash == NULL ? 0 : (int)(slash - out) + 1;
    if (snprintf(folder, sizeof folder, "%.*s.", length, out) >= (int)sizeof folder) {
        return err_set(err, out, NULL, "the file name is too long");
    }
    return access(folder, W_OK) == 0 || err_set(err, out, NULL, "cannot write: %s", strerror(errno));
}

bool command_can_create(const char *out, Err *err)
{
    if (access(out, F_OK) == 0) {
        return err_set(err, out, NULL, "found a file, which is left alone; expected --out to name a new one");
    }
    return command_can_write(out, err);
}

bool command_read_sprt(const char *text, EloSprt *sprt)
{
    char *end = NULL;
    if (strspn(text, "+-.,0123456789") !=
        strlen(text)) { /* strtod also knows inf, nan, hexadecimal, blanks */
        return false;
    }
    sprt->elo0 = strtod(text, &end);
    if (end == text || *end != ',') {
        return false;
    }
    const char *second = end + 1;
    sprt->elo1 = strtod(second, &end);
    return end != second && *end == '\0' && sprt->elo0 < sprt->elo1 && sprt->elo0 >= -ELO_SPRT_MOST &&
           sprt->elo1 <= ELO_SPRT_MOST;
}
