package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests what the files in {@code deploy} promise. {@code .ci/check-deployment} runs what they start. */
class DeploymentTest {
    private static final Pattern SERVICE = Pattern.compile("  ([a-z][a-z0-9-]*):.*");

    private static List<String> lines(String file) throws IOException {
        return Files.readAllLines(Tree.ROOT.resolve("deploy").resolve(file)).stream()
                .filter(line -> !line.strip().startsWith("#"))
                .toList();
    }

    /** Returns the lines of each service of the compose file. */
    private static Map<String, String> services() throws IOException {
        var services = new LinkedHashMap<String, String>();
        var section = "";
        var service = "";
        for (var line : lines("compose.yaml")) {
            var name = SERVICE.matcher(line);
            if (!line.isEmpty() && line.charAt(0) != ' ') {
                section = line;
            } else if (section.equals("services:") && name.matches()) {
                service = name.group(1);
            } else if (section.equals("services:")) {
                services.merge(service, line + "\n", String::concat);
            }
        }
        return services;
    }

    @Test
    void each_service_runs_unprivileged_on_a_read_only_root_within_limits() throws IOException {
        assertThat(String.join("\n", lines("compose.yaml")))
                .contains(
                        "read_only: true",
                        "cap_drop: [ALL]",
                        "security_opt: [\"no-new-privileges:true\"]",
                        "pids_limit: ",
                        "mem_limit: ",
                        "ulimits: { core: 0, ")
                .doesNotContain("privileged: true", "cap_add", "network_mode", "docker.sock");
        assertThat(services().keySet()).containsExactly("database", "wallet", "simulator");
        services()
                .forEach((name, text) -> assertThat(text)
                        .as(name)
                        .contains("<<: *hardened", "healthcheck:", "tmpfs: [\"/tmp:size=")
                        .containsPattern("user: \"[1-9][0-9]*:[1-9][0-9]*\"")
                        .doesNotContain("PASSWORD: ", "SECRET: "));
    }

    @Test
    void every_port_is_published_on_loopback() throws IOException {
        var ports = new ArrayList<String>();
        for (var file : List.of("compose.yaml", "cluster/compose.yaml", "cluster/compose-citus.yaml")) {
            for (var line : lines(file)) {
                var found = Pattern.compile("ports: \\[([^]]*)]").matcher(line);
                if (found.find()) {
                    ports.addAll(List.of(found.group(1).split(", ")));
                }
            }
        }
        assertThat(ports).hasSize(5).allMatch(port -> port.startsWith("\"127.0.0.1:"));
    }

    @Test
    void images_name_a_version_and_a_user() throws IOException {
        var images = new ArrayList<String>();
        for (var line : lines("compose.yaml")) {
            if (line.contains(" image: ")) {
                images.add(line);
            }
        }
        var built = lines("Containerfile");
        built.stream().filter(line -> line.startsWith("ARG RUNTIME=")).forEach(images::add);
        assertThat(images).hasSize(2).allMatch(image -> image.matches(".*:[0-9]+[._][0-9._]+(-[a-z0-9-]+)?"));
        assertThat(built).contains("USER 10001:10001");
    }

    @Test
    void the_unit_takes_its_secrets_from_systemd_and_listens_on_loopback() throws IOException {
        var unit = String.join("\n", lines("operatorkit-wallet.service"));
        assertThat(unit)
                .contains("LoadCredential=operator.secret:", "--secret-file %d/operator.secret", "--host 127.0.0.1")
                .contains("RestartPreventExitStatus=2 126 127 203", "ExecPaths=/usr /lib /lib64 /opt/operatorkit")
                .contains("StateDirectoryMode=0700", "UMask=0077", "LimitCORE=0", "DynamicUser=true")
                .doesNotContain("--secret-file /etc");
    }
}
