"""What all tests share."""

from hypothesis import settings

settings.register_profile("house", deadline=None)  # no test asserts a time; machines are busy
settings.load_profile("house")
