"""What all tests share."""

import os
from pathlib import Path

from hypothesis import settings

os.environ.setdefault("LUDARIUM_CACHE", str(Path(".ludarium_cache").absolute()))  # and not the user's own folder

settings.register_profile("house", deadline=None)  # no test asserts a time; machines are busy
settings.load_profile("house")
