package io.sordino.plan;

import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.BlanketHistogram;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.FinitePair;
import io.sordino.mechanism.FloodedCount;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.GaussianDp;
import io.sordino.mechanism.GaussianMixture;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.HadamardResponse;
import io.sordino.mechanism.KnownSample;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.LocalDp;
import io.sordino.mechanism.LocalHash;
import io.sordino.mechanism.LocalLaplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mixture;
import io.sordino.mechanism.Parallel;
import io.sordino.mechanism.PermuteAndFlip;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.ProfilePoints;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Rappor;
import io.sordino.mechanism.RenyiBounded;
import io.sordino.mechanism.RenyiOrders;
import io.sordino.mechanism.RepeatAndSelect;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.SampledByHits;
import io.sordino.mechanism.SampledResponse;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.ShuffledBatches;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.SplitSum;
import io.sordino.mechanism.SubGaussian;
import io.sordino.mechanism.SubsetSelection;
import io.sordino.mechanism.TreeAggregation;
import io.sordino.mechanism.TruncatedConcentrated;
import io.sordino.mechanism.TruncatedGaussian;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.mechanism.TruncatedPoissonSampled;
import io.sordino.mechanism.UnaryEncoding;
import io.sordino.mechanism.Unlinked;
import io.sordino.mechanism.ZeroConcentrated;
import io.sordino.refusal.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Every word of the plan language. A new scheme is one record and one line here: the parameters, their order and their types
 * are those of the record, and only names that differ from its components, aliases and defaults are written out.
 */
final class Vocabulary {
    static final String COMPOSED = "composed";
    static final String REPEATED = "repeated";

