"""A game of Cardwright as a PettingZoo AEC environment.

    env = CardwrightEnv("latin-intervention")

Each seat is an agent. An action is the index of a row; the mask tells which indexes have a row. An
observation has `view`, the position as the seat sees it, and `rows`, the words of each row as
numbers, padded with -1. The view of a seat that is not asked is the one of its last choice. A row
with amounts is answered with the likely or the least numbers. docs/protocol.md describes the rest.
"""

import json
import subprocess

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

# A row has at most so many words in an observation. Words after them are left out.
ROW_WORDS = 16
LARGEST = 2**47


class CardwrightEnv(AECEnv):
    """Plays one game after another in one process of `cardwright engine`.

    `command` starts the program, with options such as `--pack`. `most_rows` is the number of actions;
    without it the engine estimates one. A choice with more rows is an error, or, with `drop=True`, the
    rows that are too many are left out and counted in `dropped`.
    """

    metadata = {"render_modes": ["ansi"], "name": "cardwright_v1", "is_parallelizable": False}

    def __init__(self, game, command=("cardwright",), scenario=None, options=None, most_rows=None,
                 drop=False, render_mode=None):
        super().__init__()
        self.render_mode, self.drop, self.dropped = render_mode, drop, 0
        self.setup = {"scenario": scenario, "options": options or {}, "view": render_mode == "ansi"}
        self.process = subprocess.Popen([*command, "engine", game], text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        hello = self._read("hello")
        if most_rows is None:
            hello = self._ask({"hello": {"most_rows": True}}, "hello")
            most_rows = hello["most_rows"]
        # How the sides share seats may depend on the options.
        seats = self._begin(0)["seats"]
        self.possible_agents = [f"seat_{index}" for index in range(len(seats))]
        self.agent_of = {side: f"seat_{index}" for index, seat in enumerate(seats) for side in seat}
        self.low = np.array([number["min"] for number in hello["numbers"]], dtype=np.int64)
        high = np.array([number["max"] for number in hello["numbers"]], dtype=np.int64)
        words = len(hello["words"])
        observation = {
            "view": spaces.Box(self.low, high, dtype=np.int64),
            "rows": spaces.Box(-LARGEST, LARGEST + words, (most_rows, ROW_WORDS), np.int64),
        }
        space = {"observation": spaces.Dict(observation), "action_mask": spaces.MultiBinary(most_rows)}
        self.most_rows = most_rows
        self.observation_spaces = {agent: spaces.Dict(space) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(most_rows) for agent in self.possible_agents}
        self.rng = np.random.default_rng()

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.views = dict.fromkeys(self.agents, self.low)
        self.agent_selection = self.agents[0]
        self._take(self._begin(int(self.rng.integers(2**53))))

    def step(self, action):
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            return self._was_dead_step(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        amounts = self.state_now["rows"][int(action)].get("amounts", [])
        numbers = [it["min"] if it["likely"] is None else it["likely"] for it in amounts]
        answer = {"moment": self.state_now["moment"], "row": int(action), "numbers": numbers}
        self._take(self._ask({"answer": answer}, "state"))
        self._accumulate_rewards()

    def observe(self, agent):
        rows = np.full((self.most_rows, ROW_WORDS), -1, dtype=np.int64)
        mask = np.zeros(self.most_rows, dtype=np.int8)
        state = self.state_now
        if "over" not in state and self.agent_of[state["side"]] == agent:
            for index, row in enumerate(state["rows"][:self.most_rows]):
                words = row["words"][:ROW_WORDS]
                rows[index, :len(words)] = words
                mask[index] = 1
        return {"observation": {"view": self.views[agent], "rows": rows}, "action_mask": mask}

    def render(self):
        if self.render_mode != "ansi":
            return None
        return f"{self.state_now.get('prompt', 'The game is over.')}\n{self.state_now['view']}"

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def _begin(self, seed):
        setup = {name: value for name, value in self.setup.items() if value is not None}
        return self._ask({"new": {"seed": seed, **setup}}, "state")

    def _take(self, state):
        """Makes a state the present one."""
        self.state_now = state
        if "over" in state:
            places = state["over"]["places"]
            for side, place in places.items():
                self.rewards[self.agent_of[side]] = 1.0 if place == 1 else -1.0
            self.terminations = dict.fromkeys(self.agents, True)
            return
        too_many = len(state["rows"]) - self.most_rows
        if too_many > 0:
            if not self.drop:
                raise ValueError(f"a choice has {too_many} rows more than `most_rows`, {self.most_rows}")
            self.dropped += too_many
        self.agent_selection = self.agent_of[state["side"]]
        self.views[self.agent_selection] = np.array(state["numbers"], dtype=np.int64)

    def _ask(self, request, kind):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return self._read(kind)

    def _read(self, kind):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"`cardwright engine` has ended ({self.process.wait()})")
        reply = json.loads(line)
        if kind not in reply:
            raise ValueError(reply["error"]["message"])
        return reply[kind]
