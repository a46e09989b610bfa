"""The core can be compiled from its source; whether it then plays the same is a matter of minutes (`-m slow`)."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.compiled.build import ENGINE, ROOT

SLOW_GAMES = 10_000


def test_the_compiler_understands_the_core(tmp_path: Path) -> None:
    """mypyc translates every file that is not left out; what it cannot take it refuses with file and line."""
    shutil.copytree(ENGINE, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    translating = "from tools.compiled.build import translate; print(len(translate()), 'extensions')"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", translating], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.splitlines()[-1].split()[0]) > 30
    assert list((tmp_path / "build").glob("*.c"))


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_the_compiled_core_plays_the_same() -> None:
    """Moves, legal lists, logs and scores of random games of random selections."""
    command = [sys.executable, "-m", "tools.compiled"]
    subprocess.run([*command, "build"], cwd=ROOT, check=True)
    subprocess.run([*command, "compare", "--games", str(SLOW_GAMES)], cwd=ROOT, check=True)
