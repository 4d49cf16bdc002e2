package io.sordino.ledger.rule;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.loss.Pair;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.plan.Plans;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How far a request may be above coupons, over all orders, in each direction: 0 where it is surely dominated.
 *
 * <p>The coupons are a convex polygon from below, the request is an upper curve that is read at the polygon's knots: between two
 * knots the polygon is a line and the true profile of the request convex, so their difference is largest at an end. Statement and
 * proof in docs/theory/Exchange.md.
 */
public final class Domination {
    private final Accountant accountant;
    private final Relation relation;

    /** Under one relation; both directions are decided apart. */
    public Domination(Accountant accountant, Relation relation) {
        this.accountant = accountant;
        this.relation = relation;
    }

    /** The slack that is needed, by direction. */
    public Map<Direction, Double> slack(Mechanism request, Mechanism coupons) {
        return new Asked(request).slack(coupons);
    }

    /** A request whose curves are worked out once, for whoever tries several coupons; not for several threads. */
    Asked asked(Mechanism request) {
        return new Asked(request);
    }

    /** A request. */
    final class Asked {
        private final Mechanism request;
        private final Map<Direction, UpperCurve> curves = new EnumMap<>(Direction.class);

        private Asked(Mechanism request) {
            this.request = request;
        }

        Mechanism request() {
            return request;
        }

        /** The slack that is needed with these coupons, by direction. */
        Map<Direction, Double> slack(Mechanism coupons) {
            Map<Direction, Slack> found = new EnumMap<>(Direction.class);
            Map<List<Object>, Slack> compared = new HashMap<>();
            for (Direction direction : relation.directions()) {
                Pair attained = attained(coupons, direction);
                UpperCurve curve = curves.computeIfAbsent(direction, same -> curve(request, same));
                // many are the same in both directions
                found.put(
                        direction,
                        compared.computeIfAbsent(List.of(attained, curve), both -> compare(attained, curve)));
            }
            return joined(found);
        }
    }

    private static Map<Direction, Double> joined(Map<Direction, Slack> found) {
        Map<Direction, Double> slack = new EnumMap<>(Direction.class);
        found.forEach((direction, own) -> {
            Slack other = found.getOrDefault(mirror(direction), own);
            // orders above 1 as this direction says, those below as the other one's above: tails are precise, and 1 - x
            // is not one
            double halves = Math.max(own.top, other.mirroredTop);
            slack.put(direction, Math.min(halves, Math.min(own.own, other.mirrored)));
        });
        return slack;
    }

    private static Direction mirror(Direction direction) {
        return switch (direction) {
            case REMOVE -> Direction.ADD;
            case ADD -> Direction.REMOVE;
            case REPLACE -> Direction.REPLACE;
        };
    }

    /**
     * What one direction says of itself, and of the other: H_x(P, Q) = 1 - x + x H_{1/x}(Q, P), so a difference at y here is one of
     * 1/y times it at 1/y there, and x f(1/x) is convex where f is.
     *
     * @param own over all orders
     * @param mirrored of the other direction, over all orders
     * @param top over orders of at least 1
     * @param mirroredTop of the other direction, over orders of at most 1
     */
    record Slack(double own, double mirrored, double top, double mirroredTop) {}

    private Pair attained(Mechanism coupons, Direction direction) {
        return accountant
                .knowledge(coupons, relation, direction, Precision.DEFAULT)
                .attainedTail(UpperCurve.DEPTH)
                .map(known -> (Pair) known.loss())
                .orElseThrow(() -> unknown("what real neighbours attain of " + Plans.print(coupons)));
    }

    private UpperCurve curve(Mechanism request, Direction direction) {
        return UpperCurve.of(accountant.knowledge(request, relation, direction, Precision.DEFAULT))
                .orElseThrow(() -> unknown("an upper end of " + Plans.print(request)));
    }

    private static UnsupportedException unknown(String what) {
        return new UnsupportedException(
                "no theorem gives " + what, "take coupons of the same kind as the request, or create a budget for it");
    }

    /**
     * The largest difference. On every interval it is at most that to the polygon and at most that to 1 - x, each of which is
     * largest at an end.
     */
    private static Slack compare(Pair attained, UpperCurve asked) {
        LowerPolygon polygon = LowerPolygon.of(attained, asked.affordable());
        Worst own = new Worst();
        Worst mirrored = new Worst();
        Worst top = new Worst();
        Worst mirroredTop = new Worst();
        double[] upper = asked.at(polygon);
        for (int i = 0; i < polygon.size(); i++) {
            double x = polygon.knot(i);
            double most = upper[i];
            double toPolygon = Up.sub(most, polygon.value(i));
            double toLine = Up.sub(most, Down.sub(1, x));
            own.next(toPolygon, toLine);
            mirrored.next(Up.div(toPolygon, x), Up.div(toLine, x));
            if (x == 1) {
                // an interval begins here
                top.begin(toPolygon, toLine);
                mirroredTop.begin(toPolygon, toLine);
            }
            if (x > 1) {
                top.next(toPolygon, toLine);
                mirroredTop.next(Up.div(toPolygon, x), Up.div(toLine, x));
            }
            if (i < polygon.size() - 1) continue;
            double beyond = Up.sub(most, polygon.infinity());
            own.last(beyond);
            top.last(beyond);
            mirrored.last(Up.div(beyond, x));
            mirroredTop.last(Up.div(beyond, x));
        }
        return new Slack(own.worst(), mirrored.worst(), top.worst(), mirroredTop.worst());
    }

    /** The largest of the intervals' bounds. */
    private static final class Worst {
        private double worst;
        private double toPolygon = Double.POSITIVE_INFINITY;
        // before the first knot the line is at most as far as there: at 0 both are 1, and seen from the other side it
        // falls
        private double toLine;

        void begin(double polygon, double line) {
            toPolygon = polygon;
            toLine = line;
        }

        void next(double polygon, double line) {
            double interval = Math.min(Math.max(toPolygon, polygon), Math.max(toLine, line));
            worst = Math.max(worst, interval);
            toPolygon = polygon;
            toLine = line;
        }

        void last(double beyond) {
            worst = Math.max(worst, beyond);
        }

        double worst() {
            if (!(worst >= 0)) throw new IllegalStateException("a slack that is no number");
            return worst;
        }
    }
}
