/* setting.c: the strategies whose plans are tried. */
#include "ai/plans/setting.h"

#include <assert.h>
#include <string.h>

#include "engine/json.h"
#include "engine/scenario.h"

/* Adds the strategy of a file to the styles of a seat; NULL: the usual one. */
static bool add_style(PlansSetting *setting, Seat seat, const char *file, Policy *policy, Err *err)
{
    char path[SCENARIO_PATH_BYTES];
    JsonDoc doc;
    void *style = NULL;
    assert(setting->style_count[seat] < PLAN_STYLES_MAX);
    if (file == NULL) {
        style = setting->ai->strategy_load(setting->game, NULL, err);
    } else {
        if (!scenario_find_strategy(setting->ai->game_id, file, path, err) || !json_load(&doc, path, err)) {
            return false;
        }
        const JsonNode root = json_root(&doc);
        style = setting->ai->strategy_load(setting->game, &root, err);
        policy_note_source(policy, &doc);
        json_release(&doc);
    }
    if (style != NULL) {
        setting->style[seat][setting->style_count[seat]++] = style;
    }
    return style != NULL;
}

bool plans_setting_open(PlansSetting *setting, const GameAi *ai, const PlansParams *params, Policy *policy,
                        Err *err)
{
    memset(setting, 0, sizeof *setting);
    setting->game = policy->game;
    setting->ai = ai;
    setting->params = *params;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const char *const *name = ai->styles[seat];
        char tuned[SCENARIO_PATH_BYTES];
        if (params->tuned != 0 &&
            scenario_find_own_strategy(ai->game_id, seat_name((Seat)seat), policy->game->scenario, tuned) &&
            !add_style(setting, (Seat)seat, tuned, policy, err)) {
            return false;
        }
        if (setting->style_count[seat] > 0 && params->styles == 0) {
            continue;
        }
        if (!add_style(setting, (Seat)seat, NULL, policy, err)) {
            return false;
        }
        while (params->styles != 0 && name != NULL && *name != NULL) {
            if (!add_style(setting, (Seat)seat, *name++, policy, err)) {
                return false;
            }
        }
    }
    return true;
}

void plans_setting_close(PlansSetting *setting)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        for (uint32_t i = 0; i < setting->style_count[seat]; i++) {
            setting->ai->strategy_release(setting->style[seat][i]);
        }
    }
}
