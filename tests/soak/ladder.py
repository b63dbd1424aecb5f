"""Let hostile scripts and WebAssembly programs through the workshop's page of a running site, and hundreds of bots on a
ladder, which is then computed again.

`python -m tests.soak.ladder --bots 200 --hostile 30 --minutes 20` starts `ludarium serve` with one small game. Accounts
try every hostile script and program by the form of the page: each must be ended, named and lose its match, while a
person plays turns beside, whose times are compared with those before. Then the bots are saved, tested and published by
the page, thirty of them hostile in two matches of three. People challenge the hostile ones, the ladder plays as long as
is asked, and the file that the site publishes is played again by `ludarium ladder --verify`.

The ladder is played by workers of this program, with its priority, so that it goes on on a busy machine, and without
the pause that follows once all have played enough; with `--spare` the site itself plays it, in spare processor time.

A run that was ended goes on where it stood if both have the same `--folder` and the same bots; so does playing again.
It ends by a signal (SIGTERM) as by its time: what was played is then checked, and nothing is played again.
"""

from __future__ import annotations

import argparse
import re
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from threading import Event

from ludarium.core.errors import LudariumError
from ludarium.core.registry import load
from ludarium.match.data import FORFEIT
from ludarium.players.sandbox.trial_process import TrialProcess
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.ladder.rows import LadderPlayer
from ludarium.site.match.commands import PlayTurn
from ludarium.site.notices.rows.notices import Notice
from ludarium.site.programs.playing import IN_A_ROW
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.workers.ladder_worker import LadderWorker
from tests.players.hostile_modules import FIRST, HOSTILE, PUBLISHED
from tests.players.hostile_scripts import HOSTILE_SCRIPTS, PUBLISHABLE, sometimes
from tests.soak.ladder_kept import Kept, Published
from tests.soak.ladder_people import PATIENCE, Author, Fault, Refused, Turns
from tests.soak.one_game import GAME, install
from tools.local_site import LocalSite
from tools.ports import reserved_port

SITE = {f"LUDARIUM_QUOTA_{name}": "0/0" for name in ("TRIALS", "BEGUN", "UPLOADS")}
_CALM = 20.0
"""Seconds in which turns are measured before anything hostile happens."""
_EACH = 10
"""Bots of one author."""
_TESTS = 30
"""Tests after which a hostile bot should have passed one."""
_PLAYER = """const all = api.legal();
this.n = ((this.n || {seed}) * 48271) % 2147483647;
api.play(all[this.n % all.length]);"""


def try_hostile(author: Author) -> int:
    """Let everything hostile through the page; return how many were ended and named."""
    for name, (source, cause) in HOSTILE_SCRIPTS.items():
        trial = author.result(author.send(do="try", source=source, opponent="easy", seat="0"))
        _check(name, cause, trial)
    for number, (name, (content, cause)) in enumerate(HOSTILE.items()):
        try:
            place = author.upload(content, f"Bad {number}")
        except Refused as refused:
            if not re.search("too large|not a WebAssembly|no file", str(refused)):
                raise Fault(f"{name}: {refused}") from refused
            continue
        bot = _id(place)
        _check(name, cause, author.result(author.send(do="test", bot=bot, version="1")))
        author.send(do="delete", bot=bot)
    return len(HOSTILE_SCRIPTS) + len(HOSTILE)


def _check(name: str, cause: str, trial: dict[str, object]) -> None:
    said = unescape(str(trial["result"]))
    if not said.startswith("Your bot lost") or not any(part in said for part in cause.split("|")):
        raise Fault(f"{name}: {said}, and {cause} was expected")
    print(f"  {name}: {said[:100]}", flush=True)


