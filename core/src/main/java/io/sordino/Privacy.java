package io.sordino;

import io.sordino.account.Accountant;
import io.sordino.account.Calibration;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.plan.PlanTemplate;
import io.sordino.plan.Plans;
import java.util.List;
import java.util.Optional;

/**
 * How private a plan is, in one line: {@code Privacy.of("500 * laplace(20)").under(REPLACE_ONE).epsilon(1e-6)}.
 *
 * <p>Immutable. Throws {@link io.sordino.plan.PlanException} for a plan that cannot be read and
 * {@link io.sordino.account.UnsupportedException} for one that no theorem covers.
 */
public final class Privacy {
    private final Mechanism plan;
    private final Optional<Relation> relation;
    private final Precision width;

    private Privacy(Mechanism plan, Optional<Relation> relation, Precision width) {
        this.plan = plan;
        this.relation = relation;
        this.width = width;
    }

    /** Of a plan in any form: the plan language, event JSON or an Opacus history. */
    public static Privacy of(String plan) {
        return of(Plans.read(plan));
    }

    /** Of a plan that a program put together, or that {@link Plans} read. */
    public static Privacy of(Mechanism plan) {
        return new Privacy(plan, Optional.empty(), Precision.DEFAULT);
    }

    /** Under this relation rather than the one that the plan is usually read under. */
    public Privacy under(Relation wanted) {
        return new Privacy(plan, Optional.of(wanted), width);
    }

    /** With brackets that are at most this wide, relative to the answer. */
    public Privacy within(double relativeWidth) {
        return new Privacy(plan, relation, new Precision(relativeWidth));
    }

    /** The least epsilon at this delta; 0 asks for the pure epsilon. */
    public Guarantee epsilon(double delta) {
        return Accountant.standard().epsilon(plan, relation(), delta, width);
    }

    /** The least delta at this epsilon. */
    public Guarantee delta(double epsilon) {
        return Accountant.standard().delta(plan, relation(), epsilon, width);
    }

    /** The least delta at each of these epsilons, in their order; a curve costs little more than its hardest point. */
    public List<Guarantee> deltas(List<Double> epsilons) {
        return Accountant.standard().deltas(plan, relation(), epsilons, width);
    }

    /** The least epsilon after each of these numbers of runs of the plan; many cost little more than a few. */
    public List<Guarantee> epsilonsAfter(List<Long> runs, double delta) {
        List<Mechanism> plans =
                runs.stream().<Mechanism>map(times -> new Repeated(times, plan)).toList();
        return Accountant.standard().epsilons(plans, relation(), delta, width);
    }

    /** As {@link #epsilon}, with what every theorem claims. */
    public Guarantee explain(double delta) {
        return Accountant.standard().explain(plan, relation(), delta, width);
    }

    /** The relation that answers are about. */
    public Relation relation() {
        return relation.orElseGet(() -> Accountant.defaultRelation(plan));
    }

    /** What the answers are about. */
    public Mechanism plan() {
        return plan;
    }

    /** The least noise, or the most steps or the highest rate, that may stand for the one ? of a plan. */
    public static Calibration.Calibrated calibrate(
            String planWithHole, Relation relation, double epsilon, double delta) {
        PlanTemplate template = PlanTemplate.parse(planWithHole);
        return new Calibration(
                        Accountant.standard(),
                        template::at,
                        template.integral(),
                        relation,
                        epsilon,
                        delta,
                        Precision.DEFAULT)
                .solve();
    }
}
