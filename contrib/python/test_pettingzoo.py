"""Runs PettingZoo's own tests on the environment: `python -m contrib.python.test_pettingzoo`.

Options of `cardwright` and a game may follow; the default is Latin Intervention. The variable
CARDWRIGHT names the program.
"""

import os
import sys

from pettingzoo.test import api_test, seed_test

from contrib.python.cardwright_env import CardwrightEnv


def main():
    *options, game = sys.argv[1:] or ["latin-intervention"]
    command = [os.environ.get("CARDWRIGHT", "cardwright"), *options]
    made = []

    def make():
        made.append(CardwrightEnv(game, command, render_mode="ansi"))
        return made[-1]

    api_test(make(), num_cycles=50)
    seed_test(make, num_cycles=50)
    for env in made:
        env.close()
    print("api_test and seed_test passed")


if __name__ == "__main__":
    main()
