import json
import os
import subprocess
import sys
import tempfile
import types
import unittest
from collections import OrderedDict

import sordino
import sordino.dp_accounting
from sordino import _find, _plans
from tests import events

SLOW = os.environ.get("SORDINO_SLOW") == "true"


class Holder:
    """An object with the given attributes: what a package that is not here would hand over."""

    def __init__(self, **attributes):
        self.__dict__.update(attributes)


class Enum:
    def __init__(self, name):
        self.name = name


class Plans(unittest.TestCase):
    EVENT = events.repeated(events.poisson(0.01, events.gaussian(1.0)), 1000)
    TEXT = "1000 * poisson(0.01, gaussian(1))"
    HISTORY = [(1.1, 0.01, 1000), (0.9, 0.01, 500)]
    OF_HISTORY = "1000 * poisson(0.01, gaussian(1.1)) + 500 * poisson(0.01, gaussian(0.9))"

    def test_an_event_of_dp_accounting(self):
        for event in (self.EVENT, self.EVENT.to_named_tuple(), sordino.plan(self.TEXT).event,
                      json.loads(json.dumps(self.EVENT.to_named_tuple()))):
            with self.subTest(type(event).__name__):
                self.assertEqual(sordino.plan(event).text, self.TEXT)

    def test_a_history_of_opacus_in_every_form(self):
        accountant = Holder(history=self.HISTORY)
        for given in (self.HISTORY, [list(step) for step in self.HISTORY], accountant, Holder(accountant=accountant),
                      {"history": self.HISTORY, "mechanism": "rdp"}, OrderedDict(history=self.HISTORY, mechanism="prv")):
            with self.subTest(type(given).__name__):
                self.assertEqual(sordino.plan(given).text, self.OF_HISTORY)

    def test_a_plan_of_jax_privacy_brings_its_relation(self):
        plan = Holder(dp_event=self.EVENT, neighboring_relation=Enum("REPLACE_SPECIAL"))
        answer = sordino.epsilon(plan, 1e-5)
        self.assertEqual((answer.plan, answer.relation), (self.TEXT, "REPLACE_SPECIAL"))
        self.assertEqual(sordino.epsilon(plan, 1e-5, relation="add-remove").relation, "ADD_OR_REMOVE_ONE")

    def test_a_configuration_that_was_not_made_is_refused_with_the_way_out(self):
        with self.assertRaisesRegex(sordino.InvalidRequest, r"give what its make\(\) returns"):
            sordino.epsilon(Holder(make=None, calibrate=None), 1e-5)

    def test_numbers_of_other_packages_are_taken(self):
        class Float32:  # as numpy's: not a float, but makes one
            def __float__(self):
                return 2.0

        class Tensor(Float32):  # as an array of one real number: it has the method, and refuses it
            def __index__(self):
                raise TypeError("only integer tensors of a single element can be converted to an index")

        self.assertEqual(sordino.plan(events.gaussian(Float32())).text, "gaussian(2)")
        self.assertEqual(sordino.plan(events.gaussian(Tensor())).text, "gaussian(2)")
        self.assertEqual(sordino.epsilon("gaussian(2)", Float32.__float__(Float32()) / 2e5).at, 1e-5)

    def test_an_event_that_is_not_supported_says_what_to_write(self):
        with self.assertRaises(sordino.InvalidRequest) as caught:
            sordino.epsilon(events.FakeEvent("NonPrivateDpEvent"), 1e-5)
        self.assertIn("it has no guarantee", caught.exception.remedy)

    def test_every_event_is_read_and_written_back_the_same(self):
        def fake(name, **fields):
            return events.FakeEvent(name, **fields)

        gaussian, infinite = events.gaussian(2.0), float("inf")
        every = [
            fake("NoOpDpEvent"), gaussian, events.laplace(3.0), fake("EpsilonDeltaDpEvent", epsilon=1.0, delta=1e-6),
            fake("ZCDpEvent", rho=0.1, xi=0.01), fake("ExponentialMechanismDpEvent", epsilon=0.5),
            fake("PermuteAndFlipDpEvent", epsilon=0.5), fake("RandomizedResponseDpEvent", noise_parameter=0.5, num_buckets=3),
            fake("DiscreteLaplaceDpEvent", noise_parameter=0.25, sensitivity=3),
            fake("DiscreteGaussianDpEvent", sigma=2.5, sensitivity=2.0, dimension=1),
            fake("SingleEpochTreeAggregationDpEvent", noise_multiplier=2.0, step_counts=8),
            fake("SingleEpochTreeAggregationDpEvent", noise_multiplier=2.0, step_counts=[8]),
            fake("SingleEpochTreeAggregationDpEvent", noise_multiplier=2.0, step_counts=[8, 3]),
            fake("MixtureOfGaussiansDpEvent", standard_deviation=1.0, sensitivities=[0.0, 1.0], sampling_probs=[0.9, 0.1]),
            fake("TruncatedSubsampledGaussianDpEvent", dataset_size=10000, sampling_probability=0.1,
                 truncated_batch_size=1000, noise_multiplier=1.0),
            fake("SampledWithoutReplacementDpEvent", source_dataset_size=1000, sample_size=10, event=gaussian),
            fake("SampledWithReplacementDpEvent", source_dataset_size=1000, sample_size=10, event=gaussian),
            events.poisson(0.01, gaussian),
            *[fake("RepeatAndSelectDpEvent", event=gaussian, mean=10.0, shape=shape) for shape in (0.0, 0.5, 1.0, infinite)]]
        every.append(events.composed(*[events.repeated(event, 3) for event in every]))
        for event in every:
            with self.subTest(event.class_name_):
                self.assertEqual(sordino.plan(event).event, _plans.value(event))

    def test_a_plan_is_made_an_event_of_the_package_that_is_there(self):
        class Theirs:
            def __getattr__(self, name):
                if name == "RandomAllocationDpEvent":
                    raise AttributeError(name)
                return lambda **fields: (name, fields)

        package = types.ModuleType("dp_accounting")
        package.dp_event = Theirs()
        before = sys.modules.get("dp_accounting")
        sys.modules["dp_accounting"] = package
        try:
            name, fields = sordino.dp_accounting.dp_event("repeat_and_select(10, inf, gaussian(2))")
            self.assertEqual((name, fields["shape"], fields["event"]), ("RepeatAndSelectDpEvent", float("inf"), ("GaussianDpEvent", {"noise_multiplier": 2})))
            with self.assertRaises(sordino.Unsupported):
                sordino.dp_accounting.dp_event("allocated(1, 10, gaussian(1))")
        finally:
            if before is None:
                del sys.modules["dp_accounting"]
            else:
                sys.modules["dp_accounting"] = before

    def test_an_answer_of_ours_is_a_plan(self):
        self.assertEqual(sordino.epsilon(sordino.plan(self.TEXT), 1e-5).bracket, sordino.epsilon(self.TEXT, 1e-5).bracket)


