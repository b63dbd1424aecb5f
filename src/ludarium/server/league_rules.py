"""The rules of leagues in words, for pages."""

from ludarium.club.leagues.seasons import PAUSE, SILENCE
from ludarium.club.leagues.views import StoredLeague
from ludarium.club.tournaments.running.deadlines import WARNING_DAYS
from ludarium.match.clock import Clock
from ludarium.review.verdict import TURNS, WON
from ludarium.server.league_words import seats_of, vacation_counts, who
from ludarium.server.offer_words import duration, short_tempo
from ludarium.server.tie_words import ROUND_ROBIN_TIES, TABLES_TIES
from ludarium.tournament.kinds.round_robin import LEAVING
from ludarium.tournament.seasons import FEWEST, MOVING, SIZE


def rules(league: StoredLeague) -> list[tuple[str, str]]:
    """Return the terms to which a player of a league agrees: a heading, and sentences."""
    return [
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
            "division at once, on its page: your matches go on without you if the game allows it, or end as after a "
            "resignation; their points by place count."
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
    return f"{rated} {who(league)}"
