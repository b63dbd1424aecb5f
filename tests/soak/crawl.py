"""Send hostile values to every address of the site, as each kind of person, and see that nothing fails.

    python -m tests.soak.crawl --seconds 3600 --seed 1

A request is that of a form or of JSON which could be sent, of which some values are replaced, or a body that no page
sends: JSON of a wrong type, nested JSON, a large body, or one of another kind. Ids are those of others, of nothing, or
no ids. What must hold:

- no request fails (500), and none takes more than ten seconds of the processor;
- no answer repeats a tag that was sent;
- what belongs to two people who do nothing is as it was, unless a moderator or an administrator has asked;
- at the end the whole database is checked.

Size: one program, what it sends and what must hold.
"""

import argparse
import json
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path
from unittest.mock import patch
from urllib.parse import quote

from httpx2 import Response
from sqlalchemy import select

from ludarium.core.registry import load
from ludarium.match.study import Study
from ludarium.players.sandbox.trial import TrialSeat, play_trial
from ludarium.site.act import commands_of
from ludarium.site.analysis.links import setup_page
from ludarium.site.analysis.studies import Studies
from ludarium.site.begin.challenges import AcceptChallenge
from ludarium.site.begin.rows import Terms
from ludarium.site.check import check_database
from ludarium.site.ground.tables import metadata, people
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.ladder.ladders import Ladders
from ludarium.site.leagues.commands import MakeLeague
from ludarium.site.match.commands import MatchCommand
from ludarium.site.moderation.decisions import ModeratorCommand
from ludarium.site.moderation.reports import MakeReport
from ludarium.site.offers.commands import MakeOffer
from ludarium.site.people import passwords
from ludarium.site.people.passwords import PasswordHasher
from ludarium.site.programs.modules import Program
from ludarium.site.programs.tokens import SCOPES
from ludarium.site.puzzles.runs import Runs
from ludarium.site.store import Store
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.site.web.templating import HERE
from tests.site.rights.matches import SAMPLES, begin, fields
from tests.site.rights.world import KINDS, OLD_SESSION, STRANGER, World
from tests.site.web.routes import ROUTES

MARK = "<script>hostile</script>"
VALUES = (
    "", " ", "0", "-1", "1e9", "9" * 400, "NaN", "true", "null", "\0", "\ud7ff", "\u202e", "\r\nSet-Cookie: a=b",
    "../../etc", MARK, "'\"><b>", "{{7*7}}", "%s%n", "' OR 1=1 --", "x" * 5000, "é" * 3000, "٣",
    "mcts(seconds=3600,threads=128)", "1, 2, 3", "2026-02-30", "9999-12-31", "1970-01-01", "24:61", "UTC", "yes",
    "program:touch /tmp/hostile", "a@b@c", "\u200b" * 50, "[Game \"orion\"]\n\n1. u+", "(" * 2000, "u+" * 1000, "#",
    "while (true) {}", "orion,ludo,grid", "live 0.5", "4d+2d/4d", "10d+36h/10d", "99999d+99999d/99999d",
)  # fmt: skip
ODD: tuple[object, ...] = (None, True, -1, 10**30, 1.5, 1e308, [], {}, ["x"], {"do": "turn"}, [[[[]]]])
"""Values of JSON that are no text."""
PARTS = ("x" * 24, "0", "-1", "1" * 30, quote(MARK, safe=""), "%00", "%ff", "..%2f..", "a%0d%0ab", quote("٣"), "orion(")
"""What may stand in an address."""
STREAMS = ("/events", "/events/me")
"""Addresses whose answers do not end."""
MODERATOR, ADMINISTRATOR, PROGRAM = "a moderator", "an administrator", "a program"
OFFICES = (MODERATOR, ADMINISTRATOR)
_TEMPLATES = "\n".join(path.read_text("utf-8") for path in sorted(HERE.parent.rglob("*.html")))
NAMES = sorted({*re.findall(r'name="([\w-]+)"', _TEMPLATES), "line", "seat-0", "seat-1", "option-clicks", "opening-0"})
"""The fields of all forms."""
WORDS = sorted(
    {*re.findall(r'name="do" value="([\w-]+)"', _TEMPLATES)}
    | {*commands_of(MatchCommand)}
    | {*commands_of(ModeratorCommand)}
)
_SAMPLES = [sample for sample in SAMPLES if sample.kind != "alone"]
"""Those of matches whose bots the site offers."""
_KNOWN = re.compile(r"expected one of ([\w, -]+)\.")
"""What a route says to a word that it does not know."""
_MOST_SECONDS = 10.0
_ROUND = 200
"""Requests of people without an office between two looks at what belongs to others."""
_OF_ALL = frozenset({"revision", "updated_at"})
"""Columns that also change where somebody enters what is open to all."""
_OF_THE_SITE = frozenset({"attempts", "notices", "outbox", "tallies", "heartbeat", "inbox"})


