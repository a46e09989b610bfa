"""Yellow cards, under an awning: one ware, large; a crate, a basket or a field of it where there is more. Purple cards, in an
octagon: one thing."""

from __future__ import annotations

from tools.faces.parts import at, box, disc, dome, dot, ear, hole, ink, mid, oval, pale, paper, rod, slit, star

APPLE = "M0-14q8-8 18-3 9 6 5 20-4 15-13 18-5 0-10-2-5 2-10 2-9-3-13-18-4-14 5-20 10-5 18 3z"
FISH = "M-34 0Q-12-24 14-6l18-14q-4 20 0 40L14 6Q-12 24-34 0z"
CARROT = "M-9-14q9-6 18 0 1 22-9 42-10-20-9-42z"
TOPS = "M0-16q-14-4-14-16 10 0 14 8 0-12 6-16 6 8 2 16 8-6 14-2-4 12-16 12z"
BASKET = "M12 70h76l-9 34H21z"
WEAVE = "M14 78h72M17 88h66M34 72v30M50 72v30M66 72v30"
CRATE = box(14, 70, 72, 34)


def apple(x: int, y: int, scale: float = 1) -> str:
    return at(
        x,
        y,
        mid("M2-18Q4-32 20-30 18-18 2-18z"),
        ink(APPLE),
        hole("M-16-4q0-8 7-9-3 5-2 10-1 5-3 5-2-2-2-6z"),
        scale=scale,
    )


def fish(x: int, y: int, scale: float = 1, flip: bool = False) -> str:
    return at(
        *(x, y),
        ink(FISH),
        hole(disc(-22, -3, 3)),
        slit("M-14-10q6 10 0 20", 3),
        mid("M-8-14q10-8 16 2zM-6 13q8 7 12-2z"),
        scale=scale,
        flip=flip,
    )


def egg(x: int, y: int) -> str:
    return oval(x, y, 9, 12)


def cabbage(x: int, y: int, scale: float = 1) -> str:
    return at(
        *(x, y),
        ink("M-30 4q-4-16 8-22 6-14 22-13 16-1 22 13 12 6 8 22 0 20-30 22-30-2-30-22z"),
        mid("M-20 8q-4-26 20-30 24 4 20 30-4 14-20 16-16-2-20-16z"),
        pale("M0 22q-16-14-8-36 6-6 8-6t8 6q8 22-8 36z"),
        rod("M0 22V-6M0 10l-8-10M0 4l8-10", 3, gap=False),
        scale=scale,
    )


def carrot(x: int, y: int, scale: float = 1) -> str:
    return at(x, y, mid(TOPS), ink(CARROT), slit("M-8-4h8M9 4H2M-5 12h6", 2), scale=scale)


