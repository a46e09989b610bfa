"""Messages that are not mails: to webhooks of people, tables and tournaments, and pushes to browsers.

`said` says a delivery in a line, `bodies` makes of it what each service takes, `signing` signs it, `push` encrypts it for one
browser. `address` says where a message may go and `http` takes it there, `send` says what the answer means, `failing` switches
off what keeps failing, `news` finds what tables and tournaments have to tell.
"""
