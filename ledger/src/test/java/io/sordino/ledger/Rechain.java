package io.sordino.ledger;

import io.sordino.ledger.store.Chain;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What a careful forger does: every hash made anew. */
final class Rechain {
    private Rechain() {}

    static void file(Path file) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            List<String> lines = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery("SELECT line FROM ledger_entry ORDER BY seq")) {
                while (rows.next()) lines.add(rows.getString(1));
            }
            String hash = Chain.START;
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE ledger_entry SET hash = ? WHERE seq = ?")) {
                for (int i = 0; i < lines.size(); i++) {
                    hash = Chain.next(hash, lines.get(i));
                    update.setString(1, hash);
                    update.setInt(2, i + 1);
                    update.executeUpdate();
                }
            }
            statement.execute("UPDATE ledger_head SET hash = '" + hash + "'");
        }
    }
}
