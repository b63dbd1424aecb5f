"""What IPython would send to a notebook, asked in a process of its own."""

import json
import subprocess
import sys

import pytest

ASK = """
import json
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.run_cell({cells!r})
data, _ = shell.display_formatter.format(shell.user_ns["it"])
print("\\n" + json.dumps(data))
"""


def shown(cells: str) -> dict[str, str]:
    run = [sys.executable, "-c", ASK.format(cells=cells)]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    data: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return data


def test_a_state_is_shown_as_its_board() -> None:
    data = shown('import ludarium; it = ludarium.load("orion").initial()')
    assert set(data) == {"text/plain", "image/svg+xml"}
    assert data["image/svg+xml"].startswith('<svg width="448" ')
    assert "<style>" in data["image/svg+xml"]
    assert data["text/plain"].startswith("ludarium.load('orion').parse_position(")


def test_a_tree_is_shown_as_boards_and_turns_with_marks() -> None:
    text = '[Game "orion"]\\n1. p+\\ncomment <b>Good.\\nmarks p p>q\\nvariation\\n1. q+\\nend\\n2. f+'
    data = shown(f"import ludarium; it = ludarium.Record.parse('{text}').tree()")
    assert set(data) == {"text/plain", "text/html"}
    assert data["text/html"].count("<figure") == 3  # the start, what is said, and the end
    assert "&lt;b&gt;Good." in data["text/html"]
    assert "<b>1.&nbsp;p+</b>" in data["text/html"]
    assert "( 1.&nbsp;q+ )" in data["text/html"]
    changed = shown("import ludarium; it = ludarium.Record.parse('[Game \"orion\"]').tree().add(0, 'p+')[0]")
    assert changed["text/html"].count("<figure") == 2
    alone = shown("import ludarium; from ludarium.core.variations import Tree; it = Tree().add(0, 'p+')[0]")
    assert (alone["text/html"].count("<figure"), "p+" in alone["text/html"]) == (0, True)


def test_a_record_is_shown_as_a_player_with_its_script() -> None:
    data = shown("import ludarium; it = ludarium.Record.parse('[Game \"orion\"]\\n1. u+')")
    assert set(data) == {"text/plain", "text/html"}
    assert data["text/html"].startswith("<script>")
    assert "<ludarium-replay data-replay=" in data["text/html"]


@pytest.mark.parametrize("before", ["", "import IPython"])
def test_outside_of_a_notebook_nothing_is_registered(before: str) -> None:
    code = f"{before}\nimport ludarium, sys; print('ludarium.scenes' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"{bool(before)}\n"
