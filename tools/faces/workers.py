"""Green cards, under a gable: people at work in a mid coat, face in ink, a tool on the right and what they work on in front;
Exchange cards show the workshop."""

from __future__ import annotations

from tools.faces.parts import (
    arch,
    at,
    box,
    disc,
    ear,
    hole,
    ink,
    mid,
    pale,
    paper,
    rod,
    slit,
    star,
)

HEAD = "M25 38h19q3 2 2 8l6 9-4 2 1 4-2 2 1 3q-1 6-7 5l-2 0 1 12H31Q25 62 25 38z"
COAT = "M4 102C4 86 12 78 26 73q6 6 13 0C52 78 57 86 58 102z"
BEARD = "M25 56q9 0 12 3l12 1-1 5q-4 16-14 19-10-8-9-28z"
MOUSTACHE = "M39 60q8-3 14 1-4 7-14 3z"
FUR = "M20 46V32q1-11 16-11t15 11v9H32q-3 1-3 5v5q-6 1-9-5z"
CAP = "M21 42q-3-19 15-19 14 0 16 14l7 1q1 4-2 4z"
BRIM = "M12 42q5-5 11-5 0-16 13-16t13 15q7 1 11 6-24 6-48 0z"
CROWN = "M22 42L18 21l9 6 8-10 8 10 9-6-4 21z"


def person(hat: str, *front: str, beard: bool = False, collar: bool = True) -> list[str]:
    open_collar = [paper("M29 72l7 8 6-7-1 14h-9z")] if collar and not beard else []
    return [
        at(5, 7, mid(COAT), *open_collar, ink(HEAD), *([pale(BEARD)] if beard else []), mid(hat), scale=0.95),
        *front,
    ]


CZAR = at(
    *(3, 10),
    ink("M4 104q1-24 20-30h20q12 6 13 30z"),
    paper("M28 72l8 8 7-8-2 16-5 4-6-4z"),
    ink(HEAD),
    paper(MOUSTACHE),
    mid(CROWN),
    scale=0.92,
)
SHEEP = [
    rod("M50 88v14M72 88v14", 5),
    mid("M44 88q-7-3-4-9-2-8 6-10 3-7 11-4 6-5 12 0 8-1 9 6 7 4 3 11 0 7-8 7-5 4-11 1-8 4-18-2z"),
    slit("M48 78q3-4 6 0t6 0M54 86q3-4 6 0t6 0", 2),
    ink("M68 66q1-5 6-4 9 1 14 9 2 9-4 11-10 0-13-9-6-2-3-7z"),
    hole(disc(79, 71, 2)),
]

