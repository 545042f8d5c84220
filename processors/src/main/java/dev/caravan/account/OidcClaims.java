package dev.caravan.account;

import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import dev.caravan.account.LoginRefused.Reason;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What claims of an ID token mean here. Dots in the name of a claim lead into objects: {@code realm_access.roles}.
 *
 * @param name of the claim with the name of the person
 * @param tenant of the claim with the tenant; empty: all are of {@code oneTenant}
 * @param oneTenant the tenant where no claim tells
 * @param roles of the claim with the roles, a list or words
 * @param meaning roles by values of that claim; {@link #ANYBODY} for whoever logs in; empty: values are names of roles
 */
public record OidcClaims(String name, String tenant, String oneTenant, String roles, Map<String, Set<Role>> meaning) {
    /** Stands for every value, and for none. */
    public static final String ANYBODY = "*";

    /** Takes a copy. */
    public OidcClaims {
        meaning = Map.copyOf(meaning);
    }

    /**
     * Reads entries like {@code value=role}; a value with several roles has several.
     *
     * @param problem told value and what is wrong with it
     */
    public static Map<String, Set<Role>> meaning(List<String> entries, BiConsumer<String, String> problem) {
        Map<String, Set<Role>> meaning = new LinkedHashMap<>();
        for (String entry : entries) {
            int end = entry.lastIndexOf('=');
            Optional<Role> role = Role.of(entry.substring(end + 1).strip());
            if (end < 1 || role.isEmpty()) {
                problem.accept(
                        entry,
                        "is not like value=role with one of "
                                + Stream.of(Role.values()).map(Role::code).collect(Collectors.joining(", ")));
            } else {
                meaning.computeIfAbsent(entry.substring(0, end).strip(), value -> EnumSet.noneOf(Role.class))
                        .add(role.get());
            }
        }
        return meaning;
    }

    OidcUser read(String issuer, IDTokenClaimsSet token) throws LoginRefused {
        Map<String, Object> claims = token.toJSONObject();
        String person = named(claims, name);
        String of = tenant.isEmpty() ? oneTenant : named(claims, tenant);
        Set<String> values = words(at(claims, roles));
        Set<Role> found = EnumSet.noneOf(Role.class);
        Stream.concat(values.stream(), Stream.of(ANYBODY)).forEach(value -> found.addAll(roles(value)));
        if (found.isEmpty()) {
            throw new LoginRefused(Reason.ROLE, "no value of the claim " + roles + " is a role here");
        }
        return new OidcUser(issuer, token.getSubject().getValue(), person, of, found);
    }

    private Set<Role> roles(String value) {
        return meaning.isEmpty() ? Role.of(value).map(Set::of).orElse(Set.of()) : meaning.getOrDefault(value, Set.of());
    }

    /** A name as {@link Accounts#NAME} has it, in small letters. */
    private static String named(Map<String, Object> claims, String claim) throws LoginRefused {
        String value = at(claims, claim) instanceof String text ? text.strip().toLowerCase(Locale.ROOT) : "";
        if (!Accounts.NAME.matcher(value).matches()) {
            throw new LoginRefused(
                    Reason.CLAIM,
                    "the claim " + claim
                            + (value.isEmpty()
                                    ? " is missing"
                                    : " is not of 1 to 64 letters, digits and _ . @ -, the first a letter or digit"));
        }
        return value;
    }

    private static Object at(Map<String, Object> claims, String path) {
        if (claims.containsKey(path)) { // names of claims may be URLs
            return claims.get(path);
        }
        Object at = claims;
        for (String part : path.split("\\.")) {
            at = at instanceof Map<?, ?> object ? object.get(part) : null;
        }
        return at;
    }

    private static Set<String> words(Object value) {
        if (value instanceof Collection<?> list) {
            return list.stream().map(String::valueOf).collect(Collectors.toCollection(LinkedHashSet::new));
        }
        return value instanceof String text ? words(List.of(text.strip().split("[\\s,]+"))) : Set.of();
    }
}
