"""One count of turns everywhere: those played in the match, a roll with its turn, also in one begun from a position."""

import random
import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from ludarium.analysis.simulation import tally
from ludarium.cli.terminal.site_match import SiteMatch
from ludarium.cli.terminal.viewing import Looking
from ludarium.core.record import Record
from ludarium.core.text import counted
from ludarium.match.match import Match
from ludarium.match.numbers import next_number
from ludarium.scenes.replay import heading
from ludarium.site.ground.values import Person
from ludarium.site.match.views import MatchView
from tests.mail_game import open_pages
from tests.match.test_random_matches import any_turn
from tests.site.conftest import extract, send, turns
from tests.site.mail.commands.steps import answer, words
from tests.site.mail.conftest import Post

GAMES = (
    "vortex(tokens=1)", "ludo(goal=24,markers=1)", "throngs(turn_limit=12)", "grid(turn_limit=12)",
    "orion(turn_limit=12)",
)  # fmt: skip
JSON = {"Accept": "application/json"}


def play(post: Post, match_id: str, lines: int = 10_000) -> MatchView:
    """Play a match at random until its record has so many lines more, or it is over."""
    view, chance = post.service.bots.look(match_id), random.Random(3)
    last = len(view.match.turns) + lines
    while not view.match.over and len(view.match.turns) < last:
        seat = view.match.to_act[0]
        post.service.bots.submit(match_id, seat, any_turn(view.match, seat, chance), view.revision)
        view = post.service.bots.look(match_id)
    return view


def check_lists(post: Post, view: MatchView, page: TestClient, count: int) -> None:
    """Check the lists of the page and of mails, their JSON, and the list of turns."""
    found, told = page.get("/me"), page.get("/me", headers=JSON).json()
    assert re.search(rf", {counted(count, 'turn')}(,|</span>)", " ".join(found.text.split()))
    assert [one["turn_count"] for one in told["matches"] if one["match"] == view.id] == [count] * (not view.match.over)
    assert page.get(f"/matches/{view.id}", headers=JSON).json()["turn_count"] == count
    line = re.search(rf"^ *{view.number} .*", answer(post, "all games ann all"), re.MULTILINE)
    assert line
    assert f"({counted(count, 'move')}; " in line[0]
    listed = [line for line in turns(page.get(f"/matches/{view.id}")) if line[0].isdigit()]
    assert [int(line.split()[0]) for line in listed][-1:] == ([count] if count else [])


def shown_at_terminal(page: TestClient, view: MatchView, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what `ludarium join` prints of a match."""
    data = page.get(f"/matches/{view.id}", headers=JSON).json()
    capsys.readouterr()
    Looking().show(SiteMatch.parse(data).match)
    return capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_match_has_one_count_of_turns(
    game: str, post: Post, ann: Person, bob: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    """In lists, on its page, in mails, in its record, at the terminal, and as `ludarium measure` counts its games."""
    view = play(post, post.begin(game, ann, bob).id)
    page, count = open_pages(post.service, ann)[0], view.match.count.number
    record = Record.parse(page.get(f"/matches/{view.id}/record").text)
    assert 0 < count < len(record.turns) + (view.match.game.max_chance_outcomes == 0)
    assert int(tally(view.match.game, record).counts[0, 3]) == count
    assert Match.from_record(record).count.number == count
    assert heading(record).endswith(f", {counted(count, 'turn')}")
    check_lists(post, view, page, count)
    assert f" {counted(count, 'turn')}</" in page.get(f"/matches/{view.id}").text  # the plate
    assert f"({counted(count, 'move')}; " in answer(post, "all history")
    assert not re.search(r"after \d+ turns", shown_at_terminal(page, view, capsys))


@pytest.mark.parametrize("game", GAMES)
def test_a_match_from_a_position_counts_its_own_turns(
    game: str, post: Post, ann: Person, bob: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    """However many turns were played before the position, no place counts them."""
    [page] = open_pages(post.service, ann)
    begun = play(post, post.begin(game, ann, bob).id, 7)
    while begun.match.over:  # by lucky dice
        begun = play(post, post.begin(game, ann, bob).id, 7)
    at = len(begun.match.turns)
    form = {"seat-0": "here", "seat-1": "here"}
    made = page.post(f"/matches/{begun.id}/at/{at}/new", data=form, follow_redirects=False)
    view = post.service.bots.look(made.headers["location"].rpartition("/")[2])
    for _ in range(3):
        count = view.match.count.number
        check_lists(post, view, page, count)
        number = next_number(view.match)
        caption = extract(r'<p id="caption"[^>]*>(.*?)</p>', page.get(f"/matches/{view.id}"))
        assert f"{caption} ".startswith(f"Turn {number}. ")
        assert not re.search(r"\bturn \d", caption)
        at_terminal = " ".join(shown_at_terminal(page, view, capsys).split())  # which wraps its lines
        assert f"Turn {number}. {unescape(caption).partition('. ')[2]}" in at_terminal
        at_mail = words(answer(post, f"all show {view.number}"))
        assert not re.search(r"\bturn \d", at_mail)
        view = play(post, view.id, 1)
        if view.match.over:  # by lucky dice
            return
    assert view.match.count.number <= len(view.match.turns)  # rolls that nobody can use are turns, too
    send(page, f"/matches/{view.id}", "resign", view.match.to_act[0])
    assert counted(view.match.count.number, "turn") in " ".join(page.get(f"/matches/{view.id}").text.split())
