"""Provable deals: figures made by shell tools, a second reading of docs/deals.md, and what a spectator cannot know."""

import hashlib
import hmac
import json
import re
import shlex
from collections import Counter
from pathlib import Path
from random import Random

import pytest

import engine
from engine.options import COMMITMENT_LABEL, ORDER_LABEL, SEED_LABEL, Deal, commitment, seating, seed_for, shuffled

PAGE = (Path(__file__).parents[2] / "docs" / "deals.md").read_text("utf-8")
VECTORS = re.findall(r"\$ sh deal\.sh (.+)\n((?:\w+ .+\n)+)```\nSo the tokens lie with these seats: (.+)\.", PAGE)
PILES = {"worker": range(1, 32), "building": range(32, 60), "noble": range(60, 87), "exchange": range(87, 117)}


def vector(number: int) -> tuple[bytes, str, int, list[str], dict[str, str], dict[str, int]]:
    """Secret, table id, players, phrases, the printed lines and the tokens of one vector of the page."""
    command, printed, tokens = VECTORS[number]
    secret, table, players, *phrases = shlex.split(command)
    lines = dict(line.split(" ", 1) for line in printed.splitlines())
    seats = {phase: int(seat) for phase, seat in (pair.split() for pair in tokens.split(", "))}
    return bytes.fromhex(secret), table, int(players), phrases, lines, seats


def test_the_page_has_two_vectors():
    assert len(VECTORS) == 2


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("edition", [1, 2])
def test_our_deal_is_the_one_the_shell_tools_made(number, edition):
    """SETUP-2, SETUP-6, SETUP-12."""
    secret, table, players, phrases, lines, tokens = vector(number)
    assert commitment(secret) == lines["commitment"]
    seed = seed_for(secret, table, phrases)
    assert seed.hex() == lines["seed"]
    deal = engine.make_deal(engine.Options(edition=edition, players=players), seed)
    shown = {name: " ".join(map(str, cards)) for name, cards in deal.piles if number == 0 or name == "worker"}
    assert shown == {name: lines[name] for name in PILES if name in lines}
    assert dict(deal.tokens) == tokens
    assert " ".join(map(str, seating(seed, players))) == lines["seating"]


@pytest.mark.parametrize("number", range(2))
def test_another_program_reads_the_page_alike(number):
    """Written from docs/deals.md alone; shares nothing with our code."""
    secret, table, players, phrases, lines, tokens = vector(number)

    def row(*fields: bytes) -> bytes:
        out = b""
        for field in fields:
            out += bytes([len(field) >> 24, len(field) >> 16 & 255, len(field) >> 8 & 255, len(field) & 255]) + field
        return out

    seed = hmac.new(secret, row(b"stpete-seed/1", table.encode(), *(p.encode() for p in phrases)), "sha256").digest()

    def order(what: str, items: list[str]) -> list[str]:
        stem = (b"stpete-order/1", seed, what.encode())
        return sorted(items, key=lambda item: hashlib.sha256(row(*stem, item.encode())).hexdigest())

    assert hashlib.sha256(row(b"stpete-commitment/1", secret)).hexdigest() == lines["commitment"]
    assert seed.hex() == lines["seed"]
    for name, cards in PILES.items():
        if name in lines:
            assert " ".join(order("card", [str(card) for card in cards])) == lines[name]
    seats = order("seat", [str(seat) for seat in range(players)])
    assert " ".join(seats) == lines["seats"]
    assert " ".join(order("seating", [str(joined) for joined in range(players)])) == lines["seating"]
    assert " ".join(order("token", list(PILES))) == lines["tokens"]
    drawn = {token: int(seats[place % players]) for place, token in enumerate(order("token", list(PILES)))}
    assert drawn == tokens


def test_a_secret_or_seed_of_another_size_is_refused():
    for size in (0, 31, 33):
        with pytest.raises(ValueError, match="32 bytes"):
            commitment(bytes(size))
        with pytest.raises(ValueError, match="32 bytes"):
            seed_for(bytes(size), "1")
        with pytest.raises(ValueError, match="32 bytes"):
            shuffled(bytes(size), "card", ["1"])


