"""Verification of records: every turn, the clocks, the dice, and the result."""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.core.definition import HasFormerEndings
from ludarium.core.entries import Entry, Timing, format_seconds
from ludarium.core.errors import ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.record import Record, format_result, name_turn_in_errors
from ludarium.core.text import counted
from ludarium.match.clock import Clock
from ludarium.match.data import ABSENCE, AGREEMENT, CALLED_OFF, FORFEIT, RESIGNATION, TIME, Spent, seat_name
from ludarium.match.dice import throw_turn
from ludarium.match.match import Match
from ludarium.match.progress import all_states, payoffs_after_loss, payoffs_by_absence, time_left, unended
from ludarium.match.stand_ins import default_turn, stand_ins_after, vacant_seats

_SLACK = 0.0015  # a record keeps times to the millisecond


def verify(record: Record, game: Game | None = None) -> Match:
    r"""Return the match of a record after checking its turns, clocks, dice, result and variations.

    Dice are checked if the record has the secret of a commitment; `describe_dice` says what that proves.

    If `game` is given, it is not loaded again.

    >>> verify(Record.parse('[Game "orion"]\n[Result "0-1"]\n[Ending "resignation"]\n1. u+')).payoffs
    (0.0, 1.0)

    Raises a `LudariumError` that names the turn or says what is wrong with the result.
    """
    match = Match.from_record(record, game)
    states = all_states(match) if match.clock or match.commitment or match.leavers else ()
    _check_clocks(record, match, states)
    _check_result(record, match)
    _check_dice(match, states)
    _check_leavers(match, states)
    _check_variations(record, match)
    return match


def describe_dice(match: Match) -> str:
    """Return what the record of a verified match proves about its dice, in a sentence; empty if the game has none."""
    if not match.game.max_chance_outcomes:
        return ""
    commitment = match.commitment
    if commitment is None:
        return "Nothing is proved about its dice, because it has no commitment."
    if commitment.shared and commitment.secret is None:
        return "Its dice can be checked when all who have the same dice have ended, and their secret is published."
    if not match.over:
        return "Its dice can be checked when the match is over and its secret is published."
    given = sum(map(bool, commitment.nonces))
    nonces = f" and from the nonces of {counted(given, 'player')}" if given else ""
    return (
        f"Every throw follows from the secret to which the site had committed itself{nonces}: "
        f"nobody has changed the dice after {'the matches had begun' if commitment.shared else 'the players joined'}."
    )


def _check_variations(record: Record, match: Match) -> None:
    """Raise the error of the first turn of a variation that is not legal, with its number."""
    tree = record.tree()
    if len(tree) == len(tree.main):
        return
    states = dict(zip(tree.main, all_states(match), strict=True))
    for at in tree.in_order():
        if at is not None and at not in states:
            node = tree.nodes[at]
            with name_turn_in_errors(tree.depth(at), "in a variation"):
                states[at] = states[node.parent].move(node.entry.text)


def _check_clocks(record: Record, match: Match, states: Sequence[State]) -> None:
    """Raise `ParseError` unless every clock follows from the times that the turns took."""
    clock, seats = match.clock, match.game.seats
    left = [clock.main if clock else 0.0] * seats
    made = [0] * seats
    for number, (entry, played) in enumerate(zip(record.turns, match.turns, strict=True)):
        for seat in stand_ins_after(match.leavers, number):
            left[seat] = clock.main if clock else 0.0
        if clock is None:
            fault = _untimed(entry, "the record has no time control")
        else:
            actors = states[number].actors
            fault = "".join(
                _clock_fault(clock, clock.allowance(left[seat], first=not made[seat]), kept_timing, timing)
                for seat, kept_timing, timing in _timings(match, actors, entry, played)
            ) or ("" if played.left is not None else _untimed(entry, "no clock runs in this turn"))
            for seat, _, timing in _timings(match, actors, entry, played):
                left[seat] = left[seat] if timing.left is None else timing.left
            for seat in actors:
                made[seat] += seat >= 0
        if fault:
            raise ParseError(f"turn {number + 1}: {fault}")


def _timings(match: Match, actors: Sequence[int], entry: Entry, played: Entry) -> Sequence[tuple[int, Timing, Timing]]:
    """Return the seats whose clock ran in a turn, each with what was recorded and what follows from the replay."""
    if played.timings:
        recorded = dict(entry.timings)
        seats = {seat_name(match, seat): seat for seat in range(match.game.seats)}
        return [(seats[name], recorded[name], timing) for name, timing in played.timings]
    if played.took is None or played.left is None:
        return []
    timing = Timing(played.took, played.left, played.credit)
    return [(actors[0], timing._replace(left=entry.left), timing)]


