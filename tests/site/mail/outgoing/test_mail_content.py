"""Letters about matches: what they say, in text and in HTML."""

import sys
from zoneinfo import ZoneInfo

import pytest

from ludarium.core.registry import game_names, load
from ludarium.match.clock import Clock
from ludarium.match.commitment import Commitment
from ludarium.match.match import Match
from ludarium.match.offers import offer_draw
from ludarium.scenes.picture import draw
from ludarium.site.board import example_turn
from ludarium.site.ground.values import SeatAssignment, TurnClock
from ludarium.site.mail.outgoing import mail_content
from ludarium.site.mail.outgoing.mail_content import match_content, plain_content
from ludarium.site.match.views import MatchView
from ludarium.site.words import WIDTH

URL = "https://games.example.org"
ANN, BOB = "ann", "bob"


def view_of(match: Match, started_at: float | None = 1_800_000_000.0) -> MatchView:
    seats = tuple(SeatAssignment("person", name, name.lower()) for name in match.players)
    nothing = (None,) * len(seats)
    return MatchView("m1", 0, 0, match, seats, 0.0, 0.0, 0.0, nothing, turn_clock=TurnClock(started_at), number=7)


def orion(*turns: str, clock: str = "2d+1d/2d") -> Match:
    match = Match.begin(load("orion"), ["Ann", "Bob"], clock=Clock.parse(clock))
    for number, turn in enumerate(turns):
        match = match.submit(number % 2, turn, 1.0)
    return match


def test_it_says_what_was_played_who_is_to_move_until_when_and_how_to_answer() -> None:
    letter = match_content(view_of(orion("u+", "a--", "pass")), BOB, URL, answerable=True)
    assert letter.subject == "Orion: Hydra, game 7: Ann (X), Bob (O)"
    assert letter.text.startswith("Ann passed.\n\n  OOOOO")
    assert "| ( f ) | ( g ) |" in letter.text
    assert "1. u+  2. a--  3. pass" in letter.text
    assert "It is your turn (O), until Sunday 17 January 2027, 08:00 UTC." in letter.text
    example = example_turn(orion("u+", "a--", "pass").state, 1)
    assert (
        f"with your turn as its first line, as in\n\n    {example}\n\nor with draw, takeback or resign." in letter.text
    )
    assert letter.text.endswith(f"The match: {URL}/matches/m1")
    for told in (
        "Ann passed.",
        "It is your turn (O)",
        example,
        f"{URL}/matches/m1",
        f"cid:{next(iter(letter.pictures))}",
    ):
        assert told in letter.html
    assert next(iter(letter.pictures.values())).startswith(b"\x89PNG")
    assert ANN not in letter.text


def test_times_are_those_of_the_readers_zone() -> None:
    letter = match_content(view_of(orion()), ANN, URL, zone=ZoneInfo("Asia/Tokyo"))
    assert "until Saturday 16 January 2027, 17:00 JST." in letter.text


def test_who_waits_reads_for_whom_and_has_no_turn_to_answer_with() -> None:
    letter = match_content(view_of(orion("u+")), ANN, URL, answerable=True)
    assert "Waiting for Bob (O), until" in letter.text
    assert "reply with one of these words as the first line: draw, takeback or resign." in " ".join(letter.text.split())
    assert "To play" not in letter.text + letter.html


def test_without_the_mail_door_no_mail_asks_for_an_answer() -> None:
    letter = match_content(view_of(orion()), ANN, URL)
    assert "reply" not in letter.text + letter.html


def test_who_only_watches_is_asked_for_nothing() -> None:
    letter = match_content(view_of(orion("u+")), None, URL, answerable=True)
    assert "reply" not in letter.text
    assert "Ann turned rotor u clockwise." in letter.text


def test_an_offer_is_answered_with_accept_or_decline() -> None:
    letter = match_content(view_of(offer_draw(orion("u+"), 0)), BOB, URL, answerable=True)
    assert "Ann (X) offers a draw." in letter.text
    assert "or with accept, decline or resign." in letter.text


