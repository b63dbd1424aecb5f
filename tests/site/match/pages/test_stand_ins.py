"""Leavers and stand-ins on the page of a match."""

import re

from starlette.testclient import TestClient

from ludarium.site.ground.values import SeatAssignment
from ludarium.site.service import Service
from tests.site.conftest import NewBrowser, begin, join, said, send

GAME = "vortex"


def test_a_stranger_takes_over_the_seat_of_a_leaver(
    browser: TestClient, new_browser: NewBrowser, service: Service
) -> None:
    path = begin(browser, GAME, option_players="3", seat_1="link", seat_2="link")
    others = [new_browser(), new_browser()]
    for seat, other in enumerate(others, 1):
        join(other, browser, path, seat, name=f"Player {seat}")
    send(others[1], path, "resign", seat=2)
    assert "has left. Default moves are played for this seat" in browser.get(path).text
    assert "Suggest this bot" in browser.get(path).text
    own = others[1].get(path).text
    assert "You have left. Default moves are played for this seat" in own
    assert not {"Take over this seat", "Suggest this bot"} & set(re.findall(r">([^<]+)</button>", own))
    stranger = new_browser()
    assert "Take over this seat" in stranger.get(path).text
    assert stranger.post(path, data={"do": "stand-in", "seat": "0"}).status_code == 400
    answer = stranger.post(path, data={"do": "stand-in", "seat": "2"})
    assert "stands in for Player 2" in answer.text
    view = service.bots.look(path.rpartition("/")[2])
    assert view.seats[2].kind == "person"
    assert said(new_browser().post(path, data={"do": "stand-in", "seat": "2"}))


def test_a_bot_is_proposed_and_accepted(browser: TestClient, new_browser: NewBrowser, service: Service) -> None:
    path = begin(browser, GAME, option_players="3", seat_1="link", seat_2="link")
    others = [new_browser(), new_browser()]
    for seat, other in enumerate(others, 1):
        join(other, browser, path, seat, name=f"Player {seat}")
    send(others[0], path, "resign", seat=1)
    view = service.bots.look(path.rpartition("/")[2])
    proposal = {"do": "propose", "seat": "0", "revision": str(view.revision), "vacant": "1", "bot": "easy"}
    assert "You suggest the bot Ada for seat" in browser.post(path, data=proposal).text
    send(others[1], path, "accept", seat=2)
    assert service.bots.look(view.id).seats[1] == SeatAssignment("bot", "easy")