def _untimed(recorded: Entry, reason: str) -> str:
    """Return what is wrong with the time left that a turn records though it has none."""
    return "" if recorded.left is None else f"it records {format_seconds(recorded.left)} seconds left, but {reason}"


def _clock_fault(clock: Clock, had: float, recorded: Timing, played: Timing) -> str:
    """Return what is wrong with the recorded clock of a seat, compared with its replay; empty if nothing is."""
    charged = Spent(played.took, played.credit).charged
    if played.credit.vacation > played.took + _SLACK:
        return f"it records more vacation than the {format_seconds(played.took)} seconds that it took"
    if charged > had + _SLACK:
        took = format_seconds(max(0.0, charged))
        return f"it took {took} seconds, but only {format_seconds(had)} were left"
    if recorded.left is not None and played.left is not None and abs(recorded.left - played.left) > _SLACK:
        left = format_seconds(played.left)
        return f"it records {format_seconds(recorded.left)} seconds left, but by the clock {clock} it is {left}"
    return ""


def _check_dice(match: Match, states: Sequence[State]) -> None:
    """Raise `ParseError` unless committed dice follow from their secret, which is published when a match is over."""
    commitment = match.commitment
    if commitment is None or (commitment.secret is None and (not match.over or commitment.shared)):
        return
    if not commitment.is_kept:
        said = "is missing" if commitment.secret is None else "is not the one that was committed to"
        raise ParseError(f"the secret of the dice {said}, so they cannot be checked")
    throws = 0
    for number, (state, entry) in enumerate(zip(states, match.turns, strict=False)):
        if state.actors == (CHANCE,):
            thrown = state.format_turn(throw_turn(match.dice, commitment, state, number, throws))
            throws += 1
            if thrown != entry.text:
                raise ParseError(f"turn {number + 1}: {entry.text} was not thrown: by the secret it is {thrown}")


def _check_leavers(match: Match, states: Sequence[State]) -> None:
    """Raise `ParseError` unless seats that nobody played did what they do by default."""
    last = len(match.turns)
    for leaver in match.leavers:
        until = leaver.replaced_at if leaver.replaced_by else last
        if until > last:
            raise ParseError(f"{leaver.replaced_by} stood in after turn {until}, but the last turn is {last}")
        for number in range(leaver.turns, until):
            state, text = states[number], match.turns[number].text
            default = default_turn(state, leaver.seat)
            if default and text != state.format_turn(default):
                name, expected = seat_name(match, leaver.seat), state.format_turn(default)
                raise ParseError(f"turn {number + 1}: nobody played {name}, so it is {expected}, not {text}")


def _former_endings(match: Match) -> tuple[str, ...]:
    rules = match.game.definition.rules
    return rules.former_endings(match.state) if isinstance(rules, HasFormerEndings) else ()


def _check_result(record: Record, match: Match) -> None:
    """Raise `ParseError` unless the rules or an ending outside them lead to the result."""
    by_rules, result = match.state.payoffs, format_result(record.payoffs)
    if by_rules is not None:
        if record.payoffs != by_rules or record.ending not in ("", match.state.ending, *_former_endings(match)):
            said = f"{result} ({record.ending})" if record.ending else result
            raise ParseError(
                f"the game ended as {format_result(by_rules)} ({match.state.ending}), but the record says {said}"
            )
    elif record.payoffs is None:
        if record.ending:
            raise ParseError(
                f"the result {result} is for a game that goes on, but the record has an ending: {record.ending}"
            )
    elif record.payoffs not in _possible_payoffs(record, match):
        needs = f"the result {result} needs an ending"
        reason = f"the ending {record.ending} does not lead to {result}" if record.ending else needs
        endings = f"{RESIGNATION}, {AGREEMENT}, {TIME}, {ABSENCE} or {FORFEIT}"
        raise ParseError(f"the game is not over after the last turn, and {reason} (expected one of {endings})")


def _possible_payoffs(record: Record, match: Match) -> Sequence[tuple[float, ...]]:
    """Return the payoffs that the record's ending outside the rules can lead to."""
    everybody = range(match.game.seats)
    ending = record.ending.partition(":")[0]
    if ending in (AGREEMENT, CALLED_OFF):
        return [match.game.payoff_range.after_draw(match.game.seats)]
    if ending == ABSENCE:
        return [payoffs_by_absence(match)]
    losers: Sequence[int] = ()
    if ending in (RESIGNATION, FORFEIT):
        losers = everybody
    elif ending == TIME and len(match.state.actors) > 1 and not (match.clock and match.clock.is_correspondence):
        losers = match.state.actors  # no clock runs: who does not come, or has left, loses
    elif ending == TIME and match.clock:
        losers = [seat for seat in everybody if time_left(unended(match), seat) is not None]
    gone = vacant_seats(match)
    return [payoffs_after_loss(match.game, loser, *gone) for loser in losers]
