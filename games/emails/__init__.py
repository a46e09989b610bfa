"""What games have to tell and how they say it: `kinds` declares it to `notifications`, which finds it by lying here.

A letter is plain values for the templates of its kind (`templates/games/emails/`). One about a position is built from
the engine's view for its reader, so it says nothing that he may not know.
"""
