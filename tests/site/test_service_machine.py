"""Whatever is asked of the house, in whatever order, a match in it is what a plain match would be."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import ludarium
from ludarium.core.errors import LudariumError
from ludarium.match.match import Match
from ludarium.match.offers import accept_offer, ask_takeback, decline_offer, offer_draw
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.commands import (  # fmt: skip
    Accept,
    AskTakeback,
    Decline,
    OfferDraw,
    PlayTurn,
    Resign,
    SeatCommand,
)
from ludarium.site.match.transactions import Stale
from ludarium.site.service import Service
from ludarium.site.store import Store

SEATS = st.sampled_from([0, 1])
PEOPLE = [SeatAssignment("person", "Ann"), SeatAssignment("person", "Bob")]
GAME = "orion(clicks=1,turn_limit=12)"
CHANGES: dict[SeatCommand, Callable[[Match, int], Match]] = {
    Resign(): Match.resign,
    OfferDraw(): offer_draw,
    AskTakeback(): ask_takeback,
    Accept(): accept_offer,
    Decline(): decline_offer,
}
ASKED = st.sampled_from([*CHANGES, AskTakeback(), Accept()])


class House(RuleBasedStateMachine):
    """Two service processes share a database; each question goes to one of them."""

    open_store: Callable[[], Store]  # the test gives it

    @initialize()
    def begin(self) -> None:
        self.services = [Service(self.open_store()) for _ in range(2)]
        self.id = self.services[0].create(GAME, PEOPLE).id
        self.match = Match.begin(ludarium.load(GAME), ["Ann", "Bob"])
        self.revision = 0

    def ask(self, door: int, seat: int, command: SeatCommand, *, expected: Callable[[], Match]) -> None:
        """Ask both; what one refuses the other must refuse in the same words."""
        act = self.services[door].bots.act
        try:
            after = expected()
        except LudariumError as refused:
            with pytest.raises(type(refused), match=re.escape(str(refused))):
                act(self.id, seat, command, self.revision)
        else:
            view = act(self.id, seat, command, self.revision)
            self.match, self.revision = after, self.revision + 1
            assert view.revision == self.revision

    @rule(door=st.integers(0, 1), seat=SEATS, choice=st.integers(0, 60))
    def play_by_action(self, door: int, seat: int, choice: int) -> None:
        legal = self.match.state.legal() or (0,)
        text = self.match.state.format_turn([legal[choice % len(legal)]]) if self.match.state.actors else "pass"
        self.ask(door, seat, PlayTurn(text), expected=lambda: self.match.submit(seat, text))

    @rule(door=st.integers(0, 1), seat=SEATS, text=st.text(max_size=8) | st.sampled_from(["u+u+", "pass", "a+"]))
    def play_by_text(self, door: int, seat: int, text: str) -> None:
        self.ask(door, seat, PlayTurn(text), expected=lambda: self.match.submit(seat, text))

    @rule(door=st.integers(0, 1), seat=SEATS, command=ASKED)
    def agree(self, door: int, seat: int, command: SeatCommand) -> None:
        self.ask(door, seat, command, expected=lambda: CHANGES[command](self.match, seat))

    @rule(door=st.integers(0, 1), seat=SEATS, late=st.integers(1, 3))
    def come_late(self, door: int, seat: int, late: int) -> None:
        with pytest.raises(Stale):
            self.services[door].bots.submit(self.id, seat, "pass", self.revision - late)

    @rule(door=st.integers(0, 1))
    def start_again(self, door: int) -> None:
        self.services[door] = Service(self.open_store())

    @invariant()
    def both_doors_show_the_plain_match(self) -> None:
        for service in self.services:
            view = service.bots.look(self.id)
            timeless = tuple(entry._replace(took=None) for entry in view.match.turns)
            assert replace(view.match, turns=timeless) == self.match
            assert (view.revision, view.answerable_since) == (self.revision, self.revision)


@pytest.mark.both_databases
def test_a_match_between_our_own_players_is_a_match(open_store: Callable[[], Store], url: str) -> None:
    examples = (
        25 if url.startswith("sqlite") else 4
    )  # what differs between the databases is tested in tests/site/ground
    House.TestCase.settings = settings(max_examples=examples, stateful_step_count=30, deadline=None)
    House.open_store = staticmethod(open_store)
    House.TestCase().runTest()
