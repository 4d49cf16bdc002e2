package io.sordino.theorem.catalogue;

import io.sordino.theorem.Theorem;
import io.sordino.theorem.allocation.AllocationAttained;
import io.sordino.theorem.allocation.AllocationByCounts;
import io.sordino.theorem.allocation.AllocationByLargeRatios;
import io.sordino.theorem.allocation.AllocationInRenyi;
import io.sordino.theorem.allocation.AllocationInRounds;
import io.sordino.theorem.allocation.AllocationReplaced;
import io.sordino.theorem.allocation.BennettReduction;
import io.sordino.theorem.allocation.EpochAttained;
import io.sordino.theorem.allocation.EpochByClones;
import io.sordino.theorem.allocation.EpochBySwaps;
import io.sordino.theorem.allocation.EpochOfAnyBase;
import io.sordino.theorem.allocation.GeometricMean;
import io.sordino.theorem.allocation.PoissonDecomposition;
import io.sordino.theorem.allocation.PoissonReduction;
import io.sordino.theorem.allocation.RandomAllocation;
import io.sordino.theorem.allocation.RecursiveReduction;
import io.sordino.theorem.allocation.ShuffledEpoch;
import io.sordino.theorem.composition.AdvancedComposition;
import io.sordino.theorem.composition.BasicComposition;
import io.sordino.theorem.composition.ChosenAtRandom;
import io.sordino.theorem.composition.ImprovedAdvancedComposition;
import io.sordino.theorem.composition.KairouzOhViswanath;
import io.sordino.theorem.composition.ParallelComposition;
import io.sordino.theorem.composition.ProductOfPairs;
import io.sordino.theorem.composition.RenyiAdds;
import io.sordino.theorem.group.GroupBlackBox;
import io.sordino.theorem.group.GroupStepByStep;
import io.sordino.theorem.group.GroupWhiteBox;
import io.sordino.theorem.iteration.CompositionOfSteps;
import io.sordino.theorem.iteration.LangevinDynamics;
import io.sordino.theorem.iteration.LastIterateOfFixedOrder;
import io.sordino.theorem.iteration.LastIterateOfSampledBatches;
import io.sordino.theorem.iteration.LastIterateOfSampledBatchesPublished;
import io.sordino.theorem.iteration.LinearLosses;
import io.sordino.theorem.iteration.OnePassInRenyi;
import io.sordino.theorem.iteration.QuadraticLosses;
import io.sordino.theorem.iteration.RenyiOfSampledBatches;
import io.sordino.theorem.primitive.ApproximateDpPair;
import io.sordino.theorem.primitive.ClassicalGaussian;
import io.sordino.theorem.primitive.ConcentratedByGaussian;
import io.sordino.theorem.primitive.DiscreteGaussianNoise;
import io.sordino.theorem.primitive.DiscreteLaplaceNoise;
import io.sordino.theorem.primitive.ExponentialAttained;
import io.sordino.theorem.primitive.ExponentialEnvelope;
import io.sordino.theorem.primitive.ExponentialOfTwo;
import io.sordino.theorem.primitive.GaussianDpPair;
import io.sordino.theorem.primitive.GaussianNoise;
import io.sordino.theorem.primitive.LaplaceNoise;
import io.sordino.theorem.primitive.LocalDpPair;
import io.sordino.theorem.primitive.LocalReport;
import io.sordino.theorem.primitive.MixtureOfGaussians;
import io.sordino.theorem.primitive.PermuteAndFlipByLaplace;
import io.sordino.theorem.primitive.PointsOfAProfile;
import io.sordino.theorem.primitive.RandomizedResponsePair;
import io.sordino.theorem.primitive.RenyiAsPair;
import io.sordino.theorem.primitive.RenyiAtListedOrders;
import io.sordino.theorem.primitive.RenyiAtOneOrder;
import io.sordino.theorem.primitive.ResponseOrCoin;
import io.sordino.theorem.primitive.SinhNormalNoise;
import io.sordino.theorem.primitive.SubGaussianLoss;
import io.sordino.theorem.primitive.TreeOfGaussians;
import io.sordino.theorem.primitive.TruncatedConcentratedCurve;
import io.sordino.theorem.primitive.TruncatedGaussianNoise;
import io.sordino.theorem.primitive.TruncatedLaplaceNoise;
import io.sordino.theorem.primitive.TwoFiniteLaws;
import io.sordino.theorem.primitive.ZeroConcentratedCurve;
import io.sordino.theorem.sampling.AllDraws;
import io.sordino.theorem.sampling.AllQueries;
import io.sordino.theorem.sampling.GroupInDraws;
import io.sordino.theorem.sampling.GroupInSample;
import io.sordino.theorem.sampling.HiddenHits;
import io.sordino.theorem.sampling.KnownSampling;
import io.sordino.theorem.sampling.NaturalSampling;
import io.sordino.theorem.sampling.PoissonByJointConvexity;
import io.sordino.theorem.sampling.PoissonGaussianRenyi;
import io.sordino.theorem.sampling.PoissonGaussianReplaced;
import io.sordino.theorem.sampling.PoissonNoiseReplaced;
import io.sordino.theorem.sampling.PoissonRenyi;
import io.sordino.theorem.sampling.PoissonSampling;
import io.sordino.theorem.sampling.SubsetConcentrated;
import io.sordino.theorem.sampling.SubsetRenyi;
import io.sordino.theorem.sampling.SwitchingQueries;
import io.sordino.theorem.sampling.TruncatedSample;
import io.sordino.theorem.sampling.WithReplacement;
import io.sordino.theorem.sampling.WithoutReplacement;
import io.sordino.theorem.selection.SelectionByProfile;
import io.sordino.theorem.selection.SelectionInRenyi;
import io.sordino.theorem.shuffling.AmplificationByShuffling;
import io.sordino.theorem.shuffling.BinarySum;
import io.sordino.theorem.shuffling.BlanketBennett;
import io.sordino.theorem.shuffling.BlanketHoeffding;
import io.sordino.theorem.shuffling.BlanketMessages;
import io.sordino.theorem.shuffling.Clones2021;
import io.sordino.theorem.shuffling.Clones2021AsReleased;
import io.sordino.theorem.shuffling.Clones2021ClosedForm;
import io.sordino.theorem.shuffling.FloodedMessages;
import io.sordino.theorem.shuffling.GeneralClones;
import io.sordino.theorem.shuffling.GeneralClonesClosedForm;
import io.sordino.theorem.shuffling.ShuffledBinaryResponse;
import io.sordino.theorem.shuffling.ShuffledBlanket;
import io.sordino.theorem.shuffling.ShuffledDatasets;
import io.sordino.theorem.shuffling.SplitAndMix;
import io.sordino.theorem.shuffling.UnlinkedReports;
import io.sordino.theorem.shuffling.VariationRatio;
import java.util.List;

