package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import dev.caravan.account.AccessRules;
import dev.caravan.account.AccessRules.Door;
import dev.caravan.account.AccessRules.Rule;
import dev.caravan.account.FirstAdministrator;
import dev.caravan.account.Permission;
import dev.caravan.account.Role;
import dev.caravan.app.Settings;
import dev.caravan.launcher.Endpoints.Endpoint;
import dev.caravan.launcher.Visitor.Reply;
import dev.caravan.warehouse.Progress;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Users on the whole product. The matrices go over every address that {@link Endpoints} finds, with what {@link AccessRules} say:
 * a new address without a rule, or with a parameter that nothing is known for, fails here.
 */
@Timeout(600)
class AccountsIT {
    private static final String PASSWORD = "a long enough password";
    private static final String QUESTION = "What were Kenya's top 5 exports in 2023?";

    @TempDir
    static Path folder;

    private static DemoHome home;
    private static CaravanServer server;
    private static URI address;
    private static Visitor admin;
    private static Visitor alice;
    private static Visitor bob;
    private static Visitor carol;

    /** What alice has, by the endpoint's parameter and the kind of thing it stands for. */
    private static final Map<String, String> OWNED = new HashMap<>();

    @BeforeAll
    static void start() throws Exception {
        home = DemoHome.create(folder);
        Path written = folder.resolve("application.yaml");
        // memories are found by meaning
        Files.writeString(written, Files.readString(written).replace("embeddings: false", "embeddings: true"));
        Files.writeString(
                written,
                "security: {login: local, hash-strength: 4, lock: {failures: 5, time: 1h}}\n",
                StandardOpenOption.APPEND);
        server = CaravanServer.start(Settings.load(folder, Map.of()), Progress.silent());
        address = server.address();
        admin = firstAdministrator();
        alice = user("alice", "acme", "asker", "editor", "operator");
        bob = user("bob", "acme", "asker", "editor");
        carol = user("carol", "other", "asker", "editor");
        JsonNode turn = alice.send("POST", "/api/chat", "{\"question\": \"" + QUESTION + "\"}")
                .json();
        OWNED.put("threads", turn.path("thread_id").asText());
        OWNED.put("turns", turn.path("turn_id").asText());
        OWNED.put("memories", turn.path("turn_id").asText());
        assertThat(turn.path("evidence").size()).isPositive();
        OWNED.put(
                "shares",
                alice.send("PUT", "/api/turns/" + OWNED.get("turns") + "/share")
                        .json()
                        .path("token")
                        .asText());
        OWNED.put(
                "verified",
                alice.send("PUT", "/api/turns/" + OWNED.get("turns") + "/verified")
                        .json()
                        .path("id")
                        .asText());
        OWNED.put(
                "boards",
                alice.send("POST", "/api/boards", "{\"title\": \"Coffee\"}")
                        .json()
                        .path("id")
                        .asText());
        OWNED.put(
                "{tile}",
                alice.send(
                                "POST",
                                "/api/boards/" + OWNED.get("boards") + "/tiles",
                                "{\"kind\": \"table\", \"turn_id\": \"" + OWNED.get("turns") + "\"}")
                        .json()
                        .path("id")
                        .asText());
        JsonNode token = alice.send("POST", "/api/account/tokens", "{\"name\": \"t\", \"scopes\": [\"read\"]}")
                .json();
        OWNED.put("tokens", token.path("id").asText());
        Reply added = alice.send(
                "POST",
                "/api/documents?workspace=filings&name=OAKLEAF_2023_8K.txt",
                "The board has appointed Tamsin Drew.");
        assertThat(added.status()).as(added.body()).isEqualTo(200);
        OWNED.put("documents", "filings/OAKLEAF_2023_8K");
        // corrections are of a workspace, and this one has none
        OWNED.put("workspaces", "nobodys");
    }

    @AfterAll
    static void stop() {
        server.close();
        home.close();
    }

