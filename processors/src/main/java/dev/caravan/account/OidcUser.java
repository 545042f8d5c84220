package dev.caravan.account;

import java.util.Set;

/**
 * Who logged in at an issuer.
 *
 * @param subject by which the issuer knows the person for ever
 * @param name a name of {@link Accounts#NAME}
 */
public record OidcUser(String issuer, String subject, String name, String tenant, Set<Role> roles) {}
