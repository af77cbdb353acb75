package dev.operatorkit.simulator.console;

import java.util.Base64;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes programs that sign and send a call, in four languages without further libraries. Each reads the secret from the file that
 * {@code OPERATORKIT_SECRET_FILE} names, or from {@code OPERATORKIT_SECRET}. What a clipboard or a compiler could change is escaped.
 */
final class Snippets {
    private static final String READS_SECRET =
            "Set OPERATORKIT_SECRET_FILE to the file with the secret, or OPERATORKIT_SECRET to the secret.";
    private static final int CHUNK = 8000;
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private Snippets() {}

    /** Returns a POSIX shell script. The HMAC is made in its two steps, so that the secret is in no process list. */
    static String curl(SnippetCall call) {
        var options = new StringBuilder("curl -q -sS -i --path-as-is --globoff -X " + call.method());
        call.headers()
                .forEach(header -> options.append(" \\\n  -H ")
                        .append(shell(
                                header.value().isEmpty()
                                        ? header.name() + ";"
                                        : header.name() + ": " + header.value())));
        for (var added : new String[] {"Accept", "User-Agent", "Content-Type", "Expect"}) {
            if (!call.hasHeader(added)) {
                options.append(" \\\n  -H '").append(added).append(":'");
            }
        }
        return """
            #!/bin/sh
            # %s
            # %s
            set -eu
            url=%s
            path=%s
            body() {
              %s
            }
            data() {
              %s
            }
            secret() {
              if [ -n "${OPERATORKIT_SECRET_FILE-}" ]; then cat "$OPERATORKIT_SECRET_FILE"
              else printf '%%s' "${OPERATORKIT_SECRET:?%s}"; fi
            }
            hex() { od -An -v -tx1 | tr -d ' \\n'; }
            key=$(secret | hex)
            case $key in *0d0a) key=${key%%0d0a} ;; *0a) key=${key%%0a} ;; esac
            [ -n "$key" ] || exit 2
            # Writes the key, padded to $2 bytes, each combined with $1 by exclusive or.
            key_xor() {
              printf '%%b' "$(echo "$key" | awk -v pad="$1" -v size="$2" '
                function digit(c) { return index("0123456789abcdef", c) - 1 }
                function xor(a, b,  bit, r) {
                  for (bit = 1; bit < 256; bit *= 2) if (int(a / bit) %% 2 != int(b / bit) %% 2) r += bit
                  return r }
                { for (i = 1; i < 2 * size || i < length($0); i += 2) {
                    b = i < length($0) ? 16 * digit(substr($0, i, 1)) + digit(substr($0, i + 1, 1)) : 0
                    printf "\\\\0%%03o", xor(b, pad) } }')"
            }
            sha512() { openssl dgst -sha512 -binary; }
            [ ${#key} -le 256 ] || key=$(key_xor 0 0 | sha512 | hex)
            timestamp=$(date +%%s)000
            inner() { key_xor 54 128; printf '%%s|%%s|' "$path" "$timestamp"; data; }
            signature=$({ key_xor 92 128; inner | sha512; } | sha512 | hex)
            %s%s \\
              -H "X-Svc-Timestamp: $timestamp" \\
              -H "X-Svc-Signature: $signature"%s \\
              "$url"
            """.formatted(
                        call.comment(),
                        "Needs curl and openssl. " + READS_SECRET,
                        shell(call.url()),
                        shell(call.path()),
                        shellBody(call.body()),
                        call.hasBody() ? "body" : "printf '%s' " + shell(call.query()),
                        READS_SECRET,
                        call.hasBody() ? "body | " : "",
                        options,
                        call.hasBody() ? " \\\n  --data-binary @-" : "");
    }

    private static String shellBody(byte[] body) {
        var text = plainText(body);
        return text != null
                ? "printf '%s' " + shell(text)
                : "openssl base64 -d <<'END'\n" + LINES.encodeToString(body) + "\nEND";
    }

