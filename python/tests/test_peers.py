"""The drop-in accountants inside the packages they are dropped into; each part is skipped where its package is not installed.

python -m unittest tests.test_peers     with opacus (and torch), dp_accounting or jax_privacy on the path
"""

import importlib.util
import os
import tempfile
import unittest
import warnings

import sordino
from sordino.sampling import AllocatedBatches


def have(*names):
    return all(importlib.util.find_spec(name) is not None for name in names)


@unittest.skipUnless(have("torch", "opacus"), "Opacus is not installed")
class Opacus(unittest.TestCase):
    RECORDS = 512

    @classmethod
    def setUpClass(cls):
        warnings.simplefilter("ignore")  # of the packages that are tried
        import sordino.opacus
        sordino.opacus.register()

    def parts(self, batch_size=64, batch_sampler=None):
        import torch
        from torch.utils.data import DataLoader, TensorDataset
        torch.manual_seed(1)
        features = torch.randn(self.RECORDS, 5)
        data = TensorDataset(features, (features.sum(1) > 0).long())
        loader = DataLoader(data, batch_sampler=batch_sampler) if batch_sampler is not None else DataLoader(data, batch_size=batch_size)
        model = torch.nn.Linear(5, 2)
        return dict(module=model, optimizer=torch.optim.SGD(model.parameters(), lr=0.1), data_loader=loader)

    def descend(self, made, epochs=2, pieces=None):
        import torch
        from opacus.utils.batch_memory_manager import wrap_data_loader
        model, optimizer, loader = made
        for _ in range(epochs):
            batches = loader if pieces is None else wrap_data_loader(data_loader=loader, max_batch_size=pieces, optimizer=optimizer)
            for features, labels in batches:
                optimizer.zero_grad()
                torch.nn.functional.cross_entropy(model(features), labels).backward()
                optimizer.step()

    def private(self, accountant, batch_size=64, pieces=None, epochs=2, **settings):
        from opacus import PrivacyEngine
        engine = PrivacyEngine(accountant=accountant)
        made = engine.make_private(**self.parts(batch_size), noise_multiplier=1.1, max_grad_norm=1.0, **settings)
        if accountant == "sordino":
            engine.accountant.watch(made[2])
        self.descend(made, epochs, pieces)
        return engine, made

    def test_an_engine_counts_with_it_as_with_its_own(self):
        ours, _ = self.private("sordino")
        answers = {}
        for name in ("rdp", "prv", "gdp"):
            theirs, _ = self.private(name)
            self.assertEqual(ours.accountant.history, theirs.accountant.history)
            answers[name] = theirs.get_epsilon(1e-5)
        bracket = sordino.epsilon(ours, 1e-5)
        self.assertEqual(ours.get_epsilon(delta=1e-5), bracket.upper)
        self.assertLess(bracket.upper, answers["rdp"])
        self.assertLess(bracket.lower, answers["prv"])
        self.assertGreater(bracket.lower, answers["gdp"])  # which is a limit and no bound

    def test_batches_in_pieces_are_one_step(self):
        engine, (_, optimizer, loader) = self.private("sordino", pieces=16)
        self.assertEqual(engine.accountant.history, [(1.1, 0.125, 16)])
        from opacus.utils.batch_memory_manager import wrap_data_loader
        engine.accountant.watch(wrap_data_loader(data_loader=loader, max_batch_size=16, optimizer=optimizer))

    def test_a_loader_whose_length_was_rounded_down_is_accounted_for(self):
        from opacus import PrivacyEngine
        engine = PrivacyEngine(accountant="sordino")
        self.RECORDS = 93
        made = engine.make_private(**self.parts(1), noise_multiplier=1.1, max_grad_norm=1.0)
        engine.accountant.watch(made[2])
        self.descend(made, epochs=1)
        noise, rate, steps = engine.accountant.history[0]
        self.assertEqual((rate, steps, made[2].batch_sampler.sample_rate), (1 / 92, 92, 1 / 93))

    def test_small_rates_have_empty_batches_that_count(self):
        engine, _ = self.private("sordino", batch_size=1, epochs=1)
        self.assertEqual(engine.accountant.history, [(1.1, 1 / 512, 512)])

    def test_every_way_to_gradients_reports_its_steps(self):
        for mode in ("hooks", "functorch", "ew"):
            with self.subTest(mode):
                engine, _ = self.private("sordino", grad_sample_mode=mode, epochs=1)
                self.assertEqual(len(engine.accountant), 8)

    def test_noise_for_a_promise_keeps_it(self):
        from opacus import PrivacyEngine
        engine = PrivacyEngine(accountant="sordino")
        made = engine.make_private_with_epsilon(**self.parts(), max_grad_norm=1.0, target_epsilon=3.0, target_delta=1e-5, epochs=2)
        engine.accountant.watch(made[2])
        self.descend(made)
        self.assertLessEqual(engine.get_epsilon(1e-5), 3)
        self.assertGreater(engine.get_epsilon(1e-5), 2.95)

    def test_noise_is_found_under_the_relation_of_the_accountant(self):
        from opacus import PrivacyEngine
        found = {}
        for relation in ("add-remove", "replace-one"):
            engine = PrivacyEngine(accountant=sordino.opacus.register(relation=relation))
            _, optimizer, _ = engine.make_private_with_epsilon(
                **self.parts(), max_grad_norm=1.0, target_epsilon=3.0, target_delta=1e-5, epochs=2)
            found[relation] = optimizer.noise_multiplier
        self.assertGreater(found["replace-one"], 1.2 * found["add-remove"])
        engine = PrivacyEngine(accountant="sordino")
        engine.accountant = sordino.opacus.SordinoAccountant(relation="replace-special")
        with self.assertRaisesRegex(ValueError, "sordino-replace-special"):  # nobody has registered it
            engine.make_private_with_epsilon(**self.parts(), max_grad_norm=1.0, target_epsilon=3.0, target_delta=1e-5, epochs=2)

    def test_checkpoints_go_out_and_in(self):
        from opacus import PrivacyEngine
        engine, (model, optimizer, _) = self.private("sordino")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "checkpoint")
            engine.save_checkpoint(path=path, module=model, optimizer=optimizer)
            other = PrivacyEngine(accountant="sordino")
            other.load_checkpoint(path=path, module=model, optimizer=optimizer)
        self.assertEqual(other.accountant.history, engine.accountant.history)

    def test_a_loader_that_is_left_as_it_was_is_refused(self):
        with self.assertRaisesRegex(sordino.SamplingMismatch, "BatchSampler over SequentialSampler"):
            self.private("sordino", poisson_sampling=False)

    def test_batches_that_are_added_up_are_refused(self):
        import torch
        from opacus import PrivacyEngine
        engine = PrivacyEngine(accountant="sordino")
        model, optimizer, loader = engine.make_private(**self.parts(), noise_multiplier=1.1, max_grad_norm=1.0)
        engine.accountant.watch(loader)
        model.allow_grad_accumulation()
        batches = iter(loader)
        for _ in range(2):
            features, labels = next(batches)
            torch.nn.functional.cross_entropy(model(features), labels).backward()
        with self.assertRaisesRegex(sordino.SamplingMismatch, "2 batches were added up"):
            optimizer.step()

    def test_allocated_batches_train_and_have_their_own_plan(self):
        from opacus import PrivacyEngine
        batches = AllocatedBatches(self.RECORDS, steps=8, epochs=2)
        engine = PrivacyEngine(accountant="sordino")
        made = engine.make_private(**self.parts(batch_sampler=batches), noise_multiplier=1.1, max_grad_norm=1.0, poisson_sampling=False)
        self.descend(made)
        self.assertEqual((batches.epochs_begun, len(engine.accountant)), (2, 16))
        with self.assertRaisesRegex(sordino.SamplingMismatch, "random allocation"):
            engine.accountant.watch(made[2])
        self.assertLess(sordino.epsilon(batches.plan(1.1), 1e-5).upper, engine.accountant.answer(1e-5).upper)

    def test_a_schedule_of_noise_is_a_sum_of_plans(self):
        from opacus.schedulers import ExponentialNoise
        from opacus import PrivacyEngine
        engine = PrivacyEngine(accountant="sordino")
        made = engine.make_private(**self.parts(), noise_multiplier=1.5, max_grad_norm=1.0)
        engine.accountant.watch(made[2])
        schedule = ExponentialNoise(made[1], gamma=0.9)
        for _ in range(3):
            self.descend(made, epochs=1)
            schedule.step()
        self.assertEqual([steps for _, _, steps in engine.accountant.history], [8, 8, 8])
        self.assertEqual(engine.get_epsilon(1e-5), sordino.epsilon(engine.accountant.state_dict(), 1e-5).upper)


