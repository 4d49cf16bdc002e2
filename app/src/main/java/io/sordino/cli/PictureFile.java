package io.sordino.cli;

import io.sordino.data.Atomic;
import io.sordino.plot.Picture;
import io.sordino.plot.Pictures;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A file for a picture; its name says the format, and is checked before any work is done. */
public record PictureFile(String name) {
    public PictureFile {
        String low = name.toLowerCase(Locale.ROOT);
        if (!(low.endsWith(".png") || low.endsWith(".svg")))
            throw CommandException.invalid(
                    "--out must end in .svg or .png, was '" + name + "'", "name the picture, such as picture.svg");
        Atomic.check(Sources.path(name));
    }

    public void write(Picture picture) {
        boolean png = name.toLowerCase(Locale.ROOT).endsWith(".png");
        write(name, png ? Pictures.png(picture) : Pictures.svg(picture).getBytes(StandardCharsets.UTF_8));
    }

    static void write(String file, byte[] bytes) {
        Atomic.write(Sources.path(file), bytes);
    }
}
