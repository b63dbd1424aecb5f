"""Mailed tournaments: listed, shown, entered and left by mail."""

import pytest

from ludarium.site.ground.values import Person
from ludarium.site.outbox.reply_tokens import parse_local_part
from ludarium.site.tournaments.conducting import AnnounceToPlayers
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.organising import BeginTournament
from tests.site.mail.commands.steps import SECRET, another_process, answer, died, words
from tests.site.mail.conftest import Post


def entered(post: Post, cup: str) -> list[str]:
    return [entry.name for entry in post.service.tournaments.view(None, cup).players]


def test_tournaments_are_listed_by_game(post: Post, ann: Person, cup: str) -> None:
    for command in ("tournament", "orion tournament", "orion tournament list", "all tournament"):
        said = answer(post, command)
        assert f"{cup} The cup (orion(clicks=1)): round robin" in " ".join(said.split())
        assert "0 of 8 have entered" in words(said)
        assert "tournament enter id userid password" in words(said)
    assert words(answer(post, "vortex tournament")).startswith("there are no tournaments now")


def test_a_tournament_is_entered_and_left(post: Post, ann: Person, cup: str) -> None:
    said = answer(post, f"orion tournament enter {cup} ann {SECRET}")
    assert said.startswith("You have entered.")
    assert "Players:\n  Ann" in said
    assert entered(post, cup) == ["Ann"]
    assert "you have entered already" in words(answer(post, f"tournament enter {cup} ann {SECRET}"))
    assert answer(post, f"tournament leave {cup} ann {SECRET}").startswith("You have left the tournament.")
    assert entered(post, cup) == []


@pytest.mark.parametrize(("word", "after"), [("enter", ["Ann"]), ("leave", [])])
def test_without_a_password_the_owner_is_asked(post: Post, ann: Person, cup: str, word: str, after: list[str]) -> None:
    if word == "leave":
        post.service.tournaments.act(ann, cup, EnterTournament())
    before = entered(post, cup)
    post.send(f"tournament {word} {cup} ann")
    (asked,) = post.sent()
    assert asked.address == "ann@example.com"
    assert entered(post, cup) == before
    token = parse_local_part(asked.headers["Reply-To"].partition("@")[0])
    assert token
    assert post.reply(token, "confirm").startswith(f"tournament {word} {cup}")
    assert entered(post, cup) == after


def test_the_table_has_players_results_and_the_numbers_of_matches(
    post: Post, ann: Person, bob: Person, cup: str
) -> None:
    people = [ann, bob, post.account("Cid")]
    for person in people:
        post.service.tournaments.act(person, cup, EnterTournament())
    post.service.tournaments.act(bob, cup, BeginTournament())
    post.service.tournaments.work()
    post.sent()
    said = answer(post, f"tournament table {cup}")
    assert "In progress." in said
    view = post.service.tournaments.view(None, cup)
    assert [line.split()[-1] for line in said.splitlines() if line.endswith(("Ann", "Bob", "Cid"))] == [
        line.entry.name for line in view.table
    ]
    for board in view.rounds[0][1]:
        names = f"{view.players[board.first].name} - {view.players[board.second or 0].name}"
        assert f"{board.match_number}  {names}: in progress" in said
    assert "in progress:" in words(answer(post, "tournament"))
    assert "entry has ended" in words(answer(post, f"tournament enter {cup} ann {SECRET}"))


def test_a_duplicate_has_all_its_games_and_no_number_of_a_closed_match(post: Post, duplicate: str) -> None:
    said = answer(post, f"tournament table {duplicate}")
    lines = [line.strip() for line in said.partition("Game 1:")[2].splitlines() if line.strip()]
    assert lines[2] == "Game 2:"
    assert sorted(lines) == ["Ann: in progress", "Ann: in progress", "Bob: in progress", "Bob: in progress", "Game 2:"]
    assert "Round" not in said


def test_what_the_organiser_says_is_mailed_and_stands_above_the_table(
    post: Post, ann: Person, bob: Person, cup: str
) -> None:
    post.service.tournaments.act(ann, cup, EnterTournament())
    post.service.tournaments.act(bob, cup, AnnounceToPlayers("Bring tea.\nTwice."))
    post.now += 61
    post.service.notices.plan()
    (mail,) = [mail for mail in post.sent() if mail.address == "ann@example.com"]
    assert "The cup: Bring tea. Twice." in " ".join(mail.text.split())
    said = answer(post, f"tournament table {cup}")
    assert "News:\n" in said
    assert "bob announced: bring tea. twice." in words(said)


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("tournament win CUP", "expected list, table, enter, leave, wait, accept or decline"),
        ("tournament table", "expected the id of a tournament"),
        ("tournament table nothing", "there is no tournament"),
        ("vortex tournament table CUP", "this tournament is one of orion, not of vortex"),
        ("vortex tournament enter CUP ann {}", "this tournament is one of orion, not of vortex"),
        ("tournament leave CUP ann {}", "you are not in this tournament now"),
        ("tournament enter CUP ann not-my-password", "password"),
        ("tournament list CUP", "was not expected"),
    ],
)
def test_what_cannot_be_done_is_answered_so(post: Post, ann: Person, cup: str, command: str, expected: str) -> None:
    said = words(answer(post, command.format(SECRET).replace("CUP", cup)))
    assert expected in said
    assert "nothing was changed" in said
    assert entered(post, cup) == []


@pytest.mark.parametrize("word", ["enter", "leave"])
def test_a_mail_that_two_processes_carry_out_is_answered_as_done(post: Post, ann: Person, cup: str, word: str) -> None:
    if word == "leave":
        post.service.tournaments.act(ann, cup, EnterTournament())
    died(post, f"tournament {word} {cup} ann {SECRET}", "ann@example.com")
    (mail,) = post.sent()
    assert mail.text.startswith("You have ")
    assert entered(post, cup) == (["Ann"] if word == "enter" else [])


def test_a_mail_that_was_begun_and_not_carried_out_is(post: Post, ann: Person, cup: str) -> None:
    with another_process(post, f"tournament enter {cup} ann {SECRET}"):
        assert entered(post, cup) == []
    assert entered(post, cup) == ["Ann"]
