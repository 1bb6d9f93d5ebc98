"""OpenSpiel's games in C++, played at random within C++.

`evaluate_bots` plays a whole game without coming back to Python, so what is timed is the game's own work,
the bots' choice among the legal actions, and one call from Python for each game. It keeps no undo, log or view.
Which choices had two actions or more is counted afterwards, off the clock.
"""

import time

import pyspiel

GAMES = {"backgammon": 150, "chess": 150, "gin_rummy": 1000}


def play(game, seed):
    state = game.new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(player, 2 * seed + player) for player in range(2)]
    pyspiel.evaluate_bots(state, bots, seed)
    return state


def decisions(game, history):
    """How many choices of players had two actions or more."""
    state, count = game.new_initial_state(), 0
    for action in history:
        if not state.is_chance_node() and len(state.legal_actions()) > 1:
            count += 1
        state.apply_action(action)
    return count


def main():
    for name, games in GAMES.items():
        game = pyspiel.load_game(name)
        play(game, 0)
        begun = time.process_time()
        played = [play(game, seed) for seed in range(games)]
        took = time.process_time() - begun
        count = sum(decisions(game, state.history()) for state in played)
        print("OpenSpiel (C++)", name, round(count / took), round(count / games), "-", sep="\t", flush=True)


main()
