"""Tournaments in words, for pages and mails."""

from ludarium.club.begin.new_match import describe_game
from ludarium.club.tournaments.duplicates import HAS_ENDED
from ludarium.club.tournaments.pace import arena_ends_at, is_live
from ludarium.club.tournaments.published import published_of
from ludarium.club.tournaments.reading import KIND_WORDS, fewest_of
from ludarium.club.tournaments.table_games import seats_words
from ludarium.club.tournaments.views import NewsLine, StoredBoard, StoredTournament, TournamentEntry, TournamentView
from ludarium.core.text import counted, fraction, utc_time
from ludarium.search.personas import bot_name
from ludarium.server.offer_words import short_tempo
from ludarium.tournament.waves import DUPLICATE, HALF_BYE, UNKNOWN

STATES = {"open": "open to enter", "running": "in progress", "over": "over", "cancelled": "cancelled"}


def kind_words(tournament: StoredTournament) -> str:
    """Return the kind of a tournament in few words."""
    words = KIND_WORDS[tournament.kind]
    if tournament.kind == DUPLICATE:
        return f"{words}, {counted(tournament.games, 'game')}"
    return f"{words}, {counted(tournament.rounds, 'round')}" if tournament.kind == "swiss" else words


def facts(tournament: StoredTournament) -> str:
    """Return a tournament in few words."""
    if tournament.published:
        return f"{kind_words(tournament)}, played again as it was recorded"
    rated = "rated" if tournament.rated else "unrated"
    return f"{kind_words(tournament)}, {short_tempo(tournament.tempo)}, {rated}"


def describe(tournament: StoredTournament) -> list[str]:
    """Return the description of a tournament in three sentences."""
    if tournament.published:
        return [*published_of(tournament).about[:4]]
    if tournament.seats > 2:
        return _of_tables(tournament)
    if tournament.kind == DUPLICATE:
        return _of_duplicate(tournament)
    pace = "live" if is_live(tournament.tempo) else "by correspondence"
    every = "one match after another" if is_live(tournament.tempo) else "all matches at once"
    how = {
        "round-robin": f"Everybody plays everybody else, {every}",
        "swiss": f"In each of {counted(tournament.rounds, 'round')} you play somebody with about as many points",
        "knock-out": "In each round the winner of a match goes on, and the loser is out",
        "arena": (
            f"For {tournament.minutes} minutes you play as many matches as you like; who waits is paired at once, and "
            "you can come, pause and leave at any time"
        ),
        "double-knock-out": "Who loses one match plays on among those who have lost one; who loses two is out",
        "exhibition": f"{tournament.exhibitor_name} plays everybody who enters, all matches at once",
        "team-match": f"{' plays '.join(tournament.team_names)}: at each board two of about the same place meet",
    }[tournament.kind]
    twice = ", two matches against each opponent, one from each seat" if tournament.games > 1 else ""
    return [
        f"A tournament of {describe_game(tournament.game)} {pace}: {short_tempo(tournament.tempo)}.",
        f"{how}{twice}.",
        _who(tournament),
    ]


def _of_tables(tournament: StoredTournament) -> list[str]:
    """Return the description of a tournament of a game with more than two seats."""
    live = is_live(tournament.tempo)
    every = "one match after another" if live else "all matches at once"
    when = every if tournament.kind == "round-robin" else counted(tournament.rounds, "round")
    whom = "everybody about equally often" if tournament.kind == "round-robin" else "others with about as many points"
    by_place = "-".join(str(place) for place in range(tournament.seats - 1, -1, -1))
    return [
        (
            f"A tournament of {describe_game(tournament.game)} {'live' if live else 'by correspondence'}: "
            f"{short_tempo(tournament.tempo)}."
        ),
        (
            f"At tables of {seats_words(tournament.seats, tournament.fewest)}, you meet {whom}, {when}; "
            f"the places of a match count {by_place} points."
        ),
        _who(tournament),
    ]


def _of_duplicate(tournament: StoredTournament) -> list[str]:
    """Return the description of a tournament in which all play the same games."""
    opponent = f"against {bot_name(tournament.game, tournament.opponent)}, a bot" if tournament.opponent else "alone"
    many = tournament.games > 1
    what = f"{'the same ' + counted(tournament.games, 'game') if many else 'one game'} {opponent}"
    return [
        (
            f"A duplicate of {describe_game(tournament.game)} by correspondence: {short_tempo(tournament.tempo)}"
            f"{f', until {utc_time(tournament.ends_at)} at the latest' if tournament.ends_at is not None else ''}."
        ),
        (
            f"Everybody plays {what}, with the same dice; {'in each ' if many else ''}you get a point for each player "
            "who does worse."
        ),
        _who(tournament),
    ]


