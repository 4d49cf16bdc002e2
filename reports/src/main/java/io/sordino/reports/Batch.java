package io.sordino.reports;

import io.sordino.client.Campaign;
import io.sordino.client.Hex;
import io.sordino.refusal.InvalidException;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;

/**
 * A released batch as a file: what it is of, then sealed reports in a uniformly random order, then a digest of all that.
 *
 * <pre>
 * "SRDBATCH" | format 4 | length of a report 4 | campaign 32 | day 4 | batch 16 | clients 8 | reports 8 | reports | SHA-256 32
 * </pre>
 */
public final class Batch {
    private static final byte[] MAGIC = "SRDBATCH".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    private static final int FORMAT = 1;
    private static final int HEADER = 8 + 4 + 4 + 32 + 4 + 16 + 8 + 8;
    private static final int DIGEST = 32;
    private static final int CAMPAIGN = 32;
    private static final int ID = 16;

    private Batch() {}

    /** What stands before the reports; the two ids in hexadecimal digits. */
    public record Header(int length, String campaign, int day, String id, long clients, long reports) {
        /** Of this campaign. */
        boolean of(Campaign other) {
            return campaign.equals(Hex.write(other.id()));
        }
    }

    /** Takes one report after the other. */
    public interface Reader {
        /** A report, in an array that the reader may keep. */
        void take(byte[] report);
    }

    /** Something that is written from beginning to end. */
    interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Writes a file that is there whole or not at all, and for good when this returns. */
    static void write(Path file, Content content) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try (FileChannel channel = FileChannel.open(
                part, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            OutputStream out = new java.io.BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
            content.writeTo(out);
            out.flush();
            channel.force(true);
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Disk.forceFolder(file);
    }

    /** The bytes of a batch. */
    static void write(OutputStream out, Header header, List<byte[]> reports) throws IOException {
        MessageDigest digest = sha();
        byte[] first = ByteBuffer.allocate(HEADER)
                .put(MAGIC)
                .putInt(FORMAT)
                .putInt(header.length)
                .put(Hex.read(header.campaign, CAMPAIGN))
                .putInt(header.day)
                .put(Hex.read(header.id, ID))
                .putLong(header.clients)
                .putLong(header.reports)
                .array();
        digest.update(first);
        out.write(first);
        for (byte[] report : reports) {
            digest.update(report);
            out.write(report);
        }
        out.write(digest.digest());
    }

    /** The file of a batch in a folder. */
    static Path file(Path folder, int day, String id) {
        return folder.resolve("batch-" + day + "-" + id + ".bin");
    }

    /** Reads a batch from beginning to end; a file that is cut short or changed is refused at its end. */
    public static Header read(Path file, Campaign campaign, java.util.function.Function<Header, Reader> opened) {
        // a pipe is read, too, which a channel cannot be asked how much is left of
        try (InputStream raw = new BufferedInputStream(new java.io.FileInputStream(file.toFile()), 1 << 16);
                DataInputStream in = new DataInputStream(raw)) {
            byte[] first = new byte[HEADER];
            in.readFully(first);
            Header header = header(first, file);
            if (!header.of(campaign))
                throw new InvalidException(
                        "'" + file + "' is a batch of another campaign", "give the campaign that it was collected for");
            int length = new io.sordino.client.Envelope(campaign).length();
            if (!(header.length == length && header.reports >= 0)) throw damaged(file);
            MessageDigest digest = sha();
            digest.update(first);
            Reader reader = opened.apply(header);
            for (long i = 0; i < header.reports; i++) {
                byte[] report = new byte[length];
                in.readFully(report);
                digest.update(report);
                reader.take(report);
            }
            byte[] expected = new byte[DIGEST];
            in.readFully(expected);
            if (!(Arrays.equals(expected, digest.digest()) && in.read() < 0)) throw damaged(file);
            return header;
        } catch (EOFException e) {
            throw damaged(file);
        } catch (IOException e) {
            throw new InvalidException("cannot read '" + file + "'", "check the name", e);
        }
    }

    private static Header header(byte[] bytes, Path file) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        byte[] magic = new byte[8];
        in.get(magic);
        if (!Arrays.equals(magic, MAGIC))
            throw new InvalidException("'" + file + "' is no batch", "give a file that the shuffler has released");
        if (in.getInt() != FORMAT)
            throw new InvalidException("'" + file + "' has another format", "use the version that wrote it");
        int length = in.getInt();
        byte[] campaign = new byte[CAMPAIGN];
        in.get(campaign);
        int day = in.getInt();
        byte[] id = new byte[ID];
        in.get(id);
        return new Header(length, Hex.write(campaign), day, Hex.write(id), in.getLong(), in.getLong());
    }

    private static InvalidException damaged(Path file) {
        return new InvalidException(
                "'" + file + "' is cut short or was changed: it is not the batch that was released", "copy it again");
    }

    static MessageDigest sha() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every platform has SHA-256", e);
        }
    }
}
