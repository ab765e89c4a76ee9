/* test_aon_play.c: Age of Napoleon in the terminal: its pages and choices in words, a battle with typed dice,
 * and a hand that is never shown. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/playing.h"
#include "tests/support/support.h"

Test(aon_play, every_command_once, .init = playing_new_folder)
{
    PLAYING_EXPECT(
        "aon/1805 --seed 3 --opponent level:1 --file @game.jsonl",
        "?\n? opponent\nhelp\nmap\nmap bayern\narmies\nhand\ncard "
        "pursuit\ncard\ndiscards\ntracks\nreserve\nrules\nrules battle\n"
        "rules cheese\nlog\ninfo\nhint\nwhy\nwhy 2\nwhy-not pass\nwhy-not\nwhy-not x y\n1\nlog all\nlevel "
        "2\nopponent "
        "heuristic\ncurtain\ncurtain off\ndice\nnext\n"
        "undo\nback\ntake back\ntake\nreview\nsave\nswap\nresign\nresign yes\nreview 1\nquit\n",
        "  2  The opponent goes first", "choices, ?", "Ferdinand", "borders on: Sachsen", "Kutuzov (4/3/6)",
        "French hand, 8 cards", "The loser, who must have a surviving corps", "Cards: Napol",
        "Deck: 37 cards", "Initiative: French", "French reserve (24)", "Campaign Phase (11, 12)",
        "Battles (13)", "There is no \"cheese\" here.", "Nothing has happened yet.",
        "That is none of the choices there are now; what is asked is: ", "Found \"x y\", expected a move of ",
        "SHA-256 of the seed: 4e07408562bedb8b60ce05c1decfe3ad16b72230967de01f640b7e4729b49fce",
        "iterations from what you know", "rather than", "The French go first in the Campaign Phase [11.2.1].",
        "The opponent is level:2 now.", "The opponent is heuristic now.",
        "expected curtain on or curtain off", "The curtain is off.", "expected dice typed",
        "No policy is to move.", "cannot be undone: the opponent has decided since", "decisions taken back.",
        "expected take back", "A game is reviewed when it is over", "Saved in",
        "The sides have changed hands. French: heuristic. Coalition: human.",
        "resign yes gives the game up for the Coalition side.",
        "The French side has won: the other side resigned in 1805.", "The seed was 3;");
}

Test(aon_play, choices_by_number_words_and_notation, .init = playing_new_folder)
{
    PLAYING_EXPECT("aon/1805 --seed 3 --side both --file @game.jsonl",
                   "choose_first(self)\nPLAY no card\nflandres\nnapoleon\n1*\nplay no card\nile de "
                   "france\nleave\nbrune\nq\n",
                   "1. French: We go first", "2. Coalition: Play no card",
                   "3. French: Move an army from Flandres", "4. French: Napol",
                   "7. French: Murat comes along", "9. French: March to \xC3\x8Ele-de-France",
                   "10. French: Pick up Brune", "More than one choice fits \"leave\":", "Leave Soult behind");
}

Test(aon_play, several_in_a_line_stop_when_something_happens, .init = playing_new_folder)
{
    PLAYING_EXPECT("aon/1805 --seed 3 --side both --file @game.jsonl",
                   "1; 2; 3\npass; flandres\nflandres; nonsense; napoleon\nq\n",
                   "Something has happened in between: \" 2; 3\" was not carried out.",
                   "\"nonsense\" is no command", "Who leads the army from Flandres?");
    PLAYING_EXPECT("aon/1805 --seed 3 --opponent level:1 --set setup.hand.coalition=1 --file @second.jsonl",
                   "1; flandres; napoleon; 1*; q\n", "The French go first");
}

/* Napoléon attacks Mack in Bayern: strength 21 against 3. By the table 4 inflicts two losses, 2 none. */
static const char BATTLE[] =
    "1\npass\narea(flandres)\nnapol\n1*\npass\nwestf\nbayern\nintercept(no)\n1*\n1*\n";

