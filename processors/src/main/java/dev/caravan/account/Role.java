package dev.caravan.account;

import static dev.caravan.account.Permission.ADMINISTER;
import static dev.caravan.account.Permission.ASK;
import static dev.caravan.account.Permission.EDIT;
import static dev.caravan.account.Permission.OPERATE;
import static dev.caravan.account.Permission.READ;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What users are to the server; one may have several. */
public enum Role {
    /** Asks. */
    ASKER(READ, ASK),
    /** Asks, edits statements and documents. */
    EDITOR(READ, ASK, EDIT),
    /** Watches the server. */
    OPERATOR(OPERATE),
    /** Manages users. */
    ADMINISTRATOR(ADMINISTER);

    private final Set<Permission> permissions;

    Role(Permission... permissions) {
        this.permissions = Set.of(permissions);
    }

    /** What it allows. */
    public Set<Permission> permissions() {
        return permissions;
    }

    /** The name in requests. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role of a name. */
    public static Optional<Role> of(String code) {
        return Stream.of(values()).filter(each -> each.code().equals(code)).findFirst();
    }
}
