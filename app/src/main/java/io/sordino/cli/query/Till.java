package io.sordino.cli.query;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.report.text.Json;
import java.util.Optional;

/** Where a query is paid for: before any noise is drawn, and once. */
interface Till {
    /** Nobody keeps accounts. */
    Till NONE = new Till() {
        @Override
        public boolean isDecided(Mechanism plan, Relation relation) {
            return false;
        }

        @Override
        public Optional<String> charge(Mechanism plan, Relation relation) {
            return Optional.empty();
        }

        @Override
        public String keep(ObjectNode answer) {
            return Json.text(answer.putNull("charge"));
        }
    };

    /** Whether a charge would not be a new one: the request was answered before, or too little is left. Then the table need not be read. */
    boolean isDecided(Mechanism plan, Relation relation);

    /** Charges durably for a plan, or refuses; the answer that was kept where this request has been answered before. */
    Optional<String> charge(Mechanism plan, Relation relation);

    /** Keeps the answer under the request, with what was charged written into it, and returns what is kept: its first answer. */
    String keep(ObjectNode answer);
}
