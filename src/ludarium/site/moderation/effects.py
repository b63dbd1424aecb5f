"""The effects of decisions and of undoing them, and the notices of both."""

import secrets
from collections.abc import Iterable

from ludarium.core.errors import IllegalMove
from ludarium.core.text import time_mark
from ludarium.site.ground.values import StoredMatch
from ludarium.site.moderation.reports import OWN
from ludarium.site.moderation.rows import Sanction
from ludarium.site.notices.rows.notices import MODERATION, Notice
from ludarium.site.people.names import name_key
from ludarium.site.people.reasons import EFFECTS, REASONS
from ludarium.site.people.rows.people import PeopleTable
from ludarium.site.people.standing import FOREVER, until_words
from ludarium.site.ratings.ratings import rate_again
from ludarium.site.repositories import UnitOfWork

_PUBLIC_NAME = "Player"


def apply(tx: UnitOfWork, sanction: Sanction, now: float) -> None:
    """Carry out the effects of a decision."""
    match sanction.kind:
        case "void" if sanction.match:
            tx.sanctions.set_voided(sanction.match, voided=True)
            rate_again(tx, sanction.match)
        case "remove" if sanction.match:
            tx.sanctions.set_private(sanction.match, private=True)
        case "suspend" if sanction.person:
            _suspend(tx, sanction.person, now)
            tx.offers.touch()
            tx.offers.end(sanction.person, None, now)
        case "rename" if sanction.person:
            name = neutral_name(tx.people)
            tx.accounts.rename_everywhere(sanction.person, name, name_key(name), named=False)


def revert(tx: UnitOfWork, sanction: Sanction, now: float) -> None:
    """Undo the effects of a decision, which is recorded as undone already."""
    match sanction.kind:
        case "void" if sanction.match and tx.sanctions.of_match_in_force(sanction.match, "void", now) is None:
            tx.sanctions.set_voided(sanction.match, voided=False)
            rate_again(tx, sanction.match)
        case "remove" if sanction.match and not sanction.was_private:
            tx.sanctions.set_private(sanction.match, private=False)
        case "suspend" if sanction.person:
            _suspend(tx, sanction.person, now)
        case "rename" if sanction.person and sanction.former_name and sanction.name_key:
            person, holder = tx.people.load(sanction.person), tx.people.name_holder(sanction.name_key, now)
            if person and not person.named and holder is None:  # nobody has the name, and no other was chosen
                tx.accounts.rename_everywhere(sanction.person, sanction.former_name, sanction.name_key, named=True)


def neutral_name(people: PeopleTable) -> str:
    """Return a name that says nothing, and that nobody has."""
    for _ in range(20):
        name = f"{_PUBLIC_NAME} {secrets.randbelow(16**6):06X}"
        if people.name_holder(name_key(name), 0.0) is None:
            return name
    raise IllegalMove("no neutral name is free: try again")


def notices_of(sanction: Sanction, match: StoredMatch | None, objection: str, now: float) -> list[Notice]:
    """Return the notices of a decision to the people concerned: what it is, why, and how to object."""
    effect = EFFECTS[sanction.kind]
    number, until = match.number if match else 0, until_words(sanction.ends_at, time_mark)
    statement = effect.statement.format(until=until, number=number)
    text = " ".join(
        filter(None, (statement, f"The reason: {REASONS[sanction.reason].stated}", sanction.words, objection))
    )
    return _notices(sanction, _concerned(sanction, match), effect.title, text, now)


def notices_of_undoing(sanction: Sanction, match: StoredMatch | None, words: str, now: float) -> list[Notice]:
    """Return the notices that a decision is undone."""
    statement = EFFECTS[sanction.kind].undone.format(number=match.number if match else 0)
    text = " ".join(filter(None, (f"A decision is undone. {statement}", words)))
    return _notices(sanction, _concerned(sanction, match), "A decision is undone", text, now)


def _notices(sanction: Sanction, people: Iterable[str], title: str, text: str, now: float) -> list[Notice]:
    path, data = f"{OWN}#{sanction.id}", {"title": title, "text": text}
    return [Notice(person, MODERATION, path, now, data=data) for person in people]


def _concerned(sanction: Sanction, match: StoredMatch | None) -> list[str]:
    """Return the person of a decision, or the players of its match."""
    if sanction.person:
        return [sanction.person]
    return sorted(match.took_part) if match else []


def _suspend(tx: UnitOfWork, person: str, now: float) -> None:
    """Store until when an account is suspended by all that is in force."""
    found = tx.sanctions.in_force([person], "suspend", now).get(person)
    tx.sanctions.set_suspended(person, (found.ends_at or FOREVER) if found else None)
