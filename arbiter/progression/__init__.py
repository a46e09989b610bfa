"""What a tournament has decided at its creation, and what follows from that and from what has been played: the next rounds,
the standings, the end."""
