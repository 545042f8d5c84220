package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.account.FirstAdministrator;
import dev.caravan.app.Settings;
import dev.caravan.warehouse.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Login and account in a browser, from the first start on. */
@Timeout(300)
class AccountPagesIT {
    private static final String PASSWORD = "a long enough password";

    @TempDir
    static Path folder;

    @TempDir
    static Path downloads;

    private static DemoHome home;
    private static CaravanServer server;
    private static Browser browser;

    @BeforeAll
    static void start() throws IOException {
        browser = Browser.start(downloads);
        home = DemoHome.create(folder);
        Files.writeString(
                folder.resolve("application.yaml"),
                "security: {login: local, hash-strength: 4}\n",
                StandardOpenOption.APPEND);
        server = CaravanServer.start(Settings.load(folder, Map.of()), Progress.silent());
    }

    @AfterAll
    static void stop() {
        browser.close();
        server.close();
        home.close();
    }

    private static void logIn(String name, String password) {
        browser.await("input[name=name]");
        browser.type("input[name=name]", name);
        browser.type("input[name=password]", password);
        browser.click(".account-form .primary");
    }

    @Test
    void aPersonLogsInChangesThePasswordMakesATokenAndLogsOut() throws Exception {
        String once = Files.readString(
                        Settings.load(folder, Map.of()).path("server.data").resolve(FirstAdministrator.FILE))
                .strip();
        browser.open(server.address() + "chat?workspace=atlas");
        assertThat(browser.address()).contains("login?next=chat");
        logIn("admin", "not this one, is it");
        browser.wait("a refusal", () -> browser.text(".account-form .hint").contains("name or password is wrong"));
        browser.open(server.address() + "login?next=chat");
        logIn("admin", once);
        browser.await(".degraded");
        assertThat(browser.address()).endsWith("/account");
        assertThat(browser.count(".tile-card")).isEqualTo(1);
        browser.type("input[name=password]", once);
        browser.type("input[name=wanted]", PASSWORD);
        browser.click(".account-form .primary");
        browser.wait("the login", () -> browser.address().endsWith("/login"));
        browser.open(server.address() + "login?next=//elsewhere.example/x");
        logIn("admin", PASSWORD);
        browser.await("#examples li");
        assertThat(browser.address()).isEqualTo(server.address().toString());

        browser.open(server.address() + "account");
        browser.await(".tile-card", 3);
        assertThat(browser.texts(".tile-card h2")).containsExactly("Password", "Tokens for programs", "Users");
        browser.type("section:nth-child(2) input[name=name]", "a script");
        browser.click("section:nth-child(2) .primary");
        browser.wait("a token", () -> browser.text("section:nth-child(2) .account-form .hint")
                .contains("caravan_"));
        String token = browser.text("section:nth-child(2) .account-form .hint").replaceAll(".* ", "");
        assertThat(Visitor.withToken(server.address(), token)
                        .send("GET", "/api/threads")
                        .status())
                .isEqualTo(200);
        browser.picture("account");
        browser.click("[data-language=de]");
        browser.wait("the German page", () -> browser.text("h1").equals("Ihr Konto"));
        browser.await(".tile-card", 3);
        browser.await(".tile-card td");
        assertThat(EnglishTexts.read().on(browser)).as("/account").isEmpty();
        browser.script("document.querySelector('main p button').click()");
        browser.wait("the login", () -> browser.address().endsWith("/login"));
        browser.open(server.address() + "chat");
        browser.await("input[name=name]");
        assertThat(EnglishTexts.read().on(browser)).as("/login").isEmpty();
        browser.picture("login");
        // the refused logins are told by the browser itself
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("401"));
    }
}
