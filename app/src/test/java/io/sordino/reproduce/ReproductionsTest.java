package io.sordino.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Recomputed values hold those that were printed, where they should. */
class ReproductionsTest {
    private static List<Reproduction> reproduced(String... names) {
        return Reproductions.of(List.of(names), Accountant.standard(), () -> {});
    }

    @Test
    void printedFormulasAreInsideTheBrackets() {
        for (Reproduction one : reproduced("sampling", "steinke", "last-iterate")) {
            assertThat(one.rows()).isNotEmpty();
            for (Reproduction.Row row : one.rows())
                assertThat(row.distance()).as(one.name() + ": " + row).isZero();
            assertThat(one.picture().series())
                    .allMatch(series -> series.points().size() > 5);
        }
    }

    /** The formulas of Theorems 10 and 11 are what those theorems give alone, and what all theorems give is smaller. */
    @Test
    void drawsWithReplacementFollowTheirFormulas() {
        Reproduction found = reproduced("with-replacement").get(0);
        assertThat(found.rows()).hasSize(12);
        for (Reproduction.Row row : found.rows())
            if (row.what().contains("hidden"))
                assertThat(row.distance()).as("%s", row).isGreaterThan(1e-4);
            else assertThat(row.distance()).as("%s", row).isBetween(-1e-9, 2e-3);
        assertThat(found.picture().series())
                .hasSize(6)
                .allMatch(series -> series.points().size() > 5);
    }

    /** Without noise every bit is recovered; with much of it nearly none beyond guessing, and never more than the account allows. */
    @Test
    void accurateCountsGiveTheDataAwayAndNoisyOnesDoNot() {
        List<Reproduction.Row> rows = reproduced("reconstruction").get(0).rows();
        assertThat(rows.get(0).lower()).isEqualTo(1);
        assertThat(rows.get(1).value()).isGreaterThan(0.97);
        assertThat(rows.get(3).value()).isBetween(0.4, 0.65);
        for (Reproduction.Row row : rows)
            assertThat(row.distance()).as("%s", row).isZero();
        // the control: noise that small allows all, noise that large does not
        assertThat(rows.get(1).upper()).isEqualTo(1);
        assertThat(rows.get(3).upper()).isLessThan(0.7);
    }

    @Test
    void distanceIsThatOfAPrintedValueFromTheBracket() {
        assertThat(new Reproduction.Row("", "", Reproduction.Origin.FORMULA, 1.5, 1, 2).distance())
                .isZero();
        assertThat(new Reproduction.Row("", "", Reproduction.Origin.FORMULA, 3, 1, 2).distance())
                .isEqualTo(0.5);
        assertThat(new Reproduction.Row("", "", Reproduction.Origin.FORMULA, 0.5, 1, 2).distance())
                .isEqualTo(-0.5);
    }

    /** "printed" is said of what a paper has in ink; what its formula or its program gives is said to be that. */
    @Test
    void nothingIsCalledPrintedThatWasNot() {
        List<Reproduction> found = reproduced("steinke");
        assertThat(found.get(0).rows()).noneMatch(row -> row.origin() == Reproduction.Origin.PRINTED);
        assertThat(HtmlReport.text(found)).contains("its formula gives").doesNotContain("printed");
        Reproduction first = found.get(0);
        Reproduction inked = new Reproduction(
                first.name(),
                first.title(),
                first.paper(),
                first.says(),
                first.picture(),
                List.of(new Reproduction.Row("a", "b", Reproduction.Origin.PRINTED, 1, 1, 1)));
        assertThat(HtmlReport.text(List.of(inked))).as("control").contains("printed");
    }

    @Test
    void pageNeedsNothingBesideIt() {
        String page = HtmlReport.of(reproduced("steinke"));
        assertThat(page)
                .contains("<section id=\"steinke\">", "Theorem 1, inverted", "data:image/svg+xml;base64,")
                .doesNotContain("src=\"http", "href=\"http", "<script");
    }

    @Test
    void lighterTailsGrowMoreSlowly() {
        List<Reproduction.Row> rows = reproduced("histogram").get(0).rows();
        assertThat(rows.get(0).upper()).isGreaterThan(rows.get(2).upper());
        assertThat(rows.get(2).upper()).isGreaterThan(rows.get(3).upper());
        assertThat(rows.get(3).upper()).isGreaterThan(rows.get(1).upper());
    }
}
