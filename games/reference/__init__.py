"""The binding rules and all cards, to look up (UI-22): pure readers, words and pictures; no row is asked for anything."""
