"""The public interface of a package: names of its modules, imported when they are first used (PEP 562)."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import NamedTuple


class Public(NamedTuple):
    """The names that a package publishes.

    | field         | content                                                                                   |
    |---------------|-------------------------------------------------------------------------------------------|
    | `import_name` | imports a public name; the package's `__getattr__`                                        |
    | `list_names`  | returns the public names, and those with underscores; the package's `__dir__`             |
    | `names`       | the public names in alphabetical order                                                    |
    | `provisional` | those that may still change between two minor versions; the others are stable             |
    """

    import_name: Callable[[str], object]
    list_names: Callable[[], list[str]]
    names: list[str]
    provisional: frozenset[str]


def publish(package: str, stable: Mapping[str, str], provisional: Mapping[str, str]) -> Public:
    """Return the public interface of a package.

    Both tables have the names by their module below `ludarium`, separated by spaces; `draw=render` publishes `render`
    under the name `draw`, and `parts=.` the module itself.
    """
    found: dict[str, tuple[str, str]] = {}
    for table in (stable, provisional):
        for module, names in table.items():
            for text in names.split():
                public, _, own = text.partition("=")
                found[public] = f"ludarium.{module}", own or public
    unsettled = {text.partition("=")[0] for names in provisional.values() for text in names.split()}

    def import_name(name: str) -> object:
        if name not in found:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, own = found[name]
        value: object = import_module(module) if own == "." else getattr(import_module(module), own)
        setattr(import_module(package), name, value)
        return value

    def list_names() -> list[str]:
        return sorted({*found, *(name for name in vars(import_module(package)) if name.startswith("__"))})

    return Public(import_name, list_names, sorted(found), frozenset(unsettled))
