"""A request from the socket to the view, and its response: threads, bodies, middleware, kept pages, the log."""
