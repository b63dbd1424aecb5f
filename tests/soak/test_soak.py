"""The soak programs, for so short that tests can afford it."""

import os
import random
import re
import shutil
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import pytest
from httpx2 import Response
from jinja2 import FileSystemLoader

from ludarium.core.errors import ParseError
from ludarium.core.registry import load
from ludarium.match.clock import DAY
from ludarium.match.match import Match
from ludarium.site.ground.heartbeat import HeartbeatTable
from ludarium.site.ground.values import OutboxMessage
from ludarium.site.web.templating import templates
from tests.databases import url
from tests.site.rights.world import STRANGER
from tests.site.web.routes import ROUTES
from tests.soak.crawl import Crawl
from tests.soak.crawl import Fault as CrawlFault
from tests.soak.crawl import run as crawl
from tests.soak.data_kills import WORK
from tests.soak.data_kills import Fault as HalfDone
from tests.soak.data_kills import run as kill_work
from tests.soak.forked import _FORKS, ForkedSite, Forks
from tests.soak.kills import Client, Fault
from tests.soak.kills import run as kill
from tests.soak.league import run as play_league
from tests.soak.live import run as play_rounds
from tests.soak.mail_kills import NUMBERED, Post, check_received, check_sent
from tests.soak.mail_kills import WORK as MAIL_WORK
from tests.soak.mail_kills import Fault as MailFault
from tests.soak.mail_kills import run as kill_post
from tests.soak.notices import check as check_notices
from tests.soak.notices import run as tell
from tests.soak.programs import run as live
from tests.soak.season import Season, repeatable
from tests.soak.tables import Left, next_season, right_table, wrong_verdict
from tests.soak.timed import TimedSite
from tests.soak.untrusted import KINDS
from tests.soak.untrusted import run as read_untrusted
from tools.ports import reserved_port

__all__ = ["url"]

SEED = 4


@pytest.mark.long
@pytest.mark.both_databases
def test_a_site_that_is_killed_keeps_what_it_has_acknowledged(url: str, tmp_path: Path) -> None:
    kills, processes = (2, 1) if url.startswith("sqlite") else (3, 2)
    with reserved_port() as port:
        counted = kill(ForkedSite(tmp_path, port, processes, url), kills, clients=3, seed=processes, pause=0.1)
    assert counted["turns acknowledged"] >= kills + 2
    assert sum(number for what, number in counted.items() if "SIG" in what) == kills


def test_the_post_whose_programs_are_killed_loses_no_mail_and_doubles_none(tmp_path: Path) -> None:
    for way in MAIL_WORK:
        (tmp_path / way).mkdir()
        counted = kill_post(way, 2, tmp_path / way, SEED)
        assert sum(number for what, number in counted.items() if what.endswith("killed")) >= 2


def test_a_mail_that_is_lost_or_doubled_is_a_fault(tmp_path: Path) -> None:
    post, arrivals = Post(tmp_path, SEED), tmp_path / "arrivals"
    with post.open() as (_, store):
        message = OutboxMessage("a", NUMBERED, None, "ann@example.com", {"number": "1"}, post.now)
        store.outbox.send(message)
        store.outbox.sent(message, post.now)
    for found, fault in (("", "lost"), ("1\n1\n", "2 times")):
        arrivals.write_text(found)
        with pytest.raises(MailFault, match=fault):
            check_sent(post, 1, arrivals)
    arrivals.write_text("1\n")
    check_sent(post, 1, arrivals)
    for mails in (0, 1):
        with nullcontext() if mails == 0 else pytest.raises(MailFault, match="0 of 1 mails"):
            check_received(post, mails)


def find_templates_without_files() -> None:
    """Load all templates in a fork, where no file of them is to be found."""
    names = templates().list_templates(extensions=["html"])
    loader = templates().loader
    assert isinstance(loader, FileSystemLoader)
    loader.searchpath = []
    assert len([templates().get_template(name) for name in names]) > 50


