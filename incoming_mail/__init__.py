"""Mails that people send to the site: taken in whole, read, and given to whoever has something to do with them.

It knows people, addresses and mails. What an answer means is the business of the app that asked (`incoming_mail.handlers`).
"""