def publish(authors: list[Author], bots: int, hostile: int, done: int) -> Iterator[Published]:
    """Publish bots by the page, but those that are `done`: scripts, a WebAssembly program an author, hostile ones."""
    modules = [*PUBLISHED.values()]
    for place in range(done, bots):
        number = (place + hostile) % bots  # the first ones are hostile, and last
        author, name = authors[number % len(authors)], f"Bot {number}"
        source, content, cause = _source(number), FIRST if number % _EACH == _EACH - 1 else None, ""
        if number < hostile and number % 6 == 0:
            content, cause = modules[number // 6 % len(modules)]
        elif number < hostile:
            script = HOSTILE_SCRIPTS[PUBLISHABLE[number % len(PUBLISHABLE)]]
            source, content, cause = sometimes(script.source, source), None, script.cause
        author.forget(name)
        saved = author.upload(content, name) if content else author.send(do="save", source=source, name=name)
        published = Published(author, _id(saved), cause)
        _publish(published, "1")
        yield published


def _publish(one: Published, version: str) -> None:
    """Test a version until it passes, as a hostile one does sometimes, and publish it."""
    for _ in range(_TESTS):
        trial = one.author.result(one.author.send(do="test", bot=one.bot, version=version))
        if _passed(trial):
            break
    else:
        raise Fault(f"{one.bot} passes no test: {trial['result']}")
    one.author.send(do="show", bot=one.bot, shown="yes")
    one.author.send(do="publish", bot=one.bot, version=version)


def _passed(trial: dict[str, object]) -> bool:
    turns = trial["turns"]
    assert isinstance(turns, list)
    return not any(turn["fault"] for turn in turns)


def _source(number: int) -> str:
    return _PLAYER.replace("{seed}", str(1000 + 17 * number))


def _id(place: str) -> str:
    return place.partition("bot=")[2].partition("&")[0]


def challenge(service: Service, found: list[Published], turns: int = 3) -> tuple[int, int]:
    """Let a person play hostile bots; return the matches, and how many of them the bots have forfeited."""
    person = service.people.create_guest()
    matches = forfeits = 0
    for one in found:
        specs = {bot.id: spec for spec, bot in service.playing_bots.of(load(GAME))}
        if not one.cause or one.bot not in specs:  # it may rest by now
            continue
        seats = [SeatAssignment("bot", specs[one.bot]), SeatAssignment("person", "Guest", person.id)]
        try:
            view = service.create(GAME, seats, host=person.id)
        except LudariumError:  # it has just begun to rest
            continue
        matches += 1
        until = time.monotonic() + PATIENCE
        while not view.match.over and len(view.match.turns) < 2 * turns:
            if time.monotonic() > until:
                raise Fault(f"a match with {specs[one.bot]} stands still")
            if 1 in view.match.state.actors:
                text = view.match.state.format_turn([view.match.state.legal(1)[0]])
                service.act(person, view.id, PlayTurn(text), view.revision)
            time.sleep(0.1)
            view = service.view(person, view.id)
        if view.match.ending.startswith(FORFEIT):
            forfeits += 1
            _check_cause(view.match.ending, one.cause)
    return matches, forfeits


def _check_cause(ending: str, cause: str) -> None:
    if not any(part in ending for part in cause.split("|")):
        raise Fault(f"{ending}, and {cause} was expected")


def check_failures(store: Store, found: list[Published]) -> list[str]:
    """Check that everybody who failed was named, told and rests, and that nobody else failed."""
    causes, players = {one.bot: one for one in found}, dict[int, LadderPlayer]()
    failures = 0
    for match in store.ladder_matches.played(GAME, 0, 10**9):
        if match.failed_seat is None:
            continue
        failures += 1
        pair = (match.first, match.second) if not match.exchanged else (match.second, match.first)
        players |= store.ladder_players.all([each for each in pair if each not in players])
        one = causes.get(players[pair[match.failed_seat]].bot_id or "")
        if one is None or not one.cause:
            raise Fault(f"match {match.number}: {match.ending}, of a bot that is not hostile")
        if not match.by_machine:
            _check_cause(match.ending, one.cause)
    rest = 0
    for one in found:
        worst = max((player.failed for player in store.ladder_players.find(bot_id=one.bot)), default=0)
        bot = store.workshop.load(one.bot)
        assert bot
        rest += bot.rests_until > 0
        if worst >= IN_A_ROW and not bot.rests_until:
            raise Fault(f"{bot.name} has failed {worst} times in a row and does not rest")
        told = any(f"Your bot {bot.name} failed" in str(notice.data) for notice in _notices(store, one))
        if worst and not told:
            raise Fault(f"nobody has told the author of {bot.name}")
    return [f"{failures} matches forfeited, each with its cause; {rest} bots rested; their authors were told"]


def _notices(store: Store, one: Published) -> tuple[Notice, ...]:
    return store.notices.of_person(one.author.person.id, 1000)


@contextmanager
def running(folder: Path, ladder: int) -> Iterator[tuple[LocalSite, Store, Service]]:
    """Run a site, and give what reads its database."""
    with reserved_port() as port:
        site = LocalSite(folder / "data", port, {**SITE, "LUDARIUM_LADDER": str(ladder)})
        site.open()
        store = Store(site.database)
        try:
            yield site, store, Service(store, ladder=1, ladder_folder=folder / "ladders")
        finally:
            store.close()
            site.close()


def attack(site: LocalSite, store: Store, service: Service) -> list[str]:
    """Try everything hostile by the page; return how long the turns of a person took before and beside."""
    turns = Turns(service, site.url, f"{GAME}")
    time.sleep(_CALM)
    p50, p99, count = turns.measured()
    tried = try_hostile(Author(service, store, site.url, 0, GAME))
    beside50, beside99, beside = turns.measured()
    turns.close()
    return [
        f"{tried} hostile scripts and programs ended, named and lost",
        f"a person's turn beside them: p50 {beside50 / p50:.2f} and p99 {beside99 / p99:.2f} times that before",
        f"({count} turns at {p50:.1f} and {p99:.1f} ms before, {beside} beside)",
    ]


def run(options: argparse.Namespace, folder: Path) -> list[str]:
    """Run everything, or go on; return what was measured.

    Raises `Fault`.
    """
    said, began, kept, ended = [], time.monotonic(), Kept(folder), Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    with running(folder, options.workers if options.spare else 0) as (site, store, service):
        fresh = store.ladder_matches.last_number(GAME) == 0
        if fresh and not options.published:
            said += attack(site, store, service)
        authors = [Author(service, store, site.url, 1 + each, GAME) for each in range(-(-options.bots // _EACH))]
        found = kept.published(authors)
        service.ladders.at_once, service.ladders.pause = options.workers, 0.0
        with played(service, 0 if options.spare else options.workers):
            for one in publish(authors, options.bots, options.hostile, len(found)):
                kept.add(one, authors)
                found.append(one)
                if len(found) % 10 == 0:
                    _say(store, began, f"{len(found)} published")
                if ended.is_set():
                    break
            else:
                if fresh:
                    met, forfeits = challenge(service, found)
                    said.append(
                        f"{met} matches of people with hostile bots, {forfeits} forfeited by them with the cause"
                    )
            until = began + 60 * options.minutes
            looked = 0.0
            while time.monotonic() < until and store.ladder_matches.last_rated(GAME) < options.matches:
                if ended.wait(2.0):
                    break
                if time.monotonic() > looked + 60.0:
                    looked = time.monotonic()
                    _say(store, began, "")
        rated = store.ladder_matches.last_rated(GAME)
        said.append(f"{len(found)} bots published, {options.hostile} of them hostile: {rated} matches")
        said += check_failures(store, found)
        print("\n".join(said), flush=True)
        database = site.database
    until = time.monotonic() + 60 * options.again
    return said + ([] if ended.is_set() else kept.verify(database, options.workers, until))


def _say(store: Store, began: float, more: str) -> None:
    rated = store.ladder_matches.last_rated(GAME)
    print(f"{time.monotonic() - began:.0f} s: {rated} matches {more}".rstrip(), flush=True)


@contextmanager
def played(service: Service, number: int) -> Iterator[None]:
    """Let workers play the ladder meanwhile."""
    workers = [LadderWorker(service, 1.0, 0.0, TrialProcess()) for _ in range(number)]
    for worker in workers:
        worker.start()
    try:
        yield
    finally:
        for worker in workers:
            worker.close()


def main() -> None:
    """Run by the options of the command line, and print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--bots", type=int, default=200)
    parser.add_argument("--hostile", type=int, default=30)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--minutes", type=float, default=60.0, help="when the ladder ends, from the start on")
    parser.add_argument("--again", type=float, default=60.0, help="minutes in which matches are played again")
    parser.add_argument("--folder", type=Path, help="where the site is, so that a run that was ended goes on")
    parser.add_argument("--workers", type=int, default=1, help="how many matches are played at once")
    parser.add_argument("--spare", action="store_true", help="let the site play the ladder, in spare time")
    parser.add_argument("--published", action="store_true", help="publish bots only; try no hostile ones before")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = options.folder or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        install(Path(name))
        print("\n".join(run(options, folder)))


if __name__ == "__main__":
    main()
