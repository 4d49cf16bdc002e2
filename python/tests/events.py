"""Events with the shape of dp_accounting's, made at random; that package is not installed where the tests run."""

import random
from collections import namedtuple

MODULE = "dp_accounting.dp_event"


class FakeEvent:
    """Has what dp_accounting's events have: a named tuple of module, class and fields, inner events converted too."""

    def __init__(self, class_name, **fields):
        self.class_name_, self.fields_ = class_name, fields

    def to_named_tuple(self):
        def convert(value):
            if isinstance(value, FakeEvent):
                return value.to_named_tuple()
            return [convert(one) for one in value] if isinstance(value, list) else value

        kind = namedtuple(f"_{self.class_name_}NamedTupleWrapper", ["module_name", "class_name", *self.fields_])
        return kind(MODULE, self.class_name_, *(convert(value) for value in self.fields_.values()))


def gaussian(noise):
    return FakeEvent("GaussianDpEvent", noise_multiplier=noise)


def poisson(rate, event):
    return FakeEvent("PoissonSampledDpEvent", sampling_probability=rate, event=event)


def repeated(event, count):
    return FakeEvent("SelfComposedDpEvent", event=event, count=count)


def composed(*events):
    return FakeEvent("ComposedDpEvent", events=list(events))


def laplace(noise):
    return FakeEvent("LaplaceDpEvent", noise_multiplier=noise)


def at_random(seed):
    """An event and the plan text that means the same."""
    chance = random.Random(seed)
    noise, rate, count = chance.uniform(0.7, 8), chance.uniform(1e-3, 0.2), chance.randint(1, 2000)
    kind = chance.randrange(5)
    if kind == 0:
        return gaussian(noise), f"gaussian({noise!r})"
    if kind == 1:
        return laplace(noise), f"laplace({noise!r})"
    if kind == 2:
        return repeated(poisson(rate, gaussian(noise)), count), f"{count} * poisson({rate!r}, gaussian({noise!r}))"
    if kind == 3:
        return repeated(laplace(noise), count), f"{count} * laplace({noise!r})"
    return (composed(repeated(gaussian(noise), count), poisson(rate, laplace(noise))),
            f"{count} * gaussian({noise!r}) + poisson({rate!r}, laplace({noise!r}))")
