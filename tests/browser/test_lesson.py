"""The lesson is played to its end by keys alone, as fast as somebody could who reads nothing."""

from __future__ import annotations

from games.lesson.chapters import CHAPTERS
from games.lesson.scene import LessonStep, Scene
from tests.browsing import Visitor
from tests.processes_of_the_site import Site

WIDTH = "document.documentElement.scrollWidth"


def keys_for(scene: Scene, *, chooses: bool) -> tuple[str, list[str]]:
    """What has the focus at first, as a selector, and the keys that give the right answer from there. A step that `chooses` has a
    button for the move."""
    text = scene.right
    if chooses:
        return f'#teacher button[name=text][value="{text}"]', ["Enter"]
    if text == "pass":
        return "#ready button[value=pass]", ["Enter"]
    slot = next(one for one in scene.slots() if one.take == text or any(offer.move == text for offer in one.offers))
    card = f'button[name=card][value="{slot.row}.{slot.place}.{slot.card}"]'
    if slot.take == text:
        return card, ["Enter", "t"]
    place = [offer.move for offer in slot.offers].index(text) + 1
    return card, ["Enter", *([str(place)] if len(slot.offers) > 1 else []), "b"]


def test_the_lesson_is_played_to_its_end_by_keys(site: Site, visit: Visitor) -> None:
    site.web()

    def begin(page):
        page.goto(site.url)
        page.get_by_role("main").get_by_role("link", name="Learn to play").click()
        page.get_by_role("main").get_by_role("link", name="Start lesson").click()
        page.locator("#teacher").wait_for()

    def answer(page, scene: Scene, step: LessonStep):
        start, keys = keys_for(scene, chooses=bool(step.other))
        page.locator(start).first.focus()
        for key in keys:
            page.wait_for_load_state()  # before the scripts of a new chapter's page run, a letter says nothing
            page.keyboard.press(key)
            if key == "Enter" and len(keys) > 1:
                page.locator("#move form.acts").wait_for()
        page.locator("#teacher.right").wait_for()
        box = page.locator("#teacher").bounding_box()
        assert box["y"] >= 0, "the reason is in the window"
        assert page.evaluate("document.activeElement.id") == "go-on"
        assert page.evaluate(WIDTH) <= page.viewport_size["width"]
        page.keyboard.press("Enter")
        page.locator("#teacher.right").wait_for(state="detached")

    visit(begin)
    for chapter in CHAPTERS.values():
        scenes = map(chapter.scene, range(1, len(chapter.steps) + 1))
        for scene, step in zip(scenes, chapter.steps, strict=True):
            visit(lambda page, scene=scene, step=step: answer(page, scene, step))
    assert "/games/" in visit(lambda page: page.url), "and then a game"
