package dev.caravan.research;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts a paragraph of a law into sentences; the full stops of abbreviations and of numbered items end none. */
final class Sentences {
    private static final Pattern END = Pattern.compile("([\\p{L}\\p{N})\\]\"“]+)[.!?]\\s+(?=[\\p{Lu}§(])");
    private static final Pattern ABBREVIATION = Pattern.compile(
            "\\d{1,3}|Abs|Nr|Nrn|Art|S|Satz|Buchst|bzw|ggf|insb|vgl|lit|sec|para|paras|no|e|g|i|V|m|u|a|z|B|BGBl|ABl|al");

    private Sentences() {}

    /** The sentences in order, without space around them. */
    static List<String> of(String text) {
        List<String> sentences = new ArrayList<>();
        Matcher end = END.matcher(text);
        int start = 0;
        while (end.find()) {
            if (ABBREVIATION.matcher(end.group(1)).matches()) {
                continue;
            }
            sentences.add(text.substring(start, end.end()).strip());
            start = end.end();
        }
        String rest = text.substring(start).strip();
        if (!rest.isEmpty()) {
            sentences.add(rest);
        }
        return sentences;
    }
}
