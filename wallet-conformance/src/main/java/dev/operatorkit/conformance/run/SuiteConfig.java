package dev.operatorkit.conformance.run;

import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.RunDescription;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Waivers;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Checkpoint;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.suite.RunState;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.conformance.wire.WireClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Configures a run: the wallet, the players and the cases.
 *
 * @param target the wallet
 * @param tokens session tokens of one or two players with some balance
 * @param game the game that the callbacks name
 * @param plan the plan that the run is judged by
 * @param cases those of the plan that are run
 * @param waivers the cases of the plan that may be skipped
 * @param seed decides the random choices
 * @param description who tests what, for the reports
 * @param phase whether the run is one of two
 */
public record SuiteConfig(
        Target target,
        List<String> tokens,
        String game,
        Plan plan,
        List<Case> cases,
        Waivers waivers,
        long seed,
        RunDescription description,
        Phase phase,
        Clock clock) {
    /** Names the game in callbacks by default, one of the simulator's catalogue. */
    public static final String DEFAULT_GAME = "cherry-rush";

    /**
     * Defines the part of a run that is one of two: the first leaves a checkpoint, and the second resumes it.
     *
     * @param writer writes what the run leaves for a second run; null unless this is the first of two
     * @param resumed the checkpoint of the first run; null unless this is the second
     */
    public record Phase(
            Checkpoint.@Nullable Writer writer, @Nullable Checkpoint resumed) {}

    /** Refuses a token that is given twice: it is one player, and would count as two. */
    public SuiteConfig {
        if (new HashSet<>(tokens).size() < tokens.size()) {
            throw new IllegalArgumentException("The same session token was given twice. Give each token once, and the"
                    + " token of another player for the cases about two players.");
        }
    }

    /** Creates the default configuration: the whole plan, ten seconds per call, no pauses, the public certificate authorities. */
    public static SuiteConfig of(String wallet, String secret, List<String> tokens, Plan plan) {
        var trust = TrustedCertificates.system(Clock.systemUTC());
        return of(new Target(WalletAddress.parse(wallet), Secret.of(secret), trust), tokens, plan);
    }

    /** Creates the default configuration for this target. */
    public static SuiteConfig of(Target target, List<String> tokens, Plan plan) {
        return new SuiteConfig(
                target,
                List.copyOf(tokens),
                DEFAULT_GAME,
                plan,
                plan.cases(),
                Waivers.none(),
                1,
                RunDescription.none(),
                new Phase(null, null),
                Clock.systemUTC());
    }

    /** Returns a copy that runs these cases: ids or globs, each of which must match a case, since a test of no case would pass. */
    public SuiteConfig only(List<String> ids) {
        return selecting(ids, (id, c) -> ExpectedFailures.matches(id, c.id()), "matches ");
    }

    /** Returns a copy that runs those of its cases that check one of these rules, each of which must have a case. */
    public SuiteConfig checking(List<String> rules) {
        return selecting(rules, (rule, c) -> c.rules().contains(rule), "checks ");
    }

    private SuiteConfig selecting(List<String> names, BiPredicate<String, Case> selects, String verb) {
        for (var name : names) {
            if (cases.stream().noneMatch(c -> selects.test(name, c))) {
                throw new IllegalArgumentException(
                        "No case of the plan " + plan.name() + " " + verb + name + ". See conformance --list.");
            }
        }
        return withCases(
                cases.stream()
                        .filter(c -> names.stream().anyMatch(name -> selects.test(name, c)))
                        .toList(),
                seed);
    }

    /** Returns a copy that runs these cases with this seed. */
    public SuiteConfig withCases(List<Case> chosen, long newSeed) {
        return new SuiteConfig(
                target, tokens, game, plan, List.copyOf(chosen), waivers, newSeed, description, phase, clock);
    }

    /** Returns a copy whose callbacks name this game. */
    public SuiteConfig withGame(String slug) {
        return new SuiteConfig(target, tokens, slug, plan, cases, waivers, seed, description, phase, clock);
    }

    /** Returns a copy whose reports say who tested what. */
    public SuiteConfig withDescription(RunDescription given) {
        return new SuiteConfig(target, tokens, game, plan, cases, waivers, seed, given, phase, clock);
    }

    /** Returns a copy in which these cases may be skipped. */
    public SuiteConfig withWaivers(Waivers given) {
        return new SuiteConfig(target, tokens, game, plan, cases, given, seed, description, phase, clock);
    }

    /** Returns a copy that trusts this certificate authority instead of the public ones. */
    public SuiteConfig withCertificateAuthority(Path pem) {
        return withTarget(target.withTrust(target.trust().withOnly(pem)));
    }

    /** Returns a copy for this target. */
    public SuiteConfig withTarget(Target other) {
        return new SuiteConfig(other, tokens, game, plan, cases, waivers, seed, description, phase, clock);
    }

    /** Returns a copy that runs this plan, the whole of it. */
    public SuiteConfig withPlan(Plan other) {
        return new SuiteConfig(target, tokens, game, other, other.cases(), waivers, seed, description, phase, clock);
    }

    /** Returns a copy that ends with rounds left open for a second run, and hands what that run needs to this writer. */
    public SuiteConfig leaving(Checkpoint.Writer writer) {
        return with(new Phase(writer, null));
    }

    /** Returns a copy that resumes an earlier run; the tokens are those of that run, and fresh ones where these have expired. */
    public SuiteConfig resuming(Checkpoint first) {
        if (!first.origin().wallet().equals(target.wallet().toString())) {
            throw new IllegalArgumentException(
                    "The checkpoint was left for the wallet " + first.origin().wallet() + ", and this one is "
                            + target.wallet() + ". Give the address of the first run.");
        }
        return with(new Phase(null, first.withTokens(tokens)));
    }

    private SuiteConfig with(Phase other) {
        return new SuiteConfig(target, tokens, game, plan, cases, waivers, seed, description, other, clock);
    }

    /** Returns the result of a run with this configuration; {@code start} is the {@link System#nanoTime} at its beginning. */
    SuiteResult result(Instant started, long start, List<Player> players, List<CaseResult> results, String aborted) {
        return new SuiteResult(
                target.wallet().toString(),
                plan,
                seed,
                options(),
                description,
                waivers,
                started,
                (System.nanoTime() - start) / 1_000_000,
                players.stream()
                        .map(p -> p.accountId() + " (" + p.currency() + ")")
                        .toList(),
                List.copyOf(results),
                aborted);
    }

    /** Creates the state of a run over this connection. */
    RunState newState(WireClient wire) {
        return new RunState(wire, target.secret(), target.preconditions(), game, seed);
    }

    /** Opens connections to the wallet. */
    WireClient connect() {
        return new WireClient(
                target.wallet(), target.secret(), target.trust(), target.timeout(), target.pause(), clock);
    }

    /** Returns the options for the reports; tokens are counted, and the secret is left out. */
    public Map<String, String> options() {
        var options = new LinkedHashMap<String, String>();
        options.put("plan", plan.name());
        options.put("cases", cases.size() + " of " + plan.cases().size());
        options.put("game", game);
        options.put("tokens", Integer.toString(tokens.size()));
        options.put("seed", Long.toString(seed));
        options.put("timeout", target.timeout().toSeconds() + " s");
        options.put("pause", target.pause().toMillis() + " ms");
        var limit = target.preconditions().maxStake();
        if (target.preconditions().namesCampaign()) {
            options.put("campaign", target.preconditions().campaign());
        }
        if (limit != null) {
            options.put("max-stake", limit.toPlainString());
        }
        var first = phase.resumed();
        if (first != null) {
            options.put(SuiteResult.RESUMED, first.describe());
        }
        return options;
    }
}
