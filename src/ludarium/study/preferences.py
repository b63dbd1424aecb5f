"""What players prefer: cells, first turns, pieces and actions, each as a card of the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from ludarium.core.game import Game
from ludarium.study import charts
from ludarium.study.charts import Disc
from ludarium.study.pictures import bare, has_pictures
from ludarium.study.pieces import beyond_chance
from ludarium.study.verdict import amount, hundred
from ludarium.study.watching import Json

_OPENINGS, _ACTIONS, _STANDS = 8, 8, 6


def preferences(game: Game, chosen: Json, who: str, prefix: str) -> Iterator[str]:
    """Yield what a player prefers: where it plays, its first turns, and which pieces it chooses and wins with."""
    if chosen["places"] and has_pictures(game):
        label = f"Where {who} plays in the first third of a game"
        board = charts.board_map(bare(game), charts.heat(chosen["places"]), prefix, label)
        yield f"<h3>{escape(label)}</h3>{board}<p class='quiet'>The larger, the more often.</p>"
    rows = [(turn, count / chosen["games"], None, None, f"{count}, {hundred(score)}")
            for turn, count, score in chosen["openings"][:_OPENINGS]]  # fmt: skip
    if rows:
        yield (
            f"<h3>First turns of {escape(who)}</h3>{charts.bars(rows, f'First turns of {who}', None)}"
            "<p class='quiet'>Behind each: its games, and the points of 100 that the seat which begins then scored.</p>"
        )
    pieces = chosen.get("pieces") or {}
    kinds = [kind for kind, *_ in pieces.get("kinds", [])]
    label = f"Which {kinds[0] if len(kinds) == 1 else 'piece'} {who} chooses, by where it stands"
    yield from _stands(game, pieces.get("stands", []), label, f"{prefix}stands-")
    if has_kinds(chosen):
        yield from _kinds(pieces, who)


def has_kinds(chosen: Json) -> bool:
    """Return whether a seat has pieces of several kinds."""
    pieces = chosen.get("pieces") or {}
    return pieces.get("owned", 0) > 1 or len(pieces.get("kinds", [])) > 1


def one_kind(chosen: Json) -> str:
    """Return a card that says that all pieces of a seat are of one kind; empty where it has several, or none."""
    if has_kinds(chosen) or not (chosen.get("pieces") or {}).get("owned"):
        return ""
    return "<h3>Kinds of pieces</h3><p>All pieces of a seat are of one kind, so none is preferred.</p>"


def _stands(game: Game, stands: Json, label: str, prefix: str) -> Iterator[str]:
    """Yield which of several pieces is chosen, by where it stands."""
    if not stands:
        return
    largest = max(max(count, expected) for *_, count, expected in stands)
    discs = [
        Disc(x, y, max(count, expected) / largest, _look(count, expected),
             f"{name}: {count:,}, by chance {amount(expected)}")
        for name, x, y, count, expected in stands
    ]  # fmt: skip
    board = charts.board_map(bare(game), discs, prefix, label)
    says = (
        "Where there are several. Green and full: more often than by chance; red and hollow: less often; grey: no "
        "difference that can be separated from chance. The larger, the more often it could be chosen."
    )
    known = [(name, count, expected) for name, _, _, count, expected in stands if _look(count, expected) != "even"]
    table = _against_chance("where it stands", label, _ends(known, _STANDS)) if known else ""
    yield f"<h3>{escape(label)}</h3>{board}<p class='quiet'>{says}</p>{table}"


def _ends(rows: Json, most: int) -> Json:
    """Return what is chosen most often beside chance, and what least often, so many of each."""
    ordered = sorted(rows, key=lambda one: (-one[1] / one[2], one[0]))
    return ordered if len(ordered) <= 2 * most else [*ordered[:most], *ordered[-most:]]


def _look(count: int, expected: float) -> str:
    """Return whether something is chosen more or less often than by chance, as a class of the style sheet.

    >>> _look(30, 10.0), _look(0, 10.0), _look(12, 10.0)
    ('more', 'less', 'even')
    """
    return ("even", "more", "less")[beyond_chance(count, expected)]


def _kinds(pieces: Json, who: str) -> Iterator[str]:
    """Yield the kinds of pieces that are chosen, and those that the winners have."""
    if pieces["kinds"]:
        label = f"Which kinds of pieces {who} chooses"
        yield f"<h3>{escape(label)}</h3>{_against_chance('kind', label, pieces['kinds'])}"
    if pieces["had"]:
        label = f"Pieces of the winners, where {who} plays"
        rows = "".join(
            f'<tr><th scope="row">{escape(kind)}</th><td class="n">{amount(winners)}</td>'
            f'<td class="n">{amount(others)}</td><td class="n">{_bounds(low, high)}</td></tr>'
            for kind, winners, others, low, high in pieces["had"]
        )
        yield (
            f"<h3>{escape(label)}</h3>{_table(label, ('kind', 'winners', 'others', 'more'), rows)}"
            "<p class='quiet'>How many are on the board, on average over a game; the last column is the 95 % interval "
            "of what the winners have more.</p>"
        )


def _bounds(low: float | None, high: float | None) -> str:
    return "-" if low is None or high is None else f"{amount(low)} to {amount(high)}"


def _against_chance(what: str, label: str, rows: Json) -> str:
    """Return a table of what is chosen beside what would be by chance."""
    drawn = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td class="n">{count:,}</td><td class="n">{amount(expected)}</td>'
        f'<td class="n">{count / expected:.1f}</td></tr>'
        for name, count, expected in rows
    )
    return _table(label, (what, "chosen", "by chance", "times"), drawn)


def _table(label: str, heads: Sequence[str], rows: str) -> str:
    first, *rest = heads
    more = "".join(f'<th class="n" scope="col">{head}</th>' for head in rest)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(label)}"><table><thead><tr>'
        f'<th scope="col">{first}</th>{more}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def shunned(chosen: Json) -> str:
    """Return what is chosen far more or far less often than by chance."""
    known = [(name, count, expected) for name, count, expected in chosen["actions"] if expected >= 1]
    if not known:
        return ""
    clear = [(name, count, expected) for name, count, expected in known if _look(count, expected) != "even"]
    ends = _ends(clear or known, _ACTIONS)
    dead = chosen["dead"]
    said = f"Hardly ever chosen: {', '.join(dead)}." if dead else "No action is dead."
    return (
        f"<h3>Actions, against chance</h3>{_against_chance('action', 'Actions', ends)}<p>{escape(said)} "
        "<span class='quiet'>The table has what chance does not explain, if there is any.</span> "
        "<span class='quiet'>An action is dead that is chosen less than a tenth as often as by chance, where chance "
        "would choose it ten times or more.</span></p>"
    )


def never_better(moments: Json) -> str:
    """Return what was worse than another action wherever it could be chosen."""
    if not moments or "never" not in moments:
        return ""
    found = moments["never"][:_ACTIONS]
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td class="n">{count:,}</td><td class="n">{hundred(cost)}</td></tr>'
        for name, count, cost in found
    )
    table = _table("Never better", ("action", "positions", "points of 100 it cost at least"), rows)
    none = "<p>No action was worse than another wherever it could be chosen.</p>"
    says = f"A search with {moments['simulations']:,} simulations, in {moments.get('looked_at', 0):,} positions."
    return f"<h3>Never better than another</h3>{table if found else none}<p class='quiet'>{says}</p>"
