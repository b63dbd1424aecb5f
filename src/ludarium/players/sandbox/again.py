"""The turns of a seat in a record, played again by a script or a WebAssembly program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.game import State
from ludarium.core.record import Record
from ludarium.match.data import FORFEIT
from ludarium.match.match import Match
from ludarium.players.sandbox.script import ScriptPlayer
from ludarium.players.sandbox.wasm import WasmPlayer


class TurnAgain(NamedTuple):
    """A turn that a bot has played again.

    | field      | content                                                        |
    | ---------- | -------------------------------------------------------------- |
    | `lines`    | the lines of the record with it                                |
    | `text`     | what the bot chooses; empty if it cannot go on                 |
    | `recorded` | what the record has                                            |
    | `agrees`   | whether both mean the same                                     |
    | `fault`    | what a script has thrown, or why it cannot go on             |
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
    player: ScriptPlayer | WasmPlayer, states: Sequence[State], record: Record, seat: int
) -> Iterator[TurnAgain]:
    """Yield the turns of a seat in a record, as a player plays them, up to the first that it fails in or differs.

    `states` are those between the lines of the record. The turn in which the record ends by a failure is played, too.
    """
    begun = Match.begin(states[0].game, ["bot"] * states[0].game.seats, position=str(states[0]))
    with player:
        for lines, state in enumerate(states):
            if seat not in state.actors:
                continue
            text = record.turns[lines].text if lines < len(record.turns) else ""
            if not text and not record.ending.startswith(FORFEIT):
                return
            found = _again(player, begun, state, seat, [each.text for each in record.turns[:lines]], text)
            yield found
            if not found.agrees:
                return


def _again(
    player: ScriptPlayer | WasmPlayer, begun: Match, state: State, seat: int, turns: Sequence[str], recorded: str
) -> TurnAgain:
    lines = len(turns) + 1
    try:
        player.prepare(begun, seat)
        chosen = player.choose_in(state, seat, turns)
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
