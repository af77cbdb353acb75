package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.games;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.operatorkit.client.CatalogueSubscription.Options;
import dev.operatorkit.raw.RawServer;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogueFileTest {
    private static final String NOT_MODIFIED = "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n";
    private static final String FULL = RawServer.response(200, games("a"), "ETag: \"1\"\r\n");

    private volatile String cacheControl = "";
    private final AtomicInteger requests = new AtomicInteger();
    private final RawServer server = new RawServer(this::serve);
    private final CustomerApi api =
            CustomerApi.builder(server.base(), "operator-1", Provider.KEYS).build();
    private final List<Catalogue> handedOver = new CopyOnWriteArrayList<>();
    private final CapturedLog log = new CapturedLog(CatalogueFile.class.getName());

    @TempDir
    private Path dir;

    private void serve(RawServer.Received request, Socket socket) throws IOException {
        RawServer.write(
                socket,
                (request.head().contains("If-None-Match: \"1\"") ? NOT_MODIFIED : FULL)
                        .replaceFirst("\r\n", "\r\n" + cacheControl));
        requests.incrementAndGet();
    }

    @AfterEach
    void stop() {
        api.close();
        server.close();
        log.close();
    }

    private CatalogueSubscription watch(Path file) {
        return api.watchCatalogue(
                Options.defaults().withInterval(Duration.ofMillis(1)).withFile(file), handedOver::add);
    }

    private void awaitPolls(int more) {
        var before = requests.get();
        await().until(() -> requests.get() >= before + more);
    }

    private List<String> logged(Level level) {
        return log.lines().stream()
                .filter(event -> event.getLevel() == level)
                .map(ILoggingEvent::getFormattedMessage)
                .filter(message -> !message.contains("is not used"))
                .toList();
    }

    @Test
    void after_an_error_the_file_is_written_as_soon_as_that_works_although_the_content_is_unchanged() throws Exception {
        var blocked = dir.resolve("blocked");
        Files.createFile(blocked);
        var file = blocked.resolve("catalogue");
        try (var subscription = watch(file)) {
            awaitPolls(4);
            assertThat(handedOver).hasSize(1);
            Files.delete(blocked);
            await().until(() -> Files.exists(file));
            assertThat(subscription.unreachableSince()).isEmpty();
            awaitPolls(3);
        }
        assertThat(logged(Level.WARN))
                .singleElement()
                .asString()
                .contains(file.toString(), "each poll tries again: FileAlreadyExistsException");
        assertThat(logged(Level.INFO)).containsExactly("The catalogue is cached in " + file + " again");
        assertThat(handedOver).hasSize(1);
    }

    @Test
    void a_pipe_is_neither_read_nor_replaced() throws Exception {
        var pipe = dir.resolve("catalogue");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        try (var subscription = watch(pipe)) {
            await().until(() -> subscription.current().isPresent());
            awaitPolls(3);
        }
        assertThat(Files.readAttributes(pipe, BasicFileAttributes.class).isOther())
                .isTrue();
        assertThat(log.lines())
                .extracting(ILoggingEvent::getFormattedMessage)
                .hasSize(2)
                .allSatisfy(message -> assertThat(message).contains("it is not a regular file"));
    }

    @Test
    void a_symbolic_link_stays_and_its_target_is_replaced() throws Exception {
        var folder = Files.createDirectory(dir.resolve("folder"));
        var target = Files.createFile(folder.resolve("catalogue"));
        var link = Files.createSymbolicLink(dir.resolve("link"), Path.of("folder", "catalogue"));
        var linkedFolder = Files.createSymbolicLink(dir.resolve("linked"), folder);
        for (var file : List.of(link, linkedFolder.resolve("catalogue"))) {
            Files.write(target, new byte[0]);
            try (var subscription = watch(file)) {
                await().until(() -> subscription.current().isPresent());
            }
            assertThat(link).isSymbolicLink();
            assertThat(target).isRegularFile().isNotEmptyFile();
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
                .isEqualTo("rw-------");
    }

    @Test
    void a_catalogue_that_must_not_be_stored_is_handed_over_and_not_written() throws Exception {
        var file = dir.resolve("catalogue");
        cacheControl = "Cache-Control: private, no-store\r\n";
        try (var subscription = watch(file)) {
            awaitPolls(2);
            assertThat(subscription.current()).isPresent();
        }
        assertThat(file).doesNotExist();
    }
}
