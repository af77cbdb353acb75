package dev.operatorkit.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestPathTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/wallet/debit",
                "/wallet/",
                "/players/p%201/transactions/50%25",
                "/rounds/...",
                "/.well-known/x",
                "/a..b/%2e%2e%2e",
                "/%c3%a9/%E2%82%AC",
                "/a,b=c&d+e:f@g!$'()*"
            })
    void an_unambiguous_path_is_canonical(String path) {
        assertThat(RequestPath.isCanonical(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "http://host/wallet",
                "//wallet",
                "/wallet//debit",
                "/..",
                "/./wallet",
                "/x/../wallet",
                "/%2e%2e/wallet",
                "/x/.%2E/wallet",
                "/play/..;/admin",
                "/wallet;a=1",
                "/wallet%00",
                "/wallet\u0000",
                "/wallet\\debit",
                "/wallet#x",
                "/wallet?x",
                "/wallet%zz",
                "/wallet/%c0%ae%c0%ae/x",
                "/players/a%2Fb",
                "/players/a%5Cb"
            })
    void an_ambiguous_path_is_not_canonical(String path) {
        assertThat(RequestPath.isCanonical(path)).isFalse();
    }
}
