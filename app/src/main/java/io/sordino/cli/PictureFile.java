package io.sordino.cli;

import io.sordino.plot.Picture;
import io.sordino.plot.Pictures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A file for a picture; its name says the format, and is checked before any work is done. */
record PictureFile(String name) {
    PictureFile {
        String low = name.toLowerCase(Locale.ROOT);
        if (!(low.endsWith(".png") || low.endsWith(".svg")))
            throw CommandException.invalid(
                    "--out must end in .svg or .png, was '" + name + "'", "name the picture, such as picture.svg");
    }

    void write(Picture picture) {
        boolean png = name.toLowerCase(Locale.ROOT).endsWith(".png");
        write(name, png ? Pictures.png(picture) : Pictures.svg(picture).getBytes(StandardCharsets.UTF_8));
    }

    static void write(String file, byte[] bytes) {
        Path path = Sources.path(file);
        try {
            Files.write(path, bytes);
        } catch (IOException e) {
            throw CommandException.invalid(
                    "cannot write '" + file + "': " + e.getClass().getSimpleName(),
                    "check that the folder exists and may be written");
        }
    }
}
