"""What people say beside a game: the table's talk, the watchers' after the end, and what everybody notes for himself.

Lines are rows of their own and never rows of the log. Who reads them is said in `readers`; nothing here is shown where the
game itself is not.
"""
