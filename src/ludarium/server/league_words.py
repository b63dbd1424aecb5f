"""Leagues in words, for pages and mails."""

from collections.abc import Callable, Sequence

from ludarium.club.begin.new_match import describe_game
from ludarium.club.leagues.commands import MOST_PLAYERS
from ludarium.club.leagues.seasons import PATIENCE, PAUSE
from ludarium.club.leagues.views import LeagueView, StoredLeague
from ludarium.club.tournaments.views import StoredBoard
from ludarium.core.errors import LudariumError
from ludarium.core.registry import load
from ludarium.core.text import counted, utc_time
from ludarium.match.clock import DAY, Clock
from ludarium.server.offer_words import duration, short_tempo
from ludarium.server.tie_words import ROUND_ROBIN_TIES, TABLES_TIES
from ludarium.server.tournament_words import points, result_words
from ludarium.tournament.seasons import FEWEST, MOVING, SIZE, Move

MOVES: dict[Move, str] = {"up": "↑ goes up", "down": "↓ goes down", "": ""}
"""Where a place of a division leads, in words."""
WHERE = "↑ and ↓ show where a place leads after the season, if everybody plays on."


def facts(league: StoredLeague) -> str:
    """Return a league in few words."""
    rated = "rated" if league.rated else "unrated"
    vacation = "" if vacation_counts(league) else ", without vacation"
    return f"{short_tempo(league.tempo)}{vacation}, {rated}"


def progress(league: StoredLeague) -> str:
    """Return how far a league is, in few words."""
    if league.state == "over":
        return f"over after {counted(league.season, 'season')}" if league.season else "over"
    if league.state == "running":
        return f"season {league.season} in progress, {league.entered} entered for the next"
    return f"season {league.season + 1} open to enter, {league.entered} entered"


def describe(league: StoredLeague) -> list[str]:
    """Return the description of a league in three sentences."""
    return [
        f"A league of {describe_game(league.game)} by correspondence: {short_tempo(league.tempo)}.",
        _season(league),
        f"A season has at most {league.season_days} days; the next begins {PAUSE} days later. You stay until you go.",
    ]


def when(view: LeagueView, say: Callable[[float], str] = utc_time) -> list[str]:
    """Return when the season ends and the next one begins, as sentences; `say` says a time in the reader's zone."""
    league = view.league
    if league.state == "over":
        return ["The league is over."]
    if league.state == "open" and league.failing_since is not None:
        return [f"Season {league.season + 1} begins when its game is there again; the site looks once a day."]
    if league.state == "open":
        begins, ends = say(league.begins_at), say(league.begins_at + PATIENCE * DAY)
        entered = f"{league.entered} {'has' if league.entered == 1 else 'have'}"
        return [
            f"Season {league.season + 1} begins on {begins}, or later, as soon as {FEWEST} have entered; {entered}.",
            f"If fewer have entered by {ends}, the league ends.",
        ]
    ends_at = max((division.view.tournament.ends_at or 0.0 for division in view.divisions), default=0.0)
    latest = f", on {say(ends_at)} at the latest" if ends_at and view.season == league.season else ""
    following = "No season follows." if league.is_last else f"The next begins {PAUSE} days after that."
    return [f"Season {league.season} is in progress. It ends when all its matches are over{latest}.", following]


def who(league: StoredLeague) -> str:
    """Return who may enter a league, as a sentence."""
    people = "People with an account, and bots," if league.computers else "People with an account"
    return f"{people} may enter, at most {MOST_PLAYERS}."


def average(seconds: float | None) -> str:
    """Return the average time of a turn in words.

    >>> average(None), average(7200.0)
    ('not known yet', '2 hours')
    """
    return "not known yet" if seconds is None else duration(seconds)


def own_result(board: StoredBoard, number: int) -> str:
    """Return the result of a match for the player with a seed number, or its state, in few words.

    >>> own_result(StoredBoard(0, 0, 0, 0, 0, 1, how="played", first_points=1.0, second_points=0.0), 1)
    'lost'
    """
    if not board.how or board.how == "annulled":
        return result_words(board)
    if len(board.seating) != 2:
        return counted_points(board.got(number) or 0.0) if len(board.seating) > 2 else result_words(board)
    got, other = board.first_points or 0.0, board.second_points or 0.0
    if number != board.first:
        got, other = other, got
    said = "drawn" if got == other else "won" if got > other else "lost"
    return {
        "forfeit": f"{said} by forfeit",
        "adjudicated": f"{said}, adjudicated",
        "corrected": f"{said}, corrected",
    }.get(board.how, said)


def counted_points(got: float) -> str:
    """Return the points of a match of several players, in words.

    >>> counted_points(1.5), counted_points(1.0)
    ('1½ points', '1 point')
    """
    return f"{points(got) or '0'} {'point' if got == 1 else 'points'}"


def going_on_first(boards: Sequence[StoredBoard]) -> list[StoredBoard]:
    """Return matches in their order, those in progress first."""
    return sorted(boards, key=lambda board: bool(board.how))


def vacation_counts(league: StoredLeague) -> bool:
    """Return whether vacation stops the clocks of a league."""
    return Clock.parse(league.tempo).vacation


def seats_of(league: StoredLeague) -> int:
    """Return how many seats the game of a league has; two for one that is not installed any more."""
    try:
        return load(league.game).seats
    except LudariumError:
        return 2


def order_words(league: StoredLeague) -> str:
    """Return how equal points are decided, as sentences."""
    return ROUND_ROBIN_TIES if seats_of(league) == 2 else TABLES_TIES


def _season(league: StoredLeague) -> str:
    if (seats := seats_of(league)) > 2:
        return (
            f"In a season you play at tables of {seats}, and meet everybody in your division about equally often, all "
            f"matches at the same time; then the best {MOVING} of each division go up and the last {MOVING} go down."
        )
    return (
        f"In a season you play everybody in your division once, at most {SIZE - 1} matches, all at the same time; then "
        f"the best {MOVING} of each division go up and the last {MOVING} go down."
    )
