"""Many small cases in one test: to collect, set up and report a test for each takes longer than most of them do."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

Test = Callable[..., None]


def each(names: str, values: Iterable[Any]) -> Callable[[Test], Test]:  # Any: what a test takes
    """Run a test once for each of these values, all of them; `pytest.mark.parametrize` makes a test of each.

    The error is that of the first case that fails, and names all that do. No case at all is an error, too.
    """
    words, cases = [name.strip() for name in names.split(",")], list(values)

    def decorate(test: Test) -> Test:
        @wraps(test)
        def run(**fixtures: object) -> None:
            assert cases, f"there is no {names}"
            failed = dict[str, BaseException]()
            for case in cases:
                given = dict(zip(words, case if len(words) > 1 else (case,), strict=True))
                try:
                    test(**given, **fixtures)
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001  # it is raised below
                    failed[", ".join(f"{name}={value!r}" for name, value in given.items())] = error
            for first in failed.values():
                first.add_note("\n".join(["failed with", *failed]))
                raise first

        signature = inspect.signature(test)
        left = [parameter for name, parameter in signature.parameters.items() if name not in words]
        run.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]  # which pytest reads
        return run

    return decorate
