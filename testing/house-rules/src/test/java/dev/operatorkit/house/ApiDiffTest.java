package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that this version may change the API of the last release as it does, and tests {@code .ci/api-diff}, which says so. */
class ApiDiffTest {
    private static final String STORE = """
        public interface dev.example.Store : java.io.Closeable, java.lang.Runnable
            public abstract void close()
            public abstract void write(java.lang.String)
        """;
    private static final String MONEY = """
        public record dev.example.Money
            public long units()
            public static dev.example.Money of(long)
        """;

    @TempDir
    Path folder;

    @BeforeEach
    void release() throws IOException {
        Files.createDirectories(folder.resolve("old"));
        Files.createDirectories(folder.resolve("new"));
        Files.writeString(folder.resolve("old/VERSION"), "1.2.0\n");
        Files.writeString(folder.resolve("old/sdk.txt"), STORE + "\n" + MONEY);
    }

    private ShellCommand diff(String api, String version) throws Exception {
        Files.writeString(folder.resolve("new/sdk.txt"), api);
        return ShellCommand.script(
                ".ci/api-diff",
                folder.resolve("old").toString(),
                folder.resolve("new").toString(),
                version);
    }

    @Test
    void this_version_changes_the_api_only_as_promised() throws Exception {
        var diff = ShellCommand.script(".ci/api-diff");
        assertThat(diff.exit()).as(diff.output()).isZero();
    }

    @Test
    void the_first_release_has_nothing_to_compare_with() throws Exception {
        Files.delete(folder.resolve("old/VERSION"));
        var diff = diff(MONEY, "0.1.0");
        assertThat(diff.exit()).isZero();
        assertThat(diff.output()).startsWith("No release yet: 1 public types, all of them new.");
    }

    @Test
    @Tag("thorough")
    void an_addition_is_shown_and_allowed_in_a_minor_version() throws Exception {
        var diff = diff(STORE + "\n" + MONEY + "    public static dev.example.Money zero()\n", "1.3.0-SNAPSHOT");
        assertThat(diff.exit()).isZero();
        assertThat(diff.output()).isEqualTo("""
            added    sdk dev.example.Money has public static dev.example.Money zero()
            Compatible with 1.2.0.
            """);
    }

    @Test
    @Tag("thorough")
    void a_removal_is_shown_and_allowed_only_in_a_major_version() throws Exception {
        var changed = STORE + "\n" + MONEY.replace("    public long units()\n", "");
        var minor = diff(changed, "1.3.0");
        assertThat(minor.exit()).isEqualTo(1);
        assertThat(minor.output())
                .startsWith("removed  sdk dev.example.Money has public long units()\n")
                .contains("Not compatible with 1.2.0: version 1.3.0 must keep what was removed");
        assertThat(diff(changed, "2.0.0-SNAPSHOT").exit()).isZero();
    }

    @Test
    @Tag("thorough")
    void before_version_1_the_second_number_is_the_major_one() throws Exception {
        Files.writeString(folder.resolve("old/VERSION"), "0.1.4\n");
        assertThat(diff(MONEY, "0.1.5").exit()).isEqualTo(1);
        assertThat(diff(MONEY, "0.2.0").exit()).isZero();
        assertThat(diff(MONEY, "1.0.0").exit()).isZero();
    }

    @Test
    @Tag("thorough")
    void a_removed_module_type_or_parent_is_detected() throws Exception {
        assertThat(diff(MONEY, "1.3.0").output()).contains("removed  sdk dev.example.Store is public interface");
        assertThat(diff(STORE.replace(", java.lang.Runnable", "") + "\n" + MONEY, "1.3.0")
                        .output())
                .startsWith("removed  sdk dev.example.Store extends java.lang.Runnable\n");
        Files.move(folder.resolve("old/sdk.txt"), folder.resolve("old/other.txt"));
        assertThat(diff(STORE + "\n" + MONEY, "1.3.0").output()).contains("removed  other dev.example.Money");
    }

    @Test
    @Tag("thorough")
    void a_method_that_operators_would_have_to_implement_is_detected() throws Exception {
        var required = diff(STORE + "    public abstract void flush()\n\n" + MONEY, "1.3.0");
        assertThat(required.exit()).isEqualTo(1);
        assertThat(required.output()).contains("required sdk dev.example.Store has public abstract void flush()");
        var type = "\npublic interface dev.example.Index\n    public abstract void flush()\n";
        assertThat(diff(STORE + "\n" + MONEY + type, "1.3.0").exit()).isZero();
    }
}
