"""Mailed commands that tell something, or pass it on: lists, standings, help, messages."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import update

from ludarium.core.registry import game_names
from ludarium.site.ground.tables import matches
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.mail.commands import VERBS, help_pages
from ludarium.site.match.commands import Resign
from ludarium.site.match.views import MatchView
from ludarium.site.notices.notices import Listed
from ludarium.site.notices.rows.notices import TURN, Notice
from ludarium.site.notices.words import title_of
from ludarium.site.ratings.rows import MatchResult
from tests.site.mail.commands.steps import SECRET, answer, words
from tests.site.mail.conftest import Post


def test_games_lists_them(post: Post, ann: Person, bob: Person, match: MatchView) -> None:
    over = post.begin("orion", bob, ann)
    post.service.bots.act(over.id, 0, Resign(), 0)
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


def test_times_in_lists_are_those_of_the_reader(post: Post, ann: Person, bob: Person, match: MatchView) -> None:
    other = post.begin("orion", ann, bob)
    post.service.bots.act(other.id, 0, Resign(), 0)
    commands = ["all games ann all", "orion games all", "all history"]
    assert all(" UTC" in answer(post, command) for command in commands)
    settings = post.service.notices.settings(ann.id)
    post.service.notices.save_settings(ann.id, replace(settings, zone="Asia/Tokyo"))
    for command in commands:
        said = words(answer(post, command))
        assert "jst" in said
        assert "utc" not in said


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


def test_history_lists_finished_games(post: Post, match: MatchView) -> None:
    assert "No game was finished yet." in answer(post, "orion history")
    post.service.bots.act(match.id, 0, Resign(), 0)
    assert f"{match.number}  orion  Ann - Bob" in answer(post, "orion history")


def test_history_without_a_game_has_all(post: Post, match: MatchView, ann: Person, bob: Person) -> None:
    post.service.bots.act(match.id, 0, Resign(), 0)
    other = post.begin("throngs", ann, bob)
    post.service.bots.act(other.id, 0, Resign(), 0)
    for command in ("history", "all history"):
        assert ["orion" in answer(post, command), "throngs" in answer(post, command)] == [True, True]
    assert "throngs" not in answer(post, "orion history")


def test_help_and_list(post: Post) -> None:
    text = answer(post, "help")
    assert all(usage in text for verb in VERBS.values() for usage in verb.usages)
    page = answer(post, "orion help")
    assert "the first player to link the top edge" in words(page)
    assert "-clicks=3" in page
    assert "orion move board userid password " in page
    assert page.replace("orion", "") == answer(post, "help orion").replace("orion", "")
    pages = answer(post, "help move orion")
    assert pages.startswith("<game> move board userid password move[#number]")
    assert "the first player to link the top edge" in words(pages)
    assert "signup" not in pages
    assert "there is no help about 'chess'" in words(answer(post, "help chess"))
    assert re.search(r"^orion +Orion", answer(post, "list"), re.MULTILINE)
    assert re.search(r"^orion +Orion", answer(post, "list connection"), re.MULTILINE)
    assert "no game is of this type" in words(answer(post, "list cooking"))


@pytest.mark.parametrize("name", game_names())
def test_the_help_of_every_game_is_plain_text_of_72_columns(post: Post, name: str) -> None:
    page = answer(post, f"{name} help")
    assert f"A game: {name} challenge [-option=value]* userid userid+" in page
    prose = [line for line in page.splitlines() if re.fullmatch(r"\W*\w[\w',.;:()-]*( \w[\w',.;:()-]*){6,}", line)]
    assert len(prose) > 20
    assert not [line for line in prose if len(line) > 72]
    assert not re.search(r"^#|```|\*\*|\]\(|^\|-", page, re.MULTILINE)
    assert f"A move: {name} move board userid password " in page


def test_the_help_of_a_game_in_which_chance_decides_all_ends(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first outcomes of chance are always those that give nobody a turn."""
    monkeypatch.setattr(help_pages, "_MOST_THROWS", 1)
    assert "A move:" not in answer(post, "ludo help")


@pytest.mark.parametrize("name", VERBS)
def test_the_help_of_a_command_has_a_line_for_each_of_its_options(post: Post, name: str) -> None:
    text = answer(post, f"help {name}")
    written = " ".join(VERBS[name].usages)
    for word in [*VERBS[name].options, *re.findall(r"\b(?:all|active|inactive|next|keep|on|off)\b(?= [|\]])", written)]:
        assert re.search(rf"^      {re.escape(word)} +\w", text, re.MULTILINE), word
    assert all(len(line) <= 72 for line in text.splitlines())
    assert written.split()[0] in text


