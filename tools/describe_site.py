"""Write the page of the documentation that lists what programs can ask of a site, from its description by OpenAPI.

`python -m tools.describe_site` writes it again; a test compares it.
"""

import tempfile
from pathlib import Path
from typing import Any

from ludarium.site.app import create_app
from ludarium.site.openapi import describe
from ludarium.site.service import Service
from ludarium.site.store import Store

PAGE = Path("docs/reference/openapi.md")
_HEAD = """# Addresses for programs

What [a program](data.md) can ask and send, made from the code.
The site has the same at `/openapi.json` ([OpenAPI 3.1](https://spec.openapis.org/oas/v3.1.0)).
Members with `?` may be left out, and `null` is no value.
"""


def page(description: dict[str, Any]) -> str:
    """Return the page for a description."""
    lines = [_HEAD]
    schemas = description["components"]["schemas"]
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            lines.append(f"## `{method.upper()} {path}`\n")
            lines.append(f"{operation['summary']}\n{operation['description']}\n")
            if names := [f"`{one['name']}`" for one in operation["parameters"] if one["in"] == "query"]:
                lines.append(f"Added to the address: {', '.join(names)}.\n")
            if "requestBody" in operation:
                sent = operation["requestBody"]["content"]["application/json"]["schema"]
                lines.append("It is sent one of these:\n" if "anyOf" in sent else "It is sent:\n")
                lines += [f"- {_members(schemas[_name(one)])}" for one in sent.get("anyOf", [sent])]
                lines.append("")
            (media, answer), *_ = operation["responses"]["200"]["content"].items()
            lines.append(f"It answers {_answer(answer['schema'])} ({media}).\n")
    lines.append("## What is answered\n")
    for name, schema in sorted(schemas.items()):
        if "do" not in schema.get("properties", {}) and name not in _sent(description):
            lines.append(f"- `{name}`: {_members(schema)}")
    return "\n".join(lines) + "\n"


def _sent(description: dict[str, Any]) -> set[str]:
    """Return the names of the types that are sent."""
    operations = [each for methods in description["paths"].values() for each in methods.values()]
    bodies = [
        each["requestBody"]["content"]["application/json"]["schema"] for each in operations if "requestBody" in each
    ]
    return {_name(one) for body in bodies for one in body.get("anyOf", [body])}


def _name(schema: dict[str, Any]) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def _answer(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        return "one of " + ", ".join(f"`{_name(one)}`" for one in schema["anyOf"])
    return f"`{_name(schema)}`" if "$ref" in schema else "a text"


def _members(schema: dict[str, Any]) -> str:
    needed = set(schema.get("required", ()))
    own = schema.get("properties", {})
    shown = [f"`{name}{'' if name in needed else '?'}`: {_type(one)}" for name, one in own.items()]
    return ", ".join(shown) or "nothing"


def _type(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    if "$ref" in schema:
        return f"`{_name(schema)}`"
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {_type(schema.get('items') or {})}" if isinstance(schema.get("items"), dict) else "list"
    return {"integer": "number", "boolean": "true or false", "string": "text", "object": "object"}.get(kind, str(kind))


def main() -> None:
    """Write the page."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{Path(folder) / 'ludarium.sqlite'}")
        PAGE.write_text(page(describe(create_app(Service(store), "a secret"))), "utf-8")
        store.close()


if __name__ == "__main__":
    main()
