"""What makes the tests quicker does no more than that."""

import os
import tempfile
from pathlib import Path

import pytest

from tests import quicker
from tests.quicker import MadeOnce, UsedFolders, write_in_memory


def test_a_folder_is_filled_once_and_again_after_a_failure(made_once: MadeOnce) -> None:
    filled = list[str]()

    def fill(folder: Path) -> None:
        filled.append(folder.name)
        (folder / f"part {len(filled)}").touch()
        if len(filled) == 1:
            raise OSError

    with pytest.raises(OSError, match=r"^$"):
        made_once("of-this-test", fill)
    folders = {made_once("of-this-test", fill) for _ in range(2)}
    assert len(filled) == 2
    assert [path.name for folder in folders for path in folder.iterdir()] == ["part 2"]


@pytest.mark.parametrize(
    ("chosen", "enough", "used"),
    [("", 1, "memory"), ("", 2**62, ""), ("another", 1, "another")],
    ids=["room", "no room", "chosen"],
)
def test_files_are_written_in_memory_where_there_is_room_and_no_folder_is_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: str, enough: int, used: str
) -> None:
    for name in ("memory", "another"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(quicker, "_MEMORY", tmp_path / "memory")
    monkeypatch.setattr(quicker, "_ENOUGH", enough)
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setenv("TMPDIR", str(tmp_path / chosen))
    if not chosen:
        monkeypatch.delenv("TMPDIR")
    before = tempfile.gettempdir()
    write_in_memory()
    assert os.environ.get("TMPDIR", "") == (str(tmp_path / used) if used else "")
    assert tempfile.gettempdir() == (str(tmp_path / used) if used else before)


def test_folders_are_deleted_when_others_have_come(tmp_path: Path) -> None:
    used, folders = UsedFolders(2), [tmp_path / str(number) for number in range(4)]
    for folder in folders:
        folder.mkdir()
        used.add(folder)
    assert [folder.exists() for folder in folders] == [False, False, True, True]
    used.delete()
    assert not any(folder.exists() for folder in folders)