Test(aon_play, typed_dice_decide_a_battle, .init = playing_new_folder)
{
    char input[400];
    (void)snprintf(input, sizeof input, "%s7\nsix\n0\n\n4\n2\nlog\nq\n", BATTLE);
    PLAYING_EXPECT(
        "aon/1805 --seed 3 --side both --dice typed --file @game.jsonl", input,
        "Dice are typed in as they fall",
        "Roll a die, 1 to 6: battle in Bayern: the die of France, which attacks with strength 21",
        "Found \"7\", expected the number", "Found \"six\", expected", "Found \"0\", expected",
        "Roll a die, 1 to 6: battle in Bayern: the die of the Coalition, which defends with strength 3",
        "Battle dice in Bayern: the French at strength 21, die 4: 2 losses, the Coalition at strength 3, die "
        "2: 0 losses; the French win; "
        "losses: the Coalition 1 permanent and 1 temporary",
        "Losses in Bayern: which corps (1 for good)?");
    StrBuf record;
    playing_read("game.jsonl", &record);
    cr_expect(strstr(record.text, "\"move\":\"corps_take(mack)\",\"dice\":[4,2]}") != NULL, "%s",
              record.text);
    cr_expect(strstr(record.text, "\"seed\"") == NULL, "typed dice have no seed");
    strbuf_release(&record);
    playing_expect_valid("game.jsonl");
    PLAYING_EXPECT("@game.jsonl --dice typed", "1\nq\n", "is permanently lost");
}

Test(aon_play, typed_dice_ahead_tied_and_given_up, .init = playing_new_folder)
{
    char input[400];
    (void)snprintf(input, sizeof input, "%scancel\n?\n1\n1 6, 3\n5\nq\n", BATTLE);
    PLAYING_EXPECT("aon/1805 --seed 3 --side both --dice typed --file @game.jsonl", input,
                   "no dice were typed, so the move was not made", "Does Mack fight?",
                   "Battle dice in Bayern: the French at strength 21, die 1");
    (void)snprintf(input, sizeof input, "%squit\n", BATTLE);
    PLAYING_EXPECT("aon/1805 --seed 3 --side both --dice typed --file @second.jsonl", input, "is kept in");
    playing_expect_valid("second.jsonl");
    PLAYING_EXPECT("aon/1805 --seed 3 --side both --dice typed --file @third.jsonl", BATTLE,
                   "is kept in"); /* input ends at the dice */
    playing_expect_valid("third.jsonl");
}

Test(aon_play, the_machines_hand_is_never_shown, .init = playing_new_folder)
{
    static const char *const hidden[] = {"Mud",
                                         "Forced March"}; /* of the Coalition's first hand with this seed */
    Run run;
    support_run(&run, "show aon/1805 --seed 3 --seat coalition");
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        cr_assert(strstr(run.out.text, hidden[i]) != NULL, "%s", run.out.text);
    }
    support_run_release(&run);
    playing_run(&run, "aon/1805 --seed 3 --opponent level:1 --file @game.jsonl",
                "map\narmies\nhand\ndiscards\ntracks\nreserve\nlog\ninfo\nhint\nwhy\nreview\n?\nq\n");
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        playing_expect_not_in(&run, hidden[i]);
    }
    playing_expect_in(&run, "The Coalition side holds 8 cards");
    support_run_release(&run);
}

Test(aon_play, the_line_editor, .init = playing_new_folder)
{
    PlayingScreen screen;
    playing_open(&screen, "aon/1805 --seed 3 --side both --file @game.jsonl");
    playing_wait_for(&screen, "The opponent goes first");
    playing_wait_for(&screen, "1805 French> ");
    playing_type(&screen, "reser\t\r"); /* completed to reserve */
    playing_wait_for(&screen, "Prisoners Box (0):");
    playing_wait_for(&screen, "1805 French> ");
    playing_type(&screen, "\x1b[A\r"); /* once more, from the history */
    playing_wait_for(&screen, "Prisoners Box (0):");
    playing_wait_for(&screen, "1805 French> ");   /* before that Ctrl-C would not meet a line */
    playing_type(&screen, "map Österreichx\b\r"); /* a letter of two bytes, and one taken back */
    playing_wait_for(&screen, "Coalition 1: Kutuzov");
    playing_wait_for(&screen, "1805 French> ");
    playing_type(&screen, "half a line\x03"); /* Ctrl-C gives it up */
    playing_wait_for(&screen, "(quit ends the game and keeps it)");
    playing_wait_for(&screen, "1805 French> ");
    playing_type(&screen, "choose_first(s\t\r");
    playing_wait_for(&screen, "The screen is for the Coalition side now.");
    playing_wait_for(&screen, "Enter when only you are looking> ");
    playing_type(&screen, "\r");
    playing_wait_for(&screen, "1805 Coalition> ");
    playing_type(&screen, "pass\r");
    playing_wait_for(&screen, "Enter when only you are looking> ");
    playing_type(&screen, "\r");
    playing_wait_for(&screen, "1805 French> ");
    playing_type(&screen, "flan\t\r"); /* a word of a choice */
    playing_wait_for(&screen, "Who leads the army from Flandres?");
    playing_wait_for(&screen, "French> ");
    playing_end_input(&screen);
    playing_close(&screen, 0);
    playing_expect_valid("game.jsonl");
}
