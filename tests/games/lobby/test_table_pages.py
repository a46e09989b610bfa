"""The page of a table and of an invitation, and what they cost."""

import pytest
from django.test import Client
from django.utils.timezone import now

from games.models import Game, Invitation, Status, Visibility
from games.play.positions import load
from games.tables import invitations, links, sitting, tables
from games.tables.errors import TableClosed
from tests.people import signed_in

from ..page_reading import NEW_TABLE, statements, text_of
from ..play_builders import HOUR
from ..table_builders import table

pytestmark = pytest.mark.django_db


def test_the_table_shows_people_options_link_and_commitment(anna, boris):
    game = table(anna, "boris", players=3, open_hands=False, now=now())
    text = text_of(signed_in(anna).get(f"/tables/{game.pk}/"))
    for words in (game.commitment, "invited, no answer yet", "Boris", "hidden", "2 days per move", "about"):
        assert words in text, words
    assert game.link_token in signed_in(anna).get(f"/tables/{game.pk}/").content.decode()


def test_no_page_of_a_table_holds_the_secret(anna, boris, settings):
    game = Game.objects.with_secret().get(pk=table(anna, "boris", now=now()).pk)
    secret = bytes(game.secret).hex()
    token = game.invitations.get().token
    for client in (Client(), signed_in(anna), signed_in(boris)):
        for url in (f"/tables/{game.pk}/", f"/tables/{game.pk}/pulse/", f"/invitations/{token}/", "/lobby/"):
            assert secret not in client.get(url).content.decode()


def test_an_address_is_shown_to_the_host_only_and_whose_account_it_is_to_nobody(anna, boris, clara):
    game = table(anna, "boris@example.org", "friend@example.com", players=4, now=now())
    hosts = text_of(signed_in(anna).get(f"/tables/{game.pk}/"))
    assert "boris@example.org" in hosts
    assert "Boris" not in hosts
    others = text_of(signed_in(clara).get(f"/tables/{game.pk}/"))
    assert "@example" not in others
    assert "someone invited by email" in others


def test_a_blocked_wish_is_said_on_the_page(anna, boris, clara):
    game = table(anna, now=now())
    sitting.join_table(game_id=game.pk, user=boris, now=now())
    response = signed_in(clara).post(f"/tables/{game.pk}/join/", {"seen": "first"})
    assert response.status_code == 409
    assert "All seats at this table are taken." in text_of(response)
    response = signed_in(boris).post(f"/tables/{game.pk}/close/")
    assert response.status_code == 403
    assert "Only the host" in text_of(response)


def test_a_wrong_guest_is_said_at_the_field_with_what_was_typed(anna):
    game = table(anna, now=now())
    response = signed_in(anna).post(f"/tables/{game.pk}/invite/", {"whom": "Zoe"})
    assert response.status_code == 422
    assert response.context["invite_form"].errors["whom"] == [
        "There is no player named “Zoe”. Check the spelling, or invite by email address."
    ]
    assert 'value="Zoe"' in response.content.decode()


def test_the_host_does_everything_with_plain_forms(anna, boris):
    game = table(anna, players=4, now=now())
    host = signed_in(anna)
    url = f"/tables/{game.pk}/"
    host.post(url + "invite/", {"whom": "boris"})
    host.post(url + "revoke/", {"invitation": str(Invitation.objects.get().pk)})
    host.post(url + "bot/")
    host.post(url + "remove/", {"participant": str(game.participants.exclude(bot="").get().pk)})
    host.post(url + "fill/")
    assert game.participants.count() == 4
    game.refresh_from_db()
    assert game.status == Status.FULL
    host.post(url + "remove/", {"participant": str(game.participants.exclude(bot="").first().pk)})
    host.post(url + "change/", {**NEW_TABLE, "players": "4", "title": "Renamed"})
    Game.objects.update(expires_at=now() + HOUR)
    host.post(url + "prolong/")
    game.refresh_from_db()
    assert (game.title, game.players, game.status) == ("Renamed", 4, Status.OPEN)
    assert game.expires_at > now() + 2 * HOUR
    host.post(url + "close/")
    game.refresh_from_db()
    assert game.status == Status.CLOSED
    assert "The host closed this table." in text_of(host.get(url))


def test_a_table_made_smaller_until_bots_fill_it_begins_at_once(anna):
    game = table(anna, players=4, now=now())
    sitting.add_bots(game_id=game.pk, host=anna, now=now(), most=2)
    signed_in(anna).post(f"/tables/{game.pk}/change/", {**NEW_TABLE, "players": "3"})
    game.refresh_from_db()
    assert (game.players, game.status) == (3, Status.RUNNING)


