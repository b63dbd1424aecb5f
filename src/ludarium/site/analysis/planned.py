"""A line of a study as turns that its person plans in the match of which it is."""

from collections.abc import Sequence
from typing import NamedTuple

from ludarium.core.errors import IllegalMove
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.site.ground.values import Person
from ludarium.site.match.commands import PlanLine
from ludarium.site.match.planning import Expected, steps_of
from ludarium.site.service import Service


class Plan(NamedTuple):
    """Turns that can be planned, each with whether it is the person's own; the last one is."""

    turns: tuple[tuple[str, bool], ...]

    @property
    def command(self) -> PlanLine:
        """The command that plans them."""
        return PlanLine("\n".join(text for text, _ in self.turns))

    @property
    def words(self) -> str:
        """The turns as a sentence.

        >>> Plan((("u+", False), ("a+", True), ("v+", False), ("b+", True))).words
        'If u+ is played, a+; then if v+ is played, b+'
        """
        steps = steps_of(self.turns)
        return "; then ".join(f"if {', '.join(step.when or ())} is played, {step.play}" for step in steps).replace(
            "if", "If", 1
        )


def plan_of(
    service: Service, person: Person | None, match_id: str, states: Sequence[State], turns: Sequence[str]
) -> Plan:
    """Return what follows the position of a person's match in a line, given by its states and the turns between them.

    What follows a roll is left out: nobody knows what will be thrown.

    Raises `NotYourSeat`, `IllegalMove` where the line does not lead on from there, and why nothing can be planned now.
    """
    view = service.view(person, match_id)
    seat = service.seat_of(person, view, planning=True)
    expected = Expected(view.match, seat)
    places = [place for place, state in enumerate(states) if state == view.match.state]
    if not places:
        raise IllegalMove("this line does not go through the position of your match: expected one that does")
    for state, turn in zip(states[places[-1] :], turns[places[-1] :], strict=False):
        if state.actors == (CHANCE,):
            break
        expected.play(turn, own=expected.own)
    found, comes_to_roll = expected.turns, expected.state is None
    while found and not found[-1][1]:
        found.pop()
    if not found and comes_to_roll:
        raise IllegalMove(
            "a roll comes before your answer, and nobody knows what will be thrown: type the answer in Plan ahead, "
            "and it is played if the dice allow it"
        )
    if not found:
        raise IllegalMove("a plan is an answer: expected a turn of the other side, and one of yours after it")
    return Plan(tuple(found))
