"""A made-up app, installed in the tests: tables of a club that nobody else may look at while it plays (`extends_games`), and
notifications of its reading evenings (`letters`). Neither `games` nor `notifications` knows it."""
