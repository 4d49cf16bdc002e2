package io.sordino.theorem.selection;

import io.sordino.loss.Pair;
import io.sordino.loss.RenyiCurve;
import io.sordino.loss.renyi.PairCurve;
import io.sordino.loss.selection.RunLaw;
import io.sordino.loss.selection.SelectedCurve;
import io.sordino.mechanism.RepeatAndSelect;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * The Renyi curve of the best of a random number of runs: that of one run at order a, and 1/(a-1) log of the largest
 * f'(1 - u(w))^a f'(1 - w)^(1 - a), which is at most log mean / (a-1) + (1 + shape) ((1 - 1/b) r(b) + log(1/gamma) / b) for every order b, and for
 * a Poisson number log mean / (a-1) + mean delta(log(a / (a-1))). Where nothing may be released its probability is added to the moment.
 *
 * <p>Papernot and Steinke 2022 (arXiv:2110.03620v2), Lemma 7, Theorems 2 and 6. Theory: docs/theory/SelectionInRenyi.md
 */
public final class SelectionInRenyi implements Theorem<RepeatAndSelect> {
    @Override
    public Class<RepeatAndSelect> about() {
        return RepeatAndSelect.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                SelectionInRenyi.class, "Papernot and Steinke 2022, Lemma 7, Theorems 2 and 6 (arXiv:2110.03620v2)");
    }

    @Override
    public Verdict apply(RepeatAndSelect m, Inquiry inquiry) {
        Knowledge base = inquiry.about(m.base());
        if (base.known().isEmpty()) return Theorem.silent(base.why());
        if (m.mean() == 1 && !m.isPoisson()) return Theorem.silent("there is one run: the base says it all");
        Knowledge back = Sides.back(m, inquiry);
        Optional<Known> known = base.known().stream()
                .filter(one -> one.reach().boundsAbove() && curve(one).isPresent())
                .findFirst();
        Optional<RenyiCurve> curve = known.flatMap(SelectionInRenyi::curve);
        Optional<RenyiCurve> backCurve = curve(back);
        if (curve.isEmpty() || backCurve.isEmpty())
            return Theorem.silent("stated for a run whose Renyi divergences are known");
        RunLaw law = RunLaw.of(m.mean(), m.shape());
        Optional<Pair> here = pair(base);
        Optional<Pair> other = pair(back);
        // the profile of a composition takes long, and adds little to the curve
        SelectedCurve selected = here.isPresent() && other.isPresent()
                ? SelectedCurve.of(law, curve.get(), backCurve.get(), here.get(), other.get())
                : SelectedCurve.of(law, curve.get(), backCurve.get());
        return Theorem.above(selected, known.get());
    }

    private static Optional<Pair> pair(Knowledge knowledge) {
        return knowledge.known().stream()
                .filter(known -> known.reach().boundsAbove() && known.loss() instanceof Pair)
                .map(known -> (Pair) known.loss())
                .findFirst();
    }

    private static Optional<RenyiCurve> curve(Knowledge knowledge) {
        return knowledge.known().stream()
                .filter(known -> known.reach().boundsAbove())
                .flatMap(known -> curve(known).stream())
                .findFirst();
    }

    private static Optional<RenyiCurve> curve(Known known) {
        if (known.loss() instanceof RenyiCurve curve) return Optional.of(curve);
        return known.loss() instanceof Pair pair ? PairCurve.of(pair) : Optional.empty();
    }
}
