"""Search for the schedules stored in tournaments/schedules/data."""
