package io.sordino.reports;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What it takes for a file to be there after the power was cut. */
final class Disk {
    private Disk() {}

    /** Makes a name that was given or taken away in the file's folder last. */
    static void forceFolder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || System.getProperty("os.name", "").startsWith("Windows")) return;
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