    static final List<Entry> ENTRIES = List.of(
            Entry.of("gaussian", Gaussian.class)
                    .called("noiseMultiplier", "noise_multiplier", "sigma")
                    .event("GaussianDpEvent", "noise_multiplier"),
            Entry.of("laplace", Laplace.class)
                    .called("noiseMultiplier", "noise_multiplier", "scale")
                    .event("LaplaceDpEvent", "noise_multiplier"),
            Entry.of("discrete_gaussian", DiscreteGaussian.class).called("sigma", "sigma", "noise_multiplier"),
            Entry.of("discrete_laplace", DiscreteLaplace.class).called("scale", "scale", "noise_multiplier"),
            Entry.of("truncated_laplace", TruncatedLaplace.class),
            Entry.of("truncated_gaussian", TruncatedGaussian.class),
            Entry.of("sinh_normal", SinhNormal.class).called("a", "A"),
            Entry.of("randomized_response", RandomizedResponse.class)
                    .alias("rr")
                    .called("epsilon", "epsilon", "eps")
                    .called("k", "k", "num_buckets")
                    .otherwise("k", "2"),
            Entry.of("sampled_response", SampledResponse.class)
                    .called("rate", "sampling_probability", "rate", "q")
                    .called("epsilon", "epsilon", "eps")
                    .otherwise("k", "2"),
            Entry.of("exponential", Exponential.class)
                    .called("epsilon", "epsilon", "eps")
                    .event("ExponentialMechanismDpEvent", "epsilon"),
            Entry.of("permute_and_flip", PermuteAndFlip.class)
                    .called("epsilon", "epsilon", "eps")
                    .event("PermuteAndFlipDpEvent", "epsilon"),
            Entry.of("tree_aggregation", TreeAggregation.class)
                    .called("noiseMultiplier", "noise_multiplier", "sigma")
                    .event("SingleEpochTreeAggregationDpEvent", "noise_multiplier", "step_counts"),
            Entry.of("mixture_of_gaussians", GaussianMixture.class)
                    .called("standardDeviation", "standard_deviation", "sigma")
                    .event("MixtureOfGaussiansDpEvent", "standard_deviation", "sensitivities", "sampling_probs"),
            Entry.of("dp", ApproximateDp.class)
                    .called("epsilon", "epsilon", "eps")
                    .otherwise("delta", "0")
                    .event("EpsilonDeltaDpEvent", "epsilon", "delta"),
            Entry.of("zcdp", ZeroConcentrated.class).otherwise("xi", "0").event("ZCDpEvent", "rho", "xi"),
            Entry.of("tcdp", TruncatedConcentrated.class),
            Entry.of("cdp", SubGaussian.class),
            Entry.of("rdp", RenyiBounded.class).called("epsilon", "epsilon", "eps"),
            Entry.of("rdp_orders", RenyiOrders.class),
            Entry.of("profile", ProfilePoints.class),
            Entry.of("finite_pair", FinitePair.class),
            Entry.of("gdp", GaussianDp.class),
            Entry.of("local", LocalDp.class).called("epsilon", "epsilon", "eps"),
            Entry.of("local_laplace", LocalLaplace.class).called("epsilon", "epsilon", "eps"),
            Entry.of("subset", SubsetSelection.class).called("epsilon", "epsilon", "eps"),
            Entry.of("local_hash", LocalHash.class).called("epsilon", "epsilon", "eps"),
            Entry.of("hadamard", HadamardResponse.class).called("epsilon", "epsilon", "eps"),
            Entry.of("unary", UnaryEncoding.class).called("epsilon", "epsilon", "eps"),
            Entry.of("rappor", Rappor.class),
            Entry.of("poisson", PoissonSampled.class)
                    .alias("poisson_sampled")
                    .called("rate", "sampling_probability", "sample_rate", "sampling_prob", "rate", "q")
                    .event("PoissonSampledDpEvent", "sampling_probability", "event=plan"),
            Entry.of("sampled", SampledByHits.class).called("hits", "hit_probabilities"),
            Entry.of("truncated_poisson", TruncatedPoissonSampled.class)
                    .called("rate", "sampling_probability", "sample_rate", "sampling_prob", "rate", "q")
                    .called("datasetSize", "dataset_size", "n"),
            Entry.of("known_sample", KnownSample.class).called("rate", "sampling_probability", "rate", "q"),
            Entry.of("without_replacement", SampledWithoutReplacement.class)
                    .called("sampleSize", "sample_size", "batch_size", "m")
                    .called("datasetSize", "dataset_size", "n")
                    .event(
                            "SampledWithoutReplacementDpEvent",
                            "source_dataset_size=dataset_size",
                            "sample_size",
                            "event=plan"),
            Entry.of("with_replacement", SampledWithReplacement.class)
                    .called("sampleSize", "sample_size", "batch_size", "m")
                    .called("datasetSize", "dataset_size", "n")
                    .event(
                            "SampledWithReplacementDpEvent",
                            "source_dataset_size=dataset_size",
                            "sample_size",
                            "event=plan"),
            Entry.of("allocated", Allocated.class)
                    .alias("random_allocation")
                    .called("numSelected", "num_selected", "k")
                    .called("numSteps", "num_steps", "t"),
            Entry.of("shuffled_batches", ShuffledBatches.class).called("numSteps", "num_steps", "t"),
            Entry.of("shuffled", Shuffled.class).called("reports", "reports", "n"),
            Entry.of("unlinked", Unlinked.class)
                    .called("clients", "clients", "n")
                    .called("messages", "messages", "m"),
            Entry.of("blanket_histogram", BlanketHistogram.class)
                    .called("clients", "clients", "n")
                    .called("rate", "rate", "p"),
            Entry.of("flooded_count", FloodedCount.class).called("clients", "clients", "n"),
            Entry.of("split_sum", SplitSum.class)
                    .called("clients", "clients", "n")
                    .called("messages", "messages", "m")
                    .otherwise("steps", "1"),
            Entry.of("last_iterate", LastIterate.class)
                    .called("steps", "steps", "num_steps", "t")
                    .called("stepSize", "step_size", "learning_rate")
                    .called("datasetSize", "dataset_size", "n")
                    .otherwise("strongConvexity", "0")
                    .otherwise("diameter", "inf")
                    .otherwise("batchSize", "dataset_size")
                    .otherwise("order", "full")
                    .otherwise("position", "worst"),
            Entry.of("repeat_and_select", RepeatAndSelect.class)
                    .alias("private_tuning")
                    .event("RepeatAndSelectDpEvent", "event=plan", "mean", "shape"),
            Entry.of("group", Group.class),
            Entry.of("parallel", Parallel.class),
            Entry.of("mixture", Mixture.class),
            Entry.of(REPEATED, Repeated.class).event("SelfComposedDpEvent", "event=plan", "count"),
            Entry.of(COMPOSED, Composed.class).event("ComposedDpEvent", "events=parts"));

