"""A game with a learner in some seats, played through states: what the environments show, step and draw."""

from collections.abc import Callable, Mapping
from inspect import isclass, signature
from typing import Literal, NamedTuple, cast

import numpy as np

from ludarium.adapters import parse_action
from ludarium.core.errors import GameOver, ParseError, UnknownOption
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import load
from ludarium.core.spec import Value, add_options
from ludarium.core.text import shorten, to_text
from ludarium.match.orders import actions_by_name
from ludarium.players.external.evaluated import make_file_bot
from ludarium.players.external.specs import AnyPlayer, is_in_memory
from ludarium.scenes.picture import draw, follow
from ludarium.scenes.scene import Scene
from ludarium.search.player import Bot, plays_at_random
from ludarium.search.playout import random_action, random_outcome

Seat = int | Literal["random", "all"]
"""The learner's seat: a number, "random" for a seat that is drawn for every game, or "all" for self-play."""


def load_game(environment: object, name: str, options: Mapping[str, Value]) -> Game:
    """Return the game of an environment, whose class has keywords of its own beside the game's options.

    Raises what `load` raises; for an unknown option it names those keywords, too.
    """
    try:
        return load(add_options(name, options))
    except UnknownOption as error:
        own = [one.name for one in signature(type(environment)).parameters.values() if one.kind is one.KEYWORD_ONLY]
        raise UnknownOption(f"{error}; the environment's own are {', '.join(own)}") from None


class FunctionBot(Bot):
    """A function `(state, seat)` as a bot."""

    def __init__(self, function: Callable[[State, int], int | str]) -> None:
        self._function = function

    def choose(self, state: State, seat: int) -> int:
        """Return the action that the function returns, or the first of its turn."""
        found = self._function(state, seat)
        if not isinstance(found, str):
            return parse_action(found)
        if len(state.actors) == 1:
            return state.parse_turn(found)[0]
        names = actions_by_name(state, seat)
        if found not in names:
            raise ParseError(f"{shorten(found)} is not an action here (expected one of {', '.join(names)})")
        return names[found]


def make_opponent(opponent: AnyPlayer, game: Game, seed: int) -> Bot:
    """Return the bot of a spec, or a bot or function as a bot.

    Raises what `make_bot` raises, and `ParseError` for what is no player.
    """
    if isinstance(opponent, str):
        return make_file_bot(opponent, game, seed)
    if isclass(opponent) or not is_in_memory(opponent):
        raise ParseError(
            f"{shorten(to_text(opponent))} is not a player: expected a bot's spec, a Bot, or a function (state, seat)"
        )
    if callable(getattr(opponent, "choose", None)):
        return cast("Bot", opponent)
    return FunctionBot(cast("Callable[[State, int], int | str]", opponent))


class LearnerGame(NamedTuple):
    """A game in progress; compiled batches draw the same random numbers in the same order.

    | field      | meaning                                                         |
    | ---------- | --------------------------------------------------------------- |
    | `seats`    | the learner's seats                                             |
    | `bots`     | the bots by their seats; all others play at random              |
    | `rng`      | the generator for chance and for seats that play at random      |
    | `state`    | the state in which the learner must act, or the last state      |
    | `previous` | the state before the last call of `play`, for the picture       |
    | `actions`  | the actions that were played since then                         |
    """

    seats: tuple[int, ...]
    bots: Mapping[int, Bot]
    rng: np.random.Generator
    state: State
    previous: State
    actions: tuple[int, ...] = ()

    @classmethod
    def begin(cls, game: Game, seat: Seat, opponent: AnyPlayer, rng: np.random.Generator) -> "LearnerGame":
        """Return a new game in which the learner must act, or which is over."""
        everywhere, start, bots = range(game.seats), game.initial(), dict[int, Bot]()
        drawn = int(rng.random() * game.seats) if seat == "random" else seat
        seats = tuple(everywhere) if drawn == "all" else (drawn,)
        if not isinstance(opponent, str) or not plays_at_random(opponent, game):
            others = (other for other in everywhere if other not in seats)
            bots = {other: make_opponent(opponent, game, int(rng.integers(2**31))) for other in others}
        return cls(seats, bots, rng, start, start).play(start, {})

    def play(self, state: State, chosen: Mapping[int, int]) -> "LearnerGame":
        """Return the game after the learner's actions by seat, if there are any, and all steps until it must act again.

        Raises `GameOver` or `IllegalMove`.
        """
        previous, actions = state, list[int]()
        if chosen and not state.actors:
            raise GameOver(f"the game is over: {state.ending}")
        while state.actors and (chosen or not set(self.seats).intersection(state.actors)):
            step = [chosen[actor] if actor in chosen else self._choose(state, actor) for actor in state.actors]
            state, chosen = state.play(*step), {}
            actions += step
        return self._replace(state=state, previous=previous, actions=tuple(actions))

    def picture(self) -> Scene:
        """Return the picture of the state, with what was played since the learner acted."""
        return draw(follow(self.previous, self.actions))

    def _choose(self, state: State, actor: int) -> int:
        if actor == CHANCE:
            return random_outcome(state, self.rng)
        return self.bots[actor].choose(state, actor) if actor in self.bots else random_action(state, actor, self.rng)


def check_seat(game: Game, seat: Seat, *words: str) -> None:
    """Check that the game has this seat, or that it is one of the words.

    Raises `ParseError`.
    """
    if seat not in words and seat not in range(game.seats):
        expected = ", ".join([f"0 to {game.seats - 1}", *map(repr, words[:-1])])
        raise ParseError(f"{seat!r} is not a seat of {game.spec}: expected {expected}, or {words[-1]!r}")
