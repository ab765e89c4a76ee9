#!/usr/bin/env python3
"""A bot for Age of Napoleon in the text protocol (docs/bots.md); standard library only.

Try it:  build/marshal match aon/1805 --french "exec:python3 ai/aon/example_bot.py" --coalition random --games 10

It never looks ahead. It gives each legal move a number of points from its text and from what it can see of the board,
and plays the one with most. That is enough to beat random play; improve on points().
"""
import json
import random
import sys


LIKED = {"corps_take": 3, "play_card": 2, "attack": 2, "area": 1, "stop": 1, "pass": 1, "corps_leave": 0}


def points(move, board):
    """How much a move is liked: what kind it is, and the area or person it is about."""
    kind, _, inner = move.partition("(")
    names = inner.rstrip(")").split(",")
    position = board.get("position", {})
    height = {"french": {}, "coalition": {}}  # of each side's stack, by area
    for stack in position.get("stacks", []):
        height[stack["seat"]][stack["area"]] = stack["height"]
    own = height[board["seat"]]
    enemy = height["coalition" if board["seat"] == "french" else "french"]
    total = LIKED.get(kind, 1)
    if kind == "stop":  # the French win by standing where they are, their enemies must come
        total += 0.4 if board["seat"] == "french" else -0.6
    if "campaign" in inner:  # cards that let more armies march
        total += 3
    for name in names:
        if name in enemy:  # attack what is weaker, leave alone what is stronger
            total += 3 if max(own.values(), default=0) > enemy[name] else -3
        elif position.get("step") == "part_choice":  # the biggest army marches
            total += own.get(name, 0)
        elif name in ("no", "napoleon") and kind != "corps_take":  # rallies and retreats help; Napoleon is not for losing
            total -= 1
    return total + random.random() / 2


def main():
    board = {}
    moves = []
    for line in sys.stdin:
        word, _, rest = line.rstrip("\r\n").partition(" ")
        if word == "marshal":
            print("id name example_bot.py")
            print("marshalok 1")
        elif word == "isready":
            print("readyok")
        elif word == "newgame":
            random.seed(rest)  # the same game every time
        elif word == "position" and rest.startswith("view "):
            board = json.loads(rest[len("view "):])
        elif word == "moves":
            moves = rest.split(" ")[1:]
        elif word == "go":
            print("bestmove", max(moves, key=lambda move: points(move, board)))
        elif word == "quit":
            break
        sys.stdout.flush()  # or nothing is ever heard of us


if __name__ == "__main__":
    main()
