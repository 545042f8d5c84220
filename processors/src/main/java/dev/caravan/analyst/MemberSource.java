package dev.caravan.analyst;

import dev.caravan.semantic.SemanticModel;
import java.util.List;
import java.util.Optional;

/** Gives the members of all dimensions of a workspace; the same list as long as its data stay the same. */
@FunctionalInterface
public interface MemberSource {
    /** The members; none where the data cannot be read. */
    List<Member> members();

    /** The model with the years that the data really have. */
    default SemanticModel covered(SemanticModel model) {
        return model;
    }

    /** What a person who asks for a name has to know about the names, in a sentence; empty for names of the real world. */
    default Optional<String> invented() {
        return Optional.empty();
    }

    /** Why the data could not be read when they were last asked for their members; empty when they could. */
    default Optional<String> problem() {
        return Optional.empty();
    }
}
