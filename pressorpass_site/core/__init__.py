"""Parts without a domain: limits, owners, middleware, formatting, text fields, filters of templates."""
