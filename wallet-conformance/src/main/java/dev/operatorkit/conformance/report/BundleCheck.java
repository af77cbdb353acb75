package dev.operatorkit.conformance.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Verifies a bundle: its structure, the hash of each file, the signature, that the results agree with the exchanges, and that each
 * report is the one that they make. Without a signature this shows every change that does not write the whole bundle again. A
 * signature by a key that you know shows that one too.
 */
public final class BundleCheck {
    private static final long LARGEST = 64L << 20;
    private static final long LARGEST_UNPACKED = 128L << 20;
    private static final int SIGNATURE_LENGTH = 64;

    private final boolean makesReportsAgain;
    private final List<String> problems = new ArrayList<>();
    private final Map<String, String> facts = new TreeMap<>();
    private String fingerprint = "";
    private String otherSuite = "";
    private @Nullable RunReport report;

    private BundleCheck(boolean makesReportsAgain) {
        this.makesReportsAgain = makesReportsAgain;
    }

    /** Verifies the bundle in this file; a signature is required when a key is given. */
    public static BundleCheck of(Path file, @Nullable PublicKey key) throws IOException {
        return run(new BundleCheck(true), file, key);
    }

    /**
     * Checks that each file is the one that the manifest lists, and reads the run. Making the reports once more, which shows that
     * they fit the run, takes seconds.
     */
    static BundleCheck ofFiles(Path file) throws IOException {
        return run(new BundleCheck(false), file, null);
    }

