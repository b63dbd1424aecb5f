"""Players' files: read back as they were written, refused when they are damaged or for another game."""

import dataclasses
import errno
import os
import tracemalloc
import zipfile
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

import ludarium
from ludarium.core.errors import InvalidOption, LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import Floats
from ludarium.learn.learner import Learner
from ludarium.learn.method import Method
from ludarium.players.external.specs import make_player
from ludarium.players.table import play_match
from ludarium.search import learned as learned_module
from ludarium.search.evaluators import find_evaluator, network_evaluator
from ludarium.search.learned import BadPlayer, Learned, find_player, read_player, shipped_player
from ludarium.search.mcts import Mcts
from ludarium.search.network import values_of
from ludarium.search.player import make_bot

GAME = ludarium.load("vortex(tokens=1)")


@pytest.fixture(scope="module")
def player() -> Learned:
    """A player that has learnt nothing yet."""
    return Learner(GAME, Method(first=8, second=4)).player()


@pytest.fixture
def file(player: Learned, tmp_path: Path) -> Path:
    """The player's file."""
    path = tmp_path / "ada.player"
    player.save(path)
    return path


def reference(player: Learned, state: State, seat: int) -> float:
    """Return the output of a player's network for a seat, in plain NumPy."""
    n, first, second, _ = player.shape.tolist()
    sizes = (n * first, first, first * second, second, second, 1)
    parts = np.split(player.weights.astype(np.float64), np.cumsum(sizes)[:-1])
    seen = np.zeros(state.game.observation.shape, np.float32)
    state.game.observation.function(state.game.tables, state.vector, seat, seen.reshape(-1))
    inputs = seen.reshape(-1)[player.inputs[:, 0]] * player.scales
    low = np.maximum(inputs @ parts[0].reshape(n, first) + parts[1], 0)
    high = np.maximum(parts[2].reshape(second, first) @ low + parts[3], 0)
    return float(1 / (1 + np.exp(-(high @ parts[4] + parts[5][0]))))


def positions(game: Game, count: int) -> list[State]:
    """Return positions of random games."""
    rng, state, found = np.random.default_rng(1), game.initial(), list[State]()
    while len(found) < count:
        state = state.play(int(rng.choice(state.legal()))) if state.actors else game.initial()
        found += [state] if state.actors else []
    return found


@pytest.mark.parametrize("spec", ["vortex(tokens=1)", "vortex(players=3,tokens=1)", "orion(clicks=2)"])
def test_the_compiled_network_gives_the_values_of_the_reference(spec: str) -> None:
    game = ludarium.load(spec)
    player = Learner(game, Method(first=8, second=4)).player()
    evaluator, found = network_evaluator(game, player), np.zeros(game.seats)
    for state in positions(game, 60):  # the sums of the first layer are carried from one to the next
        values_of(evaluator, game.tables, state.vector, found)
        expected: Floats = np.array([reference(player, state, seat) for seat in range(game.seats)])
        expected = expected / expected.sum() if game.seats > 2 else np.array([expected[0], 1 - expected[0]])
        assert found == pytest.approx(expected, abs=1e-4)


def test_a_file_gives_back_the_player_that_was_saved(player: Learned, file: Path) -> None:
    read = read_player(file)
    assert read.about == player.about
    for name in ("shape", "inputs", "scales", "weights"):
        assert (getattr(read, name) == getattr(player, name)).all()


@pytest.mark.parametrize(
    "spec",
    ["{0}", "mcts(evaluate={0},simulations=20)", "expectimax(evaluate={0},depth=2)", "mcts(evaluate={0},threads=2)"],
)
def test_a_file_plays_wherever_a_bot_can_be_named(spec: str, file: Path) -> None:
    record = play_match(GAME.spec, [spec.format(file), "random"], 1)
    assert record.payoffs is not None
    assert "forfeit" not in record.ending