    private static Visitor firstAdministrator() throws IOException {
        Path file = Settings.load(folder, Map.of()).path("server.data").resolve(FirstAdministrator.FILE);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        String once = Files.readString(file).strip();
        Visitor beginner = Visitor.loggedIn(address, FirstAdministrator.NAME, once);
        assertThat(beginner.send("GET", "/api/users").status()).isEqualTo(403);
        assertThat(beginner.send("POST", "/api/chat", "{\"question\": \"x\"}").body())
                .contains("Change your password first");
        change(beginner, once);
        assertThat(file).doesNotExist();
        assertThat(beginner.send("GET", "/api/users").status()).isEqualTo(401);
        assertThat(Visitor.anonymous(address)
                        .send("POST", "/api/session", Visitor.login(FirstAdministrator.NAME, once))
                        .status())
                .isEqualTo(401);
        return Visitor.loggedIn(address, FirstAdministrator.NAME, PASSWORD);
    }

    private static void change(Visitor who, String present) {
        Reply changed = who.send(
                "PUT",
                "/api/account/password",
                "{\"password\": \"" + present + "\", \"new_password\": \"" + PASSWORD + "\"}");
        assertThat(changed.status()).as(changed.body()).isEqualTo(204);
    }

    private static Visitor user(String name, String tenant, String... roles) {
        Reply added = admin.send(
                "POST",
                "/api/users",
                "{\"name\": \"" + name + "\", \"tenant\": \"" + tenant
                        + "\", \"password\": \"a password for once\", \"roles\": [\"" + String.join("\", \"", roles)
                        + "\"]}");
        assertThat(added.status()).as(added.body()).isEqualTo(204);
        change(Visitor.loggedIn(address, name, "a password for once"), "a password for once");
        return Visitor.loggedIn(address, name, PASSWORD);
    }

    /** A path of things that alice has, or that nobody has. */
    private static String filled(Endpoint endpoint, boolean owned) {
        String kind = endpoint.path().replaceAll("^/(api|v1)/(account/)?([a-z]+).*", "$3");
        String path = endpoint.path();
        for (String parameter : List.of("{workspace}/{id}", "{id}", "{token}")) {
            if (path.contains(parameter)) {
                path = path.replace(
                        parameter,
                        owned
                                ? Optional.ofNullable(OWNED.get(kind))
                                        .orElseThrow(() -> new AssertionError("whose is " + endpoint + "?"))
                                : parameter.contains("/") ? "filings/NOBODYS" : "nobodys");
            }
        }
        path = path.replace("{tile}", owned ? OWNED.get("{tile}") : "nobodys")
                .replace("{number}", "0")
                .replace("{page}", "1")
                .replace("{ending}", "md")
                .replace("{rest}", "x")
                .replace("{model}", "atlas")
                .replace("{name}", kind.equals("workspaces") ? "atlas" : "nobody");
        assertThat(path)
                .as("a parameter of " + endpoint + " is not known to this test")
                .doesNotContain("{");
        return path + (path.equals("/api/documents") ? "?workspace=filings&name=x.txt" : "");
    }

    private static Rule rule(Endpoint endpoint) {
        String path = filled(endpoint, false).replaceAll("\\?.*", "");
        return AccessRules.find(endpoint.method(), path)
                .orElseThrow(() -> new AssertionError(endpoint + " has no rule in AccessRules"));
    }

    private static String body(Endpoint endpoint, boolean owned) {
        if (!Set.of("POST", "PUT", "PATCH").contains(endpoint.method())) {
            return "";
        }
        String thread = owned ? OWNED.get("threads") : "nobodys";
        String turn = owned ? OWNED.get("turns") : "nobodys";
        return switch (endpoint.toString()) {
            case "POST /api/chat", "POST /api/chat/stream" -> "{\"question\": \"and for Uganda?\", \"thread_id\": \""
                    + thread + "\"}";
            case "POST /api/rerun" -> "{\"turn_id\": \"" + turn + "\", \"sql\": \"SELECT 1\"}";
            case "PUT /api/turns/{id}/feedback" -> "{\"rating\": \"up\"}";
            case "PATCH /api/boards/{id}",
                    "PATCH /api/boards/{id}/tiles/{tile}",
                    "POST /api/boards" -> "{\"title\": \"taken\"}";
            case "POST /api/boards/{id}/tiles" -> "{\"kind\": \"table\", \"turn_id\": \"" + turn + "\"}";
            case "PATCH /api/threads/{id}" -> "{\"title\": \"taken\"}";
            default -> "{}";
        };
    }