@unittest.skipUnless(have("dp_accounting"), "dp_accounting is not installed")
class DpAccounting(unittest.TestCase):
    def steps(self, noise, count=1000):
        import dp_accounting as theirs
        return theirs.SelfComposedDpEvent(theirs.PoissonSampledDpEvent(0.01, theirs.GaussianDpEvent(noise)), count)

    def test_their_calibration_takes_our_accountant(self):
        import dp_accounting as theirs
        from sordino.dp_accounting import SordinoAccountant, calibrate_dp_mechanism
        found = theirs.calibrate_dp_mechanism(SordinoAccountant, self.steps, 2, 1e-5)
        self.assertLessEqual(SordinoAccountant().compose(self.steps(found)).get_epsilon(1e-5), 2)
        self.assertAlmostEqual(found, calibrate_dp_mechanism(SordinoAccountant, self.steps, 2, 1e-5), delta=1e-5)
        self.assertAlmostEqual(found, theirs.calibrate_dp_mechanism(theirs.pld.PLDAccountant, self.steps, 2, 1e-5), delta=1e-3)
        most = theirs.calibrate_dp_mechanism(SordinoAccountant, lambda count: self.steps(1.0, count), 2, 1e-5,
                                             theirs.ExplicitBracketInterval(1, 5000), discrete=True)
        self.assertLessEqual(sordino.epsilon(self.steps(1.0, most), 1e-5).upper, 2)

    def test_its_ledger_is_of_their_events(self):
        import dp_accounting as theirs
        from sordino.dp_accounting import SordinoAccountant
        ours = SordinoAccountant(theirs.NeighboringRelation.ADD_OR_REMOVE_ONE)
        pld = theirs.pld.PLDAccountant(theirs.NeighboringRelation.ADD_OR_REMOVE_ONE)
        for event, count in ((self.steps(1.0), 1), (theirs.LaplaceDpEvent(20.0), 3)):
            ours.compose(event, count)
            pld.compose(event, count)
        self.assertEqual(ours.ledger, pld.ledger)
        self.assertEqual(ours.neighboring_relation, pld.neighboring_relation)
        self.assertAlmostEqual(ours.get_epsilon(1e-5), pld.get_epsilon(1e-5), delta=3e-3)
        self.assertAlmostEqual(ours.get_delta(1.0), pld.get_delta(1.0), delta=3e-3 * pld.get_delta(1.0))

    def test_what_it_refuses_is_refused_as_theirs_do(self):
        import dp_accounting as theirs
        from sordino.dp_accounting import SordinoAccountant
        for wrong, kind in ((theirs.UnsupportedDpEvent(), sordino.InvalidRequest), (theirs.NonPrivateDpEvent(), sordino.InvalidRequest)):
            with self.assertRaises(theirs.UnsupportedEventError) as caught:
                SordinoAccountant().compose(wrong)
            self.assertIsInstance(caught.exception, kind)
            self.assertTrue(caught.exception.remedy)


