"""Tree Solitaire, after D. S. Johnson, MIT AI Memo 205 (1968, 1970): what looking ahead is worth.

``rules`` says how each strategy moves at one fork; ``series`` and ``walk`` make chances to win of
that by two independent routes, and ``play`` plays games on random trees. ``memo`` has its tables.
"""
