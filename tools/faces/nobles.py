"""Red cards, in an oval: portraits cut as silhouettes that look to the right, one thing in front that says who it is."""

from __future__ import annotations

from tools.faces.parts import (
    at,
    box,
    cross,
    disc,
    dot,
    hole,
    ink,
    mid,
    pale,
    paper,
    rod,
    slit,
    star,
)

FACE = "M28 24q18-8 26 4l1 7 7 9-4 3 1 4-2 2 1 4q-1 6-8 5l-5-1-1 12H28z"
COAT = "M4 114q2-34 24-43h18q24 8 26 43z"
GOWN = "M6 114q0-30 20-37 3-2 4-8h14q0 6 4 8 22 6 24 37z"
JABOT = "M38 71l9 3-2 7 4 4-4 9-7 4-5-8 4-8z"
QUEUE = "M24 46Q18 18 42 17q14 0 15 11-9-1-13 5l1 8q-3 8-9 8l-2 12 2 14-10 2-8-8z"
FULL = "M22 50Q14 16 42 15q15 0 16 13-10-1-14 6-3 8 0 14l-3 12q7 12 2 28-14 6-27-2-6-18 6-36z"
BOB = "M24 60Q14 18 40 17q16 0 17 12-9-1-13 5-4 6-2 12-2 12-8 15z"
POUF = "M24 50Q12 34 20 16 30-2 46 6q16 10 10 24-10-2-13 5-2 8-6 12-2 10-7 14z"
LOCK = "M24 58q-8 12-4 24 8 4 10-4-2-12 2-18z"
TRICORNE = "M12 24Q30 26 42 8q12 8 22 14 2 6-4 8Q34 26 14 34q-6-6-2-10z"
BICORNE = "M8 32Q18 6 38 4q22 2 32 26Q40 20 8 32z"
KAMILAVKA = "M22 34l-4-26q20-8 40 0l-4 24q-16-4-32 2z"
HOOD = "M22 20Q40 4 56 20l2 12q-10-3-14 3l-4 26 2 38q-14 6-32 4Q22 60 22 20z"
BEARD = "M30 46q8 2 12 6l14 0 2 6q2 24-14 34Q28 82 30 46z"
BONNET = "M24 62Q6 46 14 26 24 8 44 12q12 4 14 14l-5 6q-8-4-12 4-1 16-9 22z"
CROWN = "M20 30L14 6l12 7L36 0l9 13 12-7-4 22q-16-4-33 2z"


def noble(hair: str, *front: str, hat: str = "", face: str = "", coat: str = COAT, jabot: bool = True) -> list[str]:
    """`face` are layers on the head. Under a hat the head is lower."""
    bust = [
        ink(coat),
        *([hole(JABOT)] if jabot else []),
        ink(FACE),
        *([face] if face else []),
        *map(mid, filter(None, (hair, hat))),
    ]
    return [*([at(0, 9, *bust)] if hat else bust), *front]


def key(x: int, y: int, length: int) -> str:
    return ink(
        disc(x, y, 9) + box(x - 3, y + 8, 6, length) + box(x, y + length - 2, 10, 5) + box(x, y + length - 12, 8, 5)
    ) + hole(disc(x, y, 4))


QUILL = [ink("M-4 48Q-6 10 20-8q8 22-8 42l-8 3-2 12z"), slit("M-1 40Q3 18 14 4", 3)]
FAN = [
    ink("M0 40L-26 10Q-2-16 28 6z"),
    slit("M-1 34L-16 6M0 34L-2-2M2 34L16 2", 3),
    rod("M-2 42l8-10", 4, gap=False),
]

