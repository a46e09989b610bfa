"""What is to be told to whom: notifications, the mails they become, and the wishes of those who are told.

It knows people and kinds. What a kind is about is the business of the app that declares it (`notifications.kinds`).
"""
