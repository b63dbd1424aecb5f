"""What the next step of a tournament is: it begins, or takes results and pairs the next games."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from ludarium.core.errors import LudariumError
from ludarium.site.match.transactions import Transactions
from ludarium.site.ratings.ratings import NEW, display_rating
from ludarium.site.tournaments.duplicates import ended_games, opened_notices, result_alone
from ludarium.site.tournaments.history import boards_of, form_of, history_of, next_number, with_result
from ludarium.site.tournaments.notices import left_notices, reminders, tournament_notices
from ludarium.site.tournaments.pace import is_live
from ludarium.site.tournaments.published import without_unknown
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament, TournamentEntry
from ludarium.site.tournaments.running.deadlines import adjudicated, next_time, time_is_up, warning_notices, warns
from ludarium.site.tournaments.running.live import absentees, next_look, pause, unattended
from ludarium.site.tournaments.running.new_matches import check_games, may_begin, with_matches
from ludarium.site.tournaments.running.resigning import without
from ludarium.site.tournaments.running.steps import TournamentStep, numbered, with_times
from ludarium.site.tournaments.running.substitutes import substitute_notices, substitutions
from ludarium.site.tournaments.sides import exhibitor_first, missing

NEW_RATING = display_rating(NEW).number
LATE = 900.0
"""Seconds after which an arena of the site does not begin any more, as who has entered may have gone."""
Players = Mapping[int, TournamentEntry]


def begin(matches: Transactions, tournament: StoredTournament, entries: Sequence[TournamentEntry]) -> TournamentStep:
    """Begin a tournament whose time has come, or cancel it if too few have entered; before that, remind its players."""
    now, there = matches.now(), [entry for entry in entries if entry.closed_at is None]
    if now < tournament.begins_at:
        notices = reminders(tournament, there, now) if tournament.reminded_at is None else []
        return TournamentStep({"reminded_at": now, "due_at": tournament.begins_at}, notices=notices)
    step = TournamentStep(removed=[entry.person for entry in entries if entry.closed_at is not None])
    if missing(tournament, there) or (tournament.by_site and now > tournament.begins_at + LATE):
        step.values = {"state": "cancelled", "ended_at": now, "due_at": None}
    else:
        check_games(tournament)
        places = {entry.place: entry.person for entry in there}
        order = (
            [(places[place], NEW_RATING) for place in sorted(places)]
            if tournament.published
            else numbered(matches.store, tournament.game, tournament.tempo, places, tournament.seed)
        )
        step.numbered = exhibitor_first(order, tournament.exhibitor)
        rounds = min(tournament.rounds, len(there) - 1 + len(there) % 2)  # more would be second meetings
        step.values = {"state": "running", "begun_at": now, "due_at": now, "rounds": rounds}
    step.notices = tournament_notices(replace(tournament, **step.values), there, [], [], now)
    return step


def go_on(
    matches: Transactions,
    tournament: StoredTournament,
    entries: Sequence[TournamentEntry],
    boards: Sequence[StoredBoard],
) -> TournamentStep:
    """Take results, forfeit the games of players who have left, pair the next wave, and begin matches."""
    now = matches.now()
    players = {entry.number: entry for entry in entries if entry.number is not None}
    if not time_is_up(tournament, now) and (replaced := substitutions(matches.store, tournament, players, boards, now)):
        notices = substitute_notices(tournament, players, boards, replaced, now)
        return TournamentStep({"due_at": now}, replaced=replaced, notices=notices)
    after = _decided(matches, tournament, players, boards)
    gone = absentees(tournament, players, boards, after, matches.look)
    step = TournamentStep(left=[one.person for one in entries if one.closed_at is not None and one.left_at is None])
    step.left += [players[number].person for number in gone]
    if all(board.how for board in after):
        following = _next_games(tournament, players, after)
        if not following:
            step.values = {"state": "over", "ended_at": now}
        elif tournament.rests_until is None:
            step.values = pause(tournament, after, now)
            if step.values.get("resumes_at") is None:
                after = _without_absent(tournament, players, [*after, *following])
    after, step.matches = with_matches(matches, tournament, players, after)
    after, step.added = after[: len(boards)], after[len(boards) :]
    step.changed = [new for old, new in zip(boards, after, strict=True) if new != old]
    if tournament.of_kind.alone and (games := ended_games(after) - ended_games(boards)):
        step.notices = opened_notices(tournament, players.values(), games, now)
    _finish(step, tournament, [players[number] for number in sorted(players)], after, now)
    step.notices += left_notices(replace(tournament, **step.values), [players[number] for number in gone], now)
    return step


def _finish(
    step: TournamentStep,
    tournament: StoredTournament,
    players: Sequence[TournamentEntry],
    after: Sequence[StoredBoard],
    now: float,
) -> None:
    """Add to a step when the next one is due, and the notices."""
    at_once = any(may_begin(tournament, [*after, *step.added]))
    at_once = at_once or bool(step.added and all(board.how for board in step.added)) or bool(step.left)
    if is_near := not step.values and warns(tournament, now):
        step.values["warned_at"] = now
    later = replace(tournament, **step.values)
    step.values["due_at"] = (
        now if at_once else _next_due(later, bool(step.matches), any(not board.how for board in after), now)
    )
    step.notices += tournament_notices(later, players, after, step.added, now)
    if is_near:
        step.notices += warning_notices(tournament, players, after, now)


def _next_due(later: StoredTournament, begins: bool, plays: bool, now: float) -> float | None:
    if later.state != "running":
        return None
    if later.rests_until is not None and not plays:
        return later.rests_until
    return next_look(later, begins, now) if is_live(later.tempo) else next_time(later, now)


def _decided(
    matches: Transactions, tournament: StoredTournament, players: Players, boards: Sequence[StoredBoard]
) -> list[StoredBoard]:
    """Return the games with what is known now: results of matches, forfeits, and after a season adjudications."""
    found = [taken(board, tournament, players, matches) for board in boards]
    found = _without_absent(tournament, players, found)
    if time_is_up(tournament, matches.now()):
        found = [adjudicated(tournament, board, matches.look, matches.now()) for board in found]
    return found


def _absent(players: Players) -> list[int]:
    return sorted(number for number, entry in players.items() if entry.is_absent)


def _without_absent(tournament: StoredTournament, players: Players, boards: Sequence[StoredBoard]) -> list[StoredBoard]:
    games = (len(players) - 1) * tournament.games if is_live(tournament.tempo) else None
    return without(boards, _absent(players), tournament.seats, games, annuls=tournament.of_kind.annuls)


def _next_games(tournament: StoredTournament, players: Players, boards: Sequence[StoredBoard]) -> list[StoredBoard]:
    """Return the games and byes of the next wave, where all before are decided; none if the tournament is over."""
    wave, absent = next_number(boards), _absent(players)
    resting = {number for number, entry in players.items() if entry.bye_round == wave and number not in absent}
    form = form_of(tournament, [players[number] for number in sorted(players)])
    paired = tournament.of_kind.next_wave(form, history_of(tournament, boards), frozenset(absent), resting)
    return without_unknown(tournament, boards_of(form, wave, paired, resting))


def taken(board: StoredBoard, tournament: StoredTournament, players: Players, matches: Transactions) -> StoredBoard:
    """Return a game with the result of its match, and how long its players have thought, if it is over."""
    waits = board.result == "*" or board.judged_turns is not None
    if board.how or not board.match_id or waits:
        return board
    if tournament.of_kind.alone:
        decided, view = with_result(board, tournament), matches.look(board.match_id)
        return result_alone(with_times(decided, view, [players[board.first].person]), view, decided.points[0])
    with suppress(LudariumError):  # a match that cannot be loaded has a result nevertheless
        view = matches.look(board.match_id)
        board = with_times(board, view, [players[number].person for number in board.seating])
    return unattended(matches, tournament, players, with_result(board, tournament))
