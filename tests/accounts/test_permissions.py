"""Who may do what, as a table: each rule with who may and who may not."""

import pytest
from django.contrib.auth.models import Permission
from django.utils.timezone import now

from accounts.models import ApiToken, Scope
from accounts.permissions import can, rules
from api.endpoint import Endpoint
from arbiter.progression.plan import Plan, Swiss
from games.chat.services import say
from games.models import Game, Visibility
from games.play.positions import load
from games.selectors import queries
from moderation.actions import actions
from tests.games.boards import wander_on
from tests.games.play_builders import begun
from tests.games.table_builders import table
from tests.people import person
from tests.tournaments.leagues.test_leagues import league
from tests.tournaments.lifecycle.club import started

pytestmark = pytest.mark.django_db


class Public(Endpoint):
    tag, public = "games", True


class Own(Endpoint):
    tag, scope = "tables", Scope.TABLES


def token(user, *scopes):
    return ApiToken.objects.issue(user=user, name="x", scopes=scopes, now=now(), expires_at=None)[0]


def test_who_may_do_what(anna, boris, clara):
    public, hidden, over = begun(anna, boris), begun(anna, boris), begun(anna, boris)
    Game.objects.filter(pk=hidden.pk).update(visibility=Visibility.LINK)
    line = say(game_id=public.pk, user=boris, text="Hello", now=now())
    wander_on(over)
    shown, hidden, over = load(public.pk), load(hidden.pk), load(over.pk)
    gathering = queries.table(table(anna, visibility=Visibility.LINK, now=now()).pk)
    lobby = queries.table(table(anna, now=now()).pk)
    link = {"links": [hidden.game.link_token, gathering.link_token]}
    fjodor = person("Fjodor")
    tournament = started(anna, [boris, fjodor], Plan(stages=(Swiss(2),), sizes=None))
    of_tournament = Game.objects.filter(tournament_table__round__tournament=tournament).first()
    league(boris)
    of_anna = league(anna)
    everybody, nobody = {"visitor", "anna", "boris", "clara"}, set()
    table_of_rules = [
        ("watch game", shown, {}, everybody),
        ("watch game", hidden, {}, {"anna", "boris"}),
        ("watch game", hidden, link, everybody),
        ("see table", lobby, {}, everybody),
        ("see table", gathering, {}, {"anna"}),
        ("see table", gathering, link, everybody),
        ("see game or table", hidden, {}, {"anna", "boris"}),
        ("see game or table", load(gathering.pk), {}, {"anna"}),
        ("host table", gathering, {}, {"anna"}),
        ("talk at table", shown, {}, {"anna", "boris"}),
        ("read spectators' talk", shown, {}, nobody),
        ("read spectators' talk", over, {}, everybody),
        ("read message", line, {"play": shown}, {"anna", "boris"}),
        ("moderate talk", gathering, {}, {"anna"}),
        ("moderate talk", of_tournament, {}, {"anna"}),
        ("direct tournament", tournament, {}, {"anna"}),
        ("write to directors", tournament, {}, {"boris"}),
        ("direct game", of_tournament, {}, {"anna"}),
        ("direct game", public, {}, nobody),
        ("direct league", of_anna, {}, {"anna"}),
        ("ask endpoint", Public(), {"method": "GET", "token": None}, everybody),
        ("ask endpoint", Own(), {"method": "GET", "token": None}, everybody - {"visitor"}),
        ("ask endpoint", Own(), {"method": "POST", "token": token(anna, Scope.TABLES)}, everybody - {"visitor"}),
        ("ask endpoint", Own(), {"method": "POST", "token": token(anna, Scope.READ)}, nobody),
        ("answer invitations", None, {}, everybody),
        ("answer invitations", token(anna, Scope.TABLES), {}, everybody),
        ("answer invitations", token(anna, Scope.READ), {}, nobody),
        ("act as staff", actions()["suspend"], {}, nobody),
        ("moderation.see_addresses", None, {}, nobody),
    ]
    people = {"visitor": None, "anna": anna, "boris": boris, "clara": clara}
    for action, thing, known, expected in table_of_rules:
        found = {name for name, user in people.items() if can(user, action, thing, **known)}
        assert found == expected, (action, thing, known)
    stated = {action for action, *_rest in table_of_rules if "." not in action}
    assert stated == set(rules()), "each rule stands in the table"


def test_staff_may_what_their_permissions_say(clara):
    act = actions()["suspend"]
    clara.is_staff = True
    clara.save()
    assert not can(clara, "act as staff", act)
    app, _dot, name = act.permission.partition(".")
    clara.user_permissions.add(Permission.objects.get(content_type__app_label=app, codename=name))
    clara = type(clara).objects.get(pk=clara.pk)
    assert can(clara, act.permission)
    assert can(clara, "act as staff", act)
    clara.is_active = False
    assert not can(clara, act.permission)
    assert not can(clara, "act as staff", act)


def test_an_action_that_nobody_states_is_an_error(anna):
    with pytest.raises(KeyError):
        can(anna, "fly", None)
