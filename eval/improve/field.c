/* field.c: see field.h. */
#include "eval/improve/field.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool field_add(Field *field, const Policy *policy, double share, Err *err)
{
    assert(share > 0.0);
    if (field->count == FIELD_MAX) {
        return err_set(err, NULL, NULL, "found more than %d opponents, expected fewer", FIELD_MAX);
    }
    field->policies[field->count] = policy;
    field->shares[field->count++] = share;
    return true;
}

void field_close(Field *field)
{
    double sum = 0.0;
    assert(field->count > 0);
    for (uint32_t i = 0; i < field->count; i++) {
        sum += field->shares[i];
    }
    for (uint32_t i = 0; i < field->count; i++) {
        field->shares[i] /= sum;
    }
}

uint32_t field_deal(const Field *field, FieldDeal *deal)
{
    uint32_t most = 0;
    double lacking = -1.0;
    deal->total++;
    for (uint32_t i = 0; i < field->count; i++) {
        const double lacks = field->shares[i] * (double)deal->total - (double)deal->games[i];
        if (lacks > lacking + 1e-9) {
            most = i;
            lacking = lacks;
        }
    }
    deal->games[most]++;
    return most;
}

void field_json(const Field *field, JsonOut *out)
{
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < field->count; i++) {
        jsonout_begin(out, '{');
        jsonout_key_text(out, "policy", field->policies[i]->spec);
        jsonout_key_double(out, "share", field->shares[i]);
        if (field->policies[i]->sources[0] != '\0') {
            jsonout_key_text(out, "files", field->policies[i]->sources);
        }
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
}

bool field_read_share(const char *text, double *share, const char **policy, Err *err)
{
    char *end = NULL;
    *share = 1.0;
    *policy = text;
    if (strspn(text, "+-.0123456789") == 0) {
        return true;
    }
    *share = strtod(text, &end);
    *policy = end + 1;
    return (end != text && *end == '*' && *share > 0.0 && *share <= 1e6) ||
           err_set(err, NULL, NULL, "found \"%.64s\", expected POLICY or SHARE*POLICY, as in 0.4*heuristic",
                   text);
}
