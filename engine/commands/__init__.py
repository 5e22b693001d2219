"""The commands, a module each: ``add_to(commands)`` adds the command's arguments, ``run(arguments)`` prints its output."""
