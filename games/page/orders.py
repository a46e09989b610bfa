"""Conditional orders beside the board: the form that writes their words, the box of words, and templates that one keeps."""

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from django.utils.translation import gettext as _

from accounts.activity import person_of
from accounts.models import User
from games.board.standing import OrderBox, order_lines, order_words
from games.board.table import number_in, version_in
from games.errors import GameError
from games.models import OrderTemplate, Source
from games.names.cards import Deck
from games.page.views import render_game, wish
from games.play.errors import NotAnOrder
from games.play.moves import give_orders, read_orders, revoke_pass, supposed_view
from games.play.positions import Play, load

MOST_TEMPLATES = 12
LONGEST_SUPPOSED = 200
WHEN = {
    "lies": "if {card} lies, ",
    "below": "if {card} lies below, ",
    "gone": "if {card} is gone, ",
    "afford": "if I can afford {card}, ",
}
DEEDS = {"buy": "buy {card}", "take": "take {card}", "play": "play {card}", "pub": "Pub as many as possible"}
PASSES = {
    "change": "pass until change",
    "afford": "pass until somebody takes a card I could afford",
    "phase": "pass this phase",
    "round": "pass this round",
    "ask": "ask me",
}
"""What the choices of the form write, in words of `engine.standing_words`."""


@wish
def orders(request: HttpRequest, game_id: int) -> HttpResponse | None:
    """Give the orders of the box, or none; or show them again: tested, with one more line that the form writes, from a template.
    What is refused is shown again, too."""
    user, sent = person_of(request), request.POST
    text, done = sent.get("text", ""), sent.get("do", "")
    supposed = sent.get("supposed", "")[:LONGEST_SUPPOSED].strip() if done == "test" else ""
    try:
        if done == "give":
            version = version_in(request)
            give_orders(game_id=game_id, user=user, text=text, version=version, source=Source.PAGE, now=now())
            return None
        if done == "revoke":
            revoke_pass(game_id=game_id, user=user)
            return None
        play = load(game_id)
        seat = play.acting_seat(user)
        if done == "add":
            text = f"{text.rstrip()}\n{_written(request, play)}".strip()
        elif done == "keep":
            _keep(user, play, sent.get("name", ""), text)
        elif "drop" in sent:
            OrderTemplate.objects.filter(user=user, pk=number_in(sent["drop"]) or 0).delete()
        elif "template" in sent:
            kept = OrderTemplate.objects.filter(user=user, pk=number_in(sent["template"]) or 0).first()
            text = kept.text if kept else ""
        view = supposed_view(play, seat, supposed)
        lines = order_lines(read_orders(play, text), view, Deck(play.options), supposed)
    except GameError as error:
        play = load(game_id)
        play.acting_seat(user)  # who has none is refused without the game
        return render_game(request, play, error=error, box=OrderBox(text, supposed=supposed))
    return render_game(request, play, box=OrderBox(text, lines, supposed))


def _written(request: HttpRequest, play: Play) -> str:
    """The line that the choices of the form mean, in the words of its reader. Raises NotAnOrder."""
    sent = request.POST
    card, most, keep = sent.get("card", ""), number_in(sent.get("most", "")), number_in(sent.get("keep", ""))
    deed = DEEDS.get(sent.get("deed", ""), "")
    limit = f" up to {most}" if most is not None and sent.get("deed") in ("buy", "play") else ""
    first = [WHEN.get(sent.get("when", ""), "") + deed + limit] if deed else []
    second = ["take {card}"] if sent.get("else") and sent.get("deed") == "buy" else []
    last = PASSES.get(sent.get("last", ""), "")
    line = ", else ".join([*first, *second, *([last] if last else [])]).format(card=card)
    line += f"; keep {keep} rubles" if keep else ""
    return order_words(read_orders(play, line), Deck(play.options))


def _keep(user: User, play: Play, name: str, text: str) -> None:
    name = " ".join(name.split())[:40]
    read_orders(play, text)
    if not name or not text.strip():
        raise NotAnOrder(_("Give the template a name, and write at least one order."))
    known = OrderTemplate.objects.filter(user=user)
    if known.count() >= MOST_TEMPLATES and not known.filter(name=name).exists():
        raise NotAnOrder(_("You have reached the limit of templates. Delete one first."))
    OrderTemplate.objects.update_or_create(user=user, name=name, defaults={"text": text})
