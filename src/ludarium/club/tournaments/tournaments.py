"""Tournaments: an account organises them, others enter, and they begin and go on by themselves.

Whatever a person asks for is decided here. Every change first holds the row of the tournament, so what it then reads
stays true until it is stored: no tournament has more players than it says, and nobody enters one that has begun.

- Guests play no tournaments, and programs only where computers may take part.
- Who is blocked by the organiser, or has blocked them, cannot enter. Two players of whom one has blocked the other are
  paired as all are: otherwise a block would change the pairings of everybody.
- A person who closes their account leaves all tournaments.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from ludarium.club.match.transactions import Transactions
from ludarium.club.match.views import MatchSummary, MatchView
from ludarium.club.people.accounts import require_account
from ludarium.club.people.blocks import Blocks
from ludarium.club.people.names import name_key
from ludarium.club.people.people import Person, RequireUsable
from ludarium.club.quotas import QuotaExceeded
from ludarium.club.tournaments.asked import GOING_ON, Asked, never_takes
from ludarium.club.tournaments.command_table import TOURNAMENT_ROWS
from ludarium.club.tournaments.commands import (
    MAKE,
    Adjourn,
    BeginTournament,
    CancelTournament,
    MakeTournament,
    Resume,
    TournamentCommand,
)
from ludarium.club.tournaments.entering import entry_refusal
from ludarium.club.tournaments.errors import EntryRefused, NoSuchTournament, NotOrganiser
from ludarium.club.tournaments.notices import tournament_notice
from ludarium.club.tournaments.pace import is_live, lets_in
from ludarium.club.tournaments.published import new_published, published_entries
from ludarium.club.tournaments.reading import new_tournament
from ludarium.club.tournaments.running.running import RunningTournaments
from ludarium.club.tournaments.site_bots import enterable_bots, removable_bots
from ludarium.club.tournaments.substituting import waiting_refusal
from ludarium.club.tournaments.views import ListedTournaments, NewsLine, TournamentView, view_of
from ludarium.club.tournaments.waiting_list import open_waiting
from ludarium.club.ttl_cache import TtlCache
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.registry import load
from ludarium.core.text import shorten
from ludarium.match.clock import DAY, HOUR
from ludarium.store.database import DatabaseBusy
from ludarium.store.repositories import UnitOfWork
from ludarium.store.rows import Act
from ludarium.store.tournaments.judgements import AskedVerdict
from ludarium.store.tournaments.rows import State, StoredTournament, TournamentEntry
from ludarium.store.tournaments.waiting import ExportedWaiting

MOST_ORGANISED, MOST_MADE = 3, 10
"""Tournaments of a person that may wait or go on at once, and that a person may make within a day."""
_log = logging.getLogger(__name__)
_LISTED, _IN_STRIP = 50, 3
_NEWS = 100
"""Lines of news on the page of a tournament."""
_OPEN: tuple[State, ...] = ("open",)
_RUNNING: tuple[State, ...] = ("running",)
_OVER: tuple[State, ...] = ("over",)


class TournamentDone(NamedTuple):
    """What a command has done, as a sentence, and the tournament that it was about."""

    said: str
    tournament: str


class Tournaments:
    """The tournaments of a site."""

    def __init__(self, matches: Transactions, blocks: Blocks, require_usable: RequireUsable) -> None:
        self._matches, self._blocks, self._require_usable = matches, blocks, require_usable
        self._store = matches.store
        self._running = RunningTournaments(matches)
        self._of_strangers = TtlCache[ListedTournaments](matches.store.notifier, matches.now)
        self.work: Callable[[], int] = self._running.work

    def make(self, person: Person | None, command: MakeTournament) -> TournamentDone:
        """Make a tournament, of which the person is the organiser; a published one is made once, and then is that one.

        Raises `NeedsAccount`, `QuotaExceeded`, or another `LudariumError` for what a tournament cannot be.
        """
        organiser = self._account(person)
        now = self._matches.now()
        made = (new_published if command.published else new_tournament)(organiser, command, now)
        exhibitor = self._exhibitor(organiser, command) if made.kind == "exhibition" else None
        if exhibitor:
            made = replace(made, exhibitor=exhibitor.id, exhibitor_name=exhibitor.name)
        load(made.game).initial()  # before anybody waits for the transaction
        with self._store.write() as tx:
            tx.tournaments.hold_person(organiser.id)
            if made.published and (there := tx.tournaments.find_published(made.game)):
                return TournamentDone("The site has this tournament.", there)
            if tx.tournaments.organised_by(organiser.id, GOING_ON) >= MOST_ORGANISED:
                raise QuotaExceeded(f"{MOST_ORGANISED} tournaments of yours wait or go on: end one first", DAY)
            if tx.tournaments.organised_by(organiser.id, (*GOING_ON, "over", "cancelled"), now - DAY) >= MOST_MADE:
                raise QuotaExceeded(f"you have made {MOST_MADE} tournaments within a day", HOUR)
            tx.tournaments.insert(made)
            for entry in published_entries(made) if made.published else ():
                tx.tournament_entries.enter_bot(made.id, entry)
            if exhibitor and exhibitor.id == organiser.id:
                tx.tournament_entries.enter(made.id, organiser.id, now)
            elif exhibitor:
                text = (
                    f"{organiser.name} asks you to play everybody who enters {made.name}, all at once: enter to accept."
                )
                tx.notices.add(tournament_notice(made, exhibitor.id, text, now))
        return TournamentDone(MAKE.done, made.id)

    def act(self, person: Person | None, tournament_id: str, command: TournamentCommand) -> TournamentDone:
        """Carry out a person's command in a tournament.

        Raises `NoSuchTournament`, `NeedsAccount`, `NotOrganiser`, `QuotaExceeded`, and `EntryRefused` for what is not
        possible now.
        """
        if self._store.tournaments.load(tournament_id) is None:
            raise _none(tournament_id)
        account, row = self._account(person), TOURNAMENT_ROWS[type(command)]
        with self._store.write() as tx:
            tx.tournaments.hold_person(account.id)
            tx.tournaments.touch(tournament_id)
            tournament = tx.tournaments.load(tournament_id)
            assert tournament
            self._check_organiser(tx, tournament, account, command)
            if refusal := never_takes(tournament, row.word):
                raise EntryRefused(refusal)
            entries = {entry.person: entry for entry in tx.tournament_entries.of(tournament_id)}
            row.act(Asked(tx, tournament, entries, account, self._matches.now()), command)
        if isinstance(command, BeginTournament | Adjourn | Resume) or lets_in(tournament, self._matches.now()):
            self._step(tournament_id)
        return TournamentDone(row.done, tournament_id)

    def judge(self, asked: AskedVerdict, points: float, verdict: str) -> None:
        """Decide a game that has waited for a verdict: the points of its first player, and how they were found."""
        now = self._matches.now()
        with self._store.write() as tx:
            tx.tournaments.touch(asked.tournament)
            if tx.judgements.decide(asked, points, verdict):
                tx.tournaments.set_due(asked.tournament, now)
        _log.info("match %s of tournament %s is adjudicated: %s", asked.match_id, asked.tournament, verdict)

    def view(self, person: Person | None, tournament_id: str) -> TournamentView:
        """Return a tournament as a person sees it.

        Raises `NoSuchTournament`.
        """
        tournament = self._store.tournaments.load(tournament_id)
        if tournament is None:
            raise _none(tournament_id)
        entries = self._store.tournament_entries.of(tournament_id)
        by_id, now = {entry.person: entry for entry in entries}, self._matches.now()
        refusal = entry_refusal(self._store, tournament, by_id, person, now)
        view = view_of(tournament, entries, self._store.tournament_boards.of(tournament_id), person, refusal)
        news = self._store.tournament_news
        view = view._replace(
            news=news.of(tournament_id, _NEWS),
            disqualified=news.disqualified(tournament_id),
            bots=enterable_bots(self._store, tournament, entries, person, now),
            removable_bots=removable_bots(self._store, tournament, entries, person),
            now=now,
        )
        return self._with_waiting(view, by_id, person) if tournament.state == "running" else view

    def _with_waiting(
        self, view: TournamentView, entries: dict[str, TournamentEntry], person: Person | None
    ) -> TournamentView:
        """Return a view with the waiting list, of which only the organiser sees the others."""
        if person is None or never_takes(view.tournament, "wait"):
            return view
        waiting = open_waiting(self._store, view.tournament, view.now)
        own = next((one for one in waiting if one.person == person.id), None)
        refused = own or waiting_refusal(self._store, view.tournament, entries, person, view.now)
        return view._replace(waiting=waiting if view.is_organiser else (), own_waiting=own, may_wait=not refused)

    def said_by(self, person: Person) -> tuple[NewsLine, ...]:
        """Return what a person has announced and decided in all tournaments, the oldest first."""
        return self._store.tournament_news.said_by(person.id)

    def waited_by(self, person: Person) -> tuple[ExportedWaiting, ...]:
        """Return where a person is on a waiting list or was asked to play on, the oldest first."""
        return self._store.tournament_waiting.of_person(person.id)

    def listed(self, person: Person | None, game: str = "", limit: int = _LISTED) -> ListedTournaments:
        """Return the tournaments, or those of a game given by its name."""
        table = self._store.tournaments
        mine = table.of_person(person.id, GOING_ON) if person else ()
        return ListedTournaments(
            table.in_state(_OPEN, limit, game),
            table.in_state(_RUNNING, limit, game),
            table.in_state(_OVER, limit, game),
            frozenset(one.id for one in mine),
        )

    def strip(self, person_id: str | None, game: str = "") -> ListedTournaments:
        """Return the tournaments that begin next, as other pages list them; all strangers see the same for a while."""
        if person_id is None:
            return self._of_strangers.get(game, lambda: self._strip(None, game))
        return self._strip(person_id, game)

    def _strip(self, person_id: str | None, game: str) -> ListedTournaments:
        table = self._store.tournaments
        mine = frozenset(one.id for one in table.of_person(person_id, _OPEN)) if person_id else frozenset[str]()
        return ListedTournaments(table.in_state(_OPEN, _IN_STRIP, game), (), (), mine)

    def of_person(self, person: Person) -> tuple[StoredTournament, ...]:
        """Return the tournaments in which a person is or was, and has not left."""
        return self._store.tournaments.of_person(person.id, (*GOING_ON, "over", "cancelled"))

    def going_on(self, person: Person) -> tuple[StoredTournament, ...]:
        """Return the tournaments in which a person is, and which wait or go on."""
        return self._store.tournaments.of_person(person.id, GOING_ON)

    def games_now(self, view: TournamentView, limit: int) -> tuple[MatchSummary, ...]:
        """Return the matches of a live tournament that go on, those of the first in the table first."""
        if view.tournament.state != "running" or not is_live(view.tournament.tempo):
            return ()
        ranks = {row.row.player: row.row.rank for row in view.table}
        boards = [board for board in view.boards if board.match_id and not board.how]
        boards.sort(key=lambda board: min(ranks[player] for player in board.seating))
        found = {one.id: one for one in self._store.summaries([board.match_id or "" for board in boards[:limit]])}
        return tuple(found[board.match_id] for board in boards if board.match_id in found)

    def live_match(self, person_id: str) -> tuple[str, str, str] | None:
        """Return the match that a person plays now in a live tournament, with its id and name; None for none."""
        return self._store.tournament_boards.live_match_of(person_id)

    def of_match(self, view: MatchView) -> tuple[str, str] | None:
        """Return the id and the name of the tournament to which a match belongs, or None."""
        return self._matches.tournament_of(view)

    def _check_organiser(
        self, tx: UnitOfWork, tournament: StoredTournament, person: Person, command: TournamentCommand
    ) -> None:
        """Raise `NotOrganiser` unless a person may ask for a command; what an administrator cancels is logged."""
        if not TOURNAMENT_ROWS[type(command)].organiser or tournament.organiser == person.id:
            return
        if not (person.administrator and isinstance(command, CancelTournament)):
            raise NotOrganiser("this is for the organiser of the tournament to do")
        act = Act(self._matches.now(), person.id, "cancel tournament", tournament.organiser, tournament.name)
        tx.acts.add(act)

    def _exhibitor(self, organiser: Person, command: MakeTournament) -> Person:
        """Return who is to play against everybody: the organiser, or an account given by name.

        Raises `ParseError`.
        """
        name = command.exhibitor.strip()
        if not name or name_key(name) == name_key(organiser.name):
            return organiser
        found = self._store.accounts.find("", name_key(name))
        if found is None or self._store.blocks.among({organiser.id, found.id}):
            raise ParseError(f"{shorten(name)} is nobody whom you can ask: expected the name of an account")
        if found.is_bot and not command.computers:
            raise ParseError(f"{found.name} is a computer: say that computers may take part, or ask a person")
        return found

    def _step(self, tournament_id: str) -> None:
        """Let follow at once what a command has made due; what fails here is tried again by `work`."""
        try:
            for _ in range(2):
                self._running.step(tournament_id)
        except DatabaseBusy:
            pass
        except LudariumError as error:
            _log.warning("tournament %s does not go on yet: %s", tournament_id, error)

    def _account(self, person: Person | None) -> Person:
        account = require_account(person, "tournaments are for accounts: make one, or sign in first")
        self._require_usable(account)
        return account


def _none(tournament_id: str) -> NoSuchTournament:
    return NoSuchTournament(f"there is no tournament {shorten(tournament_id)}")
