package dev.caravan.analyst;

import java.util.List;

/** Gives the members of all dimensions of a workspace; the same list as long as its data stay the same. */
@FunctionalInterface
public interface MemberSource {
  /** The members; none where the data cannot be read. */
  List<Member> members();
}