/** Every theorem, the tightest first within a shape. A new theorem is one line here. */
public final class Theorems {
    private Theorems() {}

    /** In the order in which they are asked. */
    public static final List<Theorem<?>> ALL = List.of(
            new GaussianNoise(),
            new ClassicalGaussian(),
            new LaplaceNoise(),
            new DiscreteGaussianNoise(),
            new DiscreteLaplaceNoise(),
            new TruncatedLaplaceNoise(),
            new TruncatedGaussianNoise(),
            new SinhNormalNoise(),
            new RandomizedResponsePair(),
            new ResponseOrCoin(),
            new ExponentialEnvelope(),
            new ExponentialAttained(),
            new ExponentialOfTwo(),
            new PermuteAndFlipByLaplace(),
            new TreeOfGaussians(),
            new MixtureOfGaussians(),
            new ApproximateDpPair(),
            new GaussianDpPair(),
            new LocalDpPair(),
            LocalReport.unary(),
            LocalReport.rappor(),
            LocalReport.hash(),
            LocalReport.hadamard(),
            LocalReport.subset(),
            LocalReport.laplace(),
            new ZeroConcentratedCurve(),
            new TruncatedConcentratedCurve(),
            new SubGaussianLoss(),
            new RenyiAtOneOrder(),
            ConcentratedByGaussian.zero(),
            ConcentratedByGaussian.truncated(),
            ConcentratedByGaussian.oneOrder(),
            new RenyiAtListedOrders(),
            new PointsOfAProfile(),
            new TwoFiniteLaws(),
            RenyiAsPair.zero(),
            RenyiAsPair.truncated(),
            RenyiAsPair.oneOrder(),
            RenyiAsPair.listed(),
            new KairouzOhViswanath(),
            new ProductOfPairs(),
            new SwitchingQueries(),
            new AllQueries(),
            new AllDraws(),
            new RenyiAdds(),
            new ImprovedAdvancedComposition(),
            new AdvancedComposition(),
            new BasicComposition(),
            new ParallelComposition(),
            new ChosenAtRandom(),
            new GroupWhiteBox(),
            new GroupInSample(),
            new GroupInDraws(),
            new GroupBlackBox(),
            new GroupStepByStep(),
            new PoissonSampling(),
            new PoissonGaussianReplaced(),
            new PoissonNoiseReplaced(),
            new PoissonByJointConvexity(),
            new PoissonRenyi(),
            new PoissonGaussianRenyi(),
            new NaturalSampling(),
            new TruncatedSample(),
            new KnownSampling(),
            new WithoutReplacement(),
            new SubsetRenyi(),
            new SubsetConcentrated(),
            new HiddenHits(),
            new WithReplacement(),
            new SelectionByProfile(),
            new SelectionInRenyi(),
            new RandomAllocation(),
            new AllocationReplaced(),
            new AllocationByCounts(),
            new AllocationByLargeRatios(),
            new AllocationInRounds(),
            new AllocationAttained(),
            new AllocationInRenyi(),
            new GeometricMean(),
            new PoissonDecomposition(),
            BennettReduction.ofOneEpoch(),
            BennettReduction.ofEpochs(),
            RecursiveReduction.ofOneEpoch(),
            RecursiveReduction.ofEpochs(),
            PoissonReduction.ofOneEpoch(),
            PoissonReduction.ofEpochs(),
            new EpochBySwaps(),
            new EpochByClones(),
            new EpochOfAnyBase(),
            new EpochAttained(),
            new ShuffledEpoch(),
            new LastIterateOfFixedOrder(),
            new LastIterateOfSampledBatches(),
            new QuadraticLosses(),
            new LinearLosses(),
            new CompositionOfSteps(),
            new LastIterateOfSampledBatchesPublished(),
            new RenyiOfSampledBatches(),
            new ShuffledBinaryResponse(),
            new ShuffledBlanket(),
            new ShuffledDatasets(),
            new VariationRatio(),
            new GeneralClones(),
            new Clones2021(),
            new GeneralClonesClosedForm(),
            new Clones2021ClosedForm(),
            new Clones2021AsReleased(),
            new BlanketBennett(),
            new BlanketHoeffding(),
            new AmplificationByShuffling(),
            new BinarySum(),
            new BlanketMessages(),
            new FloodedMessages(),
            new SplitAndMix(),
            new UnlinkedReports(),
            new OnePassInRenyi(),
            new LangevinDynamics());
}
