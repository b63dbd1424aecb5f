"""The course of a duel in which a seat chooses its direction turn by turn, as in a match, and the rival answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from ludarium.core.errors import ParseError
from ludarium.core.game import State
from ludarium.core.opening import format_opening
from ludarium.core.text import shorten
from ludarium.puzzles import duels
from ludarium.puzzles.puzzle import DuelProof
from ludarium.scenes.picture import Picture, follow
from ludarium.site.board import listed

_ACTIONS = re.compile(r"(?:[0-9]{1,6}(?:,[0-9]{1,6})*)?", re.ASCII)


class Course(NamedTuple):
    """The turns of a duel that the `solver` has chosen so far, and how they were played."""

    start: State
    solver: int
    proof: DuelProof
    played: duels.Played
    actions: tuple[int, ...] = ()

    @classmethod
    def begin(cls, start: State, solver: int, proof: DuelProof) -> Course:
        """Return the course before the first turn."""
        return cls(start, solver, proof, duels.Played(start))

    def begun(self, text: str) -> Course:
        """Return the course of actions separated by commas.

        Raises `ParseError` for what is none, or why the actions cannot be played.
        """
        if not _ACTIONS.fullmatch(text):
            raise ParseError(f"{shorten(text)} is no beginning of a duel: expected numbers of actions")
        actions = tuple(map(int, text.split(","))) if text else ()
        played = duels.play_actions(self.start, self.solver, actions, self.proof)
        return self._replace(actions=actions, played=played)

    def ordered(self, answer: str) -> Course:
        """Return the course of a whole answer as text, played out; raise why it cannot be played."""
        played = duels.play(self.start, self.solver, answer, self.proof)
        return self._replace(actions=(), played=played)

    @property
    def choices(self) -> tuple[int, ...]:
        """What the seat has chosen in each turn, also of an answer that was played out."""
        found, state = list[int](), self.start
        for step in self.played.steps:
            found.append(step[state.actors.index(self.solver)])
            state = state.play(*step)
        return tuple(found)

    def goes_on(self, before: Course) -> bool:
        """Return whether it begins with the turns of another one, and takes none of them back."""
        return self.choices[: len(before.choices)] == before.choices

    @property
    def state(self) -> State:
        """The state after the turns so far."""
        return self.played.last

    @property
    def complete(self) -> bool:
        """Whether the duel is over: somebody has won, the seat has nothing left, or all turns are played."""
        return self.played.turns == self.proof.turns or self.solver not in self.state.actors

    @property
    def seat(self) -> int | None:
        """The seat that chooses next; None when the duel is over."""
        return None if self.complete else self.solver

    @property
    def text(self) -> str:
        """The directions so far, as in `n3e2`."""
        return format_opening(tuple((word, len(tuple(same))) for word, same in groupby(self._names())))

    def _names(self) -> Iterator[str]:
        state = self.start
        for action, step in zip(self.actions, self.played.steps, strict=True):
            yield state.action_name(action, self.solver)
            state = state.play(*step)

    def follow(self, picture: Picture) -> Picture:
        """Return the picture after the turns so far, from that of the start."""
        return follow(picture, [action for step in self.played.steps for action in step])

    def then(self, action: int) -> str:
        """Return the course with one more action, for an address."""
        return ",".join(map(str, (*self.actions, action)))

    @property
    def listed(self) -> list[tuple[str, str]]:
        """The course with each action that may come next, for addresses, and what that does."""
        seat = self.seat
        return [] if seat is None else [*listed(self.state, seat, self.state.legal(seat), self.then)]

    @property
    def undone(self) -> str:
        """The course without its last action, for an address."""
        return ",".join(map(str, self.actions[:-1]))
