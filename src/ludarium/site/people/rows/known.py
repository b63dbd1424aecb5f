"""What is counted of people and kept beside them: throws, losses, acts, lessons, and whom they follow or block."""

import secrets
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import ColumnElement, FromClause, and_, case, func, literal, or_, select, true

from ludarium.site.ground.mapping import Values
from ludarium.site.ground.table import Rows
from ludarium.site.ground.tables import (
    acts,
    blocks,
    dice_due,
    dice_throws,
    follows,
    losses,
    matches,
    people,
    person_notes,
    solved_lessons,
)
from ludarium.site.ground.values import Act, LoggedAct, Person
from ludarium.site.people.rows.people import PERSON, name_mentions

CLOSED = "a closed account"
"""How the log calls people who have closed their accounts."""


class ActsTable(Rows, table=acts):
    """The log of one database."""

    def latest_of(self, act: str) -> LoggedAct | None:
        """Return the latest act of a kind; None if there was none."""
        return next(iter(self._latest(1, 0, acts.c.act == act)), None)

    def latest(self, limit: int, before: int = 0) -> tuple[LoggedAct, ...]:
        """Return the latest acts but `before`, the last one first, with the names of people as they are now.

        Those of closed accounts are not named, nor where a detail mentions them.
        """
        return self._latest(limit, before, true())

    def _latest(self, limit: int, before: int, wanted: ColumnElement[bool]) -> tuple[LoggedAct, ...]:
        actor, subject = people.alias(), people.alias()
        columns = (acts.c.at, acts.c.actor, acts.c.act, acts.c.subject, acts.c.detail)
        names = (_name(actor, acts.c.actor), _name(subject, literal("")))
        named = (*names, matches.c.number)
        joined = (
            acts.outerjoin(actor, actor.c.id == acts.c.actor)
            .outerjoin(subject, subject.c.id == acts.c.subject)
            .outerjoin(matches, matches.c.id == acts.c.subject)
        )
        chosen = select(*columns, *named).select_from(joined).where(wanted).order_by(acts.c.at.desc(), acts.c.id)
        with self.database.connect() as connection:
            rows = connection.execute(chosen.limit(limit).offset(before)).all()
            details = name_mentions(connection, [row.detail for row in rows], CLOSED)
        return tuple(
            LoggedAct(Act(*row[:5])._replace(detail=detail), *row[5:])
            for row, detail in zip(rows, details, strict=True)
        )

    def add(self, act: Act) -> None:
        """Add an act to the log."""
        self.insert({"id": secrets.token_urlsafe(12), **act._asdict()})


def _name(person: FromClause, otherwise: ColumnElement[str]) -> ColumnElement[str]:
    named = case((person.c.closed_at.is_not(None), CLOSED), else_=person.c.name)
    return func.coalesce(named, otherwise)


_thrown = dice_throws.c


class Die(NamedTuple):
    """Whose die of which game: a kind of die has so many sides, each with its own probability perhaps."""

    person: str
    game: str
    sides: int


class Throws(NamedTuple):
    """The number of times that an outcome came up, and that expected by its exact probability."""

    thrown: int
    expected: float


class DiceDue(Rows, table=dice_due):
    """The matches of one database whose throws are still to be counted."""

    def first(self, limit: int) -> tuple[str, ...]:
        """Return the ids of some of them."""
        return self.pick(dice_due.c.match_id, order=(dice_due.c.match_id,), limit=limit)


class DiceTable(Rows, table=dice_throws):
    """The throws of the people of one database."""

    def add(self, counted: Mapping[Die, Mapping[str, Throws]]) -> None:
        """Add throws to those of their people."""
        with self.together() as rows:
            for person in sorted({die.person for die in counted}):
                rows.lock(person)
            for die, outcomes in counted.items():
                rows._add(die, outcomes)

    def of_person(self, person_id: str) -> Mapping[Die, Mapping[str, Throws]]:
        """Return what a person has thrown."""
        found: dict[Die, dict[str, Throws]] = {}
        columns = (_thrown.game, _thrown.sides, _thrown.outcome, _thrown.thrown, _thrown.expected)
        chosen = (
            select(*columns).where(_thrown.person == person_id).order_by(_thrown.game, _thrown.sides, _thrown.outcome)
        )
        with self.database.connect() as connection:
            for game, sides, outcome, thrown, expected in connection.execute(chosen):
                found.setdefault(Die(person_id, game, sides), {})[outcome] = Throws(thrown, expected)
        return found

    def merge(self, guest_id: str, account_id: str) -> None:
        """Add the throws of a guest to those of an account; those of the guest go with the guest."""
        self.lock(account_id)
        for die, outcomes in self.of_person(guest_id).items():
            self._add(die._replace(person=account_id), outcomes)

    def _add(self, die: Die, outcomes: Mapping[str, Throws]) -> None:
        for outcome, throws in outcomes.items():
            more = {"thrown": _thrown.thrown + throws.thrown, "expected": _thrown.expected + throws.expected}
            if not self.set((*die, outcome), **more):
                self.insert({**die._asdict(), "outcome": outcome, **throws._asdict()})


_lost = losses.c


