import unittest
import warnings

import sordino
from sordino import dp_accounting, opacus
from sordino.sampling import AllocatedBatches, PoissonBatches
from tests import events


class RandomSampler:
    pass


class BatchSampler:
    """As PyTorch has it: cuts what another sampler orders."""

    def __init__(self):
        self.sampler = RandomSampler()


class UniformWithReplacementSampler:
    """As Opacus has it: draws every record at a rate."""

    def __init__(self, sample_rate):
        self.sample_rate = sample_rate

    def __len__(self):
        return int(1 / self.sample_rate)


class BatchSplittingSampler:
    """As Opacus' BatchMemoryManager has it: hands out batches in pieces."""

    def __init__(self, sampler):
        self.sampler = sampler


class Loader:
    def __init__(self, batch_sampler):
        self.batch_sampler = batch_sampler


class Optimizer:
    noise_multiplier = 1.1
    accumulated_iterations = 1


class Opacus(unittest.TestCase):
    def run_of(self, accountant, steps=100, rate=0.01):
        hook = accountant.get_optimizer_hook_fn(sample_rate=rate)
        for _ in range(steps):
            hook(Optimizer())
        return accountant

    def test_it_counts_what_the_engine_reports(self):
        accountant = self.run_of(opacus.SordinoAccountant(data_loader=Loader(UniformWithReplacementSampler(0.01))))
        self.assertEqual(len(accountant), 100)
        self.assertEqual(accountant.history, [(1.1, 0.01, 100)])
        self.assertEqual(accountant.get_epsilon(delta=1e-5), sordino.epsilon("100 * poisson(0.01, gaussian(1.1))", 1e-5).upper)
        self.assertEqual(accountant.get_epsilon(1e-5, alphas=[2, 3]), accountant.get_epsilon(1e-5))
        self.assertEqual(accountant.mechanism(), "sordino")
        with self.assertRaises(TypeError):
            accountant.get_epsilon(1e-5, detla=3)

    def test_nothing_has_been_spent_before_the_first_step(self):
        self.assertEqual(opacus.SordinoAccountant().get_epsilon(1e-5), 0)

    def test_its_state_goes_out_and_in(self):
        accountant = self.run_of(opacus.SordinoAccountant())
        state = accountant.state_dict()
        accountant.step(noise_multiplier=1.1, sample_rate=0.01)
        self.assertEqual(state["history"], [(1.1, 0.01, 100)])
        other = opacus.SordinoAccountant()
        other.load_state_dict({"history": [[1.1, 0.01, 100]], "mechanism": "prv"})
        self.assertEqual(len(other), 100)
        for wrong in ({}, {"history": []}, {"history": [], "mechanism": "of my own"}):
            with self.assertRaises(ValueError):
                other.load_state_dict(wrong)

    def test_a_loader_that_shuffles_is_refused_with_the_way_out(self):
        accountant = opacus.SordinoAccountant()
        with self.assertRaises(sordino.SamplingMismatch) as caught:
            accountant.watch(Loader(BatchSampler()))
        self.assertIn("BatchSampler over RandomSampler, which is not Poisson sampling", caught.exception.message)
        self.assertIn("poisson_sampling=True", caught.exception.remedy)

    def test_a_step_at_another_rate_is_refused_and_not_counted(self):
        accountant = opacus.SordinoAccountant(data_loader=PoissonBatches(1000, 0.02))
        with self.assertRaisesRegex(sordino.SamplingMismatch, "rate 0.02, and 0.01 is accounted for"):
            accountant.step(noise_multiplier=1, sample_rate=0.01)
        self.assertEqual(len(accountant), 0)

    def test_a_sampler_inside_one_that_cuts_batches_is_found(self):
        opacus.SordinoAccountant(data_loader=Loader(BatchSplittingSampler(UniformWithReplacementSampler(0.01))))
        with self.assertRaisesRegex(sordino.SamplingMismatch, "BatchSampler over RandomSampler"):
            opacus.SordinoAccountant(data_loader=Loader(BatchSplittingSampler(BatchSampler())))

    def test_a_length_that_was_rounded_down_is_an_upper_bound(self):
        accountant = opacus.SordinoAccountant(data_loader=UniformWithReplacementSampler(1 / 93))
        accountant.step(noise_multiplier=1, sample_rate=1 / 92)  # as the engine has it: one over the sampler's length
        for rate in (1 / 94, 2 / 92, 1 / 91):
            with self.assertRaises(sordino.SamplingMismatch):
                accountant.step(noise_multiplier=1, sample_rate=rate)
        self.assertEqual(accountant.history, [(1, 1 / 92, 1)])

    def test_batches_that_are_added_up_are_no_poisson_sample(self):
        accountant = opacus.SordinoAccountant(data_loader=UniformWithReplacementSampler(0.02))
        twice = Optimizer()
        twice.accumulated_iterations = 2
        with self.assertRaisesRegex(sordino.SamplingMismatch, "2 batches were added up"):
            accountant.get_optimizer_hook_fn(sample_rate=0.01)(twice)
        self.assertEqual(len(accountant), 0)

    def test_another_relation_has_another_name(self):
        for relation, name in (("add-remove", "sordino"), ("ADD_OR_REMOVE_ONE", "sordino"), ("REPLACE_ONE", "sordino-replace-one")):
            self.assertEqual(opacus.SordinoAccountant(relation=relation).mechanism(), name)
        replacing = opacus.SordinoAccountant(relation="replace-one")
        with self.assertRaisesRegex(ValueError, "known are sordino-replace-one, rdp"):
            replacing.load_state_dict({"history": [], "mechanism": "sordino"})

    def test_allocation_is_not_accounted_for_as_poisson(self):
        with self.assertRaisesRegex(sordino.SamplingMismatch, "random allocation"):
            opacus.SordinoAccountant(data_loader=AllocatedBatches(1000, 10))

    def test_whoever_has_not_shown_a_loader_is_warned_once(self):
        accountant = self.run_of(opacus.SordinoAccountant())
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always")
            accountant.get_epsilon(1e-5)
            accountant.get_epsilon(1e-5)
        self.assertEqual([one.category for one in heard], [opacus.UncheckedSampling])

    def test_a_step_without_noise_is_refused(self):
        for noise, rate in ((0, 0.01), (float("nan"), 0.01), (1, 0), (1, 1.5)):
            with self.assertRaises(sordino.InvalidRequest):
                opacus.SordinoAccountant().step(noise_multiplier=noise, sample_rate=rate)


