"""`make run`: the web server, the workers and an embedded Valkey, supervised by one process."""
