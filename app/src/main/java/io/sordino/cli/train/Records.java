package io.sordino.cli.train;

import io.sordino.noise.RandomSource;
import io.sordino.train.Checkpoint;
import io.sordino.train.Run;
import io.sordino.train.SampledDescent;
import io.sordino.train.data.Examples;
import io.sordino.train.gradient.RecordCluster;
import java.util.Optional;

/** What is learned from: here, or on a cluster. */
sealed interface Records {
    int size();

    Run begin(SampledDescent descent, RandomSource random);

    Run resume(SampledDescent descent, Checkpoint checkpoint, RandomSource random);

    /** The records themselves, for what needs to see them; nothing where they are elsewhere. */
    Optional<Examples> seen();

    /** In the memory of this process. */
    record Here(Examples examples) implements Records {
        @Override
        public Optional<Examples> seen() {
            return Optional.of(examples);
        }

        @Override
        public int size() {
            return examples.size();
        }

        @Override
        public Run begin(SampledDescent descent, RandomSource random) {
            return descent.begin(examples, random);
        }

        @Override
        public Run resume(SampledDescent descent, Checkpoint checkpoint, RandomSource random) {
            return descent.resume(checkpoint, examples, random);
        }
    }

    /** In the memory of other machines, which say no more than sums of gradients. */
    record Elsewhere(RecordCluster.Held held) implements Records {
        @Override
        public int size() {
            return held.size();
        }

        @Override
        public Run begin(SampledDescent descent, RandomSource random) {
            return descent.begin(held.size(), held, random);
        }

        @Override
        public Run resume(SampledDescent descent, Checkpoint checkpoint, RandomSource random) {
            return descent.resume(checkpoint, held.size(), held, random);
        }

        @Override
        public Optional<Examples> seen() {
            return Optional.empty();
        }
    }
}
