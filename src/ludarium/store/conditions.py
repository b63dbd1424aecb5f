"""Conditions that queries of several tables use."""

from typing import Any

from sqlalchemy import ColumnElement, or_


def is_of_game(column: ColumnElement[Any], game: str) -> ColumnElement[bool]:
    """Return the condition that a spec is one of a game, by its name: with any options and any version of the rules."""
    return or_(column == game, *(column.startswith(f"{game}{after}", autoescape=True) for after in "(@"))
