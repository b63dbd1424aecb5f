"""The changes that can be made to a line of a function, each of them a mistake that a programmer could make."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.planted.faults import functions

_TURNED = {
    ast.Lt: ("<", ">"),
    ast.LtE: ("<=", ">="),
    ast.Gt: (">", "<"),
    ast.GtE: (">=", "<="),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
_OFF_BY_ONE = {ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">")}
_OTHER = {"min": "max", "max": "min", "any": "all", "all": "any"}
_OTHER_SIGN = {ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+"), ast.FloorDiv: ("//", "*")}
_NO_EFFECT = re.compile(r"_log\.|logging|logger|timeout|patience|sleep|warn|metrics|cache_clear|TYPE_CHECKING|assert ")
"""Lines whose change no test need find: what is logged, and how long something waits."""
_SKIPPED = {"__repr__", "__str__", "__del__", "__doc__", "__hash__", "__rich__"}
_BODILESS = {"overload", "abstractmethod"}


@dataclass(frozen=True)
class Change:
    """One line of a function, and what replaces it."""

    function: str
    kind: str
    original: str
    faulty: str


def changes(source: str) -> dict[str, list[Change]]:
    """Return the changes of each function of a module; a function without any is left out."""
    lines = source.splitlines()
    found: dict[str, list[Change]] = {}
    for name, node in functions(ast.parse(source)).items():
        marks = {ast.unparse(mark).rpartition(".")[2] for mark in node.decorator_list}
        if node.name in _SKIPPED or marks & _BODILESS:
            continue
        own = lines[node.lineno - 1 : node.end_lineno]
        body = node.body[1:] if ast.get_docstring(node) else node.body
        made = [
            Change(name, kind, lines[number - 1], faulty)
            for statement in body
            for kind, number, faulty in _of(statement, lines)
            if own.count(lines[number - 1]) == 1 and not _NO_EFFECT.search(lines[number - 1])
        ]
        if made:
            found[name] = made
    return found


def _of(statement: ast.stmt, lines: list[str]) -> Iterator[tuple[str, int, str]]:
    """Yield the kinds of changes within a statement, with the line and its new text."""
    for node in ast.walk(statement):
        if not isinstance(node, ast.expr | ast.stmt):
            continue
        line = lines[node.lineno - 1].encode()
        if isinstance(node, ast.If):
            if node.test.lineno == node.test.end_lineno == node.lineno:
                yield "condition negated", node.lineno, _put(line, node.test, f"not ({_text(line, node.test)})")
        elif node.lineno == node.end_lineno:
            for kind, changed in _of_one_line(node, line):
                yield kind, node.lineno, changed


def _of_one_line(node: ast.expr | ast.stmt, line: bytes) -> Iterator[tuple[str, str]]:
    """Yield the changes of a node that is on one line."""
    match node:
        case ast.Compare(ops=[op], left=left, comparators=[right]):
            for kind, table in (("comparison turned", _TURNED), ("off by one", _OFF_BY_ONE)):
                if type(op) in table:
                    yield kind, _between(line, left, right, *table[type(op)])
        case ast.BoolOp(op=op, values=[left, right]):
            words = ("and", "or") if isinstance(op, ast.And) else ("or", "and")
            yield "boolean operator", _between(line, left, right, *words)
        case ast.BinOp(op=op, left=left, right=right) if type(op) in _OTHER_SIGN:
            yield "sign changed", _between(line, left, right, *_OTHER_SIGN[type(op)])
        case ast.Constant(value=bool(value)):
            yield "constant changed", _put(line, node, str(not value))
        case ast.Constant(value=int(value)):
            yield "constant changed", _put(line, node, str(value + 1))
        case ast.Return(value=ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()) as value):
            yield "return changed", _put(line, value, f"not ({_text(line, value)})")
        case ast.Return(value=ast.Name() | ast.Call() | ast.Attribute() | ast.Subscript() as value):
            yield "return changed", _put(line, value, "None")
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "statement dropped", _put(line, node, "pass")
        case ast.Call(func=ast.Name(id=name)) if name in _OTHER:
            yield "function exchanged", _put(line, node.func, _OTHER[name])
        case ast.Call(func=ast.Name(id="isinstance" | "range")):
            return
        case ast.Call(args=[ast.Name() | ast.Attribute() as one, ast.Name() | ast.Attribute() as two, *_]):
            first, second = _text(line, one), _text(line, two)
            yield "arguments swapped", _put(_put(line, two, first).encode(), one, second)
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name) as called)) if name != "RuntimeError":
            yield "exception type", _put(line, called, "RuntimeError")


def _text(line: bytes, node: ast.expr) -> str:
    return line[node.col_offset : node.end_col_offset].decode()


def _put(line: bytes, node: ast.expr | ast.stmt, text: str) -> str:
    """Return a line with another text in a node's place."""
    return (line[: node.col_offset] + text.encode() + line[node.end_col_offset :]).decode()


def _between(line: bytes, left: ast.expr, right: ast.expr, old: str, new: str) -> str:
    """Return a line with another operator between two expressions."""
    begin, end = left.end_col_offset or 0, right.col_offset
    return (line[:begin] + line[begin:end].replace(old.encode(), new.encode(), 1) + line[end:]).decode()
