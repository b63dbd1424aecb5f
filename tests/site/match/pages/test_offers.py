"""Offers on a match's page, and how a match ends."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from ludarium.site.service import Service
from tests.site.conftest import begin, extract, said, send, status, touches, turns
from tests.site.two_turns import play_two_turns


def test_resigning_ends_the_match(browser: TestClient, path: str, other: TestClient, service: Service) -> None:
    play_two_turns(service, service.bots.look(path.rpartition("/")[2]))
    assert "The match is then broken off" not in browser.get(path).text
    answer = send(browser, path, "resign")
    assert status(answer) == "You resigned: Guest (O) won."
    assert "to move" not in re.sub(r"<svg.*?</svg>", "", answer.text, flags=re.DOTALL)
    assert touches(answer) == []
    assert status(send(other, path, "resign", seat=1, revision=0)) == "You won by resignation."
    assert said(send(other, path, "resign", seat=1)) == ["The match is over: resignation."]


def test_a_match_that_ends_before_everybody_has_made_two_turns_is_broken_off(
    browser: TestClient, path: str, other: TestClient
) -> None:
    send(browser, path, text="u+")
    assert "The match is then broken off" in browser.get(path).text
    said_of_it = "Broken off by resignation. Nobody won, because not everybody made two turns."
    assert status(send(browser, path, "resign")) == said_of_it
    assert status(other.get(path)) == said_of_it
    assert ">Broken off after 1 turn<" in re.sub(r"\s*<span.*", "<", other.get(path).text)


def test_a_draw_is_offered_and_agreed(browser: TestClient, path: str, other: TestClient) -> None:
    assert "You offer a draw." in send(browser, path, "draw").text
    assert "Withdraw" in browser.get(path).text
    assert ">Accept</button>" in other.get(path).text
    assert status(send(other, path, "accept", seat=1)) == "Draw by agreement."


def test_the_page_says_that_turns_were_taken_back(browser: TestClient) -> None:
    path = begin(browser, seat_1="here")
    assert "taken back" not in browser.get(path).text
    for seat, text in enumerate(("u+", "a--")):
        send(browser, path, text=text, seat=seat)
    for seat in (1, 0):
        send(browser, path, "takeback", seat=seat)
        send(browser, path, "accept", seat=1 - seat)
        assert ("A turn was taken back." if seat else "Turns were taken back 2 times.") in browser.get(path).text


@pytest.mark.parametrize(
    ("position", "said_of_it"),
    [
        ("g4///r4///y4///// n/n/n 9", "Draw: the largest armies are equal at the turn limit."),
        (
            "g4///r4///y3///// n/n/n 9",
            "Guest (green) and Guest (red) won: the largest armies are equal at the turn limit.",
        ),
    ],
)
def test_a_tie_is_shown_as_a_draw_or_as_a_shared_win(browser: TestClient, position: str, said_of_it: str) -> None:
    seats = dict.fromkeys(("seat_0", "seat_1", "seat_2"), "here")
    path = begin(browser, "grid", position=position, option_players="3", option_turn_limit="10", **seats)
    for seat in range(3):
        answer = send(browser, path, seat=seat, text="n")
    assert status(answer) == said_of_it


@pytest.mark.parametrize(
    ("options", "said_of_it"),
    [
        ({"players": "1"}, "You lost by resignation."),
        (
            {"tokens": "1", "objective": "points"},
            "Guest (O) won by resignation. Payoffs: Guest (X) -2500, Guest (O) 2500.",
        ),
    ],
)
def test_a_result_says_who_won_alone_and_what_is_paid(
    browser: TestClient, service: Service, options: dict[str, str], said_of_it: str
) -> None:
    seats = {f"seat_{seat}": "here" for seat in range(int(options.get("players", 2)))}
    path = begin(browser, "vortex", **{f"option_{name}": value for name, value in options.items()}, **seats)
    play_two_turns(service, service.bots.look(path.rpartition("/")[2]))
    assert status(send(browser, path, "resign")) == said_of_it


def test_an_offer_can_be_declined_and_a_draft_stands_meanwhile(
    browser: TestClient, path: str, other: TestClient
) -> None:
    send(other, path, "draw", seat=1)
    assert '<strong class="turn">u+</strong>' in browser.get(f"{path}?turn=0&draft=40").text
    assert "offers a draw" not in send(browser, path, "decline").text


@pytest.mark.parametrize(
    ("offer", "sentence"),
    [
        ("draw", "Draw offer declined."),
        ("takeback", "Takeback declined."),
    ],
)
def test_a_declined_offer_is_reported_to_its_author(
    browser: TestClient, path: str, other: TestClient, offer: str, sentence: str
) -> None:
    send(browser, path, text="u+")
    send(browser, path, offer)
    again = unescape(extract(r'data-address="(.*?)"', browser.get(path)))
    assert said(browser.get(again)) == []
    send(other, path, "decline", seat=1)
    assert said(browser.get(again)) == [sentence]
    assert browser.get(again).headers["HX-Replace-Url"] == path
    send(other, path, seat=1, text="a-")
    assert said(browser.get(again)) == []


def test_a_withdrawn_offer_is_not_reported_as_declined(browser: TestClient, path: str) -> None:
    assert said(send(browser, path, "draw")) == []
    assert said(send(browser, path, "decline")) == []


def test_a_turn_is_taken_back_by_consent(browser: TestClient, path: str, other: TestClient) -> None:
    send(browser, path, text="u+")
    assert "You request a takeback." in send(browser, path, "takeback").text
    assert turns(send(other, path, "accept", seat=1)) == []


def test_a_bot_consents_to_a_take_back_and_declines_a_draw(browser: TestClient) -> None:
    path = begin(browser, seat_1="easy")
    declined = send(browser, path, "draw")
    assert said(declined) == ["Draw offer declined."]
    send(browser, path, text="u+")
    assert status(browser.get(path)) == "Ada is thinking"
    assert turns(send(browser, path, "takeback")) == []


def test_an_offer_is_displayed_to_its_maker_as_their_own(browser: TestClient, other: TestClient, path: str) -> None:
    send(browser, path, "draw")
    assert "You offer a draw. Nobody has answered yet." in browser.get(path).text
    assert "offers a draw" not in browser.get(path).text
    assert "Guest (X) offers a draw." in other.get(path).text


def test_an_offer_that_stands_after_its_makers_turn_lapses_by_the_opponents_and_both_are_told(
    browser: TestClient, path: str, other: TestClient
) -> None:
    send(browser, path, "draw")
    assert "You offer a draw. Nobody has answered yet." in send(browser, path, text="u+").text
    assert "offers a draw." in other.get(path).text
    again = unescape(extract(r'data-address="(.*?)"', browser.get(path)))
    assert said(send(other, path, seat=1, text="a-")) == ["Guest's draw offer has lapsed."]
    assert said(browser.get(again)) == ["Draw offer lapsed: a turn was played."]
    assert "Your draw offer has lapsed." in browser.get("/me/notices").text


def test_a_turn_and_an_offer_are_sent_together_or_not_at_all(browser: TestClient, path: str, other: TestClient) -> None:
    wrong = browser.post(path, data={"do": "turn", "seat": 0, "text": "z", "revision": 0, "offer": "draw"})
    assert wrong.status_code == 400
    assert "offers a draw" not in other.get(path).text
    revision = extract(r'data-revision="(\d+)', browser.get(path))
    browser.post(path, data={"do": "turn", "seat": 0, "text": "u+", "revision": revision, "offer": "draw"})
    assert "offers a draw." in other.get(path).text
    assert "agreement" in send(other, path, "accept", seat=1).text
