"""Records of strangers, and the files of ladders and of tournaments, which hold records."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludarium.cli.terminal.output import read_record
from ludarium.core.game import State
from ludarium.core.record import Record
from ludarium.core.registry import game_names, load
from ludarium.match.clock import Clock
from ludarium.match.commitment import Commitment
from ludarium.match.dice import seeded
from ludarium.match.match import Match
from ludarium.match.verify import describe_dice, verify
from ludarium.tournament.journal_verification import check_folder
from ludarium.tournament.recomputing import LadderReader
from tests.golden.transcript import FOLDER as GOLDEN
from tests.golden.transcript import read_record as read_golden
from tests.soak.damage import NUMBERS, Fault, same, spoil, spoil_json

_SECRET = bytes(range(32))


def random_turn(state: State, seat: int, dice: random.Random) -> str:
    """Return the text of a random turn."""
    actions, now = list[int](), state
    while True:
        actions.append(dice.choice(now.legal(seat)))
        if len(now.actors) > 1:
            return state.action_name(actions[0], seat)
        now = now.play(actions[-1])
        if now.actors != (seat,) or not now.in_turn:
            return state.format_turn(actions)


def random_match(spec: str, dice: random.Random, turns: int, clock: str = "", *, commits: bool = False) -> Match:
    """Return a match with some random turns."""
    game = load(spec)
    names = [f"Player {seat}" for seat in range(game.seats)]
    commitment = Commitment.make("match", _SECRET, ("",) * game.seats) if commits else None
    match = Match.begin(
        game,
        names,
        clock=Clock.parse(clock) if clock else None,
        dice=seeded(dice.randrange(10**9)),
        commitment=commitment,
    ).roll()
    while not match.over and len(match.turns) < turns:
        for seat in match.to_act:
            took = round(dice.random() * 9, 3) if clock else None
            match = match.submit(seat, random_turn(match.state, seat, dice), took)
        match = match.roll()
    return match


class Records:
    """Records, and the files of ladders and journals of tournaments, which hold records."""

    def __init__(self, folder: Path) -> None:
        dice = random.Random(0)  # the originals are the same for all seeds
        self._folder = folder / "tournament"
        self._folder.mkdir()
        (self._folder / "journal.jsonl").symlink_to(folder / "input")
        self._records = [str(read_golden(path.read_text("utf-8"))) for path in sorted(GOLDEN.glob("*.txt"))]
        for name in game_names():
            for clock, commits in (("", False), ("600+5", True), ("4d+2d/4d", False)):
                match = random_match(name, dice, dice.choice((3, 40)), clock, commits=commits)
                self._records.append(str(match.record()))
                self._records.append(str((match if match.over else match.resign(0)).record()))
        for text in self._records:
            assert str(verify(Record.parse(text)).record())
        self._ladder = [self._ladder_file(text) for text in self._records[:8]]
        self._journals = [self._journal(text) for text in self._records[:8]]

    def _ladder_file(self, text: str) -> list[Any]:
        record = Record.parse(text)
        return [
            {"line": "ladder", "game": record.game, "software": "0", "seed": 7, "rated": 1, "after": 0},
            {"line": "player", "player": 1, "name": "a", "level": "easy", "spec": "easy"},
            {"line": "player", "player": 2, "name": "b", "level": "", "spec": "", "source": "api.play('e')"},
            {"line": "pairing", "pairing": 1, "first": 1, "second": 2, "among": "1-2"},
            {
                "line": "match", "rated": 1, "match": 1, "first": 1, "second": 2, "seed": 3, "score": 1.0,
                "first_rating": [25.0, 8.0], "second_rating": [25.0, 8.0], "failed_seat": None, "by_machine": False,
                "ending": record.ending, "made_by": "0", "played_at": 0.0, "record": text,
            },
        ]  # fmt: skip

    def _journal(self, text: str) -> list[Any]:
        record = Record.parse(text)
        payoffs = [*(record.payoffs or (0.5, 0.5))]
        players = {f"p{seat}": "random" for seat in range(len(payoffs))}
        return [
            {"tournament": {"game": record.game, "players": players, "games": 1}, "format": 2},
            {
                "number": 0, "payoffs": payoffs, "ending": record.ending, "turns": 1, "seconds": 1.0,
                "seat_seconds": [0.5] * len(payoffs), "record": text,
            },
        ]  # fmt: skip

    def make(self, dice: random.Random) -> bytes:
        """Return a record, a ladder or a journal."""
        how = dice.random()
        if how < 0.15:
            lines = spoil_json(dice.choice((*self._ladder, *self._journals)), dice)
            text = "\n".join(map(json.dumps, lines if isinstance(lines, list) else [lines])) + "\n"
            return (text if dice.random() < 0.8 else spoil(text, dice)).encode("utf-8", "surrogatepass")
        if how < 0.3:
            return self._invent(dice).encode("utf-8", "surrogatepass")
        text = spoil(dice.choice(self._records), dice, self._records)
        return text.encode("utf-8", "surrogatepass" if dice.random() < 0.1 else "replace")

    def _invent(self, dice: random.Random) -> str:
        """Return a record of a small grammar."""
        lines = [line for text in dice.choices(self._records, k=2) for line in text.split("\n")]
        tags = [f'[Game "{dice.choice(game_names())}"]', *dice.choices([one for one in lines if one[:1] == "["], k=5)]
        values = (*NUMBERS, "1,2", "1-0", "time", "agreement", "forfeit: x", "600+5")
        names = ("Position", "Takebacks", "Hints", "Clock", "Dice", "Result", "Ending", "Seed", "Commitment", "Secret")
        tags += [f'[{name} "{dice.choice(values)}"]' for name in dice.choices(names, k=2)]
        words = [word for line in lines if line[:1] != "[" for word in line.split()[1:]] or ["u+"]
        notes = ("", "", " {took 1}", " {took 1, left 9}", " {took 9e9}", " {a took 1; b took 2, left 3}", " {}")
        turns = [f"{at}. {dice.choice(words)}{dice.choice(notes)}" for at in range(1, dice.choice((2, 9, 5000)))]
        return "\n".join([*dict.fromkeys(tags), "", *turns])

    def read(self, path: Path) -> Callable[[], None]:
        """Read a file as a record; what begins as JSON as a ladder or a journal."""
        content = path.read_bytes()
        if content[:1] == b"{":
            return self._read_lines(content)
        record = read_record(path)
        if str(again := Record.parse(str(record))) != str(record) or again != record:
            raise Fault("a record is not read as it was written")
        match = verify(record)
        describe_dice(match)
        text = str(match.record())
        return lambda: same(str(verify(Record.parse(text)).record()), text)

    def _read_lines(self, content: bytes) -> Callable[[], None]:
        if b'"tournament"' in content[:200]:
            check_folder(self._folder)
        else:
            for _ in LadderReader().matches(content.split(b"\n")):
                pass
        return lambda: None
