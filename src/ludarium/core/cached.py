"""`cached_property` as Python 3.12 has it, in Python 3.11, too.

That of 3.11 holds one lock for all objects of a class while it computes: the page of one long match would let the pages
of all others wait.
"""

import functools
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")

if TYPE_CHECKING or sys.version_info >= (3, 12):
    cached_property = functools.cached_property  # noqa: TID251  of 3.12
else:

    class cached_property(functools.cached_property):  # noqa: N801, TID251  it stands for the own one
        """A property that is computed once for each object; two threads may compute the same one at once."""

        func: Callable[[Any], T]

        def __get__(self, instance: Any, owner: type[Any] | None = None) -> T:
            """Return the value, which later look-ups find in the object itself."""
            if instance is None:
                return self
            values = instance.__dict__
            if self.attrname not in values:
                values[self.attrname] = self.func(instance)
            return values[self.attrname]
