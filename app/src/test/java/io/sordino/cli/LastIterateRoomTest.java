package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Positions, noise schedules and conditions of runs that release their last iterate. */
final class LastIterateRoomTest {
    private static final String LOSS = "lipschitz=1, smoothness=1, dataset_size=100, batch_size=1, order=one_pass";

    private static JsonNode json(String... arguments) throws IOException {
        Shell.Outcome outcome = Shell.run(arguments);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return JsonMapper.builder().build().readTree(outcome.out());
    }

    private static double epsilon(String position) throws IOException {
        String plan = "last_iterate(steps=100, step_size=0.1, noise=2, " + LOSS + ", position=" + position + ")";
        return json("epsilon", plan, "--delta", "1e-6", "--json")
                .path("epsilon")
                .path("upper")
                .asDouble();
    }

    @Test
    void earlyRecordsAreMorePrivate() throws IOException {
        double before = 0;
        for (String position : new String[] {"1", "2", "50", "99", "100"}) {
            double here = epsilon(position);
            assertThat(here).as(position).isGreaterThan(before);
            before = here;
        }
        assertThat(epsilon("first")).isEqualTo(epsilon("1"));
        assertThat(epsilon("last")).isEqualTo(epsilon("100")).isEqualTo(epsilon("worst"));
        // the record of step t of T is as private as the Gaussian of distance 2 / (noise sqrt(T - t + 1))
        double gaussian = json("epsilon", "gdp(0.14002800840280097)", "--delta", "1e-6", "--json")
                .path("epsilon")
                .path("upper")
                .asDouble();
        assertThat(epsilon("50") / gaussian).isBetween(1 - 1e-9, 1 + 1e-9);
    }

    @Test
    void positionsThatAreNotUsedAreRefused() {
        for (String position : new String[] {"0", "101", "1.5", "middle"}) {
            String plan = "last_iterate(steps=100, step_size=0.1, noise=2, " + LOSS + ", position=" + position + ")";
            assertThat(Shell.run("epsilon", plan, "--delta", "1e-6").code())
                    .as(position)
                    .isEqualTo(2);
        }
        String unused = "last_iterate(steps=10, step_size=0.1, noise=2, " + LOSS + ", position=11)";
        assertThat(Shell.run("epsilon", unused, "--delta", "1e-6").err()).contains("do not use it");
    }

    @Test
    void longStepsFallBackToCompositionAndSaySo() throws IOException {
        String plan = "last_iterate(steps=9, step_size=2.5, noise=2, lipschitz=1, smoothness=1, diameter=1,"
                + " dataset_size=10)";
        Shell.Outcome outcome = Shell.run("epsilon", plan, "--delta", "1e-6");
        assertThat(outcome.code()).isZero();
        assertThat(outcome.out()).contains("CompositionOfSteps");
        assertThat(outcome.err()).contains("warning: step_size = 2.5 is above 2 / smoothness = 2");
        JsonNode answer = json("epsilon", plan, "--delta", "1e-6", "--json");
        assertThat(answer.path("warnings").get(0).asText()).contains("plain composition");
        double composed = json("epsilon", "gdp(0.3)", "--delta", "1e-6", "--json")
                .path("epsilon")
                .path("upper")
                .asDouble();
        assertThat(answer.path("epsilon").path("upper").asDouble() / composed).isBetween(1 - 1e-9, 1 + 1e-9);
        // a step of exactly 2 / smoothness contracts
        Shell.Outcome quiet = Shell.run("epsilon", plan.replace("2.5", "2"), "--delta", "1e-6");
        assertThat(quiet.err()).isEmpty();
    }

    @Test
    void statementsSayWhatBreaksThem() throws IOException {
        String plan = "last_iterate(steps=100, step_size=0.1, noise=2, lipschitz=1, smoothness=1, diameter=3,"
                + " dataset_size=100, batch_size=10, order=sampled)";
        JsonNode answer = json("statement", plan, "--delta", "1e-6", "--json");
        String text = answer.path("statement").asText();
        assertThat(text)
                .contains(
                        "convex",
                        "smooth with constant 1",
                        "2/smoothness = 2",
                        "no iterate but the last",
                        "diameter 3",
                        "checkpoint",
                        "clipped",
                        "Poisson batches");
        assertThat(answer.path("broken_by").size()).isEqualTo(6);
    }

    @Test
    void poissonBatchesAndClippingAreRefusedWithTheReason() {
        String run = "last_iterate(steps=9, step_size=0.1, noise=2, lipschitz=1, smoothness=1, dataset_size=10, %s)";
        assertThat(Shell.run("epsilon", run.formatted("batch_size=2, order=poisson"), "--delta", "1e-6")
                        .err())
                .contains("need not contract", "order=sampled");
        assertThat(Shell.run("epsilon", run.formatted("max_grad_norm=1"), "--delta", "1e-6")
                        .err())
                .contains("gradient of a convex loss", "Lipschitz by itself");
    }

    @Test
    void schedulesTakeLessEnergyThanConstantNoise(@TempDir Path folder) throws IOException {
        String run = "last_iterate(steps=100, step_size=0.1, noise=?, " + LOSS + ")";
        Path picture = folder.resolve("noise.svg");
        JsonNode found = json(
                "schedule",
                run,
                "--epsilon",
                "1",
                "--delta",
                "1e-6",
                "--floor",
                "0.1",
                "--json",
                "--out",
                picture.toString());
        assertThat(found.path("epsilon").path("upper").asDouble()).isBetween(0.999, 1.0);
        assertThat(found.path("noise").size()).isEqualTo(100);
        // 99 steps at a tenth of the noise, and the last at all of it
        assertThat(found.path("saving").asDouble()).isBetween(50.0, 50.5);
        assertThat(Files.readString(picture)).contains("constant noise");
        double constant = found.path("constant").path("noise").asDouble();
        double calibrated = json("calibrate", run, "--epsilon", "1", "--delta", "1e-6", "--json")
                .path("value")
                .asDouble();
        assertThat(calibrated / constant).isBetween(0.999, 1.001);
    }

    @Test
    void schedulesAreForOnePassOfOneRun() {
        String cyclic = "last_iterate(steps=9, step_size=0.1, noise=?, lipschitz=1, smoothness=1, dataset_size=9)";
        assertThat(Shell.run("schedule", cyclic, "--epsilon", "1", "--delta", "1e-6")
                        .err())
                .contains("one_pass");
        assertThat(Shell.run("schedule", "gaussian(?)", "--epsilon", "1", "--delta", "1e-6")
                        .err())
                .contains("noise of a last_iterate");
        assertThat(Shell.run("schedule", "2 * " + cyclic, "--epsilon", "1", "--delta", "1e-6")
                        .code())
                .isEqualTo(2);
    }
}
