"""`./stpete run` as a test sees it: started, spoken to, killed, and its family counted."""

from __future__ import annotations

import http.cookiejar
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from contextlib import suppress
from pathlib import Path

import psutil

from stpete_site.supervisor.process import wait_until
from tests.web_server import ROOT

PREPARED = ("db.sqlite3", "static", "static.stamp")
"""What `manage.py prepare` makes in a home, as far as it is the same in each."""
OURS = ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SITE_URL", "SECRET_KEY", "STPETE_TEST_CHILD", "STREAMS_PORT")


class Run:
    """One `./stpete run` on a home of its own, with the embedded defaults."""

    def __init__(self, home: Path, port: int, root: Path = ROOT) -> None:
        self.home, self.port, self.url, self.root = home, port, f"http://127.0.0.1:{port}", root
        self.environment = {name: value for name, value in os.environ.items() if name not in OURS}
        self.environment |= {"STPETE_HOME": str(home), "DJANGO_SETTINGS_MODULE": "stpete_site.settings"}
        self.log = home.parent / f"{home.name}.out"
        self.family: list[psutil.Process] = []

    def start(self, *arguments: str) -> Run:
        """Start it and wait until it says where it is."""
        with self.log.open("ab") as output:
            self.supervisor = subprocess.Popen(
                [sys.executable, "-m", "stpete_site.supervisor", "--port", str(self.port), *arguments],
                cwd=self.root,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        greeted = self.said().count("Press Ctrl-C to stop") + 1
        came_up = wait_until(
            lambda: self.said().count("Press Ctrl-C to stop") >= greeted or self.supervisor.poll() is not None,
            seconds=200,
        )
        assert came_up, self.said()
        assert self.supervisor.poll() is None, self.said()
        self.family = [psutil.Process(self.supervisor.pid)]
        ready = wait_until(lambda: self._worker_log().count(" ready.") >= greeted, seconds=200)
        assert ready, self._worker_log()
        return self.count()

    def count(self) -> Run:
        """Look who belongs to it now: those seen before are not forgotten."""
        self.family += [child for child in self.family[0].children(recursive=True) if child not in self.family]
        return self

    def one(self, name: str) -> psutil.Process:
        """The first living process with this word in its command line."""
        for process in self.family:
            if (
                process.is_running()
                and process.status() != psutil.STATUS_ZOMBIE
                and name in " ".join(process.cmdline())
            ):
                return process
        raise AssertionError(f"no {name} among {self.left()}")

    def kill(self) -> None:
        """kill -9 of the supervisor alone; waits until nothing of it is left."""
        self.count()
        self.supervisor.kill()
        self.supervisor.wait()
        assert wait_until(lambda: self.left() == [], seconds=200), self.left()

    def _worker_log(self) -> str:
        log = self.home / "log" / "worker.log"
        return log.read_text() if log.exists() else ""

    def said(self) -> str:
        """Everything it printed."""
        return self.log.read_text() if self.log.exists() else ""

    def tracebacks(self) -> list[str]:
        """The ends of what the web processes reported of their errors."""
        log = self.home / "log" / "web.log"
        found = (
            log.read_text(errors="replace").split("Traceback (most recent call last):\n")[1:] if log.exists() else []
        )
        return [one[-3000:] for one in found[-5:]]

    def left(self) -> list[str]:
        """Its processes that still run (a zombie does not)."""
        alive = []
        for process in self.family:
            try:
                if process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
                    alive.append(" ".join(process.cmdline()))
            except psutil.NoSuchProcess:
                continue
        return alive

    def interrupt(self) -> int:
        """Ctrl-C; returns the exit status."""
        self.count()
        self.supervisor.send_signal(signal.SIGINT)
        return self.supervisor.wait(60)

    def manage(self, *arguments: str, **environment: str) -> str:
        """`manage.py` beside the running site."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=self.root,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def end(self) -> None:
        """Whatever happened, nothing of it stays."""
        self.supervisor.kill()
        self.supervisor.wait()
        if not wait_until(lambda: not self.left(), seconds=200):
            for process in self.family:
                if process.is_running():
                    process.kill()


def prepared(home: Path) -> Path:
    """A home as a start leaves it, copied from one that is made once for this run of tests: its tables and static files take
    seven seconds of a core. How a site comes to them is for tests with a home of nothing."""
    place = Path(os.environ["STPETE_TEST_DIR"]) / "prepared"
    if not place.exists():
        made = Path(tempfile.mkdtemp(dir=place.parent))
        run = Run(made, 0)
        run.manage("prepare", "--no-demo", REDIS_URL=os.environ["REDIS_URL"])
        with suppress(OSError):  # the other worker was quicker
            made.rename(place)
    home.mkdir(parents=True)
    for name in PREPARED:
        part = place / name
        if part.is_dir():
            shutil.copytree(part, home / name)
        else:
            shutil.copy2(part, home / name)
    return home


def visitor() -> urllib.request.OpenerDirector:
    """A browser without a screen: keeps cookies."""
    return urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))


def text_at(url: str, opener: urllib.request.OpenerDirector | None = None) -> str:
    with (opener or visitor()).open(url, timeout=200) as answer:
        return str(answer.read().decode())


def sign_in(run: Run, opener: urllib.request.OpenerDirector, page: str, **answers: str) -> None:
    """As a person does, with the form of the page."""
    address = run.url + page
    answers["csrfmiddlewaretoken"] = re.findall(r'csrfmiddlewaretoken" value="([^"]+)"', text_at(address, opener))[0]
    with opener.open(address, urllib.parse.urlencode(answers).encode(), timeout=200) as answer:
        assert page not in answer.url, answer.url
