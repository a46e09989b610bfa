"""`python -m arbiter.pairing FILE.trf --round K`: pair a round of a file, check its rounds, explain a pairing."""

import sys

from arbiter.pairing.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdout, sys.stderr))
