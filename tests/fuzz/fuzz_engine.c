/* fuzz_engine.c: any lines to the text protocol that set a scenario, overrides and a position. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "play/engine/engine_position.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void take_line(EnginePosition *position, char *line)
{
    Err err;
    err_clear(&err);
    if (strncmp(line, "scenario ", 9) == 0) {
        (void)engine_position_scenario(position, line + 9, &err);
    } else if (strncmp(line, "override ", 9) == 0) {
        (void)engine_position_override(position, line + 9, &err);
    } else if (strncmp(line, "position ", 9) == 0) {
        (void)engine_position_set(position, line + 9, &err);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[4096];
    if (size >= sizeof text) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    EnginePosition position;
    engine_position_init(&position);
    char *rest = text;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        take_line(&position, line);
    }
    engine_position_release(&position);
    return 0;
}
