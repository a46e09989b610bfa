"""`./stpete run`: everything on one command (README.md). Programs are started in order, started again when they die, and
stopped in reverse.
"""

import argparse
import fcntl
import os
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from stpete_site.home import forget_choices, note_choices, own_folder, rotate
from stpete_site.supervisor import handover, plan, process
from stpete_site.supervisor.keeper import Stopped, Supervisor, complain, say
from stpete_site.supervisor.plan import Failed
from stpete_site.values import LOOPBACK

ROOT = Path(__file__).resolve().parent.parent.parent
LEAST_ROOM = 20_000_000  # bytes: static files, an update of the database, logs of a day


def main(arguments: list[str]) -> int:
    """Run the site until somebody stops it. Returns the exit status: 2 when it cannot run, after one sentence."""
    asked = _parse(arguments)
    home = Path(os.environ.get("STPETE_HOME") or ROOT / "var").expanduser().resolve()
    given, before = handover.sockets(), handover.children()
    complaint = _wrong(asked.host, asked.port, given)
    if complaint:
        complain(complaint)
        return 2
    # those that docs/deploy.md names, or any that are free: the pages are told
    place = plan.Installation(
        ROOT,
        home,
        asked.host,
        asked.port,
        mail_port=_port_of("STPETE_MAIL_PORT", "127.0.0.1", asked.port + 25),
        streams_port=_port_of("STREAMS_PORT", asked.host, asked.port + 24),
        inbound_port=_port_of("STPETE_INBOUND_PORT", "127.0.0.1", asked.port + 26),
    )
    try:
        _make_folders(place)
        _find_room(home)
        with _alone(home):
            logs = None if asked.console else home / "log"
            if logs:
                rotate(logs)
            return _run(place, Supervisor(ROOT, _environment(place), logs, given, before), asked.preparing)
    except Failed as error:
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


def _run(place: plan.Installation, supervisor: Supervisor, preparing: list[str]) -> int:
    environment, is_new = supervisor.environment, not supervisor.before
    supervisor.listen_to_signals()
    try:
        if is_new:
            note_choices(place.home, environment)
        if not environment.get("REDIS_URL"):
            supervisor.add(plan.broker(place))
        process.load_models(environment)
        if is_new:  # else `manage.py restart` has done it
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
        supervisor.dismiss()
        if is_new:
            _greet(place, environment)
        else:
            say(f"Restarted at {environment['SITE_URL']}/")
        note_choices(place.home, environment, up_since=time.time(), failed=supervisor.failed)
        supervisor.watch()
    except Stopped:
        say("\nStopping …")
    finally:
        supervisor.stop()
        forget_choices(place.home)
    say("Stopped. All data is kept; run the same command to start again.")
    return 0


def _greet(place: plan.Installation, environment: Mapping[str, str]) -> None:
    """Say where to go, as whom, and where the mails are."""
    url = environment["SITE_URL"]
    say(f"\nSt Pete is running at {url}/")
    demo = place.home / "demo.txt"
    if demo.exists() and urlsplit(url).hostname in LOOPBACK:
        say(demo.read_text().rstrip())
    if not _sends(environment):
        say(f"Emails are not sent; read them at {url}/mailbox/")
    say("Press Ctrl-C to stop; all games are kept.\n")


def _sends(environment: Mapping[str, str]) -> bool:
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


def _port_of(name: str, host: str, first: int) -> int:
    """The one that was asked for, that the supervisor before us chose, or that is free."""
    return int(os.environ.get(name) or 0) or plan.choose(host, [first])


def _wrong(host: str, port: int, given: Collection[str]) -> str | None:
    """One sentence about why the site cannot run here, or None. For the programs in `given` we listen already."""
    try:
        name = urlsplit(os.environ.get("SITE_URL", "")).hostname
    except ValueError:  # preparing the site says what is wrong with it
        name = ""
    if host not in LOOPBACK and (name in LOOPBACK or not os.environ.get("SITE_URL")):
        return (
            f"With --host {host}, others can reach the site. Set SITE_URL to the address they use, such as "
            "SITE_URL=https://pete.example.org (docs/deploy.md)."
        )
    if "web" not in given and not plan.claim(host, port):
        return (
            f"Port {port} is in use. Stop the other program or choose another port, such as "
            f"./stpete run --port {port + 1}"
        )
    streams = os.environ.get("STREAMS_PORT") or ""
    if streams and (not streams.isdecimal() or not 0 < int(streams) < 65_536 or int(streams) == port):
        return f"STREAMS_PORT is {streams!r}; use a free port from 1 to 65535, or leave it out."
    if streams and "streams" not in given and not plan.claim(host, int(streams)):
        return f"Port {streams} (STREAMS_PORT) is in use. Stop the other program or choose another port."
    return None


@contextmanager
def _alone(home: Path) -> Iterator[IO[str]]:
    """Hold the folder of state, so that two supervisors never share a database file and a broker."""
    with (home / "lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Failed(
                f"The site is already running on {home}. Stop it first, or set STPETE_HOME to another folder."
            ) from None
        yield file


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
