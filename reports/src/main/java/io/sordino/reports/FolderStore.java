package io.sordino.reports;

import io.sordino.client.Campaign;
import io.sordino.client.Envelope;
import io.sordino.client.Hex;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * Sealed reports of one day in a folder.
 *
 * <p>Submissions lie in slots of one size, with room for as many reports as a device may send, in an order that is uniformly random at every moment: a new one takes the place of a random one,
 * which moves to the end (Fisher and Yates from inside out). What moves is written and forced to disk before its place is overwritten, so
 * that a stop in between leaves a report twice, never not at all; two with one id are one again when the store is opened. Arrival times,
 * order and addresses are nowhere.
 *
 * <p>A batch has its id from the beginning, and its slots are in a file of that name. It is released by giving a whole file its name; a
 * store that finds both knows that the slots were released.
 */
final class FolderStore implements Store {
    private static final int FLAG = 1;
    private static final int CHECK = 4;
    private static final int IN_MEMORY = 1 << 24;
    private static final String OPEN = "open-";
    private static final String SEEN = "seen-";

    private final Path folder;
    private final Campaign campaign;
    private final int day;
    private final RandomSource random;
    private final OnlyOne lock;
    private final int length;
    private final int most;
    private final IdSet seen;
    private FileChannel slots;
    private Path open;
    private byte[] batch;
    private int count;

    static FolderStore open(Path folder, Campaign campaign, int day, RandomSource random) {
        try {
            return new FolderStore(folder, campaign, day, random);
        } catch (IOException e) {
            throw new InvalidException("cannot use the store '" + folder + "'", "give a folder that may be written", e);
        }
    }

    private FolderStore(Path folder, Campaign campaign, int day, RandomSource random) throws IOException {
        this.folder = folder;
        this.campaign = campaign;
        this.day = day;
        this.random = random;
        this.length = new Envelope(campaign).length();
        this.most = campaign.randomizer().mostMessages();
        Files.createDirectories(folder);
        claim();
        this.lock = OnlyOne.of(folder.resolve("lock"), folder.toString());
        this.seen = readSeen();
        List<Path> left = files(OPEN + day + "-");
        if (left.isEmpty()) {
            batch = Drawn.newId(random);
            open = folder.resolve(OPEN + day + "-" + Hex.write(batch));
            slots = channel(open);
            Disk.forceFolder(open);
        } else {
            if (left.size() > 1) throw new IOException("two open batches of one day");
            open = left.get(0);
            String name = String.valueOf(open.getFileName());
            batch = Hex.read(name.substring(name.length() - 32), Envelope.ID_BYTES);
            slots = channel(open);
            if (Files.exists(released(batch))) forget(readSlots());
            else compact(readSlots());
        }
    }

