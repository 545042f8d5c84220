package dev.caravan.gate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.IntConsumer;

/**
 * Lets so many turns of each user and of each tenant be worked on at once; what is beyond waits in line. Who waits comes in by turns,
 * one of each user after the other, so that nobody waits behind all that another one asked; what one user asked keeps its order.
 *
 * <p>No throttler of Camel: those count by one name, and let in who came first.
 */
public final class FairLine {
    private final int ofUser;
    private final int ofTenant;
    private final int longest;
    private final Executor executor;
    private final Map<String, Integer> users = new HashMap<>();
    private final Map<String, Integer> tenants = new HashMap<>();
    /** By user, the one whose turn it is first. */
    private final Map<String, Deque<Ticket>> waiting = new LinkedHashMap<>();

    /**
     * A line in which nobody waits.
     *
     * @param ofUser turns of a user that are worked on at once; 0 for any number
     * @param ofTenant the same of a tenant
     * @param longest how many of a user may wait
     * @param executor runs what is told to those who wait; the turns that come in go on there
     */
    public FairLine(int ofUser, int ofTenant, int longest, Executor executor) {
        this.ofUser = ofUser;
        this.ofTenant = ofTenant;
        this.longest = longest;
        this.executor = executor;
    }

    /**
     * Comes in, or gets in line.
     *
     * @param user unlike those of other tenants
     * @return empty where as many of the user wait as may
     */
    public synchronized Optional<Ticket> enter(String tenant, String user) {
        Ticket ticket = new Ticket(tenant, user);
        if (fits(ticket)) {
            comeIn(ticket);
            return Optional.of(ticket);
        }
        Deque<Ticket> own = waiting.getOrDefault(user, new ArrayDeque<>());
        if (own.size() >= longest) {
            return Optional.empty();
        }
        own.add(ticket);
        waiting.putIfAbsent(user, own);
        return Optional.of(ticket);
    }

    /** How many of a user are worked on. */
    public synchronized int running(String user) {
        return users.getOrDefault(user, 0);
    }

    /** How many of a tenant are worked on. */
    public synchronized int runningOfTenant(String tenant) {
        return tenants.getOrDefault(tenant, 0);
    }

    private boolean fits(Ticket ticket) {
        return (ofUser == 0 || running(ticket.user) < ofUser)
                && (ofTenant == 0 || runningOfTenant(ticket.tenant) < ofTenant);
    }

    private void comeIn(Ticket ticket) {
        users.merge(ticket.user, 1, Integer::sum);
        tenants.merge(ticket.tenant, 1, Integer::sum);
        ticket.state = State.IN;
    }

    private void leave(Ticket ticket) {
        List<Runnable> told = new ArrayList<>();
        synchronized (this) {
            if (ticket.state == State.IN) {
                users.computeIfPresent(ticket.user, (same, count) -> count == 1 ? null : count - 1);
                tenants.computeIfPresent(ticket.tenant, (same, count) -> count == 1 ? null : count - 1);
            } else if (ticket.state == State.WAITING) {
                remove(ticket);
                told.add(ticket::tell);
            }
            ticket.state = State.GONE;
            told.addAll(letIn());
        }
        told.forEach(executor::execute);
    }

    private void remove(Ticket ticket) {
        Deque<Ticket> own = waiting.get(ticket.user);
        own.remove(ticket);
        if (own.isEmpty()) {
            waiting.remove(ticket.user);
        }
    }

    /** Lets in who fits; what is to be told of it, and to those who moved up. */
    private List<Runnable> letIn() {
        List<Runnable> told = new ArrayList<>();
        Optional<Ticket> next = next();
        while (next.isPresent()) {
            Ticket ticket = next.get();
            Deque<Ticket> own = waiting.remove(ticket.user);
            own.remove();
            if (!own.isEmpty()) {
                waiting.put(ticket.user, own);
            }
            comeIn(ticket);
            told.add(ticket::tell);
            next = next();
        }
        waiting.values().forEach(own -> own.forEach(ticket -> told.add(ticket::tell)));
        return told;
    }

    private Optional<Ticket> next() {
        return waiting.values().stream().map(Deque::element).filter(this::fits).findFirst();
    }

    private synchronized int place(Ticket ticket) {
        if (ticket.state != State.WAITING) {
            return 0;
        }
        Deque<Ticket> own = waiting.get(ticket.user);
        int before = new ArrayList<>(own).indexOf(ticket);
        int place = before + 1;
        boolean earlier = true;
        for (Deque<Ticket> each : waiting.values()) {
            if (each == own) {
                earlier = false;
            } else if (each.element().tenant.equals(ticket.tenant)) {
                place += Math.min(each.size(), before + (earlier ? 1 : 0));
            }
        }
        return place;
    }

    private enum State {
        WAITING,
        IN,
        GONE
    }

    /** A turn that is worked on or waits, until it is closed. */
    public final class Ticket implements AutoCloseable {
        private final String tenant;
        private final String user;
        private State state = State.WAITING;
        private IntConsumer listener = place -> {};
        private int told = -1;

        private Ticket(String tenant, String user) {
            this.tenant = tenant;
            this.user = user;
        }

        /** Its place among those of its tenant that wait, from 1; 0 when it does not wait. */
        public int place() {
            return FairLine.this.place(this);
        }

        /**
         * Tells the listener the place now and whenever it moves up, lastly 0, once, when it is in or was closed.
         *
         * @param listener must be quick but for the last time
         */
        public void whenMoved(IntConsumer listener) {
            synchronized (this) {
                this.listener = listener;
            }
            tell();
        }

        private void tell() {
            IntConsumer now;
            int place;
            synchronized (this) {
                place = place();
                if (place == told || told == 0) {
                    return;
                }
                told = place;
                now = listener;
                if (place > 0) {
                    // in the order of the places
                    now.accept(place);
                }
            }
            if (place == 0) {
                now.accept(0);
            }
        }

        /** Leaves; the next ones come in. */
        @Override
        public void close() {
            leave(this);
        }
    }
}
