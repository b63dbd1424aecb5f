"""`ludarium book`: books of records, and positions looked up in them."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludarium.cli.main import app
from ludarium.match.book import Book

RECORD = '[Game "{}"]\n[Result "{}"]\n\n{}\n'


def run(*words: object) -> Result:
    return CliRunner().invoke(app, ["book", *map(str, words)])


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A folder with records: three that count, one of other options, and one without a result."""
    folder = tmp_path / "records"
    (folder / "more").mkdir(parents=True)
    for name, game, result, turns in (
        ("a", "orion", "1-0", "p+ f+ t+ j+"),
        ("b", "orion", "0-1", "t+ f+ p+ g+"),
        ("more/c", "orion", "1-0", "p+"),
        ("d", "orion(clicks=2)", "1-0", "p+"),
        ("e", "orion", "*", "p+"),
    ):
        lines = "\n".join(f"{number}. {turn}" for number, turn in enumerate(turns.split(), 1))
        (folder / f"{name}.txt").write_text(RECORD.format(game, result, lines), "utf-8")
    return folder


def test_a_book_tells_what_was_played(records: Path, tmp_path: Path) -> None:
    made = run(records, "--game", "orion", "--out", tmp_path / "orion.book")
    assert made.exit_code == 0, made.output
    assert "from 3 records" in made.stdout
    assert "2 records of other games or options, or without a result: left out" in made.stderr
    looked = run(tmp_path / "orion.book", "--game", "orion")
    assert [line.split() for line in looked.stdout.splitlines()] == [
        ["2", "p+", "X", "100", "%,", "O", "0", "%"],
        ["1", "t+", "X", "0", "%,", "O", "100", "%"],
    ]
    state = Book.parse((tmp_path / "orion.book").read_text("utf-8")).game.initial()
    for turn in ("t+", "f+", "p+"):
        state = state.move(turn)
    found = run(tmp_path / "orion.book", "--game", "orion", "--position", state)
    assert [line.split()[1] for line in found.stdout.splitlines()] == ["g+", "j+"]  # reached in both orders
    twice = run(tmp_path / "orion.book", tmp_path / "orion.book", "--game", "orion")
    assert twice.stdout.split()[0] == "4"


def test_what_is_not_played_is_said(records: Path) -> None:
    nothing = run(records, "--game", "throngs")
    assert nothing.stdout == "nothing is known of this position, of 0 positions\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{}", "expected what `ludarium book --out` writes"),
        ("[" * 5000, "expected what `ludarium book --out` writes"),
        ('{"format": "x"}', "it has the format 'x'"),
        ('{"format": "ludarium book 1", "game": "none", "positions": {}}', "none"),
        ('{"format": "ludarium book 1", "game": "ludo", "positions": {}}', "it is a book of ludo, and not of orion"),
        ('{"format": "ludarium book 1", "game": "orion", "positions": {"a": [["p+", 1, [2, 0], 0]]}}', "expected what"),
        ('{"format": "ludarium book 1", "game": "orion", "positions": {"a": [["p+", 0, [0, 0], 0]]}}', "expected what"),
        ('{"format": "ludarium book 1", "game": "orion", "positions": {"a": [["p+", 1, [1], 0]]}}', "expected what"),
        ('{"format": "ludarium book 1", "game": "orion", "positions": {"a": [["p+", 1, [NaN, 0], 0]]}}', "expected"),
    ],
)
def test_what_is_no_book_is_refused(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "x.book").write_text(text, "utf-8")
    refused = run(tmp_path / "x.book", "--game", "orion")
    assert refused.exit_code == 2
    assert said in refused.output


def test_a_file_is_never_overwritten(records: Path, tmp_path: Path) -> None:
    (tmp_path / "x.book").write_text("mine", "utf-8")
    assert "exists already" in run(records, "--game", "orion", "--out", tmp_path / "x.book").output
    assert "does not end with .book" in run(records, "--game", "orion", "--out", tmp_path / "x.txt").output
    assert "cannot be read" in run(tmp_path / "none.book", "--game", "orion").output
    assert (tmp_path / "x.book").read_text("utf-8") == "mine"
