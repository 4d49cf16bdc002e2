package io.sordino.table.duck;

import io.sordino.table.engine.GroupText;
import io.sordino.table.engine.Membership;
import io.sordino.table.engine.Secrets;
import io.sordino.table.engine.UnitPrf;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBReadableVector;
import org.duckdb.DuckDBScalarFunctionBuilder;
import org.duckdb.DuckDBWritableVector;

/**
 * Functions whose state is here: the key stands in no statement, plan, log or file of the engine. They are registered in an instance that one query
 * has for itself, and no exception of theirs says anything of a row.
 */
final class SecretFunctions {
    static final String MEMBER = "sordino_member";
    static final String ORDER = "sordino_order";
    static final String ORDER_OF_NUMBERS = "sordino_order_of_numbers";
    static final String BLOCK_OF = "sordino_block";

    /** Not secret: the same text for a number in every engine. */
    static final String TEXT_OF_NUMBER = "sordino_text_of_number";

    private static final int BLOCK = UnitPrf.BLOCK;

    private SecretFunctions() {}

    /** All that a query needs. */
    static void register(Connection connection, Secrets secrets) throws SQLException {
        boolean numbers = secrets.numbers();
        if (secrets.members().isPresent())
            registerMember(connection, numbers, secrets.members().get(), secrets.rates());
        if (secrets.order().isPresent()) {
            registerOrder(connection, secrets.order().get());
            registerOrderOfNumbers(connection, secrets.order().get());
            registerTextOfNumber(connection);
        }
        if (secrets.blocks().isPresent())
            registerBlock(connection, numbers, secrets.blocks().get());
    }

    private static void registerTextOfNumber(Connection connection) throws SQLException {
        try (DuckDBScalarFunctionBuilder builder = DuckDBFunctions.scalarFunction()) {
            builder.withName(TEXT_OF_NUMBER)
                    .withParameters(DuckDBColumnType.DOUBLE)
                    .withReturnType(DuckDBColumnType.VARCHAR)
                    .withVectorizedFunction((chunk, result) -> {
                        DuckDBReadableVector numbers = chunk.vector(0);
                        for (int i = 0; i < (int) chunk.rowCount(); i++)
                            if (numbers.isNull(i)) result.setNull(i);
                            else result.setString(i, GroupText.of(numbers.getDouble(i)));
                    })
                    .register(connection);
        }
    }

    /** sordino_member(unit, stratum): whether the unit is in the sample, at the rate of its stratum. */
    static void registerMember(Connection connection, boolean numbers, UnitPrf prf, List<Membership> strata)
            throws SQLException {
        try (DuckDBScalarFunctionBuilder builder = DuckDBFunctions.scalarFunction()) {
            builder.withName(MEMBER)
                    .withParameters(type(numbers), DuckDBColumnType.BIGINT)
                    .withReturnType(DuckDBColumnType.BOOLEAN)
                    .withVectorizedFunction((chunk, result) -> member(chunk, result, numbers, prf, strata))
                    .register(connection);
        }
    }

    private static DuckDBColumnType type(boolean numbers) {
        return numbers ? DuckDBColumnType.BIGINT : DuckDBColumnType.VARCHAR;
    }

    private static void member(
            DuckDBDataChunkReader chunk,
            DuckDBWritableVector result,
            boolean numbers,
            UnitPrf prf,
            List<Membership> strata) {
        DuckDBReadableVector units = chunk.vector(0);
        DuckDBReadableVector stratum = chunk.vector(1);
        int rows = (int) chunk.rowCount();
        byte[] bits = encrypted(units, rows, numbers, prf);
        for (int i = 0; i < rows; i++)
            result.setBoolean(
                    i,
                    !units.isNull(i)
                            && !stratum.isNull(i)
                            && strata.get((int) stratum.getLong(i)).holds(bits, i * BLOCK));
    }

