"""Contributions of players to the deal: shared vectors, made by shell tools, for every program that reads docs/deals.md; and the
attack on deals that were not contributed to, tried on those that were."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest

import engine
from engine.options import seed_for, shuffled
from engine.record import Proven, RecordError, from_record, to_record, verify
from tests.browsing import Browser

ROOT = Path(__file__).parents[2]
VECTORS = json.loads((Path(__file__).parent / "contribution_vectors.json").read_text())
FROM_THE_PAGE = re.search(r"```js\n(.+?)```", (ROOT / "docs" / "deals.md").read_text("utf-8"), re.DOTALL).group(1)


def in_javascript(source: str, result: str) -> object:
    """What `result` comes to after `source`, in Node, or in Chromium where there is none."""
    if node := shutil.which("node"):
        said = f"{source}\nconsole.log(JSON.stringify({result}));"
        return json.loads(
            subprocess.run([node, "--input-type=module", "-e", said], capture_output=True, check=True).stdout
        )
    browser = Browser()
    try:
        context = browser.do(
            lambda: browser.context(width=800, height=600, language="en", javascript="on", offline="block")
        )
        page = browser.do(context.new_page)
        browser.do(lambda: page.goto((ROOT / "docs" / "deals.md").as_uri()))  # a page with cryptography
        return browser.do(lambda: page.evaluate(f"async () => {{ {source}\nreturn {result}; }}"))
    finally:
        browser.close()


def record(deal: dict[str, object], players: int) -> dict[str, object]:
    data = to_record(
        rules_version=engine.RULES_VERSION,
        options=engine.Options(edition=2, players=players),
        chance=Proven.of(bytes(32), "1"),
        seats=[f"Player {number}" for number in range(players)],
        moves=[],
        result=None,
    )
    return {**data, "format": f"stpete-record/{4 if 'beacon' in deal else 3}", "deal": deal, "predecessors": []}


def test_deals_made_by_shell_tools_are_ours():
    for one in VECTORS:
        read = from_record(record(one["deal"], len(one["seating"])))
        assert read.to_json()["deal"] == one["deal"]
        said = verify(read)
        assert any(line.startswith("contributions: ") for line in said)
        assert list(dict(read.deal.piles)["worker"]) == one["worker"]
        assert list(engine.seating(read.chance.seed, read.options.players)) == one["seating"]
    assert len(VECTORS) == 13
    states = {
        (one["sealed"] is None, one["opened"] is None) for each in VECTORS for one in each["deal"]["contributions"]
    }
    assert states == {(False, False), (False, True), (True, True)}
    rounds = [one["deal"]["beacon"]["signature"] for one in VECTORS if "beacon" in one["deal"]]
    assert [rounds[0] is None, rounds[1] is None, rounds[2] is None] == [False, False, True]
    (lost,) = [one for one in VECTORS if one["deal"].get("beacon", {"signature": ""})["signature"] is None]
    said = "\n".join(verify(from_record(record(lost["deal"], 4))))
    assert "round 77 of https://beacon.example.org/public/77 was not available" in said
    assert "1 withheld, 1 without; at most 4 deals" in said


def test_javascript_written_from_the_page_alone_gives_the_same_deals():
    """As anybody would copy it from docs/deals.md; shares nothing with our code."""
    deals = json.dumps([one["deal"] for one in VECTORS])
    answers = in_javascript(FROM_THE_PAGE, f"await Promise.all({deals}.map(check))")
    for one, answer in zip(VECTORS, answers, strict=True):
        assert set(answer["right"]) == {True}
        assert (answer["worker"], answer["seating"]) == (one["worker"], one["seating"])
    assert len(FROM_THE_PAGE.splitlines()) <= 15
    first, drawn = VECTORS[0]["deal"], VECTORS[10]["deal"]
    spoilt = [{**first, "seed": "0" * 64}, {**drawn, "beacon": {**drawn["beacon"], "signature": "00" * 96}}]
    for answer in in_javascript(FROM_THE_PAGE, f"await Promise.all({json.dumps(spoilt)}.map(check))"):
        assert False in answer["right"]


def test_the_script_of_the_proof_page_gives_the_same_deals():
    source = (ROOT / "static" / "js" / "deals.js").read_text("utf-8").replace("export const", "const")
    deals = json.dumps([one["deal"] for one in VECTORS])
    drawn = f"""await Promise.all({deals}.map(async (deal) => [await seedOf(deal),
        await order(deal.seed, "card", Array.from({{ length: 31 }}, (_, place) => place + 1)),
        await Promise.all(deal.contributions.map(async (one) =>
            !one.opened || await sealed(one.opened) === one.sealed)),
        !deal.beacon?.signature || await isDrawn(deal.beacon)]))"""
    for one, (seed, worker, holds, is_drawn) in zip(VECTORS, in_javascript(source, drawn), strict=True):
        assert (seed, worker, {*holds, is_drawn}) == (one["deal"]["seed"], one["worker"], {True})


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda deal: deal["contributions"][0].update(opened="00" * 32), "deal.contributions[0].sealed"),
        (lambda deal: deal["contributions"][0].update(opened=None), "deal.seed"),
        (lambda deal: deal["contributions"].reverse(), "deal.seed"),
        (lambda deal: deal["contributions"].pop(), "deal.contributions"),
        (lambda deal: deal["contributions"][0].update(sealed=None), "deal.contributions[0].opened"),
        (lambda deal: deal["contributions"][1].update(sealed="AB"), "deal.contributions[1].sealed"),
        (lambda deal: deal.update(phrases=[]), "deal"),
    ],
)
def test_a_contribution_that_was_changed_is_found_out(change, path):
    deal = json.loads(json.dumps(VECTORS[0]["deal"]))
    change(deal)
    with pytest.raises(RecordError) as caught:
        verify(from_record(record(deal, 3)))
    assert caught.value.path == path


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda told: told.update(signature="00" * 96), "deal.beacon.randomness"),
        (lambda told: told.update(signature=None, randomness=None), "deal.seed"),
        (lambda told: told.update(round=4712), "deal.seed"),
        (lambda told: told.update(randomness=None), "deal.beacon.randomness"),
        (lambda told: told.update(signature="00" * 95), "deal.beacon.signature"),
        (lambda told: told.update(round=0), "deal.beacon.round"),
        (lambda told: told.pop("address"), "deal.beacon"),
    ],
)
def test_a_round_that_was_changed_is_found_out(change, path):
    deal = json.loads(json.dumps(VECTORS[10]["deal"]))
    change(deal["beacon"])
    with pytest.raises(RecordError) as caught:
        verify(from_record(record(deal, 3)))
    assert caught.value.path == path


# --- the attack ----------------------------------------------------------------------------------------------------------

WORST = 31 * 27 - 1


def strength(seed: bytes) -> int:
    """How much somebody likes the deal, by the cards on top of two piles: each of 837 values is as likely."""
    worker, noble = (shuffled(seed, "card", map(str, cards))[0] for cards in (range(1, 32), range(60, 87)))
    return (int(worker) - 1) * 27 + int(noble) - 60


def best_of(many: int) -> float:
    """The mean of the best of so many deals by chance."""
    return sum(1 - (value / (WORST + 1)) ** many for value in range(1, WORST + 1))


def tolerance(games: int) -> float:
    """Four standard deviations of the mean of so many deals by chance, or of the best of several, which scatter less."""
    return 4 * (WORST + 1) / 12**0.5 / games**0.5


def test_who_knows_the_secret_reaches_a_strong_deal_where_nobody_contributes():
    """The attack of docs/deals.md: try table numbers, or phrases as the last to speak."""
    secret = Random(1).randbytes(32)
    by_number = max(strength(seed_for(secret, str(table))) for table in range(941))
    by_phrase = max(strength(seed_for(secret, "7", ("one", str(number)))) for number in range(941))
    assert min(by_number, by_phrase) > 0.99 * WORST


def test_with_every_contribution_opened_it_is_no_better_than_chance():
    """Server and two of three players work together, and try secrets, tables and contributions of their own. The third has sealed
    before, so that all they can try them on is a guess."""
    rng, games, reached = Random(2), 200, []
    for _game in range(games):
        guess, honest = rng.randbytes(32), rng.randbytes(32)
        tried = [
            (rng.randbytes(32), str(rng.randrange(10**6)), rng.randbytes(32), rng.randbytes(32)) for _ in range(40)
        ]
        chosen = max(tried, key=lambda one: strength(seed_for(one[0], one[1], contributions=[one[2], guess, one[3]])))
        secret, table, first, third = chosen
        reached.append(strength(seed_for(secret, table, contributions=[first, honest, third])))
    assert abs(sum(reached) / games - WORST / 2) < tolerance(games)


@pytest.mark.parametrize("withheld", [1, 2, 3])
def test_with_k_withheld_it_is_at_most_the_best_of_two_to_the_k(withheld):
    """They know the secret and what the last player opened, and can only choose which of their own they open."""
    rng, games, reached = Random(withheld), 150, []

    def outcomes(secret: bytes, own: list[bytes], honest: bytes) -> Iterator[bytes]:
        for opens in product((True, False), repeat=withheld):
            given = [one if is_open else None for one, is_open in zip(own, opens, strict=True)]
            yield seed_for(secret, "7", contributions=[*given, honest])

    for _game in range(games):
        seeds = list(outcomes(rng.randbytes(32), [rng.randbytes(32) for _ in range(withheld)], rng.randbytes(32)))
        assert len(set(seeds)) == 2**withheld
        reached.append(max(map(strength, seeds)))
    assert abs(sum(reached) / games - best_of(2**withheld)) < tolerance(games)
