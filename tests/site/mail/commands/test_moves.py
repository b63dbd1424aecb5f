"""Mailed moves, as people have written them for as long as there are such servers, and what is seen of a match."""

import pytest

from ludarium.site.ground.values import Person
from ludarium.site.mail import answers
from ludarium.site.mail.outgoing import mail_content
from ludarium.site.match.rows.played import PlannedTurn
from ludarium.site.match.views import MatchView
from ludarium.site.outbox.reply_tokens import parse_local_part
from tests.site.mail.commands.steps import SECRET, another_process, answer, turns, words
from tests.site.mail.conftest import Post


def test_move_and_what_people_call_it(post: Post, match: MatchView) -> None:
    moves = ["u+", "a--", "pass", "a++", "u+++", "a---"]
    for number, verb in enumerate(["move", "Move", "mvoe", "board", "mov", "MVOE"]):
        name, move = ("Ann", "bob")[number % 2], moves[number]
        sender = f"{name.lower()}@example.com"
        assert answer(post, f"Orion {verb} {match.number} {name} {SECRET} {move}", "", sender).startswith("You played")
    assert turns(post, match) == moves


def test_a_move_needs_no_game_but_a_wrong_one_is_refused(post: Post, match: MatchView) -> None:
    assert "is one of orion, not of vortex" in words(answer(post, f"vortex move {match.number} ann {SECRET} u+"))
    answer(post, f"move {match.number} ann {SECRET} u+")
    assert turns(post, match) == ["u+"]


def test_a_number_plays_only_that_move(post: Post, match: MatchView) -> None:
    assert "the next one is move 1" in words(answer(post, f"orion move {match.number} ann {SECRET} u+#2"))
    answer(post, f"orion move {match.number} ann {SECRET} u+#1")
    assert "the next one is move 2" in words(answer(post, f"orion move {match.number} ann {SECRET} u+#1"))
    assert turns(post, match) == ["u+"]


REFUSED = (
    ("orion move {n} ann {s} a+", "rotor a holds no piece of X"),
    ("orion move {n} ann {s} hello", "instead of a turn you can mail resign, draw, accept, decline or takeback"),
    ("orion move {n} bob {s} u+", "it is X's turn, not O's"),
    ("orion move {n} ann wrong u+", "has another password"),
    ("orion move {n} nobody {s} u+", "has another password"),
    ("orion move {n} ann", "is not complete: expected a password"),
    ("orion move {n}", "is not complete: expected a userid"),
    ("orion move", "expected the number of a board"),
    ("orion move x ann {s} u+", "'x' is not the number of a board"),
    ("orion move 999 ann {s} u+", "there is no game 999"),
    ("orion move {n} ann {s}", "expected a password, and more after it"),
    ("orion", "orion needs a verb"),
    ("orion dance {n}", "'dance' is not a command"),
    ("orin show 1", "did you mean orion?"),
    ("orion m {n} ann {s} u+", "'m' is not a command"),
    ("orion resign {n} ann {s} please", "'please' was not expected"),
    ("hello there {s}", "'hello' is not a command"),
)


def test_what_cannot_be_done_is_answered_with_help(post: Post, match: MatchView) -> None:
    for line, expected in REFUSED:
        text = words(answer(post, line.format(n=match.number, s=SECRET)))
        assert expected.lower() in text
        assert "nothing was changed. for help mail help" in text
    assert (turns(post, match), post.service.bots.look(match.id).revision) == ([], 0)


def test_words_of_former_servers(post: Post, match: MatchView) -> None:
    n = match.number
    answer(post, f"orion move {n} ann {SECRET} propose")
    answer(post, f"orion move {n} bob {SECRET} reject", sender="bob@example.com")
    answer(post, f"orion move {n} ann {SECRET} u+")
    answer(post, f"orion move {n} ann {SECRET} undo")
    answer(post, f"orion move {n} bob {SECRET} accept", sender="bob@example.com")
    assert turns(post, match) == []
    answer(post, f"orion resign {n} bob {SECRET}", sender="bob@example.com")
    assert post.service.bots.look(match.id).match.winners == (0,)


