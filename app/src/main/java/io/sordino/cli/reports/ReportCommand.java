package io.sordino.cli.reports;

import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import io.sordino.cli.NumberOptions;
import io.sordino.cli.Sources;
import io.sordino.client.Campaign;
import io.sordino.client.Device;
import io.sordino.client.Refused;
import io.sordino.data.Atomic;
import io.sordino.reports.CampaignFile;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
            "A line is a value from 0 to one less than the alphabet has. Every line is a device of its own."
        })
public final class ReportCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--campaign", required = true, paramLabel = "FILE", description = "The campaign.")
    private String campaign = "";

    @Option(names = "--values", required = true, paramLabel = "FILE", description = "One value a line.")
    private String values = "";

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "Where the sealed reports go.")
    private String out = "";

    @Option(
            names = "--day",
            paramLabel = "D",
            converter = NumberOptions.OfWhole.class,
            description = "The day of the campaign (default 1).")
    private long day = 1;

    public ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Path target = Sources.path(out);
        Atomic.check(target);
        Campaign asked = CampaignFile.read(Sources.path(campaign));
        Path part = target.resolveSibling(target.getFileName() + ".part");
        long devices = 0;
        try {
            try (BufferedReader lines = Files.newBufferedReader(Sources.path(values), StandardCharsets.UTF_8);
                    OutputStream stream = new BufferedOutputStream(Files.newOutputStream(part), 1 << 16)) {
                SecureRandom random = new SecureRandom();
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    devices++;
                    stream.write(sent(new Device(asked, new Memory(), random), line.strip(), devices));
                }
            }
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            remove(part);
            throw CommandException.invalid(
                    "cannot read '" + values + "' or write '" + out + "': "
                            + e.getClass().getSimpleName(),
                    "check the names");
        } catch (CommandException e) {
            remove(part);
            throw e;
        }
        console.print(devices + " devices reported on day " + day + ", " + out);
        return 0;
    }

    private byte[] sent(Device device, String line, long number) {
        try {
            return device.report((int) Math.max(0, Math.min(day, Integer.MAX_VALUE)), Integer.parseInt(line));
        } catch (NumberFormatException e) {
            throw CommandException.invalid(
                    "line " + number + " of '" + values + "' is no whole number", "write one value a line, from 0 on");
        } catch (Refused e) {
            throw CommandException.invalid(
                    "line " + number + " of '" + values + "': " + e.getMessage(), "correct the line or the day");
        }
    }

    private static void remove(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException leftBehind) {
            part.toFile().deleteOnExit();
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
