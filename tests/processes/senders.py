"""One sender of a race, as a process of its own: `python -m tests.processes.senders DELIVERY AT GO [unclaimed]`.

It waits for the file GO, tries to deliver at the time AT and prints the outcome. With `unclaimed` it only looks whether the
mail is due, as a task without a claim would, and dawdles before it goes on: the outcome shows what the claim is for.
"""

import os
import sys
import time
from datetime import datetime
from pathlib import Path


def main(delivery: str, at: str, go: str, unclaimed: str = "") -> str:
    import django

    django.setup()
    from django.db import connection
    from django.db.models import F

    from notices import deliveries
    from notices.models import Delivery, DeliveryState

    def look_and_write(pk: int, now: datetime) -> bool:
        is_due = Delivery.objects.filter(pk=pk, state=DeliveryState.PENDING, due_at__lte=now).exists()
        time.sleep(0.7)
        Delivery.objects.filter(pk=pk).update(due_at=now + deliveries.LEASE, attempts=F("attempts") + 1)
        return is_due

    if unclaimed:
        deliveries.claim = look_and_write
    Delivery.objects.get(pk=delivery)
    connection.close()
    Path(go + f".{os.getpid()}.ready").touch()
    while not Path(go).exists():
        time.sleep(0.005)
    try:
        return deliveries.deliver(int(delivery), datetime.fromisoformat(at)).name
    except Exception as error:
        return f"crashed {type(error).__name__}: {error}"


if __name__ == "__main__":
    print(main(*sys.argv[1:]))
