"""Tutorials: positions to solve, as text in a game's folder.

A game's `tutorial.toml` has one table for each lesson:

    [[lesson]]
    title = "Bump"
    position = "0,10,16,18/0,4,7,23 X 31 5"
    task = "You are X and have rolled a 5. Send a token of O back to its start."
    accept = ["10x15"]
    right = "From 15 it went back to 0."
    wrong = "Look for the token that is five cells behind one of O's."
    answers = { "16-21" = "That cell is empty." }

| field      | meaning                                                                                       |
|------------|-----------------------------------------------------------------------------------------------|
| `title`    | the lesson in a few words                                                                     |
| `game`     | a spec; by default the game with its default options                                          |
| `position` | a position in which a seat is to act; by default the initial one                              |
| `task`     | what to do                                                                                    |
| `accept`   | the turns that solve it, at least one; so does every other turn to the same position;         |
|            | by default, with the goal `win`, a shortest turn that wins                                    |
| `goal`     | `win` if every turn that wins solves it; nothing by default                                   |
| `right`    | what is said of a solution                                                                    |
| `wrong`    | what is said of other turns                                                                   |
| `answers`  | what is said of certain wrong turns instead, by their texts; at least one without a goal      |
| `target`   | what is marked on the board: ids of elements of its picture, or two with `>` between for an   |
|            | arrow; by default nothing                                                                      |
"""

from __future__ import annotations

import re
import tomllib
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, NamedTuple

from ludarium.core.cached import cached_property
from ludarium.core.definition import GameDefinition
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import load
from ludarium.core.spec import parse_game_spec
from ludarium.core.text import shorten

_TEXTS = ("title", "task", "right", "wrong")
_FIELDS = (*_TEXTS, "game", "position", "accept", "goal", "answers", "target")
_GOALS = ("", "win")
_MOST_STEPS = 5000


class Verdict(NamedTuple):
    """Whether a turn solves a lesson, and what to say of it."""

    right: bool
    says: str


@dataclass(frozen=True)
class Lesson:
    """A position to solve; the module's table describes the fields."""

    game: Game
    start: State
    title: str
    task: str
    accept: tuple[str, ...]
    goal: str
    right: str
    wrong: str
    answers: Mapping[str, str]
    target: tuple[str, ...]

    @classmethod
    def parse(cls, definition: GameDefinition, table: Mapping[str, Any]) -> Lesson:
        """Parse a table of a tutorial.

        Raises `ParseError` for a field that is missing, unknown or of another kind, and the error of a position or turn
        that the rules refuse.
        """
        _check(table)
        game = load(table.get("game", definition.name))
        position = table.get("position", "")
        start = game.parse_position(position) if position else game.initial()
        if start.actors in ((), (CHANCE,)):
            raise ParseError(f"nobody is to act in {start}: expected a position in which a seat is")
        texts = {name: str(table[name]) for name in _TEXTS}
        accept = tuple(table.get("accept") or [_winning_turn(start)])
        answers = dict(table.get("answers", {}))
        goal, target = table.get("goal", ""), tuple(table.get("target", ()))
        lesson = cls(game, start, accept=accept, goal=goal, answers=answers, target=target, **texts)
        for text in (*accept, *answers):
            if lesson.judge(start.parse_turn(text)).right is (text in answers):
                raise ParseError(f"{text} is among the answers to wrong turns, and solves the lesson")
        return lesson

    @property
    def seat(self) -> int:
        """The seat that solves the lesson; the others that act at the same time play their default actions."""
        return self.start.actors[0]

    @cached_property
    def _solutions(self) -> frozenset[State]:
        return frozenset(self.start.move(text) for text in self.accept)

    @cached_property
    def _known_answers(self) -> Mapping[State, str]:
        return {self.start.move(text): says for text, says in self.answers.items()}

    def whole(self, actions: Sequence[int]) -> tuple[int, ...]:
        """Return the actions of a turn of the seat, with those of others that act at the same time."""
        others = self.start.actors[1:]
        return (*actions, *map(self.start.default_action, others)) if others else tuple(actions)

    def judge(self, actions: Sequence[int]) -> Verdict:
        """Return the verdict on a whole turn."""
        after = self.start.play_actions(actions)
        if after in self._solutions or (self.goal == "win" and self.seat in after.winners):
            return Verdict(True, self.right)
        return Verdict(False, self._known_answers.get(after, self.wrong))


