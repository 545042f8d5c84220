package dev.caravan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.apache.camel.ServiceStatus;
import org.apache.camel.component.direct.DirectComponent;
import org.apache.camel.component.direct.DirectEndpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.main.SimpleMain;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        reload = new RouteReload(List.of(folder));
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
    void takesOutWhatWasAddedSinceTheStart() throws Exception {
        write("greeting", route("greeting", "good morning") + route("farewell", "goodbye"));
        write("other", route("other", "hello"));
        look();
        assertThat(answer("farewell")).isEqualTo("goodbye");
        write("greeting", route("greeting", "good morning"));
        Files.delete(file("other"));
        look();
        assertThat(reload.broken()).isEmpty();
        for (String gone : List.of("farewell", "other")) {
            assertThat(camel.getRoute(gone)).isNull();
            assertThat(camel.getRouteDefinition(gone)).isNull();
        }
        assertThat(answer("greeting")).isEqualTo("good morning");
    }

    @Test
    void keepsWhatWasAddedSinceTheStartAsLongAsAnotherRouteCallsIt() throws Exception {
        write("farewell", route("farewell", "goodbye"));
        write("greeting", calling("greeting", "farewell"));
        look();
        Files.delete(file("farewell"));
        look();
        assertThat(answer("greeting")).isEqualTo("goodbye");
        assertThat(reload.broken().get("farewell.camel.yaml"))
                .contains("the file is gone", "route farewell", "greeting.camel.yaml needs");
        write("greeting", route("greeting", "good morning"));
        look();
        assertThat(reload.broken()).isEmpty();
        assertThat(camel.getRoute("farewell")).isNull();
    }

    @Test
    void keepsTheRoutesOfADeletedFile() throws Exception {
        Object before = camel.getRoute("greeting");
        Files.delete(file("greeting"));
        look();
        assertThat(camel.getRoute("greeting")).isSameAs(before);
        assertThat(answer("greeting")).isEqualTo("good morning");
        assertThat(reload.broken().get("greeting.camel.yaml"))
                .contains("the file is gone", "put it back", "start anew");
        assertThat(reload.status().toString()).contains("greeting.camel.yaml", "the file is gone");
        write("greeting", route("greeting", "good morning"));
        look();
        assertThat(reload.broken()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "# nothing here any more\n", "[]\n"})
    void keepsTheRoutesOfAnEmptiedFile(String content) throws Exception {
        Object before = camel.getRoute("greeting");
        write("greeting", content);
        look();
        assertThat(camel.getRoute("greeting")).isSameAs(before);
        assertThat(answer("greeting")).isEqualTo("good morning");
        assertThat(reload.broken().get("greeting.camel.yaml")).contains("the file is empty");
        write("greeting", route("greeting", "good evening"));
        look();
        assertThat(reload.broken()).isEmpty();
        assertThat(answer("greeting")).isEqualTo("good evening");
    }

    @Test
    void keepsARouteOfTheStartThatIsNoLongerInItsFile() throws Exception {
        write("greeting", route("morning", "good morning"));
        look();
        assertThat(answer("greeting")).isEqualTo("good morning");
        assertThat(camel.getRoute("morning")).isNull();
        assertThat(reload.broken().get("greeting.camel.yaml")).contains("route greeting is gone");
    }

    @Test
    void keepsTheRoutesOfAFileWhereverItIsCut() throws Exception {
        String whole = route("greeting", "good morning") + calling("farewell", "greeting")
                + "        - log:\n            id: last\n            message: said\n";
        write("greeting", whole);
        look();
        assertThat(answer("farewell")).isEqualTo("good morning");
        RouteReload since = new RouteReload(List.of(folder));
        since.setCamelContext(camel);
        since.doStart();
        since.doStop();
        for (int length = 0; length < whole.length() - 1; length++) {
            write("greeting", whole.substring(0, length));
            since.check();
            since.check();
            assertThat(since.broken()).as(whole.substring(0, length)).containsOnlyKeys("greeting.camel.yaml");
        }
        assertThat(answer("farewell")).isEqualTo("good morning");
        write("greeting", whole);
        since.check();
        since.check();
        assertThat(since.broken()).isEmpty();
    }

    @Test
    void takesAnAddedNodeOutAgain() throws Exception {
        write("greeting", route("greeting", "good morning") + "        - log: {id: more, message: said}\n");
        look();
        write("greeting", route("greeting", "good morning"));
        look();
        assertThat(reload.broken()).isEmpty();
    }

    @Test
    void movesARouteToAnotherFile() throws Exception {
        write("greeting", route("greeting", "good morning") + route("farewell", "goodbye"));
        look();
        RouteReload since = new RouteReload(List.of(folder));
        since.setCamelContext(camel);
        since.doStart();
        since.doStop();
        write("greeting", route("greeting", "good morning"));
        since.check();
        since.check();
        assertThat(since.broken().get("greeting.camel.yaml")).contains("route farewell is gone");
        write("other", route("farewell", "see you"));
        since.check();
        since.check();
        assertThat(since.broken()).isEmpty();
        assertThat(answer("farewell")).isEqualTo("see you");
        assertThat(answer("greeting")).isEqualTo("good morning");
    }

    @Test
    void makesTheRoutesOfATemplateInAnotherFile() throws Exception {
        write("zoo", template("says"));
        write("animals", made("cow", "moo") + made("owl", "hoo"));
        look();
        assertThat(reload.broken()).isEmpty();
        assertThat(answer("cow")).isEqualTo("says moo");
        assertThat(answer("owl")).isEqualTo("says hoo");
    }

    @Test
    void makesRoutesAnewWhenTheirTemplateChanges() throws Exception {
        write("zoo", template("says") + made("cow", "moo"));
        write("animals", made("owl", "hoo"));
        look();
        write("zoo", template("cries") + made("cow", "moo"));
        look();
        assertThat(answer("cow")).isEqualTo("cries moo");
        assertThat(answer("owl")).isEqualTo("cries hoo");
        assertThat(answer("greeting")).isEqualTo("good morning");
        assertThat(camel.getRoute("owl").filter("owl-say")).hasSize(1);
    }

    @Test
    void makesOneRouteAnewWhenItsParametersChange() throws Exception {
        write("zoo", template("says"));
        write("animals", made("cow", "moo"));
        write("birds", made("owl", "hoo"));
        look();
        Object owl = camel.getRoute("owl");
        write("animals", made("cow", "muh") + made("cat", "miaow"));
        look();
        assertThat(answer("cow")).isEqualTo("says muh");
        assertThat(answer("cat")).isEqualTo("says miaow");
        assertThat(camel.getRoute("owl")).isSameAs(owl);
    }

    @Test
    void keepsRoutesOfATemplateThatWasBrokenUntilItIsRepaired() throws Exception {
        write("zoo", template("says") + made("cow", "moo"));
        write("animals", made("owl", "hoo"));
        look();
        Object before = camel.getRoute("owl");
        write("zoo", template("cries").replace("setBody", "setOwl") + made("cow", "moo"));
        look();
        assertThat(reload.broken().get("zoo.camel.yaml")).contains("setOwl");
        write("zoo", template("cries").replace("direct:{{name}}", "direct:{{nam}}") + made("cow", "moo"));
        look();
        assertThat(reload.broken().get("zoo.camel.yaml")).contains("nam");
        assertThat(camel.getRoute("owl")).as("was not stopped for a moment").isSameAs(before);
        assertThat(answer("owl")).isEqualTo("says hoo");
        assertThat(answer("cow")).isEqualTo("says moo");
        write("zoo", template("cries") + made("cow", "moo"));
        look();
        assertThat(reload.broken()).isEmpty();
        assertThat(answer("owl")).isEqualTo("cries hoo");
    }

    @Test
    void keepsRoutesWhoseParametersAreBroken() throws Exception {
        write("zoo", template("says"));
        write("animals", made("cow", "moo"));
        look();
        Object before = camel.getRoute("cow");
        write("animals", made("cow", "moo").replace("name: sound", "name: noise"));
        look();
        assertThat(reload.broken().get("animals.camel.yaml")).contains("sound");
        assertThat(camel.getRoute("cow")).isSameAs(before);
        assertThat(answer("cow")).isEqualTo("says moo");
    }

    @Test
    void keepsATemplateThatIsGoneAsLongAsARouteIsMadeFromIt() throws Exception {
        write("zoo", template("says"));
        write("animals", made("cow", "moo"));
        look();
        Files.delete(file("zoo"));
        look();
        assertThat(reload.broken().get("zoo.camel.yaml")).contains("template animal", "animals.camel.yaml needs");
        assertThat(answer("cow")).isEqualTo("says moo");
        Files.delete(file("animals"));
        look();
        assertThat(reload.broken()).isEmpty();
        assertThat(camel.getRoute("cow")).isNull();
        assertThat(camel.getRouteTemplateDefinitions()).isEmpty();
    }

    @Test
    void refusesARouteOfATemplateThatIsNowhere() throws Exception {
        write("animals", made("cow", "moo"));
        look();
        assertThat(reload.broken().get("animals.camel.yaml")).contains("route cow", "template animal");
        write("zoo", template("says"));
        look();
        assertThat(reload.broken()).isEmpty();
        assertThat(answer("cow")).isEqualTo("says moo");
    }

    @Test
    void refusesARouteOfATemplateWhoseNodesAreNumberedByCamel() throws Exception {
        write("zoo", template("says") + made("cow", "moo").replace("prefixId: cow-", "group: cow"));
        look();
        assertThat(reload.broken().get("zoo.camel.yaml")).contains("no prefixId");
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
        assertThat(reload.broken()).containsOnlyKeys("imitation.camel.yaml");
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
        RouteReload second = new RouteReload(List.of(folder));
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
        // as in the product: a call between two versions waits, however slow the machine is
        camel.getComponent("direct", DirectComponent.class).setTimeout(10_000);
        camel.getEndpoint("direct:greeting", DirectEndpoint.class).setTimeout(10_000);
        camel.addService(new RouteReload(List.of(folder)));
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

    private static String calling(String id, String other) {
        return """
        - route:
            id: %s
            from:
              uri: direct:%s
              steps:
                - to: {id: call-%s, uri: direct:%s}
        """
                .formatted(id, id, other, other);
    }

    private static String template(String verb) {
        return """
        - routeTemplate:
            id: animal
            parameters:
              - name: name
              - name: sound
            route:
              from:
                uri: direct:{{name}}
                steps:
                  - setBody:
                      id: say
                      constant:
                        expression: "%s {{sound}}"
        """
                .formatted(verb);
    }

    private static String made(String name, String sound) {
        return """
        - templatedRoute:
            routeId: %s
            routeTemplateRef: animal
            prefixId: %s-
            parameters:
              - name: name
                value: %s
              - name: sound
                value: %s
        """
                .formatted(name, name, name, sound);
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
