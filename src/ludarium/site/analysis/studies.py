"""Studies that people keep, and the bot that is asked about a position: who may do what is decided here."""

import hashlib
import re
from collections.abc import Sequence
from secrets import token_urlsafe
from threading import Event, Lock
from urllib.parse import parse_qs, urlparse

from ludarium.core.errors import IllegalMove, LudariumError, ParseError
from ludarium.core.game import Game, State
from ludarium.core.text import shorten
from ludarium.match.clock import DAY
from ludarium.match.study import Study
from ludarium.review.adviser import adviser_spec
from ludarium.search.personas import bot_personas, name_with_level
from ludarium.search.player import levels
from ludarium.site.analysis.boards import as_boards
from ludarium.site.analysis.links import from_link, position_text
from ludarium.site.analysis.rows import Search, SearchTable, Shown, StudyRow, StudyTable
from ludarium.site.bots.analyses import may_hint
from ludarium.site.ground.database import Transaction
from ludarium.site.ground.values import Act, Person
from ludarium.site.people.accounts import require_account
from ludarium.site.people.rows.accounts import AttemptTable
from ludarium.site.people.rows.known import ActsTable
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.service import Service

MOST_KEPT = 200
"""Studies that a person keeps at once."""
LISTED = 50
SHOWN: dict[Shown, str] = {"private": "only me", "link": "who has the link", "public": "everybody"}
_KEPT_ADDRESS = re.compile(r"(?:\S*/analysis/kept/)?([0-9A-Za-z]{1,32})(?:[?#]\S*)?", re.ASCII)
_KEPT = 30 * DAY
"""How long what a bot has said of a position is kept."""
SECONDS = 1.5
"""How long a bot searches a position; the turns beside the best take half as much again."""
_LAPSE = 10.0
"""Seconds in which a bot must begin with what a page asks by itself: its reader may have left it."""


class NoSuchStudy(LudariumError):
    """No study has this id, or the person may not see it."""

    status = 404
    kind = "no-study"


class NotYourStudy(LudariumError):
    """The study is another's: it can be copied, not changed."""

    status = 403
    kind = "not-your-study"


class StudyChanged(LudariumError):
    """The study has changed since it was seen."""

    status = 409
    kind = "stale"