    private static String shell(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    static String python(SnippetCall call) {
        return """
            #!/usr/bin/env python3
            # %s
            import hashlib, hmac, http.client, os, sys, time

            METHOD = %s
            PATH, QUERY = %s, %s
            HEADERS = [%s]
            BODY = %s


            def secret():
                name = os.environ.get("OPERATORKIT_SECRET_FILE")
                if not name:
                    return os.environ.get("OPERATORKIT_SECRET", "").encode() or sys.exit(%s)
                with open(name, "rb") as file:
                    key = file.read()
                return key[:-2] if key.endswith(b"\\r\\n") else key[:-1] if key.endswith(b"\\n") else key


            timestamp = str(int(time.time() * 1000))
            data = BODY or QUERY.encode()
            signed = PATH.encode() + b"|" + timestamp.encode() + b"|" + data
            signature = hmac.new(secret(), signed, hashlib.sha512).hexdigest()
            connection = http.client.%s(%s)
            connection.putrequest(METHOD, PATH + ("?" + QUERY if QUERY else ""), skip_accept_encoding=True)
            for name, value in HEADERS:
                connection.putheader(name, value)
            connection.putheader("X-Svc-Timestamp", timestamp)
            connection.putheader("X-Svc-Signature", signature)
            if BODY:
                connection.putheader("Content-Length", str(len(BODY)))
            connection.endheaders(BODY or None)
            response = connection.getresponse()
            print(response.status, response.reason)
            print(response.read().decode("utf-8", "replace"))
            """.formatted(
                        call.comment(),
                        quoted(call.method()),
                        quoted(call.path()),
                        quoted(call.query()),
                        headers(call, header -> "(" + quoted(header.name()) + ", " + quoted(header.value()) + ")"),
                        pythonBytes(call.body()),
                        quoted(READS_SECRET),
                        call.isTls() ? "HTTPSConnection" : "HTTPConnection",
                        quoted(call.authority()));
    }

    /** Writes bytes as a literal, in which all but visible ASCII is escaped. */
    private static String pythonBytes(byte[] bytes) {
        return IntStream.range(0, bytes.length)
                .map(i -> bytes[i] & 0xff)
                .mapToObj(b -> b == '"' || b == '\\'
                        ? "\\" + (char) b
                        : b >= ' ' && b <= '~' ? Character.toString(b) : "\\x%02x".formatted(b))
                .collect(Collectors.joining("", "b\"", "\""));
    }

    static String node(SnippetCall call) {
        return """
            // %s
            (async () => {
              const {createHmac} = await import('node:crypto');
              const {readFileSync} = await import('node:fs');
              const {request} = await import('%s');
              const method = %s;
              const path = %s;
              const query = %s;
              const headers = [%s];
              const body = %s;

              const {OPERATORKIT_SECRET_FILE: file, OPERATORKIT_SECRET: given} = process.env;
              if (!file && !given) throw new Error(%s);
              let key = file ? readFileSync(file) : Buffer.from(given);
              if (file && key.at(-1) === 10) key = key.subarray(0, key.at(-2) === 13 ? -2 : -1);

              const timestamp = String(Date.now());
              const signature = createHmac('sha512', key)
                .update(path + '|' + timestamp + '|')
                .update(body.length ? body : query)
                .digest('hex');
              const url = new URL(%s);
              headers.push(['Host', url.host], ['X-Svc-Timestamp', timestamp], ['X-Svc-Signature', signature]);
              if (body.length) headers.push(['Content-Length', String(body.length)]);
              const target = path + (query ? '?' + query : '');
              const hostname = url.hostname.replace(/^\\[|\\]$/g, '');
              const sent = request({hostname, port: url.port || undefined, method, path: target, headers: headers.flat()}, (response) => {
                const chunks = [];
                response.on('data', (chunk) => chunks.push(chunk));
                response.on('end', () => console.log(response.statusCode + '\\n' + Buffer.concat(chunks)));
              });
              sent.end(body);
            })();
            """.formatted(
                        call.comment(),
                        call.isTls() ? "node:https" : "node:http",
                        quoted(call.method()),
                        quoted(call.path()),
                        quoted(call.query()),
                        headers(call, header -> "[" + quoted(header.name()) + ", " + quoted(header.value()) + "]"),
                        literal(call.body(), "[%s].join('')", "Buffer.from(%s)", "Buffer.from(%s, 'base64')"),
                        quoted(READS_SECRET),
                        quoted(call.origin()));
    }

    /** Returns a program for {@code java Send.java}, on Java 17 and later. */
    static String java(SnippetCall call) {
        if (!call.isUri()) {
            return "// java.net.http refuses this address, because its path or query has characters that no URI may"
                    + " have.\n";
        }
        var headers = headers(
                call,
                header -> "\n                .header(" + quoted(header.name()) + ", " + quoted(header.value()) + ")");
        return """
            // %s
            // Save as Send.java and run: java Send.java
            import java.net.URI;
            import java.net.http.HttpClient;
            import java.net.http.HttpRequest;
            import java.net.http.HttpResponse;
            import java.nio.charset.StandardCharsets;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.util.Arrays;
            import java.util.Base64;
            import java.util.HexFormat;
            import javax.crypto.Mac;
            import javax.crypto.spec.SecretKeySpec;

            public class Send {
                static final String PATH = %s;
                static final String QUERY = %s;
                static final byte[] BODY = %s;

                public static void main(String[] args) throws Exception {
                    var timestamp = Long.toString(System.currentTimeMillis());
                    var mac = Mac.getInstance("HmacSHA512");
                    mac.init(new SecretKeySpec(secret(), "HmacSHA512"));
                    mac.update((PATH + "|" + timestamp + "|").getBytes(StandardCharsets.UTF_8));
                    mac.update(BODY.length > 0 ? BODY : QUERY.getBytes(StandardCharsets.UTF_8));
                    var request = HttpRequest.newBuilder(URI.create(%s))
                            .method(%s, BODY.length > 0
                                    ? HttpRequest.BodyPublishers.ofByteArray(BODY)
                                    : HttpRequest.BodyPublishers.noBody())%s
                            .header("X-Svc-Timestamp", timestamp)
                            .header("X-Svc-Signature", HexFormat.of().formatHex(mac.doFinal()))
                            .build();
                    var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
                    var response = client.send(request, HttpResponse.BodyHandlers.ofString());
                    System.out.println(response.statusCode() + "\\n" + response.body());
                }

                static byte[] secret() throws Exception {
                    var file = System.getenv("OPERATORKIT_SECRET_FILE");
                    var given = System.getenv("OPERATORKIT_SECRET");
                    if (file == null && given == null) {
                        throw new IllegalStateException(%s);
                    }
                    var key = file == null ? given.getBytes(StandardCharsets.UTF_8) : Files.readAllBytes(Path.of(file));
                    var end = key.length;
                    if (file != null && end > 0 && key[end - 1] == '\\n') {
                        end -= end > 1 && key[end - 2] == '\\r' ? 2 : 1;
                    }
                    return Arrays.copyOf(key, end);
                }
            }
            """.formatted(
                        call.comment(),
                        quoted(call.path()),
                        quoted(call.query()),
                        literal(
                                call.body(),
                                // A compiler would fold a sum of literals into one that is too long.
                                "String.join(\"\", %s)",
                                "%s.getBytes(StandardCharsets.UTF_8)",
                                "Base64.getDecoder().decode(%s)"),
                        quoted(call.url()),
                        quoted(call.method()),
                        headers.replace(", \n", "\n"),
                        quoted(READS_SECRET));
    }

    private static String headers(SnippetCall call, Function<RawMessage.Field, String> each) {
        return call.headers().stream().map(each).collect(Collectors.joining(", "));
    }

    /** Writes bytes as a text if they are one, else in Base64, in pieces that a compiler accepts. */
    private static String literal(byte[] body, String join, String ofText, String ofBase64) {
        var text = plainText(body);
        var content = text != null ? text : Base64.getEncoder().encodeToString(body);
        var pieces = IntStream.iterate(0, i -> i < content.length(), i -> i + CHUNK)
                .mapToObj(i -> quoted(content.substring(i, Math.min(content.length(), i + CHUNK))))
                .toList();
        var joined = pieces.size() <= 1 ? quoted(content) : join.formatted(String.join(", ", pieces));
        return (text != null ? ofText : ofBase64).formatted(joined);
    }

    /** Returns the text of bytes that a page, a clipboard and a terminal keep as they are, or null. */
    private static @Nullable String plainText(byte[] bytes) {
        var text = ExchangeExport.utf8(bytes);
        return text != null && text.codePoints().allMatch(Snippets::isPlain) ? text : null;
    }

    private static boolean isPlain(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> point == ' ' || !Character.isSpaceChar(point);
        };
    }

    /** Writes a text of ASCII or plain characters as a literal that Java, Python and JavaScript read alike. */
    private static String quoted(String text) {
        return text.chars()
                .mapToObj(c -> c == '"' || c == '\\'
                        ? "\\" + (char) c
                        : c >= ' ' && c <= '~' ? Character.toString(c) : "\\u%04x".formatted(c))
                .collect(Collectors.joining("", "\"", "\""));
    }

    /** Returns the names of the languages with their programs. */
    static Stream<Snippet> all(SnippetCall call) {
        return Stream.of(
                new Snippet("curl", "curl", curl(call)),
                new Snippet("python", "Python", python(call)),
                new Snippet("java", "Java", java(call)),
                new Snippet("node", "Node", node(call)));
    }

    /** Holds one program. */
    record Snippet(String id, String name, String text) {}
}
