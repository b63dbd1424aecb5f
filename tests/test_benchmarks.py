"""The results of the benchmarks, with few games; times are not tested."""

import asyncio
import gc
import gzip
import os
import socket
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import TypeVar
from unittest.mock import Mock

import pytest
import uvicorn

from benchmarks import analysts, beside, bots, elsewhere, mail, opening_book, openspiel, pgx_batches, slow_bot, traffic
from benchmarks import tables as exact_tables
from benchmarks.http import Answer
from benchmarks.pairing import arena, swiss, tables
from benchmarks.side_by_side import QUICK, duration, overhead
from benchmarks.site import Size, check_page, run
from benchmarks.turn import count
from ludarium.adapters.openspiel import load
from ludarium.learn.method import Method
from ludarium.match.book import Book
from ludarium.site import process
from ludarium.site.settings import ServerSettings
from ludarium.site.store import Store
from ludarium.tournament.config import TournamentConfig
from ludarium.tournament.executors import Inline, Workers

T = TypeVar("T")

FEW = TournamentConfig.make(**{**QUICK.to_dict(), "games": 6})


@contextmanager
def site_here(folder: Path | None = None, settings: Mapping[str, str] | None = None) -> Iterator[SimpleNamespace]:
    """Give a site in a thread of this process, for what measures it from outside; nothing compiles for it."""
    usual = gc.get_threshold()
    with (
        tempfile.TemporaryDirectory() as name,
        pytest.MonkeyPatch.context() as patch,
        socket.create_server(("127.0.0.1", 0)) as listener,
    ):
        data, port = folder or Path(name) / "data", listener.getsockname()[1]
        own = {"PORT": str(port), "LUDARIUM_DATA": str(data), "LUDARIUM_DATABASE": "", **(settings or {})}
        for setting, value in own.items():
            patch.setenv(setting, value)
        for part in ("Compilers", "configure_logs"):
            patch.setattr(process, part, Mock())
        given = ServerSettings.from_environment()
        given.prepare()
        proxies = list(given.network.proxies)
        config = uvicorn.Config(
            process.create(), log_config=None, forwarded_allow_ips=proxies, timeout_graceful_shutdown=0
        )
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield SimpleNamespace(port=port, pid=os.getpid(), url=f"http://127.0.0.1:{port}", database=given.database)
        finally:
            server.should_exit = True
            thread.join()
            gc.set_threshold(*usual)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let benchmarks serve their sites in this process; those of the site itself and of mails start programs."""
    for benchmark in (analysts, beside, bots, exact_tables, slow_bot, traffic):
        monkeypatch.setattr(benchmark, "open_site", site_here)


def test_the_tournament_plays_the_games_that_were_timed_without_it() -> None:
    overhead(FEW)


def test_other_results_are_no_measurement() -> None:
    timed = duration(FEW, "threads", 2)
    duration(FEW, "threads", 2, timed.results)
    with pytest.raises(AssertionError, match="other results"):
        duration(FEW, "threads", 2, timed.results[1:])


def test_work_elsewhere_that_is_timed_is_the_same_work() -> None:
    with ThreadPoolExecutor(1) as executor:
        where = [elsewhere.Place("here", Workers(Inline(), 1)), elsewhere.Place("thread", Workers(executor, 1))]
        played = elsewhere.playing(where, "orion(turn_limit=10)", "random", 6)
        learnt = elsewhere.learning(where, "vortex(tokens=1)", Method(first=8, second=4, ahead=2), 1)
        assert [speed.games for speed in played] == [6, 6]
        assert learnt[0].games == learnt[1].games > 0
    found = elsewhere.a_round("vortex(tokens=1)", Method(first=8, second=4, ahead=2), 1)
    assert found.games >= 1
    assert min(found.sent, found.received) > found.positions


@pytest.mark.usefixtures("here")
def test_a_person_gets_legal_answers_while_other_matches_go_on() -> None:
    found = bots.measure(matches=2, samples=1, bot="medium")
    assert found.turns > 0
    assert len(found.loaded) == 1


def test_the_site_answers_what_was_timed(tmp_path: Path) -> None:
    size = Size(matches=6, people=2, pages=12, seconds=0.4, stored=40, programs=5)
    with ThreadPoolExecutor(1) as own:  # a test that drives a browser leaves a running loop in this thread
        rows = own.submit(run, tmp_path, size).result()
    assert len(rows) == 15
    assert all(number >= 0 for _, number, _, _ in rows)


@pytest.mark.usefixtures("here")
def test_turns_are_timed_beside_a_tournament_and_without_it(tmp_path: Path) -> None:
    size = Size(matches=8, people=2, seconds=0.2, stored=0, programs=0)
    with ThreadPoolExecutor(1) as own:  # as above
        rests, busy = own.submit(beside.run, tmp_path, 4, 2, size).result()
    assert (len(rests), len(busy)) == (2, 2)
    assert all(part.times for part in (*rests, *busy))


@pytest.mark.usefixtures("here")
def test_turns_are_timed_while_people_analyse_and_while_nobody_does() -> None:
    with ThreadPoolExecutor(1) as own:  # as above
        measured = own.submit(analysts.run, 2, 1, 0.5, 20, 4).result()
    assert [one.number for one in measured] == [10, 10, 10]  # beside nobody, readers, and people who ask
    assert all(0 < one.p50 <= one.p99 for one in measured)
    assert [one.pages > 0 for one in measured] == [False, True, True]
    assert all(0 < one.page_p50 <= one.page_p99 for one in measured[1:])


def test_a_book_of_drawn_turns_is_the_same_whatever_the_number_of_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[Book]()
    for workers in ("1", "2"):
        path = tmp_path / f"{workers}.book"
        given = ["vortex", "runner", "--games", "12", "--drawn", "2", "--workers", workers, "--out", str(path)]
        monkeypatch.setattr("sys.argv", ["opening_book", *given])
        opening_book.main()
        made.append(Book.parse(path.read_text("utf-8")))
    assert made[0] == made[1]
    turns = [one for position in made[0].positions.values() for one in position.values()]
    assert sum(one.games for one in turns) == 2 * 12  # the drawn ones alone, without rolls
    assert all(sum(one.points) == one.games for one in turns)


@pytest.mark.usefixtures("here")
def test_people_who_do_things_at_random_get_right_answers(tmp_path: Path) -> None:
    load = traffic.Load(people=4, a_second=40, minutes=2, minute=0.2, stored=10, least=15)
    with ThreadPoolExecutor(1) as own:  # as above
        first, last = own.submit(traffic.run, tmp_path, load).result()
    assert first.requests >= 15
    assert last.requests >= first.requests + 15
    assert last.server > 0


def test_a_site_with_wrong_answers_is_not_measured(tmp_path: Path) -> None:
    page = Answer(200, {"content-encoding": "gzip"}, gzip.compress(b"a page"))
    check_page(page, b"a page")
    for answer, text in ((page, b"another"), (page._replace(status=500), b"a page")):
        with pytest.raises(AssertionError):
            check_page(answer, text)


def test_all_mails_that_were_timed_arrive_once(tmp_path: Path) -> None:
    mails = mail.fill(f"sqlite:///{tmp_path / 'ludarium.sqlite'}", 3)
    rate, _ = mail.send(tmp_path, mails, 1)
    assert mails == 3
    assert rate > 0


def test_the_benchmark_of_pairing_pairs_everybody() -> None:
    assert swiss(16, 3).games == 24
    assert tables(16, 3).games == 12
    assert arena(21, 5).games >= 10


def test_random_games_of_both_are_equally_long_or_not_compared() -> None:
    assert min(openspiel.compare_games(load("tic_tac_toe"), "tic_tac_toe", 300, 300, seed=1, sample=300)) > 0
    with pytest.raises(AssertionError, match="games of connect_four differ"):
        openspiel.compare_games(load("tic_tac_toe"), "connect_four", 300, 300, seed=1, sample=300)


def test_searches_of_both_make_their_simulations() -> None:
    assert min(openspiel.compare_searches(load("tic_tac_toe"), "tic_tac_toe", 300, 300, seed=1)) > 0


def test_a_batch_counts_the_steps_of_its_games() -> None:
    """Random games of Tic-tac-toe have 7.6 steps on average; one in which a new game begins is none."""
    speed = pgx_batches.ours(load("tic_tac_toe"), 2 * pgx_batches.SCANNED, seed=1)
    assert 7.5 < speed.length < 7.9
    assert min(speed) > 0


def apart(measured: Callable[[], T]) -> T:
    """Measure in a thread of its own: in this one a browser of other tests may keep a loop running."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(measured).result()


