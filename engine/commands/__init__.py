"""One module a command: ``add_to(commands)`` adds its words and arguments, ``run(arguments)`` prints."""
