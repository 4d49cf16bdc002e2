import math
import unittest
from enum import Enum
from fractions import Fraction

import sordino


class Relation(Enum):
    ADD_OR_REMOVE_ONE = 1
    REPLACE_ONE = 2


class Questions(unittest.TestCase):
    PLAN = "1000 * poisson(0.01, gaussian(1))"

    def test_a_bracket_holds_the_truth(self):
        answer = sordino.epsilon(self.PLAN, delta=1e-5)
        self.assertIn(1.828237, answer.bracket)
        self.assertEqual(answer.relation, "ADD_OR_REMOVE_ONE")
        self.assertEqual(answer.why[0].theorem, "ProductOfPairs")
        self.assertEqual(answer.why[0].on[0].plan, "poisson(0.01, gaussian(1))")
        self.assertTrue(answer.tight)
        self.assertEqual(float(answer), answer.upper)

    def test_delta_and_epsilon_are_one_curve(self):
        epsilon = sordino.epsilon(self.PLAN, 1e-5)
        back = sordino.delta(self.PLAN, epsilon.upper)
        self.assertLessEqual(back.lower, 1e-5)
        self.assertLess(back.log10_upper, -4.99)
        self.assertGreaterEqual(sordino.delta(self.PLAN, epsilon.lower).upper, 1e-5)

    def test_a_narrower_width_gives_a_narrower_bracket(self):
        wide, narrow = sordino.epsilon(self.PLAN, 1e-5), sordino.epsilon(self.PLAN, 1e-5, width=1e-5)
        self.assertLess(narrow.upper - narrow.lower, wide.upper - wide.lower)
        self.assertLessEqual(wide.lower, narrow.upper)
        self.assertLessEqual(narrow.lower, wide.upper)

    def test_the_relation_may_be_an_enum_of_dp_accounting(self):
        by_enum = sordino.epsilon("gaussian(5)", 1e-5, relation=Relation.REPLACE_ONE)
        self.assertEqual(by_enum.relation, "REPLACE_ONE")
        self.assertEqual(by_enum.bracket, sordino.epsilon("gaussian(5)", 1e-5, relation="replace-one").bracket)

    def test_an_infinite_end_is_infinite(self):
        self.assertEqual(sordino.epsilon("gaussian(1)", 0).upper, math.inf)

    def test_calibration_keeps_its_promise(self):
        found = sordino.calibrate("1000 * poisson(0.01, gaussian(?))", epsilon=2, delta=1e-5)
        self.assertEqual((found.parameter, found.extreme), ("noise_multiplier", "least"))
        self.assertLessEqual(sordino.epsilon(found.plan, 1e-5).upper, 2)
        self.assertGreater(sordino.epsilon(found.plan.replace(repr(found.value), repr(found.value * 0.99)), 1e-5).lower, 2)
        count = sordino.calibrate("? * laplace(20)", epsilon=2, delta=1e-6)
        self.assertIsInstance(count.value, int)

    def test_a_calibration_may_be_of_an_event(self):
        event = {"class_name": "PoissonSampledDpEvent", "sampling_probability": 0.01,
                 "event": {"class_name": "GaussianDpEvent", "noise_multiplier": "?"}}
        self.assertEqual(sordino.calibrate(event, 1, 1e-5).value, sordino.calibrate("poisson(0.01, gaussian(?))", 1, 1e-5).value)

    def test_rows_that_are_not_covered_say_why(self):
        rows = sordino.compare("gaussian(1)", "shuffled(100, dp(1, delta=1e-6))", delta=1e-5)
        self.assertEqual(len(rows), 2)
        self.assertIsNone(rows[0].error)
        self.assertIsInstance(rows[1].error, sordino.Unsupported)
        self.assertIn("not covered yet", str(rows))

    def test_a_training_run_is_compared_under_every_scheme(self):
        run = dict(dataset_size=60000, batch_size=256, noise_multiplier=1.1, epochs=15)
        rows = {(row.name, row.relation): row for row in sordino.compare(delta=1e-5, training=run)}
        self.assertIn(1.1340, rows["Poisson sampling", "ADD_OR_REMOVE_ONE"].epsilon)
        self.assertLess(rows["random allocation", "ADD_OR_REMOVE_ONE"].epsilon.upper,
                        rows["Poisson sampling", "ADD_OR_REMOVE_ONE"].epsilon.lower)

    def test_a_promise_shows_what_every_scheme_needs(self):
        rows = sordino.compare(delta=1e-5, epsilon=2, training=dict(dataset_size=600, batch_size=60, epochs=2))
        noise = {(row.name, row.relation): row.value for row in rows}
        self.assertEqual(noise["Poisson sampling", "ADD_OR_REMOVE_ONE"],
                         sordino.calibrate("20 * poisson(0.1, gaussian(?))", 2, 1e-5).value)
        self.assertTrue(all(row.epsilon.upper <= 2 for row in rows if row.epsilon))
        self.assertIn("quote add-remove", rows.quote[0])

    def test_an_explanation_has_a_tree_and_claims(self):
        told = sordino.explain("10 * poisson(0.01, gaussian(1))", 1e-5)
        self.assertIn("ProductOfPairs", {claim.theorem for claim in told.claims if claim.best})
        self.assertIsNotNone(told.why[0].epsilon)
        self.assertIn("fresh samples", told.samples[0])

    def test_a_statement_says_what_it_assumes(self):
        said = sordino.statement("10 * poisson(0.01, gaussian(1))", 1e-5)
        self.assertIn("differentially private", said.text)
        self.assertTrue(any("stays secret" in one for one in said.assumed))
        self.assertLess(said.attacker[0][0], said.attacker[0][1])

    def test_curves_are_bands_around_the_truth(self):
        drawn = sordino.curves("profile", "gaussian(1)", delta=1e-5, points=7)
        one = drawn.series[0]
        self.assertEqual(len(one.x), 7)
        for x, low, high in zip(one.x, one.lower, one.upper):
            self.assertLessEqual(low, high)
            self.assertLessEqual(low, sordino.delta("gaussian(1)", x).upper)

    def test_pandas_and_matplotlib_are_used_or_missed_by_name(self):
        drawn = sordino.curves("profile", "gaussian(1)", delta=1e-5, points=5)
        try:
            import pandas  # noqa: F401
        except ImportError:
            with self.assertRaisesRegex(sordino.SordinoError, "pandas is not installed"):
                drawn.to_pandas()
        else:
            self.assertEqual(len(drawn.to_pandas()), 5)
            self.assertEqual(list(sordino.compare("gaussian(1)", delta=1e-5).to_pandas()["plan"]), ["gaussian(1)"])
        try:
            import matplotlib
        except ImportError:
            with self.assertRaisesRegex(sordino.SordinoError, "matplotlib is not installed"):
                drawn.plot()
        else:
            matplotlib.use("Agg")
            self.assertEqual(drawn.plot().get_yscale(), "log")


