"""What the accountant answers: small values that a program can compare and a notebook can show."""

from __future__ import annotations

import decimal
import html
import math
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Optional, Tuple

from . import errors

__all__ = ["Bracket", "Reason", "Silence", "Claim", "Answer", "Calibration", "Explanation", "Warned", "Statement", "Row",
           "Comparison", "Series", "Curves", "Plan"]

_LABELS = {"ADD_OR_REMOVE_ONE": "add-remove", "REPLACE_ONE": "replace-one", "REPLACE_SPECIAL": "replace-special"}


def _number(given: Any) -> float:
    if given == "Infinity":
        return math.inf
    return -math.inf if given == "-Infinity" else float(given)


def _shown(number: float, rounding: str = decimal.ROUND_HALF_EVEN) -> str:
    """Five digits."""
    if not math.isfinite(number) or number == 0:
        return "infinity" if number > 0 else "0" if number == 0 else "-infinity"
    return f"{_FIVE_DIGITS[rounding].create_decimal(number).normalize():g}"


_FIVE_DIGITS = {rounding: decimal.Context(prec=5, rounding=rounding)
                for rounding in (decimal.ROUND_HALF_EVEN, decimal.ROUND_CEILING, decimal.ROUND_FLOOR)}


def _up(number: float) -> str:
    """Rounded so that the text is not below the number."""
    return _shown(number, decimal.ROUND_CEILING)


def _down(number: float) -> str:
    return _shown(number, decimal.ROUND_FLOOR)


def _table(head: List[str], rows: List[List[str]], foot: str = "") -> str:
    cells = "".join("<tr>" + "".join(f"<td style='text-align:left'>{html.escape(cell)}</td>" for cell in row) + "</tr>"
                    for row in rows)
    titles = "".join(f"<th style='text-align:left'>{html.escape(title)}</th>" for title in head)
    below = f"<div>{html.escape(foot)}</div>" if foot else ""
    return f"<table><thead><tr>{titles}</tr></thead><tbody>{cells}</tbody></table>{below}"


@dataclass(frozen=True)
class Bracket:
    """Two numbers with the true one between them. What is promised is ``upper``."""

    lower: float
    upper: float

    def __contains__(self, number: float) -> bool:
        return self.lower <= number <= self.upper

    def __float__(self) -> float:
        return self.upper

    def __str__(self) -> str:
        return f"between {_down(self.lower)} and {_up(self.upper)}"


def _bracket(given: Dict[str, Any]) -> Bracket:
    return Bracket(_number(given["lower"]), _number(given["upper"]))


@dataclass(frozen=True)
class Reason:
    """A theorem that was applied to a plan, and what it stands on."""

    theorem: str
    source: str
    plan: str
    on: Tuple["Reason", ...] = ()
    epsilon: Optional[Bracket] = None

    def lines(self, depth: int = 0) -> Iterator[str]:
        known = f"  epsilon {self.epsilon}" if self.epsilon else ""
        yield f"{'  ' * depth}{self.theorem}: {self.plan}{known}  [{self.source}]"
        for one in self.on:
            yield from one.lines(depth + 1)

    def __str__(self) -> str:
        return "\n".join(self.lines())


def _reason(given: Dict[str, Any]) -> Reason:
    return Reason(given["theorem"], given["source"], given["plan"], tuple(_reason(one) for one in given["from"]),
                  _bracket(given["epsilon"]) if "epsilon" in given else None)


def _reasons(given: Dict[str, Any]) -> Tuple[Reason, ...]:
    return tuple(_reason(one) for one in given.get("because", ()))


@dataclass(frozen=True)
class Silence:
    """A theorem that had nothing to say about a plan."""

    theorem: str
    plan: str
    why: str


def _silences(given: Dict[str, Any]) -> Tuple[Silence, ...]:
    return tuple(Silence(one["theorem"], one["plan"], one["why"]) for one in given.get("silent", ()))


