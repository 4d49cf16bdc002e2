package io.sordino.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DeviceTest {
    private static final String RESPONSE =
            "{\"name\": \"randomized_response\", \"truth\": " + Campaigns.of62(0.5) + "}";
    private static final Campaign FRESH = Campaigns.of(RESPONSE, 10, 5, false, 3);
    private static final Campaign KEPT = Campaigns.of(RESPONSE, 10, 5, true, 2);

    private static Device device(Campaign campaign, long seed) {
        return new Device(campaign, Campaigns.memory(), Campaigns.seeded(seed));
    }

    private static byte[] message(Campaign campaign, byte[] sent) throws GeneralSecurityException {
        byte[] report = Arrays.copyOfRange(sent, 2, sent.length);
        Envelope envelope = new Envelope(campaign);
        envelope.check(report, Envelope.day(report));
        Hpke hpke = new Hpke(Hpke.publicKey(Campaigns.SECRET), Envelope.info(campaign, Envelope.key(report)));
        return envelope.open(hpke, Campaigns.SECRET, report);
    }

    @Test
    void askedAgainOnADayItSaysTheSame() {
        Device device = device(FRESH, 1);
        byte[] sent = device.report(1, 4);
        // whatever it is asked about: a second value on a day would be a second answer
        assertThat(device.report(1, 4)).isEqualTo(sent);
        assertThat(device.report(1, 5)).isEqualTo(sent);
        assertThat(device.report(2, 4)).isNotEqualTo(sent).hasSameSizeAs(sent);
    }

    @Test
    void refusesToGoBackInTime() {
        Device device = device(FRESH, 1);
        device.report(3, 4);
        assertThatThrownBy(() -> device.report(2, 4))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("clock");
        assertThatThrownBy(() -> device.report(6, 4))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("1 to 5");
    }

    @Test
    void stopsWhenItsBudgetIsSpent() {
        Device device = device(FRESH, 1);
        for (int day = 1; day <= 3; day++) device.report(day, 1);
        assertThatThrownBy(() -> device.report(4, 1))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("3 answers");
        // and what it has said it may say again
        assertThat(device.report(3, 1)).isNotEmpty();
    }

    @Test
    void aMemoisedAnswerIsDrawnOnceForAValue() throws GeneralSecurityException {
        for (int seed = 0; seed < 50; seed++) {
            Device device = device(KEPT, seed);
            byte[] first = message(KEPT, device.report(1, 7));
            assertThat(message(KEPT, device.report(2, 7))).isEqualTo(first);
            device.report(3, 2);
            assertThat(message(KEPT, device.report(4, 7))).isEqualTo(first);
            assertThatThrownBy(() -> device.report(5, 3))
                    .isInstanceOf(Refused.class)
                    .hasMessageContaining("2 answers");
        }
    }

    @Test
    void aFreshAnswerIsDrawnEveryDay() throws GeneralSecurityException {
        int different = 0;
        for (int seed = 0; seed < 50; seed++) {
            Device device = device(FRESH, seed);
            if (!Arrays.equals(message(FRESH, device.report(1, 7)), message(FRESH, device.report(2, 7)))) different++;
        }
        // the control of the test above: two answers agree with probability 1/4 + 9/324
        assertThat(different).isBetween(25, 46);
    }

    @Test
    void reportsAreSealedForDayCampaignAndId() throws GeneralSecurityException {
        byte[] sent = device(FRESH, 5).report(2, 3);
        assertThat(message(FRESH, sent)).hasSize(4);
        Envelope envelope = new Envelope(FRESH);
        byte[] report = Arrays.copyOfRange(sent, 2, sent.length);
        assertThat(report).hasSize(envelope.length());
        envelope.check(report, 2);
        assertThatThrownBy(() -> envelope.check(report, 3)).hasMessageContaining("clock");
        assertThatThrownBy(() -> envelope.check(Arrays.copyOf(report, 40), 2)).hasMessageContaining("bytes");
        assertThatThrownBy(() -> new Envelope(KEPT).check(report, 2)).hasMessageContaining("another campaign");
        byte[] forged = report.clone();
        forged[Envelope.ID_AT] ^= 1;
        assertThatThrownBy(() -> envelope.check(forged, 2)).hasMessageContaining("id is not");
        byte[] oldKey = report.clone();
        oldKey[9] = 9;
        assertThatThrownBy(() -> envelope.check(oldKey, 2)).hasMessageContaining("newest file");
        byte[] moved = report.clone();
        moved[11] = 3;
        Hpke hpke = new Hpke(Hpke.publicKey(Campaigns.SECRET), Envelope.info(FRESH, 1));
        assertThatThrownBy(() -> envelope.open(hpke, Campaigns.SECRET, moved))
                .isInstanceOf(GeneralSecurityException.class);
    }

    @Test
    void aCrowdIsForTheShufflerAlone() throws GeneralSecurityException {
        byte[] sent = device(FRESH, 5).reportFrom(2, 77, 3);
        byte[] report = Arrays.copyOfRange(sent, 2, sent.length);
        assertThat(Envelope.crowd(report)).isEqualTo(77);
        Envelope.forgetCrowd(report);
        assertThat(Envelope.crowd(report)).isZero();
        System.arraycopy(report, 0, sent, 2, report.length);
        assertThat(message(FRESH, sent)).hasSize(4);
    }

    @Test
    void aCampaignThatWasChangedIsRefused() {
        String text = Campaigns.text(RESPONSE, 10, 5, false, 3);
        String whole = text.replace("ID", Campaign.idOf(text));
        assertThat(Campaign.read(whole).days()).isEqualTo(5);
        assertThatThrownBy(() -> Campaign.read(whole.replace("\"days\": 5", "\"days\": 4")))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("changed");
        // spaces and the way a number is written change nothing
        assertThat(Campaign.idOf(whole.replace(": 10,", " :  1e1 ,"))).isEqualTo(Campaign.idOf(whole));
    }

    @Test
    void whatIsNoCampaignIsRefusedWithAReason() {
        String text = Campaigns.text(RESPONSE, 10, 5, false, 3);
        String whole = text.replace("ID", Campaign.idOf(text));
        for (int cut = 0; cut < whole.length(); cut += 3) {
            String part = whole.substring(0, cut);
            assertThatThrownBy(() -> Campaign.read(part)).isInstanceOf(Refused.class);
        }
        for (String wrong : new String[] {
            "[]",
            "{\"a\": 1, \"a\": 2}",
            "{\"a\": 1e999}",
            "{\"a\": nan}",
            "{\"a\": \"\\x\"}",
            "{}",
            "{\"a\": [1 2]}",
            whole + "x",
            whole.replace("randomized_response", "unheard_of"),
            whole.replace("\"truth\"", "\"lie\"")
        }) assertThatThrownBy(() -> Campaign.read(wrong)).as(wrong).isInstanceOf(Refused.class);
    }

    @Test
    void answersThatLeanOnTheirReportAreNotMemoised() {
        assertThatThrownBy(() -> Campaigns.of(
                        "{\"name\": \"hadamard\", \"truth\": " + Campaigns.of62(0.7) + "}", 10, 5, true, 1))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("memoised");
    }
}
