"""`ludarium book`: books of records, and positions looked up in them."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludarium.cli.main import app
from ludarium.match.book import Book, position_key

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
    heading, *lines = looked.stdout.splitlines()
    assert heading.split(None, 2) == ["games", "turn", "what each seat got on average"]
    assert [line.split() for line in lines] == [
        ["2", "p+", "X", "100", "%,", "O", "0", "%"],
        ["1", "t+", "X", "0", "%,", "O", "100", "%"],
    ]
    state = Book.parse((tmp_path / "orion.book").read_text("utf-8")).game.initial()
    for turn in ("t+", "f+", "p+"):
        state = state.move(turn)
    found = run(tmp_path / "orion.book", "--game", "orion", "--position", state)
    assert [line.split()[1] for line in found.stdout.splitlines()[1:]] == ["g+", "j+"]  # reached in both orders
    twice = run(tmp_path / "orion.book", tmp_path / "orion.book", "--game", "orion")
    assert twice.stdout.splitlines()[1].split()[0] == "4"


VALUED = ("--value", 2, "--bot", "mcts(simulations=40,threads=2)")


def test_a_bot_values_what_was_played_most(records: Path, tmp_path: Path) -> None:
    for name, *words in (("one", "--workers", 1), ("two", "--executor", "threads:2"), ("other", "--seed", 4)):
        made = run(records, "--game", "orion", "--out", tmp_path / f"{name}.book", *VALUED, *words)
        assert made.exit_code == 0, made.output
    texts = [(tmp_path / f"{name}.book").read_text("utf-8") for name in ("one", "two", "other")]
    assert texts[0] == texts[1] != texts[2]  # by the seed, whoever does the work
    book = Book.parse(texts[0])
    assert str(book) == texts[0].rstrip("\n")
    start = book.game.initial()
    valued = [position_key(start), position_key(start.move("p+"))]
    assert sorted(book.worths) == sorted(valued)  # the two that were played most
    assert set(book.worths[valued[0]]) == {"p+", "t+"}
    looked = run(tmp_path / "one.book", "--game", "orion").stdout.splitlines()
    worth = book.worths[valued[0]]["p+"]
    assert looked[1].endswith(
        f"X 100 %, O 0 %; X can expect {100 * worth.value:.0f} %, by mcts(simulations=40,threads=2)"
    )
    later = run(tmp_path / "one.book", "--game", "orion", "--position", start.move("t+")).stdout
    assert "can expect" not in later
    assert "can expect" in run(records, "--game", "orion", *VALUED).stdout  # without a file, too


def test_a_book_of_books_has_their_worths(records: Path, tmp_path: Path) -> None:
    plain, valued = tmp_path / "plain.book", tmp_path / "valued.book"
    run(records, "--game", "orion", "--out", plain)
    run(plain, "--game", "orion", "--out", valued, *VALUED)  # positions are found without their records
    assert Book.parse(valued.read_text("utf-8")).worths
    run(plain, valued, "--game", "orion", "--out", tmp_path / "both.book")
    both = Book.parse((tmp_path / "both.book").read_text("utf-8"))
    assert both.worths == Book.parse(valued.read_text("utf-8")).worths
    assert "worths" not in plain.read_text("utf-8")


def test_a_bot_that_is_none_is_refused_at_once(records: Path, tmp_path: Path) -> None:
    refused = run(records, "--game", "orion", "--out", tmp_path / "x.book", "--value", 1, "--bot", "grand")
    assert refused.exit_code == 2
    assert "grand" in refused.output
    assert not (tmp_path / "x.book").exists()


def test_what_is_not_played_is_said(records: Path) -> None:
    nothing = run(records, "--game", "throngs")
    assert nothing.exit_code == 2
    assert "no position is known: expected a record of throngs with a result, or a book of it" in nothing.stderr


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
        ('{"format": "ludarium book 1", "game": "orion", "positions": {}, "worths": [1]}', "expected what"),
        (
            '{"format": "ludarium book 1", "game": "orion", "positions": {}, "worths": {"a": {"p+": [2, "x"]}}}',
            "expect",
        ),
        (
            '{"format": "ludarium book 1", "game": "orion", "positions": {}, "worths": {"a": {"p+": [NaN, ""]}}}',
            "expec",
        ),
        (
            '{"format": "ludarium book 1", "game": "orion", "positions": {}, "worths": {"a": {"p+": [1, "\\n"]}}}',
            "expe",
        ),
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
