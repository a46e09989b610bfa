"""Mails about games: who may get them, what they say, how they look and how they travel.

`readers` says who is written to and in which language; `letters` gathers what a mail is about from a `Play`; `render`
makes subject, text and HTML of it; `message` adds the headers; `unsubscribe` is the way out; `samples` shows them all.
"""
