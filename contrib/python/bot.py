"""A player for a seat that answers with a random legal row. It needs nothing but Python 3.

    cardwright play GAME --seat SIDE=cmd:"python3 contrib/python/bot.py"

Change `choose` to make a player of your own. docs/protocol.md describes the lines.
"""

import json
import random
import sys


def choose(state, rng):
    """Returns the index of a row, and a number for each of its amounts."""
    rows = state["rows"]
    wise = [index for index, row in enumerate(rows) if not row["discouraged"]]
    index = rng.choice(wise or range(len(rows)))
    amounts = rows[index].get("amounts", [])
    return index, [rng.randrange(it["min"], it["max"] + 1, it["step"]) for it in amounts]


def main():
    rng = random.Random(sys.argv[1] if len(sys.argv) > 1 else None)
    for line in sys.stdin:
        state = json.loads(line).get("state")
        if state is None:
            continue  # The first line, `hello`, describes the game.
        if "over" in state:
            return
        row, numbers = choose(state, rng)
        answer = {"moment": state["moment"], "row": row, "numbers": numbers}
        print(json.dumps({"answer": answer}), flush=True)


if __name__ == "__main__":
    main()
