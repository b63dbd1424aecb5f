"""What an organiser may do: begin, cancel or change a tournament, and correct results of its games."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ludarium.core.errors import ParseError
from ludarium.core.text import fraction, shorten, time_mark
from ludarium.site.act import Refusal
from ludarium.site.ground.values import Act
from ludarium.site.people.people import printable
from ludarium.site.people.rows.people import mention
from ludarium.site.tournaments.asked import Asked, TournamentCommand, require_open, write_news
from ludarium.site.tournaments.history import next_number
from ludarium.site.tournaments.notices import tournament_notice
from ludarium.site.tournaments.pace import first_due
from ludarium.site.tournaments.reading import LONGEST_NAME, fewest_of, read_beginning, read_number
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament
from ludarium.site.tournaments.sides import missing, read_team

RESULTS: Mapping[str, float] = {"1": 1.0, "0.5": 0.5, "0": 0.0}
"""What the player with the first turn gets by a corrected result."""
_DECIDED = ("played", "adjudicated", "corrected")


class BeginTournament(TournamentCommand, tag="begin"):
    """Begin one's own tournament before its time, with those who have entered."""

    done = "The tournament has begun."
    organiser = True
    in_published = True
    goes_on = True

    def carry_out(self, asked: Asked) -> None:
        """Begin a tournament before its time.

        Raises `Refusal`.
        """
        tournament = asked.tournament
        require_open(tournament)
        there = [entry for entry in asked.entries.values() if entry.closed_at is None]
        if lacking := missing(tournament, there):
            raise Refusal(lacking)
        asked.tx.tournaments.set(tournament.id, due_at=asked.now, begins_at=asked.now)


class CancelTournament(TournamentCommand, tag="cancel"):
    """Cancel one's own tournament before its start."""

    done = "The tournament is cancelled."
    organiser = True
    administrators = True
    in_published = True

    def carry_out(self, asked: Asked) -> None:
        """Cancel a tournament that has not begun, and notify all others who are in it.

        Raises `Refusal`.
        """
        tournament, person = asked.tournament, asked.person
        require_open(tournament)
        if tournament.organiser != person.id:
            asked.tx.acts.add(Act(asked.now, person.id, "cancel tournament", tournament.organiser, tournament.name))
        asked.tx.tournaments.set(tournament.id, due_at=None, state="cancelled", ended_at=asked.now)
        for person_id in {*asked.listening, tournament.organiser}:
            if person_id != person.id:
                text = f"{person.name} has cancelled {tournament.name}."
                asked.tx.notices.add(tournament_notice(tournament, person_id, text, asked.now))


class ChangeTournament(TournamentCommand, tag="change"):
    """Change one's own tournament before its start; an empty field leaves it as it is.

    `days` is after how many days from now it begins, `soon` after how many minutes, and `begins` a time in a `zone`.
    """

    done = "The tournament is changed."
    organiser = True
    name: str = ""
    days: str = ""
    most: str = ""
    begins: str = ""
    zone: str = ""
    soon: str = ""

    def carry_out(self, asked: Asked) -> None:
        """Change a tournament that has not begun, and notify those who have entered of another time.

        Raises `Refusal`, `ParseError`.
        """
        tx, tournament = asked.tx, asked.tournament
        require_open(tournament)
        values = self._values(tournament, len(asked.entries), asked.now)
        later = replace(tournament, **values)
        again: dict[str, Any] = {"reminded_at": None} if "begins_at" in values else {}  # Any: as above
        is_reminded = tournament.reminded_at is not None and not again
        due_at = later.begins_at if is_reminded else first_due(later.tempo, later.begins_at, asked.now)
        tx.tournaments.set(tournament.id, due_at=due_at, **values, **again)
        if values:
            write_news(asked, "changed", "; ".join(_said(field, value) for field, value in values.items()))
        if "begins_at" in values:
            ends = f", and it ends on {time_mark(later.ends_at)} at the latest" if later.ends_at is not None else ""
            text = f"{later.name} begins at another time: {time_mark(later.begins_at)}{ends}."
            for person_id in {*asked.listening} - {tournament.organiser}:
                tx.notices.add(tournament_notice(tournament, person_id, text, asked.now))

    def _values(self, tournament: StoredTournament, entered: int, now: float) -> dict[str, Any]:  # Any: columns
        """Return the values that change; raise `ParseError` if nothing does."""
        found = dict[str, Any]()
        if name := " ".join(printable(self.name).split())[:LONGEST_NAME]:
            found["name"] = name
        if begins_at := read_beginning(self, now):
            found["begins_at"] = begins_at
            if tournament.ends_at is not None:
                found["ends_at"] = tournament.ends_at + found["begins_at"] - tournament.begins_at
        if self.most.strip():
            least = max(fewest_of(tournament), entered)
            found["most"] = read_number(self.most, "most players", least, tournament.most, tournament.of_kind.most)
        if not found:
            raise ParseError("nothing was changed: expected a name, when it begins, or the most players")
        return {field: value for field, value in found.items() if value != getattr(tournament, field)}


