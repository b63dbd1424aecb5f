"""A step of a tournament, and writing it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludarium.core.entries import Entry
from ludarium.core.registry import load
from ludarium.core.spec import name_in_spec
from ludarium.match.data import seat_name
from ludarium.match.progress import all_states
from ludarium.search.personas import offered_bots
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import Notice
from ludarium.site.ratings.ratings import NEW, display_rating
from ludarium.site.ratings.rows import tempo_of
from ludarium.site.repositories import Repositories
from ludarium.site.tournaments.duplicates import open_matches
from ludarium.site.tournaments.rows.tournaments import NewsLine
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament
from ludarium.site.tournaments.running.substitutes import Substitution
from ludarium.site.tournaments.site_bots import bot_id
from ludarium.tournament.verification import seed_order


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


def with_times(board: StoredBoard, view: MatchView, people: Sequence[str]) -> StoredBoard:
    """Return a game with the seconds that the turns of its players took in its match; `people` are their ids.

    Vacations do not count, nor do turns whose time is not known. A turn that comes with a tick takes as long as that.
    """
    seconds, turns = defaultdict[str | None, float](float), defaultdict[str | None, int](int)
    for entry, state in zip(view.match.turns, all_states(view.match), strict=False):
        for seat, took in _took(view, entry, state.actors).items():
            person = view.seats[seat].person
            seconds[person] += took
            turns[person] += 1
    return board.with_times([seconds[person] for person in people], [turns[person] for person in people])


def _took(view: MatchView, entry: Entry, actors: Sequence[int]) -> dict[int, float]:
    """Return the seconds that a turn took, by seat: of each seat that decides at the same time."""
    seats = [seat for seat in actors if seat >= 0]
    if len(seats) == 1:
        return {} if entry.took is None else {seats[0]: max(0.0, entry.took - entry.credit.vacation)}
    if view.live:
        return dict.fromkeys(seats, view.live.tick)
    timings = dict(entry.timings)
    named = {seat: timings[name] for seat in seats if (name := seat_name(view.match, seat)) in timings}
    return {seat: max(0.0, own.took - own.credit.vacation) for seat, own in named.items()}


def average_turn(boards: Iterable[StoredBoard], number: int) -> float | None:
    """Return the average seconds of a turn of the player with a seed number; None before a turn is known.

    >>> board = StoredBoard(0, 0, 0, 0, 0, 1, first_seconds=60.0, first_turns=2)
    >>> average_turn([board], 0), average_turn([board], 1)
    (30.0, None)
    """
    seconds, turns = 0.0, 0
    for board in boards:
        if number in board.seating:
            of_game = board.spent(number)
            seconds, turns = seconds + of_game[0], turns + of_game[1]
    return seconds / turns if turns else None


def numbered(store: Repositories, game: str, tempo: str, places: Mapping[int, str], seed: int) -> list[tuple[str, int]]:
    """Return players, given by their places of entry, in the order of their ratings, with the ratings.

    A bot of the site is rated as a new player is, and one point more for each level below its own. Lots that follow
    from the seed and the places decide among equals.
    """
    name, pace = name_in_spec(game), tempo_of(tempo)
    known = store.ratings.current([*places.values()])
    levels = {bot_id(level): rank for rank, level in enumerate(offered_bots(load(game)))}
    rated = [
        (display_rating(known.get((player, name, pace), NEW)).number + levels.get(player, 0), place)
        for place, player in places.items()
    ]
    return [(places[place], rating) for rating, place in seed_order(rated, seed)]
