package dev.operatorkit.conformance.report;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Describes why a file could not be used: the message of a file's exception is often only the file's name. */
public final class FileProblem {
    private FileProblem() {}

    /** Returns a sentence. */
    public static String describe(IOException e) {
        return switch (e) {
            case FileAlreadyExistsException taken -> taken.getFile() + " is a file. Name a folder.";
            case NoSuchFileException missing ->
                missing.getFile() + " does not exist and cannot be created. Check the name.";
            case AccessDeniedException denied ->
                denied.getFile() + " may not be used by this user. Check its permissions.";
            case FileSystemException named
            when named.getReason() != null -> named.getFile() + ": " + named.getReason() + ".";
            default -> e.getMessage() == null ? e.toString() : e.getMessage() + ".";
        };
    }
}
