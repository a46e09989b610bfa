"""Compiling: a copy of engine/ in var/compiled, with an extension module beside each source file that is compiled."""

from __future__ import annotations

import os
import shutil
from hashlib import sha256
from pathlib import Path

from mypyc.build import mypycify
from setuptools import Extension, setup

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "engine"
PLACE = ROOT / "var" / "compiled"
STAMP = PLACE / "stamp"

UNSUITED = ("datalist.py", "entries.py", "errors.py", "immutable.py", "steps.py", "view.py")
"""Files of engine/ with classes made in ways that compiled classes do not know."""
SELDOM = (
    *("cards.py", "options.py", "record/reading.py", "record/values.py"),
    *("set_up.py", "standing_words.py", "survey.py", "words.py"),
)
"""Files of engine/ that work once a game or less, or for people."""
LEFT = (*UNSUITED, *SELDOM)


def sources() -> list[Path]:
    """Every file that the compiled engine is made from."""
    return sorted(path for path in ENGINE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def fingerprint() -> str:
    """Changes with the source, and with what is left out."""
    digest = sha256(" ".join(LEFT).encode())
    for path in sources():
        digest.update(f"{path.relative_to(ENGINE)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_current() -> bool:
    """Is there a compiled engine of just this source?"""
    return STAMP.is_file() and STAMP.read_text("utf-8") == fingerprint()


def to_compile() -> list[str]:
    """The compiled files, as paths from the folder that engine/ lies in."""
    files = [path.relative_to(ENGINE) for path in sources() if path.suffix == ".py"]
    return [
        str(Path("engine", path))
        for path in files
        if path.name not in ("__init__.py", "__main__.py") and str(path) not in LEFT
    ]


def translate() -> list[Extension]:
    """Write C into build/ of the working folder, which holds engine/. Raises SystemExit where mypyc cannot."""
    Path("mypy.ini").write_text("[mypy]\npython_version = 3.11\nlocal_partial_types = True\n", "utf-8")
    return mypycify(["--config-file=mypy.ini", "--strict", *to_compile()], opt_level="2")


def build() -> None:
    """Compile, unless that is done."""
    if is_current():
        print(f"{PLACE} is up to date.")
        return
    shutil.rmtree(PLACE, ignore_errors=True)
    shutil.copytree(ENGINE, PLACE / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    os.chdir(PLACE)
    setup(name="stpete-engine", packages=[], ext_modules=translate(), script_args=["build_ext", "--inplace"])
    STAMP.write_text(fingerprint(), "utf-8")
