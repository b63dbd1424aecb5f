"""Play by correspondence in fake time while the sender of mails is killed, and check who was told what.

`python -m tests.soak.notices --people 20 --matches 40 --days 120 --seed 1` lets people with habits of their own play:
some want a mail for each notice and some one a day, some have quiet hours, in time zones around the world; some look at
their matches for a while, and see what is played meanwhile. The sender is thrown away between any two steps, and
the mail server is down for hours. `tests/soak/results/notices.md` has the figures.

What is checked, from a book of its own that knows the moments of turns and visits:

- no notice is lost: it was read, or a mail has told it when it was due, whatever died meanwhile;
- none is told twice: no notice is in two mails, and no second turn of a match is told before the person came back;
- nobody gets a mail of a match while looking at it;
- quiet hours are kept, and one mail a day is one a day.

A sender that dies after it has said that it sends the last byte, and before the mail server answers, leaves a mail of
which it knows nothing. That mail is not sent again; those of them that had not arrived are counted apart, and their
notices stand in the list of the site alone. Here a sender dies as often there as at any other step; a real one spends
some microseconds of a mail there.

Size: one program, with the book that checks it.
"""

import argparse
import logging
import random
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, select

from ludarium.match.clock import DAY, HOUR, Clock
from ludarium.site.ground.database import Database
from ludarium.site.ground.tables import notices, outbox
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.mail.outgoing import mail_content
from ludarium.site.mail.sending import complete_outbox
from ludarium.site.mail.settings import MailDoor
from ludarium.site.match.commands import Resign
from ludarium.site.match.views import MatchView
from ludarium.site.notices.notices import DIGEST, next_allowed, next_digest
from ludarium.site.notices.rows.notices import GRACE, SHORT, TURN, NoticeSettings
from ludarium.site.outbox.outbox import ChannelDown, Mail
from ludarium.site.people.accounts import AccountRules
from ludarium.site.service import Service
from ludarium.site.store import Store

START = 1_800_000_000.0
STEP = 600.0
GAME = "orion(turn_limit=16)"
CLOCKS = ("2d+1d/2d", "4d+2d/4d", "10d+36h/10d")
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland")
SLACK = 8 * HOUR
"""Seconds that a sender may have been dead, and the mail server down, with the pauses before the next try."""
Told = tuple[str, str]
"""The kind of a notice, and the id of its match."""


class Killed(BaseException):
    """The sender died: nothing that it was doing goes on."""


class Accepted(NamedTuple):
    """A mail that the mail server has accepted."""

    at: float
    id: str
    kind: str
    person: str
    notices: tuple[str, ...]


@dataclass
class Player:
    """A person with habits: how often they come, and the match that they are looking at until a time."""

    person: Person
    settings: NoticeSettings
    every: float
    looks_at: str = ""
    until: float = 0.0


