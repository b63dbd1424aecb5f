"""The club, which every interface of the server uses; interfaces only translate, and decide nothing.

`act` carries out a command of a person in a match, and `view` returns what a person may see of it. A command names the
revision that the person last saw: one for an older revision is refused with `Stale`, so a turn that is sent twice or
from two windows is played once. Bots answer offers immediately; their turns come from `bot_workers`.
"""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import TypeVar

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.registry import load
from ludarium.core.text import counted, shorten
from ludarium.match.clock import DAY, Clock
from ludarium.match.commitment import Commitment
from ludarium.match.progress import all_states
from ludarium.site.acting import Acting
from ludarium.site.begin.challenges import DAYS, Challenges
from ludarium.site.begin.new_match import new_match
from ludarium.site.begin.rematches import Rematches, require_asker
from ludarium.site.bots.analyses import Analyses
from ludarium.site.bots.live_ticker import LiveTicker
from ludarium.site.bots.search_queue import SearchQueue
from ludarium.site.challenge_ladders.commands import settle_match
from ludarium.site.challenge_ladders.ladders import ChallengeLadders
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.ladder.ladder_file import LadderFiles
from ludarium.site.ladder.ladders import Ladders
from ludarium.site.ladder.nightly import NightlyFiles
from ludarium.site.ladder.views import LadderViews
from ludarium.site.leagues.leagues import Leagues
from ludarium.site.match.archive import MatchArchive
from ludarium.site.match.changes import Reaction
from ludarium.site.match.clocks import Clocks
from ludarium.site.match.closed import require_open
from ludarium.site.match.fair_play import FairPlay
from ludarium.site.match.live import LiveMatches
from ludarium.site.match.planning import Planning
from ludarium.site.match.presence import Presence
from ludarium.site.match.queries import Queries
from ludarium.site.match.seat_commands import SeatCommands
from ludarium.site.match.seating import Seating
from ludarium.site.match.stand_ins import StandIns
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.moderation.abandoning import note_abandoned
from ludarium.site.moderation.moderation import Moderation
from ludarium.site.moderation.reports import ModeratorQueries, Reports
from ludarium.site.notices.changes import write_notices
from ludarium.site.notices.news import MatchNews
from ludarium.site.notices.notices import Notices
from ludarium.site.notices.rows.waiting import Waiting
from ludarium.site.notices.watching import Watching
from ludarium.site.offers.lobby import Lobby
from ludarium.site.offers.offers import Offers
from ludarium.site.outbox.outbox import Outbox
from ludarium.site.outbox.reply_addresses import ReplyAddresses
from ludarium.site.people.accounts import AccountRules, Accounts
from ludarium.site.people.act_log import ActLog
from ludarium.site.people.administration import AccountClosing, Administration
from ludarium.site.people.dice import Dice, count_throws
from ludarium.site.people.following import Blocks, Following
from ludarium.site.people.here import Here
from ludarium.site.people.lessons import Lessons
from ludarium.site.people.passkeys import Passkeys
from ludarium.site.people.passwords import Passwords
from ludarium.site.people.people import People
from ludarium.site.people.sign_in import SignIn
from ludarium.site.people.vacation import VACATION_DAYS, Vacation
from ludarium.site.programs.account_news import AccountNews
from ludarium.site.programs.events import ProgramEvents
from ludarium.site.programs.modules import MOST_OF_ALL
from ludarium.site.programs.playing import BotAccounts, PlayingBots
from ludarium.site.programs.records import Records
from ludarium.site.programs.tokens import Tokens
from ludarium.site.programs.trials import Trials
from ludarium.site.programs.workshop import Workshop
from ludarium.site.quotas import QuotaLimiter, Quotas
from ludarium.site.ratings.ratings import PeopleStandings, Ratings, rate_match
from ludarium.site.store import Store
from ludarium.site.talk.commands import PositionNotes
from ludarium.site.talk.talk import Talk
from ludarium.site.tournaments.tournaments import Tournaments
from ludarium.site.tournaments.weekly import WeeklyArenas, WeeklyPlan
from ludarium.site.ttl_cache import TtlCache

REACTIONS: Sequence[Reaction] = (write_notices, rate_match, settle_match, count_throws, note_abandoned)
"""What follows each change of a match, in order."""
T = TypeVar("T")


