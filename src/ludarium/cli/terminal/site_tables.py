"""The tournaments and challenge ladders of a site at a terminal: their tables, and what the person asks for there."""

from collections.abc import Callable, Mapping

from rich.table import Table

from ludarium.cli.terminal.output import say, show_table
from ludarium.cli.terminal.site import SiteClient
from ludarium.cli.terminal.site_http import Data, Refused
from ludarium.core.text import counted, plain, shorten, utc_time
from ludarium.tournament.kinds import KINDS
from ludarium.tournament.kinds.duplicate import Duplicate

PLACES = r"/(?:tournaments(?:/[\w-]+)?|games/[\w-]+/challenge-ladder)"
"""The addresses of the pages that `visit` shows."""
_TOURNAMENT_WORDS = ("enter", "leave", "return", "bye", "play")
_LADDER_WORDS: Mapping[str, str] = {
    "challenge": "challenge NAME",
    "accept": "accept NAME [TEMPO]",
    "give-way": "give-way NAME",
    "withdraw": "withdraw NAME",
}
_LOG_LINES = 10
Fields = Mapping[str, object]
Prompt = Callable[[str], str]


def visit(site: SiteClient, path: str, prompt: Prompt) -> Data | None:
    """Show a page and carry out what the person types there, until they leave or a match begins, which is returned."""
    found = site.get(path)
    if "tournaments" in found:
        _list_tournaments(site, found)
        return None
    show, read = (_show_ladder, _ladder_command) if "places" in found else (_show_tournament, _tournament_command)
    is_known = bool(site.get("/me")["person"])
    while True:
        words = show(found)
        if not is_known:
            say(f"To take part, sign in first: ludarium join {site.origin}")
        if not (is_known and words):
            return None
        found = _ask(site, path, found, f"{', '.join(words)} (Enter leaves): ", read, prompt) or {}
        if not found or "record" in found:
            return found or None


def _ask(
    site: SiteClient, path: str, found: Data, asked: str, read: Callable[[Data, list[str]], Fields], prompt: Prompt
) -> Data | None:
    """Return the page after what the person types; None if they type nothing."""
    while words := prompt(asked).split():
        try:
            return site.post(path, **read(found, words))
        except Refused as error:
            say(str(error), "red")
    return None


def _list_tournaments(site: SiteClient, found: Data) -> None:
    table = Table("Address", "Name", "Game", "", "Players")
    for one in found["tournaments"]:
        players = f"{one['entered']} of {one['most']}" if one["state"] == "open" else str(one["entered"])
        address = f"{site.origin}/tournaments/{one['tournament']}"
        table.add_row(*map(plain, (address, one["name"], one["game"], one["state"], players)))
    show_table(table)
    say("To enter one, or to see its table: ludarium join ADDRESS")


def _show_tournament(found: Data) -> list[str]:
    """Print a tournament; return the words that the person may type."""
    kind = KINDS[found["kind"]].words if found["kind"] in KINDS else found["kind"]
    say(f"{found['name']}: {kind}, {found['game']}, {found['state']}.")
    if found.get("ends_at") and found["state"] in ("open", "running"):
        say(f"It ends on {utc_time(found['ends_at'])} at the latest.")
    players = [f"{each['name']}{' (bot)' if each['computer'] else ''}" for each in found["players"]]
    table = Table("", "Points", "Won", "Drawn", "Lost", "Name") if found["table"] else Table("Players")
    for row in found["table"]:
        counts = (f"{row[key]:g}" for key in ("points", "won", "drawn", "lost"))
        table.add_row(str(row["rank"]), *counts, plain(players[row["player"]]))
    for name in () if found["table"] else players:
        table.add_row(plain(name))
    show_table(table)
    for game in found["waves"][-1] if found["waves"] else ():
        names = " - ".join(players[each] for each in game["players"])
        number = f"Game {game['encounter'] + 1}, " if found["kind"] == Duplicate.name else ""
        say(f"{number}{names}: {_result(found['kind'], game)}")
    return [word for word in found["do"] if word in _TOURNAMENT_WORDS]


def _result(kind: str, game: Data) -> str:
    """Return how a game has ended, or that it goes on; in a duplicate each player has a result of their own."""
    if not game["how"]:
        return "has ended" if game.get("ended") else "in progress"
    if kind != Duplicate.name:
        return " : ".join(f"{each:g}" for each in game["points"])
    if game["how"] == "forfeit":
        return "not played to the end"
    (got,) = game["points"]
    won = "won" if got == 1 else f"{got:g} of a win"
    return f"{won} in {counted(game['turns'], 'turn')}" if got else "lost"


def _tournament_command(found: Data, words: list[str]) -> Fields:
    if len(words) > 1 or words[0] not in found["do"]:
        raise Refused(f"{shorten(' '.join(words))} cannot be done now")
    return {"do": words[0]}


def _show_ladder(found: Data) -> list[str]:
    """Print a challenge ladder; return the words that the person may type."""
    table, is_on = Table("Place", "Name", ""), any(place["is_me"] for place in found["places"])
    for place in found["places"]:
        own = "you" if place["is_me"] else place["refusal"] if is_on else ""
        table.add_row(str(place["place"]), *map(plain, (place["name"], own or ("can be challenged" if is_on else ""))))
    show_table(table)
    for line in reversed(found["log"][:_LOG_LINES]):
        say(line["text"])
    for one in (*found["received"], *found["made"]):
        waits = "in progress" if one["match"] else "waits for an answer"
        say(f"{one['challenger']} challenges {one['challenged']}: {waits}")
    own_words = [*_LADDER_WORDS.values(), "leave"]
    return own_words if is_on else [] if found["join_refusal"] else ["join"]


def _ladder_command(found: Data, words: list[str]) -> Fields:
    """Return the form of a line, such as `accept Ann`.

    Raises `Refused`.
    """
    word, name = words[0], " ".join(words[1:]).casefold()
    if word not in _LADDER_WORDS:
        return {"do": word}
    if word == "challenge":
        ids = [place["person"] for place in found["places"] if place["name"].casefold() == name]
        return {"do": word, "person": ids[0] if ids else ""}
    waiting, whose = (found["made"], "challenged") if word == "withdraw" else (found["received"], "challenger")
    for one in waiting:
        other = one[whose].casefold()
        if not one["match"] and (name == other or name.startswith(f"{other} ")):
            tempo = name[len(other) :].strip()
            return {"do": word, "number": one["number"], **({"tempo": tempo} if tempo else {})}
    raise Refused(f"no challenge waits: expected {_LADDER_WORDS[word]}")
