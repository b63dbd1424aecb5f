"""Scripts in JavaScript as players: fenced in, and unable to cost more than their own match."""

import resource
from collections.abc import Callable
from pathlib import Path

import pytest

import ludarium
from ludarium.core.record import Record
from ludarium.match.match import Match
from ludarium.match.verify import verify
from ludarium.players.external import sandboxed
from ludarium.players.player import BotFailed, Limit
from ludarium.players.sandbox._quickjs import TimeLimiter
from ludarium.players.sandbox.script import COUNTED, ScriptBudget, ScriptPlayer
from ludarium.players.turn import play_turn

SHORT = "grid(turn_limit=10)"


Play = Callable[[str], Record]
"""Plays a short game with a script as green, and returns the record."""


@pytest.fixture
def played(tmp_path: Path) -> Play:
    def play(text: str) -> Record:
        (tmp_path / "bot.js").write_text(text, "utf-8")
        record = ludarium.play_match(SHORT, [f"js:{tmp_path / 'bot.js'}", "beam"])
        verify(ludarium.Record.parse(str(record)))
        return record

    return play


BOMBS = {
    "while (true) {}": "took more than 0.25 seconds of the processor",
    "while (true) { try { while (true) {} } catch (e) {} }": "took more than 0.25 seconds of the processor",
    "var s = 'a'.repeat(3e7); for (var i = 0; i < 1e9; i++) s.indexOf('b')": "took more than 0.25 seconds of the",
    "var a = []; while (true) a.push(new Array(1000).fill(1))": "used more than 64 MB of memory",
    "var a = []; while (true) a.push(new ArrayBuffer(1e7))": "used more than 64 MB of memory",
}


@pytest.mark.parametrize(("text", "cause"), BOMBS.items())
def test_an_endless_or_oversized_script_loses_only_its_own_match(
    played: Play, tmp_path: Path, text: str, cause: str
) -> None:
    (tmp_path / "bomb.js").write_text(text, "utf-8")
    match = Match.begin(ludarium.load(SHORT), ["bomb", "other"])
    guard = 0.25 if "second" in cause else 1
    with sandboxed.Script(tmp_path / "bomb.js", match.game, 0, ScriptBudget(guard=guard)) as player:
        player.prepare(match, 0)
        record = play_turn(match, 0, player).match.record()
    verify(record)
    assert cause in record.ending
    assert record.payoffs == (0.0, 1.0)
    assert not played("api.south()").ending.startswith("forfeit")


def test_a_turn_in_the_terminal_has_a_second_of_the_processor(played: Play) -> None:
    record = played("while (true) {}")
    assert record.ending.endswith("took more than 1 second of the processor for a turn")
    assert record.payoffs == (0.0, 1.0)


def test_invalid_javascript_is_refused_with_the_reason(played: Play) -> None:
    with pytest.raises(BotFailed, match=r"\(line 2\)"):
        played("api.east();\nif (api.turn() {}")
    with pytest.raises(BotFailed, match="failed with 'SyntaxError: the text ends too early'"):
        played("if (api.turn()) {")


def test_an_exception_is_recorded_in_the_remarks_and_the_match_continues(played: Play) -> None:
    record = played("if (api.turn() > 3) { api.south(); nowhere.go() }")
    assert record.tags["Remarks"] == "green failed in turn 5: 'ReferenceError: nowhere is not defined'; 6 times in all"
    assert [entry.text[0] for entry in record.turns] == list("eeee" + "ssssss")


THROWN = {
    "throw null": "'null'",
    "throw new Error('x'.repeat(70000))": "'Error: xxxx",
    "throw { toString: function () { throw 1 } }": "'an exception that has no text'",
    "throw { toString: function () { throw null } }": "'an exception that has no text'",
    "throw Object.create(null)": "'an exception that has no text'",
    "throw new InternalError('mine')": "'InternalError: mine'",
    "(function again() { again() })()": "'RangeError: Maximum call stack size exceeded'",
}


@pytest.mark.parametrize(("text", "remark"), THROWN.items())
def test_any_thrown_value_costs_the_turn_and_not_the_match(played: Play, text: str, remark: str) -> None:
    record = played(f"api.south(); if (api.turn() > 3) {{ {text} }}")
    assert record.tags["Remarks"].startswith(f"green failed in turn 5: {remark}")
    assert record.tags["Remarks"].endswith("; 6 times in all")
    assert not record.ending.startswith("forfeit")
    assert {entry.text[0] for entry in record.turns} == {"s"}


def test_all_turns_together_have_a_budget(tmp_path: Path) -> None:
    text = "for (let i = 0; i < 3e6; i++);"
    (tmp_path / "bot.js").write_text(text, "utf-8")
    game = "grid(turn_limit=200)"
    short = ludarium.play_match(game, [f"js:{tmp_path / 'bot.js'}", "beam"], budget=1)
    assert short.ending.endswith("bot.js took more than 1 second of the processor for a match")
    assert len(short.turns) > 2


