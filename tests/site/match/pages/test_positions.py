"""The positions of a match: a page and a file for each, and matches that begin there."""

import re

import pytest
from starlette.testclient import TestClient

from ludarium.core.record import Record
from ludarium.core.registry import game_names
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.service import Service
from tests.site.conftest import NewBrowser, begin, extract, said, send, status, touches, turns


def test_every_position_has_a_page_and_steps_to_its_neighbours(browser: TestClient, path: str) -> None:
    send(browser, path, text="u+")
    page = browser.get(f"{path}/at/0")
    assert "Position after turn 0 of 1." in page.text
    assert touches(page) == []
    assert re.search(rf'href="{path}" data-key="ArrowRight"', page.text)
    assert re.search(rf'href="{path}/at/0" data-key="ArrowLeft"', browser.get(path).text)
    beyond = browser.get(f"{path}/at/2")
    assert beyond.status_code == 400
    assert said(beyond) == ["This match has the positions 0 to 1, not '2'."]


def test_steps_lead_from_turn_to_turn_and_a_roll_has_a_position_of_its_own(browser: TestClient) -> None:
    path = begin(browser, "ludo", seat_1="here", position="1,1,1,4/1,1,1,60 A 5 9")
    page = send(browser, path, text="A1")
    mine, theirs = turns(page)[:2]
    assert (mine, theirs[:10]) == ("1 A 1 × 5 = 5", "2 B rolled")
    rolled = browser.get(f"{path}/at/2").text  # a 1 leaves nothing to choose, and the next seat rolls
    assert re.search(r"Position after (the roll of )?turn 2 of [2-9]\.", rolled)
    before = browser.get(f"{path}/at/1").text
    assert "Position after turn 1 of " in before
    assert re.search(rf'href="{path}/at/0" data-key="ArrowLeft"', before)
    assert "Play on from turn 1</h1>" in browser.get(f"{path}/at/1/new").text


def test_the_list_of_turns_says_after_which_roll_nothing_could_be_moved(browser: TestClient, service: Service) -> None:
    """Such a roll is a turn, too; one after which its player is to choose is not said to be one."""
    seats = [SeatAssignment("person", name) for name in ("Ann", "Bob")]
    texts = [""]
    while "roll 1" not in texts[1:2]:  # with a 1 no marker moves
        view = service.create("ludo", seats, position="1,1,1,4/1,1,1,60 A 5 9")
        view = service.bots.submit(view.id, 0, "A1", view.revision)
        texts = [entry.text for entry in view.match.turns]
    listed = turns(browser.get(f"/matches/{view.id}"))
    assert listed[:2] == ["1 A 1 × 5 = 5", "2 B rolled 1 no move"]
    assert re.fullmatch(r"\d+ [AB] rolled [1-6]", listed[-1])


@pytest.mark.parametrize("number", ["-1", "1.5", "u+", "%00", "\u0664", "9" * 5000])
@pytest.mark.parametrize("page", ["", "/new"])
def test_a_position_after_no_number_of_turns_is_refused(browser: TestClient, path: str, number: str, page: str) -> None:
    answer = browser.get(f"{path}/at/{number}{page}")
    assert answer.status_code == 400
    assert said(answer)[0].startswith("This match has the positions 0 to 0, not '")
    assert len(said(answer)[0]) < 200


