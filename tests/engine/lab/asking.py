"""Questions to the lab as tests ask them."""

from engine.lab import Answer, ask


def answer(game: str, question: str, **options: object) -> Answer:
    """The answer to a question; options have their values, by name with `_` for `-`."""
    return ask(game, question, {name: str(value) for name, value in options.items()}).answer
