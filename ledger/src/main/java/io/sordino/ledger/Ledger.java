package io.sordino.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.ledger.rule.Bank;
import io.sordino.ledger.rule.Cost;
import io.sordino.ledger.rule.Units;
import io.sordino.ledger.rule.Withdrawal;
import io.sordino.ledger.store.Chain;
import io.sordino.ledger.store.Entry;
import io.sordino.ledger.store.Holding;
import io.sordino.ledger.store.Kinds;
import io.sordino.ledger.store.Snapshot;
import io.sordino.ledger.store.Store;
import io.sordino.ledger.store.Transaction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.plan.Plans;
import io.sordino.refusal.InvalidException;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Budgets that are spent by many programs over a long time. A charge is on disk before it is granted; what was granted never exceeds
 * the budget; a request id is charged once and answered once, with the same bytes for ever.
 *
 * <p>For releases: {@link #release} charges, runs what draws the sample and the noise, stores what came out, and hands out what is
 * stored.
 */
public final class Ledger implements AutoCloseable {
    private static final int MOST_BYTES = 64 << 20;

    private final Store store;
    private final Accountant accountant;
    private final InstantSource clock;
    private final Map<String, Budget> budgets = new ConcurrentHashMap<>();
    /** What a bank had left in a period when it was last charged: a guess, and no decision rests on it. */
    private final Map<List<String>, Map<String, Long>> lastLeft = new ConcurrentHashMap<>();

    private Ledger(Store store, Accountant accountant, InstantSource clock) {
        this.store = store;
        this.accountant = accountant;
        this.clock = clock;
    }

    /** One that is there: a file, or a JDBC URL of SQLite or PostgreSQL. */
    public static Ledger open(String where) {
        return open(where, InstantSource.system());
    }

    /** As above, with a clock that a test sets. */
    public static Ledger open(String where, InstantSource clock) {
        return new Ledger(Store.open(where, clock), Accountant.standard(), clock);
    }

    /** One that is there, or a new one without budgets. */
    public static Ledger openOrCreate(String where, InstantSource clock) {
        return new Ledger(Store.openOrCreate(where, clock), Accountant.standard(), clock);
    }

    /** Makes a budget; its name must be free. */
    public Budget create(Terms terms) {
        Budget budget = new Budget(terms, accountant);
        // the price is worked out before anything is written, so that a budget without one is refused
        if (!(budget.rule().promise() < Double.POSITIVE_INFINITY))
            throw new InvalidException(
                    "no finite epsilon holds for these coupons at delta " + Units.text(terms.delta())
                            + ", so the budget would promise nothing",
                    "give a larger delta, or coupons with more noise");
        ObjectNode said = terms.json();
        said.put("price", Numbers.text(budget.rule().promise()));
        ObjectNode most = said.putObject("most");
        budget.rule()
                .resources()
                .forEach(resource ->
                        most.put(resource.name(), Units.text(Units.amount(resource.most(), resource.digits()))));
        boolean made = store.write(transaction -> {
            if (transaction.budget(terms.name()).isPresent()) return false;
            if (terms.refill() == Refill.NEVER) open(transaction, budget, "");
            transaction.append(terms.name(), Kinds.CREATE, "", said);
            return true;
        });
        if (!made)
            throw new InvalidException(
                    "there is a budget " + terms.name() + " already", "give another name; budgets are never changed");
        budgets.put(terms.name(), budget);
        return budget;
    }

    private static void open(Transaction transaction, Budget budget, String period) throws SQLException {
        for (Map.Entry<String, Holding> resource : budget.fresh().entrySet())
            transaction.grant(
                    budget.terms().name(),
                    period,
                    resource.getKey(),
                    resource.getValue().most());
    }

    /** A budget by its name. */
    public Budget budget(String name) {
        Budget known = budgets.get(name);
        if (known != null) return known;
        Map<String, String> all = store.read(Snapshot::budgets);
        String line = all.get(name);
        if (line == null)
            throw new InvalidException(
                    "there is no budget " + name,
                    all.isEmpty() ? "create one" : "the ledger has " + String.join(", ", all.keySet()));
        Budget budget = new Budget(Terms.of(Lines.read(line)), accountant);
        budgets.put(name, budget);
        return budget;
    }

    /** The names of all budgets. */
    public List<String> names() {
        return List.copyOf(store.read(Snapshot::budgets).keySet());
    }

    /** Takes a request's share, or says that there is too little left. */
    public Decision charge(Request request) {
        Prepared prepared = foreseen(request);
        return store.write(request.budget(), request.id(), transaction -> charge(transaction, request, prepared));
    }

    /** As above, without waiting for the disk; the decision is not known before the future is complete. */
    public CompletableFuture<Decision> chargeLater(Request request) {
        Prepared prepared = foreseen(request);
        return store.submit(request.budget(), request.id(), transaction -> charge(transaction, request, prepared));
    }

    private record Prepared(Budget budget, Cost cost, String plan) {}

    /** Costs take time and are worked out before anybody waits. */
    private Prepared prepare(Request request) {
        Budget budget = budget(request.budget());
        Cost cost = budget.cost(request.ask(), request.relation());
        return new Prepared(budget, cost, Plans.print(request.ask().plan()));
    }

    /**
     * Curves are compared before anybody waits for the writer, against what was left when somebody last looked: the decision looks again, and finds
     * what was compared here.
     */
    private Prepared foreseen(Request request) {
        Prepared prepared = prepare(request);
        if (prepared.budget.rule() instanceof Bank) {
            String period = request.period().orElse("");
            Map<String, Long> left = lastLeft.get(List.of(request.budget(), period));
            prepared.cost.from(left == null ? Budget.left(holdings(prepared.budget, period)) : left);
        }
        return prepared;
    }

    /** What a period holds, as it would be if it were opened now. */
    private Map<String, Holding> holdings(Budget budget, String period) {
        Map<String, Holding> held =
                store.read(snapshot -> snapshot.holdings(budget.terms().name())).getOrDefault(period, Map.of());
        return held.isEmpty() ? budget.fresh() : held;
    }

    private Decision charge(Transaction transaction, Request request, Prepared prepared) throws SQLException {
        Budget budget = prepared.budget;
        String name = request.budget();
        Optional<Entry> before = transaction.charge(name, request.id());
        String period = budget.terms().refill().period(request.period(), transaction.time());
        if (before.isPresent()) return replayed(transaction, before.get(), said(request, prepared, period));
        Map<String, Holding> held = transaction.holdings(name, period);
        Map<String, Holding> now = held.isEmpty() ? budget.fresh() : held;
        Map<String, Long> left = Budget.left(now);
        if (budget.rule() instanceof Bank) lastLeft.put(List.of(name, period), left);
        Optional<Withdrawal> taken = prepared.cost.from(left);
        if (taken.isEmpty() || !covered(taken.get(), now))
            return new Decision.Refused(
                    "the budget " + name + " has too little left for " + prepared.plan,
                    budget.rule().left(left));
        if (held.isEmpty()) open(transaction, budget, period);
        transaction.take(name, period, taken.get().amounts());
        ObjectNode said = said(request, prepared, period);
        ObjectNode amounts = said.putObject("taken");
        taken.get().amounts().forEach(amounts::put);
        said.put("how", taken.get().how());
        Entry entry = transaction.append(name, Kinds.CHARGE, request.id(), said);
        List<Integer> alerts = budget.alerts(Budget.percent(now), Budget.percent(transaction.holdings(name, period)));
        return new Decision.Granted(entry, taken.get(), false, Optional.empty(), alerts);
    }

    /** Whatever a rule says, no more is taken than is there. */
    private static boolean covered(Withdrawal taken, Map<String, Holding> now) {
        return taken.amounts().entrySet().stream()
                .allMatch(amount -> now.containsKey(amount.getKey())
                        && amount.getValue() <= now.get(amount.getKey()).left());
    }

    /** What makes two requests the same one. */
    private static ObjectNode said(Request request, Prepared prepared, String period) {
        ObjectNode said = JsonNodeFactory.instance.objectNode();
        if (!period.isEmpty()) said.put("period", period);
        said.put("plan", prepared.plan);
        request.ask().epsilon().ifPresent(epsilon -> said.put("epsilon", Units.text(epsilon)));
        request.ask().delta().ifPresent(delta -> said.put("delta", Units.text(delta)));
        request.ask().coupons().ifPresent(coupons -> said.put("coupons", Plans.print(coupons)));
        if (!request.note().isEmpty()) said.put("note", request.note());
        return said;
    }

    private static Decision replayed(Transaction transaction, Entry before, ObjectNode asked) throws SQLException {
        JsonNode line = Lines.read(before.line());
        for (String field : List.of("period", "plan", "epsilon", "delta", "coupons", "note"))
            if (!line.path(field).asText().equals(asked.path(field).asText()))
                throw new InvalidException(
                        "the request id " + before.request() + " was used for another request: its " + field + " was '"
                                + line.path(field).asText() + "'",
                        "give every request an id of its own");
        Optional<Stored> answer =
                transaction.answer(before.budget(), before.request()).map(Stored::new);
        return new Decision.Granted(before, Lines.taken(line), true, answer, List.of());
    }

    /**
     * Keeps the answer of a charged request. The first one counts: whoever comes later gets that one, and must give no other.
     *
     * @return what is stored
     */
    public Stored store(String budget, String request, byte[] answer) {
        return store(budget, request, answer, note -> true);
    }

    /**
     * As above, for one of several who may spend.
     *
     * @param own whether the note of a request says that it is this one's
     */
    public Stored store(String budget, String request, byte[] answer, Predicate<String> own) {
        if (!(answer.length <= MOST_BYTES))
            throw new InvalidException("an answer has at most " + MOST_BYTES + " bytes, was " + answer.length);
        byte[] body = answer.clone();
        return store.write(budget, request, transaction -> {
            Entry charge = transaction
                    .charge(budget, request)
                    .orElseThrow(() ->
                            new InvalidException("the request " + request + " was never charged", "charge it first"));
            if (!own.test(Lines.read(charge.line()).path("note").asText()))
                throw new InvalidException(
                        "the request " + request + " was charged by somebody else", "answer what you have charged");
            Optional<byte[]> before = transaction.answer(budget, request);
            if (before.isPresent()) return new Stored(before.get());
            ObjectNode said = JsonNodeFactory.instance.objectNode();
            said.put("bytes", body.length);
            said.put("sha256", Chain.of(body));
            transaction.append(budget, Kinds.ANSWER, request, said);
            transaction.answer(budget, request, body);
            return new Stored(body);
        });
    }

    /** The stored answer of a request. */
    public Optional<Stored> answer(String budget, String request) {
        return store.read(snapshot -> snapshot.answer(budget, request)).map(Stored::new);
    }

    /**
     * Charges, draws, stores, answers, in this order. What draws is run after the charge is on disk and its result is handed out after
     * it is stored; for a request that was answered it is not run at all.
     *
     * @throws OverBudgetException where too little is left
     */
    public Stored release(Request request, Supplier<byte[]> drawing) {
        Decision decision = charge(request);
        if (decision instanceof Decision.Refused refused) throw new OverBudgetException(refused);
        Decision.Granted granted = (Decision.Granted) decision;
        if (granted.answer().isPresent()) return granted.answer().get();
        return store(request.budget(), request.id(), drawing.get());
    }

    /**
     * As above, for a drawing that says which plan it ran: an answer of any other plan than the one that was charged is neither stored nor
     * handed out.
     *
     * @throws OverBudgetException where too little is left
     */
    public Stored releaseOf(Request request, Supplier<Drawn> drawing) {
        return release(request, () -> {
            Drawn drawn = drawing.get();
            Mechanism ran = NormalForm.normal(drawn.plan());
            if (!ran.equals(NormalForm.normal(request.ask().plan())))
                throw new InvalidException(
                        "what ran is " + Plans.print(ran) + ", and what was charged is "
                                + Plans.print(request.ask().plan()) + ": nothing is released",
                        "charge the plan that is run");
            return drawn.answer();
        });
    }

    /** What a request would take, without taking it. */
    public Preview preview(Request request) {
        Prepared prepared = prepare(request);
        Budget budget = prepared.budget;
        String period = budget.terms().refill().period(request.period(), clock.instant());
        Map<String, Holding> now = holdings(budget, period);
        return Preview.of(budget, prepared.cost, now);
    }

    /** Turns unused coupons into others that they dominate. */
    public Entry swap(String name, Mechanism old, Mechanism fresh) {
        Budget budget = budget(name);
        if (!(budget.rule() instanceof Bank bank))
            throw new InvalidException("only coupons can be swapped, and " + name + " has none");
        if (budget.terms().refill() != Refill.NEVER)
            throw new InvalidException("coupons of a budget that refills cannot be swapped");
        Withdrawal taken = bank.swap(old, fresh);
        Optional<Entry> done = store.write(transaction -> {
            Map<String, Holding> now = transaction.holdings(name, "");
            if (!covered(taken, now)) return Optional.empty();
            transaction.take(name, "", taken.amounts());
            Map<String, Long> given = new TreeMap<>();
            NormalForm.of(fresh).counts().forEach((coupon, count) -> given.put(Plans.print(coupon), count));
            for (Map.Entry<String, Long> one : given.entrySet())
                transaction.grant(name, "", one.getKey(), one.getValue());
            ObjectNode said = JsonNodeFactory.instance.objectNode();
            said.put("old", Plans.print(old));
            said.put("new", Plans.print(fresh));
            ObjectNode amounts = said.putObject("taken");
            taken.amounts().forEach(amounts::put);
            said.put("how", taken.how());
            return Optional.of(transaction.append(name, Kinds.SWAP, "", said));
        });
        return done.orElseThrow(() -> new OverBudgetException(new Decision.Refused(
                "the budget " + name + " does not have " + Plans.print(old) + " left",
                budget.rule().left(Budget.left(holdings(budget, ""))))));
    }

    /** Where a budget stands. */
    public Status status(String name) {
        Budget budget = budget(name);
        return store.read(snapshot -> Status.of(budget, snapshot));
    }

    /** Looks at everything at one moment. */
    <T> T read(Function<Snapshot, T> reading) {
        return store.read(reading);
    }

    /** Every line in order, of one budget or of all where the name is empty. */
    public void history(String name, java.util.function.Consumer<Entry> each) {
        if (!name.isEmpty()) budget(name);
        store.read(snapshot -> {
            snapshot.entries(name, each);
            return name;
        });
    }

    /** The latest entries of a budget, each with the share that was spent after it. */
    public List<Spending> spending(String name, int most) {
        Budget budget = budget(name);
        return store.read(snapshot -> Spending.of(budget, snapshot, most));
    }

    /** Works every line out again, from its text alone. */
    public Verification verify() {
        return store.read(snapshot -> Verification.of(snapshot, accountant));
    }

    /** Waits for what is under way. */
    @Override
    public void close() {
        store.close();
    }
}
