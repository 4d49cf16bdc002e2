package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.Privacy;
import io.sordino.account.Guarantee;
import io.sordino.mechanism.Relation;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The Java example of README.md, compiled and run. */
class ReadmeExampleTest {
    @Test
    void exampleSaysWhatItsCommentsPromise() {
        PrintStream console = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            example();
        } finally {
            System.setOut(console);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8).lines()).containsExactly("true", "ProductOfPairs", "true");
    }

    private static void example() {
        Guarantee queries = Privacy.of("500 * laplace(20)").epsilon(1e-6);
        System.out.println(queries.epsilon().upper() < 5.48); // certified

        Guarantee replaced = Privacy.of("500 * laplace(20)")
                .under(Relation.REPLACE_ONE)
                .within(1e-4)
                .epsilon(1e-6);
        System.out.println(replaced.why().get(0).theorem().name());

        var noise = Privacy.calibrate("1000 * gaussian(?)", Relation.ADD_OR_REMOVE_ONE, 2, 1e-5);
        System.out.println(noise.guarantee().epsilon().upper() <= 2);
    }
}
