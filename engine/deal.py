"""The chance of one game: the order of every pile and who holds which start token.

Chance is provable. The server draws 32 secret bytes for a table and shows their `commitment` before anybody sits down;
the seed follows from the secret and from what the table is (`seed_for`), and every order follows from the seed
(`shuffled`). When the game is over the secret is published and anybody can repeat all of it: docs/deals.md says how, in
any language.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

SECRET_BYTES = 32
SEED_BYTES = 32

# Each use of a hash has a label of its own as its first field, so no value that is shown can stand in for a hidden one.
COMMITMENT_LABEL = "stpete-commitment/1"
SEED_LABEL = "stpete-seed/1"
ORDER_LABEL = "stpete-order/1"


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything random about one game, fixed before it begins (SETUP-12).

    `piles` names each pile and lists its cards by number, top first; a card number is the place of the physical card in
    the printed order of the game's card lists, from 1 (`Rules.card_numbers`). `tokens` names for each phase the seat
    that holds its start token in round 1 (SETUP-7). `draws` names whatever else is drawn by the sets in play (helpers,
    orders, hurdles) and lists its items in drawn order.
    """

    piles: tuple[tuple[str, tuple[int, ...]], ...]
    tokens: tuple[tuple[str, int], ...]
    draws: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @classmethod
    def explicit(
        cls,
        piles: Mapping[str, Sequence[int]],
        tokens: Mapping[str, int],
        draws: Mapping[str, Sequence[str]] | None = None,
    ) -> "Deal":
        """A deal written out, for records and tests."""
        return cls(
            tuple((name, tuple(order)) for name, order in piles.items()),
            tuple(tokens.items()),
            tuple((what, tuple(items)) for what, items in (draws or {}).items()),
        )

    @classmethod
    def from_seed(
        cls,
        seed: bytes,
        piles: Mapping[str, Iterable[int]],
        tokens: Sequence[str],
        players: int,
        draws: Mapping[str, Iterable[str]] | None = None,
    ) -> "Deal":
        """The deal that `seed` gives to piles of these card numbers, these start tokens and these draws (SETUP-2,
        SETUP-6).

        Tokens in drawn order go round the seats in drawn order. So nobody gets a second token before everybody has one,
        and those left over go to different seats: 2/1/1 with four tokens and three seats, 2/2/1 with five, 3/2 for two.
        """
        order = {name: tuple(map(int, shuffled(seed, "card", map(str, cards)))) for name, cards in piles.items()}
        seats = [int(seat) for seat in shuffled(seed, "seat", map(str, range(players)))]
        drawn = {token: seats[place % players] for place, token in enumerate(shuffled(seed, "token", tokens))}
        others = {what: shuffled(seed, what, items) for what, items in (draws or {}).items()}
        return cls.explicit(order, {token: drawn[token] for token in tokens}, others)


def commitment(secret: bytes) -> str:
    """What is shown when the table is created, in hex: it binds the server to `secret` and tells nothing of it.

    Raises ValueError unless the secret has 32 bytes, for a shorter one could be guessed from this value.
    """
    return hashlib.sha256(_fields(COMMITMENT_LABEL.encode(), _secret(secret))).hexdigest()


def seed_for(secret: bytes, table_id: str, phrases: Sequence[str] = ()) -> bytes:
    """The 32 bytes that all chance of this table follows from; `phrases` are given by the players, in the
    order in which they joined.

    Nobody without the secret can compute it. Since the table id goes in, one secret would give each table its own deal;
    and since the phrases go in, the server cannot choose the deal once players have given theirs.
    """
    message = _fields(SEED_LABEL.encode(), table_id.encode(), *(phrase.encode() for phrase in phrases))
    return hmac.new(_secret(secret), message, hashlib.sha256).digest()


def seating(seed: bytes, players: int) -> tuple[int, ...]:
    """Who sits where, for each seat: the how-manieth to join the table, counted from 0, sits there."""
    return tuple(int(joined) for joined in shuffled(seed, "seating", map(str, range(players))))


def shuffled(seed: bytes, what: str, items: Iterable[str]) -> list[str]:
    """The items in the order of the SHA-256 of label, seed, `what` is drawn, and item; equal digests cannot be met.

    Any chance a later set needs (helpers, orders, hurdles) is one more `what`. Items are distinct texts: a card number
    or a seat in decimal, a token by the name of its phase.
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
    stem = _fields(ORDER_LABEL.encode(), seed, what.encode())
    places = {item: hashlib.sha256(stem + _fields(item.encode())).digest() for item in items}
    return sorted(places, key=places.__getitem__)


def _fields(*fields: bytes) -> bytes:
    """Every field after its length in four bytes, big-endian, so that different fields never read alike."""
    return b"".join(len(field).to_bytes(4, "big") + field for field in fields)


def _secret(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"A secret has {SECRET_BYTES} bytes, not {len(secret)}.")
    return secret
