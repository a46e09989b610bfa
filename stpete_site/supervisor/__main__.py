"""`./stpete run`: everything on one command (README.md). Programs are started in order, started again when they die, and
stopped in reverse.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import IO
from urllib.parse import urlsplit

from stpete_site.home import forget_choices, note_choices, own_folder
from stpete_site.rotation import rotate
from stpete_site.supervisor import plan, process
from stpete_site.supervisor.plan import NoValkey, Program
from stpete_site.supervisor.process import Process, ask_to_end, can_fork, fork, start, stop
from stpete_site.values import LOOPBACK

READY_SECONDS = 30.0
STEADY_SECONDS = 60.0  # a program that ran this long is started again at once
LONGEST_PAUSE = 5.0  # a deadline waits as long


class Failed(Exception):
    """A program does not come up; the sentence says which, and where its output is."""


class Stopped(Exception):
    """Somebody asked us to end."""


@dataclass
class Running:
    """A program, its process, and how often it has died lately."""

    program: Program
    process: Process
    since: float
    deaths: int = 0
    again_at: float | None = None


@dataclass
class Supervisor:
    """Holds the processes of the site. `logs` is None where their output goes where ours goes."""

    root: Path
    environment: Mapping[str, str]
    logs: Path | None
    running: list[Running] = field(default_factory=list)

    def listen_to_signals(self) -> None:
        """From now on Ctrl-C, SIGTERM and a closed terminal raise Stopped in the main thread, once."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, _raise_stopped)

    def add(self, program: Program) -> None:
        """Start a program and wait until it answers."""
        running = Running(program, self._start(program), time.monotonic())
        self.running.append(running)
        deadline = time.monotonic() + READY_SECONDS
        while not program.ready():
            if running.process.poll() is not None or time.monotonic() > deadline:
                raise Failed(f"{program.name} failed to start; {self._last_words(program)}")
            time.sleep(0.05)

    def once(self, name: str, command: list[str | Path]) -> None:
        """Run a program to its end. Raises Failed when it ends badly; its output is ours."""
        process = self._begin(command, None)
        try:
            status = process.wait()
        finally:
            stop(process)
        if status:
            raise Failed(f"{name} failed; see its output above.")

    def watch(self) -> None:
        """Start again what dies, more and more slowly; returns never, Stopped ends it."""
        while True:
            time.sleep(0.5)
            now = time.monotonic()
            for running in self.running:
                if running.again_at is None and running.process.poll() is not None:
                    running.deaths = 0 if now - running.since > STEADY_SECONDS else running.deaths + 1
                    pause = 0.0 if running.deaths < 2 else min(LONGEST_PAUSE, 2.0**running.deaths)
                    running.again_at = now + pause
                    say(f"{running.program.name} exited with status {running.process.returncode}; restarting it.")
                if running.again_at is not None and now >= running.again_at:
                    stop(running.process, patience=0.0)  # what it may have left behind
                    running.process, running.since = self._start(running.program), now
                    running.again_at = None

    def stop(self) -> None:
        """Stop those who ask, all at once, then those who serve, the newest first."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        askers = [running for running in self.running if not running.program.serves]
        for running in askers:
            ask_to_end(running.process)
        servers = [running for running in reversed(self.running) if running.program.serves]
        for running in askers + servers:
            stop(running.process, patience=running.program.patience)
        self.running.clear()

    def _start(self, program: Program) -> Process:
        if self.logs is None:
            return self._begin(program.command, None, program.death_signal)
        self.logs.mkdir(parents=True, exist_ok=True)
        with (self.logs / f"{program.name}.log").open("ab") as output:
            return self._begin(program.command, output, program.death_signal)

    def _begin(
        self, command: list[str | Path], output: IO[bytes] | None, death_signal: signal.Signals = signal.SIGTERM
    ) -> Process:
        words = [str(part) for part in command]
        if can_fork(words):
            return fork(words, output=output, death_signal=death_signal)
        return start(words, environment=self.environment, folder=self.root, output=output, death_signal=death_signal)

    def _last_words(self, program: Program) -> str:
        if self.logs is None:
            return "see its output above."
        path = self.logs / f"{program.name}.log"
        lines = path.read_text(errors="replace").strip().splitlines()
        return f"{path} ends with: {lines[-1] if lines else 'nothing'}"


def say(sentence: str) -> None:
    """Tell the person at the terminal."""
    print(sentence, flush=True)


def complain(sentence: str) -> None:
    """Tell the person at the terminal what is wrong."""
    print(sentence, file=sys.stderr, flush=True)


def _raise_stopped(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)
    raise Stopped


ROOT = Path(__file__).resolve().parent.parent.parent
LEAST_ROOM = 20_000_000  # bytes: static files, an update of the database, logs of a day


def main(arguments: list[str]) -> int:
    """Run the site until somebody stops it. Returns the exit status: 2 when it cannot run, after one sentence."""
    asked = _parse(arguments)
    home = Path(os.environ.get("STPETE_HOME") or ROOT / "var").expanduser().resolve()
    complaint = _wrong(asked.host, asked.port)
    if complaint:
        complain(complaint)
        return 2
    # those that docs/deploy.md names, or any that are free: the pages are told
    streams_port = int(os.environ.get("STREAMS_PORT") or 0) or plan.choose(asked.host, [asked.port + 24])
    mail_port = plan.choose("127.0.0.1", [asked.port + 25])
    inbound_port = plan.choose("127.0.0.1", [asked.port + 26])
    place = plan.Installation(ROOT, home, asked.host, asked.port, mail_port, streams_port, inbound_port)
    try:
        _make_folders(place)
        _find_room(home)
        with _alone(home):
            return _run(place, None if asked.console else _tidy_logs(home / "log"), asked.preparing)
    except (Failed, NoValkey, AlreadyRunning) as error:
        complain(str(error))
        return 2


def _make_folders(place: plan.Installation) -> None:
    """Folders of state; the one with the sockets is for nobody else. Raises Failed where they cannot be ours."""
    try:
        for folder in (place.home, place.home / "valkey", place.runtime):
            own_folder(folder)
        if place.runtime.stat().st_uid != os.getuid():
            raise Failed(f"{place.runtime} belongs to another user. Remove it, or set STPETE_HOME to a shorter path.")
        place.runtime.chmod(0o700)
    except OSError as error:
        raise Failed(
            f"{place.home} is not writable ({error.strerror}). Set STPETE_HOME to a writable folder."
        ) from error


def _find_room(home: Path) -> None:
    """Raises Failed on a full disk, before anything is half written. The room is really taken for a moment, so that a
    quota or a limit of this process shows as well."""
    try:
        with tempfile.TemporaryFile(dir=home) as probe:
            os.posix_fallocate(probe.fileno(), 0, LEAST_ROOM)
    except OSError as error:
        raise Failed(
            f"Not enough disk space in {home} ({error.strerror}): it needs {LEAST_ROOM // 1_000_000} MB to start. "
            "Free some space, or set STPETE_HOME to a folder on another disk."
        ) from error


class AlreadyRunning(Exception):
    """Another supervisor uses the same folder of state."""


def _run(place: plan.Installation, logs: Path | None, preparing: list[str]) -> int:
    environment = _environment(place)
    supervisor = Supervisor(place.root, environment, logs)
    supervisor.listen_to_signals()
    try:
        note_choices(place.home, environment)
        if not environment.get("REDIS_URL"):
            supervisor.add(plan.broker(place))
        process.load_models(environment)
        supervisor.once("Preparing the site", [sys.executable, "-m", "django", "prepare", *preparing])
        process.load_site()
        if not _sends(environment):
            supervisor.add(plan.mail_catcher(place))
        if not _sends(environment) or environment.get("INBOUND_DOMAIN"):
            supervisor.add(plan.inbound(environment["INBOUND_LISTEN"]))
        for worker in plan.workers():
            supervisor.add(worker)
        supervisor.add(plan.beat())
        supervisor.add(plan.web(place))
        supervisor.add(plan.streams(place))
        _greet(place, environment)
        supervisor.watch()
    except Stopped:
        say("\nStopping …")
    finally:
        supervisor.stop()
        forget_choices(place.home)
    say("Stopped. All data is kept; run the same command to start again.")
    return 0


def _greet(place: plan.Installation, environment: dict[str, str]) -> None:
    """Say where to go, as whom, and where the mails are."""
    url = environment["SITE_URL"]
    say(f"\nSt Pete is running at {url}/")
    demo = place.home / "demo.txt"
    if demo.exists() and urlsplit(url).hostname in LOOPBACK:
        say(demo.read_text().rstrip())
    if not _sends(environment):
        say(f"Emails are not sent; read them at {url}/mailbox/")
    say("Press Ctrl-C to stop; all games are kept.\n")


def _sends(environment: dict[str, str]) -> bool:
    """Whether mails leave this machine; where they do not they are caught."""
    return bool(environment.get("EMAIL_URL") or environment.get("MAIL_SERVICE"))


def _environment(place: plan.Installation) -> dict[str, str]:
    environment = dict(os.environ)
    environment["STPETE_HOME"] = str(place.home)
    environment["STPETE_MAIL_PORT"] = str(place.mail_port)
    environment["STPETE_INBOUND_PORT"] = str(place.inbound_port)
    if not environment.get("INBOUND_LISTEN"):
        environment["INBOUND_LISTEN"] = f"smtp://127.0.0.1:{place.inbound_port}"
    environment["STREAMS_PORT"] = str(place.streams_port)
    environment["PYTHONUNBUFFERED"] = "1"
    environment.setdefault("DJANGO_SETTINGS_MODULE", "stpete_site.settings")
    if not environment.get("SITE_URL"):
        environment["SITE_URL"] = f"http://{plan.address(place.host, place.port)}"
    return environment


def _wrong(host: str, port: int) -> str | None:
    """One sentence about why the site cannot run here, or None."""
    try:
        name = urlsplit(os.environ.get("SITE_URL", "")).hostname
    except ValueError:  # preparing the site says what is wrong with it
        name = ""
    if host not in LOOPBACK and (name in LOOPBACK or not os.environ.get("SITE_URL")):
        return (
            f"With --host {host}, others can reach the site. Set SITE_URL to the address they use, such as "
            "SITE_URL=https://pete.example.org (docs/deploy.md)."
        )
    if not plan.claim(host, port):
        return (
            f"Port {port} is in use. Stop the other program or choose another port, such as "
            f"./stpete run --port {port + 1}"
        )
    streams = os.environ.get("STREAMS_PORT") or ""
    if streams and (not streams.isdecimal() or not 0 < int(streams) < 65_536 or int(streams) == port):
        return f"STREAMS_PORT is {streams!r}; use a free port from 1 to 65535, or leave it out."
    if streams and not plan.claim(host, int(streams)):
        return f"Port {streams} (STREAMS_PORT) is in use. Stop the other program or choose another port."
    return None


@contextmanager
def _alone(home: Path) -> Iterator[IO[str]]:
    """Hold the folder of state, so that two supervisors never share a database file and a broker."""
    with (home / "lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise AlreadyRunning(
                f"The site is already running on {home}. Stop it first, or set STPETE_HOME to another folder."
            ) from None
        yield file


def _tidy_logs(folder: Path) -> Path:
    rotate(folder)
    return folder


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./stpete run", description="Runs the whole site. Press Ctrl-C to stop it.")
    parser.add_argument("--port", type=_port, default=os.environ.get("PORT") or "8000", help="default: 8000")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on; default: 127.0.0.1")
    parser.add_argument("--console", action="store_true", help="print logs instead of writing them to var/log")
    parser.add_argument(
        "--no-demo",
        action="append_const",
        const="--no-demo",
        dest="preparing",
        default=[],
        help="do not add demo accounts and games to a new database",
    )
    return parser.parse_args(arguments)


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65_511:  # leaves room for the mail catcher's
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; use a number from 1 to 65510.")
    return int(text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
