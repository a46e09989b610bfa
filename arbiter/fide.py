"""FIDE's conversion tables of rating differences and scores (B.02, 8.1), from which TPR and PTP follow (C.07).

They follow a normal curve in whole per cent and differ from the logistic formula by up to two.
"""

from bisect import bisect_right

STARTS = (
    0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171, 180, 189,
    198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560,
    620, 736,
)  # fmt: skip
"""The least difference for which the stronger player is expected to score 50, 51, ... 100 per cent (8.1.2)."""

DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip
"""The difference dp for a score of 50, 51, ... 100 per cent (8.1.1)."""


def expected_percent(difference: int) -> int:
    """PD: the per cent that a player is expected to score whose rating lies `difference` above the opponent's."""
    percent = 49 + bisect_right(STARTS, abs(difference))
    return percent if difference >= 0 else 100 - percent


def dp(percent: int) -> int:
    """The rating difference that a score of so many per cent, 0 to 100, stands for."""
    if not 0 <= percent <= 100:
        raise ValueError(f"A score is 0 to 100 per cent, not {percent}.")
    return DIFFERENCES[percent - 50] if percent >= 50 else -DIFFERENCES[50 - percent]
