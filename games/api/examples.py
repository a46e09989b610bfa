"""Answers as they look, for the description of the API."""

AT = "2026-11-23T09:00:00Z"
SEATS = [
    {
        "seat": 0,
        "name": "Anna",
        "player": 12,
        "bot": None,
        "is_program": False,
        "instead_of": None,
        "waiting": True,
        "asked_since": AT,
        "due_at": "2026-11-25T09:00:00Z",
    },
    {
        "seat": 1,
        "name": "Rastrelli (hard)",
        "player": None,
        "bot": "search-3",
        "is_program": False,
        "instead_of": None,
        "waiting": False,
        "asked_since": None,
        "due_at": None,
    },
]
GAME = {
    "id": 4711,
    "title": "White nights",
    "selection": "2nd edition",
    "status": "running",
    "version": 41,
    "url": "/games/4711/",
    "rated": False,
    "paused_at": None,
    "annulled_at": None,
}
GAMES = {
    "results": [
        GAME
        | {
            "your_seat": 0,
            "waiting_for_you": True,
            "due_at": "2026-11-25T09:00:00Z",
            "started_at": AT,
            "finished_at": None,
        }
    ],
    "next": None,
}
STATE = GAME | {
    "commitment": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "your_seat": 0,
    "standing_pass": None,
    "wishes_end": False,
    "can_take_back": False,
    "seats": SEATS,
    "window": None,
    "breaks_off_at": None,
    "view": {"viewer": 0, "round": 2, "phase": "building", "asked": [0], "moves": ["buy market lower", "pass"]},
    "result": None,
}
MOVE = {"text": "buy market lower", "version": 41}
MOVED = {
    "version": 42,
    "rows": [
        {"number": 42, "ply": 40, "kind": "move", "seat": 0, "text": "buy market lower", "source": "api", "at": AT}
    ],
}
LOG = {
    "results": [
        {"number": 42, "ply": 40, "at": AT, "seat": 0, "text": "Anna buys the Market for 4.", "note": "", "head": False}
    ],
    "next": None,
}
TERMS = {"title": "White nights", "players": 3, "edition": 2, "sets": ["market"], "pace": "2d", "bots": ["plain"]}

PULSE = {
    "games": [{"game": 4711, "version": 41, "said": 3, "is_paused": False}],
    "tables": [{"table": 4730, "mark": "5f0c1d2e9a7b3348"}],
    "notifications": 90210,
}
RECORD = {
    "format": "stpete-record/1",
    "rules_version": 2,
    "options": {
        "edition": 1,
        "players": 2,
        "sets": [],
        "play_on_empty_tableau": True,
        "first_workers": "compulsory",
        "open_hands": True,
    },
    "deal": {"from": "secret", "commitment": "0437…", "secret": "0001…", "table": "1", "phrases": [], "seed": "5701…"},
    "seats": ["Anna", "Boris"],
    "moves": [{"number": 1, "seat": 1, "text": "buy lumberjack", "source": "page"}],
    "result": {
        "ended": "played out",
        "seats": [
            {"seat": 0, "points": 74, "rubles": 7, "rank": 1, "winner": True},
            {"seat": 1, "points": 61, "rubles": 3, "rank": 2, "winner": False},
        ],
    },
}