    private static int status(Visitor who, Endpoint endpoint, boolean owned, String... headers) {
        return who.send(endpoint.method(), filled(endpoint, owned), body(endpoint, owned), headers)
                .status();
    }

    @Test
    void nobodyGetsInWithoutLogin() throws IOException {
        SoftAssertions all = new SoftAssertions();
        for (Endpoint endpoint : Endpoints.all()) {
            int status = status(Visitor.anonymous(address), endpoint, true);
            if (rule(endpoint).door() == Door.OPEN) {
                all.assertThat(status).as("%s for anybody", endpoint).isNotIn(403, 500);
            } else {
                all.assertThat(status).as("%s without login", endpoint).isEqualTo(401);
            }
        }
        all.assertAll();
    }

    @Test
    void whatIsOnesOwnIsNobodyElses() throws IOException {
        SoftAssertions all = new SoftAssertions();
        int tried = 0;
        for (Endpoint endpoint : Endpoints.all()) {
            boolean leadsToOnesOwn =
                    endpoint.path().matches("/api/(boards|threads|turns|memories|account/tokens)/\\{id}.*")
                            || body(endpoint, true).contains(OWNED.get("threads"))
                            || body(endpoint, true).contains(OWNED.get("turns"));
            boolean leadsToATenants = endpoint.path().matches("/api/(documents|verified)/.*");
            if (leadsToOnesOwn) {
                tried++;
                for (Visitor other : List.of(bob, carol, admin)) {
                    all.assertThat(status(other, endpoint, true))
                            .as("%s of alice", endpoint)
                            .isEqualTo(404);
                }
            } else if (leadsToATenants) {
                tried++;
                all.assertThat(status(carol, endpoint, true))
                        .as("%s of another tenant", endpoint)
                        .isEqualTo(404);
            }
        }
        all.assertThat(tried).isGreaterThan(15);
        String mine = "/api/turns/" + OWNED.get("turns");
        all.assertThat(alice.send("GET", mine).status()).isEqualTo(200);
        all.assertThat(alice.send("GET", "/api/threads").body())
                .contains(OWNED.get("threads"))
                .doesNotContain("taken");
        for (Visitor other : List.of(bob, carol, admin)) {
            all.assertThat(other.send("GET", "/api/threads")
                            .json()
                            .path("total")
                            .asInt())
                    .isZero();
            all.assertThat(other.send("GET", "/api/threads?q=kenya").body()).doesNotContain("Kenya");
            all.assertThat(other.send("GET", "/api/memories?q=kenya").body()).doesNotContain("Kenya");
        }
        // what was asked before may have been forgotten by now
        String asked = alice.send("POST", "/api/chat", "{\"question\": \"" + QUESTION + "\"}")
                .json()
                .path("turn_id")
                .asText();
        all.assertThat(alice.send("GET", "/api/memories?q=kenya").body()).contains(asked);
        all.assertThat(bob.send("GET", "/api/documents?workspace=filings").body())
                .contains("OAKLEAF");
        all.assertThat(carol.send("GET", "/api/documents?workspace=filings").body())
                .doesNotContain("OAKLEAF");
        all.assertAll();
    }

    private static Set<ValidationMessage> faults(JsonNode description, JsonNode schema, JsonNode reply) {
        ObjectNode whole = schema.deepCopy();
        whole.set("components", description.get("components"));
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(whole)
                .validate(reply);
    }

