"""The first edition."""

from engine.editions.edition import Edition


class FirstEdition(Edition):
    """Edition 1: its own figures, above all the Mariinski Theater that pays rubles (CARD-MAR-1)."""

    name = "edition 1"
    data = "base1"
