"""`ludarium review`: the expectations of every seat in a recorded match, and what its turns gave away."""

from __future__ import annotations

from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.table import Table

from ludarium.cli._options import SEED
from ludarium.cli.terminal.ending import format_ending
from ludarium.cli.terminal.output import name_file_in_errors, progress, read_record, say, show_table
from ludarium.core.kernel import CHANCE
from ludarium.core.rolls import coming_number, number_turns, turn_of
from ludarium.core.text import counted
from ludarium.match.match import Match
from ludarium.match.progress import all_states
from ludarium.search.personas import bot_name

if TYPE_CHECKING:
    from ludarium.review.review import Review


@click.command()
@click.argument("file", type=click.Path(path_type=Path), help="A record.")
@click.option(
    "--seconds",
    type=click.FloatRange(0.001, 3600),
    default=0.5,
    show_default=True,
    help="Seconds to think about each position that no table tells, and about what each roll could have been.",
)
@click.option(
    "--table",
    type=click.Path(path_type=Path),
    help="The table of exact values, as `ludarium solve` writes it; by default an installed one of the game.",
)
@SEED
def review(file: Path, seconds: float, table: Path | None, seed: int) -> None:
    """Review a recorded match: what each seat could expect at its turns, and what would have been best.

    By a table of exact values, that of --table or an installed one, where there is one: its values are marked exact,
    and what each turn gave away is exact, too. Otherwise by the strongest bot, and what a turn gave away has its 95 %
    interval. The luck of a roll is what its seat can expect after it less the mean over all rolls.
    """
    from ludarium.review.advice import signed
    from ludarium.review.adviser import Adviser, adviser_spec
    from ludarium.review.review import Review
    from ludarium.review.review import review as advise
    from ludarium.solve.installed import open_table

    record = read_record(file)
    with name_file_in_errors(file):
        match = Match.from_record(record)
    exact = open_table(table, match.game) if table else None
    states = all_states(match)
    with progress() as bar:
        adviser = Adviser(match.game, seed, lambda: None, exact)
        count = sum(state.actors not in ((), (CHANCE,)) for state in states)
        advice = list(bar.track(advise(adviser, states, seconds), count, description="turns"))
    found = Review.of(match.game, adviser_spec(match.game), advice, match.state)
    say(f"{record.game}: {format_ending(match)}")
    if found.said:
        show_table(_table(match, found))
        say("what a seat can expect, what it gave away and its luck are games of 100; a draw is half a win")
    if found.said and not found.is_exact:
        persona = bot_name(record.game, found.by)
        name = found.by if persona == found.by else f"{persona} ({found.by})"
        say(f"what is not exact is what {name} expects after {seconds:g} seconds for a position")
    for seat, lost in found.lost().items():
        turns = counted(len(found.losses()[seat]), "turn")
        say(f"{match.display_name(seat)} gave away {lost} of 100 games a turn, in {turns}")
    for seat, lucks in found.lucks().items():
        luck = signed(sum(lucks), found.luck_gap)
        say(f"the dice gave {match.display_name(seat)} {luck} of 100 games in {counted(len(lucks), 'roll')}")
    if found.left_out and found.gap is not None:
        say(f"exact values leave out {found.left_out}")
    if found.shown_gap:
        say(f"exact values are wrong by no more than {found.shown_gap} of 100 games")


def _table(match: Match, found: Review) -> Table:
    """Return the review of every turn as a table."""
    numbered = number_turns(all_states(match), (entry.text for entry in match.turns))
    turns = {turn.played - 1: turn for turn in numbered if turn.text}
    best = "best" if found.is_exact else bot_name(match.game.spec, found.by)
    columns = ["turn", "seat", "can expect", "", "played", best]
    lucks = {roll.played: roll.share for roll in found.rolls}
    knows = any(said.loss is not None for said in found.said)
    rolls = bool(found.rolls)
    table = Table(
        *columns, *["gave away"] * knows, *["luck"] * rolls, box=None, header_style="bold", padding=(0, 2, 0, 0)
    )
    rows = list[tuple[int, list[str]]]()
    for advice in found.advice:
        turn = turns.get(advice.played)
        for said in advice.seats:
            row = [str(turn.number if turn else coming_number(numbered)), match.game.setup.seat_names[said.seat]]
            row += [said.share, "exact" if said.exact else ""]
            known = "the same" if turn and turn.text == said.turn else said.turn
            row += [turn.text if turn else "-", "as good" if said.is_as_good else known]
            row += [said.given or "-"] * knows
            rows.append((advice.played, [*row, *[lucks.get(advice.played - 1, "-")] * rolls]))
    for roll in found.forced:
        turn = turn_of(numbered, roll.played)
        row = [str(turn.number), match.game.setup.seat_names[roll.seat], "-", "", turn.roll, "-", *["-"] * knows]
        rows.append((roll.played, [*row, roll.share]))
    for _, row in sorted(rows, key=itemgetter(0)):
        table.add_row(*row)
    return table
