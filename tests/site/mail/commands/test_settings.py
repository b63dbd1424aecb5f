"""Mailed commands about what a person hears, commands without a password, and what a multiple does when one fails."""

import pytest

from ludarium.site.ground.values import Person
from ludarium.site.mail.commands import VERBS
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import NoticeSettings
from ludarium.site.outbox.reply_tokens import parse_local_part
from tests.site.mail.commands.steps import SECRET, answer, turns, words
from tests.site.mail.conftest import Post


def test_signon_after_signoff(post: Post, ann: Person) -> None:
    answer(post, f"signoff ann {SECRET}")
    assert post.service.notices.settings(ann.id).mail == "never"
    assert "a mail for each notice about your games again" in words(answer(post, f"signon ann {SECRET}"))
    assert post.service.notices.settings(ann.id).mail == "each"


def test_set_changes_and_tells_what_a_person_hears(post: Post, ann: Person) -> None:
    line = "mail=daily quiet=22-7 zone=Europe/Berlin reminder=3 challenges=ask broadcast=off"
    text = answer(post, f"set ann {SECRET} {line}")
    assert post.service.notices.settings(ann.id) == NoticeSettings("daily", (22, 7), "Europe/Berlin", 3)
    assert post.service.accounts.find("ann").challenges == "ask"
    assert "quiet=22-7              no mail from 22:00 to 7:00" in text
    assert "broadcast=off           not what others mail to all" in text
    assert "broadcast=on            what others mail to all" in answer(post, f"set ann {SECRET} broadcast=on")
    answer(post, f"set ann {SECRET} broadcast=off")
    assert answer(post, f"set ann {SECRET}").split() == text.split()
    answer(post, f"set ann {SECRET} quiet=off MAIL=Each")
    assert post.service.notices.settings(ann.id) == NoticeSettings("each", None, "Europe/Berlin", 3)


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("mail=often", "expected one of each, daily, never"),
        ("mial=daily", "'mial' is no setting; did you mean mail?"),
        ("quiet=late", "expected two hours, as in quiet=22-7"),
        ("quiet=22-25", "quiet hours begin and end at an hour"),
        ("zone=Nowhere", "is no time zone"),
        ("reminder=soon", "expected a number"),
        ("challenges=perhaps", "expected one of start, ask, none"),
        ("daily", "is no setting"),
    ],
)
def test_a_setting_that_there_is_not_changes_nothing(post: Post, ann: Person, setting: str, expected: str) -> None:
    assert expected in words(answer(post, f"set ann {SECRET} reminder=9 {setting}"))
    assert post.service.notices.settings(ann.id) == NoticeSettings()
    assert post.service.accounts.find("ann").challenges == "start"


def confirm(post: Post, command: str, text: str = "", sender: str = "ann@example.com") -> str:
    """Mail a command without a password, and answer the mail that asks for it; return the last outcome."""
    post.send(command, text, sender)
    post.now += 61
    asked = next(mail for mail in post.sent() if "Reply-To" in mail.headers and "word confirm" in mail.text)
    assert asked.address == "ann@example.com"
    token = parse_local_part(asked.headers["Reply-To"].partition("@")[0])
    assert token
    outcome = post.reply(token, "confirm")
    post.now += 61
    return outcome


def test_a_move_as_the_source_writes_it_is_played_when_its_owner_confirms(post: Post, match: MatchView) -> None:
    n = match.number
    post.send(f"orion move {n} ann a+", sender="ann@example.com")  # not legal, and no password either
    assert turns(post, match) == []
    post.now += 61
    post.sent()
    assert confirm(post, f"orion move {n} ann u+").startswith("orion move")
    assert turns(post, match) == ["u+"]


def test_a_stranger_makes_the_owner_be_asked(post: Post, match: MatchView) -> None:
    assert confirm(post, f"orion resign {match.number} ann", sender="eve@example.net").startswith("orion resign")
    assert post.service.bots.look(match.id).match.over
    told = [mail for mail in post.sent() if mail.address == "eve@example.net"]
    assert told == []  # what became of it is for Ann


def test_strangers_fill_nobodys_mailbox(post: Post, match: MatchView) -> None:
    for number in range(8):
        post.send(f"orion resign {match.number} ann", sender=f"eve{number}@example.net")
    post.now += 3000
    mails = [mail.address for mail in post.sent()]
    assert mails.count("ann@example.com") == 3
    assert len(mails) == 3 + 8


def test_a_command_without_a_password_is_no_try_of_one(post: Post, match: MatchView) -> None:
    for _ in range(12):
        post.send(f"orion move {match.number} ann a+b-c+d-e+", sender="ann@example.com")
        post.send(f"orion move {match.number} ann u+", sender="ann@example.com")
        post.now += 61
    post.now += 7200
    post.sent()
    assert answer(post, f"orion move {match.number} ann {SECRET} u+").startswith("You played u+.")


@pytest.mark.parametrize("command", ["vacation ann 7", "signoff ann", "broadcast ann off", "set ann mail=daily"])
def test_other_commands_are_confirmed_too(post: Post, command: str) -> None:
    assert confirm(post, command).startswith(command.split()[0])


def test_a_message_without_a_password_is_sent_with_its_text(post: Post) -> None:
    confirm(post, "message ann bob", "See you tomorrow.")
    assert any("See you tomorrow." in mail.text for mail in post.sent() if mail.address == "bob@example.com")


def test_a_failure_in_one_line_leaves_the_others(post: Post, match: MatchView, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(VERBS, "list", VERBS["list"]._replace(act=fail))  # type: ignore[arg-type]  # it returns nothing
    lines = f"orion move {match.number} ann {SECRET} u+\nlist\norion show {match.number}"
    text = words(answer(post, "multiple", lines))
    assert turns(post, match) == ["u+"]
    assert (
        "> list this failed because of an error of the site: the administrators are informed, and your mail is stored."
        in text
    )
    assert text.count("waiting for bob") == 2


def test_a_board_of_the_past_speaks_of_its_own_turn(post: Post, match: MatchView) -> None:
    view = post.service.bots.submit(match.id, 0, "u+", 0)
    post.service.bots.submit(match.id, 1, "a--", view.revision)
    text = words(answer(post, f"orion show {match.number}#1"))
    assert "ann turned rotor u clockwise." in text
    assert "a--" not in text
    assert f"this is game {match.number} after move 1. it was the turn of bob (o). the game has 2 moves by now." in text
    assert "waiting for" not in text
    text = words(answer(post, f"orion show {match.number}#0"))
    assert f"this is game {match.number} at its beginning. it was the turn of ann (x)." in text
    assert "waiting for ann (x)" in words(answer(post, f"orion show {match.number}#2"))
