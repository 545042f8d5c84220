package dev.caravan.derive;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.edge.RequestBody;
import dev.caravan.turn.BadRequest;
import java.util.List;

/**
 * What a person wants of the corrections of a workspace; what does not matter is empty.
 *
 * @param workspace its name
 * @param id of a correction that there is
 * @param says the word or words that are meant otherwise
 * @param means what they mean
 * @param question that was answered wrongly
 * @param table whose figure the correction becomes
 * @param formula of that figure, over columns in braces
 */
public record CorrectionWish(
        String workspace, String id, String says, String means, String question, String table, String formula) {
    private static final int LONGEST = 500;
    private static final int LONGEST_WORD = 60;

    /** A new one, of says, means and question. */
    public static CorrectionWish proposed(ObjectMapper mapper, String workspace, byte[] body) {
        ObjectNode request = RequestBody.read(
                mapper,
                body,
                "{\"says\": \"revenue\", \"means\": \"price minus discount\"}",
                List.of("says", "means", "question"));
        String says = text(request, "says", LONGEST_WORD);
        if (!says.matches(".*\\p{L}.*") || says.contains(",")) {
            throw new BadRequest("says", "say which word is meant, without commas");
        }
        String means = text(request, "means", LONGEST);
        if (means.isEmpty()) {
            throw new BadRequest("means", "say what " + says + " means");
        }
        return new CorrectionWish(workspace, "", says, means, text(request, "question", LONGEST * 4), "", "");
    }

    /** The use of one, of table and formula. */
    public static CorrectionWish used(ObjectMapper mapper, String workspace, String id, byte[] body) {
        ObjectNode request = RequestBody.read(
                mapper,
                body,
                "{\"table\": \"main.sales\", \"formula\": \"{price} - {discount}\"}",
                List.of("table", "formula"));
        return new CorrectionWish(
                workspace, id, "", "", "", text(request, "table", LONGEST), text(request, "formula", LONGEST));
    }

    /** One that is dropped or taken back. */
    public static CorrectionWish withdrawn(String workspace, String id) {
        return new CorrectionWish(workspace, id, "", "", "", "", "");
    }

    private static String text(ObjectNode request, String field, int longest) {
        String text = RequestBody.text(request, "", field)
                .map(given -> given.strip().replaceAll("\\s+", " "))
                .orElse("");
        if (text.length() > longest) {
            throw new BadRequest(field, field + " is longer than " + longest + " characters");
        }
        return text;
    }
}
