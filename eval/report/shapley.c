/* shapley.c: the sum over sets with its weights |set|! (n - 1 - |set|)! / n!. */
#include "eval/report/shapley.h"

#include <assert.h>

/* Orders in which exactly a given set of `size` others comes before a cause, as a part of all orders. */
static double weight_of(unsigned size, unsigned count)
{
    double ways = (double)count; /* count times the number of sets of that size among the others */
    for (unsigned i = 0; i < size; i++) {
        ways = ways * (double)(count - 1 - i) / (double)(i + 1);
    }
    return 1.0 / ways;
}

static unsigned size_of(unsigned set)
{
    unsigned size = 0;
    for (; set != 0; set &= set - 1) {
        size++;
    }
    return size;
}

void shapley_shares(unsigned count, const double *value, double *share)
{
    assert(count <= SHAPLEY_MAX);
    double weight[SHAPLEY_MAX];
    for (unsigned size = 0; size < count; size++) {
        weight[size] = weight_of(size, count);
    }
    for (unsigned i = 0; i < count; i++) {
        const unsigned bit = 1U << i;
        share[i] = 0.0;
        for (unsigned set = 0; set < 1U << count; set++) {
            if ((set & bit) == 0) {
                share[i] += weight[size_of(set)] * (value[set | bit] - value[set]);
            }
        }
    }
}
