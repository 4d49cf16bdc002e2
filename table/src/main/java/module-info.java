/** Private queries on tables in files: statements, plans, and the engine that adds integers. */
module io.sordino.table {
    requires transitive io.sordino.run;
    requires java.sql;
    requires duckdb.jdbc;

    exports io.sordino.table;
    exports io.sordino.table.duck;
    exports io.sordino.table.engine;
    exports io.sordino.table.plan;
    exports io.sordino.table.query;
    exports io.sordino.table.release;
    exports io.sordino.table.sql;
}
