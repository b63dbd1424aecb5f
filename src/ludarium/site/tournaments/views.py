"""Tournaments as people see them: players, table, rounds, and the person's commands."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ludarium.site.act import commands_of
from ludarium.site.ground.values import Person
from ludarium.site.tournaments.asked import TournamentCommand
from ludarium.site.tournaments.conducting import may_adjourn, may_conduct
from ludarium.site.tournaments.duplicates import closed_to
from ludarium.site.tournaments.entering import bye_refusal, bye_waits
from ludarium.site.tournaments.history import form_of, history_of
from ludarium.site.tournaments.organising import CancelTournament, correctable
from ludarium.site.tournaments.pace import arena_ends_at, is_live, lets_in, takes_back
from ludarium.site.tournaments.rows.tournaments import NewsLine, Waiting
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament, TournamentEntry
from ludarium.site.tournaments.sides import missing
from ludarium.site.tournaments.substituting import substitutable
from ludarium.tournament.table import RankedPlayer
from ludarium.tournament.waves import Format, Wave


class TableRow(NamedTuple):
    """A row of the table with its player."""

    entry: TournamentEntry
    row: RankedPlayer


class ListedTournaments(NamedTuple):
    """The tournaments to enter, in progress and over, and the ids of those in which the person is."""

    open: tuple[StoredTournament, ...]
    running: tuple[StoredTournament, ...]
    over: tuple[StoredTournament, ...]
    mine: frozenset[str]


class TournamentView(NamedTuple):
    """A tournament as a person sees it.

    | field       | content                                                                           |
    |-------------|-----------------------------------------------------------------------------------|
    | `players`   | who has entered: in the order of entry, and of their seed numbers once it has begun |
    | `table`     | the rows of the players who are there, best first; empty before it has begun       |
    | `rounds`    | the games and byes of each round, by its number from 0                             |
    | `mine`      | the entry of the person, or None                                                   |
    | `may_cancel` | whether the person may cancel it: the organiser, or an administrator              |
    | `news`      | what the organiser has announced and decided, the latest first                     |
    | `refusal`   | why the person may not enter; empty if they may                                    |
    | `disqualified` | the ids of those who were disqualified                                          |
    | `bots`      | the names of the bots of the site that the person may enter, by their specs       |
    | `removable_bots` | the entries of bots that the person may withdraw                              |
    | `waiting`   | who would play on for somebody, and who is asked to: all for the organiser, else the person |
    | `may_wait`  | whether the person may be on the waiting list                                      |
    | `now`       | when it is seen                                                                    |
    """

    tournament: StoredTournament
    players: tuple[TournamentEntry, ...]
    table: tuple[TableRow, ...]
    rounds: tuple[tuple[int, tuple[StoredBoard, ...]], ...]
    form: Format
    waves: tuple[Wave, ...]
    mine: TournamentEntry | None
    is_organiser: bool
    may_cancel: bool
    refusal: str
    news: tuple[NewsLine, ...] = ()
    disqualified: frozenset[str] = frozenset()
    waiting: tuple[Waiting, ...] = ()
    own_waiting: Waiting | None = None
    may_wait: bool = False
    now: float = 0.0
    bots: Mapping[str, str] = {}
    removable_bots: tuple[TournamentEntry, ...] = ()

    @property
    def may_leave(self) -> bool:
        """Whether the person is in it, and may leave."""
        going_on = self.tournament.state in ("open", "running")
        return going_on and self.mine is not None and self.mine.left_at is None

    @property
    def time_is_over(self) -> bool:
        """Whether it is an arena in which the last matches go on, and no more begin."""
        ends_at = arena_ends_at(self.tournament)
        return self.tournament.state == "running" and ends_at is not None and self.now >= ends_at

    @property
    def may_return(self) -> bool:
        """Whether the person has left, and may come back."""
        if self.mine is None or self.mine.left_at is None or self.mine.person in self.disqualified:
            return False
        return takes_back(self.tournament, self.now)

    @property
    def lets_in(self) -> bool:
        """Whether people can enter it although it goes on, and come back to it."""
        return lets_in(self.tournament, self.now)

    @property
    def may_rest(self) -> bool:
        """Whether the person may ask for a bye in the next round."""
        return not bye_refusal(self.tournament, self.mine, len(self.waves))

    @property
    def rests_next(self) -> bool:
        """Whether the person has asked for a bye in the next round."""
        return bye_waits(self.tournament, self.mine, len(self.waves))

    @property
    def may_begin(self) -> bool:
        """Whether the person may begin it now."""
        return self.is_organiser and self.tournament.state == "open" and not missing(self.tournament, self.players)

    @property
    def may_change(self) -> bool:
        """Whether the person may change it, which has not begun."""
        is_whole = self.tournament.league_id is None and not self.tournament.published
        return self.is_organiser and self.tournament.state == "open" and is_whole

    @property
    def boards(self) -> tuple[StoredBoard, ...]:
        """All games and byes."""
        return tuple(board for _, boards in self.rounds for board in boards)

    @property
    def may_organise(self) -> bool:
        """Whether the person may change, conduct or correct it now."""
        words = ("change", "correct", "announce", "adjourn", "resume", "disqualify", "reinstate", "substitute")
        return not {*words}.isdisjoint(self.do)

    @property
    def removable(self) -> tuple[TournamentEntry, ...]:
        """The players whom the person may disqualify."""
        if not (self.is_organiser and may_conduct(self.tournament)):
            return ()
        return tuple(entry for entry in self.players if not (entry.is_absent or entry.bot))

    @property
    def reinstatable(self) -> tuple[tuple[str, str], ...]:
        """The ids and names of those whose disqualification the person may undo."""
        if not (self.is_organiser and may_conduct(self.tournament)):
            return ()
        named = {line.about: line.about_name for line in self.news if line.about in self.disqualified}
        return tuple((person, name) for person, name in named.items() if person)

    @property
    def substitutable(self) -> tuple[TournamentEntry, ...]:
        """The players for whom the person may let somebody play on."""
        if not self.is_organiser:
            return ()
        return tuple(entry for entry in self.players if substitutable(self.tournament, entry, self.boards))

    @property
    def asked_for(self) -> TournamentEntry | None:
        """The player for whom the organiser asks the person to play on, or None."""
        asked = self.own_waiting.asked if self.own_waiting else None
        entry = next((entry for entry in self.players if entry.person == asked), None)
        return entry if entry and substitutable(self.tournament, entry, self.boards) else None

    @property
    def correctable(self) -> tuple[StoredBoard, ...]:
        """The games whose results the person may correct."""
        return correctable(self.tournament, self.boards) if self.is_organiser else ()

    @property
    def may_assign(self) -> bool:
        """Whether the person may choose the teams of the players."""
        return self.is_organiser and self.tournament.state == "open" and self.tournament.of_kind.has_teams

    @property
    def team_points(self) -> tuple[float, ...]:
        """The points of the two teams; none outside team matches."""
        teams = range(len(self.tournament.team_names))
        return tuple(sum(line.row.points for line in self.table if line.entry.team == team) for team in teams)

    @property
    def own_boards(self) -> tuple[StoredBoard, ...]:
        """The games and byes of the person."""
        if self.mine is None or self.mine.number is None:
            return ()
        return tuple(board for board in self.boards if self.mine.number in board.seating and board.how != "waits")

    @property
    def has_untaken_result(self) -> bool:
        """Whether a match of the person is over, and nobody has taken its result yet."""
        goes_on = self.tournament.state == "running" and self.tournament.failing_since is None
        return goes_on and any(
            not board.how and board.result != "*" and board.judged_turns is None for board in self.own_boards
        )

    @property
    def live_board(self) -> StoredBoard | None:
        """The game that the person plays now in a live tournament, or None."""
        playing = (board for board in self.own_boards if board.match_id and board.result == "*")
        return next(playing, None) if is_live(self.tournament.tempo) else None

    @property
    def do(self) -> list[str]:
        """The words of the commands that the person may give now."""
        may = {
            "enter": not self.refusal, "leave": self.may_leave, "return": self.may_return, "bye": self.may_rest,
            "play": self.rests_next, "begin": self.may_begin,
            "cancel": self.may_cancel, "change": self.may_change, "correct": bool(self.correctable),
            "announce": self.is_organiser and may_conduct(self.tournament), "disqualify": bool(self.removable),
            "adjourn": self.is_organiser and may_adjourn(self.tournament),
            "resume": self.is_organiser and self.tournament.rests_until is not None,
            "assign": self.may_assign, "enter-bot": bool(self.bots), "remove-bot": bool(self.removable_bots),
            "reinstate": bool(self.reinstatable), "substitute": bool(self.substitutable),
            "accept-place": self.asked_for is not None, "decline-place": self.asked_for is not None,
            "wait": self.may_wait, "no-wait": self.own_waiting is not None and self.own_waiting.asked is None,
        }  # fmt: skip
        kinds = commands_of(TournamentCommand)
        return [word for word, allowed in may.items() if allowed and not kinds[word].never_in(self.tournament)]


def _round_of(tournament: StoredTournament, board: StoredBoard) -> int:
    """Return the round of a game; in a double elimination, whose parts count their own, what began at once is one.

    In a duplicate, which has one round, it is the number of the game that all play.
    """
    if tournament.of_kind.alone:
        return board.encounter
    return board.wave if board.section else board.round


def view_of(
    tournament: StoredTournament,
    entries: Sequence[TournamentEntry],
    boards: Sequence[StoredBoard],
    person: Person | None,
    refusal: str,
) -> TournamentView:
    """Return a tournament as a person sees it."""
    numbered = sorted((entry for entry in entries if entry.number is not None), key=lambda entry: entry.number or 0)
    mine = next((entry for entry in entries if person and entry.person == person.id), None)
    boards = closed_to(tournament, boards, mine.number if mine else None)
    form, waves = form_of(tournament, numbered), tuple(history_of(tournament, boards))
    rows = (
        tuple(TableRow(numbered[row.player], row) for row in tournament.of_kind.table(form, waves)) if numbered else ()
    )
    organises = person is not None and person.id == tournament.organiser
    by_round = defaultdict[int, list[StoredBoard]](list)
    for board in boards:
        by_round[_round_of(tournament, board)].append(board)
    rounds = tuple((number, tuple(by_round[number])) for number in sorted(by_round))
    players = tuple(numbered or entries)
    may_cancel = tournament.state == "open" and person is not None and CancelTournament.is_for(person, tournament)
    return TournamentView(tournament, players, rows, rounds, form, waves, mine, organises, may_cancel, refusal)
