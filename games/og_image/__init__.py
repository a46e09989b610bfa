"""A game or table as a picture, for links elsewhere.

It is made from a visitor's view whoever asks, without a clock; its ETag follows from what it shows. A process keeps 64, draws one
at a time, and 60 a minute for one network. For anything else (by link, closed, unknown, too many) the site's picture is served.
"""
