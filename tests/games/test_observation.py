"""What learners see changes only with its version, which the changelog names."""

import hashlib
import json
from pathlib import Path

import pytest

import ludarium
from ludarium.core.observe import observe
from ludarium.laws import Sample

DIGESTS = json.loads(Path("tests/games/observations.json").read_text("utf-8"))
CHANGES = "".join(path.read_text("utf-8") for path in sorted(Path("docs/reference").glob("changes-*.md")))


def digest(name: str) -> str:
    """A fingerprint of the table, and of what every seat sees in some states of random games."""
    game = ludarium.load(name)
    found = hashlib.blake2b(str(game.observation).encode(), digest_size=12)
    for state in Sample.draw(game, seed=1, games=2).states:
        for seat in range(game.seats):
            found.update(observe(state, seat).tobytes())
    return found.hexdigest()


@pytest.mark.parametrize("name", ludarium.game_names())
def test_an_observation_changes_only_with_its_version(name: str) -> None:
    known = f"{name}-v{ludarium.load(name).observation.version}"
    assert DIGESTS.get(known) == digest(name), f"raise the version of {known}, and keep the digest of the new one"


@pytest.mark.parametrize("known", DIGESTS)
def test_the_changelog_names_every_version(known: str) -> None:
    assert f"`{known}`" in CHANGES
