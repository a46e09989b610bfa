"""The rules engine compiled by mypyc.

    python -m tools.compiled build               compile engine/ into var/compiled (some minutes; needs a C compiler)
    python -m tools.compiled run ARGUMENTS       run Python on it: run benchmarks/engine.py, run -m engine survey
    python -m tools.compiled compare [--games N] play the same games on both engines and hold them against each other

The site and the tests run the source as it is; nothing needs the compiled engine.
"""

from __future__ import annotations

import argparse
import os
import sys
from subprocess import PIPE, Popen

from tools.compiled.build import PLACE, ROOT, build, is_current

FROM_SOURCE = {**os.environ, "PYTHONPATH": str(ROOT)}
COMPILED = {**os.environ, "PYTHONPATH": os.pathsep.join([str(PLACE), str(ROOT)])}


def main() -> int:
    """Exit status: 0 done, 1 the engines differ, 2 it cannot be done."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.compiled", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build")
    running = commands.add_parser("run")
    running.add_argument("arguments", nargs=argparse.REMAINDER)
    comparing = commands.add_parser("compare")
    comparing.add_argument("--games", type=int, default=10_000)
    chosen = parser.parse_args()
    if chosen.command == "build":
        build()
        return 0
    if not is_current():
        print("There is no compiled engine of this source: run python -m tools.compiled build first.", file=sys.stderr)
        return 2
    if chosen.command == "run":
        # -P: neither the folder of a script nor the working folder comes before the compiled engine.
        os.execve(sys.executable, [sys.executable, "-P", *chosen.arguments], COMPILED)
    return compare(chosen.games)


def compare(games: int) -> int:
    """Both engines play at once; their digests are read line by line. Exit status 1 at the first difference."""
    command = [sys.executable, "-P", "-m", "tools.compiled.games", str(games)]
    with (
        Popen(command, env=FROM_SOURCE, stdout=PIPE, text=True) as source,
        Popen(command, env=COMPILED, stdout=PIPE, text=True) as compiled,
    ):
        assert source.stdout is not None
        assert compiled.stdout is not None
        for ours, theirs in zip(source.stdout, compiled.stdout, strict=False):
            if ours != theirs:
                source.kill()
                compiled.kill()
                print(f"They differ:\nsource   {ours}compiled {theirs}", end="")
                return 1
            print(ours, end="", flush=True)
    print(f"The same moves, logs and scores in {games:,} games." if not source.returncode | compiled.returncode else "")
    return 2 if source.returncode or compiled.returncode else 0


if __name__ == "__main__":
    raise SystemExit(main())
