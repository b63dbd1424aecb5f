"""Throngs as text.

A turn is its two moves: `+c5` adds a stone, `xc5` captures one, `+c5-e7` and `xc5-e7` have it travel, `c5-e7` moves a
stone, `pass` does nothing. From a stone in hand on, `-e7` says where it ends. In the pie `+e3 +d6 +h7` places the
stones, and `accept` or `swap` replies.

A position is `3/6/4b3/8/8/2w5/5w2/7/4/2 b 1.1 -:- 0`: the rows, the first one first, with numbers for empty sites; who
is to move; the turn and the move in it; the counters of black and white, `-` before the first move; the passes in a
row. If a stone is in hand the board is that before the move, and last comes its beginning, `+c5-`. In the pie it is the
rows and `pie`.
"""

import re
from collections.abc import Sequence
from itertools import groupby

import numpy as np

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.kernel import Vector
from ludarium.core.text import shorten
from ludarium.games.throngs import kernel
from ludarium.games.throngs.kernel import COUNTER, HAND, PLAY, REPLY, RESULT, SECOND, SITES, STAGE, TURN
from ludarium.games.throngs.rules import BOARDS, NAMES, blank, explain, in_turn, pie_order, stones

_MOVE = re.compile(r"([+x]?)([a-z][0-9]{1,2})(?:-([a-z][0-9]{1,2}))?|-([a-z][0-9]{1,2})", re.ASCII)
_LONGEST = 300
_SIGNS = {"b": "x", "w": "x", ".": "+"}


def action_name(t: Vector, v: Vector, seat: int, action: int) -> str:
    """A move as `+c5`, `xc5`, `c5` or `pass`; where a stone in hand ends as `-e7`."""
    sites = int(t[SITES])
    if action >= sites:
        return ("pass", "accept", "swap")[action - sites]
    name = BOARDS[sites].names[action]
    if v[HAND] >= 0:
        return f"-{name}"
    holds = stones(t, v)[action]
    return name if v[STAGE] == PLAY and holds == "bw"[seat] else _SIGNS[holds] + name


def format_turn(t: Vector, v: Vector, walk: Sequence[int]) -> str:
    """The turn, its moves with spaces between; `-` at the end says that a stone is still in hand."""
    now, text = v.copy(), ""
    for action in walk:
        seat, hand = int(kernel.mover(now)), int(now[HAND])
        stays = action == hand and text
        text += "" if stays else (" " if text and hand < 0 else "") + action_name(t, now, seat, action)
        kernel.apply(t, now, np.array([action], np.int64))
    return text + "-" * bool(walk and now[HAND] >= 0)


def parse_turn(t: Vector, v: Vector, text: str) -> tuple[int, ...]:
    """The walk of the turn, or of what is left of it."""
    words = text[:_LONGEST].lower().split()
    if not words or len(text) > _LONGEST:
        raise ParseError(f"{shorten(text)} is no turn: write its moves, as in +c5 c5-e7, or pass pass")
    now, walk = v.copy(), list[int]()
    for number, word in enumerate(words):
        if number and not in_turn(t, now):
            over = "the game ends" if now[RESULT] else "the turn is complete"
            raise IllegalMove(f"{over} before {shorten(word)}")
        _read_move(t, now, word, walk)
    if in_turn(t, now):
        missing = "of the three stones" if now[STAGE] < PLAY else "of its two moves"
        raise IllegalMove(f"{shorten(' '.join(words))} is not a whole turn: the last {missing} is missing")
    return tuple(walk)


