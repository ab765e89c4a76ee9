/* shapley.h: shares of a joint result: how much each of a few causes contributed to it.
 *
 * L. S. Shapley, "A Value for n-Person Games" (1953): the share of a cause is the change it brings when it
 * joins the others, averaged over all orders in which they may join. It is the only way of sharing in which
 * shares add up to the whole, causes that change nothing get nothing, equal causes get the same, and shares
 * of a sum of results are sums of shares.
 */
#ifndef MARSHAL_EVAL_REPORT_SHAPLEY_H
#define MARSHAL_EVAL_REPORT_SHAPLEY_H

enum { SHAPLEY_MAX = 12 };

/* value[set] is the result when just the causes in the set (bit i: cause i) are there, 2^count of them; fills
 * share, which adds up to value[all] - value[none]. count at most SHAPLEY_MAX. Time: count * 2^count. */
void shapley_shares(unsigned count, const double *value, double *share);

#endif