def tutorial(definition: GameDefinition) -> tuple[Lesson, ...]:
    """Return the lessons of a game's tutorial; empty if its folder has none.

    >>> from ludarium.core.registry import definition
    >>> first = tutorial(definition("vortex"))[0]
    >>> first.judge(first.start.parse_turn(first.accept[0])).right
    True

    Raises `ParseError`, with the number of the lesson, for a tutorial that is wrong.
    """
    if not has_tutorial(definition):
        return ()
    return _lessons(definition, files(definition.package).joinpath("tutorial.toml").read_text("utf-8"))


@cache
def has_tutorial(definition: GameDefinition) -> bool:
    """Return whether the game's folder has a tutorial; a game in a single module has no folder."""
    found = find_spec(definition.package)
    is_folder = found is not None and found.submodule_search_locations is not None
    return is_folder and files(definition.package).joinpath("tutorial.toml").is_file()


@cache
def _lessons(definition: GameDefinition, text: str) -> tuple[Lesson, ...]:
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ParseError(f"tutorial.toml of {definition.name} is not TOML: {error}") from error
    lessons = tables.get("lesson")
    if not isinstance(lessons, list) or not lessons or len(tables) > 1:
        raise ParseError(f"tutorial.toml of {definition.name} has no lessons: expected tables [[lesson]] alone")
    found = []
    for number, table in enumerate(lessons, 1):
        try:
            found.append(Lesson.parse(definition, table))
        except LudariumError as error:
            raise ParseError(f"lesson {number} of {definition.name}: {error}") from error
    return tuple(found)


def _winning_turn(start: State) -> str:
    """Return a shortest turn by which the seat of a lesson wins.

    Raises `ParseError` if there is none, or none in the first `_MOST_STEPS` unfinished turns.
    """
    seat, others = start.actors[0], tuple(map(start.default_action, start.actors[1:]))
    unfinished = deque([(start, tuple[int, ...]())])
    for _ in range(_MOST_STEPS):
        if not unfinished:
            break
        state, actions = unfinished.popleft()
        for action in state.legal(seat):
            after, turn = state.play(action, *others), (*actions, action, *others)
            if seat in after.winners:
                return start.format_turn(turn)
            if after.in_turn and not others:
                unfinished.append((after, turn))
    raise ParseError("no turn wins here: expected a position in which one does, or turns to accept")


def _check(table: Mapping[str, Any]) -> None:
    """Raise `ParseError` for a field that is missing, unknown or of another kind."""
    for name in table:
        if name not in _FIELDS:
            raise ParseError(f"{shorten(name)} is not a field of a lesson: expected {', '.join(_FIELDS)}")
    needed = _TEXTS if table.get("goal") == "win" else (*_TEXTS, "accept", "answers")
    for name in needed:
        if not table.get(name):
            raise ParseError(f"the field {name} is missing or empty")
    for name in (*_TEXTS, "game", "position", "goal"):
        if not isinstance(table.get(name, ""), str):
            raise ParseError(f"the field {name} is {shorten(str(table[name]))}: expected a text")
    answers = table.get("answers", {})
    for name, what in (("accept", "turns"), ("target", "elements of the picture")):
        listed = table.get(name, [])
        if not (isinstance(listed, list) and all(isinstance(text, str) for text in listed)):
            raise ParseError(f"the field {name} is no list of {what}")
    if not (isinstance(answers, dict) and all(isinstance(says, str) for says in answers.values())):
        raise ParseError("the field answers is no table of a sentence for each turn")
    if table.get("goal", "") not in _GOALS:
        raise ParseError(f"{shorten(table['goal'])} is not a goal: expected win, or nothing")


def goal(game: Game) -> str:
    """Return how a game is won, as its first lesson says it; empty where it does not, or an option changes the game.

    >>> from ludarium.core.registry import load
    >>> goal(load("orion")), goal(load("orion(columns=4)"))
    ('You win by a chain of your pieces from the top edge to the bottom edge.', '')
    """
    first = next((lesson.task for lesson in tutorial(game.definition)[:1]), "")
    won, is_usual = re.split("[.;] ", first)[0], not {*parse_game_spec(game.spec).options} - {"players"}
    return f"{won}." if is_usual and won.startswith("You win") else ""


def aim(game: Game) -> str:
    """Return what a game is about, and how it is won.

    >>> from ludarium.core.registry import load
    >>> aim(load("vortex")).partition(". ")[2]
    'You win when your four tokens are in the centre first.'
    >>> aim(load("vortex(tokens=2)")).partition(". ")[2]
    ''
    """
    return f"{game.definition.tagline} {goal(game)}".rstrip()
