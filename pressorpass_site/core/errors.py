class UserError(Exception):
    """Something cannot be made, changed or read; the message is for people. `field` is the form's field."""

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
