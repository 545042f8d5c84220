package dev.caravan.edge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.text.Json;
import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnJournal;
import dev.caravan.trace.TurnJournal.Entry;
import dev.caravan.trace.TurnJournal.Place;
import dev.caravan.turn.BadRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.apache.camel.Variable;

/**
 * Connects a client anew with a turn that it lost, whichever server works on it: what the client missed, what happens from there on, and
 * the end, which is {@code done}, or {@code error} where no server works on the turn any more and none has its answer.
 */
public final class FollowTurn {
    private static final String FOLLOWED = "follow";
    // longer than a server takes to tell the others of a new turn
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final TurnJournal journal;
    private final TurnCancel cancel;
    private final SessionAccount account;
    private final boolean kept;
    private final ObjectMapper mapper;
    private final Clock clock;

    /**
     * A connector.
     *
     * @param journal what happens here
     * @param cancel what is worked on here
     * @param account says whose turns may be followed
     * @param kept whether there is a database in which other servers and answers are found
     */
    public FollowTurn(
            TurnJournal journal,
            TurnCancel cancel,
            SessionAccount account,
            boolean kept,
            ObjectMapper mapper,
            Clock clock) {
        this.journal = journal;
        this.cancel = cancel;
        this.account = account;
        this.kept = kept;
        this.mapper = mapper;
        this.clock = clock;
    }

    /** How far a client is; the statements read {@code turnId}, {@code run} and {@code number}, the route the rest. */
    public static final class Followed {
        private final String turnId;
        private final EventStream stream;
        private final Instant since;
        private Place place;
        private boolean begun;
        private boolean elsewhere;
        private boolean answered;
        private boolean over;

        private Followed(String turnId, Place place, EventStream stream, Instant since) {
            this.turnId = turnId;
            this.place = place;
            this.stream = stream;
            this.since = since;
        }

        /** The turn. */
        public String getTurnId() {
            return turnId;
        }

        /** Which time that it was gone on with. */
        public int getRun() {
            return place.run();
        }

        /** The last event that the client has. */
        public int getNumber() {
            return place.number();
        }

        /** Whether there is more to come, and somebody to hear it. */
        public boolean isOpen() {
            return !over && !stream.isClosed();
        }

        /** Whether another server has to be asked about by the database. */
        public boolean isElsewhere() {
            return elsewhere && isOpen();
        }

        /** Whether the stored answer is the end. */
        public boolean isAnswered() {
            return answered;
        }

        private void begin() {
            if (!begun) {
                // says that the turn is found, before anything new happens in it
                begun = true;
                stream.comment("following");
            }
        }

        private void send(Entry entry) {
            stream.send(entry.event(), entry.data(), entry.place().toString());
            place = entry.place();
        }
    }

    /**
     * Notes down where the client stands.
     *
     * @param last the header Last-Event-ID; none to get everything from the beginning
     * @throws BadRequest 400 when it is no id of an event
     */
    public void begin(
            Exchange exchange,
            @Header("id") String turnId,
            @Header("Last-Event-ID") String last,
            @ExchangeProperty(EventStream.PROPERTY) EventStream stream) {
        Place place = last == null || last.isBlank()
                ? Place.BEGINNING
                : Place.read(last)
                        .orElseThrow(() -> new BadRequest(
                                "Last-Event-ID", "is the id of an event of this turn, such as 0.12, or is left out"));
        exchange.setVariable(FOLLOWED, new Followed(turnId, place, stream, clock.instant()));
    }

    /** Sends what happened on this server, where it works on the turn; nobody gives the turn up meanwhile. */
    public void here(Exchange exchange, @Variable(FOLLOWED) Followed followed) {
        Optional<List<Entry>> entries = cancel.open(followed.turnId)
                .filter(turn -> turn.tenant().equals(account.tenant(exchange))
                        && turn.owner().equals(account.owner(exchange)))
                .flatMap(turn -> journal.after(followed.turnId, followed.place));
        followed.elsewhere = entries.isEmpty();
        if (entries.isPresent()) {
            cancel.await(followed.turnId);
            followed.begin();
            entries.get().forEach(followed::send);
        } else if (!kept) {
            throw unknown();
        }
    }

    /**
     * Sends what happened on another server, and finds out whether there is more to come.
     *
     * @param states one row: {@code running} is alive, ended, lost or null where no server told of the turn, {@code held} whether its
     *     state is in somebody's hands or waits for a server, {@code answered} whether there is an answer
     * @param missed rows of run, number, event and data, which are complete where the turn has ended
     * @throws BadRequest 404 where nobody knows the turn
     */
    public void tell(
            @Variable(FOLLOWED) Followed followed,
            @Variable("states") List<Map<String, Object>> states,
            @Variable("missed") List<Map<String, Object>> missed) {
        Map<String, Object> state = states.get(0);
        String running = String.valueOf(state.get("running"));
        boolean goesOn = running.equals("alive") || Boolean.TRUE.equals(state.get("held"));
        boolean answered = Boolean.TRUE.equals(state.get("answered"));
        if (goesOn || answered || !running.equals("null")) {
            followed.begin();
        }
        missed.forEach(row -> followed.send(new Entry(
                new Place(((Number) row.get("run")).intValue(), ((Number) row.get("number")).intValue()),
                String.valueOf(row.get("event")),
                String.valueOf(row.get("data")))));
        if (goesOn || !missed.isEmpty()) {
            return;
        }
        if (answered) {
            followed.answered = true;
            followed.over = true;
        } else if (running.equals("lost")) {
            fail(
                    followed,
                    "The server that worked on this question has ended before there was an answer. Ask it again.");
        } else if (running.equals("ended")) {
            fail(followed, "The work on this question ended without an answer that could be kept. Ask it again.");
        } else if (clock.instant().isAfter(followed.since.plus(PATIENCE))) {
            throw unknown();
        }
    }

    private void fail(Followed followed, String detail) {
        followed.over = true;
        followed.stream.send(
                "error",
                Json.write(mapper, Problem.of(503, "Unavailable", detail).members()));
    }

    /** Sends the stored answer, the last event. */
    public void done(@Body TurnDocument turn, @Variable(FOLLOWED) Followed followed) throws JsonProcessingException {
        followed.stream.send("done", mapper.writeValueAsString(turn.withoutCalls()));
    }

    private static BadRequest unknown() {
        return new BadRequest(404, "turn_id", "there is no such turn");
    }
}
