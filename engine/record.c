/* record.c: lines of a game record, written and parsed. */
#include "engine/record.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/durable.h"
#include "engine/json.h"
#include "engine/jsonout.h"
#include "engine/version.h"

/* ---- writing ---- */

static void write_seed(JsonOut *line, uint64_t seed)
{
    char text[24];
    char sha256[HASH_SHA256_HEX_BYTES];
    (void)snprintf(text, sizeof text, "%" PRIu64, seed);
    hash_sha256(text, strlen(text), sha256);
    jsonout_key_text(line, "seed", text);
    jsonout_key_text(line, "seed_sha256", sha256);
}

static void write_overrides(JsonOut *line, const RecordInfo *info)
{
    jsonout_key(line, "overrides");
    jsonout_texts(line, info->overrides, info->override_count);
}

static void write_policies(JsonOut *line, const RecordInfo *info)
{
    jsonout_key(line, "policies");
    jsonout_begin(line, '{');
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if (info->policies[seat] != NULL) {
            jsonout_key_text(line, seat_name((Seat)seat), info->policies[seat]);
        }
    }
    jsonout_end(line, '}');
}

static void write_dice(JsonOut *line, const Dice *dice)
{
    assert(dice->log != NULL || dice->log_count == 0);
    assert(dice->log != NULL && !dice->failed);
    jsonout_key(line, "dice");
    jsonout_bytes(line, dice->log, dice->log_count);
}

static void end_line(JsonOut *line)
{
    jsonout_end(line, '}');
    strbuf_add_char(line->buf, '\n');
}

void record_write_header(StrBuf *out, const RecordInfo *info, const Dice *dice)
{
    assert(info->game != NULL);
    JsonOut line = jsonout_on(out);
    jsonout_begin(&line, '{');
    jsonout_key_text(&line, "schema", RECORD_SCHEMA);
    jsonout_key_text(&line, "game", info->game->rules->id);
    jsonout_key_text(&line, "scenario", info->game->scenario);
    jsonout_key_text(&line, "scenario_sha256", info->game->sha256);
    write_overrides(&line, info);
    if (info->options != NULL) {
        jsonout_key_raw(&line, "options", info->options);
    }
    if (info->has_seed) {
        write_seed(&line, info->seed);
    }
    write_policies(&line, info);
    jsonout_key_text(&line, "version", MARSHAL_VERSION);
    write_dice(&line, dice);
    end_line(&line);
}

void record_write_decision(StrBuf *out, const Game *game, uint32_t ply, Seat seat, Move move,
                           const Dice *dice)
{
    char text[MOVE_TEXT_BYTES];
    game->rules->move_text(game->data, move, text);
    JsonOut line = jsonout_on(out);
    jsonout_begin(&line, '{');
    jsonout_key_u64(&line, "ply", ply);
    jsonout_key_text(&line, "seat", seat_name(seat));
    jsonout_key_text(&line, "move", text);
    write_dice(&line, dice);
    end_line(&line);
}

/* Words of enum record_note_kind. */
static const char *const NOTES[RECORD_NOTE_KIND_COUNT] = {"take_back", "resign", "swap", "plans"};

void record_write_note(StrBuf *out, const RecordNote *note)
{
    JsonOut line = jsonout_on(out);
    jsonout_begin(&line, '{');
    jsonout_key_text(&line, "note", NOTES[note->kind]);
    jsonout_key_text(&line, "seat", seat_name(note->seat));
    jsonout_key_u64(&line, "ply", note->ply);
    jsonout_key_u64(&line, "count", note->count);
    end_line(&line);
}

/* reason: of a forfeit, else NULL. */
static void write_outcome(StrBuf *out, const Outcome *outcome, const char *reason)
{
    JsonOut line = jsonout_on(out);
    jsonout_begin(&line, '{');
    jsonout_key(&line, "outcome");
    jsonout_begin(&line, '{');
    jsonout_key_text(&line, "winner", seat_name(outcome->winner));
    jsonout_key_text(&line, "grade", outcome_grade_name(outcome->grade));
    jsonout_key_i64(&line, "turn", outcome->turn);
    if (reason != NULL) {
        jsonout_key_text(&line, "forfeit", reason);
    }
    jsonout_end(&line, '}');
    end_line(&line);
}

void record_write_outcome(StrBuf *out, const Outcome *outcome) { write_outcome(out, outcome, NULL); }