    /** Names that people try, with what to write instead. */
    private static final Map<String, String> HINTS = Map.ofEntries(
            fused("subsampled_gaussian", "gaussian"),
            fused("sampled_gaussian", "gaussian"),
            fused("poisson_subsampled_gaussian", "gaussian"),
            fused("poisson_gaussian", "gaussian"),
            fused("dpsgd", "gaussian"),
            fused("dp_sgd", "gaussian"),
            fused("subsampled_laplace", "laplace"),
            fused("poisson_laplace", "laplace"),
            Map.entry("pure_dp", "write dp(epsilon)"),
            Map.entry("approximate_dp", "write dp(epsilon, delta)"),
            Map.entry("approx_dp", "write dp(epsilon, delta)"),
            Map.entry("ldp", "write local(epsilon)"),
            Map.entry("balls_in_bins", "write allocated(1, num_steps, plan)"),
            Map.entry(
                    "subsampled",
                    "write poisson(sampling_probability, plan) or without_replacement(sample_size, dataset_size, plan)"));

    /** What people ask for that no theorem covers. */
    private static final Refusal POISSON_BATCHES = Refusal.of(
            "order=poisson is not covered: a batch that happens to be large makes a step longer than 2/smoothness, which need not contract",
            "draw batches of a fixed size, order=sampled, or account every step: steps * poisson(sampling_probability, gaussian(noise_multiplier))");

    private static final Refusal CLIPPING = Refusal.of(
            "last_iterate does not cover clipped gradients: a clipped gradient is in general not the gradient of a convex loss, so steps need not contract",
            "take a loss that is Lipschitz by itself and give its constant as lipschitz, or account every step: steps * poisson(sampling_probability, gaussian(noise_multiplier))");

    private static final Set<String> CLIPS = Set.of(
            "clip", "clipping", "clip_norm", "clipping_norm", "l2_norm_clip", "max_grad_norm", "clipping_threshold");

    private static final Map<Class<?>, Entry> BY_TYPE =
            ENTRIES.stream().collect(Collectors.toUnmodifiableMap(Entry::type, Function.identity()));
    private static final Map<String, Entry> BY_NAME = byName();

    private Vocabulary() {}

    static Entry of(Mechanism mechanism) {
        return Optional.ofNullable(BY_TYPE.get(mechanism.getClass()))
                .orElseThrow(() -> new IllegalStateException(mechanism.getClass() + " has no line in the vocabulary"));
    }

    static Optional<Entry> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    static Set<String> names() {
        return BY_NAME.keySet();
    }

    static Optional<String> hint(String name) {
        return Optional.ofNullable(HINTS.get(name));
    }

    /** Why a parameter, or a word given to one, is refused although people have good reason to ask for it. */
    static Optional<Refusal> uncovered(Entry entry, String parameter, String word) {
        if (entry.type() != LastIterate.class) return Optional.empty();
        if (parameter.equals("order") && word.startsWith("poisson")) return Optional.of(POISSON_BATCHES);
        return CLIPS.contains(parameter) ? Optional.of(CLIPPING) : Optional.empty();
    }

    private static Map<String, Entry> byName() {
        Map<String, Entry> names = new LinkedHashMap<>();
        for (Entry entry : ENTRIES) {
            names.put(entry.name(), entry);
            for (String alias : entry.aliases()) names.put(alias, entry);
        }
        return names;
    }

    private static Map.Entry<String, String> fused(String name, String noise) {
        return Map.entry(
                name,
                "sampling and noise are written apart: poisson(sampling_probability, " + noise + "(noise_multiplier))");
    }
}
