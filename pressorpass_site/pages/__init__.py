"""Home, method, rules, moments, health and error pages."""
