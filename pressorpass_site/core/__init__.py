"""What knows no domain: limits, owners, middleware, formatting, text fields, template tags."""
