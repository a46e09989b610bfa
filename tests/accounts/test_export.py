"""All that is kept about somebody, as one file: every app adds its part, and nothing in it is another's or hidden from him."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from typing import Any
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.test import Client
from django.utils.timezone import now

from accounts import export
from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from games.chat.services import report_line, say
from games.models import Game, Invitation, LogRow, ReportReason
from moderation import services
from moderation.models import Complaint, Measure, StaffNote
from moderation.permissions import MODERATOR
from notifications.models import Notification
from tests.accounts.test_devices import DESK, sign_in
from tests.games.boards import wander_on
from tests.games.play_builders import begun, play_on
from tests.games.whole_records import archived
from tests.moderation.staff import REASON, act, staff
from tests.people import PASSWORD, signed_in, token_of
from tests.tournaments.lifecycle.club import started
from tournaments.rated.services import take

pytestmark = pytest.mark.django_db

ADDRESS = "/profile/export/"


def taken(client: Client) -> dict[str, Any]:
    """The files of the archive, after showing the password once more."""
    asked = client.post(ADDRESS)
    assert asked["Location"].startswith("/accounts/reauthenticate/?next=")
    answer = client.post(asked["Location"], {"password": PASSWORD})
    assert answer["Content-Type"] == "application/zip"
    with ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as packed:  # type: ignore[attr-defined]
        assert packed.testzip() is None
        return {
            name: json.loads(packed.read(name)) if name.endswith(".json") else packed.read(name).decode()
            for name in packed.namelist()
        }


def test_every_app_adds_its_part_by_a_module_that_lies_there():
    found = {part.name for part in export.parts()}
    assert {"profile.json", "told.json", "mails-to-the-site.json", "games.json", "ratings.json"} <= found
    apps_of_ours = [config.name for config in apps.get_app_configs() if config.name in
                    ("accounts", "notifications", "moderation", "incoming_mail", "games", "tournaments")]  # fmt: skip
    assert {part.read.__module__.partition(".")[0] for part in export.parts()} == set(apps_of_ours)


def test_it_holds_what_he_did_and_wrote_and_was_told(anna: User, boris: User, clara: User):
    finished = begun(anna, boris, rated=True, now=now())
    wander_on(finished, now=now())
    take()
    running = begun(anna, boris, now=now())
    play_on(running, until=lambda play: play.game.version >= 20, now=now())
    say(game_id=running.pk, user=anna, text="Mine to keep", now=now())
    say(game_id=running.pk, user=boris, text="His to keep", now=now())
    started(anna, [anna, boris, clara], Plan(stages=(Swiss(2),), sizes=None))
    Invitation.objects.create(game=finished, inviter=anna, email="aunt@example.org", word="Come and play")
    Notification.objects.create(app="games", kind="your_turn", key="one", subject=f"game:{running.pk}", user=anna)
    Notification.objects.create(app="games", kind="your_turn", key="two", subject="game:777", user=boris)
    key = token_of(anna)
    found = taken(sign_in(DESK))

    assert found["profile.json"]["email"] == "anna@example.org"
    assert found["signing-in.json"]["devices"][0]["label"] == "Firefox, Linux"
    assert {seat["game"] for seat in found["games.json"]["seats"]} >= {finished.pk, running.pk}
    assert found["games.json"]["invited"][0]["word"] == "Come and play"
    assert [line["text"] for line in found["words.json"]["lines"]] == ["Mine to keep"]
    assert [row["subject"] for row in found["told.json"]["notifications"] if row["kind"] == "your_turn"].count(
        "game:777"
    ) == 0
    assert found["ratings.json"]["changes"]
    assert found["tournaments.json"]["entries"][0]["title"]
    assert found[f"records/{finished.pk}.json"]["moves"]
    everything = json.dumps(found)
    for kept in ("boris@example.org", "His to keep", "aunt@example.org", key, anna.password, running.link_token):
        assert kept not in everything, kept


def test_of_a_running_game_it_holds_his_own_moves_and_nothing_hidden(anna: User, boris: User):
    game = begun(anna, boris, now=now(), open_hands=False, secret=b"s" * 32)
    play_on(game, until=lambda play: play.game.version >= 25, now=now())
    found = taken(sign_in(DESK))
    assert not [name for name in found if name.startswith("records/")]
    own = LogRow.objects.filter(game=game, seat=0).order_by("number").values_list("text", flat=True)
    assert [row["text"] for row in found["moves.json"][str(game.pk)]] == list(own)
    everything = json.dumps(found)
    assert (b"s" * 32).hex() not in everything
    assert Game.objects.get().commitment not in everything, "what is not asked for is not there"


def test_it_holds_what_was_decided_about_him_and_what_he_reported_and_nothing_of_staff(anna: User, boris: User):
    nora = staff("Nora", MODERATOR)
    act("rename", anna.pk, nora, now(), new_name="Anuschka")
    act("mute", anna.pk, nora, now(), days=3)
    measure = Measure.objects.get()
    services.appeal(measure_id=measure.pk, words="I did not mean it", now=now())
    Complaint.objects.create(reporter=anna, about=f"person:{boris.pk}", reason="stalling", words="Days!", at=now())
    of_her = {
        "about": f"person:{anna.pk}",
        "reason": "other",
        "words": "words of a reporter",
        "note": "staff note",
    }
    Complaint.objects.create(reporter=boris, at=now(), **of_her)
    Complaint.objects.filter(reporter=anna).update(settled_at=now(), settled_by=nora, note="staff note")
    StaffNote.objects.create(about=f"person:{anna.pk}", by=nora, at=now(), text="staff note")
    game = begun(anna, boris, now=now())
    line = say(game_id=game.pk, user=boris, text="Heard by her", now=now())
    report_line(line=line, reporter=anna, seen=None, reason=ReportReason.INSULT, words="Rude", now=now())
    found = {name: content for part in export.parts() for name, content in part.files(anna)}

    (decided,) = found["measures.json"]["measures"]
    assert (decided["kind"], decided["reason"], decided["appeal"]) == ("mute", REASON, "I did not mean it")
    (renamed,) = found["measures.json"]["acts"]
    assert (renamed["act"], renamed["reason"]) == ("rename", f"{REASON}\nAnna → Anuschka")
    (told,) = found["reports.json"]["reports"]
    assert (told["about"], told["words"]) == (f"person:{boris.pk}", "Days!")
    (spoken,) = found["words.json"]["reported"]
    assert (spoken["game"], spoken["number"], spoken["words"]) == (game.pk, line.number, "Rude")
    everything = json.dumps(found, default=str)
    for kept in ("words of a reporter", "staff note", "Nora", "settled_by"):
        assert kept not in everything, kept


def test_somebody_who_had_a_seat_for_a_while_gets_the_moves_of_that_while(anna: User, boris: User):
    game = begun(anna, boris, now=now())
    play_on(game, until=lambda play: play.game.version >= 20, now=now())
    seat = game.seats.get(index=0)
    seat.tenures.update(until=now(), until_number=10, ended="replaced")
    seat.tenures.create(user=None, bot="plain", since_number=10, since=now() + timedelta(seconds=1))
    numbers = [row["number"] for row in taken(sign_in(DESK))["moves.json"][str(game.pk)]]
    assert numbers
    assert max(numbers) <= 10


def test_a_record_that_cannot_be_written_is_named_and_keeps_nothing_else_out(anna: User, boris: User):
    games = [begun(anna, boris, now=now()) for _ in range(3)]
    for game in games:
        wander_on(game, now=now())
    first, bad, last = (f"records/{game.pk}.json" for game in games)
    Game.objects.filter(pk=games[1].pk).update(result={"ended": "by a fault", "seats": []})
    found = taken(sign_in(DESK))
    assert found[first]["moves"]
    assert found[last]["moves"]
    assert found["ratings.json"]["changes"] == []
    assert bad not in found
    assert [line for line in found["MISSING.txt"].splitlines() if line.endswith(".json")] == [bad]


def test_a_part_that_cannot_be_written_is_named_and_keeps_nothing_else_out(anna: User):
    """An account that was erased by another process while its archive was made."""
    gone = User(pk=anna.pk + 1000, display_name="Anna", language="de")
    found = archived(gone)
    assert "profile.json" in str(found["MISSING.txt"]).splitlines()
    assert "Diese Dateien fehlen" in str(found["MISSING.txt"])
    assert {"people.json", "games.json", "told.json", "ratings.json"} <= found.keys()
    assert "MISSING.txt" not in archived(anna)


def test_it_speaks_his_language_and_takes_a_proof_and_a_post_and_is_given_a_few_times_a_day(anna: User):
    User.objects.update(language="de")
    client = sign_in(DESK)
    assert "Was http" in taken(client)["README.txt"]
    assert client.get(ADDRESS).status_code == 405
    assert Client().post(ADDRESS)["Location"].startswith("/accounts/login/")
    assert signed_in(anna).post(ADDRESS)["Location"].startswith("/accounts/reauthenticate/")
    assert [client.post(ADDRESS).status_code for _ in range(5)] == [200] * 4 + [429]


def test_a_new_column_of_a_person_is_exported_only_on_purpose():
    """Whoever adds a column to `User` names it here, or among those of `export` that are secret or ours."""
    exported = {one.name for one in User._meta.concrete_fields} - export.SECRET - export.OURS
    assert " ".join(sorted(exported)) == (
        "active_on automatic_vacation avatar_colour avatar_pattern came_by_link confirm_moves created_at display_name email "
        "hide_results id is_staff keyboard_shortcuts language last_login log_pictures mail_stopped_at pass_by_itself "
        "shows_presence tell_mistakes time_zone waking_hours warn_too_late window_height window_ratio window_width"
    )
