package io.sordino.engine.sample;

import io.sordino.engine.Guard;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.noise.GapSampler;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.util.Arrays;
import java.util.Optional;

/** Each record joins each batch independently with probability {@code rate}; the time is that of the batch, by drawing gaps. */
public final class PoissonSampler implements RecordSampler {
    private final int records;
    private final double rate;
    private final Optional<GapSampler> gaps;

    /** Of so many records; refused unless the rate is above 0 and at most 1. */
    public PoissonSampler(int records, double rate) {
        Guard.records(records);
        if (!(rate > 0 && rate <= 1)) throw new InvalidException("rate must be in (0, 1], was " + rate);
        this.records = records;
        this.rate = rate;
        gaps = rate == 1 ? Optional.empty() : Optional.of(new GapSampler(rate));
    }

    /** The probability with which a record joins a batch. */
    public double rate() {
        return rate;
    }

    @Override
    public int records() {
        return records;
    }

    @Override
    public int stepsPerRound() {
        return 1;
    }

    @Override
    public double expectedSize() {
        return records * rate;
    }

    @Override
    public Mechanism plan(Mechanism base) {
        return new PoissonSampled(rate, base);
    }

    @Override
    public Relation relation() {
        return Relation.ADD_OR_REMOVE_ONE;
    }

    @Override
    public Round round(RandomSource random) {
        if (gaps.isEmpty()) return new Round(Guard.all(records));
        double mean = records * rate;
        int[] batch = new int[(int) Math.min(records, mean + 6 * Math.sqrt(mean) + 16)];
        int size = 0;
        GapSampler gap = gaps.get();
        for (long next = gap.draw(records, random); next < records; next += 1 + gap.draw(records, random)) {
            if (size == batch.length) batch = Arrays.copyOf(batch, (int) Math.min(records, 2L * size + 16));
            batch[size++] = (int) next;
        }
        return new Round(Arrays.copyOf(batch, size));
    }
}
