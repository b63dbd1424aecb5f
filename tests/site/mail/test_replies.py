"""Answering is enough: the first line of a reply is the turn."""

from dataclasses import replace

import pytest

from ludarium.match.clock import DAY
from ludarium.match.data import SeatOffer
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.views import MatchView
from ludarium.site.outbox.reply_tokens import parse_local_part
from tests.site.mail.conftest import Post


def turns(post: Post, match: MatchView) -> list[str]:
    return [entry.text for entry in post.service.bots.look(match.id).match.turns]


def test_a_reply_plays_its_first_line(post: Post, ann: Person, match: MatchView) -> None:
    outcome = post.reply(post.token(ann, match, 0), "u+\n")
    assert outcome == f"game {match.number}: u+"
    assert turns(post, match) == ["u+"]


def test_the_answer_shows_the_board(post: Post, ann: Person, match: MatchView) -> None:
    post.reply(post.token(ann, match, 0), "u+\n", Message_ID="<one@example.com>")
    (mail,) = post.sent()
    assert mail.address == "ann@example.com"
    assert mail.text.startswith("You played u+.")
    assert post.service.bots.look(match.id).match.state.text() in mail.text
    assert "Waiting for Bob (O)" in mail.text
    assert mail.headers["Auto-Submitted"] == "auto-replied"
    assert mail.headers["References"].endswith(mail.headers["In-Reply-To"])


def test_the_address_of_an_answer_plays_the_next_turn(post: Post, ann: Person, bob: Person, match: MatchView) -> None:
    post.reply(post.token(ann, match, 0), "nonsense")
    (mail,) = post.sent()
    token = parse_local_part(mail.headers["Reply-To"].partition("@")[0])
    assert token is not None
    post.reply(token, "u+")
    assert turns(post, match) == ["u+"]


def test_a_new_address_goes_to_nobody_but_its_person(post: Post, ann: Person, match: MatchView) -> None:
    post.reply(post.token(ann, match, 0), "nonsense", "eve@example.net")
    (mail,) = post.sent()
    assert mail.address == "eve@example.net"
    assert "Reply-To" not in mail.headers


def test_who_has_left_a_seat_is_not_shown_what_its_new_player_sees(post: Post, ann: Person, match: MatchView) -> None:
    token, carl = post.token(ann, match, 0), post.account("Carl")
    seats = (SeatAssignment("person", carl.name, carl.id), match.seats[1])
    post.service.seating._matches.change(match.id, None, None, lambda now: replace(now, seats=seats))
    assert post.reply(token, "u+") == "refused: somebody else plays this seat now"
    (mail,) = post.sent()
    assert "your turn" not in mail.text
    assert "Reply-To" not in mail.headers


def test_the_text_below_the_turn_is_sent_to_the_opponent(post: Post, ann: Person, match: MatchView) -> None:
    post.reply(post.token(ann, match, 0), "u+\n\nGood luck!\n-- \nAnn\nAnn's street")
    told = next(mail for mail in post.sent() if mail.address == "bob@example.com")
    assert told.subject == f"Ann writes about game {match.number}"
    assert "Good luck!" in told.text
    assert "street" not in told.text


def test_a_blocked_person_tells_nothing(post: Post, ann: Person, bob: Person, match: MatchView) -> None:
    post.service.blocks.add(bob, "Ann")
    post.reply(post.token(ann, match, 0), "u+\n\nGood luck!")
    assert {mail.address for mail in post.sent()} == {"ann@example.com"}
    assert turns(post, match) == ["u+"]


def test_a_turn_may_be_written_as_people_do(post: Post, ann: Person, bob: Person) -> None:
    for line in ("move u+", "  U+  ", "MOVE u+", "u +"):
        match = post.begin("orion", ann, bob)
        post.reply(post.token(ann, match, 0), line)
        assert turns(post, match) == ["u+"]


