package io.sordino.ledger;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.sordino.ledger.rule.Withdrawal;
import io.sordino.ledger.store.LedgerException;
import java.util.Map;
import java.util.TreeMap;

/** Reads the lines of a ledger. */
final class Lines {
    private static final ObjectReader STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build()
            .reader();

    private Lines() {}

    static JsonNode read(String line) {
        try {
            return STRICT.readTree(line);
        } catch (JacksonException e) {
            throw new LedgerException("a line of the ledger is not JSON", "run sordino ledger verify", e);
        }
    }

    static Withdrawal taken(JsonNode line) {
        Map<String, Long> amounts = new TreeMap<>();
        for (Map.Entry<String, JsonNode> amount : line.path("taken").properties())
            amounts.put(amount.getKey(), amount.getValue().longValue());
        return new Withdrawal(amounts, line.path("how").asText());
    }
}
