"""Search for the schedules stored in arbiter/schedules/data."""
