package io.sordino.mutation;

import java.util.Collection;
import java.util.SplittableRandom;
import org.pitest.bytecode.analysis.ClassTree;
import org.pitest.mutationtest.build.InterceptorType;
import org.pitest.mutationtest.build.MutationInterceptor;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;

/**
 * Keeps each mutant with the same chance. Whether it is kept depends on the seed and on what it is alone, not on the order in
 * which classes are looked at, so that a sample of a package is the union of the samples of its classes.
 */
record Sample(int seed, int percent) implements MutationInterceptor {
    Sample {
        if (!(percent >= 1 && percent <= 100))
            throw new IllegalArgumentException("percent must be from 1 to 100, was " + percent);
    }

    @Override
    public InterceptorType type() {
        return InterceptorType.FILTER;
    }

    @Override
    public void begin(ClassTree type) {}

    @Override
    public Collection<MutationDetails> intercept(Collection<MutationDetails> mutants, Mutater unused) {
        return mutants.stream().filter(this::isKept).toList();
    }

    @Override
    public void end() {}

    private boolean isKept(MutationDetails mutant) {
        long name = ((long) seed << 32) ^ mutant.getId().toString().hashCode();
        return new SplittableRandom(name).nextInt(100) < percent;
    }
}
