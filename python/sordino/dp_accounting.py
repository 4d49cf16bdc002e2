"""An accountant with the methods of dp_accounting's, for its events.

    accountant = SordinoAccountant()
    accountant.compose(dp_accounting.SelfComposedDpEvent(dp_accounting.PoissonSampledDpEvent(0.01, dp_accounting.GaussianDpEvent(1.0)), 1000))
    accountant.get_epsilon(target_delta=1e-5)

dp_accounting is not imported. Where the program has it, the ledger is made of its events, so that its own
``calibrate_dp_mechanism`` takes this accountant.
"""

from __future__ import annotations

import math
import sys
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple, Union

import sordino

from . import _loaders, _plans
from .errors import InvalidRequest, SamplingMismatch, SordinoError, Unsupported
from .sampling import AllocatedBatches, PoissonBatches

__all__ = ["SordinoAccountant", "Event", "calibrate_dp_mechanism", "dp_event"]

_MODULE = "dp_accounting.dp_event"
_NOTHING = {"module_name": _MODULE, "class_name": "NoOpDpEvent"}
_MOST_DOUBLINGS = 60
_MOST_HALVINGS = 100


class Event(NamedTuple):
    """An event for programs without dp_accounting: what its named tuples hold."""

    json: Dict[str, Any]

    def to_named_tuple(self) -> Any:
        return self.json


def dp_event(plan: Any) -> Any:
    """Any plan as an event of dp_accounting, which must be installed: a DpEvent that was read is written back the same.

    Raises:
        Unsupported: dp_accounting has no event for some part of the plan.
    """
    from dp_accounting import dp_event as theirs  # type: ignore  # only where the caller has it

    def made(given: Any) -> Any:
        if isinstance(given, list):
            return [made(one) for one in given]
        if not isinstance(given, dict):
            return math.inf if given == "Infinity" else given
        name = given["class_name"]
        fields = {field: made(one) for field, one in given.items() if field not in ("module_name", "class_name")}
        if name == "Allocated" and hasattr(theirs, "RandomAllocationDpEvent"):
            name = "RandomAllocationDpEvent"
        elif given.get("module_name") != _MODULE:
            raise Unsupported(f"dp_accounting has no event for {name}", "give it a bound, such as EpsilonDeltaDpEvent")
        return getattr(theirs, name)(**fields)

    return made(sordino.plan(plan).event)


class SordinoAccountant:
    """Composes events and answers with certified upper ends.

    Args:
        neighboring_relation: dp_accounting's enum or its name; ADD_OR_REMOVE_ONE unless told.
        width: how wide the bracket may be, relative to the answer.
        sampler: the sampler that draws the batches, or the loader that has it; then events are refused that are sampled otherwise.
    """

    def __init__(self, neighboring_relation: Any = "ADD_OR_REMOVE_ONE", *, width: Optional[float] = None,
                 sampler: Any = None) -> None:
        self._relation = neighboring_relation
        self._width = width
        self._sampler = None if sampler is None else _loaders.sampler_of(sampler)
        self._events: List[Tuple[Any, Dict[str, Any], int]] = []

    @property
    def neighboring_relation(self) -> Any:
        return self._relation

    def supports(self, event: Any) -> bool:
        """Whether the event can be read and some theorem covers it."""
        try:
            self._covered(_plans.value(event))
            return True
        except (InvalidRequest, Unsupported):
            return False

    def _covered(self, event: Dict[str, Any]) -> None:
        # a delta that is neither 0 nor small: whether there is a theorem does not depend on it, and a coarse answer is quick
        sordino.epsilon(event, 1e-3, relation=self._relation, width=0.5)

    def compose(self, event: Any, count: int = 1) -> "SordinoAccountant":
        """Adds ``count`` runs of an event; returns the accountant.

        Raises:
            Unsupported, InvalidRequest: no theorem covers the event, or it cannot be read; nothing is added.
            SamplingMismatch: the accountant's sampler draws otherwise.
        """
        if isinstance(count, bool) or not hasattr(count, "__index__") or count < 1:
            raise InvalidRequest(f"count must be a whole number from 1 on, was {count!r}")
        if not (hasattr(event, "to_named_tuple") or hasattr(event, "class_name") or isinstance(event, dict)):
            raise TypeError(f"an event is a DpEvent or its named tuple, not a {type(event).__name__}")
        read = _plans.value(event)
        if self._sampler is not None:
            self._check(read)
        try:
            self._covered(read)
        except sordino.LimitReached:
            pass  # how long an answer takes is for the question to say
        except (InvalidRequest, Unsupported) as refused:
            raise _as_theirs(refused) from None
        if self._events and self._events[-1][1] == read:
            known, _, before = self._events[-1]
            self._events[-1] = (known, read, before + int(count))
        else:
            self._events.append((event, read, int(count)))
        return self

    def _check(self, event: Dict[str, Any]) -> None:
        """Refuses an event that is not sampled as the sampler draws."""
        sampler = self._sampler
        name = event.get("class_name")
        if isinstance(sampler, AllocatedBatches):
            if name == "Allocated" and (event.get("num_selected"), event.get("num_steps")) == (sampler.num_selected, sampler.steps):
                return
            if name not in ("SelfComposedDpEvent", "ComposedDpEvent"):
                raise SamplingMismatch(f"the sampler draws by random allocation, and the event is a {name}",
                                       "compose sordino.plan(sampler.plan(noise_multiplier)).event")
        elif name == "PoissonSampledDpEvent":
            _loaders.check_poisson(sampler, event["sampling_probability"])
            return
        elif name not in ("SelfComposedDpEvent", "ComposedDpEvent", "NoOpDpEvent"):
            if isinstance(sampler, PoissonBatches):
                raise SamplingMismatch(f"the sampler draws by Poisson sampling, and the event is a {name}",
                                       "compose sordino.plan(sampler.plan(noise_multiplier)).event")
            _loaders.check_poisson(sampler, 1.0)
        for inner in event.get("events", [event["event"]] if "event" in event else []):
            self._check(inner)

    @property
    def ledger(self) -> Any:
        """All that was composed, as one event: dp_accounting's own where the program has it."""
        module = sys.modules.get("dp_accounting")
        parts = []
        for given, read, count in self._events:
            if module is None:
                one: Any = read
                parts.append(one if count == 1 else {"module_name": _MODULE, "class_name": "SelfComposedDpEvent",
                                                     "event": one, "count": count})
            else:
                parts.append(given if count == 1 else module.SelfComposedDpEvent(given, count))
        if module is None:
            return Event(_NOTHING if not parts else parts[0] if len(parts) == 1 else
                         {"module_name": _MODULE, "class_name": "ComposedDpEvent", "events": parts})
        return module.NoOpDpEvent() if not parts else parts[0] if len(parts) == 1 else module.ComposedDpEvent(parts)

    def _sordino_plan(self) -> Dict[str, Any]:
        parts = [read if count == 1 else
                 {"module_name": _MODULE, "class_name": "SelfComposedDpEvent", "event": read, "count": count}
                 for _, read, count in self._events]
        return _NOTHING if not parts else parts[0] if len(parts) == 1 else {
            "module_name": _MODULE, "class_name": "ComposedDpEvent", "events": parts}

    def answer(self, target_delta: float) -> sordino.Answer:
        """The bracket of epsilon with its proof."""
        return sordino.epsilon(self, target_delta, relation=self._relation, width=self._width)

    def get_epsilon(self, target_delta: float) -> float:
        """The certified upper end of epsilon."""
        return self.answer(target_delta).upper if self._events else 0.0

    def get_delta(self, target_epsilon: float) -> float:
        """The certified upper end of delta."""
        if not self._events:
            return 0.0
        return sordino.delta(self, target_epsilon, relation=self._relation, width=self._width).upper


