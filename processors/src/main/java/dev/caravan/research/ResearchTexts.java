package dev.caravan.research;

import java.text.MessageFormat;
import java.util.Locale;
import java.util.ResourceBundle;

/** What a research says to the person, in German and in English. */
final class ResearchTexts {
    private static final String BUNDLE = "dev.caravan.research.texts";

    private final Locale locale;
    private final ResourceBundle bundle;

    private ResearchTexts(Locale locale) {
        this.locale = locale;
        this.bundle = ResourceBundle.getBundle(
                BUNDLE, locale, ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));
    }

    /** In a language, {@code de} or {@code en}. */
    static ResearchTexts of(String language) {
        return new ResearchTexts(language.equals("de") ? Locale.GERMAN : Locale.ROOT);
    }

    /** A text, with what belongs into it. */
    String text(String key, Object... values) {
        return new MessageFormat(bundle.getString(key), locale).format(values);
    }
}
