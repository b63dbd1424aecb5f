"""The page of a study: one file without scripts, drawn from its data alone."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from html import escape
from importlib.resources import files

import ludarium.site.web
from ludarium.core.game import Game
from ludarium.scenes.svg import render, stylesheet
from ludarium.study.pictures import has_pictures, plain
from ludarium.study.sections import sections
from ludarium.study.verdict import Sentence, verdict
from ludarium.study.watching import Json

_FACES = {"Bricolage Grotesque": ("700", "BricolageGrotesque-Bold.woff2"), "Figtree": ("400 700", "Figtree.woff2")}


def page(game: Game, data: Json, missing: tuple[str, ...] = ()) -> str:
    """Return the page of a study in HTML; `missing` names the parts that are not finished yet."""
    title = escape(data["title"])
    body = "\n".join([*_first(game, data, missing), *sections(game, data)])
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: a study</title>
<style>
{_style()}
</style>
</head>
<body>
<header class="top">
<h1>{title}</h1>
<p>{escape(data["tagline"])}</p>
<p class="quiet"><code>{escape(data["game"])}</code>{_changed(data)}</p>
</header>
<main>
{body}
</main>
<footer class="quiet">{_made(data)}</footer>
</body>
</html>
"""


def _changed(data: Json) -> str:
    """Return which options are not as usual, as a phrase; studies of before do not tell."""
    found = data.get("changed", [])
    return "".join(f"<br>{escape(what)}: {escape(now)}, usually {escape(usual)}" for what, now, usual in found)


@cache
def _style() -> str:
    """Return the style sheet: the typefaces of the site, the pictures' colours, and the page's own rules."""
    faces = []
    for family, (weight, name) in _FACES.items():
        font = files(ludarium.site.web).joinpath("static/fonts", name).read_bytes()
        faces.append(
            f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-display: swap; '
            f'src: url(data:font/woff2;base64,{b64encode(font).decode()}) format("woff2"); }}'
        )
    own = files("ludarium.study").joinpath("page.css").read_text("utf-8")
    return "\n".join([*faces, stylesheet(), own])


def _first(game: Game, data: Json, missing: tuple[str, ...]) -> Iterator[str]:
    """Yield the first screen: the verdict, and the board."""
    yield '<div class="first">'
    yield f'<ul class="verdict">{"".join(map(_sentence, verdict(data)))}</ul>'
    face = render(plain(game.initial()), prefix="first-") if has_pictures(game) else "<p>The game has no picture.</p>"
    yield f'<div class="face">{face}</div>'
    yield "</div>"
    if missing:
        yield f"<p><strong>Not finished:</strong> {escape(', '.join(missing))} are still to come.</p>"


def _sentence(one: Sentence) -> str:
    number = f'<span class="number">{escape(one.number)}</span> ' if one.number else ""
    wide = "" if number else ' class="wide"'
    but = f" <small>({escape(one.but)})</small>" if one.but else ""
    return f"<li{wide}>{number}<span>{escape(one.says)}{but}</span></li>"


def _made(data: Json) -> str:
    """Return how the study was made, and how it is made again."""
    counts = ", ".join(f"{name} {count:,}" for name, count in data["counts"].items())
    again = (
        "The player looks at the clock, so its games differ from one time to the next."
        if data["by_clock"]
        else "The same command gives the same page, to the bit, on any number of workers and machines."
    )
    return (
        f"<p>Made by Ludarium {escape(data['version'])} with the counts {escape(counts)}, between players "
        f"<code>{escape(data['player'])}</code>, seed {data['seed']}. {again}</p>"
        f"<p><code>{escape(data['command'])}</code></p>"
    )
