"""Commands: each is a class, which forms, JSON and its description, mails, terminals and the tests of rights read.

A subject has a base class; a new command is a class below it, with its fields, its words, and what it does.
"""

from collections.abc import Iterable, Mapping
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, ClassVar, NamedTuple, TypeVar, dataclass_transform

from msgspec import Meta, Struct, StructMeta
from msgspec.structs import FieldInfo, asdict, fields

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import shorten

Fields = Mapping[str, str]
"""The fields of a form that was sent."""
Number = Annotated[int, Meta(ge=0, le=999_999_999)]


class Refusal(LudariumError):
    """What is asked for is not allowed now, or not to this person."""

    status = 409
    kind = "not-now"


_COMMANDS: list["CommandMeta"] = []


@dataclass_transform(frozen_default=True)
class CommandMeta(StructMeta):
    """The type of the classes of commands: one with a tag is a command, others are bases."""

    def __init__(
        self, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> None:  # Any: its own
        super().__init__(name, bases, namespace)
        if "tag" in options:
            _COMMANDS.append(self)
            _found_below.cache_clear()

    @property
    def word(self) -> str:
        """The `do` of its form and of its JSON: its tag."""
        return str(self.__struct_config__.tag)


class Command(
    Struct, metaclass=CommandMeta, frozen=True, tag_field="do", forbid_unknown_fields=True, repr_omit_defaults=True
):
    """A command of a person; its fields are those of its form and of its JSON.

    | class attribute | content                                                                      |
    |-----------------|------------------------------------------------------------------------------|
    | `done`          | what was done, as a sentence with the fields                                 |
    | `place`         | the address below that of what it is about to which its form is sent         |
    | `refused`       | the error that says why it is refused                                        |
    """

    done: ClassVar[str] = ""
    place: ClassVar[str] = ""
    refused: ClassVar[type[LudariumError]] = Refusal

    @classmethod
    def sent(cls) -> Any:  # Any: a class below it
        """Return the type of what is sent to ask for it, which is itself, or has more fields than that."""
        return cls

    def said(self) -> str:
        """Return what was done, as a sentence."""
        return self.done.format(**asdict(self))

    def refusal(self, asked: Any) -> str:  # Any: what a subject gives its commands
        """Return why it cannot be done, as a sentence without its end; empty if it can: no door offers it otherwise."""
        return ""

    def carry_out(self, asked: Any) -> object:  # Any: as above
        """Do it, and return what the subject makes of it; raise a `LudariumError` if that cannot be."""
        raise NotImplementedError


Kind = TypeVar("Kind", bound=Command)


class Done(NamedTuple):
    """The effect of a command, as a sentence; the id of what it was about, and of the match that has begun, if any."""

    said: str
    target: str
    match: str | None = None


class NotOrganiser(LudariumError):
    """The command is for the organiser of the tournament or the league."""

    status = 403
    kind = "not-organiser"


def act(command: Command, asked: Any) -> Any:  # Any: as in `Command`
    """Carry out a command, unless it is refused.

    Raises its `refused`, or why it cannot be done.
    """
    if refusal := command.refusal(asked):
        raise command.refused(refusal)
    return command.carry_out(asked)


def commands_of(base: type[Kind]) -> Mapping[str, type[Kind]]:
    """Return the commands below a base class by their words, in their order, whichever module is imported first."""
    return _found_below(base)


@cache
def _found_below(base: type[Command]) -> Mapping[str, Any]:  # Any: a class below it
    found = (kind for kind in _COMMANDS if issubclass(kind, base))
    return {kind.word: kind for kind in sorted(found, key=lambda kind: kind.__module__)}


def body_of(commands: Iterable[type[Command]]) -> Any:  # Any: a union of types
    """Return the type of the JSON that asks for one of these commands."""
    return reduce(or_, commands)


def read_form(commands: Mapping[str, type[Kind]], values: Fields) -> Kind:
    """Return the command of a form: numbers, and texts, which are empty where they are missing, or None if they can be.

    Raises `ParseError`.
    """
    kind = commands[chosen(values, commands)]
    return kind(**{one.name: _read(values, one) for one in _fields(kind)})


def chosen(values: Fields, words: Iterable[str]) -> str:
    """Return the word of a form; if only one is possible, the form needs none.

    Raises `ParseError`.
    """
    known = [*words]
    word = values.get("do") or (known[0] if len(known) == 1 else "")
    if word not in known:
        raise ParseError(f"{shorten(word)} is not a command: expected one of {', '.join(known)}")
    return word


def number(values: Fields, name: str) -> int:
    """Return the value of a field that holds a whole number.

    Raises `ParseError`.
    """
    text = values.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ParseError(f"the field {name} is {shorten(text)}: expected a number")
    return int(text)


def _read(values: Fields, field: FieldInfo) -> str | int | None:
    name = field.encode_name
    if field.type in (str, str | None):
        return values.get(name, "" if field.type is str else None)
    return None if field.default is None and name not in values else number(values, name)


_fields = cache(fields)
