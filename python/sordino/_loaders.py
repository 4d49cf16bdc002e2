"""Which way a loader draws its batches, as far as its samplers tell."""

from __future__ import annotations

from typing import Any

from .errors import SamplingMismatch
from .sampling import AllocatedBatches, PoissonBatches

# Samplers of Opacus that draw every record independently.
_POISSON = {"UniformWithReplacementSampler", "DistributedUniformWithReplacementSampler"}
_WAY_OUT = ("let make_private(poisson_sampling=True) wrap the loader, or give the loader batch_sampler=sordino.sampling.PoissonBatches(...) "
            "or AllocatedBatches(...) and account for its plan")
# Rates are quotients that two programs have rounded.
_RATE_TOLERANCE = 1e-9


def sampler_of(loader: Any) -> Any:
    """The batch sampler of a loader; a sampler stands for itself."""
    found = getattr(loader, "batch_sampler", None)
    return loader if found is None else found


def check_poisson(loader: Any, rate: float) -> None:
    """Refuses a loader whose batches are not drawn by Poisson sampling at the rate that is accounted for."""
    sampler = sampler_of(loader)
    if isinstance(sampler, AllocatedBatches):
        raise SamplingMismatch("the batches are drawn by random allocation and accounted for as Poisson samples",
                               "account for them with sordino.epsilon(batches.plan(noise_multiplier), delta)")
    if isinstance(sampler, PoissonBatches):
        drawn = sampler.sampling_probability
    elif type(sampler).__name__ in _POISSON:
        drawn = float(sampler.sample_rate)
    else:
        inner = getattr(sampler, "sampler", None)
        way = type(sampler).__name__ + (f" over {type(inner).__name__}" if inner is not None else "")
        raise SamplingMismatch(f"the loader draws its batches by {way}, which is not Poisson sampling: its epsilon is not "
                               "the one of poisson(sample_rate, ...)", _WAY_OUT)
    if not abs(drawn - rate) <= _RATE_TOLERANCE * rate:
        raise SamplingMismatch(f"the loader draws records at the rate {drawn!r}, and {rate!r} is accounted for",
                               "account for the rate that the loader has")