def _said(field: str, value: Any) -> str:  # Any: as above
    """Return what was changed, in a few words."""
    if field in ("begins_at", "ends_at"):
        return f"it {'begins' if field == 'begins_at' else 'ends'} on {time_mark(value)}"
    return f"the name is {value}" if field == "name" else f"at most {value} players"


class AssignTeam(TournamentCommand, tag="assign"):
    """Let a player of one's own team match, given by id, play for a team, given by its name."""

    done = "The player is in this team."
    organiser = True
    player: str = ""
    team: str = ""

    def carry_out(self, asked: Asked) -> None:
        """Let a player of a team match, given by id, play for a team, and notify them.

        Raises `Refusal`, `ParseError`.
        """
        tournament = asked.tournament
        require_open(tournament)
        entry = asked.entries.get(self.player)
        if entry is None or not tournament.of_kind.has_teams:
            raise Refusal(f"{shorten(self.player)} has not entered for a team of this tournament")
        team = read_team(tournament, self.team)
        asked.tx.tournament_entries.set((tournament.id, entry.person), team=team)
        if entry.team != team and entry.person != asked.person.id and entry.gets_notices:
            text = f"{asked.person.name} has put you in the team {tournament.team_names[team]} of {tournament.name}."
            asked.tx.notices.add(tournament_notice(tournament, entry.person, text, asked.now))


def has_correctable(tournament: StoredTournament) -> bool:
    """Return whether results can be corrected at all: of two players, and not where others are paired at once."""
    return tournament.seats == 2 and tournament.of_kind.is_correctable and not tournament.published


def correctable(tournament: StoredTournament, boards: Sequence[StoredBoard]) -> tuple[StoredBoard, ...]:
    """Return the games with a result that may be corrected.

    In a knock-out these are those of the last round, since the others have decided who plays on. In a Swiss tournament
    the rounds that were paired stay as they are, by the results as they were. In a division results are corrected while
    it goes on, since the next season follows from its table. A game that was lost or annulled because somebody had left
    counts again with another result.
    """
    if not has_correctable(tournament):
        return ()
    states = ("running",) if tournament.league_id or tournament.of_kind.is_bracket else ("running", "over")
    if tournament.state not in states:
        return ()
    last = max((board.wave for board in boards), default=0)
    return tuple(
        board
        for board in boards
        if (board.how in _DECIDED or (board.how in ("forfeit", "annulled") and board.result != "*"))
        and board.match_id
        and (not tournament.of_kind.is_bracket or board.wave == last)
    )


def read_points(text: str) -> float:
    """Return what the player with the first turn gets.

    Raises `ParseError`.
    """
    points = RESULTS.get(text.strip())
    if points is None:
        raise ParseError(f"the points are {shorten(text)}: expected one of {', '.join(RESULTS)}")
    return points


class CorrectResult(TournamentCommand, tag="correct"):
    """Correct the result of a game of one's own tournament.

    `match` is the id of its match, and `points` what the player with the first turn gets: 1, 0.5 or 0.
    """

    done = "The result is corrected."
    organiser = True
    in_duplicates = False
    match: str = ""
    points: str = ""

    def carry_out(self, asked: Asked) -> None:
        """Correct the result of a game, log it, and notify both players; the match and the ratings stay as they are.

        Raises `Refusal`, `ParseError`.
        """
        tx, tournament, person, now = asked.tx, asked.tournament, asked.person, asked.now
        boards = tx.tournament_boards.of(tournament.id)
        allowed = correctable(tournament, boards)
        board = next((one for one in allowed if one.match_id == self.match), None)
        if board is None:
            raise Refusal("the result of this match cannot be corrected, or not any more")
        points = read_points(self.points)
        later = board.corrected((points, 1.0 - points), next_number(boards))
        tx.tournament_boards.change(tournament.id, [later])
        if tournament.state == "running":
            tx.tournaments.set(tournament.id, due_at=now)
        pair = [one for number in (board.first, board.second) for one in asked.entries.values() if one.number == number]
        before, after = (
            f"{fraction(one.first_points or 0.0)}:{fraction(one.second_points or 0.0)}" for one in (board, later)
        )
        names = " against ".join(entry.name for entry in pair)
        mentioned = " against ".join(entry.name if entry.bot else mention(entry.person) for entry in pair)
        write_news(asked, "corrected", f"{mentioned}: {after}, before {before}")
        detail = f"{tournament.name}: {mentioned}, {after}, before {before}"
        tx.acts.add(Act(now, person.id, "correct result", board.match_id or "", detail))
        for entry in pair:
            if entry.gets_notices:
                text = f"{person.name} has corrected a result in {tournament.name}: {names} ended {after}."
                tx.notices.add(tournament_notice(tournament, entry.person, text, now))
