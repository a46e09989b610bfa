"""Build the rules engine as a package of its own: `python -m tools.engine_wheel FOLDER` writes a wheel into FOLDER.

It is built from a copy, with the setuptools that is installed here: nothing is fetched, and nothing is left in engine/.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def build(folder: Path) -> Path:
    """The wheel, written into `folder`. Raises CalledProcessError where pip cannot build it; it has said why."""
    with tempfile.TemporaryDirectory() as place:
        source = Path(place, "stpete-engine")
        shutil.copytree(ROOT / "engine", source, ignore=shutil.ignore_patterns("__pycache__"))
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
        subprocess.run([*command, "--wheel-dir", str(folder), str(source)], check=True)
    return max(folder.glob("stpete_engine-*.whl"), key=lambda path: path.stat().st_mtime)


def main() -> None:
    """Build, and say where the wheel is."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.engine_wheel", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    print(build(parser.parse_args().folder))


if __name__ == "__main__":
    main()
