package io.sordino.data;

import com.fasterxml.jackson.core.JacksonException;
import io.sordino.report.text.Json;
import io.sordino.train.data.Cells;
import io.sordino.train.data.Examples;
import io.sordino.train.data.RecordReading;
import java.util.List;

/** An {@link Encoder} that can be sent to where the records are: the schema as text. */
public record Encoding(String schema) implements RecordReading {
    public static Encoding of(Schema schema) {
        return new Encoding(Json.text(schema.json()));
    }

    private Encoder encoder() {
        try {
            return new Encoder(Schema.read(Json.read(schema)));
        } catch (JacksonException e) {
            throw new IllegalStateException("a schema of ours cannot be read", e);
        }
    }

    @Override
    public List<Cells.Wanted> wanted() {
        return encoder().labelledColumns();
    }

    @Override
    public Examples of(Cells cells) {
        return encoder().fitting(cells);
    }
}
