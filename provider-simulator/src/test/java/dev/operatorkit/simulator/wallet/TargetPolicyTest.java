package dev.operatorkit.simulator.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.net.IpRange;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetPolicyTest {

    private static boolean isRefused(TargetPolicy policy, String address) throws UnknownHostException {
        return policy.refusal(InetAddress.getByName(address)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.1.2.3",
                "100.64.0.1",
                "fc00::1",
                "64:ff9b::a9fe:a9fe",
                "2002:a9fe:a9fe::1",
                "203.0.113.5",
                "::7f00:1",
                "::ffff:0:a9fe:a9fe",
                "2001:db8::1"
            })
    void p9_private_and_link_local_addresses_require_the_option(String address) throws UnknownHostException {
        assertThat(isRefused(TargetPolicy.LOOPBACK, address)).isTrue();
        assertThat(isRefused(TargetPolicy.PUBLIC, address)).isTrue();
        assertThat(isRefused(TargetPolicy.ANY, address)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"169.254.169.254", "100.100.100.200", "192.0.0.192", "fd00:ec2::254", "fd20:ce::254", "fe80::1"})
    void p9_what_hands_out_credentials_must_be_named(String address) throws UnknownHostException {
        assertThat(isRefused(TargetPolicy.ANY, address)).isTrue();
        var named = new TargetPolicy(false, false, List.of(IpRange.parse(address)));
        assertThat(isRefused(named, address)).isFalse();
    }

    @Test
    void p9_a_named_range_opens_nothing_beside_it() throws UnknownHostException {
        var named = new TargetPolicy(true, false, List.of(IpRange.parse("172.30.39.0/24"), IpRange.parse("0.0.0.0/0")));
        assertThat(isRefused(named, "172.30.39.3")).isFalse();
        assertThat(isRefused(named, "fc00::1")).isTrue();
        assertThat(isRefused(named, "0.0.0.0")).isTrue();
        var narrow = new TargetPolicy(true, false, List.of(IpRange.parse("172.30.39.0/24")));
        assertThat(isRefused(narrow, "172.30.40.3")).isTrue();
        assertThat(isRefused(narrow, "172.30.38.255")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"})
    void p9_loopback_addresses_are_allowed_unless_only_public_addresses_are(String address)
            throws UnknownHostException {
        assertThat(isRefused(TargetPolicy.LOOPBACK, address)).isFalse();
        assertThat(isRefused(TargetPolicy.PUBLIC, address)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "224.0.0.1", "255.255.255.255", "ff02::1"})
    void p9_wildcard_multicast_and_broadcast_addresses_are_never_allowed(String address) throws UnknownHostException {
        assertThat(isRefused(TargetPolicy.ANY, address)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///etc/passwd",
                "wallet.example",
                "http://user:pw@wallet.example",
                "http://wallet.example:25",
                "http://0x7f.1",
                "http://0177.0.0.1.",
                "http://wallet.example/?a=b",
                "http://wallet.example/#x",
                "http://",
                "javascript:alert(1)"
            })
    void p9_an_invalid_address_is_refused_with_a_reason(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WalletAddress.parse(text).requireWebPort())
                .withMessageStartingWith("The wallet's address ");
    }

    @Test
    void an_address_keeps_the_encoding_of_its_path_prefix() {
        assertThat(WalletAddress.parse("https://wallet.example/a%20b/c/"))
                .isEqualTo(new WalletAddress(true, "wallet.example", 443, "/a%20b/c"))
                .hasToString("https://wallet.example/a%20b/c");
        assertThat(WalletAddress.parse("HTTP://[::1]:8080"))
                .isEqualTo(new WalletAddress(false, "::1", 8080, ""))
                .hasToString("http://[::1]:8080");
    }
}
