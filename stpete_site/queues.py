"""Which task goes into which queue, and which worker processes take which queues.

What must be punctual never waits behind what may take long: a mail server that answers slowly holds the crew of the
mails and nobody else, and nothing that anybody writes to the site holds that of the deadlines. A queue is taken in
turns with the others of its crew, so that many bots keep a sweep waiting for one of them at most.
"""

from __future__ import annotations

from dataclasses import dataclass

from kombu import Queue

DUE = "stpete"
"""Deadlines, starts and expiries; also whatever is not named below, so new tasks should be short or get a line here."""

BOTS = "stpete.bots"
MAIL = "stpete.mail"
INBOUND = "stpete.inbound"
HEAVY = "stpete.heavy"

QUEUES = [Queue(name, routing_key=name) for name in (DUE, BOTS, MAIL, INBOUND, HEAVY)]

ROUTES = {
    "*.think": {"queue": BOTS},
    "*.send_mails": {"queue": MAIL},
    "notifications.*": {"queue": MAIL},  # send_posts among them, of which one process at a time does anything
    "incoming_mail.*": {"queue": INBOUND},
    "tournaments.*": {"queue": HEAVY},  # pairing a thousand people takes seconds; nobody's clock waits for it
    "*.tidy": {"queue": HEAVY},
}
"""By the task's name, which begins with its module; the first line that fits counts."""

SWEEP_EXPIRES = 60.0
"""Seconds. Longer than one bot may think (games.play.services.bots.LEASE), so a sweep that waits is late but not lost."""


NIGHT_EXPIRES = 6 * 3600.0
"""Seconds that the work of a night waits for other heavy work before it."""


@dataclass(frozen=True)
class Crew:
    """A worker of its own: its name, the queues it takes in turns, and how many processes it has."""

    name: str
    queues: tuple[str, ...]
    processes: int


CREWS = (
    Crew("worker", (DUE, BOTS), 2),
    Crew("worker-mail", (MAIL, INBOUND), 2),
    Crew("worker-heavy", (HEAVY, DUE, INBOUND), 1),
)
"""The last one has nothing to do by day and stands in for both others: a worker that was killed needs seconds to start, and
deadlines do not wait for it; nor does a move that comes by mail wait for a mail server that is slow. In the middle of heavy work it
takes nothing else."""
