"""The lesson: positions of games dealt for it, played through the real engine, each with a move to find and the reason for it."""