    /** A store is of one campaign for good. */
    private void claim() throws IOException {
        Path file = folder.resolve("campaign");
        String id = Hex.write(campaign.id());
        if (Files.notExists(file)) {
            Batch.write(file, out -> out.write(id.getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
        }
        if (!Files.readString(file).equals(id))
            throw new InvalidException(
                    "the store '" + folder + "' is one of another campaign", "give this campaign a folder of its own");
    }

    @Override
    public List<Outcome> take(List<List<byte[]>> submissions) throws IOException {
        // one who sends little has a slot as large as any
        int part = Math.max(1, IN_MEMORY / slotSize());
        List<Outcome> outcomes = new ArrayList<>();
        for (int from = 0; from < submissions.size(); from += part)
            outcomes.addAll(takePart(submissions.subList(from, Math.min(submissions.size(), from + part))));
        return outcomes;
    }

    private List<Outcome> takePart(List<List<byte[]>> submissions) throws IOException {
        List<Outcome> outcomes = new ArrayList<>();
        Map<Integer, byte[]> end = new HashMap<>();
        Map<Integer, byte[]> places = new TreeMap<>();
        int old = count;
        for (List<byte[]> submission : submissions) {
            boolean fresh = seen.addAll(submission);
            if (fresh) place(slot(submission), old, end, places);
            outcomes.add(fresh ? Outcome.TAKEN : Outcome.KNOWN);
        }
        if (count == old) return outcomes;
        ByteBuffer block = ByteBuffer.allocate((count - old) * slotSize());
        for (int i = old; i < count; i++) block.put(end.getOrDefault(i, new byte[0]));
        block.flip();
        writeFully(block, (long) old * slotSize());
        slots.force(false);
        if (places.isEmpty()) return outcomes;
        for (Map.Entry<Integer, byte[]> change : places.entrySet())
            writeFully(ByteBuffer.wrap(change.getValue()), (long) change.getKey() * slotSize());
        slots.force(false);
        return outcomes;
    }

    /** One step from inside out: the new one at a random place, what was there at the end. */
    private void place(byte[] slot, int old, Map<Integer, byte[]> end, Map<Integer, byte[]> places) throws IOException {
        int at = (int) random.below(count + 1L);
        if (at < count) {
            byte[] moved = at >= old
                    ? end.getOrDefault(at, new byte[0])
                    : places.containsKey(at) ? places.getOrDefault(at, new byte[0]) : read(at);
            end.put(count, moved);
        }
        if (at >= old) end.put(at, slot);
        else places.put(at, slot);
        count++;
    }

    @Override
    public boolean isEnough() {
        return count >= Numbers.whole(campaign, "floor");
    }

    @Override
    public Optional<Path> release() throws IOException {
        List<byte[]> all = readSlots();
        List<List<byte[]>> submissions = new ArrayList<>();
        for (byte[] slot : all) submissions.add(reports(slot));
        Optional<Drawn> drawn = Drawn.of(submissions, campaign, random);
        if (drawn.isEmpty()) return Optional.empty();
        Path file = released(batch);
        Batch.Header header = drawn.get().header(campaign, day, batch);
        Batch.write(file, out -> Batch.write(out, header, drawn.get().reports()));
        forget(all);
        return Optional.of(file);
    }

    /** After a release: the ids stay, so that nobody's report is taken twice; the slots go. */
    private void forget(List<byte[]> released) throws IOException {
        Path file = folder.resolve(SEEN + day);
        int reports = 0;
        for (byte[] slot : released) reports += slot[0];
        ByteBuffer ids = ByteBuffer.allocate(reports * Envelope.ID_BYTES);
        for (byte[] slot : released)
            for (byte[] report : reports(slot)) {
                byte[] id = Envelope.idOf(report);
                seen.add(id);
                ids.put(id);
            }
        ids.flip();
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            // a stop may have cut the last id: those behind it would all be read askew
            out.position(out.size() - out.size() % Envelope.ID_BYTES);
            while (ids.hasRemaining()) out.write(ids);
            out.force(true);
        }
        Disk.forceFolder(file);
        slots.close();
        Files.delete(open);
        batch = Drawn.newId(random);
        open = folder.resolve(OPEN + day + "-" + Hex.write(batch));
        slots = channel(open);
        Disk.forceFolder(open);
        count = 0;
    }

    private IdSet readSeen() throws IOException {
        IdSet ids = new IdSet();
        Path file = folder.resolve(SEEN + day);
        if (Files.notExists(file)) return ids;
        byte[] all = Files.readAllBytes(file);
        for (int at = 0; at + Envelope.ID_BYTES <= all.length; at += Envelope.ID_BYTES)
            ids.add(java.util.Arrays.copyOfRange(all, at, at + Envelope.ID_BYTES));
        return ids;
    }

    /** Slots that are whole, each submission once, without what fills them up. */
    private List<byte[]> readSlots() throws IOException {
        List<byte[]> whole = new ArrayList<>();
        IdSet ids = new IdSet();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(open), 1 << 16)) {
            for (byte[] slot = in.readNBytes(slotSize()); slot.length == slotSize(); slot = in.readNBytes(slotSize()))
                if (isWhole(slot) && ids.add(Envelope.idOf(report(slot, 0))))
                    whole.add(java.util.Arrays.copyOf(slot, FLAG + slot[0] * length));
        }
        return whole;
    }

    /** Writes what is left after a stop into a new file, in a new random order. */
    private void compact(List<byte[]> whole) throws IOException {
        Drawn.shuffle(whole, random);
        Path part = folder.resolve("compact.part");
        Files.deleteIfExists(part);
        try (FileChannel out = channel(part)) {
            for (byte[] slot : whole) {
                ByteBuffer bytes = ByteBuffer.wrap(slot(reports(slot)));
                while (bytes.hasRemaining()) out.write(bytes);
                for (byte[] report : reports(slot)) seen.add(Envelope.idOf(report));
            }
            out.force(true);
        }
        slots.close();
        Files.move(part, open, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Disk.forceFolder(open);
        slots = channel(open);
        count = whole.size();
    }

    /** How many reports, the reports, zeros, a checksum. */
    private byte[] slot(List<byte[]> submission) {
        byte[] slot = new byte[slotSize()];
        slot[0] = (byte) submission.size();
        for (int i = 0; i < submission.size(); i++)
            System.arraycopy(submission.get(i), 0, slot, FLAG + i * length, length);
        ByteBuffer.wrap(slot, FLAG + most * length, CHECK).putInt(check(slot));
        return slot;
    }

    private int check(byte[] slot) {
        CRC32 crc = new CRC32();
        crc.update(slot, 0, FLAG + most * length);
        return (int) crc.getValue();
    }

    private boolean isWhole(byte[] slot) {
        return slot[0] >= 1
                && slot[0] <= most
                && ByteBuffer.wrap(slot, FLAG + most * length, CHECK).getInt() == check(slot);
    }

    private byte[] report(byte[] slot, int i) {
        return java.util.Arrays.copyOfRange(slot, FLAG + i * length, FLAG + (i + 1) * length);
    }

    private List<byte[]> reports(byte[] slot) {
        List<byte[]> all = new ArrayList<>();
        for (int i = 0; i < slot[0]; i++) all.add(report(slot, i));
        return all;
    }

    private int slotSize() {
        return FLAG + most * length + CHECK;
    }

    private byte[] read(int at) throws IOException {
        ByteBuffer slot = ByteBuffer.allocate(slotSize());
        while (slot.hasRemaining())
            if (slots.read(slot, (long) at * slotSize() + slot.position()) < 0) throw new IOException("cut short");
        return slot.array();
    }

    private void writeFully(ByteBuffer bytes, long from) throws IOException {
        while (bytes.hasRemaining()) slots.write(bytes, from + bytes.position());
    }

    private static FileChannel channel(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private List<Path> files(String prefix) throws IOException {
        try (java.util.stream.Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> String.valueOf(file.getFileName()).startsWith(prefix))
                    .toList();
        }
    }

    private Path released(byte[] id) {
        return Batch.file(folder, day, Hex.write(id));
    }

    @Override
    public void close() throws IOException {
        slots.close();
        lock.close();
    }
}
