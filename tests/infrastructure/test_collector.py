"""A web process leaves alone what it is made of."""

import subprocess
import sys

STARTED = """
import gc, django
django.setup()
from stpete_site.supervisor.gunicorn import when_ready
when_ready(None)
print(gc.get_freeze_count(), *gc.get_threshold())
"""


def test_the_collector_does_not_look_at_the_site_itself_again():
    done = subprocess.run([sys.executable, "-c", STARTED], capture_output=True, text=True, check=True)
    frozen, *thresholds = map(int, done.stdout.split()[-4:])
    assert frozen > 100_000
    assert thresholds == [50_000, 20, 100]
