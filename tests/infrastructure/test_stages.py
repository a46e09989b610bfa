"""./stpete test installs what it may, says in one sentence what it cannot, and leaves no test out."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests import second_database, stages

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole PATH of a machine where we are root."""
    monkeypatch.setenv("PATH", f"{tmp_path}")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return tmp_path


def program(machine: Path, name: str, script: str) -> None:
    """A program of this machine."""
    path = machine / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def test_chromium_is_installed_where_we_may(machine: Path) -> None:
    program(machine, "apt-get", f'echo "$*" >> {machine}/asked')
    stages.need_chromium()
    wanted = [f"install -y --no-install-recommends {name}" for name in ("chromium", "chromium-headless-shell")]
    assert (machine / "asked").read_text().splitlines() == ["update", wanted[0], "update", wanted[1]]


def test_chromium_that_is_there_is_not_installed_again(machine: Path) -> None:
    program(machine, "chromium", "")
    program(machine, "chromium-headless-shell", "")
    program(machine, "apt-get", f"touch {machine}/asked")
    stages.need_chromium()
    assert not (machine / "asked").exists()


def test_where_the_one_without_windows_cannot_be_had_the_other_does(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(machine, "chromium", "")
    program(machine, "apt-get", f'echo "$*" >> {machine}/asked; exit 100')
    stages.need_chromium()
    asked = (machine / "asked").read_text()
    assert "chromium-headless-shell" in asked
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    stages.need_chromium()
    assert (machine / "asked").read_text() == asked, "nothing is installed on anybody's own machine that can do without"


def test_an_installation_that_fails_ends_with_the_command_and_its_reason(machine: Path) -> None:
    program(machine, "apt-get", "echo 'E: no network' >&2; exit 100")
    with pytest.raises(stages.Missing) as missing:
        stages.need_chromium()
    assert "apt-get install -y --no-install-recommends chromium" in str(missing.value)
    assert "no network" in str(missing.value)


def test_without_the_right_to_install_the_command_is_said_and_nothing_runs(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    program(machine, "sudo", "exit 1")
    assert stages.main(["browser"]) == 2
    assert capsys.readouterr().err.strip() == (
        "The page tests need Chromium; install it with: sudo apt-get install -y --no-install-recommends chromium"
    )


def test_what_builds_the_image_is_installed_only_for_the_slow_tests_and_else_said(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stage(*more: str) -> bool:
        """Passes."""
        return True

    asked = machine / "asked"
    monkeypatch.setitem(stages.STAGES, "processes", stage)
    program(machine, "apt-get", f'echo "$*" >> {asked}; exit 100')
    assert stages.main(["processes"]) == 0
    assert not asked.exists()
    assert stages.main(["--all", "processes"]) == 2
    assert asked.read_text().splitlines()[-1] == "install -y --no-install-recommends buildah debootstrap iproute2"
    command = "apt-get install -y --no-install-recommends buildah debootstrap iproute2"
    assert (
        f"The test of the image needs buildah, which could not be installed; try: {command}" in capsys.readouterr().err
    )
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert stages.main(["--all", "processes"]) == 2
    assert capsys.readouterr().err.strip() == "The test of the image builds it as root: run sudo ./stpete test --all"


def test_what_waits_has_work_beside_it_and_both_count(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def waits(*more: str) -> bool:
        """Passes."""
        return True

    for name in ("processes", "browser"):
        monkeypatch.setitem(stages.STAGES, name, waits)
    monkeypatch.setattr(stages, "need_chromium", lambda: None)
    monkeypatch.setattr(stages, "BESIDE", {"processes": "nothing", "browser": "nothing"})
    assert stages.main(["processes"]) == 0
    monkeypatch.setitem(stages.STAGES, "nothing", waits)
    assert stages.main(["nothing", "processes", "browser"]) == 1, "a process of its own knows no such stage"
    said = capsys.readouterr().out
    assert "There is no stage 'nothing'; the stages are lint, engine" in said
    assert [line.split()[:2] for line in said.partition("nothing'")[2].splitlines() if line.endswith(" s")] == [
        ["processes", "passed"],
        ["browser", "passed"],
        ["nothing", "FAILED"],
    ]


def test_without_a_newer_python_the_next_django_is_not_tested_and_that_is_said(
    machine: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stages, "ROOT", machine)
    (machine / "requirements").mkdir()
    (machine / "requirements" / "test.txt").write_text("django==5.2.19\n")
    program(machine, "python3.12", "exit 127")  # a shim of something that is not there
    assert stages.main(["next"]) == 2
    assert capsys.readouterr().err.strip() == (
        "Django 6 needs Python 3.12 or newer with venv, and none was found. Install it, or set PYTHON=/path/to/python3.12"
    )
    program(machine, "python3.13", "exit 0")
    assert stages.python_for_next_django() == "python3.13"


def test_an_unknown_stage_is_answered_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert stages.main(["brwoser"]) == 2
    assert "browser" in capsys.readouterr().err


def test_an_unknown_stage_is_named_beside_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert stages.main(["--all", "brwoser"]) == 2
    assert "'brwoser'" in capsys.readouterr().err


def test_the_suite_leaves_the_slow_tests_to_all(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """`./stpete test --all` runs what pyproject.toml leaves out."""
    settings = re.findall(r"-m '[^']+'", (ROOT / "pyproject.toml").read_text())
    pytester.makeini(f"[pytest]\naddopts = {settings[0]}\nmarkers = slow")
    pytester.makepyfile("import pytest\n\ndef test_short(): ...\n\n@pytest.mark.slow\ndef test_long(): ...\n")
    pytester.runpytest_inprocess("-p", "no:django").assert_outcomes(passed=1, deselected=1)
    pytester.runpytest_inprocess("-p", "no:django", *stages.EVERYTHING).assert_outcomes(passed=2)


def test_a_run_tells_its_twelve_slowest_tests_with_all_that_was_done_for_them(pytester: pytest.Pytester) -> None:
    """Told once, by the process that shares the tests out."""
    (pytester.path / "slowest.py").write_text(
        (ROOT / "tests" / "slowest.py").read_text().replace("TELLING = 1.0", "TELLING = 0.1")
    )
    pytester.makeconftest('pytest_plugins = ["slowest"]')
    pytester.makepyfile(
        "import time, pytest\n\n@pytest.fixture\ndef long():\n    time.sleep(0.5)\n\ndef test_of_long(long): ...\n\n"
        "@pytest.mark.parametrize('number', range(15))\ndef test_it(number):\n    time.sleep(number / 40)\n"
    )
    lines = pytester.runpytest_subprocess("-p", "no:django", "-n", "2").outlines
    told = [line.split() for line in lines[lines.index("Slowest:") + 1 :] if "::" in line]
    assert len(told) == 12
    assert told[0][2].endswith("::test_of_long")
    seconds = [float(line[0]) for line in told]
    assert seconds == sorted(seconds, reverse=True)


def test_every_check_of_a_stage_without_pytest_says_how_long_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    assert stages.passes(["-c", "print('checked')"], {**os.environ})
    assert not stages.passes(["-c", "raise SystemExit(1)"], {**os.environ})
    said = capsys.readouterr().out
    assert "checked" in said
    assert re.search(r"\(\d+\.\d s\)", said)


def test_every_test_file_belongs_to_a_stage() -> None:
    """A new folder of tests is run on both databases without being named anywhere."""
    covered = [ROOT / path for path in [*stages.django_tests(), *(f"tests/{name}" for name in stages.OWN_STAGE)]]
    for path in (ROOT / "tests").rglob("test_*.py"):
        assert any(path == place or place in path.parents for place in covered), path


def test_the_second_database_sees_every_test_that_could_tell_it_from_the_first(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it asks by a mark, by a fixture or by a fixture of a fixture."""
    pytester.makeini("[pytest]\nmarkers = django_db")
    pytester.makeconftest((ROOT / "tests" / "second_database.py").read_text())
    pytester.makepyfile(
        "import pytest\n\n@pytest.fixture\ndef db(): ...\n\n@pytest.fixture\ndef anna(db): ...\n\n"
        "@pytest.mark.django_db\ndef test_mark(): ...\n\ndef test_fixture(anna): ...\n\ndef test_none(): ...\n"
    )
    pytester.runpytest_inprocess("-p", "no:django").assert_outcomes(passed=3)
    monkeypatch.setenv("STPETE_ONLY_WITH_DATABASE", "yes")
    pytester.runpytest_inprocess("-p", "no:django").assert_outcomes(passed=2, deselected=1)


def test_what_pages_say_is_read_on_one_database_and_what_commits_on_both(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makeini("[pytest]\nmarkers = django_db")
    (pytester.path / "tests" / "frame").mkdir(parents=True)
    plugin = (ROOT / "tests" / "second_database.py").read_text().replace(".parent.parent\n", ".parent\n", 1)
    pytester.makeconftest(plugin)
    words = (
        "import pytest\n\n@pytest.mark.django_db\ndef test_words(): ...\n\n"
        "@pytest.mark.django_db(transaction=True)\ndef test_rows(): ...\n"
    )
    (pytester.path / "tests" / "frame" / "test_said.py").write_text(words)
    (pytester.path / "tests" / "test_written.py").write_text(words)
    pytester.runpytest_inprocess("-p", "no:django").assert_outcomes(passed=4)
    monkeypatch.setenv("STPETE_ONLY_WITH_DATABASE", "yes")
    pytester.runpytest_inprocess("-p", "no:django").assert_outcomes(passed=3, deselected=1)


def test_what_is_read_on_one_database_exists() -> None:
    for name in second_database.WORDS:
        assert (ROOT / "tests" / name).exists(), name


def test_a_skipped_test_fails_the_suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    hook = (ROOT / "tests" / "conftest.py").read_text().split("@pytest.hookimpl")[1].split("@pytest.fixture")[0]
    pytester.makeconftest(
        "import os, pytest\nfrom collections.abc import Generator\n\n@pytest.hookimpl" + hook.rstrip()
    )
    pytester.makepyfile("import pytest\n\ndef test_later():\n    pytest.skip('later')\n")
    monkeypatch.setenv("STPETE_NO_SKIPS", "yes")
    pytester.runpytest_inprocess("-p", "no:django").assert_outcomes(failed=1)
    monkeypatch.delenv("STPETE_NO_SKIPS")
    pytester.runpytest_inprocess("-p", "no:django").assert_outcomes(skipped=1)


def test_ci_runs_the_command_of_the_readme_and_nothing_else() -> None:
    lines = [line for line in (ROOT / ".ci" / "run").read_text().splitlines() if line and not line.startswith("#")]
    assert lines == ["set -euo pipefail", 'cd "$(dirname "$0")/.."', "exec ./stpete test"]
    assert "./stpete test\n" in (ROOT / "README.md").read_text()
