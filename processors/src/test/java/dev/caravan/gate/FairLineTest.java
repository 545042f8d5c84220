package dev.caravan.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.gate.FairLine.Ticket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FairLineTest {
    private final List<String> told = new ArrayList<>();

    private Ticket enter(FairLine line, String user, String name) {
        Ticket ticket = line.enter("acme", user).orElseThrow();
        ticket.whenMoved(place -> told.add(name + place));
        return ticket;
    }

    @Test
    void usersOfATenantComeInByTurns() {
        FairLine line = new FairLine(0, 1, 10, Runnable::run);
        Ticket running = enter(line, "ann", "first ");
        Ticket annA = enter(line, "ann", "annA ");
        Ticket annB = enter(line, "ann", "annB ");
        Ticket annC = enter(line, "ann", "annC ");
        Ticket ben = enter(line, "ben", "ben ");
        assertThat(told).containsExactly("first 0", "annA 1", "annB 2", "annC 3", "ben 2");
        assertThat(annB.place())
                .as("behind the one who came after, and had not had its turn")
                .isEqualTo(3);
        told.clear();
        running.close();
        assertThat(told).containsExactly("annA 0", "ben 1");
        annA.close();
        assertThat(ben.place()).isZero();
        ben.close();
        assertThat(annB.place()).isZero();
        assertThat(annC.place()).isEqualTo(1);
        told.clear();
        annB.close();
        assertThat(told).containsExactly("annC 0");
        annC.close();
        assertThat(line.running("ann") + line.runningOfTenant("acme")).isZero();
    }

    @Test
    void whoIsOverTheirOwnLimitKeepsNobodyElseOut() {
        FairLine line = new FairLine(1, 2, 1, Runnable::run);
        Ticket ann = enter(line, "ann", "");
        Ticket waits = enter(line, "ann", "");
        assertThat(waits.place()).isEqualTo(1);
        assertThat(line.enter("acme", "ann")).as("one more than may wait").isEmpty();
        assertThat(enter(line, "ben", "").place()).isZero();
        assertThat(enter(line, "cyd", "").place()).isPositive();
        assertThat(line.enter("other", "dan").orElseThrow().place()).isZero();
        ann.close();
        ann.close();
        assertThat(waits.place()).isZero();
        assertThat(line.runningOfTenant("acme")).isEqualTo(2);
    }

    @Test
    void whoLeavesWhileWaitingIsToldAndMakesRoom() {
        FairLine line = new FairLine(1, 0, 2, Runnable::run);
        Ticket running = enter(line, "ann", "a");
        Ticket gone = enter(line, "ann", "b");
        enter(line, "ann", "c");
        told.clear();
        gone.close();
        assertThat(told).containsExactly("b0", "c1");
        running.close();
        assertThat(told).containsExactly("b0", "c1", "c0");
        assertThat(line.running("ann")).isEqualTo(1);
    }

    @Test
    void manyAtOnceNeverExceedTheLimitsAndAllComeIn() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        FairLine line = new FairLine(2, 3, 1_000, threads);
        ConcurrentHashMap<String, AtomicInteger> now = new ConcurrentHashMap<>();
        AtomicInteger over = new AtomicInteger();
        int turns = 600;
        CountDownLatch done = new CountDownLatch(turns);
        for (int i = 0; i < turns; i++) {
            String user = "user" + i % 4;
            threads.execute(() -> {
                Ticket ticket = line.enter("acme", user).orElseThrow();
                ticket.whenMoved(place -> {
                    if (place > 0) {
                        return;
                    }
                    for (String key : List.of(user, "acme")) {
                        int limit = key.equals("acme") ? 3 : 2;
                        if (now.computeIfAbsent(key, k -> new AtomicInteger()).incrementAndGet() > limit) {
                            over.incrementAndGet();
                        }
                    }
                    now.get(user).decrementAndGet();
                    now.get("acme").decrementAndGet();
                    ticket.close();
                    done.countDown();
                });
            });
        }
        done.await();
        threads.shutdown();
        assertThat(over).hasValue(0);
    }
}
