"""Background jobs, once for all apps: the row, its life, slots, heartbeat, dispatch, progress, cancel."""
