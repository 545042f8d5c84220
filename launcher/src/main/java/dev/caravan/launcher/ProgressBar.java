package dev.caravan.launcher;

import dev.caravan.warehouse.Progress;
import java.io.PrintStream;

/** Shows progress: as a bar that is drawn over on a terminal, as a few lines elsewhere. */
final class ProgressBar implements Progress {
    private static final int WIDTH = 30;
    private static final int LINE = 78;
    private static final int STEP = 10;

    private final PrintStream out;
    private final boolean terminal;
    private String shown = "";
    private int due;

    ProgressBar(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    @Override
    public synchronized void report(String name, double fraction) {
        int percent = (int) (100 * Math.min(1, Math.max(0, fraction)));
        if (!terminal) {
            if (percent >= due) {
                due = percent + STEP;
                out.printf("  %3d %%  %s%n", percent, name);
            }
            return;
        }
        int filled = WIDTH * percent / 100;
        String line = "  [%s%s] %3d %%  %s".formatted("#".repeat(filled), ".".repeat(WIDTH - filled), percent, name);
        line = line.length() > LINE ? line.substring(0, LINE) : line;
        if (!line.equals(shown)) {
            out.print("\r" + line + " ".repeat(Math.max(0, shown.length() - line.length())));
            out.flush();
            shown = line;
        }
    }

    /** Clears the bar, so that the next output starts on an empty line. */
    synchronized void end() {
        if (!shown.isEmpty()) {
            out.print("\r" + " ".repeat(shown.length()) + "\r");
            out.flush();
            shown = "";
        }
    }
}
