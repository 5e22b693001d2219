"""Between the web server and the views: middleware, checks of a request, caching, thread limits, the request log."""
