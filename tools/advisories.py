"""Known weaknesses of the packages that are pinned, from a list that lies beside the pins: no net is needed to look.

    git clone https://github.com/pypa/advisory-database /tmp/advisory-database
    .venv/bin/python -m tools.advisories /tmp/advisory-database     # makes requirements/advisories.json anew
    .venv/bin/python -m tools.advisories                            # says what of the pins is affected

The list has every advisory of that database (the Python Packaging Advisory Database, CC BY 4.0) about a package that is pinned,
with the commit and the day of the copy it was read from. What came after that day is not in it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "requirements" / "advisories.json"
LISTINGS = ("run", "test", "dev")


def pinned(listing: str) -> dict[str, Version]:
    """The packages of a list of requirements/ and their versions."""
    lines = (ROOT / "requirements" / f"{listing}.txt").read_text(encoding="utf-8").splitlines()
    found = (re.match(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^ ;\\]+)", line) for line in lines)
    return {canonicalize_name(one[1]): Version(one[2]) for one in found if one}


def known() -> Mapping[str, Any]:
    """The list as it lies there: where it is from, and the advisories by package."""
    told: Mapping[str, Any] = json.loads(LIST.read_text(encoding="utf-8"))
    return told


def affects(advisory: Mapping[str, Any], version: Version) -> bool:
    """Whether this version is named, or lies in a span from where it came in to where it was mended."""
    return str(version) in advisory["versions"] or any(_holds(span, version) for span in advisory["spans"])


def _holds(span: Mapping[str, str], version: Version) -> bool:
    if version < Version(span["introduced"]):
        return False
    if "fixed" in span:
        return version < Version(span["fixed"])
    return "last" not in span or version <= Version(span["last"])


def affected(
    pins: Mapping[str, Version], advisories: Mapping[str, Iterable[Mapping[str, Any]]]
) -> dict[str, list[str]]:
    """The numbers of the advisories that are about a pinned version, by package."""
    found = {
        name: [str(one["id"]) for one in advisories.get(name, ()) if affects(one, version)]
        for name, version in pins.items()
    }
    return {name: numbers for name, numbers in found.items() if numbers}


def read(folder: Path) -> dict[str, Any]:
    """The list, from a copy of the database."""
    commit, day = _git(folder, "rev-parse", "HEAD"), _git(folder, "log", "-1", "--format=%cs")
    names = sorted({name for listing in LISTINGS for name in pinned(listing)})
    advisories = {name: found for name in names if (found := list(_of_package(folder, name)))}
    source = "https://github.com/pypa/advisory-database"
    return {"source": source, "licence": "CC BY 4.0", "commit": commit, "day": day, "advisories": advisories}


def _of_package(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    listed = _git(folder, "ls-tree", "--name-only", "HEAD", f"vulns/{name}/")
    for path in listed.splitlines():
        told = yaml.safe_load(_git(folder, "show", f"HEAD:{path}"))
        if "withdrawn" in told:
            continue
        for one in told["affected"]:
            if canonicalize_name(one["package"]["name"]) == name:
                spans = [span for range in one.get("ranges", ()) for span in _spans(range)]
                # versions are named one by one as well; they are needed where no span says it
                versions = [] if spans else [str(version) for version in one.get("versions", ())]
                yield {"id": told["id"], "aliases": told.get("aliases", []), "spans": spans, "versions": versions}


def _spans(span: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """From each event that brings it in to the next that ends it."""
    if span["type"] != "ECOSYSTEM":
        return
    open_one: dict[str, str] | None = None
    for event in span["events"]:
        if "introduced" in event:
            open_one = {"introduced": str(event["introduced"])}
        elif open_one is not None:
            ends = ("fixed", "fixed") if "fixed" in event else ("last_affected", "last")
            yield _checked({**open_one, ends[1]: str(event[ends[0]])})
            open_one = None
    if open_one is not None:
        yield _checked(open_one)


def _checked(span: dict[str, str]) -> dict[str, str]:
    """Raises ValueError for what is no version."""
    for version in span.values():
        try:
            Version(version)
        except InvalidVersion as error:
            raise ValueError(f"{span}: {error}") from error
    return span


def _git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", "-C", str(folder), *words], check=True, capture_output=True, text=True).stdout.strip()


def main(folder: str = "") -> int:
    """Make the list anew, or say what is affected; 1 where something is."""
    if folder:
        told = read(Path(folder))
        lines = [f'  "{name}": {json.dumps(found)}' for name, found in told.pop("advisories").items()]
        head = json.dumps(told, indent=1)[:-2]
        LIST.write_text(f'{head},\n "advisories": {{\n' + ",\n".join(lines) + "\n }\n}\n", encoding="utf-8")
    told = known()
    found = affected({**pinned("dev"), **pinned("test"), **pinned("run")}, told["advisories"])
    for name, numbers in found.items():
        print(name, *numbers)
    print(f"{sum(map(len, told['advisories'].values()))} advisories of {told['day']}, {len(found)} packages affected")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
