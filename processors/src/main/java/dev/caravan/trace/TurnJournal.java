package dev.caravan.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The events of the turns that this server works on, numbered, so that a client that lost its connection gets those that it missed;
 * {@link #pages} hands them to whoever tells the other servers. Nothing is kept of a turn that is over.
 */
public final class TurnJournal {
    private final ConcurrentHashMap<String, Running> turns = new ConcurrentHashMap<>();

    /**
     * Where an event stands in its turn; on the wire {@code run.number}, as Last-Event-ID gives it back.
     *
     * @param run how often the turn had been gone on with: each server that goes on with it counts from 1 again
     * @param number counted from 1
     */
    public record Place(int run, int number) implements Comparable<Place> {
        /** Before the first event. */
        public static final Place BEGINNING = new Place(0, 0);

        /** Reads what {@link #toString} writes; empty for anything else. */
        public static Optional<Place> read(String text) {
            String[] parts = text.strip().split("\\.", -1);
            try {
                return parts.length == 2
                        ? Optional.of(new Place(Integer.parseUnsignedInt(parts[0]), Integer.parseUnsignedInt(parts[1])))
                        : Optional.empty();
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }

        @Override
        public int compareTo(Place other) {
            return run == other.run ? Integer.compare(number, other.number) : Integer.compare(run, other.run);
        }

        @Override
        public String toString() {
            return run + "." + number;
        }
    }

    /**
     * One event.
     *
     * @param event its name
     * @param data JSON
     */
    public record Entry(Place place, String event, String data) {}

    /**
     * What has come up in a turn since it was last asked for.
     *
     * @param run how often the turn had been gone on with
     * @param ended whether nothing more will come
     */
    public record Page(TurnCancel.Open turn, int run, List<Entry> entries, boolean ended) {}

    /** Begins the journal of a turn, until the handle is closed. */
    public TurnCancel.Registration open(TurnCancel.Open turn, int run) {
        Running running = new Running(turn, run);
        turns.put(turn.turnId(), running);
        return () -> {
            running.end();
            // one that others were told of stays until they are told of its end
            if (!running.isTold()) {
                turns.remove(turn.turnId(), running);
            }
        };
    }

    /** Notes an event down; empty for a turn that has no journal here. */
    public Optional<Place> add(String turnId, String event, String data) {
        return Optional.ofNullable(turns.get(turnId)).map(running -> running.add(event, data));
    }

    /** The events behind a place; empty where the turn isn't worked on here. */
    public Optional<List<Entry>> after(String turnId, Place place) {
        return Optional.ofNullable(turns.get(turnId)).flatMap(running -> running.after(place));
    }

    /** Whether there is anything to tell others. */
    public boolean isAny() {
        return !turns.isEmpty();
    }

    /** What is new in each turn; those that are over are forgotten hereby. */
    public List<Page> pages() {
        List<Page> pages = new ArrayList<>();
        turns.forEach((id, running) -> {
            Page page = running.page();
            if (page.ended()) {
                turns.remove(id, running);
            }
            pages.add(page);
        });
        return pages;
    }

    /** Has a page told again, which nobody got to see. */
    public void again(List<Page> pages) {
        pages.stream().filter(page -> !page.entries().isEmpty()).forEach(page -> Optional.ofNullable(
                        turns.get(page.turn().turnId()))
                .ifPresent(running -> running.again(page)));
    }

    private static final class Running {
        private final TurnCancel.Open turn;
        private final int run;
        private final List<Entry> entries = new ArrayList<>();
        private int told;
        private boolean isTold;
        private boolean ended;

        Running(TurnCancel.Open turn, int run) {
            this.turn = turn;
            this.run = run;
        }

        synchronized Place add(String event, String data) {
            Place place = new Place(run, entries.size() + 1);
            entries.add(new Entry(place, event, data));
            return place;
        }

        synchronized Optional<List<Entry>> after(Place place) {
            return ended
                    ? Optional.empty()
                    : Optional.of(entries.stream()
                            .filter(entry -> entry.place().compareTo(place) > 0)
                            .toList());
        }

        synchronized Page page() {
            List<Entry> fresh = List.copyOf(entries.subList(told, entries.size()));
            told = entries.size();
            isTold = true;
            return new Page(turn, run, fresh, ended);
        }

        synchronized void again(Page page) {
            if (page.run() == run) {
                told = Math.min(told, page.entries().get(0).place().number() - 1);
            }
        }

        synchronized boolean isTold() {
            return isTold;
        }

        synchronized void end() {
            ended = true;
        }
    }
}
