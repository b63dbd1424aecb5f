"""Dice of the site: they wait for everybody's nonce, follow from a secret, and stay the same after a takeback."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from ludarium.core.errors import NotYourTurn, ParseError
from ludarium.core.game import Game
from ludarium.core.record import Record
from ludarium.match.verify import describe_dice, verify
from ludarium.search.bot import Bot
from ludarium.search.player import make_bot
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match import bot_seeds
from ludarium.site.match.commands import Accept, AskTakeback, ChangeNonce
from ludarium.site.match.seating import open_seat
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from ludarium.site.store import Store

ANN, BOB = SeatAssignment("person", "Ann", nonce="a1"), SeatAssignment("person", "Bob")
GAME = "vortex(board=square3,tokens=1,die=4)"
WITH_POINTS = 1
"""A seed with which the first legal turns lead to a winner with points."""


def play(service: Service, view: MatchView, turns: int = 1000) -> MatchView:
    """Play the first legal action of every turn."""
    for _ in range(turns):
        if view.match.over:
            break
        seat = view.match.to_act[0]
        view = service.bots.submit(
            view.id, seat, view.match.state.format_turn(view.match.state.legal()[:1]), view.revision
        )
    return view


def invited(service: Service) -> MatchView:
    return service.create(GAME, [ANN, open_seat(0.0)], host=service.people.create_guest().id)


def take(service: Service, view: MatchView, nonce: str = "") -> MatchView:
    invitation = view.seats[1].invitation
    assert invitation
    return service.seating.take(view.id, invitation.token, service.people.create_guest(), "Bob", nonce)


@pytest.fixture
def service(store: Store) -> Service:
    return Service(store, now=lambda: 1000.0)


@pytest.mark.both_databases
def test_the_dice_wait_until_every_seat_is_taken(service: Service, open_store: Callable[[], Store]) -> None:
    view = invited(service)
    assert (view.match.turns, view.match.to_act) == ((), ())
    view = service.bots.act(view.id, 0, ChangeNonce("another"))
    view = take(service, view, "b2")
    assert view.match.turns
    assert view.match.commitment
    assert view.match.commitment.nonces == ("another", "b2")
    assert Service(open_store()).bots.look(view.id) == view


def test_a_nonce_is_replaced_only_before_the_first_throw(service: Service) -> None:
    view = take(service, invited(service))
    with pytest.raises(NotYourTurn, match="cannot be changed any more"):
        service.bots.act(view.id, 0, ChangeNonce("late"))
    with pytest.raises(ParseError, match="is not a nonce"):
        take(service, invited(service), "no!")


@pytest.mark.both_databases
def test_the_secret_is_in_the_record_when_the_match_is_over(service: Service, open_store: Callable[[], Store]) -> None:
    view = take(service, invited(service), "b2")
    assert view.secret
    hidden = view.secret.hex()
    assert hidden not in str(service.queries.record(view.id)) + repr(view)
    record = play(service, view).match.record()
    assert record.tags["Secret"] == hidden
    stored = Service(open_store()).queries.record(view.id)
    assert str(stored) == str(record)
    assert "Every throw follows" in describe_dice(verify(Record.parse(str(stored))))


def test_the_same_turns_after_a_takeback_give_the_same_dice(service: Service) -> None:
    view = service.create(GAME, [ANN, BOB])
    (first,) = view.match.to_act
    before = play(service, view, 3)
    taken = service.bots.act(view.id, first, AskTakeback(), before.revision)
    taken = service.bots.act(view.id, 1 - first, Accept(), taken.revision)
    assert len(taken.match.turns) < len(before.match.turns)
    assert replace(play(service, taken, 1).match, takebacks=()) == before.match


def test_points_of_a_match_with_takebacks_do_not_count(service: Service) -> None:
    view = play(service, service.create(GAME, [ANN, BOB], seed=WITH_POINTS), 2)
    seat = next(s for s in (0, 1) if s in view.match.to_act)
    taken = service.bots.act(view.id, seat, AskTakeback(), view.revision)
    taken = service.bots.act(view.id, 1 - seat, Accept(), taken.revision)
    assert max(play(service, taken).match.winner_points.values()) > 0
    assert service.queries.high_scores("vortex") == ()
    assert max(play(service, service.create(GAME, [ANN, BOB], seed=WITH_POINTS)).match.winner_points.values()) > 0
    assert len(service.queries.high_scores("vortex")) == 1


def test_a_match_without_dice_has_no_commitment(service: Service) -> None:
    view = service.create("orion", [ANN, BOB])
    assert view.match.commitment is None
    assert "Commitment" not in view.match.record().tags
    with pytest.raises(NotYourTurn):
        service.bots.act(view.id, 0, ChangeNonce("x"))


def test_seeds_of_bots_follow_from_the_secret(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    def make(spec: str, game: Game, seed: int) -> Bot:
        seeds.append(seed)
        return make_bot(spec, game, seed)

    monkeypatch.setattr(bot_seeds, "make_bot", make)
    view = service.create("orion", [ANN, SeatAssignment("bot", "easy")])
    for secret in (view.secret, view.secret, bytes(32), None, None):
        bot_seeds.new_bot(replace(view, secret=secret), 1)
    assert seeds[0] == seeds[1]
    assert len(set(seeds)) == 4  # a match of a former version has none, and its bots are never the same
