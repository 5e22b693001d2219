"""A played game judged: the odds before and after every event, what each decision cost, luck and skill."""