MARKET = {
    "chick": [
        rod("M42 86v12M54 86v12", 4),
        mid(disc(46, 74, 17) + disc(61, 57, 13) + "M22 62l14 4-6 12z"),
        dot(disc(46, 74, 17), disc(61, 57, 13), tone="var(--f2,currentColor)"),
        ink("M72 53l9 4-9 5z"),
        dot(disc(64, 54, 3)),
        pale("M34 72q10-6 20 0 0 12-10 12-9-2-10-12z"),
    ],
    "hen": [
        rod("M44 90v12M58 90v12", 4),
        mid("M62 46q0-8 5-6 1-6 6-3 5-4 6 2 4 2 2 8z"),
        ink("M12 50q4 8 14 14 12-2 22 0 10-4 12-14 4-8 14-7 8 1 10 10l6 5-6 4q0 30-26 34-34 0-36-24 0-10 4-22z"),
        paper("M34 72q12-6 24 0-2 14-13 14-10-3-11-14z"),
        mid("M78 62q8 0 6 10-7 2-8-4z"),
        hole(disc(74, 54, 3)),
    ],
    "chicken_coop": [
        mid(box(16, 58, 50, 46)),
        ink("M6 62L41 36l35 26z"),
        paper(disc(41, 82, 15)),
        mid("M36 72q-3-7 3-6 2-5 6-1 5-1 3 6z"),
        ink("M31 92q-2-20 9-22 9 0 10 9l6 3-6 4 1 8q-10 5-20-2z"),
        hole(disc(43, 78, 2)),
        ink(egg(77, 92)),
        hole("M72 92q0-6 4-7-2 5-1 9z"),
    ],
    "special_chicken_card": [
        pale(egg(34, 66) + egg(66, 66)),
        paper(egg(50, 62)),
        ink("M50 48q11 2 11 16 0 14-11 14t-11-14q0-14 11-16z"),
        hole("M44 62q0-6 4-8-2 6-1 10z"),
        mid("M10 76q40-10 80 0-4 22-22 26H32Q14 98 10 76z"),
        rod("M14 82l24 8 16-8 32 4M22 94l22-6 26 8", 4, gap=False),
    ],
    "ear_of_wheat": [ear(50, 70, 1.1)],
    "grain_sack": [
        ink("M30 56q-24 26-12 48h64q12-22-12-48z"),
        ink("M32 50q-6-10-8-12 14 2 26-2 12 4 26 2-4 4-8 12z"),
        mid(box(30, 49, 40, 7)),
        hole(
            *(f"M50 {y}q-11 0-12-11 11 0 12 11zM50 {y}q11 0 12-11-11 0-12 11z" for y in (82, 95)),
            "M50 62q6 6 0 12-6-6 0-12z",
        ),
    ],
    "field": [
        pale(disc(72, 56, 12)),
        mid("M4 76q46-16 92 0v28H4z"),
        ink("M4 104L34 72l8-1-14 33zM42 104l6-34h6l6 34zM74 104L58 71l8 1 30 32z"),
        ear(22, 56, 0.5),
        ear(38, 52, 0.5),
    ],
    "special_grain_card": [
        mid("M36 104l6-44h16l6 44z"),
        ink(dome(50, 62, 11)),
        ink(box(45, 86, 10, 18)),
        rod("M22 40L78 88M26 90L74 38", 5),
        ink("M20 46l8-8 16 14-7 8zM80 82l-8 8-14-12 7-8zM24 82l7 8 13-13-7-8zM76 46l-7-8-13 13 7 8z"),
        slit("M28 48l6-6M70 80l-6 6", 2),
        paper(disc(50, 64, 4)),
    ],
    "apple": [apple(50, 70, 1.25)],
    "apple_crate": [
        apple(28, 66, 0.75),
        apple(72, 66, 0.75),
        apple(50, 58, 0.75),
        mid(CRATE),
        ink(box(12, 70, 76, 7) + box(12, 88, 76, 7)),
        ink(box(18, 68, 8, 36) + box(74, 68, 8, 36)),
    ],
    "apple_orchard": [
        ink("M45 104q2-18 0-26l-12-10 4-4 10 6V56h7v14l10-6 3 4-11 10q-2 10 0 26z"),
        mid("M22 76q-14-6-8-18 0-12 14-14 8-12 22-8 16-4 22 8 14 2 14 14 6 12-8 18-14 6-24-2-12 8-32 2z"),
        ink(disc(28, 62, 6) + disc(46, 52, 6) + disc(66, 56, 6) + disc(56, 70, 6) + disc(76, 70, 6)),
    ],
    "special_apple_card": [
        at(
            *(50, 72),
            mid("M2-18Q4-32 20-30 18-18 2-18z"),
            ink(APPLE),
            paper("M0-9q7-6 13-3 7 5 4 15-3 12-9 14-4 0-8-2-4 2-8 2-6-2-9-14-3-10 4-15 6-3 13 3z"),
            ink("M-2 0q-7 2-7 11 8-2 7-11zM2 0q7 2 7 11-8-2-7-11z"),
            scale=1.3,
        )
    ],
    "fish": [fish(48, 70, 1.1)],
    "fish_basket": [
        ink("M28 76L24 56l-12-8q12-6 18-4 6-6 12 0-2 4-8 10l4 22z"),
        ink("M62 76l10-22-6-12q10 0 14 4 8-2 12 4-6 4-12 6l-6 20z"),
        ink("M44 80q-4-24 6-38 12 14 8 38z"),
        hole(disc(51, 54, 3)),
        mid(BASKET),
        slit(WEAVE, 2),
        ink(box(8, 68, 84, 8)),
    ],
    "caviar": [
        ink(
            *(
                disc(x, y, 6)
                for x, y in ((32, 64), (44, 64), (56, 64), (68, 64), (38, 54), (50, 54), (62, 54), (50, 46))
            )
        ),
        hole(
            *(
                disc(x, y, 2)
                for x, y in ((30, 62), (42, 62), (54, 62), (66, 62), (36, 52), (48, 52), (60, 52), (48, 44))
            )
        ),
        mid("M14 70h72q-2 24-22 28H36Q16 94 14 70z"),
        slit("M20 78h60", 3),
        ink(box(30, 97, 40, 7)),
    ],
    "special_fish_card": [fish(38, 53, 0.72), fish(62, 71, 0.72), fish(36, 88, 0.72)],
    "cabbage": [cabbage(50, 72, 1.1)],
    "vegetable_basket": [
        carrot(32, 62, 0.9),
        carrot(72, 62, 0.9),
        cabbage(52, 64, 0.66),
        mid(BASKET),
        slit(WEAVE, 2),
        ink(box(8, 68, 84, 8)),
    ],
    "vegetable_garden": [
        mid(*(f"M{x} 72q-12-6-12-20 10 0 12 8 0-12 2-16 6 6 4 16 4-8 10-6-2 14-12 18z" for x in (24, 50, 76))),
        ink("M4 70h92v34H4z"),
        paper(*(f"M{x - 7} 74h16q-1 14-8 26-7-12-8-26z" for x in (24, 50, 76))),
        dot(*(f"M{x - 5} 75h12q-1 11-6 21-5-10-6-21z" for x in (24, 50, 76)), tone="var(--f2,currentColor)"),
    ],
    "special_cabbage_card": [
        mid("M34 62q-14-8-14-20 10 0 14 8 0-8 6-12 6 6 2 14 8-6 14-2-4 12-16 12z"),
        ink("M36 60q22-4 22 16-2 14-18 16l-4 12-4-12Q16 90 14 76q0-20 22-16z"),
        hole("M22 74q0-7 6-8-2 6-1 12z"),
        carrot(74, 66, 1),
    ],
}
BANQUET = {
    "money_collector": [
        ink("M44 12v20l-6 8 8 10-8 10 6 8v20a38 38 0 0 1 0-76z"),
        hole("M36 24v6l-6 10 8 10-8 10 6 10v6a27 27 0 0 1 0-52z"),
        dot("M30 34l-4 6 8 10-8 10 4 6a17 17 0 0 1 0-32z"),
        mid("M54 12v20l-6 8 8 10-8 10 6 8v20a38 38 0 0 0 0-76z"),
        hole("M62 24v6l-5 10 8 10-8 10 5 10v6a27 27 0 0 0 0-52z"),
        dot("M68 34l-3 6 8 10-8 10 3 6a17 17 0 0 0 0-32z", tone="var(--f2,currentColor)"),
    ],
    "parasite": [
        ink(disc(36, 24, 10) + disc(62, 20, 10)),
        hole(disc(36, 24, 4), disc(62, 20, 4)),
        ink("M28 50l6 38q16 8 32 0l6-38z"),
        ink(oval(50, 50, 40, 12)),
        hole(oval(50, 49, 29, 6)),
        mid("M22 50q28-9 56 0-28 9-56 0z"),
        hole("M31 66q20 5 38 0l-1 7q-18 5-36 0z"),
    ],
    "black_market": [
        ink("M60 12q-20 8-14 26 8 16 26 8-8 18-28 10Q28 46 34 28 42 12 60 12z"),
        dot(star(22, 34, 6), star(78, 22, 7)),
        mid(box(18, 58, 64, 34)),
        ink(box(14, 54, 72, 9) + box(20, 62, 8, 30) + box(72, 62, 8, 30)),
        slit("M30 66l40 22M70 66L30 88", 3),
        ink(box(42, 66, 16, 16)),
        hole(disc(50, 72, 3), box(49, 73, 2, 6)),
    ],
    "double_move": [
        mid(disc(64, 28, 13) + "M56 38h16q2 24 14 40v10H44V78q12-16 12-40z"),
        ink(disc(38, 34, 13) + "M30 44h16q2 20 14 36v10H16V80q12-16 14-36z"),
        slit("M20 80h36", 3),
    ],
    "golden_donkey": [
        ink(
            "M28 12q12 6 14 24l8-1Q50 14 60 8q8 12 0 30l16 26q6 14-6 18-8 2-14-6L42 64q-4 14 2 34H12q-4-34 14-58Q18 24 28 12z"
        ),
        hole(disc(52, 46, 3)),
        slit("M66 70l8-4", 3),
        mid(disc(80, 86, 9) + disc(62, 92, 9)),
        hole(disc(80, 86, 3), disc(62, 92, 3)),
    ],
    "thief": [
        mid("M14 96q4-22 24-26h24q20 4 24 26z"),
        ink("M26 40h48q2 34-24 38-26-4-24-38z"),
        mid("M18 40q2-26 32-28 30 2 32 28-32-8-64 0z"),
        paper("M24 42q26-6 52 0v14q-12 6-26-2-14 8-26 2z"),
        ink("M27 44q23-5 46 0v9q-10 4-23-3-13 7-23 3z"),
        hole(oval(38, 48, 5, 3), oval(62, 48, 5, 3)),
        slit("M42 68q8 4 16 0", 3),
    ],
    "jester": [
        mid("M26 64Q8 56 12 30q14-4 26 16 2-26 12-32z"),
        ink("M50 14q12 10 14 34 12-18 26-14 0 24-16 30H34Q36 30 50 14z"),
        mid("M20 64h60l-4 16H24z"),
        ink(disc(12, 34, 6) + disc(50, 14, 6) + disc(89, 36, 6)),
        ink("M24 80q6 10 13 0 6 10 13 0 6 10 13 0 7 10 13 0z"),
    ],
    "banquet": [
        mid("M20 68q-2-30 28-34 30 2 32 34z"),
        slit("M30 56q2-10 12-13", 3),
        rod("M70 50L86 36", 6),
        ink(disc(84, 32, 5) + disc(90, 38, 5)),
        ink("M50 70q-4-20 14-24 14 0 14 14-2 8-10 10z"),
        ink("M4 68h92q-4 14-18 16H22Q8 82 4 68z"),
        rod("M28 26q-5-6 0-12M46 24q-5-6 0-12M64 26q-5-6 0-12", 4, "var(--f2,currentColor)", gap=False),
    ],
    "away_with_it": [
        at(0, 0, '<g transform="rotate(24 62 26)">', ink(box(48, 4, 28, 38)), hole(box(53, 9, 18, 14)), "</g>"),
        mid("M22 52h56l-7 42H29z"),
        ink(box(18, 48, 64, 8)),
        slit("M38 60l3 30M50 60v30M62 60l-3 30", 4),
        rod("M26 40L16 28M34 34l-4-14", 4, "var(--f2,currentColor)", gap=False),
    ],
}
