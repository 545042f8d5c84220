package dev.caravan.edge;

import dev.caravan.account.Account;
import dev.caravan.memory.Recollection;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Turn;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.camel.Body;
import org.apache.camel.Exchange;

/**
 * Whose session a request belongs to; neither the request's body nor a model has a say in it. The HTTP edge puts the account
 * beside the message, where no header or parameter of the address can pass for it, and the statements of the store ask here.
 */
public final class SessionAccount {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.@-]{0,63}");

    private final boolean login;
    private final String header;

    /**
     * A reader.
     *
     * @param login whether people log in; without, there is one user
     * @param header by which, without a login, a gateway in front says whose session a request belongs to, and which it takes away
     *     where a client sends it; empty where sessions are not told apart
     */
    public SessionAccount(boolean login, String header) {
        this.login = login;
        this.header = header;
    }

    /** Whether people log in. */
    public boolean login() {
        return login;
    }

    /** Name of the header of a gateway; empty where sessions are not told apart by one. */
    public String header() {
        return login ? "" : header;
    }

    /**
     * The one user of the tenant that a gateway names.
     *
     * @param value of the header; empty where there is none
     * @throws BadRequest 401 where the gateway says nothing it could be
     */
    public Account named(Optional<String> value) {
        if (header().isEmpty()) {
            return Account.everybody(Turn.EVERYBODY);
        }
        return Account.everybody(value.filter(name -> NAME.matcher(name).matches())
                .orElseThrow(() -> new BadRequest(
                        401, header, "the gateway in front of this server does not say whose session this is")));
    }

    private Account of(Exchange exchange) {
        Account account = exchange.getProperty(Account.PROPERTY, Account.class);
        if (account != null) {
            return account;
        }
        if (login || !header.isEmpty()) {
            throw new IllegalStateException("nobody says whose session this exchange belongs to");
        }
        return Account.everybody(Turn.EVERYBODY);
    }

    /** The id of the user. */
    public String owner(Exchange exchange) {
        return of(exchange).id();
    }

    /** How the user logs in. */
    public String name(Exchange exchange) {
        return of(exchange).name();
    }

    /** The tenant of the user. */
    public String tenant(Exchange exchange) {
        return of(exchange).tenant();
    }

    /** What is sought, in the memory of that session's user. */
    public Recollection recollection(Exchange exchange, @Body Recollection sought) {
        return sought.of(tenant(exchange), owner(exchange));
    }

    /** The turn of that session. */
    public Turn settle(Exchange exchange, @Body Turn turn) {
        return turn.withTenant(tenant(exchange)).withOwner(owner(exchange));
    }
}
