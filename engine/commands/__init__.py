"""One module a command: ``add_to(commands)`` gives it its words and arguments, ``run(arguments)`` prints."""
