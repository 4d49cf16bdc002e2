package io.sordino.spark;

import io.sordino.refusal.InvalidException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** What tells one state of a frame from another: its plan, and names, sizes and times of its files. Never anything of its rows. */
record Fingerprint(String text) {
    static Fingerprint of(Dataset<Row> frame) {
        try {
            StringBuilder text = new StringBuilder();
            add(text, Repeatable.plan(frame).canonicalized().treeString());
            Configuration configuration = frame.sparkSession().sparkContext().hadoopConfiguration();
            String[] files = frame.inputFiles();
            Arrays.sort(files);
            for (String file : files) {
                Path path = new Path(URI.create(file));
                FileStatus status = path.getFileSystem(configuration).getFileStatus(path);
                add(text, file + " " + status.getLen() + " " + status.getModificationTime());
            }
            return digested(text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new InvalidException("a file of the frame cannot be found", "read the files again, and ask again", e);
        }
    }

    private static void add(StringBuilder text, String part) {
        text.append(part).append('\0');
    }

    static Fingerprint digested(byte[] text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
            return new Fingerprint("spark:" + HexFormat.of().formatHex(digest, 0, 16));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
