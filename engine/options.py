"""What a game is made from: the options a table agrees on (DEC-1), and the deal, which is the order of every pile and who
holds which start token.

Chance is provable. The server draws 32 secret bytes for a table and shows their `commitment` before anybody sits down. The seed
follows from the secret, from what the table is and from what its players contributed (`seed_for`), and every order follows from
the seed (`shuffled`). After the game all of it is published and anybody can repeat it in any language (docs/deals.md).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import ClassVar, Literal

from engine.errors import OptionsError

FirstWorkers = Literal["compulsory", "free"]
_judge: Callable[[Options], tuple[str, ...]]


def judged_by(judge: Callable[[Options], tuple[str, ...]]) -> None:
    """The parts say who may play with whom, and in which order sets are told; they are not known here. `judge` raises
    OptionsError, or gives the sets in order. engine/rulebook.py, who knows the parts, calls this once."""
    global _judge
    _judge = judge


@dataclass(frozen=True, slots=True)
class Options:
    """One legal selection; an illegal one raises OptionsError with the rule that forbids it.

    `play_on_empty_tableau` is PHASE-4 (None: the default of the edition), `first_workers` FIRST-10, `open_hands` INFO-2
    (False hides rubles and hands). `sets` names the sets beside the base game; they are kept in the order of the
    registry. `real_hurdles` is the variant of HURD-4, `hurdles` the free composition of HURD-24, for each of the five
    spaces from the lowest `any`, `bonus`, `real` or the name of a hurdle; without them it is the standard of HURD-3. Only
    tables with hurdles have either.

    >>> Options(edition=1, players=3).play_on_empty_tableau
    True
    """

    left_out: ClassVar[tuple[str, ...]] = ("real_hurdles", "hurdles")
    """JSON leaves these out where nothing is chosen: records that were written before them stay as they are."""

    edition: int = 2
    players: int = 2
    sets: tuple[str, ...] = ()
    play_on_empty_tableau: bool | None = None
    first_workers: FirstWorkers = "compulsory"
    open_hands: bool = True
    real_hurdles: int | None = None
    hurdles: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        if type(self.edition) is not int or self.edition not in (1, 2):
            raise OptionsError("unknown-edition", f"There is no edition {self.edition!r}; choose 1 or 2.", "COMBO-1")
        if not isinstance(self.players, int) or isinstance(self.players, bool):
            raise OptionsError("players", "The number of players must be a whole number.", "COMBO-13")
        if not isinstance(self.sets, tuple) or not all(isinstance(name, str) for name in self.sets):
            raise OptionsError("sets", "The sets must be a list of names.")
        if len(set(self.sets)) < len(self.sets):
            raise OptionsError("sets", "A set is named twice.")
        if self.play_on_empty_tableau is None:
            object.__setattr__(self, "play_on_empty_tableau", self.edition == 1)
        if not isinstance(self.play_on_empty_tableau, bool):
            raise OptionsError("play-on-empty-tableau", "play_on_empty_tableau must be true or false.", "PHASE-4")
        if self.first_workers not in ("compulsory", "free"):
            raise OptionsError("first-workers", "first_workers must be compulsory or free.", "FIRST-10")
        if not isinstance(self.open_hands, bool):
            raise OptionsError("open-hands", "open_hands must be true or false.", "INFO-2")
        hurdles = self.real_hurdles
        if hurdles is not None and (not isinstance(hurdles, int) or isinstance(hurdles, bool) or not 0 <= hurdles <= 5):
            raise OptionsError("real-hurdles", "real_hurdles must be a number from 0 to 5.", "HURD-4")
        if hurdles is not None and "hurdles" not in self.sets:
            raise OptionsError(
                "real-hurdles", "Only tables with hurdles can choose their number. Add the Hurdles module.", "HURD-4"
            )
        chosen = self.hurdles
        if chosen is not None and not (isinstance(chosen, tuple) and all(isinstance(name, str) for name in chosen)):
            raise OptionsError("hurdles", "The hurdles must be a list of names.", "HURD-24")
        if chosen is not None and "hurdles" not in self.sets:
            raise OptionsError(
                "hurdles", "Only tables with hurdles can choose them. Add the Hurdles module.", "HURD-24"
            )
        object.__setattr__(self, "sets", _judge(self))

    def to_dict(self) -> dict[str, object]:
        """Plain JSON; `from_dict` reads it back."""
        said = {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.name not in self.left_out or getattr(self, field.name) != field.default
        }
        return {name: list(value) if isinstance(value, tuple) else value for name, value in said.items()}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Options:
        """Options from plain JSON; a missing field has its default, an unknown one is refused."""
        if not isinstance(data, Mapping):
            raise OptionsError("options", "The options must be an object.")
        known = {field.name for field in fields(cls)}
        if unknown := sorted(set(data) - known):
            raise OptionsError(
                "unknown-option", f"There is no option {unknown[0]}; the options are {', '.join(sorted(known))}."
            )
        values = dict(data)
        sets = values.get("sets", ())
        if not isinstance(sets, (list, tuple)):
            raise OptionsError("sets", "The sets must be a list of names.")
        values["sets"] = tuple(sets)
        if isinstance(hurdles := values.get("hurdles"), list):
            values["hurdles"] = tuple(hurdles)
        return cls(**values)  # type: ignore[arg-type]  # __post_init__ checks every value


SECRET_BYTES = 32
SEED_BYTES = 32

# Each use of a hash has a label of its own as its first field, so no value that is shown can stand in for a hidden one.
COMMITMENT_LABEL = "stpete-commitment/1"
SEED_LABEL = "stpete-seed/1"
JOINT_SEED_LABEL = "stpete-seed/2"
BEACON_SEED_LABEL = "stpete-seed/3"
CONTRIBUTION_LABEL = "stpete-contribution/1"
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
    ) -> Deal:
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
    ) -> Deal:
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


def sealed(contribution: bytes) -> str:
    """What a player's browser shows before the table is full, in hex: it binds the player to the contribution and tells nothing of
    it. Raises ValueError unless the contribution has 32 bytes."""
    return hashlib.sha256(_fields(CONTRIBUTION_LABEL.encode(), _secret(contribution))).hexdigest()


def seed_for(
    secret: bytes,
    table_id: str,
    phrases: Sequence[str] = (),
    contributions: Sequence[bytes | None] | None = None,
    beacon: tuple[int, bytes | None] | None = None,
) -> bytes:
    """The 32 bytes that all chance of this table follows from; `phrases` are given by the players, in the
    order in which they joined.

    Nobody without the secret can compute it. Since the table id goes in, one secret would give each table its own deal.
    With `contributions`, one for each player in that order, the second version: None for one that was not opened, or for a
    player without one. Whoever lacks one of the opened ones could not choose the deal. With `beacon`, the number of a public
    round and its randomness, the third: None for a round that was not available.
    """
    if contributions is None:
        said = (SEED_LABEL.encode(), table_id.encode(), *(phrase.encode() for phrase in phrases))
    else:
        given = (b"" if one is None else _secret(one) for one in contributions)
        if beacon is None:
            said = (JOINT_SEED_LABEL.encode(), table_id.encode(), *given)
        else:
            drawn = b"" if beacon[1] is None else _secret(beacon[1])
            said = (BEACON_SEED_LABEL.encode(), table_id.encode(), str(beacon[0]).encode(), drawn, *given)
    return hmac.new(_secret(secret), _fields(*said), hashlib.sha256).digest()


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
    places = {item: hashlib.sha256(stem + _field(item)).digest() for item in items}
    return sorted(places, key=places.__getitem__)


@lru_cache(maxsize=4096)
def _field(item: str) -> bytes:
    """One item of a draw: there are few, and every deal draws them."""
    return _fields(item.encode())


def _fields(*fields: bytes) -> bytes:
    """Every field after its length in four bytes, big-endian, so that different fields never read alike."""
    return b"".join(len(field).to_bytes(4, "big") + field for field in fields)


def _secret(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"A secret has {SECRET_BYTES} bytes, not {len(secret)}.")
    return secret
