package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.app.Settings;
import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.documents.PrintPages;
import dev.caravan.warehouse.Progress;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Documents over HTTP: uploads, pages, pictures, answers with their places; sessions told apart by a gateway's header. */
@Timeout(300)
class DocumentsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String TENANT = "X-Tenant";
    private static final String PAGE = "api/documents/filings/OAKLEAF_2023_8K/pages/1";

    @TempDir
    static Path folder;

    @TempDir
    static Path tradeFolder;

    private static EmbeddedPostgres trade;
    private static CaravanServer server;

    @BeforeAll
    static void start() throws IOException {
        trade = EmbeddedPostgres.start(tradeFolder, Progress.silent());
        TestHome.create(
                folder,
                trade,
                "http: {tenant-header: " + TENANT + "}\ndocuments: {max-file: 1}\nroutes: {directory: "
                        + Path.of(System.getProperty("caravan.home")).resolve("routes") + "}\n");
        server = CaravanServer.start(Settings.load(folder, Map.of()), Progress.silent());
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
        trade.close();
    }

    private static HttpRequest.Builder request(String path, String tenant) {
        URI address = server.address().resolve(path);
        HttpRequest.Builder request = HttpRequest.newBuilder(address);
        return tenant.isEmpty() ? request : request.header(TENANT, tenant);
    }

    private static HttpResponse<byte[]> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return CLIENT.send(request.build(), BodyHandlers.ofByteArray());
    }

    private static JsonNode json(HttpResponse<byte[]> response) throws IOException {
        return JSON.readTree(response.body());
    }

    private static HttpResponse<byte[]> upload(String tenant, String name, byte[] content) throws Exception {
        return send(request("api/documents?workspace=filings&name=" + name, tenant)
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofByteArray(content)));
    }

    private static byte[] printed() throws IOException {
        Path file = folder.resolve("OAKLEAF_2023_8K.pdf");
        PrintPages.print(
                """
                # FORM 8-K

                Current Report

                Date of report: May 2, 2023

                ## Oakleaf Mills Inc.

                (Exact name of registrant as specified in its charter)

                ## Item 5.02. Departure of Directors or Certain Officers

                The board of Oakleaf Mills has appointed Tamsin Drew as chief executive officer from July 1, 2023.
                """,
                file);
        return Files.readAllBytes(file);
    }

    @Test
    void keepsTheDocumentsOfSessionsApart() throws Exception {
        HttpResponse<byte[]> added = upload("acme", "OAKLEAF_2023_8K.pdf", printed());
        assertThat(added.statusCode())
                .as(new String(added.body(), StandardCharsets.UTF_8))
                .isEqualTo(200);
        assertThat(json(added).path("pages").asInt()).isEqualTo(1);

        JsonNode page = json(send(request(PAGE, "acme")));
        assertThat(page.path("picture").asBoolean()).isTrue();
        HttpResponse<byte[]> picture = send(request(PAGE + ".png", "acme"));
        assertThat(picture.headers().firstValue("Content-Type")).contains("image/png");
        assertThat(picture.body()).hasSizeGreaterThan(5_000);

        String question =
                "{\"workspace\": \"filings\", \"question\": \"Who is appointed chief executive officer of Oakleaf Mills?\"}";
        JsonNode answer = json(send(request("api/chat", "acme")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(question))));
        assertThat(answer.path("answer").asText()).contains("Tamsin Drew").contains("[1]");
        JsonNode source = answer.path("steps").findValue("sources").get(0);
        assertThat(source.path("document").asText()).isEqualTo("OAKLEAF_2023_8K");
        assertThat(source.path("box").get(2).asDouble()).isGreaterThan(50);

        // the sources of an answer are kept with its conversation
        String shown = "{\"workspace\": \"filings\", \"thread_id\": \""
                + answer.path("thread_id").asText() + "\", \"question\": \"What is [1]?\"}";
        JsonNode cited = json(send(request("api/chat", "acme")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(shown))));
        assertThat(cited.path("answer").asText()).startsWith("> ").contains("Tamsin Drew");
        assertThat(cited.path("steps").findValue("tool_output").path("doc_id").asText())
                .isEqualTo("OAKLEAF_2023_8K");

        JsonNode elsewhere = json(send(request("api/chat", "other")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(question))));
        assertThat(elsewhere.path("answer").asText()).isNotEmpty().doesNotContain("Tamsin");
        assertThat(send(request(PAGE, "other")).statusCode()).isEqualTo(404);
        assertThat(send(request(PAGE + ".png", "other")).statusCode()).isEqualTo(404);
        assertThat(send(request(PAGE, "")).statusCode()).isEqualTo(401);
        assertThat(send(request("api/documents/filings/OAKLEAF_2023_8K", "other")
                                .DELETE())
                        .statusCode())
                .isEqualTo(404);
        String metrics = new String(send(request("metrics", "")).body(), StandardCharsets.UTF_8);
        assertThat(metrics)
                .contains(
                        "caravan_documents_calls_total{tool=\"search_documents\"}",
                        "caravan_documents_calls_total{tool=\"read_document\"}",
                        "caravan_documents_rounds_sum",
                        "caravan_documents_sentences_taken_out_total")
                .containsPattern(
                        "caravan_documents_questions_seconds_count\\{by=\"agent\",fallback=\"none\",way=\"simple\"\\} [1-9]")
                .containsPattern(
                        "caravan_documents_questions_seconds_count\\{by=\"none\",fallback=\"none\",way=\"citation\"\\} 1");
        assertThat(send(request("api/documents/filings/OAKLEAF_2023_8K", "acme").DELETE())
                        .statusCode())
                .isEqualTo(204);
    }

    @Test
    void refusesFilesWithAReason() throws Exception {
        HttpResponse<byte[]> broken = upload("acme", "broken.pdf", "%PDF-1.7".getBytes(StandardCharsets.US_ASCII));
        assertThat(broken.statusCode()).isEqualTo(422);
        assertThat(json(broken).path("detail").asText()).contains("broken.pdf").contains("save it anew");
        assertThat(upload("acme", "large.txt", new byte[1_100_000]).statusCode())
                .isEqualTo(413);
        assertThat(upload("acme", "program.exe", new byte[1]).statusCode()).isEqualTo(415);
    }
}
