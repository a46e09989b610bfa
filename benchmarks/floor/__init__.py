"""The floor: one bare page and one bare move of a game in Django, behind session and login.

What Django alone costs on this machine, so that the site's own cost can be told apart from it (`benchmarks.site`). The
page asks the database for the session, the user, a game and its last 30 moves and shows them in a template about as
large as a game page; the move is one transaction with a lock, an insert, an update and three notifications.
"""