class Notebooks(unittest.TestCase):
    def test_every_answer_shows_itself(self):
        for answer in (sordino.epsilon("gaussian(1)", 1e-5), sordino.calibrate("gaussian(?)", 1, 1e-5),
                       sordino.compare("gaussian(1)", delta=1e-5), sordino.explain("gaussian(1)", 1e-5),
                       sordino.statement("gaussian(1)", 1e-5), sordino.curves("profile", "gaussian(1)", delta=1e-5, points=5)):
            with self.subTest(type(answer).__name__):
                self.assertRegex(answer._repr_html_(), "<(table|p|pre|b)>")

    def test_a_star_is_explained_where_there_is_one(self):
        self.assertNotIn("*", sordino.compare("gaussian(1)", delta=1e-5)._repr_html_())
        self.assertIn("; * the best of its relation", sordino.compare("gaussian(1)", "gaussian(2)", delta=1e-5)._repr_html_())

    def test_markup_in_a_plan_is_text(self):
        shown = sordino.answers.Answer("epsilon", sordino.Bracket(1, 2), 1e-5, "<script>", "REPLACE_ONE")
        self.assertNotIn("<script>", shown._repr_html_())

    def test_printed_ends_are_rounded_outwards(self):
        for lower, upper in ((1.0000049, 1.0000051), (0.3797166, 0.3800797), (123456.7, 123456.8), (0, 1e-300)):
            said = str(sordino.Bracket(lower, upper)).replace("between ", "").split(" and ")
            self.assertLessEqual(float(said[0]), lower)
            self.assertGreaterEqual(float(said[1]), upper)


class Refusals(unittest.TestCase):
    def test_a_slip_is_shown_with_its_place_and_remedy(self):
        with self.assertRaises(sordino.InvalidRequest) as caught:
            sordino.epsilon("1000 *\n poisson(0.01, gausian(1))", 1e-5)
        error = caught.exception
        self.assertEqual(error.plan[error.position:error.position + 7], "gausian")
        self.assertEqual(str(error).splitlines(), ["unknown plan 'gausian'", "   poisson(0.01, gausian(1))",
                                                   "                 ^", "fix: did you mean gaussian?"])
        self.assertIsInstance(error, ValueError)

    def test_numbers_must_be_numbers(self):
        for wrong in ("1e-5", None, float("nan"), float("inf"), True, [1e-5], 10 ** 1500, 10 ** 5000, Fraction(10 ** 400)):
            with self.subTest(type(wrong)), self.assertRaises(sordino.InvalidRequest):
                sordino.epsilon("gaussian(1)", wrong)
        with self.assertRaisesRegex(sordino.InvalidRequest, "delta"):
            sordino.epsilon("gaussian(1)", 2)

    def test_a_plan_that_is_nested_too_deep_is_refused(self):
        for depth in (101, 5000):
            event = {"class_name": "GaussianDpEvent", "noise_multiplier": 1}
            for _ in range(depth):
                event = {"class_name": "SelfComposedDpEvent", "count": 1, "event": event}
            with self.assertRaisesRegex(sordino.InvalidRequest, "nested more than 100 deep"):
                sordino.epsilon(event, 1e-5)

    def test_what_is_no_plan_is_refused_before_it_is_sent(self):
        for wrong in (3, None, object(), {1, 2}, [], [(1, 2)]):
            with self.subTest(wrong), self.assertRaises(sordino.InvalidRequest):
                sordino.epsilon(wrong, 1e-5)

    def test_no_theorem_is_another_error_than_a_slip(self):
        with self.assertRaises(sordino.Unsupported) as caught:
            sordino.epsilon("shuffled(100, dp(1, delta=1e-6))", 1e-5)
        self.assertIn("write shuffled(n,", caught.exception.remedy)

    def test_after_a_refusal_the_next_question_is_answered(self):
        with self.assertRaises(sordino.SordinoError):
            sordino.epsilon("gaussian(-1)", 1e-5)
        self.assertGreater(sordino.epsilon("gaussian(1)", 1e-5).upper, 4)


if __name__ == "__main__":
    unittest.main()
