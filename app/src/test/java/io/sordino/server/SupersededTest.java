package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What nobody waits for any more is given up, and nothing else is. */
class SupersededTest {
    private final List<Job> ended = new ArrayList<>();
    private final Superseded latest = new Superseded(ended::add);

    private static Job job() {
        return new Job(turn -> Reply.text(200, "text/plain", ""), 0, 0, 0);
    }

    private Job begun(String names) {
        Job job = job();
        assertThat(latest.begin(names, () -> job)).contains(job);
        return job;
    }

    @Test
    void aNewerQuestionOfTheSameNameReplacesTheOlder() {
        Job older = begun("a");
        assertThat(ended).isEmpty();
        begun("a");
        assertThat(ended).containsExactly(older);
    }

    /** Requests overtake each other on their way: an older one that comes later must not end the newer. */
    @Test
    void anOvertakenQuestionIsRefusedAndEndsNothing() {
        begun("a:2");
        assertThat(latest.begin("a:1", SupersededTest::job)).isEqualTo(Optional.empty());
        begun("answer:1 a");
        assertThat(ended).isEmpty();
        begun("a:3");
        assertThat(ended).hasSize(1);
    }

    @Test
    void aQuestionMayMakeOthersNeedless() {
        Job curves = begun("curves");
        begun("words");
        begun("answer curves");
        assertThat(ended).containsExactly(curves);
    }

    @Test
    void questionsWithoutANameAreLeftAlone() {
        begun("");
        begun("a");
        begun("");
        begun("b");
        assertThat(ended).isEmpty();
    }

    @Test
    void whatIsAnsweredIsForgotten() {
        Job older = begun("a:9");
        older.reply().complete(Reply.text(200, "text/plain", ""));
        begun("a:1");
        assertThat(ended).isEmpty();
    }
}
