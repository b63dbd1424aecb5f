"""Throngs as text.

A turn is its two moves, separated by a space:

    +c5      add a stone
    xc5      capture a stone
    +c5-e7   add or (`xc5-e7`) capture a stone, and let it travel
    c5-e7    move a stone
    -e7      end the travel of the stone in hand, within a turn
    pass

In the pie `+e3 +d6 +h7` places the stones, and `accept` or `swap` replies.

A position is `3/6/4b3/8/8/2w5/5w2/7/4/2 b 1.1 -:- 0`, fields separated by spaces:

    rows     rows of sites from row 1, with numbers for empty sites
    mover    b or w
    1.1      the turn, and the move in it
    -:-      the counters of black and white, `-` for -1
    0        passes in a row
    +c5-     with a stone in hand only: the beginning of the move; the rows are those before the move

In the pie a position is the rows and `pie`.
"""

import re
from collections.abc import Sequence

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import Vector
from ludarium.core.notation import format_rows, parse_rows
from ludarium.core.text import in_tense, shorten
from ludarium.games.throngs import kernel
from ludarium.games.throngs.kernel import COUNTER, HAND, PLAY, REPLY, RESULT, SECOND, SITES, STAGE, TURN
from ludarium.games.throngs.rules import BOARDS, NAMES, blank, pie_order, stones

_MOVE = re.compile(r"([+x]?)([a-z][0-9]{1,2})(?:-([a-z][0-9]{1,2}))?|-([a-z][0-9]{1,2})", re.ASCII)
_LONGEST = 300
_WORDS = {"pass": "passed|pass", "accept": "accepted|accept the stones", "swap": "swapped|swap the colours"}
_SIGNS = {"b": "x", "w": "x", ".": "+"}


def action_name(state: State, seat: int, action: int) -> str:
    """Return a move as `+c5`, `xc5`, `c5` or `pass`; the end of a travel as `-e7`."""
    t, v = state.game.tables, state.vector
    sites = int(t[SITES])
    if action >= sites:
        return ("pass", "accept", "swap")[action - sites]
    name = BOARDS[sites].names[action]
    if v[HAND] >= 0:
        return f"-{name}"
    holds = stones(t, v)[action]
    return name if v[STAGE] == PLAY and holds == "bw"[seat] else _SIGNS[holds] + name


def legend(_game: Game) -> str:
    """Return what the signs of a turn, the points and their discs mean.

    >>> import ludarium
    >>> legend(ludarium.load("throngs"))[:78]
    '+c5 puts a stone on c5, xc5 captures there, c5-e7 moves the stone on c5 to e7.'
    """
    points = "Points are spaces that count as one's own; a bar that reaches the disc of its colour wins."
    return f"+c5 puts a stone on c5, xc5 captures there, c5-e7 moves the stone on c5 to e7. {points}"


def tell_turn(state: State, actions: Sequence[int]) -> str:
    """Return in words what a player did.

    >>> from ludarium.core.registry import load
    >>> start = load("throngs").initial()
    >>> tell_turn(start, start.parse_turn("+d3 +e4-e5"))
    'put a stone on d3, then put a stone on e4, which went on to e5'
    """
    return in_tense(_words(state, actions), past=True)


def advise_turn(state: State, seat: int, actions: Sequence[int]) -> str:
    """Return in words what a player could do.

    >>> from ludarium.core.registry import load
    >>> start = load("throngs").initial()
    >>> advise_turn(start, 0, start.parse_turn("+d3 +e4-e5"))
    'put a stone on d3, then put a stone on e4, which goes on to e5'
    """
    return in_tense(_words(state, actions), past=False)


def tell_begun(text: str) -> str:
    """Return in words what is played of a turn, given as text.

    >>> tell_begun("i7-i10"), tell_begun("+e2-"), tell_begun("xc5 i7-")
    ('moved i7 to i10', 'put a stone on e2, which travels on', 'captured c5, then taken up the stone on i7')
    """
    said = (_say_in_hand(move.removesuffix("-")) if move.endswith("-") else _say(move) for move in text.split())
    return in_tense(", then ".join(said), past=True)


def _say_in_hand(start: str) -> str:
    """Return a move in words whose stone is in hand."""
    travels = {"+": ", which travels on", "x": " and travel on"}.get(start[0])
    return f"{_say(start)}{travels}" if travels else f"taken up the stone on {start}"


def _words(state: State, actions: Sequence[int]) -> str:
    return ", then ".join(map(_say, format_turn(state, actions).split()))


