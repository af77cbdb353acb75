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
    void a_path_with_one_interpretation_is_canonical(String path) {
        assertThat(RequestPath.isCanonical(path)).isTrue();
        assertThat(RequestPath.isCanonicalButForEncodedSlashes(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "wallet",
                "http://host/wallet",
                "//wallet",
                "/wallet//debit",
                "/wallet//",
                "//",
                "/.",
                "/..",
                "/./wallet",
                "/x/../wallet",
                "/x/..",
                "/%2e%2e/wallet",
                "/x/.%2E/wallet",
                "/x/%2e",
                "/play/..;/admin",
                "/wallet;a=1",
                "/wallet%00",
                "/wallet%0d%0aX",
                "/wallet%7f",
                "/wal let",
                "/wallet\u0000",
                "/wallet\\debit",
                "/wallet#x",
                "/wallet?x",
                "/wallet%",
                "/wallet%2",
                "/wallet%zz",
                "/wallet/%c0%ae%c0%ae/x",
                "/wallet/%f5"
            })
    void a_path_that_two_programs_could_read_differently_is_not(String path) {
        assertThat(RequestPath.isCanonical(path)).isFalse();
        assertThat(RequestPath.isCanonicalButForEncodedSlashes(path)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/players/a%2Fb", "/players/a%2fb", "/players/a%5Cb", "/players/..%2f..%2fx"})
    void encoded_slashes_are_only_for_routes_with_an_id_of_another_party(String path) {
        assertThat(RequestPath.isCanonical(path)).isFalse();
        assertThat(RequestPath.isCanonicalButForEncodedSlashes(path)).isTrue();
    }
}
