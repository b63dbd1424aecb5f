"""What all tests share."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

os.environ.setdefault("LUDARIUM_CACHE", str(Path(".ludarium_cache").absolute()))  # and not the user's own folder

settings.register_profile("house", deadline=None)  # no test asserts a time; machines are busy
settings.load_profile("house")


@pytest.fixture
def url(tmp_path):
    """The database of a house of the test's own."""
    return f"sqlite:///{tmp_path / 'house.sqlite'}"