class DpAccounting(unittest.TestCase):
    STEP = events.poisson(0.01, events.gaussian(1.0))

    def test_it_composes_events(self):
        accountant = dp_accounting.SordinoAccountant().compose(self.STEP, 400).compose(self.STEP, 600)
        self.assertEqual(accountant.get_epsilon(1e-5), sordino.epsilon("1000 * poisson(0.01, gaussian(1))", 1e-5).upper)
        accountant.compose(events.laplace(20))
        both = "1000 * poisson(0.01, gaussian(1)) + laplace(20)"
        self.assertEqual(accountant.get_epsilon(target_delta=1e-5), sordino.epsilon(both, 1e-5).upper)
        self.assertEqual(accountant.get_delta(target_epsilon=1), sordino.delta(both, 1).upper)
        self.assertEqual(sordino.plan(accountant.ledger).text, both)

    def test_nothing_costs_nothing(self):
        accountant = dp_accounting.SordinoAccountant()
        self.assertEqual((accountant.get_epsilon(1e-5), accountant.get_delta(1)), (0, 0))
        self.assertEqual(sordino.plan(accountant.ledger).event["class_name"], "NoOpDpEvent")

    def test_what_no_theorem_covers_is_not_added(self):
        accountant = dp_accounting.SordinoAccountant("REPLACE_ONE")
        wrong = events.FakeEvent("UnsupportedDpEvent")
        self.assertFalse(accountant.supports(wrong))
        self.assertTrue(accountant.supports(self.STEP))
        with self.assertRaises(sordino.SordinoError):
            accountant.compose(wrong)
        with self.assertRaises(TypeError):
            accountant.compose("gaussian(1)")
        self.assertEqual(accountant.get_epsilon(1e-5), 0)

    def test_a_sampler_must_draw_what_is_composed(self):
        poisson = dp_accounting.SordinoAccountant(sampler=PoissonBatches(1000, 0.01))
        poisson.compose(self.STEP, 100)
        for event in (events.poisson(0.02, events.gaussian(1)), events.gaussian(1), events.composed(self.STEP, events.gaussian(1))):
            with self.assertRaises(sordino.SamplingMismatch):
                poisson.compose(event)
        batches = AllocatedBatches(1000, 50, epochs=3)
        allocated = dp_accounting.SordinoAccountant(sampler=batches)
        with self.assertRaisesRegex(sordino.SamplingMismatch, "random allocation"):
            allocated.compose(self.STEP)
        allocated.compose(sordino.plan(batches.plan(1.0)).event)
        self.assertEqual(allocated.get_epsilon(1e-5), sordino.epsilon(batches.plan(1.0), 1e-5).upper)
        with self.assertRaises(sordino.SamplingMismatch):
            dp_accounting.SordinoAccountant(sampler=Loader(BatchSampler())).compose(self.STEP)

    def test_calibration_is_never_above_its_target(self):
        make = lambda noise: events.repeated(events.poisson(0.01, events.gaussian(noise)), 1000)
        found = dp_accounting.calibrate_dp_mechanism(dp_accounting.SordinoAccountant, make, 2, 1e-5, tol=1e-4)
        self.assertLessEqual(sordino.epsilon(make(found), 1e-5).upper, 2)
        self.assertGreater(sordino.epsilon(make(found - 2e-3), 1e-5).upper, 2)
        steps = dp_accounting.calibrate_dp_mechanism(
            dp_accounting.SordinoAccountant, lambda count: events.repeated(self.STEP, count), 2, 1e-5, (1, 4000), discrete=True)
        self.assertLessEqual(sordino.epsilon(events.repeated(self.STEP, steps), 1e-5).upper, 2)
        self.assertGreater(sordino.epsilon(events.repeated(self.STEP, steps + 1), 1e-5).upper, 2)
        with self.assertRaisesRegex(sordino.SordinoError, "the promise is broken"):
            dp_accounting.calibrate_dp_mechanism(dp_accounting.SordinoAccountant, make, 2, 1e-5, (0.1, 0.2))


if __name__ == "__main__":
    unittest.main()
