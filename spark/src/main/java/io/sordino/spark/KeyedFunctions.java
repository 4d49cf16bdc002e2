package io.sordino.spark;

import io.sordino.table.engine.GroupText;
import io.sordino.table.engine.Membership;
import io.sordino.table.engine.UnitPrf;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;

/**
 * Functions that hold a key. It travels to the executors inside the object, and stands in no plan, log, event log or page: these show a function by its class
 * alone. They have no name in the session, so nobody else can call them. None throws, since what a function throws is logged.
 */
final class KeyedFunctions {
    private KeyedFunctions() {}

    /** A keyed function that can be sent to an executor. */
    private abstract static class Keyed implements Serializable {
        private static final long serialVersionUID = 1L;

        private final byte[] key;
        private transient volatile UnitPrf prf;

        @SuppressWarnings("NullAway.Init") // made from the key when it is first needed, on each executor
        Keyed(UnitPrf prf) {
            key = prf.key();
        }

        final byte[] encrypted(byte[] block) {
            UnitPrf here = prf;
            if (here == null) {
                here = UnitPrf.kept(key);
                prf = here;
            }
            return here.encrypted(block, block.length);
        }

        final long number(byte[] block) {
            return ByteBuffer.wrap(encrypted(block)).getLong();
        }

        @Override
        public final String toString() {
            return getClass().getSimpleName();
        }
    }

    private static byte[] blockOf(long unit) {
        byte[] block = new byte[UnitPrf.BLOCK];
        UnitPrf.encode(unit, block, 0);
        return block;
    }

    private static byte[] blockOf(byte[] unit) {
        byte[] block = new byte[UnitPrf.BLOCK];
        UnitPrf.encodeText(unit, block, 0);
        return block;
    }

    /** Whether a unit is in the sample, at the rate of its stratum. */
    static UserDefinedFunction member(UnitPrf prf, boolean numbers, List<Double> rates) {
        return (numbers
                        ? functions.udf(new MemberNumber(prf, rates), DataTypes.BooleanType)
                        : functions.udf(new MemberText(prf, rates), DataTypes.BooleanType))
                .asNonNullable();
    }

    /** Rates are sent as numbers, and what they are compared as is made where they are needed. */
    private abstract static class Member extends Keyed {
        private static final long serialVersionUID = 1L;

        private final double[] rates;
        private transient volatile Membership[] memberships;

        @SuppressWarnings("NullAway.Init")
        Member(UnitPrf prf, List<Double> rates) {
            super(prf);
            this.rates = rates.stream().mapToDouble(Double::doubleValue).toArray();
        }

        final boolean holds(byte[] block, Long stratum) {
            Membership[] here = memberships;
            if (here == null) {
                here = new Membership[rates.length];
                for (int i = 0; i < here.length; i++) here[i] = Membership.at(rates[i]);
                memberships = here;
            }
            return here[stratum.intValue()].holds(encrypted(block), 0);
        }
    }

    private static final class MemberNumber extends Member implements UDF2<Long, Long, Boolean> {
        private static final long serialVersionUID = 1L;

        MemberNumber(UnitPrf prf, List<Double> rates) {
            super(prf, rates);
        }

        @Override
        public Boolean call(Long unit, Long stratum) {
            return unit != null && stratum != null && holds(blockOf(unit), stratum);
        }
    }

    private static final class MemberText extends Member implements UDF2<byte[], Long, Boolean> {
        private static final long serialVersionUID = 1L;

        MemberText(UnitPrf prf, List<Double> rates) {
            super(prf, rates);
        }

        @Override
        public Boolean call(byte[] unit, Long stratum) {
            return unit != null && stratum != null && holds(blockOf(unit), stratum);
        }
    }

    /** In which order the groups of a unit are kept: of its text and that of the group. */
    static UserDefinedFunction order(UnitPrf prf) {
        return functions.udf(new Order(prf), DataTypes.LongType).asNonNullable();
    }

    private static final class Order extends Keyed implements UDF2<byte[], byte[], Long> {
        private static final long serialVersionUID = 1L;

        Order(UnitPrf prf) {
            super(prf);
        }

        @Override
        public Long call(byte[] unit, byte[] group) {
            byte[] block = new byte[UnitPrf.BLOCK];
            if (unit != null && group != null) UnitPrf.encodeTexts(unit, group, block, 0);
            return number(block);
        }
    }

    /** The same where both are whole numbers. */
    static UserDefinedFunction orderOfNumbers(UnitPrf prf) {
        return functions.udf(new OrderOfNumbers(prf), DataTypes.LongType).asNonNullable();
    }

    private static final class OrderOfNumbers extends Keyed implements UDF2<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        OrderOfNumbers(UnitPrf prf) {
            super(prf);
        }

        @Override
        public Long call(Long unit, Long group) {
            byte[] block = new byte[UnitPrf.BLOCK];
            UnitPrf.encodePair(unit == null ? 0 : unit, group == null ? Long.MIN_VALUE : group, block, 0);
            return number(block);
        }
    }

    /** A number of at least 0, of which the remainder is the block of a unit. */
    static UserDefinedFunction block(UnitPrf prf, boolean numbers) {
        return (numbers
                        ? functions.udf(new BlockOfNumber(prf), DataTypes.LongType)
                        : functions.udf(new BlockOfText(prf), DataTypes.LongType))
                .asNonNullable();
    }

    private static final class BlockOfNumber extends Keyed implements UDF1<Long, Long> {
        private static final long serialVersionUID = 1L;

        BlockOfNumber(UnitPrf prf) {
            super(prf);
        }

        @Override
        public Long call(Long unit) {
            return unit == null ? 0 : number(blockOf(unit)) >>> 1;
        }
    }

    private static final class BlockOfText extends Keyed implements UDF1<byte[], Long> {
        private static final long serialVersionUID = 1L;

        BlockOfText(UnitPrf prf) {
            super(prf);
        }

        @Override
        public Long call(byte[] unit) {
            return unit == null ? 0 : number(blockOf(unit)) >>> 1;
        }
    }

    /** The text of a number, by which its group is ordered; no secret. */
    static UserDefinedFunction textOfNumber() {
        return functions.udf(
                (UDF1<Double, String>) number -> number == null ? "" : GroupText.of(number), DataTypes.StringType);
    }

    /**
     * What is asked of a row, asked of each row. Files of columns carry statistics that other programs wrote, and many leave NaN out of them, which is above all numbers here:
     * a scan that was told the question would skip or keep a thousand rows for the sake of one other row.
     */
    static UserDefinedFunction ofEachRow() {
        return functions.udf((UDF1<Boolean, Boolean>) holds -> holds, DataTypes.BooleanType);
    }
}
