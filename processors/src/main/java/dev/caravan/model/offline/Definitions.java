package dev.caravan.model.offline;

import dev.caravan.model.offline.ModelQuestion.Found;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds out whether only the meaning of a figure is asked for. */
final class Definitions {
    private static final Pattern ASKS = Pattern.compile(
            "(?is)^\\W*((and|but|so|ok|okay|sorry)\\W+)?(what('s| is| are| does| do| did)|define|explain|how (is|are|do you)|tell me what|(the )?(meaning|definition) of)\\b.*");
    private static final Pattern SAYS = Pattern.compile(
            "(?is).*\\b(mean|means|meaning|stand for|stands for|definition|defined?|explain|measured|calculated|computed|worked out)\\b.*");
    private static final Pattern BARE =
            Pattern.compile("(?is)^\\W*((and|but|so|ok|okay|sorry)\\W+)?what('s| is| are) (an? )?(?<name>[^?]+?)\\W*$");

    private Definitions() {}

    /** The figure whose meaning is asked for; empty where the question asks for something else. */
    static Optional<String> of(ModelQuestion question) {
        String text = question.words().text();
        boolean figuresOnly = question.members().isEmpty()
                && question.excluded().isEmpty()
                && question.from().isEmpty()
                && question.to().isEmpty()
                && question.bounds().isEmpty()
                && question.limit().isEmpty()
                && question.ranking() == 0
                && !question.metrics().isEmpty();
        if (!figuresOnly || !ASKS.matcher(text).matches()) {
            return Optional.empty();
        }
        Found found = question.metrics().get(0);
        var bare = BARE.matcher(text);
        boolean named = bare.matches()
                && bare.group("name").equalsIgnoreCase(question.text(found.start(), found.end()))
                && question.dimensions().isEmpty();
        return named || SAYS.matcher(text).matches() ? Optional.of(found.name()) : Optional.empty();
    }
}
