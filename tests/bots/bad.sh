#!/bin/sh
# A bot that plays the first legal move until its second decision, where it goes wrong in the way its argument names. Ways
# whose names begin with start_ go wrong at once. "good" never does.
how=$1
long=${2:-1000} # seconds to hang; a number nobody else uses lets a test look for what was left behind
decisions=0

go_wrong() {
    case $how in
    crash) kill -SEGV $$ ;;
    exit) exit 3 ;;
    hang) sleep "$long" ;;
    busy) while :; do :; done ;;
    illegal) echo "bestmove fly(moon)" ;;
    number) echo "bestmove #9999" ;;
    empty) echo "bestmove" ;;
    twice) printf 'bestmove #1\nbestmove #1\n' ;;
    garbage) printf 'bla \033[31m bla\n' ;;
    error) echo "error I do not like this" ;;
    megabytes) head -c 50000000 /dev/zero | tr '\0' x ;;
    chatter) yes info string all is well ;;
    nul) printf 'best\000move\n' ;;
    close_output) exec >&- && sleep "$long" ;;
    close_input) exec <&- && echo "bestmove #1" && sleep "$long" ;;
    children)
        (trap '' HUP TERM; sleep "$long") &
        exit 0
        ;;
    esac
}

case $how in
start_exit) exit 0 ;;
start_hang) sleep "$long" ;;
start_garbage) echo "hello, I am a bot" ;;
start_close) exec >&- && sleep "$long" ;;
esac

while read -r word rest; do
    case $word in
    marshal) echo "marshalok 1" ;;
    isready) echo "readyok" ;;
    go)
        decisions=$((decisions + 1))
        if [ "$decisions" -ge 2 ] && [ "$how" != good ]; then
            go_wrong
        else
            echo "info string thinking about $rest"
            echo "bestmove #1"
        fi
        ;;
    quit) exit 0 ;;
    esac
done
