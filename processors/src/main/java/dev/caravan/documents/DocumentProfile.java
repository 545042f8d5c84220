package dev.caravan.documents;

import java.util.List;

/**
 * What is known of a document as a whole.
 *
 * @param id unique in its workspace
 * @param file name of the file
 * @param title as a person would call it
 * @param kind one of the workspace's kinds
 * @param organisation whose document it is; empty when it does not say
 * @param aliases what else its organisation is called: its short name, initials, ticker, name in the file's name
 * @param years that it can be asked for by: of its file's name, of the end of its period, as it calls its own
 * @param quarter 1 to 4; 0 for a whole year or none
 * @param period the end of its period or its date, as printed; empty when it does not say
 * @param pages how many
 * @param summary its opening in a sentence or two
 * @param outline its headings with their pages
 * @param figures the lines of its statements, as its workspace names them
 */
public record DocumentProfile(
        String id,
        String file,
        String title,
        String kind,
        String organisation,
        List<String> aliases,
        List<Integer> years,
        int quarter,
        String period,
        int pages,
        String summary,
        List<Heading> outline,
        List<KeyFigure> figures) {

    /**
     * A heading of a document.
     *
     * @param level 1 for a part, 2 for an item, 3 for a note, 4 for any other
     * @param text as printed
     * @param page it stands on
     * @param block its number
     */
    public record Heading(int level, String text, int page, int block) {}

    /**
     * A figure of a statement.
     *
     * @param item name of the line in the workspace's file of terms
     * @param year as the document counts
     * @param value in single units, such as dollars
     * @param block number of the row it stands in
     */
    public record KeyFigure(String item, int year, double value, int block) {}

    /** Takes copies. */
    public DocumentProfile {
        figures = figures == null ? List.of() : List.copyOf(figures);
        aliases = List.copyOf(aliases);
        years = List.copyOf(years);
        outline = List.copyOf(outline);
    }
}
