"""Filled databases that a later run takes as they are: filling takes longer than a look at one page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from .servers import ROOT, Server

FILLER = ("asks", "club", "fill", "people", "played", "stock")


def kept(server: Server, arguments: Sequence[str]) -> str | None:
    """What may be asked of the database that was kept, which is the server's now; None where there is none as wanted."""
    stamp, asks = _files(server)
    if not stamp.exists() or stamp.read_text() != _stamp(arguments):
        return None
    server.machine.make_database(server.name, like=f"{server.name}_kept")
    server.run("manage.py", "prepare", "--no-demo")  # static files and translations may have changed
    return asks.read_text()


def keep(server: Server, arguments: Sequence[str], printed: str) -> None:
    """Put a copy of the filled database aside, with what may be asked of it."""
    stamp, asks = _files(server)
    stamp.unlink(missing_ok=True)
    server.machine.make_database(f"{server.name}_kept", like=server.name)
    asks.write_text(printed)
    stamp.write_text(_stamp(arguments))


def _files(server: Server) -> tuple[Path, Path]:
    folder = server.machine.folder
    return folder / f"{server.name}.stamp", folder / f"{server.name}.json"


def _stamp(arguments: Sequence[str]) -> str:
    """Changes with everything that rows depend on: how many, the rules, the tables and the filler."""
    digest = sha256(" ".join(arguments).encode())
    for path in _sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    yield from sorted(ROOT.glob("engine/**/*.py"))
    yield from sorted(ROOT.glob("*/migrations/*.py"))
    yield from sorted(ROOT.glob("games/models/*.py"))
    yield from (Path(__file__).with_name(f"{name}.py") for name in FILLER)
