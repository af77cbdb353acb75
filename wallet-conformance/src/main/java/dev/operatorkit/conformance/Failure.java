package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.Exchange;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reports that the wallet breaks a rule, or that a balance is wrong. */
public final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Ends the hints that ascribe a changed balance to a request that was refused. */
    private static final String MOVED = ", but money moved.";

    /** The rules of what is said about a balance: money moves as it should. */
    private static final Set<String> REPORTING = Set.of("WAL-2", "WAL-13", "IDM-2");

    private static final String LATE =
            "A look a moment later, with no call between, showed the right balance: apply a movement before its"
                    + " response.";

    private static final Pattern STATUS = Pattern.compile("(?s)status (\\d{3})\\b.*");

    private final String rule;
    private final String expected;
    private final String actual;
    private final String hint;
    private final transient @Nullable Exchange exchange;
    private final transient @Nullable Claim claim;
    private final transient @Nullable BalanceChain chain;
    private final transient @Nullable WrongMovement wrong;

    /** Holds the balance that a check expects and the one that the wallet reports. */
    record Claim(BigDecimal expected, BigDecimal actual) {}

    /**
     * Creates a failure.
     *
     * @param rule the broken rule
     * @param hint advice on where to look, or an empty text
     * @param exchange the one that shows the failure, if there is one
     */
    public Failure(String rule, String expected, String actual, String hint, @Nullable Exchange exchange) {
        this(rule, expected, actual, hint, exchange, null, null, null);
    }

    private Failure(
            String rule,
            String expected,
            String actual,
            String hint,
            @Nullable Exchange exchange,
            @Nullable Claim claim,
            @Nullable BalanceChain chain,
            @Nullable WrongMovement wrong) {
        super("expected " + expected + "; actual: " + actual);
        this.rule = rule;
        this.expected = expected;
        this.actual = actual;
        this.hint = hint;
        this.exchange = exchange;
        this.claim = claim;
        this.chain = chain;
        this.wrong = wrong;
    }

    private Failure with(String otherRule, String otherHint, @Nullable WrongMovement shownBy) {
        return new Failure(otherRule, expected, actual, otherHint, exchange, claim, chain, shownBy);
    }

    /** Returns a copy that is about a balance. */
    Failure ofBalance(BigDecimal expectedBalance, BigDecimal actualBalance) {
        return new Failure(
                rule, expected, actual, hint, exchange, new Claim(expectedBalance, actualBalance), null, null);
    }

    /**
     * Returns a copy that the calls of the case explain, if they can. Its hint then claims no more than their sums show, and
     * accuses no request that they acquit; a refused movement that moved money, or an id that was applied again, breaks its own
     * rule (ERR-2, ERR-3, IDM-1), whatever the case is about, and so do fractions of a minor unit (WAL-16).
     */
    Failure explainedBy(BalanceTrail trail, RunJournal journal) {
        var chained = trail.explain(this)
                .map(movements -> explainedBy(movements).withDoubt(trail.describeDoubt(movements)))
                .orElse(this);
        var accusing = chained.withUnexpected401(trail, journal);
        var shown = trail.wrongMovement(this);
        var idle = trail.idleChange();
        if (idle.isPresent() && (claim != null || shown.isPresent())) {
            return accusing.withIdleChange(idle.get(), shown.orElse(null));
        }
        if (shown.isPresent() && isOf(shown.get())) {
            return accusing.shownBy(shown.get());
        }
        var isUnproven =
                hint.equals(Check.RETURN_THE_BALANCE_AFTER) && (shown.isPresent() || !trail.isFollowedByLook(this));
        return accusing.with(accusing.rule, isUnproven ? "" : accusing.hint, shown.orElse(null));
    }

    /** Returns true when this wrong movement can be what failed: its sign fits, or the response that failed is one of it. */
    private boolean isOf(WrongMovement shown) {
        if (REPORTING.contains(rule)) {
            return false;
        }
        if (claim != null) {
            return claim.actual().compareTo(claim.expected()) == shown.wrong().signum();
        }
        var callback = exchange == null ? "" : exchange.request().path().replaceFirst(".*/", "");
        var status = STATUS.matcher(actual);
        return status.matches() && shown.isAbout(callback, Integer.parseInt(status.group(1)));
    }

    /** Returns a copy that says that the balance moved with no call; or late, when that made it right. */
    private Failure withIdleChange(WrongMovement idle, @Nullable WrongMovement shown) {
        var isExpected = claim != null && claim.expected().compareTo(Objects.requireNonNull(idle.reported())) == 0;
        if (isExpected || (shown != null && shown.wrong().add(idle.wrong()).signum() == 0)) {
            var late = shown != null && isOf(shown) ? shownBy(shown) : this;
            return late.with(late.rule, (late.hint + " " + LATE).strip(), shown);
        }
        return with(idle.rule(), idle.describe(), idle);
    }

    private Failure shownBy(WrongMovement shown) {
        if (shown.isFraction()) {
            return with(shown.rule(), shown.describe(), shown);
        }
        if (shown.isShown()) {
            var isOwn = shown.hasApplied() || (shown.fault() == MovementFault.REPEAT && rule.startsWith("IDM"));
            var keepsHint = isOwn
                    && !shown.isPlain()
                    && !hint.isEmpty()
                    && !hint.endsWith(MOVED)
                    && !hint.equals(Check.RETURN_THE_BALANCE_AFTER);
            return with(isOwn ? rule : shown.rule(), shown.describe() + (keepsHint ? " " + hint : ""), shown);
        }
        var isUnclear = hint.equals(Check.RETURN_THE_BALANCE_AFTER) || !(shown.hasSpecial() || shown.hasApplied());
        return with(rule, isUnclear ? shown.describe() : hint, shown);
    }

    /**
     * Returns a copy with ERR-2 when a movement got 401 although it was signed correctly. Settlements must have been accepted
     * elsewhere: a wallet that refuses all of them may want a session, which breaks another rule (WAL-8, WAL-11).
     */
    private Failure withUnexpected401(BalanceTrail trail, RunJournal journal) {
        return actual.matches("(?s)status 401\\b.*")
                        && !rule.matches("(SIG|GEN|NET)-.*")
                        && trail.firstRefused(exchange)
                                .filter(sent -> sent.callback().equals("debit")
                                        || (sent.isPlain() && journal.hasAppliedPlain(sent.callback())))
                                .isPresent()
                ? with("ERR-2", "The callback was signed correctly.", wrong)
                : this;
    }

    /** Returns a copy that is about a movement that another case shows to be wrong. */
    Failure causedBy(WrongMovement other, String caseId) {
        var own = Objects.requireNonNull(wrong);
        var isShown = own.isShown()
                && !other.isWithoutCall()
                && own.suspects().getFirst().isLike(other.suspects().getFirst());
        return with(
                other.rule(), isShown ? own.describe() : WrongMovement.AS_IN + caseId + ": " + other.describe(), own);
    }

    /** Returns true when the failure is about money, or a refusal for lack of it. */
    boolean mayBeOfMovement() {
        return !REPORTING.contains(rule)
                && (claim != null || !actual.startsWith("status ") || actual.startsWith("status 409"));
    }

    @Nullable
    WrongMovement wrongMovement() {
        return wrong;
    }

    private Failure withDoubt(String doubt) {
        if (doubt.isEmpty()) {
            return this;
        }
        var rest = hint.isEmpty() || hint.endsWith(MOVED) ? "" : " " + hint;
        return with(rule, doubt + rest, wrong);
    }

    /** Returns a copy that these movements explain. */
    public Failure explainedBy(BalanceChain movements) {
        return new Failure(rule, expected, actual, hint, exchange, claim, movements, wrong);
    }

    @Nullable
    Claim claim() {
        return claim;
    }

    /** Returns the broken rule. */
    public String rule() {
        return rule;
    }

    /** Returns the expected behaviour. */
    public String expected() {
        return expected;
    }

    /** Returns the actual behaviour. */
    public String actual() {
        return actual;
    }

    /** Returns advice on where to look: that of the case, or else that of the rule. */
    public String hint() {
        return hint.isEmpty() ? Rules.hintFor(rule) : hint;
    }

    /** Returns what a report tells the reader to do: where an error of the server is the failure, its log comes before the hint. */
    public String advice() {
        var isServerError = actual.matches("(?s)status 5\\d\\d\\b.*");
        return (isServerError ? "The wallet answered with a server error: read its log first. " : "") + hint();
    }

    /** Returns the exchange that shows the failure, if there is one. */
    public @Nullable Exchange exchange() {
        return exchange;
    }

    /** Returns the movements that show a wrong balance, if they were found. */
    public Optional<BalanceChain> chain() {
        return Optional.ofNullable(chain);
    }
}
