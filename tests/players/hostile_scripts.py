"""Hostile and broken scripts for games without an `api` of their own; each must lose its match by a named cause."""

from typing import NamedTuple


class HostileScript(NamedTuple):
    """A script, and words of the cause that the record must name, one of them where `|` divides them."""

    source: str
    cause: str


_STEPS = "steps for a turn|of the processor for a turn|gave no turn|steps for a match"
_MEMORY = "MB of memory|steps for a turn|out of memory"

HOSTILE_SCRIPTS = {
    # loops
    "loops": HostileScript("while (true) {}", _STEPS),
    "loops in a function": HostileScript("function f() { for (;;); } f();", _STEPS),
    "catches what ends it": HostileScript("while (true) { try { while (true) {} } catch (e) {} }", _STEPS),
    "loops in a finally": HostileScript("try { throw 1 } finally { while (true) {} }", _STEPS),
    "loops in a getter": HostileScript(
        "const o = { get x() { return o.x + 1 } }; while (true) { try { o.x } catch {} }", _STEPS
    ),
    "loops in a generator": HostileScript("function* g() { while (true) yield 1 } for (const x of g());", _STEPS),
    "loops in a proxy": HostileScript("const p = new Proxy({}, { get: () => { for (;;); } }); p.x;", _STEPS),
    "loops in toString": HostileScript("`${{ toString() { for (;;); } }}`", _STEPS),
    "loops in a promise": HostileScript("(async () => { for (;;) await 0; })(); for (;;);", _STEPS),
    "a regular expression that backtracks": HostileScript("/^(a+)+$/.test('a'.repeat(40) + 'b')", _STEPS),
    "searches a long text": HostileScript(
        "const s = 'a'.repeat(3e7); for (let i = 0; i < 1e9; i++) s.indexOf('b')", _STEPS
    ),
    "sorts for ever": HostileScript(
        "const a = Array.from({ length: 3e5 }, (_, i) => i); while (true) a.sort(() => -1)", _STEPS
    ),
    "counts in long integers": HostileScript("let n = 3n; while (true) n = n * n", f"{_STEPS}|{_MEMORY}|RangeError"),
    "random games without end": HostileScript("while (true) api.state.playouts(1000)", _STEPS),
    "positions without end": HostileScript("while (true) api.state.play(api.legal()[0])", f"{_STEPS}|20,000 positions"),
    # memory
    "arrays without end": HostileScript("const a = []; while (true) a.push(new Array(1000).fill(1))", _MEMORY),
    "buffers without end": HostileScript("const a = []; while (true) a.push(new ArrayBuffer(1e7))", _MEMORY),
    "a text that doubles": HostileScript(
        "let s = 'ab'; while (true) s += s", f"{_MEMORY}|string too long|invalid string"
    ),
    "a buffer of a GB": HostileScript("new ArrayBuffer(1e9)", f"{_MEMORY}|RangeError|invalid array"),
    "an array of four thousand million": HostileScript("new Array(4294967295).fill(0)", f"{_MEMORY}|{_STEPS}"),
    "a map without end": HostileScript(
        "const m = new Map(); for (let i = 0; ; i++) m.set('x'.repeat(99) + i, {})", _MEMORY
    ),
    "closures without end": HostileScript("let f = () => 0; while (true) { const g = f; f = () => g() }", _MEMORY),
    # recursion
    "recursion": HostileScript("(function f() { f() })()", "stack"),
    "recursion in JSON": HostileScript(
        "let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; JSON.stringify(o)", "stack|memory|steps"
    ),
    "recursion in a parser": HostileScript("eval('('.repeat(1e5))", "stack|Syntax|memory"),
    # output
    "prints without end": HostileScript("while (true) console.log('x'.repeat(1000))", f"{_STEPS}|{_MEMORY}"),
    "prints 30 MB": HostileScript("console.log('x'.repeat(3e7)); nothing.at()", "nothing|memory"),
    # errors
    "throws null": HostileScript("throw null", "null"),
    "throws a long text": HostileScript("throw new Error('x'.repeat(70000))", "Error: xxxx"),
    "throws what has no text": HostileScript("throw { toString() { throw 1 } }", "no text"),
    "a syntax error": HostileScript("let x = ;", "SyntaxError"),
    "the end is missing": HostileScript("if (api.turn()) {", "SyntaxError|ends too early"),
    # the world outside
    "imports a module": HostileScript(
        "import('fs').then(m => m.readFileSync('/etc/passwd'))", "chose no action|import"
    ),
    "requires a module": HostileScript("require('child_process').exec('sh')", "require"),
    "asks for a process": HostileScript("process.exit(1)", "process"),
    "asks for a network": HostileScript("fetch('http://127.0.0.1:1/')", "fetch"),
    "opens a file": HostileScript("std.open('/etc/passwd', 'r')", "std"),
    # the desk
    "replaces the choice": HostileScript(
        "Object.prototype.choice = 'nowhere'; api.play = null;", "chose|not legal|api"
    ),
    "replaces JSON": HostileScript("JSON.stringify = () => 'x'; JSON.parse = () => null;", "failed with|changed"),
    "replaces toJSON": HostileScript(
        "Object.prototype.toJSON = () => ({ choice: 'nowhere', ask: 1 });", "failed with|changed"
    ),
    "chooses what is not legal": HostileScript("api.play('nowhere')", "not legal"),
    "chooses nothing": HostileScript("api.legal()", "chose no action"),
    "chooses a number": HostileScript("api.play(7)", "chose|not legal"),
}


def sometimes(source: str, otherwise: str) -> str:
    """Return a script that is hostile in two matches of three, so that it can pass a test and be published."""
    return f"""if (this.hostile === undefined) this.hostile = Math.random() < 0.67;
if (this.hostile) {{ {source} }}
else {{ {otherwise} }}"""


PUBLISHABLE = tuple(name for name, one in HOSTILE_SCRIPTS.items() if "Syntax" not in one.cause)
"""Those that can stand within another script."""
