"""Tiles, which have no group's window: helpers are portraits; events, orders and hurdles are one sign or two, composed of a few
that return wherever the same thing is meant."""

from __future__ import annotations

from tools.faces.nobles import BONNET, FULL, GOWN, QUEUE, key, noble
from tools.faces.parts import (
    arch,
    arches,
    at,
    box,
    boxes,
    disc,
    dome,
    gable,
    hole,
    ink,
    mid,
    onion,
    oval,
    paper,
    rod,
    slit,
    star,
)
from tools.faces.workers import CAP, person

# signs on a field from -24 to 24
BUST = [
    ink("M-22 24q1-16 14-18h10q14 2 16 18z" + "M-8-16q12-6 18 2l1 4 5 6-3 2q0 10-8 9h-3v8h-10z"),
    mid("M-12 2q-6-26 10-26 12 0 13 10-9-1-10 5-1 6-5 11z"),
]
WORKER = [
    mid("M-22 24q1-16 14-18h10q14 2 16 18z"),
    ink("M-8-16h16l7 10-3 1v6q0 4-6 4H2v6h-10z"),
    mid("M-14-10q0-16 16-16 10 0 12 12l6 2q0 3-2 3z"),
]
HOUSE = [
    mid(box(-16, -4, 32, 28)),
    ink("M-24-2L0-24 24-2z"),
    ink(arch(-5, 8, 10, 16)),
    hole(box(-12, 2, 5, 6), box(7, 2, 5, 6)),
]
GOODS = [
    mid("M2-12Q4-24 18-22 16-12 2-12z"),
    ink("M0-8q8-8 18-3 9 8 4 20-4 13-13 15-5 0-9-2-4 2-9 2-9-2-13-15-5-12 4-20 10-5 18 3z"),
    hole("M-15 2q0-6 6-7-3 4-2 8-1 5-2 5-2-2-2-6z"),
]
SWAP = [
    ink("M-22-4Q-20-22 0-22q10 0 16 6l6-6v18H4l6-6q-4-4-10-4-10 0-12 10z"),
    mid("M22 4Q20 22 0 22q-10 0-16-6l-6 6V4H-4l-6 6q4 4 10 4 10 0 12-10z"),
]
CARD = [ink(box(-16, -24, 32, 48)), hole(box(-11, -19, 22, 18)), mid(disc(0, -10, 6))]
COIN = [ink(disc(0, 0, 13)), hole(disc(0, 0, 9)), mid(disc(0, 0, 6))]
TOWER = [ink(onion(0, -2, 9)), mid(box(-9, -3, 18, 27)), hole(arch(-4, 4, 8, 12))]
BANK = ink("M6 92V74q10 0 16-8h10q18-12 36 0h10q6 8 16 8v18H74q0-16-24-16T26 92z")
BARRIER = [
    rod("M20 96V60M80 96V60", 7),
    ink(box(10, 64, 80, 15)),
    hole("M20 64h10l-6 15H14zM42 64h10l-6 15H36zM64 64h10l-6 15H58z"),
]


def open_bridge(sign: list[str]) -> list[str]:
    """A hurdle that rewards: over a bridge."""
    return [at(50, 34, *sign, scale=1.1), BANK]


def barrier(sign: list[str]) -> list[str]:
    """A hurdle that stops: behind a bar."""
    return [at(50, 34, *sign, scale=1.1), *BARRIER]


