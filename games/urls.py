"""Addresses of tables and games, the archive, the lesson, the chats, the rules and the cards.

A request tries all addresses before its own: what is asked most comes first.
"""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from games.card_popups import views as card_popups_views
from games.chat import views as chat_views
from games.dumps import views as dumps_views
from games.dumps.services import PARQUET
from games.guests import views as guests_views
from games.handbook import views as handbook_views
from games.handbook.library import PAGES
from games.hints import views as hints_views
from games.imports import views as imports_views
from games.lesson import views as lesson_views
from games.lobby import hours_views, list_views, seat_views, seek_views, table_views
from games.offline_summary import views as offline_summary_views
from games.og_image import views as og_image_views
from games.page import orders as page_orders
from games.page import proposals as page_proposals
from games.page import pulse as page_pulse
from games.page import views as page_views
from games.practice import views as practice_views
from games.puzzles import views as puzzles_views
from games.reference import views as reference_views
from games.replay import views as replay_views
from games.review import views as review_views
from games.search import views as search_views
from games.search.exporting import FORMS
from games.solo import views as solo_views
from games.statistics import views as statistics_views
from games.text_client import views as text_client_views

app_name = "games"

POSITION = "games/<int:game_id>/picture/<int:ply>/<str:language>"
MOVE = "games/<int:game_id>/guess/<int:seat>/<int:ply>/<str:score>/"


class HandbookPage(StringConverter):
    """A page of the players' rules beside the first."""

    regex = "|".join(slug for slug in PAGES if slug != "base")


register_converter(HandbookPage, "handbook")

urlpatterns = [
    path("games/<int:game_id>/", page_views.game, name="game"),
    path("games/<int:game_id>/log/", page_views.log, name="log"),
    path("games/<int:game_id>/pulse/", page_pulse.pulse, name="pulse"),
    path("games/<int:game_id>/seen/", page_pulse.seen, name="seen"),
    path("games/<int:game_id>/move/", page_views.move, name="move"),
    path("games/<int:game_id>/pass/", page_views.standing_pass, name="pass"),
    path("games/<int:game_id>/preset/", page_views.preset, name="preset"),
    path("games/<int:game_id>/orders/", page_orders.orders, name="orders"),
    path("games/<int:game_id>/back/", page_views.back, name="back"),
    path("games/<int:game_id>/proposal/", page_proposals.proposal, name="proposal"),
    path("games/<int:game_id>/gift/", page_proposals.gift, name="gift"),
    path("games/<int:game_id>/resign/", page_views.resign, name="resign"),
    path("games/<int:game_id>/rematch/", page_views.rematch, name="rematch"),
    path("games/<int:game_id>/play-again/", page_views.play_again, name="play-again"),
    path("games/<int:game_id>/replay/", replay_views.replay, name="replay"),
    path("games/<int:game_id>/embed/", replay_views.embed, name="embed"),
    path("games/<int:game_id>/replay/<int:ply>/note/", replay_views.note, name="move-note"),
    path("games/<int:game_id>/result/", replay_views.reveal, name="reveal"),
    path("games/<int:game_id>/charts/", replay_views.charts, name="charts"),
    path("games/<int:game_id>/proof/", replay_views.proof, name="proof"),
    path("games/<int:game_id>/record.json", replay_views.record, name="record"),
    path("solo/", solo_views.overview, name="solo"),
    path("solo/<slug:key>/", solo_views.results, name="solo-results"),
    path("solo/<slug:key>/play/", solo_views.play, name="solo-play"),
    path("games/<int:game_id>/sheet/<slug:shelf>/<slug:id>/", card_popups_views.sheet, name="sheet"),
    path("games/<int:game_id>/glimpse/", offline_summary_views.show, name="glimpse"),
    path("games/<int:game_id>/picture/<str:language>.png", og_image_views.picture, name="picture"),
    path(f"{POSITION}.png", og_image_views.position_picture, {"kind": "png"}, name="position-png"),
    path(f"{POSITION}.svg", og_image_views.position_picture, {"kind": "svg"}, name="position-svg"),
    path("archive/imports/", imports_views.imports, name="imports"),
    path("archive/imports/<int:number>/remove/", imports_views.remove, name="import-remove"),
    path("games/<int:game_id>/review/", review_views.review, name="review"),
    path("puzzles/", puzzles_views.today, name="puzzle-today"),
    path("puzzles/all/", puzzles_views.archive, name="puzzles"),
    path("puzzles/<int:puzzle_id>/", puzzles_views.puzzle, name="puzzle"),
    path("puzzles/<int:puzzle_id>/answer/", puzzles_views.answer, name="puzzle-answer"),
    path("games/<int:game_id>/play-on/", practice_views.play_on, name="play-on"),
    path("games/<int:game_id>/guess/", practice_views.guess, name="guess"),
    path(MOVE, practice_views.guess_move, name="guess-move"),
    path(f"{MOVE}answer/", practice_views.guess_answer, name="guess-answer"),
    path("archive/", search_views.archive, name="archive"),
    path("archive/saved/", search_views.change_saved, name="saved-searches"),
    path("archive/feed/<str:token>/", search_views.feed, name="search-feed"),
    *(path(f"archive/records.{form}", search_views.records, {"form": form}, f"records-{form}") for form in FORMS),
    path("archive/dumps/", dumps_views.dumps, name="dumps"),
    path("archive/dumps/<slug:month>.jsonl.gz", dumps_views.dump, name="dump"),
    path("archive/dumps/<slug:month>.parquet", dumps_views.dump, {"form": PARQUET}, name="dump-parquet"),
    path("statistics/", statistics_views.show, name="statistics"),
    path("games/", list_views.mine, name="mine"),
    path("games/next/", list_views.next_game, name="next"),
    path("contributions/", table_views.contributions_of, name="contributions"),
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
