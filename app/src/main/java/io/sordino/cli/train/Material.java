package io.sordino.cli.train;

import io.sordino.data.DataFile;
import io.sordino.data.Encoder;
import io.sordino.data.Encoding;
import io.sordino.data.Schema;
import io.sordino.train.gradient.RecordCluster;
import io.sordino.train.model.Bound;
import io.sordino.train.model.Model;
import java.util.List;
import java.util.Optional;

/** Where records are read from. */
sealed interface Material {
    /** The columns that features may be taken from. */
    List<String> columns();

    /** The records; one that does not fit the schema counts as nothing. */
    Records records(Schema schema, Model model, Bound bound);

    /** The file, for what is read of it alone; nothing where there is none. */
    Optional<DataFile> file();

    /** A file that is read into the memory of this process. */
    record OfFile(DataFile data) implements Material {
        @Override
        public List<String> columns() {
            return data.columns();
        }

        @Override
        public Records records(Schema schema, Model model, Bound bound) {
            return new Records.Here(new Encoder(schema).fitting(data));
        }

        @Override
        public Optional<DataFile> file() {
            return Optional.of(data);
        }
    }

    /** Records of a cluster, in which a column numbers them. */
    record OfCluster(RecordCluster.Opened opened, String number) implements Material {
        @Override
        public List<String> columns() {
            return opened.columns().stream()
                    .filter(name -> !name.equals(number))
                    .toList();
        }

        @Override
        public Records records(Schema schema, Model model, Bound bound) {
            return new Records.Elsewhere(opened.hold(number, Encoding.of(schema), model, bound));
        }

        @Override
        public Optional<DataFile> file() {
            return Optional.empty();
        }
    }
}
