package io.sordino.table.duck;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
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

    private static final int BLOCK = 16;

    private SecretFunctions() {}

    /** sordino_member(unit): whether the unit is in the sample. */
    static void registerMember(Connection connection, boolean numbers, UnitPrf prf, Membership membership)
            throws SQLException {
        try (DuckDBScalarFunctionBuilder builder = DuckDBFunctions.scalarFunction()) {
            builder.withName(MEMBER)
                    .withParameters(numbers ? DuckDBColumnType.BIGINT : DuckDBColumnType.VARCHAR)
                    .withReturnType(DuckDBColumnType.BOOLEAN)
                    .withVectorizedFunction((chunk, result) -> member(chunk, result, numbers, prf, membership))
                    .register(connection);
        }
    }

    private static void member(
            DuckDBDataChunkReader chunk,
            DuckDBWritableVector result,
            boolean numbers,
            UnitPrf prf,
            Membership membership) {
        DuckDBReadableVector units = chunk.vector(0);
        int rows = (int) chunk.rowCount();
        byte[] blocks = new byte[rows * BLOCK];
        for (int i = 0; i < rows; i++) {
            if (units.isNull(i)) continue;
            if (numbers) UnitPrf.encode(units.getLong(i), blocks, i * BLOCK);
            else UnitPrf.encode(units.getString(i), blocks, i * BLOCK);
        }
        byte[] bits = prf.encrypted(blocks, blocks.length);
        for (int i = 0; i < rows; i++) result.setBoolean(i, !units.isNull(i) && membership.holds(bits, i * BLOCK));
    }

    /** sordino_order(unit, group): in which order the groups of a unit are kept. */
    static void registerOrder(Connection connection, UnitPrf prf) throws SQLException {
        try (DuckDBScalarFunctionBuilder builder = DuckDBFunctions.scalarFunction()) {
            builder.withName(ORDER)
                    .withParameters(DuckDBColumnType.VARCHAR, DuckDBColumnType.VARCHAR)
                    .withReturnType(DuckDBColumnType.BIGINT)
                    .withVectorizedFunction((chunk, result) -> order(chunk, result, prf))
                    .register(connection);
        }
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
