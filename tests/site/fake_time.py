"""Time that a test sets."""

from ludarium.match.clock import DAY, HOUR

__all__ = ["DAY", "HOUR", "START", "FakeTime"]

START = 1_800_000_000.0


class FakeTime:
    """The time in seconds since 1970, which passes only when a test lets it."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> float:
        return self.now

    def pass_by(self, seconds: float) -> None:
        """Let some seconds pass."""
        self.now += seconds
