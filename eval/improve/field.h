/* field.h: whom a strategy is to do well against: policies with shares, such as the other seat's mixture in
 * an equilibrium. Each game has one opponent. They are dealt so that after any number of games each has had
 * its share, as nearly as whole games allow: no luck, the same for everybody. */
#ifndef MARSHAL_EVAL_IMPROVE_FIELD_H
#define MARSHAL_EVAL_IMPROVE_FIELD_H

#include <stdbool.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/jsonout.h"

enum { FIELD_MAX = 64 };

typedef struct Field {
    uint32_t count;
    const Policy *policies[FIELD_MAX]; /* borrowed */
    double shares[FIELD_MAX];          /* above 0, 1 in all */
} Field;

/* Games that each opponent was given. All zero: none yet. */
typedef struct FieldDeal {
    uint64_t games[FIELD_MAX];
    uint64_t total;
} FieldDeal;

/* Adds an opponent with a share above 0 of what shares there are. False and err if there are too many. */
bool field_add(Field *field, const Policy *policy, double share, Err *err);
/* All are added: shares become 1 in all. There must be one at least. */
void field_close(Field *field);

/* Deals the next game: to whoever lacks most of its share, the first of equals. */
uint32_t field_deal(const Field *field, FieldDeal *deal);

/* An array: policy, share and, if there are any, the SHA-256 of its files. */
void field_json(const Field *field, JsonOut *out);

/* Reads "SHARE*POLICY" or "POLICY", whose share is 1; what follows is the policy. False and err if the share
 * is not above 0. */
bool field_read_share(const char *text, double *share, const char **policy, Err *err);

#endif