class Studies:
    """The studies of a site; `asked` is set when a bot is asked about a position."""

    def __init__(self, service: Service) -> None:
        self._service, self._now, self._database = service, service.now, service.database
        self._table, self.searches = StudyTable(self._database), SearchTable(self._database)
        self.asked, self._adding = Event(), Lock()
        service.add_export("studies", self.export)
        service.add_text("study", self.as_text)

    def load(self, person: Person | None, study_id: str) -> StudyRow:
        """Return a study that a person, or a stranger, may see.

        Raises `NoSuchStudy`.
        """
        row = self._table.load(study_id)
        if row is None or (row.shown == "private" and (person is None or person.id != row.person)):
            raise NoSuchStudy(f"there is no study {shorten(study_id)}")
        return row

    def as_text(self, person: Person | None, address: str) -> str:
        """Return the text boards of a study, given by its address or by the id of a kept one, as a person may see it.

        Raises `NoSuchStudy`, `ParseError` for what is no address of a study, and the error of a turn that is not legal.
        """
        if link := parse_qs(urlparse(address).query).get("s"):
            return as_boards(from_link(link[0]))
        kept = _KEPT_ADDRESS.fullmatch(address)
        if kept is None:
            raise ParseError(f"{shorten(address)} is not the address of a study: expected one as the page shows it")
        url = f"{self._service.accounts.rules.url}/analysis/kept/{kept[1]}"
        return as_boards(Study.parse(self.load(person, kept[1]).text), url)

    def listed(self, person: Person | None) -> tuple[tuple[StudyRow, ...], tuple[StudyRow, ...]]:
        """Return the studies of a person, and those that all see."""
        return (self._of_person(person) if person else ()), self._table.public(LISTED, self._now())

    def keep(self, person: Person, study: Study, shown: str = "private", match_id: str = "") -> str:
        """Keep a study, or a copy of one; return its id. With the id of a match it is the person's own work on that.

        Raises `QuotaExceeded`, `ParseError`.
        """
        self._service.require_usable(person)
        self._require_shown(person, _shown(shown))
        study_id = token_urlsafe(9).replace("-", "a").replace("_", "b")
        text, now = str(study), self._now()
        row = StudyRow(study_id, person.id, "", study.title, study.game.spec, _shown(shown), text, 0, now, match_id)
        with self._database.begin() as connection:
            table = StudyTable(Transaction(connection))
            table.lock(person.id)
            if table.count(person=person.id) >= MOST_KEPT:
                raise QuotaExceeded(f"you keep {MOST_KEPT} studies: remove one first", DAY)
            table.add(row, made_at=row.changed_at)
        return study_id

    def keep_once(self, person: Person, study: Study, shown: Shown, match_id: str) -> str:
        """Keep a study as `keep` does, unless the person keeps it so already; return its id."""
        same = self._table.find(person=person.id, text=str(study), shown=shown, match=match_id, limit=1)
        return same[0].id if same else self.keep(person, study, shown, match_id)

    def shown_at_first(self, match_id: str) -> Shown:
        """Return who sees a study that is kept by itself: nobody else while its match goes on."""
        try:
            return "private" if match_id and not self._service.bots.look(match_id).match.over else "link"
        except LudariumError:  # a match that is there no more
            return "link"

    def may_link(self, person: Person) -> bool:
        """Return whether a person may keep one more study, for who has its link."""
        try:
            self._service.require_usable(person)
            self._require_shown(person, "link")
        except LudariumError:  # a sanction
            return False
        return self._table.count(person=person.id) < MOST_KEPT

    def save(self, person: Person | None, study_id: str, revision: int, study: Study) -> None:
        """Store a change of one's study.

        Raises `NoSuchStudy`, `NotYourStudy`, and `StudyChanged` if it has changed since that revision.
        """
        row = self._own(person, study_id)
        self._require_shown(person, row.shown)
        if not self._table.save(
            study_id, revision, text=str(study), title=study.title, game=study.game.spec, changed_at=self._now()
        ):
            raise StudyChanged("the study has changed in another window: load it again")

    def show(self, person: Person | None, study_id: str, shown: str) -> None:
        """Say who sees one's study.

        Raises `NoSuchStudy`, `NotYourStudy`, `StudyChanged`, and `ParseError` for what is not one of `SHOWN`.
        """
        row = self._own(person, study_id)
        self._require_shown(person, _shown(shown))
        if not self._table.save(study_id, row.revision, shown=_shown(shown)):
            raise StudyChanged("the study has changed in another window: load it again")

    def remove(self, person: Person | None, study_id: str) -> None:
        """Delete one's study, or as a moderator one that others see, which is logged.

        Raises `NoSuchStudy`, `NotYourStudy`.
        """
        row = self.load(person, study_id)
        if person is None or not person.moderates or person.id == row.person:
            self._own(person, study_id)
            self._table.remove(study_id)
            return
        with self._database.begin() as connection:
            tx = Transaction(connection)
            StudyTable(tx).remove(study_id)
            ActsTable(tx).add(Act(self._now(), person.id, "moderation: delete study", row.person, row.title))

    def export(self, person: Person) -> list[dict[str, object]]:
        """Return all studies of a person, as JSON."""
        rows = self._of_person(person)
        return [{"id": row.id, "title": row.title, "shown": row.shown, "record": row.text} for row in rows]

    def _of_person(self, person: Person) -> tuple[StudyRow, ...]:
        return self._table.find(person=person.id, limit=MOST_KEPT)

    def _own(self, person: Person | None, study_id: str) -> StudyRow:
        row = self.load(person, study_id)
        if person is None or person.id != row.person:
            raise NotYourStudy("this study is another's: copy it to change it")
        self._service.require_usable(person)
        return row

    def _require_shown(self, person: Person | None, shown: Shown) -> None:
        """Raise `Sanctioned` or `NeedsAccount` unless a person may write what others see so."""
        if shown == "public":
            require_account(person, "studies for everybody are by accounts: make one, or send the link of yours")
        if shown != "private" and person:
            self._service.moderation.require_talk(person)

    def ask(
        self,
        person: Person | None,
        origin: str | None,
        states: Sequence[State],
        *,
        is_set_up: bool,
        level: str = "",
        by_itself: bool = False,
        match_id: str = "",
    ) -> None:
        """Ask a bot about the last of some states, which lead from the start of a study to its position.

        The bot is the strongest one, or that of a `level`. What a page asks `by_itself` lapses soon, and takes the
        place of what it has asked so before. The `match_id` is that of the person's own match that is studied.

        Raises `IllegalMove` where nobody chooses, for a person who plays a rated match of such a position, and for the
        study of a running match with others;
        `ParseError` for a level that the game does not have, `QuotaExceeded`.
        """
        state = states[-1]
        if not state.actors:
            raise IllegalMove("the game is over here: a bot is asked about a position in which it goes on")
        if person:
            self._service.require_usable(person)
            self._service.check_position(person.id, state.game.name, states, is_set_up=is_set_up)
        if not self.helps(person, match_id):
            raise IllegalMove("your match goes on: no bot and no table says anything about it until it is over")
        now, level = self._now(), parse_level(state.game, level)
        key, person_id, lapses_at = search_id(state, level), person.id if person else None, None
        if by_itself:
            lapses_at = now + _LAPSE
        search = Search(key, state.game.spec, position_text(state), person_id, 0, False, None, level, lapses_at)
        known = self.searches.load(key)
        if known and known.content is not None and not known.is_empty:  # without a turn to write, which others wait for
            return
        if not by_itself:
            self._add(search, origin, now)
        elif self._adding.acquire(blocking=False):  # else the page asks again, so that turns need not wait for many
            try:
                self._add(search, origin, now)
            finally:
                self._adding.release()

    def helps(self, person: Person | None, match_id: str) -> bool:
        """Return whether a bot or a table may tell about the study of a person's match; an empty id is that of none.

        While the match goes on they may where there are hints: where nobody else plays.
        """
        if not (match_id and person):
            return True
        view = self._service.view(person, match_id)
        return view.match.over or may_hint(view, person.id)

    def _add(self, search: Search, origin: str | None, now: float) -> None:
        """Store a search, unless it waits already; raise `QuotaExceeded`."""
        with self._database.begin() as connection:
            table, attempts = SearchTable(tx := Transaction(connection)), AttemptTable(tx)
            waiting = table.waiting(search.person, origin, now)
            found = table.load(search.id)
            if found and found.is_empty:
                table.remove(id=search.id)
                found = None
            if found and found.content is None and not found.is_made:
                table.wait(search)
            if found and not (found.is_made and found.content is None):
                return
            if search.lapses_at is not None:
                waiting.pop("person", None)  # it takes the place of the one that the page has asked before
            self._service.quotas.check_analyses(waiting)
            self._service.quotas.count_position(attempts, search.person, origin)
            table.ask(search, origin, now)
            table.forget(now - _KEPT)
        self.asked.set()

    def left(self, person: Person | None, origin: str | None) -> int | None:
        """Return about how many positions bots may still be asked within this hour; None if there is no limit."""
        return self._service.quotas.positions_left(person.id if person else None, origin)

    def said(
        self, person: Person | None, states: Sequence[State], *, is_set_up: bool, level: str = ""
    ) -> Search | None:
        """Return what a bot says of a position, once somebody has asked; None to who gets no help there."""
        found = self.searches.load(search_id(states[-1], parse_level(states[-1].game, level)))
        if found and found.lapsed(self._now()):
            return None
        if found and person:
            try:
                self._service.check_position(person.id, states[-1].game.name, states, is_set_up=is_set_up)
            except IllegalMove:
                return None
        return found


