package io.sordino.table;

import io.sordino.account.Accountant;
import io.sordino.engine.sample.SampleId;
import io.sordino.mechanism.Mechanism;
import io.sordino.noise.RandomSource;
import io.sordino.plan.Plans;
import io.sordino.refusal.InvalidException;
import io.sordino.table.engine.KeptKey;
import io.sordino.table.engine.PlaceSampler;
import io.sordino.table.plan.SamplePromise;
import io.sordino.table.query.Query;
import io.sordino.table.query.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A secret sample that is used again: its key, the snapshot of the data that it is of, and what has been released on it. Whoever copies an older state of it
 * back releases more than was promised, so it must be kept where nothing is restored.
 *
 * @param snapshot of the data, as their source tells it
 * @param unit the column of the units; rows are units where there is none
 */
public record KeptSample(KeptKey key, String snapshot, Optional<String> unit, SamplePromise promise) {
    private static final String BY_FUNCTION = "sordino-sample 1";
    /** Older versions refuse it: they would draw another sample from its key. */
    private static final String BY_PLACES = "sordino-sample 2";

    /** Draws a sample of the data that a query is about, at its rate and for its epsilon and delta. */
    public static KeptSample draw(Accountant accountant, PrivateQuery query, RandomSource random) {
        Settings settings = query.query().settings();
        if (settings.rates().isPresent()
                || settings.sampleKnown()
                || settings.error().isPresent())
            throw new InvalidException(
                    "a kept sample has one rate, is secret, and has a promise of its own",
                    "give --sample, --epsilon and --delta alone");
        if (!(settings.rateOrOne() < 1))
            throw new InvalidException("a kept sample needs a rate", "give it with --sample 0.01");
        return new KeptSample(
                KeptKey.fresh(random, PlaceSampler.pays(query.query(), query.source())),
                query.source().snapshot(),
                settings.unit(),
                SamplePromise.made(accountant, settings.rateOrOne(), settings.epsilon(), settings.delta()));
    }

    /** Refuses a query of other data, of another unit or of another promise. */
    public void check(PrivateQuery query) {
        Query asked = query.query();
        if (!query.source().snapshot().equals(snapshot))
            throw new InvalidException(
                    "the sample is of other data, or the data have changed since it was drawn", "draw another sample");
        if (!asked.settings().unit().map(String::toLowerCase).equals(unit.map(String::toLowerCase)))
            throw new InvalidException(
                    "the sample is one of "
                            + unit.map(name -> "units by '" + name + "'").orElse("rows"),
                    unit.map(name -> "give --unit " + name).orElse("leave --unit out"));
        Settings settings = asked.settings();
        if (!(settings.rateOrOne() == promise.rate()
                && settings.epsilon() == promise.epsilon()
                && settings.delta() == promise.delta()
                && settings.rates().isEmpty()
                && !settings.sampleKnown()
                && settings.error().isEmpty()))
            throw new InvalidException(
                    "the sample was drawn at rate " + promise.rate() + " for epsilon " + promise.epsilon()
                            + " and delta " + promise.delta() + " together",
                    "leave --sample, --epsilon and --delta out, or give the same");
    }

    /** With what has been released on it by now. */
    public KeptSample after(SamplePromise released) {
        return new KeptSample(key, snapshot, unit, released);
    }

    /** For the file that keeps it: a secret. */
    public String text() {
        StringBuilder text = new StringBuilder((key.byPlaces() ? BY_PLACES : BY_FUNCTION) + "\n");
        text.append("id ").append(key.id()).append('\n');
        text.append("key ").append(key.secret()).append('\n');
        text.append("snapshot ").append(snapshot).append('\n');
        unit.ifPresent(name -> text.append("unit ").append(name).append('\n'));
        text.append("rate ").append(promise.rate()).append('\n');
        text.append("epsilon ").append(promise.epsilon()).append('\n');
        text.append("delta ").append(promise.delta()).append('\n');
        text.append("sigma ").append(promise.sigma()).append('\n');
        text.append("rare ").append(promise.rare()).append('\n');
        for (Mechanism release : promise.releases())
            text.append("release ").append(Plans.print(release)).append('\n');
        return text.append("end\n").toString();
    }

    /** Reads it back; refused where a line is missing or wrong. */
    public static KeptSample parse(String text) {
        List<String> lines = text.lines().toList();
        if (!(lines.size() > 2
                && List.of(BY_FUNCTION, BY_PLACES).contains(lines.get(0))
                && lines.get(lines.size() - 1).equals("end"))) throw broken();
        Map<String, String> fields = new LinkedHashMap<>();
        List<Mechanism> releases = new ArrayList<>();
        try {
            for (String line : lines.subList(1, lines.size() - 1)) {
                int space = line.indexOf(' ');
                if (space < 1) throw broken();
                String name = line.substring(0, space);
                String value = line.substring(space + 1);
                if (name.equals("release")) releases.add(Plans.read(value));
                else if (fields.put(name, value) != null) throw broken();
            }
            return new KeptSample(
                    KeptKey.of(
                            new SampleId(field(fields, "id")),
                            field(fields, "key"),
                            lines.get(0).equals(BY_PLACES)),
                    field(fields, "snapshot"),
                    Optional.ofNullable(fields.get("unit")),
                    new SamplePromise(
                            number(fields, "rate"),
                            number(fields, "epsilon"),
                            number(fields, "delta"),
                            number(fields, "sigma"),
                            number(fields, "rare"),
                            releases));
        } catch (NumberFormatException e) {
            throw broken();
        }
    }

    private static String field(Map<String, String> fields, String name) {
        return Optional.ofNullable(fields.get(name)).orElseThrow(KeptSample::broken);
    }

    private static double number(Map<String, String> fields, String name) {
        return Double.parseDouble(field(fields, name));
    }

    private static InvalidException broken() {
        return new InvalidException("this is no kept sample, or not a whole one", "draw another sample");
    }

    @Override
    public String toString() {
        return "KeptSample[" + key.id() + "]";
    }
}
