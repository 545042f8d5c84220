package dev.caravan.research;

import dev.caravan.model.PromptFolder;
import dev.caravan.reference.ReferenceReader;
import dev.caravan.reference.ResolveReference;
import java.util.Optional;

/**
 * What the research of one workspace works with.
 *
 * @param settings what the workspace's file says
 * @param collection the documents
 * @param prompts what models are told
 * @param reader finds references
 * @param resolver leads them to sections
 * @param web finds pages of the web; empty where it is not searched
 */
public record ResearchDesk(
        ResearchSettings settings,
        ResearchCollection collection,
        PromptFolder prompts,
        ReferenceReader reader,
        ResolveReference resolver,
        Optional<WebSearch> web) {

    /** Over a collection. */
    public static ResearchDesk of(ResearchSettings settings, ResearchCollection collection, PromptFolder prompts) {
        return new ResearchDesk(
                settings,
                collection,
                prompts,
                new ReferenceReader(),
                new ResolveReference(collection.registry()),
                Optional.empty());
    }

    /** The same with the web. */
    public ResearchDesk with(Optional<WebSearch> search) {
        return new ResearchDesk(settings, collection, prompts, reader, resolver, search);
    }

    /** The bounds of its researches. */
    public ResearchLimits limits() {
        return settings.limits();
    }
}
