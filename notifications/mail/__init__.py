"""The mail that tells notifications: who gets it, its frame and headers, how it travels, and the way out of it.

`compose` makes one of a delivery: `readers` says who is written to and in which language, the kind writes a letter of `blocks`,
`render` makes subject, text and HTML of it in the frame of `templates/notifications/mail/`, `message` adds the headers,
`transport` sends it, `outage` remembers a server that is away. `unsubscribe` is the way out, `samples` shows them all.
"""
