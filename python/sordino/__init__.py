"""Certified privacy accounting: epsilon and delta with proved lower and upper ends.

>>> import sordino
>>> sordino.epsilon("1000 * poisson(0.01, gaussian(1))", delta=1e-5).upper     # doctest: +SKIP
1.8289168152882596

A plan is text in Sordino's plan language, a ``DpEvent`` of dp_accounting, an Opacus ``PrivacyEngine``, accountant, state dict or
history, or an execution plan of jax_privacy. None of those packages is needed or imported.

The work is done by one Java process that is started with the first question, answers all later ones, and ends with this process.
"""

from __future__ import annotations

from typing import Any, Dict, Iterable, Mapping, Optional

from . import answers as _answers
from . import errors as _errors
from . import _plans
from ._child import DESK as _DESK
from .answers import (Answer, Bracket, Calibration, Claim, Comparison, Curves, Explanation, Plan, Reason, Row, Series, Silence,
                      Statement, Warned)
from .errors import (InternalError, InvalidRequest, LimitReached, NoJava, SamplingMismatch, SordinoError, Stopped, Unsupported)

__version__ = "0.1.0.dev0"

__all__ = [
    "epsilon", "delta", "calibrate", "compare", "explain", "statement", "curves", "plan", "close",
    "Answer", "Bracket", "Calibration", "Claim", "Comparison", "Curves", "Explanation", "Plan", "Reason", "Row", "Series",
    "Silence", "Statement", "Warned",
    "SordinoError", "InvalidRequest", "Unsupported", "LimitReached", "InternalError", "NoJava", "Stopped", "SamplingMismatch",
]


def epsilon(plan: Any, delta: float, *, relation: Any = None, width: Optional[float] = None,
            corrupt: Optional[float] = None) -> Answer:
    """The least epsilon with which a plan is (epsilon, delta)-private.

    Args:
        plan: text, a DpEvent, an Opacus engine, accountant or history, or a jax_privacy plan.
        delta: between 0 and 1; 0 asks for the pure epsilon.
        relation: what neighbours are: ``"add-remove"``, ``"replace-one"``, ``"replace-special"`` or dp_accounting's enum; left out,
            the relation that the plan speaks of. The answer says which it was.
        width: how wide the bracket may be, relative to the answer; 1e-3 unless told.
        corrupt: the share of a shuffle's clients that collude or drop out.

    Raises:
        InvalidRequest: the plan or a number is wrong; has the position and the remedy.
        Unsupported: no theorem covers the plan.
    """
    return _answers.answer("epsilon", _ask("epsilon", plan, relation, width=width, corrupt=corrupt, delta=delta))


def delta(plan: Any, epsilon: float, *, relation: Any = None, width: Optional[float] = None,
          corrupt: Optional[float] = None) -> Answer:
    """The least delta with which a plan is (epsilon, delta)-private; the arguments are those of :func:`epsilon`."""
    return _answers.answer("delta", _ask("delta", plan, relation, width=width, corrupt=corrupt, epsilon=epsilon))


def calibrate(plan: Any, epsilon: float, delta: float, *, relation: Any = None, width: Optional[float] = None,
              corrupt: Optional[float] = None) -> Calibration:
    """The least noise, or the most steps or the highest rate, that keeps a promise.

    Args:
        plan: a plan with one ``?`` for the number to find, such as ``"1000 * poisson(0.01, gaussian(?))"``; in an event the
            string ``"?"``.
    """
    return _answers.calibration(
        _ask("calibrate", plan, relation, width=width, corrupt=corrupt, epsilon=epsilon, delta=delta))


def explain(plan: Any, delta: float, *, relation: Any = None, width: Optional[float] = None,
            corrupt: Optional[float] = None) -> Explanation:
    """The proof tree of an epsilon, what every theorem gives, and which releases share a sample."""
    return _answers.explanation(_ask("explain", plan, relation, width=width, corrupt=corrupt, delta=delta))


def statement(plan: Any, delta: float, *, relation: Any = None, width: Optional[float] = None,
              corrupt: Optional[float] = None) -> Statement:
    """A paragraph for a report: what is promised, to whom, under which assumptions."""
    return _answers.statement(_ask("statement", plan, relation, width=width, corrupt=corrupt, delta=delta))


def compare(*plans: Any, delta: float, epsilon: Optional[float] = None, training: Optional[Mapping[str, Any]] = None,
            relation: Any = None, width: Optional[float] = None) -> Comparison:
    """Plans side by side, or one training run under every way of drawing its batches.

    Args:
        plans: plans, or one list of plans.
        training: ``dataset_size``, ``batch_size``, ``noise_multiplier`` and ``epochs`` of a run.
        epsilon: asks what each needs to keep this promise: plans then have one ``?``, and a run no noise.
    """
    return _answers.comparison(_send("compare", {**_several(plans, training), "relation": relation, "width": width,
                                                 "epsilon": epsilon, "delta": delta}))


def curves(what: str, *plans: Any, delta: float, training: Optional[Mapping[str, Any]] = None, relation: Any = None,
           width: Optional[float] = None, start: Optional[float] = None, stop: Optional[float] = None,
           points: Optional[int] = None) -> Curves:
    """The numbers of a picture: ``"profile"``, ``"tradeoff"``, ``"loss"``, ``"epsilon-vs-steps"``, ``"epsilon-vs-noise"`` and others.

    Args:
        start: where the axis begins; chosen for the plans unless told.
        stop: where it ends.
        points: how many points a curve has.
    """
    return _answers.curves(_send("curves", {**_several(plans, training), "what": what, "relation": relation, "width": width,
                                            "delta": delta, "from": start, "to": stop, "points": points}))


def plan(given: Any) -> Plan:
    """Reads a plan: its canonical text, its event JSON and the relation it is read under. Nothing is accounted for."""
    found = _ask("plan", given, None)
    return Plan(found["plan"], found["relation"], found["event"])


def close() -> None:
    """Ends the Java process; the next question starts a new one. Happens by itself when Python ends."""
    _DESK.close()


def _several(plans: Iterable[Any], training: Optional[Mapping[str, Any]]) -> Dict[str, Any]:
    listed = list(plans)
    if len(listed) == 1 and isinstance(listed[0], list) and listed[0] and not isinstance(listed[0][0], (list, tuple)) and not (
            isinstance(listed[0][0], str) and listed[0][0].startswith("dp_accounting")):
        listed = listed[0]
    request: Dict[str, Any] = {}
    if listed or training is None:
        request["plans"] = [_plans.read(one)[0] for one in listed]
    if training is not None:
        request["training"] = {name: _plans.number(name, value) for name, value in training.items()}
    return request


def _ask(command: str, given: Any, relation: Any, **fields: Any) -> Dict[str, Any]:
    read, stated = _plans.read(given)
    if command != "plan":
        fields["relation"] = stated if relation is None else relation
    return _send(command, {"plan": read, **fields})


def _send(command: str, fields: Dict[str, Any]) -> Dict[str, Any]:
    request: Dict[str, Any] = {"command": command}
    for name, value in fields.items():
        if value is None:
            continue
        if name == "relation":
            value = _plans.relation(value)
        elif name in ("delta", "epsilon", "width", "corrupt", "from", "to", "points"):
            value = _plans.number(name, value)
        request[name] = value
    answer = _DESK.ask(request)
    if "error" in answer:
        raise _errors.of(answer["error"], request.get("plan"))
    return answer
