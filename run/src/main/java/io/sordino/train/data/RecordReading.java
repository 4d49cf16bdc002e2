package io.sordino.train.data;

import java.io.Serializable;
import java.util.List;

/** How records are made of cells; it travels to where they are kept. */
public interface RecordReading extends Serializable {
    /** The columns that it needs. */
    List<Cells.Wanted> wanted();

    /** The records, of which each is made of its own row alone. */
    Examples of(Cells cells);
}
