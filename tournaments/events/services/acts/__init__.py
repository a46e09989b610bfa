"""What directors do in an event. Every act is one transaction with the event's row locked, has a reason that everybody can
read, and stands in the log. A director never acts on a table where he sits himself.
"""
