"""No door reaches what acts for a seat without asking who it is: doors say who asks, and `act` finds the seat."""

import ast
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path

from ludarium import site
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.test_layers import OF_WORDS, layer_of

HERE = Path(site.__path__[0])
BEYOND = {"bots", "live", "planning", "stand_ins"}
"""What bot workers, the live ticker and `Acting` use."""
ASKS_WHO_IT_IS = {
    "act", "plans",  # they find the seat, or check the one that a person chooses
    "create", "fork", "trials.ask", "workshop.try_module",  # their seats are those of a match that begins
}  # fmt: skip


def of_seats(service: Service) -> set[str]:
    """Return the functions of a service, and of its parts, that take a seat from who calls them."""
    found = set()
    for name in dir(service):
        part = getattr(service, name)
        if name.startswith("_"):
            continue
        methods = (
            {name: part}
            if callable(part)
            else {f"{name}.{each}": getattr(part, each) for each in dir(type(part)) if not each.startswith("_")}
        )
        for path, method in methods.items():
            if callable(method) and {"seat", "seats"} & {*inspect.signature(method).parameters}:
                found.add(path)
    return found


def named_in(source: str) -> Iterator[str]:
    """Yield the attributes of services that a module names, and those of their parts."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            owner = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
            above = getattr(node.value, "value", None)
            if owner in ("service", "_service"):
                yield node.attr
            elif owner.startswith("_") or getattr(above, "attr", getattr(above, "id", "")) in ("service", "_service"):
                yield f"{owner.lstrip('_')}.{node.attr}"


def paths() -> list[Path]:
    return sorted(HERE.rglob("*.py"))


def test_no_door_acts_for_a_seat_that_it_has_found_itself(open_store: Callable[[], Store]) -> None:
    service = Service(open_store())
    forbidden = (of_seats(service) | BEYOND) - ASKS_WHO_IT_IS
    assert {"bots.submit", "bots.act", "planning.add", "live.ready", "reply_addresses.issue"} <= forbidden
    assert of_seats(service) >= ASKS_WHO_IT_IS
    modules = {path: ".".join(("ludarium", "site", *path.relative_to(HERE).with_suffix("").parts)) for path in paths()}
    doors = [
        path
        for path, module in modules.items()
        if layer_of(module) in ("web", "pages", "mail")
        or (layer_of(module) == "words" and module.split(".")[2] not in (*OF_WORDS, "export"))
    ]
    assert len(doors) > 80
    for door in doors:
        assert forbidden.isdisjoint(named_in(door.read_text("utf-8"))), door


def test_a_door_that_plays_for_a_seat_is_found() -> None:
    names = {*named_in("self._service.bots.submit(match_id, seat, text, 0)\nplanning = service.planning")}
    assert names >= {"bots", "bots.submit", "planning"}