void record_write_forfeit(StrBuf *out, const Outcome *outcome, const char *reason)
{
    assert(reason != NULL && outcome->grade == OUTCOME_FORFEIT);
    write_outcome(out, outcome, reason);
}

static bool save(const StrBuf *lines, const char *path, bool durable, Err *err)
{
    char part[SCENARIO_PATH_BYTES];
    const int length = snprintf(part, sizeof part, "%s.part", path);
    if (length < 0 || (size_t)length >= sizeof part) {
        return err_set(err, path, NULL, "the file name is too long");
    }
    if (!durable_write(part, lines, durable) || rename(part, path) != 0 || (durable && !durable_name(path))) {
        const int cause = errno;
        (void)remove(part);
        return err_set(err, path, NULL, "cannot write the record: %s", strerror(cause));
    }
    return true;
}

bool record_save(const StrBuf *lines, const char *path, Err *err) { return save(lines, path, false, err); }

bool record_keep(const StrBuf *lines, const char *path, Err *err) { return save(lines, path, true, err); }

/* ---- reading: the file and its lines ---- */

bool record_error(const Record *record, const char *path, Err *err, const char *format, ...)
{
    char place[ERR_FILE_BYTES];
    char message[ERR_MESSAGE_BYTES];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    (void)snprintf(place, sizeof place, "%.200s:%" PRIu32, record->file, record->line);
    return err_set(err, place, path, "%s", message);
}

/* Appends an open file to text; false and err if it is too long, holds a NUL or cannot be read. */
static bool read_all(FILE *file, const char *name, StrBuf *text, Err *err)
{
    char chunk[16 * 1024 + 1];
    size_t count = 0;
    while ((count = fread(chunk, 1, sizeof chunk - 1, file)) > 0) {
        if (text->length + count > RECORD_FILE_BYTES_MAX) {
            return err_set(err, name, NULL, "the file has more than %d bytes", RECORD_FILE_BYTES_MAX);
        }
        if (memchr(chunk, '\0', count) != NULL) {
            return err_set(err, name, NULL, "the file holds a NUL byte, so it is no JSON");
        }
        chunk[count] = '\0';
        strbuf_add(text, chunk);
    }
    return ferror(file) == 0 || err_set(err, name, NULL, "cannot read the file: %s", strerror(errno));
}

static bool read_file(const char *name, StrBuf *text, Err *err)
{
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        return err_set(err, name, NULL, "cannot open the file: %s", strerror(errno));
    }
    const bool read = read_all(file, name, text, err);
    (void)fclose(file);
    return read;
}

/* Parses the next line into doc; false at the end of the text, or with err set. */
static bool next_line(Record *record, JsonDoc *doc, Err *err)
{
    if (record->next >= record->text.length) {
        return false;
    }
    const char *start = record->text.text + record->next;
    const size_t left = record->text.length - record->next;
    const char *end = memchr(start, '\n', left);
    const size_t length = end != NULL ? (size_t)(end - start) : left;
    record->next += length + 1;
    record->line++;
    char place[ERR_FILE_BYTES];
    (void)snprintf(place, sizeof place, "%.200s:%" PRIu32, record->file, record->line);
    return json_parse(doc, start, length, place, err);
}

/* ---- reading: values ---- */

/* Copies a string of at most size - 1 bytes; absent means "". */
static bool get_text(const JsonNode *object, const char *key, char *text, size_t size, Err *err)
{
    assert(size > 0);
    JsonNode node;
    const char *found = "";
    text[0] = '\0';
    if (!json_find(object, key, &node)) {
        return true;
    }
    if (!json_string(&node, &found, err)) {
        return false;
    }
    if (strlen(found) >= size) {
        return json_error(&node, err, "found a text of %zu bytes, expected at most %zu", strlen(found),
                          size - 1);
    }
    memcpy(text, found, strlen(found) + 1);
    return true;
}

static bool get_required_text(const JsonNode *object, const char *key, char *text, size_t size, Err *err)
{
    JsonNode node;
    return json_get(object, key, &node, err) && get_text(object, key, text, size, err);
}

static bool get_dice(const JsonNode *object, uint8_t dice[DICE_LOG_MAX], size_t *count, Err *err)
{
    JsonNode array;
    if (!json_get(object, "dice", &array, err) || !json_array(&array, DICE_LOG_MAX, count, err)) {
        return false;
    }
    for (size_t i = 0; i < *count; i++) {
        const JsonNode node = json_at(&array, i);
        long value = 0;
        if (!json_int(&node, 1, UINT8_MAX, &value, err)) {
            return false;
        }
        dice[i] = (uint8_t)value;
    }
    return true;
}

