"""Tournaments, their rules and their tie-breaks in words, for pages and mails."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ludarium.core.text import counted, fraction, say_times, time_mark, utc_time
from ludarium.match.data import ABSENCE, TIME
from ludarium.match.verdict import describe_ending
from ludarium.search.personas import bot_name
from ludarium.site.begin.new_match import describe_game
from ludarium.site.offers.reading import TEMPOS
from ludarium.site.offers.words import short_tempo, tempo_words
from ludarium.site.tournaments.conducting import may_adjourn, may_conduct
from ludarium.site.tournaments.duplicates import HAS_ENDED
from ludarium.site.tournaments.entering import DAYS_TO_ANSWER, has_waiting_list
from ludarium.site.tournaments.history import form_of
from ludarium.site.tournaments.notices import why_left
from ludarium.site.tournaments.organising import has_correctable
from ludarium.site.tournaments.pace import arena_ends_at, is_live
from ludarium.site.tournaments.published import published_of
from ludarium.site.tournaments.reading import UnfitTempo, fewest_of
from ludarium.site.tournaments.rows.tournaments import NewsLine
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament, TournamentEntry
from ludarium.site.tournaments.running.live import was_absent
from ludarium.site.tournaments.site_bots import takes_bots
from ludarium.site.tournaments.table_games import seats_words
from ludarium.site.tournaments.views import TableRow, TournamentView
from ludarium.site.words import sentence
from ludarium.tournament.kinds.kind import SEEDS, Details
from ludarium.tournament.kinds.round_robin import RoundRobin
from ludarium.tournament.table import points_of
from ludarium.tournament.tie_breaks import TABLE_TIES, Tie, TiePart, cut_parts
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
    """Return the description of a tournament in two sentences, and in a third one who may enter while somebody may."""
    if tournament.published:
        return [*published_of(tournament).about[:4]]
    lasts = tournament.league_id is not None or tournament.of_kind.at_any_time or tournament.state == "open"
    return [*tournament.of_kind.describe(details(tournament)), *([_who(tournament)] if lasts else [])]


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
        "they count as new players for the seed numbers, those of a higher level first, and their matches are unrated."
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


def how_far(tournament: StoredTournament, over: int, games: int) -> str:
    """Return how many games of a tournament are over: of how many, or, in an arena, until when others begin, marked."""
    ends_at = arena_ends_at(tournament)
    if ends_at is None:
        return f"{over} of {counted(games, 'game')} over"
    return f"{counted(over, 'game')} over, goes on until {time_mark(ends_at)}"


def live_now(view: TournamentView) -> str:
    """Return what happens now in a live tournament, as a sentence in which an hour is marked; empty while adjourned."""
    left = sum(not board.how for board in view.boards)
    ends_at = arena_ends_at(view.tournament)
    going_on = f"{counted(left, 'match')} {'is' if left == 1 else 'are'} in progress"
    if view.time_is_over:
        return f"{going_on} and {'counts' if left == 1 else 'count'}." if left else ""
    if ends_at is not None:
        waits = "You wait for an opponent. " if view.may_leave else _pause_words(view)
        return f"{waits}Matches begin until {time_mark(ends_at)}{f'; {going_on}' if left else ''}."
    if view.tournament.rests_until is not None:
        return ""
    if view.tournament.resumes_at is not None:
        return "The next round begins within a minute."
    return f"{counted(left, 'game')} of this round {'is' if left == 1 else 'are'} not over."


def _pause_words(view: TournamentView) -> str:
    """Return why a person who pauses in an arena has no match, as a sentence; empty for others."""
    if view.mine is None or view.mine.number is None or not view.may_return:
        return ""
    ended = [board for board in view.own_boards if board.how]
    lost = ended and was_absent(view.tournament, ended[-1], view.mine.number)
    why = "You lost your last match on time without a turn, so you pause" if lost else "You pause"
    return f"{why}: you are not paired until you press Play on. "


def left_words(view: TournamentView) -> str:
    """Return that a person has left a tournament that goes on, and why, as a sentence; empty for others.

    Arenas say that they pause, and the news why somebody is disqualified.
    """
    one, mine = view.tournament, view.mine
    going_on = one.state == "running" and not one.of_kind.at_any_time
    if not going_on or mine is None or mine.number is None or not mine.is_absent or mine.person in view.disqualified:
        return ""
    most = one.of_kind.most_missed
    missed = [board for board in view.own_boards if board.match_id and board.how][-most:]
    did_not_come = len(missed) == most and all(was_absent(one, board, mine.number) for board in missed)
    why = f", {why_left(one)}" if did_not_come and is_live(one.tempo) else ""
    return f"You have left this tournament{why}."


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


def news_text(line: NewsLine, when: Callable[[float], str] = utc_time) -> str:
    """Return what follows the sentence of a line of news: what its author has written, or what was changed."""
    return say_times(line.text, when) if line.kind == "changed" else line.text


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
    if board.how == "forfeit" and not any(board.points) and board.ending in (TIME, ABSENCE):
        return said + describe_ending(board.ending)  # as the notice of the match says it
    return said + {"forfeit": ", forfeit", "adjudicated": ", adjudicated", "corrected": ", corrected"}.get(
        board.how, ""
    )


def score_words(tournament: StoredTournament) -> str:
    """Return what the numbers beside matches mean, as a sentence; empty where they stand in words."""
    if tournament.of_kind.alone:
        return ""
    said = "The numbers beside a match say what each player got, in the order of the names"
    if tournament.published:
        return f"{said}. {published_of(tournament).about[-1]}"
    if tournament.seats > 2:
        return f"{said}: {tournament.seats - 1} for the first place, 0 for the last."
    return f"{said}: 1 for a win, ½ for a draw."


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


HEADS: Mapping[Tie, str] = {
    "direct": "Direct encounter", "buchholz": "Buchholz", "cut": "Buchholz cut 1", "berger": "Sonneborn-Berger",
    "wins": "Won", "second": "Without the first turn",
}  # fmt: skip
"""The heads of the columns."""
CHOICES: Mapping[str, str] = {
    "": "the usual ones of its kind",
    "wins direct berger": "matches won, direct encounter, Sonneborn-Berger",
    "berger wins": "Sonneborn-Berger, matches won",
    "direct wins second": "direct encounter, matches won, matches without the first turn",
    "buchholz berger": "Buchholz, Sonneborn-Berger (Swiss only)",
    "cut buchholz wins second": "Buchholz cut 1, Buchholz, matches won, matches without the first turn (Swiss only)",
}
"""Lists of tie-breaks that a form offers; programs may name any others."""
_WHAT: Mapping[Tie, str] = {
    "direct": "direct encounter (points against those who are tied, if all of them have met)",
    "buchholz": "the Buchholz score (the points of all opponents)",
    "cut": "the Buchholz score cut 1 (the points of all opponents without the lowest)",
    "berger": "the Sonneborn-Berger score (the points of each opponent times what was got against them)",
    "wins": "matches won",
    "second": "matches played without the first turn",
}
_AT_TABLES = "All others at a table are opponents, and matches won are those with the first place alone."


def order_words(ties: Sequence[Tie]) -> str:
    """Return how a table with tie-breaks is ordered, as a sentence.

    >>> order_words(["wins"])
    'Equal points are ordered by matches won, then by seed number.'
    """
    return f"Equal points are ordered by {', then by '.join([*(_WHAT[tie] for tie in ties), 'seed number'])}."


def tie_break_words(tournament: StoredTournament, ties: Sequence[Tie]) -> str:
    """Return how the table of a tournament is ordered, as sentences."""
    if tournament.seats > 2:
        return f"{order_words(ties)} {_AT_TABLES}"
    return tournament.of_kind.order.format(ties=order_words(ties), exhibitor=tournament.exhibitor_name)


ROUND_ROBIN_TIES = order_words(RoundRobin.ties)
TABLES_TIES = f"{order_words(TABLE_TIES)} {_AT_TABLES}"


def columns(view: TournamentView) -> list[tuple[str, str]]:
    """Return the heads of the columns of tie-breaks, each with the field of its row; games won stand apart."""
    if view.tournament.of_kind.is_bracket:
        return []
    return [(HEADS[tie], tie) for tie in view.tournament.of_kind.ties_of(view.form) if tie != "wins"]


def computed(view: TournamentView) -> list[tuple[TableRow, list[str]]]:
    """Return how the tie-breaks of each player were computed, in the order of the table."""
    if view.tournament.of_kind.is_bracket:
        return []
    parts = view.tournament.of_kind.parts(view.form, view.waves, points_of(view.form, view.waves))
    ties = view.tournament.of_kind.ties_of(view.form)
    return [(line, _sentences(view, line, parts[line.row.player], ties)) for line in view.table]


def _sentences(view: TournamentView, line: TableRow, parts: Sequence[TiePart], ties: Sequence[Tie]) -> list[str]:
    row, found = line.row, list[str]()
    if "direct" in ties and row.direct is not None:
        found.append(f"Direct encounter: {fraction(row.direct)} against those who were tied.")
    if {"buchholz", "cut"} & {*ties}:
        terms = " + ".join(f"{fraction(part.points)} ({_whom(view, part)})" for part in parts) or "0"
        found.append(f"Buchholz: {terms} = {fraction(row.buchholz)}.")
    if "cut" in ties and parts:
        left = cut_parts(parts)
        cut = next(part.round for part in parts if part not in left) if len(left) < len(parts) else 0
        found.append(f"Buchholz cut 1: without round {cut + 1}, {fraction(row.cut)}.")
    if "berger" in ties:
        won = [part for part in parts if part.got and part.points]
        terms = " + ".join(f"{fraction(part.got)} × {fraction(part.points)} ({_whom(view, part)})" for part in won)
        found.append(f"Sonneborn-Berger: {terms or '0'} = {fraction(row.berger)}.")
    return found


def refusal_words(error: Exception) -> str:
    """Return why a tournament was not made, as a sentence: of a pace that does not fit, in the words of its form.

    >>> refusal_words(UnfitTempo("live 1", ["live 2"], None, RoundRobin()))
    'A turn every second does not fit a tournament of the kind round robin: expected a turn every 2 seconds.'
    """
    if not isinstance(error, UnfitTempo) or error.tempo not in TEMPOS:
        return sentence(error)
    tempo, *expected = (tempo_words(one).removeprefix("live, ") for one in (error.tempo, *error.expected))
    unfit = describe_game(error.game.spec) if error.game else f"a tournament of the kind {error.of_kind.words}"
    return sentence(f"{tempo} does not fit {unfit}: expected {'; '.join(expected)}")


def _whom(view: TournamentView, part: TiePart) -> str:
    """Return whose points a part counts."""
    if part.opponent is None:
        return f"own points, no match in round {part.round + 1}"
    return view.players[part.opponent].name
