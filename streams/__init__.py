"""A process of its own that keeps a connection for each open page and says "look again".

It knows no Django and no database. Started by the supervisor: `python -m streams --port 8024 --site 127.0.0.1:8000`.

- Who may listen: it asks the site for the pulse, with the page's cookies or a program's token, when a page connects and every
  half minute. If the site does not answer, listeners go on for a minute; new ones get 503.
- What has changed: one Redis subscription serves all streams. `games/play/wakeups.py` and `notifications/services.py` publish
after commits.
- Signing out publishes a hash of the session, and all its streams end at once (`notifications/services.py`).
- Timing tells no more than the pulse: news leave on a beat of a tenth of a second. Of many pages of one game twenty are told at
  once, the others a fiftieth of a second apart, because each then loads a page.
- While Redis is away streams stay open for ten seconds and ask what they missed when it is back; then they end, and pages poll.
- A person's own stream (`/streams/mine/`) asks `/api/v1/pulse/` and tells the differences, once a second at most, for 200 games
  and 50 tables.
- Limits: 1,000 in all, 12 of a session, 100 of an address (IPv6: 64 bits). Foreign `Origin`s are refused.
"""
