"""Waves and tables of a format, by its kind."""

from collections.abc import Collection, Sequence

from ludarium.tournament.kinds import KINDS
from ludarium.tournament.pairing import Pairing
from ludarium.tournament.table import RankedPlayer
from ludarium.tournament.waves import Format, Wave


def next_wave(
    form: Format, waves: Sequence[Wave], absent: Collection[int] = (), resting: Collection[int] = ()
) -> list[Pairing]:
    return KINDS[form.kind].next_wave(form, waves, absent, resting)


def table(form: Format, waves: Sequence[Wave]) -> list[RankedPlayer]:
    return KINDS[form.kind].table(form, waves)
