package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.SignedJWT;
import dev.caravan.app.Settings;
import dev.caravan.launcher.Visitor.Reply;
import dev.caravan.warehouse.Progress;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.http.OAuth2HttpRequest;
import no.nav.security.mock.oauth2.http.OAuth2HttpResponse;
import no.nav.security.mock.oauth2.http.Route;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import okhttp3.Headers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Logins at an issuer of OpenID Connect over HTTP: what it says right, and what it or somebody in between says wrong. */
@Timeout(600)
class OidcIT {
    private static final String ISSUER = "house";
    private static final String CLIENT = "caravan";
    private static final Pattern STATE = Pattern.compile("[?&]state=([^&]+)");
    private static final Pattern NONCE = Pattern.compile("[?&]nonce=([^&]+)");

    @TempDir
    static Path folder;

    private static final Queue<OAuth2HttpResponse> ANSWERS = new ConcurrentLinkedQueue<>();

    private static MockOAuth2Server issuer;
    private static DemoHome home;
    private static CaravanServer server;
    private static URI address;

    @BeforeAll
    static void start() throws Exception {
        issuer = new MockOAuth2Server(new Answers(ANSWERS));
        issuer.start(InetAddress.getLoopbackAddress(), 0);
        home = DemoHome.create(folder);
        Files.writeString(
                folder.resolve("application.yaml"),
                settings("staff=asker, staff=editor, it=administrator, it=operator"),
                StandardOpenOption.APPEND);
        server = CaravanServer.start(Settings.load(folder, Map.of()), Progress.silent());
        address = server.address();
    }

    private static String settings(String roles) {
        return """
                security:
                  login: oidc
                  oidc: {issuer: "%s", client-id: %s, client-secret: a-secret, tenant-claim: org.unit, roles-claim: realm_access.roles, roles: "%s"}
                """
                .formatted(issuer.issuerUrl(ISSUER), CLIENT, roles);
    }

    @AfterAll
    static void stop() {
        server.close();
        home.close();
        issuer.shutdown();
    }

    /** What a browser has when the issuer sends it back. */
    private record Way(String cookie, String there, URI back) {
        String nonce() {
            return group(NONCE, there);
        }

        Reply end() {
            return Visitor.anonymous(address).send("GET", path(back), "", "Cookie", cookie);
        }

        /** With another state. */
        Way withState(String state) {
            return new Way(cookie, there, URI.create(back.toString().replace(group(STATE, back.toString()), state)));
        }
    }

    private static String group(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        assertThat(found.find()).as("%s in %s", pattern, text).isTrue();
        return found.group(1);
    }

    private static String path(URI uri) {
        return uri.getRawPath() + "?" + uri.getRawQuery();
    }

    private static URI location(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isBetween(302, 303);
        return URI.create(reply.headers().firstValue("Location").orElseThrow());
    }

    /** From the login page to the issuer and until it sends the browser back. */
    private static Way begun() {
        Reply reply = Visitor.anonymous(address).send("GET", "/api/session/oidc?next=chat%3Fworkspace%3Datlas");
        URI there = location(reply);
        assertThat(there.toString())
                .startsWith(issuer.authorizationEndpointUrl(ISSUER).toString());
        assertThat(there.getQuery())
                .contains("response_type=code", "code_challenge_method=S256", "code_challenge=", "nonce=", "state=");
        Reply sent = Visitor.anonymous(there.resolve("/")).send("GET", path(there));
        return new Way(Visitor.cookie(reply).orElseThrow(), there.toString(), location(sent));
    }

    private static Map<String, Object> claims(String name, String tenant, String... roles) {
        return new HashMap<>(Map.of(
                "preferred_username",
                name,
                "org",
                Map.of("unit", tenant),
                "realm_access",
                Map.of("roles", List.of(roles))));
    }

    private static void says(String subject, Map<String, Object> claims) {
        says(subject, claims, 3_600);
    }

