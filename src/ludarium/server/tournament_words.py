"""Tournaments in words, for pages and mails."""

from ludarium.club.begin.new_match import describe_game
from ludarium.club.tournaments.pace import arena_ends_at, is_live
from ludarium.club.tournaments.reading import KIND_WORDS, fewest_of
from ludarium.club.tournaments.table_games import seats_words
from ludarium.club.tournaments.views import NewsLine, StoredBoard, StoredTournament, TournamentEntry, TournamentView
from ludarium.core.text import counted, fraction, utc_time
from ludarium.server.offer_words import short_tempo
from ludarium.tournament.waves import ARENA, BRACKETS

ROUND_ROBIN_LEAVING = (
    "When somebody leaves who has finished more than half of their matches, the others are lost; otherwise all of "
    "their matches are annulled for the table."
)
ARENA_RULES = [
    "A victory counts 2 points, a draw 1. Equal points are ordered by matches won, then by seed number.",
    "You meet somebody near in points, and nobody twice running while somebody else waits.",
    "Who had the first turn less often has it. Of an odd number, who has played most matches waits a moment.",
    "When the time is over, no match begins any more. Matches that go on then count; the last of them ends the arena.",
    "The clocks run from the beginning of a match; whose first turn has not come after 15 minutes loses.",
    "Who loses on time without a turn is paused until they press that they play on.",
    "Who comes later begins without points, and with the next seed number.",
]
LIVE_RULES = [
    "Nobody plays two matches at once. A round begins a minute after the last match of the one before has ended.",
    "The clocks run from the beginning of a match. Whose first turn has not come after 15 minutes loses.",
    "Who loses on time without a turn has left.",
]
STATES = {"open": "open to enter", "running": "in progress", "over": "over", "cancelled": "cancelled"}


def kind_words(tournament: StoredTournament) -> str:
    """Return the kind of a tournament in few words."""
    words = KIND_WORDS[tournament.kind]
    return f"{words}, {counted(tournament.rounds, 'round')}" if tournament.kind == "swiss" else words


def facts(tournament: StoredTournament) -> str:
    """Return a tournament in few words."""
    rated = "rated" if tournament.rated else "unrated"
    return f"{kind_words(tournament)}, {short_tempo(tournament.tempo)}, {rated}"


def describe(tournament: StoredTournament) -> list[str]:
    """Return the description of a tournament in three sentences."""
    if tournament.seats > 2:
        return _of_tables(tournament)
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
    when = "all matches at once" if tournament.kind == "round-robin" else counted(tournament.rounds, "round")
    whom = "everybody about equally often" if tournament.kind == "round-robin" else "others with about as many points"
    by_place = "-".join(str(place) for place in range(tournament.seats - 1, -1, -1))
    return [
        f"A tournament of {describe_game(tournament.game)} by correspondence: {short_tempo(tournament.tempo)}.",
        (
            f"At tables of {seats_words(tournament.seats, tournament.fewest)}, you meet {whom}, {when}; "
            f"the places of a match count {by_place} points."
        ),
        _who(tournament),
    ]


def _who(tournament: StoredTournament) -> str:
    if tournament.league_id is not None:
        return "It is a division in a season of a league, which is entered on the page of the league."
    who = "People and computers may enter" if tournament.computers else "People with an account may enter"
    return f"{who}, at most {tournament.most}; at least {fewest_of(tournament)} are needed."


