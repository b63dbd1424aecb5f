"""The kinds of tournament, by name: a kind is a file here, and a line of `KINDS`."""

from collections.abc import Mapping

from ludarium.tournament.kinds.arena import Arena
from ludarium.tournament.kinds.duplicate import Duplicate
from ludarium.tournament.kinds.exhibition import Exhibition
from ludarium.tournament.kinds.kind import Kind
from ludarium.tournament.kinds.knock_out import DoubleKnockOut, KnockOut
from ludarium.tournament.kinds.round_robin import RoundRobin
from ludarium.tournament.kinds.swiss import Swiss
from ludarium.tournament.kinds.team_match import TeamMatch

KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        RoundRobin(), Swiss(), KnockOut(), DoubleKnockOut(), Exhibition(), TeamMatch(), Arena(), Duplicate(),
    )
}  # fmt: skip
"""In the order in which pages list them; the first is the usual one."""
