"""What directors do in a tournament. Every act is one transaction with the tournament's row locked, has a reason that everybody can
read, and stands in the log. A director never acts on a table where he sits himself.
"""
