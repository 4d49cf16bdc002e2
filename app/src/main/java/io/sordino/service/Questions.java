package io.sordino.service;

import io.sordino.account.Accountant;
import io.sordino.account.Calibration;
import io.sordino.account.Divergences;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.PlanException;
import io.sordino.plan.PlanTemplate;
import io.sordino.plot.Picture;
import io.sordino.refusal.InvalidException;
import io.sordino.report.Question;
import io.sordino.report.Report;
import io.sordino.report.answer.Attacker;
import io.sordino.report.answer.CalibrationReport;
import io.sordino.report.answer.Comparison;
import io.sordino.report.answer.ExplanationReport;
import io.sordino.report.answer.GuaranteeReport;
import io.sordino.report.answer.LossReport;
import io.sordino.report.answer.NoiseComparison;
import io.sordino.report.answer.RenyiReport;
import io.sordino.report.answer.StatementReport;
import io.sordino.report.caveat.CorruptClients;
import io.sordino.report.planning.CountingPicture;
import io.sordino.report.planning.CountingPlan;
import io.sordino.report.planning.SampleSize;
import io.sordino.report.planning.SampleSizePicture;
import io.sordino.report.planning.SampleSizeReport;
import io.sordino.report.planning.ScheduleReport;
import io.sordino.theorem.Derivation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes questions and hands out reports. */
public record Questions(Accountant accountant) {
    private static final double[] TRIAL_VALUES = {1, 0.5, 2, 8, 0.01, 64, 1024, 1e6};

    public Report epsilon(Question question, double delta) {
        Guarantee guarantee = accountant.epsilon(question.plan(), question.relation(), delta, question.wanted());
        return new GuaranteeReport(question, guarantee, delta);
    }

    public Report delta(Question question, double epsilon) {
        Guarantee guarantee = accountant.delta(question.plan(), question.relation(), epsilon, question.wanted());
        return new GuaranteeReport(question, guarantee, epsilon);
    }

    /** The mean of the privacy loss, and how often it exceeds thresholds. */
    public Report loss(Question question, List<Double> thresholds) {
        if (!(thresholds.size() <= LossReport.MOST_THRESHOLDS))
            throw new InvalidException(
                    "thresholds must be at most " + LossReport.MOST_THRESHOLDS + ", were " + thresholds.size());
        return LossReport.of(
                question,
                accountant.divergences(question.plan(), question.relation(), question.wanted()),
                accountant.loss(question.plan(), question.relation(), question.wanted()),
                thresholds);
    }

    /** The Renyi divergences of some orders, and what else of the curve was asked for. */
    public Report renyi(Question question, List<Double> alphas, RenyiReport.Wish wish) {
        if (!(alphas.size() <= RenyiReport.MOST_ORDERS))
            throw new InvalidException("orders must be at most " + RenyiReport.MOST_ORDERS + ", were " + alphas.size());
        Divergences found = accountant.divergences(question.plan(), question.relation(), question.wanted());
        return RenyiReport.of(
                question,
                found,
                accountant.loss(question.plan(), question.relation(), question.wanted()),
                alphas,
                wish);
    }

    public Report calibrate(
            PlanTemplate template,
            CorruptClients honest,
            Optional<Relation> relation,
            Precision wanted,
            double epsilon,
            double delta) {
        Question sample = Question.of(sample(template), relation, wanted);
        Calibration.Calibrated found = new Calibration(
                        accountant,
                        value -> honest.plan(template.at(value)),
                        template.integral(),
                        sample.relation(),
                        epsilon,
                        delta,
                        wanted)
                .solve();
        Question question =
                new Question(found.guarantee().mechanism(), sample.relation(), sample.relationGiven(), wanted);
        return honest.said(
                template.at(found.value()), new CalibrationReport(template, question, found, epsilon, delta));
    }

    /** Some plan of the template's shape, which says what the relation is by default. */
    private static Mechanism sample(PlanTemplate template) {
        for (double value : TRIAL_VALUES) {
            Optional<Mechanism> plan = tried(template, value);
            if (plan.isPresent()) return plan.get();
        }
        // says why no value fits
        return template.at(TRIAL_VALUES[0]);
    }