    private static byte[] encrypted(DuckDBReadableVector units, int rows, boolean numbers, UnitPrf prf) {
        byte[] blocks = new byte[rows * BLOCK];
        for (int i = 0; i < rows; i++) {
            if (units.isNull(i)) continue;
            if (numbers) UnitPrf.encode(units.getLong(i), blocks, i * BLOCK);
            else UnitPrf.encode(units.getString(i), blocks, i * BLOCK);
        }
        return prf.encrypted(blocks, blocks.length);
    }

    /** sordino_block(unit): a number of at least 0, of which the remainder is the block of the unit. */
    private static void registerBlock(Connection connection, boolean numbers, UnitPrf prf) throws SQLException {
        try (DuckDBScalarFunctionBuilder builder = DuckDBFunctions.scalarFunction()) {
            builder.withName(BLOCK_OF)
                    .withParameters(type(numbers))
                    .withReturnType(DuckDBColumnType.BIGINT)
                    .withVectorizedFunction((chunk, result) -> {
                        int rows = (int) chunk.rowCount();
                        ByteBuffer bits = ByteBuffer.wrap(encrypted(chunk.vector(0), rows, numbers, prf));
                        for (int i = 0; i < rows; i++) result.setLong(i, bits.getLong(i * BLOCK) >>> 1);
                    })
                    .register(connection);
        }
    }

    /** sordino_order(unit, group): in which order the groups of a unit are kept. */
    private static void registerOrder(Connection connection, UnitPrf prf) throws SQLException {
        try (DuckDBScalarFunctionBuilder builder = DuckDBFunctions.scalarFunction()) {
            builder.withName(ORDER)
                    .withParameters(DuckDBColumnType.VARCHAR, DuckDBColumnType.VARCHAR)
                    .withReturnType(DuckDBColumnType.BIGINT)
                    .withVectorizedFunction((chunk, result) -> order(chunk, result, prf))
                    .register(connection);
        }
    }

    /** sordino_order_of_numbers(unit, group): the same where both are whole numbers, in one block and without a hash. */
    private static void registerOrderOfNumbers(Connection connection, UnitPrf prf) throws SQLException {
        try (DuckDBScalarFunctionBuilder builder = DuckDBFunctions.scalarFunction()) {
            builder.withName(ORDER_OF_NUMBERS)
                    .withParameters(DuckDBColumnType.BIGINT, DuckDBColumnType.BIGINT)
                    .withReturnType(DuckDBColumnType.BIGINT)
                    .withVectorizedFunction((chunk, result) -> orderOfNumbers(chunk, result, prf))
                    .register(connection);
        }
    }

    /** A group without a name has the block of the least number, and comes after it. */
    private static void orderOfNumbers(DuckDBDataChunkReader chunk, DuckDBWritableVector result, UnitPrf prf) {
        DuckDBReadableVector units = chunk.vector(0);
        DuckDBReadableVector groups = chunk.vector(1);
        int rows = (int) chunk.rowCount();
        byte[] blocks = new byte[rows * BLOCK];
        for (int i = 0; i < rows; i++)
            UnitPrf.encodePair(
                    units.isNull(i) ? 0 : units.getLong(i),
                    groups.isNull(i) ? Long.MIN_VALUE : groups.getLong(i),
                    blocks,
                    i * BLOCK);
        ByteBuffer bits = ByteBuffer.wrap(prf.encrypted(blocks, blocks.length));
        for (int i = 0; i < rows; i++) result.setLong(i, bits.getLong(i * BLOCK));
    }

    private static void order(DuckDBDataChunkReader chunk, DuckDBWritableVector result, UnitPrf prf) {
        DuckDBReadableVector units = chunk.vector(0);
        DuckDBReadableVector groups = chunk.vector(1);
        int rows = (int) chunk.rowCount();
        byte[] blocks = new byte[rows * BLOCK];
        for (int i = 0; i < rows; i++)
            if (!units.isNull(i) && !groups.isNull(i))
                UnitPrf.encode(units.getString(i), groups.getString(i), blocks, i * BLOCK);
        ByteBuffer bits = ByteBuffer.wrap(prf.encrypted(blocks, blocks.length));
        for (int i = 0; i < rows; i++) result.setLong(i, bits.getLong(i * BLOCK));
    }
}
