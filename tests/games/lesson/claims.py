"""What the sentences of the lesson say beside figures, by chapter and step: each is asked of the engine."""

from collections.abc import Callable, Mapping

import engine
from games.lesson import figures as f
from games.lesson.courses import BOT, LEARNER, OPTIONS
from games.lesson.scene import Scene


def workers_pay_alike(scene: Scene) -> bool:
    """Every Worker of the tableau pays the same, and none is cheaper than the one asked for."""
    cards = [scene.deck[slot.card] for slot in scene.slots()]
    cheapest = min(f.price_of(scene, move) for move in scene.view.moves)
    return len({(card.rubles, card.points) for card in cards}) == 1 and f.price_of(scene) == cheapest


def a_copy_is_cheaper(scene: Scene) -> bool:
    return f.terms(scene, "same-name") > 0


def buildings_pay_no_rubles(scene: Scene) -> bool:
    cards = [scene.deck[slot.card] for slot in scene.slots()]
    return all(card.group == "blue" and not card.rubles for card in cards)


def enough_for_any_noble(scene: Scene) -> bool:
    nobles = next(phase for phase in scene.view.phases if phase.name == "noble")
    return max(scene.deck[card].cost for card, _count in nobles.contents) <= (scene.me.rubles or 0)


def too_dear_for_nobles_with_points(scene: Scene) -> bool:
    """After the Hospital none of them could be paid any more."""
    left = (scene.me.rubles or 0) - f.price_of(scene, "buy hospital")
    return left < min(card.cost for card in engine.cards(OPTIONS) if card.pile == "noble" and card.points)


def nobles_come_next(scene: Scene) -> bool:
    names = [phase.name for phase in scene.view.phases]
    return scene.view.phase == "building" and names[names.index("building") + 1] == "noble"


def learner_begins(scene: Scene) -> bool:
    phase = next(phase for phase in scene.view.phases if phase.current)
    return phase.start_seat == LEARNER and not scene.view.passes


def dear_nobles_bring_points(scene: Scene) -> bool:
    """All Nobles bring rubles, and those with points cost more than those without."""
    nobles = [card for card in engine.cards(OPTIONS) if card.pile == "noble"]
    dear, cheap = ([card.cost for card in nobles if bool(card.points) == scores] for scores in (True, False))
    return all(card.rubles for card in nobles) and min(dear) > max(cheap)


def none_of_the_nobles_pays_more(scene: Scene) -> bool:
    nobles = [card for slot in scene.slots() if (card := scene.deck[slot.card]).group == "red"]
    best = scene.deck[scene.card(scene.right)]
    return all((one.rubles, one.points) <= (best.rubles, best.points) for one in nobles) and len(nobles) > 1


def start_markers_have_moved_on(scene: Scene) -> bool:
    """With two players they change hands (ROUND-3)."""
    first, now = scene.course.steps[0].step.state, scene.state
    starts = [
        {phase.name: phase.start_seat for phase in engine.view_for(state, LEARNER).phases} for state in (first, now)
    ]
    own = {name for name, seat in starts[1].items() if seat == LEARNER}
    return own == {"building", "exchange"} and all(starts[0][name] != seat for name, seat in starts[1].items())


def cards_in_rows(view: engine.View) -> int:
    return sum(slot is not None for slot in (*view.upper, *view.lower))


def rows_were_full(scene: Scene) -> bool:
    """Before the first turn of the round, so the Worker phase began without new cards (REFILL-1, REFILL-4)."""
    view = Scene(scene.course, scene.ply - 1).view
    workers = [next(phase.left for phase in one.phases if phase.name == "worker") for one in (scene.view, view)]
    return cards_in_rows(view) == len(view.upper) and not any(view.upper) and workers[0] == workers[1]


def earns_before_buildings_score(scene: Scene) -> bool:
    return scene.view.phase == "worker" and f.income_of(scene.view, "green")[0] > 0


def free_places_were_filled(scene: Scene) -> bool:
    """New cards go into the upper row, until both rows together are full (REFILL-1, REFILL-3)."""
    new = [slot.card for slot in scene.view.upper if slot]
    blue = all(scene.deck[card].group == "blue" for card in new)
    return blue and cards_in_rows(scene.view) == len(scene.view.upper)


def all_of_the_lower_row_is_cheaper(scene: Scene) -> bool:
    offers = [offer for slot in scene.view.lower if slot for offer in slot.offers]
    return bool(offers) and all(f.terms(scene, "lower-row", offer.move) > 0 for offer in offers)


def nothing_in_the_lower_row_is_cheaper(scene: Scene) -> bool:
    prices = [offer.price for slot in scene.view.lower if slot for offer in slot.offers if offer.over is None]
    return f.price_of(scene) == min(prices)


def only_the_controller_could_go(scene: Scene) -> bool:
    builder = next(slot for slot in scene.slots() if slot.card == "builder")
    return {offer.over for offer in builder.offers} == {"controller"}


def hardly_better(scene: Scene) -> bool:
    """Over the Controller the Builder would bring a ruble more and a point less."""
    before = f.income_of(scene.view, "red")
    after = f.income_of(scene.after("buy builder lower over controller"), "red")
    return after[0] - before[0] == 1 and after[1] < before[1]


