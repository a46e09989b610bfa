"""The strengths of bots: chosen by a host, played by their bots, and read by everybody at the table."""

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.timezone import now

import engine
from accounts.names import check_name
from engine.bots import BOTS
from games.board.people import people
from games.emails.tables import table as table_letter
from games.lobby.forms import QuickForm, StrengthForm
from games.models import Game, Participant, Source, Status, Tenure
from games.options.strengths import STRENGTHS, bot_names
from games.play.automatic import answer_for_bot
from games.play.positions import load
from games.play.seats import KEEPER, resign
from games.replay.record import record_of
from games.tables import tables
from games.tables.errors import UnknownBot
from games.tables.gathering import BOT
from tests.people import signed_in

from ..page_reading import NEW_TABLE, text_of
from ..play_builders import NOON, begun, play_on
from ..table_builders import agreed_over, table, terms

pytestmark = pytest.mark.django_db


def seated(game):
    """The bots of a table, in the order in which they sat down."""
    return list(Participant.objects.filter(game=game).exclude(bot="").values_list("bot", flat=True))


def test_every_bot_has_its_words_and_no_word_is_without_a_bot():
    assert list(STRENGTHS) == [bot for bot in BOTS if bot.startswith("rung-")]
    assert STRENGTHS.keys() == dict(StrengthForm().fields["strength"].choices).keys()
    assert {BOT, KEEPER} <= BOTS.keys()
    with translation.override("de"):
        assert [str(one.word) for one in STRENGTHS.values()] == [
            "erstes Spiel",
            "leicht",
            "mittel",
            "schwer",
            "sehr schwer",
            "Meister",
        ]


def test_every_bot_of_a_game_has_a_name_that_is_its_own_and_stays():
    for game in range(7):
        table = bot_names(game, ["rung-4", "rung-1", "rung-1", "rung-4"])
        assert len({one.called for one in table}) == 4
        assert len({one.called[0] for one in table}) == 4, "nor is an emblem like another"
        drawn = bot_names(game, ["rung-1", "rung-4", "rung-4", "rung-1"])
        assert {one.full for one in drawn} == {one.full for one in table}, "the seats are drawn, the names stay"
        assert bot_names(game, ["rung-4", "rung-1"]) == table[:2], "whoever sits down later renames nobody"
        assert len({one.called for one in bot_names(game, ["rung-1"] * 5)}) == 5
    assert len({bot_names(game, ["rung-1"])[0].called for game in range(5)}) == 5, "one meets them all"


def test_a_name_shows_the_strength_and_fits_where_a_persons_name_does():
    (alone,) = bot_names(3, ["rung-4"])
    assert (alone.called, alone.full) == ("Rastrelli", "Rastrelli (hard)")
    (old,) = bot_names(3, ["of-old"])
    assert old.full == "Bot 1 (of-old)", "a bot of an old game that is no longer offered"
    assert bot_names(3, []) == []
    for language in ("en", "de"):
        with translation.override(language):
            assert max(len(one.full) for game in range(5) for one in bot_names(game, list(BOTS))) <= 20


def test_no_name_belongs_to_two_strengths_and_no_person_may_take_one():
    names = [name for strength in STRENGTHS.values() for name in strength.names]
    assert len(names) == len(set(names)) == 5 * len(STRENGTHS)
    for name in names:
        with pytest.raises(ValidationError) as refused:
            check_name(f" {name.upper()}")
        assert refused.value.code == "name_reserved"


def test_a_bot_that_an_organiser_makes_stronger_keeps_its_name():
    (before,) = bot_names(8, ["rung-1"])
    (after,) = bot_names(8, ["rung-1"], ["rung-4"])
    assert (after.called, after.strength) == (before.called, "hard")


def test_a_table_with_a_medium_bot_begins_and_the_bot_answers(anna):
    game = tables.create_table(host=anna, terms=terms(), bots=["rung-3"], now=NOON)
    play = play_on(game, until=lambda play: not play.holder(engine.waiting_for(play.state)[0]).user, now=NOON)
    (index,) = engine.waiting_for(play.state)
    assert play.holder(index).bot == "rung-3"
    assert answer_for_bot(seat_id=play.seats[index].pk, now=NOON)
    assert (Source.BOT, index) in [(row.source, row.seat) for row in load(game.pk).rows[len(play.rows) :]]


def test_the_form_of_a_new_table_seats_bots_of_the_strength_chosen(anna):
    page = signed_in(anna).get("/tables/new/")
    for strength in STRENGTHS.values():
        assert str(strength.about) in text_of(page)
    signed_in(anna).post("/tables/new/", {**NEW_TABLE, "players": "4", "seat_2": "rung-2", "seat_4": "rung-4"})
    assert seated(Game.objects.get()) == ["rung-2", "rung-4"]


