"""Leagues and their rules in words, for pages and mails."""

from collections.abc import Collection, Sequence

from ludarium.core.errors import LudariumError
from ludarium.core.registry import load
from ludarium.core.text import counted, time_mark
from ludarium.match.clock import DAY, Clock
from ludarium.review.verdict import TURNS, WON
from ludarium.site.begin.new_match import describe_game
from ludarium.site.leagues.commands import MOST_PLAYERS
from ludarium.site.leagues.rows import StoredLeague
from ludarium.site.leagues.seasons import PATIENCE, PAUSE, SILENCE
from ludarium.site.leagues.views import LeagueView
from ludarium.site.offers.words import duration, short_tempo
from ludarium.site.tournaments.rows.values import StoredBoard
from ludarium.site.tournaments.running.deadlines import WARNING_DAYS
from ludarium.site.tournaments.words import ROUND_ROBIN_TIES, TABLES_TIES, points, result_words
from ludarium.tournament.kinds.round_robin import LEAVING
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
    """Return the description of a league in three sentences; of one that is over, how many seasons it had."""
    what = f"A league of {describe_game(league.game)} by correspondence: {short_tempo(league.tempo)}."
    if league.state == "over":
        had = counted(league.season, "season") if league.season else "no season"
        return [what, f"It had {had}."]
    return [
        what,
        _season(league),
        f"A season has at most {league.season_days} days; the next begins {PAUSE} days later. You stay until you go.",
    ]


def when(view: LeagueView) -> list[str]:
    """Return when the season ends and the next one begins, as sentences in which times are marked."""
    league = view.league
    if league.state == "over":
        return ["The league is over.", *([f"It ended on {time_mark(league.ended_at)}."] if league.ended_at else [])]
    if league.state == "open" and league.failing_since is not None:
        return [f"Season {league.season + 1} begins when its game is there again; the site looks once a day."]
    if league.state == "open":
        begins, ends = time_mark(league.begins_at), time_mark(league.begins_at + PATIENCE * DAY)
        entered = f"{league.entered} {'has' if league.entered == 1 else 'have'}"
        return [
            f"Season {league.season + 1} begins on {begins}, or later, as soon as {FEWEST} have entered; {entered}.",
            f"If fewer have entered by {ends}, the league ends.",
        ]
    ends_at = max((division.view.tournament.ends_at or 0.0 for division in view.divisions), default=0.0)
    latest = f", on {time_mark(ends_at)} at the latest" if ends_at and view.season == league.season else ""
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


def by_whose_turn(boards: Sequence[StoredBoard], waiting: Collection[str]) -> list[tuple[str, Sequence[StoredBoard]]]:
    """Return a player's matches below headings that say whose turn it is; those that are `waiting` are the player's.

    >>> over, waits = StoredBoard(0, 0, 0, 0, 0, 1, how="played"), StoredBoard(0, 1, 0, 1, 0, 2, "third")
    >>> [(said, [board.board for board in some]) for said, some in by_whose_turn([over, waits], ["third"])]
    [('Your turn', [1]), ('Over', [0])]
    """
    going_on = [board for board in boards if not board.how]
    mine = [board for board in going_on if board.match_id in waiting]
    others, over = [board for board in going_on if board not in mine], [board for board in boards if board.how]
    return [
        (said, some) for said, some in {"Your turn": mine, "Waiting for others": others, "Over": over}.items() if some
    ]


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


def rules(league: StoredLeague) -> list[tuple[str, str]]:
    """Return the terms to which a player of a league agrees, or agreed if it is over: a heading, and sentences."""
    found = [
        ("Turns", _turns(league)),
        ("Vacation", _vacation_rule(league)),
        ("Deadline", _deadline(league)),
        ("Leaving", _leaving(league)),
        ("Substitutes", _substitutes()),
        ("What counts", _what_counts(league)),
        ("Up and down", _up_and_down()),
        ("Next season", _next_season()),
        ("Ratings", _ratings(league)),
    ]
    return [rule for rule in found if rule[0] != "Next season" or league.state != "over"]


def _turns(league: StoredLeague) -> str:
    first = duration(Clock.parse(league.tempo).allowance(0.0, first=True))
    return (
        f"All matches of a season begin at once. Your clock in each: {short_tempo(league.tempo)}; your first turn has "
        f"{first}. When your time is over, the match is lost. The table shows how long each player takes for a turn."
    )


def _vacation_rule(league: StoredLeague) -> str:
    if not vacation_counts(league):
        return "Vacation does not stop your clocks in this league."
    rated = (
        " As these matches are rated, it must begin before it is your turn, and none starts by itself."
        if league.rated
        else " It starts by itself when your time is over, as long as you have some left."
    )
    return f"Vacation stops your clocks.{rated} It does not move the end of the season."


def _deadline(league: StoredLeague) -> str:
    unrated = " without a rating" if league.rated else ""
    if seats_of(league) > 2:
        return (
            f"A season ends after {league.season_days} days at the latest. What is not over then is a draw for the "
            f"table, as no program judges games of more than two seats; the match can be played to its end{unrated}. "
            f"{WARNING_DAYS} days before, those who still play get a notice."
        )
    return (
        f"A season ends after {league.season_days} days at the latest. What is not over then is judged for the table: "
        "a table of exact values counts as it is; else the strongest program decides if it gives one side more than "
        f"{WON:g} in each of the last {TURNS} positions; else it is a draw. The page of the division says how; the "
        f"match can be played to its end{unrated}. {WARNING_DAYS} days before, those who still play get a notice."
    )


def _leaving(league: StoredLeague) -> str:
    if seats_of(league) > 2:
        return (
            "If you leave the league, you play the season to its end and are in no later one. You can also leave your "
            "division at once, on its page: your matches go on without you if the game allows it, or end as lost by "
            "you; their points by place count."
        )
    return (
        "If you leave the league, you play the season to its end and are in no later one. You can also leave your "
        f"division at once, on its page: {LEAVING[0].lower()}{LEAVING[1:]}"
    )


def _substitutes() -> str:
    return (
        "Who has entered the next season and does not play in this one can offer to stand in. When somebody leaves a "
        "division, the first of them takes over the place and all matches that are not over, with fresh clocks; "
        "finished matches stand. The place counts for the next season, but not for the title. Without a substitute the "
        "rule above applies. In rated matches the result is charged to the player who has left."
    )


def _what_counts(league: StoredLeague) -> str:
    if (seats := seats_of(league)) == 2:
        return f"The best result of a match counts 1 point, the worst 0, and a draw ½. {ROUND_ROBIN_TIES}"
    by_place = "-".join(str(place) for place in range(seats - 1, -1, -1))
    return (
        f"The places of a match count {by_place} points; players with the same result share those of their places. At "
        "a smaller table the first place counts as much, and the last nothing. Who finds no place at a table has a "
        f"bye, which counts half of a first place. {TABLES_TIES}"
    )


def _up_and_down() -> str:
    return (
        f"The best {MOVING} of each division but the highest go up, the last {MOVING} of each but the lowest go down. "
        "Places that become free are taken by the next in the order of the tables; newcomers begin at the end, in the "
        f"order of their ratings. A division has {FEWEST} to {SIZE} players."
    )


def _next_season() -> str:
    return (
        f"You are in the next season by yourself: you get a notice, and have {PAUSE} days to leave. You are not if you "
        f"lost a match on time and were not here for {SILENCE} days. A season begins when at least {FEWEST} have "
        "entered."
    )


def _ratings(league: StoredLeague) -> str:
    rated = "Matches are rated." if league.rated else "Matches are not rated."
    return f"{rated} {who(league)}" if league.state != "over" else rated
