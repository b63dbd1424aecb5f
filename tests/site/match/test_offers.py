"""Offers: draws and takebacks, between people and with bots."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from ludarium.match.data import SeatOffer
from ludarium.site.match.commands import Accept, AskTakeback, Decline, OfferDraw, PlayTurn
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.service_parts import ANN, BOB, BOT


def test_a_draw_is_agreed_between_people(service: Service) -> None:
    view = service.create("orion", [ANN, BOB])
    view = service.bots.act(view.id, 0, OfferDraw(), view.revision)
    assert view.match.offer is not None
    view = service.bots.act(view.id, 1, Decline(), view.revision)
    assert view.match.offer is None
    view = service.bots.act(view.id, 1, OfferDraw(), view.revision)
    view = service.bots.act(view.id, 0, Accept(), view.revision)
    assert view.match.ending == "agreement"


@pytest.mark.both_databases
def test_an_offer_survives_a_new_process(service: Service, open_store: Callable[[], Store]) -> None:
    view = service.create("orion", [ANN, BOB])
    view = service.bots.act(view.id, 1, OfferDraw(), view.revision)
    assert Service(open_store()).bots.look(view.id).match.offer == view.match.offer


@pytest.mark.both_databases
def test_a_turn_taken_back_is_gone_from_the_database(service: Service, open_store: Callable[[], Store]) -> None:
    view = service.create("orion", [ANN, BOB])
    for seat, text in [(0, "u+"), (1, "a+"), (0, "y+")]:
        view = service.bots.submit(view.id, seat, text, view.revision)
    view = service.bots.act(view.id, 1, AskTakeback(), view.revision)
    view = service.bots.act(view.id, 0, Accept(), view.revision)
    assert [entry.text for entry in view.match.turns] == ["u+"]
    view = service.bots.submit(view.id, 1, "b+", view.revision)
    assert [entry.text for entry in Service(open_store()).bots.look(view.id).match.turns] == ["u+", "b+"]


@pytest.mark.both_databases
def test_a_bot_lets_a_turn_be_taken_back_at_once(service: Service) -> None:
    view = service.create("orion", [ANN, BOT])
    view = service.bots.submit(view.id, 0, "u+", view.revision)
    assert view.thinking == (1,)
    view = service.bots.act(view.id, 0, AskTakeback(), view.revision)
    assert (view.match.turns, view.thinking) == ((), ())


@pytest.mark.parametrize(("value", "ending"), [(None, ""), (0.6, ""), (0.3, "agreement")])
def test_a_bot_takes_a_draw_only_when_it_thinks_that_it_stands_worse(
    service: Service, value: float | None, ending: str
) -> None:
    view = service.create("orion", [ANN, BOT])
    view = service.bots.submit(view.id, 0, "u+", view.revision)
    view = service.bots.submit(view.id, 1, "a+", view.revision, value=value)
    view = service.bots.act(view.id, 0, OfferDraw(), view.revision)
    assert view.match.ending == ending
    assert view.match.offer is None


@pytest.mark.usefixtures("tiny")
def test_a_turn_taken_back_takes_its_dice_with_it(service: Service) -> None:
    view = service.create("race", [ANN, BOT], seed=7)
    before = view.match
    view = service.bots.submit(view.id, 0, "stay", view.revision)
    view = service.bots.act(view.id, 0, AskTakeback(), view.revision)
    assert view.match.turns == before.turns


def test_who_has_accepted_an_offer_may_play_a_turn_with_their_own(service: Service) -> None:
    view = service.create("vortex(players=3)", [ANN, BOB, replace(BOB, name="Eve")])
    playing = view.match.to_act[0]
    maker = (playing + 1) % 3
    view = service.bots.act(view.id, maker, OfferDraw(), view.revision)
    view = service.bots.act(view.id, playing, Accept(), view.revision)
    turn = view.match.state.format_turn([view.match.state.legal()[0]])
    view = service.bots.act(view.id, playing, PlayTurn(turn, "draw"), view.revision)
    assert len(view.match.turns) >= 1
    assert view.match.offer == SeatOffer("draw", maker, (playing,))


def test_an_order_with_an_offer_accepts_the_offer_that_is_open(service: Service) -> None:
    view = service.create("grid", [ANN, BOB])
    view = service.bots.act(view.id, 0, OfferDraw(), view.revision)
    order = view.match.state.format_turn([view.match.state.legal(1)[0]])
    view = service.bots.act(view.id, 1, PlayTurn(order, "draw"), view.revision)
    assert view.match.ending == "agreement"