def test_a_host_adds_and_fills_with_bots_of_different_strength_and_all_read_it(anna, boris):
    game = table(anna, players=4, now=now())
    host, url = signed_in(anna), f"/tables/{game.pk}/"
    assert "Bot strengths" in text_of(host.get(url))
    host.post(url + "bot/", {"strength": "rung-4"})
    assert '<option value="rung-4" selected>' in host.get(url).content.decode(), "the next one is likely the same"
    host.post(url + "fill/", {"strength": "rung-1"})
    assert seated(game) == ["rung-4", "rung-1", "rung-1"]
    names = [one.full for one in bot_names(game.pk, seated(game))]
    assert [name.partition(" ")[2] for name in names] == ["(hard)", "(first game)", "(first game)"]
    for page in (url, "/games/"):
        text = text_of(host.get(page))
        assert all(name in text for name in names)
    assert table_letter(game).players == ["Anna", *names]
    assert "Bot strengths" not in text_of(signed_in(boris).get(url)), "only the host adds bots"


@pytest.mark.parametrize(("chosen", "bot"), [({}, "rung-1"), *(({"strength": bot}, bot) for bot in STRENGTHS)])
def test_a_quick_game_is_played_by_bots_of_the_strength_chosen(anna, chosen, bot):
    signed_in(anna).post("/play-a-bot/", {"bots": "2", **chosen})
    game = Game.objects.get()
    assert game.status == Status.RUNNING
    assert list(Tenure.objects.filter(seat__game=game).exclude(bot="").values_list("bot", flat=True)) == [bot, bot]


def test_a_second_click_with_another_strength_is_another_game(anna):
    first = tables.quick_game(user=anna, terms=terms(), bot="rung-2", now=NOON)
    assert tables.quick_game(user=anna, terms=terms(), bot="rung-2", now=NOON).pk == first.pk
    other = tables.quick_game(user=anna, terms=terms(), bot="rung-4", now=NOON)
    assert other.pk != first.pk
    assert seated(other) == ["rung-4"]


def test_a_bot_that_does_not_exist_is_refused_everywhere_with_one_sentence(anna):
    sentence = str(UnknownBot.sentence)
    host = signed_in(anna)
    for path, wish in (
        ("/play-a-bot/", {"strength": "search-9"}),
        ("/tables/new/", {**NEW_TABLE, "seat_2": "search-9"}),
    ):
        refused = host.post(path, wish)
        assert refused.status_code == 422
        assert sentence in text_of(refused)
    assert not Game.objects.exists()
    game = table(anna, players=3, now=now())
    for act in ("bot", "fill"):
        refused = host.post(f"/tables/{game.pk}/{act}/", {"strength": "search-9"})
        assert refused.status_code == 422
        assert sentence in text_of(refused)
    for act in (
        lambda: tables.create_table(host=anna, terms=terms(), bots=["search-9"], now=NOON),
        lambda: tables.quick_game(user=anna, terms=terms(), bot="search-9", now=NOON),
    ):
        with pytest.raises(UnknownBot) as error:
            act()
        assert error.value.code == "unknown_bot"
    assert Game.objects.count() == 1
    assert seated(game) == []
    assert QuickForm({"strength": "search-9"}).errors.as_data()["strength"][0].code == "invalid_choice"


def test_game_page_log_replay_archive_api_and_record_tell_the_strength(anna, boris):
    game = begun(anna, "rung-2", "rung-1", now=now())
    play = play_on(game, until=lambda play: play.game.ply == 3, now=now())
    names = people(play, None)
    full = {one.bot: one.name for one in names if one.is_bot}
    said = {bot: name.partition(" ") for bot, name in full.items()}
    assert {bot: word for bot, (_name, _, word) in said.items()} == {"rung-2": "(easy)", "rung-1": "(first game)"}
    page = text_of(signed_in(anna).get(f"/games/{game.pk}/"))
    assert all(name in page for name in full.values())
    assert any(f"{name} bought" in page for name, _, _word in said.values()), "running text stays short"
    answer = signed_in(anna).get(f"/api/v1/games/{game.pk}/").json()
    told = {seat["bot"]: seat["name"] for seat in answer["seats"]}
    assert told == {None: "Anna", **full}
    agreed_over(game, now=now())
    for path in (f"/games/{game.pk}/replay/", "/archive/"):
        text = text_of(signed_in(boris).get(path))
        assert all(name in text for name in full.values()), path
    over = load(game.pk)
    called = [f"{name} (bot {bot})" for bot, (name, _, _word) in said.items()]
    assert sorted(record_of(over)["seats"]) == sorted(["Anna", *called])


def test_who_leaves_a_table_of_strong_bots_is_replaced_by_the_plain_one(anna, boris):
    game = begun(anna, boris, "rung-4")
    resign(game_id=game.pk, user=boris, source=Source.PAGE, now=NOON)
    play = load(game.pk)
    seats = people(play, None)
    (standing_in,) = (person for person in seats if person.plays_for)
    assert standing_in.initial == standing_in.called[0], "an emblem of its own"
    assert len({str(person) for person in seats}) == 3, "no two seats alike"
    assert {person.name: person.bot for person in seats} == {
        "Anna": "",
        f"{standing_in.called} (very easy), for Boris": "plain",
        bot_names(game.pk, ["rung-4"])[0].full: "rung-4",
    }


def test_a_rematch_is_against_bots_as_strong_as_before(anna):
    game = agreed_over(begun(anna, "rung-3", "rung-2"))
    again = tables.rematch(game_id=game.pk, user=anna, now=NOON)
    assert sorted(seated(again)) == ["rung-2", "rung-3"]
