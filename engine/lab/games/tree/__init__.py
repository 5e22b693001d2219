"""Tree Solitaire, after D. S. Johnson, MIT AI Memo 205 (1968, 1970): the gain from looking ahead.

``states`` has the moves of each strategy at one fork, ``plies`` the moves of strategies that see further, given the ``values`` of
points. ``exact`` follows them in one ``walk`` of all games at once; ``searches`` asks whether there is a win at all. ``play``
simulates games on random ``trees``. The questions are in ``strategy_questions``, ``fork_questions`` and ``upward_questions``;
``options`` makes trees of their options.
"""

PLACE = 3
