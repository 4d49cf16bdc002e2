package io.sordino.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.client.Campaign;
import org.junit.jupiter.api.Test;

class SimulationTest {
    private static String hashed(int l, double truth) {
        return "{\"name\": \"local_hash\", \"l\": " + l + ", \"truth\": " + Devices.of62(truth) + "}";
    }

    /** One count of a million values each would be eleven gigabytes. */
    @Test
    void aThousandDevicesAreWatchedInLittleMemory() {
        Campaign campaign = Devices.campaign(hashed(4, 0.5), 1 << 20, 1000, 0);
        Simulation simulation = new Simulation(campaign, 1000, 0, 0, 1000, Devices.seeded(3));
        assertThat(simulation.next(1).counted().reports()).isEqualTo(1000);
    }

    @Test
    void whoSeesManyReportsOfADeviceKnowsItsValue() {
        Campaign campaign = Devices.campaign(hashed(8, 0.5), 5, 100, 0);
        Simulation simulation = new Simulation(campaign, 100, 0, 0, 100, Devices.seeded(4));
        simulation.next(1);
        double once = simulation.attack().right();
        for (int day = 2; day <= campaign.days(); day++) simulation.next(day);
        // of every two answers one is a lie
        assertThat(once).isBetween(0.4, 0.85);
        assertThat(simulation.attack().right()).isGreaterThan(once);
    }
}
