package dev.caravan.warehouse.load;

import java.util.List;

/**
 * What became of one file.
 *
 * @param file its name within the folder
 * @param status what became of it
 * @param label kind and classification; empty when unknown
 * @param read rows read, without the header
 * @param loaded rows taken
 * @param rejections reasons for which rows were not taken, the most frequent first
 * @param remarks what was assumed or noticed, in sentences
 * @param problem why the file was not loaded; empty for a loaded one
 */
public record FileReport(
        String file,
        Status status,
        String label,
        long read,
        long loaded,
        List<Rejection> rejections,
        List<String> remarks,
        String problem) {
    /** What can become of a file. */
    public enum Status {
        LOADED,
        /** A bulk file with a fault; nothing of it was loaded. */
        REFUSED,
        /** No bulk file. */
        UNKNOWN
    }

    /**
     * Rows that were not taken for one reason.
     *
     * @param line the first line concerned, counted from 1
     * @param reason in words
     * @param rows how many
     */
    public record Rejection(long line, String reason, long rows) {}

    /** Takes copies. */
    public FileReport {
        rejections = List.copyOf(rejections);
        remarks = List.copyOf(remarks);
    }

    /** How many rows were not taken. */
    public long rejected() {
        return rejections.stream().mapToLong(Rejection::rows).sum();
    }

    FileReport with(List<String> moreRemarks) {
        List<String> all = new java.util.ArrayList<>(remarks);
        all.addAll(moreRemarks);
        return new FileReport(file, status, label, read, loaded, rejections, all, problem);
    }
}
