"""Forms of the desk: a tournament's terms, the acts of its directors, and words between people."""
