"""Tree Solitaire, after D. S. Johnson, MIT AI Memo 205 (1968, 1970): the gain from looking ahead.

``states`` has the moves of each strategy at one fork, ``plies`` those of strategies that see further. ``exact`` derives
chances to win from them in one of two independent ways: power series by level (``series``) or one walk along all ways
down (``walk``); ``searches`` asks whether there is a win at all. ``play`` simulates games on random ``trees``. ``memo`` has
the memo's tables. The questions are in ``strategy_questions``, ``fork_questions`` and ``memo_questions``; ``options`` makes
trees of their options.
"""