def _say(move: str) -> str:
    if move in _WORDS:
        return _WORDS[move]
    first, _, end = move.partition("-")
    if not first:
        return f"went|go on to {end}"
    did = {"+": "put a stone on ", "x": "captured|capture "}.get(first[0])
    if did is None:
        return f"moved|move {first} to {end}"
    return did + first[1:] + (f", {'which went|goes' if did[0] == 'p' else 'and went|go'} on to {end}" if end else "")


def format_turn(state: State, actions: Sequence[int]) -> str:
    """Return the moves of the turn, separated by spaces; a `-` at the end means that a stone is still in hand."""
    text = ""
    for action in actions:
        hand = int(state.vector[HAND])
        stays = action == hand and text
        text += "" if stays else (" " if text and hand < 0 else "") + action_name(state, state.actors[0], action)
        state = state.play_unchecked(action)
    return text + "-" * bool(actions and state.vector[HAND] >= 0)


def parse_turn(state: State, text: str) -> tuple[int, ...]:
    """Parse a turn, or the rest of one, into its actions."""
    words = text[:_LONGEST].split()
    if not words or len(text) > _LONGEST:
        raise ParseError(f"{shorten(text)} is not a turn: expected two moves, as in +c5 c5-e7 or pass pass")
    now, actions = state, list[int]()
    for number, word in enumerate(words):
        if number and not now.in_turn:
            over = "the turn is complete" if now.actors else "the game ends"
            raise IllegalMove(f"{over} before {shorten(word)}")
        move = _parse_move(now, word)
        now, actions = now.play_actions(move), [*actions, *move]
    if now.in_turn:
        missing = "of the three stones" if now.vector[STAGE] < PLAY else "of its two moves"
        raise IllegalMove(f"{shorten(text.strip())} is not a complete turn: the last {missing} is missing")
    return tuple(actions)


def _parse_move(state: State, word: str) -> list[int]:
    """Return the actions of one word of a turn."""
    t, v = state.game.tables, state.vector
    sites, plain = int(t[SITES]), word.lower()
    numbers = BOARDS[sites].numbers
    if plain in ("pass", "accept", "swap"):
        return [sites + ("pass", "accept", "swap").index(plain)]
    found = _MOVE.fullmatch(plain)
    names = [name for name in found.groups()[1:] if name] if found else []
    if found is None or not set(names) <= numbers.keys():
        expected = "+c5, +c5-e7, xc5, xc5-e7, c5-e7 or pass, with spaces of this board"
        raise ParseError(f"{shorten(word)} is not a move: expected one such as {expected}")
    sign, start, end, rest = found.groups()
    if bool(rest) != (v[HAND] >= 0):
        expected = "+c5, xc5 or c5-e7: no stone travels" if rest else "-e7: a stone travels"
        raise IllegalMove(f"{word}: expected a move such as {expected}")
    if rest:
        return [numbers[rest]]
    site = numbers[start]
    expected = action_name(state, state.actors[0], site)
    if v[STAGE] < REPLY and (end or sign != "+"):
        raise IllegalMove(f"{word}: expected three stones to place, each as in +c5")
    if expected != sign + start and v[STAGE] == PLAY:
        holds = {"b": f"{NAMES[0]}'s stone", "w": f"{NAMES[1]}'s stone", ".": "no stone"}[stones(t, v)[site]]
        if expected == start:
            expected = f"{start}- and the space where it ends"
        raise IllegalMove(f"{word}: {start} holds {holds}, so expected {expected}")
    if state.play(site).vector[HAND] >= 0:
        return [site, numbers[end] if end else site]
    if end and end != start:
        raise IllegalMove(f"{word}: the stone added or captured on {start} cannot travel")
    return [site]


def format_position(state: State) -> str:
    """Return the position as one line of text."""
    t, v = state.game.tables, state.vector
    board = BOARDS[int(t[SITES])]
    cells, seat, hand = stones(t, v), int(kernel.mover(v)), int(v[HAND])
    beginning = []
    if hand >= 0:
        before = {kernel.ADDED: ".", kernel.CAPTURED: "bw"[1 - seat]}.get(int(v[kernel.HOW]), "bw"[seat])
        sign = "" if before == "bw"[seat] else _SIGNS[before]
        cells, beginning = cells[:hand] + before + cells[hand + 1 :], [f"{sign}{board.names[hand]}-"]
    line = format_rows(cells, board.widths)
    if v[STAGE] < PLAY:
        return f"{line} pie"
    counters = ":".join("-" if v[COUNTER + s] < 0 else str(v[COUNTER + s]) for s in range(2))
    move = f"{v[TURN] + 1}.{v[SECOND] + 1}"
    return " ".join([line, "bw"[seat], move, counters, str(v[kernel.PASSES]), *beginning])


