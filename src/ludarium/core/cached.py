"""`cached_property` as Python 3.12 has it, in Python 3.11, too.

While that of 3.11 computes, it holds one lock for all objects of a class: drawing the page of one long match would
block the pages of all others.
"""

import functools
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or sys.version_info >= (3, 12):
    cached_property = functools.cached_property  # noqa: TID251  offered here for all modules
else:

    class cached_property(functools.cached_property):  # noqa: N801, TID251  the same name, without the lock
        """A property that is computed once for each object; two threads may compute the same one at once."""

        def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
            """Return the value, which later look-ups find in the object itself."""
            if instance is None:
                return self
            values = instance.__dict__
            if self.attrname not in values:
                values[self.attrname] = self.func(instance)
            return values[self.attrname]