/* The decimal text of a 64-bit number. */
static bool parse_u64(const char *text, uint64_t *value)
{
    *value = 0;
    for (const char *at = text; *at != '\0'; at++) {
        const unsigned digit = (unsigned)(*at - '0');
        if (digit > 9 || *value > (UINT64_MAX - digit) / 10) {
            return false;
        }
        *value = *value * 10 + digit;
    }
    return text[0] != '\0';
}

static bool get_seed(const JsonNode *object, RecordHeader *header, Err *err)
{
    char text[RECORD_TEXT_BYTES];
    char sha256[RECORD_TEXT_BYTES];
    char expected[HASH_SHA256_HEX_BYTES];
    if (!get_text(object, "seed", text, sizeof text, err) ||
        !get_text(object, "seed_sha256", sha256, sizeof sha256, err)) {
        return false;
    }
    header->has_seed = text[0] != '\0';
    if (header->has_seed && !parse_u64(text, &header->seed)) {
        return json_error(object, err, "seed: found \"%s\", expected a decimal number below 2^64", text);
    }
    hash_sha256(text, strlen(text), expected);
    if (header->has_seed && sha256[0] != '\0' && strcmp(sha256, expected) != 0) {
        return json_error(object, err, "seed_sha256: found \"%s\", but the seed's SHA-256 is %s", sha256,
                          expected);
    }
    return true;
}

static bool get_overrides(const JsonNode *object, RecordHeader *header, Err *err)
{
    JsonNode array;
    if (!json_find(object, "overrides", &array)) {
        return true;
    }
    if (!json_array(&array, SCENARIO_OVERRIDES_MAX, &header->override_count, err)) {
        return false;
    }
    for (size_t i = 0; i < header->override_count; i++) {
        const JsonNode node = json_at(&array, i);
        const char *text = NULL;
        if (!json_string(&node, &text, err)) {
            return false;
        }
        if (strlen(text) >= RECORD_TEXT_BYTES) {
            return json_error(&node, err, "found %zu bytes, expected at most %d", strlen(text),
                              RECORD_TEXT_BYTES - 1);
        }
        memcpy(header->overrides[i], text, strlen(text) + 1);
    }
    return true;
}

static bool get_policies(const JsonNode *object, RecordHeader *header, Err *err)
{
    static const char *const keys[] = {"french", "coalition", NULL};
    JsonNode policies;
    if (!json_find(object, "policies", &policies)) {
        return true;
    }
    if (!json_is_object(&policies, err) || !json_only_keys(&policies, keys, err)) {
        return false;
    }
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if (!get_text(&policies, seat_name((Seat)seat), header->policies[seat], RECORD_POLICY_BYTES, err)) {
            return false;
        }
    }
    return true;
}

/* ---- reading: the kinds of lines ---- */

static bool get_schema(const JsonNode *object, Err *err)
{
    JsonNode node;
    const char *schema = NULL;
    if (!json_get(object, "schema", &node, err) || !json_string(&node, &schema, err)) {
        return false;
    }
    return strcmp(schema, RECORD_SCHEMA) == 0 || strcmp(schema, RECORD_SCHEMA_1) == 0 ||
           json_error(&node, err, "found \"%.64s\", expected \"" RECORD_SCHEMA "\"", schema);
}

static bool parse_header(const JsonNode *object, RecordHeader *header, Err *err)
{
    static const char *const keys[] = {"schema",    "game",    "scenario", "scenario_sha256",
                                       "overrides", "options", "seed",     "seed_sha256",
                                       "policies",  "version", "dice",     NULL};
    return json_is_object(object, err) && get_schema(object, err) && json_only_keys(object, keys, err) &&
           get_required_text(object, "game", header->game, sizeof header->game, err) &&
           get_required_text(object, "scenario", header->scenario, sizeof header->scenario, err) &&
           get_text(object, "scenario_sha256", header->scenario_sha256, sizeof header->scenario_sha256,
                    err) &&
           get_overrides(object, header, err) && get_seed(object, header, err) &&
           get_policies(object, header, err) &&
           get_text(object, "version", header->version, sizeof header->version, err) &&
           get_dice(object, header->dice, &header->dice_count, err);
}

static bool read_header(Record *record, Err *err)
{
    JsonDoc doc;
    if (!next_line(record, &doc, err)) {
        return err_set(err, record->file, NULL, "the file is empty, expected a record's header");
    }
    const JsonNode root = json_root(&doc);
    const bool parsed = parse_header(&root, &record->header, err);
    json_release(&doc);
    return parsed;
}