def test_changing_the_table_begins_with_what_is_agreed(anna):
    game = table(anna, edition=1, first_workers="free", players=3, pace="bank-fast", now=now())
    form = signed_in(anna).get(f"/tables/{game.pk}/change/").context["form"]
    chosen = {
        name: form[name].value() for name in ("edition", "first_workers", "players", "pace", "play_on_empty_tableau")
    }
    assert chosen == {
        "edition": "1",
        "first_workers": "free",
        "players": "3",
        "pace": "bank-fast",
        "play_on_empty_tableau": "",
    }


def test_a_table_with_options_that_no_form_offers_yet_is_shown_and_begins(anna, boris):
    """FIRST-10, HURD-24: free first Workers in edition 2, and hurdles that the table has chosen."""
    chosen = ["any", "real", "bonus", "real-nobles", "any"]
    game = table(anna, sets=["market", "hurdles"], hurdles=chosen, first_workers="free", now=now())
    shown = text_of(signed_in(boris).get(f"/tables/{game.pk}/"))
    assert "Module 6: Hurdles (custom)" in shown
    assert "free first Worker phase" in shown
    form = signed_in(anna).get(f"/tables/{game.pk}/change/").context["form"]
    assert (form["edition"].value(), form["first_workers"].value()) == ("2", "free")
    sitting.join_table(game_id=game.pk, user=boris, now=now())
    assert tables.start_table(game_id=game.pk, now=now() + HOUR)
    seen = load(game.pk).view(None)
    assert seen.extras["hurdles"]["hurdles"][3]["hurdle"] == "real-nobles"
    assert seen.question.kind == "turn"


def test_after_a_change_the_joiner_agrees_with_one_click(anna, boris):
    game = table(anna, now=now())
    sitting.join_table(game_id=game.pk, user=boris, now=now())
    signed_in(anna).post(f"/tables/{game.pk}/change/", {**NEW_TABLE, "players": "2", "pace": "7d"})
    page = signed_in(boris).get(f"/tables/{game.pk}/")
    assert "Accept changes" in text_of(page)
    signed_in(boris).post(f"/tables/{game.pk}/agree/", {"seen": page.context["page"].seen})
    game.refresh_from_db()
    assert game.status == Status.FULL


def test_a_table_by_link_is_there_for_who_followed_the_link(anna, boris, clara):
    game = table(anna, visibility=Visibility.LINK, now=now())
    assert signed_in(boris).get(f"/tables/{game.pk}/").status_code == 404
    client = signed_in(boris)
    assert client.get(f"/t/{game.link_token}/").url == f"/tables/{game.pk}/"
    assert client.get(f"/tables/{game.pk}/").status_code == 200
    host = signed_in(anna)
    assert "Invite link" in text_of(host.get(f"/tables/{game.pk}/"))
    client.post(f"/tables/{game.pk}/join/", {"seen": "first"})
    game.refresh_from_db()
    assert game.status == Status.FULL
    assert "Invite link" not in text_of(host.get(f"/tables/{game.pk}/")), "nobody could follow it"
    assert Client().get("/t/guessed/").status_code == 404


def test_many_links_are_kept_and_the_oldest_forgotten(anna, settings):
    settings.MOST_OPEN_TABLES = 100
    games = [table(anna, visibility=Visibility.LINK, now=now()) for _ in range(links.KEPT + 1)]
    client = Client()
    for game in games:
        client.get(f"/t/{game.link_token}/")
    assert [client.get(f"/tables/{game.pk}/").status_code for game in games] == [302] + [200] * links.KEPT


def test_the_pulse_tells_that_something_changed_and_where_the_game_is(anna, boris):
    game = table(anna, now=now())
    client = signed_in(anna)
    before = client.get(f"/tables/{game.pk}/pulse/").json()
    assert client.get(f"/tables/{game.pk}/").context["page"].state == before["state"]
    sitting.join_table(game_id=game.pk, user=boris, now=now() - HOUR)
    assert client.get(f"/tables/{game.pk}/pulse/").json()["state"] != before["state"]
    tables.start_due(now=now())
    assert client.get(f"/tables/{game.pk}/pulse/").json()["game"] == f"/games/{game.pk}/"
    assert client.get(f"/tables/{game.pk}/").url == f"/games/{game.pk}/"


def test_the_page_of_a_table_takes_six_statements(anna, boris):
    """The reader, the table, its people, its invitations, how long such games take, the badge."""
    game = table(anna, "boris", "friend@example.com", bots=1, players=4, now=now())
    _page, caught = statements(signed_in(anna), f"/tables/{game.pk}/")
    assert len(caught) == 6
    _page, caught = statements(signed_in(anna), f"/tables/{game.pk}/pulse/")
    assert len(caught) <= 5


