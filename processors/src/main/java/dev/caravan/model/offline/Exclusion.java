package dev.caravan.model.offline;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words that leave out what is named next to them: "except China", "everyone but the Lakers", "not guards". Both readers ask
 * here, so that a negation is understood alike everywhere.
 */
final class Exclusion {
    private static final String BETWEEN =
            "(( the| all| any| its| an?| those| who| which| are| is| that)*( (countries|members|economies|products|goods|players|teams) (of|in|from|with))?( the| an?)*)";
    private static final String EVERY =
            "(every(one|body|thing)?|each|any(one|body|thing|where)?|all|no ?(one|body|where)|none|everywhere)";
    private static final Pattern BEFORE = Pattern.compile(
            "(?i)(?<said>\\b(excluding|excl\\.?|except(ing)?( for)?|exempting|other than|apart from|aside from|besides|leaving (out|aside)|leave (out|aside)|left out|omitting|ignoring"
                    + "|disregarding|minus|barring|save for|sans|without( counting)?|not counting|not including|outside( of)?|neither|nor|never( (play(ed)?|appear(ed)?) for)?"
                    + "|(and |but |who |which |that )?((is|are|was|were|do|does|did|has|have)( not|n['’]t| never)|isn['’]t|aren['’]t|wasn['’]t|weren['’]t)( (a )?(members?|part|from|in|of|belong(ing|s)? to|play(ed|ing|s)? (for|with|in)|appear(ed|ing)? for))*"
                    + "|(but |and |with |having )?(no|without|lacking) (member(ship)?|members|seat|place)( (in|of))?"
                    + "|(but )?not( (in|from|to|by|with|of|part of|members? of|belonging to))?"
                    + "|but not( (in|from|to|for))?|non[- ])" + BETWEEN + ")\\s*$");
    /** "Every team but the Lakers": without the word for all, "but" leaves nothing out. */
    private static final Pattern BUT = Pattern.compile(
            "(?i)\\b" + EVERY + "( \\w+){0,3}? (?<said>but( not)?( (in|from|to|for))?" + BETWEEN + ")\\s*$");

    private static final Pattern BEHIND = Pattern.compile(
            "(?i)^(?<said>\\s*,?\\s*(is |are )?(excluded|left out|(aside|apart)(?! from)|excepted|not included)\\b)");

    private Exclusion() {}

    /**
     * Where the words begin that leave out what follows them, as an index into the text.
     *
     * @param ahead the text before a name
     * @return -1 where there are none
     */
    static int before(String ahead) {
        Matcher said = BEFORE.matcher(ahead);
        if (said.find()) {
            return said.start("said");
        }
        Matcher but = BUT.matcher(ahead);
        return but.find() ? but.start("said") : -1;
    }

    /**
     * Where the words end that leave out what stands before them.
     *
     * @param rest the text behind a name
     * @return -1 where there are none
     */
    static int behind(String rest) {
        Matcher said = BEHIND.matcher(rest);
        return said.find() ? said.end("said") : -1;
    }
}