static void begin(Record *record, const char *name)
{
    memset(record, 0, sizeof *record);
    (void)snprintf(record->file, sizeof record->file, "%s", name);
    strbuf_init(&record->text);
}

bool record_open_text(Record *record, const char *name, const char *text, size_t length, Err *err)
{
    if (length > RECORD_FILE_BYTES_MAX || memchr(text, '\0', length) != NULL) {
        return err_set(err, name, NULL, "the record is too long, or holds a NUL byte");
    }
    begin(record, name);
    strbuf_add_bytes(&record->text, text, length);
    if (!read_header(record, err)) {
        record_release(record);
        return false;
    }
    return true;
}

bool record_open(Record *record, const char *file, Err *err)
{
    begin(record, file);
    if (!read_file(file, &record->text, err) || !read_header(record, err)) {
        record_release(record);
        return false;
    }
    return true;
}

void record_release(Record *record) { strbuf_release(&record->text); }

/* A seat by its name: seats below limit are expected. */
static bool get_seat(const JsonNode *object, const char *key, int limit, Seat *seat, Err *err)
{
    const char *name = NULL;
    Seat found = SEAT_BOTH;
    if (!json_get_string(object, key, &name, err)) {
        return false;
    }
    if (seat_parse(name, &found) && (int)found < limit) {
        *seat = found;
        return true;
    }
    return json_error(object, err, "%s: found \"%.64s\", expected french%s", key, name,
                      limit == SEAT_COUNT ? " or coalition" : ", coalition or none");
}

static bool parse_step(const JsonNode *object, RecordStep *step, Err *err)
{
    static const char *const keys[] = {"ply", "seat", "move", "dice", NULL};
    long ply = 0;
    if (!json_only_keys(object, keys, err) || !json_get_int(object, "ply", 1, INT32_MAX, &ply, err)) {
        return false;
    }
    step->ply = (uint32_t)ply;
    return get_seat(object, "seat", SEAT_COUNT, &step->seat, err) &&
           get_required_text(object, "move", step->move, sizeof step->move, err) &&
           get_dice(object, step->dice, &step->dice_count, err);
}

static bool get_grade(const JsonNode *object, enum outcome_grade *grade, Err *err)
{
    const char *name = NULL;
    if (!json_get_string(object, "grade", &name, err)) {
        return false;
    }
    for (int i = 0; i < OUTCOME_GRADE_COUNT; i++) {
        if (strcmp(name, outcome_grade_name((enum outcome_grade)i)) == 0) {
            *grade = (enum outcome_grade)i;
            return true;
        }
    }
    return json_error(
        object, err,
        "grade: found \"%.64s\", expected decisive, marginal, tie_break, draw, both_lose or forfeit", name);
}

/* The reason of a forfeit: there must be one, and only there. */
static bool get_forfeit(const JsonNode *object, const Outcome *outcome, char text[RECORD_TEXT_BYTES],
                        Err *err)
{
    if (!get_text(object, "forfeit", text, RECORD_TEXT_BYTES, err)) {
        return false;
    }
    err_make_printable(text);
    if ((outcome->grade == OUTCOME_FORFEIT) != (text[0] != '\0')) {
        return json_error(object, err,
                          "forfeit: expected the reason with grade forfeit, and nothing with any other");
    }
    return outcome->grade != OUTCOME_FORFEIT || outcome->winner != SEAT_NONE ||
           json_error(object, err, "winner: found none, expected the seat that did not forfeit");
}

static bool parse_outcome(Record *record, const JsonNode *line, const JsonNode *object, Outcome *outcome,
                          Err *err)
{
    static const char *const line_keys[] = {"outcome", NULL};
    static const char *const keys[] = {"winner", "grade", "turn", "year", "forfeit", NULL};
    JsonNode old;
    const char *turn_key = json_find(object, "year", &old) ? "year" : "turn"; /* of schema 1, or of today */
    long turn = 0;
    if (!json_only_keys(line, line_keys, err) || !json_is_object(object, err) ||
        !json_only_keys(object, keys, err) ||
        !get_seat(object, "winner", SEAT_NONE + 1, &outcome->winner, err) ||
        !get_grade(object, &outcome->grade, err) || !get_forfeit(object, outcome, record->forfeit, err) ||
        !json_get_int(object, turn_key, INT32_MIN, INT32_MAX, &turn, err)) {
        return false;
    }
    outcome->turn = (int)turn;
    return true;
}

