"""The record of a study as a file, with what the study does not have: the players of its match, and the result."""

from contextlib import suppress
from dataclasses import replace

from ludarium.core.errors import LudariumError
from ludarium.core.record import Record
from ludarium.match.match import Match
from ludarium.match.study import Study
from ludarium.match.verify import verify
from ludarium.site.ground.values import Person
from ludarium.site.service import Service


def match_of(service: Service, person: Person | None, study: Study) -> Match | None:
    """Return the match of this site that is over and whose turns, all of them, are a study's main line.

    None where there is none, or the person may not see it.
    """
    if not study.played:
        return None
    try:
        match = service.view(person, study.played).displayed
    except LudariumError:
        return None
    is_whole = study.start == match.start and study.texts(study.tree.main[-1]) == tuple(one.text for one in match.turns)
    return match if match.over and is_whole else None


def record_of(service: Service, person: Person | None, study: Study) -> Record:
    """Return the record of a study: with players and result where its main line is that of a match, as `match_of` says.

    Elsewhere it has the result of a game that ends on its main line by the rules, since a record without it is refused.
    """
    match = match_of(service, person, study)
    with suppress(LudariumError):  # a turn is not legal, or the end of the match needs its times
        if match:
            names = dict(zip(study.game.setup.seat_names, match.players, strict=True))
            found = replace(
                study.record, payoffs=match.payoffs, ending=match.ending, tags={**names, **study.record.tags}
            )
            verify(found)
            return found
    with suppress(LudariumError):
        end = study.state(study.tree.main[-1])
        return replace(study.record, payoffs=end.payoffs, ending=end.ending if end.payoffs else "")
    return study.record
