package io.sordino.cli.reports;

import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import io.sordino.cli.NumberOptions;
import io.sordino.cli.Sources;
import io.sordino.client.Campaign;
import io.sordino.client.Device;
import io.sordino.client.Refused;
import io.sordino.data.Atomic;
import io.sordino.data.Incarnation;
import io.sordino.reports.CampaignFile;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** sordino report. */
@Command(
        name = "report",
        description =
                "Answers a campaign as devices would, one for each line of a file: randomized and sealed reports.",
        footer = {
            "",
            "Example:",
            "  sordino report --campaign campaign.json --values values.txt --out reports.bin",
            "",
            "A line is a value from 0 to one less than the alphabet has, or a number from 0 to 1 where the campaign asks",
            "for numbers. Every line is a device of its own."
        })
public final class ReportCommand implements Callable<Integer> {
    private static final int BUFFER = 1 << 16;

    private final Console console;

    @Option(names = "--campaign", required = true, paramLabel = "FILE", description = "The campaign.")
    private String campaign = "";

    @Option(names = "--values", required = true, paramLabel = "FILE", description = "One value or number a line.")
    private String values = "";

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "Where the sealed reports go.")
    private String out = "";

    @Option(
            names = "--day",
            paramLabel = "D",
            converter = NumberOptions.OfWhole.class,
            description = "The day of the campaign (default 1).")
    private long day = 1;

    @Option(
            names = "--crowd",
            paramLabel = "C",
            converter = NumberOptions.OfWhole.class,
            description =
                    "A public number that these devices share, such as a version; the shuffler sees it and leaves out"
                            + " crowds below the campaign's floor (default 0).")
    private long crowd;

    public ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Path target = Sources.path(out);
        Atomic.check(target);
        if (!(crowd >= 0 && crowd <= Integer.MAX_VALUE))
            throw CommandException.invalid(
                    "--crowd was " + crowd, "give a whole number from 0 to " + Integer.MAX_VALUE);
        Campaign asked = CampaignFile.read(Sources.path(campaign));
        long devices = answered(asked, target);
        console.print(devices + " devices reported on day " + day + ", " + out);
        return 0;
    }

    /** How many devices answered; all of their reports are there, or no file is. */
    private long answered(Campaign asked, Path target) {
        long[] devices = {0};
        try (BufferedReader lines = Files.newBufferedReader(Sources.path(values), StandardCharsets.UTF_8)) {
            SecureRandom random = Incarnation.javaSource();
            Atomic.write(target, out -> {
                OutputStream stream = new BufferedOutputStream(out, BUFFER);
                for (Optional<String> line = read(lines); line.isPresent(); line = read(lines))
                    stream.write(sent(
                            new Device(asked, new Memory(), random),
                            asked.says("numbers"),
                            line.get().strip(),
                            ++devices[0]));
                stream.flush();
            });
        } catch (IOException e) {
            throw unread(e);
        }
        return devices[0];
    }

    /** Not by the reader's own stream: what it throws would look as if the reports could not be written. */
    private Optional<String> read(BufferedReader lines) {
        try {
            return Optional.ofNullable(lines.readLine());
        } catch (IOException e) {
            throw unread(e);
        }
    }

    private CommandException unread(IOException e) {
        return CommandException.invalid(
                "cannot read '" + values + "': " + e.getClass().getSimpleName(), "check the name");
    }

    private byte[] sent(Device device, boolean numbers, String line, long number) {
        try {
            int today = (int) Math.max(0, Math.min(day, Integer.MAX_VALUE));
            if (numbers) return device.reportNumberFrom(today, (int) crowd, Double.parseDouble(line));
            return device.reportFrom(today, (int) crowd, Integer.parseInt(line));
        } catch (NumberFormatException e) {
            throw CommandException.invalid(
                    "line " + number + " of '" + values + (numbers ? "' is no number" : "' is no whole number"),
                    numbers ? "write one number from 0 to 1 a line" : "write one value a line, from 0 on");
        } catch (Refused e) {
            throw CommandException.invalid(
                    "line " + number + " of '" + values + "': " + e.getMessage(), "correct the line or the day");
        }
    }

    /** What a device remembers while it answers once. */
    private static final class Memory implements Device.Memory {
        private final Map<String, byte[]> kept = new HashMap<>();

        @Override
        public Optional<byte[]> read(String name) {
            return Optional.ofNullable(kept.get(name));
        }

        @Override
        public void write(Map<String, byte[]> changes) {
            kept.putAll(changes);
        }
    }
}
