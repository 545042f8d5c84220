package dev.caravan.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Data that are made once, however many ask for them. */
@Timeout(30)
class DataOnDemandTest {
    private final Work work = new Work();
    private final DataOnDemand data = new DataOnDemand("shop", work);

    /** Work that a test lets go on. */
    private static final class Work implements DataOnDemand.Maker {
        private final AtomicInteger begun = new AtomicInteger();
        private final CountDownLatch under = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private volatile boolean made;
        private volatile boolean interrupted;
        private volatile int failures;

        @Override
        public boolean isMade() {
            return made;
        }

        @Override
        public void make(DataOnDemand.Progress progress) throws Exception {
            begun.incrementAndGet();
            progress.report("Creating goods", 0.5);
            under.countDown();
            if (failures > 0) {
                failures--;
                throw new IllegalStateException("the writer ended", new IOException("no space left"));
            }
            try {
                goOn.await();
            } catch (InterruptedException e) {
                interrupted = true;
                throw e;
            }
            made = true;
        }
    }

    @Test
    void aSecondAskerWaitsForTheSameWorkAndBothHearOfIt() throws Exception {
        List<List<String>> heard = List.of(new ArrayList<>(), new ArrayList<>());
        List<CompletableFuture<Void>> askers = new ArrayList<>();
        CountDownLatch told = new CountDownLatch(2);
        for (List<String> each : heard) {
            askers.add(CompletableFuture.runAsync(() -> data.await(
                    (phase, fraction) -> {
                        each.add(phase + " " + fraction);
                        told.countDown();
                    },
                    () -> false)));
        }
        assertThat(told.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(data.status()).containsEntry("made", false).containsEntry("making", "Creating goods");
        work.goOn.countDown();
        for (CompletableFuture<Void> asker : askers) {
            asker.get(20, TimeUnit.SECONDS);
        }
        assertThat(work.begun).hasValue(1);
        assertThat(heard).allSatisfy(each -> assertThat(each).contains("Creating goods 0.5"));
        assertThat(data.status()).containsExactly(Map.entry("made", true));
        data.await();
        assertThat(work.begun).hasValue(1);
    }

    @Test
    void aFailureIsToldWithItsCauseAndTriedAgainByTheNext() {
        work.failures = 1;
        assertThatThrownBy(data::await)
                .isInstanceOf(DataOnDemand.NotMade.class)
                .hasMessage(
                        "The demo data of workspace shop could not be made: no space left. Ask again to have it tried once more.");
        assertThat(data.isMade()).isFalse();
        work.goOn.countDown();
        data.await();
        assertThat(data.isMade()).isTrue();
        assertThat(work.begun).hasValue(2);
    }

    @Test
    void whoGivesUpWaitsNoLongerAndTheWorkGoesOn() throws Exception {
        data.await((phase, fraction) -> {}, () -> work.under.getCount() == 0);
        assertThat(data.isMade()).isFalse();
        work.goOn.countDown();
        data.await();
        assertThat(work.begun).hasValue(1);
    }

    @Test
    void closingCutsTheWorkShortAndBeginsNoOther() throws Exception {
        CompletableFuture<Void> asker = CompletableFuture.runAsync(data::await);
        assertThat(work.under.await(20, TimeUnit.SECONDS)).isTrue();
        data.close();
        assertThat(work.interrupted).isTrue();
        assertThatThrownBy(() -> asker.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(DataOnDemand.NotMade.class);
        assertThatThrownBy(data::await).hasMessageContaining("the server is stopping");
    }

    @Test
    void dataThatAreThereAreNotMade() {
        work.made = true;
        data.await();
        assertThat(work.begun).hasValue(0);
    }
}