def _read_move(t: Vector, now: Vector, word: str, walk: list[int]) -> None:
    """Play one word of a turn on `now`, and add its actions to the walk."""
    sites = int(t[SITES])
    numbers = BOARDS[sites].numbers
    if word in ("pass", "accept", "swap"):
        _play(t, now, sites + ("pass", "accept", "swap").index(word), walk)
        return
    found = _MOVE.fullmatch(word)
    names = [name for name in found.groups()[1:] if name] if found else []
    if found is None or not set(names) <= numbers.keys():
        raise ParseError(f"{shorten(word)} is no move on this board: write +c5, +c5-e7, xc5, xc5-e7, c5-e7 or pass")
    sign, start, end, rest = found.groups()
    if bool(rest) != (now[HAND] >= 0):
        raise IllegalMove(f"{word}: " + ("there is no stone in hand" if rest else "put the stone in hand down first"))
    if rest:
        _play(t, now, numbers[rest], walk)
        return
    site = numbers[start]
    expected = action_name(t, now, int(kernel.mover(now)), site)
    if now[STAGE] < REPLY and (end or sign != "+"):
        raise IllegalMove(f"{word}: three stones are placed first, each as in +c5")
    if expected != sign + start and now[STAGE] == PLAY:
        holds = {"b": NAMES[0], "w": NAMES[1], ".": "no stone"}[stones(t, now)[site]]
        raise IllegalMove(f"{word}: {start} holds {holds}" + f"'s stone; write {expected}" * (holds in NAMES))
    _play(t, now, site, walk)
    if now[HAND] >= 0:
        _play(t, now, numbers[end] if end else site, walk)
    elif end and end != start:
        raise IllegalMove(f"{word}: the stone added or captured on {start} cannot travel")


def _play(t: Vector, now: Vector, action: int, walk: list[int]) -> None:
    out = np.empty(int(t[SITES]) + 3, np.int64)
    seat = int(kernel.mover(now)) if now[STAGE] == PLAY else int(now[STAGE] == REPLY)
    if action not in out[: kernel.legal(t, now, seat, out)]:
        raise IllegalMove(explain(t, now, seat, action))
    kernel.apply(t, now, np.array([action], np.int64))
    walk.append(action)


def format_position(t: Vector, v: Vector) -> str:
    """The position in one line."""
    board = BOARDS[int(t[SITES])]
    cells, seat, hand = stones(t, v), int(kernel.mover(v)), int(v[HAND])
    beginning = []
    if hand >= 0:
        before = {kernel.ADDED: ".", kernel.CAPTURED: "bw"[1 - seat]}.get(int(v[kernel.HOW]), "bw"[seat])
        sign = "" if before == "bw"[seat] else _SIGNS[before]
        cells, beginning = cells[:hand] + before + cells[hand + 1 :], [f"{sign}{board.names[hand]}-"]
    rows, at = [], 0
    for width in board.widths:
        runs = ((cell, len(list(run))) for cell, run in groupby(cells[at : at + width]))
        rows.append("".join(str(length) if cell == "." else cell * length for cell, length in runs))
        at += width
    line = "/".join(rows)
    if v[STAGE] < PLAY:
        return f"{line} pie"
    counters = ":".join("-" if v[COUNTER + s] < 0 else str(v[COUNTER + s]) for s in range(2))
    move = f"{v[TURN] + 1}.{v[SECOND] + 1}"
    return " ".join([line, "bw"[seat], move, counters, str(v[kernel.PASSES]), *beginning])


def parse_position(t: Vector, text: str) -> Vector:
    """The position; what is known of its past is the counters and the passes."""
    fields = text[:2000].split()
    if len(fields) not in (2, 5, 6) or len(text) > 2000:
        raise ParseError(f"{shorten(text)} is no position: expected rows, b or w, turn.move, counters and passes")
    cells = _read_rows(t, fields[0])
    if len(fields) == 2:
        return _read_pie(t, cells, fields[1])
    v = _place(t, cells)
    v[STAGE] = PLAY
    _read_moment(t, v, *fields[1:5])
    first_move = not v[TURN] and not v[SECOND]
    if not first_move or not t[kernel.PIE]:
        kernel.count_scores(t, v)
    if not first_move:
        v[RESULT] = kernel.judge(t, v)
    if len(fields) == 6:
        _read_beginning(t, v, fields[5])
    return v


