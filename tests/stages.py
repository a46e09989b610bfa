"""`./stpete test`: the whole proof in stages, each a process of its own, with its seconds and its slowest tests.

    lint        ruff, mypy, migrations, licences, advisories, Django's deployment checks
    engine      the rules and the arithmetic of tournaments: pure code, without Django's database
    sqlite      everything but processes and browser, on SQLite
    postgres    those that use the database again, on a real PostgreSQL, but for what pages say (tests/second_database.py)
    processes   worker, beat, supervisor and races as real processes, on PostgreSQL
    browser     the pages in Chromium, on PostgreSQL

Where it is asked for with processes or browser, engine runs beside them, which often wait, and gives way to them.

    next        everything but processes and browser, on SQLite and the newest Django 6; only when it is named, since that is not
                what the site runs on: an environment of its own, .venv-next, on Python 3.12 or newer

`--all` runs also the tests marked slow: thousands of games, the compiled engine, games clicked from their first move on.
Each of them repeats at length what a test of the suite proves in short.

No test is ever skipped: what is missing is installed, or named in one sentence, with exit status 2.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OWN_STAGE = {"engine", "arbiter", "processes", "browser", "records"}
EVERYTHING = ("-m", "")
"""Instead of pyproject's `-m 'not slow'`."""
BUILDER = ("buildah", "debootstrap", "iproute2")
PATIENCE = 300
"""Seconds for one command that installs packages of the system."""


class Missing(Exception):
    """Something the tests need is not there and cannot be had; the sentence has the command to get it."""


def lint(*_more: str) -> bool:
    """Style, types, and what Django can find by itself, two at a time."""
    checks = [
        ["-m", "mypy"],  # the longest first
        # the last of these asks for a database: migrated here, beside mypy, it is there for the stages to come (tests/migrated.py)
        [
            "-m",
            "pytest",
            "-q",
            "tests/test_imports.py",
            "tests/infrastructure/test_licences.py",
            "tests/infrastructure/test_advisories.py",
            "tests/infrastructure/test_earlier_database.py",
        ],
        ["-m", "ruff", "check", "."],
        ["-m", "ruff", "format", "--check", "."],
        ["manage.py", "makemigrations", "--check", "--dry-run"],
        ["manage.py", "check", "--deploy", "--fail-level", "WARNING"],
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


AT_ONCE = 3


def browser(*more: str) -> bool:
    """People at pages: three Chromiums, each with a site of its own, since each waits half of its time for the others."""
    return pytest("postgres", "tests/browser", *more, at_once=AT_ONCE)


STAGES: dict[str, Callable[..., bool]] = {
    stage.__name__: stage for stage in (lint, engine, sqlite, postgres, processes, browser)
}


BESIDE = {"processes": "engine", "browser": "engine"}
"""What often waits, and what works from the first of them to the last and gives way: it asks no clock and no server."""


@contextmanager
def beside(name: str, *flags: str) -> Iterator[Callable[[], tuple[str, bool, float]]]:
    """Run a stage meanwhile; who asks for its result waits for it, and all it said is printed in one piece."""
    with tempfile.TemporaryFile() as said:
        began = time.time()
        command = ["nice", "-n", "10", sys.executable, "-m", "tests.stages", *flags, name]
        process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT, start_new_session=True
        )
        with suppress(OSError):  # a session has a share of its own, which it would take whatever its processes want
            Path(f"/proc/{process.pid}/autogroup").write_text("10", encoding="ascii")

        def result() -> tuple[str, bool, float]:
            status = process.wait()
            said.seek(0)
            print(said.read().decode(errors="replace"), flush=True)
            return name, status == 0, os.fstat(said.fileno()).st_mtime - began

        try:
            yield result
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def next_django(*more: str) -> bool:
    """Every test without processes on the newest Django 6."""
    return pytest("sqlite", "tests/engine", *django_tests(), *NEWS, *more, python=python_with_next_django())


NEWS = ("-W", "default::DeprecationWarning", "-W", "default::PendingDeprecationWarning")
"""What the next Django will not have in its own next is told at the end, and no error yet."""


BY_NAME = {"next": next_django}
"""Stages that run only when somebody names them."""


