/* protocol.c: see protocol.h. */
#include "ai/protocol.h"

#include <assert.h>
#include <string.h>

#include "engine/jsonout.h"

/* What may be chosen from would give away hidden cards to the other seat. */
static bool may_see_moves(const ProtocolBoard *board)
{
    return board->viewer == SEAT_BOTH || board->viewer == (Seat)board->state->seat;
}

static void add_legal(JsonOut *out, const ProtocolBoard *board)
{
    MoveList own;
    const MoveList *list = board->legal;
    if (list == NULL) {
        (void)game_legal(board->game, board->state, &own);
        list = &own;
    }
    assert(list->count <= MOVE_LIST_MAX);
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < list->count; i++) {
        char text[MOVE_TEXT_BYTES];
        board->game->rules->move_text(board->game->data, list->moves[i], text);
        jsonout_text(out, text);
    }
    jsonout_end(out, ']');
}

static void add_bytes(StrBuf *out, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        const char pair[2] = {digits[bytes[i] >> 4U], digits[bytes[i] & 15U]};
        strbuf_add_bytes(out, pair, sizeof pair);
    }
}

void protocol_write_board(StrBuf *out, const ProtocolBoard *board)
{
    const Game *game = board->game;
    const State *state = board->state;
    assert(board->plies <= GAME_PLIES_MAX);
    JsonOut json = jsonout_on(out);
    jsonout_begin(&json, '{');
    jsonout_key_text(&json, "scenario", game->scenario);
    jsonout_key_text(&json, "scenario_sha256", game->sha256);
    jsonout_key_text(&json, "title", game->title);
    jsonout_key_u64(&json, "plies", board->plies);
    jsonout_key_text(&json, "viewer", seat_name(board->viewer));
    jsonout_key_text(&json, "seat", seat_name((Seat)state->seat));
    jsonout_key_bool(&json, "over", state->over != 0);
    jsonout_key(&json, "legal");
    if (may_see_moves(board)) {
        add_legal(&json, board);
    } else {
        jsonout_null(&json);
    }
    jsonout_key(&json, "position");
    game->rules->position_json(game->data, state, board->viewer, out);
    json.comma = true;
    if (board->bytes) {
        jsonout_key(&json, "bytes");
        strbuf_add_char(out, '"');
        add_bytes(out, (const uint8_t *)state, game->rules->state_bytes);
        strbuf_add_char(out, '"');
    }
    jsonout_end(&json, '}');
}

void protocol_write_moves(StrBuf *out, const Game *game, const MoveList *legal)
{
    assert(legal->count <= MOVE_LIST_MAX);
    strbuf_addf(out, " %u", (unsigned)legal->count);
    for (uint32_t i = 0; i < legal->count; i++) {
        char text[MOVE_TEXT_BYTES];
        game->rules->move_text(game->data, legal->moves[i], text);
        strbuf_add_char(out, ' ');
        strbuf_add(out, text);
    }
}

/* Value of a hexadecimal digit; 16 for anything else. */
static unsigned digit_of(char c)
{
    return c >= '0' && c <= '9'   ? (unsigned)(c - '0')
           : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10U
           : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10U
                                  : 16U;
}

bool protocol_read_hex(const char *text, uint8_t *bytes, size_t size)
{
    if (strlen(text) != 2 * size) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        const unsigned high = digit_of(text[2 * i]);
        const unsigned low = digit_of(text[2 * i + 1]);
        if (high > 15U || low > 15U) {
            return false;
        }
        bytes[i] = (uint8_t)(high << 4U | low);
    }
    return true;
}

char *protocol_after(char *line, const char *word)
{
    const size_t length = strlen(word);
    assert(length > 0);
    if (strncmp(line, word, length) != 0 || (line[length] != ' ' && line[length] != '\0')) {
        return NULL;
    }
    return line + length + (line[length] == ' ' ? 1 : 0);
}

char *protocol_word(char **text)
{
    char *begin = *text + strspn(*text, " ");
    char *end = begin + strcspn(begin, " ");
    if (*begin == '\0') {
        *text = begin;
        return NULL;
    }
    *text = *end != '\0' ? end + 1 : end;
    *end = '\0';
    return begin;
}
