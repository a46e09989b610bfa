"""What the site says by itself: a process of its own that keeps connections of open pages and says "look again".

It knows no Django and no database: who may follow a game it asks the site, as the page would, and what has changed it hears
from Redis. Started by the supervisor: `python -m streams --port 8024 --site 127.0.0.1:8000`.
"""
