"""Makes a request's plan of what people have: text, events, histories, engines.

Nothing of Opacus, dp_accounting or jax_privacy is imported: objects are known by what they offer.
"""

from __future__ import annotations

import math
import sys
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

from .errors import InvalidRequest

Json = Union[str, Dict[str, Any], List[Any]]

_RELATIONS = ("add-remove", "replace-one", "replace-special")


def read(plan: Any) -> Tuple[Json, Optional[str]]:
    """The plan as text or event JSON, and the relation if the object states one."""
    try:
        return _read(plan)
    except RecursionError:
        raise InvalidRequest("the plan is nested more than 100 deep",
                             "write compositions side by side, and multiply nested counts") from None


def _read(plan: Any) -> Tuple[Json, Optional[str]]:
    if isinstance(plan, str):
        return plan, None
    if hasattr(plan, "_sordino_plan"):
        return plan._sordino_plan(), None
    if hasattr(plan, "dp_event"):  # an execution plan of jax_privacy
        stated = getattr(plan, "neighboring_relation", None)
        return value(plan.dp_event), None if stated is None else relation(stated)
    if _is_event(plan):
        return value(plan), None
    if hasattr(plan, "accountant") and hasattr(plan.accountant, "history"):  # Opacus: a PrivacyEngine
        return history(plan.accountant.history), None
    if hasattr(plan, "history"):  # Opacus: an accountant
        return history(plan.history), None
    if isinstance(plan, Mapping):
        if "history" in plan:  # Opacus: a state dict
            return history(plan["history"]), None
        return value(plan), None
    if isinstance(plan, (list, tuple)):
        if len(plan) > 0 and not isinstance(plan[0], str):
            return history(plan), None
        return value(plan), None
    if hasattr(plan, "make") and hasattr(plan, "calibrate"):
        raise InvalidRequest(f"a {type(plan).__name__} is not a plan yet", "give what its make() returns")
    raise InvalidRequest(
        f"a plan cannot be made of a {type(plan).__name__}",
        "give text such as '1000 * poisson(0.01, gaussian(1))', a DpEvent, an Opacus engine, accountant or history, "
        "or a jax_privacy plan")


def relation(stated: Any) -> str:
    """A relation by its own name, or an enum's that has such names."""
    name = getattr(stated, "name", stated)
    if not isinstance(name, str):
        raise InvalidRequest(f"a relation cannot be made of a {type(stated).__name__}", "it is one of " + ", ".join(_RELATIONS))
    return name


def number(name: str, given: Any) -> Union[int, float]:
    """A plain number; those of numpy and the like are made so."""
    if isinstance(given, bool) or isinstance(given, str) or given is None:
        raise InvalidRequest(f"{name} must be a number, was {given!r}", "write it without quotes, such as 1e-5")
    try:
        plain = given if isinstance(given, (int, float)) else _whole_or_real(given)
        if abs(plain) > sys.float_info.max and not isinstance(plain, float):
            raise OverflowError
    except OverflowError:
        raise InvalidRequest(f"{name} must be a number that a double can hold") from None
    except (TypeError, ValueError):
        raise InvalidRequest(f"{name} must be a number, was a {type(given).__name__}") from None
    if not math.isfinite(plain):
        raise InvalidRequest(f"{name} must be a finite number, was {plain}")
    return plain


def _whole_or_real(given: Any) -> Union[int, float]:
    if hasattr(given, "__index__"):
        try:
            return given.__index__()
        except TypeError:
            pass  # arrays and tensors of one real number have the method, and refuse it
    return float(given)


def history(steps: Any) -> Json:
    """An Opacus history: noise multiplier, sample rate and number of steps, in the order of the run."""
    rows = [list(step) for step in steps]
    if not rows:
        raise InvalidRequest("the history has no steps yet", "account for it after the first step")
    for row in rows:
        if len(row) != 3:
            raise InvalidRequest(f"a history holds (noise_multiplier, sample_rate, steps), found {len(row)} values")
    return [[number("noise_multiplier", noise), number("sample_rate", rate), number("steps", count)]
            for noise, rate, count in rows]


def _is_event(given: Any) -> bool:
    return hasattr(given, "to_named_tuple") or (hasattr(given, "_fields") and hasattr(given, "class_name"))


def value(given: Any) -> Any:
    """An event, or a field of one, in JSON."""
    if hasattr(given, "_sordino_plan"):
        raise InvalidRequest("a plan of this package cannot stand inside an event", "write the whole plan as text")
    if hasattr(given, "to_named_tuple"):
        given = given.to_named_tuple()
    if hasattr(given, "_fields"):
        return {name: value(getattr(given, name)) for name in given._fields}
    if isinstance(given, bytes):
        return given.decode("utf-8")
    if given is None or isinstance(given, (str, bool)):
        return given
    if isinstance(given, Mapping):
        return {str(name): value(one) for name, one in given.items()}
    if isinstance(given, (list, tuple)):
        return [value(one) for one in given]
    if isinstance(given, float) and math.isinf(given):
        return "Infinity" if given > 0 else "-Infinity"
    if hasattr(given, "tolist") and getattr(given, "ndim", 0) > 0:
        return value(given.tolist())
    if not hasattr(given, "__float__") and not hasattr(given, "__index__"):
        raise InvalidRequest(f"an event cannot hold a {type(given).__name__}",
                             "give an event whose fields are numbers, lists and events")
    return number("a field of an event", given)
