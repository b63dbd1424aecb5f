"""The measures that a game's package brings along."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from ludarium.core.definition import GameDefinition
from ludarium.core.measures import measured


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ('{"game": "a", "player": "b", "games": 1, "seed": 0, "measures": {"turns": [2, 1, null]}}', 2.0),
        ('{"game": "a", "player": "b", "games": 1, "seed": 0, "measures": {"turns": [2, 1]}}', None),
        ('{"game": "a"}', None),
        ("[]", None),
        ("{", None),
        (None, None),
    ],
)
def test_unreadable_measures_are_left_out(
    text: str | None, turns: float | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"measured_{tmp_path.name}".replace("-", "_")
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").touch()
    if text is not None:
        (tmp_path / name / "measures.json").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = measured(cast(GameDefinition, SimpleNamespace(package=name)))
    sys.modules.pop(name, None)
    assert (found and found.values["turns"] and found.values["turns"][0]) == turns
