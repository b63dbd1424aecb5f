"""Whole games are played as in their golden files."""

from pathlib import Path

import pytest

from tests.golden.transcript import FOLDER, read_record, transcript


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_the_game_is_played_as_in_its_golden_file(path: Path) -> None:
    text = path.read_text("utf-8")
    assert transcript(read_record(text)).split("\n") == text.split("\n")
