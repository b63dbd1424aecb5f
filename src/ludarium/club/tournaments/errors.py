"""Why a command about a tournament is refused."""

from ludarium.core.errors import LudariumError


class NoSuchTournament(LudariumError):
    """No tournament has this id."""


class NotOrganiser(LudariumError):
    """The command is for the organiser of the tournament."""


class EntryRefused(LudariumError):
    """The tournament does not allow this now, or not to this person."""
