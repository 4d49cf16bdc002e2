"""Batches that are drawn the way they are accounted for.

Most loaders shuffle a dataset and cut it into batches, and no accountant amplifies that. The two samplers here draw batches whose
plan is known, and bring it with them. Each is an iterable of lists of indices, as the ``batch_sampler`` of a PyTorch
``DataLoader`` wants it; nothing of PyTorch is needed.

    batches = AllocatedBatches(dataset_size=60000, steps=235, epochs=15)
    loader = DataLoader(data, batch_sampler=batches)        # every pass of the loader is an epoch
    sordino.epsilon(batches.plan(noise_multiplier=1.1), delta=1e-5)

Who is in a batch must stay secret, and so must the key that it is computed from. Batches differ in size and may be empty; an empty
one is a step all the same: noise is added to a sum of nothing. Divide sums by ``expected_batch_size``, never by the size of the batch.
"""

from __future__ import annotations

import hashlib
import secrets
import sys
from array import array
from typing import Any, Dict, Iterator, List, Optional

from .errors import InvalidRequest, SordinoError

__all__ = ["PoissonBatches", "AllocatedBatches"]

_WORD = 1 << 64
_SHORTEST_KEY = 16


def _words(key: bytes, purpose: bytes, numbers: "tuple[int, ...]", count: int) -> "array[int]":
    """Independent uniform 64-bit words: SHAKE-256 of the key and of what they are for."""
    place = b"".join(number.to_bytes(8, "little") for number in numbers)
    stream = hashlib.shake_256(len(key).to_bytes(8, "little") + key + purpose.ljust(16, b"\0") + place).digest(8 * count)
    words = array("Q")
    words.frombytes(stream)
    if sys.byteorder == "big":
        words.byteswap()  # one key gives one sample on every machine
    return words


class _Batches:
    """What the samplers share: a key, and epochs that are counted so that none is drawn twice and none too many."""

    def __init__(self, dataset_size: int, steps: int, epochs: int, key: Optional[bytes]) -> None:
        self.dataset_size = _whole("dataset_size", dataset_size)
        self.steps = _whole("steps", steps)
        self.epochs = _whole("epochs", epochs)
        if key is None:
            key = secrets.token_bytes(32)
        if not isinstance(key, bytes) or len(key) < _SHORTEST_KEY:
            raise InvalidRequest(f"a key has at least {_SHORTEST_KEY} bytes", "leave it out, or take secrets.token_bytes(32)")
        self._key = key
        self._begun = 0

    @property
    def epochs_begun(self) -> int:
        """How many epochs have been handed out, whole or in part."""
        return self._begun

    def __len__(self) -> int:
        return self.steps

    def __iter__(self) -> Iterator[List[int]]:
        if self._begun >= self.epochs:
            raise SordinoError(f"the plan has {self.epochs} epochs, and all of them have been drawn",
                               "make a sampler with more epochs, and account for those")
        epoch = self._begun
        # counted before the first batch is out: an epoch that is given up half-way has been paid for
        self._begun += 1
        return self._epoch(epoch)

    def _epoch(self, epoch: int) -> Iterator[List[int]]:
        raise NotImplementedError

    def state_dict(self) -> Dict[str, Any]:
        """Where the sampler stands, without its key; keep the key where secrets are kept."""
        return {"epochs_begun": self._begun}

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        """Goes on where another sampler with the same key stood. Never goes back: noise on a sample that was used is a second use."""
        begun = state["epochs_begun"]
        if not (isinstance(begun, int) and self._begun <= begun <= self.epochs):
            raise InvalidRequest(f"epochs_begun must be from {self._begun} to {self.epochs}, was {begun!r}",
                                 "an epoch that was begun is not drawn again")
        self._begun = begun

    def __repr__(self) -> str:  # never the key
        return f"{type(self).__name__}(dataset_size={self.dataset_size}, steps={self.steps}, epochs={self.epochs})"


