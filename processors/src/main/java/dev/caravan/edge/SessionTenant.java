package dev.caravan.edge;

import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Turn;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;

/**
 * Whose session a request belongs to, as a gateway in front says that knows who is logged in; neither the request's body nor a
 * model has a say in it.
 */
public final class SessionTenant {
    /** Exchange property: what the header says. */
    public static final String PROPERTY = "caravan.tenant";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.@-]{0,63}");

    private final String header;

    /**
     * A reader.
     *
     * @param header that the gateway sets, and takes away where a client sends it; empty where sessions are not told apart
     */
    public SessionTenant(String header) {
        this.header = header;
    }

    /** Name of the header; empty where sessions are not told apart. */
    public String header() {
        return header;
    }

    /**
     * The tenant that a header names.
     *
     * @param value of the header; empty where there is none
     * @throws BadRequest 401 where the gateway says nothing it could be
     */
    public String of(Optional<String> value) {
        if (header.isEmpty()) {
            return Turn.EVERYBODY;
        }
        return value.filter(name -> NAME.matcher(name).matches())
                .orElseThrow(() -> new BadRequest(
                        401, header, "the gateway in front of this server does not say whose session this is"));
    }

    /** Of a request on a route: the HTTP edge keeps the header out of the messages, where a parameter of the address could pass for it. */
    public String read(Exchange exchange) {
        return of(Optional.ofNullable(exchange.getProperty(PROPERTY, String.class)));
    }

    /** The turn of that session. */
    public Turn settle(@Body Turn turn, @Variable("tenant") String tenant) {
        return turn.withTenant(tenant);
    }
}
