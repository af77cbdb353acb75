"""The one exception with which a callback is refused."""


class Refusal(Exception):
    """A status and a message; nothing was written."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status
        self.message = message
