/* tune_sample.c: reading positions files into memory. */
#include "eval/tune/tune_sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rng.h"

void tune_sample_init(TuneSample *sample, uint32_t inputs)
{
    memset(sample, 0, sizeof *sample);
    sample->inputs = inputs;
}

void tune_sample_release(TuneSample *sample)
{
    if (sample->ai != NULL) {
        game_release(&sample->game);
    }
    free(sample->position);
    free(sample->index);
    free(sample->value);
    free(sample->file);
    tune_sample_init(sample, 0);
}

/* ------------------------------------------------------------------ memory */

/* Makes room for `wanted` items; what stands in *items stays. */
static bool grow(void **items, uint64_t wanted, size_t size)
{
    void *larger = realloc(*items, wanted * size);
    if (larger != NULL) {
        *items = larger;
    }
    return larger != NULL;
}

static bool grow_positions(TuneSample *sample)
{
    void *position = sample->position;
    const uint64_t room = sample->room + sample->room / 2 + 1024;
    const bool good = grow(&position, room, sizeof *sample->position);
    sample->position = position;
    sample->room = good ? room : sample->room;
    return good;
}

static bool grow_inputs(TuneSample *sample)
{
    void *index = sample->index;
    void *value = sample->value;
    const uint64_t room = sample->input_room + sample->input_room / 2 + 65536;
    const bool good = grow(&index, room, sizeof *sample->index) && grow(&value, room, sizeof *sample->value);
    sample->index = index;
    sample->value = value;
    sample->input_room = good ? room : sample->input_room;
    return good;
}

bool tune_sample_add(TuneSample *sample, const TunePosition *position, const ModelInputs *inputs, Err *err)
{
    if ((sample->count == sample->room && !grow_positions(sample)) ||
        (sample->input_room - sample->input_count < MODEL_ACTIVE_MAX && !grow_inputs(sample))) {
        return err_set(err, NULL, NULL, "out of memory after %llu positions: --limit takes fewer",
                       (unsigned long long)sample->count);
    }
    TunePosition *added = &sample->position[sample->count++];
    *added = *position;
    added->first = sample->input_count;
    for (uint32_t i = 0; i < inputs->count; i++) {
        const float value = inputs->value[i];
        if (value < 0.0F || value > 0.0F) {
            sample->index[sample->input_count] = inputs->index[i];
            sample->value[sample->input_count] = value;
            sample->input_count++;
        }
    }
    added->count = (uint16_t)(sample->input_count - added->first);
    return true;
}

/* ------------------------------------------------------------------ targets */

/* As heed_searches, but with opinions on the positions that follow: the model's own on a position is what is
 * to be mended. */
void tune_sample_retarget(TuneSample *sample, const Model *model, double trust)
{
    double expected = 0.0; /* at the next position of the game */
    double opinion = 0.0;  /* ... by the model */
    for (uint64_t i = sample->count; i-- > 0;) {
        TunePosition *position = &sample->position[i];
        const bool last = i + 1 == sample->count || sample->position[i + 1].game != position->game;
        const double heeded = pow(trust, (double)position->wait);
        expected = last ? (double)position->outcome : heeded * expected + (1.0 - heeded) * opinion;
        ModelInputs inputs;
        tune_sample_inputs(sample, position, &inputs);
        opinion = (double)model_probability(model_logit(model, &inputs));
        if (!position->held) {
            position->target =
                (float)(sample->heeds_searches ? 0.5 * (expected + (double)position->searched) : expected);
        }
    }
}

/* ------------------------------------------------------------------ one file */

/* A file being read. */
typedef struct Reader {
    const TuneRead *plan;
    TuneSample *sample;
    TuneFile *file;
    Game game;         /* of the file */
    uint64_t seen;     /* entries of all files so far */
    uint64_t total;    /* ... and altogether */
    uint64_t start;    /* first position of the current game in the sample */
    uint32_t number;   /* the current game's number in its match */
    uint32_t last_ply; /* the latest of the current game */
    bool within;       /* there is a current game */
} Reader;

/* What became of positions, as the player's searches saw it ever more clearly up to the end: the
 * lambda-return of R. S. Sutton, "Learning to predict by the methods of temporal differences" (1988), with
 * lambda a decision. A position's own search counts too: it looks ahead of what is fitted. On entry searched
 * holds the search's value, or what is no chance at all without one. */
