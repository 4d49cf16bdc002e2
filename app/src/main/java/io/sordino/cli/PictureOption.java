package io.sordino.cli;

import io.sordino.plot.Picture;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** A picture of the answer, if one is wanted. */
public final class PictureOption {
    @Option(names = "--out", paramLabel = "FILE", description = "Draws a picture too: a name ending in .svg or .png.")
    private Optional<String> out = Optional.empty();

    /** Refuses a name that is no picture's before any work is done. */
    public void check() {
        out.ifPresent(PictureFile::new);
    }

    public boolean isGiven() {
        return out.isPresent();
    }

    public void write(Supplier<Picture> picture) {
        out.map(PictureFile::new).ifPresent(file -> file.write(picture.get()));
    }
}
