"""`ludarium ladder`: the file of a ladder is played again, and what differs is named."""

import gzip
import json
from base64 import b64encode
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from shutil import copy
from typing import Any

import msgspec
import pytest

from ludarium.core.registry import load
from ludarium.site.ground.values import Person
from ludarium.site.ladder.nightly import NightlyFiles
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.cli.conftest import Refused, Run
from tests.quicker import MadeOnce
from tests.site.fake_time import FakeTime
from tests.site.ladder.conftest import GAME, Bench, quick_ladder

FILE = "played.sqlite"
Lines = list[dict[str, Any]]  # Any: JSON


def bench_of(store: Store) -> Bench:
    time = FakeTime()
    return Bench(Service(store, now=time), store, time, options="")  # the file is of the usual game


@pytest.fixture(scope="module")
def played(sqlite_file: Path, made_once: MadeOnce) -> Path:
    """Return the file of a ladder on which forty matches are played.

    One kind of database is enough here: what is played is the same.
    """
    return made_once("ladder", lambda folder: play_forty(Path(copy(sqlite_file, folder / FILE)))) / FILE


def play_forty(path: Path) -> None:
    """Play forty matches of a ladder in the database of a file."""
    with pytest.MonkeyPatch.context() as patch, closing(Store(f"sqlite:///{path}")) as store:
        quick_ladder(patch)
        bench = bench_of(store)
        ann = bench.club.people.rename(bench.club.people.create_guest(), "Ann")
        shown = bench.publish(ann, name="Open")
        store.workshop.set(shown, shown=True)
        bench.publish(ann, name="Hidden")
        bench.play(40)


@pytest.fixture
def url(played: Path, tmp_path: Path) -> str:
    """Return the URL of a copy of that file."""
    return f"sqlite:///{copy(played, tmp_path / 'ludarium.sqlite')}"


@pytest.fixture
def bench(store: Store, monkeypatch: pytest.MonkeyPatch) -> Bench:
    quick_ladder(monkeypatch)
    return bench_of(store)


def lines_of(bench: Bench, person: Person | None = None) -> Lines:
    found = bench.club.ladder_files.lines(person, load(GAME), 0, 1000)
    return [json.loads(msgspec.json.encode(line)) for line in found]


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Lines], Path]:
    def write(lines: Lines) -> Path:
        path = tmp_path / "ladder.ndjson"
        path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
        return path

    return write


def test_every_match_is_played_again_or_counted_as_not_verified(
    bench: Bench, write: Callable[[Lines], Path], ludarium_command: Run, refused: Refused
) -> None:
    lines = lines_of(bench)
    hidden = {line["player"] for line in lines if line["line"] == "player" and line.get("bot") and not line["source"]}
    matches = [line for line in lines if line["line"] == "match"]
    closed = [line for line in matches if {line["first"], line["second"]} & hidden]
    assert 0 < len(closed) < len(matches) == 40
    said = ludarium_command("ladder", "--verify", write(lines), "--workers", 1)
    assert said.exit_code == 0, said.output
    assert f"vortex: 40 ranked matches; {40 - len(closed)} played again with the same record" in said.stdout
    assert f"{len(closed)} matches of bots whose code is not shown: not verified" in said.stdout
    author = bench.club.people.load(bench.store.ladder_players.all(hidden)[min(hidden)].person)
    said = ludarium_command("ladder", "--verify", write(lines_of(bench, author)), "--workers", 1)
    assert "40 played again with the same record" in said.stdout


def test_a_long_ladder_is_played_again_in_parts(
    bench: Bench, write: Callable[[Lines], Path], ludarium_command: Run, refused: Refused
) -> None:
    lines = lines_of(bench)
    source = write(lines)
    said = ludarium_command("ladder", "--verify", source, "--matches", "1-5", "--workers", 1)
    assert said.exit_code == 0, said.output
    assert "vortex: 5 ranked matches, 1 to 5 of 40; " in said.stdout
    assert "20 pairings computed again" in said.stdout
    levels = {line["player"] for line in lines if line["line"] == "player" and line.get("level")}
    changed = next(
        line for line in lines if line["line"] == "match" and line["rated"] > 5 and levels > {line["first"]}
        and line["second"] in levels
    )  # fmt: skip
    changed["seed"] += 1
    source, place = write(lines), changed["rated"]
    assert not ludarium_command("ladder", "--verify", source, "--matches", "1-5", "--workers", 1).exit_code
    said = ludarium_command("ladder", "--verify", source, "--matches", f"{place}-{place}", "--workers", 1)
    assert said.exit_code == 2
    for wrong in ("5", "0-5", "9-5", "one-two"):
        assert f"{wrong} is no part of a ladder" in refused("ladder", "--verify", source, "--matches", wrong)


