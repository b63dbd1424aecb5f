"""Tournaments and their rules in words, for pages and mails."""

from collections.abc import Callable
from dataclasses import replace

from ludarium.club.begin.new_match import describe_game
from ludarium.club.tournaments.conducting import may_adjourn, may_conduct
from ludarium.club.tournaments.duplicates import HAS_ENDED
from ludarium.club.tournaments.history import form_of
from ludarium.club.tournaments.organising import has_correctable
from ludarium.club.tournaments.pace import arena_ends_at, is_live
from ludarium.club.tournaments.published import published_of
from ludarium.club.tournaments.reading import fewest_of
from ludarium.club.tournaments.site_bots import takes_bots
from ludarium.club.tournaments.table_games import seats_words
from ludarium.club.tournaments.views import NewsLine, StoredBoard, StoredTournament, TournamentEntry, TournamentView
from ludarium.club.tournaments.waiting_list import DAYS_TO_ANSWER, has_waiting_list
from ludarium.core.text import counted, fraction, utc_time
from ludarium.search.personas import bot_name
from ludarium.server.offer_words import short_tempo
from ludarium.tournament.kinds.kind import SEEDS, Details
from ludarium.tournament.waves import HALF_BYE, UNKNOWN

STATES = {"open": "open to enter", "running": "in progress", "over": "over", "cancelled": "cancelled"}


def kind_words(tournament: StoredTournament) -> str:
    """Return the kind of a tournament in few words."""
    kind, rounds, games = tournament.of_kind, counted(tournament.rounds, "round"), counted(tournament.games, "game")
    return kind.words + kind.counts.format(rounds=rounds, games=games)


def details(tournament: StoredTournament) -> Details:
    """Return a tournament as the words of its kind tell of it."""
    opponent = tournament.opponent
    return Details(
        form_of(tournament, []),
        describe_game(tournament.game),
        short_tempo(tournament.tempo),
        is_live(tournament.tempo),
        counted(tournament.rounds, "round"),
        seats_words(tournament.seats, tournament.fewest),
        tournament.minutes,
        tournament.exhibitor_name,
        " plays ".join(tournament.team_names),
        bot_name(tournament.game, opponent) if opponent else "",
        tournament.ends_at is not None,
    )


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
    return [*tournament.of_kind.describe(details(tournament)), _who(tournament)]


def _who(tournament: StoredTournament) -> str:
    if tournament.league_id is not None:
        return "It is a division in a season of a league, which is entered on the page of the league."
    who = "People and bots may enter" if tournament.computers else "People with an account may enter"
    if tournament.by_site:
        return (
            "Everybody with an account may enter. Bots of this site fill in: one of them plays with who would wait "
            "alone, unrated, and wins no arena. If no person enters, it is not played."
        )
    return f"{who}, at most {tournament.most}; at least {fewest_of(tournament)} are needed."


def rules(tournament: StoredTournament) -> list[str]:
    """Return the rules of a tournament, as sentences."""
    return [rule for _, some in rule_groups(tournament) for rule in some]


def rule_groups(tournament: StoredTournament) -> list[tuple[str, list[str]]]:
    """Return the rules of a tournament in the order in which a player needs them, as sentences below headings."""
    if tournament.published:
        return [("", [*published_of(tournament).about, "Each match is a recorded game. No ratings change."])]
    of_kind = tournament.of_kind.rules(details(tournament))
    seeds = [rule for rule in of_kind if rule == SEEDS]
    playing = [*(rule for rule in of_kind if rule != SEEDS), "The first result of a match counts."]
    groups = {"Playing": playing, "The organiser": _organiser(tournament), "Pairing": [*seeds, *_pairing(tournament)]}
    return [(heading, some) for heading, some in groups.items() if some]


def _pairing(tournament: StoredTournament) -> list[str]:
    """Return what all kinds say of who is paired, as sentences."""
    bots = (
        "Bots of this site are entered by the organiser, and published ones by their authors too. They have no rating: "
        "they count as new players for the seed numbers, and their matches are unrated."
    )
    blocked = (
        "People of whom one has blocked the other may be paired, since a block must not change the pairings of others."
    )
    enter = takes_bots(replace(tournament, state="open"))
    return [*([bots] if enter else []), *([] if tournament.of_kind.alone else [blocked])]


def _organiser(tournament: StoredTournament) -> list[str]:
    """Return what the organiser may do at some time, as sentences."""
    running = replace(tournament, state="running", rests_until=None)
    disqualify = "disqualify a player, who then counts as one who has left"
    adjourn = (
        "adjourn the tournament for at most 30 days: no round begins, and clocks of matches by correspondence wait as "
        "for a vacation"
    )
    may = [disqualify] * may_conduct(running) + [adjourn] * may_adjourn(running)
    undone = (
        "If a disqualification is undone, the player plays on where the kind allows it; matches that were lost or "
        "annulled by it stay so."
    )
    substitutes = (
        "The organiser may let somebody play on for a player: from the waiting list, or who accepts it "
        f"within {DAYS_TO_ANSWER} days, and never themselves. Substitutes have the place with its points, and the "
        "matches that go on; these are unrated then, unless the player has left before."
    )
    return [
        *([f"The organiser may {', and '.join(may)}. This page says why.", undone] if may else []),
        *([substitutes] if has_waiting_list(running) else []),
        *([tournament.of_kind.correcting] if has_correctable(tournament) else []),
    ]


def live_now(view: TournamentView, when: Callable[[float], str] = utc_time) -> str:
    """Return what happens now in a live tournament, as a sentence; empty while it is adjourned.

    `when` says a time in the zone of who reads it, its hour and zone last.
    """
    left = sum(not board.how for board in view.boards)
    ends_at = arena_ends_at(view.tournament)
    if ends_at is not None and not view.lets_in:
        return f"The time is over: no match begins any more. {counted(left, 'match')} in progress."
    if ends_at is not None:
        waits = "You wait for an opponent. " if view.may_leave else ""
        hour = " ".join(when(ends_at).split()[-2:])
        return f"{waits}Until {hour} matches begin; {counted(left, 'match')} in progress."
    if view.tournament.rests_until is not None:
        return ""
    if view.tournament.resumes_at is not None:
        return "The next round begins within a minute."
    return f"{counted(left, 'game')} of this round {'is' if left == 1 else 'are'} not over."


def bye_words(view: TournamentView) -> str:
    """Return what a bye on request counts, in words."""
    got = view.form.half * view.tournament.games
    return f"{points(got)} {'point' if got <= 1 else 'points'}"


def news_words(line: NewsLine, when: Callable[[float], str] = utc_time) -> str:
    """Return a line of news as a sentence; what the organiser has written follows it.

    >>> news_words(NewsLine(0.0, "disqualified", "a", "Ann", "Two accounts", "b", "Bob"))
    'Ann disqualified Bob:'
    """
    said = {
        "announced": f"{line.name} announced:",
        "disqualified": f"{line.name} disqualified {line.about_name}:",
        "adjourned": f"{line.name} adjourned the tournament until {when(line.until or line.at)} at the latest",
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
    words = ["bot"] * entry.is_bot + ["has left"] * entry.is_absent
    return ", ".join(words)


def ended(view: TournamentView) -> int:
    """Return how many games of a tournament count for its table."""
    return sum(board.counts for wave in view.waves for board in wave)


def going_on(view: TournamentView) -> int:
    """Return how many games of a tournament are not decided."""
    return sum(not board.how for wave in view.waves for board in wave)