class Fault(Exception):
    """A request has failed, took too long, or has changed what it may not."""


class Crawl:
    """The site, those who ask, and what is there to ask for."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance, self.counted = random.Random(seed), Counter[str]()
        self.slowest: tuple[float, str] = (0.0, "")
        self._numbers = count()
        self._words: dict[str, set[str]] = {}
        self._askers: set[str] = set()
        self._store = Store(f"sqlite:///{folder / 'crawl.sqlite'}")
        self._world = world = World(self._store)
        self._service = world.service
        self.victims = [world.account(name) for name in ("vic", "val")]
        for office in OFFICES:
            world.people[office] = world.account(office)
            self._service.accounts.make_administrator(world.people[office], "test")
        self._store.sanctions.set_moderator(world.people[MODERATOR].id, moderator=True)
        world.people[PROGRAM] = world.account(PROGRAM)
        self.browsers = {kind: world.browser(kind) for kind in (STRANGER, OLD_SESSION, *KINDS)}
        self.ids: dict[str, list[str]] = {
            "game": ["orion", "ludo", "grid", "chess"],
            "level": ["easy", "champion"],
            "number": ["0", "1", "999999999"],
            "played": ["0", "1", "999999999"],
            "bot": ["0" * 16],
            "version": ["1", "77"],
        }
        self._furnish()
        for kind in (*OFFICES, PROGRAM):
            self._enter(kind)
        self._before = self._theirs()

    def _furnish(self) -> None:
        """Make something of each kind that has an id."""
        service, (vic, val) = self._service, self.victims
        samples = [begin(self._world, sample).id for sample in _SAMPLES[:6]]
        seats = [SeatAssignment("person", one.name, one.id) for one in self.victims]
        theirs = service.create("orion", seats, host=vic.id)
        service.bots.submit(theirs.id, 0, "u+", theirs.revision)
        service.passwords.set(vic, "wonder-land")
        service.tokens.make(vic, "mine", [*SCOPES])
        script = service.workshop.save(vic, load("orion"), "api.play('e')", name="Vics").bot_id
        trial = service.trials.ask(vic, None, load("orion"), Program("'try'"), ("easy", None), 0)
        offer = service.offers.act(vic, MakeOffer("ludo(players=3)", "4d+2d/4d", bots_fill="yes", only_link="yes"))
        meeting = Terms("grid", tick=0.5, times=(time.time() + 3600.0,))
        agreed, open_still = (service.challenges.make(vic, val.name, meeting) for _ in range(2))
        service.challenges.answer(val, agreed.id, AcceptChallenge())
        report = service.reports.make(val, MakeReport(self._world.people["seat 0"].name, "insult", "of Val"))
        self.ids |= {
            "match": [theirs.id, *samples],
            "challenge": [agreed.id, open_still.id],
            "player": self._rank(),
            "league": [service.leagues.make(vic, MakeLeague("orion")).target],
            "tournament": [service.tournaments.make(vic, MakeTournament("orion")).target],
            "offer": [offer.offer],
            "report": [report],
            "trial": [trial],
            "script": [script],
            "run": [Runs(service).begin(vic, "orion")],
            "position": [setup_page(load(game).initial(), "").split("/")[3] for game in ("orion", "grid", "throngs")],
            "place": ["cell-0-0", "a1", "u"],
            "study": [Studies(service).keep(vic, Study.begin("orion"))],
            "person": [each.id for each in (vic, self._world.people["seat 0"], self._world.people[MODERATOR])],
            "name": [vic.name, "Seat0", "Ablockedaccount", "Nobody"],
        }

    def _rank(self) -> list[str]:
        """Play a match of a ladder, by bots that are quick; return the ids of its players."""
        ladders = Ladders(self._store, time.time, at_once=1)
        job = ladders.next("crawl")
        assert job
        seats = [TrialSeat(seat.name, bot="random") for seat in job.seats]
        ladders.finish(job, play_trial(job.match.game, seats, job.match.seed, seconds=60.0))
        self.ids["game"].append(job.match.game)
        return [str(player) for player in job.players]

    def _enter(self, kind: str) -> None:
        """Give a kind of person a browser or a program, again if the last account was closed."""
        person = self._service.people.load(self._world.people[kind].id)
        if person is None or person.closed_at is not None:
            person = self._world.account(f"{kind} {next(self._numbers)}")
        self._world.people[kind] = person
        self._world.tokens[kind] = "" if kind == PROGRAM else self._service.people.begin_session(person, "")
        self.browsers[kind] = self._world.browser(kind)
        if kind == PROGRAM:
            for token in self._service.tokens.of_person(person):
                self._service.tokens.end(person, token.id)
            made = self._service.tokens.make(person, "crawl", [*SCOPES])
            self.browsers[kind].headers["Authorization"] = f"Bearer {made}"

    def _theirs(self) -> set[str]:
        """Return all rows that name one of those who do nothing, and nobody else, such as a former stranger."""
        ids = [person.id for person in self.victims]
        with self._store.database.connect() as connection:
            self._askers |= {*connection.execute(select(people.c.id)).scalars()} - {*ids}
            rows = {
                str((table.name, *row))
                for table in metadata.sorted_tables
                if table.name not in _OF_THE_SITE
                for row in connection.execute(select(*(each for each in table.c if each.name not in _OF_ALL)))
            }
        theirs = {row for row in rows if any(each in row for each in ids)}
        return {row for row in theirs if not any(each in row for each in self._askers)}

    def go_round(self) -> None:
        """Let people without an office ask, look at what belongs to others, and let those with an office ask."""
        others = [kind for kind in self.browsers if kind not in OFFICES]
        for _ in range(_ROUND):
            self.ask(self.chance.choice(others))
        if changed := self._before - self._theirs():
            raise Fault(f"rows of others have changed: {sorted(changed)}")
        for _ in range(_ROUND // 10):
            self.ask(self.chance.choice(OFFICES))
        for kind in ("another account", "a spectator", "the host", "seat 0", "seat 1", *OFFICES, PROGRAM):
            self._enter(kind)
        self.ids["match"][3:] = [begin(self._world, self.chance.choice(_SAMPLES)).id for _ in range(4)]
        self._before = self._theirs()

    def ask(self, kind: str) -> None:
        """Send a request and look at the answer. Raises `Fault`."""
        method, path = self.chance.choice([*ROUTES])
        if path in STREAMS and kind != STRANGER:
            return
        if path == "/events":
            return
        asked, accept = self._address(path), self.chance.choice(("text/html", "application/json", "*/*", MARK))
        began = time.process_time()
        try:
            answer = self._send(kind, method, path, asked, accept)
        except Exception as error:
            raise Fault(f"{method} {asked} by {kind}: {type(error).__name__}: {error}") from error
        took = time.process_time() - began
        self.slowest = max(self.slowest, (took, f"{method} {path} by {kind}"))
        if answer.status_code >= 500:
            raise Fault(f"{answer.status_code}: {method} {asked} by {kind}")
        if took > _MOST_SECONDS:
            raise Fault(f"{method} {asked} by {kind} took {took:.1f} s of the processor")
        if MARK in answer.text and "html" in answer.headers.get("content-type", ""):
            raise Fault(f"{method} {asked} by {kind} repeats a tag")
        if found := _KNOWN.search(answer.text):
            self._words.setdefault(path, set()).update(found[1].split(", "))
        self.counted[f"answered {answer.status_code}"] += 1
        self.counted["requests"] += 1

    def _address(self, path: str) -> str:
        """Return an address of a route, with what there is or what there is not."""

        def part(found: re.Match[str]) -> str:
            known = self.ids.get(found[1], ["x" * 24])
            return self.chance.choice(known) if self.chance.random() < 0.8 else self.chance.choice(PARTS)

        return re.sub(r"\{(\w+)\}", part, path)

    def _send(self, kind: str, method: str, route: str, path: str, accept: str) -> Response:
        browser, headers = self.browsers[kind], {"Accept": accept}
        if self.chance.random() < 0.03 and kind != PROGRAM:
            headers["Authorization"] = self.chance.choice(("Bearer x", "Bearer ", "Basic Og==", "Bearer " + "x" * 9000))
        if method == "GET":
            return browser.get(
                path, headers=headers, params=self._form(route, path) if self.chance.random() < 0.5 else None
            )
        how = self.chance.random()
        if how < 0.65:
            return browser.post(path, headers=headers, data=self._form(route, path))
        if how < 0.9:
            headers["Content-Type"] = "application/json"
            return browser.post(path, headers=headers, content=self._json(route, path))
        kind_of_body = self.chance.choice(
            ("application/json", "multipart/form-data; boundary=x", "text/xml", "a/b", "")
        )
        body = self.chance.choice(
            (
                b"[" * 20_000, b'{"do":' * 9000, b"{}", b"[]", b"null", b"9" * 50_000, b"\xff\xfe", b"x" * 200_000,
                b"--x\r\nContent-Disposition: form-data; name=\"do\"\r\n\r\nx" * 500, b"a=b&" * 20_000, b"=" * 90_000,
                b'{"do":"turn","do":"resign"}', b'{"\\u0000":"\\ud800"}', b"--x--", b"do=%ff%fe&seat=%00",
            )
        )  # fmt: skip
        return browser.post(path, headers={**headers, "Content-Type": kind_of_body}, content=body)

    def _json(self, route: str, path: str) -> bytes:
        values: dict[str, object] = {**self._form(route, path)}
        for _ in range(self.chance.randrange(3)):
            values[self.chance.choice((*NAMES, *values))] = self.chance.choice(ODD)
        return json.dumps(values).encode("utf-8", "surrogatepass")

    def _form(self, route: str, path: str) -> dict[str, str]:
        """Return a form: one that could be sent, of which some values are replaced, or one of random names."""
        values = dict[str, str]()
        match = next((each for each in self.ids["match"] if each in path), "")
        if match and self.chance.random() < 0.7:
            sample, seat = self.chance.choice(SAMPLES), self.chance.choice((None, 0, 1))
            values = fields(sample, self._service.bots.look(match), seat)
        for _ in range(self.chance.randrange(6)):
            values[self.chance.choice((*NAMES, *values))] = self._value()
        if self.chance.random() < 0.7:
            values["do"] = self.chance.choice(sorted(self._words.get(route, set())) * 3 or WORDS)
        return values

    def _value(self) -> str:
        if self.chance.random() < 0.3:
            return self.chance.choice(self.ids[self.chance.choice([*self.ids])])
        return self.chance.choice(VALUES)

    def close(self) -> None:
        """Check the database, and close everything. Raises `Fault`."""
        self._world.close()
        faults = check_database(self._store.database.readers.url.render_as_string())
        self._store.close()
        if faults:
            raise Fault(f"the database is damaged: {faults}")


def run(folder: Path, until: Callable[[Counter[str]], bool], seed: int) -> tuple[Counter[str], str]:
    """Send requests until it is enough; return how many had each status, and the slowest. Raises `Fault`."""
    with patch.object(passwords, "_HASHER", PasswordHasher(memory=8, passes=1)):
        crawl = Crawl(folder, seed)
        try:
            while not until(crawl.counted):
                crawl.go_round()
        except Fault as fault:
            raise Fault(f"{fault}, after {crawl.counted['requests']:,} requests with seed {seed}") from fault
        crawl.close()
    took, asked = crawl.slowest
    return crawl.counted, f"{asked}: {took:.2f} s of the processor"


def main() -> None:
    """Send requests, and print what was counted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    end = time.monotonic() + given.seconds
    with tempfile.TemporaryDirectory() as folder:
        counted, slowest = run(Path(folder), lambda _: time.monotonic() > end, given.seed)
    print(", ".join(f"{what}: {number:,}" for what, number in sorted(counted.items())))
    print(f"slowest: {slowest}")


if __name__ == "__main__":
    main()