def python_with_next_django() -> str:
    """The Python of `.venv-next`, which has all pinned packages but the newest Django 6; made anew where the pins have changed."""
    folder = ROOT / ".venv-next"
    python, stamp = folder / "bin" / "python", folder / "stamp"
    pins = (ROOT / "requirements" / "test.txt").read_text(encoding="utf-8")
    if not stamp.exists() or stamp.read_text() != pins:
        newer = python_for_next_django()
        print(f"Installing the newest Django 6 into {folder} …", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        others = [
            line.rstrip(" \\") for line in pins.splitlines() if re.match(r"(?!django==)[a-z0-9]", line, re.IGNORECASE)
        ]
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
            listed.write("\n".join([*others, "Django>=6,<7"]))
            listed.flush()
            for command in (
                [newer, "-m", "venv", str(folder)],
                [str(python), "-m", "pip", "--disable-pip-version-check", "install", "-qq", "-r", listed.name],
            ):
                if subprocess.run(command, check=False).returncode:
                    raise Missing("The newest Django could not be installed; see the output above.")
        stamp.write_text(pins)
    return str(python)


def python_for_next_django() -> str:
    """A Python that Django 6 runs on, as ./stpete finds its own."""
    for name in os.environ.get("PYTHON", "python3.14 python3.13 python3.12 python3").split():
        is_newer = [name, "-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 12))"]
        if shutil.which(name) and subprocess.run(is_newer, capture_output=True, check=False).returncode == 0:
            return name
    raise Missing(
        "Django 6 needs Python 3.12 or newer with venv, and none was found. Install it, or set PYTHON=/path/to/python3.12"
    )


def pytest(database: str, *arguments: str, at_once: int = 2, python: str = sys.executable, **more: str) -> bool:
    """Run pytest on one database, on so many processes; whether everything passed, where a skipped test counts as failed."""
    environment = {**os.environ, "STPETE_TEST_DATABASE": database, "STPETE_NO_SKIPS": "yes", **more}
    environment.pop("STPETE_TEST_DIR", None)
    command = [python, "-m", "pytest", "-q", "-n", str(at_once), "--dist", "worksteal", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode == 0


def django_tests() -> list[str]:
    """Folders and files of tests/ that have no stage of their own."""
    tests = sorted((ROOT / "tests").iterdir())
    folders = [path for path in tests if path.is_dir() and path.name not in OWN_STAGE and any(path.rglob("test_*.py"))]
    files = [path for path in tests if path.name.startswith("test_") and path.suffix == ".py"]
    return [str(path.relative_to(ROOT)) for path in folders + files]


CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
"""Programs one of which the page tests need."""
WITHOUT_WINDOWS = "chromium-headless-shell"
"""What shows the same pages with half the work, but no notification."""


def need_chromium() -> None:
    """Install Chromium where it is missing and we may; else say how. The one without windows where it can be had."""
    if not any(map(shutil.which, CHROMIUMS)):
        install("The page tests need Chromium", "chromium")
    if not shutil.which(WITHOUT_WINDOWS) and os.geteuid() == 0:
        with suppress(Missing):
            install("The page tests are quicker with it", WITHOUT_WINDOWS)


def need_builder() -> None:
    """Install what builds the image where it is missing and we may; else say how."""
    if os.geteuid():
        raise Missing("The test of the image builds it as root: run sudo ./stpete test --all")
    if not all(map(shutil.which, ("buildah", "debootstrap", "ip"))):
        install("The test of the image needs buildah", *BUILDER)


def install(need: str, *packages: str) -> None:
    """Install packages of the system. Raises Missing with the need and how to meet it where we may not, or it fails."""
    command = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    if os.geteuid() == 0:
        prefix: list[str] = []
    elif (
        shutil.which("sudo")
        and subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0
    ):
        prefix = ["sudo", "-n"]
    else:
        raise Missing(f"{need}; install it with: sudo {' '.join(command)}")
    if not shutil.which("apt-get"):
        raise Missing(f"{need}: install {' '.join(packages)} with this system's package manager.")
    print(f"Installing {' '.join(packages)} …", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["apt-get", "update"], command):
        try:
            done = subprocess.run(
                [*prefix, *step],
                capture_output=True,
                text=True,
                check=False,
                env=environment,
                stdin=subprocess.DEVNULL,
                timeout=PATIENCE,
            )
        except subprocess.TimeoutExpired:
            raise Missing(f"{need}, and {' '.join([*prefix, *step])} had no end in {PATIENCE} s.") from None
    if done.returncode:
        raise Missing(
            f"{need}, which could not be installed; try: {' '.join([*prefix, *command])}\n{done.stderr[-500:]}"
        )


def main(arguments: list[str]) -> int:
    """Run the stages of these names, or all; exit status 0 when all passed, 1 when not, 2 when one cannot run."""
    names = [name for name in arguments if name != "--all"]
    flags = [name for name in arguments if name == "--all"]
    also_slow = EVERYTHING if flags else ()
    stages = STAGES | BY_NAME
    unknown = [name for name in names if name not in stages]
    if unknown:
        print(f"There is no stage {unknown[0]!r}; the stages are {', '.join(stages)}.", file=sys.stderr)
        return 2
    results: list[tuple[str, bool, float]] = []
    try:
        if not names or "browser" in names:
            need_chromium()  # now, not after twenty minutes
        if also_slow and (not names or "processes" in names):
            need_builder()
        if "next" in names:
            python_with_next_django()
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 2
    asked, since = names or [*STAGES], time.monotonic()
    meanwhile = {name: other for name, other in BESIDE.items() if name in asked and other in asked}
    with ExitStack() as alive:
        others: dict[str, Callable[[], tuple[str, bool, float]]] = {}
        for name in asked:
            if name in meanwhile.values():
                continue
            if name in meanwhile and meanwhile[name] not in others:
                others[meanwhile[name]] = alive.enter_context(beside(meanwhile[name], *flags))
            print(f"\n=== {name}: {(stages[name].__doc__ or '').splitlines()[0]}", flush=True)
            began = time.monotonic()
            passed = stages[name](*also_slow)
            results.append((name, passed, time.monotonic() - began))
        results += [result() for result in others.values()]
    print("\n=== result")
    for name, passed, seconds in results:
        print(f"{name:<10} {'passed' if passed else 'FAILED':<7} {seconds:6.0f} s")
    failed = [name for name, passed, _ in results if not passed]
    print(f"{'FAILED: ' + ', '.join(failed) if failed else 'all passed'}, {time.monotonic() - since:.0f} s in all")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