BASE = {
    "author": noble(QUEUE, at(68, 44, *QUILL)),
    "administrator": noble(
        BOB,
        ink(box(56, 48, 36, 46)),
        hole(box(61, 53, 26, 10), box(61, 67, 26, 10), box(61, 81, 26, 9)),
        ink(disc(67, 58, 4) + disc(81, 58, 4) + disc(74, 72, 4) + disc(82, 72, 4) + disc(66, 86, 4) + disc(74, 86, 4)),
    ),
    "warehouse_manager": noble(BOB, key(82, 50, 36), key(64, 58, 32), hat=TRICORNE),
    "secretary": noble(
        QUEUE,
        ink("M52 54h42v36H52z"),
        slit("M52 56l21 17 21-17", 4),
        paper(disc(73, 76, 9)),
        mid(disc(73, 76, 6)),
    ),
    "controller": noble(
        FULL,
        rod("M68 76L56 96", 8),
        ink(disc(74, 60, 18)),
        hole(disc(74, 60, 12)),
        mid("M62 60q12-14 24 0-12 14-24 0z"),
        dot(disc(74, 60, 4)),
    ),
    "judge": noble(
        FULL,
        rod("M56 108L75 74", 7),
        ink("M66 47l27 15-9 17-27-15z"),
        slit("M71 50l-9 16M88 60l-9 16", 3),
    ),
    "mistress_of_ceremonies": noble(POUF, mid(LOCK), at(68, 56, *FAN), coat=GOWN, jabot=False),
    "pope": noble(
        "M24 34q-3 18 0 38l8 3 2-39z",
        ink(box(73, 44, 6, 58) + box(66, 50, 20, 5) + box(60, 60, 32, 6)),
        hat=KAMILAVKA,
        face=pale(BEARD),
        jabot=False,
    ),
    "abbot": noble(
        "M22 34q-6 30-12 62l16 2 4-50z",
        rod("M60 74q0-20 14-20t14 18q0 14-12 16", 3),
        ink(*(disc(x, y, 5) for x, y in ((60, 72), (64, 60), (75, 54), (85, 61), (88, 73), (82, 83), (66, 82)))),
        ink(cross(74, 102, 18, 5)),
        hat=KAMILAVKA,
        face=pale(BEARD),
        jabot=False,
    ),
    "weapon_master": noble(
        QUEUE,
        ink("M70 82Q84 56 78 22q20 30 2 62z"),
        rod("M62 78l26 10", 6),
        rod("M74 84l-6 14", 7),
        hat=TRICORNE,
    ),
    "chamber_maid": noble(
        BONNET,
        ink(box(70, 56, 9, 34)),
        ink("M74 28q12 14 6 22-6 4-11 0-5-8 5-22z"),
        hole("M74 40q5 6 2 9h-4q-2-4 2-9z"),
        ink("M58 84h33l-5 10H64z"),
        rod("M91 84q8-2 4 8-4 4-8 0", 4),
        coat=GOWN,
        jabot=False,
    ),
    "builder": noble(
        BOB,
        mid("M56 84h40v8H56zM56 94h40v8H56z"),
        slit("M70 84v8M84 94v8", 3),
        rod("M66 72q2-10 10-12l6-16", 5),
        ink("M56 82l18-14 14 14z"),
        rod("M84 34l-6 18", 8),
    ),
    "senator": noble(
        FULL,
        paper(box(58, 44, 30, 48)),
        pale(box(60, 48, 26, 42)),
        rod("M65 58h16M65 66h16M65 74h10", 4, gap=False),
        ink(box(54, 40, 38, 9) + box(54, 88, 38, 9)),
    ),
    "patriarch": noble(
        HOOD,
        ink(box(76, 36, 6, 70) + box(68, 42, 22, 5) + box(62, 52, 34, 6)),
        face=pale(BEARD),
        jabot=False,
    ),
    "tax_man": noble(
        "M24 32q-4 20 0 34l10-4 4-26z",
        ink("M68 56q-20 22-10 42h28q12-22-8-42l4-8q-10-4-18 0z"),
        slit("M66 58h14", 4),
        hole(disc(73, 80, 9)),
        dot(disc(73, 80, 5)),
        hat="M8 30q16-4 16-8l4-16h22l4 15q4 3 12 5-26 12-58 4z",
    ),
    "admiral": noble(
        QUEUE,
        rod("M56 78L84 60", 13),
        rod("M50 82l10-6", 8),
        slit("M68 62l8 13", 3),
        rod("M80 54l8 13", 6),
        hat=BICORNE,
    ),
    "minister_of_foreign_affairs": noble(
        QUEUE,
        hole("M14 82l8-6 30 22-4 6z"),
        ink(disc(75, 62, 18)),
        slit("M57 62h36M75 44q-16 18 0 36M75 44q16 18 0 36", 3),
        rod("M75 80v14", 5),
        ink("M62 94h26v6H62z"),
    ),
    "czar": noble(
        "M24 34q-6 16-2 30l-4 18 12 2 6-24 2-20z",
        ink(disc(76, 78, 14)),
        slit("M62 78h28M76 64v14", 3),
        ink(cross(76, 64, 18, 5)),
        hat=CROWN,
        face=paper("M48 51q8-4 13 1-4 6-13 3z"),
    ),
    "czarina": noble(
        "M24 52Q12 34 22 22q26-10 34 6-10-2-13 5-2 8-6 12-2 10-7 14z",
        rod("M62 104L80 54", 6),
        ink("M84 32l8 12-4 14-13-4-2-14z"),
        face=mid(LOCK),
        hat="M22 20L16 2l12 7 9-11 9 11 12-7-5 20q-16-5-31-2z",
        coat=GOWN,
        jabot=False,
    ),
}
COMPANY = {
    "impostor": noble(
        QUEUE,
        rod("M70 104L76 70", 5),
        ink("M54 52q12-8 20 0 10-8 20 0 2 18-12 18-6-1-8-6-3 5-9 6-13 0-11-18z"),
        hole("M59 57q6-4 10 1-5 5-10-1zM79 58q4-5 10-1-4 6-10 1z"),
        hat="M14 26Q30 28 44 12q10 4 20 14 2 6-4 6Q34 28 16 34q-6-4-2-8zM20 24Q6 14 10 2q14 6 18 18z",
    ),
    "merchant": noble(
        "M24 34q-3 18 0 38l8 3 2-39z",
        rod("M76 104V38M62 46h28", 4),
        ink("M56 66l6-20 6 20q-6 7-12 0zM84 66l6-20 6 20q-6 7-12 0z"),
        hat="M20 34V20q2-16 20-16t20 16v12q-18-4-40 2z",
        face=pale(BEARD),
        jabot=False,
    ),
    "lieutenant_kije": [
        mid("M12 34Q22 10 44 8q24 2 36 24-34-10-68 2z"),
        hole(disc(46, 18, 4)),
        ink("M4 114q2-40 24-47h36q22 7 24 47z"),
        paper("M34 62q12 8 24 0l2 10q-14 8-28 0z"),
        ink("M36 66q10 5 20 0v5q-10 5-20 0z"),
        mid("M10 76q8-8 20-6v8q-10-1-16 6zM82 76q-8-8-20-6v8q10-1 16 6z"),
        hole(disc(46, 80, 3), disc(46, 91, 3)),
    ],
    "mayor": noble(
        BOB,
        paper(*(disc(x, y, 4) for x, y in ((20, 76), (23, 85), (30, 91), (54, 91), (58, 83), (60, 75)))),
        paper(star(42, 92, 12)),
        mid(star(42, 92, 9)),
        key(82, 46, 42),
        jabot=False,
    ),
}
