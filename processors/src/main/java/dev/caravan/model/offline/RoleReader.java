package dev.caravan.model.offline;

import dev.caravan.model.offline.Reading.Kind;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import java.util.Optional;
import java.util.Set;

/** Tells the places that are asked about from those on the other side of the trade. */
final class RoleReader {
  private static final Set<String> DEPENDENCE =
      Set.of("dependence", "dependency", "dependent", "depend", "depends", "depended", "reliance", "reliant", "rely", "relies", "relied");

  private final Draft draft;

  RoleReader(Draft draft) {
    this.draft = draft;
  }

  /** Reads the roles by the question in which every name stands as what it is. */
  void read(String masked) {
    boolean compared = masked.matches(".* (compare|compared|comparing|comparison|versus|vs|difference|differ) .*");
    boolean trade =
        masked.matches(".* (@trade_balance|@total_trade|trade|trades|trading|@exports|@imports|flows?) .*");
    boolean between =
        masked.matches(".* between (the )?@place and (the )?@place .*|.* @place and (the )?@place .*(each other|one another) .*|.* @place @place (@total_trade|trade|commerce) .*");
    for (int n = 0; n < draft.mentions.size(); n++) {
      Mention mention = draft.mentions.get(n);
      if (mention.kind() != Kind.PLACE) {
        continue;
      }
      int at = mention.start() - 1;
      while (at >= 0 && Set.of("the", "all", "other", "its", "their", "both", "either").contains(draft.folded(at))) {
        at--;
      }
      String before = draft.isPossessive(mention) ? "" : draft.folded(at);
      Optional<Mention> previous = previousPlace(n, at);
      Role role =
          switch (before) {
            case "to", "towards", "into" ->
                Set.of("happened", "belong", "belongs", "compared", "relative", "next", "similar", "compare", "comparison", "close",
                            "closer", "closest", "near", "nearer", "nearest")
                        .contains(draft.folded(at - 1))
                    ? Role.SUBJECT
                    : Role.PARTNER;
            // "how dependent is Mexico on the US"
            case "on", "upon" -> draft.words.list().subList(Math.max(0, at - 5), at).stream().anyMatch(w -> DEPENDENCE.contains(w.folded())) ? Role.PARTNER : Role.SUBJECT;
            case "from" -> draft.isImport() || Set.of("come", "comes", "came").contains(draft.folded(at - 1)) && draft.mentions.subList(0, n).stream().anyMatch(m -> m.kind() == Kind.PLACE && !Draft.isWorld(m)) ? Role.PARTNER : Role.SUBJECT;
            case "with" -> trade && !compared ? Role.PARTNER : Role.SUBJECT;
            case "and", "or" ->
                between && trade && !compared
                    ? Role.PARTNER
                    : previous.map(Mention::role).orElse(Role.SUBJECT);
            default -> Role.SUBJECT;
          };
      if (previous.isPresent() && adjacentList(previous.get(), mention)) {
        role = previous.get().role();
      }
      boolean origin =
          n + 1 < draft.mentions.size() && draft.mentions.get(n + 1).kind() == Kind.PRODUCT
              && draft.mentions.get(n + 1).start() == mention.end() && !draft.isPossessive(mention) && draft.isImport()
              && masked.matches(".* (which|what|who|top|\\d+) (\\w+ ){0,2}(countries|country|nations|buys|bought|imports|importers|@imports) .*");
      if (origin || isOrigin(n)) {
        role = Role.PARTNER;
      }
      if (masked.matches(".* @place (market )?(share|@market_share) (of|in) (the )?@place( @imports| imports| import).*")
          && n == firstPlace()) {
        role = Role.PARTNER;
      }
      draft.mentions.set(n, mention.withRole(role));
    }
    if (between && trade && !compared) {
      draft.signals.add(Signal.BOTH_WAYS);
    }
  }

  /** "Italian wine imports of Germany": a word for where the product comes from, beside who imports it. */
  private boolean isOrigin(int n) {
    Mention mention = draft.mentions.get(n);
    boolean describes = !mention.text().equalsIgnoreCase(mention.sense().map(s -> s.first().name()).orElse("")) && mention.text().matches("(?i).*(an|ese|ish|ch|ss|i|ic|ek|ot)");
    boolean good = n + 1 < draft.mentions.size() && draft.mentions.get(n + 1).kind() == Kind.PRODUCT && draft.mentions.get(n + 1).start() == mention.end();
    return describes && good && draft.isImport() && !draft.isPossessive(mention) && draft.mentions.stream().filter(other -> other.kind() == Kind.PLACE).count() > 1;
  }

  private int firstPlace() {
    for (int n = 0; n < draft.mentions.size(); n++) {
      if (draft.mentions.get(n).kind() == Kind.PLACE) {
        return n;
      }
    }
    return -1;
  }

  private Optional<Mention> previousPlace(int n, int before) {
    if (n > 0 && draft.mentions.get(n - 1).kind() == Kind.PLACE && draft.mentions.get(n - 1).end() == before) {
      return Optional.of(draft.mentions.get(n - 1));
    }
    return Optional.empty();
  }

  /** "Kenya, Uganda" and "Kenya, Uganda and Rwanda": only commas between two places. */
  private boolean adjacentList(Mention first, Mention second) {
    return draft.gap(first, second).strip().equals(",");
  }
}
