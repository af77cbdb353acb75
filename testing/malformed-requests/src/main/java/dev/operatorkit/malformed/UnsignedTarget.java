package dev.operatorkit.malformed;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Describes a server whose requests are not signed, so that only their HTTP can be malformed.
 *
 * @param address its address
 * @param readPath a path whose GET gets 200
 * @param writePath a path whose POST is refused
 * @param routeStatuses the statuses of that refusal
 */
public record UnsignedTarget(InetSocketAddress address, String readPath, String writePath, Set<Integer> routeStatuses)
        implements Target {
    @Override
    public String host() {
        return address.getHostString() + ":" + address.getPort();
    }

    @Override
    public Draft write(RandomGenerator random) {
        return Draft.post(writePath, "{\"number\":" + random.nextInt(1000, 10_000) + ",\"text\":\"any\"}");
    }

    @Override
    public Draft read(RandomGenerator random) {
        return Draft.get(readPath, "any=" + random.nextInt(100));
    }

    @Override
    public boolean isSigned() {
        return false;
    }

    @Override
    public List<String> sign(Draft request) {
        return List.of();
    }

    @Override
    public Set<Integer> contentStatuses() {
        return routeStatuses;
    }
}
