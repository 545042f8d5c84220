package dev.caravan.evidence;

import dev.caravan.turn.Evidence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the documentation says.
 *
 * @param question the question the tool was given
 * @param passages the sections the answer rests on, in the order of their citation
 * @param notes what was left out or could not be done
 */
public record DocsEvidence(String question, List<Passage> passages, List<String> notes) implements Evidence {
    /** The name of the kind. */
    public static final String KIND = "docs";

    /**
     * A section of a document.
     *
     * @param document name of the document
     * @param title its title
     * @param section heading of the section
     * @param text Markdown
     */
    public record Passage(String document, String title, String section, String text) {
        private Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("document", document);
            members.put("title", title);
            members.put("section", section);
            members.put("text", text);
            return members;
        }

        private String citation() {
            return section.equals(title) ? title : title + ", section \"" + section + "\"";
        }
    }

    /** Takes copies. */
    public DocsEvidence {
        passages = List.copyOf(passages);
        notes = List.copyOf(notes);
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("question", question);
        members.put("passages", passages.stream().map(Passage::members).toList());
        members.put("notes", notes);
        return members;
    }

    /** The sections by the numbers under which an answer cites them. */
    @Override
    public String text() {
        StringBuilder text = new StringBuilder("Sources:");
        for (int i = 0; i < passages.size(); i++) {
            text.append("\n- [")
                    .append(i + 1)
                    .append("] ")
                    .append(passages.get(i).citation());
        }
        if (!notes.isEmpty()) {
            text.append("\n\nNotes: ").append(String.join(" ", notes));
        }
        return text.toString();
    }
}
