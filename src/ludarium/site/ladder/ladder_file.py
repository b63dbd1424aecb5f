"""The ladder of a game as a file, from which anybody can play every ranked match again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from msgspec import Struct

from ludarium.core.errors import ParseError
from ludarium.core.game import Game
from ludarium.site.ground.values import Person
from ludarium.site.ladder.ladders import pairing_seed, software
from ludarium.site.ladder.rows import LadderMatch, LadderPlayer
from ludarium.site.store import Store

MOST, MOST_BYTES = 1000, 16 << 20
"""Matches that are asked for at once, and bytes of WebAssembly programs after which no other match is sent."""
_AT_ONCE, _ALL = 50, 10**9


class LadderLine(Struct, frozen=True, tag="ladder", tag_field="line"):
    """The first line: the game, the version of the software, the seed of the pairings, and the rated matches by now.

    `rated` counts those by now; the lines that follow begin after the first `after` of them.
    """

    game: str
    made_by: str
    seed: int
    rated: int
    after: int


class LadderModuleLine(Struct, frozen=True, tag="module", tag_field="line"):
    """A WebAssembly program that a bot of the lines that follow plays by: its SHA-256, and its bytes in base64."""

    digest: str
    content: bytes


class LadderPlayerLine(Struct, frozen=True, tag="player", tag_field="line"):
    """A player: a level with its `spec`, or a version of a bot with its `source`, null if its author hides it.

    A WebAssembly program has the digest `module` in place of a source.
    """

    player: int
    name: str
    level: str = ""
    spec: str = ""
    bot: str | None = None
    version: int | None = None
    source: str | None = None
    module: str | None = None


class LadderMatchLine(Struct, frozen=True, tag="match", tag_field="line"):
    """A ranked match: its place among them (`rated`), its number, and what is believed of both players after it.

    `first` has the first seat in matches of an odd number; `score` is that of the first, and `failed_seat` the seat
    that could not go on. A match that a limit of time or a dead process has ended (`by_machine`) may go on elsewhere.
    """

    rated: int
    match: int
    first: int
    second: int
    seed: int
    score: float
    first_rating: tuple[float, float]
    second_rating: tuple[float, float]
    failed_seat: int | None
    by_machine: bool
    ending: str
    made_by: str
    played_at: float
    record: str


class LadderPairingLine(Struct, frozen=True, tag="pairing", tag_field="line"):
    """A pairing, planned after the matches before it: its number is that of its first match.

    `among` has who could play then, as ranges of numbers of players, one group for each owner; it is empty for pairings
    of versions that did not store it, which are near their matches.
    """

    pairing: int
    first: int
    second: int
    among: str


FileLine = LadderLine | LadderPairingLine | LadderModuleLine | LadderPlayerLine | LadderMatchLine


class LadderFiles:
    """The files of the ladders of a site."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def lines(self, person: Person | None, game: Game, after: int, limit: int) -> Iterator[FileLine]:
        """Return the lines for the matches after the first so many rated ones, each player before its first match.

        They may end earlier, where the WebAssembly programs among them are large.

        Sources are those that everybody may read, the person's own, and for an administrator all.

        Raises `ParseError`.
        """
        if not 1 <= limit <= MOST:
            raise ParseError(f"{limit} matches cannot be asked for at once: expected 1 to {MOST}")
        if after < 0:
            raise ParseError(f"{after} is no number of matches: expected 0 or more")
        return self._lines(person, game.name, after, limit, MOST_BYTES)

    def whole(self, game: Game) -> Iterator[FileLine]:
        """Return all lines of a game, as anybody may see them."""
        return self._lines(None, game.name, 0, _ALL)

    def _lines(
        self, person: Person | None, game: str, after: int, left: int, most_bytes: int | None = None
    ) -> Iterator[FileLine]:
        rated = self._store.ladder_matches.last_rated(game)
        yield LadderLine(game, software(), pairing_seed(game), rated, after)
        known, sent = set[int](), dict[str, int]()
        while left > 0:
            asked = min(left, _AT_ONCE)
            found = self._store.ladder_matches.played(game, after, asked)
            players = self._store.ladder_players.all({each for one in found for each in (one.first, one.second)})
            pairings = deque(self._planned(game, after, found))
            for match in found:
                if most_bytes is not None and sum(sent.values()) > most_bytes:
                    return
                while pairings and pairings[0].known < (match.rated or 0):
                    planned = pairings.popleft()
                    yield LadderPairingLine(planned.number, planned.first, planned.second, planned.among)
                for each in sorted({match.first, match.second} - known):
                    yield from self._player(person, players[each], sent)
                known |= {match.first, match.second}
                yield _match(match)
            if len(found) < asked:
                return
            after, left = found[-1].rated or after, left - asked

    def _planned(self, game: str, after: int, found: Sequence[LadderMatch]) -> tuple[LadderMatch, ...]:
        """Return the first matches of the pairings that were planned before some matches were rated."""
        return self._store.ladder_matches.planned(game, after, found[-1].rated or 0) if found else ()

    def _player(self, person: Person | None, player: LadderPlayer, sent: dict[str, int]) -> Iterator[FileLine]:
        """Yield the line of a player, after that of its WebAssembly program, unless it is among those `sent`."""
        if player.level:
            yield LadderPlayerLine(player.id, player.name, player.level, player.spec)
            return
        allowed = person is not None and (person.administrator or person.id == player.person)
        version = None
        if player.bot_id and player.version and (player.shown or allowed):
            version = self._store.workshop_versions.load((player.bot_id, player.version))
        module = version.module if version else None
        if module and module not in sent:
            content = self._store.modules.content(module) or b""
            sent[module] = len(content)
            yield LadderModuleLine(module, content)
        source = version.source if version and not module else None
        yield LadderPlayerLine(
            player.id, player.name, bot=player.bot_id, version=player.version, source=source, module=module
        )


def _match(match: LadderMatch) -> LadderMatchLine:
    assert match.rated is not None
    assert match.score is not None
    assert match.played_at is not None
    return LadderMatchLine(
        rated=match.rated,
        match=match.number,
        first=match.first,
        second=match.second,
        seed=match.seed,
        score=match.score,
        first_rating=(match.first_mean or 0.0, match.first_deviation or 0.0),
        second_rating=(match.second_mean or 0.0, match.second_deviation or 0.0),
        failed_seat=match.failed_seat,
        by_machine=match.by_machine,
        ending=match.ending,
        made_by=match.made_by,
        played_at=match.played_at,
        record=match.record,
    )
