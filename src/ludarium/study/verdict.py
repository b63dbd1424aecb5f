"""What the numbers of a study say, in plain sentences: those that a designer reads first."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ludarium.core.text import counted
from ludarium.study.changes import ENOUGH, LEAST, MEASURES, PARTS
from ludarium.study.pieces import beyond_chance
from ludarium.study.watching import Json

_CLEARLY, _NEARLY_ALWAYS = 0.6, 0.9
_FEW_DRAWS, _MANY_DRAWS = 0.02, 0.3
_LISTED, _OPTIONS = 6, 3


class Sentence(NamedTuple):
    """A sentence of the verdict: its number as people read it, if it begins with one, the rest, and how sure it is."""

    number: str
    says: str
    but: str = ""


def hundred(part: float) -> str:
    """Return a part of 1 as games of 100.

    >>> hundred(0.537), hundred(0.004), hundred(1.0)
    ('54', '0.4', '100')
    """
    number = 100 * part
    return f"{number:.1f}".removesuffix(".0") if 0 < number < 1 or 99 < number < 100 else f"{number:.0f}"


def amount(number: float) -> str:
    """Return a number as people read it.

    >>> amount(41.3), amount(2.345), amount(1234.5)
    ('41', '2.3', '1,234')
    """
    return f"{number:,.0f}" if abs(number) >= 10 else f"{number:.1f}".removesuffix(".0")


def interval(bounds: Sequence[float | None], form: object = amount) -> str:
    """Return the bounds of an interval in brackets; empty where there are none or they say nothing more."""
    _, low, high = bounds
    if low is None or high is None or not callable(form):
        return ""
    return "" if form(low) == form(high) else f"{form(low)} to {form(high)}"


def verdict(data: Json) -> list[Sentence]:
    """Return the sentences that the finished parts of a study allow, the most important first."""
    parts: Mapping[str, Json] = data["parts"]
    measures = (parts.get("measures") or {}).get("measures", {})
    return [
        *_length(measures), *_first_seat(measures, data), *_draws(measures),
        *_skill(measures, parts.get("ladder"), data), *_course(measures), *_options(parts.get("options")),
        *_stands(parts, data["player"]), *_dead(parts, data["player"]), *_exact(parts.get("exact")),
    ]  # fmt: skip


def _length(measures: Json) -> Iterator[Sentence]:
    if turns := measures.get("turns"):
        yield Sentence(amount(turns[0]), f"turns make a game{_choices(measures)}.", interval(turns))


def _choices(measures: Json) -> str:
    branching = measures.get("branching")
    return f", with {amount(branching[0])} ways to play each, on average" if branching else ""


def _first_seat(measures: Json, data: Json) -> Iterator[Sentence]:
    first = measures.get("first")
    if not first:
        return
    even = data["even"]
    score, low, high = first
    fair = "" if even == 0.5 else f", where {hundred(even)} would be even"
    if low is not None and low > even:
        says = f"of 100 points go to the seat that begins{fair}: it has an advantage."
    elif high is not None and high < even:
        says = f"of 100 points go to the seat that begins{fair}: it has a disadvantage."
    else:
        says = f"of 100 points go to the seat that begins{fair}: no advantage that can be separated from chance."
    yield Sentence(hundred(score), says, interval(first, hundred))


def _draws(measures: Json) -> Iterator[Sentence]:
    if drawn := measures.get("drawn"):
        value, low, high = drawn
        if value <= _FEW_DRAWS and high is not None and high <= 1 - _NEARLY_ALWAYS:
            says = "of 100 games are drawn: somebody wins nearly always."
        else:
            is_much = low is not None and low >= _MANY_DRAWS
            says = "of 100 games are drawn, which is much." if is_much else "of 100 games are drawn."
        yield Sentence(hundred(value), says, interval(drawn, hundred))
    timeouts = measures.get("timeouts")
    if timeouts and timeouts[0] > _FEW_DRAWS:
        yield Sentence(
            hundred(timeouts[0]), "of 100 games end only by the limit of turns.", interval(timeouts, hundred)
        )


def _skill(measures: Json, ladder: Json, data: Json) -> Iterator[Sentence]:
    if ladder:
        steps = len(ladder["rungs"]) - 1
        top = f"{ladder['top']:,} simulations a turn"
        if not steps:
            says = f"steps of skill: no search with up to {top} wins two games of three against random play."
        else:
            more = "the better player wins, again and again" if steps >= 5 else "there is something to learn"
            lie = "step of skill lies" if steps == 1 else "steps of skill lie"
            says = (
                f"{lie} between random play and a search with {top}, each of which wins two games of three against the "
                f"one below: {more}."
            )
        yield Sentence(str(steps), says)
    yield from _against_random(measures, data)


def _against_random(measures: Json, data: Json) -> Iterator[Sentence]:
    skill, luck = measures.get("skill"), measures.get("luck")
    if not skill:
        return
    even = data["even"]
    score, low, high = (math.nan if bound is None else even + bound * (1 - even) for bound in skill)
    if low <= even:
        how = "which cannot be separated from an even score"
    elif score >= _NEARLY_ALWAYS:
        how = "the better player wins nearly always"
    else:
        how = "the better player wins more often" if score >= _CLEARLY else "the better player wins a little more often"
    chance = "; the dice decide the rest" if luck and low > even else ""
    says = f"of 100 points go to {data['player']} against random play: {how}{chance}."
    yield Sentence(hundred(score), says, interval((score, low, high), hundred))


def _course(measures: Json) -> Iterator[Sentence]:
    if changes := measures.get("lead_changes"):
        settled = measures.get("settled")
        after = f"; after {hundred(settled[0])} % of the turns it is settled" if settled else ""
        drama = measures.get("greatest_drama")
        behind = f" The later winner was once {hundred(drama[0] ** 2)} of 100 behind." if drama else ""
        yield Sentence(amount(changes[0]), f"times the lead changes in a game{after}.{behind}", interval(changes))


def _options(options: Json) -> Iterator[Sentence]:
    if not options or options["games"] < LEAST:  # so few games tell nothing
        return
    rows = [row for row in options["rows"] if row["option"]]
    by_option: dict[str, list[Json]] = {}
    for row in rows:
        by_option.setdefault(row["option"], []).append(row)
    base = options["rows"][0]["measures"]
    yield from _from_usual(options.get("usual"), base, options["games"])
    changed = {name: [row for row in found if row["differs"]] for name, found in by_option.items()}
    nothing = [name for name, found in changed.items() if not found]
    if options["games"] < ENOUGH:
        says = f"So few games, {options['games']:,} with each value of an option, show only large differences."
        yield Sentence("", f"{says} None was found." if len(nothing) == len(changed) else says)
    elif nothing:
        verb = "Option {} changes" if len(nothing) == 1 else "Options {} change"
        games = f"{options['games']:,} games"
        yield Sentence("", f"{verb.format(listed(nothing))} nothing that can be measured in {games}.")
    changing = [max(found, key=lambda row: len(row["differs"])) for found in changed.values() if found]
    changing.sort(key=lambda row: -len(row["differs"]))
    for row in changing[:_OPTIONS]:
        says = "; ".join(change_in_words(measure, base, row["measures"]) for measure in row["differs"][:2])
        yield Sentence("", f"Option {row['option']}={row['value']} changes {says}.")
    if len(changing) > _OPTIONS:
        yield Sentence("", f"{counted(len(changing) - _OPTIONS, 'more option')} change what can be measured.")


def _from_usual(usual: Json, base: Json, games: int) -> Iterator[Sentence]:
    """Say what these options change of the game as it usually is."""
    if not usual:
        return
    if usual["differs"]:
        says = "; ".join(change_in_words(measure, usual["measures"], base) for measure in usual["differs"])
        yield Sentence("", f"These options together change {says}.")
    elif games >= ENOUGH:
        yield Sentence("", f"These options together change nothing that can be measured in {counted(games, 'game')}.")


def listed(names: Sequence[str]) -> str:
    """Return names as a phrase, those after the sixth counted.

    >>> listed(["a"]), listed(["a", "b", "c"]), listed([*"abcdefgh"])
    ('a', 'a, b and c', 'a, b, c, d, e, f and 2 more')
    """
    shown, more = [*names[:_LISTED]], len(names) - _LISTED
    last = f"{more} more" if more > 0 else shown.pop() if len(shown) > 1 else ""
    return ", ".join(shown) + (f" and {last}" if last else "")


def change_in_words(name: str, base: Json, other: Json) -> str:
    """Return how a measure differs, as a phrase."""
    form = hundred if name in (*PARTS, "behind") else amount
    unit = " of 100" if form is hundred else ""
    one, two = (found[name][0] if found[name] else math.nan for found in (base, other))
    return f"{MEASURES[name]} from {form(one)} to {form(two)}{unit}"


def _stands(parts: Mapping[str, Json], player: str) -> Iterator[Sentence]:
    """Say which of several pieces is chosen, by where they stand, where chance does not explain it."""
    rows = ((parts.get("chosen") or {}).get("pieces") or {}).get("stands", [])
    known = sorted((count / expected, name, beyond_chance(count, expected)) for name, _, _, count, expected in rows)
    left = [name for _, name, how in known if how < 0]
    more = [name for _, name, how in reversed(known) if how > 0]
    if more:
        yield Sentence("", f"{player} chooses what is at {listed(more)} more often than by chance.")
    if left:
        yield Sentence("", f"{player} leaves what is at {listed(left)} where it is, more often than by chance.")


def _dead(parts: Mapping[str, Json], player: str) -> Iterator[Sentence]:
    dead = (parts.get("chosen") or {}).get("dead", [])
    if dead:
        verb = "is" if len(dead) == 1 else "are"
        yield Sentence("", f"{listed(dead)} {verb} hardly ever chosen by {player}, though legal.")


def _exact(exact: Json) -> Iterator[Sentence]:
    if exact and exact["solved"]:
        one = exact["solved"][-1]
        yield Sentence("", f"{one['spec']} is solved: {outcome(one)}.")


def outcome(solved: Json) -> str:
    """Return the value of a solved game as a phrase.

    >>> outcome({"value": [1.0, 0.0], "chance": False}), outcome({"value": [0.5, 0.5], "chance": False})
    ('the first seat wins', 'a draw')
    >>> outcome({"value": [0.5, 0.5], "begins": 0.5206, "chance": True})
    'the seat that begins can expect 52.1 of 100'
    >>> outcome({"value": [0.53, 0.47], "chance": True})
    'the first seat can expect 53 of 100'
    """
    values = solved["value"]
    if "begins" in solved:
        return f"the seat that begins can expect {100 * solved['begins']:.1f} of 100"
    if [*values] == [0.5, 0.5] and not solved["chance"]:
        return "a draw"
    if sorted(values) == [0.0, 1.0]:
        return f"the {('first', 'second')[[*values].index(1.0)]} seat wins"
    return f"the first seat can expect {hundred(values[0])} of 100"
