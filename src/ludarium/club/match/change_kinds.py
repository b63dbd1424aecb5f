"""The kinds of changes of a match, which say whether a turn begins and which answers still count."""

from enum import Enum

from ludarium.club.match.views import MatchView


class ChangeKind(Enum):
    """The kind of a change: its effect on the current turn, and on turns that were sent before it."""

    TICK = "a live match has played a turn"
    TURN = "turns were played or taken back"
    COMPLETE = "the last open seat was taken"
    ORDER = "an order was sealed"
    SEATS = "somebody has taken a seat or left it"
    CLOCKS = "the position is the same, and whatever is not asked of the seats may differ"
    OFFER = "something is asked of the seats, or was answered, or the match has ended"

    @classmethod
    def of(cls, old: MatchView, new: MatchView, now: float) -> "ChangeKind":
        """Return the kind of a change."""
        ticks = old.goes_on_as(new, now)
        if new.match.turns != old.match.turns:
            return cls.TICK if ticks else cls.TURN
        if old.open_seats and not new.open_seats:
            return cls.COMPLETE
        if new.match.sealed != old.match.sealed:
            return cls.ORDER
        if new.seats != old.seats:
            return cls.SEATS
        return cls.CLOCKS if new.match is old.match and (ticks or new.live == old.live) else cls.OFFER

    @property
    def begins_turn(self) -> bool:
        """Whether a turn begins."""
        return self in (ChangeKind.TICK, ChangeKind.TURN, ChangeKind.COMPLETE)

    @property
    def is_answerable(self) -> bool:
        """Whether turns that answer the match before the change still count."""
        return self not in (ChangeKind.TURN, ChangeKind.OFFER)