def test_looking_at_an_invitation_answers_nothing(anna, boris):
    invitation = table(anna, "boris", now=now()).invitations.get()
    for client in (Client(), signed_in(boris)):
        assert client.get(f"/invitations/{invitation.token}/").status_code == 200
        assert client.get(f"/invitations/{invitation.token}/accept/").status_code == 405
        assert client.get(f"/invitations/{invitation.token}/decline/").status_code == 405
    invitation.refresh_from_db()
    assert invitation.state == "open"


def test_an_invitation_is_accepted_with_one_click(anna, boris):
    game = table(anna, "boris", now=now())
    url = f"/invitations/{game.invitations.get().token}/"
    page = signed_in(boris).get(url)
    assert "Anna invites you to play" in text_of(page)
    response = signed_in(boris).post(url + "accept/", {"seen": page.context["page"].seen})
    assert response.url == f"/tables/{game.pk}/"
    assert signed_in(boris).get(url).url == f"/tables/{game.pk}/"


def test_a_stranger_declines_with_one_click(anna):
    game = table(anna, "friend@example.com", now=now())
    url = f"/invitations/{game.invitations.get().token}/"
    response = Client().post(url + "decline/", follow=True)
    assert "This invitation was declined." in text_of(response)
    assert game.invitations.get().state == "declined"


def test_somebody_elses_invitation_shows_nothing_of_the_table(anna, boris, clara):
    game = table(anna, "boris", title="Private matter", now=now())
    page = text_of(signed_in(clara).get(f"/invitations/{game.invitations.get().token}/"))
    assert "for someone else" in page
    assert "Private matter" not in page
    assert "Boris" not in page


def test_a_guessed_invitation_is_not_found(db):
    assert Client().get("/invitations/guessed/").status_code == 404
    assert Client().post("/invitations/guessed/decline/").status_code == 404


def test_each_way_in_which_an_invitation_ends_has_words_of_its_own(anna, boris):
    """What the page says, it says again to who sends an old form; the code is the same for programs."""

    def ended(act) -> tuple[str, str]:
        game = table(anna, "boris", players=3, title="Ended", now=now())
        invitation = game.invitations.get()
        act(game, invitation)
        url = f"/invitations/{invitation.token}/"
        page, refused = text_of(signed_in(boris).get(url)), signed_in(boris).post(url + "accept/", {"seen": "first"})
        assert refused.status_code == 409
        assert "Anna invited you to play" in page
        assert 'name="seen"' not in refused.content.decode()
        (said,) = {sentence for sentence in ALL if sentence in page}
        assert said in text_of(refused)
        return said, text_of(signed_in(anna).get(f"/tables/{game.pk}/"))

    def expire(game, invitation):
        Game.objects.filter(pk=game.pk).update(expires_at=now() - HOUR)
        assert tables.expire_due(now=now()) == 1

    declined, _page = ended(lambda game, one: invitations.decline_invitation(token=one.token, user=boris, now=now()))
    revoked, _page = ended(
        lambda game, one: invitations.revoke_invitation(game_id=game.pk, host=anna, invitation_id=one.pk, now=now())
    )
    closed, closed_page = ended(lambda game, one: tables.close_table(game_id=game.pk, host=anna, now=now()))
    expired, expired_page = ended(expire)
    assert (declined, revoked, closed, expired) == ALL
    assert "The host closed this table." in closed_page
    assert "This table has expired because not all seats were filled in time." in expired_page


ALL = (
    "This invitation was declined.",
    "The host revoked this invitation.",
    "This invitation is no longer valid because the host closed the table.",
    "This invitation has expired because not all seats at the table were filled in time.",
)


def test_who_comes_too_late_to_a_table_reads_why(anna, boris, clara):
    begun_one, shut, old = (table(anna, players=2, now=now() - HOUR) for _ in range(3))
    sitting.join_table(game_id=begun_one.pk, user=boris, now=now() - HOUR)
    assert tables.start_due(now=now()) == 1
    tables.close_table(game_id=shut.pk, host=anna, now=now())
    Game.objects.filter(pk=old.pk).update(expires_at=now())
    tables.expire_due(now=now())
    said = []
    for game in (begun_one, shut, old):
        with pytest.raises(TableClosed) as refused:
            sitting.join_table(game_id=game.pk, user=clara, now=now())
        said.append(str(refused.value))
    assert said == [
        "The game at this table has started.",
        "The host closed this table.",
        "This table has expired because not all seats were filled in time.",
    ]
