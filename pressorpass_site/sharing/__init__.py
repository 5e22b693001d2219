"""Pictures, exports, embedding."""
