"""Addresses of tables and games, the lesson, the chats, the rules and the cards."""

from importlib import import_module

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from games.chat import views as chat_views
from games.guests import views as guests_views
from games.handbook import views as handbook_views
from games.handbook.library import PAGES
from games.hints import views as hints_views
from games.lesson import views as lesson_views
from games.lobby import contribution_views, hours_views, list_views, seat_views, seek_views, table_views
from games.reference import views as reference_views
from games.text_client import views as text_client_views

app_name = "games"

ROOMS = (
    "page",
    "replay",
    "review",
    "solo",
    "card_popups",
    "offline_summary",
    "og_image",
    "puzzles",
    "practice",
    "search",
    "imports",
    "dumps",
    "statistics",
)
"""Rooms with a `urls.py` of their own. They come first, because a request tries all addresses before its own."""


class HandbookPage(StringConverter):
    """A page of the players' rules beside the first."""

    regex = "|".join(slug for slug in PAGES if slug != "base")


register_converter(HandbookPage, "handbook")

urlpatterns = [
    *(pattern for room in ROOMS for pattern in import_module(f"games.{room}.urls").urlpatterns),
    path("games/", list_views.mine, name="mine"),
    path("games/next/", list_views.next_game, name="next"),
    path("contributions/", contribution_views.contributions_of, name="contributions"),
    path("lobby/", list_views.lobby, name="lobby"),
    path("lobby/seats/", seat_views.seats, name="seats"),
    path("games/<int:game_id>/seats/<int:seat>/", seat_views.seat, name="seat"),
    path("play/", seek_views.play, name="play"),
    path("play/<int:seek_id>/leave/", seek_views.leave, name="seek-leave"),
    path("play/<int:seek_id>/bots/", seek_views.take_bots, name="seek-bots"),
    path("players/<int:user_id>/challenge/", seek_views.challenge, name="challenge"),
    path("profile/hours/", hours_views.hours, name="hours"),
    path("profile/vacation/", hours_views.book, name="vacation"),
    path("profile/vacation/end/", hours_views.end, name="vacation-end"),
    path("play-a-bot/", list_views.quick, name="quick"),
    path("tables/new/", list_views.new, name="new"),
    path("tables/<int:game_id>/", table_views.show, name="table"),
    path("tables/<int:game_id>/pulse/", table_views.pulse, name="table-pulse"),
    path("tables/<int:game_id>/change/", table_views.change, name="table-change"),
    *(
        path(f"tables/<int:game_id>/{wish}/", table_views.act, {"wish": wish}, f"table-{wish}")
        for wish in table_views.WISHES
    ),
    path("tables/<int:game_id>/invite/", table_views.invite, name="table-invite"),
    path("t/<str:token>/", guests_views.link, name="link"),
    path("t/<str:token>/sit/", guests_views.sit, name="sit"),
    path("invitations/<str:token>/", table_views.show_invitation, name="invitation"),
    path("invitations/<str:token>/accept/", table_views.accept, name="invitation-accept"),
    path("invitations/<str:token>/decline/", table_views.decline, name="invitation-decline"),
    path("play-now/", guests_views.play_now, name="play-now"),
    path("play/friend/", guests_views.host, name="host-friend"),
    path("guest/take-along/", guests_views.take_along, name="take-along"),
    path("guest/forget/", guests_views.forget_me, name="forget-guest"),
    path("guest/<str:key>/", guests_views.come_back, name="guest-key"),
    path("games/<int:game_id>/hint/", hints_views.hint, name="hint"),
    path("games/<int:game_id>/mistakes/", hints_views.mistakes, name="mistakes"),
    path("learn/", lesson_views.lesson, name="lesson"),
    path("learn/again/", lesson_views.again, name="lesson-again"),
    path("learn/<slug:chapter>/<int:number>/", lesson_views.step, name="lesson-step"),
    path("learn/<slug:chapter>/<int:number>/move/", lesson_views.answer, name="lesson-answer"),
    path("games/<int:game_id>/chat/", chat_views.table, name="chat"),
    path("games/<int:game_id>/chat/say/", chat_views.say, name="say"),
    path("games/<int:game_id>/chat/watchers/", chat_views.watchers, name="watchers"),
    path("games/<int:game_id>/notes/", chat_views.notes, name="notes"),
    path("chat/messages/<int:line_id>/remove/", chat_views.remove, name="message-remove"),
    path("chat/messages/<int:line_id>/report/", chat_views.report, name="message-report"),
    path("players/<int:user_id>/mute/", chat_views.mute, name="mute"),
    path("chat/mine.json", chat_views.mine, name="chat-export"),
    path("games/<int:game_id>/text/", text_client_views.text, name="text"),
    path("act/<str:token>/", text_client_views.act, name="act"),
    path("rules/exact/", handbook_views.exact, name="exact"),
    path("rules/<handbook:slug>/", handbook_views.handbook, name="handbook"),
    path("rules/search/", reference_views.search, name="rules-search"),
    path("rules/<int:number>/", reference_views.section, name="section"),
    path("rules/<str:id>/", reference_views.rule, name="rule"),
    path("cards/", reference_views.cards, name="cards"),
    path("cards/<slug:shelf>/<slug:id>/", reference_views.card, name="card"),
    path("cards/<slug:shelf>/<slug:id>/sheet/", reference_views.sheet, name="card-sheet"),
]
