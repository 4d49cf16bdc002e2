package io.sordino.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import io.sordino.account.Accountant;
import io.sordino.ledger.rule.Ask;
import io.sordino.ledger.rule.Bank;
import io.sordino.ledger.rule.Units;
import io.sordino.ledger.rule.Withdrawal;
import io.sordino.ledger.store.Chain;
import io.sordino.ledger.store.Entry;
import io.sordino.ledger.store.Holding;
import io.sordino.ledger.store.Kinds;
import io.sordino.ledger.store.Snapshot;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.plan.Plans;
import io.sordino.refusal.InvalidException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Everything worked out again from the text of the lines, and compared with what the tables say.
 *
 * @param problems what does not fit, in words; empty where all is as it should be
 */
public record Verification(long entries, long charges, long answers, String head, List<String> problems) {
    private static final int MOST_PROBLEMS = 100;

    /** Whether everything fits. */
    public boolean holds() {
        return problems.isEmpty();
    }

    static Verification of(Snapshot snapshot, Accountant accountant) {
        Replay replay = new Replay(accountant);
        snapshot.entries("", replay::read);
        replay.compare(snapshot);
        return new Verification(replay.seq, replay.charges, replay.hashes.size(), replay.hash, replay.problems);
    }

    /** The state that the lines make. */
    private static final class Replay {
        private final Accountant accountant;
        private final List<String> problems = new ArrayList<>();
        private final Map<String, Budget> budgets = new HashMap<>();
        private final Map<String, String> created = new TreeMap<>();
        private final Map<List<String>, Map<String, Holding>> holdings = new HashMap<>();
        private final Set<List<String>> requests = new HashSet<>();
        private final Map<List<String>, String> hashes = new HashMap<>();
        private long seq;
        private long charges;
        private String hash = Chain.START;
        private String time = "";

        Replay(Accountant accountant) {
            this.accountant = accountant;
        }

        private void problem(String what) {
            if (problems.size() < MOST_PROBLEMS) problems.add(what);
        }

        void read(Entry entry) {
            String at = "entry " + entry.seq() + ": ";
            if (entry.seq() != seq + 1)
                problem(at + "comes after entry " + seq + ": entries were dropped or reordered");
            String expected = Chain.next(hash, entry.line());
            if (!expected.equals(entry.hash()))
                problem(at + "its hash does not follow from its text and the entry before it: one of them was edited");
            seq = entry.seq();
            hash = entry.hash();
            try {
                JsonNode line = Lines.read(entry.line());
                columns(at, entry, line);
                said(at, entry, line);
            } catch (InvalidException e) {
                problem(at + e.refusal().reason());
            } catch (RuntimeException e) {
                problem(at + "cannot be read: " + e.getMessage());
            }
        }

        private void columns(String at, Entry entry, JsonNode line) {
            boolean same = line.path("seq").longValue() == entry.seq()
                    && line.path("kind").asText().equals(entry.kind())
                    && line.path("budget").asText().equals(entry.budget())
                    && line.path("request").asText().equals(entry.request());
            if (!same) problem(at + "its columns do not say what its text says");
            String when = line.path("time").asText();
            if (!time.isEmpty() && java.time.Instant.parse(when).isBefore(java.time.Instant.parse(time)))
                problem(at + "is older than the entry before it");
            time = when;
        }

        private void said(String at, Entry entry, JsonNode line) {
            switch (entry.kind()) {
                case Kinds.CREATE -> create(at, entry, line);
                case Kinds.CHARGE -> charge(at, entry, line);
                case Kinds.ANSWER -> answer(at, entry, line);
                case Kinds.SWAP -> swap(at, entry, line);
                default -> problem(at + "is of a kind that nobody knows");
            }
        }

        private void create(String at, Entry entry, JsonNode line) {
            Budget budget = new Budget(Terms.of(line), accountant);
            if (budgets.put(entry.budget(), budget) != null) problem(at + "the budget was created before");
            created.put(entry.budget(), entry.line());
            // an accountant that has learned since may promise less, never more
            double price = Double.parseDouble(line.path("price").asText());
            if (!(budget.rule().promise() <= price)) problem(at + "its price is worked out to more than it says");
            budget.rule().resources().forEach(resource -> {
                BigDecimal most = Units.amount(resource.most(), resource.digits());
                BigDecimal then =
                        new BigDecimal(line.path("most").path(resource.name()).asText("0"));
                if (most.compareTo(then) < 0)
                    problem(at + "there was more " + resource.name() + " than its terms allow");
            });
            if (budget.terms().refill() == Refill.NEVER) open(budget, "");
        }

