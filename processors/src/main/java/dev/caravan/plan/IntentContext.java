package dev.caravan.plan;

import java.util.Locale;

/**
 * What a message of the person is taken for.
 *
 * @param intentType what becomes of it
 * @param answer the reply to what was asked, where it holds one
 * @param request what is asked for, without the words that reply or that only give something up
 * @param rewrittenQuestion the request, complete in itself; empty where none had to be written
 */
public record IntentContext(Type intentType, String answer, String request, String rewrittenQuestion) {
    /** Nothing is understood yet. */
    public static final IntentContext NONE = new IntentContext(Type.NEW_REQUEST, "", "", "");

    /** Kinds of messages. */
    public enum Type {
        /** Something else is asked for; a plan under way is dropped. */
        NEW_REQUEST,
        /** What is under way, or was answered last, is asked for in another form. */
        MODIFICATION,
        /** The reply to what was asked, and nothing else. */
        EXACT_ANSWER,
        /** The plan is to be gone on with. */
        CONTINUE,
        /** An earlier result is to be looked into. */
        ANALYSIS,
        /** What earlier conversations found is asked for; a plan under way stays as it is. */
        RECALL;

        /** The lower-case name used in JSON. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whether the plan under way is gone on with. */
    public boolean goesOn() {
        return intentType == Type.EXACT_ANSWER || intentType == Type.CONTINUE;
    }

    /** Of a plan that is gone on with. */
    IntentContext going() {
        return new IntentContext(Type.CONTINUE, "", request, rewrittenQuestion);
    }

    IntentContext rewritten(String question) {
        return new IntentContext(intentType, answer, request, question);
    }
}
