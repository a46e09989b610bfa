"""How seats without a person are played; `engine.bot` is the table of them."""
