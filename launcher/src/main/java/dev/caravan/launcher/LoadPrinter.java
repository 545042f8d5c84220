package dev.caravan.launcher;

import dev.caravan.warehouse.load.FileReport;
import dev.caravan.warehouse.load.FileReport.Rejection;
import dev.caravan.warehouse.load.LoadReport;
import dev.caravan.warehouse.load.Loader;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Prints what a load did: each file with its rows and what became of them, then what to do next. */
final class LoadPrinter {
    private static final int SHOWN_REJECTIONS = 5;

    private final PrintStream out;

    LoadPrinter(PrintStream out) {
        this.out = out;
    }

    /** Prints a report; {@code source} is the present setting atlas.source. */
    void print(LoadReport report, String source) {
        report.files().forEach(this::print);
        if (!report.remarks().isEmpty()) {
            line("");
            report.remarks().forEach(this::line);
        }
        line("");
        if (!report.replaced()) {
            line(
                    "Nothing was loaded: %s. What was loaded before, if anything, is still there.",
                    report.files().isEmpty() ? "there are no files" : "none of the files can be");
            return;
        }
        long files = report.files().stream()
                .filter(file -> file.status() == FileReport.Status.LOADED)
                .count();
        line(
                "Loaded %d of %d files into the database \"%s\", years %s.",
                files, report.files().size(), Loader.DATABASE, report.vintage());
        if (source.equals("loaded")) {
            line(
                    "Questions are answered from it; a server that is running shows the new years and names after a restart.");
        } else {
            line(
                    "To answer questions from it, set atlas.source: loaded in application.yaml, or the environment variable");
            line("ATLAS_SOURCE=loaded, and start Caravan anew.");
        }
    }

    private void print(FileReport file) {
        if (file.status() == FileReport.Status.UNKNOWN) {
            line("%s: left aside, %s", file.file(), file.problem());
            return;
        }
        String label = file.label().isEmpty() ? "" : " (" + file.label() + ")";
        if (file.status() == FileReport.Status.REFUSED) {
            line("%s%s: REFUSED, nothing of it is loaded: %s", file.file(), label, file.problem());
        } else {
            line(
                    "%s%s: %,d rows read, %,d loaded, %,d rejected",
                    file.file(), label, file.read(), file.loaded(), file.rejected());
        }
        List<Rejection> rejections = file.rejections();
        for (Rejection rejection : rejections.subList(0, Math.min(SHOWN_REJECTIONS, rejections.size()))) {
            String more = rejection.rows() == 1 ? "" : ", and %,d more rows like it".formatted(rejection.rows() - 1);
            line("    line %d: %s%s", rejection.line(), rejection.reason(), more);
        }
        if (rejections.size() > SHOWN_REJECTIONS) {
            long rest = rejections.stream()
                    .skip(SHOWN_REJECTIONS)
                    .mapToLong(Rejection::rows)
                    .sum();
            line("    %,d rows for %,d other reasons", rest, rejections.size() - SHOWN_REJECTIONS);
        }
        file.remarks().forEach(remark -> line("    %s", remark));
    }

    private void line(String format, Object... values) {
        out.println(values.length == 0 ? format : String.format(Locale.ROOT, format, values));
    }
}
