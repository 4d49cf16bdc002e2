import math
import unittest

import sordino
from sordino.sampling import AllocatedBatches, PoissonBatches

KEY = bytes(range(32))
# A test with fixed keys either fails always or never; five standard deviations were passed when it was written.
DEVIATIONS = 5


class Poisson(unittest.TestCase):
    def test_every_record_joins_at_the_rate(self):
        batches = PoissonBatches(2000, 0.05, steps=200, key=KEY)
        counts = [0] * 2000
        sizes = []
        for batch in batches:
            sizes.append(len(batch))
            for record in batch:
                counts[record] += 1
        total = 2000 * 200
        self.assertLess(abs(sum(sizes) - total * 0.05), DEVIATIONS * math.sqrt(total * 0.05 * 0.95))
        # sizes vary as binomial counts do, and records are independent: the variances show it
        variance = sum((size - 100) ** 2 for size in sizes) / 200
        self.assertLess(abs(variance / 95 - 1), DEVIATIONS * math.sqrt(2 / 200))
        self.assertLess(abs(sum((count - 10) ** 2 for count in counts) / 2000 / 9.5 - 1), DEVIATIONS * math.sqrt(2.1 / 2000))

    def test_rate_one_takes_everybody(self):
        self.assertEqual(list(PoissonBatches(5, 1.0, steps=2)), [[0, 1, 2, 3, 4]] * 2)

    def test_its_plan_is_that_of_all_epochs(self):
        batches = PoissonBatches(60000, 0.01, epochs=15)
        self.assertEqual(len(batches), 100)
        self.assertEqual(sordino.plan(batches.plan(1.1)).text, "1500 * poisson(0.01, gaussian(1.1))")
        self.assertEqual(batches.expected_batch_size, 600)


class Allocated(unittest.TestCase):
    def test_every_record_has_its_turns(self):
        for turns in (1, 3):
            batches = list(AllocatedBatches(500, 20, num_selected=turns, key=KEY))
            self.assertEqual(len(batches), 20)
            counts = [sum(record in batch for batch in batches) for record in range(500)]
            self.assertEqual(counts, [turns] * 500)

    def test_steps_are_chosen_uniformly_and_subsets_too(self):
        sizes = [len(batch) for batch in AllocatedBatches(20000, 20, key=KEY)]
        chi_squared = sum((size - 1000) ** 2 / 1000 for size in sizes)
        self.assertLess(abs(chi_squared - 19), DEVIATIONS * math.sqrt(38))
        pairs = {}
        of = {}
        for step, batch in enumerate(AllocatedBatches(12000, 4, num_selected=2, key=KEY)):
            for record in batch:
                of.setdefault(record, []).append(step)
        for chosen in of.values():
            pairs[tuple(chosen)] = pairs.get(tuple(chosen), 0) + 1
        self.assertEqual(len(pairs), 6)
        self.assertLess(abs(sum((count - 2000) ** 2 / 2000 for count in pairs.values()) - 5), DEVIATIONS * math.sqrt(10))

    def test_words_of_the_incomplete_round_are_thrown_again(self):
        batches = AllocatedBatches(10, 3, key=KEY)
        self.assertIn(batches._below(2 ** 64 - 1, 3, 0, 0, 0), (0, 1, 2))
        # 2^64 - 1 is divisible by 3, so only the last word lies outside; without the second throw it would be 0 for every key
        thrown = {AllocatedBatches(10, 3, key=bytes([seed] * 16))._below(2 ** 64 - 1, 3, 0, 0, 0) for seed in range(20)}
        self.assertEqual(thrown, {0, 1, 2})

    def test_its_plan(self):
        batches = AllocatedBatches(60000, 235, epochs=15, num_selected=2)
        self.assertEqual(sordino.plan(batches.plan(1.1)).text, "15 * allocated(2, 235, gaussian(1.1))")


class Both(unittest.TestCase):
    def test_a_key_decides_and_epochs_differ(self):
        for make in (lambda key: PoissonBatches(300, 0.1, epochs=2, key=key), lambda key: AllocatedBatches(300, 10, epochs=2, key=key)):
            one, same, other = make(KEY), make(KEY), make(KEY[::-1])
            first, second = list(one), list(one)
            self.assertEqual(first, list(same))
            self.assertNotEqual(first, second)
            self.assertNotEqual(first, list(other))
            self.assertNotEqual(list(make(None)), list(make(None)))

    def test_no_epoch_is_drawn_that_the_plan_does_not_have(self):
        batches = AllocatedBatches(10, 2, epochs=1)
        iter(batches)  # given up before its first batch, and paid for
        with self.assertRaisesRegex(sordino.SordinoError, "the plan has 1 epochs, and all of them have been drawn"):
            iter(batches)

    def test_a_resumed_run_goes_on_and_never_back(self):
        whole = AllocatedBatches(50, 5, epochs=3, key=KEY)
        epochs = [list(whole) for _ in range(3)]
        resumed = AllocatedBatches(50, 5, epochs=3, key=KEY)
        resumed.load_state_dict({"epochs_begun": 2})
        self.assertEqual(list(resumed), epochs[2])
        with self.assertRaises(sordino.InvalidRequest):
            resumed.load_state_dict({"epochs_begun": 1})

    def test_the_key_is_not_shown(self):
        batches = PoissonBatches(10, 0.5, key=b"a very secret key of mine")
        self.assertNotIn("secret", repr(batches) + str(batches.state_dict()))
        with self.assertRaisesRegex(sordino.InvalidRequest, "at least 16 bytes"):
            PoissonBatches(10, 0.5, key=b"short")

    def test_nonsense_is_refused(self):
        for make in (lambda: PoissonBatches(10, 0), lambda: PoissonBatches(10, float("nan")), lambda: PoissonBatches(0, 0.5),
                     lambda: AllocatedBatches(10, 2.5), lambda: AllocatedBatches(10, 2, num_selected=3), lambda: AllocatedBatches(10, True)):
            with self.assertRaises(sordino.InvalidRequest):
                make()

    def test_a_batch_that_was_drawn_before_is_drawn_again(self):
        # known answers: a stream that changes would give two machines two samples for one key
        self.assertEqual(next(iter(PoissonBatches(40, 0.2, key=KEY))), KNOWN_POISSON)
        self.assertEqual(next(iter(AllocatedBatches(40, 8, key=KEY))), KNOWN_ALLOCATED)


KNOWN_POISSON = [4, 15, 17, 20, 32, 33, 35, 37, 38, 39]
KNOWN_ALLOCATED = [11, 25, 26, 31, 37]

if __name__ == "__main__":
    unittest.main()
