/* words.h: the game in words for people (words.c). */
#ifndef MARSHAL_ENGINE_EAGLES_WORDS_H
#define MARSHAL_ENGINE_EAGLES_WORDS_H

#include "engine/words.h"

extern const struct GameWords EAGLES_WORDS;

#endif
