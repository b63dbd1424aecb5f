"""Short texts of visitors: turns, positions, specs, times, names, commands, and what else has a parser."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from ludarium.cli.site_bot.rules import BotRules
from ludarium.core.errors import ParseError
from ludarium.core.game import State
from ludarium.core.notation import parse_choice, parse_number, parse_numbers, parse_rows, split_fields
from ludarium.core.opening import format_opening, parse_opening
from ludarium.core.record import format_result, parse_result
from ludarium.core.registry import game_names, load, load_recorded, spec_in_records
from ludarium.core.spec import format_game_spec, format_spec, parse_game_spec, parse_spec
from ludarium.core.text import nearest
from ludarium.match.clock import Clock
from ludarium.match.commitment import parse_nonce
from ludarium.match.orders import parse_order
from ludarium.players.conversation import parse_actions, parse_info
from ludarium.search.personas import bot_name, describe_bot, exact_spec, level_of, written_name
from ludarium.search.player import evaluation_file, make_bot
from ludarium.site.act import commands_of, read_form
from ludarium.site.begin.appointments import parse_times
from ludarium.site.board import Draft
from ludarium.site.challenge_ladders.rules import read_tempo
from ludarium.site.mail.command_line import is_reply, parse_command
from ludarium.site.mail.commands import VERBS
from ludarium.site.mail.incoming.automatic import parse_bounce_address
from ludarium.site.mail.incoming.quotations import own_lines, read_written
from ludarium.site.mail.typography import foreign_characters, undo, undo_signs
from ludarium.site.match.commands import MatchCommand, from_mail
from ludarium.site.match.pages.events import parse_watched
from ludarium.site.notices.push import decode
from ludarium.site.offers.reading import parse_games, parse_tempos
from ludarium.site.outbox.reply_tokens import parse_local_part
from ludarium.site.people.names import choose_name, name_key, parse_name
from ludarium.site.people.passwords import parse_password
from ludarium.site.people.reasons import parse_reason
from ludarium.site.people.sign_in import parse_address
from ludarium.site.people.texts import read_text as read_plain
from ludarium.site.people.vacation import parse_day
from ludarium.site.programs.events import parse_id
from ludarium.site.programs.tokens import parse_scopes
from ludarium.site.programs.trials import parse_source
from ludarium.site.talk.rules import has_link, read_text
from ludarium.site.tournaments.organising import read_points
from ludarium.site.tournaments.reading import read_number
from ludarium.tournament.config import TournamentConfig
from ludarium.tournament.ranking import parse_contenders
from tests.soak.damage import NUMBERS, PIECES, same, spoil
from tests.soak.untrusted_records import random_turn

_SPECS = (
    "orion", "orion(clicks=2)", "ludo(players=3)", "ludo@1(goal=24,markers=1)", "grid(width=12,height=8,rocks=4)",
    "throngs", "vortex", "throngs(pie=yes)", "grid(players=4)",
)  # fmt: skip
_BOTS = (
    "easy", "champion", "random", "mcts(seconds=1)", "mcts(simulations=20)", "greedy", "minimax(depth=2)",
    "mcts(evaluate=net.py:f)", "mcts(evaluate=x.player)", "exact", "general(opening=n3e2)", "program:touch x",
)  # fmt: skip
_CONFIG = 'game = "orion"\nsystem = "swiss"\nrounds = 3\nclock = "60+1"\nseed = 4\ngames = 2\n'
_RULES = 'games = ["orion"]\ntempos = ["clock"]\nrefuse = []\nrated = true\nmost = 8\n'
_STATES = 40
"""Positions in which turns are read."""


class Parser(NamedTuple):
    """What reads a text, samples of it, and what writes the result again, if it is to be read as the same."""

    read: Callable[[str], Any]
    samples: Sequence[str]
    write: Callable[[Any], str] | None = None


def _contenders(text: str) -> object:
    try:
        return parse_contenders(text)
    except ValueError as error:  # as documented
        raise ParseError(str(error) or "no players") from error


def _quotations(text: str) -> object:
    return read_written(text), own_lines(text), undo(text), undo_signs(text), foreign_characters(text)


def _names(text: str) -> object:
    return name_key(parse_name(text)), choose_name(text)


def _bots(text: str) -> object:
    game = load("orion")
    level_of(game, text), exact_spec(game, text), written_name(text), bot_name("orion", text), evaluation_file(text)
    return describe_bot(game, text), make_bot(text, game, 1)


def _form(text: str) -> object:
    parts = (text.split("\n") + [""] * 4)[:4]
    return from_mail(text), read_form(
        commands_of(MatchCommand), dict(zip(("do", "text", "seat", "revision"), parts, strict=True))
    )


def _config(text: str) -> object:
    return TournamentConfig.parse(text, players=["random", "easy"])


def _parsers() -> dict[str, Parser]:
    """Return all parsers that need no position, by name."""
    orion, vortex = load("orion"), load("grid(players=3)")
    return {
        "spec": Parser(parse_spec, (*_SPECS, *_BOTS), lambda found: format_spec(*found)),
        "game spec": Parser(parse_game_spec, _SPECS, lambda found: format_game_spec(*found)),
        "game": Parser(load, _SPECS, lambda game: str(game.spec)),
        "recorded game": Parser(load_recorded, _SPECS, lambda game: spec_in_records(game.spec)),
        "games": Parser(parse_games, ("orion; ludo(players=3)", ";".join(_SPECS)), "; ".join),
        "bot": Parser(_bots, _BOTS),
        "opening": Parser(lambda text: parse_opening(text, "nesw"), ("n3e s12", "nnee99w"), format_opening),
        "clock": Parser(Clock.parse, ("600+5", "0.5", "10d+36h/10d", "365d+12h/365d/21d no vacation"), str),
        "tempos": Parser(parse_tempos, ("600+5, live 2", "4d+2d/4d"), ", ".join),
        "tempo": Parser(read_tempo, ("4d+2d/4d", "")),
        "time": Parser(
            lambda text: parse_times([text], "Europe/Berlin"),
            ("2027-01-15T09:00", "2027-03-28T02:30", "2027-01-15T09:00+23:59", "0001-01-01T00:00", "9999-12-31T23:59Z",
             "2027-W03-1T09", "20270115T090000.123456"),
        ),
        "zone": Parser(
            lambda text: parse_times(["2027-01-15T09:00", "0001-01-01T00:00"], text), ("Europe/Berlin", "UTC", "../x")
        ),
        "day": Parser(
            lambda text: parse_day(text, ZoneInfo("Asia/Tokyo"), end=True), ("2026-08-01", "9999-12-31", "0001-01-01")
        ),
        "name": Parser(parse_name, ("Ada Lovelace", "Ünsal", "李小龍", "a" * 40, "ﬁ ﬀ ㎏", "Ω1"), str),
        "new name": Parser(_names, ("Ada Lovelace", "M0derator", "Guest 4F2", "Жанна", "champion (bot)")),
        "address": Parser(parse_address, ("ada@example.org", "a+b@xn--e1afmkfd.example"), str),
        "password": Parser(lambda text: parse_password(text, "Ann"), ("correct horse battery", "Ann")),
        "talk": Parser(read_text, ("Well played!\n\nAgain? www.example.net", "x" * 500), str),
        "link": Parser(has_link, ("see www.example.net/a", "a@b.cd", "-" * 999 + ".", "a.b." * 99)),
        "text": Parser(lambda text: read_plain(text, 100), ("Stalls.\nTwice.",), str),
        "points": Parser(read_points, ("1", "1/2", "0")),
        "number": Parser(lambda text: read_number(text, "rounds", 1, 3, 99), ("7", ""), str),
        "reason": Parser(parse_reason, ("insult", "spam"), str),
        "scopes": Parser(lambda text: parse_scopes(text.split()), ("play", "read play challenge")),
        "nonce": Parser(parse_nonce, ("abcdef", "my words"), str),
        "event": Parser(parse_id, ("1000.5", "7")),
        "watched": Parser(
            parse_watched,
            ("first:3,second:0",),
            lambda found: ",".join(f"{key}:{value}" for key, value in found.items()),
        ),
        "script": Parser(parse_source, ("api.play('e')\r\n",), str),
        "key": Parser(decode, ("BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQ",)),
        "token": Parser(parse_local_part, ("m+abcdefghijklmnopqrstuvwxyz",)),
        "bounce": Parser(parse_bounce_address, ("b+0123456789abcdef",)),
        "contenders": Parser(_contenders, ("1-3,5;4", "1-99999", "5-1")),
        "command": Parser(
            lambda text: (is_reply(text), parse_command(text, frozenset(VERBS))),
            ('Orion CHALL -clicks=2 "ann b" bob', "orion move 17 ann secret u+", "ludo start --bank=10d ann", "help"),
        ),
        "quotation": Parser(_quotations, ("u+\n\nOn Monday a@b.c wrote:\n> x\n-- \nAnn", "“u+” — ok…\n" * 30)),
        "form": Parser(_form, ("turn\nu+\n0\n7", "resign\n\n1\n2", "draw\n\n0\n0")),
        "config": Parser(_config, (_CONFIG, 'game = ["orion", "vortex"]\ndraw = 1\n')),
        "info": Parser(parse_info, ("value 0.5 visits 300 pv u+ | a--", "value 1"), None),  # values are rounded
        "result": Parser(lambda text: parse_result(text, orion), ("1-0", "1/2-1/2", "*", "0 : 1"), format_result),
        "results": Parser(lambda text: parse_result(text, vortex), ("1-0-0", "1/3-1/3-1/3"), format_result),
        "field": Parser(lambda text: parse_number(text, "turn", 0, 99), ("7", "007"), str),
        "choice": Parser(lambda text: parse_choice(text, "seat", ["X", "O"]), ("X", "o")),
        "rows": Parser(lambda text: parse_rows(text, (3, 3), "xo", "rows"), ("x2/3", "xox/1o1"), None),
        "numbers": Parser(lambda text: parse_numbers(text, 2, 2, "heights", 0, 9), ("1,2/3,4", "0,0/9,9")),
        "fields": Parser(lambda text: split_fields(text, "fields", 3), ("5,7 x 3",), " ".join),
        "nearest": Parser(lambda text: nearest(text, game_names()), ("orino", "orion" * 99)),
    }  # fmt: skip


class Texts:
    """Texts, each below the name of the parser that reads it."""

    def __init__(self, folder: Path) -> None:
        dice = random.Random(0)  # the positions are the same for all seeds
        self._parsers = _parsers()
        # the name is a comment of TOML, so that the whole input is a file of rules
        self._parsers["# rules"] = Parser(lambda _: BotRules.read(folder / "input"), (_RULES,))
        self._turns = list[str]()
        for spec in (*_SPECS[:6], "vortex"):
            for number, state in enumerate(islice(_positions(spec, dice), _STATES)):
                self._add(f"{spec} {number}", state, dice)
        for name, parser in self._parsers.items():
            for sample in parser.samples[:3]:
                (folder / "input").write_text(f"{name}\n{sample}", "utf-8")
                try:
                    self.read(folder / "input")()
                except ValueError:
                    continue

    def _add(self, name: str, state: State, dice: random.Random) -> None:
        """Add the parsers of a position."""
        game, seat = state.game, state.actors[0]
        self._parsers[f"position {name}"] = Parser(game.parse_position, (str(state), str(game.initial())), str)
        if len(state.actors) > 1:
            orders = [state.action_name(action, seat) for action in state.legal(seat)[:9]]
            self._parsers[f"order {name}"] = Parser(lambda text: parse_order(state, seat, text), (*orders, "n3e2"), str)
            turn = "/".join(random_turn(state, each, dice) for each in state.actors)
        else:
            turn = random_turn(state, seat, dice)
        self._turns.append(turn)
        self._parsers[f"turn {name}"] = Parser(state.parse_turn, (turn,), state.format_turn)
        if seat >= 0:
            action = state.legal(seat)[0]
            drafts = (str(action), f"{action},{action}", "")
            self._parsers[f"draft {name}"] = Parser(lambda text: Draft.parse(state, seat, text).text, drafts)
            report = f"{state.action_name(action, seat)} 30 0.5"
            self._parsers[f"actions {name}"] = Parser(lambda text: parse_actions(text, state, seat), (report,))

    def make(self, dice: random.Random) -> bytes:
        """Return a text below the name of its parser."""
        names = [*self._parsers]
        name = dice.choice(names[:50] if dice.random() < 0.5 else names)
        if dice.random() < 0.1:
            text = "".join(dice.choices((*PIECES, *NUMBERS, *self._turns), k=dice.choice((0, 1, 3, 30, 3000))))
        else:
            sample = dice.choice(
                self._turns if name.startswith("turn") and dice.random() < 0.3 else self._parsers[name].samples
            )
            text = spoil(sample, dice, self._turns)
        return f"{name}\n{text}".encode("utf-8", "surrogatepass")

    def read(self, path: Path) -> Callable[[], None]:
        """Read a text by its parser, and what was read once more as it is written."""
        name, _, text = path.read_bytes().decode("utf-8", "surrogatepass").partition("\n")
        parser = self._parsers[name]
        found = parser.read(text)

        def again() -> None:
            if parser.write and found is not None:
                same(parser.read(parser.write(found)), found)

        return again


def _positions(spec: str, dice: random.Random) -> Iterator[State]:
    """Yield positions of random games."""
    while True:
        state = load(spec).initial()
        while state.actors:
            if dice.random() < 0.2:
                yield state
            state = state.play(*(dice.choice(state.legal(seat)) for seat in state.actors))
