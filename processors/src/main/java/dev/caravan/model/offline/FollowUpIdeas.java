package dev.caravan.model.offline;

import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.CatalogSource;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Proposes questions that may follow an answer, about the same country or product from another side. */
public final class FollowUpIdeas {
    private static final int IDEAS = 3;

    private final String workspace;
    private final QuestionReader reader;
    private final CatalogSource catalogs;

    /**
     * Ideas for one semantic model.
     *
     * @param workspace whose questions the model is about; the turns of any other pass as they are
     */
    public FollowUpIdeas(String workspace, SemanticModel model, CatalogSource catalogs) {
        this.workspace = workspace;
        this.reader = new QuestionReader(model);
        this.catalogs = catalogs;
    }

    /** The turn with suggestions, where it was answered from rows and has none yet. */
    public Turn suggest(Turn turn) {
        Optional<Answer> answer = turn.answer();
        Optional<ToolResult> last = turn.results().stream()
                .filter(result ->
                        result.status() == Status.OK && result.evidence().isPresent())
                .reduce((a, b) -> b);
        boolean due = turn.workspace().equals(workspace)
                && answer.isPresent()
                && last.isPresent()
                && answer.get().outcome() == Outcome.ANSWERED
                && answer.get().suggestions().isEmpty();
        if (!due) {
            return turn;
        }
        Answer given = answer.get();
        try {
            return turn.withAnswer(new Answer(
                    given.outcome(),
                    given.text(),
                    given.options(),
                    ideas(last.get().call().question())));
        } catch (CatalogSource.Unavailable e) {
            return turn; // an answer without suggestions is an answer all the same
        }
    }

    private List<String> ideas(String asked) {
        Catalog catalog = catalogs.get();
        Reading reading = reader.read(asked, catalog, Optional.empty());
        Set<String> ideas = new LinkedHashSet<>();
        Optional<String> country = reading.places(Role.SUBJECT).stream()
                .map(Reading.Mention::entity)
                // a suggestion must have an answer: former countries have none today, and ranks are for ranked
                // economies only
                .filter(place -> place instanceof Entity.Country one && !one.former())
                .map(FollowUpIdeas::called)
                .findFirst();
        Optional<Entity.Product> product = reading.goods().stream()
                .filter(mention -> mention.sense().isPresent())
                .map(mention -> (Entity.Product) mention.entity())
                .filter(p -> p.productClass() != ProductClass.SERVICES)
                .findFirst();
        product.ifPresent(p -> addProduct(ideas, reading, p));
        country.ifPresent(c -> addCountry(ideas, reading, c));
        ideas.remove(asked);
        return ideas.stream().limit(IDEAS).toList();
    }

    private static void addCountry(Set<String> ideas, Reading reading, String country) {
        if (!reading.has(Signal.BY_PRODUCT)) {
            ideas.add("What are the top 10 exports of " + country + "?");
        }
        if (!reading.has(Signal.SERIES)) {
            ideas.add("How have the exports of " + country + " changed since 2010?");
        }
        if (!reading.has(Signal.BY_PARTNER)) {
            ideas.add("What are the main export destinations of " + country + "?");
        }
        ideas.add("How many products does " + country + " export with comparative advantage?");
    }

    private static void addProduct(Set<String> ideas, Reading reading, Entity.Product product) {
        String name = product.name().toLowerCase(Locale.ROOT);
        if (!reading.has(Signal.BY_COUNTRY)) {
            ideas.add("Which countries export the most " + name + "?");
        }
        ideas.add("How have world exports of " + name + " changed since 2010?");
        if (!reading.metrics().contains("pci")) {
            ideas.add("What is the product complexity index of " + name + "?");
        }
    }

    private static String called(Entity entity) {
        return entity instanceof Entity.Country country && country.article() ? "the " + country.name() : entity.name();
    }
}