static void heed_searches(const Reader *reader)
{
    TunePosition *position = &reader->sample->position[reader->start];
    double expected = (double)position->outcome;
    for (uint64_t i = reader->sample->count - reader->start; i-- > 0;) {
        const double value = (double)position[i].searched;
        const double trust = pow(reader->plan->lambda, (double)position[i].wait);
        const bool chance = value >= 0.0 && value <= 1.0; /* false for NaN, too */
        expected = chance ? trust * expected + (1.0 - trust) * value : expected;
        position[i].searched = (float)expected;
        position[i].target = (float)expected;
    }
}

/* Which third of the game a position belongs to is known once its last ply is, and so is what came of it;
 * plies are those of its positions. */
static void end_game(Reader *reader, const uint32_t *plies)
{
    TuneSample *sample = reader->sample;
    if (!reader->within || sample->count == reader->start) {
        return;
    }
    for (uint64_t i = reader->start; i < sample->count; i++) {
        TunePosition *position = &sample->position[i];
        const uint32_t ply = plies[i - reader->start];
        const uint32_t next = i + 1 < sample->count ? plies[i + 1 - reader->start] : reader->last_ply + 1U;
        const uint32_t wait = next > ply ? next - ply : 1U;
        position->stage = (uint8_t)((uint64_t)ply * TUNE_STAGE_COUNT / ((uint64_t)reader->last_ply + 1U));
        position->wait = (uint16_t)(wait < UINT16_MAX ? wait : UINT16_MAX);
    }
    heed_searches(reader);
    reader->file->games++;
    reader->file->held_games += sample->position[reader->start].held ? 1U : 0U;
    sample->games++;
}

/* Evenly: entry n of all is taken where the share of the limit due steps up. */
static bool is_taken(const Reader *reader)
{
    const uint64_t limit = reader->plan->limit;
    return limit == 0 || limit >= reader->total ||
           (reader->seen + 1) * limit / reader->total > reader->seen * limit / reader->total;
}

/* A file may hold anything: what describes its positions must fit the model. */
static bool in_range(const TuneSample *sample, const ModelInputs *inputs)
{
    for (uint32_t i = 0; i < inputs->count; i++) {
        if (inputs->index[i] >= sample->inputs) {
            return false;
        }
    }
    return true;
}

/* Describes a position; false and why if it is none of its scenario. */
static bool describe(const Reader *reader, const State *state, ModelInputs *inputs,
                     char message[GAME_CHECK_BYTES])
{
    const Game *game = &reader->game;
    (void)snprintf(message, GAME_CHECK_BYTES, "nobody decides in it");
    if (state->over != 0 || state->seat >= SEAT_COUNT || !game->rules->check(game->data, state, message)) {
        return false;
    }
    inputs->count = 0;
    reader->sample->ai->inputs(game, state, inputs);
    (void)snprintf(message, GAME_CHECK_BYTES, "it has an input that the model has not");
    return in_range(reader->sample, inputs);
}

static bool take(Reader *reader, const PositionEntry *entry, const StateBuffer *state, Err *err)
{
    TuneSample *sample = reader->sample;
    ModelInputs inputs;
    char message[GAME_CHECK_BYTES];
    if (!describe(reader, &state->header, &inputs, message)) {
        return err_set(err, reader->file->header.name, NULL, "entry %llu is no position of %s: %s",
                       (unsigned long long)reader->seen, reader->file->header.scenario, message);
    }
    if (sample->ai->is_quiet != NULL && !sample->ai->is_quiet(&reader->game, &state->header)) {
        return true; /* the evaluation is for quiet positions */
    }
    const float outcome = entry->winner == SEAT_FRENCH ? 1.0F : entry->winner == SEAT_COALITION ? 0.0F : 0.5F;
    const TunePosition position = {
        .outcome = outcome,
        .searched = entry->value, /* until the game is whole */
        .material = sample->ai->material != NULL ? sample->ai->material(&reader->game, &state->header) : 0.0F,
        .game = sample->games,
        .file = (uint16_t)(reader->file - sample->file),
        .held = sample_file_holds_out(&reader->file->header, entry->game, reader->plan->holdout),
    };
    reader->file->positions++;
    reader->file->held += position.held ? 1U : 0U;
    return tune_sample_add(sample, &position, &inputs, err);
}

static bool told_to_stop(const TuneRead *plan)
{
    return plan->stop != NULL && atomic_load_explicit(plan->stop, memory_order_relaxed);
}

/* Longest run of sampled positions of one game: no game has more plies. */
enum { PLIES_MAX = GAME_PLIES_MAX };

