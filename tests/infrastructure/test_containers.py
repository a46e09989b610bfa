"""compose.yaml starts what the supervisor would, with settings that there are. tests/processes/test_image.py builds the image."""

from __future__ import annotations

import ast
import json
import re
import threading
from pathlib import Path
from typing import Any
from wsgiref.simple_server import make_server

import pytest
import yaml
from django.core.wsgi import get_wsgi_application
from jsonschema import Draft7Validator

from stpete_site import celery, liveness
from stpete_site.supervisor import plan

ROOT = Path(__file__).resolve().parent.parent.parent
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
IMAGE = (ROOT / "Containerfile").read_text(encoding="utf-8")
OURS = {name: one for name, one in SERVICES.items() if one["image"] == "stpete"}
STATE = "/srv/stpete/state"
INTERNAL = {"STPETE_MAIL_PORT", "STPETE_INBOUND_PORT"}
"""What the supervisor tells its own processes and nobody sets."""


def known_settings() -> set[str]:
    """The variables that settings.py and environment.py read."""
    found = set()
    for name in ("settings.py", "environment.py"):
        for node in ast.walk(ast.parse((ROOT / "stpete_site" / name).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and re.fullmatch(r"[A-Z][A-Z_]+", str(first.value)):
                    found.add(str(first.value))
    return found


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> dict[str, plan.Program]:
    """What the supervisor would run in the place of the containers."""
    monkeypatch.setenv("REDIS_URL", OURS["web"]["environment"]["REDIS_URL"])
    place = plan.Installation(ROOT, Path(STATE), "0.0.0.0", 8000, 0, 8024, web_processes=2)
    listen = OURS["inbound"]["environment"]["INBOUND_LISTEN"]
    programs = [*plan.workers(), plan.beat(), plan.web(place), plan.streams(place), plan.inbound(listen)]
    return {program.name: program for program in programs}


def test_the_file_is_as_the_compose_specification_says() -> None:
    schema = json.loads((Path(__file__).parent / "published" / "compose-spec.json").read_text(encoding="utf-8"))
    faults = [f"{one.json_path}: {one.message}" for one in Draft7Validator(schema).iter_errors(COMPOSE)]
    assert faults == []
    assert list(Draft7Validator(schema).iter_errors({**COMPOSE, "services": {"web": {"comand": ["x"]}}}))


def test_there_is_a_container_for_every_process_and_its_command_is_the_supervisors(
    planned: dict[str, plan.Program],
) -> None:
    assert set(OURS) == {*planned, "prepare"}
    for name, program in planned.items():
        command = ["python", *(str(part) for part in program.command[1:])]
        if name == "streams":  # the web processes are another machine there
            assert command[-1] == "0.0.0.0:8000"
            command[-1] = "web:8000"
        assert OURS[name]["command"] == command, name
    assert OURS["prepare"]["command"][1:3] == ["manage.py", "prepare"]


def test_nobody_is_ended_sooner_than_by_the_supervisor(planned: dict[str, plan.Program]) -> None:
    for name, program in planned.items():
        assert float(OURS[name]["stop_grace_period"].removesuffix("s")) >= program.patience, name


def test_no_container_writes_into_its_image_or_takes_the_whole_machine() -> None:
    for one in OURS.values():
        assert (one["read_only"], one["tmpfs"]) == (True, ["/tmp"])
        assert {"mem_limit", "pids_limit"} <= set(one)
    for one in SERVICES.values():
        assert set(one["logging"]["options"]) == {"max-size", "max-file"}
    (base,) = re.findall(r"^ARG BASE=(\S+)$", IMAGE, re.MULTILINE)
    assert re.fullmatch(r"[a-z.]+/library/python:3\.\d+\.\d+-slim-[a-z]+", base), "pinned, and named in full for podman"
    assert re.findall(r"^FROM (\S+)", IMAGE, re.MULTILINE) == ["$BASE", "$BASE"]


def test_every_queue_has_a_worker_and_no_worker_a_queue_that_there_is_not() -> None:
    taken = {
        queue
        for one in OURS.values()
        if "--queues" in one["command"]
        for queue in one["command"][one["command"].index("--queues") + 1].split(",")
    }
    assert taken == {queue.name for queue in celery.QUEUES}


def test_all_containers_have_the_same_settings_and_each_is_one_that_there_is() -> None:
    for one in OURS.values():
        assert one["environment"] == OURS["web"]["environment"]
        assert set(one["environment"]) <= known_settings()
        assert one["env_file"] == "stpete.env"
        assert one["volumes"] == [f"state:{STATE}"]
    settings = OURS["web"]["environment"]
    assert (settings["STPETE_HOME"], settings["STREAMS_PORT"]) == (STATE, str(liveness.STREAMS))


def test_every_setting_has_a_row_in_the_guide_and_every_row_is_a_setting() -> None:
    guide = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| `([A-Z_]+)` \|", guide, re.MULTILINE))
    assert rows == known_settings() - INTERNAL | {"PORT"}


def test_nothing_starts_before_the_database_is_up_to_date() -> None:
    for name, one in OURS.items():
        if name == "prepare":
            assert {other: told["condition"] for other, told in one["depends_on"].items()} == {
                "postgres": "service_healthy",
                "valkey": "service_healthy",
            }
        else:
            assert one["depends_on"] == {"prepare": {"condition": "service_completed_successfully"}}


def test_containers_are_nobody_in_particular_and_reached_from_the_machine_alone() -> None:
    (user,) = re.findall(r"^USER (\d+)$", IMAGE, re.MULTILINE)  # a number, which a cluster can tell from root's
    assert f"--uid {user} " in IMAGE
    assert f"STPETE_HOME={STATE}" in IMAGE
    for one in OURS.values():
        assert one["cap_drop"] == ["ALL"]
        assert one["security_opt"] == ["no-new-privileges:true"]
    for one in SERVICES.values():
        assert all(port.startswith("127.0.0.1:") for port in one.get("ports", []))
    for name, port in (("web", liveness.WEB), ("streams", liveness.STREAMS), ("inbound", liveness.INBOUND)):
        assert OURS[name]["ports"] == [f"127.0.0.1:{port}:{port}"]


def test_the_image_runs_the_web_process_and_brings_what_the_site_is_made_of() -> None:
    (command,) = re.findall(r"^CMD (\[.*?\])$", IMAGE.replace("\\\n", ""), re.MULTILINE)
    assert json.loads(command) == OURS["web"]["command"]
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    apps = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "benchmarks", "tools"}
    assert not {*apps, "static", "templates", "locale", "requirements", "manage.py", "LICENSE"} & set(ignored)
    assert ".*" in ignored, "neither history nor state nor secrets"


def test_every_health_check_asks_something_that_there_is() -> None:
    for name, one in OURS.items():
        check = one["healthcheck"]  # of its own: podman's format of images keeps none
        if not check.get("disable"):
            assert check["test"] == ["CMD", "python", "-m", "stpete_site.liveness", name]
            assert liveness.asked_of(name)
    assert 'CMD ["python", "-m", "stpete_site.liveness", "web"]' in IMAGE


def test_a_web_process_that_answers_is_alive_and_one_that_is_not_there_is_not() -> None:
    with make_server("127.0.0.1", 0, get_wsgi_application()) as server:
        answering = threading.Thread(target=server.handle_request)
        answering.start()
        assert liveness.web(server.server_port)
        answering.join()
    assert not liveness.web(plan.any_free_port())


def test_a_worker_that_is_not_there_is_not_alive() -> None:
    assert not liveness.worker("worker", patience=0.2)