def test_show_and_showas(post: Post, match: MatchView) -> None:
    start = match.match.state.text()
    post.service.bots.submit(match.id, 0, "p+", 0)
    assert start not in answer(post, f"orion show {match.number}")
    assert start in answer(post, f"orion show {match.number}#0")
    assert "has 1 turn so far, so it has no turn 2" in words(answer(post, f"orion show {match.number}#2"))
    two = answer(post, f"orion show {match.number} {match.number}#0")
    assert two.count("Game 1: Orion") == 2
    assert "Bob played" not in answer(post, f"orion showas bob {SECRET}")
    assert "Waiting for Bob" in answer(post, "all show ann active")
    assert "There are no such games." in answer(post, "orion show ann inactive")
    assert "expected numbers of boards, or userids" in words(answer(post, "orion show"))


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
    post.service.bots.submit(match.id, 0, "v+", 0)
    token = parse_local_part(mail.headers["Reply-To"].partition("@")[0])
    assert token
    assert "the next one is move 2" in post.reply(token, "confirm")
    assert turns(post, match) == ["v+"]


def test_the_text_of_an_answer_fits_into_80_columns(post: Post, match: MatchView) -> None:
    for line in ("help", "list", "orion help", "orion move 1 ann", f"orion preview {match.number} u+"):
        assert max(map(len, answer(post, line).splitlines())) < 80


def test_multiple(post: Post, match: MatchView) -> None:
    lines = f"orion move {match.number} ann {SECRET} u+\n\norion show {match.number}\n> help\nnonsense\nend\nhelp\n"
    text = answer(post, "Multiple", lines)
    assert turns(post, match) == ["u+"]
    assert text.count("=" * 72) == 2
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


def test_several_boards_are_answered_in_text_without_drawing_pictures(
    post: Post, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw(*_: object) -> bytes:
        raise AssertionError("a picture was drawn")

    monkeypatch.setattr(mail_content, "png", draw)
    numbers = [post.begin("orion", ann, bob).number for _ in range(2)]
    assert answer(post, "show ann").count("( u )") == 2
    assert answer(post, "multiple", f"show {numbers[0]}\nshow {numbers[1]}").count("( u )") == 2


def test_an_answer_has_an_end(post: Post, match: MatchView, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "_LONGEST_ANSWER", 1000)
    text = answer(post, "help")
    assert len(text) < 1200
    assert text.endswith("ask for less in one mail.")


def test_a_move_is_played_once_although_the_process_died(post: Post, match: MatchView) -> None:
    with another_process(post, f"orion move {match.number} ann {SECRET} u+"):
        post.service.bots.submit(match.id, 0, "u+", 0)
    assert turns(post, match) == ["u+"]
    (told,) = post.sent()
    assert told.text.startswith("Your mail was read before")


def test_a_move_that_was_queued_and_played_is_not_queued_again(post: Post, match: MatchView) -> None:
    with another_process(post, f"orion queue {match.number} ann {SECRET} u+"):
        post.service.bots.submit(match.id, 0, "u+", 0)
    assert post.service.planning.of(match.id, 0) == ()
    (told,) = post.sent()
    assert told.text.startswith("Your mail was read before")


def test_a_queued_move_is_played_once_although_the_process_died(post: Post, match: MatchView) -> None:
    with another_process(post, f"orion queue {match.number} bob {SECRET} a--", "bob@example.com"):
        post.service.planning.add(match.id, 1, [PlannedTurn("a--")])
        post.service.bots.submit(match.id, 0, "u+", 0)
    assert (turns(post, match), post.service.planning.of(match.id, 1)) == (["u+", "a--"], ())
    (told,) = [mail for mail in post.sent() if mail.address == "bob@example.com"]
    assert told.text.startswith("Your mail was read before")


def test_queue_keeps_a_move_for_its_turn(post: Post, match: MatchView) -> None:
    text = answer(post, f"orion queue {match.number} bob {SECRET} a--", sender="bob@example.com")
    assert "Your planned moves: a--." in text
    post.service.bots.submit(match.id, 0, "u+", 0)
    assert turns(post, match) == ["u+", "a--"]
    answer(post, f"orion queue {match.number} ann {SECRET} u---#3")
    assert turns(post, match) == ["u+", "a--", "u---"]
    text = answer(post, f"orion queue {match.number} ann {SECRET} a--------", "")
    assert "Your planned moves: a--------." in text  # it waits for a turn at which it is legal


def test_a_long_move_without_a_password_is_asked_about_and_played_as_it_was_written(
    post: Post, ann: Person, bob: Person
) -> None:
    view = post.begin("grid", ann, bob)
    command = f"grid move {view.number} ann n3e2s2w2n2"
    assert post.send(command) == command
    (asked,) = post.sent()
    assert f"\n    grid move {view.number} n3e2s2w2n2\n" in asked.text
    assert "to have it done, answer this mail with the word confirm." in words(asked.text)
    token = parse_local_part(asked.headers["Reply-To"].partition("@")[0])
    assert token
    assert post.reply(token, "confirm") == f"grid move {view.number} n3e2s2w2n2"
