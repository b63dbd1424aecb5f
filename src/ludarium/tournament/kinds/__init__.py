"""The kinds of tournament, by name: a kind is a file here, and a line of `KINDS`."""

from collections.abc import Collection, Mapping, Sequence

from ludarium.tournament.kinds.arena import Arena
from ludarium.tournament.kinds.duplicate import Duplicate
from ludarium.tournament.kinds.exhibition import Exhibition
from ludarium.tournament.kinds.kind import Kind
from ludarium.tournament.kinds.knock_out import DoubleKnockOut, KnockOut
from ludarium.tournament.kinds.round_robin import RoundRobin
from ludarium.tournament.kinds.swiss import Swiss
from ludarium.tournament.kinds.team_match import TeamMatch
from ludarium.tournament.pairing import Pairing
from ludarium.tournament.table import RankedPlayer
from ludarium.tournament.waves import Format, Wave

KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        RoundRobin(),
        Swiss(),
        KnockOut(),
        DoubleKnockOut(),
        Exhibition(),
        TeamMatch(),
        Arena(),
        Duplicate(),
    )
}
"""In the order in which pages list them; the first is the usual one."""


def next_wave(
    form: Format, waves: Sequence[Wave], absent: Collection[int] = (), resting: Collection[int] = ()
) -> list[Pairing]:
    """Return the games and byes of the next wave; empty if the tournament is over.

    Who is `absent` has no game in a Swiss tournament, and who is `resting` a bye on request, after all others; in the
    other kinds the games of a player who has left are paired, and forfeited. In an arena it follows also from who
    waits: see `kinds.arena`.

    >>> [pairing.seating for pairing in next_wave(Format("swiss", 4, 3), [])]
    [(0, 2), (3, 1)]
    >>> [pairing.seating for pairing in next_wave(Format("swiss", 4, 3), [], resting=[0])]
    [(1, 2), (3,), (0,)]

    Raises `WaveNotOver` before the last wave is over, and `MissingExtra`.
    """
    return KINDS[form.kind].next_wave(form, waves, absent, resting)


def table(form: Format, waves: Sequence[Wave]) -> list[RankedPlayer]:
    """Return the rows of all players, best first.

    >>> from ludarium.tournament.waves import WaveGame
    >>> rows = table(Format("round-robin", 2, 1), [[WaveGame(Pairing(0, 0, (0, 1)), (0.0, 1.0), "played")]])
    >>> [(row.player, row.points, row.won) for row in rows]
    [(1, 1.0, 1), (0, 0.0, 0)]
    """
    return KINDS[form.kind].table(form, waves)
