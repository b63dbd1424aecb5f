"""The bodies of requests, forms or JSON of a type, and the answer that programs get in place of a redirect."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Generic, TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request

from ludarium.core.errors import ParseError
from ludarium.core.text import go_on
from ludarium.site.act import Fields, Kind, body_of, read_form
from ludarium.site.web.http.negotiation import JSON

_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
_MOST_FIELDS = 100
Value = str | int | float | bool | None
Read = TypeVar("Read")


class Body(msgspec.Struct, omit_defaults=True):
    """The JSON that a route reads: its members are the fields of the form."""

    def fields(self) -> dict[str, str]:
        """Return the fields of a form with the same content."""
        return as_fields(msgspec.to_builtins(self))


class Sent(Generic[Kind]):
    """One of `commands`, by their words, that was sent: as JSON, which was read, or as a form, which was not."""

    def __init__(self, commands: Mapping[str, type[Kind]], sent: Kind | Fields) -> None:
        self._commands, self._sent = commands, sent

    def command(self) -> Kind:
        """Return the command.

        Raises `ParseError`.
        """
        return read_form(self._commands, self._sent) if isinstance(self._sent, Mapping) else self._sent

    def only(self) -> Kind:
        """Return the command where one alone is possible, whatever the `do` of a form says; raises as `command`."""
        (word,) = self._commands
        return (
            read_form(self._commands, {**self.fields(), "do": word}) if isinstance(self._sent, Mapping) else self._sent
        )

    def fields(self) -> Fields:
        """Return the fields of the form, or of one with the same content."""
        return self._sent if isinstance(self._sent, Mapping) else as_fields(msgspec.to_builtins(self._sent))


class Changed(msgspec.Struct, frozen=True):
    """The change that a request has made.

    | field      | content                                                              |
    |------------|----------------------------------------------------------------------|
    | `location` | the address of what was changed, or begun                            |
    | `match`    | the id of the match; null where there is none                        |
    | `revision` | the revision of the match after a command                            |
    | `said`     | what was done, as a sentence                                         |
    """

    location: str
    match: str | None = None
    revision: int | None = None
    said: str | None = None


def as_fields(values: Mapping[str, Value]) -> dict[str, str]:
    """Return values as the fields of a form: what is true is `yes`, and what is false or null is not sent.

    >>> as_fields({"do": "turn", "revision": 7, "rated": True, "seat": None})
    {'do': 'turn', 'revision': '7', 'rated': 'yes'}
    """
    sent = {name: value for name, value in values.items() if value is not None and value is not False}
    return {name: "yes" if value is True else str(value) for name, value in sent.items()}


async def read_fields(request: Request, body: Any) -> dict[str, str]:
    """Return the fields of a request: those of a form, or of JSON.

    Raises `ParseError` for JSON that is not of this type, and `HTTPException` for anything else.
    """
    kind = _kind(request)
    return _parse(await request.body(), body) if kind == JSON else await _read_form(request, kind)


async def read_sent(request: Request, commands: Mapping[str, type[Kind]]) -> Sent[Kind]:
    """Return the command of a request; raises what `read_fields` does."""
    if (kind := _kind(request)) == JSON:
        return Sent(commands, read_json(await request.body(), body_of(commands.values())))
    return Sent(commands, await _read_form(request, kind))


def _kind(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def _read_form(request: Request, kind: str) -> dict[str, str]:
    if kind not in _FORMS:
        raise HTTPException(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Expected a form, or application/json.")
    try:
        if kind == _FORMS[0]:  # in one step, and not byte by byte
            text = (await request.body()).decode("latin-1")
            return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS))
        async with request.form(max_files=0, max_fields=_MOST_FIELDS) as form:
            return {name: value for name, value in form.items() if isinstance(value, str)}
    except (HTTPException, ValueError) as error:
        if isinstance(error, HTTPException) and error.status_code != HTTPStatus.BAD_REQUEST:
            raise
        text = f"This form cannot be read: expected at most {_MOST_FIELDS} fields of text, and no files."
        raise HTTPException(HTTPStatus.BAD_REQUEST, text) from error


def _parse(raw: bytes, body: Any) -> dict[str, str]:
    if body is None:
        return as_fields(read_json(raw, dict[str, Value]))
    read: Body = read_json(raw, body)
    return read.fields()


def read_json(raw: bytes, kind: type[Read]) -> Read:
    """Return what a body has; raises `ParseError`, which says what is wrong, if it is not of this type."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ParseError(f"this JSON cannot be read: {go_on(str(error))}") from error
