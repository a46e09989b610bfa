"""What tournaments have to tell and how they say it. Every letter is a heading, what has happened, and lines beneath; its words
are chosen here, so that its three templates only lay them out.
"""
