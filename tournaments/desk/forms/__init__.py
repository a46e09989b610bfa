"""Forms of the desk: an event's terms, the acts of its directors, and words between people."""
