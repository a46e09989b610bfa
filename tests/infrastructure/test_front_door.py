"""./stpete on machines that lack something: one sentence with what to do, and status 2."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
TOOLS = ("sh", "uname", "dirname", "cmp", "cp", "rm", "cat")


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A machine with a clone, a shell and hardly anything else; programs can be added to its bin/."""
    (tmp_path / "bin").mkdir()
    for tool in TOOLS:
        (tmp_path / "bin" / tool).symlink_to(shutil.which(tool) or "")
    (tmp_path / "clone").mkdir()
    shutil.copy(ROOT / "stpete", tmp_path / "clone")
    shutil.copytree(ROOT / "requirements", tmp_path / "clone" / "requirements")
    return tmp_path


def program(machine: Path, name: str, script: str) -> None:
    """A program of this machine."""
    path = machine / "bin" / name
    path.unlink(missing_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def said(machine: Path, *arguments: str) -> str:
    """What ./stpete says before it gives up."""
    done = subprocess.run(
        [machine / "clone" / "stpete", *arguments],
        env={"PATH": str(machine / "bin"), "HOME": str(machine)},
        cwd=machine,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stdout + done.stderr
    return done.stderr.strip()


def test_without_python_it_says_what_to_install(bare: Path) -> None:
    assert said(bare, "run").startswith("Python 3.11 or newer is missing. Install it (apt-get install python3")


def test_an_old_python_is_not_taken(bare: Path) -> None:
    program(bare, "python3", 'case "$*" in *version_info*) exit 1;; esac')
    assert said(bare, "test").startswith("Python 3.11 or newer is missing")


def test_without_venv_it_says_what_to_install(bare: Path) -> None:
    program(bare, "python3", 'case "$*" in *ensurepip*) exit 1;; esac')
    assert said(bare, "run").startswith("Python's venv module is missing. Install it (apt-get install python3-venv")


def test_packages_that_cannot_be_had_are_said(bare: Path) -> None:
    """And the next start tries again: what is half installed is not taken for whole."""
    program(
        bare, "python3",
        'case "$*" in "-m venv .venv") "$MKDIR" -p .venv/bin; cp "$0" .venv/bin/python;; *"-m pip"*) exit 1;; esac'.replace(
            "$MKDIR", str(shutil.which("mkdir"))
        ),
    )  # fmt: skip
    for _ in range(2):
        words = said(bare, "run")
        assert "Installing what requirements/run.txt lists" in words
        assert "The packages could not be installed; see pip's output above." in words


def test_another_system_is_refused(bare: Path) -> None:
    program(bare, "uname", "echo Darwin")
    assert said(bare, "run").startswith("St Pete needs Linux")


@pytest.mark.parametrize("arguments", [[], ["fly"], ["--help"]])
def test_an_unknown_command_is_answered_with_the_known_ones(bare: Path, arguments: list[str]) -> None:
    words = said(bare, *arguments)
    for command in ("run", "test", "manage"):
        assert f"./stpete {command}" in words
