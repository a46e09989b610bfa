"""The arithmetic as a package of its own: built, installed where nothing else of the project is, and used."""

import re
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import numpy
import pytest

from tools.wheel import ROOT, build


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("arbiter", tmp_path_factory.mktemp("wheels"))


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python that has this package, and the libraries for numbers of ours."""
    folder = tmp_path_factory.mktemp("alone")
    venv.create(folder, with_pip=False)
    found = folder / "bin" / "python"
    command = [sys.executable, "-m", "pip", "--python", str(found), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*command, str(wheel)], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "numbers.pth").write_text(str(Path(numpy.__file__).parent.parent))
    return found


def test_the_wheel_holds_every_module_and_every_schedule(wheel: Path) -> None:
    arbiter = ROOT / "arbiter"
    wanted = {
        f"arbiter/{path.relative_to(arbiter)}"
        for pattern in ("*.py", "*.txt", "py.typed")
        for path in arbiter.rglob(pattern)
    }
    with ZipFile(wheel) as archive:
        there = {name for name in archive.namelist() if not name.startswith("stpete_arbiter-")}
        described = archive.read(next(name for name in archive.namelist() if name.endswith("/METADATA"))).decode()
    assert there == wanted
    assert re.findall(r"Requires-Dist: (\w+)", described) == ["numpy", "rustworkx"]


def test_what_its_readme_shows_can_be_run(python: Path, tmp_path: Path) -> None:
    shown = re.findall(r"```python\n(.*?)```", (ROOT / "arbiter" / "README.md").read_text("utf-8"), re.DOTALL)
    assert len(shown) == 2
    code = "\n".join([*shown, "import arbiter", "print(arbiter.__file__)"])
    done = subprocess.run([python, "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[-2].startswith("0.76 ")
    assert Path(lines[-1]).is_relative_to(python.parent.parent)


def test_its_command_says_a_schedule(python: Path, tmp_path: Path) -> None:
    asked = [python, "-I", "-m", "arbiter.schedules", "5", "3", "3"]
    done = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout
