"""Notifications: what people are told, by email, push or webhook, and their settings.

This app knows people and kinds of notification. What a kind is about is the business of the app that declares it
(`notifications.kinds`).
"""
