"""An accountant for Opacus.

    engine = PrivacyEngine()
    engine.accountant = SordinoAccountant()
    model, optimizer, loader = engine.make_private(module=..., optimizer=..., data_loader=..., ...)
    engine.accountant.watch(loader)                  # refuses a loader that does not draw Poisson samples
    ...
    engine.get_epsilon(delta=1e-5)                   # the certified upper end

Opacus is not imported; :func:`register` makes ``PrivacyEngine(accountant="sordino")`` and ``make_private_with_epsilon`` work where
it is installed.
"""

from __future__ import annotations

import functools
import warnings
from copy import deepcopy
from typing import Any, Callable, Dict, List, MutableMapping, Optional, Tuple

import sordino

from . import _loaders, _plans
from .errors import InvalidRequest, SamplingMismatch

__all__ = ["SordinoAccountant", "UncheckedSampling", "register"]

# Of other accountants of Opacus: how finely they compute. Ours is as fine as its width says.
_SETTINGS_OF_OTHERS = {"alphas", "eps_error", "delta_error", "poisson"}
_NAME = "sordino"
_USUAL_RELATION = "add-remove"


class UncheckedSampling(UserWarning):
    """Nobody has looked at how the batches were drawn."""


class SordinoAccountant:
    """Accounts for Poisson-sampled steps with Gaussian noise, as the engine reports them.

    Args:
        relation: what neighbours are; add-remove unless told.
        width: how wide the bracket may be, relative to the answer.
        data_loader: the loader of the run, or its batch sampler; it is looked at, see :meth:`watch`.
    """

    def __init__(self, *, relation: Any = _USUAL_RELATION, width: Optional[float] = None, data_loader: Any = None) -> None:
        self.history: List[Tuple[float, float, int]] = []
        self.relation = relation
        self.width = width
        self._loader: Any = None
        self._warned = False
        if data_loader is not None:
            self.watch(data_loader)

    def watch(self, data_loader: Any) -> "SordinoAccountant":
        """Has every later step refused whose batches this loader does not draw by Poisson sampling at the step's rate."""
        for _, rate, _ in self.history:
            _loaders.check_poisson(data_loader, rate)
        sampler = _loaders.sampler_of(data_loader)
        _loaders.check_poisson(sampler, getattr(sampler, "sampling_probability", getattr(sampler, "sample_rate", 1.0)))
        self._loader = data_loader
        return self

    def step(self, *, noise_multiplier: float, sample_rate: float) -> None:
        """Counts one step."""
        if not noise_multiplier > 0:
            raise InvalidRequest(f"noise_multiplier must be positive, was {noise_multiplier}",
                                 "a step without noise has no guarantee")
        if not 0 < sample_rate <= 1:
            raise InvalidRequest(f"sample_rate must be in (0, 1], was {sample_rate}",
                                 "Opacus multiplies it by accumulated batches: fewer of them, or a larger dataset")
        if self._loader is not None:
            _loaders.check_poisson(self._loader, sample_rate)
        if self.history and self.history[-1][:2] == (noise_multiplier, sample_rate):
            self.history[-1] = (noise_multiplier, sample_rate, self.history[-1][2] + 1)
        else:
            self.history.append((noise_multiplier, sample_rate, 1))

    def answer(self, delta: float) -> sordino.Answer:
        """The bracket of epsilon, its relation and its proof."""
        if self._loader is None and not self._warned:
            self._warned = True
            warnings.warn("accounted for as Poisson samples, and nobody has looked at how the batches are drawn: "
                          "call watch(data_loader) with the loader of the run", UncheckedSampling, stacklevel=3)
        return sordino.epsilon(self, delta, relation=self.relation, width=self.width)

    def get_epsilon(self, delta: float, **settings: Any) -> float:
        """The certified upper end of epsilon after the steps so far; settings of other accountants change nothing."""
        unknown = set(settings) - _SETTINGS_OF_OTHERS
        if unknown:
            raise TypeError(f"get_epsilon() got an unexpected keyword argument '{sorted(unknown)[0]}'")
        return self.answer(delta).upper if self.history else 0.0

    def __len__(self) -> int:
        return sum(steps for _, _, steps in self.history)

    def mechanism(self) -> str:
        """The name under which an engine makes another accountant like this one, to calibrate noise: another relation has another."""
        relation = _plans.relation(self.relation).lower().replace("_", "-").replace("add-or-remove-one", _USUAL_RELATION)
        return _NAME if relation == _USUAL_RELATION else f"{_NAME}-{relation}"

    def get_optimizer_hook_fn(self, sample_rate: float) -> Callable[[Any], None]:
        """What the engine hangs on its optimizer: every step of it is counted."""
        def counted(optimizer: Any) -> None:
            if self._loader is not None and optimizer.accumulated_iterations != 1:
                raise SamplingMismatch(
                    f"{optimizer.accumulated_iterations} batches were added up for one step, and a record may be in several of them: "
                    "that is no Poisson sample", "let the loader draw larger batches, and BatchMemoryManager cut them into pieces")
            self.step(noise_multiplier=optimizer.noise_multiplier,
                      sample_rate=sample_rate * optimizer.accumulated_iterations)

        return counted

    def state_dict(self, destination: Optional[MutableMapping[str, Any]] = None) -> MutableMapping[str, Any]:
        state: MutableMapping[str, Any] = {} if destination is None else destination
        state["history"] = deepcopy(self.history)
        state["mechanism"] = self.mechanism()
        return state

    def load_state_dict(self, state_dict: Dict[str, Any]) -> None:
        """Also takes what the accountants of Opacus have saved: they keep the same history."""
        if not state_dict or "history" not in state_dict or "mechanism" not in state_dict:
            raise ValueError("a state dict of an accountant has a history and a mechanism")
        known = (self.mechanism(), "rdp", "prv", "gdp")
        if state_dict["mechanism"] not in known:
            raise ValueError(f"a history of '{state_dict['mechanism']}' may mean something else: known are {', '.join(known)}")
        loaded = [(float(noise), float(rate), int(steps)) for noise, rate, steps in state_dict["history"]]
        if self._loader is not None:
            for _, rate, _ in loaded:
                _loaders.check_poisson(self._loader, rate)
        self.history = loaded


def register(*, relation: Any = _USUAL_RELATION, width: Optional[float] = None) -> str:
    """Makes ``PrivacyEngine(accountant="sordino")`` and ``get_noise_multiplier(accountant="sordino")`` work.

    Returns:
        the name to give to Opacus; under another relation than add-remove it is another one, such as ``"sordino-replace-one"``.
    """
    from opacus.accountants.registry import register_accountant  # type: ignore  # only where the caller has it

    made = functools.partial(SordinoAccountant, relation=relation, width=width)
    name = made().mechanism()
    register_accountant(name, made, force=True)
    return name
