package io.sordino.mutation;

import org.pitest.mutationtest.build.InterceptorParameters;
import org.pitest.mutationtest.build.MutationInterceptor;
import org.pitest.mutationtest.build.MutationInterceptorFactory;
import org.pitest.plugin.Feature;
import org.pitest.plugin.FeatureParameter;

/** The feature {@code +sample(seed[17] percent[10])}: a random sample of all mutants, the same for the same seed. */
public final class SampleFactory implements MutationInterceptorFactory {
    private static final FeatureParameter SEED =
            FeatureParameter.named("seed").withDescription("another seed draws another sample");
    private static final FeatureParameter PERCENT =
            FeatureParameter.named("percent").withDescription("how many of a hundred mutants are tried");

    @Override
    public MutationInterceptor createInterceptor(InterceptorParameters parameters) {
        return new Sample(
                parameters.getInteger(SEED).orElse(1),
                parameters.getInteger(PERCENT).orElse(100));
    }

    @Override
    public Feature provides() {
        return Feature.named("sample")
                .withDescription(description())
                .withParameter(SEED)
                .withParameter(PERCENT);
    }

    @Override
    public String description() {
        return "A seeded random sample of the mutants";
    }
}