        private Map<String, Holding> open(Budget budget, String period) {
            return holdings.computeIfAbsent(
                    List.of(budget.terms().name(), period), key -> new TreeMap<>(budget.fresh()));
        }

        private Budget budget(Entry entry) {
            return Optional.ofNullable(budgets.get(entry.budget()))
                    .orElseThrow(() -> new InvalidException("its budget was not created before it"));
        }

        private void charge(String at, Entry entry, JsonNode line) {
            charges++;
            Budget budget = budget(entry);
            if (!requests.add(List.of(entry.budget(), entry.request()))) problem(at + "its request was charged before");
            Map<String, Holding> held = open(budget, line.path("period").asText());
            Withdrawal taken = Lines.taken(line);
            // a bank is asked about the very coupons that were taken, since which ones were left decided then
            Optional<Mechanism> coupons = budget.rule() instanceof Bank ? Bank.plan(taken.amounts()) : Optional.empty();
            Ask ask = new Ask(
                    Plans.parse(line.path("plan").asText()), decimal(line, "epsilon"), decimal(line, "delta"), coupons);
            Optional<Withdrawal> needed = budget.cost(ask, Optional.empty()).from(Budget.left(held));
            if (needed.isEmpty()) problem(at + "there was too little left for it");
            else
                needed.get().amounts().forEach((name, amount) -> {
                    if (taken.amounts().getOrDefault(name, 0L) < amount)
                        problem(at + "it took less " + name + " than its plan costs");
                });
            take(at, held, taken);
        }

        private static Optional<BigDecimal> decimal(JsonNode line, String field) {
            return Optional.ofNullable(line.get(field)).map(value -> new BigDecimal(value.asText()));
        }

        private void take(String at, Map<String, Holding> held, Withdrawal taken) {
            taken.amounts().forEach((name, amount) -> {
                Holding one = held.getOrDefault(name, new Holding(0, 0));
                if (!(amount >= 0 && amount <= one.left())) problem(at + "it took more " + name + " than there was");
                held.put(name, new Holding(one.most(), one.spent() + amount));
            });
        }

        private void swap(String at, Entry entry, JsonNode line) {
            Budget budget = budget(entry);
            if (!(budget.rule() instanceof Bank bank)) throw new InvalidException("only banks swap coupons");
            Withdrawal taken = Lines.taken(line);
            Mechanism fresh = Plans.parse(line.path("new").asText());
            Withdrawal needed = bank.swap(Plans.parse(line.path("old").asText()), fresh);
            needed.amounts().forEach((name, amount) -> {
                if (taken.amounts().getOrDefault(name, 0L) < amount)
                    problem(at + "it took less " + name + " than the swap costs");
            });
            Map<String, Holding> held = open(budget, "");
            take(at, held, taken);
            NormalForm.of(fresh).counts().forEach((coupon, count) -> {
                Holding one = held.getOrDefault(Plans.print(coupon), new Holding(0, 0));
                held.put(Plans.print(coupon), new Holding(one.most() + count, one.spent()));
            });
        }

        private void answer(String at, Entry entry, JsonNode line) {
            List<String> key = List.of(entry.budget(), entry.request());
            if (!requests.contains(key)) problem(at + "it answers a request that was not charged before it");
            if (hashes.put(key, line.path("sha256").asText()) != null) problem(at + "its request was answered before");
        }

        void compare(Snapshot snapshot) {
            Entry head = snapshot.head();
            if (head.seq() != seq || !head.hash().equals(hash))
                problem("the head is entry " + head.seq() + ", and the last entry is " + seq
                        + ": entries were dropped or added at the end");
            if (!snapshot.budgets().equals(created)) problem("the table of budgets does not follow from the entries");
            for (String name : created.keySet()) {
                Map<String, Map<String, Holding>> mine = new TreeMap<>();
                holdings.forEach((key, held) -> {
                    if (key.get(0).equals(name)) mine.put(key.get(1), held);
                });
                if (!snapshot.holdings(name).equals(mine))
                    problem("what the tables say is left of " + name + " does not follow from the entries");
            }
            Set<List<String>> missing = new HashSet<>(hashes.keySet());
            snapshot.answers((budget, request, body) -> {
                List<String> key = List.of(budget, request);
                missing.remove(key);
                if (!Chain.of(body).equals(hashes.get(key)))
                    problem("the answer of " + request + " in " + budget + " is not the one that was given");
            });
            for (List<String> key : missing) problem("the answer of " + key.get(1) + " in " + key.get(0) + " is gone");
        }
    }
}
