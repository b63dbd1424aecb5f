"""The sections of the page of a study, each from its part of the data; a part that is missing has none."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from html import escape
from shlex import quote
from urllib.parse import urlencode

from ludarium.core.game import Game, State
from ludarium.core.measures import MEANINGS, format_interval, format_measure
from ludarium.core.registry import load
from ludarium.core.text import counted
from ludarium.scenes.marks import marked
from ludarium.scenes.picture import draw
from ludarium.scenes.svg import render
from ludarium.study import charts
from ludarium.study.changes import ENOUGH, LEAST, MEASURES, PARTS
from ludarium.study.charts import Disc
from ludarium.study.moments import KINDS
from ludarium.study.pictures import has_pictures, plain
from ludarium.study.preferences import never_better, one_kind, preferences, shunned
from ludarium.study.verdict import amount, hundred, interval, outcome
from ludarium.study.watching import Json

SOURCES = {
    "Allis": "L. V. Allis, Searching for Solutions in Games and Artificial Intelligence, 1994",
    "Browne": "C. Browne, Automatic Generation and Evaluation of Recombination Games, 2008",
    "Chao": "A. Chao, Nonparametric estimation of the number of classes in a population, 1984",
    "Ludii": "É. Piette, M. Stephenson, D. Soemers, C. Browne, General Board Game Concepts, 2021, and Ludii's source",
    "Stephenson and Soemers": "M. Stephenson, D. Soemers, the skill trace of Ludii",
}
"""Where the definitions of the measures come from, by the names in their table."""


def sections(game: Game, data: Json) -> Iterator[str]:
    """Yield the sections of the page."""
    parts = data["parts"]
    yield from _course(parts.get("measures"), parts.get("chosen"))
    yield from _skill(parts)
    yield from _options(parts["options"], game) if "options" in parts else ()
    yield from _chosen(game, parts)
    yield from _exact(game, parts.get("exact"))
    yield from _moments(game, parts.get("moments"), data["site"])
    yield from _measures(parts.get("measures"))
    yield from _play(game, data["site"])


def _section(title: str, says: str, *cards: str) -> str:
    inside = "".join(f'<div class="card">{card}</div>' for card in cards if card)
    return f'<section><h2>{escape(title)}</h2><p>{says}</p><div class="cards">{inside}</div></section>'


def _card(title: str, drawn: str, says: str = "") -> str:
    return f"<h3>{escape(title)}</h3>{drawn}" + (f'<p class="quiet">{escape(says)}</p>' if says else "")


def _course(measures: Json, chosen: Json) -> Iterator[str]:
    if not measures:
        return
    cards = []
    if chosen and chosen["lengths"]:
        cards.append(_card("How long games are", charts.histogram(chosen["lengths"], "Games by their turns"), "Turns."))
    if measures["winner"]:
        drawn = charts.band(measures["winner"], "Median and quartiles")
        says = "Median of the games, and the half between the quartiles."
        cards.append(_card("What the later winner could expect", drawn, says))
    if measures["branching"]:
        drawn = charts.line(measures["branching"], "Legal actions by choice")
        cards.append(_card("Legal actions of each choice", drawn, "Random games."))
    says = f"{measures['games']:,} games of <code>{escape(measures['player'])}</code> with itself."
    yield _section("How a game goes", says, *cards)


def _skill(parts: Mapping[str, Json]) -> Iterator[str]:
    ladder, measures, cards = parts.get("ladder"), parts.get("measures"), list[str]()
    if ladder:
        cards.append(_card("The ladder", charts.ladder(_rungs(ladder), "The ladder of skill")))
    if measures and measures["doublings"]:
        rows = [
            (f"{more} against {int(more) // 2}", *score, hundred(score[0]))
            for more, score in measures["doublings"].items()
            if score
        ]
        even = ladder["even"] if ladder else None
        drawn = charts.bars(rows, "Scores of a search against half of it", even)
        says = "Points of 100 of a search against one with half its simulations a turn; the line is an even score."
        cards.append(_card("Twice the thinking", drawn, says))
    if not cards:
        if "ladder" in parts and measures:
            yield _section(
                "Luck and skill", "No ladder was climbed: the seats are no rivals, or the budget has no games."
            )
        return
    says = (
        f"Each rung is the weakest search that scores {hundred(ladder['needed'])} of 100 points or more against the "
        f"rung below, in {ladder['games']:,} games, with up to {ladder['top']:,} simulations a turn: after B. "
        "Robertie's complexity number. The more rungs, the more there is to learn. A player is surely ahead after so "
        "many games if it leads in 95 of 100 matches of that length: the more, the more is left to luck."
        if ladder
        else "What a search with more simulations gains."
    )
    yield _section("Luck and skill", says, *cards)


def _rungs(ladder: Json) -> list[tuple[str, ...]]:
    """Return the name of each rung and what is said of it, a line each."""
    met = {(one["above"], one["below"]): one for one in ladder["met"]}
    found: list[tuple[str, ...]] = []
    for number, rung in enumerate(ladder["rungs"]):
        if not number:
            found.append(("random play", "the ground"))
            continue
        one = met[rung, ladder["rungs"][number - 1]]
        score, enough = one["score"], one.get("enough")
        against = f"{hundred(score[0])} of 100 against the rung below ({interval(score, hundred)})"
        luck = [f"surely ahead after {counted(enough, 'game')}"] if enough else []
        found.append((counted(rung, "simulation"), against, *luck))
    return found


def _options(options: Json, game: Game) -> Iterator[str]:
    if not options:
        left_out = "The budget has no games for the options."
        says = left_out if game.definition.options else "The game has no options, so there is nothing to compare."
        yield _section("What options change", says)
        return
    heads = "".join(f'<th class="n" scope="col">{escape(name)}</th>' for name in MEASURES.values())
    base, *others = options["rows"]
    usual = options.get("usual")  # studies of before have none
    rows = "".join([
        _option_row(base, "as it is"), *([_option_row(usual, f"{usual['spec']}, as usual")] if usual else []),
        *(_option_row(row, f"{row['option']}={row['value']}") for row in others),
    ])  # fmt: skip
    few = " So few games show only large differences." if options["games"] < ENOUGH else ""
    few = f" So few games show no difference: expected {LEAST} or more." if options["games"] < LEAST else few
    says = (
        f"{options['games']:,} games each of <code>{escape(options['player'])}</code> with itself. A marked number "
        "differs from the game as it is beyond chance: at an error of 5 % for all "
        f"{options['compared']:,} comparisons together." + few
    )
    table = (
        '<div class="scroll" tabindex="0" role="region" aria-label="What options change"><table>'
        f'<thead><tr><th scope="col">option</th>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
    )
    yield f"<section><h2>What options change</h2><p>{says}</p>{table}</section>"


def _option_row(row: Json, name: str) -> str:
    cells = []
    for measure in MEASURES:
        found = row["measures"][measure]
        form = hundred if measure in (*PARTS, "behind") else amount
        says = "-" if not found else f"{form(found[0])}"
        but = f" <small>{escape(interval(found, form))}</small>" if found else ""
        cells.append(f'<td class="n{" differs" if measure in row["differs"] else ""}">{escape(says)}{but}</td>')
    return f'<tr><th scope="row">{escape(name)}</th>{"".join(cells)}</tr>'


def _chosen(game: Game, parts: Mapping[str, Json]) -> Iterator[str]:
    chosen, learnt = parts.get("chosen"), parts.get("learnt")
    if not chosen:
        return
    cards = [*preferences(game, chosen, "the observed player", "seen-")]
    says = "What the observed player prefers."
    if learnt and "chosen" in learnt:
        score = learnt["score"]
        worth = (
            f", which scores {hundred(score[0])} of 100 ({interval(score, hundred)}) against a search without it"
            if score
            else ""
        )
        games = f"{learnt['games']:,} games"
        says = f"What is preferred by the observed player, and by one that has learnt from {games}{worth}."
        cards += preferences(game, learnt["chosen"], "the learnt player", "learnt-")
    elif learnt:
        says += f" No learnt player: {escape(learnt['why'])}."
    cards += [one_kind(chosen), shunned(chosen), never_better(parts.get("moments"))]
    yield _section("What is chosen", says, *cards)


def _exact(game: Game, exact: Json) -> Iterator[str]:
    if not exact:
        return
    cards = [_solved(game, number, one) for number, one in enumerate(exact["solved"])]
    failed = " ".join(f"<code>{escape(one['spec'])}</code>: {escape(one['why'])}." for one in exact["failed"])
    none = "" if cards else "No small board could be solved. "
    says = f"{none}Boards that are solved with up to {exact['positions']:,} positions. {failed}"
    yield _section("What is known exactly", says, *cards)


def _solved(game: Game, number: int, one: Json) -> str:
    start = (game if one["spec"] == game.spec else load(one["spec"])).initial()
    label, board = f"{one['spec']}: {outcome(one)}", ""
    if has_pictures(start.game):
        board = charts.board_map(plain(start), [*_first_discs(start, one["first"])], f"exact-{number}-", label)
    by_value: dict[float, list[str]] = {}
    for name, value in one["first"].items():
        by_value.setdefault(value, []).append(name)
    words = "; ".join(f"{_result(value)}: {', '.join(names[:12])}{' …' if len(names) > 12 else ''}"
                      for value, names in sorted(by_value.items(), reverse=True)[:4])  # fmt: skip
    first = f"<p class='quiet'>First actions. {escape(words)}.</p>" if words else ""
    left = f" Without {escape(one['left_out'])}." if one["left_out"] else ""
    value = f"<p>Value: {outcome(one)}; {one['count']:,} positions.{left}</p>"
    return f"<h3><code>{escape(one['spec'])}</code></h3>{value}{board}{first}"


def _result(value: float) -> str:
    return {1.0: "wins", 0.5: "draws", 0.0: "loses"}.get(value, f"{hundred(value)} of 100")


def _first_discs(start: State, first: Mapping[str, float]) -> Iterator[Disc]:
    """Yield a disc for each first action that has a place of its own on the board."""
    scene = draw(start)
    places = {element.id: (element.x, element.y) for element in scene.elements}
    seat = start.actors[0]
    by_action: dict[int, list[tuple[str, ...]]] = {}
    for touch in scene.touches:
        by_action.setdefault(touch.action, []).append(touch.elements)
    for action, touched in by_action.items():
        name = start.action_name(action, seat) if seat >= 0 else ""
        if len(touched) == 1 and touched[0][-1] in places and name in first:
            value = first[name]
            look = "wins" if value > 0.5 else "loses" if value < 0.5 else "draws"
            yield Disc(*places[touched[0][-1]], 0.5, look, f"{name}: {_result(value)}")


def _moments(game: Game, moments: Json, site: str) -> Iterator[str]:
    if not moments:
        return
    cards = []
    for number, one in enumerate(moments["positions"]):
        state = game.parse_position(one["position"])
        cards.append(_moment(state, number, one, site))
    says = (
        f"Of {moments.get('looked_at', 0):,} positions of the observed games, searched with "
        f"{moments['simulations']:,} simulations each."
        if cards
        else "No position of the observed games could be looked at: seats choose at the same time, or never alone."
    )
    yield _section("Positions worth looking at", says, *cards)


def _moment(state: State, number: int, one: Json, site: str) -> str:
    name = state.game.setup.seat_names[one["seat"]]
    turn, value, marks = one["best"]
    board = answer = ""
    if has_pictures(state.game):
        board = render(plain(state), prefix=f"at-{number}-")
        answer = render(marked(plain(state), marks), prefix=f"best-{number}-") if marks else ""
    others = [f"{turn} is worth {hundred(value)} of 100"]
    if one["second"]:
        others.append(f"the next best, {one['second'][0]}, {hundred(one['second'][1])}")
    if one["few"] and one["few"][0] != turn:
        others.append(f"a hasty player takes {one['few'][0]}: {hundred(one['few'][1])}")
    said = (
        f"In the game {name} played {one['played']}, and what it could expect went from {hundred(one['before'])} to "
        f"{hundred(one['after'])} of 100."
    )
    return (
        f"<h3>{number + 1}. {KINDS[one['kind']]}</h3><p>{escape(name)} is to choose; turn {one['turn']} of "
        f"{one['of']}.</p>{board}<details><summary>What is best</summary><p>{escape('; '.join(others))}.</p>{answer}"
        f"<p>{escape(said)}</p></details>{_links(state, site)}"
    )


def _links(state: State, site: str) -> str:
    """Return how a position is played on: a command line, and a link where there is a site."""
    spec, position = state.game.spec, str(state)
    command = f"ludarium play {quote(spec)} --position {quote(position)}"
    query = urlencode({"game": spec, "position": position})
    link = f'<p><a href="{escape(f"{site}/analysis/board?{query}")}">Play on from here</a></p>' if site else ""
    return f"{link}<details><summary>Command to play on</summary><p><code>{escape(command)}</code></p></details>"


def _measures(measures: Json) -> Iterator[str]:
    if not measures:
        return
    rows = []
    for name, meaning in MEANINGS.items():
        found = measures["measures"].get(name)
        if not found:
            continue
        value, low, high = (math.nan if bound is None else bound for bound in found)
        rows.append(
            f'<tr><th scope="row">{escape(meaning.title)}</th><td class="n">{format_measure(name, value)}</td>'
            f'<td class="n">{format_interval(name, value, low, high)}</td><td>{escape(meaning.says)}</td>'
            f"<td>{escape(meaning.source)}</td></tr>"
        )
    sources = "".join(f"<li><strong>{escape(name)}</strong>: {escape(says)}.</li>" for name, says in SOURCES.items())
    yield (
        "<section><h2>All measures</h2><p>Each with its 95 % confidence interval, its definition and its source.</p>"
        '<div class="scroll" tabindex="0" role="region" aria-label="All measures"><table><thead><tr>'
        '<th scope="col">measure</th><th class="n" scope="col">value</th><th class="n" scope="col">95 % interval</th>'
        '<th scope="col">meaning</th><th scope="col">source</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div><ul>{sources}</ul></section>"
    )


def _play(game: Game, site: str) -> Iterator[str]:
    spec = quote(game.spec)
    link = (
        f'<p><a href="{escape(f"{site}/games/{game.name}")}">Play {escape(game.definition.title)} on the site</a></p>'
        if site
        else ""
    )
    yield (
        f"<section><h2>Play it</h2>{link}<p><code>ludarium play {escape(spec)}</code> in a terminal; "
        "<code>ludarium serve</code> opens the site on this machine.</p></section>"
    )