HELPERS = {
    "craftsman_master": [
        at(0, -2, *person(CAP)),
        rod("M62 96L74 50", 6),
        ink("M56 38l24 4q7 2 9 11-7-3-11-1l-1 5-24-4z"),
        ink("M44 90h54v14H44z"),
        slit("M52 97h14M74 97h16", 2),
    ],
    "liege_lady": noble(BONNET, key(80, 46, 36), coat=GOWN, jabot=False),
    "architect": noble(
        QUEUE,
        ink("M70 40h8l4 12 12 42-7 2-13-38-13 38-7-2 12-42z"),
        ink(disc(74, 42, 8)),
        hole(disc(74, 42, 3)),
        rod("M64 76q10 5 20 0", 4),
    ),
    "lawyer": noble(
        FULL,
        ink("M54 50h38v46H54z"),
        hole(box(60, 56, 26, 4), box(60, 64, 26, 4), box(60, 72, 16, 4)),
        mid(disc(82, 84, 9)),
        hole(disc(82, 84, 3)),
    ),
    "czars_daughter": noble(
        "M24 52Q12 34 22 22q26-10 34 6-10-2-13 5-2 8-6 12-2 10-7 14z",
        rod("M74 104V66", 5),
        mid("M74 92q2-12 16-12 0 12-16 12z"),
        ink(*(disc(x, y, 8) for x, y in ((74, 44), (85, 52), (81, 65), (67, 65), (63, 52)))),
        hole(disc(74, 56, 6)),
        face=mid("M20 46q-10 16-2 44 8 2 8-6-2-22 2-34z") + ink("M10 34Q8 6 36-8q26 8 26 36-24-12-52 6z"),
        hat="M18 32Q18 12 36 2q18 6 20 24-18-8-38 6z",
        coat=GOWN,
        jabot=False,
    ),
}
EVENTS = {
    "event_twin": [at(30, 54, *BUST, scale=1.15, flip=True), at(70, 54, *BUST, scale=1.15)],
    "event_sponsor": [
        at(34, 30, *COIN, scale=0.9),
        at(62, 22, *COIN, scale=0.9),
        mid(box(8, 58, 14, 34)),
        ink("M22 62q16-8 26 4h14q6 2 2 8H46h22l16-10q8 0 6 7L68 88H34l-12-2z"),
        slit("M46 74h20", 3),
    ],
    "event_ghost": [
        ink("M22 92V46Q24 14 50 12q26 2 28 34v46l-9-8-9 8-10-8-10 8-9-8z"),
        hole(oval(41, 42, 5, 8), oval(61, 42, 5, 8), oval(51, 62, 6, 7)),
    ],
    "event_new_luck": [
        mid("M58 16l30 12-10 32-32-12z"),
        hole(disc(62, 26, 3), disc(68, 38, 3), disc(74, 50, 3), disc(78, 32, 3), disc(56, 42, 3)),
        ink("M12 48h42v42H12z"),
        hole(disc(23, 59, 4), disc(43, 59, 4), disc(33, 69, 4), disc(23, 79, 4), disc(43, 79, 4)),
    ],
    "event_warehouse": [
        mid("M14 92V48L50 20l36 28v44z"),
        ink("M8 50L50 16l42 34v-10L50 6 8 40z"),
        at(
            50, 68, ink(box(-22, -12, 44, 34)), hole(box(-16, -6, 32, 8)), slit("M-22 8h44", 3), mid(box(-5, 3, 10, 10))
        ),
    ],
    "event_grabber": [
        at(50, 68, *CARD, scale=1.15),
        mid(box(44, 2, 12, 18)),
        ink("M40 18h20q26 8 24 40l-12 4q2-24-14-28H42q-16 4-14 28l-12-4Q14 26 40 18z"),
        ink(disc(50, 24, 10)),
        hole(disc(50, 24, 4)),
    ],
}
ORDERS = {
    "order_01": [at(36, 42, *BUST, scale=1.05), at(64, 62, *BUST, scale=1.15)],
    "order_02": [at(36, 42, *WORKER, scale=1.05), at(64, 62, *WORKER, scale=1.15)],
    "order_03": [
        mid(box(8, 60, 26, 18) + box(37, 60, 26, 18) + box(66, 60, 26, 18)),
        ink(oval(50, 62, 12, 6) + box(38, 50, 24, 12)),
        ink(oval(50, 50, 12, 6)),
        hole(oval(50, 50, 6, 2)),
        rod("M50 36V14M40 24L50 14l10 10", 6),
    ],
    "order_04": [
        mid(box(10, 60, 26, 34) + box(64, 68, 26, 26)),
        ink(box(37, 46, 26, 48)),
        at(50, 28, *COIN),
        at(23, 46, *COIN, scale=0.8),
    ],
    "order_05": [at(28, 44, *HOUSE, scale=0.9), at(72, 44, *HOUSE, scale=0.9), at(50, 66, *HOUSE, scale=1.1)],
    "order_06": [
        at(34, 34, *COIN, scale=0.9),
        at(62, 28, *COIN, scale=0.9),
        mid(box(12, 54, 76, 38)),
        ink("M10 56q2-16 16-16h48q14 0 16 16z"),
        ink(box(10, 60, 80, 6) + box(42, 58, 16, 18)),
        hole(disc(50, 65, 3), box(49, 66, 2, 6)),
    ],
    "order_07": [
        rod("M24 90L70 28", 7),
        ink("M58 20q10-10 26 0 6 14 0 26-6-10-16-12l-12-8z"),
        rod("M76 90L30 30", 7, "var(--f2,currentColor)"),
        ink("M14 46Q16 18 46 14 28 26 14 46z"),
    ],
    "order_08": [at(34, 44, *CARD, scale=1.1), at(64, 56, *CARD, scale=1.1)],
    "order_09": [at(50, 50, *SWAP, scale=1.7)],
    "order_10": [at(48, 64, *BUST, scale=1.3), ink("M28 30l-4-20 12 8 10-12 10 12 12-8-4 20z")],
    "order_11": [
        ink(dome(50, 46, 22, 24) + box(46, 10, 8, 14)),
        mid(box(30, 45, 40, 16)),
        hole(boxes((35, 43, 51, 59), 48, 5, 12)),
        ink(gable(14, 72, 72, 16)),
        ink(boxes((18, 34, 58, 74), 74, 8, 18)),
        mid(box(10, 88, 80, 6)),
    ],
    "order_12": [
        *(f'<g transform="rotate({turn} 50 92)">' + mid(box(34, 24, 32, 52)) + "</g>" for turn in (-32, -16)),
        '<g transform="rotate(28 50 92)">' + mid(box(34, 24, 32, 52)) + "</g>",
        '<g transform="rotate(6 50 92)">' + ink(box(34, 22, 32, 54)) + hole(box(39, 28, 22, 18)) + "</g>",
    ],
    "order_13": [
        at(50, 36, *GOODS, scale=1.1),
        mid("M12 58h76l-9 36H21z"),
        slit("M15 70h70M18 82h64M36 60v34M50 60v34M64 60v34", 2),
        ink(box(8, 55, 84, 8)),
    ],
    "order_14": [
        at(26, 58, *HOUSE),
        at(76, 56, *TOWER, scale=1.2),
        at(50, 66, ink(gable(-18, -10, 36, 16)), ink(boxes((-16, -4, 9), -7, 7, 32))),
    ],
    "order_15": [
        mid(box(8, 54, 84, 38)),
        hole(arches((14, 26, 68, 80), 62, 7, 20)),
        ink(box(4, 48, 92, 8)),
        ink(gable(32, 48, 36, 18)),
        paper(box(36, 56, 28, 36)),
        ink(boxes((38, 47, 56), 58, 6, 34)),
        ink("M14 48l3-12 3 12zM80 48l3-12 3 12z"),
        ink(star(50, 20, 12)),
    ],
}
HURDLES = {
    "bonus_hurdle_nobles": open_bridge(BUST),
    "bonus_hurdle_buildings": open_bridge(HOUSE),
    "bonus_hurdle_market": open_bridge(GOODS),
    "bonus_hurdle_exchange": open_bridge(SWAP),
    "bonus_hurdle_card": open_bridge(CARD),
    "real_hurdle_workers": barrier(WORKER),
    "real_hurdle_market": barrier(GOODS),
    "real_hurdle_buildings": barrier(HOUSE),
    "real_hurdle_nobles": barrier(BUST),
    "real_hurdle_exchange": barrier(SWAP),
}
