"""The score of a call and a guess: half for the right call, half for a close guess."""

CALL_SCORES = {"right": 50, "close": 25, "wrong": 0}  # by the mark of the call
MAX_GUESS_SCORE = 50  # for an exact guess
GUESS_REACH = 25  # percentage points; a guess farther off scores nothing
SQUARES = {"right": "🟩", "close": "🟨", "wrong": "🟥", "": "⬜"}  # in the line to share
SIGNS = {"right": "✓", "close": "≈", "wrong": "✗", "": "?"}


def score_dilemma(mark: str, guess: int | None, truth: float | None) -> int:
    """Return the score of a dilemma; `mark` is “right”, “close” or “wrong”, `guess` is in percent.

    Without a guess, or if the true chance is not known, only the call is scored.
    """
    if guess is None or truth is None:
        return CALL_SCORES[mark]
    return round(CALL_SCORES[mark] + MAX_GUESS_SCORE * max(0.0, 1 - abs(guess - 100 * truth) / GUESS_REACH))