@dataclass
class World:
    """Everything that happens, and the book of it."""

    folder: Path
    seed: int
    kill: float
    """The chance that the sender dies at one of its steps."""
    now: float = START
    players: list[Player] = field(default_factory=list)
    accepted: list[Accepted] = field(default_factory=list)
    back: defaultdict[Told, list[float]] = field(default_factory=lambda: defaultdict(list))
    """When each person came back to each match."""
    turns: list[tuple[str, str, int, float]] = field(default_factory=list)
    """Who had to choose which turn of which match, from when on."""
    begun: set[str] = field(default_factory=set)
    over: dict[str, float] = field(default_factory=dict)
    disturbed: list[str] = field(default_factory=list)
    """Mails that came while their reader was looking at the match."""
    counts: Counter[str] = field(default_factory=Counter)
    down_until: float = 0.0
    dead_until: float = 0.0
    sender: Service | None = None
    sending: bool = False

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)

        self.store = Store(f"sqlite:///{self.folder / 'notices.sqlite'}")
        self.site = self.service(self.store)

    def service(self, store: Store) -> Service:
        """Return a process of the site."""
        rules = AccountRules("https://games.example.org")
        return Service(store, now=lambda: self.now, rules=rules, vacation_days=0)

    def add_player(self, number: int) -> None:
        """Let a person with an address and habits take part."""
        rng, name = self.rng, f"Player {number}"
        person = self.site.people.rename(self.site.people.create_guest(), name)
        assert self.store.accounts.set_email(person.id, f"p{number}@example.org", f"player{number}", self.now)
        found = self.site.people.load(person.id)
        assert found
        begin = rng.randrange(24)
        quiet = (begin, (begin + rng.randint(1, 10)) % 24) if rng.random() < 0.5 else None
        settings = NoticeSettings(
            "daily" if rng.random() < 0.3 else "each", quiet, rng.choice(ZONES), rng.choice((0, 2, 7))
        )
        self.site.notices.save_settings(found.id, settings)
        self.players.append(Player(found, settings, rng.choice((3, 10, 30, 60)) * HOUR))

    def begin_match(self) -> None:
        """Let two people begin a match."""
        pair = self.rng.sample(self.players, 2)
        seats = [SeatAssignment("person", player.person.name, player.person.id) for player in pair]
        clock = Clock.parse(self.rng.choice(CLOCKS))
        self.note(None, self.site.create(GAME, seats, clock=clock, host=pair[0].person.id), pair[0])

    def note(self, old: MatchView | None, new: MatchView, actor: Player | None) -> None:
        """Write a change of a match into the book; who looks at the match sees it at once."""
        self.begun.add(new.id)
        if new.match.over:
            self.over[new.id] = self.now
        if actor:
            self.back[actor.person.id, new.id].append(self.now)
        if old is None or len(new.match.turns) != len(old.match.turns):
            for seat in new.awaited:
                person = new.seats[seat].person
                assert person
                if not actor or person != actor.person.id:
                    self.turns.append((person, new.id, len(new.match.turns), self.now))
        for player in self.players:
            if player.looks_at == new.id and player.until >= self.now:
                self.see(player, new.id)

    def see(self, player: Player, match_id: str) -> None:
        """Let a person see a match."""
        self.site.notices.see(player.person.id, f"/matches/{match_id}")
        self.back[player.person.id, match_id].append(self.now)

    def visit(self, player: Player) -> None:
        """Let a person come to the site: to look at matches, to play some turns, and to stay at one of them."""
        mine = self.site.queries.of_person(player.person.id)
        for summary in mine.my_turn:
            self.see(player, summary.id)
            if self.rng.random() < 0.8:
                self.play(player, summary.id)
        going_on = [*mine.my_turn, *mine.waiting]
        if going_on:
            player.looks_at = self.rng.choice(going_on).id
            player.until = self.now + self.rng.choice((0, 1, 4)) * STEP
            self.see(player, player.looks_at)

    def play(self, player: Player, match_id: str) -> None:
        """Let a person play a turn, or resign now and then."""
        view = self.site.view(player.person, match_id)
        mine = [seat for seat in view.match.to_act if view.seats[seat].person == player.person.id]
        if not mine:
            return
        if self.rng.random() < 0.01:
            self.note(view, self.site.bots.act(match_id, mine[0], Resign(), view.revision), player)
        else:
            text = "u+" if not view.match.turns else "pass"
            self.note(view, self.site.bots.submit(match_id, mine[0], text, view.revision), player)

    def step(self) -> None:
        """Let ten minutes pass."""
        self.now += STEP
        for match_id in self.store.overdue(self.now):
            old = self.store.load(match_id)
            assert old
            self.note(MatchView.from_row(old), self.site.bots.look(match_id), None)
        for player in self.players:
            if self.rng.random() < STEP / player.every:
                self.visit(player)
        if self.rng.random() < STEP / (3 * DAY):
            self.down_until = self.now + self.rng.random() * 2 * HOUR
            self.counts["times that the mail server was down"] += 1
        self.work()

    def work(self) -> None:
        """Let the sender look once, unless it is dead."""
        if self.now < self.dead_until:
            return
        if self.sender is None:
            self.sender = self.service(self.store)
        try:
            self.sending = True
            self.sender.notices.warn()
            self.sender.notices.plan()
            complete_outbox(self.sender, self.store, MailDoor(), lambda: self.now).deliver(self)
            self.sender.outbox.tidy()
        except Killed:
            self.sender = None
            self.dead_until = self.now + self.rng.choice((0.0, STEP, 6 * STEP))
            self.counts["kills"] += 1
        finally:
            self.sending = False

    def perhaps_kill(self) -> None:
        """Kill the sender now and then."""
        if self.sending and self.rng.random() < self.kill:
            raise Killed

    def send(self, mail: Mail, before_last_byte: Callable[[], None]) -> None:
        """Accept a mail, as a mail server does."""
        if self.now < self.down_until:
            raise ChannelDown("the mail server is down")
        self.perhaps_kill()
        before_last_byte()
        with self.store.database.connect() as connection:
            row = connection.execute(select(outbox).where(outbox.c.id == mail.id)).mappings().one()
            told = tuple(row["data"]["notices"].split())
            of_ids = select(notices.c.match).where(notices.c.id.in_(told))
            matches = {*connection.execute(of_ids).scalars()}
        looking = (player for player in self.players if player.person.id == row["person_id"])
        if any(player.looks_at in matches and player.until >= self.now for player in looking):
            self.disturbed.append(f"mail {mail.id} came while the reader was looking at the match")
        self.accepted.append(Accepted(self.now, mail.id, row["kind"], row["person_id"], told))
        self.perhaps_kill()

    def close(self) -> None:
        """Do nothing: there is no connection."""


@contextmanager
def killing(world: World) -> Iterator[None]:
    """Kill the sender before and after any of its transactions."""
    begin = Database.begin

    @contextmanager
    def begin_or_die(database: Database) -> Iterator[Connection]:
        world.perhaps_kill()
        with begin(database) as connection:
            yield connection
        world.perhaps_kill()

    with (
        patch.object(Database, "begin", begin_or_die),
        patch.object(mail_content, "_picture", lambda scene: b""),
        patch("ludarium.site.notices.notices._KEPT", 9e9),  # so that all of it can be checked at the end
        patch("ludarium.site.outbox.outbox._KEPT", 9e9),
    ):
        yield


