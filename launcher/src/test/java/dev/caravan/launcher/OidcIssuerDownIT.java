package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.app.Settings;
import dev.caravan.launcher.Visitor.Reply;
import dev.caravan.warehouse.Progress;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An issuer that does not answer is told to whoever logs in, and harms nobody else. */
@Timeout(300)
class OidcIssuerDownIT {
    @TempDir
    static Path folder;

    @Test
    void aLoginWhoseIssuerIsDownSaysSoAndWorksOnceItIsBack() throws Exception {
        MockOAuth2Server gone = new MockOAuth2Server();
        gone.start(InetAddress.getLoopbackAddress(), 0);
        int port = gone.baseUrl().port();
        gone.shutdown();
        try (DemoHome home = DemoHome.create(folder)) {
            Files.writeString(
                    home.folder().resolve("application.yaml"),
                    "security: {login: oidc, oidc: {issuer: \"http://localhost:" + port
                            + "/house\", client-id: caravan, roles: \"*=asker\"}}\n",
                    StandardOpenOption.APPEND);
            try (CaravanServer server = CaravanServer.start(Settings.load(folder, Map.of()), Progress.silent())) {
                Visitor anybody = Visitor.anonymous(server.address());
                for (int i = 0; i < 5; i++) {
                    Reply reply = anybody.send("GET", "/api/session/oidc");
                    assertThat(reply.status()).isEqualTo(503);
                    assertThat(reply.body()).contains("does not answer at the moment");
                }
                assertThat(anybody.send("GET", "/api/session").body()).contains("\"provider\":\"localhost\"");
                assertThat(anybody.send("GET", "/api/threads").status()).isEqualTo(401);
                MockOAuth2Server back = new MockOAuth2Server();
                back.start(InetAddress.getLoopbackAddress(), port);
                try {
                    Reply reply;
                    do { // until the breaker lets one through on trial; the test's limit ends it
                        reply = anybody.send("GET", "/api/session/oidc");
                    } while (reply.status() == 503);
                    assertThat(reply.status()).as(reply.body()).isEqualTo(303);
                } finally {
                    back.shutdown();
                }
            }
        }
    }
}