@dataclass(frozen=True)
class Answer:
    """A certified epsilon at a delta, or a certified delta at an epsilon.

    Attributes:
        asked: ``"epsilon"`` or ``"delta"``: which of the two the bracket is about.
        bracket: the two ends; the number to promise is the upper one.
        at: the delta, or the epsilon, that was asked at.
        plan: the canonical text of the plan.
        relation: what neighbours are: ADD_OR_REMOVE_ONE, REPLACE_ONE or REPLACE_SPECIAL.
        why: the proof of the upper end, and of the lower one if that is another.
        silent: theorems that had nothing to say, and why.
        tight: whether the bracket is as narrow as asked; if not, ``limit`` says what stopped it.
        warnings: what must be said beside the answer.
        raw: the whole answer as it came.
    """

    asked: str
    bracket: Bracket
    at: float
    plan: str
    relation: str
    why: Tuple[Reason, ...] = ()
    silent: Tuple[Silence, ...] = ()
    tight: bool = True
    limit: Optional[str] = None
    warnings: Tuple[str, ...] = ()
    seconds: float = 0.0
    raw: Dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def lower(self) -> float:
        """Some neighbours lose at least this much."""
        return self.bracket.lower

    @property
    def upper(self) -> float:
        """No neighbours lose more than this: the number to promise."""
        return self.bracket.upper

    @property
    def log10_upper(self) -> float:
        """Of a delta: the decimal logarithm of its upper end, where a float is too coarse."""
        if self.asked != "delta":
            raise AttributeError("only a delta has a log10_upper")
        return _number(self.raw["delta"]["log10_upper"])

    def __float__(self) -> float:
        return self.bracket.upper

    def __str__(self) -> str:
        other = "delta" if self.asked == "epsilon" else "epsilon"
        return (f"{self.asked} = {_up(self.upper)} (certified: {self.bracket}) at {other} = {self.at:g}, "
                f"{_LABELS.get(self.relation, self.relation)}")

    def _repr_html_(self) -> str:
        other = "delta" if self.asked == "epsilon" else "epsilon"
        rows = [[self.asked, _up(self.upper)], ["certified", str(self.bracket)], [other, f"{self.at:g}"],
                ["relation", _LABELS.get(self.relation, self.relation)], ["plan", self.plan],
                ["because", "; ".join(reason.theorem for reason in self.why)]]
        rows += [["note", text] for text in self.warnings]
        if self.limit:
            rows.append(["note", "wider than asked: " + self.limit])
        return _table(["", ""], rows)


def answer(asked: str, given: Dict[str, Any]) -> Answer:
    at = given["delta"] if asked == "epsilon" else given["epsilon"]
    return Answer(asked=asked, bracket=_bracket(given[asked]), at=_number(at), plan=given["plan"], relation=given["relation"],
                  why=_reasons(given), silent=_silences(given), tight=given.get("tight", True), limit=given.get("limit"),
                  warnings=tuple(one if isinstance(one, str) else one["text"] for one in given.get("warnings", ())),
                  seconds=_number(given.get("seconds", 0)), raw=given)


@dataclass(frozen=True)
class Calibration:
    """The value of the one ``?`` of a plan that keeps a promise.

    Attributes:
        parameter: the name of what was looked for, such as ``noise_multiplier``.
        value: its value; with it the certified upper end is at most the target.
        extreme: ``"least"`` or ``"most"``: no value further that way keeps the promise, to the precision of the answer.
        epsilon: the guarantee of the plan with the value in it.
    """

    parameter: str
    value: float
    extreme: str
    target_epsilon: float
    target_delta: float
    epsilon: Answer

    @property
    def plan(self) -> str:
        return self.epsilon.plan

    @property
    def relation(self) -> str:
        return self.epsilon.relation

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return (f"{self.parameter} = {self.value!r} (the {self.extreme} that keeps epsilon <= {self.target_epsilon:g} at "
                f"delta = {self.target_delta:g}): {self.plan}")

    def _repr_html_(self) -> str:
        return _table(["", ""], [[self.parameter, repr(self.value)], ["plan", self.plan], ["there", str(self.epsilon)]])


def calibration(given: Dict[str, Any]) -> Calibration:
    value = _number(given["value"])
    return Calibration(given["parameter"], int(value) if value.is_integer() and isinstance(given["value"], int) else value,
                       given["is"], _number(given["target"]["epsilon"]), _number(given["target"]["delta"]),
                       answer("epsilon", given))


@dataclass(frozen=True)
class Claim:
    """What one theorem gives in one direction."""

    theorem: str
    source: str
    direction: str
    epsilon: Bracket
    best: bool