BASE = {
    "lumberjack": person(
        FUR,
        rod("M60 94L74 44", 6),
        ink("M69 37l8 2q7-1 11-4 4 13-3 27-5-8-12-9l-8-1z"),
        ink("M4 84h64v20H4z"),
        slit("M12 92h14M34 91h18M22 98h22", 2),
        pale(disc(72, 94, 11)),
        rod("M66 94a6 6 0 1 1 12 0 6 6 0 1 1-12 0", 3, gap=False),
        beard=True,
    ),
    "gold_miner": person(
        BRIM,
        rod("M52 98L70 42", 6),
        ink("M50 50Q56 34 71 35 88 38 91 58 80 46 69 45 58 44 50 50z"),
        ink("M40 104l8-14 12-4 8-7 11 6 7-2 10 21z"),
        pale("M55 95l6-5 7 3-2 7h-8zM72 88l7 1 3 6-7 3-5-4z"),
    ),
    "shepherd": person(BRIM, rod("M62 84V48q0-11 9-11t9 9q0 6-6 6", 5), *SHEEP),
    "fur_trapper": person(
        FUR,
        ink("M51 53l12 9h12l12-9 2 26-20 23-20-23z"),
        pale("M52 80l12-3 3 18zM86 80l-12-3-3 18z"),
        hole("M57 69l8 3-4 4zM81 69l-8 3 4 4z"),
    ),
    "ship_builder": person(
        CAP,
        rod("M50 76L68 46", 5),
        ink("M60 33l20 12-7 12-20-12z"),
        ink("M34 80q26 6 38-2 9-6 18-16 2 20-6 42H38q-4-12-4-24z"),
        slit("M36 88q24 4 52-10M38 97q24 2 48-6", 3),
    ),
    "czar_and_carpenter": [
        CZAR,
        rod("M66 98L74 56", 6),
        ink("M60 42l22 4q6 2 8 10-6-2-10 0l-1 4-22-4z"),
        mid("M40 90h56v14H40z"),
        slit("M48 97h12M68 97h18", 2),
    ],
    "carpenter_workshop": [
        pale(box(10, 40, 80, 30)),
        rod("M18 74v28M82 74v28", 8, "var(--f2,currentColor)"),
        mid(box(6, 72, 88, 10)),
        ink("M14 66L66 40l5 11-8 15z"),
        hole("M18 66l5-5 4 5zM29 66l5-5 4 5zM40 66l5-5 4 5zM51 66l5-5 4 5z"),
        ink("M64 37l14-7q9 4 8 16l-15 7z"),
        hole("M71 39l7-3q3 2 2 6l-6 3z"),
        ink(box(30, 86, 40, 16)),
        slit("M38 94h24", 3),
    ],
    "gold_smelter": [
        mid(box(14, 58, 38, 46) + box(34, 16, 16, 40)),
        ink(box(8, 52, 50, 8)),
        ink(arch(20, 66, 26, 34)),
        paper("M24 98q-2-12 7-18 0 5 2 6 2-8 6-10 6 14 2 22z"),
        pale("M29 97q0-7 5-10 4 5 2 10z"),
        ink("M52 102l5-14h18l4 14z" + "M75 102l5-14h18l4 14z" + "M63 86l5-14h18l4 14z"),
        rod("M60 66l-4-6M72 62v-9M84 66l5-6", 4, "var(--f2,currentColor)", gap=False),
    ],
    "weaving_mill": [
        rod("M20 34v70M80 34v70", 7),
        rod("M28 44v24M36 44v24M44 44v24M56 44v24M64 44v24M72 44v24M50 44v24", 3, "var(--f2,currentColor)", gap=False),
        ink(box(12, 36, 76, 8)),
        mid(box(26, 62, 48, 42)),
        ink("M38 66l10 10-10 10-10-10zM62 66l10 10-10 10-10-10zM50 82l10 10-10 10-10-10z"),
        hole("M38 72l4 4-4 4-4-4zM62 72l4 4-4 4-4-4zM50 88l4 4-4 4-4-4z"),
    ],
    "fur_shop": [
        mid("M32 42L18 54 12 92h14l4-20-2 26h44l-2-26 4 20h14L82 54 68 42z"),
        ink(disc(14, 92, 7) + disc(24, 93, 6) + disc(86, 92, 7) + disc(76, 93, 6)),
        ink("M30 42q0-14 20-14t20 14q2 12-12 14l-3 40q-5 5-10 0l-3-40q-14-2-12-14z"),
        paper("M40 42q2-7 10-7t10 7q-2 8-10 14-8-6-10-14z"),
        hole(disc(50, 66, 2), disc(50, 76, 2), disc(50, 86, 2)),
    ],
    "wharf": [
        pale(box(10, 70, 80, 30)),
        rod("M24 86V34L66 26", 6),
        rod("M24 52L40 32", 4),
        rod("M62 26v14", 3),
        mid(box(52, 38, 20, 10)),
        rod("M34 84V58M46 84V56M58 84V56M70 84V58", 4),
        ink("M14 66q30 8 56 0l20-10q2 22-16 34H30Q16 84 14 66z"),
        slit("M18 76q30 7 66-7", 3),
        mid("M26 90l-8 14h14l4-14zM66 90l4 14h14l-8-14z"),
        ink(box(4, 98, 92, 6)),
    ],
}
COMPANY = {
    "new_farmer": person(
        BRIM,
        rod("M72 104V44", 5),
        rod("M61 42v8q0 9 11 9t11-9v-8", 5),
        ink("M48 104q-8-14 2-24l6 6 6-6 6 6q10 8 6 18z"),
        slit("M50 92h22", 3),
    ),
    "kolkhoz": [
        mid("M28 104l8-30h12l8 30z"),
        *(f'<g transform="rotate({turn} 42 84)">{ear(42, 46, 0.7)}</g>' for turn in (-22, 22, 0)),
        ink(box(33, 74, 18, 8)),
        ink("M64 36q24 4 24 30-2 22-26 26l-4-6q18-4 20-20 0-18-14-30z"),
        rod("M60 88L46 101", 8),
    ],
    "october_revolution": [
        rod("M30 104V26", 5),
        ink("M34 28q14-8 26 0t26 6v30q-14 4-26-4t-26 2z"),
        hole(star(58, 46, 11)),
        mid(*(disc(x, y, 8) + f"M{x - 13} 106q0-18 13-18t13 18z" for x, y in ((16, 82), (50, 80), (82, 82)))),
        ink(disc(66, 88, 8) + "M52 110q0-16 14-16t14 16z" + disc(34, 88, 8) + "M20 110q0-16 14-16t14 16z"),
    ],
}
SUPERSTAR = {
    "czar_superstar": [
        at(
            2,
            10,
            ink("M4 104q1-24 20-30h20q12 6 13 30z"),
            paper("M28 72l8 8 7-8-2 16-5 4-6-4z"),
            ink(HEAD),
            paper(MOUSTACHE),
            mid(CROWN),
            scale=0.92,
        ),
        ink("M72 40l5 14 15 1-12 9 5 15-13-9-13 9 5-15-12-9 15-1z"),
        hole(disc(72, 62, 4)),
    ],
}
