package dev.operatorkit.examples.spring;

import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.WalletCallbacks;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Collections;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Passes the raw path, the raw query and the body on as bytes, since the signature covers exactly these. */
@RestController
class CallbackController {
    static final String PREFIX = "/wallet";

    private final WalletCallbacks callbacks;

    CallbackController(WalletCallbacks callbacks) {
        this.callbacks = callbacks;
    }

    @RequestMapping(PREFIX + "/**")
    ResponseEntity<byte[]> handle(HttpServletRequest request) throws IOException {
        var response = callbacks.handle(new CallbackRequest(
                new ReceivedRequest(
                        request.getMethod(),
                        request.getRequestURI(),
                        request.getQueryString(),
                        all(request, "X-Svc-Timestamp"),
                        all(request, "X-Svc-Signature"),
                        request.getInputStream().readNBytes(WalletCallbacks.MAX_BODY_BYTES + 1)),
                request.getContentType(),
                InetAddress.getByName(request.getRemoteAddr()),
                all(request, "X-Forwarded-For")));
        var headers = new HttpHeaders();
        response.headers().forEach(headers::set);
        return ResponseEntity.status(response.status()).headers(headers).body(response.body());
    }

    private static List<String> all(HttpServletRequest request, String header) {
        return Collections.list(request.getHeaders(header));
    }
}
