"""Duplicate tournaments: everybody plays the same games alone or against the same program, with the same dice.

What a player gets in a game is compared with what all others got in it: a point for each who did worse, half a point
for each who did as well. Who was paid more has done better, and among equals who needed fewer turns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludarium.core.errors import ParseError
from ludarium.core.text import counted
from ludarium.tournament.kinds.kind import SEEDS, Details, Kind
from ludarium.tournament.pairing import Pairing
from ludarium.tournament.table import RankedPlayer, points_by_place
from ludarium.tournament.tie_breaks import DIGITS
from ludarium.tournament.waves import Format, Wave, WaveGame


class Duplicate(Kind):
    """Everybody plays the same games, alone or against the same bot, with the same dice."""

    name = "duplicate"
    words = "same dice for all"
    fewest = 2
    brief = "the same games for everybody"
    preset = ("The same dice for all", {"games": "4"})
    takes = ("games", "opponent", "ends_at")
    games = (4, 6)
    games_words = "games with the same dice"
    live = "never"
    at_once = True
    alone = True
    substitutes = False
    is_correctable = False
    counts = ", {games}"
    order = "Games count that all have ended. {ties}"

    def check_game(self, spec: str, seats: int, *, has_dice: bool, rated: bool, computers: bool) -> None:
        """Raise `ParseError` unless it is for a game with so many seats, whether or not that has dice."""
        if seats > 2 or not has_dice:
            raise ParseError(
                f"{spec} cannot be played with the same dice for all: expected a game with dice, for one or two"
            )
        if rated or computers:
            raise ParseError("the same dice for all are unrated, without bots: their authors would see the dice first")

    def all_games(self, form: Format) -> list[Pairing]:
        """Return the games of all players, each played by all; an encounter is what is compared.

        >>> [(pairing.encounter, pairing.seating) for pairing in Duplicate().all_games(Format("duplicate", 2, 1, 2))]
        [(0, (0,)), (0, (1,)), (1, (0,)), (1, (1,))]
        """
        return [Pairing(0, game, (player,), alone=True) for game in range(form.games) for player in range(form.players)]

    def table(self, form: Format, waves: Sequence[Wave]) -> list[RankedPlayer]:
        """Return the rows of all players by the games that all have ended, best first."""
        boards = [board for wave in waves for board in wave]
        games = compared_points(boards)
        over = [board for board in boards if any(board.pairing.encounter == game for game in games)]
        rows = []
        for player in range(form.players):
            own = [board for board in over if board.pairing.seating == (player,)]
            got = [board.got(player) for board in own if board.was_played]
            won, lost = sum(each == 1.0 for each in got), sum(each == 0.0 for each in got)
            points = round(sum(game[player] for game in games.values()), DIGITS)
            drawn, forfeits = len(got) - won - lost, len(own) - len(got)
            rows.append(RankedPlayer(0, player, points, None, 0.0, 0.0, 0.0, won, drawn, lost, 0, 0, forfeits))
        rows.sort(key=lambda row: (-row.points, -row.won, row.player))
        return [row._replace(rank=rank) for rank, row in enumerate(rows, 1)]

    def describe(self, details: Details) -> list[str]:
        """Return the description of a tournament in two sentences."""
        many, opponent = details.form.games > 1, f"against {details.opponent}, a bot" if details.opponent else "alone"
        what = f"{'the same ' + counted(details.form.games, 'game') if many else 'one game'} {opponent}"
        return [
            f"A tournament of {details.game} with the same dice for all, by correspondence: {details.tempo}.",
            (
                f"Everybody plays {what}, with the same dice; {'in each ' if many else ''}you get a point for each "
                "player who does worse."
            ),
        ]

    def rules(self, details: Details) -> list[str]:
        """Return the rules of a tournament, as sentences."""
        bot = [
            (
                "The bot has the same seeds in all matches of a game. You have the same seat as all the others, and "
                "the other seat in the next game; where the dice decide who begins, it is the same player in all "
                "matches."
            ),
            "If the bot fails to play on, the match counts as half a win.",
        ]
        end = [
            "An adjournment moves its end; a vacation stops the clock of a match, and not the time of the tournament.",
        ]
        return [
            SEEDS,
            (
                "In a game all have the same dice: the first throw is the same in every match, so is the second, and "
                "so on."
            ),
            "A point for each player who did worse in a game, half a point for each who did as well.",
            (
                "Who gets more from the game has done better; of those who win, who needs fewer turns. A turn whose "
                "roll could not be used counts, too."
            ),
            "A match that is not played to the end, as somebody has left or the time is over, is the worst of all.",
            *(end if details.has_end else []),  # it may have been made before duplicates had an end
            *(bot if details.opponent else []),
            (
                "Nobody sees the match of another player before all have ended that game. Then all its matches are "
                "public, and so is the secret of the dice, by which everybody can check them."
            ),
            ("Nobody adds a nonce to the dice, takes turns back, gets hints, or plays on for another; no bots enter."),
            (
                "The site cannot see whether a player hears the dice from another one, or plays with a second "
                "account: such a player knows them before. So it is unrated."
            ),
        ]


def compared_points(boards: Sequence[WaveGame]) -> Mapping[int, Mapping[int, float]]:
    """Return the points of the players in each game that all of them have ended, by its number."""
    games: dict[int, list[WaveGame]] = {}
    for board in boards:
        games.setdefault(board.pairing.encounter, []).append(board)
    found = dict[int, Mapping[int, float]]()
    for number, own in sorted(games.items()):
        if len(own) > 1 and all(board.how for board in own):
            order = sorted({_success(board) for board in own})
            places = points_by_place([float(order.index(_success(board))) for board in own], len(own))
            found[number] = {board.pairing.seating[0]: got for board, got in zip(own, places, strict=True)}
    return found


def _success(board: WaveGame) -> tuple[float, int]:
    """Return a value that is higher for who has done better; a game that was not played is the worst."""
    (payoff,) = board.points
    if not board.was_played:
        return -1.0, 0
    return payoff, -board.turns if payoff > 0 else 0
