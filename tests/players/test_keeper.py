"""Nothing that a program starts outlives its match, and it can use neither all memory nor others' secrets."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

import ludarium
from ludarium.core.errors import InvalidOption
from ludarium.match.match import Match
from ludarium.players import sandbox
from ludarium.players.external.specs import make_player
from ludarium.players.player import BotFailed, prepare_player
from ludarium.players.sandbox.line_process import ProcessLimits
from tests.players.programs import program

SHORT = "orion(clicks=1,turn_limit=10)"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a keeper")

ESCAPING = """
if w == 'game':
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.setsid()
            os.closerange(0, 3)
            with open({path!r}, 'w') as file: file.write(str(os.getpid()))
            time.sleep(1000)
        os._exit(0)
    while not os.path.exists({path!r}) or not open({path!r}).read(): time.sleep(0.01)
elif w == 'go': {go}
"""


def lives(process: int) -> bool:
    """Return whether a process is there, and has not ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize(
    ("go", "ending"),
    [
        ("say('nonsense')", "said 'nonsense' where bestturn or action was expected"),
        ("sys.exit(3)", "exited with code 3"),
        ("os.kill(os.getpid(), signal.SIGTERM)", "was killed by SIGTERM"),
    ],
)
def test_a_process_that_leaves_its_group_and_session_ends_with_the_match(tmp_path: Path, go: str, ending: str) -> None:
    path = str(tmp_path / "process")
    record = ludarium.play_match(SHORT, [program(ESCAPING.format(path=path, go=go)), "random"])
    assert ending in record.ending
    assert not lives(int(Path(path).read_text()))


def test_a_program_ends_with_the_process_that_plays(tmp_path: Path) -> None:
    path = str(tmp_path / "process")
    spec = program(ESCAPING.format(path=path, go="time.sleep(1000)"))
    playing = f"import ludarium; ludarium.play_match({SHORT!r}, [{spec!r}, 'random'])"
    with subprocess.Popen([sys.executable, "-c", playing]) as process:
        until = time.monotonic() + 300
        while not Path(path).exists() or not Path(path).read_text():
            assert time.monotonic() < until
            time.sleep(0.01)
        process.kill()
    while lives(int(Path(path).read_text())):
        assert time.monotonic() < until
        time.sleep(0.01)


CROWD = """
if w == 'go':
    for _ in range({count}):
        if os.fork() == 0:
            kept = b'x' * {size}
            time.sleep(1000)
    time.sleep(1000)
"""


@pytest.mark.parametrize(
    ("limits", "code", "ending"),
    [
        ({"LUDARIUM_PROGRAM_PROCESSES": "5"}, CROWD.format(count=9, size=1), "used more than 5 processes"),
        ({"LUDARIUM_PROGRAM_MEMORY": "200"}, CROWD.format(count=4, size=90_000_000), "used more than 200 MB of memory"),
        ({"LUDARIUM_PROGRAM_MEMORY": "200"}, "if w == 'go': b'x' * 900_000_000", "exited with code 1"),
    ],
    ids=["processes", "memory of all", "memory of one"],
)
def test_a_program_that_exceeds_a_limit_is_killed(
    monkeypatch: pytest.MonkeyPatch, limits: dict[str, str], code: str, ending: str
) -> None:
    for name, value in limits.items():
        monkeypatch.setenv(name, value)
    assert ending in ludarium.play_match(SHORT, [program(code), "random"]).ending


def test_a_program_sees_no_secrets_of_the_environment_and_no_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDARIUM_DATABASE", "postgresql://ann:secret@db")
    monkeypatch.setenv("SOME_TOKEN", "secret")
    files = "len(os.listdir('/proc/self/fd')) - 1"  # without the folder that is listed
    code = f"if w == 'go': say('sees', 'secret' in str(os.environ), 'PATH' in os.environ, {files})"
    assert "said 'sees False True 3'" in ludarium.play_match(SHORT, [program(code), "random"]).ending


def test_a_missing_program_is_named() -> None:
    game = ludarium.load(SHORT)
    with (
        make_player("program:/there/is/none", game, 0) as player,
        pytest.raises(BotFailed, match="cannot be started: No such file or directory"),
    ):
        prepare_player(player, Match.begin(game, ["one", "two"]), 0)


def test_an_invalid_limit_is_refused() -> None:
    assert ProcessLimits.from_environment({}) == ProcessLimits(4_096_000_000, 64)
    with pytest.raises(InvalidOption, match="LUDARIUM_PROGRAM_MEMORY is a"):
        ProcessLimits.from_environment({"LUDARIUM_PROGRAM_MEMORY": "much"})


def test_this_process_keeps_no_open_files() -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    ludarium.play_match(SHORT, [program("if w == 'go': sys.exit(0)"), "random"])
    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.mark.parametrize("name", ["_keeper", "_quickjs"])
def test_what_starts_for_each_match_imports_nothing_that_takes_longer_than_the_interpreter(name: str) -> None:
    pytest.importorskip("quickjs")
    path = Path(sandbox.__file__).with_name(f"{name}.py")
    look = f"import sys; exec(compile(open({str(path)!r}).read(), 'x', 'exec'), {{}}); print(*sys.modules)"
    plain = "import json, sys; print(*sys.modules)"
    words = ["-I"] if name == "_quickjs" else ["-I", "-S"]
    before = subprocess.run([sys.executable, *words, "-c", plain], capture_output=True, check=True)
    after = subprocess.run([sys.executable, *words, "-c", look], capture_output=True, check=True)
    slow = {b"pathlib", b"socket", b"signal", b"contextlib", b"concurrent.futures", b"logging"}
    assert not slow & ({*after.stdout.split()} - {*before.stdout.split()})
