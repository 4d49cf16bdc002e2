package io.sordino.loss.sampling;

import io.sordino.numeric.Patience;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * All places that a record, its replacement and another record may have in a ball, covered by a corner and finitely many cells. In a corner the other record is next to
 * the replacement; {@link CornerPair} lies above it. Of a cell with distances u and v, in diameters, from the other record the farthest distances and the
 * smallest product make a Gaussian pair that lies above all of it.
 *
 * <p>Each cell knows from which state on an attacker who follows the corner's pair does at least as well, however the rest of the game looks; see docs/theory/AllQueries.md.
 */
public final class TripleCover {
    /** So many profiles of cells take about half a second. */
    private static final int MOST_SEEN = 300;
    /** Of the way from the straight pair to the corner's, in Hellinger distance: a cell beyond is split unseen. */
    private static final double UNSEEN = 0.5;
    /** Where sums of a step are compared, so much of them is left for rounding: more than an ulp for each of 1 << 17 terms. */
    private static final double SAFE = 1e-10;

    private static final double ROUNDING = 1e-12;
    /** Places that are tried before anything is covered, in each direction. */
    private static final int TRIED = 12;

    /** A cell's pair at the nodes e^v. */
    public static final class Cell {
        private final double[] less;
        private final double[] down;
        private final int beatenFrom;

        Cell(double[] less, double[] down, int beatenFrom) {
            this.less = less;
            this.down = down;
            this.beatenFrom = beatenFrom;
        }

        /** From this state on the corner does as well. */
        public int beatenFrom() {
            return beatenFrom;
        }

        /**
         * What the cell gains, but for what the corner gains from states below: its profile is below the corner's, and its swap is above 0.
         *
         * @param below weights of the states below, at the nodes
         * @param above weights of the states above
         */
        public double gain(double[] below, double[] above) {
            double sum = 0;
            for (int i = 0; i < less.length; i++) sum += above[i] * down[i] - below[i] * less[i];
            return sum;
        }
    }

    private final Places places;
    private final double beta;
    private final Corner corner;
    private final List<Cell> cells = new ArrayList<>();

    /** What the corner's pair is on the lattice. */
    public static final class Corner {
        private final double step;
        private final double[] up;
        private final double[] down;
        private final int[] nodes;

        /**
         * @param step of the lattice
         * @param up its profile at e^(k step), at least that of every place
         * @param down the profile of its swap
         * @param nodes places between which profiles are chords
         */
        public Corner(double step, double[] up, double[] down, int[] nodes) {
            this.step = step;
            this.up = up;
            this.down = down;
            this.nodes = nodes;
        }

        public int nodes() {
            return nodes.length;
        }

        public int node(int i) {
            return nodes[i];
        }

        public double up(int place) {
            return up[place];
        }

        /** The profile of the swap; 0 beyond the last place. */
        public double down(int place) {
            return place < down.length ? down[place] : 0;
        }

        /** Where on the chord from a node to the next one a place lies. */
        double share(int place, int node) {
            double left = Math.exp(nodes[node] * step);
            double right = Math.exp(nodes[node + 1] * step);
            return Math.min(1, Math.max(0, (Math.exp(place * step) - left) / (right - left)));
        }

        double above(int node) {
            return Math.expm1(nodes[node] * step);
        }
    }

    private TripleCover(Places places, double beta, Corner corner) {
        this.places = places;
        this.beta = beta;
        this.corner = corner;
    }

    /**
     * None where other places beat the corner too widely, which happens with little noise.
     *
     * @param beta how near, in diameters, a corner is
     * @param latest a cell that is beaten later is split
     */
    public static Optional<List<Cell>> of(Places places, double beta, Corner corner, int latest) {
        TripleCover cover = new TripleCover(places, beta, corner);
        return cover.split(latest) ? Optional.of(List.copyOf(cover.cells)) : Optional.empty();
    }

