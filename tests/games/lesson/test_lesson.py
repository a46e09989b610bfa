"""The lesson says nothing that the engine does not: every step is played, and every claim and figure asked of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.test import Client, RequestFactory
from django.utils import translation

import engine
from accounts.models import User
from games.lesson import figures
from games.lesson.chapters import CHAPTERS
from games.lesson.content import StepPage, advice_for
from games.lesson.courses import LEARNER
from games.lesson.scene import Chapter, LessonStep, Say
from games.lesson.views import next_step, steps_done
from games.models import Game
from games.options.strengths import STRENGTHS, USUAL
from tests.games.lesson.claims import CLAIMS
from tests.games.page_reading import text_of
from tests.people import signed_in

LANGUAGES = ("en", "de")
NUMBERS = {
    "en": r"\b(two|three|four|five|six|seven|eight|nine|ten|twenty|twice|second|third|both other)\b",
    "de": r"\b(zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwanzig|zweimal|zweite[nr]?|dritte[nr]?)\b",
}


def all_steps() -> Iterator[tuple[Chapter, int, LessonStep]]:
    for chapter in CHAPTERS.values():
        for number, step in enumerate(chapter.steps, start=1):
            yield chapter, number, step


STEPS = list(all_steps())
NAMES = [f"{chapter.key}-{number}" for chapter, number, _step in STEPS]


def said_in(step: LessonStep) -> list[Say]:
    return [step.before, step.ask, step.why, step.not_now, *step.wrong.values()]


@pytest.mark.parametrize(("chapter", "number", "step"), STEPS, ids=NAMES)
def test_what_a_step_claims_holds(chapter: Chapter, number: int, step: LessonStep) -> None:
    scene = chapter.scene(number)
    assert engine.waiting_for(scene.state) == (LEARNER,)
    assert scene.right in scene.view.moves
    assert len(scene.view.moves) > 1
    claims = CLAIMS[f"{chapter.key}-{number}"]
    assert claims
    assert [claim.__name__ for claim in claims if not claim(scene)] == []
    for begins in step.wrong:
        assert any(move.startswith(begins) and move != scene.right for move in scene.view.moves), begins


@pytest.mark.parametrize(("chapter", "number", "step"), STEPS, ids=NAMES)
def test_the_searching_bot_would_do_what_the_step_asks_for(chapter: Chapter, number: int, step: LessonStep) -> None:
    """Between its two moves where a step lets choose: some of these show what a card is for, where the bot may prefer a third."""
    assert advice_for(chapter, number).move == chapter.scene(number).right


CHOICES = [(name, one) for name, one in zip(NAMES, STEPS, strict=True) if one[2].other]


def test_the_learner_chooses_between_two_moves_in_every_chapter() -> None:
    assert len(CHOICES) >= 5
    assert {chapter.key for _name, (chapter, _number, _step) in CHOICES} == set(CHAPTERS)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("chapter", "number", "step"), [one for _name, one in CHOICES], ids=[name for name, _ in CHOICES]
)
def test_both_choices_are_buttons_without_script_and_both_are_answered(
    chapter: Chapter, number: int, step: LessonStep
) -> None:
    client, address = Client(), f"/learn/{chapter.key}/{number}/"
    right, other = chapter.scene(number).right, step.other
    page = client.get(address).content.decode()
    form = page.partition('class="acts two"')[2].partition("</form>")[0]
    assert set(re.findall(r'name="text" value="([^"]*)"', form)) == {right, other}
    for move in (right, other):
        told = client.post(f"{address}move/", {"text": move}, follow=True)
        shown, words = told.context["page"], " ".join(unescape(text_of(told)).split())
        assert (shown.is_right, shown.is_wrong) == (move == right, move == other)
        assert " ".join(shown.verdict(other).split()) in words, "what the other move costs is said to both"
        assert (" ".join(shown.why.split()) in words) == shown.is_right
        assert ('class="acts two"' in told.content.decode()) == shown.is_wrong, "choose again"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_to_a_choice_is_short(language: str) -> None:
    """What it would do, and what it costs, in at most two sentences."""
    with translation.override(language):
        for _name, (chapter, number, step) in CHOICES:
            said = [say for begins, say in step.wrong.items() if step.other.startswith(begins)] or [step.not_now]
            cost = chapter.scene(number, step.other).fill(said[0])
            assert len(re.findall(r"[.!?](?:\s|$)", cost)) <= 2, cost


def test_every_rule_that_the_lesson_must_teach_is_claimed_where_it_is_taught() -> None:
    rules = {name: " ".join(str(claim.__doc__) for claim in claims) for name, claims in CLAIMS.items()}
    for taught, ids in {
        "buying-5": ("REFILL-1", "REFILL-4", "ROUND-3"),
        "buying-6": ("REFILL-1", "REFILL-3"),
        "special-1": ("HAND-1", "HAND-2", "CARD-WARE-1", "ROUND-1"),
        "special-3": ("CARD-POT-1",),
        "special-4": ("CARD-OBS-2", "CARD-OBS-5", "END-1", "END-15"),
        "special-5": ("CARD-OBS-4", "END-11"),
    }.items():
        assert [rule for rule in ids if not re.search(rf"\b{rule}\b", rules[taught])] == [], taught


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("chapter", "number", "step"), STEPS, ids=NAMES)
def test_every_answer_is_answered_in_words(chapter: Chapter, number: int, step: LessonStep, language: str) -> None:
    """Whatever is legal: what it would do and why it is not wanted, without a place left open."""
    with translation.override(language):
        for move in chapter.scene(number).view.moves:
            page = StepPage(chapter, number, said=move)
            told = page.why if page.is_right else page.verdict(move)
            assert page.is_right == (move == chapter.scene(number).right)
            assert "%(" not in told
            assert len(told) > 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_figure_is_written_into_a_sentence(language: str) -> None:
    """A figure is asked of the engine, so a sentence has none, neither in digits nor in words."""
    with translation.override(language):
        for _chapter, _number, step in STEPS:
            for one in said_in(step):
                plain = re.sub(r"%\(\w+\)s", "", str(one.text))
                assert not re.search(r"\d", plain), plain
                assert not re.search(NUMBERS[language], plain, re.IGNORECASE), plain


def test_a_translation_has_the_same_places() -> None:
    """A figure that German leaves out or misspells would be an error only when the sentence is said."""
    with translation.override("de"):
        for _chapter, _number, step in STEPS:
            for one in said_in(step):
                german = set(re.findall(r"%\((\w+)\)s", str(one.text)))
                with translation.override("en"):
                    assert german == set(re.findall(r"%\((\w+)\)s", str(one.text)))


def test_prices_said_are_prices_paid() -> None:
    """What a step says of the price of its move is what the move takes away."""
    for chapter, number, _step in STEPS:
        scene = chapter.scene(number)
        if scene.offer(scene.right) is None:
            continue
        before, after = scene.me.rubles or 0, scene.after(scene.right).seats[LEARNER].rubles or 0
        assert before - after == figures.price_of(scene)


def test_the_end_costs_and_pays_as_the_rules_say() -> None:
    scene = CHAPTERS["end"].scene(1)
    assert figures.hand_cost_of(scene) == 5  # END-14
    assert figures.rubles_a_point(scene) == 10  # END-13


def progress_of(client: Client) -> tuple[str, int] | None:
    """Where the lesson goes on for this device."""
    request = RequestFactory().get("/")
    request.COOKIES.update({name: one.value for name, one in client.cookies.items()})
    return next_step(steps_done(request))


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_played_to_its_end_left_and_gone_on_with(language: str) -> None:
    client = Client(headers={"accept-language": language})
    with translation.override(language):
        for chapter, number, step in STEPS:
            address, scene = f"/learn/{chapter.key}/{number}/", chapter.scene(number)
            assert progress_of(client) == (chapter.key, number)
            if number == 1:
                assert scene.fill(step.ask) in unescape(text_of(client.get(address)))
                wrong = next(one for one in scene.view.moves if one != scene.right)
                told = client.post(f"{address}move/", {"text": wrong}, follow=True)
                assert told.context["page"].is_wrong
                assert progress_of(client) == (chapter.key, number), "a wrong answer is not progress"
            told = client.post(f"{address}move/", {"text": scene.right}, follow=True)
            assert " ".join(told.context["page"].why.split()) in unescape(text_of(told))
    assert progress_of(client) is None
    client.post("/learn/again/")
    assert progress_of(client) == ("buying", 1)


@pytest.mark.django_db
def test_nothing_but_an_answer_is_kept(django_assert_num_queries) -> None:
    client = Client()
    with django_assert_num_queries(0):
        client.get("/learn/buying/1/")
        client.get("/learn/buying/1/?said=buy+lumberjack")
        client.get("/learn/buying/1/?hint=1")
        assert "lesson" not in client.cookies
        client.post("/learn/buying/1/move/", {"text": "buy lumberjack"})
    assert client.cookies["lesson"].value
    client.cookies["lesson"] = "buying.7-exchange.4-end.6:forged"
    assert client.get("/learn/").context["next"] == ("buying", 1)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/learn/nothing/1/", "/learn/buying/0/", "/learn/buying/99/", "/learn/end/7/"])
def test_what_is_not_in_the_lesson_is_not_found(path: str) -> None:
    assert Client().get(path).status_code == 404
    assert Client().post(f"{path}move/", {"text": "pass"}).status_code == 404


@pytest.mark.django_db
def test_what_is_no_move_changes_nothing() -> None:
    said = Client().post("/learn/buying/1/move/", {"text": "buy everything"}, follow=True)
    assert not said.context["page"].is_wrong
    assert said.context["page"].holds


@pytest.mark.django_db
def test_the_first_page_says_what_wins_how_long_it_takes_and_what_the_symbols_mean() -> None:
    page = Client().get("/learn/")
    words = " ".join(unescape(text_of(page)).split())
    for said in ("The player with the most points", "seven to nine rounds", "20 to 30 minutes", "Two to six weeks"):
        assert said in words
    symbols = page.content.decode().partition('class="symbols"')[2].partition("</ul>")[0]
    assert symbols.count("<li>") == 9
    assert all(name in symbols for name in ("Rubles", "Victory points", "Start tokens", "Worker", "Exchange"))


@pytest.mark.django_db
@pytest.mark.parametrize("is_signed_in", [False, True])
def test_it_ends_with_a_practice_game_against_the_first_bot(anna: User, is_signed_in: bool) -> None:
    client = signed_in(anna) if is_signed_in else Client()
    end = CHAPTERS["end"]
    last = client.post(f"/learn/end/{len(end.steps)}/move/", {"text": end.scene(len(end.steps)).right}, follow=True)
    form = last.content.decode().partition('action="/play-now/"')[2].partition("</form>")[0]
    assert "Play your first game" in form
    begun = Game.objects.get(pk=int(client.post("/play-now/")["Location"].split("/")[2]))
    assert begun.is_running
    assert [one.bot for one in begun.participants.exclude(bot="")] == [USUAL]
    assert next(iter(STRENGTHS)) == USUAL, "the first rung"


@pytest.mark.django_db
def test_a_reload_loses_nothing() -> None:
    client = Client()
    client.post("/learn/buying/1/move/", {"text": CHAPTERS["buying"].scene(1).right})
    for _again in range(2):
        assert client.get("/learn/").context["next"] == ("buying", 2)
        assert client.get("/learn/buying/1/").context["done"] == 1
