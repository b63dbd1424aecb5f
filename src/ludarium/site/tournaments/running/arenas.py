"""The next step of an arena: results are taken, who waits is paired at once, and when its time is over it ends.

No game begins after that; those that go on then count, and the arena is over when the last of them has ended.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from ludarium.core.errors import LudariumError
from ludarium.site.match.transactions import Transactions
from ludarium.site.tournaments.history import forfeited, history_of, next_number
from ludarium.site.tournaments.notices import left_notices, tournament_notices
from ludarium.site.tournaments.pace import arena_ends_at
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament, TournamentEntry
from ludarium.site.tournaments.running.live import absentees, next_look
from ludarium.site.tournaments.running.new_matches import may_begin, with_matches
from ludarium.site.tournaments.running.rounds import Players, taken
from ludarium.site.tournaments.running.steps import TournamentStep
from ludarium.tournament.kinds.arena import pair_arena, standings_before


def go_on_arena(
    matches: Transactions,
    tournament: StoredTournament,
    entries: Sequence[TournamentEntry],
    boards: Sequence[StoredBoard],
) -> TournamentStep:
    """Take results, pair those who wait, and begin their matches."""
    now, ends_at = matches.now(), arena_ends_at(tournament)
    assert ends_at is not None
    players = {entry.number: entry for entry in entries if entry.number is not None}
    after = _decided(matches, tournament, players, boards)
    gone = absentees(tournament, players, boards, after, matches.look)
    step = TournamentStep(left=[one.person for one in entries if one.closed_at is not None and one.left_at is None])
    step.left += [players[number].person for number in gone]
    playing = {player for board in after if not board.how for player in board.seating}
    if now < ends_at:
        there = (number for number, entry in sorted(players.items()) if not entry.is_absent and number not in gone)
        waiting = _with_filler(players, after, [number for number in there if number not in playing])
        after = [*after, *_paired(tournament, after, waiting)]
    elif not playing:
        step.values = {"state": "over", "ended_at": now}
    after, step.matches = with_matches(matches, tournament, players, after)
    after, step.added = after[: len(boards)], after[len(boards) :]
    step.changed = [new for old, new in zip(boards, after, strict=True) if new != old]
    step.values["due_at"] = _due(tournament, step, [*after, *step.added], now, ends_at)
    if step.values.get("state") == "over":
        later, by_number = replace(tournament, **step.values), [players[number] for number in sorted(players)]
        step.notices = tournament_notices(later, by_number, after, [], now)
    step.notices += left_notices(replace(tournament, **step.values), [players[number] for number in gone], now)
    return step


def _decided(
    matches: Transactions, tournament: StoredTournament, players: Players, boards: Sequence[StoredBoard]
) -> list[StoredBoard]:
    """Return the games with their results; who has closed their account, or leaves before a first turn, has lost."""
    wave = next_number(boards)
    found = []
    for board in boards:
        later = board if board.how else taken(board, tournament, players, matches)
        if not later.how and (gone := _gone(matches, players, board)):
            later = forfeited(board, gone)
        found.append(later if later is board else later._replace(known=wave))
    return found


def _gone(matches: Transactions, players: Players, board: StoredBoard) -> frozenset[int]:
    """Return the players of a game who have lost it by leaving: the others need not wait for a first turn of theirs."""
    left = [number for number in board.seating if players[number].is_absent]
    made = dict[str | None, int]()
    if left and board.match_id:
        with suppress(LudariumError):  # nobody can play one that cannot be loaded
            view = matches.look(board.match_id)
            made = {seat.person: turns for seat, turns in zip(view.seats, view.match.made, strict=True)}
    return frozenset(
        number for number in left if players[number].closed_at is not None or not made.get(players[number].person)
    )


def _with_filler(players: Players, boards: Sequence[StoredBoard], waiting: Sequence[int]) -> list[int]:
    """Return those who wait for a game: people, and a bot that fills in where one of them would wait alone.

    It is the one that has played least, so bots never meet, and the same bot seldom comes twice running.
    """
    people = [number for number in waiting if not players[number].bot]
    games = Counter(number for board in boards for number in board.seating)
    fillers = sorted((games[number], number) for number in waiting if players[number].bot)
    return sorted([*people, fillers[0][1]]) if len(people) % 2 and fillers else people


def _paired(tournament: StoredTournament, boards: Sequence[StoredBoard], waiting: Sequence[int]) -> list[StoredBoard]:
    """Return the games of those who wait, and last who waits on."""
    if len(waiting) < 2:
        return []
    wave = next_number(boards)
    standings = standings_before(history_of(tournament, boards), wave, streaks=tournament.streaks)
    pairs, idle = pair_arena(waiting, standings, tournament.seed, wave)
    found = [StoredBoard(wave, at, wave, at, first, second) for at, (first, second) in enumerate(pairs)]
    if idle is not None:
        found.append(StoredBoard(wave, len(pairs), wave, len(pairs), idle, None, how="waits", first_points=0.0))
    return found


def _due(
    tournament: StoredTournament, step: TournamentStep, boards: Sequence[StoredBoard], now: float, ends_at: float
) -> float | None:
    if "state" in step.values:
        return None
    if step.left or any(may_begin(tournament, boards)):
        return now
    look = next_look(tournament, bool(step.matches), now)
    return min(look, ends_at) if now < ends_at else look
