package dev.operatorkit.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the dependencies between modules and packages. That no SDK exports a type
 * of Jackson, the compiler checks ({@code -Xlint:exports}).
 */
class ArchitectureTest {
    record HouseRule(String name, JavaClasses ours, ArchRule rule) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final String[] DATABASES = {
        "org.jooq..", "java.sql..", "javax.sql..", "org.h2..", "org.postgresql..", "org.flywaydb..", "com.zaxxer.."
    };
    private static final String[] OUTSIDE_THE_SUITE = {
        "dev.operatorkit.simulator..",
        "dev.operatorkit.client..",
        "dev.operatorkit.wallet..",
        "dev.operatorkit.signing..",
        "dev.operatorkit.money..",
        "dev.operatorkit.net..",
        "dev.operatorkit.wire..",
        "dev.operatorkit.json.."
    };
    private static final String[] SERVERS = {"io.helidon..", "com.sun.net.httpserver..", "jakarta.servlet.."};
    private static final Set<String> CLOCKS = Set.of(
            "java.time.Instant",
            "java.time.LocalDate",
            "java.time.LocalDateTime",
            "java.time.LocalTime",
            "java.time.OffsetDateTime",
            "java.time.ZonedDateTime",
            "java.time.Year",
            "java.time.YearMonth");

    private static final Set<String> SCHEDULERS = Set.of(
            "java.util.Timer",
            "java.util.concurrent.ForkJoinPool",
            "java.util.concurrent.ScheduledExecutorService",
            "java.util.concurrent.ScheduledThreadPoolExecutor");

    static Stream<HouseRule> rules() {
        var all = Modules.product(Modules.ALL);
        var sdks = Modules.product(Modules.SDKS);
        var programs = Modules.product(List.of("provider-simulator", "reference-wallet"));
        return Stream.of(
                new HouseRule(
                        "The SDKs know no database, but a contract knows what one reports",
                        sdks,
                        noClasses().that().doNotHaveSimpleName("StorePostings").should(dependOnAny(DATABASES))),
                new HouseRule(
                        "The SDKs know no server, except those that tests start",
                        Modules.product(List.of("sdk-core", "sdk-client", "sdk-wallet-server", "sdk-wallet-testkit")),
                        noClasses().that().doNotHaveSimpleName("CallbackServer").should(dependOnAny(SERVERS))),
                new HouseRule(
                        "Only who calls over HTTP knows OkHttp",
                        Modules.product(List.of(
                                "sdk-core",
                                "sdk-wallet-server",
                                "sdk-wallet-testkit",
                                "http-guard",
                                "reference-wallet")),
                        dependOnNone("okhttp3..")),
                new HouseRule(
                        "The simulator, the independent witness, knows neither SDK",
                        Modules.product(List.of("provider-simulator")),
                        dependOnNone("dev.operatorkit.client..", "dev.operatorkit.wallet..")),
                new HouseRule(
                        "nor do the simulator's tests",
                        Modules.tests(List.of("provider-simulator")),
                        dependOnNone("dev.operatorkit.client..", "dev.operatorkit.wallet..")),
                new HouseRule(
                        "The conformance suite, which judges any wallet, knows neither the simulator nor our SDKs",
                        Modules.product(List.of("wallet-conformance")),
                        dependOnNone(OUTSIDE_THE_SUITE)),
                new HouseRule(
                        "nor do its tests",
                        Modules.tests(List.of("wallet-conformance")),
                        dependOnNone(OUTSIDE_THE_SUITE)),
                new HouseRule(
                        "The guard of HTTP servers knows nothing of what they serve",
                        Modules.product(List.of("http-guard")),
                        dependOnNone(
                                "dev.operatorkit.client..",
                                "dev.operatorkit.wallet..",
                                "dev.operatorkit.signing..",
                                "dev.operatorkit.wire..",
                                "dev.operatorkit.simulator..",
                                "dev.operatorkit.reference..")),
                new HouseRule(
                        "Only what keeps tables knows jOOQ in the programs",
                        programs,
                        noClasses()
                                .that()
                                .resideOutsideOfPackages(
                                        "..reference.citus..",
                                        "..reference.database..",
                                        "..reference.staff..",
                                        "..reference.store..",
                                        "..reference.schema..",
                                        // Each owns the tables of its data.
                                        "..simulator.database..",
                                        "..simulator.campaign..",
                                        "..simulator.catalogue..",
                                        "..simulator.delivery..",
                                        "..simulator.launch..",
                                        "..simulator.transcript..")
                                .should(dependOnAny("org.jooq.."))),
                new HouseRule(
                        "Nothing that decides or stores knows Helidon",
                        programs,
                        noClasses()
                                .that()
                                .resideInAnyPackage(
                                        "..store..",
                                        "..simulator.database..",
                                        "..simulator.signing..",
                                        "..simulator.wallet..")
                                .should(dependOnAny("io.helidon.."))),
                new HouseRule("The time comes from a Clock only", all, readNoSystemClock()),
                new HouseRule(
                        "Only who survives every failure schedules: an exception ends a scheduled task in silence",
                        all,
                        scheduleNothing()),
                new HouseRule(
                        "No package is a catch-all",
                        all,
                        noClasses()
                                .should()
                                .resideInAnyPackage(
                                        "..util..",
                                        "..utils..",
                                        "..common..",
                                        "..helper..",
                                        "..helpers..",
                                        "..misc..")),
                new HouseRule(
                        "No class name ends with Impl",
                        all,
                        noClasses().should().haveSimpleNameEndingWith("Impl")));
    }