def test_a_fork_of_a_site_reads_no_template_that_was_changed_after_its_code() -> None:
    fork = _FORKS.Process(target=find_templates_without_files)
    with patch.dict(sys.modules, {"__main__": ModuleType("__main__")}):  # which would be run again in the process
        fork.start()
    fork.join()
    assert fork.exitcode == 0


def test_a_fork_ends_by_a_signal_that_its_parent_only_notes() -> None:
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        fork = Forks().Process(target=time.sleep, args=(60,))
        fork.start()
        os.kill(fork.pid or 0, signal.SIGTERM)
        fork.join(30)
        assert fork.exitcode == -signal.SIGTERM
        fork.kill()
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_site_that_does_not_end_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.soak.forked.LONGEST", 0.0)
    site = ForkedSite(tmp_path, 9, 1)
    endless = Forks().Process(target=time.sleep, args=(60,))
    endless.start()
    monkeypatch.setattr(site, "_forked", endless)
    with pytest.raises(Fault, match="has not ended 0 s after SIGCONT"):
        site.end(signal.SIGCONT)
    endless.kill()
    endless.join()


@pytest.mark.long
def test_hostile_values_everywhere_fail_nowhere(tmp_path: Path) -> None:
    counted, slowest = crawl(tmp_path, lambda so_far: so_far["requests"] > 0, SEED)
    assert counted["requests"] > 100
    assert counted["answered 200"] > 10
    assert "processor" in slowest


def test_what_a_crawl_must_not_find_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crawler = Crawl(tmp_path, SEED)
    parts = {part for _, path in ROUTES for part in re.findall(r"\{(\w+)\}", path)}
    assert parts - {"token"} <= {*crawler.ids}, "of what is new there is something to ask for; nobody can guess a token"
    monkeypatch.setattr("tests.soak.crawl._ROUND", 0)
    crawler.go_round()
    crawler._service.blocks.add(crawler.victims[0], "Thehost")
    crawler.go_round()  # more rows than before are no fault
    crawler._service.people.rename(crawler.victims[0], "Changed")
    with pytest.raises(CrawlFault, match="rows of others have changed"):
        crawler.go_round()
    monkeypatch.setattr(Crawl, "_send", lambda *_: Response(500, text="Internal error"))
    monkeypatch.setattr("tests.soak.crawl.ROUTES", {("GET", "/"): "public"})
    with pytest.raises(CrawlFault, match="500"):
        crawler.ask(STRANGER)
    crawler.close()


@pytest.mark.long
@pytest.mark.skipif(any(shutil.which(each) is None for each in ("cc", "curl", "jq")), reason="a program is missing")
def test_bots_live_on_a_site_that_is_killed() -> None:
    result = live(seconds=1.0, kills=1, seed=SEED)
    assert result.kills == 1
    assert result.turns > 0


def test_a_client_finds_what_a_site_has_lost_or_doubled() -> None:
    client = Client("http://127.0.0.1:9", "here", seed=1)
    match = Match.begin(load("orion"), ["Ann", "Bob"])
    client._check(match, None)
    for unanswered in ("u+", "v+"):
        with pytest.raises(Fault, match="acknowledged were"):
            client._check(match, unanswered)
    client.close()


