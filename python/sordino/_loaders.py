"""Which way a loader draws its batches, as far as its samplers tell."""

from __future__ import annotations

from typing import Any

from .errors import SamplingMismatch
from .sampling import AllocatedBatches, PoissonBatches

# Samplers of Opacus that draw every record independently.
_POISSON = {"UniformWithReplacementSampler", "DistributedUniformWithReplacementSampler"}
# Of Opacus' BatchMemoryManager: hands a batch out in pieces, and the optimizer takes one step for all of them.
_SPLITS = {"BatchSplittingSampler"}
_WAY_OUT = ("let make_private(poisson_sampling=True) wrap the loader, or give the loader batch_sampler=sordino.sampling.PoissonBatches(...) "
            "or AllocatedBatches(...) and account for its plan")
# Rates are quotients that two programs have rounded.
_RATE_TOLERANCE = 1e-9


def sampler_of(loader: Any) -> Any:
    """The sampler that draws the batches of a loader; a sampler stands for itself."""
    found = getattr(loader, "batch_sampler", None)
    sampler = loader if found is None else found
    while type(sampler).__name__ in _SPLITS:
        sampler = sampler.sampler
    return sampler


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
    if not _same(drawn, rate) and not (rate > drawn and _same(rate, _rate_of_length(sampler))):
        raise SamplingMismatch(f"the loader draws records at the rate {drawn!r}, and {rate!r} is accounted for",
                               "account for the rate that the loader has")


def _same(one: float, other: float) -> bool:
    return abs(one - other) <= _RATE_TOLERANCE * other


def _rate_of_length(sampler: Any) -> float:
    """What Opacus' engine accounts for: one over the number of batches, which its sampler rounds down from one over the rate.

    Of 93 batches it makes 92 and accounts for 1/92, since 1/(1/93) is a little less than 93 in doubles. More than the rate that is
    drawn is an upper bound: a sample is a mixture of itself at the higher rate and of no sample.
    """
    return 1 / len(sampler) if hasattr(sampler, "__len__") and len(sampler) > 0 else 0.0