def taking_is_free(scene: Scene) -> bool:
    return scene.after(scene.right).seats[LEARNER].rubles == scene.me.rubles


def builder_waits(scene: Scene) -> bool:
    """He is in the hand, and replaces a Noble."""
    is_red = engine.card(OPTIONS, "builder").replaces.startswith("noble")
    return is_red and any(slot.card == "builder" for slot in scene.me.hand or ())


def author_is_cheapest(scene: Scene) -> bool:
    nobles = [
        offer.price
        for slot in (*scene.view.upper, *scene.view.lower)
        if slot and scene.deck[slot.card].group == "red" and not scene.deck[slot.card].exchange
        for offer in slot.offers
    ]
    return f.price_of(scene) == min(nobles)


def price_is_the_difference(scene: Scene) -> bool:
    """Printed cost less that of the card replaced, and nothing else."""
    offer = scene.offer(scene.right)
    return offer is not None and [term.kind for term in offer.terms] == ["printed", "replaces"]


def author_leaves_and_builder_comes(scene: Scene) -> bool:
    after = scene.after(scene.right)
    names = [shown.card for shown in after.seats[0].display]
    return "builder" in names and "author" not in names and "author" in after.discard


def wharf_has_no_target(scene: Scene) -> bool:
    wharf = next(slot for slot in scene.slots() if slot.card == "wharf")
    later = next(slot for slot in Scene(scene.course, scene.ply + 2).slots() if slot.card == "wharf")
    return wharf.blocked == "no-target" and bool(later.offers)


def only_the_ship_fits(scene: Scene) -> bool:
    """Of all that lies in the display only the Ship Builder may be replaced by the Wharf."""
    wharf = next(slot for slot in scene.slots() if slot.card == "wharf")
    workers = {shown.card for shown in scene.me.display if scene.deck[shown.card].group == "green"}
    return {offer.over for offer in wharf.offers} == {"ship-builder"} and len(workers) > 1


def it_is_the_exchange_phase(scene: Scene) -> bool:
    return scene.view.phase == "exchange" and scene.deck[scene.card(scene.right)].pile == "worker"


def hand_is_full(scene: Scene) -> bool:
    """So nothing can be taken (HAND-1)."""
    return scene.me.hand_count == scene.me.hand_limit and not any(move.startswith("take ") for move in scene.view.moves)


def best_noble_is_too_dear(scene: Scene) -> bool:
    return next(slot for slot in scene.slots() if slot.card == "mistress-of-ceremonies").blocked == "too-expensive"


def hand_holds_one_more(scene: Scene) -> bool:
    """The Warehouse raises the limit and scores nothing (HAND-2, CARD-WARE-1)."""
    card = scene.deck["warehouse"]
    after = scene.after(scene.right).seats[LEARNER]
    return after.hand_limit == scene.me.hand_limit + 1 and not card.points and not card.rubles


def goes_with_the_lower_row(scene: Scene) -> bool:
    """The Warehouse lies where cards are discarded when the round ends (ROUND-1), and this is its last phase."""
    return any(slot and slot.card == "warehouse" for slot in scene.view.lower) and scene.view.phase == "exchange"


def a_judge_is_there_already(scene: Scene) -> bool:
    return any(slot.card == "judge" for slot in scene.me.hand or ())


def pays_most(scene: Scene) -> bool:
    """Of all Nobles in the rows."""
    nobles = [scene.deck[slot.card] for slot in (*scene.view.upper, *scene.view.lower) if slot]
    best = scene.deck[scene.card(scene.right)]
    return all((one.rubles, one.points) <= (best.rubles, best.points) for one in nobles if one.group == "red")


def counts_more_than_it_costs(scene: Scene) -> bool:
    """A Potemkin Village scores nothing, and its exchange value is above its cost (CARD-POT-1)."""
    card = scene.deck["potemkin-village"]
    return f.terms(scene, "replaces") > card.cost and not card.points


def any_other_costs_more(scene: Scene) -> bool:
    others = [move for move in scene.view.moves if move.startswith("buy catherine-palace lower over")]
    return all(f.price_of(scene, move) >= f.price_of(scene) for move in others) and len(others) > 1


def looks_in_the_building_phase(scene: Scene) -> bool:
    """Instead of another action, and only then (CARD-OBS-2)."""
    return scene.view.phase == "building" and any(move.startswith("draw ") for move in scene.view.moves)


def turns_face_down(scene: Scene) -> bool:
    """So it does not score this time (CARD-OBS-5)."""
    before, after = (f.income_of(view, "blue")[1] for view in (scene.view, scene.after(scene.right)))
    return after == before - scene.deck["observatory"].points


def only_workers_are_past(scene: Scene) -> bool:
    """The last round: green cards have paid for the last time, red ones not yet (END-1, END-15)."""
    names = [phase.name for phase in scene.view.phases]
    return scene.view.ending and names.index("worker") < names.index(scene.view.phase) < names.index("noble")


