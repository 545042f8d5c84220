package dev.caravan.evidence;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A page that shows what an answer rests on.
 *
 * @param url absolute
 * @param label as shown, such as "Kenya — Country Profile"
 * @param kind which part of the site it leads to
 * @param resolutionNotes what was assumed when the page was chosen; empty when nothing was
 */
public record Link(String url, String label, Kind kind, List<String> resolutionNotes) {

    /** Parts of the Atlas site. */
    public enum Kind {
        /** The profile of a country. */
        COUNTRY_PAGE,
        /** A chart of the trade data. */
        EXPLORE_PAGE;

        /** The lower-case name used in JSON. */
        public String code() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** Takes a copy of the notes. */
    public Link {
        resolutionNotes = List.copyOf(resolutionNotes);
    }

    /** As it stands in JSON. */
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("url", url);
        members.put("label", label);
        members.put("link_type", kind.code());
        members.put("resolution_notes", resolutionNotes);
        return members;
    }
}
