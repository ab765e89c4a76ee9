/* cmd_engine.c: `marshal engine`: the text protocol on standard input and output. */
#include "play/cmd/command.h"
#include "play/engine/engine.h"

static int run(const Options *options)
{
    const EngineSetup setup = {
        .policy = options_text(options, "policy"),
        .scenario = options->operand_count > 0 ? options->operands[0] : NULL,
        .seed = options_number(options, "seed"),
    };
    return engine_front(&setup);
}

static const OptionSpec OPTIONS[] = {
    {"policy", OPTION_TEXT, "POLICY", "level", false, "thinks when go names neither sims nor time"},
    OPTION_ROW_SEED("of the engine's thinking"),
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_ENGINE = {
    .name = "engine",
    .operands = "[SCENARIO]",
    .least = 0,
    .most = 1,
    .summary = "answers the text protocol on standard input, for other programs",
    .details =
        "One command a line, as described in docs/bots.md under \"The text protocol\". The same protocol is "
        "spoken by\n"
        "the policy exec:COMMAND, so that \"exec:marshal engine --policy mcts:sims=400\" is an opponent too.",
    .options = OPTIONS,
    .run = run,
};
