"""The export of a person's data, as an archive that is made while it is sent."""

import io
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from zipfile import ZIP_DEFLATED, ZipFile

from ludarium.core.text import say_times
from ludarium.site.begin.rows import Challenge
from ludarium.site.ground.values import MatchSummary, Person
from ludarium.site.service import Service

_ALL = 10**9


def export(service: Service, person: Person) -> Iterator[bytes]:
    """Yield the parts of a zip file: `person.json`, `matches.json`, and a record of every match in `records/`."""
    written = _Written()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        archive.writestr("person.json", _json(_person(service, person)))
        yield written.take()
        found = service.queries.of_person(person.id, _ALL)
        summaries = (*found.my_turn, *found.waiting, *found.finished)
        archive.writestr("matches.json", _json([_match(service, match, person) for match in summaries]))
        for match in summaries:
            with suppress(Exception):  # a damaged match has no record, and must not cost the others theirs
                archive.writestr(_record_name(match), f"{service.queries.record(match.id)}\n")
            yield written.take()
    yield written.take()


class _Written(io.RawIOBase):
    """A file in memory, which stores what is written until it is taken."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: object) -> int:
        """Store bytes."""
        part = bytes(data)  # type: ignore[call-overload]  # any object with bytes, as for all files
        self._parts.append(part)
        return len(part)

    def take(self) -> bytes:
        """Return what was written since the last time."""
        taken = b"".join(self._parts)
        self._parts.clear()
        return taken


def _person(service: Service, person: Person) -> dict[str, object]:
    return {
        "name": person.name,
        "about": person.about or "",
        "email": person.email,
        "addresses": list(service.accounts.addresses(person)),
        "created_at": _moment(person.created_at),
        "account_since": _moment(person.account_since),
        "follows": [other.name for other in service.following.of_person(person)],
        "notes": [{"about": name, "text": text} for name, text in service.following.notes_of(person)],
        "said": [
            {"match": each.match, "room": each.room, "text": each.text, "greeting": each.greeting, "turn": each.turn}
            | {"at": _moment(each.said_at)}
            for each in service.talk.of_person(person)
        ],
        "notes_on_positions": [note._asdict() for note in service.position_notes.of_person(person)],
        **service.exported(person),
        "offers": [asdict(listed.offer) for listed in service.lobby.view(person).mine],
        "tournaments": [
            {"name": one.name, "game": one.game, "state": one.state, "organiser": one.organiser_name}
            for one in service.tournaments.of_person(person)
        ],
        "tournament_news": [
            {"kind": line.kind, "text": say_times(line.text), "at": _moment(line.at)}
            for line in service.tournaments.said_by(person)
        ],
        "tournament_waiting": [
            {"tournament": one.tournament, "asked_for": one.asked_for, "reason": one.reason, "at": _moment(one.at)}
            | {"declined_at": _moment(one.declined_at)}
            for one in service.tournaments.waited_by(person)
        ],
        "challenge_ladders": [
            {"game": one.game, "place": one.place, "joined_at": _moment(one.joined_at)}
            for one in service.challenge_ladders.of_person(person)
        ],
        "ladder_challenges": [
            {"game": one.game, "by": one.challenger_name, "to": one.challenged_name, "made_at": _moment(one.made_at)}
            for one in service.challenge_ladders.open_of(person)
        ],
        "blocked": [other.name for other in service.blocks.of_person(person)],
        "challenges": [_challenge(each) for part in service.challenges.of_person(person) for each in part],
        "ratings": [asdict(change) for ladder in service.ratings.of_person(person.id) for change in ladder.changes],
        "dice": [
            {"game": each.game, "outcomes": {name: throws._asdict() for name, throws in each.outcomes.items()}}
            for each in service.dice.of_person(person.id)
        ],
        "given_away": [each._asdict() for each in service.dice.given_away(person.id)],
        "reports": [
            {
                "about": each.person,
                "match": each.report.match,
                "kind": each.report.kind,
                "text": each.report.text,
                "state": each.report.state,
                "at": _moment(each.report.created_at),
            }
            for each in service.reports.made_by(person)
        ],
        "decisions": [
            {
                "kind": each.kind,
                "reason": each.reason,
                "words": each.words,
                "match": each.match,
                "at": _moment(each.created_at),
                "ends_at": _moment(each.ends_at),
                "undone_at": _moment(each.undone_at),
            }
            for each in service.moderation.decisions_about(person)
        ],
        "notice_settings": asdict(service.notices.settings(person.id)),
        "notices": [
            {
                "kind": notice.kind,
                "page": notice.path,
                "at": _moment(notice.created_at),
                "read_at": _moment(notice.read_at),
            }
            for notice, *_ in service.notices.recent(person.id, _ALL)
        ],
        "passkeys": [
            {"name": key.name, "created_at": _moment(key.created_at), "used_at": _moment(key.used_at)}
            for key in service.passkeys.of_person(person)
        ],
        "tokens": [
            {"name": each.name, "scopes": sorted(each.scopes), "created_at": _moment(each.created_at)}
            for each in service.tokens.of_person(person)
        ],
        "sessions": [
            {"browser": each.browser, "created_at": _moment(each.created_at), "seen_at": _moment(each.seen_at)}
            for each in service.people.sessions(person)
        ],
    }


def _challenge(challenge: Challenge) -> dict[str, object]:
    return {
        "from": challenge.challenger.name,
        "to": challenge.challenged.name,
        "terms": asdict(challenge.terms),
        "message": challenge.message,
        "created_at": _moment(challenge.created_at),
        "state": challenge.state,
        "answer": challenge.answer,
        "starts_at": _moment(challenge.starts_at),
    }


def _match(service: Service, match: MatchSummary, person: Person) -> dict[str, object]:
    mine = [number for number, seat in enumerate(match.seats) if seat.person == person.id]
    planned = [] if match.ending else [line.steps for seat in mine for line in service.planning.of(match.id, seat)]
    return {
        "id": match.id,
        "game": match.game,
        "players": [seat.name for seat in match.seats],
        "your_seats": mine,
        "planned": [[step._asdict() for step in steps] for steps in planned],
        "turns": match.turns,
        "result": match.result,
        "ending": match.ending,
        "private": match.private,
        "updated_at": _moment(match.updated_at),
        "record": _record_name(match),
    }


def _record_name(match: MatchSummary) -> str:
    return f"records/{match.game.partition('(')[0]}-{match.id}.txt"


def _moment(seconds: float | None) -> str | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