class Agreement(unittest.TestCase):
    """The same number from an event in Python and from text on the command line, to the last digit."""

    COUNT = 10_000 if SLOW else 200

    def test_python_and_the_command_line_agree(self):
        pairs = [events.at_random(seed) for seed in range(self.COUNT)]
        with tempfile.TemporaryDirectory() as folder:
            requests = os.path.join(folder, "requests.jsonl")
            with open(requests, "w", encoding="ascii") as file:
                for number, (_, text) in enumerate(pairs):
                    file.write(json.dumps({"id": number, "command": "epsilon", "plan": text, "delta": 1e-6}) + "\n")
            ended = subprocess.run([*_find.command(), "batch", requests], stdout=subprocess.PIPE, universal_newlines=True)
        self.assertEqual(ended.returncode, 0)
        lines = ended.stdout.splitlines()
        self.assertEqual(len(lines), self.COUNT)
        for (event, text), line in zip(pairs, lines):
            told, asked = json.loads(line), sordino.epsilon(event, 1e-6)
            self.assertEqual((told["plan"], told["epsilon"]), (asked.plan, asked.raw["epsilon"]), text)

    def test_one_question_asked_alone_agrees_too(self):
        for seed in range(3):
            event, text = events.at_random(seed)
            ended = subprocess.run([*_find.command(), "epsilon", text, "--delta", "1e-6", "--json"], stdout=subprocess.PIPE,
                                   universal_newlines=True)
            self.assertEqual(json.loads(ended.stdout)["epsilon"], sordino.epsilon(event, 1e-6).raw["epsilon"])


if __name__ == "__main__":
    unittest.main()
