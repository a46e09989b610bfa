"""What is written about the project names only what exists, and the project's licence is the one it says."""

from __future__ import annotations

import hashlib
import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
AGPL = "0d96a4ff68ad6d4b6f1f30f713b18d5184912ba8dd389f86aa7710db079abcb0"
"""SHA-256 of the text of version 3 as the Free Software Foundation publishes it."""
PLACEHOLDERS = re.compile(r"[<>*{}…$()=|]")


def files_named(text: str) -> set[str]:
    """Paths of this repository in the running text of a page: what stands between backticks and begins with one of its
    folders. Shell blocks and places to fill in (`locale/<area>/de`) are left out."""
    running = re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name != "var"}
    named = {word for code in re.findall(r"`([^`\n]+)`", running) for word in re.split(r"[\s,;]+", code)}
    found = {word.split("::")[0].rstrip(":.") for word in named if "/" in word and not PLACEHOLDERS.search(word)}
    return {path for path in found if path.split("/")[0] in folders}


def links(text: str) -> set[str]:
    """Where the links of a page lead that stay in this repository, without what stands behind a #."""
    targets = re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text))
    return {
        target.split("#")[0] for target in targets if "://" not in target and not target.startswith(("#", "mailto:"))
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_path_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [path for path in sorted(files_named(text)) if not (ROOT / path).exists()] == []
    assert [target for target in sorted(links(text)) if target and not (page.parent / target).exists()] == []


def test_a_path_that_does_not_exist_is_found() -> None:
    text = "See `engine/nowhere.py` and `locale/<area>/de`, `tests/x.py::test_it`; [there](away.md#top).\n```sh\n`docs/no`\n```"
    assert files_named(text) == {"engine/nowhere.py", "tests/x.py"}
    assert links(text) == {"away.md"}


def test_each_walk_ends_with_the_test_that_proves_it() -> None:
    walks = (ROOT / "docs" / "walks.md").read_text(encoding="utf-8").split("\n## ")[1:]
    assert len(walks) >= 5
    for walk in walks:
        assert re.search(r"^Proved by [^#]*`tests/", walk, re.MULTILINE), walk.splitlines()[0]


def test_the_licence_is_the_one_that_is_named() -> None:
    assert hashlib.sha256((ROOT / "LICENSE").read_bytes()).hexdigest() == AGPL
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert (project["license"], project["license-files"]) == ("AGPL-3.0-or-later", ["LICENSE"])
    for page in ("README.md", "CONTRIBUTING.md"):
        assert "AGPL-3.0-or-later" in (ROOT / page).read_text(encoding="utf-8")


def test_the_index_that_the_readme_leads_to_has_every_page() -> None:
    readme, index = ROOT / "README.md", ROOT / "docs" / "README.md"
    led = {(index.parent / target).resolve() for target in links(index.read_text(encoding="utf-8"))}
    assert set(PAGES) - {readme, index} - led == set()
    assert {"docs/README.md", "LICENSE"} <= links(readme.read_text(encoding="utf-8"))


def test_the_documentation_stays_short() -> None:
    """What explains a module belongs into its docstring; what only the project's history needs, nowhere."""
    words = {page: len(page.read_text(encoding="utf-8").split()) for page in PAGES}
    assert words[ROOT / "README.md"] <= 700
    assert words[ROOT / "docs" / "architecture.md"] <= 2_500
    assert sum(count for page, count in words.items() if page.parent.name == "docs") <= 25_000


def test_hooks_before_a_commit_download_nothing() -> None:
    """Each runs a tool of .venv that requirements/test.txt pins, on what exists."""
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    pins = (ROOT / "requirements" / "test.txt").read_text()
    for repository in config["repos"]:
        assert repository["repo"] == "local"
        for hook in repository["hooks"]:
            python, dash, tool, *arguments = hook["entry"].split()
            assert (hook["language"], python, dash) == ("system", ".venv/bin/python", "-m")
            assert re.search(rf"^{tool}==", pins, re.MULTILINE), tool
            assert all((ROOT / one).exists() for one in arguments if "/" in one)
