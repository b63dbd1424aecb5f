"""A step of a tournament, and writing it."""

from dataclasses import dataclass, field
from typing import Any

from ludarium.club.match.transactions import Transactions
from ludarium.club.match.views import MatchView
from ludarium.club.tournaments.duplicates import open_matches
from ludarium.club.tournaments.running.substitutes import Substitution
from ludarium.store.notices.notices import Notice
from ludarium.store.tournaments.news import NewsLine
from ludarium.store.tournaments.rows import StoredBoard, StoredTournament


@dataclass
class TournamentStep:
    """A step of a tournament, written in one transaction.

    | field     | content                                                          |
    |-----------|------------------------------------------------------------------|
    | `values`  | the columns of the tournament that change                        |
    | `changed` | games that are decided, or get a match                           |
    | `added`   | the games and byes of a new wave                                 |
    | `removed` | people who have closed their accounts before the start           |
    | `left`    | people who have closed their accounts since                      |
    | `numbered`| people in the order of their seed numbers, with their ratings    |
    | `matches` | matches that begin                                               |
    | `replaced`| those who have left a division, and who plays on for them        |
    | `news`    | a line of the news, or None                                      |
    """

    values: dict[str, Any] = field(default_factory=dict)  # Any: columns
    changed: list[StoredBoard] = field(default_factory=list)
    added: list[StoredBoard] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    numbered: list[tuple[str, int]] = field(default_factory=list)
    matches: list[MatchView] = field(default_factory=list)
    replaced: list[Substitution] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    news: NewsLine | None = None


def write(matches: Transactions, tournament: StoredTournament, step: TournamentStep) -> bool:
    """Write a step, unless the tournament has changed since it was read; return whether it was written."""
    with matches.store.write() as tx:
        if not tx.tournaments.save(tournament.id, tournament.revision, **step.values):
            return False
        for former, substitute in step.replaced:
            assert tournament.league_id
            if tx.league_entries.offer_to_stand_in(tournament.league_id, substitute, stands_in=False):
                tx.tournament_entries.replace(tournament.id, former, substitute)
        tx.tournament_entries.leave(tournament.id, step.removed)
        tx.tournament_entries.set_left(tournament.id, step.left, matches.now())
        tx.tournament_entries.number(tournament.id, step.numbered)
        for view in step.matches:
            matches.insert(tx, view)
        tx.tournament_boards.change(tournament.id, step.changed)
        if step.added:
            tx.tournament_boards.add(*step.added, tournament_id=tournament.id)
        if tournament.of_kind.alone and (step.changed or "state" in step.values):
            boards = tx.tournament_boards.of(tournament.id)
            is_stopped = step.values.get("state") == "cancelled"
            ids = [board.match_id for board in boards if board.match_id] if is_stopped else open_matches(boards)
            for match_id in tx.matches.open_dice(ids):
                tx.dice_due.insert_once(match_id=match_id)
        if step.news:
            tx.tournament_news.write(tournament.id, step.news)
        for notice in step.notices:
            tx.notices.add(notice)
    return True
