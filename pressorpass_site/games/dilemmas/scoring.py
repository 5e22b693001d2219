"""The score of a call and a guess: half for the right call, half for how near the guess is."""

CALL = {"right": 50, "close": 25, "wrong": 0}  # by the mark of the call
GUESS = 50  # for a guess that is right to the percent
REACH = 25  # percent; a guess farther off than that brings nothing
SQUARES = {"right": "🟩", "close": "🟨", "wrong": "🟥", "": "⬜"}  # in the line to share
SIGNS = {"right": "✓", "close": "≈", "wrong": "✗", "": "?"}


def score_dilemma(mark: str, guess: int | None, truth: float | None) -> int:
    """Return the score of one dilemma, whose call was “right”, “close” or “wrong”; `guess` is in percent.

    The call alone is scored where nothing was guessed, or the chance is not known.
    """
    if guess is None or truth is None:
        return CALL[mark]
    return round(CALL[mark] + GUESS * max(0.0, 1 - abs(guess - 100 * truth) / REACH))
