"""Press Your Luck as a fan would explain it: boards, positions, rules. Plain Python, no NumPy."""