    /** Angles whose sines are distances, in diameters. */
    private record Box(double u1, double u2, double v1, double v2) {
        List<Box> halves() {
            if (u2 - u1 >= v2 - v1) {
                double middle = (u1 + u2) / 2;
                return List.of(new Box(u1, middle, v1, v2), new Box(middle, u2, v1, v2));
            }
            double middle = (v1 + v2) / 2;
            return List.of(new Box(u1, u2, v1, middle), new Box(u1, u2, middle, v2));
        }
    }

    private boolean split(int latest) {
        double near = Math.asin(beta) * (1 - ROUNDING);
        double right = Math.nextUp(Math.PI / 2);
        Hellinger distance = new Hellinger(places.rate(), places.mu());
        double straight = distance.of(1, 1e-9, 0);
        double limit = straight + UNSEEN * (distance.of(1, beta, -beta) - straight);
        if (exceeded(distance, limit, near)) return false;
        Deque<Box> open = new ArrayDeque<>();
        open.add(new Box(near, right, near, right));
        int looked = 0;
        while (!open.isEmpty()) {
            Patience.check();
            Box box = open.pop();
            double u = Math.sin(box.u2) * (1 + ROUNDING);
            double v = Math.sin(box.v2) * (1 + ROUNDING);
            if (u + v < 1) continue;
            double c = leastProduct(box.u1, box.u2, box.v1, box.v2) - ROUNDING * u * v;
            boolean seen = distance.of(u, v, c) <= limit;
            if (seen) {
                if (++looked > MOST_SEEN) return false;
                // a cell and its mirror image share their heights
                double[] up = heights(places.heights(u, v, c));
                double[] down = heights(places.heights(v, u, c));
                Cell cell = cell(up, down);
                Cell swapped = cell(down, up);
                seen = cell.beatenFrom <= latest && swapped.beatenFrom <= latest;
                if (seen) {
                    cells.add(cell);
                    cells.add(swapped);
                }
            }
            if (!seen) for (Box half : box.halves()) if (half.u2 >= half.v1) open.push(half);
            if (open.size() > MOST_SEEN) return false;
        }
        return true;
    }

    /** Whether some places are beyond the limit, so that no cell around them will do. */
    private static boolean exceeded(Hellinger distance, double limit, double near) {
        for (int i = 0; i <= TRIED; i++)
            for (int j = 0; j <= i; j++) {
                double u = near + (Math.PI / 2 - near) * i / TRIED;
                double v = near + (Math.PI / 2 - near) * j / TRIED;
                if (Math.sin(u) + Math.sin(v) >= 1
                        && i + j < 2 * TRIED
                        && distance.of(Math.sin(u), Math.sin(v), product(u, v)) > limit) return true;
            }
        return false;
    }

    /** The least product of the two ways, in squared diameters, over distances that are sines of angles in a box. */
    static double leastProduct(double u1, double u2, double v1, double v2) {
        if (Math.sin(u1) + Math.sin(v1) >= 1) return product(u1, v1);
        double low = Math.max(Math.sin(u1), 1 - Math.sin(v2));
        double high = Math.min(Math.sin(u2), 1 - Math.sin(v1));
        double w = Math.min(Math.max(0.5, low), high);
        return -w * (1 - w);
    }

    /** At the sines of two angles: the two ends are opposite while they can be, and the three on a circle beyond. */
    static double product(double u, double v) {
        double cosine = Math.cos(u + v);
        return u + v <= Math.PI / 2 ? -cosine * Math.cos(u - v) / 2 : -cosine * Math.sin(u) * Math.sin(v);
    }

    private double[] heights(Places.Heights cell) {
        double[] heights = new double[corner.nodes.length];
        // from x = 1 on no place does better than the corner
        for (int i = 0; i < heights.length; i++)
            heights[i] = Math.min(corner.up[corner.nodes[i]], cell.at(corner.above(i)));
        return heights;
    }

