package dev.operatorkit.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {
    @TempDir
    Path temporary;

    private Path open;

    @BeforeEach
    void create_a_folder_that_everybody_may_enter() throws IOException {
        temporary = temporary.toRealPath();
        open = Files.createDirectory(temporary.resolve("open"));
        set(open, "rwxr-xr-x");
    }

    private static void set(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private static String get(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void a_file_of_another_user_is_refused_and_found() throws IOException {
        var file = Files.createFile(temporary.resolve("password"));
        PrivateFiles.requireOwn(file);
        var user = (int) Files.getAttribute(file, "unix:uid");
        if (user == 0) {
            Files.setAttribute(file, "unix:uid", 12_345);
        }
        assertThat(PrivateFiles.findOtherOwner(file, user == 0 ? 0 : user + 1))
                .hasValueSatisfying(other -> assertThat(other).contains("belongs to another user"));
        assertThat(PrivateFiles.findExposure(file).isPresent()).isEqualTo(user == 0);
        if (user == 0) {
            Files.setAttribute(file, "unix:uid", 0);
            Files.setAttribute(temporary, "unix:uid", 12_345);
            assertThat(PrivateFiles.findExposure(file))
                    .hasValueSatisfying(other -> assertThat(other).startsWith(temporary + " belongs to another user"));
        }
    }

    @Test
    void a_new_folder_and_its_new_parents_are_closed_to_others() throws IOException {
        var folder = open.resolve("new/data");
        PrivateFiles.createFolder(folder, name -> true);
        assertThat(get(folder)).isEqualTo("rwx------");
        assertThat(get(open.resolve("new"))).isEqualTo("rwx------");
        assertThat(get(open)).isEqualTo("rwxr-xr-x");
    }

    @Test
    void a_folder_of_this_program_only_is_closed_to_others() throws IOException {
        Files.writeString(open.resolve("own"), "");
        PrivateFiles.createFolder(open, Set.of("own")::contains);
        assertThat(get(open)).isEqualTo("rwx------");
    }

    @Test
    void a_folder_with_files_of_others_keeps_its_permissions() throws IOException {
        Files.writeString(open.resolve("own"), "");
        Files.writeString(open.resolve("foreign"), "");
        PrivateFiles.createFolder(open, Set.of("own")::contains);
        assertThat(get(open)).isEqualTo("rwxr-xr-x");
    }

    @Test
    void a_file_is_created_closed_and_an_open_one_is_closed() throws IOException {
        var created = open.resolve("new");
        PrivateFiles.createFile(created);
        assertThat(get(created)).isEqualTo("rw-------");
        var loose = Files.writeString(open.resolve("loose"), "content");
        set(loose, "rw-rw-rw-");
        PrivateFiles.createFile(loose);
        assertThat(get(loose)).isEqualTo("rw-------");
        assertThat(loose).hasContent("content");
    }

    @Test
    void the_target_of_a_link_keeps_its_permissions() throws IOException {
        var victim = Files.writeString(open.resolve("victim"), "content");
        set(victim, "rw-r--r--");
        PrivateFiles.createFile(Files.createSymbolicLink(open.resolve("link"), victim));
        assertThat(get(victim)).isEqualTo("rw-r--r--");
        assertThat(victim).hasContent("content");
    }

    @Test
    void a_secret_that_others_can_read_is_found() throws IOException {
        var secret = Files.writeString(open.resolve("secret"), "canary");
        set(secret, "rw-r--r--");
        assertThat(PrivateFiles.findExposure(secret, temporary))
                .hasValue("Other users of this machine can read the secret in " + secret
                        + " (rw-r--r--). Run: chmod 600 " + secret);
        var link = Files.createSymbolicLink(temporary.resolve("link"), secret);
        assertThat(PrivateFiles.findExposure(link, temporary)).isPresent();
        set(secret, "rw-r-----");
        assertThat(PrivateFiles.findExposure(secret, temporary)).isEmpty();
    }

    @Test
    void a_file_that_others_may_have_written_is_refused() throws IOException {
        var file = Files.writeString(open.resolve("password"), "canary");
        set(file, "rw--w--w-");
        assertThatThrownBy(() -> PrivateFiles.requireOwn(file, temporary))
                .hasMessageStartingWith("Other users of this machine can change the secret");
        set(file, "rw-r--r--");
        PrivateFiles.requireOwn(file, temporary);
        set(open, "rwxrwxrwx");
        assertThatThrownBy(() -> PrivateFiles.requireOwn(file, temporary)).hasMessageContaining("can replace");
    }

    @Test
    void a_secret_that_others_can_replace_is_found() throws IOException {
        var secret = Files.writeString(open.resolve("secret"), "canary");
        set(secret, "rw-------");
        set(open, "rwxrwxrwx");
        assertThat(PrivateFiles.findExposure(secret, temporary))
                .hasValueSatisfying(exposure ->
                        assertThat(exposure).contains("can replace the secret", "chmod o-w " + secret.getParent()));
        Files.setAttribute(open, "unix:mode", 01777);
        assertThat(PrivateFiles.findExposure(secret, temporary)).isEmpty();
    }

    @Test
    void a_secret_in_a_folder_that_others_cannot_enter_is_not_exposed() throws IOException {
        var secret = Files.writeString(open.resolve("secret"), "canary");
        set(secret, "rw-r--r--");
        set(open, "rwx------");
        assertThat(PrivateFiles.findExposure(secret, temporary)).isEmpty();
        assertThat(PrivateFiles.findExposure(open.resolve("missing"), temporary))
                .isEmpty();
    }
}
