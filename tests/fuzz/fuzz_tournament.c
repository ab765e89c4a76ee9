/* fuzz_tournament.c: any bytes as the configuration of a tournament. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "eval/run/tournament.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char name[64];
    TournamentConfig config;
    Err err;
    err_clear(&err);
    (void)snprintf(name, sizeof name, "fuzz-tournament-%ld.json", (long)getpid());
    FILE *file = fopen(name, "wb");
    if (file == NULL) {
        return 0;
    }
    (void)fwrite(data, 1, size, file);
    (void)fclose(file);
    if (tournament_read(&config, name, &err)) {
        tournament_config_release(&config);
    }
    (void)remove(name);
    return 0;
}
