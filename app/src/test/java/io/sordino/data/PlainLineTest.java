package io.sordino.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.train.data.Cells;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Lines that are taken apart as bytes hold what their texts hold, and files with very many columns are read in one go. */
class PlainLineTest {
    private static final long SEED = 20261118;
    private static final int MANY = 150_000;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final PlainLine line = new PlainLine(',');

    @Test
    void shortNumbersAreThoseOfTheirTexts() {
        int taken = 0;
        for (int i = 0; i < 50_000; i++) {
            String text = number();
            OptionalDouble found = found(text);
            if (found.isEmpty()) continue;
            taken++;
            assertThat(Double.doubleToRawLongBits(found.getAsDouble()))
                    .as("seed %d: %s", SEED, text)
                    .isEqualTo(Double.doubleToRawLongBits(Double.parseDouble(text)));
        }
        assertThat(taken).isGreaterThan(37_000);
    }

    private String number() {
        String sign = List.of("", "-", "+", " ").get(random.nextInt(4));
        return sign
                + switch (random.nextInt(4)) {
                    case 0 ->
                        BigDecimal.valueOf(random.nextLong(1_000_000), random.nextInt(8))
                                .toPlainString();
                    case 1 ->
                        BigDecimal.valueOf(random.nextLong(1L << 58), random.nextInt(22))
                                .toPlainString();
                    case 2 -> String.valueOf(random.nextDouble(-1e6, 1e6)).replace("-", "");
                    default -> nearTheMiddle();
                };
    }

    /** Next to where rounding turns. */
    private String nearTheMiddle() {
        double below = random.nextDouble(1);
        BigDecimal middle =
                new BigDecimal(below).add(new BigDecimal(Math.nextUp(below))).divide(BigDecimal.valueOf(2));
        return middle.setScale(15 + random.nextInt(3), RoundingMode.HALF_EVEN).toPlainString();
    }

    /** Between two doubles, exactly: whether to round up or down is for the text's own reader. */
    @Test
    void middlesAndOtherWordsAreLeftToOthers() {
        for (String text : List.of(
                "9007199254740993", "1e5", "0x1p3", "1d", "", ".", "-", "nan", "inf", "1.2.3", "1 2", "--1", "\t1"))
            assertThat(found(text)).as(text).isEmpty();
        assertThat(found("9007199254740992")).hasValue(0x1p53);
        assertThat(found(" 5. ")).hasValue(5);
        assertThat(found(".5")).hasValue(0.5);
    }

    private OptionalDouble found(String text) {
        byte[] bytes = ("a," + text + ",b").getBytes(StandardCharsets.US_ASCII);
        assertThat(line.take(bytes, bytes.length)).isTrue();
        assertThat(line.cells()).isEqualTo(3);
        assertThat(line.text(1)).isEqualTo(text.strip());
        return line.shortNumber(1);
    }

    @Test
    void quotesAndOtherLettersAreNotPlain() {
        for (String text : List.of("a,\"b\"", "\u00e4,b")) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assertThat(line.take(bytes, bytes.length)).as(text).isFalse();
        }
    }

    /** A list that counts how often it is looked at. */
    private static final class Counting<T> extends AbstractList<T> {
        private final List<T> all;
        private long looks;

        Counting(List<T> all) {
            this.all = all;
        }

        @Override
        public T get(int i) {
            looks++;
            return all.get(i);
        }

        @Override
        public int size() {
            return all.size();
        }
    }

    @Test
    void manyColumnsAreLookedAtAFewTimesEach() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < MANY; i++) names.add("x" + i);
        Counting<String> present = new Counting<>(names);
        Counting<Cells.Wanted> wanted = new Counting<>(
                names.stream().map(name -> new Cells.Wanted(name, true)).toList());
        int[] places = DataFile.places(Path.of("wide.csv"), present, wanted);
        for (int i = 0; i < MANY; i++) assertThat(places[i]).isEqualTo(i);
        assertThat(present.looks).isLessThan(4L * MANY);
        assertThat(wanted.looks).isLessThan(4L * MANY);
    }
}