def rules(tournament: StoredTournament) -> list[str]:
    """Return the rules of a tournament, as sentences."""
    found = ["Seed numbers follow from the ratings at the start; lots from the published seed decide among equals."]
    if tournament.seats > 2:
        return [*found, *_rules_of_tables(tournament), *_for_all(tournament)]
    if tournament.kind == ARENA:
        streaks = "From the third victory in a row on, points are doubled, until a match is not won."
        no_streaks = "Victories in a row count no more than others."
        return [*found, *ARENA_RULES, streaks if tournament.streaks else no_streaks, *_for_all(tournament)]
    if tournament.kind == "swiss":
        found += [
            "Nobody meets the same opponent twice while that can be avoided.",
            "With an odd number of players, the last of those who had the fewest byes has one, which counts as a win.",
            "The one before has it, if two players would meet again otherwise.",
            "A player who leaves loses the match that goes on, and is not paired any more.",
            "A player may ask for a bye before a round, once and not for the last round: it counts half a point.",
            "A player who has left may come back for later rounds; the rounds that were missed count nothing.",
        ]
    elif tournament.kind in BRACKETS:
        if tournament.kind == "double-knock-out":
            found.append("In the final the player without a defeat needs one victory, and the other two.")
        found += [
            "A drawn encounter is played again, with one match from each seat.",
            "If it is drawn once more, the better seed goes on.",
            "A player who leaves loses the match that goes on.",
        ]
    elif tournament.kind in ("exhibition", "team-match"):
        found = _rules_of_sides(tournament)
    else:
        found.append(ROUND_ROBIN_LEAVING)
    if is_live(tournament.tempo):
        found += LIVE_RULES
    if tournament.kind == "exhibition" and tournament.games == 1:
        begins = {"exhibitor": f"{tournament.exhibitor_name} has it in all matches"}
        return [
            *found,
            f"The first turn: {begins.get(tournament.first_turn, 'each side has it in every other match')}.",
            *_for_all(tournament),
        ]
    seats = "one from each seat" if tournament.games > 1 else "so that everybody has the first turn about equally often"
    return [*found, f"The first turn: {seats}.", *_for_all(tournament)]


def _rules_of_sides(tournament: StoredTournament) -> list[str]:
    leaving = "A player who leaves loses the matches that go on."
    lots = "lots from the published seed decide among equals."
    if tournament.kind == "exhibition":
        return [
            f"It begins if {tournament.exhibitor_name} has accepted. The others are numbered by their ratings; {lots}",
            leaving,
        ]
    return [
        "Who enters chooses a team, until it begins; the organiser may change it. The first of a team is its captain.",
        (
            f"Boards follow from the ratings at the start; {lots} Who has no opponent at a board is a reserve, and "
            "plays if somebody leaves before the start."
        ),
        "The points of a team are those of its players.",
        leaving,
    ]


def _rules_of_tables(tournament: StoredTournament) -> list[str]:
    small = "A table that cannot be filled plays with fewer" if tournament.fewest < tournament.seats else ""
    none = "Who finds no place in a round has a bye, which counts half of the points of a first place"
    swiss = [
        "Nobody meets the same opponent twice where this can be found, then those with equal points meet.",
        "A player who leaves is not paired any more, and may come back for later rounds.",
        "A player may ask for a bye before a round, once and not for the last round: half the points of a first place.",
    ]
    return [
        f"{small or none}.",
        (
            "Players with the same result share the points of their places. At a smaller table the first place counts "
            "as much, and the last nothing."
        ),
        *(swiss if tournament.kind == "swiss" else []),
        "When somebody leaves, the match goes on without them if the game allows it, or ends as after a resignation.",
        "The seats of a table: each player has one of those that they had less often.",
    ]


def _for_all(tournament: StoredTournament) -> list[str]:
    return [
        (
            "The organiser may disqualify a player, who then counts as one who has left, and adjourn the tournament "
            "for at most 30 days: no round begins, and clocks wait as for a vacation. This page says why."
        ),
        "The first result of a match counts. Matches are rated as all others are." if tournament.rated
        else "The first result of a match counts. No ratings change.",
        "The organiser may correct a result from which no later round was paired; the page then says so.",
        "People of whom one has blocked the other may be paired, since a block must not change the pairings of others.",
    ]  # fmt: skip


def live_now(view: TournamentView) -> str:
    """Return what happens now in a live tournament, as a sentence."""
    ends_at = arena_ends_at(view.tournament)
    if ends_at is not None:
        left = sum(not board.how for board in view.boards)
        waits = "You wait for an opponent. " if view.may_leave else ""
        return f"{waits}Until {utc_time(ends_at)[-9:]} matches begin; {counted(left, 'match')} in progress."
    if view.tournament.resumes_at is not None:
        return "The next round begins within a minute."
    left = sum(not board.how for board in view.boards)
    return f"{counted(left, 'game')} of this round {'is' if left == 1 else 'are'} not over."


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
    if board.second is None:
        return f"bye{', on request' if board.how == 'half-bye' else ''}: {points(board.first_points)}"
    if not board.how and board.judged_turns is not None:
        return "being judged"
    if not board.how:
        return "in progress" if board.match_id else "about to begin"
    if board.how == "annulled":
        return "annulled"
    said = ":".join(points(got) for got in board.points)
    return said + {"forfeit": ", forfeit", "adjudicated": ", adjudicated", "corrected": ", corrected"}.get(
        board.how, ""
    )


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