    static Stream<HouseRule> cycles() {
        return Modules.ALL.stream()
                .filter(module -> Modules.hasJava(Modules.folder(module), "main"))
                .map(module -> new HouseRule(
                        "No package cycle in " + module,
                        Modules.product(List.of(module)),
                        slices().assignedFrom(new SlicePerPackage())
                                .should()
                                .beFreeOfCycles()
                                // The API of the wallet SDK is a facade of its engine.
                                .ignoreDependency(
                                        resideInAPackage("dev.operatorkit.wallet"),
                                        resideInAPackage("dev.operatorkit.wallet.engine"))));
    }

    @ParameterizedTest
    @MethodSource({"rules", "cycles"})
    void the_rule_holds_for_our_classes(HouseRule rule) {
        rule.rule().check(rule.ours());
    }

    /** Assigns every package to its own slice, except the packages that jOOQ generates, which depend on each other. */
    private static final class SlicePerPackage implements SliceAssignment {
        @Override
        public String getDescription() {
            return "packages";
        }

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return type.getPackageName().startsWith("dev.operatorkit.reference.schema")
                    ? SliceIdentifier.ignore()
                    : SliceIdentifier.of(type.getPackageName());
        }
    }

    private static ArchRule dependOnNone(String... packages) {
        return noClasses().should(dependOnAny(packages));
    }

    private static ArchCondition<JavaClass> dependOnAny(String... packages) {
        return dependOnClassesThat(resideInAnyPackage(packages));
    }

    private static ArchRule readNoSystemClock() {
        return noClasses()
                .should()
                .accessTargetWhere(
                        DescribedPredicate.describe("reads the system clock", ArchitectureTest::readsSystemClock));
    }

    private static ArchRule scheduleNothing() {
        return noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.operatorkit.schedule.RepeatedTask")
                .and()
                .doNotHaveFullyQualifiedName("dev.operatorkit.client.CatalogueSubscription")
                .should()
                .accessTargetWhere(DescribedPredicate.describe("schedules a task", ArchitectureTest::schedules));
    }

    private static boolean schedules(JavaAccess<?> access) {
        var owner = access.getTargetOwner();
        return access.getTarget().getName().startsWith("schedule")
                && Stream.concat(Stream.of(owner), owner.getAllRawSuperclasses().stream())
                        .anyMatch(type -> SCHEDULERS.contains(type.getName()));
    }

    private static boolean readsSystemClock(JavaAccess<?> access) {
        var owner = access.getTargetOwner().getName();
        var called = access.getTarget();
        return switch (called.getName()) {
            case "now" -> CLOCKS.contains(owner) && !called.getFullName().contains("java.time.Clock");
            case "currentTimeMillis" -> owner.equals("java.lang.System");
            case "<init>" -> called.getFullName().equals("java.util.Date.<init>()");
            case "getInstance" -> owner.equals("java.util.Calendar");
            default -> false;
        };
    }
}
