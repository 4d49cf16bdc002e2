package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compression and tags, as RFC 9110 has them. */
class EncodingsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                        | false | true",
                "gzip                      | true  | true",
                "gzip, deflate, br         | true  | true",
                "GZIP;Q=0.5                | true  | true",
                "gzip;q=0                  | false | true",
                "gzip; q=0.000             | false | true",
                "gzip;q=0.001              | true  | true",
                "gzip;q=x                  | false | true",
                "br                        | false | true",
                "*                         | true  | true",
                "*;q=0                     | false | false",
                "*, gzip;q=0               | false | true",
                "*;q=0, gzip               | true  | false",
                "*;q=0, identity;q=1       | false | true",
                "identity;q=0, gzip        | true  | false",
                "notgzip                   | false | true"
            })
    void weightsOfZeroForbid(String header, boolean gzip, boolean plain) {
        assertThat(Encodings.of(header)).isEqualTo(new Encodings(gzip, plain));
    }

    @Test
    void shortAnswersAreLeftAsTheyAre() {
        assertThat(new Encodings(true, true).compresses(1023)).isFalse();
        assertThat(new Encodings(true, true).compresses(1024)).isTrue();
        assertThat(new Encodings(true, false).compresses(1)).isTrue();
        assertThat(new Encodings(false, true).compresses(1 << 20)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"TAG | 304", "W/TAG | 304", "\"other\", TAG | 304", "* | 304", "\"other\" | 200", "'' | 200"})
    void whatIsKnownIsNotSentAgain(String known, int expected) {
        Kept kept = new Kept("text/plain", "x".repeat(5000).getBytes(StandardCharsets.UTF_8));
        Encodings plain = new Encodings(false, true);
        Map<String, String> headers = kept.reply(plain, "").headers();
        assertThat(kept.reply(plain, known.replace("TAG", headers.get("ETag"))).status())
                .isEqualTo(expected);
    }

    /** Other bytes under the same tag would be put together from two versions by a cache. */
    @Test
    void whatIsCompressedHasATagOfItsOwn() {
        Kept kept = new Kept("text/plain", "x".repeat(5000).getBytes(StandardCharsets.UTF_8));
        Reply plain = kept.reply(new Encodings(false, true), "");
        Reply small = kept.reply(new Encodings(true, true), "");
        assertThat(small.body().length).isLessThan(plain.body().length);
        assertThat(small.headers().get("ETag")).isNotEqualTo(plain.headers().get("ETag"));
        assertThat(kept.reply(new Encodings(true, true), plain.headers().getOrDefault("ETag", "none"))
                        .status())
                .isEqualTo(200);
    }
}
