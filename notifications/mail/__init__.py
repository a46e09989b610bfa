"""Emails: `compose` makes one of a delivery, with its headers; a kind writes its letter with `blocks`; `render` turns that
into subject, text and HTML in the frame of `templates/notifications/mail/`; `transport` sends it; `links` has the signed
links in it."""
