"""Bots of Grid Game: fixed openings that never look at the board, and a general that simulates many plans of action."""

from collections.abc import Sequence
from functools import partial
from importlib.resources import files

import numpy as np

from ludarium.core.game import Game, State
from ludarium.core.kernel import (
    APPLY,
    EVALUATE,
    EVALUATE_TYPE,
    FLOATS,
    INTS,
    Floats,
    FunctionType,
    Vector,
    compiled,
    rule,
    types,
)
from ludarium.core.opening import parse_opening
from ludarium.core.rng import generator
from ludarium.core.spec import Directions, Option
from ludarium.core.vectors import copy
from ludarium.games.grid.kernel import BOARD, CITY, DIRECTION, HEIGHT, INTERVAL, LOST, OWN, SEATS, SETS, TURN
from ludarium.games.grid.openings import LETTERS, OPENINGS, Opening, candidates, directions, mirrored
from ludarium.games.grid.rules import COMPASS
from ludarium.search.bot import Bot, BotKind, Persona, SearchInfo
from ludarium.search.rolling import predict
from ludarium.search.scripting import Fact, Scripting

_TABLE = types.int64[:, ::1]
_MEMORY = 400
"""Turns of every seat that the general remembers."""
_DREAMING = 0.5
"""The part of its turns in which the daydreamer leaves its opening."""
_COMMITMENT = 3
"""Turns that the general follows a line of actions before it searches again."""
_ROUNDS, _PARENTS = 2, 8
"""How many times the best lines so far are mutated, and how many of them."""
_SHORT, _LATE = 0.08, 6
"""Mutations: the reciprocal of the mean length of an inserted direction, and the longest delay in turns plus 1."""


@rule()
def strength(t, v, seat):
    """Return the strength of an army: the sum of its values, and 10 for each city instead of its health."""
    total = 0
    for row in range(1, t[HEIGHT] + 1):
        at = BOARD + SETS * row
        for plane in range(CITY + 1):
            cells = v[at + OWN + seat] & v[at + plane]
            while cells:
                cells &= cells - 1
                total += 10 if plane == CITY else 1 << plane
    return total


@rule(EVALUATE)
def evaluate(t: Vector, v: Vector, out: Floats) -> int:
    """Fill every seat's expected payoff, in proportion to the squares of the armies' strengths."""
    total = 0.0
    for seat in range(t[SEATS]):
        out[seat] = 1.0 * strength(t, v, seat) ** 2
        total += out[seat]
    for seat in range(t[SEATS]):
        out[seat] = out[seat] / total if total else 1.0 / t[SEATS]
    return 0


@compiled(types.void(FunctionType(APPLY), EVALUATE_TYPE, INTS, INTS, types.int64, _TABLE, _TABLE, FLOATS))
def simulate(apply, evaluate, t, v, seat, lines, predicted, values):
    """Play each of a seat's lines of actions against the predicted actions of the others, and fill in its value.

    `lines` has a row for each line, `predicted` one for each seat, both a column for each turn.
    A line's value is the seat's expected payoff, averaged over every eighth turn, plus the one after the last turn.
    """
    w, chosen, payoffs = v.copy(), np.empty(len(predicted), np.int64), np.empty(len(predicted))
    turns = predicted.shape[1]
    for line in range(len(lines)):
        copy(v, w)
        total, times = 0.0, 0
        for turn in range(turns):
            actors = 0
            for other in range(len(predicted)):
                if w[DIRECTION + other] != LOST:
                    chosen[actors] = lines[line, turn] if other == seat else predicted[other, turn]
                    actors += 1
            apply(t, w, chosen)
            if turn % 8 == 7 or turn == turns - 1:
                evaluate(t, w, payoffs)
                total += payoffs[seat]
                times += 1
        values[line] = total / times + payoffs[seat]


class FixedOpening(Bot):
    """Plays an opening, whatever happens on the board."""

    def __init__(self, game: Game, seed: int, *, opening: Opening) -> None:
        self._opening = opening

    def choose(self, state: State, seat: int) -> int:
        """Return the direction that the opening has for this turn."""
        return next(directions(self._opening, seat, int(state.vector[TURN])))


