"""Build the rules engine or the arithmetic of tournaments as a package of its own: `python -m tools.wheel engine FOLDER` writes a
wheel into FOLDER.

It is built from a copy, with the setuptools that is installed here: nothing is fetched, and nothing is left beside the sources.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "arbiter")


def build(package: str, folder: Path) -> Path:
    """The wheel of one of `PACKAGES`, written into `folder`. Raises CalledProcessError where pip cannot build it."""
    with tempfile.TemporaryDirectory() as place:
        source = Path(place, f"stpete-{package}")
        shutil.copytree(ROOT / package, source, ignore=shutil.ignore_patterns("__pycache__"))
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
        subprocess.run([*command, "--wheel-dir", str(folder), str(source)], check=True)
    return max(folder.glob(f"stpete_{package}-*.whl"), key=lambda path: path.stat().st_mtime)


def main() -> None:
    """Build, and say where the wheel is."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.wheel", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("package", choices=PACKAGES)
    parser.add_argument("folder", type=Path)
    asked = parser.parse_args()
    print(build(asked.package, asked.folder))


if __name__ == "__main__":
    main()
