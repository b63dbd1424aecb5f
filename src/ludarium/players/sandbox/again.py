"""The turns of a seat in a record, played again by a script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.record import Record
from ludarium.match.data import FORFEIT
from ludarium.match.match import Match
from ludarium.players.sandbox.script import COUNTED, ScriptPlayer


class TurnAgain(NamedTuple):
    """A turn that a script has played again.

    | field      | content                                                        |
    | ---------- | -------------------------------------------------------------- |
    | `lines`    | the lines of the record with it                                |
    | `text`     | what the script chooses; empty if it cannot go on              |
    | `recorded` | what the record has                                            |
    | `agrees`   | whether both mean the same                                     |
    | `fault`    | what the script has thrown, or why it cannot go on             |
    | `line`     | the line of the script where that happened, if it is known     |
    | `printed`  | what it printed                                                |
    """

    lines: int
    text: str
    recorded: str
    agrees: bool
    fault: str = ""
    line: int | None = None
    printed: str = ""


def turns_again(
    script: str, game: Game, states: Sequence[State], record: Record, seat: int, seed: int
) -> Iterator[TurnAgain]:
    """Yield the turns of a seat in a record, as a script plays them, up to the first that it fails in or differs.

    `states` are those between the lines of the record. The turn in which the record ends by a failure is played, too.
    """
    with ScriptPlayer(script, game, seed, COUNTED) as player:
        for lines, state in enumerate(states):
            if seat not in state.actors:
                continue
            text = record.turns[lines].text if lines < len(record.turns) else ""
            if not text and not record.ending.startswith(FORFEIT):
                return
            found = _again(player, state, seat, lines + 1, text)
            yield found
            if not found.agrees:
                return


def _again(player: ScriptPlayer, state: State, seat: int, lines: int, recorded: str) -> TurnAgain:
    try:
        player.prepare(Match.begin(state.game, ["script"] * state.game.seats), seat)
        chosen = player.choose_in(state, seat, lines - 1)
    except LudariumError as error:
        last = player.last
        return TurnAgain(lines, "", recorded, False, str(error), player.failed_at, last.printed)
    return TurnAgain(
        lines, chosen, recorded, _same(state, seat, chosen, recorded), player.last.fault, player.last.line,
        player.last.printed,
    )  # fmt: skip


def _same(state: State, seat: int, chosen: str, recorded: str) -> bool:
    """Return whether a seat's choice is what a line of a record has for it."""
    if not recorded:
        return False
    try:
        actions = state.parse_turn(recorded)
        if len(state.actors) > 1:
            return state.action_name(actions[state.actors.index(seat)], seat) == chosen
        return tuple(state.parse_turn(chosen)) == tuple(actions)
    except LudariumError:
        return False
