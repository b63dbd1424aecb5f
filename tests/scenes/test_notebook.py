"""What a notebook's kernel would send to be shown, asked of IPython itself in a process of its own."""

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
    return json.loads(done.stdout.splitlines()[-1])


def test_a_state_shows_its_board():
    said = shown('import ludarium; it = ludarium.load("orion").initial()')
    assert set(said) == {"text/plain", "image/svg+xml"}
    assert said["image/svg+xml"].startswith('<svg width="448" ')
    assert "<style>" in said["image/svg+xml"]
    assert said["text/plain"].startswith("ludarium.load('orion').parse_position(")


def test_a_record_shows_its_player_with_all_that_it_needs():
    said = shown("import ludarium; it = ludarium.Record.parse('[Game \"orion\"]\\n1. u+')")
    assert set(said) == {"text/plain", "text/html"}
    assert said["text/html"].startswith("<script>")
    assert "<ludarium-replay data-replay=" in said["text/html"]


@pytest.mark.parametrize("before", ["", "import IPython"])
def test_outside_of_a_notebook_nothing_is_registered_and_nothing_is_missed(before):
    code = f"{before}\nimport ludarium, sys; print('ludarium.scenes' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"{bool(before)}\n"