def _read_pie(t: Vector, cells: str, word: str) -> Vector:
    """The position in which so many stones of the pie have been placed."""
    placed = {seat: cells.count(seat) for seat in "bw"}
    stage = sum(placed.values())
    order = pie_order(t)
    if word != "pie" or not t[kernel.PIE]:
        raise ParseError("the rows are followed by " + ("pie, or by " * bool(t[kernel.PIE])) + "b or w, and the rest")
    if stage > REPLY or any(placed[seat] != order[:stage].count(seat) for seat in "bw"):
        there = f"there are {placed['b']} b, {placed['w']} w"
        raise ParseError(f"in the pie {', '.join(order)} are placed in this order: {there}")
    v = _place(t, cells)
    v[STAGE] = stage
    return v


def _read_moment(t: Vector, v: Vector, mover: str, move: str, counters: str, passes: str) -> None:
    """Read whose move it is, which one, the counters and the passes."""
    limit, moment = int(t[kernel.LIMIT]), re.fullmatch(r"([1-9][0-9]{0,3})\.([12])", move, re.ASCII)
    if mover not in ("b", "w"):
        raise ParseError(f"{shorten(mover)} is not to move: expected b or w")
    if moment is None or int(moment[1]) + int(moment[2]) > limit + 2:
        raise ParseError(f"{shorten(move)} is no move: expected a turn from 1 to {limit} and 1 or 2, as in 12.1")
    v[TURN], v[SECOND] = int(moment[1]) - 1, int(moment[2]) - 1
    v[kernel.FIRST] = ("bw".index(mover) + int(v[TURN])) & 1
    if v[kernel.FIRST] and not t[kernel.PIE]:
        raise ParseError(f"turn {moment[1]} is not {mover}'s: black has the odd turns")
    found = re.fullmatch(r"(-|[0-9]{1,4}):(-|[0-9]{1,4})", counters, re.ASCII)
    values = [-1 if number == "-" else int(number) for number in found.groups()] if found else []
    made = 2 * int(v[TURN]) + int(v[SECOND])
    if not values or max(values) > made:
        raise ParseError(f"{shorten(counters)} is not two counters: expected each to be - or at most {made}, as in 1:0")
    v[COUNTER : COUNTER + 2] = values
    if not re.fullmatch(r"[0-4]", passes, re.ASCII) or int(passes) > made:
        raise ParseError(f"{shorten(passes)} is not the passes in a row: expected 0 to {min(4, made)}")
    v[kernel.PASSES] = int(passes)


def _read_beginning(t: Vector, v: Vector, text: str) -> None:
    """Take into hand the stone that this beginning of a move names."""
    numbers = BOARDS[int(t[SITES])].numbers
    site = numbers.get(text.strip("+x-"), -1)
    seat = int(kernel.mover(v))
    if v[RESULT] or site < 0 or text != action_name(t, v, seat, site) + "-":
        raise ParseError(f"{shorten(text)} is not the beginning of a move here: expected one as in +c5-")
    _play(t, v, site, [])
    if v[HAND] < 0:
        raise ParseError(f"{shorten(text)}: the stone could only stay, and the move would be over")


def _read_rows(t: Vector, text: str) -> str:
    """What every site holds: `.`, `b` or `w`."""
    widths = BOARDS[int(t[SITES])].widths
    rows = [re.sub(r"[1-9][0-9]?", lambda run: "." * int(run[0]), row) for row in text.split("/")]
    if tuple(map(len, rows)) != widths or set("".join(rows)) - set("bw."):
        shape = ", ".join(map(str, widths))
        raise ParseError(f"{shorten(text)} is no board: expected rows of {shape} sites, with b, w and numbers")
    return "".join(rows)


def _place(t: Vector, cells: str) -> Vector:
    v = blank(t)
    for site, cell in enumerate(cells):
        if cell != ".":
            kernel.put(t, v, "bw".index(cell), site)
    return v
