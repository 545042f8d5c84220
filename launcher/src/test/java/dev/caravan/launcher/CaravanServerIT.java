package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.app.Settings;
import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.warehouse.Progress;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.CookieManager;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server as it runs, with routes of the test, asked over HTTP. */
@Timeout(120)
class CaravanServerIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String JOLOKIA = "hawtio/jolokia/read/java.lang:type=Runtime/SpecVersion";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    static Path folder;

    @TempDir
    static Path tradeFolder;

    private static EmbeddedPostgres trade;
    private static TestHome home;
    private static CaravanServer server;

    @BeforeAll
    static void startServer() throws IOException {
        trade = EmbeddedPostgres.start(tradeFolder, Progress.silent());
        home = TestHome.create(
                folder,
                trade,
                "http: {heartbeat: 100ms, max-body: 2048}\nhawtio: {enabled: true}\nroutes: {grace: 1s}\n");
        home.writeRoutes("test", TestRoutes.ALL);
        server = CaravanServer.start(Settings.load(folder, Map.of()), Progress.silent());
    }

    @AfterAll
    static void stopServer() throws IOException {
        server.close();
        trade.close();
        assertThat(folder.resolve("var/caravan.port")).doesNotExist();
    }

    @BeforeEach
    void resetBeans() {
        RouteBeans.clientLeft = new CountDownLatch(1);
        RouteBeans.goOn = new CountDownLatch(1);
    }

    // health

    @Test
    void livesAndIsReady() throws Exception {
        assertThat(JSON.readTree(get("api/health/live").body()).path("status").asText())
                .isEqualTo("UP");
        HttpResponse<String> ready = get("api/health/ready");
        assertThat(ready.statusCode()).isEqualTo(200);
        assertThat(JSON.readTree(ready.body()).path("stopped_routes")).isEmpty();
    }

    @Test
    void writesItsPortIntoTheDataFolder() throws Exception {
        assertThat(Files.readString(folder.resolve("var/caravan.port")).strip()).isEqualTo("" + server.port());
    }

    // routes

    @Test
    void answersFromARoute() throws Exception {
        HttpResponse<String> answer = send(post("api/echo", "hällo"));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("hällo");
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
    }

    @Test
    void answersWhileManyClientsAreSlowToSend() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            // more than there are threads for routes
            for (int i = 0; i < 80; i++) {
                Socket socket = new Socket(server.address().getHost(), server.port());
                slow.add(socket);
                socket.getOutputStream()
                        .write("POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf"
                                .getBytes(StandardCharsets.US_ASCII));
            }
            HttpRequest request = HttpRequest.newBuilder(server.address().resolve("api/echo"))
                    .timeout(Duration.ofSeconds(20))
                    .POST(BodyPublishers.ofString("whole"))
                    .build();
            assertThat(send(request).body()).isEqualTo("whole");

            slow.get(0).getOutputStream().write(" body.".getBytes(StandardCharsets.US_ASCII));
            assertThat(new BufferedReader(
                                    new InputStreamReader(slow.get(0).getInputStream(), StandardCharsets.US_ASCII))
                            .readLine())
                    .isEqualTo("HTTP/1.1 200 OK");
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
        assertThat(send(post("api/echo", "after them")).body()).isEqualTo("after them");
    }

    @Test
    void handsParametersOfPathAndQueryToTheRoute() throws Exception {
        assertThat(get("api/things/a%20b?n=3").body()).isEqualTo("a b 3");
    }

    @Test
    void keepsHeadersOutExceptTheKnownOnes() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address()
                        .resolve("api/headers?CamelSqlQuery=drop&camelfilename=x&Content-Type=text/html&n=1"))
                .header("CamelFileName", "/etc/passwd")
                .header("X-Custom", "1")
                .header("Accept-Language", "sw")
                .build();
        HttpResponse<String> answer = send(request);
        assertThat(answer.body().split(","))
                .containsExactlyInAnyOrder("Accept-Language", "n", "CamelHttpMethod", "CamelHttpPath");
        assertThat(answer.headers().map().keySet())
                .doesNotContain("x-inner", "n", "accept-language", "camelhttpmethod", "server");
        assertThat(answer.headers().firstValue("Content-Disposition")).contains("attachment; filename=\"a.csv\"");
    }

    @Test
    void answersWithTheStatusAndTypeThatTheRouteSets() throws Exception {
        HttpResponse<String> answer = get("api/teapot");
        assertThat(answer.statusCode()).isEqualTo(418);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
    }

    @Test
    void answersManyRequestsAtOnceEachWithItsOwn() {
        List<String> bodies = Stream.iterate(0, i -> i + 1)
                .limit(100)
                .map(i -> CLIENT.sendAsync(post("api/echo", "q" + i), BodyHandlers.ofString()))
                .toList()
                .stream()
                .map(future -> future.join().body())
                .toList();
        assertThat(bodies)
                .isEqualTo(Stream.iterate(0, i -> i + 1)
                        .limit(100)
                        .map(i -> "q" + i)
                        .toList());
    }

    // problems

    @Test
    void namesTheFieldOfABadRequest() throws Exception {
        JsonNode problem = problem(send(post("api/refuse", "{}")), 400);
        assertThat(problem.path("field").asText()).isEqualTo("question");
        assertThat(problem.path("detail").asText()).isEqualTo("The question is missing.");
        assertThat(problem.has("incident")).isFalse();
    }

    @Test
    void hidesWhatBrokeBehindAnIncident() throws Exception {
        JsonNode problem = problem(send(post("api/fail", "{}")), 500);
        assertThat(problem.path("incident").asText()).isNotEmpty();
        assertThat(problem.toString()).doesNotContain("secret").doesNotContain("Exception");
    }

    @Test
    void hidesAnAnswerThatCannotBeWritten() throws Exception {
        assertThat(problem(get("api/unwritable"), 500).toString()).doesNotContain("java.");
    }

    @Test
    void namesTheMethodsOfAPathThatTakesOthers() throws Exception {
        HttpResponse<String> answer = get("api/echo");
        problem(answer, 405);
        assertThat(answer.headers().firstValue("Allow")).contains("POST");
    }

    @Test
    void refusesABodyAboveTheLimit() throws Exception {
        assertThat(send(post("api/echo", "x".repeat(2048))).statusCode()).isEqualTo(200);
        assertThat(problem(send(post("api/echo", "x".repeat(2049))), 413)
                        .path("field")
                        .asText())
                .isEqualTo("body");
    }

    @Test
    void refusesABodyAboveTheLimitWhoseLengthIsNotSaid() throws Exception {
        byte[] body = "x".repeat(5000).getBytes(StandardCharsets.US_ASCII);
        HttpRequest chunked = HttpRequest.newBuilder(server.address().resolve("api/echo"))
                .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(body)))
                .build();
        problem(send(chunked), 413);
    }

    @Test
    void refusesAMediaTypeThatTheRouteDoesNotConsume() throws Exception {
        problem(send(post("api/json", "x")), 415);
        HttpRequest json = HttpRequest.newBuilder(server.address().resolve("api/json"))
                .header("Content-Type", "Application/JSON; charset=utf-8")
                .POST(BodyPublishers.ofString("{}"))
                .build();
        assertThat(send(json).statusCode()).isEqualTo(200);
    }

    @Test
    void knowsNothingUnderAnUnknownAddress() throws Exception {
        problem(get("api/nothing"), 404);
        HttpResponse<String> page = get("nothing");
        assertThat(page.statusCode()).isEqualTo(404);
        assertThat(page.body()).doesNotContain("Jetty");
    }

    @Test
    void isUnavailableWhileItsRouteIsSuspended() throws Exception {
        String route = "route/suspendable";
        jmx("suspendable", "suspend");
        HttpResponse<String> answer = get("api/suspendable");
        problem(answer, 503);
        assertThat(answer.headers().firstValue("Retry-After")).as(route).isPresent();
        problemlessNotReady();
        jmx("suspendable", "resume");
        assertThat(get("api/suspendable").statusCode()).isEqualTo(200);
    }

    private void problemlessNotReady() throws Exception {
        HttpResponse<String> ready = get("api/health/ready");
        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(JSON.readTree(ready.body()).path("stopped_routes").toString())
                .contains("suspendable");
    }

    private static void jmx(String route, String operation) throws Exception {
        var beans = java.lang.management.ManagementFactory.getPlatformMBeanServer();
        var name = beans.queryNames(
                new javax.management.ObjectName("org.apache.camel:type=routes,name=\"" + route + "\",*"), null);
        beans.invoke(name.iterator().next(), operation, new Object[0], new String[0]);
    }

    // event streams

    @Test
    void streamsEventsInTheirForm() throws Exception {
        HttpResponse<String> answer = send(post("api/count", ""));
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
        // a heartbeat may fall into it, which clients ignore
        assertThat(answer.body().replaceAll("(?m)^:.*\n\n", ""))
                .isEqualTo("event: tick\ndata: 1\n\nevent: tick\ndata: 2\n\nevent: note\ndata: two\ndata: lines\n\n");
    }

    @Test
    void flushesEachEventAndBeatsWhileNothingHappens() throws Exception {
        try (Stream<String> lines =
                CLIENT.send(post("api/pause", ""), BodyHandlers.ofLines()).body()) {
            var each = lines.iterator();
            assertThat(each.next()).isEqualTo("event: tick");
            assertThat(each.next()).isEqualTo("data: before");
            assertThat(each.next()).isEmpty();
            assertThat(each.next()).as("a comment, which clients ignore").startsWith(":");
            RouteBeans.goOn.countDown();
            String line = each.next();
            while (line.isEmpty() || line.startsWith(":")) {
                line = each.next();
            }
            assertThat(line).isEqualTo("event: tick");
            assertThat(each.next()).isEqualTo("data: after");
        }
    }

    @Test
    void noticesThatTheClientOfAStreamLeft() throws Exception {
        try (Socket socket = rawPost("api/work")) {
            assertThat(firstEvent(socket)).isEqualTo("event: tick");
        }
        assertThat(RouteBeans.clientLeft.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void dropsAClientThatDoesNotRead() throws Exception {
        try (Socket socket = rawPost("api/flood")) {
            assertThat(firstEvent(socket)).isEqualTo("event: block");
            assertThat(RouteBeans.clientLeft.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void tellsOfAFailureWithinAStreamAndHidesItsReason() throws Exception {
        String body = send(post("api/break", "")).body();
        assertThat(body)
                .contains("event: tick")
                .contains("event: error")
                .contains("\"status\":500")
                .doesNotContain("secret");
    }

    private static Socket rawPost(String path) throws IOException {
        Socket socket = new Socket("127.0.0.1", server.port());
        String request = "POST /" + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String firstEvent(Socket socket) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8), 64);
        String line = in.readLine();
        while (line != null && !line.startsWith("event:")) {
            line = in.readLine();
        }
        return line;
    }

    // reload

    @Test
    void takesOverEditsOfRoutesWhileItRuns() throws Exception {
        home.writeRoutes("fresh", TestRoutes.constant("fresh", "first"));
        await("api/fresh", 200, "first");
        home.writeRoutes("fresh", TestRoutes.constant("fresh", "second"));
        await("api/fresh", 200, "second");
        home.writeRoutes("fresh", "- route: {");
        while (!get("api/health/ready").body().contains("fresh.camel.yaml")) {
            Thread.onSpinWait();
        }
        await("api/fresh", 200, "second");
        home.writeRoutes("fresh", TestRoutes.constant("fresh", "third"));
        await("api/fresh", 200, "third");
        Files.delete(home.routeFile("fresh"));
        await("api/fresh", 404, "");
    }

    @Test
    void refusesASecondRouteForThePathOfAnother() throws Exception {
        home.writeRoutes(
                "rival",
                TestRoutes.constant("rival", "mine")
                        .replace("/api/rival", "/api/teapot")
                        .replace("GET", "'GET,POST'"));
        while (!get("api/health/ready").body().contains("rival.camel.yaml")) {
            Thread.onSpinWait();
        }
        assertThat(get("api/health/ready").body()).contains("/api/teapot is served by another route already");
        assertThat(get("api/teapot").statusCode()).isEqualTo(418);
        Files.delete(home.routeFile("rival"));
    }

    private void await(String path, int status, String text) throws Exception {
        HttpResponse<String> answer = get(path);
        while (answer.statusCode() != status || !answer.body().contains(text)) {
            // between two versions of a route there is a moment without it
            assertThat(answer.statusCode()).isIn(200, 404, 503);
            answer = get(path);
        }
    }

    // security

    @Test
    void sendsSecurityHeadersWithEverything() throws Exception {
        for (String path : List.of("api/health/live", "api/teapot", "api/nothing", "nothing", "api/echo")) {
            var headers = get(path).headers();
            assertThat(headers.firstValue("Content-Security-Policy").orElse(""))
                    .as(path)
                    .contains("default-src 'self'")
                    .contains("frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(headers.firstValue("X-Content-Type-Options")).as(path).contains("nosniff");
            assertThat(headers.firstValue("Referrer-Policy")).as(path).isPresent();
            assertThat(headers.firstValue("Server")).as(path).isEmpty();
        }
    }

    @Test
    void answersToItsOwnNamesOnly() throws Exception {
        assertThat(statusFor("localhost", "/api/health/live")).contains(" 200 ");
        assertThat(statusFor("127.0.0.1:" + server.port(), "/api/health/live")).contains(" 200 ");
        assertThat(statusFor("evil.example", "/api/health/live")).contains(" 421 ");
        assertThat(statusFor("evil.example:" + server.port(), "/api/teapot")).contains(" 421 ");
        assertThat(statusFor("evil.example", "/hawtio/index.html")).doesNotContain(" 200 ");
    }

    private static String statusFor(String host, String path) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            String request = "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII)).readLine();
        }
    }

    @Test
    void refusesRequestsThatAnotherSiteMakes() throws Exception {
        String own = server.address().toString().replaceAll("/$", "");
        assertThat(from("Origin", "https://evil.example")).isEqualTo(403);
        assertThat(from("Origin", "null")).isEqualTo(403);
        assertThat(from("Origin", "http://127.0.0.1:1")).isEqualTo(403);
        assertThat(from("Origin", own)).isEqualTo(200);
        assertThat(from("Sec-Fetch-Site", "cross-site")).isEqualTo(403);
        assertThat(from("Sec-Fetch-Site", "same-site")).isEqualTo(403);
        assertThat(from("Sec-Fetch-Site", "same-origin")).isEqualTo(200);
    }

    private int from(String header, String value) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve("api/echo"))
                .header(header, value)
                .POST(BodyPublishers.ofString("x"))
                .build();
        return send(request).statusCode();
    }

    // Hawtio

    @Test
    void showsHawtioButNothingManagedWithoutLogin() throws Exception {
        assertThat(get("hawtio/index.html").statusCode()).isEqualTo(200);
        for (String path : List.of(
                JOLOKIA,
                "hawtio/jolokia",
                "hawtio/jolokia/",
                "hawtio/jolokia/list",
                "hawtio/proxy/x",
                "hawtio/jolokia;x/list")) {
            assertThat(get(path).statusCode()).as(path).isIn(400, 401, 403, 404);
        }
        HttpRequest exec =
                post("hawtio/jolokia", "{\"type\":\"exec\",\"mbean\":\"java.lang:type=Memory\",\"operation\":\"gc\"}");
        assertThat(send(exec).statusCode()).isEqualTo(403);
    }

    @Test
    void refusesAWrongPassword() throws Exception {
        assertThat(jolokia("admin", "wrong")).isEqualTo(403);
        assertThat(jolokia("root", password())).isEqualTo(403);
    }

    @Test
    void opensJolokiaToTheGeneratedPassword() throws Exception {
        HttpResponse<String> answer = send(authorized(JOLOKIA, "admin", password()));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(JSON.readTree(answer.body()).path("value").asText())
                .isEqualTo(System.getProperty("java.specification.version"));
        HttpResponse<String> routes =
                send(authorized("hawtio/jolokia/search/org.apache.camel:type=routes,*", "admin", password()));
        assertThat(routes.body()).contains("teapot");
    }

    @Test
    void logsInByThePageOfHawtio() throws Exception {
        HttpClient browser =
                HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
        HttpRequest login = post("hawtio/auth/login", "{\"username\":\"admin\",\"password\":\"" + password() + "\"}");
        HttpResponse<String> answer = browser.send(login, BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Set-Cookie").orElse(""))
                .contains("HttpOnly")
                .contains("SameSite=Strict");
        HttpRequest.Builder read = HttpRequest.newBuilder(server.address().resolve(JOLOKIA));
        assertThat(browser.send(read.build(), BodyHandlers.ofString()).statusCode())
                .as("nothing says that a page of this server asks")
                .isEqualTo(403);
        for (String site : List.of("same-site", "cross-site", "none")) {
            assertThat(browser.send(read.copy().header("Sec-Fetch-Site", site).build(), BodyHandlers.ofString())
                            .statusCode())
                    .as(site)
                    .isEqualTo(403);
        }
        assertThat(browser.send(
                                read.copy()
                                        .header("Origin", "http://127.0.0.1:1")
                                        .build(),
                                BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(403);
        assertThat(browser.send(
                                read.copy()
                                        .header("Sec-Fetch-Site", "same-origin")
                                        .build(),
                                BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void readsNoBodyAboveTheLimitOnAnyPath() throws Exception {
        byte[] body = "x".repeat(500_000).getBytes(StandardCharsets.US_ASCII);
        for (String path :
                List.of("api/turns/t/feedback", "api/echo", "status", "hawtio/auth/login", "api/health/live")) {
            HttpRequest chunked = HttpRequest.newBuilder(server.address().resolve(path))
                    .header("Content-Type", "application/json")
                    .PUT(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)))
                    .build();
            assertThat(send(chunked).statusCode()).as(path).isEqualTo(413);
        }
    }

    @Test
    void managesNothingAndTellsNoSecretsOfTheProcess() throws Exception {
        for (String path : List.of(
                "read/java.lang:type=Runtime/SystemProperties",
                "exec/java.lang:type=Memory/gc",
                "exec/com.sun.management:type=HotSpotDiagnostic/dumpHeap/x.hprof/true",
                "exec/org.apache.camel:type=context,context=*,name=*/sendStringBody/direct:x/y",
                "write/java.lang:type=Memory/Verbose/true")) {
            HttpResponse<String> answer = send(authorized("hawtio/jolokia/" + path, "admin", password()));
            assertThat(JSON.readTree(answer.body()).path("status").asInt())
                    .as(path + answer.body())
                    .isIn(400, 403);
        }
    }

    @Test
    void keepsOnlyAHashOfThePassword() throws Exception {
        Path file = folder.resolve("var/hawtio.password");
        assertThat(Files.readString(file)).doesNotContain(password());
        assertThat(java.nio.file.attribute.PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    private static String password() {
        return server.newPassword().orElseThrow();
    }

    private int jolokia(String user, String password) throws Exception {
        return send(authorized(JOLOKIA, user, password)).statusCode();
    }

    private static HttpRequest authorized(String path, String user, String password) {
        String token = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return HttpRequest.newBuilder(server.address().resolve(path))
                .header("Authorization", "Basic " + token)
                .build();
    }

    // starting

    @Test
    void saysThatThePortIsInUse() throws IOException {
        Path other = Files.createDirectories(folder.resolve("other"));
        TestHome.create(other, trade, "");
        Settings settings = Settings.load(other, Map.of("server.port", "" + server.port()));
        assertThatThrownBy(() -> CaravanServer.start(settings, Progress.silent()))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("Port " + server.port())
                .hasMessageContaining("server.port");
    }

    @Test
    void saysThatTheDataFolderIsInUse() throws IOException {
        Settings settings = Settings.load(folder, Map.of());
        assertThatThrownBy(() -> CaravanServer.start(settings, Progress.silent()))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("in use by another process");
        assertThat(folder.resolve("var/caravan.port"))
                .as("belongs to the one that runs")
                .exists();
    }

    @Test
    void hasEveryLibraryOfTheWebApplication() throws IOException {
        Path home = Path.of(System.getProperty("caravan.home"));
        assertThat(names(home.resolve("launcher/target/lib")))
                .containsAll(names(home.resolve("frontend/target/caravan/WEB-INF/lib")));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString().replaceAll("-[0-9].*", ""))
                    .sorted()
                    .toList();
        }
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return send(HttpRequest.newBuilder(server.address().resolve(path)).build());
    }

    private static HttpRequest post(String path, String body) {
        return HttpRequest.newBuilder(URI.create(server.address() + path))
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    private static HttpResponse<String> send(HttpRequest request) throws Exception {
        return CLIENT.send(request, BodyHandlers.ofString());
    }

    private static JsonNode problem(HttpResponse<String> answer, int status) throws IOException {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
        JsonNode problem = JSON.readTree(answer.body());
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("title").asText()).isNotEmpty();
        assertThat(problem.path("detail").asText()).isNotEmpty();
        assertThat(problem.path("type").asText()).isEqualTo("about:blank");
        return problem;
    }
}
