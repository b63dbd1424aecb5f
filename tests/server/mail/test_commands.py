"""Every mailed command, as people have written them for as long as there have been such servers."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from unittest.mock import patch

import pytest
from sqlalchemy import func, select, update

from ludarium.club import sign_in
from ludarium.club.notices import Listed, Notice
from ludarium.club.people import Person
from ludarium.club.planning import Step
from ludarium.club.reply_addresses import parse_local_part
from ludarium.club.service import MatchView, SeatAssignment
from ludarium.match.clock import DAY, HOUR
from ludarium.match.verify import verify
from ludarium.server.mail import answers, letters
from ludarium.server.mail.commands import VERBS
from ludarium.server.mail.notice_mails import NoticeMails
from ludarium.server.notice_words import title_of
from ludarium.store.notices import GRACE, REMINDER, TURN
from ludarium.store.results import MatchResult
from ludarium.store.tables import matches, people
from tests.server.mail.conftest import DOOR, Post, written

SECRET = "wonder-land"


@pytest.fixture(autouse=True)
def passwords(post: Post, ann: Person, bob: Person) -> None:
    post.service.passwords.set(ann, SECRET)
    post.service.passwords.set(bob, SECRET)
    post.sent()


def turns(post: Post, match: MatchView) -> list[str]:
    return [entry.text for entry in post.service.get(match.id).match.turns]


def answer(post: Post, subject: str, text: str = "", sender: str = "ann@example.com") -> str:
    """Mail a command; return the text of its answer, in which no password is repeated."""
    outcome = post.send(subject, text, sender)
    post.now += 61
    mails = [mail for mail in post.sent() if mail.address == sender]
    assert len(mails) == 1, outcome
    assert SECRET not in outcome + mails[0].subject + mails[0].text
    return mails[0].text


def words(text: str) -> str:
    return " ".join(text.split()).lower()


def test_move_and_what_people_call_it(post: Post, match: MatchView) -> None:
    moves = ["u+", "a--", "pass", "a++", "u+++", "a---"]
    for number, verb in enumerate(["move", "Move", "mvoe", "board", "mov", "MVOE"]):
        name, move = ("Ann", "bob")[number % 2], moves[number]
        sender = f"{name.lower()}@example.com"
        assert answer(post, f"Orion {verb} {match.number} {name} {SECRET} {move}", "", sender).startswith("You played")
    assert turns(post, match) == moves


def test_a_move_needs_no_game_but_a_wrong_one_is_refused(post: Post, match: MatchView) -> None:
    assert "is one of orion, not of vortex" in answer(post, f"vortex move {match.number} ann {SECRET} u+")
    answer(post, f"move {match.number} ann {SECRET} u+")
    assert turns(post, match) == ["u+"]


def test_a_number_plays_only_that_move(post: Post, match: MatchView) -> None:
    assert "the next one is move 1" in words(answer(post, f"orion move {match.number} ann {SECRET} u+#2"))
    answer(post, f"orion move {match.number} ann {SECRET} u+#1")
    assert "the next one is move 2" in words(answer(post, f"orion move {match.number} ann {SECRET} u+#1"))
    assert turns(post, match) == ["u+"]


REFUSED = (
    ("orion move {n} ann {s} a+", "rotor a holds no piece of X"),
    ("orion move {n} ann {s} hello", "was read, expected a turn, or one of the words"),
    ("orion move {n} bob {s} u+", "it is X's turn, not O's"),
    ("orion move {n} ann wrong u+", "has another password"),
    ("orion move {n} nobody {s} u+", "has another password"),
    ("orion move {n} ann", "no password follows 'ann'"),
    ("orion move {n}", "is not complete: expected a userid"),
    ("orion move", "expected the number of a board"),
    ("orion move x ann {s} u+", "'x' is not the number of a board"),
    ("orion move 999 ann {s} u+", "there is no game 999"),
    ("orion move {n} ann {s}", "expected a move"),
    ("orion", "orion needs a verb"),
    ("orion dance {n}", "'dance' is not a command"),
    ("orin show 1", "did you mean orion?"),
    ("orion m {n} ann {s} u+", "'m' is not a command"),
    ("orion resign {n} ann {s} please", "'please' was not expected"),
    ("hello there {s}", "'hello' is not a command"),
)


def test_what_cannot_be_done_is_told_with_help(post: Post, match: MatchView) -> None:
    for line, expected in REFUSED:
        text = words(answer(post, line.format(n=match.number, s=SECRET)))
        assert expected.lower() in text
        assert "nothing was changed. for help mail help" in text
    assert (turns(post, match), post.service.get(match.id).revision) == ([], 0)


def test_words_of_former_servers(post: Post, match: MatchView) -> None:
    n = match.number
    answer(post, f"orion move {n} ann {SECRET} propose")
    answer(post, f"orion move {n} bob {SECRET} reject", sender="bob@example.com")
    answer(post, f"orion move {n} ann {SECRET} u+")
    answer(post, f"orion move {n} ann {SECRET} undo")
    answer(post, f"orion move {n} bob {SECRET} accept", sender="bob@example.com")
    assert turns(post, match) == []
    answer(post, f"orion resign {n} bob {SECRET}", sender="bob@example.com")
    assert post.service.get(match.id).match.winners == (0,)


def test_show_and_showas(post: Post, match: MatchView) -> None:
    start = match.match.state.text()
    post.service.submit(match.id, 0, "p+", 0)
    assert start not in answer(post, f"orion show {match.number}")
    assert start in answer(post, f"orion show {match.number}#0")
    assert "has 1 turn so far, so it has no turn 2" in words(answer(post, f"orion show {match.number}#2"))
    two = answer(post, f"orion show {match.number} {match.number}#0")
    assert two.count("Game 1: Orion") == 2
    assert "Bob played" not in answer(post, f"orion showas bob {SECRET}")
    assert "Waiting for Bob" in answer(post, "all show ann active")
    assert "There are no such games." in answer(post, "orion show ann inactive")
    assert "expected numbers of boards, or userids" in words(answer(post, "orion show"))


def test_games_lists_them(post: Post, ann: Person, bob: Person, match: MatchView) -> None:
    over = post.begin("orion", bob, ann)
    post.service.resign(over.id, 0, 0)
    other = post.begin("vortex", ann, bob)
    text = answer(post, "orion games ann")
    assert f"{match.number}  orion  Ann - Bob  (0 moves; waits for Ann)" in text
    assert str(over.number) not in text.split()
    assert f" {over.number}  orion  Bob - Ann  (0 moves; " in answer(post, "orion games ann bob inactive")
    assert f" {other.number}  vortex" in answer(post, "all games ann all")
    assert "1 game" in answer(post, "orion games ann next")
    assert "no account has the name" in words(answer(post, "orion games nobody"))
    counts = {
        which: answer(post, f"orion games {which}").split("\n")[0] for which in ("all", "active", "inactive", "next")
    }
    assert counts == {
        "all": "orion: 2 games",
        "active": "orion: 1 game",
        "inactive": "orion: 1 game",
        "next": "orion: 1 game",
    }
    assert "no game and nobody was named" in words(answer(post, "all games"))


def test_preview_plays_nothing(post: Post, match: MatchView) -> None:
    text = answer(post, f"orion preview {match.number} u+ a--")
    assert match.match.state.move("u+").move("a--").text() in text
    assert turns(post, match) == []
    assert "move 2 of the preview, 'zz'" in words(answer(post, f"orion preview {match.number} u+ zz"))


def test_the_dice_are_not_foreseen(post: Post, ann: Person, bob: Person) -> None:
    view = post.begin("ludo", ann, bob)
    state = view.match.state
    first = state.format_turn([state.legal()[0]])
    assert "dice decide before" in words(answer(post, f'ludo preview {view.number} "{first}" "{first}"'))


def test_submit_then_confirm(post: Post, match: MatchView) -> None:
    post.send(f"orion submit {match.number} ann {SECRET} u+")
    (mail,) = post.sent()
    assert match.match.state.move("u+").text() in mail.text
    assert turns(post, match) == []
    token = parse_local_part(mail.headers["Reply-To"].partition("@")[0])
    assert token
    post.reply(token, "yes?")
    assert turns(post, match) == []
    post.reply(token, "Confirm\n\n> it is not played yet")
    assert turns(post, match) == ["u+"]
    assert "not known" in post.reply(token, "confirm")


def test_a_submitted_move_is_void_after_its_turn(post: Post, match: MatchView) -> None:
    post.send(f"orion submit {match.number} ann {SECRET} u+")
    (mail,) = post.sent()
    post.service.submit(match.id, 0, "v+", 0)
    token = parse_local_part(mail.headers["Reply-To"].partition("@")[0])
    assert token
    assert "the next one is move 2" in post.reply(token, "confirm")
    assert turns(post, match) == ["v+"]


def test_chat_and_message(post: Post, match: MatchView) -> None:
    post.send(f"orion chat {match.number} ann {SECRET}", "Nice opening!\n-- \nAnn")
    post.send(f"message ann {SECRET} bob", "Shall we play?")
    post.now += 120
    told = [mail for mail in post.sent() if mail.address == "bob@example.com"]
    assert [mail.subject for mail in told] == ["Ann writes about game 1", "Ann writes"]
    assert "Nice opening!" in told[0].text
    assert "Shall we play?" in told[1].text
    assert "the mail has no text" in words(answer(post, f"message ann {SECRET} bob"))
    assert "the mail has no text" in words(answer(post, f"orion chat {match.number} ann {SECRET}"))


def test_who_is_blocked_sends_nothing(post: Post, bob: Person) -> None:
    post.service.blocks.add(bob, "Ann")
    assert "bob takes no messages from you" in words(answer(post, f"message ann {SECRET} bob", "Hello"))
    assert post.sent() == []


def test_challenge_as_the_source_writes_it(post: Post) -> None:
    post.send("orion challenge -clicks=2 -game=hydra ann bob")
    (mail,) = [mail for mail in post.sent() if mail.address == "ann@example.com"]
    assert post.service.queries.recent() == ()
    token = parse_local_part(mail.headers["Reply-To"].partition("@")[0])
    assert token
    assert post.reply(token, "confirm").startswith("orion challenge")
    (game,) = post.service.queries.recent()
    assert (game.game, [seat.name for seat in game.seats]) == ("orion(clicks=2)", ["Ann", "Bob"])
    assert game.clock == "21d+21d/21d"


@pytest.mark.parametrize(
    ("terms", "clock"),
    [
        ("--forfeittime=7", "7d+7d/7d"),
        ("--totaltime=365", "365d+12h/365d/21d"),
        ("--totaltime=14 --forfeittime=30", "14d+12h/14d"),
        ("--bank=10d --add=36h --cap=10d", "10d+36h/10d"),
    ],
)
def test_challenge_with_a_password_and_a_clock_starts_at_once(post: Post, terms: str, clock: str) -> None:
    text = answer(post, f"orion chall {terms} --password={SECRET} bob ann")
    assert text.startswith("Game 1 has begun.")
    (game,) = post.service.queries.recent()
    assert (game.clock, [seat.name for seat in game.seats]) == (clock, ["Bob", "Ann"])


def test_no_turn_takes_longer_than_the_time_to_forfeit(post: Post) -> None:
    answer(post, f"orion challenge --totaltime=90 --forfeittime=2 --password={SECRET} ann bob")
    match_id = post.service.queries.any_by_number(1)
    for seat, move in ((0, "u+"), (1, "a--"), (0, "u---")):
        post.now += 1.5 * DAY
        view = post.service.submit(match_id, seat, move, post.service.get(match_id).revision)
        assert view.deadline == post.now + 2 * DAY
    verify(post.service.queries.record(match_id))


def test_a_challenge_says_when_its_players_are_reminded(post: Post, ann: Person, bob: Person) -> None:
    NoticeMails(post.service, DOOR, lambda: post.now)
    for game, nagtime in ((1, 3), (2, 0), (3, None)):
        words = f"--nagtime={nagtime} " if nagtime is not None else ""
        assert answer(post, f"orion challenge {words}--password={SECRET} ann bob").startswith(f"Game {game}")

    def reminded() -> list[int]:
        post.service.notices.plan()
        post.sent()
        found = post.service.notices.recent(ann.id)
        return sorted(each.match.number for each in found if each.match and each.notice.kind == REMINDER)

    post.now += 3 * DAY + HOUR
    assert reminded() == [1]
    post.now += 4 * DAY
    assert reminded() == [1, 3]


NO_CHALLENGES = (
    ("orion challenge --password={s} ann nobody", "no account has the name"),
    ("orion challenge --password=wrong ann bob", "has another password"),
    ("orion challenge -clicks=9 --password={s} ann bob", "9"),
    ("orion challenge -speed=9 --password={s} ann bob", "speed"),
    ("orion challenge --soon=1 --password={s} ann bob", "'--soon' is not known"),
    ("orion challenge --nagtime=soon --password={s} ann bob", "expected a number of days"),
    ("orion challenge --nagtime=61 --password={s} ann bob", "after 1 to 60 days"),
    ("orion challenge --bank=1d --password={s} ann bob", "the time is told in one way"),
    ("orion challenge --forfeittime=x --password={s} ann bob", "is not a time control"),
    ("orion challenge", "nobody was named"),
    ("challenge --password={s} ann bob", "no game was named"),
)


def test_challenges_that_cannot_begin(post: Post) -> None:
    for line, expected in NO_CHALLENGES:
        assert expected in words(answer(post, line.format(s=SECRET)))
    assert post.service.queries.recent() == ()


def test_a_challenge_from_elsewhere_is_refused(post: Post) -> None:
    assert "none of these people has your address" in words(answer(post, "orion challenge ann bob", sender="e@x.org"))


def test_a_game_with_seats_for_more_is_set_by_the_names(post: Post) -> None:
    post.account("Carl")
    assert "Game 1 has begun." in answer(post, f"ludo challenge --password={SECRET} ann bob carl")
    (game,) = post.service.queries.recent()
    assert game.game == "ludo(players=3)"


def test_restart_begins_from_a_past_position(post: Post, match: MatchView) -> None:
    view = post.service.submit(match.id, 0, "u+", 0)
    post.service.submit(match.id, 1, "a--", view.revision)
    answer(post, f"orion challenge -restart={match.number}#1 --password={SECRET} bob ann")
    newest = post.service.queries.recent()[0]
    assert str(post.service.get(newest.id).match.start) == str(match.match.state.move("u+"))


def test_history_lists_finished_games(post: Post, match: MatchView) -> None:
    assert "No game was finished yet." in answer(post, "orion history")
    post.service.resign(match.id, 0, 0)
    assert f"{match.number}  orion  Ann - Bob" in answer(post, "orion history")


def test_help_and_list(post: Post) -> None:
    text = answer(post, "help")
    assert all(usage in text for verb in VERBS.values() for usage in verb.usages)
    page = answer(post, "orion help")
    assert "The first player to link the top edge" in page
    assert "-clicks=3" in page
    assert "orion move board userid password " in page
    assert page.replace("orion", "") == answer(post, "help orion").replace("orion", "")
    pages = answer(post, "help move orion")
    assert pages.startswith("<game> move board userid password move[#number]")
    assert "The first player to link the top edge" in pages
    assert "signup" not in pages
    assert "there is no help about 'chess'" in words(answer(post, "help chess"))
    assert re.search(r"^orion +Orion", answer(post, "list"), re.MULTILINE)
    assert re.search(r"^orion +Orion", answer(post, "list connection"), re.MULTILINE)
    assert "no game is of this type" in words(answer(post, "list cooking"))


def test_the_text_of_an_answer_fits_into_80_columns(post: Post, match: MatchView) -> None:
    for line in ("help", "list", "orion help", "orion move 1 ann", f"orion preview {match.number} u+"):
        assert max(map(len, answer(post, line).splitlines())) < 80


def test_multiple(post: Post, match: MatchView) -> None:
    lines = f"orion move {match.number} ann {SECRET} u+\n\norion show {match.number}\n> help\nnonsense\nend\nhelp\n"
    text = answer(post, "Multiple", lines)
    assert turns(post, match) == ["u+"]
    assert text.count("=" * 78) == 2
    assert "You played u+." in text
    assert "> orion move 1 **** ****" not in text
    assert "signup" not in text
    assert "No command was found" in answer(post, "multiple", "-- \nhelp")


def test_the_subject_of_an_answer_is_no_command(post: Post, match: MatchView) -> None:
    for prefix in ("Re:", "AW:", "RE: [2]", "Fwd:", "Odp:"):
        post.send(f"{prefix} orion move {match.number} ann {SECRET} u+", "Thanks!")
    assert turns(post, match) == []
    post.send("", f"orion move {match.number} ann {SECRET} u+\n")
    assert turns(post, match) == ["u+"]


def test_signup_and_confirm(post: Post) -> None:
    post.send(f"signup Dora {SECRET}", sender="dora@example.com")
    code = sign_up_code(post)
    assert "has another password" in words(answer(post, f"vacation dora {SECRET} 3", sender="dora@example.com"))
    answer(post, f"confirm {code} {SECRET}", sender="dora@example.com")
    assert post.service.accounts.find("dora").email == "dora@example.com"
    assert "wait for 3 days" in answer(post, f"vacation dora {SECRET} 3", sender="dora@example.com")
    assert "name of an account" in words(answer(post, f"signup dora {SECRET}", sender="eve@example.com"))
    with post.store.database.connect() as connection:
        count = connection.execute(select(func.count()).select_from(people)).scalar_one()
        assert "expected 8 to 200" in words(answer(post, "signup eve short", sender="eve@example.com"))
        assert connection.execute(select(func.count()).select_from(people)).scalar_one() == count


def sign_up_code(post: Post) -> str:
    """Return the code of the mail to somebody who has signed up."""
    (code,) = (found[1] for mail in post.sent() if (found := re.search(r"confirm (\w{4} \w{4}) password", mail.text)))
    return str(code)


def test_a_password_of_signup_does_not_count_for_who_confirms_without_it(post: Post) -> None:
    post.send(f"signup Dora {SECRET}", sender="dora@example.com")  # by somebody who writes that address
    answer(post, f"confirm {sign_up_code(post)}", sender="dora@example.com")
    assert "has another password" in words(answer(post, f"vacation dora {SECRET} 3"))


def test_signups_are_limited(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    def count() -> int:
        with post.store.database.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(people)).scalar_one())

    many = " ".join(f"someone{number}@example.com" for number in range(7))
    assert "expected at most 6" in words(answer(post, f"signup dora {SECRET} {many}"))
    monkeypatch.setattr(sign_in, "SIGN_UPS_AN_HOUR", 6)
    for number in range(9):
        post.send(f"signup dora{number} {SECRET} {'dora' if number < 6 else f'eve{number}'}@example.com")
    assert (count(), len({mail.address for mail in post.sent()} - {"ann@example.com"})) == (2 + 6, 2)
    post.now += 3601
    assert not post.send(f"signup eve {SECRET} eve@example.com").startswith("refused")


def died(post: Post, subject: str, sender: str) -> None:
    """Let a process take a mail with a command, and die when it was carried out."""
    post.drop(f"From: {sender}\nSubject: {subject}\n\n".encode(), sender, "play@games.example.org")
    post.now += 1
    with patch.object(post.store.inbox, "finish", side_effect=KeyboardInterrupt), suppress(KeyboardInterrupt):
        post.desk.handle_waiting()
    post.now += 121
    post.desk.handle_waiting()


def test_an_account_is_made_and_confirmed_once_although_the_process_died(post: Post, ann: Person) -> None:
    died(post, f"signup Dora {SECRET}", "dora@example.com")
    died(post, f"confirm {sign_up_code(post)} {SECRET}", "dora@example.com")
    assert post.service.passwords.check("dora", SECRET).email == "dora@example.com"
    outcomes = [mail.outcome for mail in post.store.inbox.latest(2)]
    assert not [outcome for outcome in outcomes if "refused" in outcome]
    with post.store.database.connect() as connection:
        assert connection.execute(select(func.count()).select_from(people)).scalar_one() == 3


def test_signup_with_two_addresses(post: Post) -> None:
    post.send(f"signup Dora {SECRET} dora@example.com more@example.com")
    codes = {mail.address: re.search(r"confirm (\w{4} \w{4})", mail.text) for mail in post.sent()}
    for address in ("more@example.com", "dora@example.com"):
        code = codes[address]
        assert code
        answer(post, f"confirm {code[1]}", sender=address)
    assert post.service.accounts.addresses(post.service.accounts.find("dora")) == (
        "more@example.com",
        "dora@example.com",
    )


def test_signup_needs_an_open_site(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(post.service.accounts.rules), "may_register", lambda rules, person: False)
    assert "an account needs an invitation" in words(answer(post, f"signup carla {SECRET}"))


def test_change_password(post: Post, ann: Person) -> None:
    assert "was changed" in answer(post, f"change password ann {SECRET} another-one")
    assert post.service.passwords.check("ann", "another-one") == ann
    assert "has another password" in words(answer(post, f"change password ann {SECRET} third-one"))
    assert "expected the word address or password" in words(answer(post, f"change name ann {SECRET} x"))


def test_change_address(post: Post, ann: Person) -> None:
    post.send(f"change address ann {SECRET} new@example.com")
    code = next(re.search(r"mail: (\w{4} \w{4})", mail.text) for mail in post.sent() if mail.address.startswith("new"))
    assert code
    answer(post, f"confirm {code[1]}", sender="new@example.com")
    assert post.service.accounts.find("ann").email == "new@example.com"


def test_further_addresses_get_the_mails_of_notices_and_can_be_removed(post: Post, ann: Person, bob: Person) -> None:
    NoticeMails(post.service, DOOR, lambda: post.now)
    post.send(f"add ann {SECRET} a@example.com b@example.com")
    codes = {mail.address: re.search(r"mail: (\w{4} \w{4})", mail.text) for mail in post.sent()}
    for address in ("a@example.com", "b@example.com"):
        code = codes[address]
        assert code
        answer(post, f"confirm {code[1]}", sender=address)
    ann = post.service.accounts.find("ann")
    assert post.service.accounts.addresses(ann) == ("ann@example.com", "a@example.com", "b@example.com")
    assert post.service.accounts.of_email("a@example.com") == ann
    answer(post, f"orion challenge --password={SECRET} ann bob", sender="bob@example.com")

    def told() -> list[str]:
        post.now += GRACE
        post.service.notices.plan()
        return sorted(mail.address for mail in post.sent() if "Reply-To" in mail.headers)

    assert told() == ["a@example.com", "ann@example.com", "b@example.com"]
    assert told() == []
    assert "mail the command" not in answer(post, f"add ann {SECRET} a@example.com off")
    assert "is no address of ann" in words(answer(post, f"add ann {SECRET} bob@example.com off"))
    answer(post, f"add ann {SECRET} ann@example.com off", sender="b@example.com")
    assert post.service.accounts.addresses(post.service.accounts.find("ann")) == ("b@example.com",)


def test_a_lost_password_is_replaced_by_mail(post: Post, ann: Person) -> None:
    post.send("password ann", sender="eve@example.com")
    (mail,) = [mail for mail in post.sent() if mail.address == "ann@example.com"]
    new = mail.text.split("\n\n")[1].strip()
    assert post.service.passwords.check("ann", SECRET) == ann
    assert post.service.passwords.check("ann", new) == ann
    assert "has another password" in words(answer(post, f"vacation ann {SECRET} 3"))
    assert "If this is the name" in answer(post, "password nobody")


def test_nobody_fills_the_mailbox_of_another(post: Post, ann: Person) -> None:
    post.send("multiple", "password ann\n" * 7, sender="eve@example.com")
    for _ in range(2):
        post.send("password ann", sender="eve@example.com")
    assert sum(mail.address == ann.email for mail in post.sent()) == 5
    post.now += 3600
    post.send("password ann", sender="eve@example.com")
    assert sum(mail.address == ann.email for mail in post.sent()) == 1


def test_several_boards_are_answered_in_text_without_drawing_pictures(
    post: Post, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw(*_: object) -> bytes:
        raise AssertionError("a picture was drawn")

    monkeypatch.setattr(letters, "png", draw)
    numbers = [post.begin("orion", ann, bob).number for _ in range(2)]
    assert answer(post, "show ann").count("( u )") == 2
    assert answer(post, "multiple", f"show {numbers[0]}\nshow {numbers[1]}").count("( u )") == 2


def test_an_answer_has_an_end(post: Post, match: MatchView, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "_LONGEST_ANSWER", 1000)
    text = answer(post, "help")
    assert len(text) < 1200
    assert text.endswith("ask for less in one mail.")


def test_ten_wrong_passwords_lock_the_door_for_the_name(post: Post, match: MatchView) -> None:
    for _ in range(10):
        post.send(f"orion move {match.number} ann guess-guess u+", sender="eve@example.com")
    assert "10 wrong passwords" in post.send(f"orion move {match.number} Ann {SECRET} u+")
    assert turns(post, match) == []
    post.now += 3601
    post.send(f"orion move {match.number} ann {SECRET} u+")
    assert turns(post, match) == ["u+"]


def test_delete_closes_the_account(post: Post, match: MatchView) -> None:
    assert "is closed" in answer(post, f"delete ann {SECRET}")
    assert post.service.get(match.id).match.over
    assert "has another password" in words(answer(post, f"delete ann {SECRET} keep"))


def test_vacation(post: Post, ann: Person) -> None:
    assert "wait for 7 days. you have 23.0 days" in words(answer(post, f"vacation ann {SECRET} 7"))
    assert "is no number of days" in answer(post, f"vacation ann {SECRET} some")


@contextmanager
def another_process(post: Post, command: str, sender: str = "ann@example.com") -> Iterator[None]:
    """Let a process do the body for a mail and then die; this one takes the mail over."""
    post.drop(written("", sender, Subject=command), sender, DOOR.address)
    post.now += 1
    (mail,) = post.store.inbox.claim(post.now, post.now + 120, 1)
    post.store.inbox.note_steps(mail, {"0": {"revision": 0}})
    yield
    post.now += 121
    post.desk.handle_waiting()


def test_a_move_is_played_once_although_the_process_died(post: Post, match: MatchView) -> None:
    with another_process(post, f"orion move {match.number} ann {SECRET} u+"):
        post.service.submit(match.id, 0, "u+", 0)
    assert turns(post, match) == ["u+"]
    (told,) = post.sent()
    assert told.text.startswith("Your mail was read before")


def test_a_move_that_was_queued_and_played_is_not_queued_again(post: Post, match: MatchView) -> None:
    with another_process(post, f"orion queue {match.number} ann {SECRET} u+"):
        post.service.submit(match.id, 0, "u+", 0)
    assert post.service.planning.of(match.id, 0) == ()
    (told,) = post.sent()
    assert told.text.startswith("Your mail was read before")


def test_a_queued_move_is_played_once_although_the_process_died(post: Post, match: MatchView) -> None:
    with another_process(post, f"orion queue {match.number} bob {SECRET} a--", "bob@example.com"):
        post.service.planning.add(match.id, 1, [Step("a--")])
        post.service.submit(match.id, 0, "u+", 0)
    assert (turns(post, match), post.service.planning.of(match.id, 1)) == (["u+", "a--"], ())
    (told,) = [mail for mail in post.sent() if mail.address == "bob@example.com"]
    assert told.text.startswith("Your mail was read before")


def test_queue_keeps_a_move_for_its_turn(post: Post, match: MatchView) -> None:
    text = answer(post, f"orion queue {match.number} bob {SECRET} a--", sender="bob@example.com")
    assert "Your planned moves: a--." in text
    post.service.submit(match.id, 0, "u+", 0)
    assert turns(post, match) == ["u+", "a--"]
    answer(post, f"orion queue {match.number} ann {SECRET} u---#3")
    assert turns(post, match) == ["u+", "a--", "u---"]
    assert "click" in answer(post, f"orion queue {match.number} ann {SECRET} a--------", "")


def test_standings_and_ratings(post: Post, ann: Person, bob: Person) -> None:
    assert "No game was finished yet." in answer(post, "orion standings")
    for _ in range(2):
        view = post.begin("orion", ann, bob)
        for seat, move in ((0, "u+"), (1, "a--"), (0, "u---"), (1, "a++")):
            view = post.service.submit(view.id, seat, move, view.revision)
        post.service.resign(view.id, 1, view.revision)
    void = post.begin("orion", ann, bob)
    post.service.resign(void.id, 0, 0)
    table = answer(post, "orion standings").splitlines()
    assert [line.split() for line in table[1:3]] == [
        ["1", "1800?", "2", "2", "0", "0", "Ann"],
        ["2", "1400?", "2", "0", "0", "2", "Bob"],
    ]
    assert answer(post, "orion ratings").split()[:4] == ["1800?", "Ann", "1400?", "Bob"]
    assert "won against Bob (1600?): 1600? to 1800?" in answer(post, "orion ratings ann")
    assert "no game was named" in words(answer(post, "ratings"))


def test_ratings_name_no_private_game(post: Post, ann: Person, bob: Person) -> None:
    view = post.begin("orion", ann, bob)
    for seat, move in ((0, "u+"), (1, "a--"), (0, "u---"), (1, "a++")):
        view = post.service.submit(view.id, seat, move, view.revision)
    post.service.resign(view.id, 1, view.revision)
    with post.store.database.begin() as connection:
        connection.execute(update(matches).values(private=True))
    text = answer(post, "orion ratings ann")
    assert "in a private game: 1600? to 1800?" in words(text)
    assert "bob" not in words(text)


def test_bots_are_listed_by_the_names_that_people_know(post: Post, ann: Person) -> None:
    seats = [SeatAssignment("person", ann.name, ann.id), SeatAssignment("bot", "easy")]
    view = post.service.create("orion", seats)
    assert "Ann - Ada  (0 moves; waits for Ann)" in answer(post, "orion games ann")
    (summary,) = post.store.summaries([view.id])
    listed = Listed(Notice(ann.id, TURN, "", post.now, view.id), summary, "")
    assert title_of(listed, ann.id) == f"Orion: Hydra, game {view.number} against Ada"


def test_standings_are_counted_once_for_a_mail(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()

    def of_game(game: str) -> list[MatchResult]:
        asked.append(game)
        return []

    monkeypatch.setattr(post.store.results, "of_game", of_game)
    assert answer(post, "multiple", "orion standings\norion ratings\n" * 5).count("No game was finished yet.") == 10
    assert asked == ["orion"]


def test_signoff_ends_the_mail_about_games(post: Post, ann: Person) -> None:
    answer(post, f"signoff ann {SECRET}")
    assert post.service.notices.settings(ann.id).mail == "never"


def test_the_reference_lists_every_command_as_it_is_written() -> None:
    page = Path("docs/reference/mail-commands.md").read_text("utf-8").replace("\\|", "|")
    listed = [
        usage for row in re.findall(r"^\| (`.*?`) \| ", page, re.MULTILINE) for usage in re.findall(r"`(.*?)`", row)
    ]
    usages = [usage for verb in VERBS.values() for usage in verb.usages]
    assert sorted(usage for usage in listed if not usage.startswith("--")) == sorted(usages)


def test_watch_mails_the_moves_until_the_end(post: Post, match: MatchView) -> None:
    post.account("Carl")
    post.service.passwords.set(post.service.accounts.find("carl"), SECRET)
    watch = f"watch {match.number} carl {SECRET}"

    def told() -> list[str]:
        post.now += 601
        post.desk.tell_watchers()
        mails = [mail for mail in post.sent() if mail.address == "carl@example.com"]
        assert all(mail.headers["List-Unsubscribe"].endswith("?of=others>") for mail in mails)
        return [mail.text for mail in mails]

    assert "You get the moves of game 1 by mail" in answer(post, watch, sender="carl@example.com")
    assert told() == []
    view = post.service.submit(match.id, 0, "u+", 0)
    view = post.service.submit(match.id, 1, "a--", view.revision)
    (news,) = told()
    assert "Since the last mail: u+, a--." in news
    assert "reply to this mail" not in news
    assert told() == []
    post.service.resign(match.id, 0, view.revision)
    assert "won by resignation" in told()[0]
    assert told() == []
    assert "only a match that goes on" in words(answer(post, watch, sender="carl@example.com"))
    assert "no more mail about game 1" in words(answer(post, f"{watch} off", sender="carl@example.com"))


def test_broadcast_reaches_those_who_want_it_once_a_day(post: Post) -> None:
    assert "want it: 0" in answer(post, f"broadcast ann {SECRET}", "Hello")
    answer(post, f"broadcast bob {SECRET} on", sender="bob@example.com")
    assert "try again tomorrow" in words(answer(post, f"broadcast ann {SECRET}", "Hello"))
    post.now += 86_400
    post.send(f"broadcast ann {SECRET}", "Who plays Orion?")
    post.now += 61
    (told,) = [mail for mail in post.sent() if mail.address == "bob@example.com"]
    assert "Ann writes to all:" in told.text
    assert "Who plays Orion?" in told.text
    assert told.headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "the mail has no text" in words(answer(post, f"broadcast bob {SECRET}"))


def test_a_private_match_is_shown_to_its_own_people(post: Post, ann: Person, bob: Person) -> None:
    post.account("Carl")
    seats = [SeatAssignment("person", one.name, one.id) for one in (ann, bob)]
    n = post.service.create("orion", seats, private=True).number
    for line in (f"orion show {n}", f"orion preview {n} u+", f"showas carl {SECRET} {n}"):
        post.service.passwords.set(post.service.accounts.find("carl"), SECRET)
        assert f"there is no game {n}" in words(answer(post, line))
    assert "0 games" in answer(post, "orion games ann all")
    assert "( u )" in answer(post, f"orion showas ann {SECRET}")
    assert answer(post, f"orion move {n} ann {SECRET} u+").startswith("You played u+.")
