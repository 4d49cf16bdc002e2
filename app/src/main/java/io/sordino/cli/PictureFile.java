package io.sordino.cli;

import io.sordino.plot.Picture;
import io.sordino.plot.Pictures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** A picture of the answer, if one is wanted. */
final class PictureFile {
    @Option(names = "--out", paramLabel = "FILE", description = "Draws a picture too: a name ending in .svg or .png.")
    private Optional<String> out = Optional.empty();

    /** Refuses a name that is no picture's before any work is done. */
    void check() {
        out.ifPresent(PictureFile::isPng);
    }

    void write(Supplier<Picture> picture) {
        if (out.isEmpty()) return;
        String file = out.get();
        Picture drawn = picture.get();
        byte[] bytes = isPng(file) ? Pictures.png(drawn) : Pictures.svg(drawn).getBytes(StandardCharsets.UTF_8);
        try {
            Files.write(Sources.path(file), bytes);
        } catch (IOException e) {
            throw Refusal.invalid(
                    "cannot write '" + file + "': " + e.getClass().getSimpleName(),
                    "check that the folder exists and may be written");
        }
    }

    private static boolean isPng(String file) {
        String name = file.toLowerCase(Locale.ROOT);
        if (!(name.endsWith(".png") || name.endsWith(".svg")))
            throw Refusal.invalid(
                    "--out must end in .svg or .png, was '" + file + "'", "name the picture, such as picture.svg");
        return name.endsWith(".png");
    }
}
