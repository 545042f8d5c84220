package dev.caravan.account;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a request needs its sender to be allowed. All but the last can be scopes of a token. */
public enum Permission {
    /** See one's own conversations, answers and the documents of one's tenant. */
    READ,
    /** Ask, and change, share and delete what is one's own. */
    ASK,
    /** Run statements of one's own, add and remove documents of the tenant. */
    EDIT,
    /** See how the server is. */
    OPERATE,
    /** Manage users. */
    ADMINISTER;

    /** The name in requests and settings. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The permission of a name. */
    public static Optional<Permission> of(String code) {
        return Stream.of(values()).filter(each -> each.code().equals(code)).findFirst();
    }
}
