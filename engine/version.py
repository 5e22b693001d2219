"""The version of the answers: part of what identifies a stored analysis."""

ENGINE_VERSION = "1.13.0"
