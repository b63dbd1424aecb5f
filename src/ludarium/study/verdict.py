"""What the numbers of a study say, in plain sentences: those that a designer reads first."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ludarium.core.text import counted
from ludarium.study.changes import MEASURES, PARTS
from ludarium.study.watching import Json

_CLEARLY, _NEARLY_ALWAYS = 0.6, 0.9
_FEW_DRAWS, _MANY_DRAWS = 0.02, 0.3
_LISTED = 6


class Sentence(NamedTuple):
    """A sentence of the verdict: its number as people read it, the rest, and how sure it is."""

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
        *_length(measures), *_first_seat(measures, data), *_draws(measures), *_skill(measures, parts.get("ladder")),
        *_course(measures), *_options(parts.get("options")), *_dead(parts), *_exact(parts.get("exact")),
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
    even = data["parts"]["measures"].get("even") or 1 / max(2, data["seats"])
    score, low, high = first
    fair = "even" if data["seats"] == 2 else f"{hundred(even)} would be even"
    if low is not None and low > even:
        says = "of 100 points go to the seat that begins: it has an advantage."
    elif high is not None and high < even:
        says = "of 100 points go to the seat that begins: it has a disadvantage."
    else:
        says = f"of 100 points go to the seat that begins: no advantage that can be told from an even game ({fair})."
    yield Sentence(hundred(score), says, interval(first, hundred))


def _draws(measures: Json) -> Iterator[Sentence]:
    if drawn := measures.get("drawn"):
        value = drawn[0]
        if value <= _FEW_DRAWS:
            says = "of 100 games are drawn: somebody wins nearly always."
        else:
            says = "of 100 games are drawn." if value < _MANY_DRAWS else "of 100 games are drawn, which is much."
        yield Sentence(hundred(value), says, interval(drawn, hundred))
    timeouts = measures.get("timeouts")
    if timeouts and timeouts[0] > _FEW_DRAWS:
        yield Sentence(hundred(timeouts[0]), "of 100 games end only by the limit of turns.", interval(timeouts, hundred))


def _skill(measures: Json, ladder: Json) -> Iterator[Sentence]:
    if ladder:
        steps = len(ladder["rungs"]) - 1
        top = f"{ladder['top']:,} simulations a turn"
        if not steps:
            says = f"steps of skill up to {top}: luck decides more than the better search."
        else:
            more = "the better player wins, again and again" if steps >= 5 else "there is something to learn"
            says = (
                f"{'step' if steps == 1 else 'steps'} of skill lie between random play and a search with {top}, each "
                f"of which wins two games of three against the one below: {more}."
            )
        yield Sentence(str(steps), says)
    skill, luck = measures.get("skill"), measures.get("luck")
    if skill:
        won = (1 + skill[0]) / 2
        how = "the better player wins nearly always" if won >= _NEARLY_ALWAYS else (
            "the better player often wins" if won >= _CLEARLY else "the better player hardly wins more than the worse"
        )
        chance = "" if not luck else ", and the dice decide the rest"
        yield Sentence(hundred(skill[0]), f"of 100 is the worth of skill against random play: {how}{chance}.",
                       interval(skill, hundred))  # fmt: skip


def _course(measures: Json) -> Iterator[Sentence]:
    if changes := measures.get("lead_changes"):
        settled = measures.get("settled")
        after = f"; after {hundred(settled[0])} % of the turns it is settled" if settled else ""
        drama = measures.get("greatest_drama")
        behind = f" The later winner was once {hundred(drama[0] ** 2)} of 100 behind." if drama else ""
        yield Sentence(amount(changes[0]), f"times the lead changes in a game{after}.{behind}", interval(changes))


def _options(options: Json) -> Iterator[Sentence]:
    if not options:
        return
    rows = [row for row in options["rows"] if row["option"]]
    by_option: dict[str, list[Json]] = {}
    for row in rows:
        by_option.setdefault(row["option"], []).append(row)
    base = options["rows"][0]["measures"]
    nothing = [name for name, found in by_option.items() if not any(row["differs"] for row in found)]
    if nothing:
        names = ", ".join(nothing[:_LISTED])
        verb = "changes" if len(nothing) == 1 else "change"
        yield Sentence(counted(len(nothing), "option"), f"{verb} nothing that can be measured: {names}.")
    for name, found in by_option.items():
        changed = [row for row in found if row["differs"]]
        if changed:
            row = max(changed, key=lambda row: len(row["differs"]))
            says = "; ".join(change_in_words(measure, base, row["measures"]) for measure in row["differs"][:3])
            yield Sentence(f"{name}={row['value']}", f"changes {says}.")


def change_in_words(name: str, base: Json, other: Json) -> str:
    """Return how a measure differs, as a phrase."""
    form = hundred if name in (*PARTS, "behind") else amount
    unit = " of 100" if form is hundred else ""
    one, two = (found[name][0] if found[name] else math.nan for found in (base, other))
    return f"{MEASURES[name]} from {form(one)} to {form(two)}{unit}"


def _dead(parts: Mapping[str, Json]) -> Iterator[Sentence]:
    dead = (parts.get("chosen") or {}).get("dead", [])
    if dead:
        more = f" and {len(dead) - _LISTED} more" if len(dead) > _LISTED else ""
        verb = "is" if len(dead) == 1 else "are"
        yield Sentence(counted(len(dead), "action"), f"{verb} hardly ever chosen: {', '.join(dead[:_LISTED])}{more}.")


def _exact(exact: Json) -> Iterator[Sentence]:
    if exact and exact["solved"]:
        one = exact["solved"][-1]
        yield Sentence(one["spec"], f"is solved: {outcome(one['value'])}.")


def outcome(values: Sequence[float]) -> str:
    """Return the value of a game as a phrase.

    >>> outcome([1.0, 0.0]), outcome([0.5, 0.5]), outcome([0.53, 0.47])
    ('the first seat wins', 'a draw', 'the first seat can expect 53 of 100')
    """
    if [*values] == [0.5, 0.5]:
        return "a draw"
    if sorted(values) == [0.0, 1.0]:
        return f"the {('first', 'second')[[*values].index(1.0)]} seat wins"
    return f"the first seat can expect {hundred(values[0])} of 100"