@unittest.skipUnless(have("jax", "optax", "dp_accounting", "jax_privacy"), "jax_privacy is not installed")
class JaxPrivacy(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import typing

        import optax
        if not hasattr(optax, "ArrayTree"):
            optax.ArrayTree = typing.Any  # a name for annotations, which older releases do not have

    def test_a_configuration_is_calibrated_by_it_and_its_plan_is_read(self):
        from jax_privacy import execution_plan
        from sordino.dp_accounting import SordinoAccountant
        for bands in (1, 4):
            config = execution_plan.BandMFConfig.default(num_bands=bands, iterations=1000, expected_participations=10)
            with self.assertRaisesRegex(sordino.InvalidRequest, "not a plan yet"):
                sordino.epsilon(config, 1e-5)
            plan = config.calibrate(epsilon=2, delta=1e-5, accountant_fn=SordinoAccountant).make()
            answer = sordino.epsilon(plan, 1e-5)
            self.assertEqual(answer.relation, "ADD_OR_REMOVE_ONE")
            self.assertLessEqual(answer.upper, 2)
            self.assertGreater(answer.upper, 1.9999)

    def test_truncated_batches_bring_their_relation(self):
        import dp_accounting
        from jax_privacy import execution_plan
        plan = execution_plan.BandMFConfig(strategy=[1.0], iterations=1000, expected_participations=10, noise_multiplier=1.0,
                                           num_examples=5000, truncated_batch_size=80).make()
        answer = sordino.epsilon(plan, 1e-5)
        self.assertEqual(answer.relation, "REPLACE_SPECIAL")
        theirs = dp_accounting.pld.PLDAccountant(plan.neighboring_relation).compose(plan.dp_event).get_epsilon(1e-5)
        self.assertLess(answer.upper, theirs)


if __name__ == "__main__":
    unittest.main()
