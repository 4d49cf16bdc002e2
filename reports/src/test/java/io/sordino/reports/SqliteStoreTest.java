package io.sordino.reports;

import java.nio.file.Path;

class SqliteStoreTest extends DatabaseStoreContract {
    @Override
    String url(Path where) {
        return "jdbc:sqlite:" + where.resolve("store.db");
    }
}
