package dev.caravan.memory;

import dev.caravan.turn.BadRequest;

/**
 * Whose memory is looked through, and for what. The owner and the tenant are those of the session; no request and no model says them.
 *
 * @param about what is sought, in words; empty to list all, the newest first
 * @param page counted from 0; of a search there is one page, with the best
 * @param size memories on a page, 1 to {@value #MOST}
 */
public record Recollection(String tenant, String owner, String about, int page, int size) {
    /** The largest page. */
    public static final int MOST = 100;

    private static final int LONGEST = 2_000;

    /** Refuses what no page can be. */
    public Recollection {
        if (page < 0 || page > 1_000_000) {
            throw new BadRequest("page", "page must be within 0 to 1000000");
        }
        if (size < 1 || size > MOST) {
            throw new BadRequest("size", "size must be within 1 to " + MOST);
        }
        if (about.length() > LONGEST) {
            throw new BadRequest("q", "q must not be longer than " + LONGEST + " characters");
        }
        about = about.replace("\0", "").strip();
    }

    /** With whose it is. */
    public Recollection of(String ofTenant, String ofOwner) {
        return new Recollection(ofTenant, ofOwner, about, page, size);
    }

    /** Whether something is sought. */
    public boolean isSearch() {
        return !about.isEmpty();
    }

    /** How many memories stand on the pages before. */
    public int getOffset() {
        return page * size;
    }
}
