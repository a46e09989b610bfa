"""A spectator's summary of a game: kept by devices for offline use, and the source of link previews.

It is made from `view_for(None)`, also for players, and holds no name, form or key of its reader. It is refused to guests and
visitors and for games closed to spectators, also to their seats. static/js/frame.js keeps the last 20 games of the signed-in
account; templates/offline/worker.js shows them when a page cannot be reached. Signing out wipes them (`Clear-Site-Data`), and so
does the next page of another account.
"""