def test_fields_never_run_into_each_other():
    """Table "1" with phrase "2" is not table "12", and the order of phrases matters."""
    secret = bytes(range(32))
    messages = [("12",), ("1", "2"), ("1", "2", ""), ("1", "", "2"), ("", "12"), ("1", "3"), ("1\0\0\0\x012",)]
    seeds = {seed_for(secret, table, phrases) for table, *phrases in messages}
    assert len(seeds) == len(messages)


@pytest.mark.parametrize(
    ("tokens", "players", "counts"),
    [
        *[(4, 1, [4]), (4, 2, [2, 2]), (4, 3, [2, 1, 1]), (4, 4, [1, 1, 1, 1])],
        *[(5, 1, [5]), (5, 2, [3, 2]), (5, 3, [2, 2, 1]), (5, 4, [2, 1, 1, 1]), (5, 5, [1, 1, 1, 1, 1])],
    ],
)
def test_tokens_are_spread_as_the_rules_say(tokens, players, counts):
    """SETUP-6, EX-18: the table, Market and five players included; never 3/1/1."""
    names = ("worker", "market", "building", "noble", "exchange")[:tokens]
    holders = Counter()
    for number in range(60):
        deal = Deal.from_seed(hashlib.sha256(bytes([number])).digest(), {}, names, players)
        assert [name for name, _ in deal.tokens] == list(names)
        held = Counter(seat for _, seat in deal.tokens)
        assert sorted(held.values(), reverse=True) == counts
        holders.update({(name, seat) for name, seat in deal.tokens})
    assert len(holders) == tokens * players, "every seat can get every token"


def test_every_card_is_as_likely_on_top_as_any_other():
    """SETUP-2. 2,000 seeds: each of 31 Workers lies on top 64.5 times on average; six standard deviations are 48."""
    tops = Counter()
    for number in range(2000):
        seed = hashlib.sha256(number.to_bytes(4, "big")).digest()
        tops[shuffled(seed, "card", map(str, range(1, 32)))[0]] += 1
    assert len(tops) == 31
    assert all(abs(count - 2000 / 31) < 48 for count in tops.values())


def test_the_labels_keep_commitment_seed_and_orders_apart():
    """What is published under one label is a digest that no other use can produce from the same bytes."""
    assert len({COMMITMENT_LABEL, SEED_LABEL, ORDER_LABEL}) == 3
    for number in range(50):
        secret = Random(number).randbytes(32)
        shown = bytes.fromhex(commitment(secret))
        seed = seed_for(secret, "7")
        assert shown not in (secret, seed, hashlib.sha256(secret).digest(), hashlib.sha256(seed).digest())
        # Neither does the commitment, taken for the secret or for the seed, give the deal.
        assert seed_for(shown, "7") != seed
        cards = [str(card) for card in range(1, 32)]
        assert shuffled(shown, "card", cards) != shuffled(seed, "card", cards)


def test_nothing_shown_before_the_end_yields_the_seed():
    """INFO-6: no view, question, entry or legal move of a whole game holds seed, secret or a number of an unseen card;
    and all that a spectator has, under every construction of ours, gives neither seed nor deal."""
    secret, table = Random(5).randbytes(32), "4711"
    seed = seed_for(secret, table)
    options = engine.Options(edition=1, players=3, open_hands=False)
    deal = engine.make_deal(options, seed)
    state = engine.new_game(options, deal)
    shown: set[str] = {commitment(secret), table}
    rng = Random(6)
    while not state.is_over:
        for viewer in (0, 1, 2, None):
            shown.add(json.dumps(engine.view_for(state, viewer).to_json()))
        seat = engine.waiting_for(state)[0]
        after = engine.apply(state, seat, rng.choice(engine.legal_moves(state, seat)))
        for entry in after.entries:
            seen = [entry.for_viewer(viewer, options, False) for viewer in (0, 1, 2, None)]
            shown.update(json.dumps(one.to_json()) for one in seen if one is not None)
        state = after.state
    hidden = (secret.hex(), seed.hex(), *(str(list(cards))[1:-1] for _, cards in deal.piles))
    assert not [text for text in shown if any(value in text for value in hidden)]
    for text in shown:
        message = text.encode()
        for guess in (hashlib.sha256(message).digest(), hmac.new(message, table.encode(), "sha256").digest()):
            assert guess != seed
            assert seed_for(guess, table) != seed
