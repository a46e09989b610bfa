"""Who stands where: scores and tie-breaks as pure functions. Every value carries the arithmetic it came from."""