    private static BundleCheck run(BundleCheck check, Path file, @Nullable PublicKey key) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + " is not a file. Name the bundle.zip of a report.");
        }
        if (Files.size(file) > LARGEST) {
            throw new IOException(file + " is larger than " + (LARGEST >> 20) + " MiB, which no bundle is.");
        }
        try {
            check.run(ZipReader.read(Files.readAllBytes(file), LARGEST_UNPACKED, check.problems), key);
        } catch (UnreadableReportException e) {
            check.problems.add(String.valueOf(e.getMessage()));
        }
        return check;
    }

    /** Returns one sentence for each thing that was changed or does not fit; empty when there is none. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** Returns why the reports cannot be judged: another version of the suite made them. Empty when they can. */
    public String otherSuite() {
        return otherSuite;
    }

    /** Returns true when nothing was changed and everything could be judged. */
    public boolean isVerified() {
        return problems.isEmpty() && otherSuite.isEmpty();
    }

    /** Returns the first reason why the bundle is not verified. */
    String reason() {
        return problems.isEmpty() ? otherSuite : problems.getFirst();
    }

    /** Returns what the bundle says, for people. */
    public Map<String, String> facts() {
        return Collections.unmodifiableMap(facts);
    }

    /** Returns the SHA-256 of the manifest, which covers every file. */
    public String fingerprint() {
        return fingerprint;
    }

    /** Returns the run that the bundle records, or null when it cannot be read. */
    @Nullable
    RunReport report() {
        return report;
    }

    private void run(Map<String, byte[]> files, @Nullable PublicKey key) throws UnreadableReportException, IOException {
        var manifest = files.get(Bundle.MANIFEST);
        if (manifest == null && problems.isEmpty()) {
            problems.add("There is no " + Bundle.MANIFEST + ".");
        }
        if (manifest == null || !problems.isEmpty()) {
            return;
        }
        fingerprint = Sha256.of(manifest);
        var listed = ReportJson.read(Bundle.MANIFEST, manifest);
        var format = listed.path("format").asText();
        if (!format.equals(Bundle.FORMAT)) {
            problems.add("The format is \"" + format + "\", and this version verifies " + Bundle.FORMAT + ".");
            return;
        }
        compare(listed, files);
        requireOrder(new ArrayList<>(files.keySet()));
        facts.put("signature", signature(manifest, files.get(Bundle.SIGNATURE), key));
        var results = files.get(ResultsFile.NAME);
        if (results == null) {
            problems.add("There is no " + ResultsFile.NAME + ".");
            return;
        }
        var root = ReportJson.read(ResultsFile.NAME, results);
        var suite = root.path("suite").asText();
        facts.put("suite", suite);
        if (!listed.path("suite").equals(root.path("suite"))) {
            problems.add("The manifest says suite " + listed.path("suite") + ", the results say " + root.path("suite")
                    + ".");
        }
        var found = judge(root, files);
        if (suite.equals(SuiteVersion.SUITE) || found.isEmpty()) {
            problems.addAll(found);
        } else {
            otherSuite = "This bundle was made by " + suite + ", and this is " + SuiteVersion.SUITE
                    + ". Verify it with that version.";
        }
    }

    /** Returns what contradicts itself, or is not what the suite makes of the run that is recorded. */
    private List<String> judge(JsonNode root, Map<String, byte[]> files) throws IOException {
        try {
            var read = ReportReader.read(root, files);
            report = read;
            var run = read.run();
            facts.put(Subject.of(run.plan()).key(), run.wallet());
            facts.put("started", run.started().toString());
            facts.put("verdict", run.certificate().verdict().name());
            facts.put("plan", run.plan().toString());
            if (!makesReportsAgain) {
                return List.of();
            }
            var found = new ArrayList<>(ResultsCheck.of(run));
            var again = read.files();
            again.put(Bundle.ENVIRONMENT, environment(read, files));
            found.addAll(Difference.between(files, again));
            if (problems.isEmpty() && found.isEmpty()) {
                found.addAll(Difference.between(files, Map.of(Bundle.MANIFEST, Bundle.manifest(read, again))));
            }
            return found;
        } catch (UnreadableReportException e) {
            return List.of(String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            return List.of("No report can be made from the results: " + e.getMessage() + ".");
        }
    }

    private static byte[] environment(RunReport report, Map<String, byte[]> files)
            throws IOException, UnreadableReportException {
        var content = files.getOrDefault(Bundle.ENVIRONMENT, new byte[0]);
        return Bundle.environmentAgain(report, ReportJson.read(Bundle.ENVIRONMENT, content));
    }

    private void compare(JsonNode manifest, Map<String, byte[]> files) {
        var rest = new TreeMap<>(files);
        rest.remove(Bundle.MANIFEST);
        rest.remove(Bundle.SIGNATURE);
        for (var entry : manifest.path("files")) {
            var name = entry.path("name").asText();
            var content = rest.remove(name);
            if (content == null) {
                problems.add("The manifest lists " + name + ", and the bundle does not hold it.");
            } else if (content.length != entry.path("bytes").asLong(-1)) {
                problems.add(
                        name + " has " + content.length + " bytes, and the manifest says " + entry.path("bytes") + ".");
            } else if (!Sha256.of(content).equals(entry.path("sha256").asText())) {
                problems.add(name + " was changed: its SHA-256 is not the one in the manifest.");
            }
        }
        rest.keySet().forEach(name -> problems.add(name + " is in the bundle, and the manifest does not list it."));
    }

    private void requireOrder(List<String> names) {
        names.removeAll(List.of(Bundle.MANIFEST, Bundle.SIGNATURE));
        if (!names.stream().sorted().toList().equals(names)) {
            problems.add("The files are not in the order in which the suite writes them.");
        }
    }

    private String signature(byte[] manifest, byte @Nullable [] signature, @Nullable PublicKey key) {
        if (signature == null) {
            if (key != null) {
                problems.add("The bundle is not signed, and --public-key was given.");
            }
            return "none: anyone could have written this bundle";
        }
        if (key == null) {
            if (decoded(signature).length != SIGNATURE_LENGTH) {
                problems.add(Bundle.SIGNATURE + " is not an Ed25519 signature.");
            }
            return "not checked: give the tester's key with --public-key";
        }
        try {
            var check = Signature.getInstance("Ed25519");
            check.initVerify(key);
            check.update(manifest);
            if (check.verify(decoded(signature))) {
                return "valid for the given key";
            }
        } catch (GeneralSecurityException e) {
            // Not a signature at all, which is reported like a wrong one.
        }
        problems.add("The signature was not made with the given key over this manifest.");
        return "wrong";
    }

    /** Returns the bytes of a signature, or none for a text that the suite would not have written for them. */
    private static byte[] decoded(byte[] signature) {
        try {
            var bytes = Base64.getDecoder().decode(signature);
            return Arrays.equals(Base64.getEncoder().encode(bytes), signature) ? bytes : new byte[0];
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }
}
