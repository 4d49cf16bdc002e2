package io.sordino.mechanism;

/**
 * What was run: an immutable, validated, printable value. Its record components are the schema of the plan language and of
 * the event JSON; why it is private is the business of theorems, how noise is drawn that of samplers.
 */
public sealed interface Mechanism
        permits Gaussian,
                Laplace,
                DiscreteGaussian,
                DiscreteLaplace,
                TruncatedLaplace,
                SinhNormal,
                RandomizedResponse,
                Exponential,
                PermuteAndFlip,
                TreeAggregation,
                GaussianMixture,
                ApproximateDp,
                ZeroConcentrated,
                TruncatedConcentrated,
                RenyiBounded,
                GaussianDp,
                LocalDp,
                LocalLaplace,
                SubsetSelection,
                LocalHash,
                HadamardResponse,
                UnaryEncoding,
                Rappor,
                PoissonSampled,
                TruncatedPoissonSampled,
                SampledWithoutReplacement,
                SampledWithReplacement,
                Allocated,
                ShuffledBatches,
                Shuffled,
                LastIterate,
                RepeatAndSelect,
                Group,
                Repeated,
                Composed {}
