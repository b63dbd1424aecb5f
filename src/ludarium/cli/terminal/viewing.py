"""Commands that look at a match or save it, in the terminal and on a site, and the words that the Tab key completes."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from rich.columns import Columns
from rich.text import Text

from ludarium.cli.terminal.ending import CarriedPicture, list_turns
from ludarium.cli.terminal.output import board, console, say, write_file
from ludarium.core.entries import Entry
from ludarium.core.errors import IllegalMove, LudariumError, NotYourTurn
from ludarium.core.game import State
from ludarium.core.text import shorten
from ludarium.match.match import Match
from ludarium.match.numbers import number_caption
from ludarium.match.orders import actions_by_name
from ludarium.scenes.picture import draw, follow
from ludarium.scenes.scene import Scene

HELP = """  legal         list the legal actions
  preview TURN  print the board as a turn, or its beginning, would leave it
  board         print the board again
  moves         print the turns so far
  position      print the position in one line
  save FILE     write the match to a file"""


class Looking:
    """The commands that change no match; they keep which position was printed last, and the files written."""

    def __init__(self) -> None:
        self._picture = CarriedPicture()
        self._shown: tuple[Entry, ...] | None = None
        self._saved: set[Path] = set()
        self._commands: dict[str, Callable[[Match, int | None], None]] = {
            "legal": self._legal,
            "board": lambda match, _: self.show(match),
            "moves": lambda match, _: console.print(Text(list_turns(match, len(match.turns)))),
            "position": lambda match, _: console.out(str(match.state), highlight=False),
        }

    def carry_out(self, match: Match, seat: int | None, line: str) -> bool:
        """Carry out a line if it is one of these commands, for the seat that must act; return whether it is."""
        word, _, rest = line.partition(" ")
        if line in self._commands:
            self._commands[line](match, seat)
        elif word == "preview":
            self._preview(match, rest.strip())
        elif word == "save":
            self._save(match, rest.strip())
        else:
            return False
        return True

    def complete(self, match: Match, seat: int | None, commands: Sequence[str]) -> None:
        """Let the Tab key complete the next line: turns of the seat that must act, and commands."""
        words = (*self._commands, "preview ", "save ", *commands)
        complete_by(lambda typed: candidates(match.state, seat, typed, words))

    def show_news(self, match: Match) -> bool:
        """Print the board if it is another one than was printed last; return whether it is."""
        if is_new := match.turns != self._shown:
            self.show(match)
        return is_new

    def show(self, match: Match) -> None:
        """Print the board, with the changes of the last turn marked."""
        self._shown = match.turns
        scene = draw(self._picture.after(match, len(match.turns)))
        self._print(scene, number_caption(match, scene.caption))

    def _print(self, scene: Scene, caption: str) -> None:
        console.print("", board(scene), "", Text(caption, "bold"), sep="\n")

    def _legal(self, match: Match, seat: int | None) -> None:
        if seat is None:
            raise NotYourTurn("it is not your turn, so no action is legal")
        state = match.state
        console.print(Columns([state.action_name(action, seat) for action in state.legal(seat)], padding=(0, 2)))

    def _preview(self, match: Match, text: str) -> None:
        if len(match.state.actors) > 1:
            raise IllegalMove("a simultaneous turn cannot be previewed, since it depends on the others")
        if not text:
            raise LudariumError("'preview' needs a turn, as in preview a+")
        actions = match.state.parse_turn(text)
        scene = draw(follow(self._picture.after(match, len(match.turns)), actions))
        self._print(scene, scene.caption)

    def _save(self, match: Match, name: str) -> None:
        """Write the match to a file; only a file that this session has written may be overwritten."""
        if not name:
            raise LudariumError(f"{shorten('save')} needs the name of a file, as in save game.txt")
        path = Path(name).expanduser()
        write_file(path, str(match.record()), over=path in self._saved)
        self._saved.add(path)
        say(f"saved as {path}")


def candidates(state: State, seat: int | None, typed: str, commands: Sequence[str] = ()) -> list[str]:
    """Return the lines that continue a line: commands, and turns of the seat with one action more.

    >>> import ludarium
    >>> state = ludarium.load("orion(clicks=2)").initial().move("p+")
    >>> candidates(state, 1, "f+g"), candidates(state, None, "res", ["resign", "rematch"])
    (['f+g+', 'f+g-'], ['resign'])
    """
    turns = _turns(state, seat, typed) if seat is not None else []
    return [*(command for command in commands if command.startswith(typed)), *turns]


def _turns(state: State, seat: int, typed: str) -> list[str]:
    if len(state.actors) > 1:
        return [name for name in actions_by_name(state, seat) if name.startswith(typed)]
    for end in range(len(typed), -1, -1):  # the longest beginning that is a turn, or a part of one
        try:
            actions = state.parse_turn(typed[:end]) if end else ()
        except LudariumError:
            continue
        for count in range(len(actions), -1, -1):  # the last action may end the turn, which could go on
            after = state.play_actions(actions[:count])
            if not count or (after.in_turn and after.actors == (seat,)):
                longer = {state.format_turn((*actions[:count], action)): None for action in after.legal(seat)}
                if found := [turn for turn in longer if turn.startswith(typed)]:
                    return found
    return []


def complete_by(continued: Callable[[str], Sequence[str]]) -> None:
    """Let the Tab key complete lines with the results of a function, if Python has line editing."""
    try:
        import readline  # here, because some builds of Python have none
    except ImportError:
        return
    remembered = cache(continued)  # it is asked for one candidate after the other

    def candidate(typed: str, number: int) -> str | None:
        found = remembered(typed)
        return found[number] if number < len(found) else None

    readline.set_completer(candidate)
    readline.set_completer_delims("")  # a line is completed as a whole
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
