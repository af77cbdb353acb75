package dev.operatorkit.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTest {
    private static final TrustedProxies PROXIES = TrustedProxies.of(List.of("10.0.0.0/8", "2001:db8:ffff::/48"));

    @ParameterizedTest(name = "{0} forwarded for {1}: {2}")
    @CsvSource(
            delimiter = ';',
            value = {
                "10.0.0.1;           203.0.113.7;                               203.0.113.7",
                "10.0.0.1;           203.0.113.7, 10.0.0.2;                     203.0.113.7",
                "10.0.0.1;           198.51.100.1, 203.0.113.7;                 203.0.113.7", // the left one is a
                // guest's claim
                "10.0.0.1;           198.51.100.1, 203.0.113.7, 10.9.9.9;       203.0.113.7",
                "10.0.0.1;           10.0.0.3, 10.0.0.2;                        10.0.0.3", // a call from the internal
                // network
                "203.0.113.9;        198.51.100.1;                              203.0.113.9", // not a trusted proxy
                "10.0.0.1;           unknown;                                   10.0.0.1",
                "10.0.0.1;           203.0.113.7, _hidden, 10.0.0.2;            10.0.0.2",
                "10.0.0.1;           203.0.113.7:5678;                          203.0.113.7",
                "10.0.0.1;           [2001:db8::7]:5678;                        2001:db8:0:0:0:0:0:7",
                "10.0.0.1;           2001:db8::7;                               2001:db8:0:0:0:0:0:7",
                "2001:db8:ffff::1;   2001:db8::7, 2001:db8:ffff:1::1;           2001:db8:0:0:0:0:0:7",
                "10.0.0.1;           ::ffff:203.0.113.7;                        203.0.113.7",
                "10.0.0.1;           ',, 203.0.113.7 ';                         203.0.113.7",
                "10.0.0.1;           '203.0.113.7, ';                           10.0.0.1",
                "10.0.0.1;           '203.0.113.7,, 10.0.0.2';                  10.0.0.2",
                "10.0.0.1;           '';                                        10.0.0.1",
            })
    void the_header_is_read_from_right_to_left_while_the_sender_is_trusted(String peer, String header, String client) {
        assertThat(PROXIES.resolveClient(IpAddress.parse(peer), List.of(header)).getHostAddress())
                .isEqualTo(client);
    }

    @Test
    void several_headers_are_joined_into_one_list() {
        var header = List.of("198.51.100.1", "203.0.113.7", "10.0.0.2");
        assertThat(PROXIES.resolveClient(IpAddress.parse("10.0.0.1"), header))
                .isEqualTo(IpAddress.parse("203.0.113.7"));
    }

    @Test
    void without_a_header_the_peer_is_the_client_even_when_it_is_a_proxy() {
        assertThat(PROXIES.resolveClient(IpAddress.parse("10.0.0.1"), List.of()))
                .isEqualTo(IpAddress.parse("10.0.0.1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0/0", "10.0.0.1/0", "::/0", "2001:db8::/0"})
    void a_range_that_trusts_every_caller_is_rejected(String range) {
        assertThatThrownBy(() -> TrustedProxies.of(List.of("10.0.0.1", range)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(range)
                .hasMessageContaining("every caller");
    }

    @Test
    void without_proxies_the_header_is_never_used() {
        var none = TrustedProxies.of(List.of());
        assertThat(none.resolveClient(IpAddress.parse("127.0.0.1"), List.of("203.0.113.7")))
                .isEqualTo(IpAddress.parse("127.0.0.1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "1.2.3",
                "1.2.3.256",
                "01.2.3.4",
                "0x7f.1",
                "::1%lo",
                "[::1]",
                "1::2::3",
                "١.2.3.4"
            })
    void a_text_that_is_not_an_address_is_refused_without_a_lookup(String text) {
        assertThatThrownBy(() -> IpAddress.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be an IPv4 or IPv6 address");
    }

    @ParameterizedTest(name = "{0} contains {1}: {2}")
    @CsvSource({
        "192.0.2.7, 192.0.2.7, true",
        "192.0.2.7, 192.0.2.8, false",
        "192.0.2.0/24, 192.0.2.255, true",
        "192.0.2.0/24, 192.0.3.0, false",
        "192.0.2.128/25, 192.0.2.127, false",
        "192.0.2.129/25, 192.0.2.200, true",
        "0.0.0.0/0, 203.0.113.1, true",
        "0.0.0.0/0, 2001:db8::1, false",
        "::/0, 2001:db8::1, true",
        "2001:db8::/33, 2001:db8:7fff::1, true",
        "2001:db8::/33, 2001:db8:8000::1, false",
        "192.0.2.0/24, ::ffff:192.0.2.1, true",
    })
    void a_range_contains_the_addresses_that_share_its_prefix(String range, String address, boolean contained) {
        assertThat(IpRange.parse(range).contains(IpAddress.parse(address))).isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.0/33", "192.0.2.0/", "192.0.2.0/-1", "proxy/8", "/8", "1.2.3.4/8/8"})
    void a_text_that_is_not_a_range_is_refused_and_named(String text) {
        assertThatThrownBy(() -> IpRange.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }
}
