"""Forms of the lobby. What goes together is the engine's business: its sentence stands at the field it is about."""
