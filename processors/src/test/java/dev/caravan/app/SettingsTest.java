package dev.caravan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    @TempDir
    Path home;

    private Settings load(String yaml) {
        return load(yaml, Map.of(), Map.of(), Map.of());
    }

    private Settings load(
            String yaml,
            Map<String, String> overrides,
            Map<String, String> environment,
            Map<String, String> properties) {
        try {
            Files.writeString(home.resolve("application.yaml"), yaml);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return Settings.load(home, overrides, environment, properties);
    }

    private List<String> problems(String yaml) {
        InvalidSettings refused = catchThrowableOfType(InvalidSettings.class, () -> load(yaml));
        assertThat(refused).as("settings are refused").isNotNull();
        return refused.problems();
    }

    @Test
    void readsEachTypeOfValue() {
        Settings settings = load(
                """
            server:
              port: 9090
            http:
              heartbeat: 500ms
              allowed-hosts: [a.example, b.example]
            routes:
              reload: false
              directory: other/../routes
            """);
        assertThat(settings.number("server.port")).isEqualTo(9090);
        assertThat(settings.duration("http.heartbeat")).isEqualTo(Duration.ofMillis(500));
        assertThat(settings.words("http.allowed-hosts")).containsExactly("a.example", "b.example");
        assertThat(settings.flag("routes.reload")).isFalse();
        assertThat(settings.path("routes.directory"))
                .isEqualTo(home.toAbsolutePath().resolve("routes"));
    }

    @Test
    void takesWhatTheFileDoesNotSayFromTheShippedOne() {
        assertThat(load("").text("workspaces.default")).isEqualTo("atlas");
    }

    @Test
    void listsEveryProblemWithItsLineAndTheNearestKnownKey() {
        assertThat(
                        problems(
                                """
                server:
                  prot: 8080
                  port: eighty
                sql:
                  timeout: 30 seconds
                  attempts: 11
                atlas:
                  source: demonstration
                """))
                .containsExactly(
                        "application.yaml:2: unknown key server.prot; did you mean server.port?",
                        "application.yaml:3: server.port: 'eighty' is not a whole number",
                        "application.yaml:5: sql.timeout: '30 seconds' is not a duration like 500ms, 30s, 2m or 1h",
                        "application.yaml:6: sql.attempts: '11' is not within 1 to 10",
                        "application.yaml:8: atlas.source: 'demonstration' is not one of demo, loaded, jdbc");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
          zzz: 1                             | application.yaml:1: unknown key zzz
          'server: 8080'                     | application.yaml:1: unknown key server
          'routes: {reload: yes}'            | application.yaml:1: routes.reload: 'yes' is neither true nor false
          'server: {port: 65536}'            | application.yaml:1: server.port: '65536' is not within 0 to 65535
          'server: {port: }'                 | application.yaml:1: server.port: '' is not a whole number
          'server: {address: ""}'            | application.yaml:1: server.address: '' must not be empty
          'sql: {timeout: 99h}'              | application.yaml:1: sql.timeout: '99h' is not within 100ms to 1h
          'model: {prompts: {agent: large}}' | application.yaml:1: model.prompts.agent: 'large' is not one of frontier, lightweight
          'state: {jdbc-url: "jdbc:h2:x"}'   | application.yaml:1: state.jdbc-url: 'jdbc:h2:x' does not start with jdbc:postgresql:
          'server: [{port: 1}]'              | application.yaml:1: server must be a value or a list of values
          '- a list'                         | application.yaml:1: keys with values are expected here
          """)
    void refusesWhatDoesNotFitTheDeclaration(String yaml, String problem) {
        assertThat(problems(yaml)).anySatisfy(found -> assertThat(found).startsWith(problem));
    }

    @Test
    void refusesAKeyThatIsSetTwice() {
        assertThat(problems("server:\n  port: 1\nserver:\n  port: 2\n"))
                .containsExactly("application.yaml:4: server.port is already set on line 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"server: {port", "a:\n\t- b", "server: *nothing", "\u0000", "? [a]\n: b"})
    void saysWhereTheYamlIsBroken(String yaml) {
        assertThat(problems(yaml)).allSatisfy(problem -> assertThat(problem).startsWith("application.yaml"));
    }

    @Test
    void saysWhichFileIsMissing() {
        assertThatThrownBy(() -> Settings.load(home.resolve("nowhere"), Map.of()))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void takesValuesFromTheEnvironment() {
        String yaml = "atlas: {user: '${DB_USER}', password: '${DB_PASSWORD:none}-x'}";
        Settings settings = load(yaml, Map.of(), Map.of("DB_USER", "ana$1"), Map.of());
        assertThat(settings.text("atlas.user")).isEqualTo("ana$1");
        assertThat(settings.text("atlas.password")).isEqualTo("none-x");
    }

    @Test
    void namesTheEnvironmentVariableThatIsNotSet() {
        assertThat(problems("atlas: {user: '${DB_USER}'}"))
                .containsExactly("application.yaml:1: atlas.user: environment variable DB_USER is not set");
    }

    @Test
    void overridesTheFileByEnvironmentThatBySystemPropertyThatByOverride() {
        String yaml = "sql: {max-rows: 1, attempts: 1, pool: 1}";
        Settings settings = load(
                yaml,
                Map.of("sql.pool", "4"),
                Map.of("SQL_MAX_ROWS", "2", "SQL_ATTEMPTS", "2", "SQL_POOL", "2"),
                Map.of("sql.attempts", "3", "sql.pool", "3"));
        assertThat(settings.number("sql.max-rows")).isEqualTo(2);
        assertThat(settings.number("sql.attempts")).isEqualTo(3);
        assertThat(settings.number("sql.pool")).isEqualTo(4);
    }

    @Test
    void namesTheOverrideThatIsWrong() {
        InvalidSettings refused = catchThrowableOfType(
                InvalidSettings.class,
                () -> load(
                        "",
                        Map.of("sql.tries", "3"),
                        Map.of("SQL_POOL", "many"),
                        Map.of("routes.reload", "1", "java.version", "17")));
        assertThat(refused.problems())
                .containsExactlyInAnyOrder(
                        "environment variable SQL_POOL: sql.pool: 'many' is not a whole number",
                        "system property routes.reload: routes.reload: '1' is neither true nor false",
                        "override: unknown key sql.tries");
    }

    @Test
    void leavesTheOptionsOfCamelToCamel() {
        assertThat(load("camel: {main: {name: x}}").asMap()).containsEntry("camel.main.name", "x");
    }

    @Test
    void neverShowsASecret() {
        Settings settings = load("hawtio: {password: hush}\nstate: {password: hush}\n"
                + "atlas: {jdbc-url: 'jdbc:postgresql://h/d?user=u&password=hush&ssl=true'}");
        assertThat(settings.toString()).doesNotContain("hush").contains("ssl=true", "hawtio.password=***");
        assertThat(settings.text("state.password")).isEqualTo("hush");
    }

    @Test
    void needsAnUrlForADatabaseOfOnesOwn() {
        assertThat(problems("atlas: {source: jdbc}"))
                .containsExactly("atlas.source is jdbc, so atlas.jdbc-url must name a database");
    }

    @Test
    void vectorsNeedTheIndexOnThisComputer() {
        assertThat(problems("documents: {index: {engine: opensearch, vectors: true}}"))
                .satisfiesExactly(problem ->
                        assertThat(problem).startsWith("documents.index.vectors needs documents.index.engine: lucene"));
    }

    @Test
    void namesWhatALoginAtAnIssuerLacks() {
        assertThat(problems("security: {login: oidc, oidc: {scopes: profile, roles: 'staff=boss', "
                        + "redirect-uri: 'http://203.0.113.7/x'}}"))
                .satisfiesExactly(
                        issuer -> assertThat(issuer)
                                .isEqualTo("security.login is oidc, so security.oidc.issuer must be set"),
                        client -> assertThat(client)
                                .isEqualTo("security.login is oidc, so security.oidc.client-id must be set"),
                        safe -> assertThat(safe).startsWith("security.oidc.redirect-uri: 'http://203.0.113.7/x' must"),
                        back -> assertThat(back)
                                .isEqualTo("security.oidc.redirect-uri must end in /api/session/oidc/end"),
                        scope -> assertThat(scope).isEqualTo("security.oidc.scopes must hold openid"),
                        role -> assertThat(role)
                                .startsWith("security.oidc.roles: 'staff=boss' is not like value=role"));
        assertThat(load("security: {oidc: {roles: 'staff=boss'}}").text("security.login"))
                .isEqualTo("none");
    }
}