class Clock:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(("turns", "limit"), [([0.75] * 90, None), ([0.75, 1.0], "seconds"), ([0.75] * 134, "budget")])
def test_a_turns_time_counts_from_its_start_however_long_the_match(turns: list[float], limit: str | None) -> None:
    clock = Clock()
    limiter = TimeLimiter({"seconds": 1, "budget": 100}, clock)
    found = None
    for took in turns:
        assert found is None
        clock.now += 7.0  # between two turns
        limiter.start()
        clock.now += took
        found = limiter.stop()
    assert found == limit


def test_the_system_counts_no_processor_time_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "bot.js").write_text("api.south()")
    game = ludarium.load(SHORT)
    match = Match.begin(game, ["a", "b"])
    player = sandboxed.Script(tmp_path / "bot.js", game, 0)
    try:
        player.prepare(match, 0)
        player.play(match, 0, Limit())
        assert player._process
        pid = player._process._process.pid
        assert resource.prlimit(pid, resource.RLIMIT_CPU) == resource.getrlimit(resource.RLIMIT_CPU)
    finally:
        player.close()


def test_there_are_no_files_no_network_and_no_modules() -> None:
    names = ("require", "process", "std", "os", "fetch", "XMLHttpRequest", "WebAssembly", "print")
    said = orion_turn(" ".join(f"console.log(typeof {name});" for name in names) + " api.play('u+')").last.printed
    assert said == "undefined\n" * len(names)


def test_nothing_is_imported(played: Play) -> None:
    text = "import('std').then(function () { api.north() }, function () { api.south() }); if (this.x) throw 0"
    assert {entry.text[0] for entry in played(text).turns} == {"e"}


@pytest.mark.parametrize("text", ["JSON.stringify = function () { return '7' }", "JSON.stringify = function () {}"])
def test_a_script_that_spoils_the_objects_around_it_harms_itself_alone(played: Play, text: str) -> None:
    assert played(text).ending.startswith("forfeit: js:")


def test_random_numbers_follow_from_the_matchs_seed(tmp_path: Path) -> None:
    (tmp_path / "bot.js").write_text("api.random_direction(); this.x = Math.random()", "utf-8")
    spec = f"js:{tmp_path / 'bot.js'}"
    games = [ludarium.play_match("grid(turn_limit=10)", [spec, spec], seed=seed).turns for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]
    assert any(entry.text[0] != entry.text[2] for entry in games[0])


def test_each_match_has_an_engine_of_its_own(played: Play) -> None:
    text = "if (typeof left === 'undefined') { left = 1; api.west() } else api.north()"
    assert [played(text).turns, played(text).turns][0][0].text[0] == "w"
    assert {entry.text[0] for entry in played(text).turns[1:]} == {"n"}


CAREFUL = """
const last = api.legal().length - 1;
console.log(api.turn(), api.state.play(api.legal()[last]).over, api.state.value().length, api.state.text());
api.play(api.legal()[last]);
"""


@pytest.mark.parametrize("game", ["orion(turn_limit=10)", "vortex(tokens=1)", "ludo(markers=1)", "throngs"])
def test_a_script_plays_every_game_by_what_is_legal(tmp_path: Path, game: str) -> None:
    (tmp_path / "bot.js").write_text(CAREFUL, "utf-8")
    record = ludarium.play_match(game, [f"js:{tmp_path / 'bot.js'}", "random"])
    verify(ludarium.Record.parse(str(record)))
    assert not record.ending.startswith("forfeit")


def orion_turn(text: str, budget: ScriptBudget = COUNTED) -> ScriptPlayer:
    """Return the player of a script that has been asked for a turn."""
    match = Match.begin(ludarium.load("orion"), ["a", "b"])
    with ScriptPlayer(text, match.game, 1, budget) as player:
        player.prepare(match, 0)
        player.play(match, 0, Limit())
    return player


FAULTS = {
    "let n = 0;": "chose no action",
    "api.play('nowhere')": "chose 'nowhere', which is not legal here",
    "\n\nthrow new Error('mine')": "failed with 'Error: mine' (line 3)",
    "\nfunction deep() { nothing.at() }\ndeep()": "nothing is not defined' (line 2)",
    "\napi.state.play('nowhere')": "cannot be played here' (line 2)",
    "\nwhile (true) { api.turn() }": "took more than 5,000,000 steps for a turn (line 2)",
    "while (true) api.state.playouts(1000)": "took more than 5,000,000 steps for a turn (line 1)",
    "api.state.playouts(1e9)": "playouts are 1 to 1000 games' (line 1)",
}


@pytest.mark.parametrize(("text", "cause"), FAULTS.items())
def test_a_fault_names_the_line_of_the_script(text: str, cause: str) -> None:
    with pytest.raises(BotFailed) as failed:
        orion_turn(text)
    assert cause in str(failed.value)