NO_TURNS = (
    ("u+ please", "'u+ please' is not a turn"),
    ("I think\nu+", "'I think' is not a turn"),
    ("a+", "rotor a holds no piece of X"),
    ("u+v+", "has 2 clicks"),
    ("> u+", "has no line of its own"),
    ("\n\n", "has no text that can be read"),
    ("-- \nu+", "has no line of its own"),
    ("accept", "'accept' was read: no offer is open"),
    ("resign now", "'resign now' is not a turn"),
)


def test_what_is_not_exactly_a_turn_changes_nothing(post: Post, ann: Person, match: MatchView) -> None:
    for text, expected in NO_TURNS:
        assert post.reply(post.token(ann, match, 0), text).startswith("refused")
        post.now += DAY  # the third refusal of a day that says the same is not sent
        told = " ".join(next(mail.text for mail in post.sent()).split())
        assert expected in told
        assert "Nothing was changed." in told
        assert "( u )" in told
    view = post.service.bots.look(match.id)
    assert (view.revision, view.match.over) == (match.revision, False)


def test_words_resign_offer_accept_decline_and_take_back(
    post: Post, ann: Person, bob: Person, match: MatchView
) -> None:
    post.reply(post.token(ann, match, 0), "draw")
    assert post.reply(post.token(bob, match, 1), "Decline", "bob@example.com").endswith("Decline")
    assert post.service.bots.look(match.id).match.offer is None
    post.reply(post.token(ann, match, 0), "u+")
    post.reply(post.token(ann, match, 0), "takeback")
    post.reply(post.token(bob, match, 1), "accept", "bob@example.com")
    assert turns(post, match) == []
    post.reply(post.token(bob, match, 1), "resign", "bob@example.com")
    assert post.service.bots.look(match.id).match.winners == (0,)


def test_a_mail_that_comes_twice_plays_once(post: Post, ann: Person, match: MatchView) -> None:
    token = post.token(ann, match, 0)
    post.reply(token, "u+", Message_ID="<same@example.com>")
    assert post.reply(token, "u+", Message_ID="<same@example.com>") == "a copy of a mail that came before"
    assert post.reply(token, "v+") == "refused: an answer to this mail was carried out before, and counts once"
    assert turns(post, match) == ["u+"]


def test_a_mail_of_a_process_that_died_is_handled_again(post: Post, ann: Person, match: MatchView) -> None:
    token = post.token(ann, match, 0)
    post.service.bots.submit(match.id, 0, "u+", 0)
    post.drop(b"Message-ID: <x@y>\nFrom: ann@example.com\n\nu+", "ann@example.com", f"m+{token}@games.example.org")
    post.now += 1
    post.store.inbox.claim(post.now, post.now + 120)  # by the process that died
    post.desk.handle_waiting()
    assert post.store.inbox.latest(1)[0].outcome == ""
    post.now += 121
    post.desk.handle_waiting()
    assert post.store.inbox.latest(1)[0].outcome == "done before"
    (told,) = post.sent()
    assert told.text.startswith("Your mail was read before")


@pytest.mark.usefixtures("tiny")
def test_orders_of_a_simultaneous_turn_are_sealed(post: Post, ann: Person, bob: Person) -> None:
    view = post.begin("pennies", ann, bob)
    assert post.reply(post.token(ann, view, 0), "heads").startswith("game")
    assert post.service.bots.look(view.id).match.to_act == (1,)
    assert post.reply(post.token(bob, view, 1), "tails", "bob@example.com").startswith("game")
    assert len(turns(post, view)) == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Auto_Submitted": "auto-generated; x=y"},
        {"Message_ID": "<1@games.example.org>"},
        {"Reply_To": "play@games.example.org"},
    ],
)
def test_what_a_program_writes_is_not_read(post: Post, ann: Person, match: MatchView, headers: dict[str, str]) -> None:
    assert post.reply(post.token(ann, match, 0), "u+", **headers).startswith("not read")
    assert turns(post, match) == []
    assert post.sent() == []


