"""Types of columns whose values are tuples and sets, which the database has as JSON or text."""

from collections.abc import Sequence

from sqlalchemy import JSON, Dialect, Text, TypeDecorator


class Texts(TypeDecorator[tuple[str, ...]]):
    """Texts in an order, as JSON."""

    impl = JSON
    cache_ok = True

    def process_result_value(self, value: list[str] | None, dialect: Dialect) -> tuple[str, ...]:
        """Return the texts of a row."""
        return tuple(value or ())


class Numbers(TypeDecorator[tuple[float, ...]]):
    """Whole numbers in an order, such as times in seconds, with spaces between them."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Sequence[float] | None, dialect: Dialect) -> str:
        """Return what is stored."""
        return " ".join(f"{each:.0f}" for each in value or ())

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[float, ...]:
        """Return the numbers of a row."""
        return tuple(map(float, (value or "").split()))


class Words(TypeDecorator[frozenset[str]]):
    """A set of words, with spaces between them."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: frozenset[str] | None, dialect: Dialect) -> str:
        """Return what is stored."""
        return " ".join(sorted(value or ()))

    def process_result_value(self, value: str | None, dialect: Dialect) -> frozenset[str]:
        """Return the words of a row."""
        return frozenset((value or "").split())
