/* shared_games.h: the option --both-lose, and how commands tell what they count a game as that nobody wins
 * (eval/statistics/worth.h). */
#ifndef MARSHAL_PLAY_CMD_SHARED_GAMES_H
#define MARSHAL_PLAY_CMD_SHARED_GAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/jsonout.h"
#include "eval/statistics/worth.h"
#include "play/cmd/options.h"

/* first, second: whose worths these are, in help texts. */
#define OPTION_ROW_BOTH_LOSE(first, second)                                                                  \
    {                                                                                                        \
        "both-lose", OPTION_TEXT, "U[,V]", "0.5", false,                                                     \
            "own worth, 0 to 1, of a game that both lose: U to " first ", V (else U too) to " second         \
    }

/* Reads the option; false after telling what is wrong with it. */
bool shared_games_option(const Options *options, Worth *worth);

/* How many games had no winner, what they count in scores, and, if own worths were given or matter, the mean
 * worth of all games to each player. */
typedef struct SharedGames {
    uint64_t draws, both_lost;
    Worth worth;
    const char *names[2]; /* of the players */
    WorthMean own[2];     /* mean worth of a game to each */
} SharedGames;

/* A line or two of text, nothing if there was no such game. */
void shared_games_print(const SharedGames *games);
/* The member "shared": {"draws","both_lose","counts_each","both_lose_worth":[..],"worth":[..],...}. */
void shared_games_json(JsonOut *out, const SharedGames *games);

#endif
