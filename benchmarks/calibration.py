"""The unit in which engines are compared: a fixed pure-Python workload of the kind a rules engine does, per CPU second.

One unit is one scan of an 8-card row against a 49-slot count list with a price rule, a list of ints built, one random
pick, one list removal and append. Decisions per second divided by units per second, measured in turn, hardly depend on
the machine.
"""

from random import Random
from time import process_time

_COST = [3 + card * 7 % 22 for card in range(49)]
_COLOUR = [card % 3 for card in range(49)]


def units_per_second(seconds: float) -> float:
    """Units done per second of this process's CPU time, measured for at least `seconds`."""
    rng = Random(1)
    _work(2000, rng)
    done = 0
    began = process_time()
    while process_time() - began < seconds:
        _work(2000, rng)
        done += 2000
    return done / (process_time() - began)


def _work(units: int, rng: Random) -> None:
    """The workload itself, kept in the shape it was first measured in: its speed is the unit."""
    row = [place * 5 % 49 for place in range(8)]
    count = [0] * 49
    money = [25] * 4
    rnd = rng.random
    p = 0
    for _ in range(units):
        out = [0]
        m = money[p]
        for c in row:
            k = _COST[c] - count[c]
            if _COLOUR[c] == 1:
                k -= 1
            if k < 1:
                k = 1
            if k <= m:
                out.append(1 << 12 | c << 6)
            out.append(2 << 12 | c << 6)
        x = out[int(rnd() * len(out))]
        if x:
            c = (x >> 6) & 63
            row.remove(c)
            row.append((c + 13) % 49)
            count[c] = (count[c] + 1) & 3
        else:
            money[p] = 25
        p = (p + 1) & 3


if __name__ == "__main__":
    print(f"{units_per_second(3):,.0f} calibration units per CPU second")