@pytest.mark.parametrize("name", ["change", "ladder", "tournament"])
def test_the_help_of_a_command_has_a_line_for_each_way_to_write_it(post: Post, name: str) -> None:
    text = answer(post, f"help {name}")
    for word in re.findall(rf"\b{name} \[?([a-z-]+)", " ".join(VERBS[name].usages)):
        assert re.search(rf"^      {word} +\w", text, re.MULTILINE), word


def test_the_signs_of_a_board_are_told_for_every_goal(post: Post) -> None:
    text = words(answer(post, f"ludo challenge -goal=24 --password={SECRET} ann bob"))
    assert "says that the goal is one roll away" in text
    assert "120" not in text.partition("drawing who begins")[2].partition("sha-256")[0]


def test_an_option_that_a_command_does_not_have_is_refused(post: Post) -> None:
    assert "'--forfeittime' is not known to show: it has no options" in words(
        answer(post, "orion show --forfeittime=7 1")
    )
    assert "did you mean nagtime?" in words(answer(post, "orion challenge --nagtimes=7 ann bob"))
    assert "'-clicks' is not known to games" in words(answer(post, "orion games -clicks=2"))


def test_standings_and_ratings(post: Post, ann: Person, bob: Person) -> None:
    assert "No game was finished yet." in answer(post, "orion standings")
    for _ in range(2):
        view = post.begin("orion", ann, bob)
        for seat, move in ((0, "u+"), (1, "a--"), (0, "u---"), (1, "a++")):
            view = post.service.bots.submit(view.id, seat, move, view.revision)
        post.service.bots.act(view.id, 1, Resign(), view.revision)
    void = post.begin("orion", ann, bob)
    post.service.bots.act(void.id, 0, Resign(), 0)
    table = answer(post, "orion standings").splitlines()
    assert [line.split() for line in table[1:3]] == [
        ["1", "1800?", "2", "2", "0", "0", "Ann"],
        ["2", "1400?", "2", "0", "0", "2", "Bob"],
    ]
    listed = answer(post, "orion ratings")
    assert listed.split()[:4] == ["1800?", "Ann", "1400?", "Bob"]
    assert "those that are unrated on the site, too" in " ".join(listed.split())
    assert "won against Bob (1600?): 1600? to 1800?" in answer(post, "orion ratings ann")
    assert "no game was named" in words(answer(post, "ratings"))


def test_standings_have_the_best_rating_first_also_where_it_is_provisional(
    post: Post, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.tournament.ratings.PROVISIONAL", 2)
    for first, second in ((ann, bob), (bob, post.account("Cyd"))):
        view = post.begin("orion", first, second)
        for seat, move in ((0, "u+"), (1, "a--"), (0, "u---"), (1, "a++")):
            view = post.service.bots.submit(view.id, seat, move, view.revision)
        post.service.bots.act(view.id, 1, Resign(), view.revision)
    table = [line.split() for line in answer(post, "orion standings").splitlines()[1:4]]
    ratings = {line[-1]: line[1] for line in table}
    assert [name for name, rating in ratings.items() if not rating.endswith("?")] == ["Bob"]
    numbers = [float(rating.rstrip("?")) for rating in ratings.values()]
    assert [*ratings] == ["Ann", "Bob", "Cyd"]
    assert numbers == sorted(numbers, reverse=True)


def test_ratings_name_no_private_game(post: Post, ann: Person, bob: Person) -> None:
    view = post.begin("orion", ann, bob)
    for seat, move in ((0, "u+"), (1, "a--"), (0, "u---"), (1, "a++")):
        view = post.service.bots.submit(view.id, seat, move, view.revision)
    post.service.bots.act(view.id, 1, Resign(), view.revision)
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


def test_the_reference_lists_every_command_as_it_is_written() -> None:
    page = Path("docs/reference/mail-commands.md").read_text("utf-8").replace("\\|", "|")
    listed = [
        usage for row in re.findall(r"^\| (`.*?`) \| ", page, re.MULTILINE) for usage in re.findall(r"`(.*?)`", row)
    ]
    usages = [usage for verb in VERBS.values() for usage in verb.usages]
    listed = [usage for usage in listed if " " in usage or usage in usages]  # without words and options
    assert sorted(listed) == sorted(usages + [usage for usage in listed if usage.startswith("--")])


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
    view = post.service.bots.submit(match.id, 0, "u+", 0)
    view = post.service.bots.submit(match.id, 1, "a--", view.revision)
    (news,) = told()
    assert "Since the last mail: u+, a--." in news
    assert "reply to this mail" not in news
    assert told() == []
    post.service.bots.act(match.id, 0, Resign(), view.revision)
    assert "Broken off by resignation. Nobody won" in told()[0]
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
