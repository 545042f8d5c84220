package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.caravan.app.Settings;
import dev.caravan.warehouse.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The files of {@code deploy/}: what they name exists. */
@Timeout(300)
class DeployFilesIT {
    private static final Path DEPLOY = Path.of(System.getProperty("caravan.home"), "deploy");
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final Pattern METRIC =
            Pattern.compile("\\b(?:caravan|camel|jvm|process|system)_[a-z_]+\\b(?!\\s*=)");

    @TempDir
    Path folder;

    /** The expressions of rules and panels, wherever they stand. */
    private static List<String> expressions(JsonNode file) {
        return file.findValuesAsText("expr");
    }

    private static Set<String> metrics(String text) {
        Set<String> found = new TreeSet<>();
        for (Matcher each = METRIC.matcher(text); each.find(); ) {
            found.add(each.group());
        }
        return found;
    }

    @Test
    void alertsAndDashboardNameMetricsThatAreServed() throws Exception {
        JsonNode alerts = YAML.readTree(DEPLOY.resolve("alerts.yaml").toFile());
        JsonNode board = new ObjectMapper()
                .readTree(DEPLOY.resolve("grafana-dashboard.json").toFile());
        Set<String> named =
                metrics(String.join("\n", expressions(alerts)) + "\n" + String.join("\n", expressions(board)));
        assertThat(expressions(alerts)).hasSizeGreaterThan(4);
        assertThat(expressions(board)).hasSizeGreaterThan(9);
        try (DemoHome home = DemoHome.create(folder);
                CaravanServer server = CaravanServer.start(Settings.load(home.folder(), Map.of()), Progress.silent())) {
            Visitor visitor = Visitor.anonymous(server.address());
            assertThat(visitor.send("POST", "/api/chat", "{\"question\": \"Tell me a joke\"}")
                            .status())
                    .isEqualTo(200);
            String served = visitor.send("GET", "/metrics").body();
            Set<String> names = served.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.replaceAll("[{ ].*", ""))
                    .collect(Collectors.toSet());
            assertThat(names).containsAll(named);
            assertThat(served)
                    .contains("camel_route_policy_seconds_sum{")
                    .containsPattern("camel_route_policy_seconds_sum\\{[^}]*routeId=\"turn\"");
        }
    }

    @Test
    void theManifestsRunNobodyAsRootAndAskForHealthThatIsServed() throws IOException {
        MappingIterator<JsonNode> all = YAML.readerFor(JsonNode.class)
                .readValues(DEPLOY.resolve("kubernetes.yaml").toFile());
        JsonNode pod = all.next().at("/spec/template/spec");
        JsonNode container = pod.at("/containers/0");
        assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean())
                .isTrue();
        assertThat(container.at("/securityContext/allowPrivilegeEscalation").asBoolean(true))
                .isFalse();
        assertThat(container.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/api/health/live");
        assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/api/health/ready");
        Set<String> settings =
                Settings.load(Path.of(System.getProperty("caravan.home")), Map.of()).asMap().keySet().stream()
                        .map(key -> key.toUpperCase(java.util.Locale.ROOT).replaceAll("[.-]", "_"))
                        .collect(Collectors.toSet());
        container.at("/env").forEach(variable -> assertThat(settings)
                .contains(variable.path("name").asText()));
        Matcher set = Pattern.compile("\\b([A-Z][A-Z_]+)=").matcher(Files.readString(DEPLOY.resolve("Containerfile")));
        while (set.find()) {
            assertThat(settings).contains(set.group(1));
        }
        assertThat(all.next().path("kind").asText()).isEqualTo("Service");
    }

    @Test
    void nginxTakesItsConfiguration() throws Exception {
        Path nginx = Path.of("/usr/sbin/nginx");
        assumeTrue(Files.isExecutable(nginx), "there is no nginx on this computer");
        Path whole = folder.resolve("nginx.conf");
        Files.writeString(
                whole,
                "pid " + folder.resolve("pid") + ";\nevents {}\nhttp {\n"
                        + "access_log off; client_body_temp_path " + folder + "/b; proxy_temp_path " + folder + "/p;"
                        + " fastcgi_temp_path " + folder + "/f; uwsgi_temp_path " + folder + "/u; scgi_temp_path "
                        + folder + "/s;\ninclude " + DEPLOY.resolve("nginx.conf") + ";\n}\n");
        Process process = new ProcessBuilder(nginx.toString(), "-t", "-e", "stderr", "-c", whole.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
    }
}
