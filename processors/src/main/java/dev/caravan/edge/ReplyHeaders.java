package dev.caravan.edge;

/** Headers of a reply that are set before it is known what the reply will be, so that refusals and streams have them too. */
@FunctionalInterface
public interface ReplyHeaders {
    /** Exchange property: the reply of the request, where it came over HTTP. */
    String PROPERTY = "caravan.reply-headers";

    /** Sets one, as long as the reply has not begun. */
    void set(String name, String value);
}
