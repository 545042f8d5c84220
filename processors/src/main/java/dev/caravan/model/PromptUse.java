package dev.caravan.model;

/**
 * Which prompt a message was made from, and what for; travels among the attributes of the user message.
 *
 * @param workspace the workspace of the prompt's file
 * @param version the file's own version, with a mark that changes with its text
 * @param question what was asked
 * @param rest every other input, as text
 */
public record PromptUse(String workspace, String version, String question, String rest) {
    /** Key of the attribute. */
    public static final String ATTRIBUTE = "prompt";

    /** Of a call that was not made from a prompt file. */
    public static final PromptUse NONE = new PromptUse("", "", "", "");
}
