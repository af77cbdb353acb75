package dev.operatorkit.wallet.engine;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.Placement;
import dev.operatorkit.wallet.rules.Movement;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Explores with Lincheck how callers, committers and a close of the queue interleave, fewest thread switches first: 25
 * interleavings of two scenarios. With {@code -Dthorough}, 50 of every scenario, and with {@code -Dtests.long}, 20,000. In each
 * interleaving, each movement has one
 * outcome, is applied at most once and in the order of its account, a withdrawn one is never applied, no two batches hold
 * an account concurrently, and no caller waits forever.
 */
class CommitQueueModelTest {
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final boolean THOROUGH = LONG || Boolean.getBoolean("thorough");
    private static final GroupCommitOptions ONE = GroupCommitOptions.defaults();

    /** The classes that the queue uses only while it holds its lock, and those of the model: all atomic. */
    private static final Set<String> CONFINED = Stream.of(
                    AccountQueues.class,
                    BatchScheduler.class,
                    Batch.class,
                    QueueNotes.class,
                    Movement.class,
                    CallerThreads.class)
            .map(Class::getName)
            .collect(Collectors.toSet());

    private static final Actor PATIENT_1 = submit("submitPatiently", 1);
    private static final Actor PATIENT_2 = submit("submitPatiently", 2);
    private static final Actor HASTY_1 = submit("submitHastily", 1);
    private static final Actor HASTY_2 = submit("submitHastily", 2);
    private static final Actor COMMITTER = new Actor(method("commitUntilClosed"), List.of());
    private static final Actor CLOSE = new Actor(method("close"), List.of());

    /** Lincheck leaves a jar in the temporary folder, which the JVM uses until it ends. */
    @AfterAll
    static void deleteJarAtTheEnd() throws IOException {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            files.filter(file -> file.getFileName().toString().startsWith("lincheck-bootstrap"))
                    .forEach(file -> file.toFile().deleteOnExit());
        }
    }

    /** Has one committer. */
    public static final class OneCommitter extends QueueModel {
        public OneCommitter() {
            super(ONE, false);
        }
    }

    /** Has one committer, and a store that rolls back each batch of several movements. */
    public static final class FailingBatches extends QueueModel {
        public FailingBatches() {
            super(ONE, true);
        }
    }

    /** Has two committers. */
    public static final class TwoCommitters extends QueueModel {
        public TwoCommitters() {
            super(ONE.withCommitters(2), true);
        }
    }

    /** Has one committer, and a partition for each account. */
    public static final class TwoPartitions extends QueueModel {
        public TwoPartitions() {
            super(ONE, true);
        }

        @Override
        int partition(int account) {
            return account;
        }
    }

    /** Has one committer, and a partition for each account, which are combined. */
    public static final class CombinedPartitions extends QueueModel {
        private static final Placement COMBINED = new Placement() {
            @Override
            public boolean combinesPartitions() {
                return true;
            }
        };

        public CombinedPartitions() {
            super(ONE, true, COMBINED);
        }

        @Override
        int partition(int account) {
            return account;
        }

        @Override
        boolean combinesPartitions() {
            return true;
        }
    }

    /** Has dedicated threads. */
    public static final class DedicatedThreads extends QueueModel {
        public DedicatedThreads() {
            super(ONE.withDedicatedThreads(), true);
        }
    }

    static Stream<Arguments> scenarios() {
        var quick = Stream.of(
                arguments(OneCommitter.class, List.of(PATIENT_1, HASTY_1, HASTY_2)),
                arguments(DedicatedThreads.class, List.of(COMMITTER, PATIENT_1, HASTY_2, CLOSE)));
        var three = List.of(PATIENT_1, PATIENT_2, HASTY_1);
        var thorough = Stream.of(
                arguments(FailingBatches.class, three),
                arguments(TwoCommitters.class, three),
                arguments(TwoCommitters.class, List.of(PATIENT_1, HASTY_1, CLOSE)),
                arguments(TwoPartitions.class, three),
                arguments(CombinedPartitions.class, three));
        return THOROUGH ? Stream.concat(quick, thorough) : quick;
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void movements_are_neither_lost_nor_doubled_nor_reordered(Class<? extends QueueModel> model, List<Actor> callers) {
        explore(model, LONG ? 20_000 : THOROUGH ? 50 : 25, callers);
    }

    private static void explore(Class<? extends QueueModel> model, int interleavings, List<Actor> callers) {
        var threads = callers.stream().map(List::of).toList();
        new ModelCheckingOptions()
                .iterations(0)
                .addCustomScenario(new ExecutionScenario(List.of(), threads, List.of(), null))
                .invocationsPerIteration(interleavings)
                .minimizeFailedScenario(false)
                .verifier(EpsilonVerifier.class)
                .addGuarantee(forClasses(CommitQueueModelTest::isConfined)
                        .allMethods()
                        .ignore())
                .addGuarantee(
                        forClasses(Batcher.class.getName()).methods("dispatch").treatAsAtomic())
                .check(model);
    }

    private static boolean isConfined(String type) {
        return CONFINED.contains(type)
                || type.matches("java\\.util\\.(Array|Hash|LinkedHash|Enum|Immutable|Collections).*");
    }

    private static Actor submit(String method, int account) {
        return new Actor(method(method, int.class), List.of(account));
    }

    private static Method method(String name, Class<?>... parameters) {
        try {
            return QueueModel.class.getMethod(name, parameters);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }
}