@pytest.fixture(scope="module")
def databases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the databases that are copied for every kill are kept."""
    return tmp_path_factory.mktemp("kept")


@pytest.mark.parametrize("work", [*WORK])
def test_work_on_the_whole_database_that_is_killed_leaves_nothing_half_done(work: str, databases: Path) -> None:
    counted = kill_work(work, 2, databases, SEED)
    assert counted["done"] + counted["begun again"] == 2


def test_a_restore_of_which_a_part_is_committed_is_a_fault(databases: Path) -> None:
    def half(folder: Path) -> None:
        shutil.copy(folder / "backup.sqlite", folder / "new.sqlite")
        with sqlite3.connect(folder / "new.sqlite") as connection:
            connection.execute("DELETE FROM matches WHERE number > 20")

    make, _, check = WORK["restore"]
    (databases / "place").mkdir()
    make(databases / "place")
    half(databases / "place")
    with pytest.raises(HalfDone, match="20 of 40 matches were restored"):
        check(databases / "place")


@pytest.fixture
def season(sqlite_file: Path, tmp_path: Path) -> Iterator[Season]:
    """A season of ten days; `python -m tests.soak.season` plays longer ones."""
    with repeatable(SEED):
        season = Season(f"sqlite:///{shutil.copy(sqlite_file, tmp_path / 'season.sqlite')}", SEED)
        yield season
        season.store.close()


def test_a_season_with_kills_misses_no_deadline(season: Season) -> None:
    season.play(people=5, matches=5, days=10, kills=5)
    assert season.faults() == []
    assert season.book.counts["kills"] >= 3
    assert season.book.counts["turns with absence"] > 0
    assert season.book.counts["turns with vacation"] > 0


def test_a_season_in_which_downtime_is_charged_has_faults(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HeartbeatTable, "_credit", lambda *args: None)
    season.play(people=5, matches=5, days=10, kills=5)
    assert any("without a server" in fault for fault in season.faults())


def test_notices_are_neither_lost_nor_sent_twice_whenever_their_sender_is_killed(tmp_path: Path) -> None:
    world = tell(tmp_path, people=4, matches=5, days=3, seed=SEED, kill=0.05)
    assert check_notices(world) == []
    assert world.counts["kills"] > 3
    assert world.counts["mails"] > 10
    last = world.accepted[-1]
    world.accepted.append(last._replace(at=last.at + 1))
    assert any("was told 2 times" in sentence for sentence in check_notices(world))
    world.accepted = []  # as if none had arrived
    assert any("was told by no mail" in sentence for sentence in check_notices(world))
    world.store.close()


SHORT_GAME = "orion(clicks=1,turn_limit=10)"
"""A game that is over before the end of a season, though people look in every three days."""


@pytest.mark.long
def test_a_league_on_a_site_that_is_killed_has_the_right_table(tmp_path: Path) -> None:
    with reserved_port() as port:
        site = TimedSite(tmp_path / "data", port, 2)
        counted = play_league(site, people=9, kills=2, seed=SEED, step=3 * DAY, game=SHORT_GAME)
    assert counted["kills"] == 2
    assert (counted["persons who left"], counted["vacations"]) == (2, 1)
    assert counted["games in the tables"] == 28


@pytest.mark.long
def test_live_rounds_on_a_site_that_is_killed_are_all_played(tmp_path: Path) -> None:
    with reserved_port() as port:
        counted = play_rounds(TimedSite(tmp_path / "data", port, 2), "swiss", people=4, kills=2, seed=SEED, rounds=2)
    assert (counted["kills"], counted["games"], counted["waves"]) == (2, 4, 2)


@pytest.mark.long
def test_a_timed_site_that_has_ended_is_started_again(tmp_path: Path) -> None:
    with reserved_port() as port:
        site = TimedSite(tmp_path / "data", port, 1)
        site.open()
        before = site.pid
        os.kill(before, signal.SIGKILL)
        until = time.monotonic() + 120
        while not (site.runs and site.pid != before) and time.monotonic() < until:
            time.sleep(0.1)
        assert site.pid != before
        site.close()


def test_a_wrong_table_is_not_the_right_one() -> None:
    def record(result: str) -> str:
        return str(Match.begin(load("orion"), ["Ann", "Bob"]).resign(int(result == "1-0")).record())

    people = [{"person": name} for name in "abcd"]
    pairs = [(0, 1), (2, 0), (0, 3), (1, 2), (3, 1), (2, 3)]
    games = [{"match": str(at), "players": [*pair], "how": "played"} for at, pair in enumerate(pairs)]
    records = {str(at): record("1-0" if pair[0] < pair[1] else "0-1") for at, pair in enumerate(pairs)}
    division = {"players": people, "waves": [games]}

    def table(left: dict[str, Left]) -> list[tuple[str, int]]:
        return [(person, int(points)) for person, points in right_table(division, records, left)]

    assert table({}) == [("a", 3), ("b", 2), ("c", 1), ("d", 0)]
    gone = {"a": Left(1, 3, "")}
    assert table(gone) == [("b", 2), ("c", 1), ("d", 0), ("a", 0)]
    assert table({"a": Left(2, 3, "")}) == [("a", 3), ("b", 2), ("c", 1), ("d", 0)]
    assert next_season([[*"abcdefgh"], [*"ijkl"]], {"a", "l"}) == [[*"bcdef"], [*"ijghk"]]


@pytest.mark.parametrize(
    ("points", "verdict", "is_right"),
    [
        ([1.0, 0.0], "by the strongest program, in 3 positions: 0.96, 0.97, 0.95", True),
        ([0.0, 1.0], "by the strongest program, in 3 positions: 0.96, 0.97, 0.95", False),
        ([1.0, 0.0], "by the strongest program, in 3 positions: 0.96, 0.90, 0.95", False),
        ([1.0, 0.0], "by the strongest program, in 3 positions: 0.96, 0.97", False),
        ([0.0, 1.0], "by the strongest program, in 3 positions: 0.02, 0.03, 0.01", True),
        ([0.5, 0.5], "a draw, as the strongest program sees no clear winner: 0.90, 0.97", True),
        ([0.5, 0.5], "a draw, as the strongest program sees no clear winner: 0.96, 0.97, 0.98", False),
        ([0.613, 0.387], "by a table of exact values: 0.613 for the first player", True),
        ([0.613, 0.4], "by a table of exact values: 0.613 for the first player", False),
        ([0.5, 0.5], "a draw, as no program has judged it within a day", True),
        ([1.0, 0.0], "a draw, as no program has judged it within a day", False),
    ],
)
def test_a_wrong_verdict_is_found(points: list[float], verdict: str, is_right: bool) -> None:
    record = str(Match.begin(load("orion"), ["Ann", "Bob"]).record())
    division = {"players": [{"name": "Bob"}, {"name": "Ann"}]}
    for seats, got in (([1, 0], points), ([0, 1], points[::-1])):
        game = {"match": "one", "players": seats, "points": got, "verdict": verdict}
        assert (wrong_verdict(division, game, record) == []) == is_right


@pytest.mark.long
@pytest.mark.parametrize("kind", [*KINDS])
def test_what_strangers_send_is_accepted_or_refused(kind: str, tmp_path: Path) -> None:
    counted = read_untrusted(kind, SEED, 10.0, tmp_path / "faults", most=200)
    assert counted.faults == 0
    assert counted.inputs > counted.accepted > 0


class Careless:
    """A kind of inputs whose reader does what none may do."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def make(self, dice: random.Random) -> bytes:
        return b"%d" % dice.randrange(6)

    def read(self, path: Path) -> Callable[[], None]:
        match path.read_bytes():
            case b"0":
                raise KeyError
            case b"1":
                os.kill(os.getpid(), signal.SIGKILL)
            case b"2":
                bytes(1 << 30)
            case b"3":
                (self._folder / "canary").touch()
            case b"4":
                end = time.process_time() + 0.3
                while time.process_time() < end:
                    pass
            case _:
                raise ParseError("refused")
        return lambda: None


def test_a_reader_that_does_what_it_may_not_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "careless", Careless)
    monkeypatch.setattr("tests.soak.untrusted.SLOW", 0.2)
    read_untrusted("careless", SEED, 10.0, tmp_path, most=25)
    assert {file.read_bytes() for file in tmp_path.iterdir()} == {b"%d" % number for number in range(5)}
