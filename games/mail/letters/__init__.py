"""What each kind of mail says, as plain values for its templates.

A letter about a position is built from the engine's view for its reader, so it says nothing that he may not know.
"""
