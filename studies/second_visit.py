"""Write the tables of `docs/studies/second-visit.md` that follow from the code and from measurements.

`python -m studies.second_visit` writes what stands between the marks `<!-- NAME -->` and `<!-- end -->` of the page
again; a test does the same, and compares.
"""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import ludarium
from ludarium.core.registry import definition, game_names
from ludarium.core.tutorial import tutorial
from ludarium.match.clock import Clock
from ludarium.search.player import PUPIL, bot_kinds, levels
from ludarium.site.begin.new_match import describe_game
from ludarium.site.match.presence import LEAST_WAIT
from ludarium.site.people.portraits import SHAPES, TONES
from ludarium.site.sharing.moment import MOST, STEPS
from ludarium.site.tournaments.pages.pages import templates
from ludarium.site.tournaments.site_bots import FILLERS
from ludarium.site.tournaments.tournaments import MOST_ORGANISED
from ludarium.site.words import describe_clock
from ludarium.tournament.kinds import KINDS

PAGE = Path("docs/studies/second-visit.md")
COMPARED = Path("studies/results/levels-compared.csv")
_PART = re.compile(r"(<!-- (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_MORE = {"most": "at most {} players", "rounds": "{} rounds", "minutes": "{} minutes", "games": "{} games each"}


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n" + "\n".join(f"| {' | '.join(row)} |" for row in lines) + "\n\n"


def presets() -> str:
    """Return the presets of a tournament, with what each asks for when its form is sent as it is."""
    return table(["preset", "game", "kind", "time control", "begins after", "more"], [
        _preset(title, fields) for title, fields in templates().items()
    ])  # fmt: skip


def _preset(title: str, fields: Mapping[str, str]) -> list[str]:
    game = describe_game(fields["game"])
    if "published" in fields:
        return [title, game, "as published", "without clocks", "at once", ""]
    days = "a day" if fields["days"] == "1" else f"{fields['days']} days"
    wait = f"{fields['soon']} minutes" if fields.get("soon") else days
    more = ", ".join(words.format(fields[name]) for name, words in _MORE.items() if name in fields)
    return [title, game, KINDS[fields["kind"]].preset[0], describe_clock(Clock.parse(fields["tempo"])), wait, more]


def compared() -> list[dict[str, str]]:
    """Return the comparisons of levels that were played."""
    with COMPARED.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def strengths() -> str:
    """Return what the comparisons of levels have shown, with the command of each."""
    rows = []
    for one in compared():
        game = one["game"] if one["game"].isalnum() else f'"{one["game"]}"'
        margin = "" if one["margin"] == "0.02" else f" --margin {one['margin']}"
        verdict = f"{one['level']} is stronger" if one["verdict"] == "stronger" else f"equal within {one['margin']}"
        score = f"{one['score']} ± {one['half']}, {float(one['even']):.2g} is even"
        command = f"`ludarium compare {game} {one['level']} {one['below']}{margin} --seed 1`"
        rows.append([one["game"], f"{one['below']} < {one['level']}", verdict, one["rounds"], score, command])
    return table(["game", "levels", "verdict", "rounds", "score", "command"], rows)


def numbers() -> str:
    """Return the numbers of which the page speaks."""
    pupils = [definition(name).title for name in game_names() if PUPIL in bot_kinds(ludarium.load(name))]
    return table(["what", "number"], [
        *([f"lessons of {definition(name).title}", str(len(tutorial(definition(name))))] for name in game_names()),
        ["games whose last lesson leads to a bot that has learnt the first one alone", ", ".join(pupils)],
        ["presets of a tournament", str(len(templates()))],
        ["tournaments of a person that may wait at the same time", str(MOST_ORGANISED)],
        ["bots that fill in at a weekly arena, at most", str(FILLERS)],
        ["seconds after which an opponent who has left can be claimed against, at least", f"{LEAST_WAIT:g}"],
        ["portraits to choose from", str(len(SHAPES) * len(TONES))],
        ["turns and rolls of a moving picture, and its scenes, at most", f"{MOST}, {STEPS}"],
    ])  # fmt: skip


PARTS = {"presets": presets, "strengths": strengths, "numbers": numbers}


def filled(page: str) -> str:
    """Return the page with its tables as they are now."""
    return _PART.sub(lambda found: f"{found[1]}{PARTS[found[2]]()}{found[3]}", page)


def outdated() -> list[str]:
    """Return the games and levels that were compared with another bot than they have now."""
    return [
        f"{one['game']} {one[level]}"
        for one in compared()
        for level, spec in (("level", "spec"), ("below", "below_spec"))
        if levels(ludarium.load(one["game"]))[one[level]] != one[spec]
    ]


def main() -> None:
    """Write the tables of the page again."""
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
