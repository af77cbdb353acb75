package dev.operatorkit.peers.spring;

import dev.operatorkit.json.Json;
import dev.operatorkit.json.MalformedJsonException;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.Verification.Rejected;
import dev.operatorkit.signing.Verifier;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.ErrorMessage;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.util.UriUtils;

/** Verifies callbacks over the raw bytes, before anything is parsed (SIG-13), and routes them to {@link Movements}. */
@RestController
class CallbackEndpoint {
    static final String PREFIX = "/wallet";

    private static final int MAX_BODY_BYTES = 64 * 1024;

    private final Verifier verifier;
    private final Movements movements;

    CallbackEndpoint(Verifier verifier, Movements movements) {
        this.verifier = verifier;
        this.movements = movements;
    }

    @RequestMapping(PREFIX + "/**")
    ResponseEntity<byte[]> handle(HttpServletRequest request) throws IOException {
        var body = request.getInputStream().readNBytes(MAX_BODY_BYTES + 1);
        if (body.length > MAX_BODY_BYTES) {
            return error(413, "the body has more than " + MAX_BODY_BYTES + " bytes");
        }
        var query = request.getQueryString();
        var received = ReceivedRequest.of(
                request.getMethod(),
                query == null ? request.getRequestURI() : request.getRequestURI() + "?" + query,
                name -> all(request, name),
                body);
        if (verifier.verify(received) instanceof Rejected) {
            return error(401, "the signature or its timestamp is not accepted");
        }
        var path = received.rawPath().substring(PREFIX.length());
        if (!received.method().equals("GET")) {
            return ok(Json.write(move(path, body)));
        }
        return path.equals("/player")
                ? ok(Json.write(movements.authenticate(parameter(request, "token"))))
                : lookup(path.split("/", -1));
    }

    private TransactionResult move(String path, byte[] body) {
        return switch (path) {
            case "/debit" -> {
                var debit = read(body, Debit.class);
                yield inTransaction(() -> movements.debit(debit, body));
            }
            case "/credit" -> {
                var credit = read(body, Credit.class);
                yield inTransaction(() -> movements.credit(credit, body));
            }
            case "/rollback" -> {
                var rollback = read(body, Rollback.class);
                yield inTransaction(() -> movements.rollback(rollback, body));
            }
            default -> throw new ResponseStatusException(HttpStatus.NOT_FOUND, "no such path");
        };
    }

    private static <T> T read(byte[] body, Class<T> type) {
        try {
            return Json.read(body, type);
        } catch (MalformedJsonException e) {
            throw new ResponseStatusException(
                    HttpStatus.UNPROCESSABLE_ENTITY, "the body is not a valid callback: " + e.getMessage(), e);
        }
    }

    /** Runs a movement again whose id another account's transaction inserted meanwhile: the second run finds that one. */
    private static TransactionResult inTransaction(Supplier<TransactionResult> movement) {
        try {
            return movement.get();
        } catch (DuplicateKeyException e) {
            return movement.get();
        }
    }

    private ResponseEntity<byte[]> lookup(String[] segments) {
        var isLookup = segments.length == 5 && segments[1].equals("players") && segments[3].equals("transactions");
        return (isLookup
                        ? movements.find(decode(segments[2]), decode(segments[4]))
                        : Optional.<TransactionResult>empty())
                .map(found -> ok(Json.write(found)))
                .orElseGet(() -> error(404, "no such transaction"));
    }

    private static String decode(String segment) {
        return UriUtils.decode(segment, StandardCharsets.UTF_8);
    }

    private static String parameter(HttpServletRequest request, String name) {
        var value = request.getParameter(name);
        if (value == null) {
            throw new ResponseStatusException(HttpStatus.UNPROCESSABLE_ENTITY, name + " is missing");
        }
        return value;
    }

    private static List<String> all(HttpServletRequest request, String header) {
        return Collections.list(request.getHeaders(header));
    }

    @ExceptionHandler
    ResponseEntity<byte[]> refuse(ResponseStatusException e) {
        return error(e.getStatusCode().value(), String.valueOf(e.getReason()));
    }

    /** Answers 500 to a debit whose outcome is unknown, so that the provider rolls it back, and 503 to all else (D-29). */
    @ExceptionHandler({DataAccessException.class, TransactionException.class})
    ResponseEntity<byte[]> fail(HttpServletRequest request) {
        return error(request.getRequestURI().equals(PREFIX + "/debit") ? 500 : 503, "the database failed, retry later");
    }

    private static ResponseEntity<byte[]> ok(byte[] body) {
        return respond(200, body);
    }

    private static ResponseEntity<byte[]> error(int status, String message) {
        return respond(status, Json.write(new ErrorMessage(message)));
    }

    /** Responds with bytes, whose length is known: a response that Spring serializes would be sent in chunks. */
    private static ResponseEntity<byte[]> respond(int status, byte[] body) {
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_JSON)
                .body(body);
    }
}
