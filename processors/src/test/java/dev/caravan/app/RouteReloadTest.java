package dev.caravan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.ServiceStatus;
import org.apache.camel.component.direct.DirectComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.main.SimpleMain;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Edits route files under a running Camel; time is moved by hand, one look at a time. */
class RouteReloadTest {
    @TempDir
    Path folder;

    private final DefaultCamelContext camel = new DefaultCamelContext();
    private SimpleMain main;
    private RouteReload reload;
    private Instant clock = Instant.parse("2026-01-01T00:00:00Z");

    @BeforeEach
    void startWithOneFile() throws Exception {
        camel.getComponent("direct", DirectComponent.class).setTimeout(100);
        write("greeting", route("greeting", "good morning"));
        main = new SimpleMain(camel);
        main.configure().withRoutesIncludePattern("file:" + folder + "/*.camel.yaml");
        main.start();
        reload = new RouteReload(folder);
        reload.setCamelContext(camel);
        reload.doStart();
        reload.doStop(); // the looks are the test's own
    }

    @AfterEach
    void stop() {
        main.stop();
    }

    @Test
    void takesOverAnEdit() throws Exception {
        write("greeting", route("greeting", "good evening"));
        look();
        assertThat(answer("greeting")).isEqualTo("good evening");
        assertThat(reload.broken()).isEmpty();
    }

    @Test
    void waitsUntilAFileIsNoLongerWrittenTo() throws Exception {
        write("greeting", route("greeting", "good evening"));
        reload.check();
        assertThat(answer("greeting")).isEqualTo("good morning");
        reload.check();
        assertThat(answer("greeting")).isEqualTo("good evening");
    }

    @Test
    void keepsTheOldRouteWhenTheYamlIsBroken() throws Exception {
        write("greeting", "- route:\n    id: greeting\n   from: nowhere");
        look();
        assertThat(answer("greeting")).isEqualTo("good morning");
        assertThat(reload.broken()).containsOnlyKeys("greeting.camel.yaml");
    }

    @Test
    void keepsTheOldRouteRunningWhenANodeIsUnknown() throws Exception {
        keepsTheOldRouteAfter("- sendOwl: {to: moon}", "sendOwl");
    }

    @Test
    void keepsTheOldRouteRunningWhenAComponentIsUnknown() throws Exception {
        keepsTheOldRouteAfter("- to: {uri: 'owl:moon'}", "owl");
    }

    @Test
    void keepsTheOldRouteRunningWhenAnEndpointOptionIsUnknown() throws Exception {
        keepsTheOldRouteAfter("- to: {uri: 'direct:moon?owls=2'}", "owls");
    }

    @Test
    void keepsTheOldRouteRunningWhenABeanIsMissing() throws Exception {
        keepsTheOldRouteAfter("- bean: {ref: owl, method: fly}", "owl");
    }

    @Test
    void keepsTheOldRouteRunningWhenAnExpressionIsWrong() throws Exception {
        keepsTheOldRouteAfter("- setBody: {simple: {expression: '${body'}}", "body");
    }

    private void keepsTheOldRouteAfter(String step, String named) throws Exception {
        Object before = camel.getRoute("greeting");
        write(
                "greeting",
                "- route:\n    id: greeting\n    from:\n      uri: direct:greeting\n      steps:\n        " + step
                        + "\n");
        look();
        assertThat(answer("greeting")).isEqualTo("good morning");
        assertThat(camel.getRoute("greeting"))
                .as("was not stopped for a moment")
                .isSameAs(before);
        assertThat(reload.broken().get("greeting.camel.yaml")).contains(named);
    }

    @Test
    void startsTheOldRouteAgainWhenTheNewOneCannotStart() throws Exception {
        write("other", route("other", "hello"));
        look();
        // two consumers of one direct endpoint: found only when the second starts
        write("greeting", route("greeting", "good evening").replace("direct:greeting", "direct:other"));
        look();
        assertThat(answer("greeting")).isEqualTo("good morning");
        assertThat(answer("other")).isEqualTo("hello");
        assertThat(reload.broken()).containsOnlyKeys("greeting.camel.yaml");
    }

    @Test
    void takesOverARepairedFile() throws Exception {
        write("greeting", "- route: {");
        look();
        write("greeting", route("greeting", "good night"));
        look();
        assertThat(answer("greeting")).isEqualTo("good night");
        assertThat(reload.broken()).isEmpty();
    }

    @Test
    void forgetsTheTroubleWhenAFileIsPutBackAsItWas() throws Exception {
        write("greeting", "- route: {");
        look();
        write("greeting", route("greeting", "good morning"));
        look();
        assertThat(answer("greeting")).isEqualTo("good morning");
        assertThat(reload.broken()).isEmpty();
    }

