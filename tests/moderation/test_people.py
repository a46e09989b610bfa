"""Muting, suspending, appeals and the rest that staff do about people."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils.timezone import now

from accounts.models import Scope, User
from accounts.services import allow
from games.chat.services import say
from games.errors import Muted
from games.models import Game, Status, TenureStart
from games.play.positions import load
from games.tables.invitations import invite
from moderation import networks, services
from moderation.errors import AlreadySo, TooManyReports
from moderation.models import Complaint, ComplaintReason, Measure, NetworkSight, TrailRow
from moderation.permissions import HELPER, MODERATOR, OPERATOR
from moderation.tasks import end_measures
from notifications.tasks import send_mails
from stpete_site import retention
from tests.games.play_builders import begun
from tests.games.table_builders import table
from tests.moderation.staff import REASON, act, staff
from tests.people import PASSWORD, signed_in, token_of
from tests.programs import Program
from tests.tournaments.lifecycle.club import made
from tournaments.lifecycle.services.acts.messages import announce, post

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def nora(db) -> User:
    return staff("Nora", MODERATOR)


def test_who_is_mute_writes_nowhere_until_it_ends(nora, anna, boris):
    game = begun(anna, boris, now=now())
    act("mute", anna.pk, nora, now(), days=2)
    with pytest.raises(Muted):
        say(game_id=game.pk, user=anna, text="Hm", now=now())
    assert say(game_id=game.pk, user=anna, text="Hm", now=now() + 3 * DAY)
    own = table(anna, players=4, now=now())
    with pytest.raises(Muted):
        invite(game_id=own.pk, host=anna, whom="boris", word="You fool", now=now())
    assert invite(game_id=own.pk, host=anna, whom="boris", now=now())
    tournament = made(anna).pk
    for speaks, what in ((announce, "reason"), (post, "text")):
        with pytest.raises(Muted):
            speaks(tournament_id=tournament, director=anna, now=now(), **{what: "You fools"})
        assert speaks(tournament_id=tournament, director=anna, now=now() + 3 * DAY, **{what: "Welcome"})
    assert services.end_due_measures(now=now() + 3 * DAY) == 1
    with pytest.raises(AlreadySo):
        services.lift_measure(measure_id=Measure.objects.get().pk, now=now())


def test_a_suspended_person_comes_in_by_no_way_and_nobody_waits_for_him(nora, anna, boris):
    game, alone = begun(anna, boris, now=now()), begun(anna, "plain", now=now())
    own = table(anna, players=4, now=now())
    client, token = signed_in(anna), token_of(anna)
    act("suspend", anna.pk, nora, now(), days=7)
    assert client.get("/games/").status_code == 302
    assert Client().get("/api/v1/games/", headers={"Authorization": f"Token {token}"}).status_code in (401, 403)
    entered = Client().post("/accounts/login/", {"login": "anna@example.org", "password": PASSWORD})
    assert entered["Location"] == services.url_of(Measure.objects.get())
    assert REASON in Client().get(entered["Location"]).content.decode()
    play = load(game.pk)
    (seat,) = (seat.index for seat in play.seats if play.holder(seat.index).is_bot)
    assert play.holder(seat).began == TenureStart.KEPT
    assert load(alone.pk).seat_of(anna) is not None, "alone against bots nobody waits"
    later = begun(boris, anna, now=now())
    end_measures()
    assert load(later.pk).can_take_back(anna) is not None, "as the round of a tournament may begin meanwhile"
    assert Game.objects.get(pk=own.pk).status == Status.CLOSED


def test_a_suspension_ends_by_itself_and_he_takes_his_seat_back(nora, anna, boris):
    game = begun(anna, boris, now=now())
    act("suspend", anna.pk, nora, now(), days=1)
    assert services.end_due_measures(now=now()) == 0
    assert services.end_due_measures(now=now() + 2 * DAY) == 1
    anna.refresh_from_db()
    assert anna.is_active
    assert load(game.pk).can_take_back(anna) is not None


def test_he_is_told_by_mail_answers_once_and_is_answered(nora, anna):
    act("suspend", anna.pk, nora, now())
    send_mails()
    (first,) = [one for one in mail.outbox if "anna@example.org" in one.to]
    address = services.url_of(Measure.objects.get())
    assert REASON in first.body
    assert address in first.body
    client = Client()
    assert client.post(address, {"words": "It was not me."}).status_code == 302
    client.post(address, {"words": "Once more."})
    found = Measure.objects.get()
    assert found.appeal == "It was not me."
    act("answer-appeal", anna.pk, nora, now(), lifts=True)
    anna.refresh_from_db()
    assert anna.is_active
    assert Measure.objects.get().answer == REASON
    assert client.post(address, {"words": "Again"}).status_code == 302
    assert Client().get(address[:-3] + "xx/").status_code == 404
    assert [row.act for row in TrailRow.objects.all()] == ["suspend", "answer-appeal"]


def test_people_and_games_are_reported_with_what_everybody_knows(nora, anna, boris, clara):
    game = begun(anna, boris, now=now())
    for about in (f"players/{boris.pk}", f"games/{game.pk}"):
        assert signed_in(anna).get(f"/{about}/report/").status_code == 200
        assert signed_in(anna).post(f"/{about}/report/", {"reason": "conduct", "words": "Rude."}).status_code == 302
        signed_in(anna).post(f"/{about}/report/", {"reason": "other"})
    assert Complaint.objects.count() == 2
    assert any("Boris" in line for line in Complaint.objects.get(about=f"game:{game.pk}").context)
    assert signed_in(anna).get(f"/players/{anna.pk}/report/").status_code == 404
    Game.objects.filter(pk=game.pk).update(visibility="link")
    assert signed_in(clara).get(f"/games/{game.pk}/report/").status_code == 404
    row = Complaint.objects.latest("pk")
    page = f"/admin/moderation/complaint/{row.pk}/change/"
    assert "Rude." in signed_in(nora).get(page).content.decode()
    assert signed_in(nora).post(page, {"note": "Talked to him."}).status_code == 302
    row.refresh_from_db()
    assert (row.settled_by, row.note) == (nora, "Talked to him.")


def test_programs_report_as_pages_do(anna, boris, clara):
    game = begun(anna, boris, now=now())
    ask = Program(anna)
    for about in (f"players/{boris.pk}", f"games/{game.pk}"):
        for words in ("Rude.", "Very rude."):
            ask("POST", f"{about}/report/", {"reason": "conduct", "words": words}, 204)
        assert ask("POST", f"{about}/report/", {"reason": "nothing"}, 400)["errors"][0]["field"] == "reason"
    rows = Complaint.objects.order_by("pk").values_list("about", "words", "reporter")
    assert list(rows) == [(f"{word}:{one.pk}", "Rude.", anna.pk) for word, one in (("person", boris), ("game", game))]
    ask("POST", f"players/{anna.pk}/report/", {"reason": "other"}, 404)
    ask("POST", f"players/{2**40}/report/", {"reason": "other"}, 404)
    Game.objects.filter(pk=game.pk).update(visibility="link")
    Program(clara)("POST", f"games/{game.pk}/report/", {"reason": "other"}, 404)
    Program(anna, scopes=[Scope.READ])("POST", f"players/{boris.pk}/report/", {"reason": "other"}, 403)
    for number in range(8):
        services.file_complaint(
            about=f"x:{number}", context=[], reporter=anna, reason=ComplaintReason.OTHER, words="", now=now()
        )
    assert ask("POST", f"players/{clara.pk}/report/", {"reason": "other"}, 429)["code"] == "too_many_reports"


def test_a_day_has_ten_reports(anna):
    def report(number: int) -> None:
        services.file_complaint(
            about=f"person:{number}", context=[], reporter=anna, reason=ComplaintReason.OTHER, words="", now=now()
        )

    for number in range(10):
        report(number)
    with pytest.raises(TooManyReports):
        report(11)


def test_one_role_sees_who_came_from_one_network_for_thirty_days(nora, anna, boris):
    networks.note(user=anna, address="192.0.2.7", now=now())
    networks.note(user=boris, address="192.0.2.7", now=now())
    assert [(one["user"], one["shared"], one["smallest"]) for one in networks.others(anna)] == [(boris, 1, 2)]
    assert not NetworkSight.objects.filter(key__contains="192").exists()
    chief = User.objects.create_superuser("chief@example.org", "a long password", display_name="Chief")
    shown = {
        user.name: "Boris" in signed_in(user).get(f"/admin/about/person/{anna.pk}/").content.decode()
        for user in (nora, staff("Hella", HELPER), staff("Oleg", OPERATOR), chief)
    }
    assert shown == {"Nora": True, "Hella": False, "Oleg": False, "Chief": False}
    NetworkSight.objects.update(at=now() - 31 * DAY)
    retention.enforce(now=now())
    assert networks.others(anna) == []
    assert networks.key_of("2001:db8::1") == networks.key_of("2001:db8::2") != networks.key_of("2001:db8:1::1")
    assert networks.key_of("::ffff:203.0.113.9") == networks.key_of("203.0.113.9")
    assert (
        networks.key_of("::ffff:203.0.113.9")
        != networks.key_of("::ffff:203.0.113.8")
        != networks.key_of("nobody")
        == ""
    )


def test_a_mail_is_sent_once_more(anna, boris):
    oleg, game = staff("Oleg", OPERATOR), begun(anna, boris, now=now())
    send_mails()
    notification = anna.notifications.filter(kind="started").first()
    assert notification is not None
    before = notification.deliveries.count()
    act("resend-mail", notification.pk, oleg, now())
    assert notification.deliveries.count() == before + 1
    assert Game.objects.filter(pk=game.pk).exists()


def test_an_act_is_done_on_the_second_look_only(nora, anna):
    client, address = signed_in(nora), f"/admin/about/person/{anna.pk}/mute/"
    sent = {"reason": REASON, "days": "3"}
    assert client.get(address).status_code == 200
    assert client.post(address, {"days": "3"}).status_code == 422
    assert REASON in client.post(address, sent).content.decode()
    assert not Measure.objects.exists()
    assert client.post(address, {**sent, "step": "sure"}).status_code == 302
    assert Measure.objects.get().user == anna
    assert signed_in(staff("Hella", HELPER)).post(address, {**sent, "step": "sure"}).status_code == 403


def test_the_first_page_says_what_waits_and_the_box_finds_everything(nora, anna, boris):
    game = begun(anna, boris, now=now())
    services.file_complaint(
        about=f"person:{boris.pk}",
        context=[],
        reporter=anna,
        reason=ComplaintReason.OTHER,
        words="",
        now=now(),
    )
    client = signed_in(nora)
    assert "<strong>1</strong>" in client.get("/admin/").content.decode()
    found = client.get("/admin/search/", {"q": "Anna"}).content.decode()
    assert f"/admin/about/person/{anna.pk}/" in found
    assert f"/admin/about/game/{game.pk}/" in found, "by its host"
    assert f"/admin/about/game/{game.pk}/" in client.get("/admin/search/", {"q": str(game.pk)}).content.decode()
    assert signed_in(anna).get("/admin/search/", {"q": "Anna"}).status_code == 302
    assert client.get("/admin/search/", {"q": "²"}).status_code == 200, "a digit, and no number"


def test_a_program_that_is_renamed_is_still_called_one(nora, anna, boris):
    allow(anna, now=now())
    act("rename", anna.pk, nora, now(), new_name="A name of twenty let")
    anna.refresh_from_db()
    assert anna.display_name == "A name of twen (bot)"
    act("rename", boris.pk, nora, now(), new_name="Robert")
    boris.refresh_from_db()
    assert boris.display_name == "Robert"


def test_a_game_that_cannot_be_read_holds_up_no_other(nora, anna, boris, clara):
    broken, games = begun(anna, boris, now=now()), [begun(anna, boris, now=now()), begun(clara, boris, now=now())]
    Game.objects.filter(pk=broken.pk).update(options={"edition": "none"})
    act("suspend", anna.pk, nora, now(), days=7)
    act("suspend", clara.pk, nora, now(), days=7)
    assert [load(game.pk).can_take_back(who) is not None for game, who in zip(games, (anna, clara), strict=True)] == [
        True,
        True,
    ]