def _who(tournament: StoredTournament) -> str:
    if tournament.league_id is not None:
        return "It is a division in a season of a league, which is entered on the page of the league."
    who = "People and computers may enter" if tournament.computers else "People with an account may enter"
    return f"{who}, at most {tournament.most}; at least {fewest_of(tournament)} are needed."


def live_now(view: TournamentView) -> str:
    """Return what happens now in a live tournament, as a sentence; empty while it is adjourned."""
    left = sum(not board.how for board in view.boards)
    ends_at = arena_ends_at(view.tournament)
    if ends_at is not None and not view.lets_in:
        return f"The time is over: no match begins any more. {counted(left, 'match')} in progress."
    if ends_at is not None:
        waits = "You wait for an opponent. " if view.may_leave else ""
        return f"{waits}Until {utc_time(ends_at)[-9:]} matches begin; {counted(left, 'match')} in progress."
    if view.tournament.rests_until is not None:
        return ""
    if view.tournament.resumes_at is not None:
        return "The next round begins within a minute."
    return f"{counted(left, 'game')} of this round {'is' if left == 1 else 'are'} not over."


def bye_words(view: TournamentView) -> str:
    """Return what a bye on request counts, in words."""
    got = view.form.half * view.tournament.games
    return f"{points(got)} {'point' if got <= 1 else 'points'}"


def news_words(line: NewsLine) -> str:
    """Return a line of news as a sentence; what the organiser has written follows it.

    >>> news_words(NewsLine(0.0, "disqualified", "a", "Ann", "Two accounts", "b", "Bob"))
    'Ann disqualified Bob:'
    """
    said = {
        "announced": f"{line.name} announced:",
        "disqualified": f"{line.name} disqualified {line.about_name}:",
        "adjourned": f"{line.name} adjourned the tournament until {utc_time(line.until or line.at)} at the latest",
        "resumed": f"{line.name} went on with the tournament",
        "changed": f"{line.name} changed the tournament:",
        "corrected": f"{line.name} corrected a result:",
        "reinstated": f"{line.name} let {line.about_name} play again:",
        "substituted": f"{line.name} let {line.about_name} play on:",
        "bot-removed": f"{line.name} withdrew a bot of {line.about_name}:",
        "stopped": "The site ended the tournament:",
    }[line.kind]
    return said if said.endswith(":") else f"{said}{':' if line.text else '.'}"


def points(value: float | None) -> str:
    """Return points as a table shows them.

    >>> points(0.5), points(2.0), points(None), points(1 / 3)
    ('½', '2', '', '0.33')
    """
    return "" if value is None else fraction(value)


def result_words(board: StoredBoard) -> str:
    """Return how a game has ended, in few words."""
    if board.how in ("bye", HALF_BYE):
        return f"bye{', on request' if board.how == 'half-bye' else ''}: {points(board.first_points)}"
    if not board.how and board.judged_turns is not None:
        return "being judged"
    if not board.how:
        if board.match_id is None:
            return "about to begin"
        return HAS_ENDED if board.ending == HAS_ENDED else "in progress"
    if board.how == "annulled":
        return "annulled"
    if board.how == UNKNOWN:
        return "not recorded"
    if board.second is None:
        return _success(board)
    said = ":".join(points(got) for got in board.points)
    return said + {"forfeit": ", forfeit", "adjudicated": ", adjudicated", "corrected": ", corrected"}.get(
        board.how, ""
    )


def _success(board: StoredBoard) -> str:
    """Return how well a player has done in a game of a duplicate, in few words.

    >>> _success(StoredBoard(0, 0, 0, 0, 3, None, how="played", first_points=1.0, first_turns=14))
    'won in 14 turns'
    """
    if board.how == "forfeit":
        return "not played to the end"
    in_turns = f" in {counted(board.first_turns or 0, 'turn')}"
    got = board.first_points or 0.0
    return {0.0: "lost", 1.0: f"won{in_turns}"}.get(got, f"{points(got)} of a win{in_turns}")


def player_words(entry: TournamentEntry) -> str:
    """Return the words after the name of a player."""
    words = ["computer"] * entry.is_bot + ["has left"] * entry.is_absent
    return ", ".join(words)


def ended(view: TournamentView) -> int:
    """Return how many games of a tournament count for its table."""
    return sum(board.counts for wave in view.waves for board in wave)


def going_on(view: TournamentView) -> int:
    """Return how many games of a tournament are not decided."""
    return sum(not board.how for wave in view.waves for board in wave)