class Service:
    """All matches of a database; any number of services in any number of processes may share it.

    `queries` has the queries, which change nothing, `archive` finds finished matches, `presence` who has left live
    matches, `standings` and `ratings` the queries about strength, `seating` the invitations, `people` the people and
    their sessions, `accounts`, `sign_in`, `passkeys`, `passwords`, `blocks`, `following` and `closing` their accounts,
    `here` who has pages open, `lessons` what they have learnt, `dice` what they have thrown and given away,
    `administration` the first administrator, `act_log` what people have done to others, `challenges` what they offer
    each other, `offers` what they offer all who fit, and `lobby` what people see of that, `weekly_arenas` those that
    the site makes, `tournaments` those that people organise, `talk` what is said in matches, `position_notes` what
    people note there for themselves, `reports` what they tell the moderators, `moderation` what these decide, `desk`
    what both read of that, `quotas` refuses what one visitor has too much of, `notices` what people hear, `outbox` has
    the mail that waits, `bot_accounts` are those of bots, `tokens` has what programs act by, `program_events` their
    events, `workshop` has the bots that people write, `playing_bots` those that play, `trials` the matches in which
    they try them, and `ladders` those by which they are ranked, seen by `ladder_views` and `ladder_files`, which
    `nightly_files` publishes, `account_news` wakes them, `records` has those of finished matches, `reply_addresses` the
    addresses that may play a turn, `news` tells open pages of changes, and `notifier` announces the changes made in
    this process.

    `check_position` refuses help to who plays a rated match, `require_usable` an account that is suspended.

    `bots`, `live`, `planning` and `stand_ins` act for a seat and do not ask who it is: bot workers and the live
    ticker use them, and no door does. Bots of live matches search when `queue` lets them.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float] = time.time,
        rules: AccountRules | None = None,
        quotas: Quotas | None = None,
        vacation_days: int = VACATION_DAYS,
        queue: SearchQueue | None = None,
        announces: bool = False,
        ladder: int = 1,
        ladder_folder: Path | None = None,
        most_module_bytes: int = MOST_OF_ALL,
        weekly: WeeklyPlan | None = None,
    ) -> None:
        self.database, self.notifier = store.database, store.notifier
        self._exports: dict[str, Callable[[Person], object]] = {
            "lessons": lambda person: [one._asdict() for one in self.lessons.of_person(person.id)]
        }
        self._texts: dict[str, Callable[[Person | None, str], str]] = {}
        self.quotas = QuotaLimiter(store.tallies, store.attempts, quotas or Quotas(), now)
        self._matches = Transactions(store, self.quotas, now, lambda *asked: self.vacation.extend(*asked), REACTIONS)
        self.vacation = Vacation(store.vacations, self._matches.refresh_vacations, now, vacation_days)
        self.news = MatchNews(store)
        self.queries = Queries(self._matches)
        self.live, self.archive = LiveMatches(self._matches, self.quotas), MatchArchive(store)
        rules = rules or AccountRules()
        self.accounts = Accounts(store, rules, now)
        self.moderation = Moderation(store, self.accounts.find, self.accounts.how_to_object, now)
        self.require_usable = usable = self.moderation.require_usable
        self.people = People(store, now, self.quotas, usable)
        self.presence = Presence(self._matches)
        self.clocks = Clocks(self._matches)
        self.passkeys = Passkeys(store, self.people, rules, self.quotas, now)
        self.notices = Notices(store, now)
        self.reply_addresses = ReplyAddresses(store.reply_addresses, self._matches, now)
        self.standings = PeopleStandings(store.results, self._matches, self.accounts.all)
        self.watching = Watching(store, now)
        self.passwords = Passwords(store, self.accounts.find, self.accounts.addresses, usable, now)
        self.lessons = Lessons(store.solved_lessons, now)
        self.act_log = ActLog(store.acts)
        self.administration = Administration(store, rules, now)
        self.tokens = Tokens(store, usable, now)
        self.account_news, self.records = AccountNews(store, now), Records(store, now)
        self.trials = Trials(store, self.quotas, now)
        self.ladders, self.ladder_files = Ladders(store, now, ladder), LadderFiles(store)
        self.ladder_views = LadderViews(store, now, ladder)
        self.nightly_files = NightlyFiles(store, self.ladder_files, ladder_folder, now)
        self.workshop = Workshop(store, self.trials, self.quotas, now, most_module_bytes)
        self.playing_bots = PlayingBots(store, now)
        self.blocks = Blocks(store, self.accounts.find, now)
        self.following, self.here = Following(store, self.blocks, now), Here(store, self.blocks, now)
        self.bots = SeatCommands(self._matches)
        self.live_ticker = LiveTicker(
            self.bots,
            self.live,
            self.news,
            queue or SearchQueue(os.cpu_count() or 1),
            written=self.playing_bots.player,
            failed=self.playing_bots.failed,
        )
        self.planning = Planning(self._matches)
        self.seating = Seating(
            self._matches,
            self.blocks.keep_out,
            require_asker(self._matches),
            self.moderation.require_listed,
            self.moderation.may_rate,
        )
        self.stand_ins = StandIns(self._matches, self.blocks.keep_out)
        self.challenges = Challenges(self._matches, self.accounts.find, self.blocks, usable)
        self.rematches = Rematches(self._matches, self.seating, self.playing_bots.written)
        self._fair_play = FairPlay(self._matches)
        self.check_position = self._fair_play.check_position
        self.analyses = Analyses(self._matches, self.quotas, self._fair_play)
        self.offers = Offers(self._matches, self.queries.level_for, usable, announces=announces)
        self.lobby = Lobby(store, now)
        self.tournaments = Tournaments(self._matches, self.blocks, usable)
        self.weekly_arenas = WeeklyArenas(self._matches, weekly)
        self.leagues = Leagues(self._matches, usable)
        self.challenge_ladders = ChallengeLadders(self._matches, usable)
        self.talk = Talk(self._matches, self.blocks, self.quotas, usable, now)
        self.position_notes = PositionNotes(store)
        acting = Acting(
            self._matches,
            self.bots,
            self.live,
            self.live_ticker,
            self.seating,
            self.stand_ins,
            self.planning,
            self.analyses,
            self.rematches,
            self.presence,
            usable,
        )
        self.act, self.view = acting.act, acting.view
        self.plans, self.seat_of = acting.plans, acting.seat_of
        self.ratings, self.dice = Ratings(store), Dice(store)
        self.program_events = ProgramEvents(self.queries, self.view, self.challenges, self.talk.view)
        self.closing = AccountClosing(self._matches, self.rematches.decline_all)
        self.reports = Reports(store, self.accounts.find, now)
        self.desk = ModeratorQueries(store, now)
        self.bot_accounts = BotAccounts(store, self.people, self.closing, now)
        added = Event()
        self.sign_in = SignIn(store, self.people, added, rules, self.quotas, now)
        self.outbox = Outbox(store.outbox, now, self.sign_in.composers, added, self.notices.refuse)

    def now(self) -> float:
        """Return the time in seconds since 1970, as this site counts it."""
        return self._matches.now()

    def add_export(self, name: str, made: Callable[[Person], object]) -> None:
        """Let a subject add, by a name, what it has of a person to the person's export, as JSON."""
        self._exports[name] = made

    def add_text(self, name: str, made: Callable[[Person | None, str], str]) -> None:
        """Let a subject add, by a name, how a mail tells what it has at an address, as a person may see it."""
        self._texts[name] = made

    def text_of(self, name: str, person: Person | None, address: str) -> str:
        """Return what a subject has at an address as text; raises what the subject does."""
        return self._texts[name](person, address)

    def exported(self, person: Person) -> dict[str, object]:
        """Return what subjects have of a person, by their names."""
        return {name: made(person) for name, made in self._exports.items()}

    def kept_answers(self) -> TtlCache[T]:
        """Return a cache of answers that depend on anything stored: a write of this process ends all, or a second."""
        return TtlCache(self._matches.store.database.last_write, self._matches.now)

    def waiting(self, person_id: str) -> Waiting:
        """Return what waits for a person: turns, challenges and notices."""
        now = self._matches.now()
        return self._matches.store.waiting(person_id, now - DAYS * DAY, now)

    def create(
        self,
        spec: str,
        seats: Sequence[SeatAssignment],
        *,
        position: str | None = None,
        clock: Clock | None = None,
        tick: float | None = None,
        seed: int | None = None,
        host: str | None = None,
        origin: str | None = None,
        commitment: Commitment | None = None,
        private: bool = False,
        computers: bool = False,
    ) -> MatchView:
        """Create a match. With a seed its dice are reproducible; without one they follow from a secret.

        The dice roll when every seat is taken, after each person could add a nonce to the secret. `commitment` is the
        commitment to this secret that the host has seen before, with the id of the match.

        With a `tick` in seconds it is a live match: every tick plays a turn, once all people are ready. `host` is the
        id of the person who may invite others to its open seats, `origin` the network from which they come. A `private`
        match is in no list, and found by its link alone; with `computers` accounts of bots may take part.

        Raises a `LudariumError` for an invalid game, position, bot or number of seats, `QuotaExceeded`, `MatchExists`
        if a match has begun with this commitment, and `IllegalMove` for bots from a position while the host plays a
        rated match of the game.
        """
        now = self._matches.now()
        if position is not None:
            self._fair_play.check_start(host, load(spec).name, seats)
        written = self.playing_bots.written(load(spec), [seat.name for seat in seats if seat.is_bot], host)
        view = new_match(
            now,
            spec,
            seats,
            position=position,
            clock=clock,
            tick=tick,
            seed=seed,
            host=host,
            given_commitment=commitment,
            written=written,
        )
        person = self.people.load(host) if host else None
        computers = computers or (person is not None and person.is_bot)
        view = replace(view, private=private, computers=computers)
        with self._matches.store.write() as tx:
            return self._matches.insert(tx, view, origin)

    def fork(
        self,
        match_id: str,
        turn: int,
        seats: Sequence[SeatAssignment],
        *,
        host: str | None = None,
        origin: str | None = None,
        commitment: Commitment | None = None,
    ) -> MatchView:
        """Create a match, without a clock, from the position of another match after `turn` turns.

        That of a private match is private.

        Raises `NoSuchMatch`, `IllegalMove` for a closed match, `ParseError` if the match has fewer turns, or `GameOver`
        if the game is over there.
        """
        view = require_open(self._matches.current(match_id), host)
        if view.closed:
            raise IllegalMove("others still play with these dice: the match is continued when all have ended theirs")
        match, last = view.match, len(view.match.turns)
        if not 0 <= turn <= last:
            raise ParseError(f"the match has {counted(last, 'turn')} so far, so it has no turn {shorten(str(turn))}")
        position, private = str(all_states(match)[turn]), view.private
        return self.create(
            match.game.spec, seats, position=position, host=host, origin=origin, commitment=commitment, private=private
        )