def test_the_result_is_in_the_mail() -> None:
    letter = match_content(view_of(orion("u+", "a--", "w+", "pass").resign(1)), BOB, URL, answerable=True)
    assert "You resigned: Ann won." in letter.text
    for said in (letter.text, letter.html):
        assert "The board at the end" in said
        assert "to move" not in said
    earlier = match_content(view_of(orion("u+", "a--", "w+", "pass").resign(1)), BOB, URL, at=0)
    assert "X to move: turn a rotor once" in earlier.text
    assert "reply" not in letter.text


def test_a_match_that_ended_too_early_to_count_says_so() -> None:
    match = Match.begin(load("orion"), ["Ann", "Bob"], clock=Clock.parse("4d+2d/4d")).resign(1)
    text = " ".join(match_content(view_of(match), BOB, URL).text.split())
    assert "Broken off by resignation. Nobody won, because not everybody made two turns." in text


def test_news_that_are_given_stand_first_and_are_wrapped() -> None:
    news = "word " * 40 + "\n\nThe second paragraph."
    text = match_content(view_of(orion("u+")), BOB, URL, news=news).text
    assert text.startswith("word word")
    assert "\n\nThe second paragraph.\n\n" in text
    assert "Ann played" not in text


def test_an_earlier_position_can_be_shown() -> None:
    letter = match_content(view_of(orion("u+", "pass")), None, URL, at=1)
    (picture,), (same,) = letter.pictures.values(), match_content(view_of(orion("u+")), None, URL).pictures.values()
    assert picture == same
    assert "2. pass" not in letter.text


def test_what_a_name_contains_is_text_and_not_html() -> None:
    match = Match.begin(load("orion"), ["<b>Ann</b>", "Bob"])
    assert "<b>" not in match_content(view_of(match, None), "bob", URL).html


def test_dice_and_their_commitment_are_in_the_mail() -> None:
    commitment = Commitment.make("m1", bytes(32), ("", ""))
    match = Match.begin(load("ludo"), ["Ann", "Bob"], commitment=commitment).roll()
    letter = match_content(view_of(match, None), ANN, URL)
    assert commitment.digest in letter.text.replace("\n", " ")
    assert any(f"{match.players[seat]} rolled " in letter.text or "You rolled " in letter.text for seat in (0, 1))


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_letters_of_eighty_columns_with_a_turn_that_may_be_played(name: str) -> None:
    game = load(name)
    match = Match.begin(game, [f"Somebody {seat}" for seat in range(game.seats)], dice="seeded(seed=1)").roll()
    for _ in range(6):
        seat = match.to_act[0]
        view = view_of(match, None)
        letter = match_content(view, view.seats[seat].person, URL, answerable=True, unsubscribe=f"{URL}/unsubscribe/x")
        board = set(match.state.text().splitlines())
        assert max(map(len, letter.text.splitlines())) <= 80
        assert all(len(line) <= WIDTH for line in letter.text.splitlines() if line not in board)
        (example,) = (
            line.strip() for line in letter.text.splitlines() if line.startswith("    ") and line not in board
        )
        match = match.submit(seat, example).roll()
    assert letter.text.endswith(f"-- \nNo more mail of this kind: {URL}/unsubscribe/x")


def test_without_resvg_the_letter_has_the_board_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg", None)
    mail_content._picture.cache_clear()
    letter = match_content(view_of(orion("u+")), BOB, URL)
    mail_content._picture.cache_clear()
    assert letter.pictures == {}
    assert "<pre>  OOOOO" in letter.html
    assert draw(orion("u+").state).caption in letter.html


def test_a_plain_content_is_wrapped_and_its_addresses_are_links() -> None:
    letter = plain_content("Digest", "a " * 100, f"See {URL}/me", unsubscribe=f"{URL}/unsubscribe/x")
    assert max(map(len, letter.text.splitlines())) <= WIDTH
    assert f'<a href="{URL}/me"' in letter.html
    mail = letter.to("ann@example.org", {"X-Test": "1"})
    assert (mail.address, mail.subject, mail.headers["X-Test"]) == ("ann@example.org", "Digest", "1")
