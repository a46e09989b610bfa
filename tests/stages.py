"""`./stpete test`: the whole proof in stages, each a process of its own, with its seconds and its slowest tests.

    lint        ruff, mypy, migrations, licences, advisories, Django's deployment checks
    engine      the rules and the arithmetic of tournaments: pure code, without Django's database
    sqlite      everything but processes and browser, on SQLite
    postgres    those that use the database again, on a real PostgreSQL, but for what pages say (tests/second_database.py)
    processes   worker, beat, supervisor and races as real processes, on PostgreSQL
    browser     the pages in Chromium, on PostgreSQL

`--all` runs also the tests marked slow: thousands of games, the compiled engine, games clicked from their first move on.
Each of them repeats at length what a test of the suite proves in short.

No test is ever skipped: what is missing is installed, or named in one sentence, with exit status 2.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OWN_STAGE = {"engine", "arbiter", "processes", "browser", "records"}
EVERYTHING = ("-m", "")
"""Instead of pyproject's `-m 'not slow'`."""
CHROMIUM = ["apt-get", "install", "-y", "--no-install-recommends", "chromium"]


class Missing(Exception):
    """Something the tests need is not there and cannot be had; the sentence has the command to get it."""


def lint(*_more: str) -> bool:
    """Style, types, and what Django can find by itself, two at a time."""
    checks = [
        ["-m", "mypy"],  # the longest first
        ["-m", "ruff", "check", "."],
        ["-m", "ruff", "format", "--check", "."],
        ["manage.py", "makemigrations", "--check", "--dry-run"],
        ["manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        [
            "-m",
            "pytest",
            "-q",
            "tests/test_imports.py",
            "tests/infrastructure/test_licences.py",
            "tests/infrastructure/test_advisories.py",
        ],
    ]
    with tempfile.TemporaryDirectory(prefix="stpete-lint-") as home, ThreadPoolExecutor(max_workers=2) as two:
        public = {
            **os.environ,
            "STPETE_HOME": home,
            "SITE_URL": "https://pete.example.org",
            "EMAIL_URL": "smtp+tls://mail.example.org",
            "OPERATOR_NAME": "Ada Example",
            "OPERATOR_ADDRESS": "Example Street 1, 12345 Example",
            "OPERATOR_MAIL": "ada@example.org",
            "PAGES_DIR": f"{home}/pages",
        }
        (Path(home) / "pages").mkdir()
        (Path(home) / "pages" / "terms.txt").write_text("The law of Example holds.")
        results = list(
            two.map(lambda check: passes(check, public if check[0] == "manage.py" else {**os.environ}), checks)
        )
    return all(results)


def passes(check: list[str], environment: dict[str, str]) -> bool:
    """Run one check and print all it says in one piece."""
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, *check], cwd=ROOT, env=environment, check=False, capture_output=True, text=True
    )
    command = " ".join(check).removeprefix("-m ")
    print(f"$ {command}  ({time.monotonic() - began:.1f} s)\n{done.stdout}{done.stderr}", end="", flush=True)
    return done.returncode == 0


def engine(*more: str) -> bool:
    """The rules of the game and the arithmetic of tournaments, once."""
    return pytest("sqlite", "tests/engine", "tests/records", "tests/arbiter", *more)


def sqlite(*more: str) -> bool:
    """Every Django test on SQLite."""
    return pytest("sqlite", *django_tests(), *more)


def postgres(*more: str) -> bool:
    """What writes, reads and counts rows again, on a real PostgreSQL."""
    return pytest("postgres", *django_tests(), *more, STPETE_ONLY_WITH_DATABASE="yes")


def processes(*more: str) -> bool:
    """Real processes: killed, raced, restarted, three tests at a time, since each waits for what it has started."""
    return pytest("postgres", "tests/processes", *more, at_once=3)


def browser(*more: str) -> bool:
    """People at pages: two Chromiums, each with a site of its own."""
    return pytest("postgres", "tests/browser", *more)


STAGES: dict[str, Callable[..., bool]] = {
    stage.__name__: stage for stage in (lint, engine, sqlite, postgres, processes, browser)
}


def pytest(database: str, *arguments: str, at_once: int = 2, **more: str) -> bool:
    """Run pytest on one database, on so many processes; whether everything passed, where a skipped test counts as failed."""
    environment = {**os.environ, "STPETE_TEST_DATABASE": database, "STPETE_NO_SKIPS": "yes", **more}
    environment.pop("STPETE_TEST_DIR", None)
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(at_once), "--dist", "worksteal", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode == 0


def django_tests() -> list[str]:
    """Folders and files of tests/ that have no stage of their own."""
    tests = sorted((ROOT / "tests").iterdir())
    folders = [path for path in tests if path.is_dir() and path.name not in OWN_STAGE and any(path.rglob("test_*.py"))]
    files = [path for path in tests if path.name.startswith("test_") and path.suffix == ".py"]
    return [str(path.relative_to(ROOT)) for path in folders + files]


def need_chromium() -> None:
    """Install Chromium where it is missing and we may; else say how."""
    if shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome"):
        return
    if os.geteuid() == 0:
        prefix: list[str] = []
    elif (
        shutil.which("sudo")
        and subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0
    ):
        prefix = ["sudo", "-n"]
    else:
        raise Missing(f"The page tests need Chromium; install it with: sudo {' '.join(CHROMIUM)}")
    if not shutil.which("apt-get"):
        raise Missing("The page tests need Chromium: install it with this system's package manager.")
    print("Installing Chromium …", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in ([*CHROMIUM[:1], "update"], CHROMIUM):
        done = subprocess.run(
            [*prefix, *command], capture_output=True, text=True, check=False, env=environment, stdin=subprocess.DEVNULL
        )
    if done.returncode:
        raise Missing(f"Chromium could not be installed; try: {' '.join([*prefix, *CHROMIUM])}\n{done.stderr[-500:]}")


def main(arguments: list[str]) -> int:
    """Run the stages of these names, or all; exit status 0 when all passed, 1 when not, 2 when one cannot run."""
    names = [name for name in arguments if name != "--all"]
    also_slow = EVERYTHING if "--all" in arguments else ()
    unknown = [name for name in names if name not in STAGES]
    if unknown:
        print(f"There is no stage {unknown[0]!r}; the stages are {', '.join(STAGES)}.", file=sys.stderr)
        return 2
    results: list[tuple[str, bool, float]] = []
    try:
        if not names or "browser" in names:
            need_chromium()  # now, not after twenty minutes
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 2
    for name in names or STAGES:
        print(f"\n=== {name}: {(STAGES[name].__doc__ or '').splitlines()[0]}", flush=True)
        began = time.monotonic()
        passed = STAGES[name](*also_slow)
        results.append((name, passed, time.monotonic() - began))
    print("\n=== result")
    for name, passed, seconds in results:
        print(f"{name:<10} {'passed' if passed else 'FAILED':<7} {seconds:6.0f} s")
    failed = [name for name, passed, _ in results if not passed]
    print(
        f"{'FAILED: ' + ', '.join(failed) if failed else 'all passed'}, {sum(row[2] for row in results):.0f} s in all"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