    /** Whatever alice may GET, and some of what she sends, has the form that the description of the API gives it. */
    @Test
    void repliesAreAsTheDescriptionSays() throws IOException {
        JsonNode description = alice.send("GET", "/api/openapi.json").json();
        SoftAssertions all = new SoftAssertions();
        int held = 0;
        for (Endpoint endpoint : Endpoints.all()) {
            boolean tried = endpoint.method().equals("GET")
                    || Set.of("POST /api/chat", "PUT /api/turns/{id}/share", "POST /api/boards")
                            .contains(endpoint.toString())
                    || endpoint.toString().equals("POST /api/boards/{id}/tiles/{tile}/refresh");
            JsonNode schema = description
                    .path("paths")
                    .path(endpoint.path())
                    .path(endpoint.method().toLowerCase(java.util.Locale.ROOT))
                    .path("responses")
                    .path("200")
                    .path("content")
                    .path("application/json")
                    .path("schema");
            if (tried && !schema.isMissingNode()) {
                Reply reply = alice.send(endpoint.method(), filled(endpoint, true), body(endpoint, true));
                if (reply.status() == 200) {
                    held++;
                    all.assertThat(faults(description, schema, reply.json()))
                            .as(endpoint.toString())
                            .isEmpty();
                }
            }
        }
        all.assertThat(held).isGreaterThan(20);
        JsonNode board = description.at("/components/schemas/Board");
        all.assertThat(faults(description, board, description))
                .as("what is no board")
                .isNotEmpty();
        all.assertAll();
    }

    @Test
    void aRoleDoesWhatItAllowsAndNothingElse() throws IOException {
        SoftAssertions all = new SoftAssertions();
        for (Role role : Role.values()) {
            Visitor who = user("only-" + role.code(), "acme", role.code());
            for (Endpoint endpoint : withoutLogout()) {
                expect(all, role.code(), status(who, endpoint, false), rule(endpoint), role.permissions(), true);
            }
        }
        all.assertAll();
    }

    @Test
    void aTokenDoesWhatItsScopesAllowAndNothingElse() throws IOException {
        SoftAssertions all = new SoftAssertions();
        for (Permission scope : List.of(Permission.READ, Permission.ASK, Permission.EDIT, Permission.OPERATE)) {
            Visitor who = Visitor.withToken(address, token(alice, scope.code()));
            for (Endpoint endpoint : Endpoints.all()) {
                expect(
                        all,
                        "token " + scope.code(),
                        status(who, endpoint, false),
                        rule(endpoint),
                        Set.of(scope),
                        false);
            }
        }
        assertThat(alice.send("POST", "/api/account/tokens", "{\"name\": \"x\", \"scopes\": [\"administer\"]}")
                        .status())
                .isEqualTo(400);
        assertThat(bob.send("POST", "/api/account/tokens", "{\"name\": \"x\", \"scopes\": [\"operate\"]}")
                        .status())
                .as("more than its user may")
                .isEqualTo(400);
        all.assertAll();
    }

    private static void expect(
            SoftAssertions all, String who, int status, Rule rule, Set<Permission> permissions, boolean person) {
        boolean let = (rule.door() == Door.OPEN || rule.door() == Door.KNOWN || person)
                && (rule.permissions().isEmpty() || rule.permissions().stream().anyMatch(permissions::contains));
        if (let) {
            all.assertThat(status).as("%s: %s", who, rule).isNotIn(401, 403, 500);
        } else {
            all.assertThat(status).as("%s: %s", who, rule).isEqualTo(403);
        }
    }

    @Test
    void pagesOfOtherSitesDoNothingWithASession() throws IOException {
        SoftAssertions all = new SoftAssertions();
        Visitor bare = new Visitor(address, alice.headers().subList(0, 2));
        for (Endpoint endpoint : Endpoints.all()) {
            if (!endpoint.method().equals("GET") && rule(endpoint).door() != Door.OPEN) {
                for (String[] from : new String[][] {
                    {},
                    {"Sec-Fetch-Site", "cross-site"},
                    {"Sec-Fetch-Site", "same-site"},
                    {"Sec-Fetch-Site", "none"},
                    {"Origin", "http://127.0.0.1:1"},
                    {"Origin", "null"}
                }) {
                    all.assertThat(status(bare, endpoint, true, from))
                            .as("%s from %s", endpoint, List.of(from))
                            .isEqualTo(403);
                }
            }
        }
        all.assertThat(bare.send(
                                "PATCH",
                                "/api/threads/" + OWNED.get("threads"),
                                "{\"pinned\": true}",
                                "Origin",
                                address.toString().replaceAll("/$", ""))
                        .status())
                .isEqualTo(200);
        all.assertAll();
    }

