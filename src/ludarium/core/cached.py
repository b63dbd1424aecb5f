"""`cached_property` as threads need it: without a lock, and with one value for all who ask.

While that of Python 3.11 computes, it holds one lock for all objects of a class: drawing the page of one long match
would block the pages of all others. That of 3.12 has no lock, and gives two threads that ask at once a value each, of
which one is kept: what the other thread changes in its own value is lost.
"""

import functools
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    cached_property = functools.cached_property  # noqa: TID251  offered here for all modules
else:

    class cached_property(functools.cached_property):  # noqa: N801, TID251  the same name, for threads
        """A property that has one value for each object; two threads may compute it at once, and get the same."""

        def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
            """Return the value, which later look-ups find in the object itself."""
            if instance is None:
                return self
            values = instance.__dict__
            if self.attrname not in values:
                values.setdefault(self.attrname, self.func(instance))
            return values[self.attrname]