    private static void says(String subject, Map<String, Object> claims, long seconds) {
        issuer.enqueueCallback(
                new DefaultOAuth2TokenCallback(ISSUER, subject, "JWT", List.of(CLIENT), claims, seconds));
    }

    private static Visitor visitor(Reply ended) {
        String session = ended.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith("caravan_session="))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no session: " + ended))
                .split(";")[0];
        return new Visitor(address, List.of("Cookie", session, "Sec-Fetch-Site", "same-origin"));
    }

    private static Visitor loggedIn(String subject, String name, String tenant, String... roles) {
        says(subject, claims(name, tenant, roles));
        return visitor(begun().end());
    }

    private static void refused(Reply reply, int status, String told) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.body()).contains(told);
        assertThat(reply.headers().allValues("Set-Cookie")).noneMatch(cookie -> cookie.startsWith("caravan_session"));
    }

    private static String subject() {
        return UUID.randomUUID().toString();
    }

    @Test
    void somebodyLogsInAsksMakesATokenAndLogsOut() {
        String subject = subject();
        says(subject, claims("Ada.L", "acme", "staff", "something else"));
        Reply ended = begun().end();
        assertThat(location(ended).toString()).endsWith("/chat?workspace=atlas");
        assertThat(ended.headers().allValues("Set-Cookie"))
                .anyMatch(cookie -> cookie.startsWith("caravan_session=")
                        && cookie.contains("HttpOnly")
                        && cookie.contains("SameSite=Lax"))
                .anyMatch(cookie -> cookie.startsWith("caravan_login=;"));
        Visitor ada = visitor(ended);
        JsonNode who = ada.send("GET", "/api/session").json();
        assertThat(who.path("name").asText()).isEqualTo("ada.l");
        assertThat(who.path("tenant").asText()).isEqualTo("acme");
        assertThat(who.path("roles")).extracting(JsonNode::asText).containsExactlyInAnyOrder("asker", "editor");
        Reply answer = ada.send("POST", "/api/chat", "{\"question\": \"What were Kenya's top 5 exports in 2023?\"}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        Visitor other = loggedIn(subject(), "bea", "acme", "staff");
        assertThat(other.send(
                                "GET",
                                "/api/turns/" + answer.json().path("turn_id").asText())
                        .status())
                .isEqualTo(404);

        String token = ada.send("POST", "/api/account/tokens", "{\"name\": \"t\", \"scopes\": [\"read\"]}")
                .json()
                .path("token")
                .asText();
        Visitor program = Visitor.withToken(address, token);
        assertThat(program.send("GET", "/api/threads").json().path("total").asInt())
                .isEqualTo(1);
        assertThat(ada.send("DELETE", "/api/session").status()).isEqualTo(204);
        assertThat(ada.send("GET", "/api/threads").status()).isEqualTo(401);
        assertThat(program.send("GET", "/api/threads").status()).isEqualTo(200);

        Visitor again = loggedIn(subject, "ada.l", "acme", "staff");
        assertThat(again.send("GET", "/api/threads").json().path("total").asInt())
                .isEqualTo(1);
    }

    @Test
    void anAnswerToALoginOfAnotherBrowserIsRefused() {
        Way way = begun();
        refused(way.withState("another").end(), 400, "did not begin in this browser");
        refused(new Way(begun().cookie(), way.there(), way.back()).end(), 400, "did not begin in this browser");
        Reply without = Visitor.anonymous(address).send("GET", path(way.back()));
        refused(without, 400, "did not begin in this browser");
        Reply browser = Visitor.anonymous(address)
                .send(
                        "GET",
                        path(way.back()).replace("state=", "x="),
                        "",
                        "Accept",
                        "text/html",
                        "Cookie",
                        way.cookie());
        assertThat(location(browser).toString()).endsWith("/login?refused=state");
    }

    @Test
    void aTokenOfAnotherLoginIsRefused() {
        Map<String, Object> claims = claims("mallory", "acme", "staff");
        claims.put("nonce", begun().nonce());
        says(subject(), claims);
        refused(begun().end(), 401, "cannot be trusted");
    }

    @Test
    void aCodeHoldsOnce() {
        says(subject(), claims("cleo", "acme", "staff"));
        Way way = begun();
        visitor(way.end());
        // this issuer forgets the code and its nonce, and answers all the same
        refused(way.end(), 401, "cannot be trusted");
        // as others do
        ANSWERS.add(answer(400, "{\"error\": \"invalid_grant\"}"));
        refused(way.end(), 401, "does not know this login any more");
        // and an answer that is none
        ANSWERS.add(answer(200, "{}"));
        refused(way.end(), 401, "cannot be trusted");
        ANSWERS.add(answer(500, "{}"));
        refused(way.end(), 503, "does not answer");
    }

    /** The issuer's answer to the next code, with a token of somebody's choice. */
    private static void answersWith(String token) {
        ANSWERS.add(answer(
                200,
                "{\"token_type\": \"Bearer\", \"access_token\": \"x\", \"expires_in\": 60, \"id_token\": \"" + token
                        + "\"}"));
    }

    private static OAuth2HttpResponse answer(int status, String json) {
        return new OAuth2HttpResponse(Headers.of("Content-Type", "application/json"), status, json, null);
    }

    /** Stands before the issuer's own answers to codes. */
    private record Answers(Queue<OAuth2HttpResponse> next) implements Route {
        @Override
        public boolean match(OAuth2HttpRequest request) {
            return request.getUrl().encodedPath().endsWith("/token") && !next.isEmpty();
        }

        @Override
        public OAuth2HttpResponse invoke(OAuth2HttpRequest request) {
            return next.remove();
        }
    }

    @Test
    void aTokenThatAnotherKeySignedIsRefused() throws Exception {
        for (String key : List.of(ISSUER, "unknown")) { // by the name of the issuer's key, and by one of its own
            Way way = begun();
            Map<String, Object> claims = claims("mallory", "acme", "it");
            claims.put("nonce", way.nonce());
            SignedJWT token = issuer.issueToken(
                    ISSUER,
                    CLIENT,
                    new DefaultOAuth2TokenCallback(ISSUER, subject(), "JWT", List.of(CLIENT), claims, 3_600));
            SignedJWT forged = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key).build(), token.getJWTClaimsSet());
            forged.sign(new RSASSASigner(new RSAKeyGenerator(2_048).generate()));
            answersWith(forged.serialize());
            refused(way.end(), 401, "cannot be trusted");
            // the same with the right key is let in
            answersWith(token.serialize());
            assertThat(visitor(way.end()).send("GET", "/api/users").status()).isEqualTo(200);
            // and so is the next, whatever keys were looked for
            assertThat(loggedIn(subject(), "dora-" + key, "acme", "staff")
                            .send("GET", "/api/threads")
                            .status())
                    .isEqualTo(200);
            assertThat(remover().send("DELETE", "/api/users/mallory").status()).isEqualTo(204);
        }
    }

    private static Visitor remover() {
        return loggedIn("the remover", "remover", "acme", "it");
    }

    @Test
    void aTokenWithoutASignatureIsRefused() {
        Way way = begun();
        String payload = issuer.issueToken(
                        ISSUER,
                        CLIENT,
                        new DefaultOAuth2TokenCallback(
                                ISSUER,
                                subject(),
                                "JWT",
                                List.of(CLIENT),
                                Map.of("nonce", way.nonce(), "preferred_username", "mallory"),
                                3_600))
                .serialize()
                .split("\\.")[1];
        answersWith("eyJhbGciOiJub25lIn0." + payload + ".");
        refused(way.end(), 401, "cannot be trusted");
    }

    @Test
    void aTokenForSomebodyElseOfAnotherIssuerOrThatIsOverIsRefused() {
        Map<String, Object> claims = claims("mallory", "acme", "staff");
        says(subject(), claims, -3_600);
        refused(begun().end(), 401, "cannot be trusted");
        claims.put("aud", List.of("another-client"));
        says(subject(), claims);
        refused(begun().end(), 401, "cannot be trusted");
        claims.put("aud", List.of(CLIENT));
        claims.put("iss", "https://issuer.example");
        says(subject(), claims);
        refused(begun().end(), 401, "cannot be trusted");
    }

    @Test
    void rolesAndTenantAreThoseOfTheLastLogin() {
        String subject = subject();
        Visitor before = loggedIn(subject, "eve", "acme", "it");
        assertThat(before.send("GET", "/api/users").status()).isEqualTo(200);
        assertThat(before.send("GET", "/api/threads").status()).isEqualTo(403);
        Visitor same = loggedIn(subject, "eve", "acme", "it");
        assertThat(before.send("GET", "/api/users").status()).isEqualTo(200);
        Visitor after = loggedIn(subject, "eve", "other", "staff");
        assertThat(same.send("GET", "/api/users").status()).isEqualTo(401);
        assertThat(before.send("GET", "/api/users").status()).isEqualTo(401);
        assertThat(after.send("GET", "/api/users").status()).isEqualTo(403);
        assertThat(after.send("GET", "/api/session").json().path("tenant").asText())
                .isEqualTo("other");

        says(subject(), claims("frank", "acme", "guests", "administrator"));
        refused(begun().end(), 403, "has no role");
        says(subject(), Map.of("preferred_username", "frank", "realm_access", Map.of("roles", List.of("staff"))));
        refused(begun().end(), 403, "a name or tenant is missing");
        says(subject(), claims("not a name", "acme", "staff"));
        refused(begun().end(), 403, "a name or tenant is missing");
    }

    @Test
    void whoHasTheNameOfAnotherIsNotThatUser() {
        loggedIn(subject(), "gina", "acme", "staff");
        says(subject(), claims("gina", "acme", "staff"));
        refused(begun().end(), 409, "has your name");
    }

    @Test
    void usersAreKeptAtTheIssuerAndCanBeLockedOutHere() {
        Visitor admin = loggedIn(subject(), "hana", "acme", "it");
        String subject = subject();
        Visitor ian = loggedIn(subject, "ian", "acme", "staff");
        assertThat(admin.send("GET", "/api/users").body()).contains("\"hana\"", "\"ian\"");
        assertThat(Visitor.anonymous(address)
                        .send("POST", "/api/session", Visitor.login("ian", ""))
                        .status())
                .isIn(400, 409);
        assertThat(admin.send("POST", "/api/users", "{\"name\": \"joe\", \"password\": \"a long enough one\"}")
                        .status())
                .isEqualTo(409);
        assertThat(admin.send("PATCH", "/api/users/ian", "{\"roles\": [\"administrator\"]}")
                        .status())
                .isEqualTo(409);
        assertThat(admin.send("PATCH", "/api/users/ian", "{\"disabled\": true}").status())
                .isEqualTo(204);
        assertThat(ian.send("GET", "/api/threads").status()).isEqualTo(401);
        says(subject, claims("ian", "acme", "staff"));
        refused(begun().end(), 403, "locked you out");
        assertThat(admin.send("GET", "/api/audit").body()).contains("\"login\"", "403");
    }

    @Test
    void nobodyIsSentToAnotherSite() {
        for (String next : List.of("//elsewhere.example/x", "https://elsewhere.example/", "/\\elsewhere.example")) {
            Reply reply = Visitor.anonymous(address)
                    .send("GET", "/api/session/oidc?next=" + URLEncoder.encode(next, StandardCharsets.UTF_8));
            URI there = location(reply);
            says(subject(), claims("k" + UUID.randomUUID().toString().substring(0, 8), "acme", "staff"));
            URI back = location(Visitor.anonymous(there.resolve("/")).send("GET", path(there)));
            Reply ended = Visitor.anonymous(address)
                    .send("GET", path(back), "", "Cookie", Visitor.cookie(reply).orElseThrow());
            assertThat(address.resolve(location(ended)).getHost()).as(next).isEqualTo(address.getHost());
        }
    }
}
