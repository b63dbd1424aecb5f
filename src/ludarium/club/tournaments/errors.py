"""Why a command about a tournament is refused."""

from ludarium.core.errors import LudariumError


class NoSuchTournament(LudariumError):
    """No tournament has this id."""

    status = 404
    kind = "no-tournament"


class NotOrganiser(LudariumError):
    """The command is for the organiser of the tournament."""

    status = 403
    kind = "not-organiser"


class EntryRefused(LudariumError):
    """The tournament does not allow this now, or not to this person."""

    status = 409
    kind = "not-now"
