"""What every address of the API has in common, whichever app it belongs to: errors, pages of lists, limits, keys against doing
something twice, marks of what has not changed, scopes of tokens, and the description that programs read."""