@dataclass(frozen=True)
class Explanation:
    """An epsilon with its proof tree, the claim of every theorem, and which releases share a sample."""

    epsilon: Answer
    claims: Tuple[Claim, ...]
    samples: Tuple[str, ...]

    @property
    def why(self) -> Tuple[Reason, ...]:
        return self.epsilon.why

    def __str__(self) -> str:
        lines = [str(self.epsilon)]
        for reason in self.why:
            lines += reason.lines(1)
        lines += [f"{'*' if claim.best else ' '} {claim.direction.lower():8} {claim.epsilon}  {claim.theorem}"
                  for claim in self.claims]
        return "\n".join([*lines, *self.samples])

    def to_pandas(self) -> Any:
        """The claims as a frame; needs pandas."""
        return _frame([{"theorem": claim.theorem, "source": claim.source, "direction": claim.direction,
                        "lower": claim.epsilon.lower, "upper": claim.epsilon.upper, "best": claim.best}
                       for claim in self.claims])

    def _repr_html_(self) -> str:
        tree = html.escape("\n".join(line for reason in self.why for line in reason.lines()))
        return (f"<div>{html.escape(str(self.epsilon))}</div><pre>{tree}</pre>"
                + _table(["theorem", "direction", "epsilon", "source"],
                         [[("* " if claim.best else "") + claim.theorem, claim.direction, str(claim.epsilon), claim.source]
                          for claim in self.claims], " ".join(self.samples)))


def explanation(given: Dict[str, Any]) -> Explanation:
    return Explanation(answer("epsilon", given),
                       tuple(Claim(one["theorem"], one["source"], one["direction"], _bracket(one["epsilon"]), one["best"])
                             for one in given.get("claims", ())),
                       tuple(given.get("samples", ())))


@dataclass(frozen=True)
class Warned:
    """A warning of a statement: Critical, Theoretical or Negligible."""

    severity: str
    text: str


@dataclass(frozen=True)
class Statement:
    """A paragraph for a report, with what it assumes and what would break it."""

    text: str
    epsilon: Answer
    warnings: Tuple[Warned, ...]
    assumed: Tuple[str, ...]
    broken_by: Tuple[str, ...]
    attacker: Tuple[Tuple[float, float], ...]

    def __str__(self) -> str:
        return "\n".join([self.text, *(f"{one.severity}: {one.text}" for one in self.warnings)])

    def _repr_html_(self) -> str:
        notes = "".join(f"<li><b>{html.escape(one.severity)}</b> {html.escape(one.text)}</li>" for one in self.warnings)
        return f"<p>{html.escape(self.text)}</p><ul>{notes}</ul>"


def statement(given: Dict[str, Any]) -> Statement:
    return Statement(given["statement"], answer("epsilon", given),
                     tuple(Warned(one["severity"], one["text"]) for one in given.get("warnings", ())),
                     tuple(given.get("assumed", ())), tuple(given.get("broken_by", ())),
                     tuple((_number(one["false_positive_rate"]), _number(one["true_positive_rate_upper"]))
                           for one in given.get("attacker", ())))


@dataclass(frozen=True)
class Row:
    """A plan of a comparison: its epsilon, or why there is none; if a promise was asked for, what the plan needs to keep it."""

    name: str
    plan: str
    relation: str
    epsilon: Optional[Bracket]
    error: Optional[errors.SordinoError]
    best: bool
    why: Tuple[Reason, ...] = ()
    parameter: Optional[str] = None
    value: Optional[float] = None


@dataclass(frozen=True)
class Comparison:
    """Plans side by side. Rows can only be compared within one relation."""

    delta: float
    rows: Tuple[Row, ...]
    quote: Tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> Row:
        return self.rows[index]

    def _cells(self) -> List[List[str]]:
        return [[("* " if row.best else "  ") + row.name, _LABELS.get(row.relation, row.relation),
                 _up(row.epsilon.upper) if row.epsilon else "-",
                 (f"{row.parameter} = {row.value!r}: " if row.parameter and row.epsilon else "") + str(row.epsilon) if row.epsilon else f"not covered yet: {row.error.message if row.error else ''}"]
                for row in self.rows]

    def __str__(self) -> str:
        cells = [["  plan", "relation", "epsilon", "certified"], *self._cells()]
        widths = [max(len(row[column]) for row in cells) for column in range(3)]
        return "\n".join("  ".join([*(cell.ljust(width) for cell, width in zip(row, widths)), row[3]]) for row in cells)

    def to_pandas(self) -> Any:
        """One line a plan; needs pandas."""
        return _frame([{"name": row.name, "plan": row.plan, "relation": row.relation,
                        "lower": row.epsilon.lower if row.epsilon else None,
                        "upper": row.epsilon.upper if row.epsilon else None, "best": row.best,
                        "parameter": row.parameter, "value": row.value,
                        "error": row.error.message if row.error else None} for row in self.rows])

    def _repr_html_(self) -> str:
        stars = "; * the best of its relation" if any(row.best for row in self.rows) else ""
        return _table(["plan", "relation", "epsilon", "certified"], self._cells(), f"epsilon at delta = {self.delta:g}{stars}")


