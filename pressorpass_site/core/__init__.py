"""Code that belongs to no domain app: limits, owners, middleware, text fields, template filters."""
