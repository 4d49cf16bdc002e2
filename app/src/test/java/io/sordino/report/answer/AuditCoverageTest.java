package io.sordino.report.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.UnsupportedException;
import io.sordino.audit.Audit;
import io.sordino.audit.AuditResult;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every plan of the support matrix is audited, but for black boxes and for what no theorem makes a claim about. */
class AuditCoverageTest {
    private static final Pattern BLACK_BOX =
            Pattern.compile("\\b(dp|zcdp|tcdp|cdp|rdp|rdp_orders|profile|finite_pair|gdp|local)\\(");
    /** Few runs: what is asked here is whether there is an audit, and whether it is fair. */
    private static final long SAMPLES = 2000;

    static List<String> examples() {
        return Support.EXAMPLES;
    }

    @ParameterizedTest
    @MethodSource("examples")
    void planIsAuditedUnderEveryRelation(String plan) {
        for (Relation relation : Relation.values()) {
            String outcome = outcome(plan, relation);
            if (BLACK_BOX.matcher(plan).find()) assertThat(outcome).containsAnyOf("black box", "names no randomizer");
            else assertThat(outcome).isIn("consistent", "no claim");
        }
    }

    private static String outcome(String plan, Relation relation) {
        try {
            AuditResult result = Audit.secure().of(Plans.read(plan), relation, 0.01, SAMPLES, 1 - 1e-9);
            return result.finding().orElse("consistent");
        } catch (UnsupportedException e) {
            return "no claim";
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