def test_the_search_asks_the_network_and_not_the_evaluation(player: Learned) -> None:
    state = GAME.parse_position("3/4 X 8 2")
    sure = dataclasses.replace(player, weights=np.zeros_like(player.weights))
    sure.weights[-1] = 3.0  # seat 0 has won, wherever it is
    bot = Mcts(GAME, 1, simulations=200, evaluate=sure)
    bot.choose(state, 0)
    assert bot.info is not None
    assert bot.info.value > 0.9


def test_another_game_is_refused(file: Path) -> None:
    for spec in (str(file), f"mcts(evaluate={file})"):
        with pytest.raises(BadPlayer, match=r"has learnt 'vortex\(tokens=1\)' and cannot play ludo"):
            make_player(spec, ludarium.load("ludo"), 0)


def test_another_observation_is_refused(player: Learned) -> None:
    about = dataclasses.replace(player.about, observation="another")
    with pytest.raises(BadPlayer, match="from another observation than version"):
        dataclasses.replace(player, about=about).check(GAME)


def test_a_damaged_file_is_refused(file: Path) -> None:
    whole = file.read_bytes()
    for content in (b"", whole[:100], whole[:-1], whole[: len(whole) // 2], b"[Game]\n", bytes(len(whole))):
        file.write_bytes(content)
        with pytest.raises(BadPlayer, match=r"ada\.player: the file is damaged, or not one that ludarium learn"):
            read_player(file)
    with pytest.raises(BadPlayer) as refused:
        find_player(str(file))
    assert str(refused.value) == f"{file}: the file is damaged, or not one that ludarium learn has written"


@pytest.mark.parametrize(
    ("name", "change"),
    [("inputs", 10**6), ("shape", 1), ("weights", np.nan), ("inputs", -1000)],
)
def test_a_file_whose_parts_do_not_fit_together_is_refused(
    name: str, change: float, player: Learned, tmp_path: Path
) -> None:
    array = getattr(player, name).copy()
    array.reshape(-1)[0] += change
    path = tmp_path / "odd.player"
    dataclasses.replace(player, **{name: array}).save(path)
    with pytest.raises(BadPlayer, match="its parts do not fit together"):
        read_player(path)


def packed(members: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    """Return an archive of files."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def stored(player: Learned) -> dict[str, bytes]:
    """Return the files in a player's file."""
    with zipfile.ZipFile(BytesIO(player.to_bytes())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize(
    "head",
    [
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999,), }",
        "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, }",
        "(" * 5000,
    ],
)
def test_an_array_that_is_not_what_its_header_says_is_refused(head: str, player: Learned) -> None:
    raw = head.encode() + b"\n"
    array = b"\x93NUMPY\1\0" + len(raw).to_bytes(2, "little") + raw + bytes(8)
    with pytest.raises(BadPlayer, match="the file is damaged"):
        Learned.from_bytes(packed({**stored(player), "weights.npy": array}))


def test_a_compressed_archive_is_refused_before_it_is_unpacked(player: Learned) -> None:
    content = packed({**stored(player), "weights.npy": bytes(100 << 20)}, zipfile.ZIP_DEFLATED)
    tracemalloc.start()
    with pytest.raises(BadPlayer, match="the file is damaged"):
        Learned.from_bytes(content)
    assert tracemalloc.get_traced_memory()[1] < 10 << 20
    tracemalloc.stop()


def test_a_description_that_is_nested_deeply_or_has_no_text_is_refused(player: Learned) -> None:
    about = BytesIO()
    np.save(about, np.frombuffer(b"[" * 100_000, np.uint8))
    with pytest.raises(BadPlayer, match="the file is damaged"):
        Learned.from_bytes(packed({**stored(player), "about.npy": about.getvalue()}))
    odd = dataclasses.replace(player, about=dataclasses.replace(player.about, game=7))  # type: ignore[arg-type]  # a file may have any
    with pytest.raises(BadPlayer, match="its parts do not fit together"):
        Learned.from_bytes(odd.to_bytes())


@pytest.mark.parametrize("part", [(3, 0), (-1, 0), (2, 64), (2, -1)])
def test_an_input_of_an_unknown_kind_is_refused(part: tuple[int, int], player: Learned) -> None:
    inputs = player.inputs.copy()
    inputs[0, 1:] = part
    with pytest.raises(BadPlayer, match="its parts do not fit together"):
        Learned.from_bytes(dataclasses.replace(player, inputs=inputs).to_bytes())


def test_a_network_whose_sums_are_too_large_still_values_a_position(player: Learned) -> None:
    scales, weights = np.full_like(player.scales, 3e38), player.weights.copy()
    weights[::2] *= -1
    wild = Learned.from_bytes(dataclasses.replace(player, scales=scales, weights=weights).to_bytes())
    bot = Mcts(GAME, 1, simulations=50, evaluate=wild)
    state = GAME.parse_position("3/4 X 8 2")
    assert bot.choose(state, 0) in state.legal()


def test_another_format_is_refused(player: Learned, tmp_path: Path) -> None:
    path = tmp_path / "new.player"
    dataclasses.replace(player, about=dataclasses.replace(player.about, format=2)).save(path)
    with pytest.raises(BadPlayer, match="has another format than 1"):
        read_player(path)


def test_a_missing_file_and_a_bot_without_evaluation_are_refused(file: Path) -> None:
    with pytest.raises(BadPlayer, match=r"eva\.player cannot be read: No such file"):
        make_player("eva.player", GAME, 0)
    with pytest.raises(InvalidOption, match="random has no option evaluate"):
        make_player(f"random(evaluate={file})", GAME, 0)


def test_a_full_disk_leaves_the_old_file(player: Learned, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadPlayer, match=r"ada\.player cannot be written: No space left on device"):
        player.save(file)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == ["ada.player"]


def test_the_site_finds_only_the_players_of_its_folder(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LudariumError, match=r"no player 'ada\.player' is installed"):
        make_bot("ada.player", GAME, 0)
    monkeypatch.setenv("LUDARIUM_PLAYERS", str(file.parent))
    assert make_bot("ada.player", GAME, 0).choose(GAME.parse_position("3/4 X 8 2"), 0) == 3
    for outside in (str(file), "../ada.player", f"mcts(evaluate={file})"):
        with pytest.raises(LudariumError, match="no player"):
            make_bot(outside, GAME, 0)


def test_a_package_brings_its_player_for_the_options_that_it_has_learnt(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = file.parent / "players"
    folder.mkdir()
    file.rename(folder / "default.player")
    monkeypatch.setattr(learned_module, "files", lambda package: file.parent)
    shipped_player.cache_clear()
    try:
        network, _ = find_evaluator(GAME, "learned")
        written, _ = find_evaluator(ludarium.load("vortex(tokens=2)"), "learned")
        assert (len(network.weights) > 0, len(written.weights)) == (True, 0)
        bot = make_bot("mcts(evaluate=learned,simulations=20)", GAME, 1)
        assert bot.choose(GAME.parse_position("3/4 X 8 2"), 0) == 3
    finally:
        shipped_player.cache_clear()


def test_a_damaged_or_foreign_file_of_a_package_is_named_in_the_log_and_hides_no_other(
    file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    folder, others = file.parent / "players", ludarium.load("vortex(tokens=2)")
    folder.mkdir()
    file.rename(folder / "c.player")
    (folder / "a.player").write_bytes(b"cut short")
    Learner(ludarium.load("throngs"), Method(first=8, second=4)).player().save(folder / "b.player")
    monkeypatch.setattr(learned_module, "files", lambda package: file.parent)
    assert shipped_player.__wrapped__(others) is None
    assert "a player that comes with vortex is not used" in caplog.text
    assert "a.player: the file is damaged" in caplog.text
    found = shipped_player.__wrapped__(GAME)
    assert found is not None
    assert found.about.game == GAME.spec


def test_every_player_that_comes_with_a_game_is_small_and_plays_it() -> None:
    for name in ludarium.game_names():
        package = ludarium.load(name).definition.package
        for path in Path("src", *package.split("."), "players").glob("*.player"):
            player = read_player(path)
            player.check(ludarium.load(player.about.game))
            assert path.stat().st_size < 1_000_000
            assert player.about.results, "a player says which matches it has won"
