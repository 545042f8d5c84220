package dev.caravan;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.caravan.turn.Turn;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which package may know which, as docs/architecture.md says. */
class ArchitectureTest {
    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .importUrl(Turn.class.getProtectionDomain().getCodeSource().getLocation());

    /** What every system stands on, whatever it answers about. */
    private static final String[] COMMON = {
        "dev.caravan.turn",
        "dev.caravan.agent",
        "dev.caravan.gate",
        "dev.caravan.model",
        "dev.caravan.model.remote",
        "dev.caravan.trace",
        "dev.caravan.waiting",
        "dev.caravan.workspace"
    };

    /** One system, or what only some of them use. */
    private static final String[] SYSTEMS = {
        "dev.caravan.analyst..",
        "dev.caravan.catalog..",
        "dev.caravan.docs..",
        "dev.caravan.documents..",
        "dev.caravan.duck..",
        "dev.caravan.graphql..",
        "dev.caravan.model.offline..",
        "dev.caravan.reader..",
        "dev.caravan.sql.."
    };

    private static final Pattern DOMAIN_WORD =
            Pattern.compile("(?i).*(country|product(?!ion)|hs92|sitc|atlas|trade|tariff|player|nba|filing).*");

    @Test
    void packagesKnowEachOtherInOneDirectionOnly() {
        assertThat(PRODUCT).isNotEmpty();
        slices().matching("dev.caravan.(**)").should().beFreeOfCycles().check(PRODUCT);
    }

    @Test
    void theVocabularyKnowsNothingElseOfTheProduct() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.caravan.turn", "dev.caravan.text")
                .should()
                .dependOnClassesThat(JavaClass.Predicates.resideInAPackage("dev.caravan..")
                        .and(JavaClass.Predicates.resideOutsideOfPackages("dev.caravan.turn", "dev.caravan.text")))
                .check(PRODUCT);
    }

    @Test
    void whatSystemsHaveInCommonKnowsNoneOfThem() {
        noClasses()
                .that()
                .resideInAnyPackage(COMMON)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(SYSTEMS)
                .check(PRODUCT);
    }

    @Test
    void whatSystemsHaveInCommonIsNamedAfterNoDomain() {
        classes()
                .that()
                .resideInAnyPackage("dev.caravan.turn", "dev.caravan.agent", "dev.caravan.gate", "dev.caravan.model")
                .should(new ArchCondition<>("have no member named after a domain") {
                    @Override
                    public void check(JavaClass each, ConditionEvents events) {
                        Stream.concat(
                                        Stream.of(each.getSimpleName()),
                                        each.getMembers().stream().map(member -> member.getName()))
                                .filter(name -> DOMAIN_WORD.matcher(name).matches())
                                .forEach(name -> events.add(SimpleConditionEvent.violated(
                                        each, each.getName() + " has the name " + name + " of one domain")));
                    }
                })
                .check(PRODUCT);
    }

    @Test
    void nobodyKnowsTheWiring() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.caravan.app..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.caravan.app..")
                .check(PRODUCT);
    }

    @Test
    void onlyPipelinesAndAdaptersTouchDatabasesAndModels() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.caravan.turn",
                        "dev.caravan.text",
                        "dev.caravan.evidence",
                        "dev.caravan.agent",
                        "dev.caravan.trace")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "org.apache.camel.component..")
                .check(PRODUCT);
        noClasses()
                .that()
                .resideInAnyPackage("dev.caravan.turn", "dev.caravan.text", "dev.caravan.evidence")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.camel..", "dev.langchain4j..")
                .check(PRODUCT);
    }
}
