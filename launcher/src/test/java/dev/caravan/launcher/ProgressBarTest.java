package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true);

    @Test
    void drawsOverItselfOnATerminal() {
        ProgressBar bar = new ProgressBar(out, true);
        bar.report("Making the world", 0.5);
        bar.report("Done", 1);
        String[] drawn = bytes.toString().split("\r");
        assertThat(drawn[1]).contains("[###############...............]  50 %  Making the world");
        assertThat(drawn[2]).contains("100 %  Done").hasSameSizeAs(drawn[1]);
        bar.end();
        assertThat(bytes.toString()).endsWith(" \r");
    }

    @Test
    void printsALineForEachTenthElsewhere() {
        ProgressBar bar = new ProgressBar(out, false);
        bar.report("One", 0);
        bar.report("Two", 0.05);
        bar.report("Three", 0.12);
        bar.report("Four", 0.2);
        bar.report("Five", 0.3);
        bar.end();
        assertThat(bytes.toString().lines()).containsExactly("    0 %  One", "   12 %  Three", "   30 %  Five");
    }

    @Test
    void staysWithinItsBounds() {
        ProgressBar bar = new ProgressBar(out, true);
        bar.report("Before", -1);
        bar.report("After", 7);
        assertThat(bytes.toString()).contains("  0 %  Before").contains("100 %  After");
    }
}
