package dev.caravan.warehouse.load;

import java.util.List;

/**
 * What a load did.
 *
 * @param files what became of each file, in the order of their names
 * @param remarks about the data as a whole, in sentences
 * @param vintage the years that the database covers; empty when no file could be loaded and the database is as before
 */
public record LoadReport(List<FileReport> files, List<String> remarks, String vintage) {
    /** Takes copies. */
    public LoadReport {
        files = List.copyOf(files);
        remarks = List.copyOf(remarks);
    }

    /** True when there is a new database. */
    public boolean replaced() {
        return !vintage.isEmpty();
    }

    /** True when a bulk file was left out because of a fault. */
    public boolean refusedAny() {
        return files.stream().anyMatch(file -> file.status() == FileReport.Status.REFUSED);
    }
}
