/* improve_plan.h: a plan in words for programs. Internal to eval/improve/. */
#ifndef MARSHAL_EVAL_IMPROVE_IMPROVE_PLAN_H
#define MARSHAL_EVAL_IMPROVE_IMPROVE_PLAN_H

#include "engine/jsonout.h"
#include "eval/improve/improve.h"

/* Members of an object that is open: all that a result hangs on but the length of its verification. */
void improve_plan_json(const ImprovePlan *plan, JsonOut *out);

#endif
