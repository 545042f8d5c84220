package dev.caravan.frontend.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.account.Accounts;
import dev.caravan.edge.RequestBody;
import dev.caravan.turn.BadRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.camel.CamelContext;

/** What the resources about users have in common: the accounts, and reading what is sent about them. */
@ApplicationScoped
public class AccountCalls {
    @Inject
    CamelContext camel;

    /**
     * The accounts.
     *
     * @throws BadRequest 404 where this server has none
     */
    Accounts accounts() {
        return Optional.ofNullable(camel.getRegistry().lookupByNameAndType("accounts", Accounts.class))
                .orElseThrow(() -> new BadRequest(
                        404, "login", "this server has no users of its own; setting security.login changes that"));
    }

    /** The object of a body with these fields and no other. */
    ObjectNode read(byte[] body, String example, String... fields) {
        ObjectMapper mapper = camel.getRegistry().lookupByNameAndType("json", ObjectMapper.class);
        return RequestBody.read(mapper, body, example, List.of(fields));
    }

    /** A text that has to be there. */
    static String text(ObjectNode object, String field) {
        return RequestBody.text(object, "", field).orElseThrow(() -> new BadRequest(field, "there is no " + field));
    }

    /** Some of a few words that have a meaning; empty where the field is missing. */
    static <E> Optional<Set<E>> words(
            ObjectNode object, String field, Function<String, Optional<E>> meaning, String known) {
        if (!object.hasNonNull(field)) {
            return Optional.empty();
        }
        JsonNode list = object.get(field);
        Set<E> words = new LinkedHashSet<>();
        for (JsonNode word : list) {
            words.add(meaning.apply(word.asText())
                    .orElseThrow(() -> new BadRequest(
                            field, "'" + RequestBody.shortened(word.asText()) + "' is not one of " + known)));
        }
        if (words.isEmpty()) {
            throw new BadRequest(field, field + " must be a list of some of " + known);
        }
        return Optional.of(words);
    }
}