    private static List<Endpoint> withoutLogout() throws IOException {
        return Endpoints.all().stream()
                .filter(endpoint -> !endpoint.toString().equals("DELETE /api/session"))
                .toList();
    }

    private static String token(Visitor who, String... scopes) {
        Reply made = who.send(
                "POST",
                "/api/account/tokens",
                "{\"name\": \"test\", \"scopes\": [\"" + String.join("\", \"", scopes) + "\"]}");
        assertThat(made.status()).as(made.body()).isEqualTo(200);
        return made.json().path("token").asText();
    }

    @Test
    void aTokenServesOpenAiClientsUntilItIsTakenBack() {
        String token = token(bob, "ask", "read");
        Visitor program = Visitor.withToken(address, token);
        String completion =
                "{\"model\": \"atlas\", \"messages\": [{\"role\": \"user\", \"content\": \"" + QUESTION + "\"}]}";
        Reply answered = program.send("POST", "/v1/chat/completions", completion);
        assertThat(answered.status()).as(answered.body()).isEqualTo(200);
        String thread = answered.json().path("caravan").path("thread_id").asText();
        assertThat(bob.send("GET", "/api/threads/" + thread).status()).isEqualTo(200);
        assertThat(bob.send("DELETE", "/api/threads/" + thread).status()).isEqualTo(204);
        Reply strange = Visitor.withToken(address, token + "x").send("POST", "/v1/chat/completions", completion);
        assertThat(strange.status()).isEqualTo(401);
        assertThat(strange.json().path("error").path("code").asText()).isEqualTo("invalid_api_key");
        assertThat(program.send("POST", "/v1/chat/completions", completion, "X-Caravan-Thread", OWNED.get("threads"))
                        .status())
                .isEqualTo(404);
        String id =
                bob.send("GET", "/api/account/tokens").json().get(0).path("id").asText();
        assertThat(bob.send("GET", "/api/account/tokens").body()).doesNotContain(token);
        assertThat(bob.send("DELETE", "/api/account/tokens/" + id).status()).isEqualTo(204);
        assertThat(program.send("GET", "/v1/models").status()).isEqualTo(401);
        // a wrong token is not made up for by a cookie
        assertThat(bob.send("GET", "/api/threads", "", "Authorization", "Bearer " + token)
                        .status())
                .isEqualTo(401);
    }