def test_a_webassembly_program_is_in_the_file_and_plays_the_same_again(
    bench: Bench, write: Callable[[Lines], Path], ludarium_command: Run
) -> None:
    pytest.importorskip("wasmtime")
    from tests.players.hostile_modules import FIRST

    uma = bench.club.people.rename(bench.club.people.create_guest(), "Uma")
    with bench.store.write() as tx:
        tx.modules.store(sha256(FIRST).hexdigest(), FIRST)
    bot = bench.publish(uma, name="Module", module=sha256(FIRST).hexdigest())
    before = bench.store.ladder_matches.last_rated(GAME)
    bench.play(4)
    bench.store.workshop.set(bot, shown=True)
    lines = lines_of(bench)
    (module,) = (line for line in lines if line["line"] == "module")
    (player,) = (line for line in lines if line.get("module"))
    assert player["bot"] == bot
    own = [one for one in lines if one["line"] == "match" and player["player"] in (one["first"], one["second"])]
    assert {one["rated"] for one in own} == {before + each for each in (1, 2, 3, 4)}
    said = ludarium_command("ladder", "--verify", write(lines), "--workers", 1)
    assert said.exit_code == 0, said.output
    module["content"] = b64encode(FIRST + b"\0\2\1x").decode()
    said = ludarium_command("ladder", "--verify", write(lines), "--workers", 1)
    assert "the digest of a WebAssembly program is wrong" in said.stderr
    bench.store.workshop.set(bot, shown=False)
    assert not [line for line in lines_of(bench) if line["line"] == "module" or line.get("module")]


def test_what_was_changed_is_named(bench: Bench, write: Callable[[Lines], Path], ludarium_command: Run) -> None:
    lines = lines_of(bench)
    names = {line["player"]: line for line in lines if line["line"] == "player"}
    matches = [line for line in lines if line["line"] == "match"]
    levels = [line for line in matches if all(names[line[each]].get("level") for each in ("first", "second"))]
    seed, score, text = levels[0], levels[1], levels[2]
    seed["seed"] += 1
    score["score"] = 1 - score["score"]
    text["record"] = text["record"].replace("\n1. ", "\n1. x", 1)
    said = ludarium_command("ladder", "--verify", write(lines), "--workers", 1)
    assert said.exit_code == 2
    for match in (seed, score, text):
        assert f"match {match['match']}: " in said.stderr
    assert f"match {score['match']}: the rating of player" in said.stderr
    assert "its record cannot be read" in said.stderr or "turn 1 is" in said.stderr


def test_pairings_are_computed_again_and_a_changed_one_is_named(
    bench: Bench, write: Callable[[Lines], Path], ludarium_command: Run
) -> None:
    lines = lines_of(bench)
    pairings = [line for line in lines if line["line"] == "pairing"]
    assert [each["pairing"] for each in pairings] == list(range(1, 40, 2))
    said = ludarium_command("ladder", "--verify", write(lines), "--workers", 1)
    assert "20 pairings computed again from the seed and the results" in said.stdout
    changed = pairings[7]
    changed["first"], changed["second"] = changed["second"], changed["first"]
    said = ludarium_command("ladder", "--verify", write(lines), "--workers", 1)
    assert said.exit_code == 2
    assert f"pairing {changed['pairing']} is of " in said.stderr
    assert f"match {changed['pairing']} is of players" in said.stderr


def test_the_file_of_the_night_is_complete_kept_for_a_week_and_verified(
    bench: Bench, tmp_path: Path, ludarium_command: Run, refused: Refused
) -> None:
    folder = tmp_path / "ladders"
    nightly = NightlyFiles(bench.store, bench.club.ladder_files, folder, bench.time)
    monday = 1_800_000_000 - 1_800_000_000 % 86_400
    bench.time.now = monday + 3600.0
    assert nightly.work() == 0  # before its hour
    for day in range(9):
        bench.time.now = monday + 86_400.0 * day + 3 * 3600
        assert (nightly.work(), nightly.work()) == (1, 0)
    files = nightly.of(load(GAME))
    assert len(files) == 7
    assert not [*folder.rglob("*.part")]
    whole = [json.loads(line) for line in gzip.decompress(files[0].path.read_bytes()).splitlines()]
    assert whole == lines_of(bench)
    said = ludarium_command("ladder", "--verify", files[0].path, "--workers", 1)
    assert said.exit_code == 0, said.output
    cut = tmp_path / "cut.gz"
    cut.write_bytes(files[0].path.read_bytes()[:-1000])
    assert "cannot be read" in refused("ladder", "--verify", cut)


def test_a_match_that_is_missing_is_named(bench: Bench, write: Callable[[Lines], Path], ludarium_command: Run) -> None:
    lines = lines_of(bench)
    gone = next(line for line in lines if line["line"] == "match" and line["rated"] == 5)
    said = ludarium_command("ladder", "--verify", write([line for line in lines if line is not gone]), "--workers", 1)
    assert said.exit_code == 2
    assert "is ranked match 6, and 5 was expected" in said.stderr


@pytest.mark.parametrize(
    "text",
    ['{"line": "match"}', "[]", "null", '"ladder"', "{", '{"line": "ladder", "game": "vortex"}', "[" * 100_000, "\x00"],
)
def test_what_is_no_file_of_a_ladder_is_refused_in_a_line(tmp_path: Path, text: str, refused: Refused) -> None:
    path = tmp_path / "ladder.ndjson"
    path.write_text(f"{text}\n", "utf-8")
    assert "line 1 is no line of a ladder" in refused("ladder", "--verify", path)


def test_a_file_that_cannot_be_read_and_a_game_that_is_not_installed_are_refused(
    tmp_path: Path, refused: Refused
) -> None:
    assert "cannot be read" in refused("ladder", "--verify", tmp_path / "missing")
    path = tmp_path / "ladder.ndjson"
    path.write_text('{"line": "ladder", "game": "chessboxing", "after": 0}\n', "utf-8")
    refusal = refused("ladder", "--verify", path)
    assert "chessboxing" in refusal
    assert "no line of a ladder" not in refusal
    assert "cannot be reached" in refused("ladder", "--verify", "http://127.0.0.1:9/games/vortex/ladder")