class Daydreamer(FixedOpening):
    """Plays Andrew Faraday's opening, but in half of the turns goes wherever it likes."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed, opening=OPENINGS["faraday"][0])
        self._rng = generator(seed)

    def choose(self, state: State, seat: int) -> int:
        """Return the direction of the opening, or any."""
        legal = state.legal(seat)
        any_direction = legal[int(self._rng.integers(len(legal)))]
        return any_direction if self._rng.random() < _DREAMING else super().choose(state, seat)


def written_opening(game: Game, seed: int, *, turns: str) -> FixedOpening:
    """Make a bot that repeats an opening written by a person, such as `n30w30s27e27`."""
    letters = "".join(letter * many for letter, many in parse_opening(turns, LETTERS))
    return FixedOpening(game, seed, opening=Opening("", letters))


class General(Bot):
    """Simulates many lines of actions against the predicted actions of the others, and follows the best one.

    `horizon` is the number of turns that it simulates.
    With `replies="yes"` it also simulates its lines against each opponent's best reply, and averages the two values.
    With `tries` it keeps its current line as a candidate, and adds this many random mutations of the best lines.
    """

    def __init__(self, game: Game, seed: int, *, horizon: int = 60, tries: int = 0, replies: str = "no") -> None:
        self._game, self._horizon, self._tries, self._replies = game, horizon, tries, replies == "yes"
        self._rng = generator(seed)
        self._past: list[list[int]] = [[] for _ in range(game.seats)]
        self._line: list[int] = []
        self._followed = _COMMITMENT
        self._turn = 0

    def choose(self, state: State, seat: int) -> int:
        """Return the next direction of its line; every few turns it searches for a better line."""
        v = state.vector
        if v[TURN] != self._turn + 1:  # another match, or turns were taken back: the remembered turns are useless
            self._past, self._line, self._followed = [[] for _ in self._past], [], _COMMITMENT
        self._turn = int(v[TURN])
        for other, past in enumerate(self._past):
            past.append(int(v[DIRECTION + other]) % LOST)
            del past[:-_MEMORY]
        if self._followed == _COMMITMENT:
            self._line, self._followed = self._best_line(v, seat), 0
        self._followed += 1
        return self._line[self._followed - 1]

    def _best_line(self, v: Vector, seat: int) -> list[int]:
        turn, turns = int(v[TURN]), self._horizon
        predicted = np.empty((len(self._past), turns), np.int64)
        for other, past in enumerate(self._past):
            predict(np.array(past, np.int64), len(past), predicted[other])
        lines = np.array(list(candidates(seat, turn, turns)), np.int64)
        if self._tries and self._line:
            current = self._line[_COMMITMENT:] + self._line[-1:] * _COMMITMENT
            lines, predicted[seat] = np.vstack([lines, current]), current
        expected = [predicted, self._best_replies(v, seat, predicted)] if self._replies else [predicted]
        values = self._values(v, seat, lines, expected)
        for _ in range(_ROUNDS):
            best = lines[np.argsort(-values, kind="stable")[:_PARENTS]]
            mutated = np.array([self._mutated(best) for _ in range(self._tries // _ROUNDS)], np.int64)
            mutated = mutated.reshape(-1, turns)
            lines = np.vstack([lines, mutated])
            values = np.concatenate([values, self._values(v, seat, mutated, expected)])
        chosen = int(values.argmax())
        self.info = SearchInfo(float(values[chosen]) / 2, len(lines))
        return [int(direction) for direction in lines[chosen]]

    def _best_replies(self, v: Vector, seat: int, predicted: Vector) -> Vector:
        """Return the seat's predicted actions, and for each opponent the candidate that is best against them."""
        replies = predicted.copy()
        for other in range(len(predicted)):
            if other != seat:
                lines = np.array(list(candidates(other, int(v[TURN]), self._horizon)), np.int64)
                replies[other] = lines[self._values(v, other, lines, [predicted]).argmax()]
        return replies

    def _values(self, v: Vector, seat: int, lines: Vector, expected: Sequence[Vector]) -> Floats:
        """Return the value of each line, averaged over the expected actions of the others."""
        values, game = np.empty((len(expected), len(lines))), self._game
        for predicted, out in zip(expected, values, strict=True):
            simulate(game.kernel.apply, evaluate, game.tables, v, seat, lines, predicted, out)
        return values.mean(axis=0)

    def _mutated(self, lines: Vector) -> Vector:
        """Return one of the lines, changed: with an inserted direction, delayed, or with the end of another line."""
        rng = self._rng
        line, at = lines[rng.integers(len(lines))].copy(), int(rng.integers(self._horizon))
        match rng.integers(3):
            case 0:
                line[at : at + int(rng.geometric(_SHORT))] = rng.integers(LOST)
            case 1:
                late = int(rng.integers(1, _LATE))
                line[late:] = line[:-late].copy()
            case _:
                line[at:] = lines[rng.integers(len(lines))][at:]
        return line