class Losses(NamedTuple):
    """Sums over the turns and rolls of a person in one game; losses and luck are parts of the range of payoffs.

    | field     | content                                      |
    |-----------|----------------------------------------------|
    | `turns`   | the number of turns whose loss is known      |
    | `lost`    | the sum of their losses                      |
    | `squares` | the sum of the squares of their losses       |
    | `rolls`   | the number of rolls whose luck is known      |
    | `luck`    | the sum of their luck                        |
    """

    turns: int = 0
    lost: float = 0.0
    squares: float = 0.0
    rolls: int = 0
    luck: float = 0.0

    def plus(self, turns: Iterable[float] = (), rolls: Iterable[float] = ()) -> "Losses":
        """Return the sums with the losses of more turns, and the luck of more rolls.

        >>> Losses().plus(turns=[0.5, 0.0]).plus(rolls=[-0.25])
        Losses(turns=2, lost=0.5, squares=0.25, rolls=1, luck=-0.25)
        """
        lost, luck = [*turns], [*rolls]
        return Losses(
            self.turns + len(lost),
            self.lost + sum(lost),
            self.squares + sum(each * each for each in lost),
            self.rolls + len(luck),
            self.luck + sum(luck),
        )


class LossTable(Rows, table=losses):
    """The losses and the luck of the people of one database."""

    def add(self, counted: Mapping[tuple[str, str], Losses]) -> None:
        """Add sums, by person and game."""
        with self.together() as rows:
            for person in sorted({person for person, _ in counted}):
                rows.lock(person)
            for key, found in counted.items():
                rows._add(key, found)

    def of_person(self, person_id: str) -> Mapping[str, Losses]:
        """Return the sums of a person, by game."""
        columns = (_lost.game, *(_lost[name] for name in Losses._fields))
        chosen = select(*columns).where(_lost.person == person_id).order_by(_lost.game)
        with self.database.connect() as connection:
            return {game: Losses(*sums) for game, *sums in connection.execute(chosen)}

    def merge(self, guest_id: str, account_id: str) -> None:
        """Add the sums of a guest to those of an account; those of the guest go with the guest."""
        self.lock(account_id)
        for game, found in self.of_person(guest_id).items():
            self._add((account_id, game), found)

    def _add(self, key: tuple[str, str], found: Losses) -> None:
        more = {name: _lost[name] + added for name, added in found._asdict().items()}
        if not self.set(key, **more):
            self.insert({"person": key[0], "game": key[1], **found._asdict()})


_note = person_notes.c


class FollowsTable(
    Values[Person],
    table=follows,
    value=Person,
    computed=PERSON.columns,
    joined=follows.join(people, people.c.id == follows.c.followed),
    order=(people.c.name,),
):
    """Whom people follow, in one database: of a `person`, those who are `followed`, by name."""


class PersonNotes(Rows, table=person_notes):
    """The notes of people about others."""

    def note(self, person_id: str, about_id: str) -> str:
        """Return a person's note about another one."""
        return next(iter(self.pick(_note.text, (person_id, about_id))), "")

    def save(self, person_id: str, about_id: str, text: str, now: float) -> None:
        """Store a person's note about another one; an empty text deletes it."""
        if text:
            self.put(person=person_id, about=about_id, text=text, noted_at=now)
        else:
            self.remove((person_id, about_id))

    def of_person(self, person_id: str) -> tuple[tuple[str, str], ...]:
        """Return all notes of a person, each with the name of the person whom it is about."""
        chosen = select(people.c.name, _note.text).join(people, people.c.id == _note.about)
        with self.database.connect() as connection:
            found = connection.execute(chosen.where(_note.person == person_id).order_by(people.c.name))
            return tuple((row[0], row[1]) for row in found)


class BlocksTable(
    Values[Person],
    table=blocks,
    value=Person,
    computed=PERSON.columns,
    joined=blocks.join(people, people.c.id == blocks.c.blocked),
    order=(people.c.name,),
):
    """The blocks of one database: of a `person`, the accounts that are `blocked`, by name."""

    def among(self, ids: Collection[str]) -> frozenset[frozenset[str]]:
        """Return the pairs of these people of whom one has blocked the other."""
        both = and_(blocks.c.person.in_(ids), blocks.c.blocked.in_(ids))
        return frozenset(map(frozenset, self.pairs(blocks.c.person, blocks.c.blocked, both)))

    def around(self, person_id: str) -> frozenset[str]:
        """Return the people whom a person has blocked, and those who have blocked them."""
        either = or_(blocks.c.person == person_id, blocks.c.blocked == person_id)
        pairs = self.pairs(blocks.c.person, blocks.c.blocked, either)
        return frozenset(one for pair in pairs for one in pair) - {person_id}


class SolvedLessons(Rows, table=solved_lessons):
    """The solved lessons of one database, by person, game and title."""

    def of_person(self, person_id: str) -> tuple[tuple[str, str], ...]:
        """Return the games and titles of those of a person, in the order in which they were solved."""
        of = solved_lessons.c
        return self.pairs(of.game, of.title, of.person == person_id, order=(of.solved_at, of.title))

    def merge(self, guest_id: str, account_id: str) -> None:
        """Give an account what a guest has learnt; what it knew stays as it was."""
        for one in self.pairs(solved_lessons.c.game, solved_lessons.c.title, solved_lessons.c.person == guest_id):
            if not self.has((account_id, *one)):
                self.set((guest_id, *one), person=account_id)
