"""Random play of OpenSpiel's C++ games, inside C++.

`evaluate_bots` plays a whole game in one call from Python. The measured time covers the game and the bots' choices.
OpenSpiel has no undo, log or view. Decisions (two legal actions or more) are counted after the measurement.
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
    """Counts the choices with two actions or more."""
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
        started = time.process_time()
        played = [play(game, seed) for seed in range(games)]
        elapsed = time.process_time() - started
        count = sum(decisions(game, state.history()) for state in played)
        print("OpenSpiel (C++)", name, round(count / elapsed), round(count / games), "-", sep="\t", flush=True)


main()
