"""Time zones a person may choose, grouped the way people look for them."""

from __future__ import annotations

import functools
import zoneinfo

_REGIONS = ("Europe", "Africa", "America", "Asia", "Atlantic", "Australia", "Indian", "Pacific", "Antarctica")


@functools.cache
def all_zones() -> frozenset[str]:
    """Every zone the machine knows. Kept, because the library walks the disk on each call."""
    return frozenset(zoneinfo.available_timezones())


@functools.cache
def zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Zones for a select box: UTC first, then by region, cities in order, without the aliases of old systems."""
    regions = [
        (region, [(name, _city(name)) for name in sorted(all_zones()) if name.startswith(f"{region}/")])
        for region in _REGIONS
    ]
    return [("UTC", [("UTC", "UTC")]), *((region, zones) for region, zones in regions if zones)]


def _city(name: str) -> str:
    return name.partition("/")[2].replace("_", " ")
