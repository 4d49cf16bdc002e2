package io.sordino.ledger.rule;

import io.sordino.loss.Atom;
import io.sordino.loss.HasPair;
import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.numeric.Down;
import io.sordino.numeric.Twofold;
import io.sordino.numeric.Up;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import java.util.List;
import java.util.Optional;

/** No less than the profile of a request, at many orders at once. */
interface UpperCurve {
    /** The logarithm of the smallest mass that is looked at: far below any slack that counts. */
    double DEPTH = -60;

    /** At every knot of the polygon that it is compared with. */
    double[] at(LowerPolygon polygon);

    /** How many orders it is read at without anybody waiting. */
    int affordable();

    /** From the tightest that the theorems know; empty where none bounds it from above. */
    static Optional<UpperCurve> of(Knowledge known) {
        List<Loss> above = known.known().stream()
                .filter(one -> one.reach().boundsAbove())
                .map(Known::loss)
                .limit(2)
                .toList();
        if (above.isEmpty()) return Optional.empty();
        Loss first = above.get(0);
        if (first instanceof Pair pair && !pair.continuous()) return Optional.of(new OfAtoms(pair));
        if (first instanceof HasPair has && !(first instanceof Pair) && !has.lastResort()) {
            Pair made = has.tail(Side.UPPER, DEPTH);
            if (!made.continuous()) return Optional.of(new OfAtoms(made));
        }
        return Optional.of(first instanceof Pair ? new OfLosses(List.of(first)) : new OfLosses(above));
    }

    /** Each order is a question of its own. */
    record OfLosses(List<Loss> losses) implements UpperCurve {
        private static final int AFFORDABLE = 600;

        @Override
        public double[] at(LowerPolygon polygon) {
            return ChordReading.of(this::at, polygon.knots(), polygon.values(), AFFORDABLE);
        }

        private double at(double order) {
            // the profile falls, so at an order that is no larger it is no less
            double epsilon = Down.log(order);
            double least = 1;
            for (Loss loss : losses) least = Math.min(least, loss.delta(epsilon).upper());
            return least;
        }

        @Override
        public int affordable() {
            return AFFORDABLE;
        }
    }

    /** A sum over atoms, sum of p (1 - x / r)+ and the mass at infinity, is had at all orders in one pass. */
    record OfAtoms(Pair pair) implements UpperCurve {
        private static final int AFFORDABLE = 2400;
        /** Atoms with less mass are taken for infinite losses. */
        private static final double LEAST_MASS = 1e-26;
        /** Of the sums below: a few roundings of every term, and far less of the sums themselves, which are twofold. */
        private static final double ERROR = 0x1p-49;

        @Override
        public double[] at(LowerPolygon polygon) {
            double[] knots = polygon.knots();
            List<Atom> atoms = pair.atoms();
            double[] values = new double[knots.length];
            double more = Up.add(1, Up.mul(2, pair.massError()));
            double infinity = pair.infinity().upper();
            Twofold mass = Twofold.of(0);
            Twofold lost = Twofold.of(0);
            int next = atoms.size() - 1;
            for (int i = knots.length - 1; i >= 0; i--) {
                for (; next >= 0; next--) {
                    Atom atom = atoms.get(next);
                    if (atom.mass() < LEAST_MASS) {
                        infinity = Up.add(infinity, Up.mul(atom.mass(), more));
                        continue;
                    }
                    double doubt = Up.add(pair.edgeError(atom.loss()), 0x1p-48 * Math.abs(atom.loss()));
                    double ratio = Up.exp(Up.add(Up.add(atom.loss(), atom.rest()), doubt));
                    // atoms are in order but for their doubts: one that is next to the knot is moved up to it
                    if (!(Up.mul(ratio, 1 + 0x1p-40) > knots[i])) break;
                    ratio = Math.max(ratio, knots[i]);
                    double greatest = Up.mul(atom.mass(), more);
                    mass = mass.plus(greatest);
                    lost = lost.plus(greatest / ratio);
                }
                Twofold difference = mass.minus(knots[i] * lost.high());
                double value = difference.high() + difference.low();
                double most = Up.add(Up.add(value, Up.mul(ERROR, mass.high())), infinity);
                values[i] = most < 1 ? Math.max(0, most) : 1;
            }
            return values;
        }

        @Override
        public int affordable() {
            return AFFORDABLE;
        }
    }
}
