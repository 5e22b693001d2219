"""Tree Solitaire, after D. S. Johnson, MIT AI Memo 205 (1968, 1970): the gain from looking ahead.

``rules`` has the moves of each strategy at one fork; ``series`` and ``walk`` derive chances to win from them by two
independent methods, and ``play`` simulates games on random trees. ``memo`` has the memo's tables. The questions are in
``strategy_questions``, ``fork_questions`` and ``memo_questions``; ``setting`` makes a strategy and trees of their options.
"""
