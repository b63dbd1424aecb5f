"""Learning a game by self-play, without knowing it.

Names are imported when they are first used.
"""

from typing import TYPE_CHECKING

from ludarium._public import publish

if TYPE_CHECKING:  # type checkers see these imports, and so report names that do not exist
    from ludarium.learn.learner import Learner as Learner
    from ludarium.learn.method import Method as Method
    from ludarium.learn.session import Session as Session

_STABLE: dict[str, str] = {}
_PROVISIONAL = {
    "learn.learner": "Learner",
    "learn.method": "Method",
    "learn.session": "Session",
}
_PUBLIC = publish(__name__, _STABLE, _PROVISIONAL)
__all__ = _PUBLIC.names
__dir__ = _PUBLIC.list_names

if not TYPE_CHECKING:
    __getattr__ = _PUBLIC.import_name
