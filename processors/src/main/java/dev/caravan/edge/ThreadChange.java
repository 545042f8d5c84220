package dev.caravan.edge;

import java.util.Optional;

/**
 * What a person changes about a thread.
 *
 * @param id the thread
 * @param title its new title; empty for the one it has
 * @param pinned {@code true} or {@code false}; empty for as it is
 * @param folder its new folder, an empty text for none; nothing for the one it has
 */
public record ThreadChange(String id, String title, String pinned, Optional<String> folder) {
    /** One that leaves the folder as it is. */
    public ThreadChange(String id, String title, String pinned) {
        this(id, title, pinned, Optional.empty());
    }

    /** Whether the folder changes. */
    public boolean isMoved() {
        return folder.isPresent();
    }

    /** The new folder, as a parameter of a statement. */
    public String getPlace() {
        return folder.orElse("");
    }
}
