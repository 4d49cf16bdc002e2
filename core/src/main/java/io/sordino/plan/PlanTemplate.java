package io.sordino.plan;

import io.sordino.mechanism.Mechanism;
import io.sordino.refusal.InvalidException;
import java.util.List;
import java.util.Optional;

/** A plan with one unknown number, written '?': {@code 1000 * poisson(0.01, gaussian(?))}. */
public final class PlanTemplate {
    private static final double SMALL = 1;
    private static final double LARGE = 0x1p40;

    private final Syntax plan;
    private final Entry owner;
    private final Parameter parameter;

    private PlanTemplate(Syntax plan, Entry owner, Parameter parameter) {
        this.plan = plan;
        this.owner = owner;
        this.parameter = parameter;
    }

    /** Reads a plan, as text or as JSON (where the string "?" stands for the number), that has exactly one '?'. */
    public static PlanTemplate parse(String source) {
        Syntax plan = Plans.syntax(source);
        List<MechanismBuilder.Site> holes = MechanismBuilder.holes(plan);
        if (holes.size() != 1)
            throw new PlanException(
                    holes.isEmpty() ? "the plan has no '?'" : "the plan has " + holes.size() + " '?', one is allowed",
                    "put one ? in place of the number to be found: 1000 * poisson(0.01, gaussian(?))",
                    holes.isEmpty() ? 0 : holes.get(1).position());
        MechanismBuilder.Site site = holes.get(0);
        PlanTemplate template = new PlanTemplate(plan, site.owner(), site.parameter());
        template.refuseWhatNoValueMends();
        return template;
    }

    /*
     * A slip elsewhere in the plan is reported at once rather than at the first value that is tried. A guard that looks at the
     * unknown number says what it was, so a message that stays the same for two values has nothing to do with it.
     */
    private void refuseWhatNoValueMends() {
        Optional<PlanException> small = refusal(SMALL);
        Optional<PlanException> large = refusal(LARGE);
        if (small.isPresent()
                && large.isPresent()
                && small.get().position() == large.get().position()
                && String.valueOf(small.get().getMessage()).equals(large.get().getMessage())) throw small.get();
    }

    private Optional<PlanException> refusal(double value) {
        try {
            at(value);
            return Optional.empty();
        } catch (PlanException e) {
            return Optional.of(e);
        }
    }

    /** The plan with a number in place of the unknown one; refused like any other plan if the number does not fit. */
    public Mechanism at(double value) {
        if (!(value > Double.NEGATIVE_INFINITY))
            throw new InvalidException(parameter.name() + " must be a number, was " + value);
        return MechanismBuilder.build(plan.fill(Numeral.of(value)));
    }

    /** Whether only whole numbers fit. */
    public boolean integral() {
        return parameter.kind() == Kind.WHOLE;
    }

    /** The name of the unknown parameter, such as noise_multiplier or count. */
    public String parameter() {
        return parameter.name();
    }

    /** The name of the plan that the parameter belongs to, such as gaussian; "repeated" for a count. */
    public String owner() {
        return owner.name();
    }

    /** The canonical text of the plan at this value. */
    public String print(double value) {
        return Plans.print(at(value));
    }
}