def test_a_position_is_a_file_to_print(browser: TestClient) -> None:
    path = begin(browser, "ludo", position="1,1,1,4/1,1,1,60 A 5 9")
    assert f'href="{path}/at/0/board.svg"' in browser.get(path).text
    answer = browser.get(f"{path}/at/0/board.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["content-disposition"].endswith('-0.svg"')
    assert re.findall(r'aria-label="([A-D].*?)"', answer.text) == ["A123 on 1", "B123 on 1", "A4 on 4", "B4 on 60"]
    assert browser.get(f"{path}/at/1/board.svg").status_code == 400


@pytest.mark.parametrize("game", game_names())
def test_a_small_picture_shows_nobody_what_the_seat_to_move_could_do(
    browser: TestClient, new_browser: NewBrowser, game: str
) -> None:
    path = begin(browser, game, seat_1="here")
    while not re.search(r"data-touches|class=.button action", page := browser.get(path).text):
        assert "data-turns" in page
    for reader in (browser, new_browser()):
        looks = set(
            re.findall(r"[\w-]+", " ".join(re.findall(r'class="([^"]*)"', reader.get(f"{path}/small.svg").text)))
        )
        assert "piece" in looks
        assert looks.isdisjoint({"hint", "overlay", "ghost", "halo", "strike", "advised", "pointed"})


def test_the_record_is_a_file_that_replays(browser: TestClient, path: str, service: Service) -> None:
    send(browser, path, text="u+")
    browser.post(f"{path}/talk", data={"do": "say", "text": "A word"})
    assert '[Talk-1 "' in browser.get(f"{path}/record?talk=yes").text
    answer = browser.get(f"{path}/record")
    assert "A word" not in answer.text
    assert answer.headers["content-disposition"].startswith("attachment; filename=")
    assert Record.parse(answer.text).final() == service.bots.look(path.rpartition("/")[2]).match.state


def test_a_match_is_played_on_from_any_position(browser: TestClient, path: str, service: Service) -> None:
    send(browser, path, text="u+")
    page = browser.get(f"{path}/at/1/new").text
    assert "Play on from turn 1" in page
    assert "option-clicks" not in page
    answer = browser.post(f"{path}/at/1/new", data={"seat-0": "easy", "seat-1": "here"}, follow_redirects=False)
    new = service.bots.look(answer.headers["location"].rpartition("/")[2])
    assert new.match.state == service.bots.look(path.rpartition("/")[2]).match.state
    assert new.seats[0].kind == "bot"
    assert status(browser.get(answer.headers["location"])) == "Your turn."


def test_an_invalid_fork_is_refused_in_a_sentence(browser: TestClient, path: str) -> None:
    answer = browser.post(f"{path}/at/0/new", data={"seat-0": "nobody"})
    assert answer.status_code == 400
    assert "'nobody' cannot play this seat" in said(answer)[0]


def test_a_position_in_which_the_game_is_over_is_not_played_on(browser: TestClient, service: Service) -> None:
    path = begin(browser, position="5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XX1X1/2X2/1XX3/5 x 3")
    assert "won" in status(send(browser, path, text="s-"))
    for answer in (
        browser.get(f"{path}/at/1/new"),
        browser.post(f"{path}/at/1/new", data={"seat-0": "here", "seat-1": "link"}),
    ):
        assert answer.status_code == 400
        assert "The game is over in this position" in said(answer)[0]
    assert len(service.queries.recent()) == 1


def test_the_letters_of_a_list_of_turns_are_explained_where_they_stand(browser: TestClient) -> None:
    path = begin(browser, "grid", seat_1="here", option_rocks="0")
    legend = ">n north, e east, s south, w west<"
    before = browser.get(path).text  # it stands there from the start: nothing moves when the first turn is played
    for seat in range(2):
        send(browser, path, seat=seat, text="ns"[seat])
    for page in (before, browser.get(path).text):
        assert page.index(legend) < page.index('<ol id="turns"')
    assert "a+ turns rotor a clockwise" in browser.get(begin(browser, seat_1="here")).text
    assert 'id="legend"' not in browser.get(begin(browser, "ludo", seat_1="here")).text  # its turns are sums


def test_in_a_list_of_simultaneous_turns_each_choice_has_the_colour_of_its_seat(browser: TestClient) -> None:
    path = begin(browser, "grid", seat_1="here", option_rocks="0")
    for seat in range(2):
        send(browser, path, seat=seat, text="ns"[seat])
    listed = extract(r'<ol id="turns".*?>(.*?)</ol>', browser.get(path))
    dot = r'swatch small (seat-\d)" aria-hidden="true"></span><span class="hidden">(\w+) </span>(\w)'
    assert re.findall(dot, listed) == [("seat-0", "green", "n"), ("seat-1", "red", "s")]