    private static Optional<Mechanism> tried(PlanTemplate template, double value) {
        try {
            return Optional.of(template.at(value));
        } catch (PlanException outsideItsRange) {
            return Optional.empty();
        }
    }

    public Report explain(Question question, double delta) {
        Guarantee guarantee = accountant.explain(question.plan(), question.relation(), delta, question.wanted());
        Map<Mechanism, Bracket> epsilons = new HashMap<>();
        for (Derivation derivation : guarantee.why()) gather(derivation.from(), question, delta, epsilons);
        return new ExplanationReport(question, guarantee, delta, epsilons);
    }

    private void gather(
            List<Derivation> derivations, Question question, double delta, Map<Mechanism, Bracket> epsilons) {
        for (Derivation derivation : derivations) {
            Mechanism mechanism = derivation.mechanism();
            if (!epsilons.containsKey(mechanism)) {
                try {
                    epsilons.put(
                            mechanism,
                            accountant
                                    .epsilon(mechanism, question.relation(), delta, question.wanted())
                                    .epsilon());
                } catch (UnsupportedException knownInAnotherRelationOnly) {
                    continue;
                }
            }
            gather(derivation.from(), question, delta, epsilons);
        }
    }

    public Report statement(Question question, double delta) {
        return statement(
                question, accountant.epsilon(question.plan(), question.relation(), delta, question.wanted()), delta);
    }

    /** About a guarantee that is known already. */
    Report statement(Question question, Guarantee guarantee, double delta) {
        Guarantee pure = accountant.epsilon(question.plan(), question.relation(), 0, question.wanted());
        Attacker attacker = new Attacker(accountant, question, delta);
        return new StatementReport(
                question,
                guarantee,
                delta,
                pure.epsilon().upper() < Double.POSITIVE_INFINITY,
                attacker.truePositiveRate(StatementReport.FEW),
                attacker.truePositiveRate(StatementReport.FEWER));
    }

    /** Every plan is asked; one that is not covered keeps its row and says why. */
    public Report compare(List<Comparison.Entry> entries, double delta) {
        return compare(entries, List.of(), delta);
    }

    /** The same, with notes below the table. */
    public Report compare(List<Comparison.Entry> entries, List<String> notes, double delta) {
        return Comparison.of(accountant, entries, notes, delta);
    }

    /** What every scheme needs to keep a promise. */
    public Report needs(
            List<NoiseComparison.Scheme> schemes, List<String> notes, double epsilon, double delta, Precision wanted) {
        return NoiseComparison.of(accountant, schemes, notes, epsilon, delta, wanted);
    }

    /** A template as a scheme, under the relation that is asked or that its plans speak of. */
    public static NoiseComparison.Scheme scheme(String text, PlanTemplate template, Optional<Relation> relation) {
        Question question = Question.of(sample(template), relation, Precision.DEFAULT);
        return new NoiseComparison.Scheme(
                text, template.parameter(), template.integral(), question.relation(), template::at);
    }

    /** How few records a private mean or count must read. */
    public SampleSizeReport sampleSize(SampleSize asked) {
        return SampleSizeReport.of(accountant, asked);
    }

    /** How users flip their bits so that their shuffled reports keep a promise, next to other ways of counting. */
    public CountingPlan shufflePlan(
            CorruptClients honest, long reports, double epsilon, double delta, Precision wanted) {
        return CountingPlan.of(accountant, honest, reports, epsilon, delta, wanted);
    }

    /** The errors of all ways of counting, from a hundredth to a hundred times as many users. */
    public Picture shufflePlanPicture(
            CorruptClients honest, long reports, double epsilon, double delta, Precision wanted) {
        return CountingPicture.of(accountant, honest, reports, epsilon, delta, wanted);
    }

    /** The least noise of a one-pass run that gives every record the same guarantee. */
    public ScheduleReport schedule(LastIterate run, double epsilon, double delta, double floor, Precision wanted) {
        return ScheduleReport.of(accountant, run, epsilon, delta, floor, wanted);
    }

    /** The errors of every rate. */
    public Picture sampleSizePicture(SampleSizeReport report) {
        return SampleSizePicture.of(accountant, report);
    }
}