def search_id(state: State, level: str = "") -> str:
    """Return the id of the search of a position by a bot of a level, which is empty for the strongest."""
    words = [state.game.spec, position_text(state), *([level] if level else [])]
    return hashlib.sha256("\n".join(words).encode()).hexdigest()


def bots_of(game: Game) -> list[tuple[str, str]]:
    """Return the bots of a game that may be asked: the level, empty for the strongest, and its words, strongest first.

    >>> from ludarium.core.registry import load
    >>> bots_of(load("ludo"))
    [('', 'Dara (champion)'), ('hard', 'Cleo (hard)'), ('medium', 'Ben (medium)'), ('easy', 'Ada (easy)')]
    """
    known = [*bot_personas(game)]
    return [(parse_level(game, level), name_with_level(game.spec, level)) for level in reversed(known)]


def parse_level(game: Game, text: str) -> str:
    """Return a level of the bots of a game; empty for the strongest.

    Raises `ParseError`.
    """
    known = levels(game)
    if text and text not in known:
        raise ParseError(f"{shorten(text)} is not a level: expected one of {', '.join(known)}")
    return "" if text == adviser_spec(game) else text


def _shown(text: str) -> Shown:
    for known in SHOWN:
        if text == known:
            return known
    raise ParseError(f"{shorten(text)} does not say who sees a study: expected {', '.join(SHOWN)}")
