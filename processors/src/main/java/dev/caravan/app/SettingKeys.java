package dev.caravan.app;

import static dev.caravan.app.SettingKey.choice;
import static dev.caravan.app.SettingKey.decimal;
import static dev.caravan.app.SettingKey.duration;
import static dev.caravan.app.SettingKey.filled;
import static dev.caravan.app.SettingKey.flag;
import static dev.caravan.app.SettingKey.httpUrl;
import static dev.caravan.app.SettingKey.jdbcUrl;
import static dev.caravan.app.SettingKey.matching;
import static dev.caravan.app.SettingKey.number;
import static dev.caravan.app.SettingKey.secret;
import static dev.caravan.app.SettingKey.text;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Every setting there is: what application.yaml may say. Meanings and values stand there. */
final class SettingKeys {
    private static final List<SettingKey> DECLARED = List.of(
            filled("server.address"),
            number("server.port", 0, 65_535),
            filled("server.data"),
            number("server.free-disk", 0, 1_000_000),
            number("http.threads", 1, 10_000),
            number("http.max-body", 1_024, 16_777_216),
            duration("http.request-time", "1s", "10m"),
            number("http.connections", 16, 100_000),
            number("http.connections-per-client", 8, 100_000),
            duration("http.heartbeat", "100ms", "5m"),
            duration("http.lost-client", "0ms", "10m"),
            text("http.allowed-hosts"),
            text("http.tenant-header"),
            choice("security.login", "none", "local", "oidc"),
            httpUrl("security.oidc.issuer"),
            text("security.oidc.client-id"),
            secret("security.oidc.client-secret"),
            httpUrl("security.oidc.redirect-uri"),
            filled("security.oidc.scopes"),
            filled("security.oidc.name-claim"),
            text("security.oidc.tenant-claim"),
            filled("security.oidc.roles-claim"),
            text("security.oidc.roles"),
            flag("security.open-network"),
            duration("security.session", "1m", "720h"),
            number("security.lock.failures", 2, 1_000),
            duration("security.lock.time", "1s", "24h"),
            number("security.hash-strength", 4, 16),
            duration("boards.look", "1s", "1h"),
            duration("security.share-time", "1m", "87600h"),
            number("quota.user.minute", 0, 100_000),
            number("quota.user.at-once", 0, 10_000),
            decimal("quota.user.day-dollars"),
            number("quota.user.day-rows", 0, 2_000_000_000),
            number("quota.tenant.minute", 0, 1_000_000),
            number("quota.tenant.at-once", 0, 100_000),
            decimal("quota.tenant.day-dollars"),
            number("quota.tenant.day-rows", 0, 2_000_000_000),
            number("quota.waiting", 0, 10_000),
            duration("quota.longest-wait", "1s", "10m"),
            number("quota.keep-days", 2, 36_500),
            choice("gate.budgets", "local", "shared"),
            flag("hawtio.enabled"),
            secret("hawtio.password"),
            filled("routes.directory"),
            flag("routes.reload"),
            duration("routes.grace", "100ms", "5m"),
            choice("log.detail", "turns", "stages", "prompts"),
            httpUrl("telemetry.otlp.endpoint"),
            secret("telemetry.otlp.authorization"),
            matching("telemetry.share", "0(\\.\\d{1,9})?|1(\\.0{1,9})?", "is not a number from 0 to 1"),
            filled("workspaces.directory"),
            filled("workspaces.default"),
            choice("agent.mode", "auto", "graphql_sql", "sql_only", "graphql_only"),
            number("agent.max-queries", 1, 100),
            number("agent.calls-at-once", 1, 32),
            duration("agent.calls-timeout", "1ms", "1h"),
            duration("agent.turn-timeout", "100ms", "1h"),
            number("agent.max-question", 1, 20_000),
            number("agent.history-tokens", 100, 10_000_000),
            choice("atlas.source", "demo", "loaded", "jdbc"),
            jdbcUrl("atlas.jdbc-url"),
            text("atlas.user"),
            secret("atlas.password"),
            httpUrl("atlas.api.explore-url"),
            httpUrl("atlas.api.country-pages-url"),
            duration("atlas.api.timeout", "100ms", "5m"),
            duration("atlas.api.retry-delay", "1ms", "1m"),
            number("atlas.api.ceiling", 1, 100_000),
            number("atlas.api.budget", 1, 100_000),
            number("atlas.api.breaker.failures", 1, 1_000),
            duration("atlas.api.breaker.open", "100ms", "1h"),
            duration("sql.timeout", "100ms", "1h"),
            number("sql.max-rows", 1, 100_000),
            number("sql.large-results", 1, 1_000),
            number("sql.attempts", 1, 10),
            choice("plan.approval", "auto", "ask"),
            number("memory.days", 0, 36_500),
            duration("memory.look", "1s", "24h"),
            duration("plan.rows.fresh", "0s", "24h"),
            number("plan.rows.memory", 1, 1_000),
            number("sql.pool", 1, 200),
            number("sql.breaker.failures", 1, 1_000),
            duration("sql.breaker.open", "100ms", "1h"),
            text("search.libraries"),
            matching("search.memory", "[1-9]\\d{0,5}[mg]", "is not an amount like 384m or 2g"),
            duration("search.start-timeout", "1s", "10m"),
            duration("search.timeout", "10ms", "1h"),
            number("search.max-groups", 100, 1_000_000),
            duration("graphql.timeout", "100ms", "5m"),
            flag("docs.embeddings"),
            httpUrl("research.web.url"),
            secret("research.web.key"),
            number("research.web.results", 1, 10),
            flag("research.web.inner-addresses"),
            text("webhooks.hosts"),
            flag("webhooks.inner-addresses"),
            secret("webhooks.secret"),
            duration("webhooks.retry-delay", "1ms", "10s"),
            httpUrl("embeddings.url"),
            secret("embeddings.key"),
            text("embeddings.model"),
            text("embeddings.question-prefix"),
            text("embeddings.passage-prefix"),
            decimal("embeddings.near"),
            duration("embeddings.timeout", "1s", "5m"),
            number("tables.max-file", 1, 10_000),
            text("connections.hosts"),
            number("documents.max-file", 1, 2_000),
            number("documents.max-pages", 1, 100_000),
            number("documents.max-count", 1, 10_000_000),
            number("documents.read-characters", 500, 1_000_000),
            duration("documents.tool-timeout", "1ms", "10m"),
            choice("documents.index.engine", "lucene", "opensearch"),
            flag("documents.index.vectors"),
            httpUrl("documents.index.url"),
            text("documents.index.user"),
            secret("documents.index.password"),
            filled("documents.index.name"),
            flag("documents.agent.enabled"),
            flag("documents.agent.fallback"),
            text("documents.agent.models"),
            text("documents.agent.weakest"),
            number("documents.agent.shadow", 0, 100),
            jdbcUrl("state.jdbc-url"),
            text("state.user"),
            secret("state.password"),
            duration("state.lease", "4s", "1h"),
            duration("state.server-lost", "2s", "10m"),
            number("state.taken-up-at-once", 1, 100),
            number("state.researches-at-once", 1, 100),
            // Camel's own options, such as camel.main.name; Camel itself refuses unknown ones
            text("camel.*"));

    static final List<SettingKey> ALL =
            Stream.concat(DECLARED.stream(), ModelKeys.ALL.stream()).toList();

    private SettingKeys() {}

    /** The declaration that covers a key. */
    static Optional<SettingKey> of(String key) {
        return ALL.stream().filter(declared -> declared.covers(key)).findFirst();
    }

    /** The names that a hint may propose. */
    static List<String> names() {
        return ALL.stream().filter(key -> !key.open()).map(SettingKey::name).toList();
    }
}
