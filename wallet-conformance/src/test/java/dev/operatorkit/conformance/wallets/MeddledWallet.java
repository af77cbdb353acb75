package dev.operatorkit.conformance.wallets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.Script;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Runs cases against a wallet that is right but for what somebody does to its ledger at each request. */
public final class MeddledWallet {
    public static final BigDecimal UNIT = new BigDecimal("0.01");

    private final ConfigurableWallet wallet;
    private final Meddler meddler;
    private final Set<String> known = new HashSet<>();

    /** Changes the ledger before a request is handled; returns the status of the response, or 0 to let the wallet respond. */
    @FunctionalInterface
    public interface Meddler {
        int meddle(MeddledWallet wallet, Request request);
    }

    /**
     * Holds a request.
     *
     * @param kind debit, credit, rollback, lookup or player
     * @param account the account that it names, or the first one
     * @param isNew true for the first movement with this id
     */
    public record Request(String kind, JsonNode body, String account, boolean isNew) {
        /** Returns true for the first sending of a movement of this kind. */
        boolean isNew(String of) {
            return isNew && kind.equals(of);
        }

        String id() {
            return body.path("transactionId").asText();
        }

        /** Returns the stake or payout; 0 when there is none. */
        BigDecimal amount() {
            var amount = body.path(kind.equals("debit") ? "stake" : "payout").path("amount");
            return amount.isNumber() ? amount.decimalValue() : BigDecimal.ZERO;
        }
    }

    private MeddledWallet(ConfigurableWallet wallet, Meddler meddler) {
        this.wallet = wallet;
        this.meddler = meddler;
        wallet.fail(this::handle);
    }

    public static SuiteResult run(Meddler meddler, String... ids) {
        return run(WalletVariants.usual(), 2, meddler, cases(ids));
    }

    public static SuiteResult run(WalletVariants variants, int players, Meddler meddler, List<Case> cases) {
        try (var wallet = new ConfigurableWallet(variants, null)) {
            new MeddledWallet(wallet, meddler);
            return SuiteRuns.run(wallet, players, cases);
        }
    }

    public static SuiteResult run(Defect defect, String... ids) {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), defect)) {
            return SuiteRuns.run(wallet, 2, cases(ids));
        }
    }

    public static List<Case> cases(String... ids) {
        return SuiteRuns.cases(each -> Arrays.asList(ids).contains(each.id()));
    }

    /** Runs a script as the only case, for one player. */
    public static SuiteResult probe(Meddler meddler, Script script) {
        return run(
                WalletVariants.usual(), 1, meddler, List.of(Case.of("probe", "A case of this test", "WAL-4", script)));
    }

    public static Failure failure(SuiteResult result, String id) {
        return result.failed().stream()
                .filter(each -> each.testCase().id().equals(id))
                .map(each -> Objects.requireNonNull(each.failure()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(id + " did not fail"));
    }

    /** Returns the rule and the hint of each failed case. */
    public static List<String> hints(SuiteResult result) {
        return result.failed().stream()
                .map(each -> Objects.requireNonNull(each.failure()))
                .map(each -> each.rule() + ": " + each.hint())
                .toList();
    }

    private synchronized int handle(String request) {
        var space = request.indexOf(' ');
        var path = request.substring(0, space);
        var body = RequestBody.parse(RequestBody.utf8(request.substring(space + 1)));
        if (body == null) {
            var kind = path.contains("/transactions/") ? "lookup" : path.substring(path.lastIndexOf('/') + 1);
            return meddler.meddle(this, new Request(kind, MissingNode.getInstance(), "acc-1", false));
        }
        var isNew = known.add(body.path("transactionId").asText());
        return meddler.meddle(
                this,
                new Request(
                        path.substring(path.lastIndexOf('/') + 1),
                        body,
                        body.path("playerId").asText("acc-1"),
                        isNew));
    }

    public void add(String account, BigDecimal amount) {
        var found = wallet.ledger().books().accounts.get(account);
        if (found != null) {
            found.balance = found.balance.add(amount);
        }
    }

    public BigDecimal balance(String account) {
        return Objects.requireNonNull(wallet.ledger().books().accounts.get(account)).balance;
    }

    /** Takes one unit for each lookup. */
    public static int chargeForLookups(MeddledWallet wallet, Request request) {
        if (request.kind().equals("lookup")) {
            wallet.add("acc-1", UNIT.negate());
        }
        return 0;
    }

    /** Applies a movement without the response that belongs to it. */
    public void apply(Request request) {
        wallet.ledger().move(request.kind(), request.body(), request.body().toString());
    }
}
