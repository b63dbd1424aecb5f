"""What a script finds around it: nothing that differs from one machine, one day or one run to another."""

import pytest

import ludarium
from ludarium.match.match import Match
from ludarium.players.player import Limit
from ludarium.players.sandbox.script import COUNTED, ScriptPlayer

GLOBALS = """
AggregateError Array ArrayBuffer AsyncDisposableStack BigInt BigInt64Array BigUint64Array Boolean DOMException DataView
Date DisposableStack Error EvalError Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array
Int8Array InternalError Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp
Set String SuppressedError Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray
WeakMap WeakSet atob btoa console decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis
isFinite isNaN parseFloat parseInt performance queueMicrotask undefined unescape
"""
"""All that a script finds. What is new here shows no time, no other thread, and not when memory is collected."""

WALK = """
const seen = new Set(), todo = [["globalThis", globalThis], ["api", api]], found = [];
while (todo.length) {
  const [path, value] = todo.pop();
  if (value === null || !["object", "function"].includes(typeof value) || seen.has(value)) continue;
  seen.add(value);
  todo.push([`${path}.__proto__`, Object.getPrototypeOf(value)]);
  for (const key of Reflect.ownKeys(value)) {
    const here = Object.getOwnPropertyDescriptor(value, key);
    for (const each of [here.value, here.get, here.set]) todo.push([`${path}.${String(key)}`, each]);
    if (/now|wait|notify|deref|register|origin|memory|engine|version|^gc$/i.test(String(key)))
      found.push(`${path}.${String(key)}`);
  }
}
console.log(found.sort().join("\\n"));
"""


def said(text: str, seed: int = 1) -> str:
    """Return what a script prints in a turn."""
    match = Match.begin(ludarium.load("orion"), ["a", "b"])
    with ScriptPlayer(f"{text}; api.play('u+')", match.game, seed, COUNTED) as player:
        player.prepare(match, 0)
        player.play(match, 0, Limit())
    assert not player.last.fault
    return player.last.printed.strip()


def test_the_names_that_a_script_finds() -> None:
    names = said("console.log(Reflect.ownKeys(globalThis).filter((n) => typeof n === 'string').join(' '))").split()
    assert sorted(names) == sorted(GLOBALS.split())


def test_nothing_that_can_be_reached_shows_the_world_outside() -> None:
    assert said(WALK).split("\n") == [
        "globalThis.Date.now",
        "globalThis.performance.now",
        "globalThis.performance.timeOrigin",
    ]


CLOCKS = {
    "Date.now()": "946684800000",
    "new Date().getTime()": "946684800000",
    "new Date().toString()": "Sat Jan 01 2000 00:00:00 GMT+0000",
    "Date()": "Sat Jan 01 2000 00:00:00 GMT+0000",
    "Reflect.construct(Date, []).getTime()": "946684800000",
    "new (class extends Date {})().getTime()": "946684800000",
    "new Date(0).constructor.now()": "946684800000",
    "new (new Date(0).constructor)().getTime()": "946684800000",
    "performance.now()": "0",
    "new Date(2020, 6, 1).getTimezoneOffset()": "0",
    "new Date(2020, 6, 1).getTime()": "1593561600000",
    "new Date(0).toLocaleString()": "01/01/1970, 12:00:00 AM",
    "Date.parse('2020-07-01T00:00')": "1593561600000",
}


def test_a_scripts_clock_is_the_same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "America/New_York")
    shown = said("; ".join(f"console.log({text})" for text in CLOCKS)).split("\n")
    assert dict(zip(CLOCKS, shown, strict=True)) == CLOCKS


def test_a_scripts_clock_moves_with_its_steps_alone() -> None:
    text = "const before = [Date.now(), performance.now()]; for (let i = 0; i < 1e6; i++);"
    text += "console.log(Date.now() - before[0], performance.now() - before[1], new Date() - before[0])"
    assert said(text) == "400 400 400"  # a step for each jump back, and one for each look of the engine
    search = "let n = 0; const until = Date.now() + 300; while (Date.now() < until) n++; console.log(n)"
    assert said(search) == said(search, seed=2)


def test_a_scripts_clock_goes_on_from_turn_to_turn() -> None:
    text = "console.log(Date.now()); for (let i = 0; i < 1e5; i++); api.south()"
    match = Match.begin(ludarium.load("grid"), ["a", "b"])
    shown = []
    with ScriptPlayer(text, match.game, 1, COUNTED) as player:
        player.prepare(match, 0)
        for _ in range(3):
            player.play(match, 0, Limit())
            shown.append(int(player.last.printed) - 946684800000)
    assert shown == [0, 40, 80]
