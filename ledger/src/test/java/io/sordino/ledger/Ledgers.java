package io.sordino.ledger;

import io.sordino.ledger.rule.Ask;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Ledgers and terms for tests. */
final class Ledgers {
    private Ledgers() {}

    static Ledger in(Path folder) {
        return Ledger.openOrCreate(folder.resolve("team.db").toString(), InstantSource.system());
    }

    static Terms bank(String name, String plan, String delta) {
        return terms(name, Terms.Kind.BANK, Optional.of(plan), Optional.empty(), delta, Refill.NEVER, "");
    }

    static Terms filter(String name, Terms.Kind kind, String epsilon, String delta) {
        return terms(name, kind, Optional.empty(), Optional.of(epsilon), delta, Refill.NEVER, "");
    }

    static Terms terms(
            String name,
            Terms.Kind kind,
            Optional<String> plan,
            Optional<String> epsilon,
            String delta,
            Refill refill,
            String unit) {
        return new Terms(
                name,
                "",
                unit,
                Relation.ADD_OR_REMOVE_ONE,
                kind,
                plan.map(Plans::parse),
                epsilon.map(BigDecimal::new),
                new BigDecimal(delta),
                kind == Terms.Kind.RENYI ? List.of(8.0) : List.of(),
                List.of(50, 80, 95),
                refill);
    }

    static Request request(String budget, String id, String plan) {
        return Request.of(budget, id, Ask.of(Plans.parse(plan)));
    }

    static Decision charge(Ledger ledger, String budget, String id, String plan) {
        return ledger.charge(request(budget, id, plan));
    }

    /** As somebody with the file and no scruples would. */
    static void tamper(Path folder, String... statements) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("team.db"));
                Statement statement = connection.createStatement()) {
            for (String one : statements) statement.execute(one);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
