"""What can go wrong, said once and with a way out."""

from __future__ import annotations

from typing import Any, Optional

__all__ = ["SordinoError", "InvalidRequest", "Unsupported", "LimitReached", "InternalError", "NoJava", "Stopped",
           "SamplingMismatch"]


class SordinoError(Exception):
    """Every error of this package.

    Attributes:
        message: what is wrong, in one line.
        remedy: what to do about it, in one line; empty if nobody knows.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message, remedy)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        return self.message + (f"\nfix: {self.remedy}" if self.remedy else "")


class InvalidRequest(SordinoError, ValueError):
    """The plan or a number is wrong.

    Attributes:
        plan: the text of the plan, if it was text.
        position: where in that text, counted from 0; ``None`` if there is no place.
    """

    def __init__(self, message: str, remedy: str = "", plan: Optional[str] = None,
                 position: Optional[int] = None) -> None:
        super().__init__(message, remedy)
        self.plan = plan
        self.position = position

    def __str__(self) -> str:
        if self.plan is None or self.position is None:
            return super().__str__()
        start = self.plan.rfind("\n", 0, self.position) + 1
        end = self.plan.find("\n", self.position)
        line = self.plan[start:] if end < 0 else self.plan[start:end]
        return f"{self.message}\n  {line}\n  {' ' * (self.position - start)}^" + (
            f"\nfix: {self.remedy}" if self.remedy else "")


class Unsupported(SordinoError):
    """No theorem covers the plan under the relation."""


class LimitReached(SordinoError):
    """The answer would take more time or memory than a request may."""


class InternalError(SordinoError):
    """A bug of the accountant: do not use the answer."""


class NoJava(SordinoError):
    """There is no Java that could run the accountant."""


class Stopped(SordinoError):
    """The accountant's process ended, and did so again when it was started anew."""


class SamplingMismatch(SordinoError, ValueError):
    """Batches are drawn in one way and accounted for in another."""


_KINDS = {"unsupported": Unsupported, "limit": LimitReached, "internal": InternalError}


def of(error: "dict[str, Any]", plan: Any) -> SordinoError:
    """The exception for the ``error`` of an answer."""
    kind = error.get("kind", "internal")
    message, remedy = error.get("message", "no reason was given"), error.get("remedy", "")
    if kind == "invalid":
        return InvalidRequest(message, remedy, plan if isinstance(plan, str) else None, error.get("position"))
    return _KINDS.get(kind, InternalError)(message, remedy)