@pytest.mark.parametrize(
    "sender", ["", "<>", "MAILER-DAEMON", "mailer-daemon@x.org", "no-reply@x.org", "play@games.example.org"]
)
def test_senders_that_are_programs_are_not_read(post: Post, ann: Person, match: MatchView, sender: str) -> None:
    raw = (
        b"From: <someone@x.org>\nSubject: x\n\nu+\n"
        if not sender.startswith("play")
        else b"From: play@games.example.org\n\nu+"
    )
    mail = post.deliver(raw, sender, f"m+{post.token(ann, match, 0)}@games.example.org")
    assert mail.outcome.startswith("not read")
    assert post.sent() == []


@pytest.mark.parametrize(
    "headers",
    [
        {"X_Auto_Response_Suppress": "All"},
        {"X_Auto_Response_Suppress": "DR, OOF, AutoReply"},
        {"List_Unsubscribe": "<mailto:off@example.org>"},
    ],
)
def test_a_mail_that_may_not_be_answered_may_play(
    post: Post, ann: Person, match: MatchView, headers: dict[str, str]
) -> None:
    token = post.token(ann, match, 0)
    assert "(no answer: " in post.reply(token, "I am away until Monday", **headers)
    post.reply(token, "u+", **headers)
    assert turns(post, match) == ["u+"]
    assert post.sent() == []


AWAY = (
    "I am out of the office until Monday.",
    "Ich bin bis Montag nicht im Büro.",
    "Je suis absente jusqu'à lundi.",
    "Estoy fuera de la oficina hasta el lunes.",
    "Sono fuori ufficio fino a lunedì.",
    "Ik ben afwezig tot maandag.",
    "Jestem poza biurem do poniedziałku.",
    "Я отсутствую до понедельника.",
    "月曜日まで不在です。",
    "我在周一之前不在办公室。",
)


def test_an_absent_person_plays_nothing_in_any_language(post: Post, ann: Person, match: MatchView) -> None:
    token = post.token(ann, match, 0)
    for text in AWAY:
        assert post.reply(token, f"{text}\n\n-- \nAnn", Subject="Re: Orion").startswith("refused")
    assert turns(post, match) == []


@pytest.mark.parametrize("below", ["draw", "\nDraw?", "propose\n\nNice game, Bob!"])
def test_a_turn_and_an_offer_go_in_one_mail(post: Post, ann: Person, bob: Person, match: MatchView, below: str) -> None:
    assert post.reply(post.token(ann, match, 0), f"u+\n{below}") == f"game {match.number}: u+"
    view = post.service.bots.look(match.id)
    assert (turns(post, match), view.match.offer) == (["u+"], SeatOffer("draw", 0))
    answer = next(mail for mail in post.sent() if mail.address == "ann@example.com")
    assert answer.text.startswith("You played u+. You have offered a draw.")
    post.reply(post.token(bob, match, 1), "accept", "bob@example.com")
    assert post.service.bots.look(match.id).match.ending == "agreement"


def test_a_turn_that_cannot_be_played_offers_nothing(post: Post, ann: Person, match: MatchView) -> None:
    assert post.reply(post.token(ann, match, 0), "z9\ndraw").startswith("refused")
    view = post.service.bots.look(match.id)
    assert (view.match.turns, view.match.offer) == ((), None)


def test_words_about_a_draw_below_a_turn_are_for_the_opponent(post: Post, ann: Person, match: MatchView) -> None:
    post.reply(post.token(ann, match, 0), "u+\nA draw would be boring.")
    assert post.service.bots.look(match.id).match.offer is None


def test_an_answer_says_that_an_offer_has_lapsed(post: Post, ann: Person, bob: Person, match: MatchView) -> None:
    post.reply(post.token(ann, match, 0), "u+\ndraw")
    post.sent()
    post.reply(post.token(bob, match, 1), "pass", "bob@example.com")
    assert any(mail.text.startswith("You played pass. Ann's draw offer has lapsed.") for mail in post.sent())