def parse_position(game: Game, text: str) -> State:
    """Parse a position; raise `ParseError` where the text is not one."""
    t = game.tables
    fields = text[:2000].split()
    if len(fields) not in (2, 5, 6) or len(text) > 2000:
        expected = "rows, b or w, turn.move, counters and passes, as in 3/6/.../2 b 1.1 -:- 0"
        raise ParseError(f"{shorten(text)} is not a position: expected {expected}")
    cells = _parse_rows(t, fields[0])
    if len(fields) == 2:
        return game.state(_parse_pie(t, cells, fields[1]))
    v = _place(t, cells)
    v[STAGE] = PLAY
    _parse_moment(t, v, *fields[1:5])
    first_move = not v[TURN] and not v[SECOND]
    if not first_move or not t[kernel.PIE]:
        kernel.count_points(t, v)
    if not first_move:
        v[RESULT] = kernel.judge(t, v)
    state = game.state(v)
    return _parse_beginning(state, fields[5]) if len(fields) == 6 else state


def _parse_pie(t: Vector, cells: str, word: str) -> Vector:
    """Parse a position of the pie, from its sites and the word after the rows."""
    placed = {seat: cells.count(seat) for seat in "bw"}
    stage = sum(placed.values())
    order = pie_order(t)
    if word != "pie" or not t[kernel.PIE]:
        expected = "pie, or the mover, turn.move" if t[kernel.PIE] else "the mover, turn.move"
        raise ParseError(f"{shorten(word)} cannot end a position: expected {expected}, counters and passes")
    if stage > REPLY or any(placed[seat] != order[:stage].count(seat) for seat in "bw"):
        there = f"there are {placed['b']} b, {placed['w']} w"
        raise ParseError(f"as first stones {', '.join(order)} are placed in this order, but {there}")
    v = _place(t, cells)
    v[STAGE] = stage
    return v


def _parse_moment(t: Vector, v: Vector, mover: str, move: str, counters: str, passes: str) -> None:
    """Parse the mover, the turn and the move in it, the counters and the passes, and write them to `v`."""
    limit, moment = int(t[kernel.LIMIT]), re.fullmatch(r"([1-9][0-9]{0,3})\.([12])", move, re.ASCII)
    if mover not in ("b", "w"):
        raise ParseError(f"{shorten(mover)} is not a player: expected b or w")
    if moment is None or int(moment[1]) + int(moment[2]) > limit + 2:
        expected = f"a turn from 1 to {limit}, and the move 1 or 2, as in 12.1"
        raise ParseError(f"{shorten(move)} is not a turn and move: expected {expected}")
    v[TURN], v[SECOND] = int(moment[1]) - 1, int(moment[2]) - 1
    v[kernel.FIRST] = ("bw".index(mover) + int(v[TURN])) & 1
    if v[kernel.FIRST] and not t[kernel.PIE]:
        raise ParseError(f"{mover} is not to move in turn {moment[1]}: b has the odd turns and w the even ones")
    found = re.fullmatch(r"(-|[0-9]{1,4}):(-|[0-9]{1,4})", counters, re.ASCII)
    values = [-1 if number == "-" else int(number) for number in found.groups()] if found else []
    made = 2 * int(v[TURN]) + int(v[SECOND])
    if not values or max(values) > made:
        expected = f"two numbers up to {made}, or -, as in 1:0"
        raise ParseError(f"{shorten(counters)} does not give both counters: expected {expected}")
    v[COUNTER : COUNTER + 2] = values
    if not re.fullmatch(r"[0-4]", passes, re.ASCII) or int(passes) > made:
        raise ParseError(f"{shorten(passes)} is not a number of passes in a row: expected 0 to {min(4, made)}")
    v[kernel.PASSES] = int(passes)


def _parse_beginning(state: State, text: str) -> State:
    """Return the state after the beginning of a move, which leaves a stone in hand."""
    site = BOARDS[int(state.game.tables[SITES])].numbers.get(text.strip("+x-"), -1)
    if not state.actors or site < 0 or text != action_name(state, state.actors[0], site) + "-":
        raise ParseError(f"{shorten(text)} is not the beginning of a move here: expected one as in +c5-")
    begun = state.play(site)
    if begun.vector[HAND] < 0:
        raise ParseError(f"{shorten(text)} begins no travel: the stone can only stay, so the move is over")
    return begun


def _parse_rows(t: Vector, text: str) -> str:
    """Parse the rows into a letter for every site: `.`, `b` or `w`."""
    widths = BOARDS[int(t[SITES])].widths
    shape = ", ".join(map(str, widths))
    return parse_rows(text, widths, "bw", f"rows of {shape} spaces, with b, w and numbers")


def _place(t: Vector, cells: str) -> Vector:
    v = blank(t)
    for site, cell in enumerate(cells):
        if cell != ".":
            kernel.put(t, v, "bw".index(cell), site)
    return v
