"""The second edition."""

from engine.editions.edition import Edition


class SecondEdition(Edition):
    """Edition 2: dearer Observatory, Judge, Mistress and Mariinski Theater, which scores points (CARD-MAR-1)."""

    name = "edition 2"
    data = "base2"
