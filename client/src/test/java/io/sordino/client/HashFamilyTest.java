package io.sordino.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class HashFamilyTest {
    /** How many values and images: several digits, a last one that is not whole, and more images than values. */
    private static final int[][] SMALL = {
        {2, 2}, {5, 2}, {8, 2}, {9, 4}, {16, 4}, {64, 8}, {100, 8}, {20, 16}, {300, 16}, {32, 64}
    };

    @Test
    void twoValuesMeetWithOneFunctionInAsManyAsThereAreImages() {
        for (int[] one : SMALL) {
            HashFamily family = new HashFamily(one[0], one[1]);
            long functions = 1L << (family.digits() * family.imageBits());
            int[][] met = new int[one[0]][one[0]];
            int others = 0;
            for (long function = 0; function < functions; function++) {
                int[] images = new int[one[0]];
                for (int v = 0; v < images.length; v++) images[v] = family.image(function, v);
                for (int v = 0; v < images.length; v++) {
                    assertThat(images[v]).isBetween(0, one[1] - 1);
                    for (int u = 0; u < v; u++) if (images[u] == images[v]) met[v][u]++;
                }
                if (function > 0 && images[0] == images[1]) others++;
            }
            for (int v = 0; v < one[0]; v++)
                for (int u = 0; u < v; u++)
                    assertThat(met[v][u] * (long) one[1])
                            .as("%s and %s of %s values, %s images", u, v, one[0], one[1])
                            .isEqualTo(functions);
            // the control: without the function that sends all values to one image they meet too seldom
            assertThat(others * (long) one[1]).isLessThan(functions - 1);
        }
    }

    @Test
    void functionsAreTheFirstBitsOfAnId() {
        byte[] id = ByteBuffer.allocate(Envelope.ID_BYTES)
                .putLong(0xfedcba9876543210L)
                .array();
        assertThat(new HashFamily(1 << 20, 1 << 4).function(id)).isEqualTo(0xfedcbL);
        assertThat(new HashFamily(1 << 20, 1 << 12).function(id)).isEqualTo(0xfedcbaL);
        assertThat(new HashFamily(5, 1 << 4).function(id)).isEqualTo(0xfL);
        assertThat(new HashFamily(2, 1 << 30).function(id)).isEqualTo(0xfedcba98L >>> 2);
        assertThat(new HashFamily(1, 2).function(id)).isEqualTo(1);
    }

    /** Products must meet 0 nowhere: a polynomial of degree e is irreducible iff x^(2^e) = x and x^(2^(e/p)) - x has an inverse for all primes p of e. */
    @Test
    void digitsAreOfAField() {
        for (int e = 2; e < 20; e++) {
            HashFamily family = new HashFamily(1 << 20, 1L << e);
            assertThat(family.digits()).isGreaterThan(1);
            assertThat(raised(family, 2, e)).as("x^(2^%s)", e).isEqualTo(2);
            for (int p : new int[] {2, 3, 5, 7, 11, 13, 17, 19}) {
                if (e % p != 0) continue;
                int difference = raised(family, 2, e / p) ^ 2;
                int power = 1;
                for (int i = 0; i < e; i++) power = family.times(family.times(power, power), difference);
                // its power of 2^e - 1
                assertThat(power).as("x^(2^(%s/%s)) - x", e, p).isEqualTo(1);
            }
        }
        HashFamily bits = new HashFamily(5, 2);
        for (int x = 0; x < 2; x++)
            for (int y = 0; y < 2; y++) assertThat(bits.times(x, y)).isEqualTo(x & y);
    }

    /** Squared so many times. */
    private static int raised(HashFamily family, int x, int times) {
        int power = x;
        for (int i = 0; i < times; i++) power = family.times(power, power);
        return power;
    }

    @Test
    void imagesThatAreNoPowerOfTwoAreRefused() {
        for (long l : new long[] {0, 1, 3, -2, 1L << 31, Long.MIN_VALUE})
            assertThatThrownBy(() -> new HashFamily(5, l))
                    .isInstanceOf(Refused.class)
                    .hasMessageContaining("" + l);
        for (int values : new int[] {0, -1, (1 << 20) + 1})
            assertThatThrownBy(() -> new HashFamily(values, 4)).isInstanceOf(Refused.class);
    }
}
