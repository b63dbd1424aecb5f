"""Seats and helpers of the tests of the service."""

from ludarium.site.ground.values import SeatAssignment

ANN, BOB = SeatAssignment("person", "Ann"), SeatAssignment("person", "Bob")

BOT = SeatAssignment("bot", "easy")


class Hands:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now
