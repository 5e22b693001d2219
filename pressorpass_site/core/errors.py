class UserError(Exception):
    """An error whose message is shown to the user; `field` is the form field that it is about."""

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
