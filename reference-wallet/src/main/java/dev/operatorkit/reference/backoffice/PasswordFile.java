package dev.operatorkit.reference.backoffice;

import dev.operatorkit.files.PrivateFiles;
import dev.operatorkit.reference.database.H2File;
import dev.operatorkit.reference.staff.PasswordHash;
import dev.operatorkit.reference.staff.People;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the first administrator from a file with the password. As soon as there are people, the file means nothing. */
public final class PasswordFile {
    private static final Logger LOG = LoggerFactory.getLogger(PasswordFile.class);

    private static final Pattern NOT_TYPED = Pattern.compile("[\\p{Cc}\\uFEFF]");

    private PasswordFile() {}

    /** Creates an administrator if there are no people, with the password of a file, which this creates too when it is missing. */
    public static void ensureAdministrator(Path file, People people) {
        var missing = !Files.exists(file);
        if (people.isEmpty() && people.createFirst(missing ? create(file) : read(file), missing)) {
            LOG.info(announcement(file.toString()));
        } else if (Files.exists(file)) {
            LOG.info(
                    "people and passwords of the back office are in the database; the password in {} is not used",
                    file);
        }
    }

    /** Returns the line of the log that says where the password of the first administrator is. */
    public static String announcement(String file) {
        return "the back office has its first administrator, " + People.FIRST + ", with the password in " + file;
    }

    private static String read(Path file) {
        var bytes = PrivateFiles.readSecret(file);
        try {
            PrivateFiles.requireOwn(file);
            PrivateFiles.warnIfExposed(file);
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString()
                    .strip();
            if (NOT_TYPED.matcher(text).find()) {
                throw new IllegalArgumentException("The password in " + file
                        + " has a second line or a character that no form accepts. Write one line of text.");
            }
            return text;
        } catch (CharacterCodingException e) {
            // Without the cause, whose message is "Input length = 1".
            throw new IllegalArgumentException("The password in " + file + " is not UTF-8. Save the file as UTF-8.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates the file under another name first, so that an interrupted start leaves no empty one. */
    private static String create(Path file) {
        var password = PasswordHash.generatePassword();
        try {
            var folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "the file has no folder");
            PrivateFiles.createFolder(folder, H2File::isOwn);
            var unfinished = Files.createTempFile(
                    folder,
                    "back-office-password",
                    "",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(unfinished, password + "\n");
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new IllegalArgumentException("Cannot create " + file + ". Check the folder and its permissions.", e);
        }
        LOG.info("created the back office password in {}", file);
        return password;
    }
}
