"""Messages to webhooks and browsers.

`send` writes a short message in the form of each service, signs it and reads the answer; `push` encrypts it for one browser;
`http` checks the address and posts to it; `news` finds what is new at tables and tournaments that have a webhook.
"""
