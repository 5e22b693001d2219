"""Tree Solitaire, after D. S. Johnson, MIT AI Memo 205 (1968, 1970): the gain from looking ahead.

``states`` has the moves of each strategy at one fork, ``plies`` the moves of strategies that see further, from the
``values`` of points. ``exact`` follows all games at once, layer by layer (``walk``); ``searches`` has the chance that
there is a win at all. ``play`` simulates games on random ``trees``. The questions are in ``strategy_questions``,
``fork_questions`` and ``upward_questions``; ``options`` reads trees from their options.
"""

PLACE = 3
