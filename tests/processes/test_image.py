"""The Containerfile is built on a Debian made from packages, and every process of compose.yaml runs in what came of it."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from stpete_site.supervisor.process import start, stop, wait_until
from tests.servers import Valkey
from tests.web_server import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]
MOST = 350
"""Megabytes on top of the base."""
STATE = "/srv/stpete/state"
SERVICES: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")


@dataclass
class Builder:
    """buildah with a store of its own, in a network of its own: the ports of the containers are those of compose.yaml."""

    folder: Path
    network: subprocess.Popen[bytes]
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def command(self, *arguments: str) -> list[str]:
        store = ["--root", str(self.folder / "store"), "--runroot", str(self.folder / "run")]
        return ["buildah", *store, *arguments]

    def do(self, *arguments: str) -> str:
        """What it prints; a failure fails the test with all it said."""
        return _printed(self.command(*arguments))

    def inside(self, container: str, *words: str) -> list[str]:
        """How to run this in the container, as compose.yaml would run it."""
        settings = {**SERVICES["web"]["environment"], "REDIS_URL": "unix:///run/valkey/valkey.sock?db=0"}
        del settings["DATABASE_URL"]
        told = [f"--env={name}={value}" for name, value in settings.items()]
        places = {self.folder / "state": STATE, self.folder / "valkey": "/run/valkey"}
        mounted = [f"--volume={here}:{there}" for here, there in places.items()]
        in_network = ["nsenter", f"--net=/proc/{self.network.pid}/ns/net"]
        return [*in_network, *self.command("run", "--isolation", "chroot", *told, *mounted, container, "--", *words)]

    def run(self, container: str, name: str) -> None:
        """Start the process of this service."""
        with (self.folder / f"{name}.log").open("wb") as log:
            command = self.inside(container, *SERVICES[name]["command"])
            self.running.append(start(command, environment=os.environ, folder=ROOT, output=log))

    def is_healthy(self, container: str, name: str) -> bool:
        words = self.inside(container, *SERVICES[name]["healthcheck"]["test"][1:])
        return subprocess.run(words, capture_output=True, check=False).returncode == 0


def _printed(command: list[str]) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout.strip()


def _megabytes(folder: str) -> int:
    return int(_printed(["du", "-sxm", folder]).split()[0])


@pytest.fixture
def builder(tmp_path: Path) -> Iterator[Builder]:
    network = start(["unshare", "--net", "sleep", "1800"], environment=os.environ, folder=tmp_path)
    one, valkey = Builder(tmp_path, network), Valkey(tmp_path / "valkey")
    try:
        enter = ["nsenter", f"--net=/proc/{network.pid}/ns/net"]
        assert wait_until(
            lambda: os.readlink(f"/proc/{network.pid}/ns/net") != os.readlink("/proc/self/ns/net"), seconds=5
        )
        _printed([*enter, "ip", "link", "set", "lo", "up"])
        (tmp_path / "state").mkdir()
        for ours in (tmp_path / "state", valkey.socket):
            os.chown(ours, 10001, 10001)
        valkey.folder.chmod(0o755)
        yield one
    finally:
        for process in one.running:
            stop(process, patience=5)
        valkey.stop()
        stop(network)
        subprocess.run(one.command("rm", "--all"), capture_output=True, check=False)
        subprocess.run(one.command("rmi", "--all", "--force"), capture_output=True, check=False)


def base(builder: Builder) -> str:
    """Debian with Python, where nobody needs a registry of images: its name, and the megabytes it takes."""
    root = builder.folder / "base"
    packages = "python3,python3-venv,ca-certificates"
    _printed(["debootstrap", "--variant=minbase", f"--include={packages}", "bookworm", str(root)])
    container = builder.do("from", "scratch")
    builder.do("copy", "--quiet", container, str(root), "/")
    builder.do("commit", "--quiet", "--rm", container, "localhost/base:bookworm")
    return "localhost/base:bookworm"


def test_the_image_is_small_and_serves_pages_and_every_process_is_healthy_in_it(builder: Builder) -> None:
    trusted = builder.folder / "pip.conf"  # what this machine trusts, such as a proxy's certificate, the build does too
    trusted.write_text("[global]\ncert = /etc/trusted.crt\n")
    volumes = [f"--volume={trusted}:/etc/pip.conf:ro", f"--volume={CERTIFICATES}:/etc/trusted.crt:ro"]
    settings = ["--isolation", "chroot", "--network", "host", "--layers=false", "--format", "oci"]
    base_name = base(builder)
    began = time.monotonic()
    builder.do(
        "bud", *settings, *volumes, "--build-arg", f"BASE={base_name}", "-f", "Containerfile", "-t", "stpete", "."
    )
    built = time.monotonic() - began
    container = builder.do("from", "stpete")
    # buildah 1.28 mounts the image's own volume now and then over the one that is given to it
    builder.do("config", "--volume", f"{STATE}-", container)
    tree = Path(builder.do("mount", container))
    size = _megabytes(str(tree)) - _megabytes(str(builder.folder / "base"))
    print(f"built in {built:.0f} s, {size} MB on top of the base")

    assert size <= MOST
    site = tree / "srv/stpete"
    assert [
        *site.glob("venv/lib/python3*/site-packages/pip*"),
        *site.glob("venv/bin/pip*"),
        *tree.glob("root/.cache"),
    ] == []
    assert _printed(builder.inside(container, "id", "-u")) == "10001"

    marked = builder.folder / "marked"
    marked.touch()
    _printed(builder.inside(container, *SERVICES["prepare"]["command"]))
    assert (builder.folder / "state/static/staticfiles.json").exists(), "what is prepared is where the others look"
    checked = [name for name, one in SERVICES.items() if one["image"] == "stpete" and "test" in one["healthcheck"]]
    assert [name for name in checked if builder.is_healthy(container, name)] == [], "nothing runs yet"
    for name in (*checked, "beat"):
        builder.run(container, name)
    for name in checked:
        well = wait_until(lambda name=name: builder.is_healthy(container, name), seconds=120, every=2)  # type: ignore[misc]
        assert well, f"{name}: {(builder.folder / f'{name}.log').read_text()[-3000:]}"
    asking = "import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).read().decode())"
    page = _printed(builder.inside(container, "python", "-c", asking, "http://127.0.0.1:8000/about/"))
    assert "St Pete" in page
    written = _printed(["find", str(tree), "-xdev", "-newer", str(marked), "-type", "f"]).splitlines()
    assert [path for path in written if not path.startswith(f"{tree}/tmp/")] == [], "its file system may be read-only"
    assert all(process.poll() is None for process in builder.running)