    @Test
    void takesARouteOutThatIsNoLongerInItsFile() throws Exception {
        write("greeting", route("greeting", "good morning") + route("farewell", "goodbye"));
        look();
        assertThat(answer("farewell")).isEqualTo("goodbye");
        write("greeting", route("greeting", "good morning"));
        look();
        assertThat(camel.getRoute("farewell")).isNull();
        assertThat(camel.getRouteDefinition("farewell")).isNull();
        assertThat(answer("greeting")).isEqualTo("good morning");
    }

    @Test
    void takesTheRoutesOfADeletedFileOut() throws Exception {
        Files.delete(file("greeting"));
        look();
        assertThat(camel.getRoutes()).isEmpty();
        assertThat(camel.getRouteDefinitions()).isEmpty();
        assertThatThrownBy(() -> answer("greeting")).isInstanceOf(CamelExecutionException.class);
    }

    @Test
    void takesTheRoutesOfAnEmptiedFileOut() throws Exception {
        write("greeting", "# nothing here any more\n");
        look();
        assertThat(camel.getRoutes()).isEmpty();
    }

    @Test
    void keepsTheRoutesOfAFileThatIsGoneForOneLookOnly() throws Exception {
        Object before = camel.getRoute("greeting");
        Path aside = folder.resolve("aside");
        reload.check();
        Files.move(file("greeting"), aside);
        reload.check();
        Files.move(aside, file("greeting"));
        look();
        assertThat(camel.getRoute("greeting")).isSameAs(before);
    }

    @Test
    void startsTheRoutesOfANewFile() throws Exception {
        write("farewell", route("farewell", "goodbye"));
        look();
        assertThat(answer("farewell")).isEqualTo("goodbye");
        assertThat(camel.getRouteController().getRouteStatus("farewell")).isEqualTo(ServiceStatus.Started);
    }

    @Test
    void refusesARouteIdOfAnotherFile() throws Exception {
        write("imitation", route("greeting", "boo"));
        look();
        assertThat(answer("greeting")).isEqualTo("good morning");
        assertThat(reload.broken().get("imitation.camel.yaml"))
                .contains("route greeting")
                .contains("greeting.camel.yaml");
    }

    @Test
    void takesARefusedFileOverOnceItsRouteIdIsFree() throws Exception {
        write("imitation", route("greeting", "hello again"));
        look();
        Files.delete(file("greeting"));
        look();
        assertThat(answer("greeting")).isEqualTo("hello again");
        assertThat(reload.broken()).isEmpty();
    }

    @Test
    void refusesARouteWithoutId() throws Exception {
        write(
                "greeting",
                "- route:\n    from:\n      uri: direct:greeting\n      steps:\n        - log: {message: hi}\n");
        look();
        assertThat(reload.broken().get("greeting.camel.yaml")).contains("no id");
    }

    @Test
    void refusesToStartWithTwoRoutesOfOneId() throws Exception {
        write("imitation", route("greeting", "boo"));
        RouteReload second = new RouteReload(folder);
        second.setCamelContext(camel);
        assertThatThrownBy(second::doStart).hasMessageContaining("route greeting exists already");
    }

    @Test
    void renewsTheRoutesOfOtherFilesWhenARouteConfigurationChanges() throws Exception {
        write(
                "failing",
                "- route:\n    id: failing\n    from:\n      uri: direct:failing\n      steps:\n"
                        + "        - throwException: {exceptionType: java.lang.IllegalStateException, message: oh}\n");
        write("errors", handled("first"));
        look();
        assertThat(answer("failing")).isEqualTo("first");
        write("errors", handled("second"));
        look();
        assertThat(answer("failing")).isEqualTo("second");
        Files.delete(file("errors"));
        look();
        assertThatThrownBy(() -> answer("failing")).hasRootCauseMessage("oh");
    }

    @Test
    void looksByItselfOnceStarted() throws Exception {
        camel.addService(new RouteReload(folder));
        write("greeting", route("greeting", "good evening"));
        while (!"good evening".equals(answer("greeting"))) {
            Thread.onSpinWait();
        }
    }

    private void look() throws IOException {
        reload.check();
        reload.check();
    }

    private String answer(String route) {
        return camel.createProducerTemplate().requestBody("direct:" + route, "", String.class);
    }

    private Path file(String name) {
        return folder.resolve(name + ".camel.yaml");
    }

    private void write(String name, String content) throws IOException {
        Files.writeString(file(name), content);
        // files written within one tick of the file system's clock would look alike
        clock = clock.plusSeconds(1);
        Files.setLastModifiedTime(file(name), FileTime.from(clock));
    }

    private static String route(String id, String says) {
        return """
        - route:
            id: %s
            from:
              uri: direct:%s
              steps:
                - setBody:
                    constant:
                      expression: %s
        """
                .formatted(id, id, says);
    }

    private static String handled(String says) {
        return """
        - routeConfiguration:
            onException:
              - onException:
                  exception: [java.lang.IllegalStateException]
                  handled: {constant: {expression: "true"}}
                  steps:
                    - setBody: {constant: {expression: %s}}
        """
                .formatted(says);
    }
}
