package dev.caravan.memory;

import dev.caravan.turn.BadRequest;
import java.time.LocalDate;
import java.util.Optional;

/**
 * Whose memory is looked through, and for what. The owner and the tenant are those of the session; no request and no model says them.
 *
 * @param about what is sought, in words; empty to list all, the newest first
 * @param from the first day of what is sought, by UTC
 * @param until the day behind its last, by UTC
 * @param page counted from 0; of a search there is one page, with the best
 * @param size memories on a page, 1 to {@value #MOST}
 */
public record Recollection(
        String tenant,
        String owner,
        String about,
        Optional<LocalDate> from,
        Optional<LocalDate> until,
        int page,
        int size) {
    /** The largest page. */
    public static final int MOST = 100;

    private static final int LONGEST = 2_000;

    /** At any time. */
    public Recollection(String tenant, String owner, String about, int page, int size) {
        this(tenant, owner, about, Optional.empty(), Optional.empty(), page, size);
    }

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
        return new Recollection(ofTenant, ofOwner, about, from, until, page, size);
    }

    /** Whether something is sought. */
    public boolean isSearch() {
        return !about.isEmpty();
    }

    /** When what is sought began at the earliest, as the database reads it. */
    public String getBegin() {
        return from.map(day -> day + "T00:00:00Z").orElse("-infinity");
    }

    /** Before when it began. */
    public String getEnd() {
        return until.map(day -> day + "T00:00:00Z").orElse("infinity");
    }

    /** How many memories stand on the pages before. */
    public int getOffset() {
        return page * size;
    }
}
