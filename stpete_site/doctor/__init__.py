"""`manage.py doctor`: is everything there that the site needs to work and to be believed by mail servers, and if not, what to do.

`names` reads the DNS or a file of records, `domain` judges the sending domain's, `parts` looks at what runs on this machine and
beside it.
"""
