"""Nobody of the staff reads or settles what others report about him, or about what he has a part in."""

from __future__ import annotations

import pytest
from django.utils.timezone import now

from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from games.chat import services
from games.chat.services import say
from games.models import Game, Line, Report, ReportReason, Room
from games.staff import is_own, owned
from moderation.errors import OwnMatter
from moderation.models import Complaint, StaffNote
from moderation.roles import MODERATOR
from moderation.services import complaints
from tests.games.play_builders import begun
from tests.moderation.staff import act, staff
from tests.people import signed_in
from tests.tournaments.lifecycle.club import started

pytestmark = pytest.mark.django_db


@pytest.fixture
def nora(db) -> User:
    return staff("Nora", MODERATOR)


def test_reports_and_notes_about_oneself_are_for_others(nora, anna):
    other, game = staff("Olaf", MODERATOR), begun(nora, anna, now=now())
    rows = []
    for about in (f"person:{nora.pk}", f"game:{game.pk}"):
        rows.append(Complaint.objects.create(reporter=anna, about=about, reason="other", words="A bad act", at=now()))
        StaffNote.objects.create(about=about, by=other, at=now(), text="To be watched")
    for reader, sees in ((nora, False), (other, True)):
        client = signed_in(reader)
        pages = ["/admin/moderation/complaint/", "/admin/moderation/staffnote/"]
        pages += [f"/admin/about/{row.about.replace(':', '/')}/" for row in rows]
        pages += [f"/admin/moderation/complaint/{row.pk}/change/" for row in rows]
        for page in pages:
            text = client.get(page, follow=True).content.decode()
            assert ("A bad act" in text or "To be watched" in text) == sees, (reader, page)
        assert ("<strong>2</strong>" in client.get("/admin/").content.decode()) == sees, "not even how many"
    assert signed_in(nora).post(f"/admin/about/person/{nora.pk}/note/", {"text": "I did well"}).status_code == 403
    for row in rows:
        with pytest.raises(OwnMatter):
            complaints.settle(complaint_id=row.pk, staff=nora, note="", now=now())
        complaints.settle(complaint_id=row.pk, staff=other, note="", now=now())


def test_reports_of_own_lines_and_games_are_for_others(nora, anna, boris):
    other, game = staff("Olaf", MODERATOR), begun(nora, anna, now=now())
    found = []
    for author, reporter in ((nora, anna), (anna, boris)):
        line = say(game_id=game.pk, user=author, text="Hm", now=now())
        kind = ReportReason.OTHER
        found.append(
            services.report(line=line, reporter=reporter, seen=None, reason=kind, words="Very rude", now=now())
        )
    elsewhere = begun(anna, boris, now=now())
    own = Line.objects.create(game=elsewhere, room=Room.WATCHERS, number=1, author=nora, text="Hm", at=now())
    found.append(Report.objects.create(line=own, reporter=boris, reason="other", words="Very rude", at=now()))
    for reader, sees in ((nora, False), (other, True)):
        assert ("Very rude" in signed_in(reader).get("/admin/games/report/").content.decode()) == sees
        assert ("<strong>3</strong>" in signed_in(reader).get("/admin/").content.decode()) == sees
    for one in found:
        with pytest.raises(OwnMatter):
            services.settle(report_id=one.pk, staff=nora, now=now())
        assert services.settle(report_id=one.pk, staff=other, now=now()).settled_by == other


def test_who_is_the_host_or_has_a_part_in_the_tournament_has_a_part_in_its_games(nora, anna, boris, clara):
    hosted = begun(anna, boris, now=now())
    Game.objects.filter(pk=hosted.pk).update(host=nora)
    assert is_own(hosted.pk, nora)
    tournament = started(nora, [anna, boris, clara], Plan(stages=(Swiss(2),), sizes=None))
    games = list(Game.objects.filter(tournament_table__round__tournament=tournament))
    assert games
    for one in games:
        assert is_own(one.pk, nora), "who directs it"
        assert is_own(one.pk, clara), "who plays in it, at another table"
        assert not is_own(one.pk, staff(f"Olaf {one.pk}", MODERATOR))
    assert set(owned(nora)) == {hosted.pk, *(one.pk for one in games)}
    with pytest.raises(OwnMatter):
        act("extend-clock", games[0].pk, nora, now(), seat=0, hours=5)
