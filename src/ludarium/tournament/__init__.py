"""Tournaments: configuration, pairing, execution, journal and ratings.

Names are imported when they are first used.
"""

from typing import TYPE_CHECKING

from ludarium._public import publish

if TYPE_CHECKING:  # type checkers see these imports, and so report names that do not exist
    from ludarium.tournament.config import TournamentConfig as TournamentConfig
    from ludarium.tournament.config import read_config as read_config
    from ludarium.tournament.executors import Workers as Workers
    from ludarium.tournament.executors import open_workers as open_workers
    from ludarium.tournament.report.report import report as _write_report
    from ludarium.tournament.report.tables import games as games
    from ludarium.tournament.report.tables import standings as standings
    from ludarium.tournament.report.tables import write_tables as write_tables
    from ludarium.tournament.results import PlayerResult as PlayerResult
    from ludarium.tournament.results import Results as Results
    from ludarium.tournament.series import Score as Score
    from ludarium.tournament.series import wilson as wilson
    from ludarium.tournament.tournament import Tournament as Tournament

    write_report = _write_report

_STABLE = {
    "tournament.config": "TournamentConfig read_config",
    "tournament.report.tables": "games standings write_tables",
    "tournament.results": "PlayerResult Results",
    "tournament.tournament": "Tournament",
}
_PROVISIONAL = {
    "tournament.executors": "Workers open_workers",
    "tournament.report.report": "write_report=report",
    "tournament.series": "Score wilson",
}
_PUBLIC = publish(__name__, _STABLE, _PROVISIONAL)
__all__ = _PUBLIC.names
__dir__ = _PUBLIC.list_names

if not TYPE_CHECKING:
    __getattr__ = _PUBLIC.import_name
