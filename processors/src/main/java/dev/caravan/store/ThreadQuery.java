package dev.caravan.store;

import dev.caravan.turn.BadRequest;
import java.util.Locale;

/**
 * Which threads to list.
 *
 * @param page counted from 0
 * @param size threads on a page, 1 to {@value #MOST}
 * @param search a text that a title or a question must contain, whatever the case; empty for all
 * @param folder the folder they are in; empty for those of any and of none
 */
public record ThreadQuery(int page, int size, String search, String folder) {
    /** The largest page. */
    public static final int MOST = 100;

    /** Refuses what no page can be. */
    public ThreadQuery {
        if (page < 0 || page > 1_000_000) {
            throw new BadRequest("page", "page must be within 0 to 1000000");
        }
        if (size < 1 || size > MOST) {
            throw new BadRequest("size", "size must be within 1 to " + MOST);
        }
        search = search.replace("\0", "").strip().toLowerCase(Locale.ROOT);
        folder = folder.replace("\0", "").strip();
    }

    /** Threads of any folder and of none. */
    public ThreadQuery(int page, int size, String search) {
        this(page, size, search, "");
    }

    /** How many threads stand on the pages before. */
    public int getOffset() {
        return page * size;
    }
}
