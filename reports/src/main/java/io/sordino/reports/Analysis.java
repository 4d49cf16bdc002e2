package io.sordino.reports;

import io.sordino.client.Campaign;
import io.sordino.client.Envelope;
import io.sordino.client.Hpke;
import io.sordino.client.Refused;
import io.sordino.refusal.InvalidException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Opens the reports of a batch and counts what they support: in a stream, on all processors, in memory that does not grow. A report that
 * cannot be opened or that no honest device sends is left out and counted.
 */
public final class Analysis {
    /** How many reports a processor is given at a time. */
    private static final int CHUNK = 2048;

    private final Campaign campaign;
    private final Map<Integer, byte[]> secrets;
    private final int threads;

    /** What was counted: reports without those that were refused. */
    public record Counted(int day, long clients, long reports, long refused, List<Long> supports) {
        public Counted {
            supports = List.copyOf(supports);
        }
    }

    /** With the analyzer's secrets, on so many processors. */
    public Analysis(Campaign campaign, Map<Integer, byte[]> secrets, int threads) {
        this.campaign = campaign;
        this.secrets = secrets;
        this.threads = threads;
    }

    /** Counts what devices sent on a day, as it came: nobody has shuffled it. */
    public Counted ofReports(Path file, int day) {
        return counted((openers, take) -> {
            for (int i = 0; i < threads; i++) openers.add(new Opener(day));
            return new Batch.Header(0, "", day, "", read(file, day, take), 0);
        });
    }

    /** How many devices there were; each once. One that sent what is no submission is handed on as an empty report, which is refused. */
    private long read(Path file, int day, Batch.Reader take) {
        Submissions submissions = new Submissions(campaign, day);
        List<byte[]> nothing = List.of(new byte[0]);
        IdSet seen = new IdSet();
        long clients = 0;
        boolean more = true;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            while (more) {
                List<byte[]> reports = nothing;
                try {
                    Optional<List<byte[]>> next = submissions.next(in);
                    more = next.isPresent();
                    if (!more) continue;
                    // before its ids are noted: one who sends under another's id would keep that one out
                    submissions.check(next.get());
                    if (!seen.addAll(next.get())) continue;
                    reports = next.get();
                } catch (Submissions.Unreadable atItsEnd) {
                    more = false;
                } catch (Refused oneOfThem) {
                    more = true;
                }
                clients++;
                reports.forEach(take::take);
            }
        } catch (IOException e) {
            throw new InvalidException("cannot read '" + file + "'", "check the name", e);
        }
        if (clients > 0 && seen.isEmpty())
            throw new InvalidException(
                    "'" + file + "' has no reports of this campaign on day " + day,
                    "give a file that report has written");
        return clients;
    }

    /** Counts a batch. */
    public Counted of(Path batch) {
        return counted((openers, take) -> Batch.read(batch, campaign, found -> {
            for (int i = 0; i < threads; i++) openers.add(new Opener(found.day()));
            return take;
        }));
    }

    /** Makes openers for the day that is read, and hands on one report after the other. */
    private interface Source {
        Batch.Header read(List<Opener> openers, Batch.Reader take);
    }

    private Counted counted(Source source) {
        ExecutorService pool = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "analyzer");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Opener> openers = new ArrayList<>();
            List<byte[]> block = new ArrayList<>();
            Batch.Header header = source.read(openers, report -> {
                block.add(report);
                if (block.size() == threads * CHUNK) open(pool, openers, block);
            });
            open(pool, openers, block);
            Opener all = openers.get(0);
            for (Opener one : openers.subList(1, openers.size())) all.add(one);
            List<Long> supports = new ArrayList<>();
            for (long count : all.counter.supports(campaign.values())) supports.add(count);
            return new Counted(header.day(), header.clients(), all.taken, all.refused, supports);
        } finally {
            pool.shutdownNow();
        }
    }

    private void open(ExecutorService pool, List<Opener> openers, List<byte[]> block) {
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Opener opener = openers.get(i);
            List<byte[]> part = block.subList(
                    (int) ((long) block.size() * i / threads), (int) ((long) block.size() * (i + 1) / threads));
            tasks.add(() -> {
                for (byte[] report : part) opener.take(report);
                return null;
            });
        }
        try {
            for (Future<Void> done : pool.invokeAll(tasks)) done.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a report was not refused as it should be", e);
        }
        block.clear();
    }

    /** One processor's share. */
    private final class Opener {
        private final Envelope envelope = new Envelope(campaign);
        private final Counter counter = Counter.of(campaign);
        private final Map<Integer, Hpke> keys = new HashMap<>();
        private final int day;
        private long refused;
        private long taken;

        Opener(int day) {
            this.day = day;
        }

        void take(byte[] report) {
            Optional<byte[]> message = message(report);
            if (message.isPresent() && counter.take(message.get(), Envelope.idOf(report))) taken++;
            else refused++;
        }

        private Optional<byte[]> message(byte[] report) {
            try {
                envelope.check(report, day);
                int number = Envelope.key(report);
                byte[] secret = secrets.getOrDefault(number, new byte[Hpke.KEY_BYTES]);
                Hpke hpke =
                        keys.computeIfAbsent(number, n -> new Hpke(Hpke.publicKey(secret), Envelope.info(campaign, n)));
                return Optional.of(envelope.open(hpke, secret, report));
            } catch (Refused | GeneralSecurityException notOurs) {
                return Optional.empty();
            }
        }

        void add(Opener other) {
            counter.add(other.counter);
            refused += other.refused;
            taken += other.taken;
        }
    }
}
