"""The data of pages: programs that ask for `application/json` get it instead of a page, at the same addresses.

The forms, their refusals and who may do what are the same; an answer with an error has it as `error`, in a sentence.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Protocol, runtime_checkable

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ludarium.site.web.http import negotiation
from ludarium.site.web.http.refusals import Problem

Values = Mapping[str, object]


@runtime_checkable
class Checked(Protocol):
    """The interface of a form that knows the errors of its fields."""

    errors: dict[str, str]


def wants_data(request: Request) -> bool:
    """Whether a request comes from a program that asks for data."""
    return negotiation.wants_data(request.headers)


def data_answer(made: object, status: int, values: Values, error: Exception | None = None) -> Response:
    """Return the answer with the data of a page, of which the template has these values, perhaps those of an error."""
    data: dict[str, Any] = msgspec.to_builtins(made)  # Any: JSON
    if status >= HTTPStatus.BAD_REQUEST:
        fields = _field_errors(values)
        problems = (values.get(name) for name in ("problem", "nonce_problem", "notice", "text"))
        texts = (data.get("error"), *problems, *fields.values(), HTTPStatus(status).phrase)
        text = next(str(each) for each in texts if each)
        data |= msgspec.to_builtins(Problem.of(text, status, error)) | ({"fields": fields} if fields else {})
    headers = {"Cache-Control": "no-store", "Vary": "Accept, Authorization, Cookie"}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse(data, status, headers)


def _field_errors(values: Values) -> dict[str, str]:
    """Return the errors of the fields of a form, by field."""
    form, problems = values.get("form"), values.get("problems")
    if isinstance(form, Checked):
        return form.errors
    return {str(name): str(text) for name, text in problems.items()} if isinstance(problems, Mapping) else {}
