"""The engine as a package of its own: built, installed where nothing else is, and played with."""

import re
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from tools.wheel import ROOT, build


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("engine", tmp_path_factory.mktemp("wheels"))


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python that has this one package."""
    folder = tmp_path_factory.mktemp("alone")
    venv.create(folder, with_pip=False)
    found = folder / "bin" / "python"
    command = [sys.executable, "-m", "pip", "--python", str(found), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*command, str(wheel)], check=True)
    return found


def test_the_wheel_holds_every_module_and_every_list(wheel: Path) -> None:
    engine = ROOT / "engine"
    wanted = {
        f"engine/{path.relative_to(engine)}"
        for pattern in ("*.py", "*.toml", "py.typed")
        for path in engine.rglob(pattern)
        if path.name != "pyproject.toml"
    }
    with ZipFile(wheel) as archive:
        there = {name for name in archive.namelist() if not name.startswith("stpete_engine-")}
        described = archive.read(next(name for name in archive.namelist() if name.endswith("/METADATA"))).decode()
    assert there == wanted
    assert "Requires-Dist" not in described
    assert "License-File: LICENSE" in described


def test_what_its_readme_shows_can_be_run(python: Path, tmp_path: Path) -> None:
    """A whole game, a position set up by hand and shown, and a record of bots that is checked."""
    shown = re.findall(r"```python\n(.*?)```", (ROOT / "engine" / "README.md").read_text("utf-8"), re.DOTALL)
    assert len(shown) == 3
    whence = "print(engine.__file__)\n"
    done = subprocess.run(
        [python, "-I", "-c", "\n".join([*shown, whence])], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "round 2, building phase, seat 0: turn" in lines
    assert any(line.startswith("not-a-move ") for line in lines)
    assert Path(lines[-1]).is_relative_to(python.parent.parent)


def test_its_command_checks_a_record(python: Path, tmp_path: Path) -> None:
    record = ROOT / "tests" / "records" / "edition1-2p.json"
    done = subprocess.run(
        [python, "-I", "-m", "engine", "verify", record], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "verified")
