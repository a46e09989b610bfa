"""The rules told for players, in their language: the base game and a page for every set, in short, in full, or both."""
