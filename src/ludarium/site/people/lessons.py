"""What people have learnt: the lessons of games that they have solved."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.registry import definition
from ludarium.core.tutorial import tutorial
from ludarium.site.people.rows.known import SolvedLessons

_LONGEST = 80


class Learnt(NamedTuple):
    """How many lessons of a game a person has solved, of how many that it has."""

    game: str
    solved: int
    of: int

    @property
    def is_whole(self) -> bool:
        """Whether the person has solved all of them."""
        return self.solved == self.of


class Lessons:
    """The solved lessons of the people of a database."""

    def __init__(self, rows: SolvedLessons, now: Callable[[], float]) -> None:
        self._rows, self._now = rows, now

    def solve(self, person_id: str, game: str, title: str) -> None:
        """Record that a person has solved a lesson, once."""
        key = {"person": person_id, "game": game, "title": title[:_LONGEST]}
        if not self._rows.has((person_id, game, title[:_LONGEST])):
            self._rows.insert_once(**key, solved_at=self._now())

    def of_person(self, person_id: str) -> list[Learnt]:
        """Return what a person has learnt of each game, those with all lessons first."""
        solved = Counter[str]()
        titles = dict[str, set[str]]()
        for game, title in self._rows.of_person(person_id):
            solved[game] += title in titles.setdefault(game, _titles(game))
        found = [Learnt(game, count, len(titles[game])) for game, count in solved.items() if count]
        return sorted(found, key=lambda one: (not one.is_whole, one.game))


def _titles(game: str) -> set[str]:
    """Return the titles of the lessons of a game; none of one that is not installed any more."""
    try:
        return {lesson.title[:_LONGEST] for lesson in tutorial(definition(game))}
    except LudariumError:
        return set()
