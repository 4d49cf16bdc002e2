package io.sordino.ledger;

import static io.sordino.ledger.Ledgers.charge;
import static io.sordino.ledger.Ledgers.tamper;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.ledger.store.LedgerException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody has the file and changes it. */
class VerificationTest {
    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void fill() {
        try (Ledger ledger = Ledgers.in(folder)) {
            ledger.create(Ledgers.bank("bank", "9 * gaussian(20)", "1e-6"));
            for (String id : new String[] {"a", "b", "c"}) {
                charge(ledger, "bank", id, "gaussian(20)");
                ledger.store("bank", id, id.getBytes(StandardCharsets.UTF_8));
            }
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    private Verification verified() {
        try (Ledger ledger = Ledgers.in(folder)) {
            return ledger.verify();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE ledger_entry SET line = replace(line, 'gaussian(20)', 'gaussian(2)') WHERE seq = 4",
                "UPDATE ledger_entry SET line = replace(line, '\"a\"', '\"z\"') WHERE seq = 2",
                "UPDATE ledger_entry SET request = 'z' WHERE seq = 2",
                "UPDATE ledger_entry SET hash = '" + "00" + "' || substr(hash, 3) WHERE seq = 3",
                "DELETE FROM ledger_entry WHERE seq = 4",
                "DELETE FROM ledger_entry WHERE seq = 7",
                "UPDATE ledger_entry SET seq = CASE seq WHEN 4 THEN -6 WHEN 6 THEN -4 ELSE seq END",
                "UPDATE ledger_holding SET spent = 0",
                "UPDATE ledger_holding SET most = most + 1",
                "UPDATE ledger_budget SET line = replace(line, '9 *', '99 *')",
                "UPDATE ledger_answer SET body = 'other' WHERE request = 'b'",
                "DELETE FROM ledger_answer WHERE request = 'c'",
                "INSERT INTO ledger_answer VALUES ('bank', 'd', 'free')",
                "UPDATE ledger_head SET seq = 3"
            })
    void anyChangeIsSeen(String change) {
        tamper(
                folder,
                "DROP TRIGGER ledger_entry_is_not_changed",
                "DROP TRIGGER ledger_entry_is_not_dropped",
                "DROP TRIGGER ledger_answer_is_not_changed",
                "DROP TRIGGER ledger_answer_is_not_dropped",
                change,
                "UPDATE ledger_entry SET seq = -seq WHERE seq < 0");
        assertThat(verified().problems()).isNotEmpty();
    }

    @Test
    void whatWasNotChangedIsNotSeen() {
        tamper(folder, "DROP TRIGGER ledger_entry_is_not_changed", "UPDATE ledger_entry SET line = line || ''");
        assertThat(verified().problems()).isEmpty();
    }

    /** Whoever rewrites the whole chain is found by what a line costs. */
    @Test
    void aChainThatWasMadeAnewIsWorkedOutAnew() throws Exception {
        Path other = Files.createDirectory(folder.resolve("other"));
        try (Ledger ledger = Ledgers.in(other)) {
            ledger.create(Ledgers.bank("bank", "9 * gaussian(20)", "1e-6"));
            charge(ledger, "bank", "a", "gaussian(20)");
        }
        String line = "replace(line, '\"plan\":\"gaussian(20)\",\"taken\"', '\"plan\":\"gaussian(2)\",\"taken\"')";
        tamper(
                other,
                "DROP TRIGGER ledger_entry_is_not_changed",
                "UPDATE ledger_entry SET line = " + line + " WHERE seq = 2");
        Rechain.file(other.resolve("team.db"));
        try (Ledger ledger = Ledgers.in(other)) {
            assertThat(ledger.verify().problems()).first().asString().contains("does not dominate gaussian(2)");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE ledger_entry SET line = 'x' WHERE seq = 1",
                "DELETE FROM ledger_entry",
                "UPDATE ledger_answer SET body = 'x'",
                "DELETE FROM ledger_answer",
                "UPDATE ledger_holding SET spent = most + 1"
            })
    void theDatabaseItselfRefuses(String change) {
        assertThatThrownBy(() -> tamper(folder, change)).hasMessageMatching("(?s).*(only appends|CHECK).*");
    }

    @Test
    void aNewerLedgerIsNotTouched() {
        tamper(folder, "UPDATE ledger_head SET version = 2");
        assertThatThrownBy(() -> Ledgers.in(folder))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("has version 2")
                .hasMessageContaining("newer Sordino");
    }

    @Test
    void aFileThatIsNoLedgerIsRefused() throws Exception {
        Path file = folder.resolve("notes.txt");
        Files.writeString(file, "not a database at all, but long enough to look at ".repeat(40));
        assertThatThrownBy(() -> Ledger.open(file.toString()))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("is not a ledger");
        tamper(folder, "ATTACH '" + folder.resolve("other.db") + "' AS o", "CREATE TABLE o.t (a)");
        assertThatThrownBy(() -> Ledger.open(folder.resolve("other.db").toString()))
                .hasMessageContaining("there is no ledger");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "synchronous=OFF",
                "synchronous=NORMAL",
                "synchronous=1",
                "journal_mode=MEMORY",
                "journal_mode=OFF"
            })
    void unsafeSettingsAreRefusedAtOpening(String setting) {
        assertThatThrownBy(() -> Ledger.open("jdbc:sqlite:" + folder.resolve("team.db") + "?" + setting))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("loses charges");
        assertThatThrownBy(() -> Ledger.open("jdbc:sqlite::memory:")).hasMessageContaining("in memory");
    }

    /** With these two programs have each their own budget: 160 charges were granted where 100 fit. */
    @ParameterizedTest
    @ValueSource(
            strings = {"vfs=unix-none&locking_mode=exclusive", "nolock=1", "immutable=1", "locking_mode=EXCLUSIVE"})
    void settingsThatKeepProgramsFromSeeingEachOtherAreRefused(String settings) {
        assertThatThrownBy(() -> Ledger.open("jdbc:sqlite:file:" + folder.resolve("team.db") + "?" + settings))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("is not one that a ledger is known to be safe with");
    }

    /** The log of a file stands beside its name: under two names 180 charges were granted where 100 fit. */
    @Test
    void aFileWithTwoNamesIsRefused() throws IOException {
        Path other = Files.createLink(folder.resolve("other.db"), folder.resolve("team.db"));
        for (String name : List.of("other.db", "team.db"))
            assertThatThrownBy(() -> Ledger.open(folder.resolve(name).toString()))
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("has 2 names");
        Files.delete(other);
        Files.createSymbolicLink(other, folder.resolve("team.db"));
        Ledger.open(other.toString()).close();
    }

    @Test
    void aFullDiskChargesNothingAndLosesNothing() {
        String file = "jdbc:sqlite:" + folder.resolve("team.db") + "?max_page_count=";
        byte[] large = new byte[100_000];
        try (Ledger ledger = Ledger.open(file + pages(folder))) {
            charge(ledger, "bank", "d", "gaussian(20)");
            assertThatThrownBy(() -> ledger.store("bank", "d", large)).hasMessageContaining("disk is full");
        }
        try (Ledger ledger = Ledgers.in(folder)) {
            assertThat(ledger.store("bank", "d", large).bytes()).isEqualTo(large);
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    private static long pages(Path folder) {
        try {
            return Files.size(folder.resolve("team.db")) / 4096 + 3;
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