def _as_theirs(refused: SordinoError) -> SordinoError:
    """Programs of dp_accounting wait for its own exception: where it is loaded, ours is one of those too."""
    theirs = getattr(sys.modules.get("dp_accounting"), "UnsupportedEventError", None)
    if theirs is None:
        return refused
    kind = type(refused)
    both = type(kind.__name__, (kind, theirs), {"__module__": kind.__module__, "__doc__": kind.__doc__})
    return both(refused.message, refused.remedy)  # an event has no position


def calibrate_dp_mechanism(make_fresh_accountant: Callable[[], Any], make_event_from_param: Callable[[Any], Any],
                           target_epsilon: float, target_delta: float, bracket_interval: Any = None, discrete: bool = False,
                           tol: Optional[float] = None) -> Union[float, int]:
    """A parameter within ``tol`` of the best one that keeps the promise; the promise is kept by what is returned, always.

    The arguments are those of dp_accounting's function of this name. A bracket interval is anything with ``endpoint_1`` and
    ``endpoint_2``, or with ``lower_endpoint`` and ``initial_guess``, or a pair of numbers.
    For a plan as text :func:`sordino.calibrate` is faster.
    """
    if tol is not None and not tol > 0:
        raise InvalidRequest(f"tol must be positive, was {tol}")

    def keeps(parameter: float) -> bool:
        value = round(parameter) if discrete else parameter
        accountant = make_fresh_accountant()
        try:
            return accountant.compose(make_event_from_param(value)).get_epsilon(target_delta) <= target_epsilon
        except InvalidRequest:
            return False  # outside the range of the parameter, such as no noise at all

    one, other = _interval(bracket_interval)
    guess = other
    kept_one = keeps(one)
    if not hasattr(bracket_interval, "endpoint_1") and not isinstance(bracket_interval, tuple):
        for _ in range(_MOST_DOUBLINGS):
            if keeps(guess) != kept_one:
                break
            guess = one + 2 * (guess - one)
        other = guess
    kept_other = keeps(other)
    if kept_one == kept_other:
        raise SordinoError(
            f"at both {one:g} and {other:g} the promise is {'kept' if kept_one else 'broken'}", "give a bracket_interval that has the answer inside")
    good, bad = (one, other) if kept_one else (other, one)
    limit = (1.0 if discrete else 1e-6 * abs(other - one)) if tol is None else max(tol, 0.5) if discrete else tol
    if discrete:
        good, bad = float(round(good)), float(round(bad))
    for _ in range(_MOST_HALVINGS):
        if abs(good - bad) <= limit:
            break
        middle = (good + bad) / 2
        if discrete:
            middle = math.floor(middle)
            if middle in (good, bad):
                break
        if middle in (good, bad):
            break
        if keeps(middle):
            good = middle
        else:
            bad = middle
    return round(good) if discrete else good


def _interval(given: Any) -> Tuple[float, float]:
    if given is None:
        return 0.0, 1.0
    if isinstance(given, tuple):
        return float(given[0]), float(given[1])
    if hasattr(given, "endpoint_1"):
        return float(given.endpoint_1), float(given.endpoint_2)
    if hasattr(given, "lower_endpoint"):
        guess = getattr(given, "initial_guess", None)
        return float(given.lower_endpoint), float(given.lower_endpoint + 1 if guess is None else guess)
    raise InvalidRequest(f"a bracket interval cannot be made of a {type(given).__name__}", "give a pair of numbers")
