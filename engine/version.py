"""The version of the engine's answers: part of the identity of a stored analysis."""

ENGINE_VERSION = "1.13.0"