def comparison(given: Dict[str, Any]) -> Comparison:
    rows = [Row(one["name"] if "name" in one else one["plan"], one.get("plan", one.get("name", "")), one["relation"],
                _bracket(one["epsilon"]) if "epsilon" in one else None,
                errors.of(one["error"], None) if "error" in one else None, one.get("best", False), _reasons(one),
                one.get("parameter"), _number(one["value"]) if "value" in one else None)
            for one in given["plans"]]
    return Comparison(_number(given["delta"] if "delta" in given else given["target"]["delta"]), tuple(rows),
                      tuple(given.get("quote", ())))


@dataclass(frozen=True)
class Series:
    """A curve with a certified band: the truth lies between ``lower`` and ``upper``."""

    name: str
    kind: str
    x: Tuple[float, ...]
    lower: Tuple[float, ...]
    upper: Tuple[float, ...]


@dataclass(frozen=True)
class Curves:
    """The numbers of a picture."""

    title: str
    subtitle: str
    x_name: str
    y_name: str
    x_scale: str
    y_scale: str
    series: Tuple[Series, ...]
    notes: Tuple[str, ...]

    def to_pandas(self) -> Any:
        """One line a point, ``series``, x and the two ends; needs pandas."""
        return _frame([{"series": one.name, self.x_name: x, "lower": low, "upper": high}
                       for one in self.series for x, low, high in zip(one.x, one.lower, one.upper)])

    def plot(self, ax: Any = None) -> Any:
        """Draws the upper ends as lines and the brackets as bands, and returns the axes; needs matplotlib."""
        if ax is None:
            try:
                from matplotlib import pyplot
            except ImportError:
                raise errors.SordinoError("matplotlib is not installed", "install it, or use the numbers of .series") from None
            ax = pyplot.subplots()[1]
        for one in self.series:
            if one.kind == "line":
                line, = ax.plot(one.x, one.upper, label=one.name)
                ax.fill_between(one.x, one.lower, one.upper, color=line.get_color(), alpha=0.2, linewidth=0)
            else:
                ax.step(one.x, one.upper, where="post", label=one.name)
        ax.set(title=self.title, xlabel=self.x_name, ylabel=self.y_name,
               xscale="log" if self.x_scale == "log" else "linear", yscale="log" if self.y_scale == "log" else "linear")
        if len(self.series) > 1:
            ax.legend()
        return ax

    def _repr_html_(self) -> str:
        rows = [[one.name, _shown(x), _down(low), _up(high)]
                for one in self.series for x, low, high in zip(one.x, one.lower, one.upper)]
        return f"<b>{html.escape(self.title)}</b>" + _table(["", self.x_name, "lower", "upper"], rows, self.subtitle)


def curves(given: Dict[str, Any]) -> Curves:
    series = [Series(one["name"], one["kind"], *(tuple(_number(x) for x in one[name]) for name in ("x", "lower", "upper")))
              for one in given["series"]]
    return Curves(given["title"], given["subtitle"], given["x"]["name"], given["y"]["name"], given["x"]["scale"],
                  given["y"]["scale"], tuple(series), tuple(given.get("notes", ())))


@dataclass(frozen=True)
class Plan:
    """A plan in its canonical text and as the event that dp_accounting would write."""

    text: str
    relation: str
    event: Dict[str, Any] = field(repr=False, compare=False)

    def _sordino_plan(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text


def _frame(rows: List[Dict[str, Any]]) -> Any:
    try:
        import pandas
    except ImportError:
        raise errors.SordinoError("pandas is not installed", "install it, or use the fields of the answer") from None
    return pandas.DataFrame(rows)