    @Test
    void aLoginMakesANewSessionAndEndsTheOldOne() {
        Visitor fixed = new Visitor(address, List.of("Cookie", "caravan_session=chosen-by-somebody-else"));
        Reply first = fixed.send("POST", "/api/session", Visitor.login("carol", PASSWORD));
        String cookie = first.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie)
                .doesNotContain("chosen")
                .containsIgnoringCase("HttpOnly")
                .containsIgnoringCase("SameSite=Lax")
                .doesNotContainIgnoringCase("Secure");
        assertThat(fixed.send("GET", "/api/threads").status()).isEqualTo(401);
        Visitor old = new Visitor(
                address, List.of("Cookie", Visitor.cookie(first).orElseThrow(), "Sec-Fetch-Site", "same-origin"));
        assertThat(old.send("GET", "/api/threads").status()).isEqualTo(200);
        Reply second = old.send("POST", "/api/session", Visitor.login("carol", PASSWORD), "X-Forwarded-Proto", "https");
        assertThat(second.headers().firstValue("Set-Cookie").orElseThrow()).containsIgnoringCase("Secure");
        assertThat(old.send("GET", "/api/threads").status()).isEqualTo(401);
        Visitor now = new Visitor(
                address, List.of("Cookie", Visitor.cookie(second).orElseThrow(), "Sec-Fetch-Site", "same-origin"));
        assertThat(now.send("DELETE", "/api/session").status()).isEqualTo(204);
        assertThat(now.send("GET", "/api/threads").status()).isEqualTo(401);
    }

    @Test
    void wrongPasswordsTellNothingAndLockAName() {
        user("dave", "acme", "asker");
        for (String name : List.of("dave", "no-such-user")) {
            for (int i = 0; i < 5; i++) {
                Reply refused = Visitor.anonymous(address)
                        .send("POST", "/api/session", Visitor.login(name, "wrong password " + i));
                assertThat(refused.status()).isEqualTo(401);
                assertThat(refused.body()).contains("name or password is wrong");
            }
            for (String password : List.of(PASSWORD, "wrong password 6")) {
                Reply locked = Visitor.anonymous(address).send("POST", "/api/session", Visitor.login(name, password));
                assertThat(locked.status()).as(name).isEqualTo(429);
                assertThat(locked.body()).contains("locked");
            }
        }
    }

    @Test
    void whatIsDisabledRemovedOrTheLastOfItsKind() {
        Visitor eve = user("eve", "acme", "asker");
        Visitor program = Visitor.withToken(address, token(eve, "read"));
        assertThat(program.send("GET", "/api/threads").status()).isEqualTo(200);
        assertThat(admin.send("PATCH", "/api/users/eve", "{\"disabled\": true}").status())
                .isEqualTo(204);
        assertThat(program.send("GET", "/api/threads").status()).isEqualTo(401);
        assertThat(eve.send("GET", "/api/threads").status()).isEqualTo(401);
        assertThat(admin.send("DELETE", "/api/users/eve").status()).isEqualTo(204);
        admin.send("GET", "/api/users").json().forEach(user -> {
            String name = user.path("name").asText();
            if (user.path("roles").toString().contains("administrator") && !name.equals("admin")) {
                admin.send("PATCH", "/api/users/" + name, "{\"roles\": [\"asker\"]}");
            }
        });
        assertThat(admin.send("PATCH", "/api/users/admin", "{\"roles\": [\"asker\"]}")
                        .status())
                .isEqualTo(409);
        assertThat(admin.send("DELETE", "/api/users/admin").status()).isEqualTo(409);
        assertThat(admin.send("POST", "/api/users", "{\"name\": \"bob\", \"password\": \"a password for once\"}")
                        .status())
                .isEqualTo(409);
        assertThat(admin.send("POST", "/api/users", "{\"name\": \"x y\", \"password\": \"a password for once\"}")
                        .status())
                .isEqualTo(400);
        assertThat(admin.send("POST", "/api/users", "{\"name\": \"short\", \"password\": \"short\"}")
                        .body())
                .contains("12 characters");
        assertThat(admin.send("GET", "/api/users").body()).doesNotContain("$2");
    }

    @Test
    void tellsWhoDidWhat() {
        alice.send("GET", "/api/turns/" + OWNED.get("turns"));
        bob.send("GET", "/api/turns/" + OWNED.get("turns"));
        Visitor.anonymous(address).send("POST", "/api/session", Visitor.login("mallory", "who knows what"));
        List<String> told = new ArrayList<>();
        admin.send("GET", "/api/audit?size=500")
                .json()
                .forEach(entry -> told.add(
                        entry.path("name").asText() + " " + entry.path("action").asText() + " "
                                + entry.path("status").asInt()));
        assertThat(told)
                .contains(
                        "alice ask 200",
                        "alice share 200",
                        "alice see answer 200",
                        "bob see answer 404",
                        "mallory login 401",
                        "admin add user 204");
        assertThat(admin.send("GET", "/api/audit").body())
                .doesNotContain("Kenya")
                .doesNotContain(PASSWORD);
    }

    @Test
    void aShareIsOverAfterItsTime() throws Exception {
        Visitor anybody = Visitor.anonymous(address);
        JsonNode turn = bob.send("POST", "/api/chat", "{\"question\": \"" + QUESTION + "\"}")
                .json();
        String share = "/api/turns/" + turn.path("turn_id").asText() + "/share";
        JsonNode first = bob.send("PUT", share).json();
        String shared = "/api/shares/" + first.path("token").asText();
        assertThat(first.path("expires_at").asText()).isNotEmpty();
        assertThat(anybody.send("GET", shared).status()).isEqualTo(200);
        try (Connection state =
                        DriverManager.getConnection(home.state(), settings("state.user"), settings("state.password"));
                Statement late = state.createStatement()) {
            late.executeUpdate("update caravan.shares set expires_at = now() where token = '"
                    + first.path("token").asText() + "'");
        }
        assertThat(anybody.send("GET", shared).status()).isEqualTo(404);
        assertThat(bob.send("PUT", share).json().path("token")).isNotEqualTo(first.path("token"));
        assertThat(bob.send("DELETE", "/api/threads/" + turn.path("thread_id").asText())
                        .status())
                .isEqualTo(204);
    }

    private static String settings(String key) throws IOException {
        return Settings.load(folder, Map.of()).text(key);
    }

    @Test
    void withoutLoginTheServerStaysOnThisComputer() throws IOException {
        for (String open : List.of("0.0.0.0", "::")) {
            Settings settings = Settings.load(folder, Map.of("server.address", open, "security.login", "none"));
            assertThatThrownBy(() -> CaravanServer.start(settings, Progress.silent()))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("security.login")
                    .hasMessageContaining("security.open-network");
        }
    }

    @Test
    void everyRuleIsAboutAnAddressThatThereIs() throws IOException {
        List<Rule> used = Endpoints.all().stream().map(AccountsIT::rule).toList();
        assertThat(Stream.of("/css/", "/img/", "/js/", "/lib/").map(path -> AccessRules.find("GET", path + "x")))
                .allMatch(Optional::isPresent);
        assertThat(used).hasSizeGreaterThan(50);
        assertThat(alice.send("GET", "/api/nothing-here").status()).isEqualTo(404);
        assertThat(Visitor.anonymous(address).send("GET", "/api/nothing-here").status())
                .isEqualTo(401);
    }

    /** Spellings by which a filter and what stands behind it may read different addresses. */
    @Test
    void noSpellingOfAnAddressGetsAroundItsRule() throws Exception {
        String secret = "\"password_to_change\"";
        for (String path : List.of(
                "/api/users/",
                "/api/users;x=1",
                "/api;x/users",
                "/api//users",
                "//api/users",
                "/API/users",
                "/api/%75sers",
                "/api/users%2f",
                "/api/users%00",
                "/api/./users",
                "/api/shares/../users",
                "/api/shares/..;/users",
                "/api/shares/%2e%2e/users",
                "/api/shares/..%2fusers",
                "/js/../api/users",
                "/js/..;/api/users",
                "/js/..%2fapi/users",
                "/js/%2e%2e/api/users",
                "/login/../api/users",
                "/js\\..\\api\\users",
                "http://127.0.0.1/api/users")) {
            assertThat(raw(path))
                    .as(path)
                    .startsWith("HTTP/1.1 ")
                    .doesNotContain(secret)
                    .doesNotStartWith("HTTP/1.1 500");
        }
        assertThat(admin.send("GET", "/api/users").body()).contains(secret);
    }

    private static String raw(String path) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(10_000);
            String request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void manyWrongPasswordsAtOnceAreNoWayAroundTheLock() throws Exception {
        ExecutorService attackers = Executors.newFixedThreadPool(16);
        try {
            List<Future<Integer>> tries = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                String guess = Visitor.login("somebody", "guessed password " + i);
                tries.add(attackers.submit(() -> Visitor.anonymous(address)
                        .send("POST", "/api/session", guess)
                        .status()));
            }
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> each : tries) {
                statuses.add(each.get());
            }
            assertThat(statuses).containsOnly(401, 429);
            assertThat(statuses.stream().filter(status -> status == 401)).hasSize(5);
        } finally {
            attackers.shutdownNow();
        }
    }
}
