/* steps.c: the table of steps, made from the lists of the chapters. */
#include "engine/nae/nae.h"
#include "engine/nae/rules.h"

const NaeStep NAE_STEPS[NAE_STEP_COUNT] = {
    [NAE_STEP_NOTHING] = {"nothing", NULL, NULL, NULL},
#define AUTO(upper, lower) [NAE_STEP_##upper] = {#lower, nae_##lower##_run, NULL, NULL},
#define DECISION(upper, lower)                                                                               \
    [NAE_STEP_##upper] = {#lower, NULL, nae_##lower##_options, nae_##lower##_choose},
#define DECISION_OR(upper, lower)                                                                            \
    [NAE_STEP_##upper] = {#lower, nae_##lower##_none, nae_##lower##_options, nae_##lower##_choose},
#include "engine/nae/steps_battle.h"
#include "engine/nae/steps_cards.h"
#include "engine/nae/steps_march.h"
#undef AUTO
#undef DECISION
#undef DECISION_OR
};

const char *nae_step_name(unsigned step) { return step < NAE_STEP_COUNT ? NAE_STEPS[step].name : "?"; }

const char *nae_phase_name(unsigned phase)
{
    static const char *const names[NAE_PHASE_COUNT] = {
        "war_declarations",   "hands",     "budget", "diplomacy", "neutral_moves", "redeployment", "rounds",
        "end_of_activations", "conquests", "victory"};
    return phase < NAE_PHASE_COUNT ? names[phase] : "?";
}