static bool read_entries(Reader *reader, uint32_t *plies, Err *err)
{
    PositionEntry entry;
    StateBuffer state;
    Err found;
    err_clear(&found);
    while (positions_next(&reader->file->header, &entry, &state, &found) && !told_to_stop(reader->plan)) {
        if (!reader->within || entry.game != reader->number) {
            end_game(reader, plies);
            reader->within = true;
            reader->number = entry.game;
            reader->start = reader->sample->count;
            reader->last_ply = 0;
        }
        reader->last_ply = entry.ply > reader->last_ply ? entry.ply : reader->last_ply;
        const uint64_t nth = reader->sample->count - reader->start;
        if (nth < PLIES_MAX && is_taken(reader)) {
            plies[nth] = entry.ply;
            if (!take(reader, &entry, &state, err)) {
                return false;
            }
        }
        reader->seen++;
    }
    end_game(reader, plies);
    reader->within = false;
    if (found.set) {
        return err_set(err, found.file, NULL, "%s", found.message);
    }
    return !told_to_stop(reader->plan) || err_set(err, NULL, NULL, "interrupted");
}

/* ------------------------------------------------------------------ what goes together */

/* True if the inputs of two boards have the same names: then one model serves both. */
static bool same_inputs(const TuneSample *sample, const Game *game)
{
    for (uint32_t i = 0; i < sample->inputs; i++) {
        char ours[MODEL_NAME_BYTES];
        char theirs[MODEL_NAME_BYTES];
        sample->ai->input_name(sample->game.data, i, ours);
        sample->ai->input_name(game->data, i, theirs);
        if (strcmp(ours, theirs) != 0) {
            return false;
        }
    }
    return true;
}

/* The first file decides on the game; the sample keeps it. */
static bool fits_sample(TuneSample *sample, const Game *game, const char *name, Err *err)
{
    const GameAi *ai = game_ai_find(game->rules->id);
    if (ai == NULL || ai->inputs == NULL || ai->input_count == 0) {
        return err_set(err, name, NULL, "game \"%s\" has no evaluation to fit", game->rules->id);
    }
    if (sample->ai == NULL) {
        if (!game_load(&sample->game, game->scenario, NULL, 0, err)) {
            return false;
        }
        sample->ai = ai;
        sample->inputs = ai->input_count;
    }
    if (sample->ai != ai || !same_inputs(sample, game)) {
        return err_set(err, name, NULL,
                       "found a position of %s, but the files before it are of another game or board",
                       game->scenario);
    }
    return true;
}

static bool read_file(Reader *reader, Err *err)
{
    const PositionsFile *header = &reader->file->header;
    uint32_t *plies = calloc(PLIES_MAX, sizeof *plies);
    if (plies == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    bool good = sample_file_load_game(header, &reader->game, err);
    if (good) {
        good =
            fits_sample(reader->sample, &reader->game, header->name, err) && read_entries(reader, plies, err);
        game_release(&reader->game);
    }
    free(plies);
    return good;
}

/* ------------------------------------------------------------------ all files */

/* The number of entries of all files, to share out the limit. */
static bool count_entries(const TuneRead *plan, uint64_t *total, Err *err)
{
    *total = 0;
    for (size_t i = 0; i < plan->count; i++) {
        PositionsFile file;
        if (!positions_open(&file, plan->names[i], err)) {
            return false;
        }
        *total += file.count;
        positions_close(&file);
    }
    return *total > 0 || err_set(err, plan->names[0], NULL, "holds no positions");
}

static bool read_all(TuneSample *sample, const TuneRead *plan, Err *err)
{
    Reader reader = {.plan = plan, .sample = sample};
    sample->file = calloc(plan->count, sizeof *sample->file);
    if (sample->file == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    if (!count_entries(plan, &reader.total, err)) {
        return false;
    }
    for (size_t i = 0; i < plan->count; i++) {
        reader.file = &sample->file[i];
        if (!positions_open(&reader.file->header, plan->names[i], err)) {
            return false;
        }
        sample->file_count++;
        const bool good = read_file(&reader, err);
        positions_close(&reader.file->header);
        if (!good) {
            return false;
        }
    }
    return true;
}

bool tune_sample_read(TuneSample *sample, const TuneRead *plan, Err *err)
{
    tune_sample_init(sample, 0);
    sample->heeds_searches = plan->lambda < 1.0;
    if (!read_all(sample, plan, err)) {
        tune_sample_release(sample);
        return false;
    }
    return true;
}
