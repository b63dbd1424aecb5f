"""Changes of a challenge ladder: each is a line of its log, with the places that follow, in one transaction.

A match on a ladder changes places in the transaction that stores its end, see `settle_match`.
"""

from collections.abc import Iterator, Sequence

from ludarium.club.challenge_ladders.rules import IDLE
from ludarium.club.match.changes import SavedChange
from ludarium.core.registry import load
from ludarium.store.challenge_ladders.ladders import LadderPlace, LogLine, PlaceChallenge
from ludarium.store.notices.notices import TOURNAMENT, Notice
from ludarium.store.repositories import UnitOfWork
from ludarium.tournament.challenge_ladder import LEAVES, LadderChange, LadderEvent, after


class LadderWriter:
    """The changes of a ladder that one transaction makes, which locks it."""

    def __init__(self, tx: UnitOfWork, game: str, now: float) -> None:
        tx.ladder_places.lock(game)
        self.tx, self.game, self.now = tx, game, now
        self._order: Sequence[str] = [place.person for place in tx.ladder_places.find(game=game)]

    def place(self, person: str) -> int | None:
        """Return the place of a person, from 1, or None."""
        return self._order.index(person) + 1 if person in self._order else None

    def write(self, kind: LadderEvent, person: str, other: str | None = None, match_id: str | None = None) -> LogLine:
        """Write an event and what follows from it for all places; return its line."""
        before, self._order = self._order, after(self._order, LadderChange(kind, person, other))
        if kind == "joined":
            idle_at = self.now + IDLE
            place = LadderPlace(self.game, person, "", len(self._order), self.now, idle_at, sinks_at=idle_at)
            self.tx.ladder_places.add(place)
        if kind in LEAVES:
            self.tx.ladder_places.remove((self.game, person))
        there = {one: place for place, one in enumerate(before)}
        moved = {one: place + 1 for place, one in enumerate(self._order) if there.get(one, place) != place}
        self.tx.ladder_places.set_places(self.game, moved)
        line = LogLine(
            self.tx.ladder_log.next_number(self.game), self.now, kind, person, "", other, None, match_id,
            self.place(person), self.place(other) if other else None,
        )  # fmt: skip
        self.tx.ladder_log.add(line, game=self.game)
        return line

    def end(self, challenge: PlaceChallenge, outcome: LadderEvent) -> None:
        """End a challenge: write its outcome, let those who have played be idle later, and tell them."""
        line = self.write(outcome, challenge.challenger, challenge.challenged, challenge.match_id)
        key = challenge.game, challenge.number
        self.tx.place_challenges.set(key, ended_at=self.now, answer_by=None, outcome=outcome)
        played = outcome not in ("withdrawn", "cancelled")
        for person in (challenge.challenger, challenge.challenged):
            if played and not (outcome == "unanswered" and person == challenge.challenged):
                self.tx.ladder_places.set((self.game, person), idle_at=self.now + IDLE, sinks_at=self.now + IDLE)
        for person, text in result_texts(self.game, challenge, line):
            self.tx.notices.add(ladder_notice(self.game, person, text, self.now))

    def end_all(self, person: str, event: LadderEvent) -> None:
        """Let a person leave: what waits for an answer ends, and matches go on without a change of places."""
        for one in self.tx.place_challenges.open(self.game):
            if person in (one.challenger, one.challenged):
                self.end(one, "withdrawn" if one.challenger == person and one.match_id is None else "cancelled")
        self.write(event, person)


def settle_match(tx: UnitOfWork, change: SavedChange) -> None:
    """Change the places of a ladder by a change that ends the match of a challenge; others change nothing."""
    view, payoffs = change.new, change.new.match.payoffs
    found = tx.place_challenges.of_match(view.id) if change.ends else None
    if found is None or payoffs is None:
        return
    writer = LadderWriter(tx, found.game, view.updated_at)
    if tx.place_challenges.of_match(view.id) is None:  # it ended before the ladder was locked, as somebody left
        return
    got = {seat.person: payoffs[number] for number, seat in enumerate(view.seats)}
    won = got.get(found.challenger, 0.0) > got.get(found.challenged, 0.0)
    writer.end(found, "won" if won else "defended")


def challenge_ladder_path(game: str) -> str:
    """Return the page of the challenge ladder of a game."""
    return f"/games/{game}/challenge-ladder"


def ladder_notice(game: str, person: str, text: str, now: float, by: str | None = None) -> Notice:
    """Return the notice of a sentence about a ladder."""
    data = {"title": "Challenge ladder", "text": text}
    return Notice(person, TOURNAMENT, challenge_ladder_path(game), now, by=by, data=data)


def ladder_name(game: str) -> str:
    """Return the name of a ladder.

    >>> ladder_name("vortex")
    'the Vortex challenge ladder'
    """
    return f"the {load(game).definition.title} challenge ladder"


def result_texts(game: str, challenge: PlaceChallenge, line: LogLine) -> Iterator[tuple[str, str]]:
    """Yield who hears how a challenge has ended, and the sentence."""
    one, other, ladder = challenge.challenger_name, challenge.challenged_name, ladder_name(game)
    won = {
        "won": (f"You won your challenge to {other}", f"{one} won the challenge to you"),
        "defended": (f"You did not win your challenge to {other}", f"You defended your place against {one}"),
        "gave-way": (f"{other} gave way to your challenge", f"You gave way to {one}"),
        "unanswered": (f"{other} did not answer your challenge in time", f"You did not answer the challenge by {one}"),
        "withdrawn": ("", f"{one} has withdrawn the challenge to you"),
        "cancelled": (f"Your challenge to {other} has ended", f"The challenge by {one} has ended"),
    }[line.kind]
    sides = ((challenge.challenger, line.place), (challenge.challenged, line.other_place))
    for (person, place), text in zip(sides, won, strict=True):
        if text and place:
            yield person, f"{text}. You have place {place} of {ladder}."
