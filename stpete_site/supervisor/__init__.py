"""Everything the site needs on one machine, started and stopped together: `python -m stpete_site.supervisor`.

Each process is a session of its own, so that Ctrl-C reaches the supervisor alone and the order of stopping is ours; and
each asks the kernel to be ended with its parent, so that nothing is left behind even when the supervisor is killed.
"""