def test_steps_are_counted_and_are_the_same_each_time() -> None:
    counted = [
        orion_turn(f"for (let i = 0; i < {many}; i++); api.play('u+')").last.steps for many in (0, 500, 500, 9000)
    ]
    none, some, again, many = counted
    assert some == again
    assert some - none == 1000
    assert many - none == 18_000


def test_what_a_script_prints_is_kept_up_to_a_limit() -> None:
    said = orion_turn("console.log('a', 1, [2]); console.log({b: 3}); api.play('u+')").last.printed
    assert said == 'a 1 [2]\n{"b":3}\n'
    assert (
        len(orion_turn("for (let i = 0; i < 1e5; i++) console.log('x'.repeat(100)); api.play('u+')").last.printed)
        == 2000
    )


def test_a_file_that_is_no_script_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cause() -> str:
        with pytest.raises(BotFailed) as refused:
            ludarium.play_match(SHORT, [f"js:{tmp_path}/bot.js", "beam"])
        return str(refused.value)

    assert cause().endswith("bot.js cannot be read: No such file or directory")
    (tmp_path / "bot.js").write_bytes(b"\xff")
    assert cause().endswith("bot.js is not a script: it is not text in UTF-8 (byte 0)")
    monkeypatch.setattr(sandboxed, "LONGEST_SCRIPT", 3)
    (tmp_path / "bot.js").write_text("api.south()")
    assert cause().endswith("bot.js is not a script: expected at most 3 bytes")


HALVES = [
    "'\\ud800'",
    "'\\udc00x'",
    "['\\ud83d', '\\ude00']",
    "'a'.repeat(1999) + '\\u{1f600}'",
    "'\\u{1f600}'.repeat(1500)",
]


@pytest.mark.parametrize(
    "text", ["console.log({})", "throw {}", "throw new Error({})", "api.play({})", "api.state.play({})"]
)
def test_nothing_that_a_script_says_has_half_a_character(text: str) -> None:
    match = Match.begin(ludarium.load("orion"), ["a", "b"])
    values = f"const values = [{', '.join(HALVES)}]; this.n = (this.n ?? -1) + 1;"
    said = list[str]()
    with ScriptPlayer(values + text.format("String(values[this.n])"), match.game, 1, COUNTED) as player:
        player.prepare(match, 0)
        for _ in HALVES:
            with pytest.raises(BotFailed) as failed:
                player.play(match, 0, Limit())
            said += [str(failed.value), *map(str, player.last)]
    assert len({*said}) > len(HALVES)  # each of them was said
    for one in said:
        one.encode()
        assert "\\ud" not in one


def test_what_is_printed_is_cut_at_whole_characters() -> None:
    said = orion_turn("console.log('a'.repeat(1999) + '\\u{1f600}'); api.play('u+')").last.printed
    assert said == "a" * 1999 + "\n"  # the character, which does not fit, is left out whole
    said = orion_turn("console.log('a'.repeat(1998) + '\\u{1f600}'); api.play('u+')").last.printed
    assert said == "a" * 1998 + "\U0001f600"


def test_a_script_nests_thousands_of_calls_and_catches_one_too_many() -> None:
    deep = "let n = 0; const f = () => { n++; f() }; try { f() } catch (e) { console.log(n, e instanceof RangeError) }"
    count, caught = orion_turn(f"{deep} api.play('u+')").last.printed.split()
    assert int(count) > 2000
    assert caught == "true"


def test_a_question_that_is_too_long_is_an_error_that_a_script_catches() -> None:
    ask = "try { api.state.play('x'.repeat(10001)) } catch (e) { console.log(e instanceof Error, e.message) }"
    said = orion_turn(f"{ask} api.play('u+')").last.printed
    assert said == "true a question is too long: expected at most 10,000 characters\n"


def test_a_choice_of_any_length_is_refused_as_one_that_is_not_legal() -> None:
    for value in ("'x'.repeat(1e6)", "'\\u{1f600}'.repeat(1e5)"):
        with pytest.raises(BotFailed, match="which is not legal here"):
            orion_turn(f"api.play({value})")


def steps_of(code: str, times: int) -> float:
    """Return the steps that code takes each time."""

    def of(count: int) -> int:
        return orion_turn(f"for (let i = 0; i < {count}; i++) {{ {code} }} api.play('u+')").last.steps

    return (of(times + 1) - of(1)) / times


def test_questions_are_charged_by_what_they_compute() -> None:
    """`benchmarks.budgets` compares the charges with what was measured."""
    points, text, named, long = (
        steps_of(code, 20)
        for code in (
            "api.state.points()",
            "api.state.text()",
            "api.state.play(api.legal()[0]).legal",
            "try { api.state.play('x'.repeat(8000)) } catch {}",
        )
    )
    assert 200 < points < 600
    assert text > points + 300
    assert named > 2 * points
    assert long > points + 900
    one, many = (steps_of(f"api.state.playouts({games})", 3) for games in (1, 30))
    assert one > 2000
    assert 3 * one < many < 30 * one