@pytest.mark.usefixtures("here")
def test_positions_are_looked_up_in_a_file_and_by_ranges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = apart(lambda: [*exact_tables.measure("ludo(markers=1,goal=24)", 12, tmp_path)])
    assert [(name, len(asked.times)) for name, _, asked in found] == [("the file", 11), ("ranges by HTTP", 11)]
    values = iter(range(10**9))
    monkeypatch.setattr(exact_tables, "made_value", lambda layer, at: next(values) % 1000 / 1000)  # never the same
    (tmp_path / "other").mkdir()
    with pytest.raises(AssertionError, match="has other values"):
        apart(lambda: next(exact_tables.measure("ludo(markers=1,goal=24)", 12, tmp_path / "other")))


@pytest.mark.usefixtures("here")
def test_easy_answers_beside_a_slow_bot(tmp_path: Path) -> None:
    assert len(apart(lambda: slow_bot.run(tmp_path, matches=30, times=1))) == 1


def test_a_posted_turn_calls_few_functions_in_few_files(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/ludarium.sqlite")
    counts = apart(lambda: asyncio.run(count(store)))  # noqa: TID251  a loop for this test alone
    store.close()
    assert "site/match/transactions.py" in counts.calls
    assert sum(counts.calls.values()) <= 300
    assert len(counts.calls) <= 55
    assert counts.statements == 8
