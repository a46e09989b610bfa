"""Incoming email: stored, read, and given to the app that asked for it.

This app knows people, addresses and emails. What an answer means is the business of that app (`incoming_mail.handlers`).
"""
