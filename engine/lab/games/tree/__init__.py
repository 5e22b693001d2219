"""Tree Solitaire, after D. S. Johnson, MIT AI Memo 205 (1968, 1970): the gain from looking ahead.

``rules`` has the moves of each strategy at one fork. ``exact`` derives chances to win from them in one of two independent
ways: the recursion by level (``fork_series``, ``ply_series``) or one walk along all ways down (``walk``, ``ply_course``);
``unlimited`` asks whether there is a win at all. ``play`` simulates games on random trees. ``memo`` has the memo's tables.
The questions are in ``strategy_questions``, ``fork_questions`` and ``memo_questions``; ``setting`` makes a strategy and
trees of their options.
"""
