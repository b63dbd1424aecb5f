"""The layers of the site: a module's layer is in its name, none imports a higher one, and subjects form no circles.

What puts subjects together, such as `store`, `service` and `web`, has a layer of its own between those of the subjects.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import grimp
import pytest

from ludarium import site
from ludarium.site.ground.database import Repository
from tests.test_project import circles

LAYERS = ("ground", "rows", "store", "rules", "words", "web", "pages", "mail", "app")
NAMED = {
    "repositories": "store",
    "store": "store",
    "words": "words",
    "board": "words",  # the picture of a match, as one person sees it
    "analysis.setup": "pages",
    "export": "words",  # what a person takes along, as they may read it
    "begin.calendar": "words",  # a file of the appointments, as text
    "notices.pushing": "words",  # what browsers are told
    "offers.leading": "pages",  # which game pages show large
    "offers.webhook": "words",  # what chat rooms are told
    "mail.worker": "app",  # the program that a mail server starts
    "app": "app",
    "openapi": "app",
    "process": "app",
    "settings": "app",
    "settings_in_words": "app",
}
"""The layers of modules whose names do not tell them; those of others are rules."""
OF_PAGES = ("games", "overviews", "sharing")
"""Subjects of which every module is one of pages."""
GIVEN = {"mail": {"InboxTable", "PendingCommandTable"}, "puzzles": {"NoticeTable", "OutboxTable"}}
"""Tables of other subjects that mails use: what has come in is theirs, and a puzzle becomes a notice and a mail."""
OF_WORDS = ("analysis", "puzzles")
"""Subjects that say and draw something and that no rule knows."""


def layer_of(module: str) -> str:
    """Return the layer of a module of the site.

    >>> [layer_of(f"ludarium.site.{name}") for name in ("match.rows.reading", "match.clocks", "act")]
    ['rows', 'rules', 'rules']
    """
    subject, *inner = module.split(".")[2:]
    if found := NAMED.get(".".join([subject, *inner])):
        return found
    if subject in ("ground", "web", "mail"):
        return subject
    if inner and inner[0] in ("rows", "words", "pages", "mail"):
        return inner[0]
    if subject in OF_PAGES or module.endswith("pages"):
        return "pages"
    return "words" if subject in OF_WORDS else "rules"


@cache
def imports() -> tuple[tuple[str, str], ...]:
    """Return the pairs of a module of the site and one that it imports, in functions and for types alone, too."""
    graph = grimp.build_graph("ludarium", cache_dir=None)
    ours = {name for name in graph.modules if name.startswith("ludarium.site.") and not graph.find_children(name)}
    found = {one: sorted(graph.find_modules_directly_imported_by(one) & ours) for one in sorted(ours)}
    return tuple((one, to) for one, all_imported in found.items() for to in all_imported)


def between(layer: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs of subjects of which a module of one in this layer imports one of the other."""
    for one, to in imports():
        subjects = one.split(".")[2], to.split(".")[2]
        if layer_of(one) == layer_of(to) == layer and subjects[0] != subjects[1]:
            yield subjects


def test_no_module_imports_one_of_a_higher_layer() -> None:
    heights = [(one, to, LAYERS.index(layer_of(one)), LAYERS.index(layer_of(to))) for one, to in imports()]
    upward = [f"{one} imports {to}" for one, to, height, other in heights if height < other]
    assert len(imports()) > 1000
    assert not upward, "\n".join(upward)


def test_pages_and_mails_know_nothing_of_each_other() -> None:
    assert not [pair for pair in imports() if {*map(layer_of, pair)} == {"pages", "mail"}]


@pytest.mark.parametrize("layer", ["rows", "rules", "words", "pages"])
def test_subjects_form_no_circle_within_a_layer(layer: str) -> None:
    assert not circles(between(layer))


def test_the_rules_of_a_match_know_no_other_subject() -> None:
    shared = ("act", "failures", "quotas", "ttl_cache", "worker")
    assert not [to for one, to in between("rules") if one == "match" and to not in shared]


def test_the_rules_of_a_match_know_the_rows_of_no_other_subject() -> None:
    ours = [(one, to) for one, to in imports() if one.startswith("ludarium.site.match.") and layer_of(one) == "rules"]
    assert len(ours) > 50
    assert not [pair for pair in ours if layer_of(pair[1]) == "rows" and not pair[1].startswith("ludarium.site.match.")]


def test_pages_and_mails_read_no_rows() -> None:
    """They import values of rows, and none of the tables from which these are read."""
    doors = [(one, to) for one, to in imports() if layer_of(one) in ("web", "pages", "mail") and layer_of(to) == "rows"]
    assert len(doors) > 40
    for one, to in doors:
        if layer_of(one) == "mail" and one.split(".")[2] == to.split(".")[2]:
            continue  # the mails of a subject may carry out what is due, as its rules do
        tables = {made for made in vars(import_module(to)).values() if is_table(made)}
        used = {name for name, made in vars(import_module(one)).items() if is_table(made) and made in tables}
        assert used <= GIVEN.get(one.split(".")[2], set()), one


def test_pages_ask_the_service_and_never_the_store() -> None:
    assert not [pair for pair in imports() if [*map(layer_of, pair)] in (["web", "store"], ["pages", "store"])]


def is_table(made: object) -> bool:
    return isinstance(made, type) and issubclass(made, Repository)


def test_no_two_templates_have_the_same_name() -> None:
    """Pages ask for most of them without the folder; those that every subject may have are asked for with it."""
    names = Counter(path.name for path in Path(site.__path__[0]).rglob("*.html") if "mail" not in path.parts)
    assert len(names) > 100
    assert {name for name, count in names.items() if count > 1} <= {"index.html"}