class PoissonBatches(_Batches):
    """Every record joins every step independently with one probability.

    Args:
        dataset_size: how many records there are.
        sampling_probability: of a record, for each step.
        steps: how many an epoch has; 1/sampling_probability unless told.
        epochs: how often the sampler may be run through.
        key: a secret, at least 16 bytes; a fresh one unless told.
    """

    def __init__(self, dataset_size: int, sampling_probability: float, steps: Optional[int] = None, epochs: int = 1,
                 key: Optional[bytes] = None) -> None:
        if not 0 < sampling_probability <= 1:
            raise InvalidRequest(f"sampling_probability must be in (0, 1], was {sampling_probability}")
        super().__init__(dataset_size, max(1, round(1 / sampling_probability)) if steps is None else steps, epochs, key)
        self.sampling_probability = float(sampling_probability)
        # rounded down: a record joins a little more seldom than is accounted for, by less than 2^-64
        self._threshold = int(self.sampling_probability * _WORD)

    @property
    def expected_batch_size(self) -> float:
        return self.dataset_size * self.sampling_probability

    def _epoch(self, epoch: int) -> Iterator[List[int]]:
        for step in range(self.steps):
            words = _words(self._key, b"poisson", (epoch, step), self.dataset_size)
            threshold = self._threshold
            yield [record for record, word in enumerate(words) if word < threshold]

    def plan(self, noise_multiplier: float) -> str:
        """The plan of all epochs, with Gaussian noise on every step."""
        return f"{self.steps * self.epochs} * poisson({self.sampling_probability!r}, gaussian({float(noise_multiplier)!r}))"


class AllocatedBatches(_Batches):
    """Every record has its turn in ``num_selected`` of the steps of an epoch, chosen by its own throw of dice (random allocation).

    Args:
        dataset_size: how many records there are.
        steps: how many an epoch has.
        epochs: how often the sampler may be run through; each has fresh throws.
        num_selected: how many turns a record has in an epoch.
        key: a secret, at least 16 bytes; a fresh one unless told.
    """

    def __init__(self, dataset_size: int, steps: int, epochs: int = 1, num_selected: int = 1,
                 key: Optional[bytes] = None) -> None:
        super().__init__(dataset_size, steps, epochs, key)
        self.num_selected = _whole("num_selected", num_selected)
        if self.num_selected > self.steps:
            raise InvalidRequest(f"num_selected must be at most the {self.steps} steps of an epoch, was {self.num_selected}")

    @property
    def expected_batch_size(self) -> float:
        return self.dataset_size * self.num_selected / self.steps

    def _epoch(self, epoch: int) -> Iterator[List[int]]:
        batches: List[List[int]] = [[] for _ in range(self.steps)]
        if self.num_selected == 1:
            words = _words(self._key, b"allocated", (epoch, 0), self.dataset_size)
            for record, word in enumerate(words):
                batches[self._below(word, self.steps, epoch, 0, record)].append(record)
            yield from batches
            return
        # Floyd's way to a uniform subset: the j-th throw has steps - num_selected + j + 1 sides, and one that fell before is that side
        throws = [_words(self._key, b"allocated", (epoch, turn), self.dataset_size) for turn in range(self.num_selected)]
        for record in range(self.dataset_size):
            chosen: List[int] = []
            for turn in range(self.num_selected):
                last = self.steps - self.num_selected + turn
                step = self._below(throws[turn][record], last + 1, epoch, turn, record)
                chosen.append(last if step in chosen else step)
            for step in chosen:
                batches[step].append(record)
        yield from batches

    def _below(self, word: int, bound: int, epoch: int, turn: int, record: int) -> int:
        """Exactly uniform below the bound: words of the last, incomplete round are thrown again."""
        whole = _WORD - _WORD % bound
        again = 0
        while word >= whole:
            again += 1
            word = _words(self._key, b"again", (epoch, turn, record, again), 1)[0]
        return word % bound

    def plan(self, noise_multiplier: float) -> str:
        """The plan of all epochs, with Gaussian noise on every step."""
        return f"{self.epochs} * allocated({self.num_selected}, {self.steps}, gaussian({float(noise_multiplier)!r}))"


def _whole(name: str, given: Any) -> int:
    number = given.__index__() if hasattr(given, "__index__") and not isinstance(given, bool) else None
    if number is None or number < 1:
        raise InvalidRequest(f"{name} must be a whole number from 1 on, was {given!r}")
    return number