static bool get_note_kind(const JsonNode *node, enum record_note_kind *kind, Err *err)
{
    const char *name = NULL;
    if (!json_string(node, &name, err)) {
        return false;
    }
    for (int i = 0; i < RECORD_NOTE_KIND_COUNT; i++) {
        if (strcmp(name, NOTES[i]) == 0) {
            *kind = (enum record_note_kind)i;
            return true;
        }
    }
    return json_error(node, err, "found \"%.64s\", expected take_back, resign, swap or plans", name);
}

static bool parse_note(Record *record, const JsonNode *line, const JsonNode *kind, Err *err)
{
    static const char *const keys[] = {"note", "seat", "ply", "count", NULL};
    RecordNote note = {RECORD_NOTE_TAKE_BACK, SEAT_NONE, 0, 0};
    long ply = 0;
    long count = 0;
    if (!json_only_keys(line, keys, err) || !get_note_kind(kind, &note.kind, err) ||
        !get_seat(line, "seat", SEAT_COUNT, &note.seat, err) ||
        !json_get_int(line, "ply", 0, INT32_MAX, &ply, err) ||
        !json_get_int(line, "count", 0, INT32_MAX, &count, err)) {
        return false;
    }
    if (record->note_count == RECORD_NOTES_MAX) {
        return json_error(line, err, "a record has at most %d notes", RECORD_NOTES_MAX);
    }
    note.ply = (uint32_t)ply;
    note.count = (uint32_t)count;
    record->notes[record->note_count++] = note;
    return true;
}

/* RECORD_END stands for a note, after which the next line is wanted. */
static enum record_line parse_line(Record *record, const JsonNode *line, RecordStep *step, Outcome *outcome,
                                   Err *err)
{
    JsonNode object;
    if (!json_is_object(line, err)) {
        return RECORD_ERROR;
    }
    if (json_find(line, "note", &object)) {
        return parse_note(record, line, &object, err) ? RECORD_END : RECORD_ERROR;
    }
    if (json_find(line, "outcome", &object)) {
        return parse_outcome(record, line, &object, outcome, err) ? RECORD_OUTCOME : RECORD_ERROR;
    }
    return parse_step(line, step, err) ? RECORD_DECISION : RECORD_ERROR;
}

enum record_line record_next(Record *record, RecordStep *step, Outcome *outcome, Err *err)
{
    enum record_line kind = RECORD_END;
    while (kind == RECORD_END && record->next < record->text.length) {
        JsonDoc doc;
        if (!next_line(record, &doc, err)) {
            return RECORD_ERROR;
        }
        const JsonNode root = json_root(&doc);
        kind = parse_line(record, &root, step, outcome, err);
        json_release(&doc);
    }
    if (kind == RECORD_OUTCOME && record->next < record->text.length) {
        record->line++;
        (void)record_error(record, NULL, err, "found a line after the outcome, which is the last one");
        kind = RECORD_ERROR;
    }
    return kind;
}

bool record_looks_like_one(const char *name)
{
    char start[64] = "";
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        return false;
    }
    const size_t count = fread(start, 1, sizeof start - 1, file);
    (void)fclose(file);
    start[count] = '\0';
    return strstr(start, "marshal/record/") != NULL;
}

/* ---- folders ---- */

static int is_record_name(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return length > 6 && strcmp(entry->d_name + length - 6, ".jsonl") == 0;
}

static int by_name(const struct dirent **left, const struct dirent **right)
{
    return strcmp((*left)->d_name, (*right)->d_name);
}

bool record_each(const char *folder,
                 bool (*take)(void *context, const char *path, const char *name, Err *err), void *context,
                 Err *err)
{
    struct dirent **names = NULL;
    const int count = scandir(folder, &names, is_record_name, by_name);
    if (count < 0) {
        return err_set(err, folder, NULL, "cannot read the folder: %s", strerror(errno));
    }
    bool good = true;
    for (int i = 0; i < count; i++) {
        char path[ERR_FILE_BYTES];
        const char *name = names[i]->d_name;
        if (good && (size_t)snprintf(path, sizeof path, "%s/%s", folder, name) >= sizeof path) {
            good = err_set(err, folder, NULL, "the name of a record in it is too long: %.64s", name);
        }
        good = good && take(context, path, name, err);
        free(names[i]);
    }
    free(names);
    return good;
}
