package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests what the files in {@code deploy} promise. {@code .ci/check-deployment} runs what they start. */
class DeploymentTest {
    private static final Pattern PORTS = Pattern.compile("ports: \\[([^]]++)]");

    /** Returns a file without its comments. */
    private static String text(String file) {
        return Tree.read(Tree.ROOT.resolve("deploy").resolve(file)).replaceAll("(?m)^ *#.*\\n", "");
    }

    @Test
    void each_service_runs_unprivileged_on_a_read_only_root_within_limits() {
        var compose = text("compose.yaml");
        assertThat(compose)
                .contains(
                        "read_only: true",
                        "cap_drop: [ALL]",
                        "security_opt: [\"no-new-privileges:true\"]",
                        "pids_limit: ",
                        "mem_limit: ",
                        "ulimits: { core: 0, ")
                .doesNotContain("privileged: true", "cap_add", "network_mode", "docker.sock");
    }

    @Test
    void every_port_is_published_on_loopback() {
        assertThat(Stream.of("compose.yaml", "cluster/compose.yaml", "cluster/compose-citus.yaml")
                        .flatMap(file -> PORTS.matcher(text(file)).results())
                        .flatMap(ports -> Stream.of(ports.group(1).split(", "))))
                .hasSize(5)
                .allMatch(port -> port.startsWith("\"127.0.0.1:"));
    }

    @Test
    void the_unit_takes_its_secrets_from_systemd_and_listens_on_loopback() {
        assertThat(text("operatorkit-wallet.service"))
                .contains("LoadCredential=operator.secret:", "--secret-file %d/operator.secret", "--bind 127.0.0.1")
                .contains("RestartPreventExitStatus=2 126 127 203", "ExecPaths=/usr /lib /lib64 /opt/operatorkit")
                .contains("StateDirectoryMode=0700", "UMask=0077", "LimitCORE=0", "DynamicUser=true")
                .doesNotContain("--secret-file /etc");
    }
}
