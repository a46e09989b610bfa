"""What each kind of mail says, as plain values for its templates. Built from a `Play` and an engine view, never from a state's secrets."""