    /*
     * With D = e^(-v/2) (corner - cell), which is at least 0 for v of at least 0: a cell is beaten from the first s for which the sum of D over [-i, i + 2s] is at least 0
     * for every i.
     */
    private Cell cell(double[] up, double[] down) {
        int last = corner.up.length - 1;
        int[] nodes = corner.nodes;
        double[] less = new double[nodes.length];
        for (int i = 0; i < less.length; i++) less[i] = corner.up[nodes[i]] - up[i];
        double[] kept = new double[nodes.length];
        Arrays.fill(kept, 1);
        double[] right = new double[last + 1];
        double[] left = new double[last + 1];
        double[] size = new double[last + 1];
        for (int k = 0, node = 0; k <= last; k++) {
            while (node + 2 < nodes.length && nodes[node + 1] < k) node++;
            double share = corner.share(k, node);
            double tilt = Math.exp(-k * corner.step / 2);
            double upper = Math.min(corner.up[k], up[node] * (1 - share) + up[node + 1] * share);
            double lower = Math.min(corner.up[k], down[node] * (1 - share) + down[node + 1] * share);
            right[k] = (k > 0 ? right[k - 1] : 0) + tilt * (corner.up[k] - upper);
            left[k] = k > 0 ? left[k - 1] + tilt * (corner.down[k] - lower) : 0;
            size[k] = (k > 0 ? size[k - 1] : 0) + tilt * (corner.up[k] + corner.down[k]);
            // between nodes both profiles bend, and what is less by a chord is not less by so much
            double chord = less[node] * (1 - share) + less[node + 1] * share;
            double most = chord > 0 ? Math.min(1, (corner.up[k] - upper) / chord) : 1;
            if (share < 1) kept[node] = Math.min(kept[node], most);
            if (share > 0) kept[node + 1] = Math.min(kept[node + 1], most);
        }
        for (int i = 0; i < less.length; i++) less[i] *= kept[i] * (1 - ROUNDING);
        // beyond the last place the cell swapped is at most the corner there
        double beyond = corner.up[last] * Math.exp(-last * corner.step / 2) / -Math.expm1(-corner.step / 2);
        int low = 0;
        int high = last;
        while (low < high) {
            int middle = (low + high) / 2;
            if (isBeaten(right, left, size, beyond, middle)) high = middle;
            else low = middle + 1;
        }
        return new Cell(less, down, low);
    }

    private static boolean isBeaten(double[] right, double[] left, double[] size, double beyond, int state) {
        int last = right.length - 1;
        for (int i = 0; i <= last; i++)
            if (right[Math.min(last, i + 2 * state)] + left[i] - (i == last ? beyond : 0) < SAFE * size[i])
                return false;
        return true;
    }

    /** Hellinger distances by a few nodes: a guess which cells are worth a closer look, never a bound. */
    private static final class Hellinger {
        private static final int NODES = 24;
        private static final double FAR = 6;

        private final double rate;
        private final double mu;

        Hellinger(double rate, double mu) {
            this.rate = rate;
            this.mu = mu;
        }

        double of(double u, double v, double c) {
            boolean swap = v > u;
            double a = mu * (swap ? v : u);
            double b = mu * (swap ? u : v);
            double along = mu * mu * c / a;
            double across = Math.sqrt(Math.max(0, b * b - along * along));
            double sum = 0;
            double all = 0;
            for (int i = 0; i < NODES; i++) {
                double y = -FAR + (2 * FAR + mu) * (i + 0.5) / NODES;
                for (int j = 0; j < NODES; j++) {
                    double z = -FAR + (2 * FAR + mu) * (j + 0.5) / NODES;
                    double weight = Math.exp(-(y * y + z * z) / 2);
                    double first = 1 + rate * Math.expm1(a * (y - a / 2));
                    double second = 1 + rate * Math.expm1(along * y + across * z - b * b / 2);
                    double gap = Math.sqrt(first) - Math.sqrt(second);
                    sum += weight * gap * gap;
                    all += weight;
                }
            }
            return sum / all;
        }
    }
}
