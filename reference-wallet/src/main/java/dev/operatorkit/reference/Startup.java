package dev.operatorkit.reference;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.net.BindException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Configures logging and describes a failed start in one line. */
final class Startup {
    private static final int H2_FILE_IS_OPEN = 90020;
    private static final String POSTGRES_LOCK_TIMEOUT = "55P03";

    /** Matches control and format characters: line breaks, escape sequences of terminals, changes of direction. */
    private static final String UNSAFE = "[\\pC\\u2028\\u2029]";

    private static final String TEXT_PATTERN = "%date{yyyy-MM-dd'T'HH:mm:ss.SSS'Z', UTC} %-5level %logger{0}"
            + " %replace(%msg){'" + UNSAFE + "+', ' '}%n%ex";

    private Startup() {}

    /** Sends the log to standard error, since scripts read standard output. */
    static void configureLogging(String format) {
        var context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        var console = new ConsoleAppender<ILoggingEvent>();
        console.setContext(context);
        console.setTarget("System.err");
        console.setEncoder(encoder(context, format.toLowerCase(Locale.ROOT)));
        console.start();
        var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.addAppender(console);
        root.setLevel(Level.INFO);
        for (var verbose : new String[] {"org.flywaydb", "io.helidon", "org.jooq"}) {
            context.getLogger(verbose).setLevel(Level.WARN);
        }
        // It logs a stack trace for each lost connection. The checks of the database say that it is gone.
        context.getLogger("com.zaxxer.hikari").setLevel(Level.ERROR);
        // Which PostgreSQL is supported is tested here: jOOQ warns at every start on 15.
        context.getLogger("org.jooq.impl.DefaultExecuteContext.logVersionSupport")
                .setLevel(Level.ERROR);
    }

    /** Creates an encoder that keeps what a client sends from starting a new log line or commanding a terminal (fault matrix J12). */
    static Encoder<ILoggingEvent> encoder(LoggerContext context, String format) {
        return switch (format) {
            case "json" -> {
                var json = new SafeJsonEncoder();
                json.setContext(context);
                json.setWithFormattedMessage(true);
                json.setWithArguments(false);
                json.start();
                yield json;
            }
            case "text" -> {
                var text = new PatternLayoutEncoder();
                text.setContext(context);
                text.setPattern(TEXT_PATTERN);
                text.start();
                yield text;
            }
            default -> throw new IllegalArgumentException("--log-format " + format + " is unknown. Use text or json.");
        };
    }

    /** Writes as a JSON escape what JSON would allow as it is and a terminal would obey. */
    private static final class SafeJsonEncoder extends JsonEncoder {
        private static final Pattern UNESCAPED = Pattern.compile("(?!\\n$)" + UNSAFE);

        @Override
        public byte[] encode(ILoggingEvent event) {
            return UNESCAPED
                    .matcher(new String(super.encode(event), UTF_8))
                    .replaceAll(unsafe -> unsafe.group()
                            .chars()
                            .mapToObj("\\\\u%04x"::formatted)
                            .collect(Collectors.joining()))
                    .getBytes(UTF_8);
        }
    }

    /** Returns one line that says what is wrong and, for known causes, what to do. */
    static String describe(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException e && e.getErrorCode() == H2_FILE_IS_OPEN) {
                return "the database file is in use by another process. Stop that process, or use PostgreSQL for"
                        + " several.";
            }
            if (cause instanceof SQLException e && POSTGRES_LOCK_TIMEOUT.equals(e.getSQLState())) {
                return "the database waited a second for a lock that an open transaction holds. Start again; if it"
                        + " fails again, end that transaction first, for example an audit or pg_dump.";
            }
            if (cause instanceof SQLException e && e.getSQLState() != null) {
                return database(e.getSQLState(), e);
            }
            if (cause instanceof FlywayValidateException) {
                return "the tables do not match the migrations of this version (docs/running-the-wallet.md, Upgrades): "
                        + String.valueOf(cause.getMessage())
                                .lines()
                                .filter(line -> line.startsWith("Detected"))
                                .collect(Collectors.joining(" "));
            }
            if (cause instanceof NoSuchFileException e) {
                return e.getFile() + " does not exist. Check the path.";
            }
            if (cause instanceof AccessDeniedException e) {
                return e.getFile() + " cannot be read or written. Check the permissions.";
            }
            if (cause instanceof BindException) {
                return "the port is in use, or the address does not belong to this machine: " + cause.getMessage();
            }
        }
        var deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return firstLine(deepest);
    }

    /** Returns a sentence of ours: that of a driver may quote a statement or a value, and does not say what to do. */
    private static String database(String state, SQLException e) {
        if (state.startsWith("08")) {
            // "Connection to 127.0.0.1:5432 refused." and advice about TCP/IP, or nothing but "The connection attempt
            // failed."
            var unknown = e.getCause() instanceof UnknownHostException host
                    ? "There is no host " + host.getMessage() + "."
                    : "";
            var where = unknown.isEmpty() ? firstLine(e).replaceFirst("(?<=\\.) .*", "") : unknown;
            return "the database cannot be reached: " + where + " Start it, or check --db.";
        }
        return switch (state) {
            case "3D000" -> "there is no such database. Create it, or check --db.";
            case "28000", "28P01" ->
                "the database refuses the user or the password. Check --db-user and --db-password-file.";
            case "42501" ->
                "the database user lacks a privilege: " + firstLine(e)
                        + ". As the owner of the tables, run bin/wallet migrate and then deploy/roles.sql.";
            case "53300" -> "the database accepts no further connections. Raise its limit, or end some.";
            default ->
                "the database failed with state " + state + ", code " + e.getErrorCode() + ". Check it, and its log.";
        };
    }

    private static String firstLine(Throwable failure) {
        return failure.getMessage() == null
                ? failure.toString()
                : failure.getMessage().lines().findFirst().orElse("");
    }
}