def never_back_to_the_pile(scene: Scene) -> bool:
    """Buy it or discard it; taking needs room in the hand (CARD-OBS-4)."""
    return {move.split()[0] for move in scene.view.moves} == {"buy", "discard"}


def full_price(scene: Scene) -> bool:
    offer = scene.offer(scene.right)
    return offer is not None and [term.kind for term in offer.terms] == ["printed"]


def a_new_noble(scene: Scene) -> bool:
    """Different Nobles count at the end (END-11)."""
    return f.nobles_of(scene, f.RIGHT)[0] == f.nobles_of(scene)[0] + 1


def last_round(scene: Scene) -> bool:
    """A pile is empty, and the game ends with this round."""
    empty = any(phase.left == 0 for phase in scene.view.phases)
    return scene.view.ending and empty and scene.course.steps[-1].step.state.round == scene.view.round


def all_that_is_for_sale(scene: Scene) -> bool:
    question = scene.view.question
    return question is not None and question.kind == "pub" and scene.right == f"pub {question.maximum}"


def a_new_name(scene: Scene) -> bool:
    names = {shown.card for shown in scene.me.display}
    return scene.card(scene.right) not in names and f.nobles_of(scene, f.RIGHT)[0] == f.nobles_of(scene)[0] + 1


def each_counts_more(scene: Scene) -> bool:
    """The step from here is as large as the number of names."""
    return f.nobles_of(scene, f.RIGHT)[1] - f.nobles_of(scene)[1] == f.nobles_of(scene, f.RIGHT)[0]


def noble_scoring_comes(scene: Scene) -> bool:
    return scene.view.phase == "noble"


def no_scoring_any_more(scene: Scene) -> bool:
    return scene.view.phase == "exchange" and scene.view.ending


def a_name_comes_and_none_goes(scene: Scene) -> bool:
    """Over the second Author; over any other Noble a name would go."""
    others = [move for move in scene.view.moves if move.startswith("play patriarch over") and move != scene.right]
    more = f.nobles_of(scene, f.RIGHT)[0] == f.nobles_of(scene)[0] + 1
    return more and all(f.nobles_of(scene, move) == f.nobles_of(scene) for move in others)


def a_card_less_in_hand(scene: Scene) -> bool:
    return scene.after(scene.right).seats[LEARNER].hand_count == scene.me.hand_count - 1


def hospital_is_too_dear(scene: Scene) -> bool:
    slot = next(slot for slot in scene.me.hand or () if slot.card == "hospital")
    return slot.blocked == "too-expensive"


def learner_wins(scene: Scene) -> bool:
    return f.final_of(scene).winner and not f.final_of(scene, BOT).winner


CLAIMS: Mapping[str, tuple[Callable[[Scene], bool], ...]] = {
    "buying-1": (workers_pay_alike,),
    "buying-2": (
        workers_pay_alike,
        a_copy_is_cheaper,
    ),
    "buying-3": (
        buildings_pay_no_rubles,
        enough_for_any_noble,
        nobles_come_next,
        too_dear_for_nobles_with_points,
    ),
    "buying-4": (
        learner_begins,
        dear_nobles_bring_points,
        none_of_the_nobles_pays_more,
    ),
    "buying-5": (
        start_markers_have_moved_on,
        rows_were_full,
        earns_before_buildings_score,
    ),
    "buying-6": (
        all_of_the_lower_row_is_cheaper,
        nothing_in_the_lower_row_is_cheaper,
        free_places_were_filled,
    ),
    "buying-7": (
        only_the_controller_could_go,
        hardly_better,
        taking_is_free,
    ),
    "exchange-1": (
        builder_waits,
        author_is_cheapest,
    ),
    "exchange-2": (
        price_is_the_difference,
        author_leaves_and_builder_comes,
    ),
    "exchange-3": (
        it_is_the_exchange_phase,
        wharf_has_no_target,
    ),
    "exchange-4": (
        only_the_ship_fits,
        price_is_the_difference,
    ),
    "special-1": (
        hand_is_full,
        best_noble_is_too_dear,
        hand_holds_one_more,
        goes_with_the_lower_row,
    ),
    "special-2": (
        a_judge_is_there_already,
        pays_most,
    ),
    "special-3": (
        counts_more_than_it_costs,
        any_other_costs_more,
    ),
    "special-4": (
        looks_in_the_building_phase,
        turns_face_down,
        only_workers_are_past,
    ),
    "special-5": (
        never_back_to_the_pile,
        full_price,
        a_new_noble,
    ),
    "end-1": (
        last_round,
        a_new_name,
        a_card_less_in_hand,
    ),
    "end-2": (all_that_is_for_sale,),
    "end-3": (
        last_round,
        a_new_name,
        each_counts_more,
        noble_scoring_comes,
    ),
    "end-4": (
        no_scoring_any_more,
        a_new_name,
        each_counts_more,
    ),
    "end-5": (
        hospital_is_too_dear,
        a_name_comes_and_none_goes,
        a_card_less_in_hand,
    ),
    "end-6": (
        no_scoring_any_more,
        learner_wins,
    ),
}
