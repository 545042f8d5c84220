package dev.caravan.account;

import dev.caravan.turn.Turn;
import java.util.EnumSet;
import java.util.Set;

/**
 * Who sends a request.
 *
 * @param id of the user, by which things are owned; never used again for another user
 * @param name as the person logs in
 * @param tenant whose documents and conversations the user sees
 * @param roles of the user
 * @param permissions what the request may do: of the roles, with a token what its scopes leave
 * @param via {@link #SESSION}, the id of a token, or empty where nobody logs in
 * @param passwordToChange whether nothing but a change of the password is let through
 */
public record Account(
        String id,
        String name,
        String tenant,
        Set<Role> roles,
        Set<Permission> permissions,
        String via,
        boolean passwordToChange) {
    /** Exchange property and request attribute: the account. */
    public static final String PROPERTY = "caravan.account";

    /** Came with the cookie of a session. */
    public static final String SESSION = "session";

    /** Takes copies. */
    public Account {
        roles = Set.copyOf(roles);
        permissions = Set.copyOf(permissions);
    }

    /** The one user where nobody logs in. */
    public static Account everybody(String tenant) {
        return new Account(
                Turn.EVERYBODY,
                Turn.EVERYBODY,
                tenant,
                EnumSet.allOf(Role.class),
                EnumSet.allOf(Permission.class),
                "",
                false);
    }

    /** Whether a turn was asked by this user. */
    public boolean owns(String tenantOfIt, String ownerOfIt) {
        return tenant.equals(tenantOfIt) && id.equals(ownerOfIt);
    }

    /** Whether the person logged in, instead of a program with a token. */
    public boolean isSession() {
        return via.equals(SESSION);
    }
}
