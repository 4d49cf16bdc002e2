package io.sordino.reports;

import io.sordino.client.Campaign;
import io.sordino.client.Envelope;
import io.sordino.client.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What devices send, one after the other: how many reports in two bytes, then the reports. */
public final class Submissions {
    private final Campaign campaign;
    private final Envelope envelope;
    private final int day;

    /** As devices of a campaign send them on a day. */
    public Submissions(Campaign campaign, int day) {
        this.campaign = campaign;
        this.envelope = new Envelope(campaign);
        this.day = day;
    }

    /** Nobody can tell where the next submission begins. */
    public static final class Unreadable extends IOException {
        private static final long serialVersionUID = 1;

        private Unreadable(String why) {
            super(why);
        }
    }

    /**
     * The next one, unchecked; empty at the end.
     *
     * @throws Refused where it is not one of this campaign; the one after it can be read
     * @throws Unreadable where nothing that follows can be
     */
    public Optional<List<byte[]>> next(InputStream in) throws IOException {
        int high = in.read();
        if (high < 0) return Optional.empty();
        int count = high << 8 | in.read();
        int least = campaign.randomizer().leastMessages();
        int most = campaign.randomizer().mostMessages();
        boolean fits = count >= least && count <= most;
        String numbers = "a submission has " + (least == most ? "" : least + " to ") + most
                + (most == 1 ? " report" : " reports");
        if (!fits && least < most) throw new Unreadable(numbers + ": what follows cannot be read");
        List<byte[]> reports = new ArrayList<>(most);
        // where all are of one length, one that says otherwise does not hide where the next begins
        for (int i = 0; i < (fits ? count : most); i++) {
            byte[] report = in.readNBytes(envelope.length());
            if (report.length < envelope.length()) throw new Unreadable("the submission is cut short");
            reports.add(report);
        }
        if (!fits) throw new Refused(numbers);
        return Optional.of(reports);
    }

    /** Throws {@link Refused} where one of the reports is none of this campaign and day; none of them is then taken. */
    public void check(List<byte[]> submission) {
        for (byte[] report : submission) envelope.check(report, day);
    }
}
