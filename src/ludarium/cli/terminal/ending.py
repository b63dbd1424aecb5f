"""The ending and the picture of a match, as the commands print them."""

from collections.abc import Iterable
from dataclasses import replace

from ludarium.core.entries import Entry
from ludarium.core.record import format_result
from ludarium.core.rolls import number_turns
from ludarium.match.match import Match
from ludarium.match.progress import all_states
from ludarium.match.verdict import describe_winners
from ludarium.scenes.picture import Picture, begin, follow
from ludarium.search.personas import bot_name


def format_ending(match: Match) -> str:
    """Return the result and the ending, as in `1-0, resignation`, and who has won if the result does not say it."""
    result = format_result(match.payoffs) + (f", {match.ending}" if match.ending else "")
    is_plain = match.game.setup.payoff_range is None and len(set(match.game.teams)) > 1
    return result if is_plain or not match.over else f"{result} ({describe_winners(match)})"


def with_bot_names(match: Match, bots: Iterable[int]) -> Match:
    """Return the match with the names under which people meet the bots in these seats, in place of their specs."""
    players = [*match.players]
    for seat in bots:
        players[seat] = bot_name(match.game.spec, players[seat])
    return replace(match, players=tuple(players))


def list_turns(match: Match, count: int) -> str:
    """Return the turns of the first `count` lines of a record with their numbers, as in `first A  1. A rolls 4, A1`."""
    numbered = number_turns(all_states(match), (entry.text for entry in match.turns[:count]))
    return "  ".join(turn.line(match.game.setup.seat_names) for turn in numbered) or "no turn has been played yet"


class CarriedPicture:
    """The picture of a match, carried forward by the turns that were played since it was last asked for."""

    def __init__(self) -> None:
        self._picture: Picture | None = None
        self._turns: tuple[Entry, ...] = ()

    def after(self, match: Match, turn: int) -> Picture:
        """Return the picture after `turn` turns; begin again if turns that it shows have been taken back."""
        known, picture = len(self._turns), self._picture
        if picture is None or known > turn or match.turns[:known] != self._turns:
            known, picture = 0, begin(match.start)
        for entry in match.turns[known:turn]:
            picture = follow(picture, picture.state.parse_turn(entry.text))
        self._picture, self._turns = picture, match.turns[:turn]
        return picture
