package dev.caravan.analyst;

import java.util.List;
import java.util.Optional;

/** Gives the members of all dimensions of a workspace; the same list as long as its data stay the same. */
@FunctionalInterface
public interface MemberSource {
  /** The members; none where the data cannot be read. */
  List<Member> members();

  /** Why the data could not be read when they were last asked for their members; empty when they could. */
  default Optional<String> problem() {
    return Optional.empty();
  }
}