def run(folder: Path, *, people: int, matches: int, days: int, seed: int, kill: float) -> World:
    """Return the world after so many days."""
    world = World(folder, seed, kill)
    for number in range(people):
        world.add_player(number)
    with killing(world):
        for _ in range(int(days * DAY / STEP)):
            if len(world.begun) - len(world.over) < matches and world.now < START + 0.8 * days * DAY:
                world.begin_match()
            world.step()
    return world


def check(world: World) -> list[str]:
    """Return what is wrong, in sentences."""
    with world.store.database.connect() as connection:
        rows = {row["id"]: row for row in connection.execute(select(notices)).mappings()}
        begun = connection.execute(select(outbox).where(outbox.c.sending_at.is_not(None), outbox.c.sent_at.is_(None)))
        arrived = {mail.id for mail in world.accepted}
        doubted = [row["data"]["notices"].split() for row in begun.mappings() if row["id"] not in arrived]
    players = {player.person.id: player for player in world.players}
    unsure = {one for listed in doubted for one in listed}
    world.counts["notices"] = len(rows)
    world.counts["mails"] = len(world.accepted)
    world.counts["daily mails"] = sum(mail.kind == DIGEST for mail in world.accepted)
    world.counts["mails whose sender died just before the last byte"] = len(doubted)
    told = Counter(one for mail in world.accepted for one in mail.notices)
    wrong = [f"notice {one} was told {count} times" for one, count in told.items() if count > 1]
    for one, row in rows.items():
        late = world.now > _due(players[row["person_id"]].settings, row["created_at"]) + SLACK
        if late and row["read_at"] is None and one not in told and one not in unsure:
            wrong.append(f"notice {one} ({row['kind']}) was lost")
    of_turns = defaultdict[Told, list[float]](list)
    for mail in world.accepted:
        for row in (rows[one] for one in mail.notices if rows[one]["kind"] == TURN):
            of_turns[mail.person, row["match_id"]].append(mail.at)
    doubtful = {(rows[one]["person_id"], rows[one]["match_id"]) for one in unsure}
    wrong += _lost_turns(world, players, of_turns, doubtful)
    for about, times in of_turns.items():
        for first, second in pairwise(times):
            if not any(first < back <= second for back in world.back[about]):
                wrong.append(f"{about} was told of a second turn before the person came back")
    kinds = {one: row["kind"] for one, row in rows.items()}
    return wrong + world.disturbed + _against_wishes(world, players, kinds)


def _due(settings: NoticeSettings, at: float) -> float:
    """Return when a mail of something that happened at a time is due."""
    return next_digest(settings, at) if settings.mail == "daily" else next_allowed(settings, at + GRACE)


def _lost_turns(
    world: World, players: dict[str, Player], mails: dict[Told, list[float]], doubtful: set[Told]
) -> list[str]:
    """Return whose turns were told by no mail, though their person stayed away for long enough."""
    wrong = []
    for person, match_id, number, at in world.turns:
        about = person, match_id
        ended = world.over.get(match_id, world.now)
        end = min([ended, *(back for back in world.back[about] if back >= at)])
        since = max((back for back in world.back[about] if back < at), default=START)
        if end <= _due(players[person].settings, at) + SLACK or about in doubtful:
            continue
        world.counts["turns that were mailed"] += 1
        if not any(since < mail <= end for mail in mails.get(about, ())):
            wrong.append(f"turn {number} of {about} was told by no mail")
    return wrong


def _against_wishes(world: World, players: dict[str, Player], kinds: dict[str, str]) -> list[str]:
    """Return the mails that came in quiet hours, and those of people who want one a day that came besides."""
    wrong, days = [], Counter[tuple[str, str]]()
    for mail in world.accepted:
        settings = players[mail.person].settings
        if next_allowed(settings, mail.at) != mail.at:
            wrong.append(f"mail {mail.id} came in quiet hours")
        if mail.kind == DIGEST:
            days[mail.person, f"{datetime.fromtimestamp(mail.at, ZoneInfo(settings.zone)):%F}"] += 1
        elif settings.mail == "daily" and any(kinds[one] != SHORT for one in mail.notices):
            wrong.append(f"mail {mail.id} came besides the daily one")
    return wrong + [f"{about} got {count} daily mails" for about, count in days.items() if count > 1]


def main(words: list[str] | None = None) -> int:
    """Run the program that the command line describes; return 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for name, usual in (("people", 20), ("matches", 40), ("days", 120), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--kill", type=float, default=0.02, help="the chance to die at each step")
    options = parser.parse_args(words)
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        world = run(Path(folder), **vars(options))
        wrong = check(world)
        world.store.close()
    for name, count in sorted(world.counts.items()):
        print(f"{count:8,}  {name}")
    for sentence in wrong:
        print(sentence)
    print("wrong:", len(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
