"""What bots play, learners learn and solvers solve is the same to the bit on every processor.

A second process stands for another processor: in it Numba, NumPy, OpenBLAS and the C library use what all processors of
the kind have, without vectors of 256 bits and without multiplication and addition in one step. Its compiled code is
kept beside that of this processor.
"""

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import ludarium
from tests.search.moves import lines

pytestmark = pytest.mark.long

SOURCE = Path(ludarium.__file__).parent
NUMPY = import_module("numpy._core._multiarray_umath")  # nowhere else does NumPy say what it may use
PLAIN = {
    "NUMBA_CPU_NAME": "generic",
    "NPY_DISABLE_CPU_FEATURES": " ".join(name for name in NUMPY.__cpu_dispatch__ if NUMPY.__cpu_features__[name]),
    "OPENBLAS_CORETYPE": "Nehalem",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX,-AVX2,-AVX512F,-FMA,-FMA4",
}
"""The environment of a process that takes its processor for a plain one; what a system does not know it ignores."""


COMPARED = ("vortex learned", "learning play", "solving 64")
"""What is played, learnt and solved twice: a search with a network, the descent of its weights, and a sweep of a race.

These have arithmetic of every kind, in loops that vectors may speed up. What counts in whole numbers, as kernels do,
cannot differ; other searches add and multiply as these do, and are compiled alike. `python -m tests.search.moves` has
the others: each takes a while to compile for a processor of its own.
"""


def test_a_plain_processor_computes_the_same_bits(tmp_path: Path) -> None:
    environment = {**os.environ, **PLAIN, "LUDARIUM_CACHE": str(tmp_path)}  # or it would read what this one has solved
    environment["NUMBA_CACHE_DIR"] = os.environ["NUMBA_CACHE_DIR"]
    command = [sys.executable, "-m", "tests.search.moves", *COMPARED]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "is compiled in every process" not in ran.stderr
    expected = [line for name in COMPARED for line in lines(name)]
    assert len(expected) > len(COMPARED)
    assert ran.stdout.splitlines() == expected


def test_nothing_that_is_played_learnt_or_solved_asks_for_other_bits() -> None:
    """What the C library, OpenBLAS or a compiler with a free hand computes may differ on a processor not at hand."""
    differing = re.compile(r"fastmath=True|\b(math|np)\.(exp|log|pow|tanh|dot|matmul)\w*\(| @ ")
    only_measured_or_timed = {"core/measures.py", "learn/trial.py", "search/profile.py", "solve/check.py"}
    found = {
        str(file.relative_to(SOURCE)): match[0]
        for folder in ("core", "games", "learn", "search", "solve")
        for file in (SOURCE / folder).rglob("*.py")
        if (match := differing.search(file.read_text("utf-8")))
    }
    assert set(found) == only_measured_or_timed, found
