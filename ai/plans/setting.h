/* setting.h: making what plan search needs for a game: whose plans are tried. */
#ifndef MARSHAL_AI_PLANS_SETTING_H
#define MARSHAL_AI_PLANS_SETTING_H

#include "ai/plans/search.h"

/* Fills a setting for policy->game with the usual strategy of each seat and, if params.styles says so, the
 * shipped ones (GameAi.styles), whose files the policy notes as its sources; without knowledge, so that
 * playouts go to the end of the game until the caller adds it. False and err if a file is missing or wrong.
 * Either way plans_setting_close is to be called. */
bool plans_setting_open(PlansSetting *setting, const GameAi *ai, const PlansParams *params, Policy *policy,
                        Err *err);
void plans_setting_close(PlansSetting *setting);

#endif
