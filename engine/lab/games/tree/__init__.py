"""Tree Solitaire, after D. S. Johnson, MIT AI Memo 205 (1968, 1970): the gain from looking ahead.

``rules`` says how each strategy moves at one fork; ``series`` and ``walk`` derive chances to win from that by
two independent methods, and ``play`` simulates games on random trees. ``memo`` has the memo's tables. ``questions``
lists what can be asked, with ``options``; ``setting`` makes a strategy and trees of them, and ``answers_…`` answer.
"""
