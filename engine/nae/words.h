/* words.h: Napoleon against Europe in words: what is asked and what each choice means. See engine/words.h. */
#ifndef MARSHAL_ENGINE_NAE_WORDS_H
#define MARSHAL_ENGINE_NAE_WORDS_H

#include "engine/nae/data.h"
#include "engine/words.h"

extern const GameWords NAE_WORDS;

/* A piece as people call it: "III Corps (French, reduced)"; a place of fleets: "the port of Brest". */
void nae_piece_words(const NaeData *d, const NaeState *s, unsigned piece, StrBuf *out);
void nae_place_words(const NaeData *d, unsigned place_kind, unsigned place, StrBuf *out);

#endif