def facts(state: State, seat: int) -> dict[str, Fact]:
    """Return the facts for a script: the turn's number, whether cities spawn, the seat's direction and compass."""
    t, v = state.game.tables, state.vector
    return {
        "turn": int(v[TURN]),
        "spawning": bool(v[TURN] % t[INTERVAL] == 0),
        "direction": LETTERS[v[DIRECTION + seat]],
        "compass": mirrored(LETTERS, seat),
    }


_MEMBERS = {
    "north()": "turn north for green; for the other seats directions are mirrored",
    "east()": "turn east for green",
    "south()": "turn south for green",
    "west()": "turn west for green",
    "towardsX()": "turn towards the other side, along the rows",
    "towardsY()": "turn towards the other side, along the columns",
    "awayX()": "turn back along the rows",
    "awayY()": "turn back along the columns",
    "random_direction()": "turn in a random direction",
    "turn()": "the number of the turn, from 0",
    "spawning_turn()": "whether cities spawn walkers in this turn",
    "wait(turns)": "keep the direction for so many turns; the script does not run until then",
    "next_move": "the turn in which the script runs next",
}
_EXAMPLES = {
    "north()": "// up while the game is young\nif (api.turn() < 20) api.north();",
    "east()": "// along the rows for the first 20 of every 40 turns\nif (api.turn() % 40 < 20) api.east();",
    "south()": "// down after turn 20, and on from there\nif (api.turn() === 20) api.south();",
    "west()": "// back along the rows for the last of every 30 turns\nif (api.turn() % 30 === 29) api.west();",
    "towardsX()": "// strike along the rows after 60 turns\nif (api.turn() >= 60) api.towardsX();",
    "towardsY()": "// strike along the columns after 60 turns\nif (api.turn() >= 60) api.towardsY();",
    "awayX()": "// gather at the edge for 30 turns\nif (api.turn() < 30) api.awayX();",
    "awayY()": "// gather at the edge for 30 turns\nif (api.turn() < 30) api.awayY();",
    "random_direction()": "// once in ten turns a surprise\nif (api.turn() % 10 === 0) api.random_direction();",
    "turn()": "// tell every tenth turn\nif (api.turn() % 10 === 0) console.log('turn', api.turn());",
    "spawning_turn()": "// collect new walkers at the edge\nif (api.spawning_turn()) api.awayX();",
    "wait(turns)": "// attack for five turns in a row\napi.towardsX();\napi.wait(5);",
    "next_move": "// when this runs again\napi.wait(3);\nconsole.log('next in turn', api.next_move);",
}
SCRIPTING = Scripting(files(__package__).joinpath("desk.js").read_text("utf-8"), facts, _MEMBERS, _EXAMPLES)
BOTS = {name: BotKind(partial(FixedOpening, opening=opening), text) for name, (opening, text) in OPENINGS.items()} | {
    "daydreamer": BotKind(Daydreamer, "Opening faraday, left for any direction in half of the turns"),
    # records and databases name this kind in their specs, so an opening that a person writes is still called plan
    "plan": BotKind(
        written_opening,
        "Opening of your own, repeated as a whole",
        (Option("turns", "n30w30s27e27", Directions(COMPASS), "Directions for green, mirrored for the other seats"),),
    ),
    "general": BotKind(
        General,
        "Simulation of many lines of actions against the predicted actions of the others",
        (
            Option("horizon", 60, range(10, 301), "Turns that it simulates"),
            Option("tries", 0, range(10001), "Random mutations of good lines that it also simulates"),
            Option("replies", "no", ("no", "yes"), "Best replies of the opponents taken into account"),
        ),
    ),
}
LEVELS = {"easy": "daydreamer", "medium": "faraday", "hard": "general", "champion": "general(tries=400,replies=yes)"}
LEARNED_LEVELS = {"champion": "rolling(horizon=20,simulations=192,evaluate=learned)"}
"""With the player in the folder `players`, for the options that it has learnt; it takes a third of the time."""
PERSONAS = {
    "easy": Persona("Ada", "follows Ben's plan, and forgets it every other turn"),
    "medium": Persona("Ben", "builds cities in his corner, then attacks from there"),
    "hard": Persona("Cleo", "foresees where your army goes, and tries many plans"),
    "champion": Persona("Dara", "tries hundreds of plans, and your best answers to them"),
}
