"""A played game judged: its positions solved in the background, its luck, skill and mistakes shown."""
